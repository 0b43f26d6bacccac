"""Boxes for numbers with our margins, so that every form makes them alike."""

import re
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import QSpinBox, QWidget

from designer.model.number_text import may_become_number, read_number
from designer.render.edge import presented, shown
from designer.ui.kit.wheel import ignore_wheel

INDENT_PX = 6
"""The style sheet does not reach the line inside a spin box."""
_MAY_GET_UNIT: Final = (
    r"(?=[.,\s]*[\d½¼¾⅛⅜⅝⅞])[\d.,\s/½¼¾⅛⅜⅝⅞-]*(?:[a-z]{1,4}|['\"′″])?"
    r"[\d.\s/½¼¾⅛⅜⅝⅞-]*[\"″a-z]{0,6}"
)
"""What `24 in`, `2' 6"` and `2'-6 1/2"` begin with."""


class IntegerBox(QSpinBox):
    """A box for whole numbers that reads by the rule of all forms.

    Qt's own box takes every comma for one between thousands and reads `1,5` as 15. Here what is no
    whole number within the range falls back to the number before it, and `refused` says so.

    Signals
    -------
    refused
        What is wrong with the text, and what stays; empty once the text is a number.
    edited
        Another text was typed, of which `number` tells.
    """

    refused = Signal(str)
    edited = Signal()

    def __init__(self, parent: QWidget | None = None, unit: str = "") -> None:
        super().__init__(parent)
        self._unit = unit
        shown_unit = presented().unit(unit)
        self.setSuffix(f" {shown_unit}" if unit else "")
        self.lineEdit().textEdited.connect(self._typed)

    def takes_its_text(self) -> bool:
        """Return whether the text that stands there is a number of the range."""
        return self.hasAcceptableInput()

    def number(self) -> int:
        """Return the number that stands there, taken yet or not; the one kept if it is none.

        `value` follows when the box is left: a text that becomes no number falls back to it.
        """
        return self.valueFromText(self.text()) if self.takes_its_text() else self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return whether the text is a number, may become one, or is none."""
        if self._is_special(text):
            return QValidator.State.Acceptable, text, position
        bare = self._bare(text)
        try:
            number = read_number(bare)
        except ValueError:
            may = may_become_number(bare) or self._may_get_unit(bare)
            state = QValidator.State.Intermediate if may else QValidator.State.Invalid
        else:
            fits = number.is_integer() and self.minimum() <= number <= self.maximum()
            state = QValidator.State.Acceptable if fits else QValidator.State.Intermediate
        return state, text, position

    def valueFromText(self, text: str) -> int:  # noqa: N802 - Qt's name
        """Return the number of an acceptable text; the present one for any other."""
        if self._is_special(text):
            return self.minimum()
        try:
            return round(read_number(self._bare(text)))
        except ValueError:
            return self.value()

    def textFromValue(self, value: int) -> str:  # noqa: N802 - Qt's name
        """Return a number in the unit that is shown."""
        if presented().unit(self._unit) != self._unit:
            return presented().editable(value, self._unit)
        return shown(super().textFromValue(value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter from the dialog where the text is no number: it would go on with another."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.takes_its_text():
            self.refused.emit(self._refusal(self.text()))
            event.accept()
            return
        super().keyPressEvent(event)

    def fixup(self, text: str) -> str:
        """Return the number before, for a text that never became one."""
        self.refused.emit(self._refusal(text))
        return self.textFromValue(self.value())

    def _typed(self, text: str) -> None:
        self.refused.emit("" if self.takes_its_text() else self._refusal(text))
        self.edited.emit()

    def _refusal(self, text: str) -> str:
        """Return what cannot be, where, what can, and what stays if nothing is done."""
        what = self.accessibleName() or "This"
        said = f"be {bare}" if (bare := self._bare(text)) else "be empty"
        low, high = self.textFromValue(self.minimum()), self.textFromValue(self.maximum())
        return (
            f"{what} cannot {said}: give a whole number from {low} to {high}{self.suffix()}. "
            f"It stays {self._standing()} otherwise."
        )

    def _standing(self) -> str:
        """Return the number that is kept, as the box shows it."""
        if self.value() == self.minimum() and self.specialValueText():
            return self.specialValueText()
        return f"{self.textFromValue(self.value())}{self.suffix()}"

    def _may_get_unit(self, bare: str) -> bool:
        return bool(self._unit and re.fullmatch(_MAY_GET_UNIT, bare.lower()))

    def _is_special(self, text: str) -> bool:
        """Return whether the text is the word that stands for the lowest number."""
        return bool(text) and text == self.specialValueText()

    def _bare(self, text: str) -> str:
        bare = text.removeprefix(self.prefix()).removesuffix(self.suffix()).strip()
        return presented().typed(bare, self._unit, whole=True)


class RefusedNumbers(QObject):
    """What the boxes of one form refuse.

    Signals
    -------
    changed
        Another box refuses, another text stands there, or none does any longer.
    """

    changed = Signal()

    def __init__(self, boxes: Iterable[IntegerBox], parent: QObject) -> None:
        super().__init__(parent)
        self._words: dict[IntegerBox, str] = {}
        for box in boxes:
            self._words[box] = ""
            box.refused.connect(lambda words, box=box: self._tell(box, words))
            box.valueChanged.connect(lambda _, box=box: self._tell(box, ""))
            box.editingFinished.connect(self.changed)

    @property
    def words(self) -> str:
        """What the first of them says; empty where all are content."""
        return next(filter(None, self._words.values()), "")

    @property
    def stand(self) -> bool:
        """Whether a text stands there now that is no number of its box."""
        return not all(box.takes_its_text() for box in self._words)

    def _tell(self, box: IntegerBox, words: str) -> None:
        if self._words[box] != words:
            self._words[box] = words
            self.changed.emit()


def integer_box(low: int, high: int, value: int, unit: str = "") -> IntegerBox:
    """Return a box for whole numbers; it reports when the user is done, not at every key."""
    box = IntegerBox(unit=unit)
    box.setRange(low, high)
    box.setGroupSeparatorShown(True)
    box.setValue(value)
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(INDENT_PX, 0, 0, 0)
    ignore_wheel(box)
    return box
