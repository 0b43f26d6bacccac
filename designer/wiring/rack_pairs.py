"""Which pairs of racks cables join: found fabric by fabric, and numbered over all of them.

A pair has a key: the place of its first rack times the number of racks, and that of its second. A
fabric whose cables are as before has the keys of before: they are not looked for again.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.wiring.cable_ends import CableEnds, numbered
from designer.wiring.cable_places import Heights

Ints = NDArray[np.int32]
Keys = NDArray[np.int64]
Places = NDArray[np.intp]

_TABLE: Final = 8_000_000
"""Pairs of racks up to which a table of all of them is kept while they are numbered."""


class JoinedBefore(NamedTuple):
    """The pairs that the cables of a fabric joined before.

    Attributes
    ----------
    keys
        Shape (its pairs,): ascending, each once.
    pair
        Shape (cables,): the number of the pair of each among those of before; -1 within one rack.
    """

    keys: Keys
    pair: Places


class Joined(NamedTuple):
    """The pairs of racks of all fabrics, and the pair of each cable.

    Attributes
    ----------
    a, b
        Shape (pairs,): the racks, `a` before `b`.
    of_cables, keys
        Of each fabric the pair of each cable, -1 within one rack, and the keys of its pairs.
    """

    a: Ints
    b: Ints
    of_cables: tuple[Places, ...]
    keys: tuple[Keys, ...]


def keys_of(racks: int, a: Ints, b: Ints) -> Keys:
    """Return the keys of pairs of so many racks."""
    return np.asarray(a.astype(np.int64) * racks + b)


def joined(
    racks: int,
    ends: Sequence[tuple[CableEnds, Heights]],
    known: Sequence[JoinedBefore | None],
    before: Keys,
) -> Joined:
    """Return the pairs of racks that cables join, in the order of their racks.

    Parameters
    ----------
    racks
        How many racks there are.
    known
        Of each fabric what its cables joined before, where they are the same and end where they
        did.
    before
        The keys of all pairs of before.
    """
    found = [
        _of_fabric(racks, *one) if was is None else (was.keys, was.pair)
        for one, was in zip(ends, known, strict=True)
    ]
    keys = tuple(mine for mine, _ in found)
    every = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *keys]))
    stay = np.array_equal(every, before)
    moved = None if stay else np.append(np.searchsorted(every, before), -1)
    of_cables = []
    for (mine, number), was in zip(found, known, strict=True):
        if was is None:
            of_cables.append(np.append(np.searchsorted(every, mine), -1)[number])
        else:
            of_cables.append(number if moved is None else moved[number])
    a, b = np.divmod(every, max(1, racks))
    return Joined(a.astype(np.int32), b.astype(np.int32), tuple(of_cables), keys)


def _of_fabric(racks: int, cables: CableEnds, heights: Heights) -> tuple[Keys, Places]:
    """Return the keys of the pairs of a fabric, and the place of each cable's among these."""
    # Only racks of this fabric are counted: it is in one hall, and a site has many.
    used = np.zeros(racks + 1, dtype=bool)  # the last: of what stands nowhere
    used[heights.rack] = True
    used[-1] = False
    here = np.flatnonzero(used)
    place = np.full(racks + 1, -1, dtype=np.intp)
    place[here] = np.arange(len(here))
    rack = place[heights.rack]
    a, b = rack[cables.a], rack[cables.b]
    low = np.minimum(a, b)
    # No pair has the key 0: it stands for cables within racks.
    key = low * len(here)
    key += np.maximum(a, b, out=b)
    key[np.flatnonzero((low == b) | (low < 0))] = 0
    if len(here) * len(here) <= _TABLE:
        unique, number = numbered(key, len(here) * len(here) + 1)
    else:
        unique, number = np.unique(key, return_inverse=True)
    within = int(len(unique) > 0 and unique[0] == 0)
    number -= within
    one, other = np.divmod(unique[within:], max(1, len(here)))
    return np.asarray(here[one].astype(np.int64) * racks + here[other]), number
