"""The table in the middle of the browser: an entry a row, its family's figures as columns."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from designer.catalog.entry import Entry
from designer.catalog.part import Part
from designer.catalog.search import Query
from designer.render.edge import presented
from designer.render.fonts import metrics
from designer.ui.kit.drags import carry
from designer.ui.state.part_picture import DRAG_HELD_AT, drag_pixmap
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.columns import Column
from designer.ui.views.catalogue.entry_delegate import EntryDelegate
from designer.ui.views.catalogue.entry_index import EntryIndex
from designer.ui.views.catalogue.entry_model import NAME, EntryModel, Index
from designer.ui.views.catalogue.frozen_column import FrozenColumn

MEASURED: Final = 400
"""Rows that are looked at for the width of their columns."""
LEAST_WORDS_PX: Final = 140
NAMES_SHARE: Final = 0.85
"""Part of the names that is seen whole."""
SIGN_PX: Final = 74
"""What sign and star take beside a name."""
PADDING_PX: Final = 18
SORT_PX: Final = 10


class EntryTable(QTableView):
    """The table; starts drags of parts that can be placed, and says why others cannot be."""

    refused = Signal(str)
    """Why what was to be dragged cannot be placed."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.names = FrozenColumn(self, workspace)
        self.entries = EntryModel(self)
        self.setModel(self.entries)
        self._delegate = EntryDelegate(workspace)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Entries")
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setWordWrap(False)
        self._widths: list[int] = []
        self._is_measured = False
        self._names_px = 0
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName("Rows")
        self.verticalHeader().setDefaultSectionSize(28)
        self.verticalHeader().setMinimumSectionSize(28)
        head = self.horizontalHeader()
        head.setAccessibleName("Columns")
        head.setHighlightSections(False)
        head.setSectionsMovable(False)
        head.setMinimumSectionSize(40)
        head.setFixedHeight(38)
        head.setStretchLastSection(False)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setSortingEnabled(True)
        self.names.mirror_table()
        self.names.hovered.connect(self._light)
        self.names.drag_asked.connect(lambda: self.startDrag(Qt.DropAction.CopyAction))
        self.selectionModel().currentChanged.connect(lambda *_: self._repaint())
        self.entries.layoutChanged.connect(lambda *_: self._repaint())
        workspace.theme_changed.connect(self._repaint)

    def show_entries(
        self,
        entries: Sequence[Entry],
        family_id: str,
        entry_index: EntryIndex,
        query: Query | None = None,
    ) -> bool:
        """Show other entries; return whether the columns are others than before."""
        before = self.entries.columns
        self.entries.show(entries, family_id, entry_index, query)
        if self.entries.columns == before and (self._is_measured or not self.entries.entries):
            return False
        self._is_measured = bool(self.entries.entries)
        head = self.horizontalHeader()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setStretchLastSection(False)
        self._widths = widths = [self._fitting(column) for column in self.entries.columns]
        for number, width in enumerate(widths):
            head.resizeSection(number, width)
        self._end_columns_at_the_edge()
        # Words at the end take the rest of the window, if that is enough to say something.
        rest = self.viewport().width() - sum(widths[:-1])
        head.setStretchLastSection(
            not self.entries.columns[-1].is_number and rest >= LEAST_WORDS_PX
        )
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut no column in two, as long as nobody gave one a width."""
        super().resizeEvent(event)
        head = self.horizontalHeader()
        set_to = [self._names_px, *self._widths[1:]]
        last = len(set_to) - head.stretchLastSection()
        if [head.sectionSize(number) for number in range(last)] == set_to[:last]:
            self._end_columns_at_the_edge()

    def _end_columns_at_the_edge(self) -> None:
        widths = whole_columns(self._widths, self.viewport().width())
        if widths:
            self._names_px = widths[0]
            self.horizontalHeader().resizeSection(0, widths[0])

    def _fitting(self, column: Column) -> int:
        """Return the width that the words of a column take, at most what it may take."""
        lines, bold = metrics(12), metrics(12, 500)
        heading = max(metrics(11).horizontalAdvance(t) for t in (column.title, column.unit))
        shown = self.entries.entries[:MEASURED]
        words = (
            presented().cell(self.entries.cell(entry, column).text, column.unit) for entry in shown
        )
        advance = (bold if column is NAME else lines).horizontalAdvance
        widths = sorted(advance(text) for text in words)
        # A few long names must not push the figures out of sight.
        share = NAMES_SHARE if column is NAME else 1.0
        content = widths[round((len(widths) - 1) * share)] if widths else 0.0
        extra = SIGN_PX if column is NAME else PADDING_PX
        return round(max(min(content + extra, column.width), heading + PADDING_PX + SORT_PX))

    def scrollTo(  # noqa: N802 - Qt's name
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring an entry into sight; the figures stay in place where its name is seen anyway."""
        across = self.horizontalScrollBar().value() if self.names.isVisible() else 0
        super().scrollTo(index, hint)
        if across and index.column() == 0:
            self.horizontalScrollBar().setValue(across)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways while Shift is held, as people know it from elsewhere."""
        turned = event.angleDelta().y()
        if turned and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - turned)
            event.accept()
        else:
            super().wheelEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which entry the keys go to."""
        super().focusInEvent(event)
        self._repaint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        super().focusOutEvent(event)
        self._repaint()

    def current(self) -> Entry | None:
        """Return the entry that is marked."""
        return self.entries.entry_at(self.currentIndex())

    def chosen(self) -> list[Entry]:
        """Return all selected entries, top down."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.entries.entries[row] for row in rows]

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard with their heads, as a spreadsheet takes them."""
        columns = self.entries.columns
        rows = [[f"{column.title} {column.unit}".strip() for column in columns]]
        rows += [[self.entries.cell(e, c).text for c in columns] for e in self.chosen()]
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows) + "\n")

    def mark(self, entry: Entry) -> bool:
        """Mark an entry; return whether it is shown."""
        row = self.entries.row_of(entry)
        if row < 0:
            return False
        self.setCurrentIndex(self.entries.index(row, 0))
        self.scrollTo(self.entries.index(row, 0))
        return True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the whole row under the pointer."""
        super().mouseMoveEvent(event)
        self._light(self.rowAt(event.position().toPoint().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Highlight no row when the pointer is elsewhere."""
        super().leaveEvent(event)
        self._light(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Enter and letters to the window: here they would only look for a name."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
            return
        if event.text() and event.text().isprintable() and event.text() != " ":
            event.ignore()
            return
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            event.ignore()
            return
        super().keyPressEvent(event)

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803 - Qt's names
        """Drag the marked part with a picture of it, or say why it cannot be placed."""
        entry = self.current()
        if entry is None:
            return
        mime = self.entries.mimeData([self.currentIndex()])
        if not isinstance(entry, Part) or not mime.formats():
            self.refused.emit(self.entries.why_not_placed(entry))
            return
        picture = drag_pixmap(entry, self._workspace.theme, self.devicePixelRatioF())
        carry(self, mime, Qt.DropAction.CopyAction, picture, DRAG_HELD_AT)

    def _light(self, row: int) -> None:
        if row != self._delegate.hovered_row:
            self._delegate.hovered_row = row
            self._repaint()

    def _repaint(self) -> None:
        self._delegate.focused_row = self.currentIndex().row() if self.hasFocus() else -1
        self.viewport().update()
        self.names.viewport().update()


def whole_columns(widths: Sequence[int], room: int) -> list[int]:
    """Return widths at which no column is cut in two by the edge of the table.

    Where not all have room, the names take what is left beside those that have; the others are
    reached by scrolling.
    """
    ends = list(accumulate(widths))
    shown = [end for end in ends if end <= room]
    if not shown or len(shown) == len(widths):
        return [*widths]
    return [widths[0] + room - shown[-1], *widths[1:]]
