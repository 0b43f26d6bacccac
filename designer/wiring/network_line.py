"""The places of a fabric's nodes, or of its switches of a tier, in their order.

Members take them in order of rack and id, digits by value, but for the places that a design keeps:
these stay free where a member was taken away, or another has them than by its id.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from designer.model.design import KeptPlace
from designer.model.number_text import counted

Ints = NDArray[np.int32]
Form = Literal["rack", "slot", "device"]
"""A rack that is a node itself (sold filled), a slot of an assembly, a device drawn by itself."""
Named = tuple[str | int, ...]
Rank = tuple[int, int, Named]
"""One by its name, `(0, 0, name)`; one after all of these by its number, `(1, number, name)`."""
Order = tuple[Rank, Rank]
"""By what a place is ordered: its rack, and what it is in there."""


_DIGITS: Final = re.compile("([0-9]+)")


@lru_cache(maxsize=65_536)
def natural(text: str) -> Named:
    """Return a key that orders digits by value; text and numbers alternate, text first."""
    texts = _DIGITS.split(text)  # text and numbers in turn
    parts: list[str | int] = [*texts]
    parts[1::2] = map(counted, texts[1::2])
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class Occupant:
    """What matters to a network of a device, or of the rack itself."""

    form: Form
    id: str
    part: str
    fabric: str
    tier: str


@dataclass(frozen=True, eq=False)
class Line:
    """Places in order, those that are kept free among them.

    Attributes
    ----------
    holder
        Shape (places,): which of the members has it, counted in order; -1 where it is free.
    rack
        A number for the rack of each, counted over those with places.
    part
        Index of the part that has it or had it.
    """

    holder: Ints
    rack: Ints
    part: Ints

    @property
    def held(self) -> Ints:
        """Shape (members,): the place of each."""
        return np.flatnonzero(self.holder >= 0).astype(np.int32)


@dataclass(frozen=True)
class Rows:
    """Members in order of rack and id.

    Attributes
    ----------
    order, index
        Rack ids in order, and their numbers.
    rack, occupant, part
        Shape (members,): numbers of racks, and indices into `occupants` and `parts`.
    """

    order: tuple[str, ...]
    index: Mapping[str, int]
    occupants: Sequence[Occupant]
    rack: Ints
    occupant: Ints
    part: Ints

    def row_of(self, key: str, devices: Mapping[str, int]) -> int:
        """Return the row of a device key; -1 where there is none."""
        rack, slash, slot = key.partition("/")
        number = self.index.get(rack)
        if number is not None:
            form, wanted = ("slot", slot) if slash else ("rack", "")
            low, high = np.searchsorted(self.rack, (number, number + 1)).tolist()
            for row in range(low, high):
                it = self.occupants[self.occupant[row]]
                if it.form == form and (it.id == wanted or not slash):
                    return row
        return -1 if slash else devices.get(key, -1)

    def devices(self) -> dict[str, int]:
        """Return the rows of devices drawn by themselves, by id."""
        them = [self.occupants[at] for at in self.occupant.tolist()]
        return {it.id: row for row, it in enumerate(them) if it.form == "device"}


def same_line(one: Line | None, other: Line | None) -> bool:
    """Return whether places are the same, of tables of parts that only grow."""
    if one is None or other is None:
        return one is other
    columns = ("holder", "rack", "part")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)


def order_of(place: KeptPlace, *, in_rack: bool = False) -> Order:
    """Return by what a kept place is ordered.

    Parameters
    ----------
    in_rack
        Whether one that comes after all others does so among those of its rack alone.
    """
    key = place.key or ("" if place.id == place.rack else place.id)
    rack = natural(place.rack)
    if not place.last:
        return (0, 0, rack), (0, 0, natural(key))
    if in_rack:
        return (0, 0, rack), (1, place.last, natural(key))
    return (1, place.last, rack), (0, 0, natural(key))


def lined_up(
    rows: Rows, kept: Sequence[KeptPlace], parts: dict[str, int], *, rackwise: bool
) -> tuple[Ints, Line]:
    """Return the rows of members in the order of their places, and these.

    Parameters
    ----------
    kept
        The places that a design keeps among these members. One that is taken by nobody who is
        here is free, and so is one of a member that has another already.
    parts
        Numbers of parts; those of free places are added.
    rackwise
        Whether places are dealt rack by rack: one that comes later is the last of its rack, or
        its rack the last.
    """
    known = rows.devices() if any(place.taken_by for place in kept) else {}
    taken: dict[int, int] = {}
    for at, place in enumerate(kept):
        row = rows.row_of(place.taken_by, known) if place.taken_by else -1
        if row >= 0 and row not in taken:
            taken[row] = at
    row_at = {at: row for row, at in taken.items()}
    rest = np.setdiff1d(np.arange(len(rows.rack)), list(taken)).astype(np.int32)
    rack = rows.rack[rest]
    settled = {place.rack for place in kept if not place.last}
    settled |= {rows.order[number] for number in np.unique(rack).tolist()}
    firsts: dict[str, int] = {}
    for place in kept:
        firsts[place.rack] = min(place.last, firsts.get(place.rack, place.last))

    def ordered(place: KeptPlace) -> Order:
        if not (rackwise and place.last):
            return order_of(place)
        if place.rack in settled:
            return order_of(place, in_rack=True)
        by_rack = order_of(place.evolve(last=firsts[place.rack]))
        return by_rack[0], (1, place.last, by_rack[1][2])

    orders = [ordered(place) for place in kept]
    sequence = sorted(range(len(kept)), key=orders.__getitem__)
    racks = [natural(key) for key in rows.order]
    before = [_before(rows, rest, rack, racks, orders[at]) for at in sequence]
    # A kept place comes before the member whose row it names.
    position = np.concatenate((np.arange(len(rest)), np.array(before, dtype=np.int64)))
    sort = np.lexsort((np.arange(len(position)), np.arange(len(position)) < len(rest), position))
    found = np.concatenate((rest, [row_at.get(at, -1) for at in sequence]))[sort].astype(np.int32)
    other = {key: len(rows.order) + at for at, key in enumerate(sorted(firsts))}
    numbers = [rows.index.get(kept[at].rack, other[kept[at].rack]) for at in sequence]
    of_rack = np.concatenate((rack, numbers))[sort]
    of_rack = np.unique(of_rack, return_inverse=True)[1].astype(np.int32)
    were = [parts.setdefault(kept[at].part, len(parts)) for at in sequence]
    part = np.concatenate((rows.part[rest], were))[sort].astype(np.int32)
    here = found >= 0
    part[here] = rows.part[found[here]]
    holder = np.where(here, np.cumsum(here) - 1, -1).astype(np.int32)
    return found[here], Line(holder, of_rack, part)


def _before(rows: Rows, rest: Ints, rack: Ints, racks: Sequence[Named], order: Order) -> int:
    """Return before which of the other members a place comes."""
    (late, _, name), inner = order
    if late:
        return len(rest)
    number = bisect_left(racks, name)
    low, high = np.searchsorted(rack, (number, number + 1)).tolist()
    if number == len(racks) or racks[number] != name:
        return int(low)
    held = [natural(rows.occupants[rows.occupant[row]].id) for row in rest[low:high].tolist()]
    return int(low) + bisect_left([(0, 0, key) for key in held], inner)
