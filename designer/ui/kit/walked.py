"""Drawings that are walked through and zoomed: the same keys and the same wheel in every one."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

_STEP: Final = 1.2
"""What one notch of the wheel, or a key, makes of the scale."""
_NOTCH: Final = 120
"""A notch in eighths of a degree, as Qt tells wheels."""
STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""How far each key goes across and down."""
ZOOMS: Final = {
    Qt.Key.Key_Plus: _STEP,
    Qt.Key.Key_Equal: _STEP,
    Qt.Key.Key_Minus: 1 / _STEP,
    Qt.Key.Key_0: 0.0,
}
"""What keys make of the scale; 0 is as it is by itself."""


def zoom_of(event: QWheelEvent) -> float:
    """Return what the wheel makes of the scale with Ctrl; 0 without: the drawing is scrolled."""
    if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return 0.0
    return float(_STEP ** (event.angleDelta().y() / _NOTCH))
