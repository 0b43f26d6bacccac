"""What the report says of a row whose racks are all selected: lines of figures. No Qt."""

from collections.abc import Callable, Iterable
from typing import Final

from designer.engine.cabled_power import tells_cabled
from designer.engine.report import Report
from designer.engine.row_report import RowReport, stranded_rows
from designer.model.design import Rack
from designer.model.figure_words import quantity, words
from designer.ui.views.properties.part_figures import Figure

_LINES: Final = (
    ("gpus", "GPUs"),
    ("power_max_kw", "Power, maximum"),
    ("power_limit_kw", "Feeds carry after the loss"),
    ("air_kw", "Heat to the room"),
    ("liquid_kw", "Heat to liquids"),
    ("weight_kg", "Mass"),
    ("u_used", "Rack units used"),
    ("u_total", "Rack units"),
)
_COUNTS: Final = frozenset({"gpus", "u_used", "u_total"})


def whole_row(racks: Iterable[Rack], chosen: Iterable[str]) -> str:
    """Return the row whose racks are chosen, all of them and no others; empty of no such row."""
    wanted = frozenset(chosen)
    rows = {rack.row for rack in racks if rack.id in wanted}
    row = next(iter(rows)) if len(rows) == 1 else ""
    return row if row and {rack.id for rack in racks if rack.row == row} == wanted else ""


def row_figures(
    report: Report | None, row: str, name_of: Callable[[str], str] = str
) -> list[Figure]:
    """Return what the report says of a row, with its bounds; nothing before it is sized.

    Parameters
    ----------
    name_of
        What people call the owner of an input that leaves a figure open.
    """
    found = next((one for one in report.rows if one.id == row), None) if report else None
    if found is None:
        return []
    figures = [_line(found, *line, name_of) for line in _LINES]
    if tells_cabled(found):
        figures.insert(1, _line(found, "power_cabled_kw", "Power as cabled", name_of))
    return [*figures, *(Figure(name, text, tip) for name, text, tip in stranded_rows(found))]


def _line(row: RowReport, name: str, label: str, name_of: Callable[[str], str]) -> Figure:
    figure = row.figure(name)
    text = words(figure, 0) if name in _COUNTS else quantity(figure)
    open_on = dict.fromkeys(name_of(gap.ref.partition(".")[0]) for gap in figure.gaps)
    tip = f"open by {', '.join(open_on)}" if open_on else "computed by the engine"
    return Figure(label, text, tip)
