"""What the racks of the hall strand: the limit that binds in most, and what is left of the rest."""

from PySide6.QtWidgets import QWidget

from designer.engine.report import Report
from designer.engine.row_report import stranded_rows
from designer.model.figure_words import quantity
from designer.ui.views.dashboard.figure_rows import FigureRows


class HallList(FigureRows):
    """The hall: what feeds carry after a loss, which limit binds, and what it strands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Hall", parent)

    def show_report(self, report: Report | None) -> None:
        """Show a report; nothing of a hall without racks."""
        rows = hall_rows(report) if report else []
        self.setVisible(bool(rows))
        self.show_rows(rows)


def hall_rows(report: Report) -> list[tuple[str, str, str]]:
    """Return name, words and tip of what the hall's racks can and cannot use."""
    hall, why = report.hall, report.why_lost("hall")
    if why or not hall.figure("racks").high:
        return []
    feeds = quantity(hall.figure("power_limit_kw"))
    used, whole = (quantity(hall.figure(name, "U")) for name in ("u_used", "u_total"))
    return [
        ("Feeds of racks carry after the loss", feeds, "that the site must survive"),
        ("Rack units used", f"{used} of {whole}", "of racks that offer units"),
        *stranded_rows(hall),
    ]
