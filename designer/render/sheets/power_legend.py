"""The legend of the power one-line: every mark that is drawn on it, with its meaning, no other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.model.design import PowerNode
from designer.model.feed_words import kind_in_words
from designer.render.one_line import BoxKey, OneLine
from designer.render.one_line_painter import (
    SMALLEST_EM,
    paint_bar,
    paint_dot,
    paint_sign,
    wire_pen,
)
from designer.render.one_line_words import Said
from designer.render.sheets.ink import Ink
from designer.render.sheets.legend import Entry, state_sign
from designer.render.theme import LEAST_EM_MM, Theme

_SCALE: Final = LEAST_EM_MM / SMALLEST_EM
"""Millimetres of a nominal pixel in an entry."""
_TOO_FULL: Final = "overloaded, now or in the worst case"
_STATES: Final = (
    ("error", _TOO_FULL),
    ("warning", "nearly full"),
    ("unknown", "cannot be said"),
)


def power_entries(
    drawing: OneLine, said: Mapping[BoxKey, Said], nodes: Sequence[PowerNode]
) -> list[Entry]:
    """Return what the marks on a one-line mean, those that occur."""
    shown = said.values()
    found = [
        Entry(kind_in_words(kind), _sign(kind))
        for kind in dict.fromkeys(node.kind for node in nodes)
    ]
    states = {one.state for one in shown}
    found += [Entry(words, state_sign(state)) for state, words in _STATES if state in states]
    if any(one.state == "error" and one.mark for one in shown):
        found = [
            replace(one, words=f"{one.words}, or without power") if one.words == _TOO_FULL else one
            for one in found
        ]
    if any(one.state == "error" and not one.mark for one in shown):
        found.append(Entry("thick frame: overloaded, now or in the worst case", _frame))
    marks = {one.mark for one in shown}
    if "lost" in marks:
        found.append(Entry("broken frame with a line: lost", _mark("lost")))
    if "dark" in marks:
        found.append(Entry("broken frame: no voltage, or until a battery is empty", _mark("dark")))
    if any(one.before is not None and not one.mark for one in shown):
        found.append(Entry("bar: load normally; tick: rating", _bar(0.6, 0.6)))
    if any(one.before is not None and one.before[0] < one.before[1] for one in shown):
        found.append(Entry("hatched bar: may be used, cannot be said", _bar(0.4, 0.8)))
    if any(wire.standby for wire in drawing.wires):
        found.append(Entry("broken line: from what stands by", _wire(standby=True)))
    if any(wire.dots for wire in drawing.wires):
        found.append(Entry("dot: lines of one source part; others cross", _dot))
    return found


Draw = Callable[[Ink, QRectF], None]


def _scaled(paint: Callable[[QPainter, QRectF, Theme], None]) -> Draw:
    """Return an entry that is painted in the nominal pixels of a one-line."""

    def draw(ink: Ink, box: QRectF) -> None:
        scale = _SCALE * ink.dots_per_mm
        ink.painter.save()
        place = ink.box(box)
        ink.painter.translate(place.topLeft())
        ink.painter.scale(scale, scale)
        size = QRectF(0, 0, place.width() / scale, place.height() / scale)
        paint(ink.painter, size, ink.theme)
        ink.painter.restore()

    return draw


def _sign(kind: str) -> Draw:
    def paint(painter: QPainter, box: QRectF, theme: Theme) -> None:
        edge = box.height() + 4
        square = QRectF(box.center().x() - edge / 2, box.center().y() - edge / 2, edge, edge)
        paint_sign(painter, square, kind, QColor(theme.text))

    return _scaled(paint)


def _bar(low: float, high: float) -> Draw:
    def paint(painter: QPainter, box: QRectF, theme: Theme) -> None:
        bar = QRectF(box.left(), box.center().y() - 2.5, box.width(), 5)
        paint_bar(painter, bar, Said("", "", "", before=(low, high)), theme)

    return _scaled(paint)


def _mark(mark: str) -> Draw:
    def paint(painter: QPainter, box: QRectF, theme: Theme) -> None:
        edge = theme.error if mark == "lost" else theme.line
        painter.setPen(QPen(QColor(edge), 1.6, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)
        if mark == "lost":
            middle = box.center().y()
            painter.drawLine(QLineF(box.left() + 4, middle, box.right() - 4, middle))

    return _scaled(paint)


def _wire(*, standby: bool) -> Draw:
    def paint(painter: QPainter, box: QRectF, theme: Theme) -> None:
        painter.setPen(wire_pen(theme, standby=standby))
        middle = box.center().y()
        painter.drawLine(QLineF(box.left(), middle, box.right(), middle))

    return _scaled(paint)


def _paint_dot(painter: QPainter, box: QRectF, theme: Theme) -> None:
    painter.setPen(wire_pen(theme))
    middle, centre = box.center().y(), box.center().x()
    painter.drawLine(QLineF(box.left(), middle, box.right(), middle))
    painter.drawLine(QLineF(centre, middle, centre, box.bottom()))
    paint_dot(painter, QPointF(centre, middle), QColor(theme.dim))


def _paint_frame(painter: QPainter, box: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.error), 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 4, 4)


_dot: Final = _scaled(_paint_dot)
_frame: Final = _scaled(_paint_frame)
