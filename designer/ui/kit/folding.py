"""Which lines of a card are left out where it would be higher than it may be."""

from collections.abc import Sequence
from enum import IntEnum


class Goes(IntEnum):
    """When a line of a card is left out."""

    NEVER = 0
    FIRST = 1
    """Small print."""
    NEXT = 2
    IN_NEED = 3
    """Only where the card would not fit at all."""


def left_out(lines: Sequence[tuple[Goes, int]], wanted: int, most: int) -> frozenset[int]:
    """Return which lines are left out, by their numbers; the last of each kind go first.

    One row is kept for saying how many those are.

    Parameters
    ----------
    lines
        When each goes, and its rows.
    wanted
        Rows that the card takes, unless it has more lines that are to stay.
    most
        Rows that there is room for.
    """
    gone: set[int] = set()
    rows = sum(high for _, high in lines)
    room = {Goes.FIRST: min(wanted, most), Goes.NEXT: min(wanted, most), Goes.IN_NEED: most}
    for turn, up_to in room.items():
        for number in reversed(range(len(lines))):
            goes, high = lines[number]
            if rows + bool(gone) <= up_to:
                return frozenset(gone)
            if goes == turn:
                gone.add(number)
                rows -= high
    return frozenset(gone)
