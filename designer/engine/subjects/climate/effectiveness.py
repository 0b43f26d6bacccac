"""Power and water usage effectiveness from what makes them up. Formulas only, on plain numbers."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Celsius = TypeVar("Celsius", float, NDArray[np.float64])
"""A temperature, or many."""

LITRE_KG = 1.0
"""Water in kg/L: what a tower loses is weighed, and paid for by the litre."""
KJ_PER_KWH = 3600.0


def pue(it_kw: float, losses_kw: float) -> float:
    """Return total over IT power, ISO/IEC 30134-2."""
    return 1 + losses_kw / it_kw


def loss_at(full_kw: float, load: float, fixed: float, exponent: float) -> float:
    """Return a loss at a part of its load: `full·(fixed + (1 − fixed)·load^exponent)`.

    What is fixed does not shrink; conduction goes with the square of the load, fans and pumps that
    turn slower with the cube of their flow (affinity laws).
    """
    return full_kw * (fixed + (1 - fixed) * float(load**exponent))


def latent_heat_kj_kg(water_c: Celsius) -> Celsius:
    """Return the heat that evaporates a kilogram of water.

    `2500.5 − 2.3097·T − 0.0013·T²` as in N. Lei and E. Masanet, Resour. Conserv. Recycl. 182 (2022)
    106323.
    """
    return 2500.5 - 2.3097 * water_c - 0.0013 * water_c * water_c


def evaporation_l_per_kwh(water_c: float) -> float:
    """Return the water that evaporates for a kilowatt-hour of heat, all of it latent."""
    return KJ_PER_KWH / latent_heat_kj_kg(water_c) / LITRE_KG


def makeup_factor(cycles: float) -> float:
    """Return make-up over evaporation at cycles of concentration: `1 + 1/(CoC − 1)`.

    What is blown down carries the salts that evaporation leaves; drift counts as blowdown.
    """
    return 1 + 1 / (cycles - 1)
