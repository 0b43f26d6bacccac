"""Racks on the plan of a sheet, black on white: outline, thick front, hatch, name, power, feeds.

All lengths are in mm of paper. On screen racks are `designer.render.rack_top`'s, which may use
colour and be zoomed; a sheet may do neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from designer.render.drawing import RackDrawing, power_labels
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, draw_text
from designer.render.rack_top import is_open, paint_state, shown_method
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.theme import LEAST_EM_MM, METHOD_PATTERNS

SIGN: Final = 2.2
"""Edge of the sign of a limit, in mm."""
_SIGN_LEAST: Final = 0.8 * SIGN
_GAP: Final = 0.15
_PAD: Final = 0.35
"""From the edge of a footprint to its outline, and to its words."""
_LOWEST: Final = LEAST_EM_MM * 0.75
"""Height in which a line of capitals and figures can stand."""
_LINE: Final = 0.25
_FRONT: Final = 0.7
_PITCH: Final = 0.65
"""Distance of the hatch's lines."""
_HATCH_LINE: Final = 0.13
_BAR: Final = (0.8, 0.2, 2.4)
"""Depth of the hatched band: at least, as a part of the footprint, at most."""
_NAME_MOST: Final = 9.0
"""A name that is longer, in mm, may be cut in the middle; no scale could write it whole."""
_FULL: Final = 0.95
"""Part of a width that a name may fill before it is turned."""
_STEP: Final = 3.0
"""From one line of words to the next."""
_TALLEST: Final = 3.4


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where words are written: around a point, along or across."""

    centre: QPointF
    wide: float
    tall: float
    turned: bool


def hatch_band(ink: Ink, box: QRectF, method: str) -> None:
    """Draw the band that tells how a rack is cooled: framed, hatched by the method."""
    ink.fill(box, ink.theme.panel)
    style = METHOD_PATTERNS.get(method, Qt.BrushStyle.NoBrush)
    k = ink.dots_per_mm
    colour = QColor(ink.theme.text)
    paint_hatch(ink.painter, ink.box(box), style, colour, pitch=_PITCH * k, line=_HATCH_LINE * k)
    ink.frame(box, 0.15)


def open_band(ink: Ink, box: QRectF) -> None:
    """Draw the band of a rack that no method cools: struck out, for an empty one is room air."""
    ink.fill(box, ink.theme.panel)
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    ink.lines([(left, top, right, bottom), (left, bottom, right, top)], 0.15)
    ink.frame(box, 0.15)


def can_be_named(
    name: str, size: tuple[float, float], rotation: int, ink: Ink, *, signed: bool = False
) -> bool:
    """Return whether a footprint of so many mm across and along holds its name, turned or not.

    Parameters
    ----------
    signed
        Whether the sign of a limit stands beside the name.
    """
    body = _body(QRectF(0, 0, *size))
    _, inner = _divided(body, rotation, banded=True)
    room, sign = _beside_sign(inner) if signed else (_words_room(inner), None)
    return (sign is not None) == signed and _spot_of(ink, name, room) is not None


def draw_rack(ink: Ink, box: QRectF, drawing: RackDrawing) -> None:
    """Draw a rack, or another thing on the floor, seen from above."""
    body = _body(box)
    ink.fill(body, ink.theme.panel)
    band, inner = _divided(body, drawing.rotation, banded=_is_banded(drawing))
    if band is not None:
        if is_open(drawing):
            open_band(ink, band)
        else:
            hatch_band(ink, band, shown_method(drawing))
    ink.frame(body, _LINE, dashed=not drawing.known)
    edge = _front_edge(body, drawing.rotation)
    ink.lines([edge], min(_FRONT, max(_LINE, min(body.width(), body.height()) * 0.2)))
    room, sign = _room_and_sign(ink, inner, drawing)
    if sign is not None:
        draw_sign(ink, sign, drawing.state)
    elif is_signed(drawing) and min(body.width(), body.height()) >= _SIGN_LEAST:
        # The name counts more than the end of the hatch.
        draw_sign(ink, _on_band(body, drawing.rotation), drawing.state)
    _draw_words(ink, room, drawing)


def words_box(ink: Ink, box: QRectF, drawing: RackDrawing) -> QRectF:
    """Return where `draw_rack` writes into a footprint; empty where it writes nothing."""
    _, inner = _divided(_body(box), drawing.rotation, banded=_is_banded(drawing))
    room, _ = _room_and_sign(ink, inner, drawing)
    found = _words_of(ink, room, drawing)
    if found is None:
        return QRectF()
    spot, words = found
    first = ink.width_of(words[0], _name_size(ink, spot, words), 600)
    wide = min(spot.wide, max(first, *(ink.width_of(line, TEXT_MM) for line in words)))
    high = len(words) * _STEP
    written = QRectF(0, 0, high if spot.turned else wide, wide if spot.turned else high)
    written.moveCenter(spot.centre)
    return written


def _is_banded(drawing: RackDrawing) -> bool:
    """Return whether a hatched band tells how it is cooled."""
    return bool(drawing.traits.method) or not drawing.traits.is_cooling_unit


def _room_and_sign(ink: Ink, inner: QRectF, drawing: RackDrawing) -> tuple[QRectF, QRectF | None]:
    """Return the room for words, and where a sign stands beside them; None where none does."""
    room = _words_room(inner)
    if is_signed(drawing):
        name, (beside, sign) = drawing.name or drawing.id, _beside_sign(inner)
        if sign is not None and (_spot_of(ink, name, beside) or not _spot_of(ink, name, room)):
            return beside, sign
    return room, None


def is_signed(drawing: RackDrawing) -> bool:
    """Return whether a rack bears the sign of its worst limit."""
    return drawing.state in ("error", "warning", "unknown")


def _on_band(body: QRectF, rotation: int) -> QRectF:
    """Return where a sign stands that takes no room from words: at the end of the hatched band."""
    sign = QRectF(0, 0, _SIGN_LEAST, _SIGN_LEAST)
    if rotation == 90:
        sign.moveBottomLeft(body.bottomLeft())
    elif rotation == 180:
        sign.moveTopRight(body.topRight())
    else:
        sign.moveBottomRight(body.bottomRight())
    return sign


def _body(box: QRectF) -> QRectF:
    gap = min(_GAP, min(box.width(), box.height()) * 0.03)
    return box.adjusted(gap, gap, -gap, -gap)


def _words_room(inner: QRectF) -> QRectF:
    return inner.adjusted(_PAD - _GAP, 0.2, _GAP - _PAD, -0.2)


def _beside_sign(inner: QRectF) -> tuple[QRectF, QRectF | None]:
    """Return the room for words that a sign leaves, and its place; None where it has none."""
    room = _words_room(inner)
    if min(room.width(), room.height()) < _SIGN_LEAST:
        return room, None
    size = min(SIGN, room.width(), room.height())
    sign = QRectF(room.right() - size, room.bottom() - size, size, size)
    if room.height() >= room.width():
        room.setBottom(sign.top() - 0.1)
    else:
        room.setRight(sign.left() - 0.1)
    return room, sign


def draw_sign(ink: Ink, box: QRectF, state: str) -> None:
    """Draw the sign of a limit: a triangle warns, an octagon refuses, a hatched square is open."""
    paint_state(ink.painter, ink.box(box), state, ink.theme, 0.15 * ink.dots_per_mm)


def _divided(body: QRectF, rotation: int, *, banded: bool) -> tuple[QRectF | None, QRectF]:
    """Return the band at the rear that is hatched, if there is one, and what is left for words."""
    if not banded:
        return None, body
    upright = rotation in (0, 180)
    deep = _band(body.height() if upright else body.width())
    if rotation == 0:
        return QRectF(body.left(), body.bottom() - deep, body.width(), deep), body.adjusted(
            0, 0.3, 0, -deep
        )
    if rotation == 180:
        return QRectF(body.left(), body.top(), body.width(), deep), body.adjusted(0, deep, 0, -0.3)
    if rotation == 90:
        return QRectF(body.left(), body.top(), deep, body.height()), body.adjusted(deep, 0, -0.3, 0)
    return QRectF(body.right() - deep, body.top(), deep, body.height()), body.adjusted(
        0.3, 0, -deep, 0
    )


def _band(depth: float) -> float:
    least, share, most = _BAR
    return min(max(least, depth * share), most, depth * 0.45)


def _front_edge(body: QRectF, rotation: int) -> tuple[float, float, float, float]:
    """Return the side that takes in air."""
    left, top, right, bottom = body.left(), body.top(), body.right(), body.bottom()
    return {
        0: (left, top, right, top),
        90: (right, top, right, bottom),
        180: (left, bottom, right, bottom),
        270: (left, top, left, bottom),
    }[rotation]


def _draw_words(ink: Ink, room: QRectF, drawing: RackDrawing) -> None:
    """Write name, power and feeds across where they fit, else turned, as many lines as fit."""
    found = _words_of(ink, room, drawing)
    if found is not None:
        spot, words = found
        _write(ink, spot, words, _name_size(ink, spot, words))


def _words_of(ink: Ink, room: QRectF, drawing: RackDrawing) -> tuple[_Spot, list[str]] | None:
    """Return what is written of a rack and where; None where not even its name has room."""
    name = drawing.name or drawing.id
    spot = _spot_of(ink, name, room)
    if spot is None:
        return None
    lines = max(1, int((spot.tall + 0.3) / _STEP))
    return spot, [name, *_further(ink, drawing, spot.wide)][:lines]


def _name_size(ink: Ink, spot: _Spot, words: Sequence[str]) -> float:
    """Return the em of a name, in mm: larger than the others' where it stands alone."""
    if len(words) > 1:
        return TEXT_MM
    size = max(min(_TALLEST, spot.tall * 0.82), TEXT_MM)
    while size > TEXT_MM and ink.width_of(words[0], size, 600) > spot.wide:
        size = max(TEXT_MM, size - 0.1)
    return size


def _spot_of(ink: Ink, name: str, room: QRectF) -> _Spot | None:
    """Return where a name is written; None where it has no room."""
    whole = ink.width_of(name, TEXT_MM, 600)
    along, across = room.height(), room.width()
    # A name from edge to edge reads worse than one that is turned and has room.
    turned = whole > across * _FULL and along > across
    wide, high = (along, across) if turned else (across, along)
    # Short names stand whole or not at all: half of one would name another rack.
    if high < _LOWEST or wide < min(whole, _NAME_MOST) - 0.05:
        return None
    return _Spot(room.center(), wide, high, turned)


def _further(ink: Ink, drawing: RackDrawing, wide: float) -> list[str]:
    """Return what stands under a name, those words that fit whole: a cut figure is a wrong one."""
    said: list[str] = []
    if not drawing.traits.is_cooling_unit:
        said += _fitting(ink, power_labels(drawing), wide)
        letters = tuple(dict.fromkeys(d.feeds[0] for d in drawing.zero_u_by_feed if d.feeds))
        # Of two letters, AB would read as A and B.
        sides = ("" if all(len(letter) == 1 for letter in letters) else " ").join(letters)
        said += _fitting(ink, (sides,), wide)
    said += _fitting(ink, (drawing.summary if drawing.units else drawing.part_name,), wide)
    return said


def _fitting(ink: Ink, texts: Sequence[str], wide: float) -> list[str]:
    found = (text for text in texts if text and ink.width_of(text, TEXT_MM) <= wide)
    return [text for text in (next(found, ""),) if text]


def _write(ink: Ink, spot: _Spot, lines: Sequence[str], name_size: float) -> None:
    painter, k = ink.painter, ink.dots_per_mm
    painter.save()
    painter.translate(spot.centre.x() * k, spot.centre.y() * k)
    if spot.turned:
        painter.rotate(-90)
    top = -len(lines) * _STEP / 2
    for number, line in enumerate(lines):
        first = number == 0
        box = QRectF(-spot.wide / 2 * k, (top + number * _STEP) * k, spot.wide * k, _STEP * k)
        size = (name_size if first else TEXT_MM) * k
        draw_text(painter, box, line, size, ink.theme.text, 600 if first else 400, CENTRE)
    painter.restore()
