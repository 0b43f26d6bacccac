"""The ports of a switch inside its box, for who looks at a fabric closely.

They stand in the lower half, below the name, line by line in the order of their numbers.
"""

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.engine.fabric_map import PortRow, PortRows
from designer.render.fabric_drawing import Box
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme, rail_colour

PORTS_FROM: Final = 2.0
"""Scale from which they are drawn: below, a port is less than a few pixels."""
_ASPECT: Final = 1.2
"""How wide a port is drawn over its height, about: a number stands in it."""
_EDGE: Final = 2.0
_GAP: Final = 0.25
"""Between two ports, in units of the drawing."""
_LARGEST: Final = 11.0
_LEAST: Final = 6.5
"""Em of the number of a port in pixels: smaller ones are left out."""
_FITS: Final = 0.9


class PortCell(NamedTuple):
    """A port and where it is drawn."""

    row: PortRow
    place: QRectF


def port_cells(box: Box, ports: PortRows) -> Iterator[PortCell]:
    """Yield the ports of a switch within its box, in units of the drawing."""
    if not ports.rows:
        return
    room = _room(box)
    columns = round(sqrt(len(ports.rows) * room.width() / room.height() / _ASPECT))
    columns = min(max(1, columns), len(ports.rows))
    wide, high = room.width() / columns, room.height() / ceil(len(ports.rows) / columns)
    for number, row in enumerate(ports.rows):
        line, column = divmod(number, columns)
        at = QPointF(room.left() + column * wide, room.top() + line * high)
        place = QRectF(at.x(), at.y(), wide, high).adjusted(_GAP, _GAP, -_GAP, -_GAP)
        yield PortCell(row, place)


def paint_ports(
    painter: QPainter, box: Box, ports: PortRows, index: FabricIndex, theme: Theme, scale: float
) -> None:
    """Paint the ports of a switch over what its box says of it.

    Filled ones are linked: downwards in the colour of the rail, upwards in that of lines; one whose
    link of the rule is missing is outlined as a warning, a free one thinly.

    Parameters
    ----------
    scale
        Of the painter: letters are made in pixels, as fonts of less than one have no metrics.
    """
    down = _down(box.thing, index, theme)
    inks = {"down": down, "up": theme.dim, "beside": theme.accent}
    painter.fillRect(_room(box).adjusted(-_GAP, -_GAP, _GAP, _GAP), QColor(theme.device))
    painter.save()
    painter.scale(1 / scale, 1 / scale)
    for row, at in port_cells(box, ports):
        place = QRectF(at.topLeft() * scale, at.size() * scale)
        linked = bool(row.to) and not row.fault
        painter.setPen(QPen(QColor(theme.warning if row.fault else theme.line), 1.0))
        painter.setBrush(QColor(inks.get(row.side, theme.dim)) if linked else Qt.BrushStyle.NoBrush)
        painter.drawRect(place)
        size = min(_LARGEST, place.height() * 0.6)
        size *= min(1.0, place.width() * _FITS / text_width(row.port, size))
        if size >= _LEAST:
            ink = theme.canvas if linked else theme.dim
            draw_text(painter, place, row.port, size, ink, align=CENTRE)
    painter.restore()


def _room(box: Box) -> QRectF:
    lower = QRectF(box.x, box.y + box.height / 2, box.width, box.height / 2)
    return lower.adjusted(_EDGE, 0, -_EDGE, -_EDGE)


def port_words(row: PortRow, index: FabricIndex) -> str:
    """Return a port in words: `Port 17.2 to c-spine-B03-01, 21.1`."""
    if row.fault:
        return f"Port {row.port}: not connected, {row.fault}"
    if not row.to:
        return f"Port {row.port}: free"
    return f"Port {row.port} to {index.name_of(row.to)}, {row.to_port}"


def _down(thing: Thing, index: FabricIndex, theme: Theme) -> str:
    rail = index.switches(thing.what).rail[thing.at] if thing.what in SWITCHES else -1
    return rail_colour(rail, theme) if rail >= 0 else theme.accent
