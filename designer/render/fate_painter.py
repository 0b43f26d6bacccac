"""Paints what a loss does on what it is done to: sign, hatch and word, never colour alone."""

from collections.abc import Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.model.design import Face
from designer.render.drawing import RackDrawing
from designer.render.edge import Read
from designer.render.edge import shown as as_read
from designer.render.elevation_frame import frame_in
from designer.render.fate import Fate, FateState
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.lost_in_rack import LOST, LostInRack
from designer.render.rack_painter import device_rect
from designer.render.rack_top import paint_state
from designer.render.theme import Theme

_Said = TypeVar("_Said")
_TOUCHES: Final = 1.5
_LOW: Final = 14.0
"""Pixels between things that touch, and the height below which these have no mark each."""
_LEAST_LETTER: Final = 6.5
_MOST_LETTER: Final = 11.0
_SIGNS: Final[dict[FateState, str]] = {
    "short": "warning", "warm": "warning", "overloaded": "error", "open": "unknown",
    "rail": "warning", "cut": "error", "tight": "warning",
}  # fmt: skip
_HATCHES: Final[dict[FateState, Qt.BrushStyle]] = {
    "short": Qt.BrushStyle.BDiagPattern,
    "warm": Qt.BrushStyle.HorPattern,
    "overloaded": Qt.BrushStyle.FDiagPattern,
    "rail": Qt.BrushStyle.VerPattern,
    "cut": Qt.BrushStyle.VerPattern,
    "open": Qt.BrushStyle.DiagCrossPattern,
}
_SHORT: Final = "short"
"""What of a thing is dark in part is hatched as what is short of power is."""
FAR_STATES: Final[dict[FateState, str]] = {
    "lost": "dark", "dark": "dark", "short": "warning", "warm": "warning",
    "rail": "warning", "cut": "error", "holds": "error",
    "overloaded": "error", "open": "unknown", "tight": "warning", "carries": "",
}  # fmt: skip
"""What a rack shows of its fate from far away."""


def colour_of(state: FateState, theme: Theme) -> QColor:
    """Return the colour of a fate."""
    if state in ("short", "warm", "rail", "tight"):
        return QColor(theme.warning)
    return QColor({"open": theme.dim, "carries": theme.ok}.get(state, theme.error))


def paint_fate(
    painter: QPainter,
    body: QRectF,
    fate: Fate,
    theme: Theme,
    px: float = 1.0,
    words: QRectF | None = None,
) -> None:
    """Paint a fate over a thing seen from above: struck where all of it is dark, else hatched.

    Parameters
    ----------
    words
        Where its name stands: neither lines nor veil run through that.
    """
    colour = colour_of(fate.state, theme)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    if words is not None and not words.isEmpty():
        around = QPainterPath()
        around.addRect(body.adjusted(-2 * px, -2 * px, 2 * px, 2 * px))
        around.addRect(words)
        painter.setClipPath(around, Qt.ClipOperation.IntersectClip)
    if fate.state in ("dark", "lost") and not fate.in_part:
        _strike(painter, body, colour, theme, px, dashed=fate.state == "lost")
    elif (hatch := _HATCHES.get(_SHORT if fate.in_part else fate.state)) is not None:
        tint = QColor(colour)
        tint.setAlphaF(0.18)
        painter.fillRect(body, tint)
        line = QColor(colour)
        # Upright lines run along the strokes of the letters below them: fewer and fainter ones.
        upright = hatch is Qt.BrushStyle.VerPattern
        line.setAlphaF(0.4 if upright else 0.75)
        pitch = 12 * px if upright else 6 * px
        paint_hatch(painter, body, hatch, line, pitch=pitch, line=0.9 * px)
        painter.setPen(QPen(colour, 1.6 * px))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(body)
    painter.restore()
    _write(painter, body, fate, colour, theme, px)
    painter.restore()


def _strike(
    painter: QPainter, body: QRectF, colour: QColor, theme: Theme, px: float, *, dashed: bool
) -> None:
    """Darken a body and cross it out."""
    veil = QColor(theme.canvas)
    veil.setAlphaF(0.72)
    painter.fillRect(body, veil)
    pen = QPen(colour, 1.6 * px)
    painter.setPen(pen)
    painter.drawLines([
        QLineF(body.topLeft(), body.bottomRight()), QLineF(body.topRight(), body.bottomLeft()),
    ])  # fmt: skip
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(body)


def _write(
    painter: QPainter, body: QRectF, fate: Fate, colour: QColor, theme: Theme, px: float
) -> None:
    """Write the word along the lower edge beside its sign; the sign alone in little room.

    What has no shorter wording goes nearer to the edges, or on two lines, before it is left out.
    """
    sign = _SIGNS.get(fate.state, "")
    most = min(_MOST_LETTER * px, body.height() * 0.3)
    least = max(_LEAST_LETTER, theme.least_px) * px
    beside = most * 1.2 if sign else 0.0
    room = body.width() - 4 * px - beside
    fitting = ((text, most * min(1.0, room / text_width(text, most, 700))) for text in fate.words)
    said, size = next(((text, size) for text, size in fitting if size >= least), ("", 0.0))
    lines = [said]
    if not said and len(fate.words) == 1:
        said, size = fate.words[0], least
        whole = text_width(said, size, 700) <= room + 3 * px
        lines = [said] if whole else [*map(Read, as_read(said).split())]
    if not said or max(text_width(line, size, 700) for line in lines) > room + 3 * px:
        if sign:
            edge = min(body.width() * 0.6, body.height() * 0.6, 12 * px)
            spot = QRectF(0, 0, edge, edge)
            spot.moveCenter(body.center())
            paint_state(painter, spot, sign, theme, px)
        return
    high = size * (1.5 if len(lines) == 1 else 1.15 * len(lines))
    band = QRectF(body.left() + px, body.bottom() - high - px, body.width() - 2 * px, high)
    # A ground for the largest letters, on which no line below shows in part.
    painter.fillRect(band.adjusted(0, min(0.0, high - most * 1.5), 0, 0), QColor(theme.panel))
    words = max(text_width(line, size, 700) for line in lines)
    left = band.center().x() - (words + beside) / 2
    if sign:
        paint_state(
            painter, QRectF(left, band.center().y() - size / 2, size, size), sign, theme, px
        )
    line = QRectF(left + beside, band.top(), words + 2 * px, high / len(lines))
    for at, text in enumerate(lines):
        draw_text(painter, line.translated(0, at * line.height()), text, size, colour.name(), 700)


def paint_lost(
    painter: QPainter,
    box: QRectF,
    drawing: RackDrawing,
    face: Face,
    lost: LostInRack,
    theme: Theme,
    *,
    to_scale: bool = False,
) -> None:
    """Mark in an elevation what a loss takes of a rack, and who loses links of a network.

    Supplies are marked where they are painted.
    """
    # A door hangs at the rear: nothing of it is seen from the front.
    seen = (one for one in drawing.devices if one.face != "door" or face == "rear")
    devices = {one.key: device_rect(box, drawing, one, face, to_scale=to_scale) for one in seen}
    frame = frame_in(box, drawing, to_scale=to_scale)
    boxes = drawing.inside.boxes if drawing.inside else ()
    places = devices | {one.name: frame.span(one.half_u, one.top_half_u) for one in boxes}
    felt = [(places[key], fate) for key, fate in lost.felt.items() if key in places]
    struck = [(places[key], words) for key, words in lost.struck.items() if key in places]
    for place, fate in _touching(felt):
        _paint_felt(painter, place, fate, theme)
    for place, words in _touching(struck):
        paint_struck(painter, place, words, theme)
    for key, words in lost.told.items():
        if key in places:
            _chip(painter, places[key], words, QColor(theme.error), theme)


def _touching(marked: Sequence[tuple[QRectF, _Said]]) -> list[tuple[QRectF, _Said]]:
    """Return low things over one another that say the same as one: a mark for each is a thicket."""
    found: list[tuple[QRectF, _Said]] = []
    for place, said in sorted(marked, key=lambda one: (one[0].left(), one[0].top())):
        last, before = found[-1] if found else (QRectF(), None)
        over = abs(last.bottom() - place.top()) < _TOUCHES and last.left() == place.left()
        if over and before == said and place.height() < _LOW:
            found[-1] = (last.united(place), said)
        else:
            found.append((place, said))
    return found


def _paint_felt(painter: QPainter, box: QRectF, fate: Fate, theme: Theme) -> None:
    colour = colour_of(fate.state, theme)
    tint, line = QColor(colour), QColor(colour)
    tint.setAlphaF(0.12)
    line.setAlphaF(0.5)
    painter.fillRect(box, tint)
    paint_hatch(painter, box, _HATCHES[fate.state], line, pitch=7, line=0.8)
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    _corner_chip(painter, box, fate.words, colour, theme)


def _corner_chip(
    painter: QPainter, box: QRectF, each: Sequence[str], colour: QColor, theme: Theme
) -> None:
    """Write the longest words that fit in the upper right corner of a device, beside its name."""
    size = min(10.0, box.height() * 0.8)
    fitting = ((words, text_width(words, size, 700) + 4) for words in each)
    words, wide = next(((w, wide) for w, wide in fitting if wide <= box.width() / 2), ("", 0.0))
    if size < 6 or not words:
        return
    ground = QRectF(box.right() - wide - 3, box.top() + 2, wide, min(size * 1.3, box.height() - 3))
    painter.fillRect(ground, QColor(theme.panel))
    draw_text(painter, ground, words, size, colour.name(), 700, CENTRE)


def paint_struck(painter: QPainter, box: QRectF, words: str, theme: Theme, px: float = 1.0) -> None:
    """Cross out one thing of an elevation and say why, along it where it is narrow."""
    colour = QColor(theme.error)
    _strike(painter, box, colour, theme, px, dashed=words == LOST)
    _chip(painter, box, words, colour, theme, px)


def _chip(
    painter: QPainter, box: QRectF, words: str, colour: QColor, theme: Theme, px: float = 1.0
) -> None:
    """Write words on a ground of their own in the middle of a box; none where it is too small."""
    upright = box.height() > 2 * box.width()
    wide, high = (box.height(), box.width()) if upright else (box.width(), box.height())
    size = min(10.0 * px, high * 0.8)
    size *= min(1.0, wide * 0.9 / max(text_width(words, size, 700), 1.0))
    if size < 6 * px:
        return
    painter.save()
    painter.translate(box.center())
    if upright:
        painter.rotate(-90)
    needed = text_width(words, size, 700) + 4 * px
    ground = QRectF(-needed / 2, -size * 0.65, needed, size * 1.3)
    painter.fillRect(ground, QColor(theme.panel))
    draw_text(painter, ground, words, size, colour.name(), 700, CENTRE)
    painter.restore()
