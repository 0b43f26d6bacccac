"""Asks for one line of text: a name, a reason, a note."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.style import set_role


class TextPrompt(QDialog):
    """A question with one line; `given` brings the answer, which is never empty.

    With `attempt` the answer is tried first: its refusal stands under the line, and the question
    with what was typed stays.
    """

    given = Signal(str)

    def __init__(
        self,
        title: str,
        text: str,
        caption: str,
        accept: str,
        parent: QWidget | None = None,
        value: str = "",
        attempt: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._attempt = attempt
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(420)
        heading = QLabel(title)
        set_role(heading, "heading")
        words = QLabel(text)
        words.setWordWrap(True)
        set_role(words, "dim")
        name = QLabel(caption)
        set_role(name, "caption")
        self.line = QLineEdit(value)
        self.line.setAccessibleName(caption)
        self.line.selectAll()
        self.accept_button = QPushButton(accept)
        set_role(self.accept_button, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.reject)
        self.line.textChanged.connect(lambda _: self._allow())
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.accept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        self.refusal = QLabel("")
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        set_role(self.refusal, "error")
        for widget in (heading, words, name, self.line, self.refusal):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addLayout(buttons)
        self.accepted.connect(lambda: self.given.emit(self.line.text().strip()))
        self._allow()

    def accept(self) -> None:
        """Take the answer, unless it is refused."""
        reason = self._attempt(self.line.text().strip()) if self._attempt else ""
        if reason:
            self.refusal.setText(reason)
            self.refusal.show()
            self.line.setFocus()
            return
        super().accept()

    def _allow(self) -> None:
        self.refusal.hide()
        self.accept_button.setEnabled(bool(self.line.text().strip()))
