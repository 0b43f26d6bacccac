"""Rack units, depth and mass of what is in a rack."""

from dataclasses import dataclass

from designer.catalog.part import Part
from designer.catalog.part_bounds import PartFigures
from designer.engine.filling import Filled, Item
from designer.engine.part_sums import sum_over
from designer.engine.subject import Key
from designer.model.figures import Figure, missing, stated
from designer.model.units import u_text

LOWEST_HALF_U = 2
"""U1."""


@dataclass(frozen=True)
class Space:
    """Room that devices take, and where they do not fit.

    Attributes
    ----------
    static_kg
        What the rack carries standing, and nothing else said: what stands in it and itself.
    dynamic_kg
        What it may weigh when it is rolled; None for a rack that is sold filled, which its maker
        moves as it is.
    """

    u_used: float
    u_total: float
    mass_kg: Figure
    static_kg: Figure
    dynamic_kg: Figure | None
    clashes: tuple[str, ...]
    too_deep: tuple[str, ...]


SPACE: Key[Space] = Key("space")


def space_of(filled: Filled, parts: PartFigures) -> Space:
    """Return the room that a rack's devices take."""
    figures = filled.rack_part.rack if filled.rack_part else None
    units = figures.units if figures else 0
    mounted = [
        (item, part)
        for item, part in filled.known
        if item.face in ("front", "rear") and part.height_half_u > 0
    ]
    taken = {
        half
        for item, part in mounted
        for half in range(item.half_u, item.half_u + part.height_half_u)
    }
    return Space(
        u_used=len(taken) / 2,
        u_total=float(units),
        mass_kg=sum_over(parts, "mass_kg", filled.counts, filled.lost),
        static_kg=_rating(filled, "static_kg"),
        dynamic_kg=None if sold_filled(filled) else _rating(filled, "dynamic_kg"),
        clashes=_clashes(mounted, units),
        too_deep=_too_deep(filled, mounted),
    )


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


def _depth(filled: Filled) -> int | None:
    part = filled.rack_part
    if part is None:
        return None
    usable = part.rack.usable_depth_mm if part.rack else None
    return usable or part.depth_mm


def _too_deep(filled: Filled, mounted: list[tuple[Item, Part]]) -> tuple[str, ...]:
    depth = _depth(filled)
    if depth is None:
        return ()
    deep = {
        f"{part.name} is {part.depth_mm} mm deep, the rack takes {depth} mm": None
        for _, part in mounted
        if part.depth_mm and part.depth_mm > depth
    }
    return tuple(deep)


def _clashes(mounted: list[tuple[Item, Part]], units: int) -> tuple[str, ...]:
    """Return devices outside the rails or in one another's place, in words.

    Front and rear share a position only where both parts are less than full depth.
    """
    found = []
    top = LOWEST_HALF_U + 2 * units
    for at, (item, part) in enumerate(mounted):
        end = item.half_u + part.height_half_u
        if units and (item.half_u < LOWEST_HALF_U or end > top):
            span = u_text(item.half_u, part.height_half_u)
            found.append(f"{part.name} at {span} is outside U1–U{units}")
        for other, held in mounted[at + 1 :]:
            if other.half_u >= end:
                break  # lowest first: nothing further up can reach down here
            if item.face == other.face or part.full_depth or held.full_depth:
                span = u_text(other.half_u, min(end - other.half_u, held.height_half_u))
                found.append(f"{span} held by {part.name} and {held.name}")
    return tuple(found)
