"""The edge between the program and Qt: texts given to widgets and painters, as they are read.

Some 1,500 places give texts to widgets. Each would have to remember the reader's units, and the
next one would forget: so the setters of Qt's classes take them through `render/edge.py`, all of
them or none. While metric units and English numbers are shown, Qt is left as it is.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QFontMetrics, QFontMetricsF, QPainter, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QRadioButton,
    QToolTip,
    QWidget,
)

from designer.model.presented import Presented
from designer.render.edge import present, presented, shown

_KEPT: Final[tuple[tuple[type[QObject], str, str], ...]] = (
    (QLabel, "setText", "text"),
    (QAbstractButton, "setText", "text"),
    (QAction, "setText", "text"),
    (QAction, "setToolTip", "toolTip"),
    (QWidget, "setToolTip", "toolTip"),
    (QWidget, "setAccessibleName", "accessibleName"),
    (QWidget, "setAccessibleDescription", "accessibleDescription"),
    (QWidget, "setWindowTitle", "windowTitle"),
    (QMenu, "setTitle", "title"),
    (QLineEdit, "setPlaceholderText", "placeholderText"),
)
"""Setters whose text stands until another comes: what was given is kept, to be shown anew."""
_PASSING: Final[tuple[tuple[type, str], ...]] = (
    (QPainter, "drawText"),
    (QFontMetrics, "horizontalAdvance"), (QFontMetrics, "elidedText"),
    (QFontMetrics, "boundingRect"), (QFontMetricsF, "horizontalAdvance"),
    (QFontMetricsF, "elidedText"), (QFontMetricsF, "boundingRect"),
    (QLabel, "__init__"), (QPushButton, "__init__"), (QCheckBox, "__init__"),
    (QRadioButton, "__init__"), (QMenu, "__init__"), (QMenu, "addMenu"), (QMenu, "addAction"),
    (QAction, "__init__"), (QFormLayout, "addRow"), (QTextLayout, "__init__"),
)  # fmt: skip
"""Calls whose texts are shown at once, or measured."""
_ITEMS: Final = ((QComboBox, "addItem"), (QComboBox, "setItemText"))
_KEPT_ITEM: Final = Qt.ItemDataRole.UserRole + 0x1ED6E
"""Where a box of choices keeps the text that an item was given."""
_MARK: Final = "edge_"
_BEHIND: Final = "__wrapped__"
"""Where `wraps` keeps the method behind another."""


def show_as(chosen: Presented) -> bool:
    """Show all texts as a reader has chosen; return whether that is other than before.

    Widgets that stand get their texts anew; what is painted is painted anew by its view.
    """
    if chosen == presented():
        return False
    present(chosen)
    if not chosen.is_plain:
        _stand()
    _show_anew()
    if chosen.is_plain:
        _give_way()
    return True


def draw_anew() -> None:
    """Paint every widget again, and let lists measure their lines again; no widget is dressed."""
    for widget in QApplication.allWidgets():
        widget.update()
        if isinstance(widget, QAbstractItemView):
            widget.scheduleDelayedItemsLayout()


def _stand() -> None:
    """Put the edge in front of Qt's methods; each keeps the one that it stands in front of."""
    if hasattr(QLabel.setText, _BEHIND):
        return
    for kind, setter, _ in _KEPT:
        _put(kind, setter, _keeping(getattr(kind, setter), setter))
    for kind, method in _PASSING:
        _put(kind, method, _passing(getattr(kind, method)))
    _put(QComboBox, "addItem", _adding(QComboBox.addItem))
    _put(QComboBox, "setItemText", _renaming(QComboBox.setItemText))
    _put(QToolTip, "showText", staticmethod(_passing(QToolTip.showText)))


def _give_way() -> None:
    """Give Qt its own methods back."""
    for kind, name in (*((kind, setter) for kind, setter, _ in _KEPT), *_PASSING, *_ITEMS):
        _put(kind, name, getattr(getattr(kind, name), _BEHIND))
    _put(QToolTip, "showText", staticmethod(getattr(QToolTip.showText, _BEHIND)))


def _put(kind: type, name: str, method: object) -> None:
    setattr(kind, name, method)


def _keeping(own: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a setter that shows a text as it is read, and keeps what was given if it differs."""
    mark = _MARK + name

    @wraps(own)
    def taking(self: QObject, text: str) -> None:
        words = shown(text)
        if words != text or self.property(mark) is not None:
            self.setProperty(mark, text if words != text else None)
        own(self, words)

    return taking


def _adding(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that adds an item as it is read, and keeps what was given."""

    @wraps(own)
    def taking(self: QComboBox, *given: Any) -> None:  # noqa: ANN401 - as Qt's own method takes them
        own(self, *(shown(one) if isinstance(one, str) and not at else one
                    for at, one in enumerate(given)))  # fmt: skip
        if given and isinstance(given[0], str):
            self.setItemData(self.count() - 1, given[0], _KEPT_ITEM)

    return taking


def _renaming(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that changes an item's text, and keeps what was given."""

    @wraps(own)
    def taking(self: QComboBox, at: int, text: str) -> None:
        own(self, at, shown(text))
        self.setItemData(at, text, _KEPT_ITEM)

    return taking


def _choices_anew(box: QComboBox) -> None:
    """Give a box of choices the texts of its items again; what is chosen stays."""
    for at in range(box.count()):
        kept = box.itemData(at, _KEPT_ITEM)
        text = kept if isinstance(kept, str) else box.itemText(at)
        if kept is not None or shown(text) != text:
            box.setItemText(at, text)


def _passing(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of which every text is taken as it is read."""

    @wraps(own)
    def taking(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - as Qt's own methods take them
        texts = (shown(one) if isinstance(one, str) else one for one in given)
        return own(*texts, **named)

    return taking


def _show_anew() -> None:
    """Give every widget and action that stands its texts again."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    standing: dict[int, QObject] = {}
    for widget in application.allWidgets():
        standing[id(widget)] = widget
        standing.update((id(action), action) for action in widget.actions())
        standing.update((id(action), action) for action in widget.findChildren(QAction))
    for one in standing.values():
        for kind, setter, getter in _KEPT:
            if isinstance(one, kind):
                kept = one.property(_MARK + setter)
                text = kept if isinstance(kept, str) else getattr(one, getter)()
                if text and (kept is not None or shown(text) != text):
                    getattr(kind, setter)(one, text)
        if isinstance(one, QComboBox):
            _choices_anew(one)
        if isinstance(one, QWidget):
            one.update()
