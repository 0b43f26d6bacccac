"""Scales and scale bars."""

from typing import Final

from PySide6.QtCore import QRectF

from designer.render.edge import presented
from designer.render.lettering import CENTRE
from designer.render.sheets.ink import TEXT_MM, Ink

RACK_SCALES: Final = (5.0, 10.0, 12.5, 15.0, 20.0, 25.0, 50.0)
"""Denominators for racks. ISO 5455 knows 5, 10, 20 and 50 and allows scales between them; they are
taken where a sheet would otherwise be half empty."""
FLOOR_SCALES: Final = (
    20.0, 25.0, 50.0, 75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 500.0, 1_000.0, 2_000.0, 5_000.0,
    10_000.0, 20_000.0, 50_000.0, 100_000.0, 200_000.0, 500_000.0,
)  # fmt: skip
"""Denominators for floors: at the last, all that a design file can place fits A4."""
_STEPS_MM: Final = (
    100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000,
    500_000, 1_000_000, 2_000_000, 5_000_000,
)  # fmt: skip


_FEET_MM: Final = 304.8
_STEPS_FEET: Final = (
    0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000,
)  # fmt: skip


def scale_text(scale: float) -> str:
    """Return a scale as written: `1 : 10`."""
    return f"1 : {scale:g}"


def bar_steps(scale: float, most_mm: float, steps: int = 5) -> float:
    """Return the length of one step in real mm: the largest round one whose bar fits on paper.

    Round in feet where feet are shown.
    """
    imperial = presented().units == "imperial"
    round_ones = [feet * _FEET_MM for feet in _STEPS_FEET] if imperial else _STEPS_MM
    fitting = [step for step in round_ones if step * steps / scale <= most_mm]
    return fitting[-1] if fitting else round_ones[0]


def _bar_words(step: float) -> tuple[float, str]:
    """Return how many mm the unit of the bar's figures has, and the unit."""
    if presented().units == "imperial":
        return _FEET_MM, "ft"
    return (1_000, "m") if step >= 1_000 else (1, "mm")


def draw_scale_bar(ink: Ink, x: float, y: float, most_mm: float, scale: float) -> float:
    """Draw a scale bar of five steps, at most so wide, from its upper left; return its width."""
    step = bar_steps(scale, most_mm)
    paper_step = step / scale
    width = 5 * paper_step
    unit_mm, unit = _bar_words(step)
    for index in range(5):
        part = QRectF(x + index * paper_step, y + 4.4, paper_step, 1.5)
        if index % 2 == 0:
            ink.fill(part, ink.theme.text)
        ink.frame(part, 0.18)
    for index in range(6):
        value = f"{round(index * step / unit_mm, 2):g}"
        place = QRectF(x + index * paper_step - 7, y, 14, 4)
        ink.text(place, value, TEXT_MM, align=CENTRE)
    words = f"{unit} at {scale_text(scale)}"
    under = QRectF(x - 6, y + 6.4, width + 12, 3.6)
    ink.text(under, words, TEXT_MM, colour=ink.theme.dim, align=CENTRE)
    return width
