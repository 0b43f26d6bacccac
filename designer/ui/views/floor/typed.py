"""A number typed while something is dragged: it holds in place of where the pointer is."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.render.edge import presented

_MOST_DIGITS: Final = 7


class TypedNumber:
    """Digits as they are typed; Backspace takes the last one back."""

    def __init__(self) -> None:
        self._digits = ""

    @property
    def number(self) -> int | None:
        """What is typed; None where nothing is."""
        return int(self._digits) if self._digits else None

    @property
    def millimetres(self) -> int | None:
        """A typed length in millimetres: inches are typed where inches are shown."""
        if not self._digits:
            return None
        return round(float(presented().typed(self._digits, "mm", whole=True)))

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; return whether it means anything here."""
        if event.key() == Qt.Key.Key_Backspace and self._digits:
            self._digits = self._digits[:-1]
            return True
        text = event.text()
        if not (len(text) == 1 and text.isascii() and text.isdigit()):
            return False
        if len(self._digits) < _MOST_DIGITS:
            self._digits += text
        return True
