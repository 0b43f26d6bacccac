"""A rear door that is lost is marked where it hangs: at the rear of a rack, not on its front."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from designer.model.design import Face
from designer.model.layout import Layout
from designer.render.drawing import rack_drawing
from designer.render.failing import targets_at
from designer.render.fate_painter import paint_lost
from designer.render.lost_in_rack import LostInRack, lost_in_rack
from designer.render.supplies import cords_in
from designer.render.theme import DARK
from designer.render.what_if import answered
from tests.unit.test_engine_doors_lost import CATALOG, hall, report_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("face", "marked"), [("front", False), ("rear", True)])
def test_a_lost_door_is_marked_at_the_rear_alone(face: Face, marked: bool) -> None:
    design = hall("rdhx", contained=False)
    report = report_of(design)
    (target,) = [
        one for one in targets_at(report, report.racks[1]) if one.failing.kind == "cooling"
    ]
    shown = answered(report, target.failing)
    assert shown is not None
    layout = Layout(design)
    rack = layout.racks["r1"]
    drawing = rack_drawing(layout, CATALOG, rack)
    lost = lost_in_rack(shown, drawing, lambda: cords_in(layout, CATALOG, rack))
    assert lost.struck == {"r1/door": "lost"}, "on whatever view it was picked"
    pictures = []
    for one in (LostInRack(), lost):
        image = QImage(300, 700, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.black)
        painter = QPainter(image)
        paint_lost(painter, QRectF(20, 20, 260, 660), drawing, face, one, DARK)
        painter.end()
        pictures.append(image)
    assert (pictures[0] != pictures[1]) is marked
