"""Where one looks: scale, fit, zoom and scroll of the floor, and what keeps them as they are.

What mouse and keyboard do stands in the view that is made of this one.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from PySide6.QtCore import QMargins, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent, QTransform
from PySide6.QtWidgets import QGraphicsView

from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.arrangement import Worth, limited
from designer.ui.views.floor.background import paint_background
from designer.ui.views.floor.scene import FloorScene
from designer.ui.views.floor.scrolled import Scrolled

FAR_BELOW: Final = 0.024
"""Pixels per mm under which a rack of 800 mm is too narrow for its name (19 px)."""
MOST_ZOOM: Final = 0.6
LEAST_ZOOM: Final = 0.002
"""One zooms out so far at the least; a floor that needs more than that is seen whole."""
FIT_ZOOM: Final = 0.12
"""Fitting stops here: the first rack of a room stands in its room."""
SELECTION_ZOOM: Final = 0.16
"""Zoom to a small selection stops here: a rack among its neighbours, not a rack alone."""
SELECTION_MARGIN_PX: Final = 12
"""Between a selected rack and the edge that came nearer."""


class ZoomedFloor(QGraphicsView):
    """Shows a part of the floor scene at a scale.

    Parameters
    ----------
    workspace
        What every view shares.
    floor
        The scene.

    Attributes
    ----------
    arrange
        Called before a fit with what is to be shown (in mm) and the highest scale; lets what floats
        over the view give way, and returns the part of the view to fill.
    covered
        What legend and minimap float over.
    notices_px
        Height at the upper edge that notices cover.
    filled
        The part of the viewport that the last fit filled.
    is_fitted
        Whether the view shows what a fit shows, and follows when the window grows or shrinks: until
        the user looks elsewhere, presses, selects, edits or opens a panel. Then no size of the
        window changes the scale.
    """

    view_changed = Signal()

    def __init__(self, workspace: Workspace, floor: FloorScene) -> None:
        super().__init__(floor)
        self.workspace = workspace
        self.floor = floor
        self.scrolled = Scrolled(self)
        self.arrange: Callable[[QRectF, float, Worth], QRect] = lambda *_: self.free_rect()
        self.covered: tuple[QRect, ...] = ()
        self.beside_px = 0
        """Pixels along the left edge that a fit leaves to what lies there."""
        self.margins = QMargins()
        self.notices_px = 0
        self.filled = QRect()
        self._room_before = QRect()
        self._seen: tuple[QTransform, QSize] | None = None
        self._exposed = QRegion()
        """What of the viewport is being painted."""
        self.is_fitted = False
        self._looked: tuple[int, int] | None = None
        self._fit: Callable[[], None] = self.fit_standing
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self._refining = QTimer(self)
        self._refining.setSingleShot(True)
        self._refining.timeout.connect(self._refine)
        floor.many_changed.connect(self.hurry)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(off)
        self.setVerticalScrollBarPolicy(off)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def scale_factor(self) -> float:
        """Return pixels per millimetre."""
        return self.transform().m11()

    def visible_rect(self) -> QRectF:
        """Return the part of the floor that is in view, in mm."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def show_rect(self, box: QRectF, most: float = MOST_ZOOM, room: QRect | None = None) -> None:
        """Zoom so that a box fills a part of the view, what nothing covers, up to `most`."""
        room = self.free_rect() if room is None else room
        if box.isEmpty() or room.isEmpty():
            return
        fit = min(room.width() / box.width(), room.height() / box.height())
        self._set_scale(min(fit, most))
        whole = self.viewport().rect().toRectF().center()
        self.centre_on(box.center() + (whole - room.toRectF().center()) / self.scale_factor())

    def least_zoom(self) -> float:
        """Return the least scale: in which the whole room has its place, whatever size it has."""
        room, whole = self.free_rect(), self.floor.room_and_all()
        if whole.isEmpty() or room.isEmpty():
            return LEAST_ZOOM
        fit = min(room.width() / whole.width(), room.height() / whole.height())
        return min(LEAST_ZOOM, fit, self.scale_factor())

    def fit_all(self) -> None:
        """Show the whole room; it stays so when the window grows or shrinks."""
        self._fit = self.fit_all
        self._fit_to(self.floor.room_and_all(), MOST_ZOOM, self.floor.worth_beside_room)

    def fit_standing(self) -> None:
        """Show all that stands in the room, as a design opens; it stays so like the room does."""
        self._fit = self.fit_standing
        self._fit_to(self.floor.standing(), FIT_ZOOM, self.floor.worth_covered)

    def fit_again(self) -> None:
        """Show what the last fit showed, in a window of another size."""
        self._fit()

    def _fit_to(self, box: QRectF, most: float, worth: Worth) -> None:
        self.filled = self.arrange(box, most, worth)
        self.show_rect(box, most, self.filled)
        self.is_fitted = True

    def look_at(self, centre: QPointF, scale: float) -> None:
        """Show a point of the floor in the middle, at a scale in pixels a mm."""
        self._set_scale(min(max(scale, self.least_zoom()), MOST_ZOOM))
        self.centre_on(centre)

    def zoom_to(self, rack_ids: Iterable[str]) -> None:
        """Show racks with some of what is around them, no nearer than among their neighbours."""
        box = self.floor.bounds_of(rack_ids)
        if box.isNull():
            self.workspace.message.emit("Nothing on the floor is selected", "info")
            return
        self.hurry()
        margin = max(box.width(), box.height()) * 0.15 + 400
        self.show_rect(box.adjusted(-margin, -margin, margin, margin), most=SELECTION_ZOOM)

    def centre_on(self, point: QPointF) -> None:
        """Bring a point of the floor to the middle of the view."""
        self.is_fitted = False
        self._widen()
        self.centerOn(point)
        self._tell_view()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom, the point of the viewport `at` (its middle if None) staying where it is."""
        self.is_fitted = False
        self.hurry()
        anchor = at if at is not None else self.viewport().rect().toRectF().center()
        before = self.viewportTransform().inverted()[0].map(anchor)
        self._set_scale(min(max(self.scale_factor() * factor, self.least_zoom()), MOST_ZOOM))
        self._widen()
        after = self.viewportTransform().map(before)
        self.scroll_by(round(after.x() - anchor.x()), round(after.y() - anchor.y()))

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the view over the floor by pixels."""
        self.is_fitted = False
        self.hurry()
        for bar, step in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + step)
        self._tell_view()

    def keep_scale(self) -> None:
        """Keep the scale from now on, whatever size the window gets: the user is at work."""
        self.is_fitted = False

    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        """Paint the still floor from its tiles, what shows of the room and its racks."""
        box = rect if isinstance(rect, QRectF) else QRectF(rect)  # type: ignore[call-overload]  # Qt may hand a QRect
        transform = painter.worldTransform()
        if transform != self.viewportTransform():  # a picture of the view, at another scale
            paint_background(painter, box, self.workspace, transform.m11())
            return
        exposed = transform.mapRect(box).toAlignedRect().intersected(self.viewport().rect())
        painter.save()
        painter.setWorldTransform(QTransform())
        self.floor.tiles.paint(painter, exposed, *self._seen_tiles(), is_far=self.floor.is_far)
        painter.restore()
        self._show_painted(self._exposed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a part of the view, and know which."""
        self._exposed = event.region()
        super().paintEvent(event)
        self._exposed = QRegion()

    def _show_painted(self, shown: QRegion) -> None:
        """Let what was painted of the floor be shown, but for a part that is being shown."""
        port = self.viewport()
        left = self.floor.tiles.unseen(
            port.rect(), shown, *self._seen_tiles(), is_far=self.floor.is_far
        )
        if not left.isEmpty():
            port.update(left)

    def _seen_tiles(self) -> tuple[QPoint, float, float]:
        """Return where the view begins on the floor, its scale, and the pixels for its units."""
        seen_by = self.viewportTransform()
        at = QPoint(round(-seen_by.dx()), round(-seen_by.dy()))
        return at, seen_by.m11(), self.devicePixelRatioF()

    def hurry(self) -> None:
        """Show at once what there is of the next frames; the rest follows when no event waits."""
        self.floor.tiles.hurries = True
        self._refining.start(0)

    def _refine(self) -> None:
        port, tiles, is_far = self.viewport(), self.floor.tiles, self.floor.is_far
        is_done = tiles.refine(port.rect(), *self._seen_tiles(), is_far=is_far)
        self._show_painted(QRegion())
        if not is_done:
            self._refining.start(0)
            return
        tiles.hurries = False
        if not tiles.fetch_around(port.rect(), *self._seen_tiles(), is_far=is_far):
            self._refining.start(0)

    def _set_scale(self, scale: float) -> None:
        transform = self.transform()
        transform.reset()
        transform.scale(scale, scale)
        self.setTransform(transform)
        self.floor.set_far(scale < FAR_BELOW)

    def _widen(self) -> None:
        """Let the view go beyond the floor by most of a screen, so that edges can be centred."""
        scale = self.scale_factor()
        dx, dy = 0.8 * self.width() / scale, 0.8 * self.height() / scale
        wanted = self.floor.sceneRect().adjusted(-dx, -dy, dx, dy)
        if wanted != self.sceneRect():
            self.setSceneRect(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scale and what is selected in view.

        Without any height, as in a splitter that makes room again after another view, nothing
        moves: where one looked is where one looks afterwards.
        """
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        if event.size().isEmpty():
            self._looked = self._looked or (bars[0].value(), bars[1].value())
            super().resizeEvent(event)
            return
        super().resizeEvent(event)
        looked, self._looked = self._looked, None
        self.floor.tiles.make_room(self.viewport().size(), self.devicePixelRatioF())
        self._widen()
        for bar, value in zip(bars, looked or (), strict=False):
            bar.setValue(value)
        self._room_before = QRect(QPoint(0, 0), event.oldSize())
        self.keep_selection_in_view()
        self._tell_view()

    def _tell_view(self) -> None:
        """Tell that another part of the floor is in view, or the same at another scale."""
        seen = self.viewportTransform(), self.viewport().size()
        if seen != self._seen:
            self._seen = seen
            self.view_changed.emit()

    def below_notices(self) -> QRect:
        """Return the part of the viewport that no notice covers, however little that is."""
        room = self.viewport().rect()
        room.setTop(min(self.notices_px, room.height()))
        return room

    def room_to_fill(self) -> QRect:
        """Return what a fit may fill: below the notices, or the lower half under tall ones.

        Nor does it go under what lies along the left edge.
        """
        room = self.below_notices()
        room.setTop(min(room.top(), self.viewport().height() // 2))
        room.setLeft(min(self.beside_px, self.viewport().width() // 2))
        return room

    def free_rect(self) -> QRect:
        """Return the part of what a fit may fill that legend and minimap leave free."""
        room = self.room_to_fill()
        return room.marginsRemoved(limited(self.margins, room))

    def is_seen(self, box: QRect) -> bool:
        """Return whether a box of the viewport is in view and nothing floats over it."""
        covered = any(covering.intersects(box) for covering in self.covered)
        return self.below_notices().contains(box) and not covered

    def keep_selection_in_view(self) -> None:
        """Scroll as far as it takes to show selected racks that the smaller view would lose."""
        if self.is_fitted:
            return
        box = self.floor.bounds_of(self.workspace.selected_rack_ids())
        if box.isNull():
            return
        seen, room = self.mapFromScene(box).boundingRect(), self.free_rect()
        if self._room_before.contains(seen) and not self.is_seen(seen):
            self._scroll_to(seen, room)

    def reveal_selection(self) -> None:
        """Scroll, never zoom, to what was selected elsewhere and is out of view or covered."""
        if self.is_fitted:
            return
        box = self.floor.bounds_of(self.workspace.selected_rack_ids())
        if box.isNull():
            return
        seen, room = self.mapFromScene(box).boundingRect(), self.free_rect()
        fits = seen.width() <= room.width() and seen.height() <= room.height()
        if fits and not self.is_seen(seen):
            self._scroll_to(seen, room)
        elif not fits and not room.intersects(seen):
            self._widen()
            away = seen.center() - room.center()
            self.scrolled.by(away.x(), away.y())

    def reveal_touched(self, rack_ids: Collection[str]) -> None:
        """Scroll, never zoom, to racks that a step of the history touched, if none is in view.

        Where those are gone, and no other rack is in view: to the one that is nearest.
        """
        standing, room = self.floor.racks, self.free_rect()
        sight = self.mapToScene(room).boundingRect()
        if self.is_fitted or not rack_ids or not standing:
            return
        touched = [key for key in rack_ids if key in standing]
        seen = self.floor.index.touching(sight)
        if seen and not set(touched or seen).isdisjoint(seen):
            return
        wanted = self.mapFromScene(self.floor.bounds_of(touched)).boundingRect()
        if not touched or wanted.width() > room.width() or wanted.height() > room.height():
            middle = sight.center()
            boxes = (standing[key].sceneBoundingRect() for key in touched or standing)
            near = min(boxes, key=lambda box: (box.center() - middle).manhattanLength())
            wanted = self.mapFromScene(near).boundingRect()
        self._scroll_to(wanted, room)

    def _scroll_to(self, seen: QRect, room: QRect) -> None:
        """Scroll by the least distance that brings a box of the viewport into a part of it."""
        margin = SELECTION_MARGIN_PX
        right, low = seen.right() + margin - room.right(), seen.bottom() + margin - room.bottom()
        left, high = seen.left() - margin - room.left(), seen.top() - margin - room.top()
        self.scrolled.by(right if right > 0 else min(left, 0), low if low > 0 else min(high, 0))
