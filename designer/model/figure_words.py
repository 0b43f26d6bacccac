"""Figures for people: `40.8 kW`, `≥ 20.4 kW`, `20.4–26.0 kW`, `~24 kW (20–26)`, `—`.

A lower bound is rounded down and an upper bound up, so that what is printed holds as well. May
import the figures of this room.
"""

from math import ceil, floor, inf, log10

from designer.model.figures import Figure

UNKNOWN = "—"
_NUDGE = 1e-9
"""Binary fractions: 20.4 · 10 is a hair above 204, and must not be rounded up to 20.5."""


def words(figure: Figure, decimals: int = 1, unit: str | None = None) -> str:
    """Return a figure with its unit and its bounds.

    Parameters
    ----------
    decimals
        Digits after the point of exact figures and bounds; an estimate gets as many as its bounds
        justify.
    unit
        The unit to print; None prints the figure's own.
    """
    text = amount(figure, decimals)
    shown = figure.unit if unit is None else unit
    if not shown or text == UNKNOWN:
        return text
    head, bracket, rest = text.partition(" (")
    return f"{head} {shown}{bracket}{rest}"


def amount(figure: Figure, decimals: int = 1) -> str:
    """Return a figure as `words` does, without its unit."""
    if figure.estimated and figure.value is not None:
        places = _sensible(figure, decimals)
        span = _span(figure, places)
        about = f"~{number(figure.value, places)}"
        return f"{about} ({span})" if span else about
    if figure.low == figure.high:
        return number(figure.low, decimals)
    return _span(figure, decimals) or UNKNOWN


def _span(figure: Figure, places: int) -> str:
    """Return the bounds in words; empty where there are none."""
    low, high = _down(figure.low, places), _up(figure.high, places)
    if figure.high == inf:
        return f"≥ {low}" if figure.low > 0 else ""
    if figure.low <= 0 and figure.value is None:
        return f"≤ {high}"
    return low if low == high else f"{low}–{high}"


def number(value: float, decimals: int) -> str:
    """Return a number with thousands separators; negative decimals round to tens and up."""
    if decimals < 0:
        return f"{round(value, decimals):,.0f}"
    return f"{value:,.{decimals}f}"


def _down(value: float, places: int) -> str:
    if value == -inf:
        return "−∞"
    scale = 10.0**places
    return number(floor(value * scale + _NUDGE * max(1.0, abs(value * scale))) / scale, places)


def _up(value: float, places: int) -> str:
    if value == inf:
        return "∞"
    scale = 10.0**places
    return number(ceil(value * scale - _NUDGE * max(1.0, abs(value * scale))) / scale, places)


def _sensible(figure: Figure, decimals: int) -> int:
    """Return the digits that an estimate is worth: the first of its width, two of its value."""
    size = abs(figure.value or 0.0)
    width = size / 4 if figure.width in (0.0, inf) else figure.width
    if width <= 0:
        return decimals
    by_width = -floor(log10(width))
    by_value = 1 - floor(log10(size)) if size > 0 else by_width
    return min(decimals, max(by_width, by_value))
