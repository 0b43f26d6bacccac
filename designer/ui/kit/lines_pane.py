"""A pane of coloured lines that wrap, and scroll where there are too many."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from designer.ui.kit.line_card import Line
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

_INDENT_PX = 12


class LinesPane(QScrollArea):
    """Shows the lines of a card where there is room for all of each.

    Parameters
    ----------
    name
        What a screen reader calls it.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        set_role(body, "page")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(8, 6, 8, 6)
        self._column.setSpacing(3)
        self._column.addStretch(1)
        self._labels: list[WrappedLabel] = []
        self._lines: tuple[Line, ...] = ()
        self.setWidget(body)

    def words(self) -> str:
        """Return what it says, line by line."""
        return "\n".join(line.text for line in self._lines)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Say something else."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self.setAccessibleDescription(self.words())
        while len(self._labels) < len(self._lines):
            label = WrappedLabel()
            self._column.insertWidget(len(self._labels), label)
            self._labels.append(label)
        for at, label in enumerate(self._labels):
            label.setVisible(at < len(self._lines))
            if at < len(self._lines):
                line = self._lines[at]
                set_role(label, line.tone)
                label.setIndent(_INDENT_PX if line.beneath else 0)
                label.setText(line.text)
