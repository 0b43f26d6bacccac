"""Paints unfolded racks of a power one-line: only what lies in the part that is shown."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.model.figure_words import UNKNOWN
from designer.render.chain_layout import Cell, Join, Laid, Square
from designer.render.chain_pieces import PieceKey
from designer.render.lettering import CENTRE, LEFT, RIGHT, draw_text, text_width, wrapped
from designer.render.one_line_painter import paint_bar, paint_dot, wire_pen
from designer.render.one_line_words import Said
from designer.render.rack_top import paint_state
from designer.render.theme import Theme

_RADIUS: Final = 4.0
_BAR: Final = 4.0
_LETTER: Final = 18.0
_VALUE: Final = 126.0
"""Room for the value of a line, so that the bars of all lines are as long."""


def paint_chain(
    painter: QPainter,
    laid: Laid,
    theme: Theme,
    shown: QRectF | None = None,
    *,
    hovered: object = "",
    focused: object = "",
) -> int:
    """Paint what lies in the part that is shown; return how many cells that were.

    Parameters
    ----------
    shown
        In the drawing's own pixels; None is all.
    """
    for line in laid.lines:
        if shown is None or _meets(line, shown):
            _paint_line(painter, line, theme)
    for square in laid.squares:
        if shown is None or shown.adjusted(-30, -20, 30, 20).contains(square.x, square.y):
            _paint_square(painter, square, theme)
    number = 0
    for cell in visible(laid.cells, shown):
        number += 1
        key = cell.piece.key
        _paint_cell(painter, cell, theme, lit=key == hovered and cell.look != "head")
        if key == focused and cell.look not in ("line", "text"):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1.5))
            painter.drawRoundedRect(rect_of(cell).adjusted(-3, -3, 3, 3), 6, 6)
    return number


def rect_of(cell: Cell) -> QRectF:
    """Return the place of a cell."""
    return QRectF(cell.x, cell.y, cell.width, cell.height)


def visible(cells: Iterable[Cell], shown: QRectF | None) -> Iterable[Cell]:
    """Return the cells that lie in a part of the drawing."""
    if shown is None:
        return cells
    return (cell for cell in cells if shown.intersects(rect_of(cell)))


def _meets(line: Join, shown: QRectF) -> bool:
    xs, ys = [x for x, _ in line.points], [y for _, y in line.points]
    box = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return shown.intersects(box.adjusted(-4, -4, 4, 4))


def _paint_line(painter: QPainter, line: Join, theme: Theme) -> None:
    pen = wire_pen(theme, dead=line.dead)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline([QPointF(*point) for point in line.points])
    for dot in line.dots:
        paint_dot(painter, QPointF(*dot), pen.color())


def _paint_square(painter: QPainter, square: Square, theme: Theme) -> None:
    wide = text_width(square.words, 11, 600) + 10
    box = QRectF(square.x - wide / 2, square.y - 8, wide, 16)
    painter.setPen(_edge(theme, dead=square.dead))
    painter.setBrush(QColor(theme.canvas if square.dead else theme.raised))
    painter.drawRoundedRect(box, 3, 3)
    ink = theme.dim if square.dead else theme.text
    draw_text(painter, box, square.words, 11, ink, 600, CENTRE)
    if square.dead:
        painter.setPen(QPen(QColor(theme.error), 1.2))
        painter.drawLine(QLineF(box.left(), box.bottom(), box.right(), box.top()))


def _edge(theme: Theme, *, dead: bool, colour: str = "") -> QPen:
    pen = QPen(QColor(colour or (theme.dim if theme.is_print else theme.device_line)), 1.0)
    if dead:
        pen.setStyle(Qt.PenStyle.DashLine)
    return pen


def _paint_cell(painter: QPainter, cell: Cell, theme: Theme, *, lit: bool) -> None:
    said, place = cell.piece.said, rect_of(cell)
    if cell.look == "head":
        _paint_head(painter, place, said, theme)
    elif cell.look == "line":
        _paint_row(painter, place, said, theme, 22, lit=lit)
    elif cell.look == "text":
        _paint_text(painter, cell, place, theme)
    else:
        _paint_frame(painter, cell, place, theme, lit=lit)
        if cell.look == "breaker":
            _paint_breaker(painter, place, said, theme)
        elif cell.look == "shelf":
            _paint_row(painter, place.adjusted(10, 2, -10, -16), said, theme, 46, lit=lit)
            below = place.adjusted(10, 19, -10, -2)
            draw_text(painter, below, said.note, 11, theme.dim, 400, RIGHT)
        else:
            _paint_words(painter, cell, place, theme)


def _paint_head(painter: QPainter, place: QRectF, said: Said, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.line), 1.0))
    painter.drawLine(QLineF(place.left(), place.bottom(), place.right(), place.bottom()))
    room = place.adjusted(0, 0, 0, -4)
    width = draw_text(painter, room, said.title, 13.5, theme.text, 600, LEFT)
    left = room.left() + width + 12
    if said.state != "ok":
        sign = QRectF(left, room.center().y() - 6, 12, 12)
        paint_state(painter, sign, said.state, theme)
        left += 20
    told = " · ".join(filter(None, (said.value, said.note)))
    draw_text(painter, QRectF(left, room.top(), room.right() - left, room.height()), told, 12,
              theme.dim, 400, LEFT)  # fmt: skip


def _paint_frame(painter: QPainter, cell: Cell, place: QRectF, theme: Theme, *, lit: bool) -> None:
    said = cell.piece.said
    bad = said.state == "error" or said.mark == "lost"
    colour = theme.error if bad else theme.accent if lit else ""
    pen = _edge(theme, dead=bool(said.mark), colour=colour)
    if colour:
        pen.setWidthF(2.4 if lit and bad else 1.6)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.canvas if said.mark else theme.panel))
    painter.drawRoundedRect(place, _RADIUS, _RADIUS)
    if cell.look == "card" and said.short == "open":
        painter.fillRect(
            QRectF(place.left(), place.bottom() - 3, place.width(), 3), QColor(theme.accent)
        )
    if said.mark == "lost":
        painter.setPen(QPen(QColor(theme.error), 1.4))
        painter.drawLine(QLineF(place.left(), place.bottom(), place.right(), place.top()))


def _paint_row(
    painter: QPainter, place: QRectF, said: Said, theme: Theme, label: float, *, lit: bool
) -> None:
    """Paint a line of a rack PDU: its name, bar and value side by side."""
    ink = theme.accent if lit else theme.dim if said.mark else theme.text
    draw_text(painter, QRectF(place.left(), place.top(), label, place.height()), said.title, 11,
              theme.dim, 600, LEFT)  # fmt: skip
    sign = 16.0
    told = _that_fits(said.value, place.width() - label - (sign if said.state != "ok" else 0))
    wide = max(_VALUE, text_width(told, 11.5, 600) + 4)
    value = QRectF(place.right() - wide, place.top(), wide, place.height())
    draw_text(painter, value, told, 11.5, ink, 600, RIGHT)
    if said.state != "ok":
        box = QRectF(value.left() - 14, place.center().y() - 6, 12, 12)
        paint_state(painter, box, said.state, theme)
    bar = QRectF(
        place.left() + label, place.center().y() - _BAR / 2,
        value.left() - sign - 6 - place.left() - label, _BAR,
    )  # fmt: skip
    if said.before is not None and not said.mark and bar.width() > 12:
        paint_bar(painter, bar, said, theme)


def _that_fits(value: str, room: float) -> str:
    """Return a figure before and after a loss, or where both take too much room that after it."""
    _, arrow, after = value.partition(" → ")
    return value if not arrow or text_width(value, 11.5, 600) + 4 <= room else f"→ {after}"


def _paint_text(painter: QPainter, cell: Cell, place: QRectF, theme: Theme) -> None:
    said = cell.piece.said
    if cell.letter:
        draw_text(painter, place, f"Lines L1 L2 L3: {UNKNOWN}", 11, theme.dim, 400, LEFT)
        return
    width = draw_text(painter, place, said.title, 11, theme.dim, 600, LEFT)
    room = place.adjusted(width + 8, 0, 0, 0)
    draw_text(painter, room, said.value, 11.5, theme.dim if said.mark else theme.text, 400, RIGHT)


def _paint_breaker(painter: QPainter, place: QRectF, said: Said, theme: Theme) -> None:
    room = place.adjusted(5, 1, -5, -10)
    ink = theme.dim if said.mark else theme.text
    width = draw_text(painter, room, said.title, 11, theme.dim, 600, LEFT)
    value = said.mark or said.short
    draw_text(painter, room.adjusted(width + 4, 0, 0, 0), value, 11, ink, 600, RIGHT)
    bar = QRectF(place.left() + 5, place.bottom() - 8, place.width() - 26, _BAR)
    if said.state != "ok":
        sign = QRectF(place.right() - 16, place.bottom() - 12, 11, 11)
        paint_state(painter, sign, said.state, theme)
    if said.before is not None and not said.mark:
        paint_bar(painter, bar, replace(said, note=""), theme)


def _paint_words(painter: QPainter, cell: Cell, place: QRectF, theme: Theme) -> None:
    """Paint a name, a value, a bar and a note below each other, as many as there is room for."""
    said = cell.piece.said
    room = place.adjusted(10, 5, -10, -5)
    ink = theme.dim if said.mark else theme.text
    line = QRectF(room.left(), room.top(), room.width(), 17)
    if cell.letter:
        wide = max(_LETTER, text_width(cell.letter, 11.5, 700) + 6)
        box = QRectF(line.left(), line.top(), wide, _LETTER)
        painter.setPen(_edge(theme, dead=bool(said.mark), colour=ink))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        draw_text(painter, box, cell.letter, 11.5, ink, 700, CENTRE)
        line.setLeft(box.right() + 8)
    if said.state != "ok":
        paint_state(painter, QRectF(line.right() - 12, line.top() + 2, 12, 12), said.state, theme)
        line.setRight(line.right() - 17)
    titles = [said.title]
    if cell.look == "taker":
        titles = wrapped(said.title, 12.5, 600, line.width())[:2] or [""]
    for at, title in enumerate(titles):
        draw_text(painter, line.translated(0, 16 * at), title, 12.5, ink, 600, LEFT)
    lower = room.top() + 18 + 16 * (len(titles) - 1)
    value = QRectF(room.left(), lower, room.width(), 16)
    if cell.look == "strip":
        value.setLeft(line.left())
    colour = theme.error if said.mark == "lost" else ink
    draw_text(painter, value, said.value, 12, colour, 500, LEFT)
    if cell.look == "strip":
        input_ = QRectF(value.left(), value.bottom(), value.width(), 15)
        draw_text(painter, input_, said.note, 11, theme.dim, 400, LEFT)
        return
    y = value.bottom() + 1
    if said.before is not None and not said.mark:
        # Without its note: what is over after a loss is as red here as a line is.
        bar = QRectF(room.left(), y + 2, room.width(), _BAR)
        paint_bar(painter, bar, replace(said, note=""), theme)
        y += 9
    most = int((place.bottom() - 3 - y) / 14)
    if said.note and most > 0:
        lines = wrapped(said.note, 11, 400, room.width())
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        for words in filter(None, lines):
            draw_text(painter, QRectF(room.left(), y, room.width(), 14), words, 11, theme.dim)
            y += 14


def piece_at(laid: Laid, x: float, y: float) -> PieceKey | None:
    """Return what is at a point: what lies in something before that."""
    found = [
        cell for cell in laid.cells
        if cell.x <= x <= cell.x + cell.width and cell.y <= y <= cell.bottom
    ]  # fmt: skip
    least = min(found, key=lambda cell: cell.width * cell.height, default=None)
    return least.piece.key if least else None
