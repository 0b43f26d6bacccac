"""Front and rear panels of the parts, told apart at a glance: bays, port rows, drives, outlets.

Schematic where the catalogue does not know positions: counts are the part's, places are not. A new
kind of panel is a function here and an entry in the two tables at the end.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from designer.catalog.kinds import PanelStyle
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure
from designer.render.drawing import Cages, DeviceDrawing
from designer.render.hatch import paint_hatch
from designer.render.lettering import (
    CENTRE,
    RIGHT,
    draw_longest,
    draw_text,
    letter_size,
    text_width,
)
from designer.render.theme import Theme

_SMALLEST_LETTER_PX: Final = 5.0
_SMALLEST_MARK_PX: Final = 1.1
_PRINTED_NAME: Final = 0.64
"""Part of a panel that a name may take on paper beside what is drawn of it."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is painted with.

    Attributes
    ----------
    box
        The device's body.
    unit
        Height of 1U.
    longest
        The widest name of its like in the rack: they share the room that this one needs, so that
        all show the same. The device's own name where there is none.
    """

    painter: QPainter
    box: QRectF
    device: DeviceDrawing
    theme: Theme
    px: float
    unit: float
    longest: str = ""

    @property
    def widest(self) -> str:
        """Return the name that decides how much room names get."""
        return self.longest or self.device.name

    @property
    def letter(self) -> float:
        """Return the size of the name's letters; 0 where paper has no room for any."""
        wanted = min(10.5 * self.px, self.box.height() * 0.74, max(self.unit, 7 * self.px) * 1.15)
        return letter_size(wanted, self.box.height(), self.theme, self.px)

    @property
    def inner(self) -> QRectF:
        """Return the body without its padding."""
        pad = min(5 * self.px, self.box.width() * 0.03)
        return self.box.adjusted(pad, 0, -pad, 0)


def figure_text(figure: Figure) -> str:
    """Return a figure for a label: `10.2 kW`, `≥ 0.70 kW`, `— kW` where nothing bounds it."""
    return f"{UNKNOWN} {figure.unit}" if figure.unknown else quantity(figure)


def facts_texts(device: DeviceDrawing) -> tuple[str, ...]:
    """Return part, power and mass on one line, the longest wording first."""
    look = device.look
    power, mass = figure_text(look.power), figure_text(look.mass)
    return f"{look.name} · {power} · {mass}", f"{look.name} · {power}", f"{power} · {mass}", power


def paint_front(panel: Panel) -> None:
    """Paint the panel that faces the rail the device is mounted on."""
    FRONTS[panel.device.look.traits.panel](panel)


def paint_rear(panel: Panel) -> None:
    """Paint the other panel of a full-depth device: power supplies, ports, fans."""
    REARS[panel.device.look.traits.panel](panel)


def paint_marks(panel: Panel, boxes: Sequence[QRectF], colour: str, *, filled: bool) -> None:
    """Paint a batch of small equal boxes: outlined in print, filled or outlined on screen."""
    if not boxes:
        return
    painter, theme = panel.painter, panel.theme
    small = boxes[0].width() < 3 * panel.px
    if theme.is_print:
        painter.setPen(QPen(QColor(theme.text), 0.5 * panel.px))
        painter.setBrush(QBrush(QColor(theme.dim)) if small else Qt.BrushStyle.NoBrush)
        if small:
            painter.setPen(Qt.PenStyle.NoPen)
    elif filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
    else:
        painter.setPen(QPen(QColor(colour), panel.px))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects(list(boxes))


def _header(panel: Panel, box: QRectF, *, with_power: bool = True) -> None:
    """Write the name at the left and the power at the right."""
    size = letter_size(min(panel.letter, box.height() * 0.9), box.height(), panel.theme, panel.px)
    least = max(_SMALLEST_LETTER_PX, panel.theme.least_px) * panel.px
    if size < least:
        return
    theme, device = panel.theme, panel.device
    right = 0.0
    if with_power and not theme.is_print and box.width() > 110 * panel.px:
        small = min(size, 9 * panel.px)
        right = draw_text(
            panel.painter, box, figure_text(device.look.power), small, theme.dim, align=RIGHT
        )
    room = box.adjusted(0, 0, -(right + 4 * panel.px if right else 0), 0)
    needed = text_width(panel.widest, size, 600)
    if needed > room.width() > 0:
        size = max(size * room.width() / needed * 0.98, size * 0.58, least)
    draw_text(panel.painter, room, device.name, size, theme.text, 600)


def _top_band(panel: Panel) -> QRectF:
    """Return the line of the name in a panel of more than about two units."""
    inner = panel.inner
    height = min(16 * panel.px, inner.height() * 0.4)
    top = inner.top() + min(3 * panel.px, inner.height() * 0.05)
    return QRectF(inner.left(), top, inner.width(), height)


def _facts(panel: Panel, band: QRectF) -> float:
    """Write part, power and mass under the name in print; return where the next line begins."""
    size = letter_size(
        min(8.2 * panel.px, panel.letter * 0.85), panel.box.height(), panel.theme, panel.px
    )
    line = QRectF(band.left(), band.bottom(), band.width(), size * 1.4)
    tall = panel.box.height() > 46 * panel.px
    if not (panel.theme.is_print and tall):
        return band.bottom()
    draw_longest(panel.painter, line, facts_texts(panel.device), size, panel.theme.dim)
    return line.bottom()


def _split(panel: Panel, share: float) -> tuple[QRectF, QRectF]:
    """Return the left part for the name and the right part for what is drawn.

    The widest name of its like takes what it needs, at most `share` of the width and half as much
    again on a panel too narrow for it. On paper, where nobody can zoom, it takes more, and of the
    widest names all the width: the right part is empty then.
    """
    inner, margin = panel.inner, panel.inner.height() * 0.16
    needed = text_width(panel.widest, panel.letter, 600) + 2 * panel.px
    width = min(max(needed, inner.width() * 0.2), inner.width() * share)
    if needed > width:
        most = _PRINTED_NAME if panel.theme.is_print else min(share * 1.5, 0.6)
        width = min(needed, inner.width() * most)
        if panel.theme.is_print and needed > width:
            return inner, QRectF()
    left = QRectF(inner.left(), inner.top(), width, inner.height())
    right = inner.adjusted(width + 3 * panel.px, margin, 0, -margin)
    return left, right


def _cells(box: QRectF, columns: int, rows: int, fill: float = 0.72) -> list[QRectF]:
    """Return equal boxes in a grid, row by row."""
    width, height = box.width() / columns, box.height() / rows
    return [
        QRectF(
            box.left() + (column + (1 - fill) / 2) * width,
            box.top() + (row + 0.14) * height,
            width * fill,
            height * 0.72,
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _plain(panel: Panel) -> None:
    _header(panel, panel.inner)


def _node_front(panel: Panel) -> None:
    bays = panel.device.look.gpus or 8
    box = panel.box
    if box.height() < 30 * panel.px:
        left, right = _split(panel, 0.55)
        _header(panel, left, with_power=False)
        if right.isEmpty():
            return
        paint_marks(panel, _cells(right, bays, 1), panel.theme.faint, filled=False)
        return
    band = _top_band(panel)
    _header(panel, band)
    below = _facts(panel, band)
    height = min(box.height() * 0.2, 12 * panel.px)
    row = QRectF(
        panel.inner.left(),
        box.bottom() - height - min(5 * panel.px, box.height() * 0.07),
        panel.inner.width(),
        height,
    )
    _grille(panel, QRectF(row.left(), below, row.width(), row.top() - below))
    paint_marks(panel, _cells(row, bays, 1, 0.82), panel.theme.faint, filled=False)


def _grille(panel: Panel, box: QRectF) -> None:
    """Paint the air intake: fine level lines over the whole width."""
    pitch = 3.6 * panel.px
    lines = int((box.height() - 5 * panel.px) / pitch)
    if lines < 2:
        return
    panel.painter.setPen(QPen(QColor(panel.theme.line), 0.6 * panel.px))
    top = box.top() + (box.height() - (lines - 1) * pitch) / 2
    inset = box.width() * 0.02
    for index in range(lines):
        y = top + index * pitch
        panel.painter.drawLine(QPointF(box.left() + inset, y), QPointF(box.right() - inset, y))


def _node_rear(panel: Panel) -> None:
    box, device = panel.box, panel.device
    if box.height() < 30 * panel.px:
        left, right = _split(panel, 0.5)
        _header(panel, left, with_power=False)
        _supplies(panel, right)
        return
    band = _top_band(panel)
    _header(panel, band)
    below = _facts(panel, band)
    room = QRectF(panel.inner.left(), below, panel.inner.width(), box.bottom() - below)
    high = [cages for cages in device.look.cages if cages.connector != "RJ45"]
    share = 0.5 if high and room.height() > 24 * panel.px else 1.0
    supply = min(room.height() * share * 0.78, 14 * panel.px)
    line = QRectF(room.left(), room.top() + room.height() * share * 0.12, room.width(), supply)
    _supplies(panel, line)
    if share < 1:
        height = min(room.height() * 0.26, 11 * panel.px)
        top = room.top() + room.height() * (0.6 if room.height() > 40 * panel.px else 0.56)
        row = QRectF(room.left(), top, room.width(), height)
        _cage_row(panel, row, high)
        _captions(panel, row, high, line.bottom())


def _captions(panel: Panel, row: QRectF, groups: Sequence[Cages], ceiling: float) -> None:
    """Name the groups of sockets above their row, where there is room."""
    size = letter_size(7 * panel.px, row.height() * 2, panel.theme, panel.px)
    if row.top() - ceiling < size * 1.5 or not size:
        return
    for group, place in zip(groups, _group_boxes(row, groups), strict=True):
        kinds = f"{group.count} × {group.connector}"
        box = QRectF(place.left(), row.top() - size * 1.45, place.width(), size * 1.3)
        texts = (f"{group.name} {kinds}", f"{group.name} {group.connector}", group.name)
        if panel.theme.is_print and text_width(group.name, size) > box.width():
            continue
        draw_longest(panel.painter, box, texts, size, panel.theme.dim)


def _supplies(panel: Panel, box: QRectF) -> None:
    """Paint power supplies, each with the letter of the feed it hangs on."""
    feeds = panel.device.feeds
    if not feeds or box.isEmpty():
        return
    theme = panel.theme
    width = min(box.width() / len(feeds), box.height() * 2.6)
    boxes = [
        QRectF(box.left() + (i + 0.06) * width, box.top(), width * 0.88, box.height())
        for i in range(len(feeds))
    ]
    paint_marks(panel, boxes, theme.ok, filled=False)
    wanted = min(8.5 * panel.px, box.height() * 0.78, width * 1.1)
    size = letter_size(wanted, min(box.height(), width * 1.1), theme, panel.px)
    if size < _SMALLEST_LETTER_PX * panel.px:
        return
    for place, feed in zip(boxes, feeds, strict=True):
        draw_text(panel.painter, place, feed, size, theme.text, 600, CENTRE)


def _group_boxes(box: QRectF, groups: Sequence[Cages]) -> list[QRectF]:
    """Return one box for each group of sockets, side by side with half a socket between."""
    total = sum(group.count for group in groups) + 0.5 * max(len(groups) - 1, 0)
    width = min(box.width() / max(total, 1), box.height() * 3.6)
    x, found = box.left(), []
    for group in groups:
        found.append(QRectF(x, box.top(), width * group.count, box.height()))
        x += width * (group.count + 0.5)
    return found


def _cage_row(panel: Panel, box: QRectF, groups: Sequence[Cages]) -> None:
    """Paint sockets by group."""
    for group, place in zip(groups, _group_boxes(box, groups), strict=True):
        width = place.width() / max(group.count, 1)
        height = min(place.height(), max(width * 1.4, 3 * panel.px))
        top = place.center().y() - height / 2
        cells = [
            QRectF(place.left() + (i + 0.06) * width, top, width * 0.88, height)
            for i in range(group.count)
        ]
        paint_marks(panel, cells, panel.theme.faint, filled=False)


def _port_rows(panel: Panel, box: QRectF) -> None:
    """Paint a switch's sockets in two rows per unit, group by group."""
    groups = panel.device.look.cages
    rows = max(1, round(panel.box.height() / panel.unit)) * 2 if panel.unit else 2
    columns = [-(-group.count // rows) for group in groups]
    total = sum(columns) + 0.6 * max(len(groups) - 1, 0)
    if total <= 0 or box.isEmpty():
        return
    width = min(box.width() / total, box.height() / rows * 1.5)
    x = box.right() - width * total
    if width * 0.72 < _SMALLEST_MARK_PX * panel.px or box.height() / rows < 1.6 * panel.px:
        _port_bar(panel, QRectF(x, box.top(), box.right() - x, box.height()))
        return
    for group, count in zip(groups, columns, strict=True):
        area = QRectF(x, box.top(), width * count, box.height())
        cells = _cells(area, count, rows)[: group.count]
        paint_marks(panel, cells, panel.theme.ok, filled=True)
        x += width * (count + 0.6)


def _port_bar(panel: Panel, box: QRectF) -> None:
    """Stand in for ports that are too small to tell apart: a dotted line."""
    pen = QPen(QColor(panel.theme.ok), max(box.height() * 0.34, panel.px))
    pen.setDashPattern([1.4, 0.8])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    panel.painter.setPen(pen)
    panel.painter.drawLine(
        QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y())
    )


def _switch_front(panel: Panel) -> None:
    left, right = _split(panel, 0.36)
    _header(panel, left, with_power=False)
    _port_rows(panel, right)


def _switch_rear(panel: Panel) -> None:
    left, right = _split(panel, 0.36)
    _header(panel, left, with_power=False)
    if right.isEmpty():
        return
    supplies = right.adjusted(right.width() * 0.62, 0, 0, 0)
    _fans(panel, QRectF(right.left(), right.top(), right.width() * 0.58, right.height()), 5)
    _supplies(panel, supplies)


def _fans(panel: Panel, box: QRectF, count: int) -> None:
    radius = min(box.height() / 2, box.width() / count * 0.42)
    if radius < 1.5 * panel.px:
        return
    panel.painter.setPen(QPen(QColor(panel.theme.faint), 0.7 * panel.px))
    panel.painter.setBrush(Qt.BrushStyle.NoBrush)
    for index in range(count):
        centre = QPointF(box.left() + (index + 0.5) * box.width() / count, box.center().y())
        panel.painter.drawEllipse(centre, radius, radius)
        panel.painter.drawEllipse(centre, radius * 0.25, radius * 0.25)


def _storage_front(panel: Panel) -> None:
    units = max(1, panel.device.look.height_half_u // 2)
    left, right = _split(panel, 0.42)
    _header(panel, left, with_power=False)
    if right.isEmpty():
        return
    columns, rows = (10, 1) if units == 1 else (24, 1) if units == 2 else (12, units)
    paint_marks(panel, _cells(right, columns, rows), panel.theme.warning, filled=False)


def _server_front(panel: Panel) -> None:
    left, right = _split(panel, 0.5)
    _header(panel, left, with_power=False)
    if right.isEmpty():
        return
    vents = right.adjusted(0, 0, -right.width() * 0.5, 0)
    panel.painter.setPen(QPen(QColor(panel.theme.faint), 0.6 * panel.px))
    step = max(vents.width() / 14, 2.2 * panel.px)
    for index in range(int(vents.width() / step)):
        x = vents.left() + index * step
        panel.painter.drawLine(QPointF(x, vents.top()), QPointF(x, vents.bottom()))
    drives = right.adjusted(right.width() * 0.54, 0, 0, 0)
    paint_marks(panel, _cells(drives, 4, 2), panel.theme.faint, filled=False)


def _server_rear(panel: Panel) -> None:
    left, right = _split(panel, 0.42)
    _header(panel, left, with_power=False)
    if right.isEmpty():
        return
    _cage_row(panel, right.adjusted(0, 0, -right.width() * 0.42, 0), panel.device.look.cages[:3])
    _supplies(panel, right.adjusted(right.width() * 0.62, 0, 0, 0))


def _pdu_front(panel: Panel) -> None:
    left, right = _split(panel, 0.4)
    _header(panel, left, with_power=False)
    if right.isEmpty():
        return
    paint_marks(panel, _cells(right, 12, 1), panel.theme.dim, filled=False)


def _blank(panel: Panel) -> None:
    paint_hatch(
        panel.painter,
        panel.box,
        Qt.BrushStyle.FDiagPattern,
        QColor(panel.theme.line),
        pitch=4 * panel.px,
        line=0.6 * panel.px,
    )
    if not panel.device.look.known:
        _header(panel, panel.inner, with_power=False)


FRONTS: Final[Mapping[PanelStyle, Callable[[Panel], None]]] = {
    "plain": _plain,
    "node": _node_front,
    "switch": _switch_front,
    "storage": _storage_front,
    "server": _server_front,
    "rack-pdu": _pdu_front,
    "blank": _blank,
}
REARS: Final[Mapping[PanelStyle, Callable[[Panel], None]]] = {
    "plain": _plain,
    "node": _node_rear,
    "switch": _switch_rear,
    "storage": _server_rear,
    "server": _server_rear,
    "rack-pdu": _pdu_front,
    "blank": _blank,
}


def paint_strip(panel: Panel, *, ghosted: bool) -> None:
    """Paint a 0U rack PDU standing in the side channel: outlets in two columns, feed letter on top.

    Parameters
    ----------
    ghosted
        Only the outline, dashed: seen from the front it hides behind the rails.
    """
    painter, box, theme = panel.painter, panel.box, panel.theme
    pen = QPen(QColor(theme.device_line), 0.8 * panel.px)
    if ghosted:
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if ghosted else QColor(theme.device))
    painter.drawRoundedRect(box, 1.2 * panel.px, 1.2 * panel.px)
    if ghosted:
        return
    letter = letter_size(min(8 * panel.px, box.width() * 1.1), box.width(), theme, panel.px)
    head = QRectF(box.left(), box.top(), box.width(), letter * 1.7)
    wide = head.adjusted(-letter, 0, letter, 0)
    if letter >= _SMALLEST_LETTER_PX * panel.px:
        draw_text(painter, wide, (panel.device.feeds or ("",))[0], letter, theme.text, 600, CENTRE)
    pitch = max(4.5 * panel.px, box.width() * 0.9)
    size = min(box.width() * 0.3, pitch * 0.5)
    if size < _SMALLEST_MARK_PX * panel.px:
        return
    first, last = head.bottom() + pitch * 0.3, box.bottom() - pitch
    spots = [
        QRectF(box.left() + box.width() * share - size / 2, first + i * pitch, size, size)
        for i in range(max(0, int((last - first) / pitch) + 1))
        for share in (0.3, 0.7)
    ]
    paint_marks(panel, spots, theme.dim, filled=True)


def paint_hidden(panel: Panel, free: QRectF | None = None) -> None:
    """Paint what is on the other side: where it is, dashed, with its name.

    Parameters
    ----------
    free
        The part of its body that nothing nearer covers, for the name: empty where there is none,
        None where all of it is free.
    """
    room = panel.box if free is None else free
    pen = QPen(QColor(panel.theme.faint), 0.8 * panel.px, Qt.PenStyle.DashLine)
    panel.painter.setPen(pen)
    panel.painter.setBrush(Qt.BrushStyle.NoBrush)
    panel.painter.drawRect(panel.box)
    size = letter_size(min(panel.letter, 9 * panel.px), room.height(), panel.theme, panel.px)
    if not room.isEmpty() and size >= _SMALLEST_LETTER_PX * panel.px:
        name, words = panel.device.name, " · other side"
        if text_width(f"{panel.widest}{words}", size) <= panel.inner.width():
            name += words
        place = QRectF(panel.inner.left(), room.top(), panel.inner.width(), room.height())
        draw_text(panel.painter, place, name, size, panel.theme.dim)
