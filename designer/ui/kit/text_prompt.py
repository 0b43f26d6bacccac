"""Asks for one line of text: a name, a reason, a note."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from designer.ui.kit.form_dialog import FormDialog
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel


class TextPrompt(FormDialog):
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
        super().__init__(title, accept, parent)
        self._attempt = attempt
        about = WrappedLabel(text)
        set_role(about, "dim")
        name = QLabel(caption)
        set_role(name, "caption")
        self.line = QLineEdit(value)
        self.line.setAccessibleName(caption)
        self.line.selectAll()
        self.line.textChanged.connect(lambda _: self._allow())
        self.lay_out((about, name, self.line))
        self.accepted.connect(lambda: self.given.emit(self.line.text().strip()))
        self._allow()

    def accept(self) -> None:
        """Take the answer, unless it is refused."""
        reason = self._attempt(self.line.text().strip()) if self._attempt else ""
        if reason:
            self.say(reason, "error")
            self.line.setFocus()
            return
        super().accept()

    def _allow(self) -> None:
        self.say("")
        self.accept_button.setEnabled(bool(self.line.text().strip()))
