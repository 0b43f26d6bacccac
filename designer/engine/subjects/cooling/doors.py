"""A rear door's capacity as a curve of water and air. Formulas only, on plain numbers.

At constant flows the effectiveness ε of a coil is constant, and its heat is proportional to the
difference between the air and the water that enter it: `Q = ε·C·(T_air − T_water)` (W. M. Kays and
A. L. London, Compact Heat Exchangers, chapter 2).
"""

from designer.engine.subjects.cooling.thermal import FLUIDS


def capacity_kw(rated_kw: float, rated_difference_k: float, air_c: float, water_c: float) -> float:
    """Return what a door takes from air at the flows of its rating; 0 from air that is colder."""
    return max(0.0, rated_kw * (air_c - water_c) / rated_difference_k)


def water_kw_per_k(flow_lpm: float) -> float:
    """Return the heat that a flow of water takes for each kelvin."""
    density, heat = FLUIDS["water"]
    return density * heat * flow_lpm / 60
