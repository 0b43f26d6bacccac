"""What a rear door takes of a rack's heat: its rating, at the water and the air that it gets.

The rating holds at the water and the air of its condition; with warmer water or colder air the
door takes less, in proportion to their difference (`doors.py`). Air that leaves the rack is as warm
as the supply air and the rise over the rack; where the site states no supply air, it is that of the
door's rating.
"""

from dataclasses import replace
from typing import Final

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.subjects.cooling.air_methods import capacity_of
from designer.engine.subjects.cooling.doors import part_of_rating
from designer.engine.subjects.cooling.thermal import airflow_m3h
from designer.model.figures import Figure, Gap, estimate, exact, merged, product

CURVE: Final = "rule door's curve"
AIR_OF_RATING: Final = "rule air of a door's rating"


def capacity_at(
    door: Part, water: Figure, heat: Figure, airflow: Figure, site: Assumptions
) -> Figure:
    """Return what a door takes with its water, kW: at most its rating.

    Nobody can say how much less where its rating names no water.

    Parameters
    ----------
    water
        The water that it gets, °C.
    heat, airflow
        Heat in air of the rack, kW, and the air that carries it, m³/h.
    """
    rated, condition = capacity_of(door), door.cooling
    if condition is None or rated.unknown:
        return rated
    if condition.water_max_c is None:
        gap = Gap(f"{door.id}.cooling.water_max_c", 1.0)
        return product(rated, Figure(0.0, 1.0, None, "", 0.0, (CURVE,), (gap,)), "kW")
    return product(rated, _part(door, condition.water_max_c, water, (heat, airflow), site), "kW")


def _part(
    door: Part, rated_water_c: float, water: Figure, rack: tuple[Figure, Figure], site: Assumptions
) -> Figure:
    """Return the part of its rating that a door takes, 0 to 1."""
    rated = _air_of_rating(door, site)
    if site.supply_air_c is None:
        ends = [(rated.low, rated.low), (rated.high, rated.high), (rated.likely, rated.likely)]
        air = rated
    else:
        air = exhaust(site.supply_air_c, *rack, site)
        ends = [(air.low, rated.high), (air.high, rated.low), (air.likely, rated.likely)]
    # The colder the water, the more it takes.
    waters = (water.high, water.low, water.likely)
    low, high, value = (
        part_of_rating(air_c, water_c, rated_air_c, rated_water_c)
        for (air_c, rated_air_c), water_c in zip(ends, waters, strict=True)
    )
    if low == high:
        return exact(low, "", CURVE)
    inputs = (air, rated, water)
    gaps = merged(Gap(gap.ref, high) for one in inputs for gap in one.gaps)
    known = all(one.value is not None for one in inputs)
    return Figure(low, high, value if known else None, "", 1.0, (CURVE,), gaps, known)


def _air_of_rating(door: Part, site: Assumptions) -> Figure:
    """Return the air that enters a door in its rating, °C."""
    stated, ref = door.cooling.air_in_c if door.cooling else None, f"{door.id}.cooling.air_in_c"
    if stated is not None:
        return exact(stated, "°C", ref)
    usual = site.door_air
    return estimate(usual.likely, usual.low, usual.high, "°C", ref, AIR_OF_RATING)


def exhaust(supply_c: float, heat: Figure, airflow: Figure, site: Assumptions) -> Figure:
    """Return the air that leaves a rack: as warm as the supply and its rise, °C."""
    rise = heat.per(airflow).times(airflow_m3h(1.0, 1.0, site.altitude_m), "K")
    return replace(exact(supply_c, "°C", "site.supply_air_c") + rise, unit="°C")


def least_left(water: Figure, heat: Figure, airflow: Figure, site: Assumptions) -> Figure:
    """Return the heat that a door leaves to the room at least: no coil cools air below its water.

    Nothing where the water is no warmer than the supply air, or nobody states that.
    """
    if site.supply_air_c is None or water.high <= site.supply_air_c:
        return exact(0.0, "kW")
    supply = exact(site.supply_air_c, "°C", "site.supply_air_c")
    per_k = airflow.times(1 / airflow_m3h(1.0, 1.0, site.altitude_m), "kW")
    return product(per_k, water.minus(supply).clipped(0.0), "kW").clipped(most=heat.high)
