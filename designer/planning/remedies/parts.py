"""Which part of the catalogue a remedy takes: one that the design uses already, else the least."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.facility_water import facility_water
from designer.engine.remedy import Remedy
from designer.engine.spare_units import units_to_place
from designer.model.design import Design
from designer.model.layout import Layout

NO_MAKER: Final = "generic"
"""Vendor of a part that is a class of what several makers sell."""


@dataclass(frozen=True)
class Units:
    """Distribution units to build: the part, how many, and the loop that they are for."""

    part: Part
    number: int
    loop: str


@lru_cache(maxsize=2)
def used(layout: Layout) -> Counter[str]:
    """Return how often a design has each part, on the floor and in racks.

    Counted once for a layout, whichever remedies ask; not to be changed.
    """
    counts = Counter(rack.part for rack in layout.design.racks)
    counts.update(placed.part for placed in layout.every())
    return counts


def doors_of(layout: Layout, catalog: Catalog, kw: float) -> list[Part]:
    """Return the rear doors that are rated for a heat in kW, in the order of their choice.

    The commonest of the design first, else one of no maker, else the smallest. One of which nobody
    states the water of its rating is none: what it takes with any other is not known.
    """
    counts = used(layout)
    fit = [
        part
        for part in catalog.parts
        if part.traits.is_rear_door
        and (rated := part.cooling) is not None
        and rated.capacity_kw is not None
        and rated.capacity_kw >= kw
        and rated.water_max_c is not None
    ]
    return sorted(
        fit, key=lambda part: (-counts[part.id], _of_a_maker(part), _capacity(part), part.id)
    )


def unit_for(remedy: Remedy, layout: Layout, catalog: Catalog) -> tuple[Part | None, int]:
    """Return the unit that a remedy takes, and how many; none where no part states enough."""
    if remedy.part:
        return catalog.get(remedy.part), remedy.number
    return next(iter(units_of(remedy, layout, catalog)), (None, 0))


def units_of(remedy: Remedy, layout: Layout, catalog: Catalog) -> list[tuple[Part, int]]:
    """Return the units that a remedy may take where none stands, and how many of each.

    In the order of their choice: the commonest of the design, the fewest that carry heat and flow
    with one of them lost, and of these one of no maker, else the smallest; one whose mass nobody
    states comes last. They give their heat to facility water, and have a size on the floor.
    """
    wet = remedy.action == "add-coolant-units"

    def wanted(part: Part) -> int:
        rated = part.cooling
        if rated is None or rated.capacity_kw is None or rated.rejects_to != "water":
            return 0
        moved = rated.flow_lpm if wet else rated.airflow_m3h
        if moved is None or not (part.stands_on_floor and part.width_mm and part.depth_mm):
            return 0
        taken = rated.capacity_kw if wet else _taken_by_air_unit(part, layout.design, catalog)
        return units_to_place((remedy.kw, remedy.flow), (taken, moved)) if taken > 0 else 0

    fits: Callable[[Part], bool] = (
        (lambda part: part.traits.cools_loop)
        if wet
        else (lambda part: part.traits.cools_room_air and not part.traits.stands_in_row)
    )
    counts = used(layout)
    numbers = [(part, number) for part in catalog.parts if fits(part) and (number := wanted(part))]

    def rank(one: tuple[Part, int]) -> tuple[float | str, ...]:
        part, number = one
        of_a_maker, size = _of_a_maker(part), _capacity(part)
        return -counts[part.id], part.mass_kg is None, number, of_a_maker, size, part.id

    return sorted(numbers, key=rank)


def _taken_by_air_unit(part: Part, design: Design, catalog: Catalog) -> float:
    """Return the heat that an air unit takes for certain in a design's hall, kW."""
    from designer.engine.subjects.facility.air_units import HallAir, supply_there, taken_with

    air = HallAir(supply_there(design, catalog), altitude_m=design.site.altitude_m)
    return taken_with(part, facility_water(design, catalog), air).low


def _of_a_maker(part: Part) -> bool:
    """Return whether a maker sells it: a remedy names none where a part of no maker does."""
    return part.vendor not in ("", NO_MAKER)


def _capacity(part: Part) -> float:
    rated = part.cooling
    return rated.capacity_kw if rated and rated.capacity_kw is not None else 0.0
