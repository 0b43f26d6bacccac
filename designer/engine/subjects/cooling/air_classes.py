"""Classes of equipment by the air they may take in, and what is left of them with altitude.

Formulas and figures of ASHRAE TC 9.9, on plain numbers.
"""

from dataclasses import dataclass

DERATE_FROM_M = 900.0
DERATE_FROM_2011_M = 950.0
"""Altitude up to which a class keeps its limit: since the edition of 2015, and in that of 2011."""


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
        Altitude for which the highest allowable falls by 1 K.
    since_2011
        Whether the white paper of 2011 has the class.
    """

    low_c: float
    high_c: float
    recommended_c: float
    metres_per_k: float
    since_2011: bool = True


AIR_CLASSES: dict[str, AirClass] = {
    "A1": AirClass(15, 32, 27, 300),
    "A2": AirClass(10, 35, 27, 300),
    "A3": AirClass(5, 40, 27, 175),
    "A4": AirClass(5, 45, 27, 125),
    "H1": AirClass(15, 25, 22, 500, since_2011=False),
}
RECOMMENDED_LOW_C = 18.0


def highest_inlet_c(air_class: AirClass, altitude_m: float, from_m: float) -> float:
    """Return the highest allowable inlet temperature at an altitude: thinner air carries less."""
    return air_class.high_c - max(0.0, altitude_m - from_m) / air_class.metres_per_k
