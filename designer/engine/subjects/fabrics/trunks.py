"""Rows of trunks as columns: a place, another place, and the links between them."""

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_graph.net import mixed, mixed_bits

Ints = NDArray[np.int64]
Marks = NDArray[np.uint64]
Trunks = tuple[Ints, Ints, Ints]


def marked(places: int, trunks: Trunks, lost: Trunks) -> Marks:
    """Return numbers that tell sets of links of places apart: sums of mixed bits.

    Links add up: those of fewer than 0 links take away what as many have added.
    """
    found = np.zeros(places, dtype=np.uint64)
    each = mixed(np.arange(places, dtype=np.int64))
    _add(found, each, trunks)
    _add(found, mixed_bits(each), lost)
    return found


def _add(found: Marks, each: Marks, trunks: Trunks) -> None:
    a, b, count = trunks
    wide = count.astype(np.uint64)
    np.add.at(found, a, each[b] * wide)
    np.add.at(found, b, each[a] * wide)


def links_at(places: int, trunks: Trunks) -> Ints:
    """Return the links of each place; shape (places,)."""
    a, b, count = trunks
    found = np.bincount(a, count, places)
    found += np.bincount(b, count, places)
    return found.astype(np.int64)


def taken_back(trunks: Trunks) -> Trunks:
    """Return trunks that take away what some add."""
    return trunks[0], trunks[1], -trunks[2]


def joined(one: Trunks, other: Trunks) -> Trunks:
    """Return the rows of two tables."""
    a, b, count = (np.concatenate(both) for both in zip(one, other, strict=True))
    return a, b, count


def merged(places: int, trunks: Trunks) -> Trunks:
    """Return the trunks with those between the same two places as one."""
    a, b, count = trunks
    # Trunks of a rule stand in order mostly, and those by hand, which are few, behind them.
    key = a * places
    key += b
    falls = np.flatnonzero(key[1:] <= key[:-1])
    if not len(falls):
        return trunks
    head = int(falls[0]) + 1
    behind, where = np.unique(key[head:], return_inverse=True)
    more = np.bincount(where.ravel(), count[head:]).astype(np.int64)
    at = np.searchsorted(key[:head], behind)
    there = key[np.minimum(at, head - 1)] == behind
    if not there.any() and len(behind) == len(where):
        return trunks
    count = count[:head].copy()
    count[at[there]] += more[there]
    if there.all():
        return a[:head], b[:head], count
    fresh = ~there
    one, other = np.divmod(behind[fresh], places)
    return (
        np.insert(a[:head], at[fresh], one), np.insert(b[:head], at[fresh], other),
        np.insert(count, at[fresh], more[fresh]),
    )  # fmt: skip
