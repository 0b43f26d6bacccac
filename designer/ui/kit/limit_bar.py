"""The small bar beside a figure and its limit: what was used, what comes to it, where it ends."""

from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.model.figures import Figure
from designer.render.theme import Theme

WIDE_PX = 64
HIGH_PX = 5
_LIMIT_AT = 0.8
"""Where on the bar the limit is: what goes beyond it is seen to."""
_MOST = 1 / _LIMIT_AT
_TICK_PX = 3


@dataclass(frozen=True, slots=True)
class LimitBar:
    """Shares of a limit, 1 for all of it: before a change, None where nothing was, and after it."""

    before: float | None
    after: float


def bar_of(
    before: Figure | None, limit_before: Figure | None, after: Figure | None, limit: Figure | None
) -> LimitBar | None:
    """Return the bar of a figure before and after a change; None where no share is known."""
    was, now = _share(before, limit_before), _share(after, limit)
    return None if now is None else LimitBar(was, now)


def _share(used: Figure | None, limit: Figure | None) -> float | None:
    if used is None or limit is None or not isfinite(limit.high) or limit.low <= 0:
        return None
    share = used.per(limit).likely
    return share if isfinite(share) else None


def paint_limit_bar(painter: QPainter, box: QRectF, bar: LimitBar, tone: str, theme: Theme) -> None:
    """Paint what stays in grey, what comes in colour and what goes as an outline, and the limit.

    Parameters
    ----------
    tone
        `warning` or `error` where it nears the limit or breaks it.
    """
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    painter.drawRoundedRect(box, 2, 2)
    grows = bar.before is None or bar.after >= bar.before
    stays, most = (0.0, bar.after) if bar.before is None else sorted((bar.before, bar.after))
    colour = QColor({"warning": theme.warning, "error": theme.error}.get(tone, theme.ok))
    part = _part(box, stays, most)
    if grows:
        painter.fillRect(part, colour)
    else:
        painter.setPen(QPen(QColor(theme.dim), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(_part(box, 0.0, stays), QColor(theme.dim))
    at = box.left() + box.width() * _LIMIT_AT
    painter.setPen(QPen(QColor(theme.text), 1))
    top, low = QPointF(at, box.top() - _TICK_PX), QPointF(at, box.bottom() + _TICK_PX)
    painter.drawLine(top, low)


def _part(box: QRectF, low: float, high: float) -> QRectF:
    """Return the part of a bar between two shares of the limit, as far as the bar goes."""
    left, right = (min(max(share, 0.0), _MOST) * _LIMIT_AT for share in (low, high))
    return QRectF(
        box.left() + box.width() * left, box.top(), box.width() * (right - left), box.height()
    )
