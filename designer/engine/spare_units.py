"""How many units a load asks for, so that one may be lost. Formulas only, on plain numbers."""

from collections.abc import Sequence
from math import ceil, inf
from typing import Final

TINY: Final = 1e-9
"""Rounding of binary fractions: 13 units of 100 kW carry 1,300 kW."""


def units_to_place(loads: Sequence[float], capacities: Sequence[float]) -> int:
    """Return how many alike units carry each of several loads when one of them is lost."""
    if not any(load > 0 for load in loads):
        return 0
    pairs = zip(loads, capacities, strict=True)
    return max(ceil(load / capacity - TINY) for load, capacity in pairs) + 1


def further(load: float, capacities: Sequence[float], more: float) -> float:
    """Return how many more units carry a load with the largest lost; inf where none may do so.

    Parameters
    ----------
    capacities
        What each unit that stands carries; there is one at least.
    more
        What each further one carries.
    """
    if sum(capacities) - max(capacities) >= load - TINY:
        return 0.0
    if more <= 0:
        return inf
    largest = max(*capacities, more)
    return float(ceil((load - sum(capacities) + largest) / more - TINY))
