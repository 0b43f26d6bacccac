"""Cables in an elevation: sockets under the hand, the cable that is held, those laid by hand.

What a cable may join is said by the document's plan; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen

from designer.document.cable_plans import cable_between
from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.model.design import Cable
from designer.model.network_keys import cable_key
from designer.render.lettering import LEFT, draw_text, text_width
from designer.render.socket_boxes import SocketBox, socket_boxes, socket_near
from designer.ui.state.workspace import Workspace
from designer.wiring.hand_cables import Socket, join, refusal_of, socket_of

if TYPE_CHECKING:
    from designer.ui.views.elevation.faces import Faces

_REACH_PX: Final = 3.0
"""How far beside a socket a hand may be that aims at it."""
_LEAST_PX: Final = 2.4
"""Sockets smaller than this, either way, are not taken: a press there takes the device."""
_LINE_REACH_PX: Final = 7.0
_LABEL_PX: Final = 10.0
AIM = "let go on a port"


class CableSurface(Protocol):
    """What cables need of the drawing of a rack."""

    @property
    def workspace(self) -> Workspace:
        """What every view shares."""

    @property
    def faces(self) -> Faces:
        """The two faces and where they stand."""

    @property
    def rack_id(self) -> str:
        """The rack that is drawn."""

    def update(self) -> None:
        """Paint anew."""


class Cabling:
    """The sockets of the rack on show, and the cables at them.

    Parameters
    ----------
    view
        The elevation that they are part of.
    """

    def __init__(self, view: CableSurface) -> None:
        self._view = view
        self._known: tuple[object, tuple[SocketBox, ...]] = (None, ())
        self.aimed: Socket | None = None
        self._pointer: QPointF | None = None
        self._fits = False

    # Sockets

    def sockets(self) -> tuple[SocketBox, ...]:
        """Return the sockets that the faces on show have, large enough to be taken."""
        faces, theme = self._view.faces, self._view.workspace.theme
        drawing = faces.drawing
        shown = (drawing, theme, *(QRectF(box) for _, box in faces.shown()))
        if shown != self._known[0]:
            found: tuple[SocketBox, ...] = ()
            if drawing is not None:
                for face, box in faces.shown():
                    found += socket_boxes(box, drawing, face, theme)
            large = tuple(
                one for one in found if min(one.box.width(), one.box.height()) >= _LEAST_PX
            )
            self._known = shown, large
        return self._known[1]

    def socket_at(self, at: QPointF) -> Socket | None:
        """Return the socket under a point."""
        found = socket_near(self.sockets(), at, _REACH_PX)
        return Socket(found.device, found.group, found.number) if found else None

    def box_of(self, socket: Socket) -> QRectF | None:
        """Return where a socket is painted; None where it is not seen."""
        wanted = (socket.device, socket.group, socket.number)
        found = (o.box for o in self.sockets() if (o.device, o.group, o.number) == wanted)
        return next(found, None)

    def begins_at(self, socket: Socket) -> str:
        """Return why no cable may begin at a socket; empty where one may."""
        space = self._view.workspace
        return refusal_of(space.layout(), space.catalog, socket)

    def words_of(self, socket: Socket) -> str:
        """Return what a tip says of a socket."""
        space = self._view.workspace
        name = space.layout().name_of(socket.device)
        why = self.begins_at(socket)
        said = f"{name} · {socket.group} port {socket.number + 1}"
        return f"{said}\n{why or 'drag it to a port of another device to lay a cable'}"

    # The cable in the hand

    def plan_at(self, begins: Socket, at: QPointF) -> DropPlan:
        """Plan the held cable to the socket under a point, and show it there."""
        self._pointer, self.aimed = at, self.socket_at(at) or self._any_port_at(begins, at)
        return self._planned(begins, self.aimed)

    def _any_port_at(self, begins: Socket, at: QPointF) -> Socket | None:
        """Return the first port that fits of a device too small for its ports to be taken."""
        found = self._view.faces.device_at(at)
        if found is None or found[0].key == begins.device:
            return None
        key, space = found[0].key, self._view.workspace
        if any(one.device == key for one in self.sockets()):
            return None
        usable = self.usable(key)
        fitting = (
            one for one in usable
            if not join(space.layout(), space.catalog, begins, one).refusal
        )  # fmt: skip
        return next(fitting, usable[0] if usable else None)

    def held_box(self) -> QRectF:
        """Return what the ends of the held cable cover, for a card to stay off them."""
        ends = (self._view.workspace.cable.begins, self.aimed)
        around = QRectF()
        for box in (self.box_of(end) for end in ends if end is not None):
            around = around.united(box) if box is not None else around
        return around

    def plan_to(self, begins: Socket, ends: Socket) -> DropPlan:
        """Plan the held cable to a socket that is aimed at by keyboard."""
        self._pointer, self.aimed = self.point_of(ends), ends
        return self._planned(begins, ends)

    def point_of(self, socket: Socket) -> QPointF | None:
        """Return where a socket is, or its device if that is too small; None of another rack."""
        box = self.box_of(socket)
        return box.center() if box is not None else self._beside(socket.device)

    def _planned(self, begins: Socket, ends: Socket | None) -> DropPlan:
        space = self._view.workspace
        layout = space.layout()
        if ends is None or ends == begins:
            name = layout.name_of(begins.device)
            title = f"Cable from {name} {begins.group} {begins.number + 1}"
            verdict = Verdict(ok=False, reason=f"{AIM} of another device", title=title)
            plan = DropPlan(("cable", begins, None), verdict, "")
        else:
            plan = cable_between(layout, space.catalog, begins, ends)
        self._fits = plan.verdict.ok
        return plan

    def forget_pointer(self) -> None:
        """Aim at nothing: the pointer is elsewhere."""
        self._pointer = self.aimed = None

    def lay(self, plan: DropPlan) -> bool:
        """Lay the held cable in one step and select it, or say why not."""
        space = self._view.workspace
        if plan.edit is None:
            space.message.emit(f"{plan.verdict.title}: {plan.verdict.reason}", "warning")
            return False
        known = {cable.id for cable in space.document.design.cables}
        if not space.apply(plan.label, plan.edit):
            return False
        space.cable.let_go()
        laid = [cable_key(c.id) for c in space.document.design.cables if c.id not in known]
        space.select(laid)
        space.message.emit(f"{plan.label} · {plan.about}", "info")
        return True

    def usable(self, device: str) -> tuple[Socket, ...]:
        """Return the sockets of a device that a cable may begin at, in order."""
        drawing = self._view.faces.drawing
        drawn = next((d for d in drawing.devices if d.key == device), None) if drawing else None
        mine = (
            Socket(device, cages.name, number)
            for cages in (drawn.look.cages if drawn else ())
            for number in range(cages.count)
        )
        return tuple(socket for socket in mine if not self.begins_at(socket))

    # Cables that are laid

    def shown(self) -> tuple[Cable, ...]:
        """Return the cables by hand of what is selected, wherever they end."""
        space = self._view.workspace
        chosen = set(space.selection)
        cables = space.document.design.cables if chosen else ()
        return tuple(one for one in cables if chosen & {cable_key(one.id), one.a, one.b})

    def _lines(self) -> Iterator[tuple[Cable, QPainterPath, str]]:
        """Yield the cables by hand to show here: each with its line, and where it leaves to."""
        for cable in self.shown():
            ends = [self._end_of(cable, device) for device in (cable.a, cable.b)]
            here = [end for end in ends if end is not None]
            if len(here) == 2:
                yield cable, _path(*here), ""
            elif here:
                far = cable.b if ends[0] is not None else cable.a
                yield cable, self._stub(here[0]), self._far_words(cable, far)

    def _end_of(self, cable: Cable, device: str) -> QPointF | None:
        """Return where a cable ends in this rack; None where its device is elsewhere."""
        space = self._view.workspace
        socket = socket_of(space.layout(), space.catalog, cable, device)
        return self.point_of(socket) if socket else self._beside(device)

    def _beside(self, device: str) -> QPointF | None:
        """Return the edge of a device of this rack, on the side that it is mounted at."""
        faces = self._view.faces
        drawing = faces.drawing
        drawn = next((d for d in drawing.devices if d.key == device), None) if drawing else None
        if drawing is None or drawn is None:
            return None
        box = faces.place_of(drawing, drawn)
        return QPointF(box.right() - 4, box.center().y())

    def _stub(self, at: QPointF) -> QPainterPath:
        """Return the line of a cable that leaves for another rack: to the gap beside its face."""
        face = self._view.faces.box_at(at)
        path = QPainterPath(at)
        path.lineTo(face.right() - 2, at.y() - 6)
        return path

    def _far_words(self, cable: Cable, device: str) -> str:
        layout = self._view.workspace.layout()
        port = cable.a_port if device == cable.a else cable.b_port
        rack = layout.name_of(layout.rack_of(device))
        return f"→ {layout.name_of(device)}{':' + port if port else ''} in {rack}"

    def cable_at(self, at: QPointF) -> str:
        """Return what selects the cable by hand under a point; empty of none."""
        stroker = QPainterPathStroker()
        stroker.setWidth(_LINE_REACH_PX)
        for cable, path, _ in self._lines():
            if stroker.createStroke(path).contains(at):
                return cable_key(cable.id)
        return ""

    # Painting

    def paint(self, painter: QPainter) -> None:
        """Paint the cables of what is selected, then the one in the hand."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_laid(painter)
        self._paint_held(painter)
        painter.restore()

    def _paint_laid(self, painter: QPainter) -> None:
        space = self._view.workspace
        theme, chosen = space.theme, set(space.selection)
        labels: list[QRectF] = []
        for cable, path, words in self._lines():
            is_chosen = cable_key(cable.id) in chosen
            _paint_line(painter, path, theme.accent, theme.canvas, 2.6 if is_chosen else 1.6)
            if words:
                room = self._label_room(path.currentPosition(), words, labels)
                labels.append(room)
                painter.fillRect(room, QColor(theme.canvas))
                colour = theme.accent if is_chosen else theme.text
                draw_text(painter, room.adjusted(4, 0, 0, 0), words, _LABEL_PX, colour, 400, LEFT)

    def _label_room(self, at: QPointF, words: str, taken: list[QRectF]) -> QRectF:
        wide = text_width(words, _LABEL_PX) + 8
        room = QRectF(at.x() - wide, at.y() - 16, wide, 14)
        while any(room.intersects(other) for other in taken):
            room.translate(0, -15)
        return room

    def _paint_held(self, painter: QPainter) -> None:
        space = self._view.workspace
        begins = space.cable.begins
        if begins is None:
            return
        theme, box, at = space.theme, self.box_of(begins), self.point_of(begins)
        colour = theme.ok if self._fits else theme.error
        if self.aimed is None or self._pointer is None:
            colour = theme.accent
        start = at if at is not None else self._paint_origin(painter, begins)
        if box is not None:
            _paint_ring(painter, box, theme.accent)
        if self._pointer is None:
            return
        to = self._pointer
        if self.aimed is not None and (aimed := self.box_of(self.aimed)) is not None:
            _paint_ring(painter, aimed, colour)
            to = aimed.center()
        dashed = self.aimed is None or not self._fits
        _paint_line(painter, _path(start, to), colour, theme.canvas, 2.0, dashed=dashed)

    def _paint_origin(self, painter: QPainter, begins: Socket) -> QPointF:
        """Say where a cable begins that comes from another rack; return where its line starts."""
        space, front = self._view.workspace, self._view.faces.titled()[0][1]
        layout, theme = space.layout(), space.theme
        rack = layout.name_of(layout.rack_of(begins.device))
        words = f"from {layout.name_of(begins.device)} {begins.group} {begins.number + 1} in {rack}"
        room = QRectF(front.left(), front.top() - 17, text_width(words, _LABEL_PX) + 14, 16)
        painter.setPen(QPen(QColor(theme.accent), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(room, 4, 4)
        draw_text(painter, room.adjusted(7, 0, 0, 0), words, _LABEL_PX, theme.text, 400, LEFT)
        return QPointF(room.left() + 10, room.bottom())


def _path(start: QPointF, end: QPointF) -> QPainterPath:
    """Return a slack line between two points."""
    path = QPainterPath(start)
    high, wide = abs(end.y() - start.y()), abs(end.x() - start.x())
    off = QPointF(0, min(40.0, 8 + 0.15 * high + 0.05 * wide))
    path.cubicTo(start + off, end + off, end)
    return path


def _paint_line(
    painter: QPainter, path: QPainterPath, colour: str, around: str, width: float,
    *, dashed: bool = False,
) -> None:  # fmt: skip
    """Paint a line with a rim, so that it stands out from what it crosses."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(around), width + 2))
    painter.drawPath(path)
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawPath(path)


def _paint_ring(painter: QPainter, box: QRectF, colour: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1.6))
    painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 2, 2)
