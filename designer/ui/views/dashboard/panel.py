"""The dashboard: totals, plots, checks; only while visible, and ten times a second in a stream.

Two reports are shown at once: an edit brings one, and another with what is worked out later.
"""

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSplitter, QVBoxLayout, QWidget

from designer.engine.report import Report
from designer.model.plural import plural
from designer.ui.kit.laid_out import lay_out_within
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.added_sections import AddedSections
from designer.ui.views.dashboard.as_it_is import AsItIs
from designer.ui.views.dashboard.checks import ChecksView
from designer.ui.views.dashboard.cost_bar import CostView
from designer.ui.views.dashboard.day_plot import DayView
from designer.ui.views.dashboard.fabric_bars import FabricView
from designer.ui.views.dashboard.figure_list import FigureList
from designer.ui.views.dashboard.hall_list import HallList
from designer.ui.views.dashboard.power_plot import PowerPlot
from designer.ui.views.dashboard.section import ShowsReport
from designer.ui.views.dashboard.settle_list import SettleList
from designer.ui.views.dashboard.totals import TotalsView
from designer.ui.views.dashboard.year_bars import YearView

INTERVAL_MS: Final = 100
LATER_MS: Final = 40
"""Between two sections out of sight that are brought up to date."""
PLOTS_PX: Final = 780
"""Height of totals and plots with five bars of fabrics: the checks get the rest."""

_SIZING: Final = "◌"
_LOST: Final = "■"
"""Signs beside the words of the tabs, which leave no room for more; a tip says what they mean."""


class DashboardPanel(QWidget):
    """Everything the engine says of the whole design.

    Signals
    -------
    caught_up
        What is in sight of it is of the newest report, or nothing of it is in sight.
    """

    caught_up = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        set_role(self, "panel")
        self.setAccessibleName("Dashboard")
        self.stale = QLabel("")
        set_role(self.stale, "warning")
        self.stale.setAccessibleName("Figures are up to date")
        self.totals = TotalsView(workspace)
        self.power = PowerPlot(workspace)
        self.fabrics = FabricView(workspace)
        self.figures = FigureList(workspace)
        self.hall = HallList()
        self.year = YearView(workspace)
        self.day = DayView(workspace)
        self.cost = CostView(workspace)
        self.added = AddedSections(workspace)
        self.settle = SettleList()
        self.checks = ChecksView(workspace)
        self.shown: Report | None = None
        self._dirty = True
        self._drawn = False
        self._shown_twice = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_interval)
        self._behind: list[ShowsReport] = []
        self._later = QTimer(self)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self._catch_up)
        self._unsettled = False
        """Whether sections may have come into sight, of which the last report was not shown."""
        self._lay_out()
        workspace.report_changed.connect(self.refresh_soon)
        workspace.document_changed.connect(lambda _: self._mark_stale())
        # Seen also while another tab is in front, so not left to the next time this one is.
        workspace.report_changed.connect(self._mark_stale)
        workspace.sizing_changed.connect(self._mark_stale)
        workspace.theme_changed.connect(self._on_theme)

    def load_plots(self) -> None:
        """Import the plot library; called when the window stands."""
        self.power.load()

    def refresh_soon(self) -> None:
        """Show the newest report: at once, or 100 ms after the last time in a stream of them."""
        self._dirty = True
        if not (self._timer.isActive() and self._shown_twice):
            self._refresh_if_dirty()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self._hold_room_for_sign()
        self._refresh_if_dirty()
        if self._behind:
            self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep nobody waiting for what cannot be seen."""
        super().hideEvent(event)
        self.caught_up.emit()

    @property
    def is_behind(self) -> bool:
        """Whether figures of an earlier report than the newest are seen here."""
        return self.isVisible() and (self._dirty or self._unsettled)

    def _on_interval(self) -> None:
        self._shown_twice = self._shown_twice and self._dirty
        self._refresh_if_dirty()

    def _refresh_if_dirty(self) -> None:
        if not self._dirty or not self.isVisible():
            return
        self._dirty = False
        report = self._workspace.report_store.report
        if report is not self.shown or not self._drawn:
            self._shown_twice = self._shown_twice or self._timer.isActive()
            self._timer.start()
            self._show_in_sight(report)
        self.shown, self._drawn = report, True
        self._mark_stale()
        if not self.is_behind:
            self.caught_up.emit()

    def _show_in_sight(self, report: Report | None) -> None:
        """Show a report where anybody looks; the others follow one by one, or when scrolled to.

        The first report is shown by all, as each takes its height from it.
        """
        first = self.shown is None or report is None or not self._drawn
        self._behind = []
        for view in self._sections():
            if _is_out_of_sight(view) and not first:
                self._behind.append(view)
            else:
                view.show_report(report)
                if isinstance(view, QWidget):
                    lay_out_within(view)
        # What was shown may have become lower or higher, once all is laid out anew.
        self._unsettled = bool(self._behind)
        if self._behind:
            self._later.start()

    def show_all(self) -> None:
        """Show the report now in what is out of sight, too."""
        for view in self._behind:
            view.show_report(self.shown)
        self._behind = []
        self._settle()

    def _catch_up(self) -> None:
        """Show the report in what came into sight, and in one of the sections that did not."""
        if self.isVisible():
            self._on_scrolled()
        if self._behind and self.isVisible():
            self._behind.pop(0).show_report(self.shown)
        if not self._behind or not self.isVisible():
            self._later.stop()
        self._settle()

    def _settle(self) -> None:
        """Tell that all that is in sight is of one report."""
        if self._unsettled:
            self._unsettled = False
            self.caught_up.emit()

    def _on_scrolled(self) -> None:
        """Show the report in what came into sight."""
        for view in [one for one in self._behind if not _is_out_of_sight(one)]:
            self._behind.remove(view)
            view.show_report(self.shown)

    def _hold_room_for_sign(self) -> None:
        """Keep the place of the sign, which comes and goes with each edit: else all moves aside."""
        words, room = self.stale.text(), QSize()
        for sign in (_SIZING, _LOST):
            self.stale.setText(sign)
            room = room.expandedTo(self.stale.sizeHint())
        self.stale.setText(words)
        self.stale.setFixedSize(room)

    def _mark_stale(self) -> None:
        failure = self._workspace.engine_failure
        late = self._workspace.is_sizing or (self._dirty and self.isVisible() and not failure)
        words = "figures of an earlier edit" if late else failure
        if words:
            self.stale.setText(_LOST if failure else _SIZING)
        else:
            words = lost_words(self._workspace.report_store.report)
            self.stale.setText(_LOST if words else "")
        self.stale.setToolTip(words)
        self.stale.setAccessibleName(words or "Figures are up to date")

    def _on_theme(self) -> None:
        self.power.recolour()
        self._dirty, self._drawn = True, False
        self._refresh_if_dirty()

    def _sections(self) -> tuple[ShowsReport, ...]:
        return (
            self.totals,
            self.figures,
            self.power,
            self.fabrics,
            self.year,
            self.day,
            self.hall,
            self.cost,
            self.added,
            self.settle,
            self.checks,
        )

    def _lay_out(self) -> None:
        plots = QWidget()
        set_role(plots, "clear")
        column = QVBoxLayout(plots)
        column.setContentsMargins(16, 8, 14, 8)
        column.setSpacing(12)
        for view in (
            self.totals, self.figures, self.power, self.fabrics, self.year, self.day,
            self.hall, self.cost, self.added, self.settle,
        ):  # fmt: skip
            column.addWidget(view)
        column.addStretch(1)
        self.as_it_is = AsItIs(self._workspace.released, self.totals, plots, self.fabrics)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName("Totals and plots")
        scroll.setWidget(plots)
        scroll.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        lower = QWidget()
        lower_column = QVBoxLayout(lower)
        lower_column.setContentsMargins(16, 8, 14, 8)
        lower_column.addWidget(self.checks)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setAccessibleName("Plots above checks")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(scroll)
        self.splitter.addWidget(lower)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([PLOTS_PX, 200])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.splitter, 1)


def _is_out_of_sight(view: ShowsReport) -> bool:
    """Return whether a section is shown where nobody sees it; one that is not shown may be soon."""
    return isinstance(view, QWidget) and view.isVisible() and view.visibleRegion().isEmpty()


def lost_words(report: Report | None) -> str:
    """Return what of a report could not be computed, a line each; empty where all could."""
    lines = []
    for lost in report.not_computed if report else ():
        racks = f" ({plural(len(lost.where), 'rack')})" if lost.where else ""
        lines.append(f"{lost.words}{racks}")
    return "\n".join(lines)
