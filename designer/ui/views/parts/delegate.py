"""Paints the rows of the palette."""

from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from designer.catalog.part import Part
from designer.render.fonts import font
from designer.render.part_signs import paint_sign
from designer.render.theme import Theme
from designer.ui.kit.style import mixed
from designer.ui.state.part_words import list_name, right_figure, second_line
from designer.ui.state.workspace import Workspace
from designer.ui.views.parts.model import ROW_ROLE, Heading, Index

PART_PX: Final = 44
HEADING_PX: Final = 30
"""Heights of the rows."""
_BEFORE_WORDS_PX: Final = 45
"""Left of the words: the sign of the kind."""
_AFTER_WORDS_PX: Final = 9
LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PartDelegate(QStyledItemDelegate):
    """Paints headings and parts in the theme of the workspace."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._words: dict[str, tuple[Part, int, RowWords]] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme = self._workspace.theme
        row: Heading | Part = index.data(ROW_ROLE)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            _paint_heading(painter, box, row, theme)
        else:
            _paint_card(painter, box, theme, state)
            _paint_words(painter, box, row, self._words_of(row, _words_px(box)), theme)
        painter.restore()

    def _words_of(self, part: Part, width: int) -> "RowWords":
        """Return what a row says; laid out once for a part and a width, not at each key typed."""
        kept = self._words.get(part.id)
        if kept is None or kept[0] is not part or kept[1] != width:
            kept = self._words[part.id] = (part, width, row_words(part, width))
        return kept[2]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        heading = isinstance(index.data(ROW_ROLE), Heading)
        return QSize(120, HEADING_PX if heading else PART_PX)


def _paint_heading(painter: QPainter, box: QRect, heading: Heading, theme: Theme) -> None:
    painter.setFont(font(11, 600))
    painter.setPen(QColor(theme.dim))
    inner = box.adjusted(8, 6, -10, 0)
    painter.drawText(inner, LEFT, heading.text.upper())
    painter.setFont(font(11))
    painter.drawText(inner, RIGHT, str(heading.count))


def _paint_card(painter: QPainter, box: QRect, theme: Theme, state: QStyle.StateFlag) -> None:
    card = QRectF(box.adjusted(2, 1, -2, -1)).adjusted(0.5, 0.5, -0.5, -0.5)
    if state & QStyle.StateFlag.State_Selected:
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(theme.accent), 1.5 if focused else 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(card, 6, 6)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.text), 0.05))
        painter.drawRoundedRect(card, 6, 6)


def _words_px(box: QRect) -> int:
    """Return the pixels that words have in a row."""
    return box.width() - _BEFORE_WORDS_PX - _AFTER_WORDS_PX


def _paint_words(
    painter: QPainter, box: QRect, part: Part, words: "RowWords", theme: Theme
) -> None:
    glyph = QRectF(box.left() + 8, box.center().y() - 10, 30, 20)
    paint_sign(painter, glyph, part.kind, theme)
    left, width = box.left() + _BEFORE_WORDS_PX, _words_px(box)
    upper = QRect(left, box.top() + 5, width, 17)
    lower = QRect(left, box.top() + 22, width, 16)
    painter.setPen(QColor(theme.text))
    if words.beside_name:
        painter.setFont(font(12))
        painter.drawText(upper, RIGHT, words.beside_name)
    painter.setFont(font(12, 500))
    painter.drawText(upper, LEFT, words.name)
    painter.setFont(font(11))
    painter.setPen(QColor(theme.dim))
    painter.drawText(lower, LEFT, words.second)
    if words.beside_second:
        painter.drawText(lower, RIGHT, words.beside_second)


class RowWords(NamedTuple):
    """What a row says: name and second line, and the figure beside the one or the other."""

    name: str
    beside_name: str
    second: str
    beside_second: str


def row_words(part: Part, width: int) -> RowWords:
    """Return what a row of so many pixels says of a part.

    A name is not shortened for its figure, which then stands in the second line: servers of one
    series differ in the middle of their names.
    """
    figure, whole = right_figure(part), list_name(part)
    bold, plain, small = (QFontMetrics(one) for one in (font(12, 500), font(12), font(11)))
    beside = plain.horizontalAdvance(figure) + 6 if figure else 0
    fits = bold.horizontalAdvance(whole) <= width - beside
    # Parts of one series differ at the end of their names: `…, active` and `…, passive`.
    name = bold.elidedText(whole, Qt.TextElideMode.ElideMiddle, width - (beside if fits else 0))
    below = small.horizontalAdvance(figure) + 6 if figure and not fits else 0
    second = small.elidedText(second_line(part), Qt.TextElideMode.ElideRight, width - below)
    return RowWords(name, figure if fits else "", second, "" if fits else figure)
