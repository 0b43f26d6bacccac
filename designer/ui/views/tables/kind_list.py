"""The list of tables, each with how many lines it has."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from designer.render.fonts import font
from designer.render.icons import icon
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.every import TABLES
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
_ROW_PX: Final = 25
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class KindModel(QAbstractListModel):
    """Tables and their counts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.counts: tuple[int, ...] = (0,) * len(TABLES)

    def show_counts(self, counts: Sequence[int]) -> None:
        """Show other counts."""
        if tuple(counts) != self.counts:
            self.counts = tuple(counts)
            self.dataChanged.emit(self.index(0), self.index(len(TABLES) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many tables there are."""
        return 0 if parent.isValid() else len(TABLES)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - Qt's own type
        """Return the title of a table; with its count for a screen reader."""
        title, count = TABLES[index.row()].title, self.counts[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return title
        return f"{title}, {count:,}" if role == Qt.ItemDataRole.AccessibleTextRole else None


class KindList(QListView):
    """The list; one table is always chosen."""

    chosen = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds = KindModel(self)
        self.setModel(self.kinds)
        self.setItemDelegate(_Kinds(workspace))
        self.setAccessibleName("Tables")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(
            lambda now, _before: self.chosen.emit(TABLES[now.row()]) if now.isValid() else None
        )
        workspace.theme_changed.connect(self.viewport().update)

    def choose(self, table: Table) -> None:
        """Choose a table."""
        self.setCurrentIndex(self.kinds.index(TABLES.index(table)))


class _Kinds(QStyledItemDelegate):
    """Paints a table: icon, title, count."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._space = workspace

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme, table, box = self._space.theme, TABLES[index.row()], option.rect
        model = index.model()
        count = model.counts[index.row()] if isinstance(model, KindModel) else 0
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            focused = chosen and option.state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QPen(QColor(theme.accent), 1) if focused else Qt.PenStyle.NoPen)
            part, ink = (0.14, theme.accent) if chosen else (0.05, theme.text)
            painter.setBrush(mixed(QColor(theme.panel), QColor(ink), part))
            painter.drawRoundedRect(box.adjusted(2, 1, -3, -2), 5, 5)
        sign = icon(table.icon, theme.accent if chosen else theme.dim)
        sign.paint(painter, box.left() + 10, box.center().y() - 7, 16, 16)
        inner = box.adjusted(34, 0, -10, 0)
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        painter.drawText(inner, _RIGHT, f"{count:,}")
        room = inner.width() - painter.fontMetrics().horizontalAdvance(f"{count:,}") - 8
        painter.setFont(font(12, 600 if chosen else 400))
        painter.setPen(QColor(theme.text if chosen or count else theme.dim))
        title = painter.fontMetrics().elidedText(table.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, _LEFT, title)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(120, _ROW_PX)
