"""Where the switches stood that are missing: numbers that a series of ids leaves out.

Switches take the places of the rule in order. One that is taken away leaves its place empty as
long as the ids of its like tell it: `cleaf05` and `cleaf07` have a place between them. So the other
switches keep their places, and the cables of these stay as they are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from designer.model.number_text import counted

if TYPE_CHECKING:
    from designer.wiring.network_members import Members

Ints = NDArray[np.int32]
_NUMBERED: Final = re.compile(r"^(.*?)([0-9]+)$", re.DOTALL)
_FIRST: Final = 1
_MOST_FROM_ONE: Final = 99
"""A series that begins with a higher number was hardly ever counted from 1."""


def series_of(key: str) -> tuple[str, int] | None:
    """Return what an id is called and numbered in a series; None without a number at its end."""
    found = _NUMBERED.match(key)
    return (found.group(1), counted(found.group(2))) if found else None


def left_out(keys: Sequence[str]) -> list[int]:
    """Return for ids in their order how many numbers of its series each leaves out before it."""
    last: dict[str, int] = {}
    gaps = []
    for key in keys:
        found = series_of(key)
        if found is None:
            gaps.append(0)
            continue
        stem, number = found
        before = last.get(stem, _FIRST - 1 if number <= _MOST_FROM_ONE else number - 1)
        gaps.append(max(0, number - before - 1))
        last[stem] = number
    return gaps


def dealt(members: "Members", tier: int, count: int) -> tuple[Ints, bool]:
    """Return the drawn switch of each of some places in turn, -1 at those that are missing.

    Numbers that are left out within a series come first, then those at the end of one that is
    shorter than its like in other racks; what is missing beyond these is missing at the end.

    Returns
    -------
    Ints
        Shape (count,): numbers of switches of all tiers.
    bool
        Whether every missing one has its place by a number.
    """
    mine = np.flatnonzero(members.tiers == tier).astype(np.int32)
    missing = count - len(mine)
    if missing <= 0 or not len(mine):
        at = np.append(mine, np.full(max(0, missing), -1, dtype=np.int32))[:count]
        return at.astype(np.int32), missing <= 0
    gaps = np.array([members.occupants[at].left_out for at in members.switch_occupant[mine]])
    before = np.minimum(np.cumsum(gaps), missing)
    left = missing - int(before[-1])
    ends, last = _ends(members, mine) if left else (np.zeros(len(mine), dtype=np.int64), 0)
    shorter = np.minimum(np.cumsum(ends), left)
    found = np.full(count, -1, dtype=np.int32)
    found[np.arange(len(mine)) + before + shorter] = mine
    return found, left - int(shorter[-1]) - last <= 0


def _ends(members: "Members", mine: Ints) -> tuple[NDArray[np.int64], int]:
    """Return how many are missing at the end of the series before each switch, and of the last."""
    series = list(_series(members, mine))
    longest: dict[str, int] = {}
    for _, stem, number in series:
        longest[stem] = max(number, longest.get(stem, 0))
    ends = np.zeros(len(mine), dtype=np.int64)
    for at, (one, other) in enumerate(pairwise(series), start=1):
        if one[:2] != other[:2]:
            ends[at] = longest[one[1]] - one[2]
    return ends, longest[series[-1][1]] - series[-1][2]


def _series(members: "Members", mine: Ints) -> Iterator[tuple[int, str, int]]:
    """Yield rack, series and number of switches; a rack's own name is no part of its series."""
    for switch in mine.tolist():
        rack = int(members.switch_rack[switch])
        key = members.occupants[int(members.switch_occupant[switch])].id
        stem, number = series_of(key) or (key, 0)
        begins = f"{members.racks[rack]}-"
        if stem.casefold().startswith(begins.casefold()):
            stem = stem[len(begins) :]
        yield rack, stem, number
