"""Rack units, depth and mass of what is in a rack."""

from dataclasses import dataclass

from designer.catalog.part import Part
from designer.catalog.part_bounds import PartFigures
from designer.engine.filling import Filled, Item
from designer.engine.part_sums import sum_over
from designer.engine.subject import Key
from designer.model.figure_words import amount
from designer.model.figures import Figure, exact, missing, stated, total, within
from designer.model.units import u_text

LOWEST_HALF_U = 2
"""U1."""
CLEARANCE_MM = 203.0
"""A rack's depth beyond that of what stands in it, enough in NVIDIA's data center planning: racks
at least 1,100 mm deep for systems of 897 mm."""


@dataclass(frozen=True)
class Space:
    """Room that devices take, and where they do not fit.

    Attributes
    ----------
    u_used
        Units that devices take; where nobody states how high some are, at least half a unit each.
    static_kg
        What the rack carries standing, and nothing else said: what stands in it and itself.
    dynamic_kg
        What it may weigh when it is rolled; None for a rack that is sold filled, which its maker
        moves as it is.
    u_total
        Units that it offers; 0 for what offers none, as a rack that is sold filled.
    depth_open
        Inputs that leave open whether devices fit the depth.
    height_open
        Ids of parts in the rails whose height nobody states.
    """

    u_used: Figure
    u_total: Figure
    mass_kg: Figure
    static_kg: Figure
    dynamic_kg: Figure | None
    clashes: tuple[str, ...]
    too_deep: tuple[str, ...]
    depth_open: tuple[str, ...] = ()
    height_open: tuple[str, ...] = ()


SPACE: Key[Space] = Key("space")


def space_of(filled: Filled, parts: PartFigures) -> Space:
    """Return the room that a rack's devices take."""
    figures = filled.rack_part.rack if filled.rack_part else None
    units = figures.units if figures else 0
    mounted = [
        (item, part)
        for item, part in filled.known
        # Without a height, a 0U PDU is one that takes no unit; of a node nobody states it.
        if item.face in ("front", "rear") and (part.height_half_u or part.traits.mount == "rails")
    ]
    too_deep, depth_open = _too_deep(filled, mounted)
    return Space(
        u_used=_units_used(mounted),
        u_total=_units(filled),
        mass_kg=sum_over(parts, "mass_kg", filled.counts, filled.lost),
        static_kg=_rating(filled, "static_kg"),
        dynamic_kg=None if sold_filled(filled) else _rating(filled, "dynamic_kg"),
        clashes=_clashes(mounted, units),
        too_deep=too_deep,
        depth_open=depth_open,
        height_open=tuple(sorted({part.id for _, part in mounted if not part.height_half_u})),
    )


def _units_used(mounted: list[tuple[Item, Part]]) -> Figure:
    """Return the units that devices in the rails take, each place once."""
    taken = {
        half
        for item, part in mounted
        for half in range(item.half_u, item.half_u + part.height_half_u)
    }
    known = exact(len(taken) / 2, "U")
    lowest: dict[str, int] = {}
    for item, part in mounted:
        if not part.height_half_u:
            lowest[part.id] = lowest.get(part.id, 0) + (item.half_u not in taken)
            taken.add(item.half_u)
    if not lowest:
        return known
    open_ = (missing(height_ref(part), "U", number / 2) for part, number in lowest.items())
    return total((known, *open_))


def height_ref(part_id: str) -> str:
    """Return the input that says how high a part is."""
    return f"{part_id}.height_half_u"


def _least_height(part: Part) -> int:
    """Return the half units that a part in the rails takes for certain."""
    return max(1, part.height_half_u)


def sold_filled(filled: Filled) -> bool:
    """Return whether a maker filled the rack, so that its parts are what it was built for."""
    return filled.rack_part is not None and filled.rack_part.traits.draws_it_power


def built_as_sold(filled: Filled) -> bool:
    """Return whether a rack is sold filled and nothing was added to it."""
    return sold_filled(filled) and not filled.contents.items


def _rating(filled: Filled, name: str) -> Figure:
    part = filled.rack_part
    if part is None:
        return missing(f"{filled.contents.rack_part}.part", "kg")
    value = getattr(part.rack, name) if part.rack else None
    return stated(value, f"{part.id}.rack.{name}", "kg")


def _units(filled: Filled) -> Figure:
    """Return the units that a rack offers; of one that is sold filled only those it states."""
    part = filled.rack_part
    if part is None:
        return missing(f"{filled.contents.rack_part}.part", "U")
    if part.rack is not None:
        return exact(float(part.rack.units), "U", f"{part.id}.rack")
    offers = part.traits.contains and not part.traits.draws_it_power
    return missing(f"{part.id}.rack", "U") if offers else exact(0.0, "U", f"{part.id}.rack")


def usable_depth(rack: Part | None, rack_id: str) -> Figure:
    """Return the depth that a rack takes, mm.

    Where nobody states it, it is no more than the rack's own, and no less than that without what
    doors, rails and cables need where NVIDIA puts systems of 897 mm into racks of 1,100 mm.
    """
    ref = f"{rack_id}.rack.usable_depth_mm"
    if rack is None:
        return missing(f"{rack_id}.part", "mm")
    stated_one = rack.rack.usable_depth_mm if rack.rack else None
    if stated_one is not None:
        return exact(float(stated_one), "mm", ref)
    if rack.depth_mm is None:
        return missing(ref, "mm")
    return missing(ref, "mm", max(0.0, rack.depth_mm - CLEARANCE_MM), float(rack.depth_mm))


def _too_deep(
    filled: Filled, mounted: list[tuple[Item, Part]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return devices that are too deep, in words, and what leaves it open of others."""
    depth = usable_depth(filled.rack_part, filled.contents.rack_part)
    deep: dict[str, None] = {}
    open_on: dict[str, None] = {}
    for part in {part.id: part for _, part in mounted}.values():
        verdict = within(stated(part.depth_mm, f"{part.id}.depth_mm", "mm"), depth)
        if verdict.answer == "no":
            takes = amount(depth, 0)
            deep[f"{part.name} is {part.depth_mm} mm deep, the rack takes {takes} mm"] = None
        elif verdict.answer == "open":
            open_on |= dict.fromkeys(verdict.because)
    return tuple(deep), tuple(open_on)


def _clashes(mounted: list[tuple[Item, Part]], units: int) -> tuple[str, ...]:
    """Return devices outside the rails or in one another's place, in words.

    Where nobody states a height, only what is so whatever it is: that of the lowest half unit.
    Front and rear share a position only where both parts are less than full depth.
    """
    found = []
    top = LOWEST_HALF_U + 2 * units
    for at, (item, part) in enumerate(mounted):
        end = item.half_u + _least_height(part)
        if units and (item.half_u < LOWEST_HALF_U or end > top):
            span = u_text(item.half_u, _least_height(part))
            found.append(f"{part.name} at {span} is outside U1–U{units}")
        for other, held in mounted[at + 1 :]:
            if other.half_u >= end:
                break  # lowest first: nothing further up can reach down here
            if item.face == other.face or part.full_depth or held.full_depth:
                span = u_text(other.half_u, min(end - other.half_u, _least_height(held)))
                found.append(f"{span} held by {part.name} and {held.name}")
    return tuple(found)
