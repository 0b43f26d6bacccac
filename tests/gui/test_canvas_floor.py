"""The floor canvas offscreen: items follow the design, selection, keys, zoom, gestures."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import (
    move_racks,
    place_device,
    place_rack,
    remove,
    rename,
    set_fields,
)
from designer.engine.limit_report import Limit
from designer.model.design import Design, Note, Rack, Room
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.scene import touched_racks
from designer.ui.views.floor.zoomed_view import LEAST_ZOOM
from tests.helpers.canvas_space import (
    WaitingClient,
    rack_report,
    racks,
    report_of,
    space_of,
)
from tests.helpers.shown_views import middle, shown_canvas

KEYS = Qt.KeyboardModifier


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def drag(
    canvas: FloorCanvas, start: QPoint, end: QPoint, modifiers: KEYS = KEYS.NoModifier
) -> None:
    port = canvas.view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, modifiers, start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, modifiers, end)


def mm(canvas: FloorCanvas, x: float, y: float) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def test_every_rack_has_one_item_to_scale(canvas: FloorCanvas) -> None:
    assert sorted(canvas.floor.racks) == ["A01", "A02", "A03", "A04", "B01", "B02", "B03", "B04"]
    box = canvas.floor.racks["B02"].sceneBoundingRect()
    assert (box.left(), box.top(), box.width(), box.height()) == (3600, 6000, 600, 1200)


def test_all_that_stands_in_the_room_fills_the_view_at_first(canvas: FloorCanvas) -> None:
    shown, racks = canvas.view.visible_rect(), canvas.floor.bounds_of(canvas.floor.racks)
    assert shown.contains(racks)
    assert not shown.contains(canvas.floor.room_rect()), "empty floor is no reason to draw small"


def test_a_fitted_view_stays_fitted_when_it_shrinks(canvas: FloorCanvas) -> None:
    canvas.resize(700, 420)
    assert canvas.view.visible_rect().contains(canvas.floor.bounds_of(canvas.floor.racks))
    canvas.view.zoom_by(2.0)
    zoom = canvas.zoom_percent()
    canvas.resize(1000, 700)
    assert canvas.zoom_percent() == zoom, "the hand chose it"


def test_a_floor_of_any_size_is_fitted_whole(qtbot: QtBot) -> None:
    """A site of 31 halls was cut off at the least zoom there was."""
    wide, deep = 900_000, 500_000
    outline = ((0, 0), (wide, 0), (wide, deep), (0, deep))
    racks = tuple(
        Rack(id=name, name=name, part="rack", x_mm=x, y_mm=y)
        for name, x, y in (("A01", 3_000, 3_000), ("A02", wide - 3_000, deep - 3_000))
    )
    canvas = shown_canvas(qtbot, space_of(Design(room=Room(outline=outline), racks=racks)))
    view, room = canvas.view, canvas.floor.room_rect()
    for fit in (view.fit_all, view.fit_standing):
        fit()
        assert 0 < view.scale_factor() < LEAST_ZOOM
        assert view.visible_rect().contains(canvas.floor.bounds_of(("A01", "A02")))
    view.fit_all()
    assert view.visible_rect().contains(room)
    fitted = view.scale_factor()
    view.zoom_by(4.0)
    for _ in range(20):
        view.zoom_by(0.7)
    assert view.scale_factor() <= fitted * 1.001, "one zooms out to where one was"
    assert view.visible_rect().width() < 2 * room.width(), "and not for ever"


def test_an_edit_touches_only_the_racks_that_differ(space: Workspace, canvas: FloorCanvas) -> None:
    before = dict(canvas.floor.racks)
    told: list[set[str]] = []
    space.document.subscribe(lambda change: told.append(touched_racks(change)))
    assert space.apply("x", place_device(space.catalog, "node", "A02"))
    assert told == [{"A02"}]
    assert space.apply("x", remove(("A03",)))
    assert told[-1] == {"A03"}
    assert "A03" not in canvas.floor.racks
    space.document.undo()
    assert canvas.floor.racks["A01"] is before["A01"]
    assert "A03" in canvas.floor.racks


def test_an_assembly_touches_all_its_copies(space: Workspace, canvas: FloorCanvas) -> None:
    told: list[set[str]] = []
    space.document.subscribe(lambda change: told.append(touched_racks(change)))
    assembly = space.document.design.assemblies[0]
    assert space.apply("x", set_fields("assemblies", "full", slots=assembly.slots[:1]))
    assert told == [{"B01", "B02", "B03", "B04"}]


def test_a_moved_device_touches_both_racks(space: Workspace, canvas: FloorCanvas) -> None:
    told: list[set[str]] = []
    space.document.subscribe(lambda change: told.append(touched_racks(change)))
    assert space.apply("x", set_fields("devices", "node-1", rack="A04"))
    assert told == [{"A01", "A04"}]


def test_a_click_selects_and_modifiers_toggle(canvas: FloorCanvas, space: Workspace) -> None:
    port = canvas.view.viewport()
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(port, left, KEYS.NoModifier, middle(canvas, "A01"))
    assert space.selection == ("A01",)
    QTest.mouseClick(port, left, KEYS.ControlModifier, middle(canvas, "A02"))
    QTest.mouseClick(port, left, KEYS.ShiftModifier, middle(canvas, "B01"))
    assert space.selection == ("A01", "A02", "B01")
    QTest.mouseClick(port, left, KEYS.ControlModifier, middle(canvas, "A02"))
    assert space.selection == ("A01", "B01")
    QTest.mouseClick(port, left, KEYS.NoModifier, middle(canvas, "A01"))
    assert space.selection == ("A01",)
    QTest.mouseClick(port, left, KEYS.NoModifier, mm(canvas, 9000, 8500))
    assert space.selection == ()


def test_a_band_to_the_right_encloses_and_to_the_left_touches(
    canvas: FloorCanvas, space: Workspace
) -> None:
    drag(canvas, mm(canvas, 2500, 2500), mm(canvas, 4500, 4500))
    assert space.selection == ("A01", "A02")
    drag(canvas, mm(canvas, 4500, 4500), mm(canvas, 2500, 2500))
    assert space.selection == ("A01", "A02", "A03")


def test_escape_cancels_a_band(canvas: FloorCanvas, space: Workspace) -> None:
    port = canvas.view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, KEYS.NoModifier, mm(canvas, 2500, 2500))
    QTest.mouseMove(port, mm(canvas, 4500, 4500))
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, KEYS.NoModifier, mm(canvas, 4500, 4500))
    assert space.selection == ()


def test_a_dragged_rack_snaps_and_is_one_step(canvas: FloorCanvas, space: Workspace) -> None:
    start = middle(canvas, "A04")
    drag(canvas, start, start + mm(canvas, 1250, 20) - mm(canvas, 0, 0))
    rack = space.layout().racks["A04"]
    assert (rack.x_mm, rack.y_mm) == (6000, 3000)
    assert [step.label for step in space.document.history.steps][1:] == ["Move A04"]
    space.document.undo()
    assert space.layout().racks["A04"].x_mm == 4800


def test_alt_moves_freely(canvas: FloorCanvas, space: Workspace) -> None:
    start = middle(canvas, "A04")
    port = canvas.view.viewport()
    end = start + mm(canvas, 1250, 320) - mm(canvas, 0, 0)
    space_before = space.layout().racks["A04"]
    QTest.mousePress(port, Qt.MouseButton.LeftButton, KEYS.NoModifier, start)
    gesture = canvas.view._gesture
    assert gesture is not None
    gesture.move(end, KEYS.AltModifier)
    gesture.finish(end, KEYS.AltModifier)
    rack = space.layout().racks["A04"]
    assert rack.x_mm - space_before.x_mm == pytest.approx(1250, abs=40)
    assert rack.x_mm % 600 != 0


def test_a_rack_dropped_on_another_is_refused_in_words(
    canvas: FloorCanvas, space: Workspace
) -> None:
    told: list[tuple[str, str]] = []
    space.message.connect(lambda text, severity: told.append((text, severity)))
    drag(canvas, middle(canvas, "A04"), middle(canvas, "B02"))
    assert space.layout().racks["A04"].y_mm == 3000
    assert "in the way" in told[-1][0]
    assert told[-1][1] == "warning"
    assert len(space.document.history.steps) == 1


def test_escape_leaves_the_rack_where_it_is(canvas: FloorCanvas, space: Workspace) -> None:
    port = canvas.view.viewport()
    start, end = middle(canvas, "A04"), mm(canvas, 9000, 3600)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, KEYS.NoModifier, start)
    QTest.mouseMove(port, end)
    assert canvas.view.ghost.isVisible()
    assert canvas.view.card.isVisible()
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, KEYS.NoModifier, end)
    assert not canvas.view.ghost.isVisible()
    assert not canvas.view.card.isVisible()
    assert len(space.document.history.steps) == 1


def test_keys_move_turn_choose_and_remove(canvas: FloorCanvas, space: Workspace) -> None:
    view = canvas.view
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert space.selection == ("A01",)
    QTest.keyClick(view, Qt.Key.Key_Right, KEYS.ControlModifier)
    assert space.selection == ("A02",)
    QTest.keyClick(view, Qt.Key.Key_Down, KEYS.ControlModifier)
    assert space.selection == ("B02",)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert space.layout().racks["B02"].y_mm == 7200
    assert len(space.document.history.steps) == 2, "steps in a row are one"
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert "B02" not in space.layout().racks
    assert space.selection == ()
    space.document.undo()
    assert "B02" in space.layout().racks


def test_zoom_keeps_the_point_under_the_cursor(canvas: FloorCanvas) -> None:
    at = QPointF(320, 240)
    before = canvas.view.mapToScene(at.toPoint())
    canvas.view.zoom_by(2.0, at)
    after = canvas.view.mapToScene(at.toPoint())
    pixel = 1 / canvas.view.scale_factor()
    assert abs(after.x() - before.x()) <= 2 * pixel
    assert abs(after.y() - before.y()) <= 2 * pixel


def wheel(
    canvas: FloorCanvas, pixels: QPoint, angle: QPoint, phase: Qt.ScrollPhase, keys: KEYS
) -> None:
    port = canvas.view.viewport()
    at = QPointF(320, 240)
    event = QWheelEvent(
        at, QPointF(port.mapToGlobal(at.toPoint())), pixels, angle, Qt.MouseButton.NoButton, keys,
        phase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def test_the_wheel_zooms_and_two_fingers_pan(canvas: FloorCanvas) -> None:
    none, scale = Qt.ScrollPhase.NoScrollPhase, canvas.view.scale_factor()
    wheel(canvas, QPoint(), QPoint(0, 120), none, KEYS.NoModifier)
    assert canvas.view.scale_factor() == pytest.approx(scale * 1.0015**120)
    scale = canvas.view.scale_factor()
    before = canvas.view.mapToScene(QPoint(0, 0))
    wheel(canvas, QPoint(-30, -20), QPoint(), Qt.ScrollPhase.ScrollUpdate, KEYS.NoModifier)
    after = canvas.view.mapToScene(QPoint(0, 0))
    assert canvas.view.scale_factor() == scale
    assert round((after.x() - before.x()) * scale) == 30
    assert round((after.y() - before.y()) * scale) == 20
    wheel(canvas, QPoint(0, 30), QPoint(0, 60), Qt.ScrollPhase.ScrollUpdate, KEYS.ControlModifier)
    assert canvas.view.scale_factor() > scale


def test_a_wheel_that_does_not_turn_does_not_zoom(canvas: FloorCanvas) -> None:
    scale = canvas.view.scale_factor()
    wheel(canvas, QPoint(), QPoint(0, 0), Qt.ScrollPhase.NoScrollPhase, KEYS.NoModifier)
    assert canvas.view.scale_factor() == scale


def test_a_pinch_zooms_at_the_fingers(canvas: FloorCanvas) -> None:
    port, at = canvas.view.viewport(), QPointF(320, 240)
    scale, before = canvas.view.scale_factor(), canvas.view.mapToScene(at.toPoint())
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2, at, at,
        QPointF(port.mapToGlobal(at.toPoint())), 0.25, QPointF(),
    )  # fmt: skip
    QApplication.sendEvent(port, event)
    assert canvas.view.scale_factor() == pytest.approx(scale * 1.25)
    after = canvas.view.mapToScene(at.toPoint())
    assert abs(after.x() - before.x()) * scale < 3


def test_space_and_drag_pans(canvas: FloorCanvas) -> None:
    port = canvas.view.viewport()
    canvas.view.zoom_by(3.0)
    before = canvas.view.mapToScene(QPoint(100, 100))
    QTest.keyPress(canvas.view, Qt.Key.Key_Space)
    drag(canvas, QPoint(300, 300), QPoint(260, 330))
    QTest.keyRelease(canvas.view, Qt.Key.Key_Space)
    after = canvas.view.mapToScene(QPoint(100, 100))
    scale = canvas.view.scale_factor()
    assert round((after.x() - before.x()) * scale) == 40
    assert round((after.y() - before.y()) * scale) == -30
    QTest.mousePress(port, Qt.MouseButton.MiddleButton, KEYS.NoModifier, QPoint(300, 300))
    QTest.mouseMove(port, QPoint(340, 300))
    QTest.mouseRelease(port, Qt.MouseButton.MiddleButton, KEYS.NoModifier, QPoint(340, 300))
    assert round((canvas.view.mapToScene(QPoint(100, 100)).x() - before.x()) * scale) == 0


def test_zoom_to_a_selection_is_capped(canvas: FloorCanvas, space: Workspace) -> None:
    space.focus(("A02",))
    assert space.selection == ("A02",)
    seen = canvas.view.visible_rect()
    assert seen.contains(canvas.floor.racks["A02"].sceneBoundingRect())
    assert seen.width() > 5 * 600
    space.focus(("leaf-1",))
    assert canvas.view.visible_rect().contains(canvas.floor.racks["A01"].sceneBoundingRect())


def test_the_minimap_centres_the_view(canvas: FloorCanvas) -> None:
    canvas.view.zoom_by(4.0)
    target = canvas.minimap.transform().map(QPointF(9000, 7000)).toPoint()
    QTest.mouseClick(canvas.minimap, Qt.MouseButton.LeftButton, KEYS.NoModifier, target)
    centre = canvas.view.visible_rect().center()
    assert centre.x() == pytest.approx(9000, abs=120)
    assert centre.y() == pytest.approx(7000, abs=120)


def test_a_double_click_opens_the_rack(canvas: FloorCanvas, space: Workspace) -> None:
    opened: list[str] = []
    space.elevation_requested.connect(opened.append)
    QTest.mouseDClick(
        canvas.view.viewport(), Qt.MouseButton.LeftButton, KEYS.NoModifier, middle(canvas, "B03")
    )
    assert opened == ["B03"]
    assert space.selection == ("B03",)


def test_a_report_redraws_only_what_it_changes(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    for kw in (10.0, 20.0):
        report = report_of(rack_report("A01", 5.0), rack_report("A02", kw))
        with qtbot.waitSignal(space.report_changed):
            space.report_store.accept(1, report)
    assert not canvas.floor.racks["A01"].take_report()
    assert canvas.floor.racks["A02"]._report == rack_report("A02", 20.0)


def test_far_away_the_field_paints_and_near_the_racks_do(qtbot: QtBot, canvas: FloorCanvas) -> None:
    assert not canvas.floor.far.isVisible()
    canvas.view.zoom_by(0.1)
    assert canvas.floor.far.isVisible()
    assert not canvas.grab().isNull()
    canvas.view.fit_all()
    assert not canvas.floor.far.isVisible()


def test_from_far_away_what_cannot_be_said_does_not_look_like_ok(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    canvas.view.zoom_by(0.1)
    pictures = []
    for state in ("ok", "unknown", "warning"):
        limits = (Limit(name="power", group="power", label="", state=state),)
        with qtbot.waitSignal(space.report_changed):
            space.report_store.accept(1, report_of(rack_report("A01", 5.0, limits=limits)))
        pictures.append(canvas.view.grab().toImage())
    assert all(one != other for one, other in itertools.combinations(pictures, 2))


def test_opening_another_design_shows_all_of_it(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.view.zoom_by(5.0)
    space.document.replace(Design(name="other", racks=racks(1, 2)), "Open", saved=True)
    assert sorted(canvas.floor.racks) == ["A01", "A02"]
    assert canvas.view.visible_rect().contains(canvas.floor.bounds_of(canvas.floor.racks))


def test_other_figures_of_a_part_leave_the_view_where_it_is(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.document.replace(Design(name="other", racks=racks(1, 2)), "Open", saved=True)
    canvas.view.zoom_by(5.0)
    seen = canvas.view.visible_rect()
    space.document.retell("Take newer figures of 1 part")
    assert sorted(canvas.floor.racks) == ["A01", "A02"]
    assert canvas.view.visible_rect() == seen


def test_a_renamed_row_is_painted_anew(canvas: FloorCanvas, space: Workspace) -> None:
    before = canvas.grab().toImage()
    assert space.apply("x", rename("A", "Z9"))
    assert canvas.grab().toImage() != before


def test_a_note_is_pinned_to_its_rack_and_follows_it(canvas: FloorCanvas, space: Workspace) -> None:
    notes = (
        Note(id="n1", text="check the door swing", target="A02"),
        Note(id="n2", text="second feed in March", target="node-1"),
        Note(id="n3", text="of nothing", target="gone"),
    )
    assert space.apply("Note", lambda design: design.evolve(notes=notes))
    corner = canvas.floor.racks["A02"].sceneBoundingRect().topRight()
    assert canvas.floor.note_at(corner) == "check the door swing"
    node = canvas.floor.racks["A01"].sceneBoundingRect().topRight()
    assert canvas.floor.note_at(node) == "second feed in March"
    assert space.apply("Move", move_racks(space.catalog, ("A02",), 0, -1200))
    assert canvas.floor.note_at(corner) == ""
    assert canvas.floor.note_at(corner + QPointF(0, -1200)) == "check the door swing"
    at = canvas.view.mapToScene(middle(canvas, "A02"))
    assert canvas.floor.tip_at(at).endswith("note: check the door swing")
    space.document.undo()
    space.document.undo()
    assert canvas.floor.note_at(corner) == ""


def test_every_widget_has_an_accessible_name(canvas: FloorCanvas) -> None:
    shown = [w for w in canvas.findChildren(QWidget) if w.isVisible() and w.metaObject()]
    silent = [
        w for w in shown if not w.accessibleName() and type(w).__module__.startswith("designer.")
    ]
    assert silent == []


def test_nothing_asks_the_engine_unless_something_is_dragged(
    canvas: FloorCanvas, space: Workspace
) -> None:
    client = space.client
    assert isinstance(client, WaitingClient)
    QTest.mouseMove(canvas.view.viewport(), middle(canvas, "A01"))
    QApplication.processEvents()
    assert client.asked == []


def test_what_is_selected_elsewhere_is_scrolled_into_view_at_the_same_scale(
    canvas: FloorCanvas, space: Workspace
) -> None:
    view = canvas.view
    racks = list(space.layout().racks)
    view.show_rect(view.floor.bounds_of(tuple(racks[:4])))
    scale = view.scale_factor()
    far = max(racks, key=lambda key: view.floor.bounds_of((key,)).center().y())

    def seen() -> bool:
        return view.is_seen(view.mapFromScene(view.floor.bounds_of((far,))).boundingRect())

    assert not seen()
    space.select((far,))
    assert seen()
    assert view.scale_factor() == scale
    before = view.visible_rect()
    space.select((far,))
    assert view.visible_rect() == before


def test_undo_and_redo_scroll_to_what_they_change_where_none_of_it_is_in_view(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """The floor stayed where nothing was, as if the design were empty."""
    view, steps = canvas.view, space.document.history
    assert space.apply("Rename", rename("B04", "Far"))
    view.zoom_by(4.0)
    view.centre_on(QPointF(3300, 3600))
    scale, before = view.scale_factor(), view.visible_rect()
    assert space.apply("Rename", rename("B04", "Farther"))
    assert view.visible_rect() == before, "an edit from elsewhere leaves the view where it is"

    def seen() -> bool:
        return view.visible_rect().contains(view.floor.bounds_of(("B04",)))

    assert not view.visible_rect().intersects(view.floor.bounds_of(("B04",)))
    assert space.go_to(steps.position - 1)
    assert seen()
    before = view.visible_rect()
    assert space.go_to(steps.position + 1)
    assert view.visible_rect() == before, "it is in view already"
    others = tuple(key for key in space.layout().racks if key != "B04")
    assert space.apply("Remove", remove(others))
    assert space.apply("Copy", place_rack(space.catalog, "rack", 600, 600))
    view.centre_on(QPointF(900, 900))
    assert not seen()
    assert space.go_to(steps.position - 1)
    assert seen(), "the only one that is left"
    assert view.scale_factor() == scale


def test_the_minimap_draws_the_floor_once_for_each_density_of_pixels(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Panning paints it at every step: only the part in view is another."""
    minimap, drawn = canvas.minimap, list[float]()
    draw = minimap._draw
    monkeypatch.setattr(minimap, "_draw", lambda ratio: drawn.append(ratio) or draw(ratio))
    minimap._picture = None
    for _ in range(3):
        minimap.grab()
    assert len(drawn) == 1
    monkeypatch.setattr(minimap, "devicePixelRatioF", lambda: 2.0)
    minimap.grab()
    minimap.grab()
    assert drawn[1:] == [2.0]


def test_what_lies_under_the_racks_is_looked_at_anew_only_where_it_moves(
    canvas: FloorCanvas, space: Workspace
) -> None:
    ground = canvas.floor.ground
    room = ground.room(0.1)
    assert space.apply("Drop", place_device(space.catalog, "node", "A02"))
    assert space.apply("Note", set_fields("racks", "A03", note="stands where it stood"))
    assert ground.room(0.1) is room
    assert space.apply("Move", move_racks(space.catalog, ("A01",), 0, -300))
    moved = ground.room(0.1)
    assert moved is not room
    assert space.apply("Name", set_fields("room", name="another")), "what is written there"
    assert ground.room(0.1) is not moved
