"""Findings as cards: how they are measured, painted and hit."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from designer.engine.reasons import standing
from designer.engine.report import Check
from designer.render.edge import Read, shown
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.glyphs import paint_severity, severity_colour
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.check_model import CheckModel, Fold, Index
from designer.ui.views.dashboard.check_words import advice_words, title_words

ROW_PX: Final = 46
"""A finding of one line."""
LINE_PX: Final = 17
CARD_GAP_PX: Final = 2.5
BESIDE_PX: Final = 45
"""Of a row's width, what sign and edges take from the words."""
AROUND_PX: Final = 14
"""Of a row's height, what is above and below the words."""
LEAST_WIDE_PX: Final = 160
FOLD_PX: Final = 28
BETWEEN: Final = " · "
SIDE_PX: Final = 10
"""From the words at the right to the edge of the row."""
LINKS_HIGH_PX: Final = 24
WRAP: Final = int(Qt.TextFlag.TextWordWrap)


class CheckDelegate(QStyledItemDelegate):
    """Paints a finding as a card; the advice below it when opened."""

    def __init__(self, workspace: Workspace, model: CheckModel, view: QListView) -> None:
        super().__init__(view)
        self._workspace, self._model, self._view = workspace, model, view

    def _name_of(self, ref: str) -> str:
        return self._workspace.layout().name_of(ref)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one card."""
        theme = self._workspace.theme
        check: Check | Fold = index.data(Qt.ItemDataRole.UserRole)
        box: QRect = option.rect
        if isinstance(check, Fold):
            _paint_fold(painter, box, check, theme)
            return
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(box).adjusted(0.5, CARD_GAP_PX, -2.5, -CARD_GAP_PX)
        painter.setPen(QPen(QColor(theme.accent if chosen else theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(card, 6, 6)
        colour = QColor(theme.dim) if check.waived else severity_colour(standing(check), theme)
        sign = QRectF(card.left() + 10, card.top() + 14, 13, 13)
        paint_severity(painter, sign, standing(check), colour)
        links = BETWEEN.join(self._model.links(check))
        width = box.width() - BESIDE_PX
        upper = QRect(int(card.left()) + 34, int(card.top()) + 4, width, LINE_PX)
        painter.setFont(font(11))
        painter.setPen(QColor(theme.accent))
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight, links)
        high = text_px(title_words(check, self._name_of), 12, 600, width - links_px(links))
        painter.setPen(QColor(theme.dim))
        below = text_px(check.message, 11, 400, width)
        lower = QRect(upper.left(), upper.top() + high, width, below)
        painter.drawText(lower, WRAP, check.message)
        if check.key in self._model.opened:
            advice = advice_words(check, self._name_of)
            painter.setPen(QColor(theme.text))
            more = QRect(lower.left(), lower.bottom() + 3, width, text_px(advice, 11, 400, width))
            painter.drawText(more, WRAP, advice)
        painter.setFont(font(12, 600))
        painter.setPen(QColor(theme.dim if check.waived else theme.text))
        title = QRect(upper.left(), upper.top(), width - links_px(links), high)
        painter.drawText(title, WRAP, title_words(check, self._name_of))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a card's height, with its advice when opened."""
        check: Check | Fold = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(check, Fold):
            return QSize(120, FOLD_PX)
        width = max(LEAST_WIDE_PX, self._view.viewport().width()) - BESIDE_PX
        links = BETWEEN.join(self._model.links(check))
        high = text_px(title_words(check, self._name_of), 12, 600, width - links_px(links))
        high += text_px(check.message, 11, 400, width)
        if check.key in self._model.opened:
            high += text_px(advice_words(check, self._name_of), 11, 400, width) + 3
        return QSize(120, high + AROUND_PX)

    def link_at(self, box: QRect, check: Check, at: QPointF) -> str:
        """Return the word that is hit beside a finding's title, empty for none."""
        if at.y() - box.top() >= LINKS_HIGH_PX:
            return ""
        metrics = metrics_of(11)
        half = metrics.horizontalAdvance(BETWEEN) / 2
        left = box.right() - SIDE_PX + half
        for word in reversed(self._model.links(check)):
            left -= metrics.horizontalAdvance(word) + 2 * half
            if at.x() >= left:
                return word
        return ""


@lru_cache(maxsize=8)
def metrics_of(px: int, weight: int = 400) -> QFontMetrics:
    """Return the measures of a font, made once: every card is measured and painted with them."""
    return QFontMetrics(font(px, weight))


def text_px(words: str, px: int, weight: int, width: int) -> int:
    """Return the height of words that wrap at a width; kept, for reports repeat their findings."""
    return _text_px(Read(shown(words)), px, weight, width)


@lru_cache(maxsize=4096)
def _text_px(words: str, px: int, weight: int, width: int) -> int:
    room = QRect(0, 0, max(width, 1), 4000)
    return metrics_of(px, weight).boundingRect(room, WRAP, words).height()


def links_px(links: str) -> int:
    """Return what the links take of the line of the title."""
    return metrics_of(11).horizontalAdvance(links) + 8


def _paint_fold(painter: QPainter, box: QRect, fold: Fold, theme: Theme) -> None:
    """Paint the line of the fold: a triangle that points where the remarks are, and words."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.dim))
    x, y = box.left() + 17.0, box.center().y() + 0.5
    tips = [(-3, -4), (-3, 4), (4, 0)] if not fold.is_open else [(-4, -3), (4, -3), (0, 4)]
    painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in tips]))
    painter.setPen(QColor(theme.dim))
    painter.setFont(font(11))
    line = box.adjusted(34, 0, -8, 0)
    elide = Qt.TextElideMode.ElideRight
    words = painter.fontMetrics().elidedText(fold.words, elide, line.width())
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()
