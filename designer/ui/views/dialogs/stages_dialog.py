"""The stages of a design beside each other: figures, by how much more, what breaks a rule."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.reasons import standing, standing_words
from designer.engine.stage_lines import COLUMNS, StageLine
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.stage_reports import StageReports
from designer.ui.state.workspace import Workspace

LEAD: Final = (
    "Each stage is measured for itself, with all its rules. Beside a figure stands by how much it "
    "is more than in the stage before."
)
NONE: Final = (
    "This design has no stages: Design settings, Stages adds them; then select what comes later, "
    "and Arrange, Put into a stage."
)
_TOLD: Final = 12
"""Findings of a stage that are told; the others are counted."""


class StagesDialog(QDialog):
    """A row for each stage, and what it breaks below; stays open beside the drawing.

    Signals
    -------
    editing_wanted
        The list of stages is to be edited.
    """

    editing_wanted = Signal()

    def __init__(
        self, workspace: Workspace, reports: StageReports, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self.reports = workspace, reports
        self.setWindowTitle("Stages")
        self.setAccessibleName("Stages")
        self.resize(900, 420)
        heading = QLabel("Stages")
        set_role(heading, "heading")
        self.lead = WrappedLabel(LEAD)
        set_role(self.lead, "dim")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(6)
        self.cells: dict[tuple[int, int], QLabel] = {}
        self.breaks = WrappedLabel()
        self.state = WrappedLabel()
        set_role(self.state, "dim")
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(12, 10, 12, 10)
        inner.setSpacing(12)
        inner.addLayout(self._grid)
        inner.addWidget(self.breaks)
        inner.addStretch(1)
        scrolled = QScrollArea()
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(body)
        scrolled.setAccessibleName("Stages beside each other")
        self.edit_button = QPushButton("Edit stages…")
        self.edit_button.clicked.connect(self.editing_wanted)
        self.close_button = QPushButton("Close")
        self.close_button.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addWidget(self.state, 1)
        buttons.addWidget(self.edit_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        for widget in (heading, self.lead, scrolled):
            column.addWidget(widget, int(widget is scrolled))
        column.addLayout(buttons)
        reports.changed.connect(self.refresh)
        workspace.document_changed.connect(lambda _: self._follow())

    def open_beside(self) -> None:
        """Show it, and measure the stages as they stand."""
        self.show()
        self.raise_()
        self.activateWindow()
        self._follow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Measure nothing that nobody sees."""
        self.reports.stop()
        super().closeEvent(event)

    def refresh(self) -> None:
        """Show what is measured so far."""
        lines, every = self.reports.lines, self._space.stage.every
        self.lead.setText(LEAD if every else NONE)
        self._clear()
        if every:
            headings = ("Stage", *(what for what, _, _ in COLUMNS), "Findings")
            for at, text in enumerate(headings):
                self._put(0, at, text, "caption", right=0 < at < len(headings) - 1)
        for row, line in enumerate(lines, start=1):
            self._put(row, 0, line.called, "strong")
            for at, figure in enumerate(line.figures, start=1):
                self._put(row, at, figure.text, "figure", right=True)
            self._put(row, len(line.figures) + 1, line.findings, "dim")
        self.breaks.setText("\n".join(text for line in lines for text in broken(line)))
        left = self.reports.left
        waiting = f"Measuring {left} of {len(every)}…" if left else ""
        self.state.setText(self.reports.failure or waiting)

    def _follow(self) -> None:
        if self.isVisible():
            self.reports.measure(self._space.document.design)
            self.refresh()

    def _clear(self) -> None:
        for label in self.cells.values():
            self._grid.removeWidget(label)
            label.deleteLater()
        self.cells = {}

    def _put(self, row: int, column: int, text: str, role: str, *, right: bool = False) -> None:
        label = QLabel(text)
        set_role(label, role)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(label, row, column)
        self.cells[row, column] = label


def broken(line: StageLine) -> list[str]:
    """Return what a stage breaks, in lines that name it; nothing of a sound one."""
    found = [check for check in line.checks if standing(check) != "info"]
    said = [
        f"{line.stage.called}: {standing_words(check)} {check.rule}, {check.message}"
        for check in found[:_TOLD]
    ]
    more = len(found) - _TOLD
    return [*said, *([f"{line.stage.called}: {more} more findings"] if more > 0 else [])]
