"""The grips of a row: count, pitch, aisle, each as one step; typed numbers, Esc, what stops it."""

import re

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document import edits
from designer.engine.preview import Preview
from designer.model.presented import Presented
from designer.render.edge import presenting
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor import guide_lines, row_grips
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_space import WaitingClient
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import middle, shown_canvas

KEYS, LEFT = Qt.KeyboardModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def choose(space: Workspace, row: str) -> tuple[str, ...]:
    """Select a row whole; return its racks."""
    racks = tuple(rack.id for rack in space.layout().design.racks if rack.row == row)
    space.select(racks)
    return racks


def grip(canvas: FloorCanvas, kind: str) -> QPoint:
    places = canvas.view.grips.places(canvas.view.viewportTransform())
    return places[kind].center().toPoint()


def drag(canvas: FloorCanvas, kind: str, dx_mm: float, dy_mm: float = 0, *, let_go: bool = True,
         keys: str = "") -> None:  # fmt: skip
    """Drag a grip by a distance on the floor."""
    view, port, start = canvas.view, canvas.view.viewport(), grip(canvas, kind)
    end = view.mapFromScene(view.mapToScene(start) + QPointF(dx_mm, dy_mm))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    for key in keys:
        QTest.keyClick(view, key)
    if let_go:
        QTest.mouseRelease(port, LEFT, KEYS.NoModifier, end)


def row(space: Workspace, name: str) -> list[tuple[str, int, int]]:
    racks = [rack for rack in space.layout().design.racks if rack.row == name]
    return [(rack.name, rack.x_mm, rack.y_mm) for rack in sorted(racks, key=lambda r: r.x_mm)]


def steps(space: Workspace) -> list[str]:
    return [step.label for step in space.document.history.steps][1:]


def test_only_a_row_that_is_selected_whole_has_grips(canvas: FloorCanvas, space: Workspace) -> None:
    view = canvas.view
    assert view.grips.places(view.viewportTransform()) == {}
    racks = choose(space, "A")
    assert {"count", "pitch"} <= view.grips.places(view.viewportTransform()).keys()
    space.select(racks[:1])
    assert view.grips.places(view.viewportTransform()) == {}


def test_racks_are_added_by_the_grip_at_the_end_as_one_step(
    canvas: FloorCanvas, space: Workspace
) -> None:
    before, was = row(space, "A"), space.document.design
    choose(space, "A")
    drag(canvas, "count", 1200)
    after = row(space, "A")
    assert len(after) == len(before) + 2
    assert after[: len(before)] == before
    assert [x for _, x, _ in after[-2:]] == [before[-1][1] + 600, before[-1][1] + 1200]
    assert steps(space) == [f"Row A: {len(after)} racks"]
    assert len(space.selection) == len(after), "the row stays selected"
    drag(canvas, "count", -1200)
    assert row(space, "A") == before
    space.document.undo()
    space.document.undo()
    assert space.document.design == was


def test_a_number_typed_meanwhile_is_exact(canvas: FloorCanvas, space: Workspace) -> None:
    choose(space, "A")
    drag(canvas, "count", 700, keys="3")
    assert len(row(space, "A")) == 3
    choose(space, "A")
    first = row(space, "A")[0][1]
    drag(canvas, "pitch", 90, keys="7355")
    assert len(steps(space)) == 1, "7,355 mm is no pitch that fits"
    drag(canvas, "pitch", 90, keys="735")
    assert [x for _, x, _ in row(space, "A")] == [first + 735 * n for n in range(3)]


def test_the_card_says_that_a_release_changes_the_row(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    """It said that a release places, and nothing was placed."""
    choose(space, "A")
    client = space.client
    assert isinstance(client, WaitingClient)
    drag(canvas, "pitch", 90, let_go=False, keys="605")

    def says() -> bool:
        client.previewed.emit(Preview(preview=len(client.asked)))
        return "Release changes the row" in canvas.view.card.words()

    qtbot.waitUntil(says, timeout=9000)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)


def test_the_frame_of_a_row_leaves_out_what_stands_out_of_it(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """The diamond hung above the racks that it spaces, and the aisle grips beside no rack."""
    last = choose(space, "A")[-1]
    upper = tuple(rack.id for rack in space.layout().design.racks if rack.row == "A")
    before = canvas.view.grips.places(canvas.view.viewportTransform())["pitch"]
    rack = space.layout().racks[last]
    space.apply("Out", edits.put("racks", rack.evolve(y_mm=rack.y_mm - 400)))
    space.select(upper)
    assert canvas.view.grips.places(canvas.view.viewportTransform())["pitch"] == before


def test_backspace_takes_a_digit_back_and_escape_all(canvas: FloorCanvas, space: Workspace) -> None:
    choose(space, "A")
    was = space.document.design
    drag(canvas, "count", 700, let_go=False, keys="45")
    QTest.keyClick(canvas.view, Qt.Key.Key_Backspace)
    words = canvas.view.card.words()
    assert "4 racks" in words
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert not canvas.view.ghost.isVisible()
    QTest.mouseRelease(canvas.view.viewport(), LEFT, KEYS.NoModifier, QPoint(400, 300))
    assert space.document.design is was


def test_a_row_ends_at_what_stops_it_and_says_so(canvas: FloorCanvas, space: Workspace) -> None:
    choose(space, "A")
    shown = canvas.view.grips.shown
    assert shown is not None
    was = space.document.design
    drag(canvas, "count", 700, keys=str(shown.room.most + 1), let_go=False)
    assert f"{shown.room.most} fit: {shown.room.stopped_by}" in canvas.view.card.words()
    QTest.mouseRelease(canvas.view.viewport(), LEFT, KEYS.NoModifier, QPoint(400, 300))
    assert space.document.design is was


def test_a_rack_alone_is_drawn_out_to_a_row(canvas: FloorCanvas, space: Workspace) -> None:
    space.apply("Alone", edits.place_rack(space.catalog, "rack", 3000, 600))
    alone = next(rack.id for rack in space.layout().design.racks if not rack.row)
    space.select((alone,))
    canvas.view.zoom_to((alone,))
    QApplication.processEvents()
    drag(canvas, "count", 600, keys="3")
    made = space.layout().racks[alone].row
    assert made
    assert [x for _, x, _ in row(space, made)] == [3000, 3600, 4200]


def test_an_aisle_is_set_by_the_grip_on_its_side(canvas: FloorCanvas, space: Workspace) -> None:
    upper = tuple(rack.id for rack in space.layout().design.racks if rack.row == "A")
    space.apply("Face", edits.mirror_racks(space.catalog, upper, "y"))
    choose(space, "B")
    shown = canvas.view.grips.shown
    assert shown is not None
    (aisle,) = [one for one in shown.aisles if one.above]
    y = row(space, "B")[0][2]
    drag(canvas, "above", 0, 130, keys=str(aisle.clear_mm + 170))
    assert {one for _, _, one in row(space, "B")} == {y + 170}
    assert steps(space)[-1] == f"Move Row B: {aisle.words}: {aisle.clear_mm + 170:,} mm"


def test_shift_keeps_a_move_on_one_axis(canvas: FloorCanvas, space: Workspace) -> None:
    view, port = canvas.view, canvas.view.viewport()
    racks, was = choose(space, "B"), row(space, "B")
    start = middle(canvas, racks[0])
    end = view.mapFromScene(view.mapToScene(start) + QPointF(700, 1900))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    move(port, end, pressed=True)
    assert "+600 mm, +1,800 mm" in view.card.words()
    move(port, end, pressed=True, keys=KEYS.ShiftModifier)
    QTest.mouseRelease(port, LEFT, KEYS.ShiftModifier, end)
    assert row(space, "B") == [(name, x, y + 1800) for name, x, y in was]


def test_a_typed_distance_is_exact_along_the_way_that_the_pointer_went(
    canvas: FloorCanvas, space: Workspace
) -> None:
    view, port = canvas.view, canvas.view.viewport()
    racks = choose(space, "B")
    was = row(space, "B")
    start = middle(canvas, racks[0])
    end = view.mapFromScene(view.mapToScene(start) + QPointF(300, 1500))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    QTest.mouseMove(port, (start + end) / 2)
    for digit in "1234":
        QTest.keyClick(view, digit)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, end)
    assert row(space, "B") == [(name, x, y + 1234) for name, x, y in was]


def test_the_cursor_says_which_way_a_grip_goes(canvas: FloorCanvas, space: Workspace) -> None:
    choose(space, "A")
    port = canvas.view.viewport()
    QTest.mouseMove(port, grip(canvas, "count"))
    assert port.cursor().shape() == Qt.CursorShape.SizeHorCursor
    QTest.mouseMove(port, QPoint(3, 3))
    assert port.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_guides_say_exact_distances_while_a_row_is_dragged(
    canvas: FloorCanvas, space: Workspace
) -> None:
    view, port = canvas.view, canvas.view.viewport()
    racks = choose(space, "B")
    start = middle(canvas, racks[0])
    end = view.mapFromScene(view.mapToScene(start) + QPointF(0, 600))
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    move(port, end, pressed=True)
    said = [guide.words for guide in view.guides.guides]
    assert "2,400 mm" in said, "from row A, which is 1,800 mm away before"
    assert any(words.startswith("left in line with row A") for words in said)
    assert view.guides.isVisible()
    assert not view.grips.isVisible(), "they belong to where the row stands"
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.guides.guides == ()
    assert not view.guides.isVisible()
    assert view.grips.isVisible()
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, end)


def test_a_typed_distance_goes_where_the_hand_went(canvas: FloorCanvas, space: Workspace) -> None:
    """A panel that became wider under the hand shifted the floor: +900 was −900."""
    view, port = canvas.view, canvas.view.viewport()
    choose(space, "B")
    was = row(space, "B")
    start = middle(canvas, space.selection[0])
    end = start + QPoint(12, 0)
    QTest.mousePress(port, LEFT, KEYS.NoModifier, start)
    pressed = view.mapToScene(start)
    view.scroll_by(-40, 0)
    assert view.mapToScene(end).x() < pressed.x()
    move(port, end, pressed=True)
    for digit in "900":
        QTest.keyClick(view, digit)
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, end)
    assert row(space, "B") == [(name, x + 900, y) for name, x, y in was]


def test_a_count_of_none_is_refused_and_removes_no_rack(
    canvas: FloorCanvas, space: Workspace
) -> None:
    choose(space, "A")
    was = space.document.design
    drag(canvas, "count", 700, keys="0", let_go=False)
    assert "a row has 1 rack or more" in canvas.view.card.words()
    QTest.mouseRelease(canvas.view.viewport(), LEFT, KEYS.NoModifier, QPoint(400, 300))
    assert space.document.design is was
    drag(canvas, "count", -9000)
    assert len(row(space, "A")) == 1, "a hand that goes too far stops at one"


def test_the_grip_at_its_begin_mirrors_a_row_where_it_stands(
    canvas: FloorCanvas, space: Workspace
) -> None:
    before, was = row(space, "A"), space.document.design
    choose(space, "A")
    faces = {rack.rotation for rack in was.racks if rack.row == "A"}
    drag(canvas, "mirror", 0, 900, let_go=False)
    assert "Row A faces the other way" in canvas.view.card.words()
    QTest.keyClick(canvas.view.viewport(), Qt.Key.Key_Escape)
    assert space.document.design is was
    QTest.mouseClick(canvas.view.viewport(), LEFT, KEYS.NoModifier, grip(canvas, "mirror"))
    now = space.layout().design
    assert {rack.rotation for rack in now.racks if rack.row == "A"} == {
        (one + 180) % 360 for one in faces
    }
    assert row(space, "A") == before, "it stays where it is"
    assert steps(space) == ["Row A faces the other way"]
    drag(canvas, "mirror", 0, 900)
    assert space.document.design.racks == was.racks, "twice leads back"


def test_a_locked_row_is_not_mirrored(canvas: FloorCanvas, space: Workspace) -> None:
    racks = choose(space, "A")
    space.apply("Lock", edits.lock(racks[:1]))
    was = space.document.design
    drag(canvas, "mirror", 0, 900, let_go=False)
    assert "is locked and is not moved" in canvas.view.card.words()
    QTest.mouseRelease(canvas.view.viewport(), LEFT, KEYS.NoModifier, grip(canvas, "mirror"))
    assert space.document.design is was


@pytest.mark.parametrize("chosen", [Presented("imperial"), Presented()])
def test_figures_on_the_floor_are_in_the_chosen_units(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch, chosen: Presented
) -> None:
    """Chips of grips and the distances of guides are texts with a unit, which the edge turns."""
    drawn: list[str] = []
    for module in (row_grips, guide_lines):
        draw = module.draw_text

        def noting(*given, draw=draw):
            drawn.append(chosen.text(given[2]))
            return draw(*given)

        monkeypatch.setattr(module, "draw_text", noting)
    rack = space.layout().racks[choose(space, "A")[0]]
    x, y = rack.x_mm + 4800, rack.y_mm + 2400
    with presenting(chosen):
        canvas.view.guides.show_for(((x, y, x + 600, y + 1200),), ())
        canvas.view.grab()
    long = [text for text in drawn if re.search(r"\d{3}|\d\.\d", text)]
    assert len(long) >= 3, drawn
    unit = "in" if chosen.units == "imperial" else "mm"
    assert all(re.search(rf"\d {unit}\b", text) for text in long), long


def test_the_grip_that_mirrors_stands_clear_of_the_name(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """A name stands farther off where a tray runs beside its row."""
    choose(space, "A")
    view = canvas.view
    to_view = view.viewportTransform()
    assert not view.grips.places(to_view)["mirror"].intersects(view.row_names.places()["A"])
    far = view.row_names.places()["A"].translated(-40, 0)
    view.grips.names = lambda: {"A": far}
    assert view.grips.places(to_view)["mirror"].right() < far.left()


def test_what_stops_a_row_is_said_within_the_view(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(space, "A")
    view, drawn = canvas.view, []
    shown = view.grips.shown
    assert shown is not None
    assert shown.room.stopped_by
    view.grips.count(shown.room.most)
    x, y, *_ = shown.shape.box_at(shown.room.most)
    view.look_at(QPointF(x, y), 0.06)
    view.scroll_by(-view.viewport().width() // 2 + 30, 0)
    draw = row_grips.draw_text

    def noting(painter, box, words, *rest):
        drawn.append((words, box))
        return draw(painter, box, words, *rest)

    monkeypatch.setattr(row_grips, "draw_text", noting)
    view.grab()
    (box,) = [box for words, box in drawn if words == shown.room.stopped_by]
    assert view.viewport().rect().contains(box.toAlignedRect())
