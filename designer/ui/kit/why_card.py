"""A card that says why figures are what they are: formula, inputs, sources, known error."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

_INNER_PX: Final = 12


class WhyCard(QFrame):
    """The card; hidden where nobody asks.

    Signals
    -------
    closed
        Nobody wants to know any more.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName("Why")
        self.title = WrappedLabel("")
        self.formula = WrappedLabel("")
        self._lines: list[WrappedLabel] = []
        self._shown = 0
        self.error, self.sources = WrappedLabel(""), WrappedLabel("")
        set_role(self.title, "heading")
        for label in (self.error, self.sources):
            set_role(label, "caption")
        self.close_it, self.copy = QPushButton("close"), QPushButton("Copy the sum")
        for button in (self.close_it, self.copy):
            set_role(button, "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_it, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        column.addLayout(head)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        column.addWidget(self.formula)
        column.addLayout(self._list)
        column.addWidget(self.error)
        column.addWidget(self.sources)
        column.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignRight)
        self.close_it.clicked.connect(lambda _=False: self.closed.emit())
        self.copy.clicked.connect(lambda _=False: QApplication.clipboard().setText(self.text))
        self.hide()

    @property
    def text(self) -> str:
        """All of it, to be copied."""
        texts = (
            self.title.text(), self.formula.text(), *self.lines, self.error.text(),
            self.sources.text(),
        )  # fmt: skip
        return "\n".join(text for text in texts if text)

    @property
    def lines(self) -> list[str]:
        """What went into it, line by line."""
        return [label.text() for label in self._lines[: self._shown]]

    def show_sum(
        self, title: str, formula: str = "", lines: Sequence[str] = (), error: str = "",
        sources: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Show what is known; without a formula there is nothing to copy."""
        self.title.setText(title)
        self._show_lines(lines)
        told = (
            (self.formula, formula), (self.error, error),
            (self.sources, "\n".join(f"Source: {said}" for said in sources)),
        )  # fmt: skip
        for label, text in told:
            label.setText(text)
            label.setVisible(bool(text))
        self.copy.setVisible(bool(formula))
        self.show()

    def _show_lines(self, lines: Sequence[str]) -> None:
        """Show each line, those that begin with blanks below the one before, set in."""
        while len(self._lines) < len(lines):
            label = WrappedLabel("")
            self._lines.append(label)
            self._list.addWidget(label)
        self._shown = len(lines)
        for at, label in enumerate(self._lines):
            label.setVisible(at < len(lines))
            if at < len(lines):
                inner = lines[at].startswith(" ")
                label.setContentsMargins(_INNER_PX if inner else 0, 0, 0, 0)
                set_role(label, "caption" if inner else "")
                label.setText(lines[at].strip())
