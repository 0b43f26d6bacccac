"""What a row of a spreadsheet asks for, as the edit of a drop: places, refusals, exact ports."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.cable_plans import cable_at
from designer.document.errors import EditError
from designer.document.free_spots import spot_in_row
from designer.document.new_things import corners_in, new_device, new_rack, new_row
from designer.document.placement import can_place_rack
from designer.model.design import Design, Rotation
from designer.model.layout import Layout
from designer.planning.templates import build

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
PART = HALL.racks[0].part
EMPTY = HALL.evolve(racks=(), rows=(), devices=(), cables=(), trays=())


def row_of(many: int, turned: Rotation = 0) -> Design:
    design = new_row(Layout(EMPTY), CATALOG, "Q", {"part": PART, "count": many}).edit(EMPTY)
    if not turned:
        return design
    racks = tuple(rack.evolve(rotation=turned) for rack in design.racks)
    return design.evolve(racks=racks)


def test_a_row_goes_on_at_its_end_and_then_at_its_begin() -> None:
    design = row_of(3)
    part = CATALOG.require(PART)
    last, first = design.racks[-1], design.racks[0]
    assert spot_in_row(Layout(design), CATALOG, part, "Q") == (
        last.x_mm + 800, last.y_mm, 0, "Q"
    )  # fmt: skip
    wall = design.room.evolve(
        outline=((0, 0), (last.x_mm + 900, 0), (last.x_mm + 900, 9_000), (0, 9_000))
    )
    short = design.evolve(room=wall)
    assert spot_in_row(Layout(short), CATALOG, part, "Q") == (
        first.x_mm - 800, first.y_mm, 0, "Q"
    )  # fmt: skip
    full = wall.evolve(
        outline=(
            (first.x_mm - 100, 0), (last.x_mm + 900, 0), (last.x_mm + 900, 9_000),
            (first.x_mm - 100, 9_000),
        )
    )  # fmt: skip
    layout = Layout(design.evolve(room=full))
    assert spot_in_row(layout, CATALOG, part, "Q") is None
    with pytest.raises(EditError, match="no free place beside the racks of its row"):
        new_rack(layout, CATALOG, "X", {"part": PART, "row": "Q"})


def test_a_gap_of_a_row_is_taken_where_its_ends_are_not_free() -> None:
    design = row_of(4)
    left = min(rack.x_mm for rack in design.racks)
    right = max(rack.x_mm for rack in design.racks) + 800
    walls = ((left, 0), (right, 0), (right, 9_000), (left, 9_000))
    gone = design.racks[2]
    holed = design.evolve(
        racks=tuple(rack for rack in design.racks if rack is not gone),
        room=design.room.evolve(outline=walls),
    )
    made = new_rack(Layout(holed), CATALOG, "X", {"part": PART, "row": "Q"})
    rack = next(one for one in made.edit(holed).racks if one.name == "X")
    assert (rack.x_mm, rack.y_mm, rack.row) == (gone.x_mm, gone.y_mm, "Q")
    assert made.said == f"at {gone.x_mm:,} mm, {gone.y_mm:,} mm"


def test_a_place_that_is_said_is_kept_whichever_way_it_faces() -> None:
    layout = Layout(EMPTY)
    said = {"part": PART, "x_mm": 600, "y_mm": 1_200, "rotation": 90, "note": "n"}
    rack = new_rack(layout, CATALOG, "X", said).edit(EMPTY).racks[0]
    assert (rack.x_mm, rack.y_mm, rack.rotation, rack.note) == (600, 1_200, 90, "n")
    with pytest.raises(EditError, match="without a place"):
        new_rack(layout, CATALOG, "X", {"part": PART, "rotation": 90})


def test_an_assembly_fills_a_new_rack_as_it_fills_others() -> None:
    filled = HALL.evolve(racks=(), devices=(), rows=(), cables=())
    assembly = filled.assemblies[0]
    said = {"part": assembly.rack_part, "assembly": assembly.id}
    made = new_rack(Layout(filled), CATALOG, "X", said).edit(filled)
    assert len(Layout(made).in_rack("X")) == len(assembly.slots)


def test_a_device_is_named_by_its_row_and_gets_the_id_of_a_drop() -> None:
    design = row_of(1)
    made = new_device(Layout(design), CATALOG, "n1", {"part": "dgx-h100", "rack": "Q01"})
    device = made.edit(design).devices[0]
    assert (device.id, device.name, device.half_u) == ("q01-dgx-h100-1", "n1", 2)
    assert made.said == "at U1–U8"


@pytest.mark.parametrize(
    ("text", "corners"),
    [
        ("600,1200 7200,1200", ((600, 1200), (7200, 1200))),
        ("0, 0; -5 ,7 / 9,9", ((0, 0), (-5, 7), (9, 9))),
        ("600 1200", None), ("600,1200", None), ("", None), ("1,2 3,4 x", None),
    ],
)  # fmt: skip
def test_corners_are_pairs_with_a_comma(text: str, corners: object) -> None:
    if corners is None:
        with pytest.raises(EditError, match="write its corners in mm"):
            corners_in(text)
    else:
        assert corners_in(text) == corners


def test_a_cable_between_ports_that_are_named_takes_these_and_no_others() -> None:
    layout = Layout(HALL)
    fabric = next(f for f in HALL.fabrics if f.purpose == "compute")
    node = next(p for p in layout.every() if p.part in fabric.nodes)
    leaf = next(p for p in layout.every() if p.fabric == fabric.id)
    plan = cable_at(layout, CATALOG, (node.key, "3"), (leaf.key, "2.2"), fabric.id)
    assert plan.edit is not None
    (cable,) = plan.edit(HALL).cables
    assert (cable.a, cable.a_port, cable.b, cable.b_port) == (node.key, "3", leaf.key, "2.2")
    for one, other, said in (
        ((node.key, "99"), (leaf.key, "2.2"), "has no port 99"),
        ((node.key, "3"), (leaf.key, "99.9"), "has no port 99.9"),
        ((node.key, "3"), (node.key, "4"), "both ends are at one device"),
        (("gone", "3"), (leaf.key, "2.2"), "there is no gone any more"),
    ):
        assert said in cable_at(layout, CATALOG, one, other).verdict.reason
    assert (
        "no fabric"
        in cable_at(layout, CATALOG, (node.key, "3"), (leaf.key, "2.2"), "x").verdict.reason
    )


def test_every_place_that_is_found_is_one_that_a_drop_would_take() -> None:
    design = HALL
    for number in range(8):
        made = new_rack(Layout(design), CATALOG, f"N{number}", {"part": PART})
        after = made.edit(design)
        rack = next(one for one in after.racks if one.name == f"N{number}")
        at = rack.x_mm, rack.y_mm, rack.rotation
        assert can_place_rack(Layout(design), CATALOG, PART, *at).ok
        design = after
