"""The floor canvas: view, rulers, legend and minimap, kept in step with the workspace."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QCursor, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QWidget

from designer.document.document import DocumentChange
from designer.document.edits import FloorInView
from designer.document.placement import Box
from designer.engine.cabled_power import tells_cabled
from designer.model.room import ElementKind
from designer.render.standing import aisles_of
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.travel import Look
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.arrangement import (
    REST_PX,
    Arrangement,
    Sizes,
    Worth,
    all_arrangements,
    arrangements,
    best_fit,
    folded,
    least_covering,
    seen_by,
)
from designer.ui.views.floor.cable_key import CableKey
from designer.ui.views.floor.element_gestures import DrawElement
from designer.ui.views.floor.legend import Legend
from designer.ui.views.floor.minimap import FOLDED_SIZE, MAP_SIZE, Minimap
from designer.ui.views.floor.point_tools import MeasureTool, MovePlan, ScalePlan
from designer.ui.views.floor.rulers import Ruler, RulerCorner
from designer.ui.views.floor.scale_strip import ScaleStrip
from designer.ui.views.floor.scene import FloorScene, touched_racks
from designer.ui.views.floor.tray_gestures import DrawTray
from designer.ui.views.floor.view import FloorView

EMPTY_FLOOR = "No racks yet. Drag a rack from the parts onto the floor, then devices into it."


class FloorCanvas(QWidget):
    """The floor to scale, to look at and to draw on.

    Parameters
    ----------
    workspace
        What every view of the window shares.
    """

    cursor_moved = Signal(float, float)
    view_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._fit_wanted = True
        self._fit_in_press = False
        self._fit_late = False
        self._pointer_when_opened: QPoint | None = None
        self.setAccessibleName("Floor")
        self.shown_cables = CablesShown(workspace, self)
        self.floor = FloorScene(workspace, self.shown_cables, self)
        self.view = FloorView(workspace, self.floor)
        self._top = Ruler(workspace, self.view, Qt.Orientation.Horizontal)
        self._left = Ruler(workspace, self.view, Qt.Orientation.Vertical)
        self.legend = Legend(workspace, self.view)
        self.minimap = Minimap(workspace, self.floor, self.view)
        self.scale_strip = ScaleStrip(workspace)
        self.view.cables_moved.connect(self.shown_cables.show_moved)
        self.cable_key = CableKey(workspace, self.shown_cables, self.view)
        self.hint = QLabel(EMPTY_FLOOR, self.view)
        self.scale_strip.further_keys = self.view.keyPressEvent
        self.view.arrange = self._place_overlays
        self._lay_out()
        self._listen()

    def fit_all(self) -> None:
        """Show the whole room."""
        self.view.fit_all()

    def draw_tray(self) -> None:
        """Begin to draw a cable tray, corner by corner."""
        self.view.use(lambda: DrawTray(self.view))

    def measure(self) -> None:
        """Begin to measure, point by point; a second time ends it."""
        view = self.view
        if isinstance(view.tool, MeasureTool):
            view.cancel_gesture()
        else:
            view.use(lambda: MeasureTool(view, view.measure_lines))

    def draw_element(self, kind: ElementKind) -> None:
        """Begin to draw columns, walls or zones, each from corner to corner."""
        self.view.use(lambda: DrawElement(self.view, kind))

    def scale_plan(self, key: str) -> None:
        """Begin to set a building plan to scale by two points."""
        view = self.view
        view.use(lambda: ScalePlan(view, view.measure_lines, key, view.end_tool))

    def move_plan(self, key: str) -> None:
        """Begin to move a building plan from one point to another."""
        view = self.view
        view.use(lambda: MovePlan(view, view.measure_lines, key, view.end_tool))

    def draw_cloud(self) -> None:
        """Let the next press begin the cloud of a comment."""
        self.view.cancel_gesture()
        self.view.setFocus()
        self.view.comment_hand.begin_cloud()

    def fit_standing(self) -> None:
        """Show all that stands in the room."""
        # A double click in a list of files opens the design while the button is still down.
        self._fit_in_press = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        self.view.fit_standing()

    def in_view(self) -> FloorInView | None:
        """Return what of the floor is looked at, in mm; None while it is not shown."""
        if not self.isVisible():
            return None
        view = self.view
        covered = tuple(self._on_floor(box) for box in view.covered)
        return FloorInView(self._on_floor(view.below_notices()), covered)

    def pointed_at(self) -> tuple[int, int] | None:
        """Return the place that the pointer rests on, in mm; None where it is elsewhere."""
        viewport = self.view.viewport()
        if not (self.isVisible() and viewport.underMouse()):
            return None
        place = self.view.place_at(viewport.mapFromGlobal(QCursor.pos()))
        return round(place.x()), round(place.y())

    def _on_floor(self, box: QRect) -> Box:
        """Return a box of the viewport in mm."""
        seen = self.view.mapToScene(box).boundingRect()
        return round(seen.left()), round(seen.top()), round(seen.right()), round(seen.bottom())

    def keep_scale(self) -> None:
        """Keep the scale whatever room the panels around leave."""
        self.view.keep_scale()

    def look(self) -> tuple[QPointF, float] | None:
        """Return the point in the middle (in mm) and the scale (in pixels a mm).

        None while the drawing is fitted: then nobody chose where to look.
        """
        if self.view.is_fitted:
            return None
        return self.view.visible_rect().center(), self.view.scale_factor()

    def look_at(self, centre: QPointF, scale: float) -> None:
        """Show a point in the middle, at a scale, as `look` returned them."""
        self.view.look_at(centre, scale)

    def seen(self) -> Look | None:
        """Return where one looks, in mm and pixels a mm; None while the drawing is fitted."""
        found = self.look()
        return None if found is None else Look("", found[0].x(), found[0].y(), found[1])

    def see(self, look: Look | None) -> None:
        """Look where one looked, as `seen` returned it; None fits the drawing again."""
        if look is None:
            self.view.fit_again()
        else:
            self.look_at(QPointF(look.x, look.y), look.scale)

    def scale_now(self) -> float:
        """Return the scale, in pixels a mm."""
        return self.view.scale_factor()

    def zoom_to(self, ids: Iterable[str]) -> None:
        """Show racks, the racks that hold these devices, or all racks of these rows."""
        layout = self._workspace.layout()
        rows: dict[str, list[str]] = {}
        for rack in layout.design.racks:
            rows.setdefault(rack.row, []).append(rack.id)
        racks: dict[str, None] = {}
        for key in ids:
            placed = None if key in layout.racks else layout.find(key)
            if key in layout.racks or placed is not None:
                racks[placed.rack if placed else key] = None
            elif key:
                racks.update(dict.fromkeys(rows.get(key, ())))
        self.view.zoom_to(racks)

    def zoom_percent(self) -> int:
        """Return the zoom, 100 being one pixel for 10 mm."""
        return round(self.view.scale_factor() * 1000)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(RulerCorner(self._workspace), 0, 0)
        grid.addWidget(self._top, 0, 1)
        grid.addWidget(self._left, 1, 0)
        grid.addWidget(self.view, 1, 1)
        grid.addWidget(self.scale_strip, 2, 0, 1, 2)
        self.setFocusProxy(self.view)
        self.hint.setAccessibleName("Hint")
        self.hint.setProperty("role", "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._show_hint()

    def _show_hint(self, *, dragging: bool = False) -> None:
        """Say how to begin on an empty floor; the ghost and its card say more during a drag."""
        self.hint.setVisible(not dragging and not self._workspace.document.design.racks)

    def say_meanwhile(self, words: str) -> None:
        """Say on the empty floor what is on its way; how to begin, where nothing is."""
        self.hint.setText(words or EMPTY_FLOOR)

    def _listen(self) -> None:
        space, view = self._workspace, self.view
        space.document_changed.connect(self._on_document)
        space.report_changed.connect(self._on_report)
        space.selection_changed.connect(self.floor.mark_selection)
        space.theme_changed.connect(self._on_theme)
        space.overlay.changed.connect(self._on_overlay)
        space.overlay.picks.changed.connect(self.floor.mark_picks)
        space.what_if.changed.connect(self.floor.refresh_overlay)
        space.layers.changed.connect(self.minimap.forget)
        self.shown_cables.changed.connect(self._on_cables)
        space.focus_requested.connect(self.zoom_to)
        view.cursor_moved.connect(self.cursor_moved)
        view.cursor_moved.connect(self._top.mark_cursor)
        view.cursor_moved.connect(self._left.mark_cursor)
        view.view_changed.connect(self._on_view)
        view.plan_shown.connect(self._on_plan)
        self.minimap.centre_wanted.connect(self._go_to)
        self.minimap.unfold_wanted.connect(self._unfold_minimap)
        self._shows_all = False
        """Whether the minimap is folded because all that stands is in view."""
        view.view_changed.connect(self._unfold_when_near)

    def _go_to(self, point: QPointF) -> None:
        self.view.hurry()
        self.view.centre_on(point)

    def _on_plan(self, shown: bool) -> None:
        """Leave the floor to a drag: what floats over it would take the drop."""
        self._show_hint(dragging=shown)
        self.minimap.setVisible(not shown)
        self.cable_key.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, shown)
        self.legend.step_aside(shown)

    def _on_document(self, change: DocumentChange) -> None:
        self.view.cancel_gesture()
        if change.opened:
            self.say_meanwhile("")
            self.floor.reload()
            self._fit_wanted = True
        else:
            self._pointer_when_opened = None
            self.view.keep_scale()
            if change.whole:
                self.floor.reload()
            else:
                self.minimap.redraw(self.floor.reconcile(change))
            self.view.scrolled.follow(change)
            if self._workspace.goes_in_history and not change.whole:
                self.view.reveal_touched(touched_racks(change))
        if change.whole or change.change.single:
            self.minimap.forget()
        self._show_hint()
        if change.opened and self.isVisible():
            self._fit_now()

    def _on_report(self) -> None:
        self.floor.refresh_reports()
        self._workspace.overlay.picks.follow()
        self.scale_strip.tell()
        if self._key_marks():
            self._keep_overlays()
            if self.view.is_fitted:
                self._fit_when_free()

    def _key_marks(self) -> bool:
        """Let the legend name what the floor bears; return whether its keys are others now."""
        space = self._workspace
        looked = space.stage.of(space.document.design)
        closed = any(aisle.contained for aisle in aisles_of(looked, space.catalog))
        report = space.report_store.report
        cabled = report is not None and tells_cabled(report.totals)
        lacking = self.floor.open_cooling.words()
        signs = self.floor.open_cooling.signs()
        return self.legend.set_marks(
            lacking=lacking, contained=closed, cabled=cabled, signs=signs,
            possible=self.floor.open_cooling.has_possible(), later=bool(space.stage.later),
        )  # fmt: skip

    def _on_overlay(self) -> None:
        """Shade the racks by another overlay, whose scale takes the place of the legend."""
        self.floor.refresh_overlay()
        stood, had_keys = self.scale_strip.isVisible(), self.scale_strip.hasFocus()
        self.scale_strip.tell()
        if had_keys and not self.scale_strip.isVisible():
            self.view.setFocus()
        layout = self.layout()
        if stood != self.scale_strip.isVisible() and layout is not None:
            layout.activate()  # the strip takes its height from the drawing
            if self.view.is_fitted:
                self.view.fit_again()
                return
        self._keep_overlays()

    def _on_theme(self) -> None:
        self.floor.refresh_theme()
        self.minimap.forget()
        for widget in (self._top, self._left, self.legend, self.scale_strip, self.view.card):
            widget.update()

    def _on_view(self) -> None:
        self._top.update()
        self._left.update()
        self._frame_visible()
        self.view_changed.emit()

    def _frame_visible(self) -> None:
        """Frame on the minimap what is in view and under no notice."""
        view = self.view
        self.minimap.show_visible(view.mapToScene(view.below_notices()).boundingRect())

    def _fit_now(self) -> None:
        self._fit_wanted = False
        self._pointer_when_opened = QCursor.pos()
        self._key_marks()
        self.fit_standing()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the whole floor."""
        super().showEvent(event)
        if self._fit_wanted and not self.view.viewport().rect().isEmpty():
            self._fit_now()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep legend and minimap in their corners."""
        super().resizeEvent(event)
        self._place_cable_key()
        self.hint.setGeometry(0, self.view.height() // 2 - 20, self.view.width(), 40)
        if not self._is_dragged():
            self._fit_in_press = False
        elif not self._fit_in_press:
            # A splitter or a part: the room around the drawing changes, not the drawing.
            self.view.keep_scale()
        if self.view.is_fitted:
            self.view.fit_again()
        else:
            self._keep_overlays()
            # The legend may lie where it stood beside before.
            self.view.keep_selection_in_view()

    def _place_cable_key(self) -> None:
        self.cable_key.give_room(self.view.height() - self.view.notices_px)
        self.cable_key.move(REST_PX, self.view.notices_px + REST_PX)

    def _on_cables(self) -> None:
        """Leave the left edge to what chooses cables while they are shown."""
        wide = self.cable_key.width() + 2 * REST_PX if self.cable_key.isVisibleTo(self.view) else 0
        if bool(wide) != bool(self.view.beside_px):
            self.view.beside_px = wide
            if self.view.is_fitted:
                self._fit_when_free()
            else:
                self._keep_overlays()

    def set_covered(self, px: int) -> None:
        """Take note of how far notices cover the drawing, from its edge under the ruler.

        What stands under them is shown by a fit again; while the drawing is pointed at, or
        something is dragged, nothing may move, and the fit waits until the pointer goes elsewhere.
        """
        grows = px > self.view.notices_px
        self.view.notices_px = px
        self._place_cable_key()
        self._frame_visible()
        if not grows or not self.view.is_fitted:
            return
        self._fit_when_free()

    def _fit_when_free(self) -> None:
        """Fit again, at once or when the pointer has left the drawing."""
        if self._is_under_pointer() or self._in_use():
            self._fit_late = True
        else:
            self.view.fit_again()

    def _is_under_pointer(self) -> bool:
        """Return whether the pointer is where the drawing is, even if a notice lies between.

        Qt tells a widget of a pointer that came, not of one over which it was shown. One that has
        not moved since the design was opened points at nothing: the design came under it.
        """
        at = QCursor.pos()
        if at == self._pointer_when_opened or not self.isVisible():
            return False
        return self.rect().contains(self.mapFromGlobal(at))

    def _in_use(self) -> bool:
        """Return whether something is dragged or a menu is open."""
        return self._is_dragged() or QApplication.activePopupWidget() is not None

    def _is_dragged(self) -> bool:
        """Return whether a button is down, or a drag shows what it would do.

        While a drag is under way not every platform says that the button is down.
        """
        pressed = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        return pressed or self.view.preview.plan is not None

    def hideEvent(self, event: QHideEvent) -> None:
        """End what is under way on the floor as another view comes: nobody sees it any more."""
        if not event.spontaneous():
            self.view.cancel_gesture()
        super().hideEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Show what notices have covered meanwhile, unless the user has looked elsewhere.

        A pointer that rests has not left: a menu or a notice came over the drawing.
        """
        super().leaveEvent(event)
        if not self._fit_late or self._is_under_pointer() or self._in_use():
            return
        self._fit_late = False
        if self.view.is_fitted:
            self.view.fit_again()

    def _place_overlays(self, box: QRectF, most: float, worth: Worth) -> QRect:
        """Let legend and minimap float where a fit shows the box largest; return what it fills."""
        view = self.view
        ways = arrangements(view.size(), self._sizes())
        fit = best_fit(ways, view.room_to_fill(), box, most, worth)
        way = fit.arrangement
        self._shows_all = seen_by(way.minimap, fit, box).intersects(self.floor.room_rect())
        if self._shows_all:
            # All that stands is in view: it would show nothing more, and cover a corner of the room
            way = folded(way, FOLDED_SIZE)
        self._float(way)
        return fit.room

    def _keep_overlays(self) -> None:
        """Let legend and minimap float in a view of another size that shows what it showed.

        Where something stands in every corner the minimap folds.
        """
        view = self.view
        known: dict[tuple[int, int, int, int], bool] = {}

        def is_free(box: QRect) -> bool:
            sides = box.x(), box.y(), box.width(), box.height()
            if sides not in known:
                on_floor = view.mapToScene(box).boundingRect()
                known[sides] = self.floor.worth_covered(on_floor) > 0
            return known[sides]

        ways = all_arrangements(view.below_notices(), self._sizes())
        self._float(least_covering(ways, is_free))

    def _unfold_when_near(self) -> None:
        """Show the minimap again that was folded while all was in view, once it no more is."""
        room, seen = self.floor.room_rect(), self.view.visible_rect()
        if self._shows_all and not self.view.is_fitted and not seen.contains(room):
            self._shows_all = False
            if self.minimap.is_folded:
                self._unfold_minimap()

    def _unfold_minimap(self) -> None:
        """Show the minimap whole although it covers something: it was asked for."""
        ways = arrangements(self.view.size(), self._sizes())
        kept = self.legend.geometry() if self.legend.isVisible() else None
        self._float(next((way for way in ways if way.legend == kept), ways[-1]))

    def _sizes(self) -> Sizes:
        self.legend.set_most_wide(self.view.width() - MAP_SIZE.width() - 3 * REST_PX)
        lying, upright = (self.legend.size_if(upright=stands) for stands in (False, True))
        return Sizes(lying, upright, MAP_SIZE, FOLDED_SIZE, self.legend.chip_size())

    def _float(self, way: Arrangement) -> None:
        if self.shown_cables.is_on and way.legend is not None:
            way = self._beside_cable_key(way, way.legend)
        shaded = self._workspace.overlay.shown is not None
        self.legend.setVisible(way.legend is not None and not shaded)
        if way.legend is not None:
            self.legend.stand(way.legend, upright=way.upright, chip=way.chip)
        self.minimap.set_folded(way.folded)
        self.minimap.move(way.minimap.topLeft())
        self.view.covered, self.view.margins = way.boxes, way.margins

    def _beside_cable_key(self, way: Arrangement, legend: QRect) -> Arrangement:
        """Return a way with the legend as a chip: the key of cables takes the left edge."""
        box = QRect(QPoint(0, 0), self.legend.chip_size())
        box.moveBottomLeft(QPoint(max(legend.left(), self.view.beside_px), legend.bottom()))
        apart = way.minimap.adjusted(-REST_PX, -REST_PX, REST_PX, REST_PX)
        fits = not apart.intersects(box) and box.right() < self.view.width()
        return replace(way, legend=box if fits else None, chip=fits)
