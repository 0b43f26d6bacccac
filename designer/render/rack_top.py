"""Paints racks and units seen from above, with three levels of detail.

A rack is painted in device units, one call each; far away it is two rectangles, so that a whole
floor stays cheap. Nothing here walks over devices unless their rows are wide enough to see. For
screens and pictures: on paper racks are `designer.render.sheets.plan_racks`', without colour.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.catalog.kinds import kind_named
from designer.model.cooling_words import open_cooling_words
from designer.model.figures import Figure, filled
from designer.render.drawing import AND_MOST, RackDrawing, power_labels
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.lettering import CENTRE, RIGHT, draw_text, text_width, wrapped
from designer.render.overlay_painter import paint_reading
from designer.render.overlays import Reading
from designer.render.theme import METHOD_COLOURS, METHOD_PATTERNS, Theme, kind_colour

_WORDS_FROM: Final = 18.0
"""Width of a rack in nominal pixels from which it carries words."""
_SHRUNK: Final = 0.72
"""What letters of a name shrink to before it is shortened."""
_LEAST_LETTER: Final = 4.6
"""Letters lower than this cannot be read and are not written."""
_MOST_SHRUNK: Final = 1.5
_ROW_LEAST: Final = 2.0
"""Height of a unit in nominal pixels from which every device has its row."""
_RUN_LEAST: Final = 0.7
"""Height of a unit from which runs of devices show, joined; below, none do."""
_SIGNED: Final = ("unknown", "warning", "error")
"""States of limits that a footprint bears a sign for."""
STATE_WORDS: Final = (
    ("error", "a limit is exceeded, or a fault"),
    ("warning", "near a limit"),
    ("unknown", "a limit cannot be said"),
)
"""What the signs of limits mean, the worst first."""
_LINE: Final = 1.3
"""Height of the line of a rack's name, in its em."""
_FEW: Final = 8
"""So few devices have a row each at any size: four nodes must not look like two."""


def paint_rack_top(
    painter: QPainter,
    rect: QRectF,
    drawing: RackDrawing,
    theme: Theme,
    pixels_per_mm: float,
    *,
    selected: bool = False,
    hover: bool = False,
    reading: Reading | None = None,
    px: float = 1.0,
) -> None:
    """Paint a rack seen from above.

    Parameters
    ----------
    rect
        Its footprint in units of the device (not in mm).
    pixels_per_mm
        Scale of the view, device units a millimetre.
    reading
        What an overlay says of it, in place of what it holds; cooling units stay as they are.
    px
        Units of the device for one nominal pixel of 1/96 inch: 1 on screen.
    """
    gap = _gap(pixels_per_mm, px)
    body = rect.adjusted(gap, gap, -gap, -gap)
    near = _is_near(body.width() / px, body.height() / px)
    if reading is not None and not drawing.traits.is_cooling_unit:
        paint_reading(painter, body, drawing.name or drawing.id, reading, theme, px)
        if near:
            _paint_front_edge(painter, body, drawing, theme, px)
    elif not near:
        _paint_far(painter, body, drawing, theme, px)
    else:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_near(painter, body, drawing, theme, px)
        painter.restore()
    if selected or hover:
        paint_outline(painter, rect, theme, pixels_per_mm, selected=selected, px=px)


def paint_outline(
    painter: QPainter, rect: QRectF, theme: Theme, pixels_per_mm: float, *, selected: bool,
    px: float = 1.0,
) -> None:  # fmt: skip
    """Outline a footprint that is selected, or that the pointer is over."""
    gap = _gap(pixels_per_mm, px)
    painter.setPen(QPen(QColor(theme.accent), (2.0 if selected else 1.2) * px))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(gap, gap, -gap, -gap), 2 * px, 2 * px)


def shows_words(width: float, height: float, pixels_per_mm: float) -> bool:
    """Return whether a footprint on screen is large enough for words."""
    gaps = 2 * _gap(pixels_per_mm, 1.0)
    return _is_near(width - gaps, height - gaps)


def shows_devices(width: float, height: float, pixels_per_mm: float, units: int) -> bool:
    """Return whether a footprint on screen may be large enough for the devices of a rack."""
    gaps = 2 * _gap(pixels_per_mm, 1.0)
    pads = 2 * _pad(width - gaps, 1.0)
    inner_width, inner_height = width - gaps - pads, height - gaps - pads
    size = _name_size(inner_width, inner_height, 1.0)
    words = size * _LINE if size >= _LEAST_LETTER else 0.0
    room = inner_height - _bar_height(inner_height, 1.0) - 1.0 - words - 2.0
    return units > 0 and room >= units * _RUN_LEAST


def _pad(width: float, px: float) -> float:
    return min(3 * px, width * 0.05)


def _bar_height(height: float, px: float) -> float:
    """Return the height of the cooling method's bar within the pads of a body."""
    return min(9 * px, height * 0.24)


def _name_size(width: float, height: float, px: float) -> float:
    """Return the em of a rack's name within the pads of its body."""
    return min(11 * px, height * 0.3, max(width * 0.38, 8 * px))


def _gap(pixels_per_mm: float, px: float) -> float:
    return min(1.5 * px, 25 * pixels_per_mm)


def _is_near(width: float, height: float) -> bool:
    """Return whether a body carries words, by its size in nominal pixels."""
    return min(width, height * 1.6) >= _WORDS_FROM


def _paint_far(
    painter: QPainter, body: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    bar = QRectF(body.left(), body.top(), body.width(), body.height() * 0.36)
    painter.fillRect(body, QColor(theme.device_line))
    painter.fillRect(bar, _main_colour(drawing, theme))
    if drawing.state == "unknown":
        _paint_open(painter, body.adjusted(0, bar.height(), 0, 0), theme, px)
    if drawing.state in _SIGNED:
        size = min(body.width(), body.height() * 0.6, 9 * px)
        spot = QRectF(body.right() - size, body.bottom() - size, size, size)
        paint_state(painter, spot, drawing.state, theme, px)


def _main_colour(drawing: RackDrawing, theme: Theme) -> QColor:
    return QColor(METHOD_COLOURS.get(shown_method(drawing), theme.faint))


def shown_method(drawing: RackDrawing) -> str:
    """Return the cooling method whose colour and hatch a footprint carries.

    In-row units and tanks are a method themselves; a CDU or an air handler serves many and stays
    neutral.
    """
    if drawing.traits.is_cooling_unit:
        return drawing.traits.method
    return drawing.method or drawing.traits.method


def _paint_near(
    painter: QPainter, body: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    painter.setPen(QPen(QColor(theme.device_line), px))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(body, 3 * px, 3 * px)
    if drawing.state == "unknown":
        _paint_open(painter, body, theme, px)
    pad = _pad(body.width(), px)
    inner = body.adjusted(pad, pad, -pad, -pad)
    if drawing.traits.is_cooling_unit:
        if drawing.traits.method:
            edge = QRectF(inner.topLeft(), QSizeF(inner.width(), min(9 * px, inner.height() * 0.2)))
            _paint_method(painter, edge, edge, drawing, theme, px)
            inner.setTop(edge.bottom() + px)
        words = _paint_sign_of_unit(painter, inner, drawing, theme, px)
        _paint_unit_name(painter, words, drawing, theme, px)
        _paint_front_edge(painter, body, drawing, theme, px)
        return
    bar_height = _bar_height(inner.height(), px)
    upper = QRectF(inner.left(), inner.top(), inner.width(), bar_height)
    bar = _paint_sign_beside_bar(painter, upper, drawing, theme, px)
    _paint_bar(painter, bar, drawing, theme, px)
    size = _name_size(inner.width(), inner.height(), px)
    line = QRectF(inner.left(), inner.top() + bar_height + px, inner.width(), size * _LINE)
    below = _paint_words(painter, line, drawing, theme, size, inner.bottom(), px)
    room = QRectF(inner.left(), below + 2 * px, inner.width(), inner.bottom() - below - 2 * px)
    if drawing.units and room.height() >= drawing.units * _RUN_LEAST * px:
        _paint_rows(painter, room, drawing, theme, px)
    _paint_front_edge(painter, body, drawing, theme, px)


def _paint_sign_beside_bar(
    painter: QPainter, row: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> QRectF:
    """Paint a rack's sign at the end of the bar's row; return what it leaves to the bar.

    Below, it would lie on the rack's figure or on the names of devices.
    """
    if drawing.state not in _SIGNED:
        return row
    edge = max(row.height(), _LEAST_LETTER * px)
    spot = QRectF(row.right() - edge, row.bottom() - edge, edge, edge)
    paint_state(painter, spot, drawing.state, theme, px)
    return row.adjusted(0, 0, -(edge + px), 0)


def _paint_sign_of_unit(
    painter: QPainter, inner: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> QRectF:
    """Paint a cooling unit's sign in its corner; return what it leaves to name and part."""
    if drawing.state not in _SIGNED:
        return inner
    edge = min(11 * px, inner.height() * 0.3)
    spot = QRectF(inner.right() - edge, inner.bottom() - edge, edge, edge)
    paint_state(painter, spot, drawing.state, theme, px)
    if inner.height() >= inner.width():
        return inner.adjusted(0, 0, 0, -(edge + px))
    return inner.adjusted(0, 0, -(edge + px), 0)


def _paint_unit_name(
    painter: QPainter, inner: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    """Write a cooling unit's name whole, along its longer side where it is narrow.

    No bar and no figure: colours tell how racks are cooled, and a unit's own draw is no load of
    the floor.
    """
    name = drawing.name or drawing.id
    size = min(11 * px, inner.width() * 0.4, inner.height() * 0.4)
    across = min(1.0, inner.width() / max(text_width(name, size, 600), 1.0) * 0.96)
    along = min(1.0, inner.height() / max(text_width(name, size, 600), 1.0) * 0.96)
    turned = along > across
    size *= along if turned else across
    if size < _LEAST_LETTER * px:
        return
    painter.save()
    painter.translate(inner.center())
    wide, high = inner.width(), inner.height()
    if turned:
        painter.rotate(-90)
        wide, high = high, wide
    line = size * 1.3
    below = size * 0.82
    words = drawing.part_name
    second = high >= line + below * 1.3 and text_width(words, below) <= wide
    top = -(line + below * 1.3) / 2 if second else -line / 2
    draw_text(painter, QRectF(-wide / 2, top, wide, line), name, size, theme.text, 600, CENTRE)
    if second:
        box = QRectF(-wide / 2, top + line, wide, below * 1.3)
        draw_text(painter, box, words, below, theme.dim, align=CENTRE)
    painter.restore()


def _paint_words(
    painter: QPainter,
    line: QRectF,
    drawing: RackDrawing,
    theme: Theme,
    size: float,
    floor: float,
    px: float,
) -> float:
    """Write name, kW and summary; return where the next thing may begin."""
    if size < _LEAST_LETTER * px:
        return line.top()
    figures = power_labels(drawing)
    taken = 0.0
    words = drawing.name or drawing.id
    needed = text_width(words, size, 600)
    if drawing.short and needed * _SHRUNK > line.width():
        # The name of its hall stands on the wall; without the middle nobody would know the rack.
        words = drawing.short
        needed = text_width(words, size, 600)
    if figures and line.width() > size * 5:
        # Beside the name where that keeps its size, else the figure has a line of its own.
        room = line.width() - text_width(words, size * _SHRUNK, 600) - size * 0.3
        # What is drawn as cabled rather takes the next line than to be left out.
        next_line = drawing.cabled is not None and line.bottom() + size <= floor
        beside = figures[:1] if next_line else figures
        fitting = next((text for text in beside if text_width(text, size) <= room), "")
        # Within that room: with figures of one width it would take what the name needs.
        beside_name = line.adjusted(line.width() - room, 0, 0, 0)
        taken = draw_text(painter, beside_name, fitting, size, theme.text, align=RIGHT)
    name = line.adjusted(0, 0, -(taken + size * 0.3) if taken else 0, 0)
    shrunk = max(_SHRUNK, name.width() / needed * 0.98) if needed > name.width() > 0 else 1.0
    letters = size * shrunk
    if text_width(words, letters, 600) > name.width():
        letters = max(size * _SHRUNK, float(int(letters)))
    draw_text(painter, name, words, letters, theme.text, 600)
    small = size * 0.82
    if figures and not taken:
        # Too narrow for both on one line, as a rack of 600 mm is when the whole floor is in view.
        below = QRectF(line.left(), line.bottom() - size * 0.1, line.width(), size * 1.3)
        if below.bottom() > floor + size * 0.2:
            return line.bottom()
        for text in _in_lines(figures, below, size, floor):
            _paint_figure(painter, below, text, size, theme)
            line = below
            below = below.translated(0, size * 1.2)
    if line.width() < 5 * small:
        return line.bottom()
    words = drawing.summary if drawing.units else drawing.part_name
    return _paint_summary(painter, line, words, small, floor, theme)


def _in_lines(
    figures: Sequence[str], box: QRectF, size: float, floor: float
) -> tuple[Sequence[str], ...]:
    """Return the wordings of a figure, or of the two of `20.7 / 27.5` one below the other.

    Two lines where one is too short for both and the next is free. Where what is drawn as cabled
    is too long for any line, what is drawn at most stands alone.
    """
    first, _, most = figures[0].partition(AND_MOST)
    free = box.bottom() + size * 1.2 <= floor + size * 0.2
    if not most or not free or text_width(figures[0], size) <= box.width():
        return (figures,)
    if text_width(first, size) > box.width() * _MOST_SHRUNK:
        return (figures[1:],)
    return ((first,), (f"{AND_MOST.lstrip()}{most}",))


def _paint_figure(
    painter: QPainter, box: QRectF, figures: Sequence[str], size: float, theme: Theme
) -> None:
    """Write a figure whole, smaller if need be, or not at all: a shortened one would be wrong."""
    fitting = (text for text in figures if text_width(text, size) <= box.width())
    figure = next(fitting, figures[-1])
    needed = text_width(figure, size)
    if needed > box.width():
        size *= box.width() / needed * 0.97
        if needed > box.width() * _MOST_SHRUNK:
            return
    draw_text(painter, box, figure, size, theme.text)


def _paint_summary(
    painter: QPainter, line: QRectF, words: str, size: float, floor: float, theme: Theme
) -> float:
    """Write what a rack holds, on a second line where one is too short and the next is free."""
    step = size * 1.3
    y = line.bottom() - size * 0.1
    if y + step > floor + size * 0.2:
        return line.bottom()
    lines = [words]
    if y + 2 * step <= floor + size * 0.2:
        lines = wrapped(words, size, 400, line.width())
        lines = [*lines[:1], " ".join(lines[1:])] if len(lines) > 1 else lines
    for text in lines:
        draw_text(painter, QRectF(line.left(), y, line.width(), step), text, size, theme.dim)
        y += step
    return y


def _paint_bar(
    painter: QPainter, box: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    """Paint the cooling method's colour and hatch, as long as its capacity is used for certain.

    As far as it may be used besides, the bar is outlined with dashes, in thin lines of the method's
    colour.
    """
    low, high = used_share(drawing)
    if low < 1:
        painter.fillRect(box, QColor(theme.line))
    if low > 0:
        used = QRectF(box.left(), box.top(), max(box.width() * low, 2 * px), box.height())
        _paint_method(painter, used, box, drawing, theme, px)
    if high > low:
        left = box.left() + box.width() * low
        possible = QRectF(left, box.top(), box.width() * (high - low), box.height())
        paint_possible(painter, possible, _main_colour(drawing, theme), theme, px)


def paint_possible(painter: QPainter, box: QRectF, colour: QColor, theme: Theme, px: float) -> None:
    """Paint what may be used besides: hatched thinly, within dashes."""
    style = Qt.BrushStyle.BDiagPattern
    paint_hatch(painter, box, style, colour, pitch=4 * px, line=1.2 * px)
    pen = QPen(QColor(theme.text), 0.8 * px)
    pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def used_share(drawing: RackDrawing) -> tuple[float, float]:
    """Return the part of the cooling capacity that is used, at least and at most.

    A bar is full where a method has no capacity of its own, as with liquid: its colour alone
    says something then.
    """
    # Only heat that the capacity is there for counts: cold plates give theirs to a loop.
    return share_of(drawing.power if drawing.heat is None else drawing.heat, drawing.capacity)


def share_of(power: Figure | None, capacity: Figure | None) -> tuple[float, float]:
    """Return the part of a capacity that heat uses, at least and at most, as `used_share`."""
    if power is None:
        return 1.0, 1.0
    if power.high == 0:
        return 0.0, 0.0
    if capacity is None or capacity.unknown:
        return 1.0, 1.0
    return filled(power, capacity)


def _paint_method(
    painter: QPainter, used: QRectF, box: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    """Fill the used part of a bar with the method's colour and hatch."""
    style = METHOD_PATTERNS.get(shown_method(drawing), Qt.BrushStyle.NoBrush)
    painter.fillRect(used, _main_colour(drawing, theme))
    if box.height() >= 6 * px:
        shade = QColor("#000000")
        shade.setAlphaF(0.22)
        paint_hatch(painter, used, style, shade, pitch=3.5 * px, line=0.8 * px)


def _paint_rows(
    painter: QPainter, room: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    """Paint devices as rows, in batches by colour; joined where a unit is too low for a row."""
    unit = room.height() / drawing.units
    each = unit >= _ROW_LEAST * px or len(drawing.mounted) <= _FEW
    rows = drawing.spans_by_kind if each else drawing.runs_by_kind
    painter.setPen(QPen(QColor(theme.line), 0.7 * px))
    painter.setBrush(QColor(theme.rack_inner))
    painter.drawRect(room)
    strip = min(4 * px, room.width() * 0.08)
    painter.setPen(Qt.PenStyle.NoPen)
    for kind, spans in rows.items():
        boxes = _row_boxes(room, unit / 2, spans, px)
        painter.setBrush(QColor(theme.device_line))
        painter.drawRects(boxes)
        painter.setBrush(QColor(kind_colour(kind_named(kind))))
        painter.drawRects([QRectF(b.left(), b.top(), strip, b.height()) for b in boxes])
    if unit >= 5 * px:
        _name_rows(painter, room.adjusted(strip, 0, 0, 0), drawing, theme, unit / 2, px)


def _row_boxes(
    room: QRectF, half: float, spans: Iterable[tuple[int, int]], px: float
) -> list[QRectF]:
    inset, line = 1.2 * px, 0.5 * px
    left, width, floor = room.left() + inset, room.width() - 2 * inset, room.bottom() + line
    return [
        QRectF(left, floor - (high - 2) * half, width, max((high - low) * half - 2 * line, line))
        for low, high in spans
    ]


def _name_rows(
    painter: QPainter, room: QRectF, drawing: RackDrawing, theme: Theme, half: float, px: float
) -> None:
    for seen in drawing.seen_from("front"):
        if seen.free is None:
            continue
        low, high = seen.free
        top = room.bottom() - (high - 2) * half
        height = (high - low) * half
        size = min(9 * px, height * 0.75)
        if size >= 5.5 * px:
            box = QRectF(room.left() + 5 * px, top, room.width() - 10 * px, height)
            draw_text(painter, box, seen.device.name, size, theme.text, 500)


def _paint_front_edge(
    painter: QPainter, body: QRectF, drawing: RackDrawing, theme: Theme, px: float
) -> None:
    """Mark the side that takes in air with a thick line."""
    ends = {
        0: (body.topLeft(), body.topRight()),
        90: (body.topRight(), body.bottomRight()),
        180: (body.bottomLeft(), body.bottomRight()),
        270: (body.topLeft(), body.bottomLeft()),
    }[drawing.rotation]
    painter.setPen(QPen(QColor(theme.dim), 1.8 * px))
    painter.drawLine(*ends)


def paint_state(painter: QPainter, box: QRectF, state: str, theme: Theme, px: float = 1.0) -> None:
    """Paint a finding's sign, outlined to show on all.

    A triangle warns, an octagon refuses, a hatched square says that nobody can tell.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if state == "unknown":
        paint_open_sign(painter, box, QColor(theme.text), px=px, ground=QColor(theme.panel))
        painter.restore()
        return
    painter.setPen(QPen(QColor(theme.panel), 0.8 * px))
    painter.setBrush(QColor(theme.warning if state == "warning" else theme.error))
    x, y, half = box.center().x(), box.center().y(), min(box.width(), box.height()) / 2
    if state == "warning":
        corners = [(0.0, -1.0), (1.0, 0.85), (-1.0, 0.85)]
    else:
        corners = [(-0.41, -1), (0.41, -1), (1, -0.41), (1, 0.41)]
        corners += [(-a, -b) for a, b in corners]
    painter.drawPolygon(QPolygonF([QPointF(x + a * half, y + b * half) for a, b in corners]))
    painter.restore()


def _paint_open(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Hatch a footprint of which something cannot be said."""
    colour = QColor(theme.line)
    paint_hatch(painter, box, Qt.BrushStyle.BDiagPattern, colour, pitch=6 * px, line=px)


def legend_methods(drawings: Iterable[RackDrawing]) -> tuple[str, ...]:
    """Return the cooling methods that occur, in the order of the table of colours."""
    seen = {shown_method(drawing) for drawing in drawings}
    return tuple(method for method in METHOD_COLOURS if method in seen)


def is_open(drawing: RackDrawing) -> bool:
    """Return whether a rack gives heat and no method takes it: something is missing, or unknown."""
    if drawing.traits.is_cooling_unit or shown_method(drawing) in METHOD_COLOURS:
        return False
    return drawing.power is None or drawing.power.high > 0


def open_words(drawings: Iterable[RackDrawing]) -> str:
    """Return what the mark of racks that no method cools means; empty where none is drawn."""
    return open_cooling_words({drawing.method for drawing in drawings if is_open(drawing)})
