"""Classes of equipment by the air they may take in, and what is left of them with altitude.

Classes of ASHRAE TC 9.9, on plain numbers; altitudes as makers of equipment of a class state them.
"""

from dataclasses import dataclass

DERATE_FROM_M = 900.0
DERATE_FROM_MOST_M = 950.0
"""Altitude up to which a class keeps its limit: by Lenovo and Teradata, and by Microsoft."""

HIGHEST_M = 3050.0
"""Altitude up to which the classes are defined."""


@dataclass(frozen=True)
class AirClass:
    """What air a class of equipment takes in.

    Attributes
    ----------
    low_c, high_c
        Allowable.
    recommended_c
        Highest that is recommended; 18 °C is the lowest of all classes.
    metres_per_k
        Altitude for which the highest allowable falls by 1 K; None where no source was read.
    """

    low_c: float
    high_c: float
    recommended_c: float
    metres_per_k: float | None


AIR_CLASSES: dict[str, AirClass] = {
    "A1": AirClass(15, 32, 27, 300),
    "A2": AirClass(10, 35, 27, 300),
    "A3": AirClass(5, 40, 27, 175),
    "A4": AirClass(5, 45, 27, 125),
    "H1": AirClass(15, 25, 22, None),
}
RECOMMENDED_LOW_C = 18.0


def derate_k(altitude_m: float, from_m: float, metres_per_k: float | None) -> float | None:
    """Return by how much the highest allowable inlet falls: thinner air carries less.

    None above `from_m` where the metres for 1 K are not known.
    """
    if altitude_m <= from_m:
        return 0.0
    return None if metres_per_k is None else (altitude_m - from_m) / metres_per_k


def most_derate_k(altitude_m: float) -> float | None:
    """Return by how much the highest inlet of equipment of an unknown class falls at most.

    The steepest slope that is published counts; None above the altitude where the classes end.
    """
    if altitude_m > HIGHEST_M:
        return None
    slopes = [one.metres_per_k for one in AIR_CLASSES.values() if one.metres_per_k is not None]
    return derate_k(altitude_m, DERATE_FROM_M, min(slopes))
