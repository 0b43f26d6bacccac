"""Why the figures of a box are what they are: formula, inputs, sources, known error."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.engine.workload_report import Why
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.workload_choice import WorkloadChoice


def why_text(one: Why) -> str:
    """Return all of it, to be copied."""
    parts = [one.title, one.formula, *one.lines, one.error, *one.sources]
    return "\n".join(filter(None, parts))


class WhyCard(QFrame):
    """The card; hidden where nobody asks."""

    def __init__(self, choice: WorkloadChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self._choice = choice
        self.setAccessibleName("Why")
        self.title = QLabel("")
        self.formula, self.lines = WrappedLabel(""), WrappedLabel("")
        self.error, self.sources = WrappedLabel(""), WrappedLabel("")
        set_role(self.title, "heading")
        for label in (self.lines, self.error, self.sources):
            set_role(label, "caption")
        self.close_it, self.copy = QPushButton("close"), QPushButton("Copy the sum")
        for button in (self.close_it, self.copy):
            set_role(button, "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_it)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        column.addLayout(head)
        for label in (self.formula, self.lines, self.error, self.sources):
            column.addWidget(label)
        column.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignRight)
        self.close_it.clicked.connect(lambda _=False: choice.ask_why(""))
        self.copy.clicked.connect(lambda _=False: self._copy())
        self.hide()

    def refresh(self) -> None:
        """Show what is known."""
        one = self._choice.why
        self.setVisible(bool(self._choice.asked_why))
        if not self._choice.asked_why:
            return
        self.title.setText(one.title if one is not None else "Why …")
        pairs = (
            (self.formula, one.formula if one else ""),
            (self.lines, "\n".join(one.lines) if one else ""),
            (self.error, one.error if one else ""),
            (self.sources, "\n".join(f"Source: {said}" for said in one.sources) if one else ""),
        )
        for label, text in pairs:
            label.setText(text)
            label.setVisible(bool(text))
        self.copy.setVisible(one is not None and bool(one.formula))

    def _copy(self) -> None:
        one = self._choice.why
        if one is not None:
            QApplication.clipboard().setText(why_text(one))
