"""The legend of the canvas: methods, and what else the floor bears, each only where it is drawn."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QEnterEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.floor_guides import Guide
from designer.engine.limit_report import Limit, LimitState
from designer.engine.report import RackReport
from designer.model.comments import Comment
from designer.model.design import Design, Room
from designer.model.presented import Presented
from designer.model.stages import Stage
from designer.render.fonts import font
from designer.ui.kit.widget_edge import show_as
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor import canvas as canvas_module
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.guide_lines import GuideLines
from designer.ui.views.floor.rulers import RulerCorner
from tests.helpers.canvas_space import KeptStore, rack_report, report_of, small_design, space_of
from tests.helpers.crowded_room import settle
from tests.helpers.marks import Mark, marks_of
from tests.helpers.shown_views import shown_canvas

METHODS = (
    "Room air", "In-row, contained", "Rear-door exchanger", "Direct-to-chip", "Immersion",
)  # fmt: skip
ALL_LACKING = "Needs rear door, needs containment, may need rear door, may need containment"


def facing(containment: str) -> Design:
    """Return two rows whose fronts face each other."""
    design = small_design()
    racks = tuple(r.evolve(rotation=180) if r.row == "A" else r for r in design.racks)
    return design.evolve(racks=racks, room=Room(containment=containment))


def accept(space: Workspace, *reports: RackReport) -> None:
    space.report_store.accept(space.document.revision, report_of(*reports))
    settle()


def in_row(rack_id: str, *, missing: bool | None) -> RackReport:
    return rack_report(
        rack_id, 20.0, "in-row", cooling_air_method="in-row", containment_missing=missing
    )


def drawn(canvas: FloorCanvas) -> list[Mark]:
    legend = canvas.legend
    return marks_of(
        legend.width(), legend.height(), lambda painter: legend.render(painter, QPoint(0, 0))
    )


@pytest.fixture(autouse=True)
def _away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody point at the drawing."""
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(-500, -500))


def test_what_is_hatched_and_dashed_has_a_key_while_it_is_drawn(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    legend = canvas.legend
    assert legend.set_marks(lacking="", contained=False, cabled=False, possible=True, later=True)
    assert legend.keys() == (*METHODS, "May be used besides", "Comes later")
    assert "Comes later" in legend.accessibleDescription()
    assert legend.set_marks(lacking="", contained=False, cabled=False)
    staged = small_design().evolve(stages=(Stage(id="d1", name="Day 1", order=1),
                                           Stage(id="d2", name="Day 2", order=2)))  # fmt: skip
    racks = (staged.racks[0].evolve(stage="d2"), *staged.racks[1:])
    assert space.apply("x", lambda _: staged.evolve(racks=racks))
    space.stage.look_at("d1")
    accept(space)
    assert legend.keys() == (*METHODS, "Comes later")


def test_what_racks_lack_has_a_key_while_one_lacks_it(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    assert canvas.legend.keys() == METHODS
    accept(space, in_row("A01", missing=True), rack_report("A02", 5.0, "room-air"))
    assert canvas.legend.keys() == (*METHODS, "Needs containment")
    assert "Needs containment" in canvas.legend.accessibleDescription()
    door = rack_report("A02", 30.0, "rear-door", door_missing=True)
    accept(space, in_row("A01", missing=True), door)
    assert canvas.legend.keys() == (*METHODS, "Needs rear door, needs containment")
    accept(space, in_row("A01", missing=False), door)
    assert canvas.legend.keys() == (*METHODS, "Needs rear door")
    accept(space, in_row("A01", missing=None), door)
    assert canvas.legend.keys() == (*METHODS, "Needs rear door, may need containment")
    assert space.apply("x", lambda design: design.evolve(
        racks=tuple(rack for rack in design.racks if rack.id != "A02")
    ))  # fmt: skip
    accept(space, in_row("A01", missing=False))
    assert canvas.legend.keys() == METHODS


@pytest.mark.parametrize(
    ("report", "key"),
    [
        (rack_report("A01", 0.0, ""), ()),
        (rack_report("A01", 4.0, ""), ("Cooling not known",)),
        (rack_report("A01", 4.0, "", kind="cdu"), ()),
    ],
)
def test_only_racks_that_give_heat_lack_a_method(
    qtbot: QtBot, report: RackReport, key: tuple[str, ...]
) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    accept(space, report)
    assert canvas.legend.keys() == (*METHODS, *key)


@pytest.mark.parametrize(("containment", "key"), [("cold", ("Contained aisle",)), ("none", ())])
def test_a_contained_aisle_has_its_key_from_the_first(
    qtbot: QtBot, containment: str, key: tuple[str, ...]
) -> None:
    canvas = shown_canvas(qtbot, space_of(facing(containment)))
    assert canvas.legend.keys() == (*METHODS, *key)
    panels = [mark for mark in drawn(canvas) if mark.kind == "box" and mark.line == 2]
    assert len(panels) == len(key)


@pytest.mark.parametrize(("upright", "wide"), [(False, 2_000), (False, 400), (True, 400)])
@pytest.mark.parametrize("lacking", ["", "Needs containment", ALL_LACKING])
@pytest.mark.parametrize("contained", [False, True])
@pytest.mark.parametrize("cabled", [False, True])
def test_every_key_stands_whole_within_the_legend(
    qtbot: QtBot, upright: bool, wide: int, lacking: str, contained: bool, cabled: bool
) -> None:
    canvas = shown_canvas(qtbot, space_of(small_design()))
    legend = canvas.legend
    legend.set_marks(lacking=lacking, contained=contained, cabled=cabled)
    legend.set_upright(upright)
    legend.set_most_wide(wide)
    keys = legend.keys()
    legend.resize(legend.size_if(upright=upright))
    marks = [mark for mark in drawn(canvas) if mark.kind == "text" and mark.words in keys]
    assert tuple(mark.words for mark in marks) == keys
    metrics = QFontMetrics(font(11))
    boxes = [
        QRectF(mark.left - 18, mark.top - 10, 18 + metrics.horizontalAdvance(mark.words), 13)
        for mark in marks
    ]
    inside = QRectF(legend.rect())
    assert all(inside.contains(box) for box in boxes)
    lines = len({mark.top for mark in marks})
    assert lines == len(keys) if upright else 1 <= lines <= 4
    if not upright and lacking != ALL_LACKING:  # a key that is wider alone has a line of its own
        assert legend.width() <= wide
        assert (lines == 1) is (wide == 2_000)
    pairs = [(a, b) for at, a in enumerate(boxes) for b in boxes[at + 1 :]]
    assert not any(a.intersects(b) for a, b in pairs)


def test_signs_that_racks_bear_are_named(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    named: dict[LimitState, str] = {
        "warning": "Near a limit",
        "unknown": "A limit cannot be said",
        "error": "A limit is exceeded, or a fault",
    }
    for state, words in named.items():
        limit = Limit(name="m", group="mass", label="M", used=1.0, unit="kg", state=state)
        accept(space, rack_report("A01", 4.0, "room-air", limits=(limit,)))
        assert canvas.legend.keys() == (*METHODS, words)
    accept(space, rack_report("A01", 4.0, "room-air"))
    assert canvas.legend.keys() == METHODS


def test_a_legend_that_grows_covers_no_rack_and_keeps_off_the_minimap(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    accept(space, in_row("A01", missing=True))
    legend = canvas.legend
    assert legend.isVisible()
    assert legend.size() in (legend.size_if(upright=False), legend.size_if(upright=True))
    assert canvas.view.viewport().rect().contains(legend.geometry())
    assert not legend.geometry().intersects(canvas.minimap.geometry())
    for item in canvas.floor.racks.values():
        seen = canvas.view.mapFromScene(item.sceneBoundingRect()).boundingRect()
        assert not legend.geometry().intersects(seen)


def test_keys_are_found_when_a_report_comes_and_not_when_the_floor_is_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    was = canvas_module.aisles_of
    monkeypatch.setattr(
        canvas_module, "aisles_of", lambda *given: asked.append(given) or was(*given)
    )
    space = space_of(facing("cold"))
    canvas = shown_canvas(qtbot, space)
    before = len(asked)
    canvas.view.zoom_by(1.2)
    canvas.grab()
    assert len(asked) == before > 0
    accept(space, in_row("A01", missing=False))
    assert len(asked) == before + 1


def test_a_rack_that_lacks_a_method_is_grey_from_far_away_too(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    accept(space, in_row("A01", missing=True), rack_report("A02", 0.0, ""))
    canvas.view.look_at(canvas.floor.racks["A01"].sceneBoundingRect().center(), 0.02)
    far = canvas.floor.far
    assert far.isVisible()
    image = canvas.view.viewport().grab().toImage()
    bars = [bar for shown in far._shown.values() for bar in shown.bars.values()]
    assert [len(boxes) for boxes in bars] == [1]
    box = canvas.floor.racks["A01"].sceneBoundingRect()
    at = canvas.view.mapFromScene(box.center().x(), box.top() + box.height() * 0.2)
    assert image.pixelColor(at) == QColor(space.theme.faint)


def test_nothing_floats_over_the_name_of_a_row(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    first = min((r for r in small_design().racks if r.row == "A"), key=lambda r: r.x_mm)
    name = QRectF(first.x_mm - 800, first.y_mm + 200, 500, 300)
    assert canvas.floor.worth_covered(name) == 0
    far = QRectF(first.x_mm - 5000, first.y_mm - 9000, 100, 100)
    assert canvas.floor.worth_covered(far) > 0


@pytest.mark.parametrize("size", [(640, 400), (900, 560), (1300, 800)])
def test_the_whole_room_is_fitted_beside_legend_and_minimap(
    qtbot: QtBot, space: Workspace, size: tuple[int, int]
) -> None:
    """Its lower wall lay behind them: free floor may be covered, but not where all is asked for."""
    canvas = shown_canvas(qtbot, space)
    canvas.resize(*size)
    canvas.fit_all()
    view = canvas.view
    room = view.mapFromScene(canvas.floor.room_rect()).boundingRect().adjusted(1, 1, -1, -1)
    assert view.viewport().rect().contains(room)
    floating = [one for one in (canvas.legend, canvas.minimap) if one.isVisible()]
    assert canvas.minimap in floating
    assert not [one for one in floating if one.geometry().intersects(room)]


def test_a_view_as_wide_as_beside_both_panels_shows_every_key(qtbot: QtBot) -> None:
    """A window of 1280 × 800: two lines were too wide beside the minimap, and no legend stood."""
    canvas = shown_canvas(qtbot, space_of(small_design()))
    canvas.legend.set_marks(
        lacking="", contained=True, cabled=True, signs=("warning", "error"), possible=True
    )
    canvas.resize(680, 690)
    canvas.fit_all()
    legend = canvas.legend
    assert legend.isVisible()
    assert not legend.is_chip
    assert canvas.view.viewport().rect().contains(legend.geometry())
    assert not legend.geometry().intersects(canvas.minimap.geometry())


def test_a_legend_without_room_is_a_chip_that_opens_where_it_is_pointed_at(qtbot: QtBot) -> None:
    canvas = shown_canvas(qtbot, space_of(small_design()))
    canvas.resize(380, 320)
    canvas.fit_all()
    legend, port = canvas.legend, canvas.view.viewport()
    assert legend.isVisible()
    assert legend.is_chip
    assert legend.size() == legend.chip_size()
    assert {mark.words for mark in drawn(canvas) if mark.kind == "text"} == {"Legend"}
    folded = legend.geometry()
    middle = QPointF(legend.rect().center())
    QApplication.sendEvent(legend, QEnterEvent(middle, middle, middle))
    assert {mark.words for mark in drawn(canvas) if mark.kind == "text"} >= set(METHODS)
    assert port.rect().contains(legend.geometry())
    assert legend.geometry().contains(folded.center()), "the pointer stays on it"
    QApplication.sendEvent(legend, QEvent(QEvent.Type.Leave))
    assert legend.geometry() == folded
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton)
    assert legend.is_open, "by a finger, which does not hover"
    QTest.keyClick(legend, Qt.Key.Key_Escape)
    assert legend.geometry() == folded
    legend.step_aside(True)
    assert legend.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    legend.step_aside(False)
    assert not legend.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_a_chip_that_the_mouse_presses_stays_open_until_it_leaves_esc_or_a_press_elsewhere(
    qtbot: QtBot,
) -> None:
    """Pointing at it had opened it before the press, which folded it at once."""
    space = space_of(small_design())
    canvas = shown_canvas(qtbot, space)
    canvas.resize(380, 320)
    canvas.fit_all()
    legend, port = canvas.legend, canvas.view.viewport()

    def click() -> None:
        middle = QPointF(legend.rect().center())
        QApplication.sendEvent(legend, QEnterEvent(middle, middle, middle))
        QTest.mouseClick(legend, Qt.MouseButton.LeftButton)
        assert legend.is_open

    click()
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton)
    assert legend.is_open
    QApplication.sendEvent(legend, QEvent(QEvent.Type.Leave))
    assert not legend.is_open
    click()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(port.width() - 5, 5))
    assert not legend.is_open
    click()
    space.select(("A01",))
    QTest.keyClick(port, Qt.Key.Key_Escape)
    assert (legend.is_open, space.selection) == (False, ("A01",)), "the key is spent"
    QTest.keyClick(port, Qt.Key.Key_Escape)
    assert space.selection == ()
    click()
    legend.hide()
    assert not legend.is_open


@pytest.mark.parametrize("size", [(680, 690), (400, 330), (1300, 800)])
@pytest.mark.parametrize("corner", [(-5_000, 9_000), (16_000, 12_000), (-4_000, -6_000)])
def test_a_comment_beyond_the_room_is_fitted_beside_legend_and_minimap(
    qtbot: QtBot, size: tuple[int, int], corner: tuple[int, int]
) -> None:
    space = space_of(small_design())
    x, y = corner
    cloud = Comment(id="c", number=1, about="cloud", text="A tank", x_mm=x, y_mm=y,
                    width_mm=2_000, depth_mm=1_500)  # fmt: skip
    store = KeptStore(cloud)
    store.setParent(space)
    space.comments.attach(store)  # type: ignore[arg-type]  # stands in
    canvas = shown_canvas(qtbot, space)
    canvas.resize(*size)
    canvas.fit_all()
    view = canvas.view
    seen = view.mapFromScene(QRectF(x, y, 2_000, 1_500)).boundingRect()
    balloon = canvas.floor.comments.box_of("c")
    assert balloon is not None
    for box in (seen, balloon.toAlignedRect()):
        assert view.viewport().rect().contains(box)
        for one in (canvas.legend, canvas.minimap):
            assert not (one.isVisible() and one.geometry().intersects(box))
    assert canvas.floor.comments.boundingRect().contains(QRectF(x, y, 2_000, 1_500))


def test_the_rulers_name_their_unit_once_where_they_meet(qtbot: QtBot, space: Workspace) -> None:
    canvas = shown_canvas(qtbot, space)
    (corner,) = canvas.findChildren(RulerCorner)

    def words() -> set[str]:
        marks = marks_of(40, 30, lambda painter: corner.render(painter, QPoint(0, 0)))
        return {mark.words for mark in marks if mark.kind == "text"}

    assert words() == {"m"}
    show_as(Presented("imperial"))
    assert words() == {"ft"}


def test_words_of_guides_stand_on_plates_apart_and_off_what_their_line_runs_along() -> None:
    edge = Guide("edge", (100, 200), (500, 200), "top in line with row A")
    side = Guide("edge", (100, 200), (100, 500), "left in line with row A")
    apart = Guide("distance", (110, 205), (130, 205), "1,200 mm = cold aisle 1")
    lines = [(one, QPointF(*one.begin), QPointF(*one.end)) for one in (edge, side, apart)]
    seen = QRectF(0, 0, 800, 600)
    plates = GuideLines.plates(lines, seen)
    assert [one for one, _ in plates] == [edge, side, apart]
    boxes = [box for _, box in plates]
    assert boxes[1].bottom() < 200
    assert not any(a.intersects(b) for at, a in enumerate(boxes) for b in boxes[at + 1 :])
    long = [(apart, QPointF(0, 100), QPointF(800, 100))]
    ((_, off),) = GuideLines.plates(long, seen, lambda box: box.right() > 300)
    assert off.center().x() == 200, "not over the racks that the line crosses"
    ((_, middle),) = GuideLines.plates(long, seen, lambda _: True)
    assert middle.center().x() == 400
    far = [(edge, QPointF(-400, -200), QPointF(500, -200))]
    ((_, box),) = GuideLines.plates(far, seen)
    assert seen.contains(box), "what it says is read also where the line begins out of view"
