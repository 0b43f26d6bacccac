"""How tables look and are called, and widgets below each other without margins."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

_ROW_PX = 26


def set_up_rows(
    table: QTableView, name: str, row_px: int, widths: Sequence[int] = (), *, many: bool = True
) -> None:
    """Let a table, which has its model, be one of whole rows of one height, chosen as such.

    Parameters
    ----------
    name
        What a screen reader calls it.
    widths
        Of the first columns, px.
    many
        Several rows can be chosen.
    """
    modes = QAbstractItemView.SelectionMode
    table.setAccessibleName(name)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(modes.ExtendedSelection if many else modes.SingleSelection)
    side, head = table.verticalHeader(), table.horizontalHeader()
    side.hide()
    side.setAccessibleName("Rows")
    side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    side.setDefaultSectionSize(row_px)
    head.setAccessibleName("Columns")
    head.setHighlightSections(False)
    for column, width in enumerate(widths):
        head.resizeSection(column, width)


def let_sort(table: QTableView) -> None:
    """Let columns ask for an order, and for none; who listens to the header puts rows in it."""
    head = table.horizontalHeader()
    head.setSectionsClickable(True)
    head.setSortIndicatorShown(True)
    head.setSortIndicatorClearable(True)
    head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)


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
