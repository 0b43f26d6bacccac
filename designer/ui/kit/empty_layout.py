"""Takes the widgets out of a layout and deletes them, without asking it for its items.

An item that Python has seen, by `itemAt` or `takeAt`, has a wrapper. Where the layout or the widget
deletes the item first, PySide 6.11 follows a pointer to nothing: the program ends.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def empty_layout(layout: QLayout) -> None:
    """Remove and delete what stands in a layout, whatever else stands in its widget."""
    parent = layout.parentWidget()
    standing = parent.findChildren(QWidget, options=_DIRECT) if parent is not None else ()
    for widget in standing:
        if layout.indexOf(widget) >= 0:
            layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
