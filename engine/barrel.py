"""Who sits on the barrel, and what that changes before the count (catalogue section 2, Barrel)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.actions import Seat
from engine.conventions import Conventions
from engine.state import Frame, Standing


def clockwise(frame: Frame, first: Seat) -> Iterator[Seat]:
    """Seats that hold cards, clockwise from `first`, which is one of them."""
    start = frame.active.index(first)
    yield from frame.active[start:]
    yield from frame.active[:start]


def first_on_barrel(frame: Frame, standings: Sequence[Standing]) -> Seat | None:
    """The first barrel player clockwise from the opener, the opener included (settled B3)."""
    return next((seat for seat in clockwise(frame, frame.opener) if standings[seat].barrel is not None), None)


def somebody_on_barrel(standings: Sequence[Standing]) -> bool:
    """Anybody at all sits on the barrel."""
    return any(standing.barrel is not None for standing in standings)


def excluded(
    conventions: Conventions, standings: Sequence[Standing], active: Sequence[Seat], seat: Seat
) -> bool:
    """He may not bid because he sits on the barrel (`barrel_auction=excluded`).

    Where everybody who has cards sits there nobody is excluded: somebody has to play.
    """
    return (
        conventions.barrel_auction == "excluded"
        and standings[seat].barrel is not None
        and any(standings[other].barrel is None for other in active)
    )


def books_bid(conventions: Conventions, standing: Standing) -> bool:
    """`barrel_need` is bid for him instead of an opening bid (`barrel_auction=auto_bid`, settled B3)."""
    return conventions.barrel_auction == "auto_bid" and standing.barrel is not None


def lifted(conventions: Conventions, standing: Standing, bid: int) -> int:
    """The least contract of a declarer: on the barrel at least `barrel_need` (4.4, settled B1, B2, X44)."""
    return bid if standing.barrel is None else max(bid, conventions.barrel_need)
