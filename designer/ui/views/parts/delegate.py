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
from designer.ui.state.part_words import is_bounded, right_figure, second_line
from designer.ui.state.workspace import Workspace
from designer.ui.views.parts.model import NAME_ROLE, ROW_ROLE, Heading, Index

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
        self._words: dict[str, tuple[Part, str, int, RowWords]] = {}

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
            words = self._words_of(row, index.data(NAME_ROLE), _words_px(box))
            _paint_words(painter, box, row, words, theme)
        painter.restore()

    def _words_of(self, part: Part, name: str, width: int) -> "RowWords":
        """Return what a row says; laid out once for a part and a width, not at each key typed."""
        kept = self._words.get(part.id)
        if kept is None or kept[0] is not part or kept[1:3] != (name, width):
            words = row_words(part, name, width)
            kept = self._words[part.id] = (part, name, width, words)
        return kept[3]

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
    if words.beside_name:
        # Bounds stand back behind what a maker states.
        painter.setPen(QColor(theme.dim if is_bounded(part) else theme.text))
        painter.setFont(font(12))
        painter.drawText(upper, RIGHT, words.beside_name)
    painter.setPen(QColor(theme.text))
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


def row_words(part: Part, whole: str, width: int) -> RowWords:
    """Return what a row of so many pixels says of a part that its list calls so.

    A name is not shortened for its figure, which then stands in the second line: servers of one
    series differ in the middle of their names.
    """
    figure = right_figure(part)
    bold, plain, small = (QFontMetrics(one) for one in (font(12, 500), font(12), font(11)))
    beside = plain.horizontalAdvance(figure) + 6 if figure else 0
    fits = bold.horizontalAdvance(whole) <= width - beside
    name = _fitting(whole, bold, width - (beside if fits else 0))
    below = small.horizontalAdvance(figure) + 6 if figure and not fits else 0
    second = small.elidedText(second_line(part), Qt.TextElideMode.ElideRight, width - below)
    return RowWords(name, figure if fits else "", second, "" if fits else figure)


def _fitting(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name that is shortened where it tells least.

    Of one that is followed by what it is sold with, `PowerEdge XE9680 · MI300X`, these are the
    first words. Else parts of one series differ at the end: `…, active` and `…, passive`.
    """
    called, sign, _ = name.partition(" · ")
    for number in range(1, len(called.split()) if sign else 0):
        if metrics.horizontalAdvance(name) <= width:
            break
        cut = f"… {name.split(' ', number)[number]}"
        if metrics.horizontalAdvance(cut) <= width:
            return cut
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, width)
