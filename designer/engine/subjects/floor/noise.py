"""Noise between racks, and how long people may stay in it. Formulas only, on plain numbers."""

from collections.abc import Iterable
from math import log10

EIGHT_HOURS = 8.0

OSHA = (90.0, 5.0)
NIOSH = (85.0, 3.0)
"""Level that is allowed for eight hours, dB(A), and what halves the time: 29 CFR 1910.95, appendix
A (OSHA), and the recommended exposure limit of NIOSH."""

OSHA_MOST_DB = 115.0
"""Level at which table G-16 of 29 CFR 1910.95 ends, with a quarter of an hour or less. Table G-16A
goes on to 130 dB(A), but only for the dose that noise of several levels gives together."""


def together_db(levels_db: Iterable[float]) -> float:
    """Return the level of sources at one place: `10·log10 Σ 10^(L/10)`; 0 without any."""
    power = sum(float(10 ** (level / 10)) for level in levels_db)
    return max(0.0, 10 * log10(power)) if power else 0.0


def several_db(level_db: float, number: int) -> float:
    """Return the level of several alike sources at one place: `L + 10·log10 n`."""
    return level_db + 10 * log10(number)


def allowed_h(level_db: float, limit: tuple[float, float]) -> float:
    """Return the hours a day that a limit allows: `8 / 2^((L − L8)/q)`."""
    allowed, halves = limit
    return EIGHT_HOURS / float(2 ** ((level_db - allowed) / halves))
