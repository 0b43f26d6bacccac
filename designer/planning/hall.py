"""What every laid-out design shares: the site, the room with its feeds, N+1 cooling units."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite, isinf
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure
from designer.document.edits.feeds import feeds_of_new
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K, planning_figure
from designer.engine.spare_units import units_to_place
from designer.model.design import Design, PowerNode, Rack, Room, Site
from designer.model.figure_cases import highest
from designer.model.figures import Figure, at_most, exact, product, total
from designer.planning.floor_plan import FloorPlan

POWER_FACTOR: Final = 0.95
"""NVIDIA's 32.8 kW of a 415 V 60 A feed needs it: √3 · 415 · 60 · 0.8 · 0.95."""
FEED_STEP_KW: Final = 50


def max_kw(catalog: Catalog, part_ids: Iterable[str], unbounded_kw: float = inf) -> float:
    """Return the most that parts may draw together, in kW, by the catalogue's upper bounds.

    Parameters
    ----------
    unbounded_kw
        What a part is planned with whose power nothing bounds, such as all that its rack may draw.
    """
    figures, numbers = catalog.figures(), Counter(part_ids)
    open_ = [part for part in numbers if isinf(figures.of(part, "power_max_w").high)]
    planned = sum(numbers.pop(part) for part in open_)
    known = figures.sum("power_max_w", numbers).times(1e-3, "kW")
    return total((known, at_most(unbounded_kw, "kW").times(planned))).high


def unbounded_words(catalog: Catalog, part_ids: Iterable[str], planned: str) -> str:
    """Return a sentence on the parts whose power nothing bounds; empty where there are none.

    Parameters
    ----------
    planned
        What is planned for them instead.
    """
    figures = catalog.figures()
    names = [
        catalog.require(part).name
        for part in dict.fromkeys(part_ids)
        if isinf(figures.of(part, "power_max_w").high)
    ]
    if not names:
        return ""
    who = " and ".join(names)
    return f" The highest power of {who} is not known and nothing bounds it: {planned}."


class DoorWater(NamedTuple):
    """Facility water that gives a rear door the water of its rating, °C; what the door is."""

    facility_c: float
    door: str


def _water_for(catalog: Catalog, door_id: str) -> DoorWater | None:
    """Return the facility water for rear doors behind distribution units; None where unstated."""
    door, unit = catalog.require(door_id), catalog.require(CDU)
    if door.cooling is None or unit.cooling is None:
        return None
    warmest, approach = door.cooling.water_max_c, unit.cooling.approach_k
    if warmest is None or approach is None:
        return None
    return DoorWater(min(DEFAULT_WATER_C, warmest - approach), door.name)


def site_of(catalog: Catalog, door: str = "") -> Site:
    """Return a site with the stated planning defaults.

    Parameters
    ----------
    door
        The part of rear doors that hang behind distribution units: facility water is planned as
        cold as it takes for the water of their rating.
    """
    price, air = catalog.default("electricity-price"), catalog.default("supply-air")
    notes = [f"electricity: {price.source}"] if price else []
    notes += [f"supply air: {air.source}"] if air else []
    water = _water_for(catalog, door) if door else None
    if water is not None:
        notes.append(f"facility water: behind the CDUs that of the rating of {water.door}")
    return Site(
        cooling_water_c=DEFAULT_WATER_C if water is None else water.facility_c,
        power_factor=POWER_FACTOR,
        electricity_price=price.value if price else None,
        supply_air_c=air.value if air else None,
        note="; ".join(notes),
    )


CDU: Final = "cdu-row"
"""The distribution unit of templates."""
DEFAULT_WATER_C: Final[float] = Site().cooling_water_c
VOLTS: Final = 415.0
"""Of the feeds: what the rack PDUs of NVIDIA's design guide for the H100 are for, 415 V and 60 A;
its contribution of the GB200 NVL72 to OCP (October 2024) brings that rack 415 V AC."""
FEEDS: Final = tuple(PowerNode(id=feed, name=f"Feed {feed}", volts=VOLTS) for feed in "ABC")
"""Three feeds, of which any two carry the room (NVIDIA, H100 design guide); `with_capacity` says
how much each carries."""


def with_capacity(catalog: Catalog, design: Design) -> Design:
    """Return the design with feeds as large as what they carry after the loss of another.

    Loads of a feed are not halves of the whole: racks on two feeds throw all of their load onto
    the one that is left. A feed without a load, or with one that nobody can say, keeps its
    capacity open.
    """
    # Only now: a list of templates, which the window shows at its start, must not load the engine.
    from designer.engine.subjects.feeds.room import room_power

    sized = []
    for load in room_power(design, catalog).loads:
        most = highest((load.normal, load.after)).in_steps(FEED_STEP_KW).high
        capacity = most if 0 < most < inf else None
        sized.append(load.node.evolve(capacity_kw=capacity))
    return design.evolve(power=tuple(sized))


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
    floor, cables = catalog.default("floor-limit"), catalog.default("cables-per-device")
    return Room(
        name="Data hall",
        outline=plan.outline,
        floor_limit_kpa=floor.value if floor else None,
        cable_kg=cables.value if cables else None,
        containment="cold",
    )


@dataclass(frozen=True)
class HallLoad:
    """What a hall's cooling units must carry.

    Attributes
    ----------
    liquid_kw, coolant_lpm
        Heat and flow of cold plates and rear doors.
    air_kw, airflow_m3h
        Heat that reaches the room, and the air that racks draw from it.
    """

    liquid_kw: float = 0.0
    coolant_lpm: float = 0.0
    air_kw: float = 0.0
    airflow_m3h: float = 0.0


def plates_lpm(liquid_kw: float) -> float:
    """Return the coolant that cold plates need, by the engine's rule, L/min."""
    from designer.engine.subjects.cooling.thermal import coolant_lpm

    return coolant_lpm(liquid_kw, COOLANT_DELTA_T_K, COOLANT)


def airflow_of(catalog: Catalog, part_ids: Iterable[str], unbounded_kw: float = inf) -> float:
    """Return the air that parts draw: what they state, else by their heat in air, m³/h.

    Parameters
    ----------
    unbounded_kw
        What a part is planned with whose power nothing bounds.
    """
    from designer.engine.subjects.cooling.thermal import airflow_m3h

    # The smallest rise, which asks for most air: whatever its makers say later, it is enough.
    rise = planning_figure(catalog, "air-delta-t").low
    drawn: list[Figure] = []
    for part in map(catalog.require, part_ids):
        if part.airflow_m3h is not None:
            drawn.append(exact(part.airflow_m3h, "m³/h"))
        else:
            _, in_air = liquid_and_air(part, max_kw(catalog, [part.id], unbounded_kw))
            drawn.append(at_most(airflow_m3h(in_air, rise), "m³/h"))
    return total(drawn).high


def liquid_and_air(part: Part, heat_kw: float) -> tuple[float, float]:
    """Return the heat of a part that leaves with liquid and with air, in kW.

    A share that nobody states counts for the most of both: whatever it is, there is enough.
    """
    heat, share = at_most(heat_kw, "kW"), liquid_figure(part)
    return product(heat, share).high, product(heat, exact(1.0).minus(share)).high


def cooling_units(catalog: Catalog, load: HallLoad) -> list[str]:
    """Return CDUs and CRAHs of which one may be lost: by heat and by what carries it.

    How many a load without an upper bound needs is open: none are placed for it.
    """
    crah, cdu = catalog.require("crah").cooling, catalog.require(CDU).cooling
    units: list[str] = []
    liquid, air = (load.liquid_kw, load.coolant_lpm), (load.air_kw, load.airflow_m3h)
    if cdu and cdu.capacity_kw and cdu.flow_lpm and all(map(isfinite, liquid)):
        units += [CDU] * units_to_place(liquid, (cdu.capacity_kw, cdu.flow_lpm))
    if crah and crah.capacity_kw and crah.airflow_m3h and all(map(isfinite, air)):
        units += ["crah"] * units_to_place(air, (crah.capacity_kw, crah.airflow_m3h))
    return units
