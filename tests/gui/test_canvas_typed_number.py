"""Numbers typed while something is dragged, key by key, as each reader writes them."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest

from designer.document.edits import put
from designer.model.design import Underlay
from designer.model.presented import Presented
from designer.render.edge import presenting
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.typed import TypedNumber
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import middle, shown_canvas

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
METRIC, INCHES = Presented(), Presented(units="imperial")
GERMAN, GERMAN_INCHES = Presented(numbers="de"), Presented(units="imperial", numbers="de")


@pytest.fixture
def canvas(qtbot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def press(typed: TypedNumber, text: str) -> list[bool]:
    """Press a key for each letter, `<` for Backspace; return what each meant."""
    meant = []
    for letter in text:
        key = Qt.Key.Key_Backspace if letter == "<" else Qt.Key(ord(letter))
        meant.append(
            typed.key(QKeyEvent(QEvent.Type.KeyPress, key, NONE, "" if letter == "<" else letter))
        )
    return meant


@pytest.mark.parametrize(
    ("chosen", "keys", "millimetres"),
    [
        (METRIC, "1250", 1250),
        (METRIC, "12.6", 13),
        (METRIC, "12.", 12),
        (METRIC, "12.5<<5", 125),
        (METRIC, "0.4", 0),
        (METRIC, "1.2.5", 1),
        (METRIC, ".", None),
        (METRIC, "1.<<", None),
        (METRIC, "1234567.8", 1234567),
        (INCHES, "538.8", 13686),
        (INCHES, "538.", 13665),
        (INCHES, ".5", 13),
        (INCHES, "12.5", 318),
        (INCHES, "12.5<", 305),
        (METRIC, "1.5m", 1500),
        (METRIC, "60cm", 600),
        (METRIC, "24in", 610),
        (INCHES, "2'6\"", 762),
        (INCHES, "2'6", 762),
        (INCHES, "2'6.5i", 775),
        (GERMAN_INCHES, "2'6,5", 775),
        (METRIC, "2ft6in<<<", 610),
        (METRIC, "600mm", 600),
        (METRIC, "2ft<<", 2),
        (METRIC, "24i", 24),
        (INCHES, "2ft", 610),
        (INCHES, "2'", 610),
        (INCHES, "600mm", 600),
        (INCHES, "1.5M", 1500),
        (GERMAN_INCHES, "1,5m", 1500),
        (GERMAN, "12,6", 13),
        (GERMAN, "1.250", 1),
        (GERMAN_INCHES, "538,8", 13686),
        (GERMAN_INCHES, "538.8", 13686),
        (GERMAN_INCHES, "1,2.5", 32),
        (Presented(units="imperial", numbers="fr"), "538,8", 13686),
        (Presented(units="imperial", numbers="ch"), "538.8", 13686),
    ],
)
def test_a_length_is_typed_with_a_decimal_point(
    chosen: Presented, keys: str, millimetres: int | None
):
    typed = TypedNumber()
    with presenting(chosen):
        assert all(press(typed, keys))
        assert typed.millimetres == millimetres


def test_a_unit_stands_after_digits_and_ends_them():
    typed = TypedNumber()
    assert press(typed, "m2fx3t'x") == [False, True, True, False, False, True, False, False]
    assert typed.millimetres == 610


@pytest.mark.parametrize("chosen", [METRIC, INCHES])
def test_a_drag_tells_what_is_typed_in_the_unit_in_which_it_is_typed(
    canvas: FloorCanvas, chosen: Presented
):
    """Inches were typed while the card told feet. `m` is typed, and no shortcut meanwhile."""
    port, at = canvas.view.viewport(), middle(canvas, "A01")
    with presenting(chosen):
        QTest.mousePress(port, LEFT, NONE, at)
        for step in (10, 30, 60):
            move(port, at + QPoint(0, step), pressed=True)
        canvas.view.keyPressEvent(key_of("8"))
        assert canvas.view.preview.plan is not None
        words = chosen.text(canvas.view.preview.plan.verdict.title)
        assert words == f"A01 by {'+0 mm, +8 mm' if chosen is METRIC else '+0.0 in, +8.0 in'}"
        override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_M, NONE, "m")
        override.ignore()
        canvas.view.event(override)
        assert override.isAccepted()
        canvas.view.keyPressEvent(key_of("m"))
        assert chosen.text(canvas.view.preview.plan.verdict.title).startswith("A01 by +0")
        assert canvas.view.preview.plan.boxes[0][1] == 3000 + 8000
        QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
        QTest.mouseRelease(port, LEFT, NONE, at)
        assert not canvas.view._is_typed(key_of("m"))


def key_of(letter: str) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, Qt.Key(ord(letter.upper())), NONE, letter)


def test_a_comma_is_no_decimal_sign_where_it_groups_thousands():
    typed = TypedNumber()
    assert press(typed, "1,250") == [True, False, True, True, True]
    assert (typed.millimetres, typed.number) == (1250, 1250)


def test_how_many_are_whole():
    typed = TypedNumber()
    press(typed, "3.5")
    assert typed.number == 3
    press(typed, "<<<")
    assert typed.number is None


def test_backspace_with_nothing_typed_is_left_to_others():
    assert press(TypedNumber(), "<x") == [False, False]


@pytest.mark.parametrize(
    ("chosen", "keys", "millimetres"), [(METRIC, "1234.4", 1234), (INCHES, "48.5", 1232)]
)
def test_a_rack_is_dragged_by_a_typed_distance(
    canvas: FloorCanvas, space: Workspace, chosen: Presented, keys: str, millimetres: int
) -> None:
    view, port = canvas.view, canvas.view.viewport()
    ids = [rack.id for rack in space.document.design.racks if rack.row == "B"]
    space.select(ids)

    def places() -> dict[str, tuple[int, int]]:
        return {r.id: (r.x_mm, r.y_mm) for r in space.document.design.racks if r.id in ids}

    was, start = places(), middle(canvas, ids[0])
    end = view.mapFromScene(view.mapToScene(start) + QPointF(300, 1500))
    with presenting(chosen):
        QTest.mousePress(port, LEFT, NONE, start)
        move(port, end, pressed=True)
        QTest.keyClicks(view, keys)
        words = view.card.words()
        QTest.mouseRelease(port, LEFT, NONE, end)
    assert f"+0 mm, +{millimetres:,} mm" in words
    if chosen == INCHES:
        assert "+0.0 in, +48.5 in" in chosen.text(words)
    assert places() == {key: (x, y + millimetres) for key, (x, y) in was.items()}


def test_a_building_plan_is_scaled_by_inches_with_a_point(
    canvas: FloorCanvas, space: Workspace
) -> None:
    one = Underlay(id="p", name="Hall", file="hall.png", wide=400, high=200, mm_per_unit=10)
    space.apply("Place", put("underlays", one))
    view = canvas.view
    with presenting(INCHES):
        canvas.scale_plan("p")
        for x in (300, 2_300):
            QTest.mouseClick(view.viewport(), LEFT, NONE, view.mapFromScene(QPointF(x, 300)))
        (x0, _), (x1, _) = view.measure_lines.points
        QTest.keyClicks(view, "538.8")
        assert INCHES.text(view.measure_lines.words[0]) == "538.8 in"
        QTest.keyClick(view, Qt.Key.Key_Return)
    (scaled,) = space.document.design.underlays
    assert scaled.mm_per_unit == pytest.approx(10 * 13_686 / (x1 - x0))
