"""A headed part of the dashboard: heading at the left, a figure in dim text at the right."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.engine.report import Report
from designer.ui.kit.style import set_role

NOT_SIZED: Final = "Not sized yet"
"""What a part says that cannot be empty before the first report of a design."""


class ShowsReport(Protocol):
    """A part of the dashboard that shows what the engine says."""

    def show_report(self, report: Report | None) -> None:
        """Show a report; None while there is none."""


class Section(QWidget):
    """Heading, note at the right, and a column for the body."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        heading = QLabel(title)
        set_role(heading, "heading")
        self.note = QLabel("")
        set_role(self.note, "dim")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        top = QHBoxLayout()
        top.setSpacing(8)
        # In longer languages it wraps, so that it never makes the panel wider than it is.
        heading.setWordWrap(True)
        top.addWidget(heading, 1)
        top.addWidget(self.note)
        self.body = QVBoxLayout()
        self.body.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(top)
        column.addLayout(self.body)

    def set_note(self, text: str) -> None:
        """Show a figure at the right of the heading."""
        self.note.setText(text)
