"""The table: lines under columns that sort, by mouse or by keys alone."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from designer.ui.fields.tables.column import Column
from designer.ui.fields.tables.table_text import as_tsv
from designer.ui.kit.plain_table import let_sort, set_up_rows
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.tables.line_model import LineModel, RackGroup

_ROW_PX: Final = 25
_LEAST_LAST_PX: Final = 120


class LineTable(QTableView):
    """Shows the lines of a table.

    Signals
    -------
    chosen
        Other rows are chosen.
    sort_asked
        By which column, None for the usual order, and whether from the largest on.
    arranged
        A column was dragged elsewhere.
    show_asked, change_asked, paste_asked
        Chosen lines are to be shown on the floor, changed, or pasted over.
    """

    chosen = Signal()
    sort_asked = Signal(object, bool)
    arranged = Signal()
    show_asked = Signal()
    change_asked = Signal()
    paste_asked = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.model_of_lines = LineModel(workspace, self)
        self.setModel(self.model_of_lines)
        self._sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        set_role(self, "lines")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        set_up_rows(self, "Lines", _ROW_PX)
        head = self.horizontalHeader()
        # Without a selection of its own it asks every cell of a column whether it is selected.
        head.setSelectionModel(QItemSelectionModel(self.model_of_lines, head))
        head.setSectionsMovable(True)
        head.sectionMoved.connect(lambda *_: self.arranged.emit())
        let_sort(self)
        head.sortIndicatorChanged.connect(self._sort)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.doubleClicked.connect(lambda _: self._enter())
        workspace.theme_changed.connect(self.viewport().update)

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Give columns their widths, and the last the rest; sort by none."""
        head = self.horizontalHeader()
        blocked = head.blockSignals(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        for at in range(head.count()):
            head.moveSection(head.visualIndex(at), at)
        head.blockSignals(blocked)
        for at, column in enumerate(columns):
            head.resizeSection(at, column.width)
        self.end_columns()

    def end_columns(self) -> None:
        """Let the last column end at the edge, where that leaves it room to say something."""
        head, columns = self.horizontalHeader(), self.model_of_lines.columns
        used = sum(head.sectionSize(at) for at in range(max(0, len(columns) - 1)))
        room = self.viewport().width() - used
        is_text = bool(columns) and not columns[-1].is_number
        head.setStretchLastSection(is_text and room >= _LEAST_LAST_PX)

    def chosen_rows(self) -> list[int]:
        """Return the chosen rows, top down."""
        picked = self.selectionModel().selection()
        ranges = [picked.at(at) for at in range(picked.count())]
        if len(ranges) == 1:
            return list(range(ranges[0].top(), ranges[0].bottom() + 1))
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})

    def chosen_lines(self) -> list[Any]:
        """Return the chosen lines, in their order."""
        return self.model_of_lines.lines_in(self.chosen_rows())

    def mark(self, rows: Iterable[int], *, scroll: bool = False) -> None:
        """Choose rows and no others."""
        model, picked = self.model_of_lines, QItemSelection()
        last = max(0, model.columnCount() - 1)
        wanted = sorted(set(rows))
        for first, end in _runs(wanted):
            picked.select(model.index(first, 0), model.index(end, last))
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(picked, flag.ClearAndSelect | flag.Rows)
        if wanted and not self.currentIndex().isValid():
            at = model.index(wanted[0], 0)
            self.selectionModel().setCurrentIndex(at, flag.NoUpdate)
        if scroll and wanted:
            self.scrollTo(model.index(wanted[0], 0))

    def current_column(self) -> Column | None:
        """Return the column that the keyboard is in."""
        columns, at = self.model_of_lines.columns, self.currentIndex().column()
        return columns[at] if 0 <= at < len(columns) else None

    def shown_columns(self) -> list[Column]:
        """Return the columns as they stand, from left to right."""
        head, columns = self.horizontalHeader(), self.model_of_lines.columns
        return sorted(columns, key=lambda one: head.visualIndex(columns.index(one)))

    def copy(self) -> None:
        """Copy the chosen lines, or all, with tabs between, for a spreadsheet."""
        model = self.model_of_lines
        lines = self.chosen_lines() or list(model.lines)
        if not lines:
            return
        QGuiApplication.clipboard().setText(as_tsv(model.facts, self.shown_columns(), lines))
        many = model.table.one if len(lines) == 1 else model.table.many
        self._space.message.emit(f"{len(lines):,} {many} copied", "info")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, paste, change, show; fold with Left, unfold with Right; Enter shows or folds."""
        key, row = event.key(), self.currentIndex().row()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_asked.emit()
        elif key == Qt.Key.Key_F2:
            self.change_asked.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._is_group(row):
            self._fold(row, unfolded=key == Qt.Key.Key_Right)
        elif key == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802 - Qt's name
        """Look for no name: letters are for the filter."""

    def _is_group(self, row: int) -> bool:
        entries = self.model_of_lines.entries
        return 0 <= row < len(entries) and isinstance(entries[row], RackGroup)

    def _enter(self) -> None:
        row = self.currentIndex().row()
        if self._is_group(row):
            self._fold(row, unfolded=None)
        else:
            self.show_asked.emit()

    def _fold(self, row: int, *, unfolded: bool | None) -> None:
        if self.model_of_lines.fold(row, unfolded=unfolded):
            self.setCurrentIndex(self.model_of_lines.index(row, 0))

    def _sort(self, at: int, order: Qt.SortOrder) -> None:
        columns = self.model_of_lines.columns
        column = columns[at] if 0 <= at < len(columns) else None
        self.sort_asked.emit(column, order == Qt.SortOrder.DescendingOrder)


def _runs(rows: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield the first and the last of rows that follow one another."""
    begin = end = -2
    for row in rows:
        if row != end + 1:
            if begin >= 0:
                yield begin, end
            begin = row
        end = row
    if begin >= 0:
        yield begin, end
