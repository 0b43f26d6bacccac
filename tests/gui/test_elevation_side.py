"""The side of a rack in the window: depths, conflicts in sign and words, and the same hand."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.part import Part, RackFigures
from designer.document.edits import put
from designer.model.design import Design, Device, Rack, Room
from designer.render.elevation_frame import frame_in
from designer.render.side_layout import device_side, side_layout, x_of
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import space_of
from tests.helpers.sent_mouse import Told, move
from tests.helpers.shown_views import at_u, shown_elevation

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
RACK = Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200, height_mm=2200,
            rack=RackFigures(units=42, usable_depth_mm=1000))  # fmt: skip
SHORT = Part(id="short", kind="switch", name="Short", height_half_u=4, depth_mm=400,
             full_depth=False)  # fmt: skip
LONG = Part(id="long", kind="switch", name="Long", height_half_u=4, depth_mm=700,
            full_depth=False)  # fmt: skip
PDU = Part(id="pdu", kind="rack-pdu", name="PDU", width_mm=50, depth_mm=60, height_mm=1500)
DOOR = Part(id="door", kind="rear-door", name="Door", depth_mm=200)


@pytest.fixture
def space() -> Workspace:
    def device(name: str, part: str, half_u: int, face: str = "front") -> Device:
        return Device.model_validate(
            {"id": name, "name": name, "part": part, "rack": "A01", "half_u": half_u, "face": face}
        )

    devices = (
        device("low", "short", 4), device("front", "long", 40), device("back", "short", 42, "rear"),
        device("strip", "pdu", 0, "zero-u"), device("cooler", "door", 0, "door"),
    )  # fmt: skip
    rack = Rack(id="A01", name="A01", part="rack", x_mm=3000, y_mm=3000)
    design = Design(room=Room(), racks=(rack,), devices=devices)
    return space_of(design, (RACK, SHORT, LONG, PDU, DOOR))


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    made = shown_elevation(qtbot, space)
    QTest.mouseClick(made.sides.buttons["side"], LEFT)
    made.grab()
    return made


def at_side(panel: ElevationPanel, mm: float, half_u: float) -> QPoint:
    """Return a point of the side, at a depth and a height."""
    faces = panel.view.faces
    assert faces.drawing is not None
    frame, lines = frame_in(faces.side, faces.drawing), side_layout(faces.drawing)
    return QPointF(x_of(frame, lines, mm), frame.y_of(half_u)).toPoint()


def test_any_sides_can_be_shown_and_one_stays(panel: ElevationPanel) -> None:
    faces, buttons = panel.view.faces, panel.sides.buttons
    assert faces.sides == ("front", "rear", "side")
    assert faces.boxes["rear"].right() < faces.side.left() < panel.view.width()
    assert panel.view.accessibleName() == "Rack elevation, front, rear and side"
    QTest.mouseClick(buttons["front"], LEFT)
    QTest.mouseClick(buttons["rear"], LEFT)
    wide = panel.view.grab() and faces.side.width()
    QTest.mouseClick(buttons["side"], LEFT)
    assert panel.sides.sides() == ("side",), "something is always drawn"
    assert faces.boxes["front"].isEmpty()
    assert faces.boxes["rear"].isEmpty()
    QTest.mouseClick(buttons["front"], LEFT)
    assert faces.sides == ("front", "side")
    panel.view.grab()
    assert faces.side.width() <= wide


def test_depths_are_true_to_one_another(panel: ElevationPanel) -> None:
    faces = panel.view.faces
    assert faces.drawing is not None
    frame, lines = frame_in(faces.side, faces.drawing), side_layout(faces.drawing)
    assert (lines.front, lines.rear, lines.depth, lines.whole) == (75, 1075, 1200, 1400)
    boxes = {it.key: device_side(frame, faces.drawing, lines, it) for it in faces.drawing.devices}
    per_mm = frame.outer.width() / 1400
    for key, low, high in (
        ("low", 75, 475), ("front", 75, 775), ("back", 675, 1075), ("strip", 1015, 1075),
        ("cooler", 1200, 1400),
    ):  # fmt: skip
        assert boxes[key].left() == pytest.approx(frame.outer.left() + low * per_mm)
        assert boxes[key].width() == pytest.approx((high - low) * per_mm)


def test_a_conflict_of_depth_is_said_and_drawn(
    panel: ElevationPanel, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "U21: front and back need 1,100 mm, the rack takes 1,000 mm"
    assert panel.meets.full_text() == f"■ {words}"
    assert panel.meets.isVisible()
    assert panel.sides.buttons["side"].text() == "■ Side"
    assert words in Told(monkeypatch).at(panel.view, at_side(panel, 300, 41))
    assert words not in Told(monkeypatch).at(panel.view, at_side(panel, 300, 5))
    wrong = panel.view.grab().toImage()
    both = at_side(panel, 725, 43)
    red = wrong.pixelColor(at_side(panel, 675, 43))
    assert red.red() > 1.5 * red.green(), "the outline of what conflicts is red"
    QTest.mouseClick(panel.sides.buttons["side"], LEFT)
    assert not panel.meets.isVisible()
    assert panel.sides.buttons["side"].text() == "■ Side", "said also while it is not drawn"
    QTest.mouseClick(panel.sides.buttons["side"], LEFT)
    back = next(it for it in space.document.design.devices if it.id == "back")
    space.apply("Move", put("devices", back.evolve(half_u=60)))
    assert panel.sides.buttons["side"].text() == "Side"
    assert not panel.meets.isVisible()
    assert panel.view.faces.conflicts == ()
    assert panel.view.grab().toImage().pixelColor(both) != wrong.pixelColor(both)


def test_the_side_takes_the_hand_as_the_faces_do(panel: ElevationPanel, space: Workspace) -> None:
    QTest.mouseClick(panel.view, LEFT, NONE, at_side(panel, 200, 6))
    assert space.selection == ("low",)
    marked = panel.view.grab().toImage()
    move(panel.view, at_side(panel, 1050, 56))
    assert panel.view.grab().toImage() != marked, "the strip is lit"
    QTest.mouseClick(panel.view, LEFT, NONE, at_side(panel, 1050, 56))
    assert space.selection == ("strip",)
    QTest.mouseClick(panel.view, LEFT, NONE, at_side(panel, 1300, 70))
    assert space.selection == ("cooler",)
    QTest.mouseClick(panel.view, LEFT, NONE, at_side(panel, 1000, 43))
    assert space.selection == ("back",)
    QTest.mouseClick(panel.view, LEFT, NONE, at_u(panel, 5))
    assert space.selection == ("low",), "and the front, kept in sync"


@pytest.mark.parametrize(("mm", "face"), [(200, "front"), (1000, "rear")])
def test_a_part_let_go_on_the_side_hangs_at_the_nearer_rails(
    panel: ElevationPanel, space: Workspace, mm: int, face: str
) -> None:
    drag = SentDrag(panel.view, encode_part("short"))
    assert drag.enter(at_side(panel, mm, 61))
    drag.drop(at_side(panel, mm, 61))
    new = [it for it in space.document.design.devices if it.half_u == 60]
    assert [it.face for it in new] == [face]


def test_a_drag_that_would_meet_something_is_refused_with_the_rule(
    panel: ElevationPanel, space: Workspace
) -> None:
    drag = SentDrag(panel.view, encode_part("long"))
    drag.enter(at_side(panel, 200, 43))
    plan = panel.view.preview.plan
    assert plan is not None
    assert not plan.verdict.ok
    ghosts = panel.view.faces.spot_boxes(plan.spots[0], "front")
    assert len(ghosts) == 2, "on the front and on the side"
    frame = frame_in(panel.view.faces.side, panel.view.faces.drawing)
    assert ghosts[1].width() == pytest.approx(frame.outer.width() * 700 / 1400)
    drag.drop(at_side(panel, 200, 43))
    assert len(space.document.design.devices) == 5
