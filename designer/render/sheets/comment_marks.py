"""Comments of a review on paper: balloons and clouds on plans and racks, and what they say.

A balloon bears the comment's number; an open one is filled, a resolved one hollow with a tick.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from designer.catalog.comment_words import thing_in_words
from designer.model.comments import Comment, Comments, by_number, is_gone
from designer.model.design import Face
from designer.render.balloon_painter import cloud_path
from designer.render.drawing import RackDrawing
from designer.render.elevation_frame import frame_in
from designer.render.lettering import CENTRE
from designer.render.rack_painter import device_rect
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.plan_marks import MARK
from designer.render.sheets.sheet_context import SheetContext

_LINE: Final = 0.25
_STRONG: Final = 0.5
_ARC: Final = 3.0
_TICK: Final = 0.35
Sign = Callable[[Ink, QRectF, str], None]


def draw_open_comment(ink: Ink, box: QRectF, words: str) -> None:
    """Draw the filled balloon of an open comment with its number."""
    _draw_balloon(ink, box, words, is_open=True)


def draw_resolved_comment(ink: Ink, box: QRectF, words: str) -> None:
    """Draw the hollow balloon of a resolved comment with its number and a tick."""
    _draw_balloon(ink, box, words, is_open=False)


def sign_of(comment: Comment) -> Sign:
    """Return what draws the balloon of a comment."""
    return draw_open_comment if comment.is_open else draw_resolved_comment


def clouds_on(context: SheetContext) -> tuple[tuple[Comment, QRectF], ...]:
    """Return the comments that are clouds, each with its box in mm of the room."""
    return tuple((one, QRectF(*one.cloud)) for one in context.comments if one.cloud is not None)


def draw_cloud(ink: Ink, box: QRectF, *, is_open: bool) -> None:
    """Draw a cloud around a box of the paper; that of a resolved comment is thin and broken."""
    k = ink.dots_per_mm
    pen = QPen(QColor(ink.theme.text), (_STRONG if is_open else _LINE) * k)
    if not is_open:
        pen.setDashPattern([8, 5])
    ink.painter.strokePath(cloud_path(ink.box(box), _ARC * k), pen)


def place_of(comment: Comment, context: SheetContext) -> tuple[str, QPointF | None]:
    """Return the rack, or the point of the room (mm), at which a comment is marked; or neither."""
    layout = context.layout
    if comment.about in ("rack", "device"):
        rack = layout.rack_of(comment.target)
        if rack in layout.racks:
            return rack, None
    if comment.about == "row":
        racks = (one.id for one in layout.design.racks if one.row == comment.target)
        if rack := next(racks, ""):
            return rack, None
    if comment.cloud is not None:
        return "", QRectF(*comment.cloud).topRight()
    return "", None if comment.spot is None else QPointF(*comment.spot)


def of_racks(context: SheetContext, racks: Collection[str]) -> Comments:
    """Return the comments on racks and on what is in them, in the order of their numbers."""
    layout = context.layout
    found = (
        one for one in context.comments
        if one.about in ("rack", "device") and layout.rack_of(one.target) in racks
    )  # fmt: skip
    return by_number(found)


def draw_on_faces(
    ink: Ink, context: SheetContext, rack: str, drawing: RackDrawing, front: QRectF, rear: QRectF
) -> None:
    """Draw the balloons of a rack, and of what is in it, over its front and rear."""
    body = _on_paper(ink, frame_in(ink.box(front), drawing, ink.px, to_scale=True).outer)
    taken: dict[str, float] = {}
    for comment in of_racks(context, (rack,)):
        box = body
        if comment.about == "device":
            # What neither side shows is marked at the rack itself.
            box = _device_box(ink, drawing, comment.target, front, rear) or body
        target = comment.target if box is not body else rack
        along = taken.get(target, 0.0)
        taken[target] = along + MARK + 0.6
        corner = QPointF(box.right() - MARK - along, box.top() - MARK / 2)
        sign_of(comment)(ink, QRectF(corner, QSizeF(MARK, MARK)), str(comment.number))


def comment_rows(
    comments: Iterable[Comment], context: SheetContext
) -> list[tuple[str, str, str, str, str, str]]:
    """Return number, thing, author, date, state and words with answers of comments."""
    found = context.report.checks if context.report is not None else None
    keys = None if found is None else frozenset(check.key for check in found)
    return [
        (
            str(one.number), thing_in_words(one, context.layout, context.catalog, keys),
            one.author, one.day, one.state, _said(one),
        )
        for one in by_number(comments)
    ]  # fmt: skip


def counts(comments: Sequence[Comment], context: SheetContext) -> str:
    """Return how many comments there are, open, resolved, and on what is gone."""
    settled = sum(not one.is_open for one in comments)
    gone = sum(is_gone(one, context.layout) for one in comments)
    said = f"{len(comments) - settled} open · {settled} resolved"
    return f"{said} · {gone} on what is gone" if gone else said


def texts_of(comments: Iterable[Comment]) -> list[str]:
    """Return all that is written in comments, for letters that no font has."""
    return [
        word
        for one in comments
        for word in (
            one.text, one.author, one.name, one.resolved_by,
            *(part for reply in one.replies for part in (reply.author, reply.text)),
        )
    ]  # fmt: skip


def _said(comment: Comment) -> str:
    """Return the words of a comment with its answers behind them."""
    answers = [
        f"— {', '.join(filter(None, (reply.author, reply.date[:10])))}: {reply.text}"
        for reply in comment.replies
    ]
    return " ".join(" ".join((comment.text, *answers)).split())


def _device_box(
    ink: Ink, drawing: RackDrawing, key: str, front: QRectF, rear: QRectF
) -> QRectF | None:
    sides: tuple[tuple[Face, QRectF], ...] = (("front", front), ("rear", rear))
    for side, place in sides:
        for seen in drawing.seen_from(side):
            if seen.device.key == key:
                view = ink.box(place)
                box = device_rect(view, drawing, seen.device, side, px=ink.px, to_scale=True)
                return _on_paper(ink, box)
    return None


def _on_paper(ink: Ink, box: QRectF) -> QRectF:
    """Return a box of the device in mm of the paper."""
    return QRectF(box.topLeft() / ink.dots_per_mm, box.size() / ink.dots_per_mm)


def _draw_balloon(ink: Ink, box: QRectF, words: str, *, is_open: bool) -> None:
    k, theme = ink.dots_per_mm, ink.theme
    bubble = box.adjusted(0.1, 0.6, -0.1, -1.3)
    shape = QPainterPath()
    shape.addRoundedRect(bubble, 1.2, 1.2)
    tail = QPainterPath(QPointF(box.left() + 0.4, box.bottom() - 0.1))
    tail.lineTo(bubble.left() + 0.7, bubble.bottom() - 0.6)
    tail.lineTo(bubble.left() + 2.6, bubble.bottom() - 0.3)
    tail.closeSubpath()
    shape = shape.united(tail)
    painter = ink.painter
    painter.save()
    painter.scale(k, k)
    pen = QPen(QColor(theme.text), _LINE)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(theme.text if is_open else theme.background))
    painter.drawPath(shape)
    if not is_open:
        corner = bubble.topRight()
        tick = QRectF(corner.x() - 1.5, corner.y() - 1.0, 2.4, 2.2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.background))
        painter.drawEllipse(tick)
        painter.setPen(QPen(QColor(theme.text), _TICK))
        painter.drawPolyline([
            QPointF(tick.left() + 0.3, tick.center().y() + 0.1),
            QPointF(tick.left() + 0.9, tick.bottom() - 0.4),
            QPointF(tick.right() - 0.2, tick.top() + 0.2),
        ])  # fmt: skip
    painter.restore()
    colour = theme.background if is_open else theme.text
    ink.text(bubble.adjusted(-1, 0, 1, 0), words, TEXT_MM, weight=600, align=CENTRE, colour=colour)
