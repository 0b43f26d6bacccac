"""How full a cable tray is. Formulas only, on plain numbers; lengths in mm."""

from math import pi

MOST_FILL_PCT = 50.0
"""Sum of the cables' cross sections in the tray's, at most: NEC 392 for control and signal wiring,
as MP Husky quotes it."""


def fill_pct(cables: float, diameter_mm: float, width_mm: float, depth_mm: float) -> float:
    """Return the part of a tray that round cables take: `100 · n · π·d²/4 / (w·h)`."""
    return 100 * cables * pi * diameter_mm**2 / 4 / (width_mm * depth_mm)


def most_cables(fill: float, diameter_mm: float, width_mm: float, depth_mm: float) -> int:
    """Return how many such cables a tray takes up to a fill in percent."""
    return int(fill / fill_pct(1, diameter_mm, width_mm, depth_mm))
