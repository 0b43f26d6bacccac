"""A number typed while something is dragged: it holds in place of where the pointer is."""

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.render.edge import presented

_MOST_DIGITS: Final = 7
_SUFFIXES: Final = ("mm", "cm", "m", "in", "ft", '"', "'")
"""Units that may be typed after the digits, whichever are shown."""
_AND_INCHES: Final = re.compile(r"(?:'|ft)[0-9]{1,2}(?:\.[0-9]{0,2})?(?:\"|in?)?")
"""Feet may be followed by inches: `2'6"`."""


class TypedNumber:
    """Digits, one decimal point and a unit as they are typed; Backspace takes the last of them.

    Without a unit a length is in the one that is shown: millimetres or inches.
    """

    def __init__(self) -> None:
        self._text = ""  # with "." as the point, whichever sign was typed
        self._unit = ""

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
        unit = self._unit if self._unit in _SUFFIXES else ""
        if _AND_INCHES.fullmatch(self._unit):
            unit = self._unit.rstrip("i.").replace(".", chosen.point)
        return round(float(chosen.typed(f"{text}{unit}", "mm", whole=True)))

    @property
    def _has_digits(self) -> bool:
        return self._text not in ("", ".")

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; return whether it means anything here.

        A point is one whatever the reader's sign for it is; a comma only where it is that sign.
        """
        after = self._after(event)
        if after is not None:
            self._text, self._unit = after
        return after is not None

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means anything here: then it is no shortcut."""
        return self._after(event) is not None

    def _after(self, event: QKeyEvent) -> tuple[str, str] | None:
        """Return what is typed with a key: digits and unit; None where it means nothing."""
        text, unit = self._text, self._unit
        if event.key() == Qt.Key.Key_Backspace and text:
            return (text, unit[:-1]) if unit else (text[:-1], "")
        typed = event.text().lower()
        if not typed:
            return None
        point = "." if typed == presented().point else typed
        if self._has_digits and (
            any(one.startswith(unit + typed) for one in _SUFFIXES)
            or _AND_INCHES.fullmatch(unit + point)
        ):
            return text, unit + point
        if unit:
            return None
        if typed in (".", presented().point):
            return (text if "." in text else text + "."), ""
        if not (len(typed) == 1 and typed.isascii() and typed.isdigit()):
            return None
        return (text + typed if len(text.replace(".", "")) < _MOST_DIGITS else text), ""
