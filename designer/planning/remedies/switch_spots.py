"""Where in racks switches that are missing go: back to their own units, else after their like.

The places that a fabric keeps free say where a switch stood and what it was called. So what is
built again is what was taken away.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.edits.naming import after_rack, next_name, slug
from designer.document.placement import LOWEST_HALF_U, can_place, first_fit
from designer.model.change import went_and_came
from designer.model.design import Design, Fabric, Face, KeptPlace
from designer.model.layout import Layout, Placed
from designer.model.number_text import counted
from designer.planning.rack_filling import network_budget, pdus_carry
from designer.wiring.network_line import order_of

_NUMBERED: Final = re.compile(r"^.*?([0-9]+)$", re.DOTALL)


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


class Hall:
    """What is worked out of a hall once, while one switch after another is placed in it."""

    def __init__(self) -> None:
        self._open: tuple[Design, frozenset[str]] | None = None
        self._named: tuple[Design, set[str]] | None = None

    def in_open_air(self, design: Design, catalog: Catalog) -> frozenset[str]:
        """Return the racks in no aisle that containment closes; devices change nothing of it."""
        known = self._open
        if known is None or known[0].racks is not design.racks or known[0].room is not design.room:
            known = self._open = design, uncontained(design, catalog)
        return known[1]

    def names(self, layout: Layout) -> Collection[str]:
        """Return what the devices of all racks are called."""
        design, known = layout.design, self._named
        if known is not None and known[0].racks is design.racks:
            went, came = went_and_came(known[0].devices, design.devices)
            if not went and known[0].assemblies is design.assemblies:
                known[1].update(device.name for device in came)
                self._named = design, known[1]
                return known[1]
        names = set(layout.device_names())
        self._named = design, names
        return names


@dataclass(frozen=True)
class Hung:
    """What is to be placed: switches of a part for a tier of a fabric, on a side of racks."""

    part: Part
    face: Face
    fabric: Fabric
    tier: str
    hall: Hall = field(default_factory=Hall, compare=False)

    def is_like(self, placed: Placed) -> bool:
        """Return whether a device is of the same tier and part."""
        of = placed.fabric, placed.tier, placed.part, placed.face
        return of == (self.fabric.id, self.tier, self.part.id, self.face)

    def stood_at(self, place: KeptPlace) -> bool:
        """Return whether a place is one of such a switch."""
        return (place.fabric, place.tier or "leaf") == (self.fabric.id, self.tier)


def kept_free(layout: Layout, hung: Hung) -> list[KeptPlace]:
    """Return the places of such switches that are kept free, in their order."""
    free = (it for it in layout.design.places if not it.taken_by and hung.stood_at(it))
    return sorted(free, key=order_of)


def spot_of(layout: Layout, catalog: Catalog, hung: Hung, place: KeptPlace) -> Spot | None:
    """Return where the switch of a place stood; None where its rack takes it no more."""
    rack = place.rack
    if rack not in layout.racks or not carries(layout, catalog, rack, hung):
        return None
    half_u: int | None = place.half_u
    if not can_place(layout, catalog, hung.part.id, rack, place.half_u, hung.face).ok:
        half_u = first_fit(layout, catalog, hung.part.id, rack, hung.face)
    if half_u is None:
        return None
    name, taken = place.name or place.id, {placed.name for placed in layout.in_rack(rack)}
    key = "" if place.id in layout.devices else place.id
    return Spot(rack, half_u, name if name not in taken else next_name(taken, name), key)


def next_spot(
    layout: Layout, catalog: Catalog, hung: Hung, rack: str, among: int = 1
) -> Spot | None:
    """Return the next place of a rack: after its like, else as its like stand in another rack.

    Parameters
    ----------
    among
        How many more go into the rack: the first of all stand about the middle of their rack,
        which keeps its centre of gravity low.
    """
    free = (
        at for at in _wanted(layout, catalog, hung, rack, among)
        if can_place(layout, catalog, hung.part.id, rack, at, hung.face).ok
    )  # fmt: skip
    half_u = next(free, None)
    if half_u is None:
        half_u = first_fit(layout, catalog, hung.part.id, rack, hung.face)
    return None if half_u is None else Spot(rack, half_u, _name(layout, hung, rack))


def _wanted(layout: Layout, catalog: Catalog, hung: Hung, rack: str, among: int) -> Iterator[int]:
    """Yield where it would go: in its own rack after the last two, else as in another rack."""
    mine = _likes(layout, hung, rack)
    yield from _going_on(mine)
    others = layout.racks_with(hung.part.id.__eq__)
    fullest = max((_likes(layout, hung, other) for other in others), key=len, default=[])
    yield from (placed.half_u for placed in fullest)
    if not fullest:
        yield from _about_middle(layout, catalog, hung, rack, among)
    if len(mine) == 1:
        yield mine[0].half_u - hung.part.height_half_u


def _about_middle(layout: Layout, catalog: Catalog, hung: Hung, rack: str, among: int) -> list[int]:
    """Return where the uppermost of some switches hangs whose middle is that of the rack."""
    holder = catalog.get(layout.racks[rack].part)
    if holder is None or holder.rack is None:
        return []
    middle = LOWEST_HALF_U + holder.rack.units
    at = middle + among * hung.part.height_half_u // 2 - hung.part.height_half_u
    return [at - at % 2]


def _likes(layout: Layout, hung: Hung, rack: str) -> list[Placed]:
    """Return the like of a switch in a rack, in the order of their numbers."""
    found = [placed for placed in layout.in_rack(rack) if hung.is_like(placed)]
    return sorted(found, key=_number_of)


def _number_of(placed: Placed) -> tuple[int, str]:
    """Return the number at the end of a name, 0 where there is none, and the name."""
    read = _NUMBERED.match(placed.name)
    return counted(read[1]) if read else 0, placed.name


def _going_on(mine: Sequence[Placed]) -> list[int]:
    if len(mine) < 2:
        return []
    last, before = mine[-1].half_u, mine[-2].half_u
    return [last + last - before]


def _name(layout: Layout, hung: Hung, rack: str) -> str:
    """Return the name that follows those of a tier in a rack, else as they are called elsewhere."""
    taken = hung.hall.names(layout)
    mine = _likes(layout, hung, rack)
    if mine:
        return next_name(taken, mine[-1].name)
    for other in reversed(layout.racks_with(hung.part.id.__eq__)):
        likes = _likes(layout, hung, other)
        if likes:
            was, now = layout.racks[other].name, layout.racks[rack].name
            name = after_rack(likes[0].name, was, now)
            if name == likes[0].name:
                return next_name(taken, likes[-1].name)
            return name if name not in taken else next_name(taken, name)
    return next_name(taken, f"{slug(hung.fabric.name or hung.fabric.id)}-{hung.tier}-0")


def room_for(
    layout: Layout, catalog: Catalog, hung: Hung, rack: str, most: int, least: int = 1
) -> int:
    """Return how many switches a rack takes, at most so many: by its units, rack PDUs and air.

    Parameters
    ----------
    least
        Where it does not take so many, 0 is returned.
    """
    holder = catalog.get(layout.racks[rack].part)
    units = holder.rack.units if holder is not None and holder.rack is not None else 0
    free, at = 0, LOWEST_HALF_U
    while free < most and at < LOWEST_HALF_U + 2 * units:
        fits = can_place(layout, catalog, hung.part.id, rack, at, hung.face).ok
        free += fits
        at += max(2, hung.part.height_half_u) if fits else 2
    while free >= least and not carries(layout, catalog, rack, hung, free):
        free -= 1
    return free if free >= least else 0


def carries(layout: Layout, catalog: Catalog, rack: str, hung: Hung, number: int = 1) -> bool:
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
    drawing = [one for one in held if not one.traits.feeds_devices]
    asked, pdu = [*drawing, *[hung.part] * number], kinds.pop()

    def within(*, contained: bool) -> bool:
        of, factor = layout.racks[rack].part, layout.design.site.power_factor
        budget = network_budget(catalog, of, pdu, factor, contained=contained)
        return pdus_carry(catalog, asked, budget)

    if within(contained=False):
        return True
    if layout.design.room.containment == "none" or not within(contained=True):
        return False
    # Not every rack of a room with containment stands at an aisle that it closes.
    return rack not in hung.hall.in_open_air(layout.design, catalog)


def is_spare(layout: Layout, catalog: Catalog, rack: str) -> bool:
    """Return whether a rack holds rack PDUs and nothing else."""
    held = [catalog.get(placed.part) for placed in layout.in_rack(rack)]
    return bool(held) and all(part is not None and part.traits.feeds_devices for part in held)
