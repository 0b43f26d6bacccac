"""What every laid-out design shares: the site, the room with its feeds, N+1 cooling units."""

from collections.abc import Iterable
from math import ceil
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.edits.feeds import feeds_of_new
from designer.model.design import Design, PowerNode, Rack, Room, Site
from designer.planning.floor_plan import FloorPlan

POWER_FACTOR: Final = 0.95
"""NVIDIA's 32.8 kW of a 415 V 60 A feed needs it: √3 · 415 · 60 · 0.8 · 0.95."""
FEED_STEP_KW: Final = 50
CDU_L_MIN_KW: Final = 1.5
"""OCP coolant rule."""


def max_kw(catalog: Catalog, part_ids: Iterable[str]) -> float:
    """Return the sum of maximum power, in kW; a part whose power is not known adds nothing."""
    return sum((catalog.require(part).power_max_w or 0.0) / 1000 for part in part_ids)


def site_of(catalog: Catalog) -> Site:
    """Return a site with the stated planning defaults."""
    price = catalog.default("electricity-price")
    return Site(
        power_factor=POWER_FACTOR,
        electricity_price=price.value if price else None,
        note=f"electricity: {price.source}" if price else "",
    )


def feeds_of(peak_kw: float) -> tuple[PowerNode, ...]:
    """Return three feeds, each for half of the peak (NVIDIA, H100 design guide)."""
    half = ceil(peak_kw / 2 / FEED_STEP_KW) * FEED_STEP_KW
    return tuple(PowerNode(id=f, name=f"Feed {f}", capacity_kw=half) for f in "ABC")


def on_feeds(
    catalog: Catalog, racks: Iterable[Rack], power: Iterable[PowerNode]
) -> tuple[Rack, ...]:
    """Return racks with feeds for those that whips supply, taken in turn kind by kind."""
    design, found = Design(power=tuple(power)), []
    for rack in racks:
        part = catalog.require(rack.part)
        placed = rack.evolve(feeds=feeds_of_new(catalog, design, part))
        found.append(placed)
        if placed.feeds:
            design = design.evolve(racks=(*design.racks, placed))
    return tuple(found)


def room_of(catalog: Catalog, plan: FloorPlan) -> Room:
    """Return the hall around a floor plan."""
    floor = catalog.default("floor-limit")
    return Room(
        name="Data hall",
        outline=plan.outline,
        floor_limit_kpa=floor.value if floor else None,
        containment="cold",
    )


def cooling_units(catalog: Catalog, *, liquid_kw: float, air_kw: float) -> list[str]:
    """Return CDUs for the heat that goes to liquid and CRAHs for what goes to air, each N+1."""
    crah, cdu = catalog.require("crah").cooling, catalog.require("cdu-row").cooling
    units: list[str] = []
    if liquid_kw and cdu and cdu.capacity_kw and cdu.flow_lpm:
        by_heat, by_flow = liquid_kw / cdu.capacity_kw, liquid_kw * CDU_L_MIN_KW / cdu.flow_lpm
        units += ["cdu-row"] * (ceil(max(by_heat, by_flow)) + 1)
    if air_kw and crah and crah.capacity_kw:
        units += ["crah"] * (ceil(air_kw / crah.capacity_kw) + 1)
    return units
