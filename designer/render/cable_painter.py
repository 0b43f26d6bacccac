"""Paints cables on a plan: bundles along trays by their number, drops to racks, straight ways."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from designer.engine.cable_ways import Bundle, CableWays, Drop
from designer.engine.network_report import TrayReport
from designer.model.figure_words import amount
from designer.model.figures import Figure
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

MOST_WIDE_PX: Final = 9.0
"""Width of the largest bundle; others in proportion."""
LEAST_WIDE_PX: Final = 1.2
_EM: Final = 10.0
_NAMED_FROM_PX: Final = 46.0
"""Pieces shorter than this bear no number."""
_MOST_LABELS: Final = 60
_NEAR_PCT: Final = 80.0
_FULL_PCT: Final = 100.0
"""Of the usable section of a tray: from here on nearly full, and full."""
_SHARES: Final = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Where along a bundle its number may stand, in the order of preference."""

Piece = tuple[str, int, int, int, int]
"""A piece of a tray: its tray, and both ends."""


@dataclass(frozen=True, slots=True)
class Fill:
    """How full a piece of a tray is: its state, and in words; empty where nobody knows."""

    state: str = ""
    words: str = ""


def fill_state(fill: Figure) -> str:
    """Return `error`, `warning`, `ok`, or empty where nobody knows how full a tray is."""
    if fill.low > _FULL_PCT:
        return "error"
    if fill.low >= _NEAR_PCT:
        return "warning"
    return "ok" if fill.high < _NEAR_PCT else ""


def fills_of(trays: Iterable[TrayReport]) -> dict[Piece, Fill]:
    """Return how full each piece of trays is."""
    fills = {}
    for tray in trays:
        for one in tray.pieces:
            fill = one.figure("fill_pct", "%")
            piece = (tray.id, one.x_mm, one.y_mm, one.end_x_mm, one.end_y_mm)
            fills[piece] = Fill(fill_state(fill), fill_words(fill))
    return fills


def piece_of(bundle: Bundle) -> Piece:
    """Return what tells a piece from others."""
    return bundle.tray, bundle.x_mm, bundle.y_mm, bundle.end_x_mm, bundle.end_y_mm


def fill_words(fill: Figure) -> str:
    """Return how full a tray is: `82 % full`."""
    return "" if fill.unknown else f"{amount(fill, 0)} % full"


def bundle_wide(cables: int, most: int) -> float:
    """Return how wide a bundle is painted, px."""
    if most <= 0:
        return LEAST_WIDE_PX
    return max(LEAST_WIDE_PX, MOST_WIDE_PX * cables / most)


def most_cables(ways: CableWays) -> int:
    """Return the number of cables of the largest bundle."""
    every: Iterable[int] = (
        *(one.cables for one in ways.bundles), *(one.cables for one in ways.straight)
    )  # fmt: skip
    return max(every, default=0)


@dataclass(frozen=True, slots=True)
class Number:
    """The number of cables of a bundle at a point in mm, with the state of an ill fill."""

    at: QPointF
    words: str
    state: str = ""


def drop_lines(ways: CableWays, feet: Mapping[str, QRectF]) -> list[QLineF]:
    """Return the drops from trays to racks, mm.

    Parameters
    ----------
    feet
        Footprints of racks, mm, by id: drops end at their edges, off their names.
    """
    return [_drop(one, feet.get(one.rack)) for one in ways.drops]


def numbers_of(
    ways: CableWays,
    fills: Mapping[Piece, Fill],
    transform: QTransform,
    is_free: Callable[[QRectF], bool] = lambda _: True,
) -> tuple[Number, ...]:
    """Return the numbers on bundles, the fullest and largest first, none over another.

    Parameters
    ----------
    transform
        From mm of the room to the device.
    is_free
        Whether a number may be written at a place, in units of the device.
    """
    lines = [(one, _line(one, transform)) for one in ways.bundles if one.cables]
    rank = {"error": 0, "warning": 1}
    ordered = sorted(
        lines,
        key=lambda it: (rank.get(fills.get(piece_of(it[0]), Fill()).state, 2), -it[0].cables),
    )
    back = transform.inverted()[0]
    taken: list[QRectF] = []
    found: list[Number] = []
    for bundle, line in ordered:
        if len(taken) >= _MOST_LABELS:
            break
        fill = fills.get(piece_of(bundle), Fill())
        over = fill.state in rank
        if line.length() < _NAMED_FROM_PX and not over:
            continue
        words = f"{bundle.cables:,}"
        if over:
            words = f"{'⚠' if fill.state == 'warning' else '✕'} {words} · {fill.words}"
        place = _number_place(line, _wide(words), taken, (lambda _: True) if over else is_free)
        if place is not None:
            taken.append(place)
            found.append(Number(back.map(place.center()), words, fill.state if over else ""))
    return tuple(found)


def paint_cables(
    painter: QPainter,
    ways: CableWays,
    fills: Mapping[Piece, Fill],
    drops: Sequence[QLineF],
    numbers: Sequence[Number],
    transform: QTransform,
    theme: Theme,
) -> None:
    """Paint the ways of cables, in units of the device.

    Parameters
    ----------
    drops, numbers
        Those of `drop_lines` and `numbers_of`.
    transform
        From mm of the room to the device.
    """
    most = most_cables(ways)
    _paint_straight(painter, ways, transform, theme, most)
    painter.setPen(QPen(QColor(theme.dim), 1.0))
    painter.drawLines([transform.map(line) for line in drops])
    for bundle in ways.bundles:
        if not bundle.cables:
            continue
        fill = fills.get(piece_of(bundle), Fill())
        ink = QColor(_colours(theme).get(fill.state, theme.dim))
        ink.setAlphaF(0.75)  # names of racks are read through it
        pen = QPen(ink, bundle_wide(bundle.cables, most))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(_line(bundle, transform))
    for number in numbers:
        place = QRectF(0, 0, _wide(number.words), _EM * 1.6)
        place.moveCenter(transform.map(number.at))
        painter.setPen(QPen(QColor(_colours(theme).get(number.state, theme.line)), 1))
        painter.setBrush(QColor(theme.canvas))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        draw_text(painter, place, number.words, _EM, theme.text, 600, CENTRE)


def _colours(theme: Theme) -> dict[str, str]:
    return {"warning": theme.warning, "error": theme.error}


def _wide(words: str) -> float:
    return text_width(words, _EM, 600) + 12


def paint_way(
    painter: QPainter, corners: Sequence[tuple[int, int]], transform: QTransform, theme: Theme
) -> None:
    """Paint the way of one cable over all others."""
    if len(corners) < 2:
        return
    path = QPainterPath(transform.map(QPointF(*corners[0])))
    for x, y in corners[1:]:
        path.lineTo(transform.map(QPointF(x, y)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((theme.canvas, 5.0), (theme.accent, 2.6)):
        painter.setPen(QPen(QColor(colour), wide))
        painter.drawPath(path)
    painter.setBrush(QColor(theme.accent))
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y in (corners[0], corners[-1]):
        painter.drawEllipse(transform.map(QPointF(x, y)), 4, 4)


def _drop(drop: Drop, foot: QRectF | None) -> QLineF:
    """Return the line of a drop, from the edge of its rack where that is off the tray."""
    line = QLineF(drop.on_x_mm, drop.on_y_mm, drop.x_mm, drop.y_mm)
    if foot is None or foot.contains(line.p1()):
        return line
    corners = (foot.topLeft(), foot.topRight(), foot.bottomRight(), foot.bottomLeft())
    for begin, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        kind, at = line.intersects(QLineF(begin, end))
        if kind == QLineF.IntersectionType.BoundedIntersection:
            return QLineF(line.p1(), at)
    return line


def _line(bundle: Bundle, transform: QTransform) -> QLineF:
    return QLineF(
        transform.map(QPointF(bundle.x_mm, bundle.y_mm)),
        transform.map(QPointF(bundle.end_x_mm, bundle.end_y_mm)),
    )


def _paint_straight(
    painter: QPainter, ways: CableWays, transform: QTransform, theme: Theme, most: int
) -> None:
    """Paint ways that follow no tray: dashed, since nobody knows where they run."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    colour = QColor(theme.dim)
    colour.setAlphaF(0.5)
    for one in reversed(ways.straight):
        path = QPainterPath(transform.map(QPointF(*one.corners[0])))
        for x, y in one.corners[1:]:
            path.lineTo(transform.map(QPointF(x, y)))
        pen = QPen(colour, min(4.0, bundle_wide(one.cables, most) / 2))
        pen.setDashPattern([4.0, 3.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPath(path)


def _number_place(
    line: QLineF, wide: float, taken: Sequence[QRectF], is_free: Callable[[QRectF], bool]
) -> QRectF | None:
    """Return the free place for a number on a bundle that is nearest to its middle."""
    for share in _SHARES:
        place = QRectF(0, 0, wide, _EM * 1.6)
        place.moveCenter(line.pointAt(share))
        if not any(place.intersects(other) for other in taken) and is_free(place):
            return place
    return None
