"""Rows of a `QListWidget`, filled without items that Python has made.

An item made by Python tells its wrapper when Qt deletes it. Where the wrapper was collected before,
PySide 6.11 follows a pointer to nothing: the program ends (`clear()` after some edits of the feeds,
`Shiboken::BindingManager::releaseWrapper`). Items that Qt makes itself tell nobody.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from designer.render.edge import shown as as_read

_GIVEN: Final = "edge_rows"
"""Where a list keeps the texts and tips that its rows were given."""


def show_rows(rows: QListWidget, texts: Sequence[str], tips: Sequence[str] = ()) -> None:
    """Show texts, each its own tooltip if no others are given; rows that are so already stay."""
    rows.setProperty(_GIVEN, [list(texts), list(tips)])
    texts, tips = [*map(as_read, texts)], [*map(as_read, tips)]
    model = rows.model()
    if model.rowCount() > len(texts):
        model.removeRows(len(texts), model.rowCount() - len(texts))
    rows.addItems([*texts[model.rowCount() :]])
    for row, (text, tip) in enumerate(zip(texts, tips or texts, strict=True)):
        index = model.index(row, 0)
        if index.data() != text:
            model.setData(index, text)
        if index.data(Qt.ItemDataRole.ToolTipRole) != tip:
            model.setData(index, tip, Qt.ItemDataRole.ToolTipRole)


def row_texts(rows: QListWidget) -> Iterator[str]:
    """Yield the texts and tips that rows were given."""
    for given in rows.property(_GIVEN) or ():
        yield from given


def rows_anew(rows: QListWidget) -> None:
    """Show the texts that rows were given as they are read now."""
    given = rows.property(_GIVEN)
    if given and len(given[0]) == rows.count():
        show_rows(rows, *given)


class EnteredRows(QListWidget):
    """Rows that Enter and Space enter: a double click is two clicks, and no entry besides.

    Signals
    -------
    entered_with_keyboard
        Enter or Space was pressed on the current row.
    """

    entered_with_keyboard = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter the current row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.entered_with_keyboard.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the view around it restores
        else:
            super().keyPressEvent(event)


class PaintedRows(QStyledItemDelegate):
    """Rows of one height, of which the style paints the ground and somebody else the words."""

    def __init__(self, rows: QListWidget, row_px: int) -> None:
        super().__init__(rows)
        self._row_px = row_px

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a row."""
        return QSize(super().sizeHint(option, index).width(), self._row_px)

    def paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:  # fmt: skip
        """Paint whether a row is chosen or pointed at."""
        styled = QStyleOptionViewItem(option)
        self.initStyleOption(styled, index)
        styled.text = ""
        widget = styled.widget
        widget.style().drawControl(
            widget.style().ControlElement.CE_ItemViewItem, styled, painter, widget
        )
