"""The share of the floor that carries a rack, and the load on it."""

from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.engine.subjects.contents.core import Place, RackCore
from designer.engine.subjects.floor.structure import pressure_kpa, tributary_kpa
from designer.engine.subjects.space.space import SPACE
from designer.model.figures import Figure, Gap, exact, missing, product

FLOOR: Final = "floor"
"""The limit that rests on a rack's place; its mass fills it up."""


def footprint_load(core: RackCore) -> Figure:
    """Return the load on what a rack covers: its mass over its footprint."""
    size = _size(core)
    if isinstance(size, Figure):
        return size
    return core[SPACE].mass_kg.times(pressure_kpa(1.0, *size), "kPa")


def _size(core: RackCore) -> tuple[int, int] | Figure:
    """Return a rack's width and depth; what keeps its load from being known where they lack."""
    part, space = core.filled.rack_part, core.read(SPACE)
    if space is None or part is None:
        return missing(lost_ref(core.contents.rack_part), "kPa")
    if not part.width_mm or not part.depth_mm:
        lacking = "depth_mm" if part.width_mm else "width_mm"
        return missing(f"{part.id}.{lacking}", "kPa")
    return part.width_mm, part.depth_mm


def floor_load(core: RackCore, place: Place) -> Figure:
    """Return the load on a rack's share of the floor: its mass over its footprint and aisles."""
    size, space = _size(core), core.read(SPACE)
    if isinstance(size, Figure) or space is None:
        return size if isinstance(size, Figure) else missing("rule mass of the rack", "kPa")
    each = _load_of_a_kg(size, place)
    if each.exact:
        return space.mass_kg.times(each.low, "kPa")
    return product(space.mass_kg, each, "kPa")


def carried_kg(core: RackCore, place: Place, load: Figure) -> Figure:
    """Return the mass of a rack that puts a load (kPa) on its share of the floor."""
    size = _size(core)
    if isinstance(size, Figure):
        return missing("rule mass on the floor", "kg")
    return load.per(_load_of_a_kg(size, place), "kg")


def _load_of_a_kg(size: tuple[int, int], place: Place) -> Figure:
    """Return what a kg of a rack puts on its share of the floor, kPa."""
    low = tributary_kpa(1.0, *size, place.front_mm, place.rear_mm)
    if not place.open_on:
        return exact(low, "kPa")
    high = tributary_kpa(1.0, *size, place.least_front_mm, place.least_rear_mm)
    gaps = tuple(Gap(ref, high - low) for ref in place.open_on)
    return Figure(low, high, None, "kPa", 0.0, place.open_on, gaps)
