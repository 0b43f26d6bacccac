"""What an air unit takes of the heat in a hall, with the water and in the air that it has there.

A rating holds for the facility water and the return air that it names, and for air at sea level.

At constant flows a coil's heat is in proportion to the difference of the air and the water that
enter it (W. M. Kays and A. L. London, Compact Heat Exchangers, chapter 2), and so to the difference
of the air that leaves it and that water. A unit whose fans run fully gives supply air no warmer
than planned as long as it takes no more than its rating in proportion to the latter: it takes that
at least. Return air is no warmer than supply air with all heat of the room over the air that racks
draw: a unit takes its rating in proportion to the former at most, and never more than all of it.

Fans move the same volume at any altitude, and so less mass: a coil takes at least the share that is
left of the mass, because its effectiveness does not fall with the flow over it, and no more than
its rating.
"""

from dataclasses import dataclass
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.facility_water import supply_air
from designer.engine.subject import Facts
from designer.engine.subjects.cooling.doors import part_of_rating
from designer.engine.subjects.cooling.thermal import airflow_m3h, pressure_ratio
from designer.engine.subjects.facility.rated_water import takes_water, warmest_of_rating
from designer.engine.subjects.facility.units import figure_of
from designer.model.design import Design
from designer.model.figures import (
    Figure,
    Gap,
    estimate,
    exact,
    merged,
    missing,
    product,
    total,
    within,
)

BEYOND_RATED_WATER: Final = "rule capacity with water warmer than that of the rating"
COIL: Final = "rule return air of air units"


@dataclass(frozen=True)
class HallAir:
    """The air of a hall.

    Attributes
    ----------
    supply
        As the site states it, else the range that is planned with, °C.
    warmest_return_c
        The warmest that air units can get back; infinite where nothing bounds it.
    altitude_m
        Where the hall is.
    """

    supply: Figure
    warmest_return_c: float = inf
    altitude_m: float = 0.0


def air_of(facts: Facts, heat: Figure, drawn: Figure) -> HallAir:
    """Return the air of a hall.

    Parameters
    ----------
    heat, drawn
        All heat of the room, kW, and the air that racks draw from it, m³/h.
    """
    supply, altitude_m = supply_there(facts.design, facts.catalog), facts.site.altitude_m
    rise = heat.per(drawn).times(airflow_m3h(1.0, 1.0, altitude_m), "°C")
    return HallAir(supply, total((supply, rise), "°C").high, altitude_m)


def supply_there(design: Design, catalog: Catalog) -> Figure:
    """Return the supply air that a design plans, °C; by the planning range where it states none."""
    planned = supply_air(design, catalog)
    if design.site.supply_air_c is not None or planned.high == inf:
        return planned
    ends = planned.likely, planned.low, planned.high
    return estimate(*ends, "°C", "site.supply_air_c", "default supply-air")


def heat_taken(facts: Facts, air: HallAir, part: Part) -> Figure:
    """Return the heat that an air unit takes in this hall, kW.

    With water warmer than that of its rating nobody states it: nothing at least.
    """
    return taken_with(part, facts.site.water, air)


def taken_with(part: Part, water: Figure, air: HallAir) -> Figure:
    """Return the heat that an air unit takes with facility water in the air of a hall, kW."""
    taken = in_thin_air(part, air.altitude_m)
    if not takes_water(part):
        return taken
    taken = product(taken, _part(part, water, air), "kW")
    answer = within(water, warmest_of_rating(part))
    if answer.answer == "yes":
        return taken
    return taken.perhaps_none(answer.because or (BEYOND_RATED_WATER,))


def _part(part: Part, water: Figure, air: HallAir) -> Figure:
    """Return the part of its rating that a unit takes, 0 to 1, in return air of the hall."""
    rated = part.cooling
    if rated is None or rated.water_max_c is None:
        return exact(1.0)
    if rated.air_in_c is None:
        return missing(f"{part.id}.cooling.air_in_c", "", 0.0, 1.0)
    leaves_c = air_out_c(part)
    low, likely = (
        part_of_rating(supply_c, water_c, leaves_c, rated.water_max_c)
        for supply_c, water_c in (
            (air.supply.low, water.high),
            (air.supply.likely, water.likely),
        )
    )
    high = part_of_rating(air.warmest_return_c, water.low, rated.air_in_c, rated.water_max_c)
    if low >= high:
        return exact(high, "", COIL)
    # What is sure of the supply is no estimate of what lies between both ends.
    value = None if air.supply.exact or water.value is None else min(max(likely, low), high)
    open_on = merged(Gap(gap.ref, high) for one in (air.supply, water) for gap in one.gaps)
    gaps = open_on or (Gap(COIL, high),)
    return Figure(low, high, value, "", 1.0, (COIL,), gaps, value is not None)


def air_out_c(part: Part) -> float:
    """Return the air that leaves a unit in its rating, °C; as it enters where no flow is stated."""
    rated = part.cooling
    if rated is None or rated.air_in_c is None:
        raise ValueError(f"{part.id} states no air that enters it")
    if not (rated.capacity_kw and rated.airflow_m3h):
        return rated.air_in_c
    per_kw = airflow_m3h(1.0, 1.0)
    if rated.altitude_m is not None:
        per_kw = airflow_m3h(1.0, 1.0, rated.altitude_m)
    moved = exact(rated.capacity_kw, "kW").per(exact(rated.airflow_m3h, "m³/h"))
    fall = moved.times(per_kw, "°C")
    return exact(rated.air_in_c, "°C").minus(fall).likely


def in_thin_air(part: Part, altitude_m: float) -> Figure:
    """Return what a unit that gives heat to air, or takes it there, does of its rating, kW.

    A rating that names no altitude is one at sea level.
    """
    rated = figure_of(part, "capacity_kw", "kW")
    rated_at = part.cooling.altitude_m if part.cooling else None
    ratio = pressure_ratio(altitude_m)
    if rated_at is not None:
        ratio /= pressure_ratio(rated_at)
    if ratio >= 1:
        return rated
    return product(rated, missing(f"{part.id}.cooling.altitude_m", "", ratio, 1.0), "kW")
