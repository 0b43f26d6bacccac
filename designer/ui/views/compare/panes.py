"""How two floors share a drawing: over each other, side by side in step, or with a divider."""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from designer.render.compared_floor import (
    Painted,
    Side,
    paint_chosen,
    paint_ground,
    paint_marks,
    paint_one_side,
)
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

Way = Literal["overlay", "beside", "swipe"]
WAYS: Final[tuple[tuple[Way, str, str], ...]] = (
    ("overlay", "Overlay", "Both designs over each other"),
    ("beside", "Side by side", "Both designs beside each other, moved and zoomed in step"),
    ("swipe", "Swipe", "The earlier design left of a divider, the later one right of it"),
)
GRIP_PX: Final = 7
"""So near to the divider it is taken."""
_LABEL_PX: Final = 11.0


@dataclass(frozen=True, slots=True)
class Panes:
    """Where the designs are in a widget.

    Attributes
    ----------
    divider
        Where the earlier one ends while one swipes, as a part of the width.
    """

    way: Way
    size: QSize
    divider: float = 0.5

    @property
    def looked_at(self) -> QRect:
        """The room of one drawing, from the widget's corner: side by side both have as much."""
        wide = self.size.width() // 2 if self.way == "beside" else self.size.width()
        return QRect(0, 0, wide, self.size.height())

    @property
    def divider_x(self) -> float:
        """Where the earlier design ends, in pixels."""
        part = 0.5 if self.way == "beside" else self.divider
        return self.size.width() * part

    def in_pane(self, at: QPointF) -> QPointF:
        """Return a point of the widget as one of the drawing that it is in."""
        if self.way == "beside" and at.x() >= self.looked_at.width():
            return at - QPointF(self.looked_at.width(), 0)
        return at

    def takes_divider(self, at: QPointF) -> bool:
        """Return whether a press at a point takes the divider."""
        return self.way == "swipe" and abs(at.x() - self.divider_x) <= GRIP_PX

    def sides(self, transform: QTransform) -> tuple[tuple[Side, QRectF, QTransform], ...]:
        """Return each design that is drawn alone, with what is its own and how it is mapped."""
        wide, high, x = self.size.width(), self.size.height(), self.divider_x
        left, right = QRectF(0, 0, x, high), QRectF(x, 0, wide - x, high)
        moved = QTransform(transform)
        if self.way == "beside":
            moved *= QTransform.fromTranslate(self.looked_at.width(), 0)
        return ("before", left, transform), ("after", right, moved)


def paint_panes(painter: QPainter, shown: Painted, transform: QTransform, panes: Panes) -> None:
    """Paint both designs as the panes have them."""
    if panes.way == "overlay":
        paint_ground(painter, shown, transform)
        paint_marks(painter, shown, transform)
        return
    for side, room, seen in panes.sides(transform):
        painter.save()
        painter.setClipRect(room)
        paint_one_side(painter, shown, seen, side)
        painter.restore()


def paint_chosen_in(
    painter: QPainter, shown: Painted, transform: QTransform, panes: Panes, keys: frozenset[str]
) -> None:
    """Paint what is chosen, in every pane that has it."""
    if panes.way == "overlay":
        paint_chosen(painter, shown, transform, keys)
        return
    for side, room, seen in panes.sides(transform):
        painter.save()
        painter.setClipRect(room)
        paint_chosen(painter, shown, seen, keys, side)
        painter.restore()


def paint_divider(painter: QPainter, panes: Panes, names: tuple[str, str], theme: Theme) -> None:
    """Paint what parts two designs, with the name of either; none where they lie on each other."""
    if panes.way == "overlay":
        return
    x, high = panes.divider_x, panes.size.height()
    painter.setPen(QPen(QColor(theme.text), 1.4 if panes.way == "swipe" else 1))
    painter.drawLine(QLineF(x, 0, x, high))
    for (side, room, _), name in zip(panes.sides(QTransform()), names, strict=True):
        _paint_label(painter, room, f"{side.title()}: {name}", theme, at_right=side == "after")
    if panes.way == "swipe":
        _paint_handle(painter, QPointF(x, high / 2), theme)


def _paint_label(
    painter: QPainter, room: QRectF, words: str, theme: Theme, *, at_right: bool
) -> None:
    wide = min(text_width(words, _LABEL_PX, 600) + 14, room.width() - 16)
    if wide < 40:
        return
    box = QRectF(room.left() + 8, room.top() + 8, wide, 20)
    if at_right:
        box.moveRight(room.right() - 8)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box, 4, 4)
    draw_text(painter, box.adjusted(6, 0, -6, 0), words, _LABEL_PX, theme.text, 600, CENTRE)


def _paint_handle(painter: QPainter, at: QPointF, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.text), 1.2))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(QRectF(at.x() - 11, at.y() - 14, 22, 28), 5, 5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.text))
    for sign in (-1, 1):
        tip = QPointF(at.x() + 8 * sign, at.y())
        foot = QPointF(at.x() + 3 * sign, at.y())
        painter.drawPolygon(QPolygonF([tip, foot + QPointF(0, -4), foot + QPointF(0, 4)]))
