"""Boxes for numbers with our margins, so that every form makes them alike."""

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox

from designer.model.number_text import may_become_number, read_number
from designer.ui.kit.wheel import ignore_wheel

INDENT_PX = 6
"""The style sheet does not reach the line inside a spin box."""


class IntegerBox(QSpinBox):
    """A box for whole numbers that reads by the rule of all forms.

    Qt's own box takes every comma for one between thousands and reads `1,5` as 15. Here what is no
    whole number falls back to the number before it.
    """

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return whether the text is a number, may become one, or is none."""
        bare = self._bare(text)
        try:
            number = read_number(bare)
        except ValueError:
            may = may_become_number(bare)
            state = QValidator.State.Intermediate if may else QValidator.State.Invalid
        else:
            fits = number.is_integer() and self.minimum() <= number <= self.maximum()
            state = QValidator.State.Acceptable if fits else QValidator.State.Intermediate
        return state, text, position

    def valueFromText(self, text: str) -> int:  # noqa: N802 - Qt's name
        """Return the number of an acceptable text; the present one for any other."""
        try:
            return round(read_number(self._bare(text)))
        except ValueError:
            return self.value()

    def fixup(self, text: str) -> str:
        """Return the number before, for a text that never became one."""
        return self.textFromValue(self.value())

    def _bare(self, text: str) -> str:
        return text.removeprefix(self.prefix()).removesuffix(self.suffix()).strip()


def integer_box(low: int, high: int, value: int, unit: str = "") -> QSpinBox:
    """Return a box for whole numbers; it reports when the user is done, not at every key."""
    box = IntegerBox()
    box.setRange(low, high)
    box.setSuffix(f" {unit}" if unit else "")
    box.setGroupSeparatorShown(True)
    box.setValue(value)
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(INDENT_PX, 0, 0, 0)
    ignore_wheel(box)
    return box
