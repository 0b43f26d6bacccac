"""The lines of an entry's page, painted: figures with marks, paragraphs, links, price histories."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QToolTip, QWidget

from designer.catalog.search import Query
from designer.ui.state.price_words import Point, amount_text, band_text
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.detail_delegate import (
    CONFLICT_PX,
    MARK_PX,
    SIDE_PX,
    DetailDelegate,
)
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_model import Index, RowModel
from designer.ui.views.catalogue.history_plot import point_at
from designer.ui.views.catalogue.source_words import hover


class DetailList(QListView):
    """The page; a click on a link or Enter opens what it names."""

    link_opened = Signal(object)
    search_asked = Signal(str, str)
    row_chosen = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Figures")
        self.rows = RowModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(DetailDelegate(workspace))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.selectionModel().currentChanged.connect(self._on_current)
        workspace.theme_changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[Row], query: Query | None = None) -> None:
        """Show another page from its top, or from the first hit of a search."""
        self.rows.show(rows, query)
        self.scrollToTop()
        hit = self.rows.first_hit()
        if hit is not None:
            self.doItemsLayout()
            self.scrollTo(self.rows.index(hit), QAbstractItemView.ScrollHint.EnsureVisible)

    def open_row(self, index: Index) -> None:
        """Open what a line names."""
        row = self.rows.rows[index.row()] if index.isValid() else None
        if row is None:
            return
        if row.query:
            self.search_asked.emit(*row.query)
        elif row.link:
            self.link_opened.emit(row.link)
        elif row.conflict_ref:
            self.link_opened.emit(row.conflict_ref)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the lines out anew: their heights follow from the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, copy with Ctrl+C; letters are the window's."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.open_row(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape or (event.text() and event.text().isalpha()):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the pointing cursor over what can be opened, as the table does."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        opens = index.isValid() and self._opens(index, event.position().toPoint().x())
        shape = Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the link under the pointer, or the conflict whose mark is."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        at_x = event.position().toPoint().x()
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if not self._opens(index, at_x):
            return
        row = self.rows.rows[index.row()]
        if row.conflict_ref and self._on_conflict(index, at_x):
            self.link_opened.emit(row.conflict_ref)
        else:
            self.open_row(index)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say of a point of a history what it is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            row = self.rows.rows[index.row()] if index.isValid() else None
            if row is not None and row.series:
                box = QRectF(self.visualRect(index)).adjusted(SIDE_PX, 0, -SIDE_PX, 0)
                point = point_at(box, row.series, event.pos().toPointF())
                QToolTip.showText(event.globalPos(), hover(point_lines(point)), self)
                return True
        return super().viewportEvent(event)

    def _opens(self, index: Index, x: int) -> bool:
        row = self.rows.rows[index.row()]
        if row.link or row.query:
            return True
        return row.conflict_ref is not None and self._on_conflict(index, x)

    def _on_conflict(self, index: Index, x: int) -> bool:
        row = self.rows.rows[index.row()]
        right = self.visualRect(index).right() - SIDE_PX - MARK_PX
        return row.conflict and right - CONFLICT_PX <= x <= right

    def _copy(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            row = self.rows.rows[index.row()]
            pieces = (row.label, row.text, row.unit, row.tip[0] if row.tip else "")
            QGuiApplication.clipboard().setText("\t".join(pieces))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.row_chosen.emit(self.rows.rows[current.row()] if current.isValid() else None)


def point_lines(point: Point | None) -> tuple[str, ...]:
    """Return what hovering over a point of a history says."""
    if point is None:
        return ()
    price = point.price
    band = band_text(price)
    pieces = [f"{price.as_of}: {amount_text(price)}", f"band {band}" if band else ""]
    return tuple(piece for piece in (*pieces, price.region, price.source, price.note) if piece)
