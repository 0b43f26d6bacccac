"""Layouts that are due, worked out before anything is painted.

A scene, as of a plot, has its window painted as soon as an item of it changed, which is before Qt
comes to what is to be laid out anew: all would be painted where it stands no more, and once again.
"""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget

_DEEP: Final = 10
"""Layouts within each other up to the window: each asks the one around it when its turn comes."""


def lay_out_now() -> None:
    """Lay out all that asked for it, the innermost first, as Qt would a moment later."""
    for _ in range(_DEEP):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def lay_out_within(widget: QWidget) -> None:
    """Lay out what is in a widget and asked for it, the innermost first, so that none asks twice.

    Left to Qt, each layout has the one around it worked out anew, once for each depth below.
    """
    once = Qt.FindChildOption.FindDirectChildrenOnly
    for child in widget.findChildren(QWidget, options=once):
        if child.layout() is not None:
            lay_out_within(child)
    layout = widget.layout()
    if layout is not None:
        layout.activate()
