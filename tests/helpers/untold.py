"""What a window in the pseudo-language says that is no message: a walk over all that it shows."""

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

_MOST_ROWS: Final = 60
_ENGLISH: Final = re.compile(r"(?<![\w.-])[A-Za-z][a-z]*[aeiouy][a-z]*(?![\w.-])")
"""A word with a vowel that the pseudo-language would have changed."""
_PATHS: Final = re.compile(r"\S*[/\\]\S*|\S+\.\w{2,5}\b")


def texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield every text of a window, its menus and models, with where it stands."""
    for widget in (window, *window.findChildren(QWidget)):
        kind = type(widget).__name__
        yield f"{kind} tip", widget.toolTip()
        yield f"{kind} name", widget.accessibleName()
        yield f"{kind} description", widget.accessibleDescription()
        if widget.isWindow():
            yield f"{kind} title", widget.windowTitle()
        yield from _of_controls(widget)
        if isinstance(widget, QLabel | QAbstractButton):
            yield kind, widget.text()
        elif isinstance(widget, QLineEdit):
            yield f"{kind} placeholder", widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from ((f"{kind} item", widget.itemText(at)) for at in range(widget.count()))
        elif isinstance(widget, QHeaderView):
            continue
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _of_model(kind, widget.model())
    for action in window.findChildren(QAction):
        yield "action", action.text()
        yield "action tip", action.toolTip()


def _of_controls(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Yield what controls say beside their text."""
    if isinstance(widget, QAbstractSpinBox):
        yield "special value", widget.specialValueText()
    elif isinstance(widget, QTabBar):
        yield from (("tab", widget.tabText(at)) for at in range(widget.count()))
    elif isinstance(widget, QGroupBox | QMenu):
        yield "title", widget.title()


def _of_model(kind: str, model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    roles = (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )  # fmt: skip
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for column in range(columns):
        for role in roles:
            heading = model.headerData(column, Qt.Orientation.Horizontal, role)
            if isinstance(heading, str):
                yield f"{kind} heading", heading
        for row in range(min(model.rowCount(), _MOST_ROWS)):
            for role in roles:
                said = model.index(row, column).data(role)
                if isinstance(said, str):
                    yield f"{kind} cell", said


def english(text: str, names: frozenset[str]) -> list[str]:
    """Return the words of a text that are English, and no names."""
    return [word for word in _ENGLISH.findall(_PATHS.sub(" ", text)) if word not in names]
