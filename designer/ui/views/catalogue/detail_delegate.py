"""Paints the lines of an entry's page and says how high each is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from designer.render.edge import presented
from designer.render.fonts import font, metrics
from designer.render.theme import Theme
from designer.ui.kit.marked_text import Span, paint_marked_paragraph
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_model import HITS_ROLE, ROW_ROLE, Index
from designer.ui.views.catalogue.history_plot import PLOT_PX, paint_history
from designer.ui.views.catalogue.signs import paint_conflict, paint_mark

SIDE_PX: Final = 12
CONFLICT_PX: Final = 18
"""Width at the right in which a conflict's mark stands, left of the source's."""
MARK_PX: Final = 16
FACT_PX: Final = 24
SECTION_PX: Final = 32
LABEL_PX: Final = 16
_GAP: Final = 10
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAP: Final = int(Qt.TextFlag.TextWordWrap)
_USUAL_WIDTH: Final = 320


class DetailDelegate(QStyledItemDelegate):
    """Lines: label at the left, figure with unit, conflict and source at the right."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one line."""
        theme = self._workspace.theme
        row = _as_read(index.data(ROW_ROLE))
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind != "section":
            _paint_ground(painter, box, state, theme)
        if row.kind == "section":
            _paint_section(painter, box, row, theme)
        elif row.kind == "plot" and row.series:
            paint_history(painter, QRectF(line_rect(box)), row.series, theme)
        elif row.kind == "fact":
            _paint_fact(painter, box, row, theme)
        elif row.kind == "link":
            _paint_link(painter, box, row, theme)
        else:
            _paint_text(painter, box, row, index.data(HITS_ROLE), theme)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a line for the width of the list."""
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else _USUAL_WIDTH
        return QSize(width, height_of(_as_read(index.data(ROW_ROLE)), width))


def _as_read(row: Row) -> Row:
    """Return a line with its figure and unit as they are read."""
    chosen = presented()
    if chosen.is_plain or not row.unit:
        return row
    return replace(row, text=chosen.cell(row.text, row.unit), unit=chosen.unit(row.unit))


def height_of(row: Row, width: int) -> int:
    """Return the height of a line in a list of a width, in px."""
    inner = line_rect(QRect(0, 0, width, 10)).width()
    if row.kind == "section":
        return SECTION_PX
    if row.kind == "plot":
        return PLOT_PX
    if row.kind == "fact":
        return FACT_PX if _fits(row, inner) else FACT_PX + LABEL_PX
    if row.kind == "link":
        height = wrapped(row.label, 12, inner).height() + 8
        return height + (wrapped(row.text, 11, inner).height() if row.text else 0)
    room = inner - (MARK_PX if row.mark else 0)
    height = wrapped(row.value, 12, inner).height() + 8
    return height + (wrapped(row.label, 11, room).height() if row.label else 0)


def _fits(row: Row, inner: int) -> bool:
    """Return whether label and figure stand beside each other."""
    room = inner - _right_room(row)
    label = metrics(12).horizontalAdvance(row.label)
    return bool(label + _GAP + _value_width(row) <= room)


def _value_width(row: Row) -> float:
    unit = metrics(11).horizontalAdvance(f" {row.unit}") if row.unit else 0.0
    return metrics(12, 500).horizontalAdvance(row.text) + unit


def _right_room(row: Row) -> int:
    """Return the room for the marks: that of the source always, so that figures stand in line."""
    return MARK_PX + (CONFLICT_PX if row.conflict else 0)


def _paint_ground(painter: QPainter, box: QRect, state: QStyle.StateFlag, theme: Theme) -> None:
    card = QRectF(box.adjusted(4, 0, -4, 0)).adjusted(0.5, 0.5, -0.5, -0.5)
    if state & QStyle.StateFlag.State_Selected:
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(theme.accent), 1) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.accent), 0.14))
        painter.drawRoundedRect(card, 4, 4)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.text), 0.05))
        painter.drawRoundedRect(card, 4, 4)


def _paint_section(painter: QPainter, box: QRect, row: Row, theme: Theme) -> None:
    inner = line_rect(box)
    painter.setPen(QColor(theme.dim))
    painter.setFont(font(11, 600))
    painter.drawText(inner.adjusted(0, 8, 0, 0), _LEFT, row.label.upper())
    painter.fillRect(QRect(inner.left(), box.bottom() - 1, inner.width(), 1), QColor(theme.line))


def _paint_fact(painter: QPainter, box: QRect, row: Row, theme: Theme) -> None:
    inner = line_rect(box)
    label_box, value_box = QRect(inner), QRect(inner)
    if not _fits(row, inner.width()):
        label_box.setHeight(LABEL_PX + 4)
        value_box.setTop(box.bottom() - FACT_PX + 1)
    if row.mark:
        mark = QRectF(inner.right() - 8, value_box.center().y() - 3.5, 8, 8)
        paint_mark(painter, mark, row.mark, theme)
    value_box.setRight(inner.right() - MARK_PX)
    if row.conflict:
        sign = QRectF(value_box.right() - 13, value_box.center().y() - 6, 13, 13)
        paint_conflict(painter, sign, theme)
        value_box.setRight(value_box.right() - CONFLICT_PX)
    painter.setFont(font(12))
    painter.setPen(QColor(theme.dim))
    label = painter.fontMetrics().elidedText(
        row.label, Qt.TextElideMode.ElideRight, label_box.width()
    )
    painter.drawText(label_box, _LEFT, label)
    if row.unit:
        painter.setFont(font(11))
        painter.drawText(value_box, _RIGHT, row.unit)
        width = painter.fontMetrics().horizontalAdvance(f" {row.unit}")
        value_box.setRight(value_box.right() - width)
    painter.setFont(font(12, 500))
    painter.setPen(QColor(theme.accent if row.link else theme.text))
    text = painter.fontMetrics().elidedText(
        row.text, Qt.TextElideMode.ElideRight, value_box.width()
    )
    painter.drawText(value_box, _RIGHT, text)


def _paint_link(painter: QPainter, box: QRect, row: Row, theme: Theme) -> None:
    inner = line_rect(box).adjusted(0, 4, 0, -4)
    painter.setFont(font(12, 500))
    painter.setPen(QColor(theme.accent))
    painter.drawText(inner, _WRAP, row.label)
    if row.text:
        inner.setTop(inner.top() + wrapped(row.label, 12, inner.width()).height())
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        painter.drawText(inner, _WRAP, row.text)


def _paint_text(
    painter: QPainter, box: QRect, row: Row, hits: Sequence[Span], theme: Theme
) -> None:
    inner = line_rect(box).adjusted(0, 4, 0, -4)
    if row.mark:
        paint_mark(painter, QRectF(inner.right() - 8, inner.top() + 3.5, 8, 8), row.mark, theme)
    if row.conflict:
        sign = QRectF(inner.right() - MARK_PX - 13, inner.top() + 1, 13, 13)
        paint_conflict(painter, sign, theme)
    if row.label:
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        room = inner.width() - (MARK_PX if row.mark else 0)
        painter.drawText(inner.adjusted(0, 0, room - inner.width(), 0), _WRAP, row.label)
        inner.setTop(inner.top() + wrapped(row.label, 11, room).height())
    painter.setFont(font(12))
    painter.setPen(QColor(theme.text))
    paint_marked_paragraph(painter, inner, row.value, hits, theme)


def wrapped(text: str, px: int, width: float, weight: int = 400) -> QSize:
    """Return the size of a paragraph of a width."""
    lines: QFontMetricsF = metrics(px, weight)
    box = lines.boundingRect(
        QRectF(0, 0, max(width, 40), 100_000), int(Qt.TextFlag.TextWordWrap), text
    )
    return QSize(round(box.width()) + 1, round(box.height()) + 1)


def line_rect(box: QRect) -> QRect:
    """Return where the words of a line stand."""
    return box.adjusted(SIDE_PX, 0, -SIDE_PX, 0)
