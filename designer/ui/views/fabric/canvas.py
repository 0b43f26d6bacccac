"""The drawing of a fabric as a widget: what is pointed at, what a click or a key does."""

from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from designer.engine.fabric_map import PortRow, PortRows
from designer.render.fabric_drawing import Box, FabricDrawing
from designer.render.fabric_look import FabricLook
from designer.render.fabric_painter import paint_at_rest, paint_lit
from designer.render.fabric_ports import PORTS_FROM, paint_ports, port_cells, port_words
from designer.render.fabric_strip_painter import NameOf
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing
from designer.render.theme import Theme
from designer.ui.kit.walked import STEPS, ZOOMS

CLOSEST: Final = 12.0
"""Scale at which the numbers of ports can be read."""
_MOST_PIXELS: Final = 12_000_000
"""Of a drawing whose picture is kept: of a larger one only what is seen is painted."""
_VEIL: Final = 0.4
"""How much of its ink a drawing loses that is out of date."""
_EMPTY: Final = FabricDrawing("empty")


class Held(NamedTuple):
    """A cable that is drawn: where from, where its end is, over what, and whether it fits there.

    Attributes
    ----------
    fits
        None where nothing is under the hand that a cable could end at.
    """

    begins: Thing
    at: QPointF
    over: Thing | None
    fits: bool | None


class FabricCanvas(QWidget):
    """Draws a fabric as large as it is, at a scale.

    Signals
    -------
    picked
        What was clicked, or for which Enter or Space was pressed; None for the ground beside.
    lost, lost_besides
        What is to be lost in thought: Del; with Shift, besides what is lost.
    pointed
        What is pointed at; None for nothing.
    opened
        What was clicked twice.
    walked
        Where the keyboard came.
    ended
        Esc was pressed.
    zoom_asked
        What a key makes of the scale, and the point that stays where it is;
        0 for the scale by itself.
    pulled
        A drag begins at something.
    pulled_over, let_go
        Where the drag is, and its end there.
    """

    picked = Signal(object)
    lost = Signal(object)
    lost_besides = Signal(object)
    pointed = Signal(object)
    opened = Signal(object)
    walked = Signal(object)
    ended = Signal()
    zoom_asked = Signal(float, QPointF)
    pulled = Signal(object)
    pulled_over = Signal(object, QPointF)
    let_go = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawing = _EMPTY
        self._index: FabricIndex | None = None
        self._look = FabricLook()
        self._part_name: NameOf = str
        self._focused: Thing | None = None
        self.scale = 1.0
        self._stale = False
        self._kept: tuple[tuple[object, ...], QPixmap] | None = None
        self._pressed: QPointF | None = None
        self._pulls = False
        self._cable: Held | None = None
        self._ports: PortRows | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Fabric")

    @property
    def drawing(self) -> FabricDrawing:
        """What is drawn."""
        return self._drawing

    @property
    def focused(self) -> Thing | None:
        """What has the keyboard."""
        return self._focused

    def show_drawing(
        self, drawing: FabricDrawing, index: FabricIndex, part_name: NameOf, theme: Theme
    ) -> None:
        """Show another drawing."""
        self._drawing, self._index = drawing, index
        self._part_name, self._theme = part_name, theme
        if self._focused is not None and drawing.place_of(self._focused) is None:
            self._focused = None
        self._resize()
        self._tell()
        self.update()

    def show_look(self, look: FabricLook) -> None:
        """Look at the drawing in another way."""
        if look != self._look:
            self._look = look
            self.update()

    def show_ports(self, ports: PortRows | None) -> None:
        """Show the ports of a switch where it is seen closely; None for those of none."""
        if ports is not self._ports:
            self._ports = ports
            self.update()

    def show_cable(self, cable: Held | None) -> None:
        """Show the cable that is drawn, or none any more."""
        self._cable = cable
        if cable is None:
            self._pressed, self._pulls = None, False
        self.update()

    def show_stale(self, *, stale: bool) -> None:
        """Dim the drawing while it is that of an earlier edit, or no longer."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def set_scale(self, scale: float) -> None:
        """Show it at another scale."""
        self.scale = scale
        self._resize()
        self.update()

    def _resize(self) -> None:
        size = QSize(
            round(self._drawing.width * self.scale), round(self._drawing.height * self.scale)
        )
        if size != self.size():
            self.setFixedSize(size)

    def thing_at(self, point: QPoint | QPointF) -> Thing | None:
        """Return what is at a point of the widget."""
        return self._drawing.thing_at(point.x() / self.scale, point.y() / self.scale)

    def place_of(self, thing: Thing) -> QRect:
        """Return where something is on the widget; an empty place if it is not drawn."""
        box = self._drawing.place_of(thing)
        if box is None:
            return QRect()
        scale = self.scale
        corner = QPointF(box.x * scale, box.y * scale).toPoint()
        return QRect(corner, QSize(round(box.width * scale), round(box.height * scale)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.canvas))
        if self._index is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        look = self._look
        if self.hasFocus() and self._focused is not None:
            look = replace(look, focused=self._focused)
        painted = (self._drawing, self._index, look, self._theme, self._part_name)
        self._paint_at_rest(event, painter, self._index)
        paint_lit(painter, *painted)
        shown = self._closely()
        if shown is not None:
            paint_ports(painter, *shown, self._index, self._theme, self.scale)
        if self._cable is not None:
            self._paint_cable(painter, self._cable)
        if self._stale:
            veil = QColor(self._theme.canvas)
            veil.setAlphaF(_VEIL)
            painter.resetTransform()
            painter.fillRect(event.rect(), veil)

    def _closely(self) -> tuple[Box, PortRows] | None:
        """Return the box of the switch whose ports are drawn, with these; None where none are."""
        if self._ports is None or self._index is None or self.scale < PORTS_FROM:
            return None
        thing = self._index.things.get(self._ports.key)
        box = self._drawing.boxes.get(thing) if thing is not None else None
        return None if box is None or box.thing.what not in SWITCHES else (box, self._ports)

    def port_at(self, point: QPointF) -> PortRow | None:
        """Return the port that is drawn at a point of the widget."""
        shown, at = self._closely(), point / self.scale
        cells = port_cells(*shown) if shown is not None else ()
        return next((cell.row for cell in cells if cell.place.contains(at)), None)

    def _paint_at_rest(self, event: QPaintEvent, painter: QPainter, index: FabricIndex) -> None:
        """Paint what does not follow the pointer: from a picture that is kept, if not too large."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        shows = (self._drawing, index, self._look.at_rest(), self._theme, self.scale, ratio)
        if size.width() * size.height() > _MOST_PIXELS:
            self._kept = None
            paint_at_rest(painter, *shows[:4], self._part_name)
            return
        if self._kept is None or self._kept[0] != shows:
            picture = QPixmap(size)
            picture.setDevicePixelRatio(ratio)
            picture.fill(QColor(self._theme.canvas))
            on_picture = QPainter(picture)
            on_picture.setRenderHint(QPainter.RenderHint.Antialiasing)
            on_picture.scale(self.scale, self.scale)
            paint_at_rest(on_picture, *shows[:4], self._part_name)
            on_picture.end()
            self._kept = shows, picture
        painter.save()
        painter.resetTransform()
        part = event.rect()
        source = QRectF(
            part.x() * ratio, part.y() * ratio, part.width() * ratio, part.height() * ratio
        )
        painter.drawPixmap(QRectF(part), self._kept[1], source)
        painter.restore()

    def _paint_cable(self, painter: QPainter, cable: Held) -> None:
        """Paint the cable that is drawn: dashed where letting go lays none."""
        theme = self._theme
        place = self._drawing.place_of(cable.begins)
        if place is None:
            return
        colour = QColor(theme.accent if cable.fits is None else theme.ok if cable.fits
                        else theme.error)  # fmt: skip
        pen = QPen(colour, 2.0)
        if not cable.fits:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        start = QPointF(place.middle, place.y + place.height / 2)
        painter.drawLine(start, cable.at / self.scale)
        painter.setPen(QPen(colour, 1.8))
        for thing in (cable.begins, cable.over):
            box = self._drawing.place_of(thing) if thing is not None else None
            if box is not None:
                around = QRectF(box.x, box.y, box.width, box.height).adjusted(-2, -2, 2, 2)
                painter.drawRoundedRect(around, 4, 4)

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is pointed at, and say all of it; with the button down draw a cable."""
        thing = self.thing_at(event.position())
        if self._pulled(event):
            self.pulled_over.emit(thing, event.position())
            return
        self.setCursor(Qt.CursorShape.PointingHandCursor if thing else Qt.CursorShape.ArrowCursor)
        self.pointed.emit(thing)
        words = self._words_at(thing, event.position())
        QToolTip.showText(event.globalPosition().toPoint(), words, self)

    def _words_at(self, thing: Thing | None, point: QPointF) -> str:
        if self._index is None or thing is None:
            return ""
        port = self.port_at(point)
        return self._index.tip(thing) if port is None else port_words(port, self._index)

    def leaveEvent(self, event: QEvent) -> None:
        """Light nothing."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select what is under the cursor."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            thing = self.thing_at(event.position())
            if thing is not None:
                self._focus(thing)
            self._pressed = event.position() if thing is not None else None
            self.picked.emit(thing)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag where it is."""
        if event.button() == Qt.MouseButton.LeftButton:
            pulls, self._pressed, self._pulls = self._pulls, None, False
            if pulls:
                self.pulled_over.emit(self.thing_at(event.position()), event.position())
                self.let_go.emit()

    def _pulled(self, event: QMouseEvent) -> bool:
        """Return whether a drag is under way; begin one where the hand went far enough."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
        if self._pressed is None:
            return False
        gone = (event.position() - self._pressed).manhattanLength()
        if not self._pulls and gone >= QApplication.startDragDistance():
            self._pulls = True
            self.pulled.emit(self.thing_at(self._pressed))
        return self._pulls

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open what is under the cursor."""
        if event.button() == Qt.MouseButton.LeftButton:
            thing = self.thing_at(event.position())
            if thing is not None:
                self.opened.emit(thing)

    # Keyboard

    def event(self, event: QEvent) -> bool:
        """Take Del for what is lost in thought: it removes nothing while the fabric is shown."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow links with the arrows, select with Enter or Space, lose with Del."""
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            self.ended.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.picked.emit(self._focused)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            if self._focused is not None:
                (self.lost_besides if shift else self.lost).emit(self._focused)
        elif key in STEPS:
            self._walk(*STEPS[key])
        elif key in ZOOMS:
            place = self.place_of(self._focused) if self._focused is not None else QRect()
            seen = self.visibleRegion().boundingRect()
            self.zoom_asked.emit(ZOOMS[key], QPointF((place & seen or seen).center()))
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Go from thing to thing with Tab, from the top; on from the last to what comes after."""
        order = self._order()
        if self._focused is None or self._focused not in order:
            return super().focusNextPrevChild(forward)
        at = order.index(self._focused) + (1 if forward else -1)
        if not 0 <= at < len(order):
            return super().focusNextPrevChild(forward)
        self._go(order[at])
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first thing where Tab leads here; from behind at the last.

        Where a tab or a command leads here nothing is pointed at: Del shall lose nothing then.
        """
        super().focusInEvent(event)
        order = self._order()
        backwards = event.reason() == Qt.FocusReason.BacktabFocusReason
        tabbed = backwards or event.reason() == Qt.FocusReason.TabFocusReason
        if order and tabbed:
            self._focus(order[-1] if backwards else order[0])
        self.update()

    def _order(self) -> list[Thing]:
        """Return what the keyboard reaches: from the top, then from the left."""
        boxes = (*self._drawing.boxes.values(), *self._drawing.cards.values())
        return [box.thing for box in sorted(boxes, key=lambda box: (round(box.y), box.x))]

    def _walk(self, across: int, down: int) -> None:
        """Go to the next thing of a row, or follow a link up or down."""
        here = self._drawing.place_of(self._focused) if self._focused is not None else None
        if here is None:
            order = self._order()
            if order:
                self._go(order[0])
            return
        following = self._beside(here, across) if across else self._linked(here, down)
        if following is not None:
            self._go(following)

    def _beside(self, here: Box, across: int) -> Thing | None:
        if here.thing.what == "node" and self._index is not None:
            at = here.thing.at + across
            inside = 0 <= at < len(self._index.map.nodes)
            return Thing("node", at, here.thing.rail) if inside else None
        boxes = (*self._drawing.boxes.values(), *self._drawing.cards.values())
        row = [one for one in boxes if abs(one.y - here.y) < 1]
        ahead = [one for one in row if (one.middle - here.middle) * across > 0]
        nearest = min(ahead, key=lambda one: abs(one.middle - here.middle), default=None)
        return nearest.thing if nearest is not None else None

    def _linked(self, here: Box, down: int) -> Thing | None:
        """Return the nearest of what something is joined to above or below it."""
        thing, index = here.thing, self._index
        if index is None:
            return None
        if thing.what == "node" and down > 0:
            last = index.map.rails - 1
            return Thing("node", thing.at, min(last, thing.rail + 1)) if thing.rail >= 0 else None
        ends = index.below(thing) if down > 0 else index.above(thing)
        places = [box for end in ends if (box := self._drawing.place_of(end)) is not None]
        if not places:
            boxes = (*self._drawing.boxes.values(), *self._drawing.cards.values())
            places = [one for one in boxes if (one.y - here.y) * down > 1]
            if places:
                row = min(abs(one.y - here.y) for one in places)
                places = [one for one in places if abs(one.y - here.y) <= row + 1]
        nearest = min(places, key=lambda one: abs(one.middle - here.middle), default=None)
        return nearest.thing if nearest is not None else None

    def _go(self, thing: Thing) -> None:
        self._focus(thing)
        self.walked.emit(thing)
        self.pointed.emit(thing)

    def _focus(self, thing: Thing) -> None:
        self._focused = thing
        self._tell()
        self.update()

    def _tell(self) -> None:
        known = self._focused is not None and self._index is not None
        words = self._index.tip(self._focused) if known else ""  # type: ignore[union-attr, arg-type] # both are there
        self.setAccessibleDescription(words)
