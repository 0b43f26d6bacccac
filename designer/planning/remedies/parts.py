"""Which part of the catalogue a remedy takes: one that the design uses already, else the least."""

from collections import Counter
from collections.abc import Callable, Iterable

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.facility_water import facility_water
from designer.engine.remedy import Remedy
from designer.engine.spare_units import units_to_place
from designer.model.design import Design
from designer.model.layout import Layout


def used(layout: Layout) -> Counter[str]:
    """Return how often a design has each part, on the floor and in racks."""
    counts = Counter(rack.part for rack in layout.design.racks)
    counts.update(placed.part for placed in layout.every())
    return counts


def door_for(kw: float, layout: Layout, catalog: Catalog) -> Part | None:
    """Return the rear door for a heat in kW: the commonest of the design that takes it.

    Else the smallest of the catalogue; only doors that are rated for water as warm as the site's.
    """
    counts, water_c = used(layout), layout.design.site.cooling_water_c

    def takes(part: Part) -> bool:
        rated = part.cooling
        return (
            rated is not None
            and rated.capacity_kw is not None
            and rated.capacity_kw >= kw
            and rated.water_max_c is not None
            and rated.water_max_c >= water_c
        )

    return _least(
        (part for part in catalog.parts if part.traits.is_rear_door and takes(part)),
        lambda part: (-counts[part.id], _capacity(part)),
    )


def unit_for(remedy: Remedy, layout: Layout, catalog: Catalog) -> tuple[Part | None, int]:
    """Return the unit that a remedy takes, and how many; none where no part states enough.

    Where none stands: the fewest that carry heat and flow with one of them lost, and of these the
    smallest; one whose mass nobody states comes last. They give their heat to facility water, and
    have a size on the floor.
    """
    if remedy.part:
        return catalog.get(remedy.part), remedy.number

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
    numbers = {p.id: n for p in catalog.parts if fits(p) and (n := wanted(p))}
    part = _least(
        (catalog.require(key) for key in numbers),
        lambda part: (-counts[part.id], part.mass_kg is None, numbers[part.id], _capacity(part)),
    )
    return part, numbers[part.id] if part else 0


def _taken_by_air_unit(part: Part, design: Design, catalog: Catalog) -> float:
    """Return the heat that an air unit takes for certain in a design's hall, kW."""
    from designer.engine.subjects.facility.air_units import HallAir, supply_there, taken_with

    air = HallAir(supply_there(design, catalog), altitude_m=design.site.altitude_m)
    return taken_with(part, facility_water(design, catalog), air).low


def _capacity(part: Part) -> float:
    rated = part.cooling
    return rated.capacity_kw if rated and rated.capacity_kw is not None else 0.0


def _least(parts: Iterable[Part], rank: Callable[[Part], tuple[float, ...]]) -> Part | None:
    return min(parts, key=lambda part: (rank(part), part.id), default=None)
