"""The tokens of notation.md."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Blind,
    Bury,
    Claim,
    Decline,
    Face,
    Give,
    HideTalon,
    Keep,
    Look,
    NameContract,
    Pass,
    Play,
    Prove,
    Recut,
    Redeal,
    ShowTalon,
    TakeCross,
    TakeTalon,
    ToMiddle,
    Unblind,
    WriteOff,
)
from engine.cards import Card
from engine.errors import BadCard, RuleError, UnknownAction, UnknownPlayer
from engine.record.tokens import parse_token, token

LABELS = ("Anna", "Bob", "up")
KING = Card.parse("Kh")

TOKENS: list[tuple[str, Action]] = [
    ("recut", Recut()),
    ("to_middle", ToMiddle()),
    ("accept", Accept()),
    ("look", Look()),
    ("blind", Blind()),
    ("blind 110", Blind(110)),
    ("bid 110", Bid(110)),
    ("pass", Pass()),
    ("unblind", Unblind()),
    ("prove", Prove()),
    ("decline", Decline()),
    ("redeal", Redeal()),
    ("keep", Keep()),
    ("take 1", TakeTalon(1)),
    ("take 2", TakeTalon(2)),
    ("show", ShowTalon()),
    ("hide", HideTalon()),
    ("give Kh Bob", Give(KING, 1)),
    ("give Kh Bob down", Give(KING, 1, Face.DOWN)),
    ("give Kh up up", Give(KING, 2, Face.UP)),
    ("bury Kh", Bury(KING)),
    ("contract 130", NameContract(130)),
    ("writeoff", WriteOff()),
    ("cross", TakeCross()),
    ("play Kh", Play(KING)),
    ("announce Kh", Announce(KING)),
    ("announce Kh keep", Announce(KING, keep_trump=True)),
    ("claim", Claim()),
]


@pytest.mark.parametrize(("text", "action"), TOKENS)
def test_tokens_are_written_and_read_alike(text: str, action: Action) -> None:
    assert parse_token(text, LABELS) == action
    assert token(action, LABELS) == text


def test_every_action_has_a_token() -> None:
    assert {type(action) for _, action in TOKENS} == set(get_args(Action))


def test_any_white_space_parts_the_words() -> None:
    assert parse_token("give \t Kh   Bob", LABELS) == Give(KING, 1)


@pytest.mark.parametrize(
    ("text", "refused", "data"),
    [
        ("pas", UnknownAction, {"nearest": "pass"}),
        ("bidd 110", UnknownAction, {"nearest": "bid 110"}),
        ("bid", UnknownAction, {"nearest": "bid 110"}),
        ("bid -5", UnknownAction, {"nearest": "bid 110"}),
        ("bid 0100", UnknownAction, {"nearest": "bid 110"}),
        ("bid 1e2", UnknownAction, {"nearest": "bid 110"}),
        ("play", UnknownAction, {"nearest": "play 9s"}),
        ("pass 110", UnknownAction, {"nearest": "pass"}),
        ("give Kh Bob sideways", UnknownAction, {"nearest": "give 9s LABEL"}),
        ("announce Kh leave", UnknownAction, {"nearest": "announce Ks"}),
        ("", UnknownAction, {"nearest": None}),
        ("%$§", UnknownAction, {"nearest": None}),
        ("play 10h", BadCard, {"text": "10h"}),
        ("play kh", BadCard, {"text": "kh"}),
        ("play hK", BadCard, {"text": "hK"}),
        ("give 8s Bob", BadCard, {"text": "8s"}),
        ("give Kh Bib", UnknownPlayer, {"label": "Bib", "nearest": "Bob"}),
    ],
)
def test_what_is_no_token_is_refused_by_name(
    text: str, refused: type[RuleError], data: dict[str, object]
) -> None:
    with pytest.raises(refused) as caught:
        parse_token(text, LABELS)
    assert {name: getattr(caught.value, name) for name in data} == data
