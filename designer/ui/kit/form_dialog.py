"""The shape of every question in a window of its own: heading, body, verdict, buttons."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

MARGIN_PX: Final = 16


class FormDialog(QDialog):
    """A dialog with one button that does it, a way out, and a line that says what holds.

    Parameters
    ----------
    title
        Heading and name of the window.
    accept
        Words of the button that does it.
    heading
        Heading where it is more than the name of the window.

    Attributes
    ----------
    words
        The verdict below the body; empty and hidden until something is said.
    accept_button
        The button that does it, by default by accepting the dialog.
    """

    def __init__(
        self,
        title: str,
        accept: str,
        parent: QWidget | None,
        *,
        heading: str = "",
        width_px: int = 420,
        done: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(width_px)
        self.heading = WrappedLabel(heading or title)
        set_role(self.heading, "heading")
        self.words = WrappedLabel()
        self.words.hide()
        self.accept_button = QPushButton(accept)
        set_role(self.accept_button, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(lambda _=False: (done or self.accept)())
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(lambda _=False: self.reject())

    def lay_out(
        self, body: Sequence[QWidget | QLayout], others: Sequence[QPushButton] = ()
    ) -> None:
        """Place heading, body, verdict and buttons below each other.

        Parameters
        ----------
        others
            Further buttons, at the left.
        """
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(10)
        for piece in (self.heading, *body, self.words):
            if isinstance(piece, QLayout):
                column.addLayout(piece)
            else:
                column.addWidget(piece)
        row = QHBoxLayout()
        for button in others:
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.accept_button)
        column.addSpacing(2)
        column.addLayout(row)

    def say(self, text: str, role: str = "dim") -> None:
        """Say what holds of what was chosen: `dim`, `ok`, `warning` or `error`."""
        set_role(self.words, role)
        self.words.setText(text)
        self.words.setVisible(bool(text))


def named_rows(rows: Sequence[tuple[str, QWidget | QLayout]]) -> QFormLayout:
    """Return a form with a name beside each editor; an editor is called as its name says."""
    form = QFormLayout()
    form.setVerticalSpacing(8)
    form.setHorizontalSpacing(16)
    for words, editor in rows:
        if isinstance(editor, QLayout):
            form.addRow(words, editor)
            continue
        if words:
            editor.setAccessibleName(words)
        form.addRow(words, editor)
    return form
