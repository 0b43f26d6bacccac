"""Moist air as arrays: humidity, enthalpy, wet bulb at any pressure. Formulas only.

Temperatures in °C, pressures in kPa, humidity in kg of water for each kg of dry air, enthalpy in
kJ/kg of dry air; all of one shape. Relations of ASHRAE, Handbook of Fundamentals 2009, chapter 1,
with the saturation of `humid_air`; over ice they are those over water below 0 °C.
"""

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.cooling.humid_air import MAGNUS_A, MAGNUS_B_C, MAGNUS_HPA

Hours = NDArray[np.float64]

WATER_TO_AIR = 0.621945
"""Molar mass of water over that of dry air."""
_STEPS = 36
"""Halvings of an interval of some 150 K: to less than a millionth of a kelvin."""


def saturation_kpa(c: Hours) -> Hours:
    """Return the pressure of saturated water vapour."""
    found: Hours = MAGNUS_HPA / 10 * np.exp(MAGNUS_A * c / (MAGNUS_B_C + c))
    return found


def humidity(dew_point_c: Hours, pressure_kpa: float) -> Hours:
    """Return the humidity ratio of air that is saturated at a temperature."""
    vapour = saturation_kpa(dew_point_c)
    return WATER_TO_AIR * vapour / (pressure_kpa - vapour)


def enthalpy(c: Hours, humidity_ratio: Hours) -> Hours:
    """Return the enthalpy of moist air above that of dry air and water at 0 °C."""
    return 1.006 * c + humidity_ratio * (2501 + 1.86 * c)


def wet_bulb_c(c: Hours, humidity_ratio: Hours, pressure_kpa: float) -> Hours:
    """Return the thermodynamic wet bulb, by halving: humidity falls as the wet bulb does."""
    low, high = np.minimum(c, -60.0), c.copy()
    for _ in range(_STEPS):
        middle = (low + high) / 2
        saturated = humidity(middle, pressure_kpa)
        found = ((2501 - 2.326 * middle) * saturated - 1.006 * (c - middle)) / (
            2501 + 1.86 * c - 4.186 * middle
        )
        above = found > humidity_ratio
        high = np.where(above, middle, high)
        low = np.where(above, low, middle)
    return (low + high) / 2


def saturated_at(enthalpy_kj_kg: Hours, pressure_kpa: float) -> Hours:
    """Return the temperature at which saturated air has an enthalpy, −60 to 80 °C, by halving."""
    low = np.full_like(enthalpy_kj_kg, -60.0)
    high = np.full_like(enthalpy_kj_kg, 80.0)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        above = enthalpy(middle, humidity(middle, pressure_kpa)) > enthalpy_kj_kg
        high = np.where(above, middle, high)
        low = np.where(above, low, middle)
    return (low + high) / 2
