"""Cables that an edit leaves as they are: the same ones, in the same order, as before.

A device that comes or goes gives all after it other numbers. Where the same ports of the same
sorts of devices are joined all the same, cable by cable, what was found of them holds.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from designer.wiring.cable_ends import CableEnds
from designer.wiring.cable_places import Heights

Places = NDArray[np.intp]


def carried(was: CableEnds, now: CableEnds) -> CableEnds:
    """Return the cables of a fabric as those of before, if they are the same in the same order."""
    vertex = _vertices(was, now)
    if vertex is None or not _are_of_one_sort(was, now, vertex):
        return now
    return replace(now, order=was.order)


def end_alike(was: tuple[CableEnds, Heights], now: tuple[CableEnds, Heights]) -> bool:
    """Return whether the same cables end at the same places."""
    (old, here), (new, there) = was, now
    if new.order is not old.order:
        return False
    if new is old and there is here:
        return True
    vertex = _vertices(old, new)
    if vertex is None:
        return False
    used = np.flatnonzero(vertex >= 0)
    to = vertex[used]
    return all(
        np.array_equal(getattr(here, name)[used], getattr(there, name)[to])
        for name in ("rack", "z", "spread")
    )


def _vertices(was: CableEnds, now: CableEnds) -> Places | None:
    """Return for each vertex of before which it is now, -1 for one without a cable.

    None where that is not one to one, or some cable joins others.
    """
    if len(was) != len(now):
        return None
    found = np.full(was.vertices, -1, dtype=np.intp)
    found[was.a], found[was.b] = now.a, now.b
    if not (np.array_equal(found[was.a], now.a) and np.array_equal(found[was.b], now.b)):
        return None
    used = found[found >= 0]
    taken = np.zeros(now.vertices, dtype=bool)
    taken[used] = True
    return found if int(np.count_nonzero(taken)) == len(used) else None


def _are_of_one_sort(was: CableEnds, now: CableEnds, vertex: Places) -> bool:
    """Return whether lanes, rates and devices are such as before, and what is by hand the same."""
    one, other = was.wiring, now.wiring
    if (
        one.fabric != other.fabric
        or one.members.parts != other.members.parts
        or (one.node_fits, one.switch_fits) != (other.node_fits, other.switch_fits)
        or was.by_hand != now.by_hand
        or not all(
            np.array_equal(getattr(was, name), getattr(now, name))
            for name in ("a_lane", "b_lane", "rate_mbps")
        )
    ):
        return False
    used = np.flatnonzero(vertex >= 0)
    to = vertex[used]
    if not np.array_equal(was.part_codes[used], now.part_codes[to]):
        return False
    return _devices_are(was.devices[used], now.devices[to])


def _devices_are(was: NDArray[np.int32], now: NDArray[np.int32]) -> bool:
    """Return whether what was one device is one device."""
    found = np.full(int(was.max(initial=-1)) + 1, -1, dtype=np.int32)
    found[was] = now
    if not np.array_equal(found[was], now):
        return False
    used = found[found >= 0]
    return len(np.unique(used)) == len(used)
