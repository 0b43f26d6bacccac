"""Paints a short price history: dated points with their bands, oldest at the left."""

import math
from statistics import median
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.render.fonts import font, metrics
from designer.render.theme import Theme
from designer.ui.state.price_words import Point, Series, amount_text, sum_text

TITLE_PX: Final = 20
AXIS_PX: Final = 18
PLOT_PX: Final = 128
"""Height of a history with its title and its axis."""
_DOT: Final = 3.2
_NEAR_PX: Final = 9.0


def paint_history(painter: QPainter, box: QRectF, series: Series, theme: Theme) -> None:
    """Paint a series into a box of `PLOT_PX` height."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font(11))
    painter.setPen(QColor(theme.dim))
    title = QRectF(box.left(), box.top(), box.width(), TITLE_PX)
    painter.drawText(
        title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, series.title
    )
    area = plot_area(box, series)
    _paint_scale(painter, area, series, theme)
    spots = positions(area, series)
    painter.setPen(QPen(QColor(theme.accent), 1.4))
    painter.drawPolyline(QPolygonF(_course(spots)))
    for spot, point in spots:
        low, high = _y(area, series, point.low), _y(area, series, point.high)
        if low - high > 1:
            band = QColor(theme.accent)
            band.setAlphaF(0.35)
            painter.setPen(QPen(band, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(spot.x(), low), QPointF(spot.x(), high))
        painter.setPen(QPen(QColor(theme.panel), 1))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(spot, _DOT, _DOT)
    painter.restore()


def point_at(box: QRectF, series: Series, at: QPointF) -> Point | None:
    """Return the point under the pointer, or None."""
    spots = positions(plot_area(box, series), series)
    near = min(spots, key=lambda s: math.hypot(s[0].x() - at.x(), s[0].y() - at.y()), default=None)
    if near is None or math.hypot(near[0].x() - at.x(), near[0].y() - at.y()) > _NEAR_PX:
        return None
    return near[1]


def words_of(series: Series) -> str:
    """Return a series in words: every date with its amount."""
    return ", ".join(f"{p.price.as_of} {amount_text(p.price)}" for p in series.points)


def plot_area(box: QRectF, series: Series) -> QRectF:
    """Return where points stand: right of the amounts, above the dates."""
    _, top = _range(series)
    label = sum_text(round(top * 100), series.points[0].price.currency)
    left = metrics(10).horizontalAdvance(label) + 10
    return box.adjusted(left, TITLE_PX + 6, -14, -AXIS_PX - 4)


def positions(area: QRectF, series: Series) -> list[tuple[QPointF, Point]]:
    """Return where each point stands in the area."""
    first, last = series.points[0].when, series.points[-1].when
    span = max(last - first, 1e-9)
    return [
        (
            QPointF(
                area.left() + (p.when - first) / span * area.width(), _y(area, series, p.amount)
            ),
            p,
        )
        for p in series.points
    ]


def _course(spots: list[tuple[QPointF, Point]]) -> list[QPointF]:
    """Return the line through the dates: where several sources name a date, through the middle."""
    by_date: dict[float, list[float]] = {}
    for spot, _ in spots:
        by_date.setdefault(spot.x(), []).append(spot.y())
    return [QPointF(x, median(heights)) for x, heights in by_date.items()]


def _paint_scale(painter: QPainter, area: QRectF, series: Series, theme: Theme) -> None:
    painter.setFont(font(10))
    currency = series.points[0].price.currency
    for amount in _range(series):
        y = _y(area, series, amount)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(QColor(theme.dim))
        box = QRectF(area.left() - 206, y - 8, 200, 16)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, side, sum_text(round(amount * 100), currency))
    flags = Qt.AlignmentFlag
    for point, x, side in (
        (series.points[0], area.left() - 4, flags.AlignLeft),
        (series.points[-1], area.right() - 86, flags.AlignRight),
    ):
        box = QRectF(x, area.bottom() + 5, 96 if side == flags.AlignRight else 90, AXIS_PX)
        painter.drawText(box, side | flags.AlignVCenter, point.price.as_of)


def _range(series: Series) -> tuple[float, float]:
    """Return the ends of the scale: from zero, so that a fall looks as large as it is."""
    top = max(point.high for point in series.points)
    step = 10 ** math.floor(math.log10(top)) if top > 0 else 1.0
    return 0.0, next(step * k for k in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * k >= top)


def _y(area: QRectF, series: Series, amount: float) -> float:
    low, top = _range(series)
    return area.bottom() - (amount - low) / (top - low) * area.height()
