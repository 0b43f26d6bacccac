"""Paints a power one-line: boxes with their signs, lines from source to load, what a loss does.

Cause and problem look different: what is lost is struck through in a broken outline, what has no
voltage is dashed, what is overloaded has the octagon and a hatched bar. Signs follow IEC 60617.
"""

import re
from collections.abc import Container, Mapping
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, LEFT, RIGHT, draw_text, text_width, wrapped
from designer.render.one_line import Box, BoxKey, GroupKey, OneLine, Wire
from designer.render.one_line_words import Said, kinds_in_words
from designer.render.rack_top import paint_state
from designer.render.theme import Theme

SMALLEST_EM: Final = 11.0
"""Em of the smallest letters, in nominal pixels: on paper it sets the scale."""
RATINGS_FROM: Final = 0.62
WORDS_FROM: Final = 0.34
BARS_FROM: Final = 0.2
"""Pixels of the screen for one of the drawing from which ratings, words and bars are painted."""
NO_RATING: Final = "no rating"
_BOUNDS: Final = re.compile(r" \([^()]*\)")
_OF_BOUND: Final = re.compile(r" of at (most|least) \S+ kW( standby)?$")
"""Of a capacity of which only a bound is known the bar and the tip tell."""
_SIGN: Final = 30.0
_PAD: Final = 10.0
_RADIUS: Final = 5.0
_DOT: Final = 3.2
_BAR: Final = 5.0
_GROUP_LINES: Final = 2
"""Lines that the feeds of racks may take: where nodes have their bar."""


def paint_one_line(
    painter: QPainter,
    drawing: OneLine,
    said: Mapping[BoxKey, Said],
    kinds: Mapping[str, str],
    theme: Theme,
    *,
    hovered: object = "",
    focused: object = "",
    unfolded: Container[BoxKey] | None = None,
    scale: float = 1.0,
) -> None:
    """Paint the whole drawing in its own pixels, from its upper left corner.

    From far away boxes drop their ratings, then their words, then their bars.

    Parameters
    ----------
    kinds
        Kind of each node, by id.
    hovered, focused
        The box under the cursor, and the one that has the keyboard.
    unfolded
        Groups of racks that are unfolded below; None where none can be.
    scale
        Pixels of the screen for one of the drawing.
    """
    if scale >= RATINGS_FROM:
        _paint_stages(painter, drawing, theme)
    for wire in sorted(drawing.wires, key=lambda one: _is_dead(one, said)):
        _paint_wire(painter, wire, said, theme, scale)
    for key, box in drawing.boxes.items():
        if key in said:
            kind = kinds.get(key, "") if isinstance(key, str) else ""
            if scale < RATINGS_FROM:
                _paint_far(painter, _rect(box), said[key], theme, scale, lit=key == hovered)
                continue
            _paint_box(painter, box, said[key], kind, theme, lit=key == hovered)
            if unfolded is not None and isinstance(key, GroupKey):
                _paint_fold(painter, _rect(box), theme, is_open=key in unfolded)
        if key == focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1.5))
            painter.drawRoundedRect(_rect(box).adjusted(-4, -4, 4, 4), _RADIUS + 3, _RADIUS + 3)


def _rect(box: Box) -> QRectF:
    return QRectF(box.x, box.y, box.width, box.height)


def _paint_stages(painter: QPainter, drawing: OneLine, theme: Theme) -> None:
    for top, kinds in drawing.stages:
        for at, words in enumerate(kinds_in_words(kinds)):
            draw_text(painter, QRectF(16, top + 15 * at, 82, 16), words, 11, theme.dim)


def _paint_fold(painter: QPainter, place: QRectF, theme: Theme, *, is_open: bool) -> None:
    """Paint whether racks are unfolded: an arrow that points down, or to the right."""
    x, y, half = place.right() - 14, place.bottom() - 13, 4.0
    corners = [(-half, -half / 2), (half, -half / 2), (0.0, half)]
    if not is_open:
        corners = [(-half / 2, -half), (half, 0.0), (-half / 2, half)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.accent if is_open else theme.dim))
    painter.drawPolygon(QPolygonF([QPointF(x + a, y + b) for a, b in corners]))


def _is_dead(wire: Wire, said: Mapping[BoxKey, Said]) -> bool:
    """Return whether a line has no voltage: what it comes from is down."""
    source = said.get(wire.source)
    return source is not None and bool(source.mark)


def _paint_wire(
    painter: QPainter, wire: Wire, said: Mapping[BoxKey, Said], theme: Theme, scale: float
) -> None:
    pen = wire_pen(theme, standby=wire.standby, dead=_is_dead(wire, said))
    # From far away no line gets thinner than a pixel; where they lie close, they are fainter.
    pen.setWidthF(max(pen.widthF(), 1.0 / scale))
    if scale < WORDS_FROM:
        faint = pen.color()
        faint.setAlphaF(max(0.25, scale / WORDS_FROM))
        pen.setColor(faint)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline([QPointF(*point) for point in wire.points])
    for dot in wire.dots:
        paint_dot(painter, QPointF(*dot), pen.color())


def wire_pen(theme: Theme, *, standby: bool = False, dead: bool = False) -> QPen:
    """Return the pen of a line: broken from what stands by, faint and dashed without voltage."""
    pen = QPen(QColor(theme.faint if dead else theme.dim), 1.6)
    if dead:
        pen.setDashPattern([3.0, 3.0])
    elif standby:
        pen.setDashPattern([7.0, 3.0])
    return pen


def paint_dot(painter: QPainter, centre: QPointF, colour: QColor) -> None:
    """Paint where lines of one source part."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, _DOT, _DOT)


def _paint_box(
    painter: QPainter, box: Box, said: Said, kind: str, theme: Theme, *, lit: bool
) -> None:
    place = _rect(box)
    edge = theme.error if said.state == "error" or said.mark == "lost" else theme.line
    # What is lost or overloaded stays red while it is pointed at: it gets a thicker line.
    bad = edge != theme.line
    colour = theme.accent if lit and not bad else edge
    pen = QPen(QColor(colour), 2.4 if lit and bad else 1.6 if lit or bad else 1.0)
    if said.mark:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.canvas if said.mark else theme.panel))
    painter.drawRoundedRect(place, _RADIUS, _RADIUS)
    ink = theme.dim if said.mark else theme.text
    left = place.left() + _PAD
    if kind:
        sign = QRectF(left, place.top() + 6, 18, 18)
        paint_sign(painter, sign, kind, QColor(ink))
        left += _SIGN
    room = QRectF(left, place.top() + 6, place.right() - _PAD - left, 18)
    state = _sign_of(said)
    if state:
        paint_state(painter, QRectF(room.right() - 13, room.top() + 3, 12, 12), state, theme)
        room.setRight(room.right() - 18)
    draw_text(painter, room, said.title, 12.5, ink, 600, LEFT)
    if lasts := _lasts_beside(said, room.width()):
        draw_text(painter, room, lasts, 11, theme.dim, 400, RIGHT)
    value = theme.error if _is_bad(said) else ink
    wide = QRectF(place.left() + _PAD, place.top() + 28, place.width() - 2 * _PAD, 16)
    told = value_that_fits(said.value, wide.width())
    draw_text(painter, wide, told, 11.5, value, 500, LEFT)
    share = said.after or said.before
    if kind and not said.mark:
        unrated = "" if said.rated else NO_RATING
        per_cent = _per_cent(share) if share is not None else unrated
        if text_width(told, 11.5, 500) + text_width(per_cent, 11) + 8 < wide.width():
            draw_text(painter, wide, per_cent, 11, theme.dim, 400, RIGHT)
    below = wide.translated(0, 16)
    worse = theme.error if said.state == "error" and said.note and kind else theme.dim
    for at, line in enumerate(_note_lines(said, below.width(), 1 if kind else _GROUP_LINES)):
        draw_text(painter, below.translated(0, 15 * at), line, 11, worse, 400, LEFT)
    bar = QRectF(wide.left(), place.bottom() - 13, wide.width(), _BAR)
    if share is not None and not said.mark:
        paint_bar(painter, bar, said, theme)
    if said.mark == "lost":
        painter.setPen(QPen(QColor(theme.error), 1.6))
        painter.drawLine(QLineF(bar.left(), bar.center().y(), bar.right(), bar.center().y()))


def _paint_far(
    painter: QPainter, place: QRectF, said: Said, theme: Theme, scale: float, *, lit: bool
) -> None:
    """Paint a box as seen from far away: its name and how full it is, at last its state alone."""
    px = 1.0 / scale
    state = _sign_of(said)
    edge = theme.error if said.state == "error" or said.mark == "lost" else theme.line
    pen = QPen(QColor(theme.accent if lit else edge), (2.0 if edge != theme.line else 1.0) * px)
    if said.mark:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.canvas if said.mark else theme.panel))
    painter.drawRoundedRect(place, _RADIUS, _RADIUS)
    inside = place.adjusted(4 * px, 2 * px, -4 * px, -2 * px)
    if state:
        # Errors stay: a sign is as large as there is room for, on any scale.
        side = min(11 * px, inside.height() * 0.8, inside.width())
        corner = QRectF(inside.right() - side, inside.top() + 2, side, side)
        paint_state(painter, corner, state, theme, px)
        inside.setRight(corner.left() - 2 * px)
    share = said.after or said.before
    if scale >= WORDS_FROM:
        ink = theme.dim if said.mark else theme.text
        line = QRectF(inside.left(), place.top() + 4, inside.width(), 12 * px)
        draw_text(painter, line, said.title, 9.5 * px, ink, 600, LEFT)
        told = _per_cent(share) if share is not None and not said.mark else said.value
        if line.bottom() + 10 * px < place.bottom():
            below = QRectF(line.left(), line.bottom(), place.right() - line.left(), 11 * px)
            draw_text(painter, below, told, 8.5 * px, theme.dim, 400, LEFT)
    if said.mark == "lost":
        painter.setPen(QPen(QColor(theme.error), 1.6 * px))
        painter.drawLine(
            QLineF(place.left(), place.center().y(), place.right(), place.center().y())
        )
    elif scale >= BARS_FROM and share is not None and not said.mark:
        thick = max(_BAR, 2.5 * px)
        bar = QRectF(
            place.left() + _PAD, place.bottom() - thick - 2 * px, place.width() - 2 * _PAD, thick
        )
        paint_bar(painter, bar, said, theme)


def value_that_fits(value: str, width: float) -> str:
    """Return a value without the bounds in brackets where it has no room for them.

    The bar hatches what is open between them, and a tip tells them.
    """
    if text_width(value, 11.5, 500) <= width:
        return value
    short = _BOUNDS.sub("", value)
    if text_width(short, 11.5, 500) <= width:
        return short
    return _OF_BOUND.sub(" kW", short)


def _lasts_beside(said: Said, width: float) -> str:
    """Return how long a battery or fuel lasts, as much of it as there is room for."""
    left = width - text_width(said.title, 12.5, 600) - 8
    without = said.lasts.partition(" ")[2]
    return next((one for one in (said.lasts, without) if text_width(one, 11) <= left), "")


def _note_lines(said: Said, width: float, most: int) -> list[str]:
    """Return a note in at most so many lines: in its short words where it needs more."""
    lines: list[str] = []
    for words in filter(None, (said.note, said.short)):
        lines = wrapped(words, 11, 400, width)
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], " ".join(lines[most - 1 :])] if lines else []


def _is_bad(said: Said) -> bool:
    """Return whether the load itself is the problem: not what it would be after a loss."""
    if said.mark:
        return said.mark == "lost"
    full = said.after or said.before or (0.0, 0.0)
    return said.state == "error" and (not said.note or full[0] >= 1)


def _sign_of(said: Said) -> str:
    return "error" if said.state == "error" else "" if said.state == "ok" else said.state


def _per_cent(share: tuple[float, float]) -> str:
    low, high = (round(part * 100) for part in share)
    full = "≥ " if low >= 100 else ""
    return f"{full}{low} %" if low == high else f"{low}–{high} %"


def paint_bar(painter: QPainter, bar: QRectF, said: Said, theme: Theme) -> None:
    """Paint what is used: half tone before, full tone what a loss adds, hatched what is open."""
    before = said.before or (0.0, 0.0)
    low, high = said.after or before
    tones = {"error": theme.error if _is_bad(said) else theme.ok, "warning": theme.warning}
    colour = QColor(tones.get(said.state, theme.ok))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    painter.drawRect(bar)
    if high > low:
        possible = QRectF(
            bar.left() + bar.width() * low, bar.top(), bar.width() * (high - low), bar.height()
        )
        paint_hatch(painter, possible, Qt.BrushStyle.BDiagPattern, colour, pitch=4.0, line=1.0)
        painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRect(QRectF(bar.left(), bar.top(), bar.width() * low, bar.height()))
    if said.after is not None:
        faded = QColor(theme.panel)
        faded.setAlphaF(0.45)
        painter.setBrush(faded)
        painter.drawRect(
            QRectF(bar.left(), bar.top(), bar.width() * min(before[0], low), bar.height())
        )
    painter.setBrush(QColor(theme.text))
    painter.drawRect(QRectF(bar.right() - 1, bar.top() - 2, 1.4, bar.height() + 4))


def paint_sign(painter: QPainter, box: QRectF, kind: str, ink: QColor) -> None:
    """Paint the sign of a kind in a square."""
    painter.setPen(QPen(ink, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    centre, half = box.center(), box.width() / 2
    if kind in ("utility", "generator"):
        painter.drawEllipse(centre, half - 1, half - 1)
        letter = "~" if kind == "utility" else "G"
        draw_text(painter, box, letter, 12, ink.name(), 600, CENTRE)
    elif kind == "transformer":
        for offset in (-half * 0.3, half * 0.3):
            painter.drawEllipse(QPointF(centre.x(), centre.y() + offset), half * 0.6, half * 0.6)
    elif kind == "ups":
        painter.drawRect(box.adjusted(1, 1, -1, -1))
        painter.drawLine(QLineF(box.left() + 1, box.bottom() - 1, box.right() - 1, box.top() + 1))
        draw_text(painter, box.adjusted(1, 0, -half, -half), "~", 11, ink.name(), 600, CENTRE)
        draw_text(painter, box.adjusted(half, half, 0, -1), "=", 11, ink.name(), 600, CENTRE)
    elif kind in ("busway", "tap-off"):
        for y in (-3.0, 3.0):
            painter.drawLine(QLineF(box.left(), centre.y() + y, box.right(), centre.y() + y))
    else:
        painter.setPen(QPen(ink, 3.0))
        painter.drawLine(QLineF(box.left(), centre.y() - 4, box.right(), centre.y() - 4))
        painter.setPen(QPen(ink, 1.4))
        for x in (-half * 0.6, 0.0, half * 0.6):
            painter.drawLine(
                QLineF(centre.x() + x, centre.y() - 4, centre.x() + x, box.bottom() - 1)
            )
