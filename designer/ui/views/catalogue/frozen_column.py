"""The names that stay in sight while the figures beside them are scrolled sideways."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from designer.ui.state.workspace import Workspace

MOST_SHARE: Final = 0.6
"""Of the table's width: wider names would leave no room for the figures."""


class FrozenColumn(QTableView):
    """The first column of a table, over its left edge, while that column is scrolled away.

    Model, selection and painting are the table's; what the user does here, the table does.
    """

    hovered = Signal(int)
    """The row under the pointer, -1 for none."""
    drag_asked = Signal()

    def __init__(self, table: QTableView, workspace: Workspace) -> None:
        super().__init__(table)
        self._table, self._workspace = table, workspace
        self._hovered = -1
        self.setAccessibleName("Names")
        self.hide()

    def mirror_table(self) -> None:
        """Take model, selection and manner from the table, once it has them."""
        table = self._table
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(table.itemDelegate())
        self.setShowGrid(False)
        self.setSelectionBehavior(table.selectionBehavior())
        self.setSelectionMode(table.selectionMode())
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(table)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName("Rows of names")
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        head, whole = self.horizontalHeader(), table.horizontalHeader()
        head.setAccessibleName("Head of the names")
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setFixedHeight(whole.maximumHeight())
        head.sectionClicked.connect(lambda _: self._sort())
        whole.sortIndicatorChanged.connect(self._show_order)
        whole.sectionResized.connect(lambda *_: self.follow())
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        table.horizontalScrollBar().valueChanged.connect(lambda _: self.follow())
        self.doubleClicked.connect(table.doubleClicked)
        self.customContextMenuRequested.connect(table.customContextMenuRequested)
        table.installEventFilter(self)

    def follow(self) -> None:
        """Stand over the first column where that is scrolled away, and nowhere else."""
        table = self._table
        width, room = table.columnWidth(0), table.viewport().width()
        shown = table.horizontalScrollBar().value() > 0 and 0 < width <= MOST_SHARE * room
        if shown:
            for column in range(1, self.model().columnCount()):
                self.setColumnHidden(column, True)
            self.setColumnWidth(0, width)
            frame, head = table.frameWidth(), table.horizontalHeader().height()
            self.setGeometry(frame, frame, width, head + table.viewport().height())
            self.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.setVisible(shown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the table when it gets another size."""
        if event.type() == QEvent.Type.Resize:
            self.follow()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the names with a line at their edge."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        edge = QRect(self.viewport().width() - 1, 0, 1, self.viewport().height())
        painter.fillRect(edge, QColor(self._workspace.theme.line))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which row is under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that no row is under the pointer any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.hovered.emit(row)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the table scroll, in both directions."""
        event.ignore()

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803 - Qt's names
        """Let the table begin the drag."""
        self.drag_asked.emit()

    def _show_order(self, column: int, order: Qt.SortOrder) -> None:
        self.horizontalHeader().setSortIndicator(column, order)

    def _sort(self) -> None:
        """Go on as a click on the table's own head does: up, down, not at all."""
        head = self._table.horizontalHeader()
        up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        if head.sortIndicatorSection() != 0:
            head.setSortIndicator(0, up)
        elif head.sortIndicatorOrder() == up:
            head.setSortIndicator(0, down)
        else:
            head.setSortIndicator(-1, up)
