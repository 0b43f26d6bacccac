"""Gestures on the floor, each until it is finished or cancelled: what moves, is said, is left."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRubberBand, QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import put
from designer.model.design import Design, Note
from designer.render.theme import DARK, LIGHT
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import EMPTY_FLOOR, FloorCanvas
from designer.ui.views.floor.zoomed_view import MOST_ZOOM, SELECTION_ZOOM
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import middle, shown_canvas

KEYS = Qt.KeyboardModifier
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def mm(canvas: FloorCanvas, x: float, y: float) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def name_of_row(canvas: FloorCanvas, row: str) -> QPoint:
    return canvas.view.row_names.places()[row].center().toPoint()


def cursor(canvas: FloorCanvas) -> Qt.CursorShape:
    return QCursor(canvas.view.viewport().cursor()).shape()


def places(space: Workspace, row: str) -> list[tuple[int, int]]:
    return [(rack.x_mm, rack.y_mm) for rack in space.layout().design.racks if rack.row == row]


def steps(space: Workspace) -> list[str]:
    return [step.label for step in space.document.history.steps][1:]


def is_planned(canvas: FloorCanvas) -> bool:
    """Return whether a plan is shown; ghost, card and what floats over the floor agree on it."""
    view = canvas.view
    shown = {view.ghost.isVisible(), view.card.isVisible(), not canvas.minimap.isVisible()}
    assert len(shown) == 1
    return shown.pop()


def test_the_middle_button_takes_the_floor_along_until_it_is_let_go(canvas: FloorCanvas) -> None:
    view, port, start = canvas.view, canvas.view.viewport(), QPoint(400, 300)
    view.look_at(QPointF(5_000, 5_000), 0.2)
    under = view.mapToScene(start)
    QTest.mousePress(port, MIDDLE, KEYS.NoModifier, start)
    assert cursor(canvas) == Qt.CursorShape.ClosedHandCursor
    QTest.mouseMove(port, start + QPoint(37, -21))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, start)
    QTest.mouseMove(port, start + QPoint(60, -50))
    assert view.mapFromScene(under) == start + QPoint(60, -50), "no second press disturbs it"
    QTest.mouseRelease(port, MIDDLE, KEYS.NoModifier, start + QPoint(60, -50))
    assert cursor(canvas) == Qt.CursorShape.ArrowCursor
    QTest.mouseMove(port, start)
    assert view.mapFromScene(under) == start + QPoint(60, -50)
    assert view.scale_factor() == pytest.approx(0.2)


def test_with_space_held_the_left_button_pans_and_chooses_nothing(
    canvas: FloorCanvas, space: Workspace
) -> None:
    view, port, start = canvas.view, canvas.view.viewport(), middle(canvas, "A02")
    under = view.mapToScene(start)
    QTest.keyPress(view, Qt.Key.Key_Space)
    assert cursor(canvas) == Qt.CursorShape.OpenHandCursor
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    QTest.mouseMove(port, start + QPoint(30, 20))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert cursor(canvas) == Qt.CursorShape.ClosedHandCursor, "the pan goes on"
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, start + QPoint(30, 20))
    assert view.mapFromScene(under) == start + QPoint(30, 20)
    assert (space.selection, steps(space)) == ((), [])
    QTest.keyPress(view, Qt.Key.Key_Space)
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert cursor(canvas) == Qt.CursorShape.ArrowCursor
    QTest.keyPress(view, Qt.Key.Key_Space)
    view.clearFocus()
    assert cursor(canvas) == Qt.CursorShape.ArrowCursor, "the key is let go of elsewhere"


def test_a_row_is_dragged_by_its_name(canvas: FloorCanvas, space: Workspace) -> None:
    port, at = canvas.view.viewport(), name_of_row(canvas, "B")
    was, tile = places(space, "B"), space.document.design.room.tile_mm
    move(port, at)
    assert cursor(canvas) == Qt.CursorShape.SizeAllCursor
    move(port, mm(canvas, 9_000, 9_000))
    assert cursor(canvas) == Qt.CursorShape.ArrowCursor
    QTest.mouseClick(port, LEFT, KEYS.NoModifier, at)
    assert space.selection == ("B01", "B02", "B03", "B04"), "a press that does not move"
    assert not is_planned(canvas)
    space.select(("A01",))
    down = QPoint(0, round(2 * tile * canvas.view.scale_factor()))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    QTest.mouseMove(port, at + down / 2)
    QTest.mouseMove(port, at + down)
    assert is_planned(canvas)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert not is_planned(canvas)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, at + down)
    assert (places(space, "B"), steps(space)) == (was, [])
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    QTest.mouseMove(port, at + down / 2)
    QTest.mouseMove(port, at + down)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, at + down)
    assert places(space, "B") == [(x, y + 2 * tile) for x, y in was]
    assert steps(space) == ["Move row B"]
    assert not is_planned(canvas)


def test_a_row_cannot_be_dragged_onto_another(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    port, at, was = canvas.view.viewport(), name_of_row(canvas, "B"), places(space, "B")
    up = at - QPoint(0, round(3_000 * canvas.view.scale_factor()))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    QTest.mouseMove(port, up)
    assert canvas.view.card.words().startswith("✕ B01: A01 is in the way")
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, up)
    assert (places(space, "B"), steps(space)) == (was, [])
    text, severity = told[-1]
    assert (text.endswith("B01: A01 is in the way"), severity) == (True, "warning")


def test_a_band_says_how_it_chooses_and_adds_with_shift(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    port, scale = canvas.view.viewport(), canvas.view.scale_factor()
    gap = mm(canvas, 2_800, 2_700)
    corner = mm(canvas, 3_000 + 600 + 100, 3_000 + 1_200 + 100)
    space.select(("B03",))
    QTest.mousePress(port, LEFT, KEYS.ShiftModifier, gap)
    QTest.mouseMove(port, gap + QPoint(20, 20))
    QTest.mouseMove(port, corner)
    band = canvas.view.findChild(QRubberBand)
    assert band is not None
    assert band.isVisible()
    assert band.geometry().topLeft() == gap
    assert abs(band.width() - 900 * scale) < 3
    assert told == [("Selects every rack that the band encloses", "info")], "once, not every move"
    QTest.mouseMove(port, gap - QPoint(5, 0))
    assert told[-1] == ("Selects every rack that the band touches", "info")
    QTest.mouseMove(port, corner)
    QTest.mouseRelease(port, LEFT, KEYS.ShiftModifier, corner)
    assert space.selection == ("B03", "A01")
    assert not band.isVisible()
    QTest.mouseClick(port, LEFT, KEYS.ShiftModifier, gap)
    assert space.selection == ("B03", "A01"), "a miss with Shift loses nothing"
    QTest.mouseClick(port, LEFT, KEYS.NoModifier, gap)
    assert space.selection == ()


def test_several_racks_move_together_and_one_alone_closes_up(
    canvas: FloorCanvas, space: Workspace
) -> None:
    port, tile = canvas.view.viewport(), space.document.design.room.tile_mm
    scale = canvas.view.scale_factor()
    was = places(space, "A")
    space.select(("A03", "A04", "leaf-1"))
    at = middle(canvas, "A03")
    to = at + QPoint(round(3 * tile * scale), 0)
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    QTest.mouseMove(port, (at + to) / 2)
    QTest.mouseMove(port, to)
    assert len(canvas.view.preview.plan.boxes) == 2
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, to)
    moved = [(x + 3 * tile, y) for x, y in was[2:]]
    assert places(space, "A") == [*was[:2], *moved]
    assert space.selection[:2] == ("A03", "A04")
    space.document.undo()
    assert places(space, "A") == was
    space.select(())
    at = middle(canvas, "B04")
    # By 0.9 m: no whole tiles, but flush with the side of the rack it is dragged to.
    to = at + QPoint(round(640 * scale), round(-3_000 * scale))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    QTest.mouseMove(port, to)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, to)
    assert places(space, "B")[-1] == (was[-1][0] + 600, was[-1][1])


def test_a_small_view_goes_to_a_rack_larger_than_itself(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """A corner of it was in view, so that nothing scrolled to it."""
    canvas.resize(260, 260)
    QApplication.processEvents()
    space.select(("A01",))
    boxes = {key: item.sceneBoundingRect() for key, item in canvas.floor.racks.items()}
    canvas.view.look_at(boxes["A01"].center(), MOST_ZOOM)
    QTest.keyClick(canvas.view, Qt.Key.Key_Right, KEYS.ControlModifier)
    assert space.selection == ("A02",)
    seen = canvas.view.visible_rect()
    assert (seen.center() - boxes["A02"].center()).manhattanLength() < 10
    QTest.keyClick(canvas.view, Qt.Key.Key_Down, KEYS.ControlModifier)
    seen = canvas.view.visible_rect()
    assert (seen.center() - boxes["B02"].center()).manhattanLength() < 10


def test_what_is_asked_for_is_shown_by_racks_devices_and_rows(
    canvas: FloorCanvas, space: Workspace
) -> None:
    def seen(*racks: str) -> bool:
        view = canvas.view.visible_rect()
        return all(view.contains(canvas.floor.racks[k].sceneBoundingRect()) for k in racks)

    def far_away() -> None:
        canvas.view.look_at(QPointF(20_000, 20_000), MOST_ZOOM)

    for keys, racks in (
        (("B02",), ("B02",)), (("leaf-1",), ("A01",)), (("B03/n1",), ("B03",)),
        (("A",), ("A01", "A04")), (("A01", "B04"), ("A01", "B04")),
    ):  # fmt: skip
        far_away()
        assert not seen(*racks)
        space.focus_requested.emit(keys)
        assert seen(*racks)
        assert canvas.view.scale_factor() <= SELECTION_ZOOM
    far_away()
    look = canvas.view.visible_rect()
    space.focus_requested.emit(("", "nothing of this name"))
    assert canvas.view.visible_rect() == look


def test_the_minimap_follows_a_drag_and_marks_what_is_in_view(canvas: FloorCanvas) -> None:
    view, small = canvas.view, canvas.minimap
    view.zoom_by(2.0)
    for x, y in ((5_000.0, 4_000.0), (9_000.0, 7_000.0)):
        at = small.transform().map(QPointF(x, y)).toPoint()
        if x == 5_000.0:
            QTest.mousePress(small, LEFT, KEYS.NoModifier, at)
        else:
            move(small, at)
            assert abs(view.visible_rect().center().x() - x) > 1_000, "no button is held"
            move(small, at, pressed=True)
        centre = view.visible_rect().center()
        wanted = small.transform().inverted()[0].map(QPointF(at))
        assert (centre - wanted).manhattanLength() < 60
        assert small._visible == view.visible_rect()
    QTest.mouseRelease(small, LEFT)


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def test_the_minimap_is_drawn_anew_after_an_edit_and_in_another_theme(
    canvas: FloorCanvas, space: Workspace
) -> None:
    seen = [picture(canvas.minimap)]
    space.select(("A01", "A02"))
    QTest.keyClick(canvas.view, Qt.Key.Key_Delete)
    seen.append(picture(canvas.minimap))
    space.set_theme(LIGHT)
    seen.append(picture(canvas.minimap))
    canvas.view.zoom_by(3.0)
    seen.append(picture(canvas.minimap))
    assert all(seen[i] != seen[i + 1] for i in range(3))
    space.set_theme(DARK)


def test_an_empty_floor_says_how_to_begin_until_a_rack_stands(
    canvas: FloorCanvas, space: Workspace
) -> None:
    assert not canvas.hint.isVisible()
    full = space.document.design
    space.document.replace(Design(), "New", saved=True)
    assert canvas.hint.isVisible()
    assert canvas.hint.text() == EMPTY_FLOOR
    assert canvas.hint.width() == canvas.view.width()
    assert space.apply("x", put("racks", full.racks[0].evolve(row="")))
    assert not canvas.hint.isVisible()
    space.document.undo()
    assert canvas.hint.isVisible()


def test_rulers_mark_where_the_pointer_is(canvas: FloorCanvas) -> None:
    heard: list[tuple[float, float]] = []
    canvas.cursor_moved.connect(lambda x, y: heard.append((x, y)))
    rulers = (canvas._top, canvas._left)
    before = [picture(ruler) for ruler in rulers]
    at = mm(canvas, 6_000, 5_000)
    move(canvas.view.viewport(), at)
    after = [picture(ruler) for ruler in rulers]
    assert all(was != now for was, now in zip(before, after, strict=True))
    point = canvas.view.mapToScene(at)
    assert heard == [(point.x(), point.y())]
    canvas.view.scroll_by(40, 30)
    assert all(was != picture(ruler) for was, ruler in zip(after, rulers, strict=True))


def test_pins_stand_where_their_note_means_and_below_each_other(
    canvas: FloorCanvas, space: Workspace
) -> None:
    notes = (
        Note(id="a", text="here", x_mm=7_000, y_mm=8_000), Note(id="b", text="rack", target="A02"),
        Note(id="c", text="device", target="leaf-1"), Note(id="d", text="copy", target="A01"),
        Note(id="e", text="all"), Note(id="f", text="gone", target="nothing"),
    )  # fmt: skip
    for note in notes:
        assert space.apply("x", put("notes", note))
    scene, view = canvas.floor, canvas.view
    view.fit_all()
    boxes: dict[str, QRectF] = {k: item.sceneBoundingRect() for k, item in scene.racks.items()}
    corner = space.document.design.room.outline[0]
    expected = {
        "a": QPointF(7_000, 8_000), "b": boxes["A02"].topRight(), "c": boxes["A01"].topRight(),
        "e": QPointF(*corner),
    }  # fmt: skip
    for name, place in expected.items():
        assert view.note_id_at(view.mapFromScene(place)) == name
    below = view.mapFromScene(boxes["A01"].topRight() + QPointF(0, 280))
    assert view.note_id_at(below) == "d", "the second of a rack does not hide the first"
    assert view.note_id_at(mm(canvas, 9_000, 2_000)) == ""
    assert len([item for item in scene.items() if getattr(item, "note_id", "")]) == 5


@pytest.mark.parametrize("by", ["rack", "name"])
def test_what_is_dropped_where_it_was_is_not_said_to_have_moved(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]], by: str
) -> None:
    port = canvas.view.viewport()
    at = middle(canvas, "B01") if by == "rack" else name_of_row(canvas, "B")
    QTest.mousePress(port, LEFT, KEYS.NoModifier, at)
    move(port, at + QPoint(0, 60), pressed=True)
    move(port, at, pressed=True)
    assert canvas.view.card.words().splitlines()[1:] == ["changes nothing"]
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, at)
    assert steps(space) == []
    assert [words for words, _ in told if words] == []
    assert space.selection == (("B01",) if by == "rack" else ("B01", "B02", "B03", "B04"))


def test_a_minimap_folded_while_all_is_in_view_comes_back_once_it_is_not(
    canvas: FloorCanvas, qtbot: QtBot
) -> None:
    canvas.minimap.set_folded(True)
    canvas._shows_all = True
    canvas.view.zoom_by(0.3)
    assert canvas.minimap.is_folded, "all is in view"
    canvas.view.zoom_by(12.0)
    assert not canvas.minimap.is_folded
    canvas.minimap.set_folded(True)
    canvas.view.zoom_by(1.5)
    assert canvas.minimap.is_folded, "folded for what it covers"


def test_a_minimap_that_a_fit_leaves_whole_is_not_unfolded_by_what_an_earlier_fit_did(
    canvas: FloorCanvas,
) -> None:
    canvas._shows_all = True
    box = canvas.floor.room_rect().adjusted(-1e6, -1e6, 1e6, 1e6)
    canvas._place_overlays(box, 1.0, canvas.floor.worth_covered)
    assert not canvas._shows_all
