"""A number typed while something is dragged: it holds in place of where the pointer is."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.render.edge import presented

_MOST_DIGITS: Final = 7


class TypedNumber:
    """Digits and one decimal point as they are typed; Backspace takes the last of them back."""

    def __init__(self) -> None:
        self._text = ""  # with "." as the point, whichever sign was typed

    @property
    def number(self) -> int | None:
        """How many are typed, without what follows a point; None where no digit is."""
        return int("0" + self._text.partition(".")[0]) if self._has_digits else None

    @property
    def millimetres(self) -> int | None:
        """A typed length in millimetres: inches are typed where inches are shown."""
        if not self._has_digits:
            return None
        chosen = presented()
        text = f"0{self._text}".rstrip(".").replace(".", chosen.point)
        return round(float(chosen.typed(text, "mm", whole=True)))

    @property
    def _has_digits(self) -> bool:
        return self._text not in ("", ".")

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; return whether it means anything here.

        A point is one whatever the reader's sign for it is; a comma only where it is that sign.
        """
        if event.key() == Qt.Key.Key_Backspace and self._text:
            self._text = self._text[:-1]
            return True
        text = event.text()
        if text and text in (".", presented().point):
            if "." not in self._text:
                self._text += "."
            return True
        if not (len(text) == 1 and text.isascii() and text.isdigit()):
            return False
        if len(self._text.replace(".", "")) < _MOST_DIGITS:
            self._text += text
        return True
