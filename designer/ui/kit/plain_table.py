"""A table that is read and not edited, and widgets below each other without margins."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QVBoxLayout, QWidget

_ROW_PX = 26


def plain_table(model: QAbstractTableModel, name: str, widths: Sequence[int]) -> QTableView:
    """Return a table without grid and selection, the last column as wide as there is room.

    Parameters
    ----------
    name
        What a screen reader calls it.
    widths
        Of the other columns, px.
    """
    made = QTableView()
    made.setModel(model)
    made.setAccessibleName(name)
    made.setTabKeyNavigation(False)
    made.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    made.setShowGrid(False)
    side, head = made.verticalHeader(), made.horizontalHeader()
    side.hide()
    side.setAccessibleName("Rows")
    side.setDefaultSectionSize(_ROW_PX)
    head.setAccessibleName("Columns")
    head.setHighlightSections(False)
    head.setStretchLastSection(True)
    head.setTextElideMode(Qt.TextElideMode.ElideRight)
    for column, width in enumerate(widths):
        head.resizeSection(column, width)
    return made


def stacked(*widgets: tuple[QWidget, int]) -> QWidget:
    """Return widgets below each other, each with its stretch."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    for widget, stretch in widgets:
        column.addWidget(widget, stretch)
    return made
