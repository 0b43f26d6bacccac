"""The table of the schedule: rows in view are asked for, a row shows its way, Ctrl+C copies."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from designer.engine.cable_report import CableRow
from designer.ui.kit.plain_table import let_sort, set_up_rows
from designer.ui.state.workspace import Workspace
from designer.ui.views.cables.model import BECOMES, COLUMNS, ScheduleModel

_ROW_PX = 24
_MARGINS_PX = 8
"""That a cell leaves free beside its text."""
_WIDTHS = (156, 118, 128, 76, 86, 64, 142, 66, 90)
"""Of the columns, of which the last takes what is left."""
_NARROW_WIDTHS = (150, 118, 128, 60, 82, 58, 138, 64, 84)
_NARROW_PX = sum(_WIDTHS)
_MOST_GIVEN = 90
"""That a name of an end gets of what is to spare."""
_TRAY = 6
"""The fullest tray: how full it is stands behind its name."""
_NAMES = (1, 2)
"""The names of the ends: in a narrow table, where the label must do, they stand last."""


class ScheduleTable(QTableView):
    """Cables, a row each.

    Signals
    -------
    pointed
        The cable of the current row; None of none.
    sort_asked
        By what, and whether from the largest on.
    """

    pointed = Signal(object)
    sort_asked = Signal(str, bool)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.cables = ScheduleModel(workspace, self)
        self.setModel(self.cables)
        self.setItemDelegate(_Cells(self))
        self._copies = self._is_narrow = False
        self._given = 0
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        set_up_rows(self, "Cable schedule", _ROW_PX, _WIDTHS)
        let_sort(self)
        head = self.horizontalHeader()
        head.setStretchLastSection(True)
        head.sortIndicatorChanged.connect(self._sort)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.ask_for_view())
        self.selectionModel().selectionChanged.connect(lambda *_: self._on_chosen())
        self.doubleClicked.connect(lambda _: self.show_ends())
        self.cables.found = self._show_found

    def follow(self, keys: tuple[str, ...]) -> None:
        """Show the first line of what is selected, unless one that is chosen ends there."""
        rows = self._chosen()
        cable: CableRow | None = self.cables.cable(rows[-1]) if rows else None
        if cable is not None:
            ends = {cable.by_hand, *(key for end in (cable.a, cable.b)
                                     for key in (end.device, end.rack))}  # fmt: skip
            if ends & set(keys):
                self.scrollTo(self.cables.index(rows[-1], 0))
                return
        self.cables.find(keys)

    def _show_found(self, row: int) -> None:
        """Choose a line that was looked for, and bring it into view."""
        self.selectRow(row)
        self.scrollTo(self.cables.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)

    def sizeHint(self) -> QSize:
        """Return room for some rows."""
        return QSize(600, 8 * _ROW_PX)

    def ask_for_view(self) -> None:
        """Ask for the rows that are in view."""
        first = max(0, self.rowAt(0))
        last = self.rowAt(self.viewport().height() - 1)
        self.cables.look_at(first, last if last >= 0 else self.cables.total - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the rows that came into view; have what is told of a cable in view."""
        super().resizeEvent(event)
        spare = self.viewport().width() - _NARROW_PX
        self._arrange(narrow=spare < 0)
        self._widen(max(0, spare))
        self.ask_for_view()

    def _arrange(self, *, narrow: bool) -> None:
        """Put the names of the ends last where they would push lengths and prices out of view."""
        if narrow == self._is_narrow:
            return
        self._is_narrow, self._given = narrow, 0
        head = self.horizontalHeader()
        for column in _NAMES:
            head.moveSection(head.visualIndex(column), len(COLUMNS) - 1 if narrow else column)
        for column, width in enumerate(_NARROW_WIDTHS if narrow else _WIDTHS):
            head.resizeSection(column, width)

    def _widen(self, spare: int) -> None:
        """Give names of ends and trays a part of what is to spare, unless somebody chose widths."""
        head, widths = self.horizontalHeader(), _NARROW_WIDTHS if self._is_narrow else _WIDTHS
        given = min(spare // 4, _MOST_GIVEN)
        for column in (*_NAMES, _TRAY):
            if head.sectionSize(column) == widths[column] + self._given:
                head.resizeSection(column, widths[column] + given)
        self._given = given

    def _on_chosen(self) -> None:
        """Show the way of the row that is chosen."""
        rows = self._chosen()
        self.pointed.emit(self.cables.cable(rows[-1]) if rows else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy rows for a spreadsheet; show where the ends of a cable are."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_ends()
        else:
            super().keyPressEvent(event)

    def _chosen(self) -> list[int]:
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def copy(self) -> None:
        """Copy the chosen rows, or all, with tabs between; those that are not known are awaited."""
        rows = self._chosen() or list(range(self.cables.total))
        if not rows:
            return
        if any(self.cables.cable(row) is None for row in rows):
            self._copies = True
            self.cables.look_at(rows[0], rows[-1])
            return
        self._copies = False
        found = [cable for row in rows if (cable := self.cables.cable(row)) is not None]
        lines = ["\t".join(heading for heading, _ in COLUMNS)]
        lines += ["\t".join(self.cables.texts(cable)) for cable in found]
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")
        words = "1 cable" if len(found) == 1 else f"{len(found):,} cables"
        self._space.message.emit(f"{words} copied", "info")

    def on_rows(self) -> None:
        """Go on with what waited for rows."""
        if self._copies and not self.cables.is_waiting:
            self.copy()
        self.ask_for_view()

    def show_ends(self) -> None:
        """Select both ends of the current cable and show their racks on the floor."""
        rows = self._chosen()
        cable: CableRow | None = self.cables.cable(rows[-1]) if rows else None
        if cable is not None:
            self._space.focus(key for key in (cable.a.device, cable.b.device) if key)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        by = COLUMNS[column][1] if column >= 0 else "label"
        if not by:
            head = self.horizontalHeader()
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            return
        self.sort_asked.emit(by, order == Qt.SortOrder.DescendingOrder)


class _Cells(QStyledItemDelegate):
    """Leaves out what a cell said before, where what a drag makes of it would not fit beside it."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Shorten `~$1,600 → ~$1,700` to `→ ~$1,700`."""
        super().initStyleOption(option, index)
        if index.column() in (*_NAMES, _TRAY):
            # The port at the end tells the cables of a device apart, per cent how full a tray is.
            option.textElideMode = Qt.TextElideMode.ElideMiddle
        _, arrow, after = option.text.partition(BECOMES)
        room = option.rect.width() - _MARGINS_PX
        if arrow and option.fontMetrics.horizontalAdvance(option.text) > room:
            option.text = f"{arrow.strip()} {after}"
