"""Which of Shift and Alt are held, as X11 tells it: Alt with Shift held is called Meta there.

Qt flips the bit of the key that an event is about. Of that key it flips Meta, and leaves Alt as it
was before: without it at a press, with it at a release.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

_Modifiers = Qt.KeyboardModifier
TURNING = (Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta)
"""Keys of which a press or a release may turn Shift or Alt."""


def held(modifiers: _Modifiers, platform: str = "") -> _Modifiers:
    """Return what is held by the modifiers of an event.

    Parameters
    ----------
    platform
        Name of Qt's platform; that of the application where none is given.
    """
    on = platform or QGuiApplication.platformName()
    both = _Modifiers.ShiftModifier | _Modifiers.MetaModifier
    if on != "xcb" or modifiers & both != both:
        return modifiers
    return (modifiers & ~_Modifiers.MetaModifier) ^ _Modifiers.AltModifier
