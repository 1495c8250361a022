"""Who may choose for a place: its language, the rules of its table."""

from __future__ import annotations

from bot.tables import lobby
from bot.tables.model import PersonId, Place, Table
from bot.tables.service import Service
from bot.telegram.admins import Admins


async def rules_as_admin(admins: Admins, table: Table, person: PersonId) -> bool:
    """Whether a person changes rules as a chat admin; nobody asks it of whoever rules as the host."""
    ruling = lobby.may_rule(table, person, is_admin=False)
    return not ruling and await admins.include(table.place.chat, person)


async def may_choose(service: Service, admins: Admins, place: Place, person: PersonId) -> bool:
    """A chat admin, or somebody who sits at the table of that place."""
    table = await service.table_at(place)
    seated = table is not None and table.seat_of(person) is not None
    return seated or await admins.include(place.chat, person)
