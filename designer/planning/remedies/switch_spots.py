"""Where in racks switches that are missing go: back to their own units, else after their like.

A number that a series of ids leaves out says in which rack a switch stood, and its neighbours say
how high and what it was called. So what is built again is what was taken away.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.edits.naming import after_rack, next_name, slug
from designer.document.placement import LOWEST_HALF_U, can_place, first_fit
from designer.model.design import Fabric, Face
from designer.model.layout import Layout, Placed
from designer.planning.rack_filling import network_budget, pdus_carry
from designer.wiring.network_holes import series_of

_NUMBERED: Final = re.compile(r"^(.*?)([0-9]+)$", re.DOTALL)


@dataclass(frozen=True)
class Spot:
    """Where one switch goes, and what it is called there.

    Attributes
    ----------
    key
        Its id; empty for the next of its rack and part.
    """

    rack: str
    half_u: int
    name: str
    key: str = ""


@dataclass(frozen=True)
class Hung:
    """What is to be placed: switches of a part for a tier of a fabric, on a side of racks."""

    part: Part
    face: Face
    fabric: Fabric
    tier: str

    def is_like(self, placed: Placed) -> bool:
        """Return whether a device is of the same tier and part."""
        of = placed.fabric, placed.tier, placed.part, placed.face
        return of == (self.fabric.id, self.tier, self.part.id, self.face)


@dataclass(frozen=True)
class _Member:
    """A switch in a series of a rack."""

    number: int
    placed: Placed


def holes(layout: Layout, catalog: Catalog, hung: Hung) -> Iterator[Spot]:
    """Yield the places of switches that are missing in series, first those within one."""
    series = list(_series(layout, hung))
    longest: dict[str, int] = {}
    for stem, members in series:
        short = _short(layout, stem, members)
        longest[short] = max(members[-1].number, longest.get(short, 0))
    inner = [(stem, members, range(1, members[-1].number)) for stem, members in series]
    outer = [
        (stem, members, range(members[-1].number + 1, longest[_short(layout, stem, members)] + 1))
        for stem, members in series
    ]
    for stem, members, numbers in (*inner, *outer):
        held = {member.number for member in members}
        for number in numbers:
            if number not in held:
                spot = _spot_of(layout, catalog, hung, stem, members, number)
                if spot is not None:
                    yield spot


def _series(layout: Layout, hung: Hung) -> Iterator[tuple[str, list[_Member]]]:
    """Yield the series of each rack by what its ids begin with, each in its order."""
    for rack in layout.racks:
        found: dict[str, list[_Member]] = {}
        for placed in layout.in_rack(rack):
            read = series_of(placed.key.rpartition("/")[2]) if hung.is_like(placed) else None
            if read is not None:
                found.setdefault(read[0], []).append(_Member(read[1], placed))
        for stem, members in found.items():
            yield stem, sorted(members, key=lambda member: member.number)


def _short(layout: Layout, stem: str, members: Sequence[_Member]) -> str:
    """Return what a series is called without the name of its rack."""
    begins = f"{members[0].placed.rack}-"
    return stem[len(begins) :] if stem.casefold().startswith(begins.casefold()) else stem


def _spot_of(
    layout: Layout, catalog: Catalog, hung: Hung, stem: str, members: Sequence[_Member],
    number: int,
) -> Spot | None:  # fmt: skip
    """Return where a number of a series stood; None where it has no place."""
    like = min(members, key=lambda member: abs(member.number - number))
    key = _with_number(like.placed.key.rpartition("/")[2], number)
    if key in layout.devices or not carries(layout, catalog, like.placed.rack, hung.part):
        return None
    half_u = _height(members, number)
    rack = like.placed.rack
    if half_u is None or not can_place(
        layout, catalog, hung.part.id, rack, half_u, hung.face
    ).ok:  # fmt: skip
        half_u = first_fit(layout, catalog, hung.part.id, rack, hung.face)
    if half_u is None:
        return None
    read = series_of(like.placed.name)
    name = _with_number(like.placed.name, read[1] + number - like.number) if read else key
    taken = {placed.name for placed in layout.in_rack(rack)}
    return Spot(rack, half_u, name if name not in taken else next_name(taken, name), key)


def _with_number(text: str, number: int) -> str:
    """Return a name or an id with another number at its end, as long as it was."""
    return _NUMBERED.sub(lambda it: f"{it[1]}{number:0{len(it[2])}d}", text)


def _height(members: Sequence[_Member], number: int) -> int | None:
    """Return the half unit of a number by the line through its neighbours; None without one."""
    if len(members) < 2:
        return None
    near = sorted(members, key=lambda member: abs(member.number - number))[:2]
    below = [member for member in members if member.number < number]
    above = [member for member in members if member.number > number]
    one, other = (below[-1], above[0]) if below and above else near
    steps, between = number - one.number, other.number - one.number
    rise = (other.placed.half_u - one.placed.half_u) * steps
    return one.placed.half_u + rise // between if rise % between == 0 else None


def next_spot(layout: Layout, catalog: Catalog, hung: Hung, rack: str) -> Spot | None:
    """Return the next place of a rack: after its like, else as its like stand in another rack."""
    mine = _likes(layout, hung, rack)
    fullest = max((_likes(layout, hung, other) for other in layout.racks), key=len, default=[])
    # In its own rack the next after the last two; else each unit of another rack in turn.
    wanted = [*_going_on(mine), *(placed.half_u for placed in fullest)]
    free = (
        at for at in wanted
        if can_place(layout, catalog, hung.part.id, rack, at, hung.face).ok
    )  # fmt: skip
    half_u = next(free, None)
    if half_u is None:
        half_u = first_fit(layout, catalog, hung.part.id, rack, hung.face)
    return None if half_u is None else Spot(rack, half_u, _name(layout, hung, rack))


def _likes(layout: Layout, hung: Hung, rack: str) -> list[Placed]:
    """Return the like of a switch in a rack, in the order of their numbers."""
    found = [placed for placed in layout.in_rack(rack) if hung.is_like(placed)]
    return sorted(found, key=lambda placed: (series_of(placed.name) or ("", 0))[::-1])


def _going_on(mine: Sequence[Placed]) -> list[int]:
    if len(mine) < 2:
        return []
    last, before = mine[-1].half_u, mine[-2].half_u
    return [last + last - before]


def _name(layout: Layout, hung: Hung, rack: str) -> str:
    """Return the name that follows those of a tier in a rack, else as they are called elsewhere."""
    taken = {placed.name for other in layout.racks for placed in layout.in_rack(other)}
    mine = _likes(layout, hung, rack)
    if mine:
        return next_name(taken, mine[-1].name)
    for other in reversed(tuple(layout.racks)):
        likes = _likes(layout, hung, other)
        if likes:
            was, now = layout.racks[other].name, layout.racks[rack].name
            name = after_rack(likes[0].name, was, now)
            if name == likes[0].name:
                return next_name(taken, likes[-1].name)
            return name if name not in taken else next_name(taken, name)
    return next_name(taken, f"{slug(hung.fabric.name or hung.fabric.id)}-{hung.tier}-0")


def room_for(layout: Layout, catalog: Catalog, hung: Hung, rack: str, most: int) -> int:
    """Return how many switches a rack takes, at most so many: by its units, rack PDUs and air."""
    holder = catalog.get(layout.racks[rack].part)
    units = holder.rack.units if holder is not None and holder.rack is not None else 0
    free, at = 0, LOWEST_HALF_U
    while free < most and at < LOWEST_HALF_U + 2 * units:
        fits = can_place(layout, catalog, hung.part.id, rack, at, hung.face).ok
        free += fits
        at += max(2, hung.part.height_half_u) if fits else 2
    while free and not carries(layout, catalog, rack, hung.part, free):
        free -= 1
    return free


def carries(layout: Layout, catalog: Catalog, rack: str, part: Part, number: int = 1) -> bool:
    """Return whether the rack PDUs of a rack carry more devices, and the room's air their heat.

    Where it has none, or unlike ones, that is no question here.
    """
    held = [found for it in layout.in_rack(rack) if (found := catalog.get(it.part)) is not None]
    feeds = Counter(
        (placed.feed, placed.part)
        for placed in layout.in_rack(rack)
        if (found := catalog.get(placed.part)) is not None and found.traits.feeds_devices
    )
    kinds = {pdu for _, pdu in feeds}
    if len(kinds) != 1 or max(feeds.values(), default=0) != 1 or len(feeds) < 2:
        return True
    budget = network_budget(
        catalog, layout.racks[rack].part, kinds.pop(), layout.design.site.power_factor
    )
    drawing = [one for one in held if not one.traits.feeds_devices]
    return pdus_carry(catalog, [*drawing, *[part] * number], budget)


def is_spare(layout: Layout, catalog: Catalog, rack: str) -> bool:
    """Return whether a rack holds rack PDUs and nothing else."""
    held = [catalog.get(placed.part) for placed in layout.in_rack(rack)]
    return bool(held) and all(part is not None and part.traits.feeds_devices for part in held)
