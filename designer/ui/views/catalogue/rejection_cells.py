"""What the table of cooling says of coolers, towers and chillers: the ends of their own tables.

They state no one capacity: what they take depends on the weather and on their water. No Qt.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.fact_words import number_text
from designer.catalog.part import Part
from designer.catalog.rejection_figures import Against, RejectionFigures

Told = tuple[str, float | str, str]
"""What a cell says, by what it is sorted, and what hovering over it says."""

_TO: Final[Mapping[Against, str]] = {
    "dry-bulb": "gives off to air",
    "wet-bulb": "evaporates water",
    "condenser-water": "gives off to condenser water",
}
MEETS: Final[Mapping[Against, str]] = {
    "dry-bulb": "air", "wet-bulb": "wet bulb", "condenser-water": "condenser",
}  # fmt: skip
"""What the temperature is of that a unit gives its heat to."""
_LARGE: Final = 100.0
"""From where on tenths say nothing."""


def rejection_cell(entry: Entry, field: str) -> Told | None:
    """Return what a unit outdoors says in a column of cooling units; None where it says nothing.

    Parameters
    ----------
    field
        `cooling.capacity_kw`, `cooling.method`, `cooling.condition`, `power_max_w` or
        `cooling.flow_lpm`.
    """
    figures = entry.rejection if isinstance(entry, Part) else None
    if figures is None:
        return None
    points, law = figures.points, figures.over_difference
    match field:
        case "cooling.capacity_kw" if law is not None:
            text = f"{number_text(law.kw_per_k)}/K"
            return text, law.kw_per_k * law.most_k, f"up to {number_text(law.most_k)} K"
        case "cooling.capacity_kw":
            return _span((point.capacity_kw for point in points), "Gives off", "kW", figures)
        case "power_max_w":
            drawn = [point.power_kw for point in points] or [law.power_kw if law else None]
            return _span(drawn, "Draws at full speed", "kW", figures)
        case "cooling.flow_lpm":
            return _span((point.flow_lpm for point in points), "Flow", "L/min", figures)
        case "cooling.method":
            return _TO[figures.against], _TO[figures.against], ""
        case "cooling.condition":
            return _condition(figures)
    return None


def _condition(figures: RejectionFigures) -> Told | None:
    if not figures.points:
        return None
    against = _ends(point.against_c for point in figures.points)
    water = _ends(point.water_c for point in figures.points)
    text = f"{MEETS[figures.against]} {against}, water {water} °C"
    return text, text, ""


def _span(
    figures: Iterable[float | None], what: str, unit: str, of: RejectionFigures
) -> Told | None:
    """Return `854–1,311`, sorted by its upper end."""
    known = [one for one in figures if one is not None]
    if not known:
        return None
    text = _ends(known)
    where = _condition(of)
    at = f" at {where[0]}" if where else ""
    return text, max(known), f"{what}: {text} {unit}{at}"


def _ends(figures: Iterable[float]) -> str:
    known = [round(one, 1 if one < _LARGE else None) for one in figures]
    least, most = (number_text(end) for end in (min(known), max(known)))
    return most if least == most else f"{least}–{most}"
