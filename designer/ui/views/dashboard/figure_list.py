"""Power and energy in words, each figure with its bounds; hovering says what it rests on."""

from dataclasses import replace
from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.cost_report import Cost
from designer.engine.report import Facility, Report, Totals
from designer.model.figure_words import quantity, words
from designer.model.figures import Figure
from designer.ui.kit.style import set_role
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.figure_rows import FigureRows

_CABLED: Final = "As cabled"
_OF_CABLED: Final = "highest IT power, but of switches that with passive cables and their modules"
_POWERS: Final = (_CABLED, "Highest observed", "Typical", "Idle")
MARKS: Final = "≥ at least · ~ estimated · a–b between"


class FigureList(FigureRows):
    """What the whole design draws and what running it costs."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Power and energy", parent)
        self._workspace = workspace
        self.marks = QLabel(MARKS)
        set_role(self.marks, "caption")
        self.body.addWidget(self.marks)

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        rows = figure_rows(report) if report else []
        most = report.totals.figure("power_max_kw") if report else None
        self.setVisible(bool(rows))
        marked = any(not figure.exact for _, figure, _ in rows)
        self.marks.setVisible(marked)
        self.show_rows(
            (
                name,
                words(figure, 2) if name == "PUE" else quantity(figure, _most_of(name, most)),
                figure_tip(tip, figure, self._workspace.part_name),
            )
            for name, figure, tip in rows
        )


def _most_of(name: str, power_max: Figure | None) -> Figure | None:
    """Return what a figure of IT power never exceeds; it stands above this list."""
    return power_max if name in _POWERS else None


def figure_rows(report: Report) -> list[tuple[str, Figure, str]]:
    """Return name, figure and source of what is listed; or why there is no figure."""
    sums, facility, cost = report.totals, report.facility, report.cost
    no_sums = report.why_lost("totals")
    if not sums.figure("racks").high and not no_sums:
        return []
    rows = _rows(sums, facility, cost)
    if told := tells_cabled(sums):
        rows.insert(0, (_CABLED, cabled_kw(sums), _OF_CABLED))
    whys = [no_sums] * (4 + told) + [report.why_lost("facility")] + [report.why_lost("cost")] * 2
    if report.carbon.is_computed:
        carbon = report.carbon
        source = f"{carbon.taken}, {carbon.grid_source or 'grid not named'}; {carbon.scope}"
        rows.append(("Carbon a year", carbon.figure("operational_t_per_year", "t"), source))
        whys.append("")
    if report.carbon.has_embodied:
        made = report.carbon.figure("embodied_t", "t")
        rows.append(("Carbon in making the GPUs", made, report.carbon.embodied_scope))
        whys.append("")
    # What is lost hangs on no input that somebody could state.
    return [
        (name, replace(figure, gaps=()) if why else figure, why or source)
        for (name, figure, source), why in zip(rows, whys, strict=True)
    ]


def _rows(sums: Totals, facility: Facility, cost: Cost) -> list[tuple[str, Figure, str]]:
    return [
        ("Highest observed", sums.figure("power_peak_kw"), "IT power"),
        ("Typical", sums.figure("power_typical_kw"), "IT power"),
        ("Idle", sums.figure("power_idle_kw"), "IT power"),
        ("Peak of ms", sums.figure("power_edp_kw"), "IT power of GPUs that start together (EDP)"),
        ("PUE", facility.figure("pue"), facility.pue_source),
        (
            "Energy",
            cost.figure("energy_mwh_per_year", "MWh a year"),
            "typical power · utilisation, idle power for the rest · PUE · 8,760 h",
        ),
        (
            "Energy cost a year",
            cost.figure("opex_per_year", cost.currency),
            "energy · price of electricity",
        ),
    ]
