"""Where the sockets of devices are painted in an elevation: for the hand that aims at one.

A socket is told by its device, its group of ports and its number in it, from 0, as one sees it on
the panel. Which of them a fabric can use, and under which address, is for the wiring to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF

from designer.catalog.kinds import PanelStyle
from designer.model.design import Face
from designer.render.drawing import Cages, RackDrawing
from designer.render.faces.node import fast_cages, node_cells
from designer.render.faces.panel import Panel
from designer.render.faces.server import server_cells, shown_cages
from designer.render.faces.switch import switch_cells
from designer.render.rack_painter import panels_seen
from designer.render.theme import Theme

_Groups = Callable[[Panel], Sequence[Cages]]
_Cells = Callable[[Panel], list[list[QRectF]]]


def _all(panel: Panel) -> Sequence[Cages]:
    return panel.device.look.cages


def _none(_: Panel) -> list[Any]:
    return []


_WITHOUT: Final[tuple[_Groups, _Cells]] = (_none, _none)
_FRONTS: Final[Mapping[PanelStyle, tuple[_Groups, _Cells]]] = {
    "plain": _WITHOUT,
    "node": _WITHOUT,
    "switch": (_all, switch_cells),
    "storage": _WITHOUT,
    "server": _WITHOUT,
    "rack-pdu": _WITHOUT,
    "shelf": _WITHOUT,
    "patch": _WITHOUT,
    "blank": _WITHOUT,
}
_REARS: Final[Mapping[PanelStyle, tuple[_Groups, _Cells]]] = {
    "plain": _WITHOUT,
    "node": (fast_cages, node_cells),
    "switch": _WITHOUT,
    "storage": (shown_cages, server_cells),
    "server": (shown_cages, server_cells),
    "rack-pdu": _WITHOUT,
    "shelf": _WITHOUT,
    "patch": _WITHOUT,
    "blank": _WITHOUT,
}


@dataclass(frozen=True, slots=True)
class SocketBox:
    """A socket and where it is painted."""

    device: str
    group: str
    number: int
    box: QRectF


def socket_boxes(
    rect: QRectF, drawing: RackDrawing, face: Face, theme: Theme
) -> tuple[SocketBox, ...]:
    """Return the sockets that a face of a rack on screen shows, the nearest device last."""
    found = []
    for panel, in_front in panels_seen(rect, drawing, face, theme):
        groups, cells = (_FRONTS if in_front else _REARS)[panel.device.look.traits.panel]
        for cages, boxes in zip(groups(panel), cells(panel), strict=False):
            found += [
                SocketBox(panel.device.key, cages.name, number, box)
                for number, box in enumerate(boxes)
            ]
    return tuple(found)


def socket_near(boxes: Sequence[SocketBox], at: QPointF, reach: float) -> SocketBox | None:
    """Return the socket under a point, or the nearest one within reach of it; None of none."""
    best: tuple[float, SocketBox] | None = None
    for one in reversed(boxes):
        box = one.box
        if not box.adjusted(-reach, -reach, reach, reach).contains(at):
            continue
        off = max(box.left() - at.x(), at.x() - box.right(), 0.0) + max(
            box.top() - at.y(), at.y() - box.bottom(), 0.0
        )
        if best is None or off < best[0]:
            best = off, one
    return best[1] if best else None
