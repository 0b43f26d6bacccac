"""Paints the cells of the browser's table."""

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from designer.catalog.entry import Entry
from designer.model.figure_words import UNKNOWN
from designer.render.fonts import font
from designer.render.icons import paint_icon
from designer.render.part_signs import paint_sign
from designer.render.theme import Theme
from designer.ui.kit.marked_text import paint_marked_line
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.columns import Cell, Column
from designer.ui.views.catalogue.entry_model import (
    CELL_ROLE,
    COLUMN_ROLE,
    ENTRY_ROLE,
    EXCERPT_ROLE,
    FAVOURITE_ROLE,
    HITS_ROLE,
    NAME,
    Index,
)
from designer.ui.views.catalogue.signs import sign_of

_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_EXCERPT_GAP: Final = 10
_LEAST_EXCERPT_PX: Final = 60


class EntryDelegate(QStyledItemDelegate):
    """Name with sign and star at the left, figures at the right of their columns."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self.hovered_row = -1
        self.focused_row = -1
        """The row that the keys go to, -1 while they go elsewhere."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme = self._workspace.theme
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(box, mixed(QColor(theme.panel), QColor(theme.accent), 0.14))
        elif index.row() == self.hovered_row:
            painter.fillRect(box, mixed(QColor(theme.panel), QColor(theme.text), 0.05))
        line = mixed(QColor(theme.panel), QColor(theme.line), 0.6)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), line)
        if index.row() == self.focused_row:
            for y in (box.top(), box.bottom()):
                painter.fillRect(QRect(box.left(), y, box.width(), 1), QColor(theme.accent))
        column: Column = index.data(COLUMN_ROLE)
        if column is NAME:
            self._paint_name(painter, box, index, theme, chosen)
        else:
            _paint_cell(painter, box, column, index.data(CELL_ROLE), theme)
        painter.restore()

    def _paint_name(
        self, painter: QPainter, box: QRect, index: Index, theme: Theme, chosen: bool
    ) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        if chosen:
            painter.fillRect(QRect(box.left(), box.top(), 2, box.height()), QColor(theme.accent))
        sign = QRectF(box.left() + 8, box.center().y() - 8.5, 26, 18)
        paint_sign(painter, sign, sign_of(entry), theme)
        inner = box.adjusted(42, 0, -8, 0)
        if index.data(FAVOURITE_ROLE):
            star = QRectF(inner.right() - 13, box.center().y() - 6, 13, 13)
            paint_icon(painter, star, "star-filled", theme.warning)
            inner.adjust(0, 0, -18, 0)
        painter.setFont(font(12, 500))
        painter.setPen(QColor(theme.text))
        used = paint_marked_line(painter, inner, entry.name, index.data(HITS_ROLE), theme)
        words, hits = index.data(EXCERPT_ROLE)
        rest = inner.adjusted(used + _EXCERPT_GAP, 0, 0, 0)
        if words and rest.width() >= _LEAST_EXCERPT_PX:
            painter.setFont(font(11))
            painter.setPen(QColor(theme.dim))
            paint_marked_line(painter, rest, words, hits, theme)


def _paint_cell(painter: QPainter, box: QRect, column: Column, cell: Cell, theme: Theme) -> None:
    inner = box.adjusted(8, 0, -8, 0)
    painter.setFont(font(12))
    if not cell.text:
        painter.setPen(QColor(theme.faint))
        painter.drawText(inner, _RIGHT if column.is_number else _LEFT, UNKNOWN)
        return
    painter.setPen(QColor(theme.text if column.is_number else theme.dim))
    _draw_elided(painter, inner, _RIGHT if column.is_number else _LEFT, cell.text)
    if cell.conflict:
        # A corner turned up, as a sheet with a remark has it; hovering says what it is about.
        corner, size = QPointF(box.right() + 1, box.top()), 6.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.warning))
        below = QPointF(corner.x(), corner.y() + size)
        painter.drawPolygon(QPolygonF([corner, QPointF(corner.x() - size, corner.y()), below]))


def _draw_elided(painter: QPainter, box: QRect, side: Qt.AlignmentFlag, text: str) -> None:
    metrics = painter.fontMetrics()
    painter.drawText(box, side, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width()))
