"""Humid air: what it holds, and where its water condenses. Formulas only; °C and hPa."""

from math import atan, exp, log, sqrt

MAGNUS_A = 17.625
MAGNUS_B_C = 243.04
MAGNUS_HPA = 6.1094
"""Saturation over water of Alduchov and Eskridge, J. Appl. Meteor. 35 (1996) 601–609, within 0.4 %
of it from −40 to 50 °C."""

STULL_RH_PCT = (5.0, 99.0)
STULL_C = (-20.0, 50.0)
"""Where Stull states his error of −1 to +0.65 K for the wet bulb, at sea level."""

ABOVE_DEW_POINT_K = 2.0
"""Water of a rear door at least this far above the room's highest dew point (HPE and Motivair door
QuickSpecs, as Coolnet has them)."""


def saturation_hpa(c: float) -> float:
    """Return the pressure of saturated water vapour over water."""
    return MAGNUS_HPA * exp(MAGNUS_A * c / (MAGNUS_B_C + c))


def dew_point_c(dry_bulb_c: float, rh_pct: float) -> float:
    """Return the temperature at which air of a relative humidity is saturated."""
    gamma = log(rh_pct / 100) + MAGNUS_A * dry_bulb_c / (MAGNUS_B_C + dry_bulb_c)
    return MAGNUS_B_C * gamma / (MAGNUS_A - gamma)


def wet_bulb_c(dry_bulb_c: float, rh_pct: float) -> float:
    """Return the wet bulb at sea level: R. Stull, J. Appl. Meteor. Climatol. 50 (2011) 2267."""
    return (
        dry_bulb_c * atan(0.151977 * sqrt(rh_pct + 8.313659))
        + atan(dry_bulb_c + rh_pct)
        - atan(rh_pct - 1.676331)
        + 0.00391838 * rh_pct * sqrt(rh_pct) * atan(0.023101 * rh_pct)
        - 4.686035
    )


def stull_holds(dry_bulb_c: float, rh_pct: float) -> bool:
    """Return whether the error that Stull states is that of air like this."""
    in_t = STULL_C[0] <= dry_bulb_c <= STULL_C[1]
    return in_t and STULL_RH_PCT[0] <= rh_pct <= STULL_RH_PCT[1]
