"""What is reached over pairs of neighbours."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def within_tree(places: int, root: int, ends: Ints, starts: Ints) -> Flags:
    """Return the places from which a tree goes on that is grown in turns from a root."""
    there, within = np.zeros(places, dtype=bool), np.zeros(places, dtype=bool)
    parent = np.zeros(places, dtype=np.int64)
    there[root] = within[root] = True
    while True:
        new = there[starts] & ~there[ends]
        if not new.any():
            return within
        grown = ends[new]
        parent[grown] = starts[new]
        there[grown] = True
        within[parent[grown]] = True


def reaches_all(hosted: Ints, one: Ints, other: Ints) -> bool:
    """Return whether pairs of neighbours lead from one place that hosts anyone to all others."""
    hosting = np.flatnonzero(hosted)
    there = np.zeros(len(hosted), dtype=bool)
    there[hosting[0]] = True
    known = 0
    while not there[hosting].all():
        count = int(np.count_nonzero(there))
        if count == known:
            return False
        known = count
        there[other[there[one]]] = True
        there[one[there[other]]] = True
    return True


def hosting_parts(hosted: Ints, one: Ints, other: Ints) -> int:
    """Return the parts that host anyone, as pairs of neighbours join them."""
    label = np.arange(len(hosted), dtype=np.int64)
    while True:
        low = np.minimum(label[one], label[other])
        after = label.copy()
        np.minimum.at(after, one, low)
        np.minimum.at(after, other, low)
        after = after[after]
        if np.array_equal(after, label):
            return int(np.count_nonzero(np.bincount(label[hosted > 0])))
        label = after
