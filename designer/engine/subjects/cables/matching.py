"""Which cable of a fabric is the one of before: by the ports that it joins.

A cable is the one of before where it joins the same two ports; else where one of its ports had a
cable and has one: that cable has another end. A port has one cable. Ports are numbered, so that
each is looked up in a table: nothing is sorted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Design
from designer.model.layout import Layout, Placed
from designer.wiring.cable_ends import CableEnds
from designer.wiring.same_members import NumberedMembers, numbered_members

Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

_TABLE: Final = 1 << 22
"""Numbers up to which a table of all of them is quicker than to sort those that occur."""


@dataclass(frozen=True, eq=False)
class Kept:
    """Cables of a fabric that are there before and after, by their numbers in it.

    Attributes
    ----------
    old, late
        The same cable at the same place, before and after; all of them where each is as it was.
    other_end
        The numbers after of those that join another port.
    gone, new
        Numbers of the cables that are not any more, and of those that were not.
    """

    old: Places | slice
    late: Places | slice
    other_end: Places
    gone: Places
    new: Places


def kept_cables(was: CableEnds, now: CableEnds, designs: tuple[Design, Design]) -> Kept:
    """Return the cables of a fabric that are there before and after.

    Parameters
    ----------
    designs
        Before and after.
    """
    none = np.empty(0, dtype=np.intp)
    if _are_alike(was, now):
        return Kept(slice(None), slice(None), none, none, none)
    if not (len(was) and len(now)):
        return Kept(none, none, none, *(np.arange(len(one), dtype=np.intp) for one in (was, now)))
    ports, end = _ports(was, now, designs)
    (a, b), (c, d) = ports
    by_a, by_b = _rows_at(c, end), _rows_at(d, end)
    found = np.full(len(was), -1, dtype=np.intp)
    for table, at, here, there in ((by_a, a, d, b), (by_b, a, c, b)):
        free = np.flatnonzero(found < 0)
        row = table[at[free]]
        _take(found, free, np.where(here[row] == there[free], row, -1), len(now))
    same = np.flatnonzero(found >= 0)
    for table, at in ((by_a, a), (by_b, b)):
        free = np.flatnonzero(found < 0)
        _take(found, free, table[at[free]], len(now))
    stays = np.ones(len(now), dtype=bool)
    stays[found[found >= 0]] = False
    old, late = same, found[same]
    found[same] = -1
    gone = np.ones(len(was), dtype=bool)
    moved = np.flatnonzero(found >= 0)
    gone[old] = gone[moved] = False
    return Kept(old, late, found[moved], np.flatnonzero(gone), np.flatnonzero(stays))


def _rows_at(ports: Codes, end: int) -> Places:
    """Return for every port the first cable that ends there; -1 for none."""
    found = np.full(end, -1, dtype=np.intp)
    found[ports[::-1]] = np.arange(len(ports) - 1, -1, -1)
    return found


def _take(found: Places, rows: Places, what: Places, many: int) -> None:
    """Give rows what is theirs, where no row has it; below 0 there is nothing."""
    rows, what = rows[what >= 0], what[what >= 0]
    taken = np.zeros(many, dtype=bool)
    taken[found[found >= 0]] = True
    free = ~taken[what]
    rows, what = rows[free], what[free]
    first = _rows_at(what, many)
    mine = first[what] == np.arange(len(what))
    found[rows[mine]] = what[mine]


def _are_alike(was: CableEnds, now: CableEnds) -> bool:
    """Return whether cables join the same ports of the same devices, number by number."""
    if was is now:
        return True
    names = ("a", "b", "a_lane", "b_lane")
    return (
        all(np.array_equal(getattr(was, name), getattr(now, name)) for name in names)
        and np.array_equal(was.wiring.nodes.device, now.wiring.nodes.device)
        and np.array_equal(was.wiring.nodes.unit, now.wiring.nodes.unit)
        and np.array_equal(was.wiring.places.switch, now.wiring.places.switch)
        and was.wiring.members.same_as(now.wiring.members)
    )


def _ports(
    was: CableEnds, now: CableEnds, designs: tuple[Design, Design]
) -> tuple[tuple[tuple[Codes, Codes], ...], int]:
    """Return a number of the port at either end of each cable, before and after.

    Then what is above all of these numbers.
    """
    both = (was, now)
    numbers = _same_devices(*numbered_members(was.wiring.members, now.wiring.members), designs)
    # Few of the numbers that slots of racks could have are those of a device.
    every = np.concatenate([one.every for one in numbers])
    unique, dense = np.unique(every, return_inverse=True)
    many, at = len(unique), 0
    units = 1 + max(int(one.wiring.nodes.unit.max(initial=0)) for one in both)
    vertices = []
    for ends, device in zip(both, numbers, strict=True):
        nodes, first = ends.wiring.nodes, at + len(device.nodes)
        at, mine, held = first + len(device.switches), dense[at:first], dense[first:]
        # In the end that of places without a switch, which no cable ends at.
        switch = np.append(held[: len(device.switches)], many)[ends.wiring.places.switch]
        node = mine[nodes.device] * units + nodes.unit
        vertices.append(np.concatenate((node, many * units + switch)))
    lanes = 1 + max(
        int(lane.max(initial=0)) for ends in both for lane in (ends.a_lane, ends.b_lane)
    )
    columns: list[Codes] = [
        vertex[at] * lanes + lane.astype(np.int64)
        for ends, vertex in zip(both, vertices, strict=True)
        for at, lane in ((ends.a, ends.a_lane), (ends.b, ends.b_lane))
    ]
    end = (many * units + many + 1) * lanes
    if end > _TABLE:
        unique, number = np.unique(np.concatenate(columns), return_inverse=True)
        cuts = np.cumsum([len(one) for one in columns[:-1]])
        columns, end = list(np.split(number.astype(np.int64), cuts)), len(unique)
    return ((columns[0], columns[1]), (columns[2], columns[3])), end


def _same_devices(
    old: NumberedMembers, new: NumberedMembers, designs: tuple[Design, Design]
) -> tuple[NumberedMembers, NumberedMembers]:
    """Return devices with the number of before where they have another key, but stay in place.

    So it is of all that stands in a rack which leaves its assembly, or takes one.
    """
    left, added = _without(old.every, new.every), _without(new.every, old.every)
    if not (len(left) and len(added)):
        return old, new
    gone, came = dict(old.keys_of(left)), dict(new.keys_of(added))
    before = {_place(one): one for one in _placed(gone, designs[0])}
    pairs = ((one, before.get(_place(one))) for one in _placed(came, designs[1]))
    same = {
        came[now.key]: gone[was.key]
        for now, was in pairs
        if was is not None and was.from_assembly != now.from_assembly
    }
    return old, new.with_numbers(same)


def _without(some: Codes, others: Codes) -> Codes:
    """Return the numbers that are not among others."""
    end = 1 + max(int(some.max(initial=-1)), int(others.max(initial=-1)))
    if end > _TABLE:
        return np.setdiff1d(some, others)
    found = np.zeros(end, dtype=bool)
    found[some] = True
    found[others] = False
    return np.flatnonzero(found)


def _placed(keys: Iterable[str], design: Design) -> Iterator[Placed]:
    layout = Layout(design)
    yield from filter(None, map(layout.find, keys))


def _place(one: Placed) -> tuple[object, ...]:
    return one.rack, one.half_u, one.face, one.side, one.part, one.feed
