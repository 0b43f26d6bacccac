"""Figures as people read them: unit chosen by size, a dash for what is not known.

Scales and digits are those of `designer.model.figure_words`, which prints bounds as well. A new
quantity gets a function here, so that the same figure reads the same everywhere in the window.
"""

from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import exact


def power(kw: float | None) -> str:
    """Return kW as `0.75 kW`, `40.8 kW` or `1.49 MW`."""
    return _quantity(kw, "kW")


def _quantity(value: float | None, unit: str) -> str:
    return UNKNOWN if value is None else quantity(exact(value, unit))


def watts(value: float | None) -> str:
    """Return watts as kW, for parts."""
    return UNKNOWN if value is None else power(value / 1000)


def bandwidth(gbps: float | None) -> str:
    """Return Gb/s as bytes a second, `25.4 TB/s` or `400 GB/s` (8 bits a byte, decimal)."""
    return _quantity(gbps, "Gb/s")


def count(value: int | None) -> str:
    """Return a whole number with thousands separated."""
    return UNKNOWN if value is None else f"{value:,}"


def metres(mm: float) -> str:
    """Return millimetres as `5.40 m`."""
    return f"{mm / 1000:.2f} m"


def oversubscription(share: float | None) -> str:
    """Return how much more one half can send than crosses the middle, as `1:1` or `4:3`.

    Parameters
    ----------
    share
        The report's ratio of bisection to what half of the endpoints can send; 1 is full.
    """
    if not share:
        return ""
    value = 1 / share
    for below in range(1, 5):
        above = round(value * below)
        if above <= 12 and abs(value * below - above) < 0.005 * below:
            return f"{above}:{below}"
    return f"{value:.1f}:1"
