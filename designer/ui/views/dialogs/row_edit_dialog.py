"""Asks how a row shall be called and how far it shall move."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from designer.ui.kit.form_dialog import FormDialog, named_rows
from designer.ui.kit.number_boxes import RefusedNumbers, integer_box


@dataclass(frozen=True)
class RowEdit:
    """What was asked for; lengths in mm, to the right and down the plan."""

    name: str
    renumber: bool
    dx_mm: int
    dy_mm: int


class RowEditDialog(FormDialog):
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
        super().__init__(f"Row {name}", "Change row", parent)
        self._refusal = refusal
        self.name = QLineEdit(name)
        self.renumber = QCheckBox("Rename its racks after it, in their order along the row")
        self.renumber.setEnabled(racks > 0)
        self.right = integer_box(-1_000_000, 1_000_000, 0, "mm")
        self.down = integer_box(-1_000_000, 1_000_000, 0, "mm")
        rows = (
            ("Name", self.name), ("", self.renumber), ("Move right", self.right),
            ("Move down", self.down),
        )  # fmt: skip
        self.lay_out((named_rows(rows),))
        self.name.textChanged.connect(lambda _: self._judge())
        self.renumber.toggled.connect(lambda _: self._judge())
        self._refused = RefusedNumbers((self.right, self.down), self)
        self._refused.changed.connect(self._judge)
        for box in (self.right, self.down):
            box.edited.connect(self._judge)
            box.valueChanged.connect(lambda _: self._judge())
        self.accepted.connect(lambda: self.asked.emit(self.answer()))
        self._judge()

    def answer(self) -> RowEdit:
        """Return what the form says."""
        return RowEdit(
            self.name.text().strip(), self.renumber.isChecked(), self.right.number(),
            self.down.number(),
        )  # fmt: skip

    def _judge(self) -> None:
        refusal = self._refusal(self.answer())
        words = self._refused.words or refusal
        self.say(words or "Possible", "warning" if words else "ok")
        self.accept_button.setEnabled(not refusal and not self._refused.stand)
