"""The commands of notation.md, run in this process; `test_cli_process.py` runs them for real."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.conventions import FIELDS
from engine.conventions.validity import _LAYOUT_RULES, _RULES
from engine.errors import BadUsage, ConflictingConventions, Rule
from engine.record.wording import error_line
from engine.texts import RULES

CONFLICTS = (*_RULES, *_LAYOUT_RULES)

HEAD = """thousand 1
players Anna Bob Vera
"""
DEAL = """deal dealer=Vera
hand Anna 9s Js Qs Ks Ts As 9c
hand Bob Jc Qc Kc Tc Ac 9d Jd
hand Vera Qd Kd Td Ad 9h Jh Qh
talon Kh Th Ah
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "deal.tgr"
    path.write_text(HEAD + DEAL + "Anna: bid 100\n", encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    status = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


# replay


def test_replay_answers_with_the_object_of_the_notation(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    status, out, err = run(capsys, "replay", record, "--json")
    answer = json.loads(out)
    assert (status, err, len(answer.pop("conventions"))) == (0, "", 172)
    zeros = {"Anna": 0, "Bob": 0, "Vera": 0}
    assert answer == {
        "format": 1,
        "preset": "default",
        "players": ["Anna", "Bob", "Vera"],
        "deals": [
            {
                "number": 1,
                "dealer": "Vera",
                "declarer": None,
                "bid": None,
                "contract": None,
                "kind": "unfinished",
                "golden": False,
                "blind": False,
                "made": None,
                "card_points": zeros,
                "marriage_points": zeros,
                "taken": zeros,
                "tricks": zeros,
                "recorded": zeros,
                "adjustments": [],
                "scores": zeros,
                "bolts": zeros,
                "barrel": {"Anna": None, "Bob": None, "Vera": None},
                "falls": zeros,
            }
        ],
        "phase": "auction",
        "to_act": ["Bob"],
        "scores": zeros,
        "outcome": None,
    }


def test_replay_without_a_deal_is_between_two(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.tgr"
    path.write_text(HEAD + "scores 10 20 30\n")
    answer = json.loads(run(capsys, "replay", path, "--json")[1])
    assert (answer["phase"], answer["to_act"], answer["deals"]) == ("over", [], [])
    assert answer["scores"] == {"Anna": 10, "Bob": 20, "Vera": 30}


def test_replay_prints_a_sheet_for_people(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, _ = run(capsys, "replay", record)
    assert status == 0
    assert "deal 1" in out
    assert "to act: Bob" in out


def test_replay_as_somebody_else_is_a_wrong_command_line(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    status, out, err = run(capsys, "replay", record, "--as", "Bib")
    assert (status, out) == (2, "")
    assert err == "-:0: bad_usage: unknown_player: no player is called 'Bib'; did you mean Bob?\n"


def test_standard_input_is_a_file_called_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"thousand 2\n")))
    assert run(capsys, "replay", "-") == (
        2,
        "",
        "-:1: bad_format: a record starts with the statement: thousand 1\n",
    )


# legal


def test_legal_lists_bids_one_by_one_ascending(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, _ = run(capsys, "legal", record, "--json")
    answer = json.loads(out)
    assert (status, answer["phase"], answer["to_act"]) == (0, "auction", ["Bob"])
    bids = [f"bid {value}" for value in range(105, 181, 5)]
    assert [token for token in answer["legal"]["Bob"] if token != "pass"] == bids
    assert "pass" in answer["legal"]["Bob"]


def test_legal_prints_the_lines_that_may_come_next(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    out = run(capsys, "legal", record)[1]
    assert "Bob: bid 105\n" in out
    assert "Bob: pass\n" in out


# check


def test_check_says_which_are_in_order_and_exits_with_the_worst(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    broken, garbage = tmp_path / "broken.tgr", tmp_path / "garbage.tgr"
    broken.write_text(record.read_text() + "Vera: bid 105\n")
    garbage.write_bytes(b"\xff\xfe")
    status, out, err = run(capsys, "check", record, broken, garbage)
    assert (status, err) == (2, "")
    assert out.splitlines() == [
        f"{record}: ok",
        f"{broken}:9: not_your_turn: it is not Vera's turn: Bob to act",
        f"{garbage}:1: not_utf8: byte 0 is not UTF-8: save the record as UTF-8",
    ]
    assert run(capsys, "check", record, broken)[0] == 1
    assert run(capsys, "check", record)[0] == 0


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.tgr"
    status, _, err = run(capsys, "replay", missing)
    assert (status, err) == (2, f"{missing}:0: cannot_read: can't be read: No such file or directory\n")
    assert run(capsys, "replay", tmp_path)[0] == 2
    assert run(capsys, "replay", "\0")[0] == 2


# The rulebook


def test_conventions_are_listed_with_all_that_is_known_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "conventions", "--json")
    listed = json.loads(out)
    assert (status, len(listed)) == (0, 172)
    assert all(list(entry) == ["id", "section", "kind", "values", "default", "meaning"] for entry in listed)
    [limit] = [entry for entry in listed if entry["id"] == "negative_limit"]
    assert limit["values"] == ["off", 0, -100, -120, -200, -300, -1000]
    assert (limit["section"], limit["kind"], limit["default"]) == ("Bidding", "int/off", "off")


def test_conventions_for_people_take_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "conventions")[1].splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == 172


def test_presets_are_listed_with_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "presets", "--json")
    listed = json.loads(out)
    assert (status, len(listed)) == (0, 21)
    assert listed[0] == {
        "id": "default",
        "title": "The common game for three",
        "players": [3],
        "differs": {},
    }
    [bank] = [entry for entry in listed if entry["id"] == "bank"]
    assert bank["differs"] == {
        "ace_marriage": 200,
        "barrel_together": "one_falls",
        "redeal_hand_below": 13,
        "redeal_hand_nines": 3,
        "redeal_hand_jacks": 4,
        "redeal_talon_below": 5,
        "redeal_talon_nines": 2,
        "redeal_talon_jacks": 3,
        "redeal_deadline": "auction_start",
        "golden": True,
        "golden_mandatory": False,
        "payout": "bank",
    }


def test_presets_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert "gambler [3,4]" in run(capsys, "presets")[1]


# selfplay


@pytest.mark.parametrize(
    "options",
    [
        ["--deals", "3"],
        ["--preset", "matveev", "--deals", "2"],
        ["--preset", "bank", "--set", "golden=false", "must_beat=true", "--deals", "2"],
        ["--preset", "gambler", "--set", "golden=false", "--set", "barrel=false", "--deals", "2"],
        ["--players", "3", "--ai", "autopilot,random,autopilot", "--deals", "2"],
    ],
)
def test_selfplay_prints_a_record_that_check_accepts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]
) -> None:
    status, out, _ = run(capsys, "selfplay", "--seed", "7", *options)
    path = tmp_path / "self.tgr"
    path.write_text(out)
    assert status == 0
    assert out.count("\ndeal ") == int(options[-1])
    assert run(capsys, "check", path) == (0, f"{path}: ok\n", "")


def test_selfplay_is_reproducible(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "selfplay", "--seed", "x", "--deals", "2")
    assert first == run(capsys, "selfplay", "--seed", "x", "--deals", "2")
    assert first != run(capsys, "selfplay", "--seed", "y", "--deals", "2")


def test_autopilots_play_to_the_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.tgr"
    path.write_text(run(capsys, "selfplay", "--seed", "1", "--ai", "autopilot")[1])
    answer = json.loads(run(capsys, "replay", path, "--json")[1])
    assert answer["outcome"]["why"] == "barrel"


# What is wrong with a command line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "COMMAND"),
        (["rplay", "x"], "rplay"),
        (["replay"], "FILE"),
        (["replay", "a", "b"], "b"),
        (["check"], "FILE"),
        (["replay", "x", "--jsn"], "--jsn"),
        (["selfplay", "--players", "zwei"], "--players"),
        (["selfplay", "--deals", "0"], "--deals"),
        (["selfplay", "--deals", "9" * 5000], "--deals"),
        (["selfplay", "--ai", "genius"], "random, autopilot"),
        (["selfplay", "--ai", "random,random"], "3"),
        (["selfplay", "--set", "golden"], "id=value"),
        (["selfplay", "--preset", "matvev"], "did you mean matveev?"),
        (["selfplay", "--set", "must_bet=true"], "did you mean must_beat?"),
        (["selfplay", "--set", "barrel_at=890"], "880, 900"),
        (["selfplay", "--set", "marriage_proof=true", "hand_cap=none"], "marriage_proof=true, hand_cap=none"),
        (["selfplay", "--players", "2"], "3"),
        (["replay", "line\nbreak", "extra\nline"], "extra line"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("-:0: bad_usage: ")
    assert err.count("\n") == 1
    assert told in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--set", "blind_contract=auction"],
            (
                "conflicting_conventions: blind_contract=auction, unblind=true do not go together: "
                "blind bids in the auction need unblind=false"
            ),
        ),
        (
            ["--set", "partnership_4p=true"],
            (
                "conflicting_conventions: partnership_4p=true will not do: "
                "no rule for playing in pairs is written"
            ),
        ),
        (
            ["--set", "layout_3p=no"],
            (
                "conflicting_conventions: layout_3p=no will not do: "
                "nobody could play: keep a layout, such as layout_3p=7+3"
            ),
        ),
        (["--set", "must_bet=true"], "unknown_convention: no convention is called 'must_bet'; "),
        (["--set", "barrel_at=890"], "bad_value: barrel_at does not take '890': it takes 880, 900; "),
        (["--preset", "matvev"], "unknown_preset: no preset is called 'matvev'; did you mean matveev?"),
        (["--players", "2"], "players_not_allowed: 2 players may not play by these conventions, 3 may"),
        (["--set", "golden"], "argument --set: write id=value"),
    ],
)
def test_a_wrong_command_line_names_the_rule_that_it_breaks_and_says_why_to_the_end(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    status, out, err = run(capsys, "selfplay", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"-:0: bad_usage: {told}")


@pytest.mark.parametrize(("rule", "names"), sorted({(rule, names) for rule, names, _ in CONFLICTS}))
def test_no_reason_is_ever_cut(rule: Rule, names: tuple[str, ...]) -> None:
    settings = tuple(max((f"{name}={word}" for word in FIELDS[name].words), key=len) for name in names)
    line = error_line(BadUsage(error_line(ConflictingConventions(rule, settings))))
    assert all(setting in line for setting in settings)
    assert line.endswith(RULES[rule])


def test_help_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["selfplay", "--help"])
    assert ended.value.code == 0
    assert "--preset" in capsys.readouterr().out
