"""The floor plan as DXF: true millimetres, a layer for each kind, a block for each rack type."""

import io
from collections import Counter

import ezdxf
from hypothesis import given, settings

from designer.document.placement import rack_box
from designer.engine.report import Report
from designer.io.export.floor_dxf import LAYERS, floor_dxf
from designer.model.design import Tray
from tests.helpers.designs import designs, small_catalog
from tests.helpers.drawn_hall import CATALOG, hall


def read(text: str):
    """Return the drawing that a text is, which has no errors."""
    file = ezdxf.read(io.StringIO(text))
    found = file.audit()
    assert (found.errors, found.fixes) == ([], [])
    return file


def box_of(points):
    """Return the box around points, y downwards as in a design."""
    xs, ys = [x for x, *_ in points], [-y for _, y, *_ in points]
    return min(xs), min(ys), max(xs), max(ys)


def boxes(space, layer: str):
    return [box_of(line.get_points()) for line in space.query(f'LWPOLYLINE[layer=="{layer}"]')]


def test_a_plan_is_read_back_in_true_millimetres():
    design = hall(trays=(Tray(id="t", name="T1", corners=((0, 0), (3_000, 0)), width_mm=300),))
    file = read(floor_dxf(design, CATALOG, Report()))
    assert (file.dxfversion, file.header["$INSUNITS"]) == ("AC1027", 4)
    space = file.modelspace()
    assert boxes(space, "ROOM") == [(0, 0, 6_000, 6_000)]
    assert boxes(space, "OBSTACLES") == [(4_200, 4_000, 4_800, 4_600)]
    (tray,) = space.query('LWPOLYLINE[layer=="TRAYS"]')
    assert tray.dxf.const_width == 300
    drawn = {}
    for placed in space.query("INSERT"):
        outline = next(one for one in placed.virtual_entities() if one.dxftype() == "LWPOLYLINE")
        drawn[placed.get_attrib_text("NAME")] = box_of(outline.get_points())
    assert drawn == {rack.name: tuple(map(float, rack_box(CATALOG, rack))) for rack in design.racks}


def test_each_rack_type_is_one_block_whose_front_is_where_the_rack_faces():
    design = hall()
    file = read(floor_dxf(design, CATALOG, Report()))
    used = Counter(placed.dxf.name for placed in file.modelspace().query("INSERT"))
    assert used == {"RACK-rack": 5, "RACK-crah": 1}
    for placed in file.modelspace().query("INSERT"):
        rack = next(r for r in design.racks if r.name == placed.get_attrib_text("NAME"))
        front = next(one for one in placed.virtual_entities() if one.dxftype() == "LINE")
        above = front.dxf.start.y > placed.dxf.insert.y
        assert above is (rack.rotation == 0), "rotation 0 faces up, 180 down"


def test_names_of_rows_racks_and_devices_have_layers_of_their_own():
    file = read(floor_dxf(hall(), CATALOG, Report()))
    words = Counter((one.dxf.layer, one.dxf.text) for one in file.modelspace().query("TEXT"))
    assert words["RACK-NAMES", "A1"] == words["TEXT", "Beta"] == 1
    assert words["DEVICE-NAMES", "3 x Test switch"] == 1
    assert words["DEVICE-NAMES", "gone"] == 1
    assert {layer.dxf.name for layer in file.layers} >= set(LAYERS)
    assert file.layers.get("DEVICE-NAMES").is_off()


@settings(max_examples=25)
@given(designs())
def test_whatever_people_draw_and_type_is_a_sound_drawing(design):
    catalog = small_catalog()
    text = floor_dxf(design, catalog, Report())
    space = read(text).modelspace()
    assert len(space.query("INSERT")) == len(design.racks)
    assert floor_dxf(design, catalog, Report()) == text
