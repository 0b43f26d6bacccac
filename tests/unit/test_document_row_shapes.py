"""Rows by their shape: count, pitch, filling, exceptions, what stops them; mirrored racks."""

from itertools import pairwise

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.errors import EditError
from designer.document.row_plans import row_of_count, row_of_pitch
from designer.document.row_shapes import MOST_RACKS, room_of, shape_of, shape_of_chosen
from designer.model.design import Design, Rack, Room, Row
from designer.model.layout import Layout

CATALOG = load_shipped()
RACK = "rack-48u"


def hall(width_mm=12_000, depth_mm=9_000, **rack):
    """Return a room with one rack of 800 × 1,200 mm that holds a node."""
    at = {"x_mm": 1200, "y_mm": 2400, **rack}
    outline = ((0, 0), (width_mm, 0), (width_mm, depth_mm), (0, depth_mm))
    alone = Rack(id="R01", name="R01", part=RACK, **at)
    design = Design(room=Room(outline=outline), racks=(alone,))
    return edits.place_device(CATALOG, "dgx-h100", "R01")(design)


def row(count=4, **more):
    """Return a row of racks with a node each."""
    return edits.begin_row(CATALOG, "R01", count)(hall(**more))


def shape(design, row_id="A"):
    found = shape_of(Layout(design), CATALOG, row_id)
    assert found is not None
    return found


@pytest.mark.parametrize(("rotation", "along"), [(0, "x_mm"), (180, "x_mm"), (90, "y_mm")])
def test_a_rack_alone_begins_a_row_of_racks_filled_as_it_is(rotation, along):
    design = row(4, rotation=rotation)
    assert [rack.name for rack in shape(design).racks] == ["A01", "A02", "A03", "A04"]
    at = [getattr(rack, along) for rack in shape(design).racks]
    assert [after - before for before, after in pairwise(at)] == [800] * 3
    assert {rack.rotation for rack in design.racks} == {rotation}
    assert [rack.row for rack in design.racks] == ["A"] * 4
    layout = Layout(design)
    assert [placed.part for placed in layout.every()] == ["dgx-h100"] * 4
    assert len(design.assemblies) == 1, "one filling that all share"
    assert len({rack.assembly for rack in design.racks}) == 1


def test_names_by_hand_are_counted_on():
    design = edits.rename("R01", "Pod 1")(hall())
    design = edits.begin_row(CATALOG, "R01", 3)(design)
    assert [rack.name for rack in design.racks] == ["Pod 2", "Pod 3", "Pod 1"]
    assert [rack.name for rack in shape(design).racks] == ["Pod 1", "Pod 2", "Pod 3"]


def test_an_empty_rack_begins_a_row_of_empty_racks():
    design = hall().evolve(devices=())
    design = edits.begin_row(CATALOG, "R01", 2)(design)
    assert design.assemblies == ()
    assert shape(design).count == 2


def test_a_rack_in_a_row_begins_none():
    with pytest.raises(EditError, match="A01 stands in row A"):
        edits.begin_row(CATALOG, "R01", 2)(row())


def test_racks_are_added_after_the_last_and_the_last_are_taken_away():
    longer = edits.shape_row(CATALOG, "A", 6)(row())
    assert [rack.x_mm for rack in shape(longer).racks] == [1200 + 800 * n for n in range(6)]
    assert shape(longer).racks[-1].name == "A06"
    assert shape(longer).racks[-1].assembly
    shorter = edits.shape_row(CATALOG, "A", 2)(longer)
    assert [rack.name for rack in shape(shorter).racks] == ["A01", "A02"]
    assert shape(shorter).racks == shape(longer).racks[:2]


def test_a_pitch_counts_from_the_first_rack():
    design = edits.shape_row(CATALOG, "A", pitch_mm=900)(row())
    assert [rack.x_mm for rack in shape(design).racks] == [1200, 2100, 3000, 3900]
    assert shape(design).pitch_mm == 900
    both = edits.shape_row(CATALOG, "A", count=5, pitch_mm=1000)(design)
    assert [rack.x_mm for rack in shape(both).racks] == [1200, 2200, 3200, 4200, 5200]


def test_uneven_distances_are_no_pitch():
    design = edits.move_racks(CATALOG, ("A04",), 300, 0)(row())
    assert shape(design).pitch_mm is None
    assert shape(design).box_at(4)[0] == 3900 + 800, "what follows stands flush"
    even = edits.shape_row(CATALOG, "A", pitch_mm=800)(design)
    assert shape(even).pitch_mm == 800


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"pitch_mm": 700}, "a pitch of 700 mm: Rack 48U .* is 800 mm wide"),
        ({"pitch_mm": 4000}, "A04: "),
        ({"count": 0}, "a row of 0 racks"),
        ({"count": MOST_RACKS + 1}, f"a row of {MOST_RACKS + 1} racks"),
        ({"count": 40}, "outside"),
        ({"assembly": "none-such"}, "none-such"),
    ],
)
def test_what_cannot_be_says_why(more, reason):
    with pytest.raises(EditError, match=reason):
        edits.shape_row(CATALOG, "A", **more)(row())


def test_a_filling_goes_to_the_racks_that_follow_the_row():
    design = edits.detach_assembly("A02")(row())
    other = edits.place_device(CATALOG, "dgx-h100", "A02")(design)
    assert [rack.name for rack in shape(other).exceptions] == ["A02"]
    made = edits.make_assembly(CATALOG, "A02", "Two")(other)
    given = edits.shape_row(CATALOG, "A", assembly="two")(made)
    assert {rack.assembly for rack in given.racks} == {"two"}
    back = edits.shape_row(CATALOG, "A", assembly="")(made)
    assert {rack.name for rack in back.racks if rack.assembly} == {"A02"}


def test_the_wall_or_a_neighbour_stops_a_row():
    room = room_of(Layout(row()), CATALOG, shape(row()))
    assert room.most == (12_000 - 1200) // 800
    assert "outside" in room.stopped_by
    column = Rack(id="X", name="X", part=RACK, x_mm=6000, y_mm=2400)
    design = edits.put("racks", column)(row())
    stopped = room_of(Layout(design), CATALOG, shape(design))
    assert stopped.most == 6
    assert "X" in stopped.stopped_by


@pytest.mark.parametrize("rotation", [0, 90])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_rack_out_of_line_is_an_exception_that_is_put_back(rotation, number):
    """The pitch was not told, and nothing but a drag brought the rack back."""
    design = row(4, depth_mm=12_000, rotation=rotation)
    rack = shape(design).racks[number - 1]
    by = (1530, 0) if rotation == 90 else (0, 1530)
    moved = edits.move_racks(CATALOG, (rack.id,), *by)(design)
    found = shape(moved)
    assert [one.id for one in found.out_of_line] == [rack.id]
    assert found.out_by_mm(found.out_of_line[0]) == 1530
    assert (found.pitch_mm, found.line_mm) == (800, shape(design).line_mm)
    assert edits.put_in_line(CATALOG, (rack.id,))(moved) == design
    longer = shape(edits.shape_row(CATALOG, "A", 6)(moved))
    assert [one.id for one in longer.out_of_line] == [rack.id], "what is added follows the line"
    wider = edits.shape_row(CATALOG, "A", pitch_mm=1000)(moved)
    assert [one.id for one in shape(wider).out_of_line] == [rack.id]
    assert shape(wider).pitch_mm == 1000


def test_the_nearest_free_place_of_the_line_is_taken():
    design = row(5)
    ids = [rack.id for rack in shape(design).racks]
    moved = edits.move_racks(CATALOG, (ids[1],), 1600, 1530)(design)
    moved = edits.move_racks(CATALOG, (ids[3],), 0, 1530)(
        edits.move_racks(CATALOG, (ids[1],), 0, 1530)(moved)
    )
    back = edits.put_in_line(CATALOG, (ids[1], ids[3]))(moved)
    assert shape(back).out_of_line == ()
    assert shape(back).pitch_mm == 800
    assert sorted(rack.x_mm for rack in back.racks) == sorted(rack.x_mm for rack in design.racks)


def test_racks_of_another_depth_are_not_out_of_line():
    design = row()
    deep = Rack(id="D", name="D", part="rack-48u-deep", x_mm=4400, y_mm=2300, row="A")
    part = next(p for p in CATALOG.parts if p.rack and p.depth_mm and p.depth_mm > 1200)
    mixed = edits.put("racks", deep.evolve(part=part.id))(design)
    assert shape(mixed).out_of_line == ()
    assert shape(mixed).exceptions != ()


def test_putting_back_says_why_not():
    design = edits.move_racks(CATALOG, ("R01",), 0, 1530)(row())
    with pytest.raises(EditError, match="no rack 'X'"):
        edits.put_in_line(CATALOG, ("X",))(design)
    with pytest.raises(EditError, match="R01 is in no row"):
        edits.put_in_line(CATALOG, ("R01",))(hall())


def test_only_a_whole_row_or_a_rack_alone_is_chosen_as_one():
    design = row()
    layout = Layout(design)
    assert shape_of_chosen(layout, CATALOG, ("R01", "A02", "A03", "A04")) == shape(design)
    assert shape_of_chosen(layout, CATALOG, ("R01", "A02")) is None
    assert shape_of_chosen(layout, CATALOG, ()) is None
    alone = shape_of_chosen(Layout(hall()), CATALOG, ("R01",))
    assert alone is not None
    assert (alone.row, alone.count, alone.step_mm) == ("", 1, 800)


def test_a_row_is_mirrored_in_its_place_and_two_rows_exchange_sides():
    design = row()
    ids = tuple(rack.id for rack in design.racks)
    turned = edits.mirror_racks(CATALOG, ids, "y")(design)
    assert [(r.x_mm, r.y_mm) for r in turned.racks] == [(r.x_mm, r.y_mm) for r in design.racks]
    assert {rack.rotation for rack in turned.racks} == {180}
    assert turned.rows == (Row(id="A", name="A", x_mm=1200, y_mm=2400, rotation=180),)
    lower = edits.add_row(CATALOG, RACK, 2, 1200, 4800, rotation=180)(design)
    every = tuple(rack.id for rack in lower.racks)
    both = edits.mirror_racks(CATALOG, every, "y")(lower)
    assert {(rack.row, rack.y_mm, rack.rotation) for rack in both.racks} == {
        ("A", 4800, 180), ("B", 2400, 0),
    }  # fmt: skip
    assert edits.mirror_racks(CATALOG, every, "y")(both) == lower


def test_racks_mirrored_left_and_right_keep_their_order_turned_about():
    design = row()
    ids = tuple(rack.id for rack in design.racks)
    there = edits.mirror_racks(CATALOG, ids, "x")(design)
    assert [rack.name for rack in shape(there).racks] == ["A04", "A03", "A02", "A01"]
    assert {rack.rotation for rack in there.racks} == {0}
    assert edits.mirror_racks(CATALOG, ids, "x")(there) == design


def test_mirroring_says_why_not():
    for ids, reason in (((), "no rack to mirror"), (("X",), "no rack 'X'")):
        with pytest.raises(EditError, match=reason):
            edits.mirror_racks(CATALOG, ids)(row())


def mixed(odd):
    """Return row A of four racks of 1,200 mm depth and one of 1,098 mm, aligned by their rears."""
    parts = ["rack-42u"] * 4
    parts.insert(odd, "rack-orv3")
    racks = tuple(
        Rack(
            id=f"A{n + 1}", name=f"A{n + 1}", part=part, row="A", x_mm=1200 + 600 * n,
            y_mm=3102 if part == "rack-orv3" else 3000,
        )
        for n, part in enumerate(parts)
    )  # fmt: skip
    outline = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    rows = (Row(id="A", name="A", x_mm=1200, y_mm=3000),)
    return Design(room=Room(outline=outline), rows=rows, racks=racks)


def stands(design):
    return [(rack.part, rack.x_mm, rack.y_mm) for rack in shape(design).racks]


@pytest.mark.parametrize("odd", [0, 4])
def test_a_rack_of_another_part_leads_no_other_out_of_the_line(odd):
    design = mixed(odd)
    longer = edits.shape_row(CATALOG, "A", 7)(design)
    assert stands(longer)[:5] == stands(design)
    assert stands(longer)[5:] == [("rack-42u", 4200, 3000), ("rack-42u", 4800, 3000)]
    assert shape(longer).out_of_line == ()
    assert shape(design).box_at(5) == (4200, 3000, 4800, 4200), "where its ghost is"
    plan, _ = row_of_count(Layout(design), CATALOG, ("A1", "A2", "A3", "A4", "A5"), 6)
    assert plan.boxes == ((4200, 3000, 4800, 4200),)


@pytest.mark.parametrize("odd", [0, 4])
def test_along_a_row_down_the_plan_it_is_the_same(odd):
    design = mixed(odd)
    down = design.evolve(racks=tuple(
        rack.evolve(x_mm=rack.y_mm, y_mm=rack.x_mm, rotation=90) for rack in design.racks
    ))  # fmt: skip
    longer = edits.shape_row(CATALOG, "A", 6, pitch_mm=700)(down)
    assert stands(longer)[:5] == [
        (part, y, 1200 + 700 * n) for n, (part, _, y) in enumerate(stands(design))
    ]
    assert stands(longer)[5:] == [("rack-42u", 3000, 4700)]


@pytest.mark.parametrize("odd", [0, 4])
def test_another_pitch_leaves_each_rack_where_it_stands_across_the_row(odd):
    design = mixed(odd)
    wider = edits.shape_row(CATALOG, "A", pitch_mm=700)(design)
    assert stands(wider) == [
        (part, 1200 + 700 * n, y) for n, (part, _, y) in enumerate(stands(design))
    ]
    assert shape(wider).out_of_line == ()
    plan = row_of_pitch(Layout(design), CATALOG, shape(design), 700)
    assert [box[:2] for box in plan.boxes] == [(x, y) for _, x, y in stands(wider)]


def test_a_pitch_at_which_a_wider_rack_reaches_into_its_neighbour_is_refused():
    """Racks of the row were tried without each other: an 800 mm one stood 200 mm in the next."""
    design = mixed(4)
    apart = edits.shape_row(CATALOG, "A", pitch_mm=900)(design)
    stood = next(rack for rack in apart.racks if rack.id == "A2")
    apart = apart.evolve(racks=tuple(
        stood.evolve(part=RACK) if rack is stood else rack for rack in apart.racks
    ))  # fmt: skip
    with pytest.raises(EditError, match=r"A2: .*A3"):
        edits.shape_row(CATALOG, "A", pitch_mm=600)(apart)
    assert not row_of_pitch(Layout(apart), CATALOG, shape(apart), 600).verdict.ok
    assert shape(edits.shape_row(CATALOG, "A", pitch_mm=800)(apart)).pitch_mm == 800


def test_what_is_shown_of_another_pitch_leaves_a_rack_out_of_line_where_it_stands():
    design = edits.move_racks(CATALOG, ("A02",), 0, 1530)(row())
    plan = row_of_pitch(Layout(design), CATALOG, shape(design), 900)
    wider = edits.shape_row(CATALOG, "A", pitch_mm=900)(design)
    assert sorted(box[:2] for box in plan.boxes) == sorted((r.x_mm, r.y_mm) for r in wider.racks)
