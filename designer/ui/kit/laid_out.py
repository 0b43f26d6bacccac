"""Layouts that are due, worked out before anything is painted.

A scene, as of a plot, has its window painted as soon as an item of it changed, which is before Qt
comes to what is to be laid out anew: all would be painted where it stands no more, and once again.
"""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent

_DEEP: Final = 10
"""Layouts within each other up to the window: each asks the one around it when its turn comes."""


def lay_out_now() -> None:
    """Lay out all that asked for it, the innermost first, as Qt would a moment later."""
    for _ in range(_DEEP):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
