"""A rear door's capacity as a curve of water and air. Formulas only, on plain numbers.

At constant flows the effectiveness ε of a coil is constant, and its heat is proportional to the
difference between the air and the water that enter it: `Q = ε·C·(T_air − T_water)` (W. M. Kays and
A. L. London, Compact Heat Exchangers, chapter 2).
"""

from designer.engine.subjects.cooling.thermal import FLUIDS


def capacity_kw(rated_kw: float, rated_difference_k: float, air_c: float, water_c: float) -> float:
    """Return what a door takes from air at the flows of its rating; 0 from air that is colder."""
    return max(0.0, rated_kw * (air_c - water_c) / rated_difference_k)


def part_of_rating(air_c: float, water_c: float, rated_air_c: float, rated_water_c: float) -> float:
    """Return the part of its rating that a door takes: all of it at most, 0 from colder air.

    Colder water than that of the rating would take more, of which no maker says how much.
    """
    if water_c <= rated_water_c and air_c >= rated_air_c:
        return 1.0
    rated_k = rated_air_c - rated_water_c
    if rated_k <= 0:
        return 1.0 if air_c > water_c else 0.0
    return min(1.0, capacity_kw(1.0, rated_k, air_c, water_c))


def water_kw_per_k(flow_lpm: float) -> float:
    """Return the heat that a flow of water takes for each kelvin."""
    density, heat = FLUIDS["water"]
    return density * heat * flow_lpm / 60
