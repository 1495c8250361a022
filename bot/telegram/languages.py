"""Who may choose the language of a place."""

from __future__ import annotations

from bot.tables.model import PersonId, Place
from bot.tables.service import Service
from bot.telegram.admins import Admins


async def may_choose(service: Service, admins: Admins, place: Place, person: PersonId) -> bool:
    """A chat admin, or somebody who sits at the table of that place."""
    table = await service.table_at(place)
    seated = table is not None and table.seat_of(person) is not None
    return seated or await admins.include(place.chat, person)
