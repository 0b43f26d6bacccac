"""The panel beside the floor about cables: sums, lengths against reach, fill of trays, checks."""

from __future__ import annotations

from math import inf
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.reasons import is_open
from designer.engine.report import Check, Report
from designer.model.figure_words import UNKNOWN, amount, lead_time, money
from designer.model.network_keys import tray_key
from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.kit.widget_edge import given_text
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.workspace import Workspace
from designer.ui.views.cables.bars import Reach, ReachBars, TrayBars, TrayLine
from designer.ui.views.cables.model import about, sum_text
from designer.ui.views.cables.schedule import km

RULES: Final = frozenset({"F10", "F11", "F12", "F13", "F14", "F15", "F21", "F22", "R11", "R12"})
"""Rules of reach, lengths, modules and trays, and of what cables by hand join and cut off."""
NO_CABLES: Final = (
    "No cable yet. Add a fabric under Fabrics in the design settings (Ctrl+,), and place its nodes "
    "and switches: its cables are laid, measured and priced here."
)
_MOST_TRAYS: Final = 12
_LARGE: Final = 12
"""Letters of a figure that fit in large type."""
_MOST_CHECKS: Final = 8
_SIGNS: Final = {"error": "✕", "warning": "⚠", "info": "·"}


class CablesPanel(QScrollArea):
    """Says in figures what the cables of the design are.

    Parameters
    ----------
    workspace
        What every view of the window shares.
    shown
        What is shown of cables: a tray that is chosen filters the schedule.

    Signals
    -------
    places_asked
        Places of leaf switches are to be compared.
    labels_asked
        Cables are to be labelled.
    """

    places_asked = Signal()
    labels_asked = Signal()

    def __init__(
        self, workspace: Workspace, shown: CablesShown, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._shown = workspace, shown
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Cables")
        self.figures = {
            name: _Figure(name)
            for name in ("Cables", "Length", "Price", "Out of reach", "Not connected", "Lead time")
        }
        self.reach = ReachBars(workspace)
        self.trays = TrayBars(workspace)
        self.tray_note = QLabel()
        self.optics = QLabel()
        self.compare = QPushButton("Compare places of leaf switches…")
        set_role(self.compare, "quiet")
        self.compare.setToolTip(
            "Ends and middles of rows, the middle of the hall, a rack for each rail: lengths, "
            "media, price and findings beside today's"
        )
        self.compare.hide()
        self.compare.clicked.connect(lambda _=False: self.places_asked.emit())
        self.labels = QPushButton("Labels of both ends…")
        set_role(self.labels, "quiet")
        self.labels.clicked.connect(self.labels_asked)
        self.checks = QVBoxLayout()
        self._check_rows: list[QWidget] = []
        self._lay_out()
        workspace.report_changed.connect(self.refresh)
        workspace.theme_changed.connect(self._on_theme)
        self.trays.chosen.connect(self._choose)

    def _lay_out(self) -> None:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        grid = QGridLayout()
        for place, figure in enumerate(self.figures.values()):
            grid.addWidget(figure, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        column.addLayout(grid)
        set_role(self.optics, "dim")
        self.optics.setWordWrap(True)
        column.addWidget(self.optics)
        column.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignLeft)
        for title, note, widget in (
            ("Length against reach", "m, bar: shortest to longest · tick: reach", self.reach),
            ("Tray fill", "of the section that cables may take", self.trays),
        ):
            heading, below = QLabel(title), QLabel(note)
            set_role(heading, "heading")
            set_role(below, "caption")
            column.addSpacing(6)
            column.addWidget(heading)
            column.addWidget(below)
            column.addWidget(widget)
        set_role(self.tray_note, "dim")
        self.tray_note.setWordWrap(True)
        column.addWidget(self.tray_note)
        column.addWidget(self.labels, 0, Qt.AlignmentFlag.AlignLeft)
        heading = QLabel("Checks of cables")
        set_role(heading, "heading")
        column.addSpacing(6)
        column.addWidget(heading)
        self.checks.setSpacing(6)
        column.addLayout(self.checks)
        column.addStretch(1)
        self.setWidget(page)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Show the report as it is."""
        if not self.isVisible():
            return
        report = self._space.report_store.report
        self.compare.setVisible(any(one.placed_leaf for one in (report.fabrics if report else ())))
        self._show_figures(report)
        self._show_bars(report)
        self._show_checks(report)

    def _show_figures(self, report: Report | None) -> None:
        if report is None or (why := report.why_lost("cables")):
            for figure in self.figures.values():
                figure.show_value(UNKNOWN, "not sized yet" if report is None else why)
            self.optics.setText("")
            return
        cables = report.cables
        length, price = cables.figure("length_m", "m"), cables.figure("price", cables.currency)
        show = {name: figure.show_value for name, figure in self.figures.items()}
        count = UNKNOWN if cables.count is None else f"{cables.count:,}"
        between, too_far = (
            UNKNOWN if it is None else f"{it:,}" for it in (cables.between_racks, cables.too_far)
        )
        show["Cables"](count, f"{between} leave their rack")
        show["Length"](km(length), f"{amount(length, 0)} m; longest "
                       f"{amount(cables.figure('longest_m', 'm'))} m")  # fmt: skip
        unpriced = f"; {cables.unpriced:,} have no price" if cables.unpriced else ""
        show["Price"](sum_text(price), f"with modules: {money(price)}{unpriced}")
        show["Out of reach"](too_far, "no medium reaches, or the pinned one does not")
        self.figures["Out of reach"].mark("error" if cables.too_far else "")
        missing = cables.figure("not_connected")
        why = "\n".join(one.words for one in cables.unconnected)
        show["Not connected"](amount(missing, 0), why or "every cable has both ends")
        self.figures["Not connected"].mark("error" if missing.low > 0 else "")
        lead = cables.figure("lead_weeks", "weeks")
        parts = len({one.part for one in cables.bill})
        show["Lead time"](
            lead_time(lead),
            f"from order to delivery; of {plural(parts, 'part')} {cables.lead_unstated} not stated"
            " · a quotation (Design settings ▸ Prices) or an own part states it",
        )
        lines = [] if cables.count != 0 else [NO_CABLES]
        if cables.misfits:
            lines.append(f"✕ {plural(cables.misfits, 'cable')}: the pinned part does not fit.")
        watts = cables.figure("optics_w", "W")
        if cables.count != 0 and not watts.unknown:
            most = "up to " if watts.high < inf else ""
            kw = about(watts.times(1e-3, "kW"), 1)
            lines.append(f"Cables and modules draw {most}{kw} kW at both ends.")
        if cables.without_medium:
            lines.append(f"Of {plural(cables.without_medium, 'cable')} no medium is known.")
        if cables.off_trays:
            lines.append(f"~ {plural(cables.off_trays, 'cable')} follow no tray: straight ways.")
        self.optics.setText("\n".join(lines))
        self.optics.setVisible(bool(lines))

    def _show_bars(self, report: Report | None) -> None:
        cables = report.cables if report is not None else None
        self.reach.show_lines(
            [
                Reach(one.medium, one.count, one.shortest_m, one.longest_m, one.reach_m)
                for one in (cables.media if cables else ())
            ]
        )
        lines = [
            TrayLine(one.id, one.name or one.id, one.cables, one.figure("fill_pct", "%"),
                     one.usable_mm2 is not None)
            for one in (cables.trays if cables else ())
        ]  # fmt: skip
        lines.sort(key=lambda line: (line.fill.low, line.cables), reverse=True)
        self.trays.show_lines(lines[:_MOST_TRAYS])
        note = f"… {len(lines) - _MOST_TRAYS} more" if len(lines) > _MOST_TRAYS else ""
        self.tray_note.setText(note if lines else "No tray is drawn: T on the floor draws one.")
        self.tray_note.setVisible(bool(self.tray_note.text()))

    def _show_checks(self, report: Report | None) -> None:
        for row in self._check_rows:
            self.checks.removeWidget(row)
            row.deleteLater()
        found = [one for one in (report.checks if report else ()) if one.rule in RULES]
        self._check_rows = [self._check_row(check) for check in found[:_MOST_CHECKS]]
        if not found:
            none = QLabel("None" if report is not None else UNKNOWN)
            set_role(none, "dim")
            self._check_rows = [none]
        elif len(found) > _MOST_CHECKS:
            more = QLabel(f"… {len(found) - _MOST_CHECKS} more among all checks")
            set_role(more, "dim")
            self._check_rows.append(more)
        for row in self._check_rows:
            self.checks.addWidget(row)

    def _check_row(self, check: Check) -> QWidget:
        box = QFrame()
        set_role(box, "card")
        column = QVBoxLayout(box)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(2)
        waived = ", accepted" if check.waived else ""
        open_ = is_open(check.key)
        said = f"? {check.rule} cannot be said" if open_ else (
            f"{_SIGNS[check.severity]} {check.rule} {check.severity}"
        )  # fmt: skip
        title = QLabel(f"{said}{waived}")
        set_role(title, check.severity if check.severity != "info" else "dim")
        words = QLabel(check.message)
        words.setWordWrap(True)
        words.setToolTip(check.advice)
        column.addWidget(title)
        column.addWidget(words)
        if check.where:
            show = QPushButton("show")
            show.setAccessibleName(f"Show where {check.rule} was found")
            set_role(show, "link")
            show.clicked.connect(lambda _=False, where=check.where: self._space.focus(where))
            column.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)
        return box

    def _choose(self, tray: str) -> None:
        """Select a tray; with it the schedule lists what runs along it."""
        self._space.filter.switch("trays", on=True)
        self._space.filter.switch("cables", on=True)
        self._space.select((tray_key(tray),))

    def _on_theme(self) -> None:
        self.reach.update()
        self.trays.update()


class _Figure(QWidget):
    """A figure in large type above its name."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self._caption = caption
        self.value, name = QLabel(UNKNOWN), QLabel(caption)
        set_role(self.value, "total")
        set_role(name, "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(name)

    def show_value(self, text: str, tip: str) -> None:
        """Show a figure, and on hovering what it rests on."""
        # Beside the next figure there is no room for large letters of a long one.
        set_role(self.value, "total" if len(text) <= _LARGE else "heading")
        self.value.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(f"{self._caption}: {text}")
        self.setAccessibleDescription(tip)

    def mark(self, state: str) -> None:
        """Show the figure as an error, or not."""
        text = given_text(self.value).removeprefix("✕ ")
        self.value.setText(f"✕ {text}" if state else text)
