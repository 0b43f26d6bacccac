"""Front and rear panels of the parts, told apart at a glance: which kind of panel is painted how.

Schematic where the catalogue does not know positions: counts are the part's, places are not. A new
kind of panel is a function in a module of `faces` and an entry in the two tables.
"""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from designer.catalog.kinds import PanelStyle
from designer.render.faces.node import node_front, node_rear
from designer.render.faces.panel import SMALLEST_LETTER_PX, Panel, paint_header
from designer.render.faces.patch import patch_front, patch_rear
from designer.render.faces.power_shelf import shelf_front, shelf_rear
from designer.render.faces.rack_pdu import pdu_front
from designer.render.faces.server import server_front, server_rear, storage_front
from designer.render.faces.switch import switch_front, switch_rear
from designer.render.hatch import paint_hatch
from designer.render.lettering import draw_text, letter_size, text_width


def _plain(panel: Panel) -> None:
    paint_header(panel, panel.inner)


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
        paint_header(panel, panel.inner, with_power=False)


FRONTS: Final[Mapping[PanelStyle, Callable[[Panel], None]]] = {
    "plain": _plain,
    "node": node_front,
    "switch": switch_front,
    "storage": storage_front,
    "server": server_front,
    "rack-pdu": pdu_front,
    "shelf": shelf_front,
    "patch": patch_front,
    "blank": _blank,
}
REARS: Final[Mapping[PanelStyle, Callable[[Panel], None]]] = {
    "plain": _plain,
    "node": node_rear,
    "switch": switch_rear,
    "storage": server_rear,
    "server": server_rear,
    "rack-pdu": pdu_front,
    "shelf": shelf_rear,
    "patch": patch_rear,
    "blank": _blank,
}


def paint_front(panel: Panel) -> None:
    """Paint the panel that faces the rail the device is mounted on."""
    FRONTS[panel.device.look.traits.panel](panel)


def paint_rear(panel: Panel) -> None:
    """Paint the other panel of a full-depth device: power supplies, ports, fans."""
    REARS[panel.device.look.traits.panel](panel)


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
    if not room.isEmpty() and size >= SMALLEST_LETTER_PX * panel.px:
        name, words = panel.device.name, " · other side"
        if text_width(f"{panel.widest}{words}", size) <= panel.inner.width():
            name += words
        place = QRectF(panel.inner.left(), room.top(), panel.inner.width(), room.height())
        draw_text(panel.painter, place, name, size, panel.theme.dim)
