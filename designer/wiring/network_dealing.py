"""Which drawn switch takes which place of the rule; places of missing ones stay empty."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_holes import series_of
from designer.wiring.network_members import Members

Ints = NDArray[np.int32]


def dealt(members: Members, tier: int, count: int) -> tuple[Ints, bool]:
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


def _ends(members: Members, mine: Ints) -> tuple[NDArray[np.int64], int]:
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


def _series(members: Members, mine: Ints) -> Iterator[tuple[int, str, int]]:
    """Yield rack, series and number of switches; a rack's own name is no part of its series."""
    for switch in mine.tolist():
        rack = int(members.switch_rack[switch])
        key = members.occupants[int(members.switch_occupant[switch])].id
        stem, number = series_of(key) or (key, 0)
        begins = f"{members.racks[rack]}-"
        if stem.casefold().startswith(begins.casefold()):
            stem = stem[len(begins) :]
        yield rack, stem, number
