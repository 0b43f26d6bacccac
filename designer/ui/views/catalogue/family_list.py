"""The list at the left of the browser: favourites, recent, own, all, then the families."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from designer.catalog.families import FAMILIES
from designer.render.fonts import font
from designer.render.icons import paint_icon
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

FAVOURITES: Final = "@favourites"
RECENT: Final = "@recent"
OWN: Final = "@own"
EVERYTHING: Final = "@all"
ROW_PX: Final = 28
HEADING_PX: Final = 30
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
COUNT_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class FamilyRow:
    """A family to choose, or a heading without id."""

    id: str
    title: str
    icon: str = ""


def _rows() -> tuple[FamilyRow, ...]:
    rows = [
        FamilyRow(FAVOURITES, "Favourites", "star"),
        FamilyRow(RECENT, "Recent", "history"),
        FamilyRow(OWN, "Your own parts", "parts"),
        FamilyRow(EVERYTHING, "All", "catalog"),
    ]
    group = ""
    for family in FAMILIES:
        if family.group != group:
            group = family.group
            rows.append(FamilyRow("", group))
        rows.append(FamilyRow(family.id, family.title, family.symbol))
    return tuple(rows)


class FamilyModel(QAbstractListModel):
    """Families with how many entries each holds, or how many of them fit the search."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = _rows()
        self._counts: Mapping[str, int] = {}

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show other counts, by id."""
        if counts == self._counts:
            return
        self._counts = dict(counts)
        self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def count(self, family_id: str) -> int | None:
        """Return the count of a family, None before it is known."""
        return self._counts.get(family_id)

    def row_of(self, family_id: str) -> int:
        """Return the row of a family, -1 for none."""
        return next((n for n, row in enumerate(self.rows) if row.id == family_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, its title, or what a screen reader says of it."""
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == COUNT_ROLE:
            return self._counts.get(row.id)
        if role == Qt.ItemDataRole.DisplayRole or (role == Qt.ItemDataRole.ToolTipRole and row.id):
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            count = self._counts.get(row.id)
            return f"{row.title}, {count}" if row.id and count is not None else row.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that families can be chosen and headings cannot."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not self.rows[index.row()].id:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class FamilyDelegate(QStyledItemDelegate):
    """Paints a family: icon, title, count."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme = self._workspace.theme
        row: FamilyRow = index.data(ROW_ROLE)
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not row.id:
            painter.setFont(font(11, 600))
            painter.setPen(QColor(theme.dim))
            painter.drawText(box.adjusted(10, 8, -8, 0), _LEFT, row.title.upper())
            painter.restore()
            return
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        card = QRectF(box.adjusted(2, 1, -2, -1)).adjusted(0.5, 0.5, -0.5, -0.5)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            focused = chosen and state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QPen(QColor(theme.accent), 1) if focused else Qt.PenStyle.NoPen)
            ground = mixed(QColor(theme.panel), QColor(theme.accent), 0.14)
            hover = mixed(QColor(theme.panel), QColor(theme.text), 0.05)
            painter.setBrush(ground if chosen else hover)
            painter.drawRoundedRect(card, 5, 5)
        count = index.data(COUNT_ROLE)
        ink = theme.text if chosen or count else theme.dim
        sign = QRectF(box.left() + 10, box.center().y() - 7, 16, 16)
        paint_icon(painter, sign, row.icon, theme.accent if chosen else theme.dim)
        inner = box.adjusted(34, 0, -10, 0)
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        words = "" if count is None else f"{count:,}"
        painter.drawText(inner, _RIGHT, words)
        room = inner.width() - painter.fontMetrics().horizontalAdvance(words) - 8
        painter.setFont(font(12, 600 if chosen else 400))
        painter.setPen(QColor(ink))
        title = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, _LEFT, title)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(120, ROW_PX if index.data(ROW_ROLE).id else HEADING_PX)


class FamilyList(QListView):
    """The list of families; one is always chosen."""

    chosen = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Families")
        self.families = FamilyModel(self)
        self.setModel(self.families)
        self.setItemDelegate(FamilyDelegate(workspace))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current)
        workspace.theme_changed.connect(self.viewport().update)

    def family_id(self) -> str:
        """Return the family that is chosen."""
        row = self.currentIndex().row()
        return self.families.rows[row].id if row >= 0 else EVERYTHING

    def choose(self, family_id: str) -> None:
        """Choose a family."""
        row = self.families.row_of(family_id)
        if row >= 0:
            self.setCurrentIndex(self.families.index(row))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.families.rows[current.row()] if current.isValid() else None
        if row is not None and row.id:
            self.chosen.emit(row.id)
