"""What is kept, as people get it: the matches of a group as files, and a person's own data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.i18n import Lang, escape, tr
from bot.screens.buttons import DataTap, DataVerb, encode
from bot.screens.model import Button, File, Screen, Style
from bot.screens.text import blocks, bold
from bot.tables.archive import Archived, Player, as_file
from bot.tables.keeper import Known
from bot.tables.model import PersonId, Presence, Sitter, Stage, Table

_FORMAT: Final = 1
"""Version of the document with a person's data."""
_STORED: Final = ("profile", "seats", "matches", "not")


# A group's matches


def export(matches: Sequence[Archived], lang: Lang) -> File:
    """The matches of a group: a record, or an archive of records where there are several."""
    caption = tr(lang, "export-done", n=len(matches))
    if len(matches) == 1:
        return File(_name(matches[0]), _record(matches[0], lang), caption)
    packed = BytesIO()
    with ZipFile(packed, "w") as files:
        for match in matches:
            files.writestr(_entry(match), _record(match, lang), ZIP_DEFLATED)
    return File(f"thousand-{_day(matches[-1])}.zip", packed.getvalue(), caption)


def export_none(lang: Lang) -> Screen:
    """No match has ended here yet."""
    return Screen(escape(tr(lang, "export-none")))


def export_later(lang: Lang, seconds: int) -> Screen:
    """There was an export a moment ago."""
    return Screen(escape(tr(lang, "export-later", n=seconds)))


def _record(match: Archived, lang: Lang) -> bytes:
    seats = len(match.scores)
    holders = [_words(match.players, seat, lang) for seat in range(seats)]
    about = [f"{_time(match.ended_at)}  {match.table}"]
    for names, players in holders:
        if len(names) > 1 or not players[-1].stayed or players[-1].level:
            about += [_line(name, player, lang) for name, player in zip(names, players, strict=True)]
    return as_file(match, [names[-1] for names, _ in holders], about).encode()


def _words(players: Sequence[Player], seat: int, lang: Lang) -> tuple[tuple[str, ...], tuple[Player, ...]]:
    """Everybody who had a seat, in order, with the names that a record can bear."""
    mine = tuple(player for player in players if player.seat == seat)
    told = tuple(player.name or _unnamed(player, seat, lang) for player in mine)
    return told, mine


def _unnamed(player: Player, seat: int, lang: Lang) -> str:
    return tr(lang, f"computer-{player.level}") if player.level else tr(lang, "player", n=seat + 1)


def _line(name: str, player: Player, lang: Lang) -> str:
    key = "export-player" if player.stayed else "export-left"
    return tr(lang, key, name=name, n=player.first)


def _name(match: Archived) -> str:
    return f"{_day(match)}-{match.table}.tgr"


def _day(match: Archived) -> str:
    return _moment(match.ended_at).strftime("%Y-%m-%d")


def _time(milliseconds: int) -> str:
    return _moment(milliseconds).strftime("%Y-%m-%d %H:%M UTC")


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _entry(match: Archived) -> ZipInfo:
    ended = _moment(match.ended_at)
    return ZipInfo(_name(match), (max(1980, ended.year), *ended.timetuple()[1:6]))


# A person's data


def privacy(lang: Lang) -> Screen:
    """What is stored about a person, and what he can do about it."""
    keys = (
        (Button(tr(lang, "btn-data-send"), encode(DataTap(DataVerb.SEND)), style=Style.PRIMARY),),
        (Button(tr(lang, "btn-data-delete"), encode(DataTap(DataVerb.DELETE)), style=Style.DANGER),),
    )
    return Screen(
        blocks(
            (bold(tr(lang, "privacy-title")),),
            [f"• {tr(lang, f'privacy-{each}')}" for each in _STORED],
            (tr(lang, "privacy-delete"),),
        ),
        keys,
    )


def privacy_sure(lang: Lang, running: int) -> Screen:
    """Is he sure? `running` matches go on without him."""
    keys = (
        (Button(tr(lang, "btn-data-sure"), encode(DataTap(DataVerb.SURE)), style=Style.DANGER),),
        (Button(tr(lang, "btn-data-keep"), encode(DataTap(DataVerb.KEEP))),),
    )
    leaves = (tr(lang, "privacy-leaves", n=running),) if running else ()
    return Screen(blocks((bold(tr(lang, "privacy-sure")),), (tr(lang, "privacy-what"), *leaves)), keys)


def privacy_done(lang: Lang) -> Screen:
    """His data are deleted."""
    return Screen(tr(lang, "privacy-done"))


def running(tables: Sequence[Table], person: PersonId) -> int:
    """How many matches a person is playing."""
    return sum(table.stage is Stage.PLAYING and table.seat_of(person) is not None for table in tables)


def own_data(known: Known, person: PersonId, lang: Lang) -> File:
    """Everything that is stored about a person, as JSON; nobody else is named in it."""
    data = {
        "format": _FORMAT,
        "person": person,
        "profile": _profile(known),
        "tables": [_table(table, person) for table in known.tables],
        "matches": [_match(match, person) for match in known.matches],
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return File("thousand.json", text.encode(), tr(lang, "privacy-sent"))


def _profile(known: Known) -> dict[str, object] | None:
    profile = known.profile
    if profile is None:
        return None
    return {
        "name": profile.name,
        "language": profile.lang,
        "telegram_language": profile.client_lang,
        "private_chat_open": profile.reachable,
    }


def _table(table: Table, person: PersonId) -> dict[str, object]:
    return {
        "table": table.id,
        "group": table.place.chat,
        "topic": table.place.thread,
        "stage": table.stage.value,
        "opened": _time(table.opened_at),
        "host": table.host == person,
        "seats": list(_seats(table, person)),
        "votes": [vote.kind.value for vote in table.votes if person in vote.voters],
        "looks_on": any(watcher.person == person for watcher in table.watchers),
        "queue": [_sitter(sitter) for sitter in table.queue if sitter.person == person],
    }


def _seats(table: Table, person: PersonId) -> Iterator[dict[str, object]]:
    for seat, sitter in enumerate(table.seats):
        if sitter.person == person:
            yield {"seat": f"P{seat + 1}", "sits": sitter.presence is not Presence.LEFT, **_sitter(sitter)}
    for past in table.past:
        if past.sitter.person == person:
            yield {"seat": f"P{past.seat + 1}", "sits": False, **_sitter(past.sitter)}


def _sitter(sitter: Sitter) -> dict[str, object]:
    return {"name": sitter.name, "language": sitter.lang, "time_ran_out": sitter.overdue}


def _match(match: Archived, person: PersonId) -> dict[str, object]:
    mine = [player for player in match.players if player.person == person]
    return {
        "table": match.table,
        "group": match.place.chat,
        "topic": match.place.thread,
        "opened": _time(match.opened_at),
        "ended": _time(match.ended_at),
        "seats": [
            {"seat": f"P{player.seat + 1}", "name": player.name, "from_deal": player.first} for player in mine
        ],
        "scores": match.scores,
        "record": match.record,
    }
