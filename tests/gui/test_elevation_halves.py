"""Devices of half a width in the elevation: drop, drag, keys, and what is drawn where."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.edits import place_device
from designer.model.design import Face, Side
from designer.render.elevation_frame import frame_in, half_box
from designer.ui.fields.record_fields import device_fields
from designer.ui.state.drag_payload import encode_devices, encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import shown_elevation

HALF = Part(id="half", kind="switch", name="Half", height_half_u=2, half_width=True,
            depth_mm=400, full_depth=False)  # fmt: skip
HIGH = 60
"""U30: nothing else is there."""


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    space.catalog = Catalog((*space.catalog.parts, HALF))
    return shown_elevation(qtbot, space)


def spot(panel: ElevationPanel, half_u: int, side: Side, face: Face = "front") -> QPoint:
    """Return the middle of a half of a unit on a face."""
    faces = panel.view.faces
    assert faces.drawing is not None
    box = frame_in(faces.boxes[face], faces.drawing).span(half_u, half_u + 1)
    return half_box(box, side, face).center().toPoint()


def drop(panel: ElevationPanel, mime: QMimeData, at: QPoint) -> None:
    drag = SentDrag(panel.view, mime)
    drag.enter(at)
    drag.move(at)
    drag.drop(at)


def halves(space: Workspace) -> list[tuple[int, str, str]]:
    found = [one for one in space.document.design.devices if one.part == "half"]
    return [(one.half_u, one.side, one.face) for one in found]


def test_a_part_goes_into_the_half_under_the_pointer(
    panel: ElevationPanel, space: Workspace
) -> None:
    for side in ("left", "right"):
        drop(panel, encode_part("half"), spot(panel, HIGH, side))
    assert halves(space) == [(HIGH, "left", "front"), (HIGH, "right", "front")]
    drop(panel, encode_part("half"), spot(panel, HIGH, "right"))
    assert len(halves(space)) == 2, "that half is taken"


def test_the_left_half_is_at_the_right_from_behind(panel: ElevationPanel, space: Workspace) -> None:
    drop(panel, encode_part("half"), spot(panel, HIGH, "left", "rear"))
    assert halves(space) == [(HIGH, "left", "rear")]
    assert (
        spot(panel, HIGH, "left", "rear").x()
        > panel.view.faces.boxes["rear"].center().x()
        > spot(panel, HIGH, "right", "rear").x()
    )
    panel.grab()
    hit = panel.view.faces.device_at(spot(panel, HIGH, "left", "rear").toPointF())
    assert hit is not None
    assert hit[0].part == "half"
    assert panel.view.faces.device_at(spot(panel, HIGH, "right", "rear").toPointF()) is None


def test_the_ghost_is_as_wide_as_what_is_held(panel: ElevationPanel, space: Workspace) -> None:
    drag = SentDrag(panel.view, encode_part("half"))
    drag.enter(spot(panel, HIGH, "right"))
    drag.move(spot(panel, HIGH, "right"))
    plan = panel.view.preview.plan
    assert plan is not None
    assert plan.verdict.title.endswith("U30 right")
    (ghost,) = panel.view.faces.spot_boxes(plan.spots[0], "front")
    assert ghost.contains(spot(panel, HIGH, "right").toPointF())
    assert not ghost.contains(spot(panel, HIGH, "left").toPointF())


def test_a_device_is_dragged_and_sent_by_arrows_from_half_to_half(
    panel: ElevationPanel, space: Workspace
) -> None:
    placed(space, "left")
    key = next(one.id for one in space.document.design.devices if one.part == "half")
    drop(panel, encode_devices((key,), 0), spot(panel, HIGH, "right"))
    assert halves(space) == [(HIGH, "right", "front")]
    space.select((key,))
    QTest.keyClick(panel.view, Qt.Key.Key_Left)
    assert halves(space) == [(HIGH, "left", "front")]
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert halves(space) == [(HIGH + 2, "left", "front")]
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert halves(space) == [(HIGH + 2, "right", "front")]
    space.document.undo()
    assert halves(space) == [(HIGH + 2, "left", "front")]


def test_a_part_that_arrows_place_is_aimed_at_a_half(
    panel: ElevationPanel, space: Workspace
) -> None:
    aim = panel.view.aim
    aim.begin("half")
    plan = panel.view.preview.plan
    assert plan is not None
    assert plan.spots[0].side == "left"
    QTest.keyClick(panel.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    plan = panel.view.preview.plan
    assert plan is not None
    assert plan.spots[0].side == "right"
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert [side for _, side, _ in halves(space)] == ["right"]


def placed(space: Workspace, side: Side) -> None:
    edit = place_device(space.catalog, "half", "A01", HIGH, "front", side=side)
    space.document.apply("Place", edit)


def test_only_the_half_that_a_device_takes_is_lit_and_hit(
    panel: ElevationPanel, space: Workspace
) -> None:
    placed(space, "left")
    plain = panel.view.grab().toImage()
    move(panel.view, spot(panel, HIGH, "right"))
    assert panel.view.grab().toImage() == plain
    move(panel.view, spot(panel, HIGH, "left"))
    assert panel.view.grab().toImage() != plain


def test_properties_and_tables_choose_the_half(panel: ElevationPanel, space: Workspace) -> None:
    placed(space, "left")
    layout = space.layout()
    half = next(one for one in layout.in_rack("A01") if one.part == "half")
    field = next(
        one for one in device_fields(layout.design, space.catalog, (half,)) if one.name == "side"
    )
    assert (field.label, field.value) == ("Width", "left")
    assert field.edit is not None
    space.document.apply("Width", field.edit("right"))
    assert halves(space) == [(HIGH, "right", "front")]
    others = [one for one in space.layout().in_rack("A01") if one.part != "half"]
    names = {it.name for it in device_fields(layout.design, space.catalog, (others[0],))}
    assert "side" not in names
