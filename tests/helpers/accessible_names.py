"""Widgets that a keyboard or a pointer reaches and that a screen reader has no word for."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QWidget,
)

_KINDS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)
_INSIDE = ("QSpinBox", "QDoubleSpinBox", "QComboBox", "QComboBoxPrivateContainer", "QCalendarView")
"""Parts of a widget that are spoken with it."""


def nameless(window: QWidget) -> list[str]:
    """Return the widgets without a name or words: `QListView in QWidget`."""
    found = []
    for widget in window.findChildren(QWidget):
        above = widget.parent()
        inner = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")
        reachable = widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, _KINDS)
        words = widget.accessibleName() or getattr(widget, "text", str)()
        if not reachable or inner or words or above is None:
            continue
        inside = above.metaObject().className()
        if inside not in _INSIDE:
            found.append(f"{widget.metaObject().className()} in {inside}")
    return found
