"""The schedule below the floor: a search line with chips, the table, sums of all cables."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.document.document import DocumentChange
from designer.engine.cable_report import CableRow, CablesAsked
from designer.engine.network_report import Cables, MediumReport
from designer.engine.preview import CablesMoved
from designer.model.figure_words import amount, lead_time, money
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.workspace import Workspace
from designer.ui.views.cables.model import BECOMES, about, bounds_text
from designer.ui.views.cables.search import has_token, parse, with_token
from designer.ui.views.cables.table import ScheduleTable

_TYPING_MS = 120
_NARROW_PX = 820
"""Narrower than this, chips lose their numbers, and sums have their prices on a line below."""
KM = 1000.0


class SchedulePanel(QWidget):
    """All cables of the design, as they are filtered.

    Parameters
    ----------
    workspace
        What every view of the window shares.
    shown
        What is shown of cables; its filter is that of the schedule.

    Signals
    -------
    export_asked, labels_asked
        The cables are to be written to a file, or labelled.
    """

    export_asked = Signal()
    labels_asked = Signal()

    def __init__(
        self, workspace: Workspace, shown: CablesShown, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._shown = workspace, shown
        self._sort, self._descending = "label", False
        set_role(self, "panel")
        self.setAccessibleName("Cable schedule and sums")
        self.line = ValueLine()
        self.line.setPlaceholderText("rack:A10 fabric:compute medium:DAC")
        self.line.setAccessibleName("Filter cables")
        add_clearing(self.line, "Show all cables")
        self.count = QLabel()
        self.count.setAccessibleName("How many cables are shown")
        set_role(self.count, "dim")
        self.doubt = QLabel()
        set_role(self.doubt, "warning")
        self.chips: dict[str, QPushButton] = {}
        self.wrong = self._chip("is", "wrong")
        self.export = QPushButton("Export CSV…")
        self.export.setToolTip("Write all cables to a file, whatever the filter is")
        set_role(self.export, "quiet")
        self.export.clicked.connect(self.export_asked)
        self.labels = QPushButton("Labels…")
        self.labels.setToolTip("Labels for both ends of every cable")
        set_role(self.labels, "quiet")
        self.labels.clicked.connect(self.labels_asked)
        self.table = ScheduleTable(workspace)
        self._sums = QWidget()
        self._sums.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sums = QHBoxLayout(self._sums)
        self.sums.setContentsMargins(0, 0, 0, 0)
        self.setMinimumWidth(360)
        self._sum_labels: list[_Sum] = []
        self._summed: tuple[_SumTexts, ...] = ()
        self._lay_out()
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(_TYPING_MS)
        self._typed.timeout.connect(lambda: shown.set_filter(self.line.text()))
        self.line.textEdited.connect(lambda _: self._typed.start())
        self.line.returnPressed.connect(self.table.setFocus)
        shown.filter_changed.connect(self._on_filter)
        shown.changed.connect(self.refresh)
        shown.moved_changed.connect(self._on_moved)
        workspace.report_changed.connect(self.refresh)
        workspace.document_changed.connect(self._on_document)
        workspace.selection_changed.connect(self._follow)
        workspace.theme_changed.connect(self.table.viewport().update)
        self.table.pointed.connect(self._point)
        self.table.sort_asked.connect(self._on_sort)
        self.table.cables.answered = self._on_rows

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(8)
        self.line.setMinimumWidth(180)
        self._head.addWidget(self.line, 1)
        self._head.addWidget(self.count)
        self._chip_row = QHBoxLayout()
        self._chip_row.setSpacing(6)
        self._head.addLayout(self._chip_row)
        self._head.addWidget(self.wrong)
        self._head.addStretch(1)
        self._head.addWidget(self.labels)
        self._head.addWidget(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 12, 6)
        column.setSpacing(6)
        column.addLayout(self._head)
        column.addWidget(self.doubt)
        column.addWidget(self.table, 1)
        line = QFrame()
        line.setFixedHeight(1)
        set_role(line, "line")
        column.addWidget(line)
        self.sums.setSpacing(24)
        self.sums.addStretch(1)
        column.addWidget(self._sums)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the rows that are in view."""
        super().showEvent(event)
        self._ask()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say more where there is more room."""
        super().resizeEvent(event)
        if (event.oldSize().width() < _NARROW_PX) != (self.width() < _NARROW_PX):
            self.refresh()

    def hideEvent(self, event: object) -> None:
        """Ask for nothing that nobody sees."""
        super().hideEvent(event)  # type: ignore[arg-type] # Qt passes a QHideEvent
        self.table.cables.ask(None)
        self._shown.point(None)

    def refresh(self) -> None:
        """Show chips and sums of all cables, as the report has them."""
        if not self.isVisible():
            return
        narrow = self.width() < _NARROW_PX
        self.export.setText("CSV…" if narrow else "Export CSV…")
        self.line.setMinimumWidth(140 if narrow else 180)
        self._show_chips()
        self._show_sums()
        self._show_count()

    def listed(self) -> tuple[CablesAsked, str] | None:
        """Return what is listed, and the filter in words; None where all cables are."""
        words = self._shown.filter
        return (parse(words, self._space.layout()).asked, words) if words else None

    def _ask(self) -> None:
        if not self.isVisible():
            return
        found = parse(self._shown.filter, self._space.layout())
        self.doubt.setText(found.doubt)
        self.doubt.setVisible(bool(found.doubt))
        self.table.cables.ask(found.asked.evolve(sort=self._sort, descending=self._descending))

    def _on_document(self, change: DocumentChange) -> None:
        """Ask anew; show the line of a cable that was just laid by hand."""
        self._ask()
        before = {cable.id for cable in change.before.cables}
        laid = tuple(cable.id for cable in change.after.cables if cable.id not in before)
        if laid and not change.opened and self.isVisible():
            self.table.follow(laid)

    def _follow(self) -> None:
        """Show the cables of what is selected on the floor or in the elevation."""
        keys = self._space.selection
        if keys and self.isVisible():
            self.table.follow(keys)

    def _on_filter(self, text: str) -> None:
        if text != self.line.text():
            self.line.setText(text)
        self._ask()
        self._mark_chips()

    def _on_sort(self, by: str, descending: bool) -> None:
        self._sort, self._descending = by, descending
        self._ask()

    def _on_moved(self) -> None:
        """Show beside cells and sums what a drag would make of them."""
        if self.isVisible():
            self.table.cables.show_changed(self._shown.rows)
            self._show_sums()

    def _on_rows(self) -> None:
        self._show_count()
        self.table.on_rows()

    def _point(self, cable: CableRow | None) -> None:
        self._shown.point(cable.corners if cable is not None else None)

    def _chip(self, name: str, value: str) -> QPushButton:
        chip = QPushButton()
        set_role(chip, "chip")
        chip.setCheckable(True)
        chip.setAccessibleName(f"Only {value}")
        chip.clicked.connect(
            lambda: self._shown.set_filter(with_token(self._shown.filter, name, value))
        )
        return chip

    def _show_chips(self) -> None:
        report = self._space.report_store.report
        media = [(one.medium, one.count) for one in report.cables.media] if report else []
        for medium, count in media:
            chip = self.chips.get(medium)
            if chip is None:
                chip = self.chips[medium] = self._chip("medium", medium)
                self._chip_row.addWidget(chip)
            chip.setText(medium if self.width() < _NARROW_PX else f"{medium} {count:,}")
            chip.setToolTip(f"{count:,} cables. Click to see them alone.")
        known = {medium for medium, _ in media}
        for medium, chip in self.chips.items():
            chip.setVisible(medium in known)
        far = report.cables.too_far if report else None
        misfits = report.cables.misfits if report else None
        words = ["out of reach" if far is None else f"{far:,} out of reach"]
        words = words if far != 0 or not misfits else []
        words += [plural(misfits, "does not fit", "do not fit")] if misfits else []
        self.wrong.setText(f"✕ {', '.join(words)}")
        self.wrong.setAccessibleName("Only cables that are out of reach or do not fit")
        self.wrong.setVisible(bool(far or misfits) or self.wrong.isChecked())
        self._mark_chips()

    def _mark_chips(self) -> None:
        text = self._shown.filter
        for medium, chip in self.chips.items():
            chip.setChecked(has_token(text, "medium", medium))
        self.wrong.setChecked(has_token(text, "is", "wrong"))

    def _show_count(self) -> None:
        report, rows = self._space.report_store.report, self.table.cables
        every = report.cables.count if report else None
        if rows.why:
            self.count.setText(rows.why)
        elif every is None:
            self.count.setText(f"{rows.total:,} drawn")
        elif self._shown.filter:
            self.count.setText(f"{rows.total:,} of {every:,}{self._at_fullest()}")
        else:
            self.count.setText(f"{every:,}")

    def _at_fullest(self) -> str:
        """Return how many cables a tray has at its fullest place, as floor and bars say of it.

        Empty unless the filter is a tray alone: more cables run along it somewhere.
        """
        asked = parse(self._shown.filter, self._space.layout()).asked
        report = self._space.report_store.report
        if not asked.tray or asked != CablesAsked(tray=asked.tray) or report is None:
            return ""
        trays = (one for one in report.cables.trays if one.id == asked.tray)
        found = next(trays, None)
        return f" along it, {found.cables:,} at its fullest place" if found is not None else ""

    def _show_sums(self) -> None:
        """Show the sums of all cables by medium, whatever the filter is."""
        report = self._space.report_store.report
        sums = _sums(report.cables, self._shown.moved) if report is not None else ()
        self.sums.setSpacing(14 if self.width() < _NARROW_PX else 24)
        if sums == self._summed:
            return
        self._summed = sums
        for widget in self._sum_labels:
            self.sums.removeWidget(widget)
            widget.deleteLater()
        self._sum_labels = [_Sum(*one) for one in sums]
        for at, widget in enumerate(self._sum_labels):
            self.sums.insertWidget(at, widget)


_SumTexts = tuple[tuple[str, str], tuple[str, ...], str]
"""Of a sum its name with a number, the lines below, and its tip."""


def _sums(cables: Cables, moved: CablesMoved | None) -> tuple[_SumTexts, ...]:
    """Return the sums by medium and of all: prices stand in a line of their own, never cut."""
    lead, unstated = cables.figure("lead_weeks", "weeks"), cables.lead_unstated
    tip = f"from order to delivery: {lead_time(lead, unstated)}"
    found: list[_SumTexts] = [(("All cables", ""), ("by medium", f"lead {lead_time(lead)}"), tip)]
    every = "—" if cables.count is None else f"{cables.count:,}"
    more = {name: now - was for name, was, now in (moved.media if moved else ())}
    lines: list[tuple[str, str, MediumReport | Cables]] = [
        (one.medium, _count(one.count, more.get(one.medium, 0)), one) for one in cables.media
    ]
    for name, count, one in (*lines, ("Total", every, cables)):
        length, price = one.figure("length_m", "m"), one.figure("price", cables.currency)
        awaited = lead_time(one.figure("lead_weeks", "weeks"), one.lead_unstated)
        tip = f"{amount(length, 0)} m\nwith modules {money(price)}\nlead time {awaited}"
        found.append(((name, count), (km(length), bounds_text(price)), tip))
    return tuple(found)


class _Sum(QWidget):
    """The number, length and price of the cables of one medium.

    Parameters
    ----------
    first, below
        What its first line says at the left and at the right, and the lines below it.
    """

    def __init__(self, first: tuple[str, str], below: tuple[str, ...], tip: str) -> None:
        super().__init__()
        self.setToolTip(tip)
        self.setAccessibleName(" ".join(filter(None, (*first, *below))))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(0)
        upper = QHBoxLayout()
        upper.setSpacing(12)
        for text, role in zip(first, ("strong", "dim"), strict=True):
            label = QLabel(text)
            set_role(label, role)
            upper.addWidget(label)
        column.addLayout(upper)
        for text in below:
            label = QLabel(text)
            set_role(label, "dim")
            column.addWidget(label)
        column.addStretch(1)


def _count(number: int, more: int) -> str:
    """Return how many cables a medium has, and how many a drag would give it."""
    return f"{number:,}{BECOMES}{number + more:,}" if more else f"{number:,}"


def km(length: Figure) -> str:
    """Return a length in kilometres."""
    if length.unknown:
        return "— km"
    return f"{about(length.times(1 / KM, 'km'))} km"
