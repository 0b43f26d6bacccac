"""Asks how a row shall be called and how far it shall move."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.number_boxes import integer_box
from designer.ui.kit.style import set_role


@dataclass(frozen=True)
class RowEdit:
    """What was asked for; lengths in mm, to the right and down the plan."""

    name: str
    renumber: bool
    dx_mm: int
    dy_mm: int


class RowEditDialog(QDialog):
    """The form; `asked` brings the answer.

    Parameters
    ----------
    name
        What the row is called.
    racks
        Number of its racks, for the words.
    refusal
        Says why an answer cannot be; empty if it can.
    """

    asked = Signal(object)

    def __init__(
        self, name: str, racks: int, refusal: Callable[[RowEdit], str], parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._refusal = refusal
        title = f"Row {name}"
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(400)
        self.name = QLineEdit(name)
        self.renumber = QCheckBox("Rename its racks after it, in their order along the row")
        self.renumber.setEnabled(racks > 0)
        self.right = integer_box(-1_000_000, 1_000_000, 0, "mm")
        self.down = integer_box(-1_000_000, 1_000_000, 0, "mm")
        self.verdict = QLabel("")
        self.verdict.setWordWrap(True)
        self.accept_button = QPushButton("Change row")
        self._lay_out(title)
        self.name.textChanged.connect(lambda _: self._judge())
        self.renumber.toggled.connect(lambda _: self._judge())
        for box in (self.right, self.down):
            box.setKeyboardTracking(True)
            box.valueChanged.connect(lambda _: self._judge())
        self.accepted.connect(lambda: self.asked.emit(self.answer()))
        self._judge()

    def answer(self) -> RowEdit:
        """Return what the form says."""
        return RowEdit(
            self.name.text().strip(), self.renumber.isChecked(), self.right.value(),
            self.down.value(),
        )  # fmt: skip

    def _judge(self) -> None:
        words = self._refusal(self.answer())
        set_role(self.verdict, "warning" if words else "ok")
        self.verdict.setText(words or "Possible")
        self.accept_button.setEnabled(not words)

    def _lay_out(self, title: str) -> None:
        heading = QLabel(title)
        set_role(heading, "heading")
        form = QFormLayout()
        form.setVerticalSpacing(8)
        for words, widget in (
            ("Name", self.name), ("Move right", self.right), ("Move down", self.down),
        ):  # fmt: skip
            widget.setAccessibleName(words)
            form.addRow(words, widget)
        form.insertRow(1, "", self.renumber)
        set_role(self.accept_button, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.accept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(heading)
        column.addLayout(form)
        column.addWidget(self.verdict)
        column.addLayout(buttons)
