"""Edits and placement, on a small catalogue of our own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.aisles import aisles
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document import edits
from designer.document.edits import duplicates
from designer.document.edits.copy_places import copy_place
from designer.document.errors import EditError
from designer.document.placement import (
    can_place,
    can_place_rack,
    first_fit,
    footprint,
    free_row,
    snap_rack,
    snap_to_tile,
)
from designer.engine.subjects.floor.aisles import aisles_of
from designer.model.change import apply, change_from_data, diff
from designer.model.design import Assembly, Design, Obstacle, PowerNode, Rack, Room, Slot
from designer.model.layout import Layout
from designer.planning.templates import build


@pytest.fixture(scope="module")
def catalog():
    return Catalog(PARTS)


PARTS = (
    Part(id="rack", kind="rack", name="Rack 48U", width_mm=600, depth_mm=1200,
         rack=RackFigures(units=48, usable_depth_mm=1000)),
    Part(id="node", kind="node", name="Node 8U", height_half_u=16, depth_mm=897),
    Part(id="leaf", kind="switch", name="Leaf 1U", height_half_u=2, depth_mm=400,
         full_depth=False),
    Part(id="half", kind="server", name="Half 1.5U", height_half_u=3, depth_mm=700),
    Part(id="deep", kind="server", name="Deep 1U", height_half_u=2, depth_mm=1100),
    Part(id="pdu", kind="rack-pdu", name="PDU", pdu=PduFigures(volts=415, amps=60, phases=3)),
    Part(id="door", kind="rear-door", name="Door"),
    Part(id="cdu", kind="cdu", name="CDU", width_mm=900, depth_mm=1200),
    Part(id="fibre", kind="cable", name="Fibre"),
)  # fmt: skip


def one_rack(**fields):
    power = (PowerNode(id="A"), PowerNode(id="B"))
    return Design(
        power=power, racks=(Rack(id="R1", name="R1", part="rack", x_mm=0, y_mm=0),), **fields
    )


def place(catalog, design, part, u=None, **fields):
    half_u = None if u is None else round(2 * u)
    return edits.place_device(catalog, part, "R1", half_u, **fields)(design)


@pytest.mark.parametrize(
    ("part", "half_u", "face", "reason"),
    [
        ("node", 2, "front", ""),
        ("node", 82, "front", ""),
        ("node", 83, "front", "outside U1–U48"),
        ("node", 1, "front", "outside U1–U48"),
        ("node", 30, "front", "U22 held by leaf-03"),
        ("node", 44, "rear", "U22 held by leaf-03"),
        ("leaf", 44, "rear", ""),
        ("deep", 2, "front", "1100 mm deep, R1 takes 1000 mm"),
        ("pdu", 2, "front", "does not mount in the rails"),
        ("node", 0, "zero-u", "does not mount beside the rails"),
        ("node", 0, "door", "is not a rear door"),
        ("cdu", 2, "front", "stands on the floor"),
        ("fibre", 2, "front", "takes no rack position"),
        ("nothing", 2, "front", "the part nothing is not in the catalogue"),
    ],
)
def test_can_place_says_why_not(catalog, part, half_u, face, reason):
    design = place(catalog, one_rack(), "leaf", 22, name="leaf-03")
    verdict = can_place(Layout(design), catalog, part, "R1", half_u, face)
    assert verdict.ok == (not reason)
    assert reason in verdict.reason


def test_can_place_leaves_out_what_moves(catalog):
    design = place(catalog, one_rack(), "node", 3)
    key = design.devices[0].id
    layout = Layout(design)
    assert not can_place(layout, catalog, "node", "R1", 10).ok
    assert can_place(layout, catalog, "node", "R1", 10, exclude={key}).ok


def test_first_fit_fills_nodes_from_below_and_switches_from_above(catalog):
    design = place(catalog, one_rack(), "node")
    design = place(catalog, design, "leaf")
    assert [(d.part, d.half_u) for d in design.devices] == [("leaf", 96), ("node", 2)]
    assert first_fit(Layout(design), catalog, "node", "R1") == 18


def test_a_full_rack_has_no_first_fit(catalog):
    design = one_rack()
    for _ in range(6):
        design = place(catalog, design, "node")
    assert first_fit(Layout(design), catalog, "node", "R1") is None
    with pytest.raises(EditError, match="no room for Node 8U in R1"):
        place(catalog, design, "node")


def test_pdus_take_the_feeds_of_the_room_in_turn(catalog):
    design = one_rack()
    for _ in range(4):
        design = place(catalog, design, "pdu")
    assert sorted(d.feed for d in design.devices) == ["A", "A", "B", "B"]
    with pytest.raises(EditError, match="all 4 0U positions"):
        place(catalog, design, "pdu")


def test_one_door_a_rack(catalog):
    design = place(catalog, one_rack(), "door")
    with pytest.raises(EditError, match="already has"):
        place(catalog, design, "door")


def test_move_keeps_distance_and_is_all_or_none(catalog):
    design = place(catalog, place(catalog, one_rack(), "node", 1), "node", 9)
    first, second = (d.id for d in design.devices)
    moved = edits.move_devices(catalog, (first, second), "R1", 10)(design)
    assert [d.half_u for d in moved.devices] == [10, 26]
    with pytest.raises(EditError, match="outside"):
        edits.move_devices(catalog, (first, second), "R1", 80)(design)
    with pytest.raises(EditError, match="no rack 'R9'"):
        edits.move_devices(catalog, (first,), "R9", 10)(design)


def with_assembly():
    slots = (
        Slot(id="n1", part="node", half_u=6, name="dgx-{rack}-1"),
        Slot(id="n2", part="node", half_u=22, name="dgx-{rack}-2"),
    )
    racks = tuple(
        Rack(id=k, name=k, part="rack", x_mm=600 * i, y_mm=0, assembly="x2")
        for i, k in enumerate(("R1", "R2"))
    )
    return Design(assemblies=(Assembly(id="x2", rack_part="rack", slots=slots),), racks=racks)


def test_an_assembly_fills_each_copy_with_names_of_its_own():
    layout = Layout(with_assembly())
    assert [p.name for p in layout.in_rack("R2")] == ["dgx-R2-1", "dgx-R2-2"]
    assert layout.find("R1/n2").half_u == 22
    assert len(list(layout.every())) == 4
    assert layout.copies == {"x2": 2}


def test_removing_from_a_copy_detaches_that_rack_only():
    design = edits.remove(("R1/n1",))(with_assembly())
    layout = Layout(design)
    assert [p.name for p in layout.in_rack("R1")] == ["dgx-R1-2"]
    assert len(layout.in_rack("R2")) == 2
    assert (design.racks[0].assembly, design.racks[1].assembly) == ("", "x2")


def test_editing_the_assembly_changes_every_copy(catalog):
    design = with_assembly()
    slots = (*design.assemblies[0].slots, Slot(id="sw", part="leaf", half_u=96))
    changed = edits.edit_assembly(catalog, "x2", slots)(design)
    assert len(list(Layout(changed).every())) == 6
    clash = (*slots, Slot(id="z", part="leaf", half_u=96))
    with pytest.raises(EditError, match="U48 held by"):
        edits.edit_assembly(catalog, "x2", clash)(design)


def test_moving_an_assembly_device_to_another_rack(catalog):
    design = edits.move_devices(catalog, ("R1/n1",), "R2", 60)(with_assembly())
    assert len(Layout(design).in_rack("R2")) == 3
    assert design.devices[0].name == "dgx-R1-1"


def test_removing_racks_and_rows_takes_what_is_in_them(catalog):
    design = edits.add_row(catalog, "rack", 3, 0, 0)(Design())
    assert [r.name for r in design.racks] == ["A01", "A02", "A03"]
    design = edits.place_device(catalog, "node", "A02")(design)
    assert edits.remove(("A02",))(design).devices == ()
    empty = edits.remove(("A",))(design)
    assert (empty.racks, empty.rows, empty.devices) == ((), (), ())
    with pytest.raises(EditError, match="nothing is called 'Z'"):
        edits.remove(("Z",))(design)


@pytest.mark.parametrize(
    ("x", "y", "part", "reason"),
    [
        (600, 0, "rack", ""),
        (599, 0, "rack", "R1 is in the way"),
        (11_401, 0, "rack", "outside the room"),
        (11_400, 7_800, "rack", ""),
        (5_000, 4_500, "cdu", "column is in the way"),
        (3_000, 3_000, "node", "goes into a rack"),
    ],
)
def test_can_place_rack_says_why_not(catalog, x, y, part, reason):
    design = one_rack()
    column = Obstacle(id="o", name="column", x_mm=5_200, y_mm=4_600, width_mm=400, depth_mm=400)
    design = design.evolve(room=design.room.evolve(obstacles=(column,)))
    verdict = can_place_rack(Layout(design), catalog, part, x, y)
    assert verdict.ok == (not reason)
    assert reason in verdict.reason


def test_a_notch_in_the_outline_is_outside(catalog):
    outline = ((0, 0), (4000, 0), (4000, 4000), (2000, 4000), (2000, 2000), (0, 2000))
    layout = Layout(Design(room=Room(outline=outline)))
    assert can_place_rack(layout, catalog, "rack", 0, 0).ok
    assert not can_place_rack(layout, catalog, "rack", 1000, 1500).ok
    assert not can_place_rack(layout, catalog, "rack", 1700, 1000).ok
    assert can_place_rack(layout, catalog, "rack", 2000, 2800).ok


def test_racks_move_and_turn_all_or_none(catalog):
    design = edits.add_row(catalog, "rack", 2, 0, 0)(Design())
    moved = edits.move_racks(catalog, ("A01", "A02"), 600, 0)(design)
    assert [r.x_mm for r in moved.racks] == [600, 1200]
    with pytest.raises(EditError, match="A02 is in the way"):
        edits.move_racks(catalog, ("A01",), 600, 0)(design)
    with pytest.raises(EditError, match="A01 is in the way"):
        edits.rotate_racks(catalog, ("A02",))(design)
    lower = edits.move_row(catalog, "A", 0, 1200)(design)
    assert {r.y_mm for r in lower.racks} == {1200}
    assert lower.rows[0].y_mm == 1200


def test_rename_refuses_taken_and_empty_names(catalog):
    design = edits.add_row(catalog, "rack", 2, 0, 0)(Design())
    assert edits.rename("A01", "X")(design).racks[0].name == "X"
    for name in ("A02", "  "):
        with pytest.raises(EditError):
            edits.rename("A01", name)(design)


def test_set_fields_says_what_does_not_fit():
    design = one_rack()
    assert edits.set_fields("site", altitude_m=1200.0)(design).site.altitude_m == 1200
    assert edits.set_fields("racks", "R1", cooling="in-row")(design).racks[0].cooling == "in-row"
    for bad in ({"cooling": "ice"}, {"colour": "red"}):
        with pytest.raises(EditError, match="R1: "):
            edits.set_fields("racks", "R1", **bad)(design)


def test_duplicate_devices_and_racks(catalog):
    design = edits.add_row(catalog, "rack", 1, 0, 0)(Design())
    design = edits.place_device(catalog, "node", "A01")(design)
    twice = edits.duplicate(catalog, (design.devices[0].id,))(design)
    assert [d.half_u for d in twice.devices] == [2, 18]
    copied = edits.duplicate(catalog, ("A01",))(twice)
    assert [(r.name, r.x_mm) for r in copied.racks] == [("A01", 0), ("A02", 600)]
    assert len({d.id for d in copied.devices}) == 4
    assert len({d.name for d in copied.devices}) == 4


def test_a_device_without_room_for_another_is_told_by_its_name():
    shipped = load_shipped()
    design = edits.add_row(shipped, "rack-42u", 1, 0, 0)(Design())
    for _ in range(5):
        design = edits.place_device(shipped, "dgx-h100", "A01")(design)
    with pytest.raises(EditError, match=r"^no room for another DGX H100 in A01"):
        edits.duplicate(shipped, (design.devices[0].id,))(design)


def place_of(design: Design) -> list[tuple[str, int, int, int]]:
    return [(rack.name, rack.x_mm, rack.y_mm, rack.rotation) for rack in design.racks]


def copies(before: Design, after: Design) -> list[tuple[str, int, int, int]]:
    known = {rack.name for rack in before.racks}
    return [place for place in place_of(after) if place[0] not in known]


def test_a_row_is_duplicated_in_its_shape_as_a_row_of_its_own(catalog):
    """Eight racks with a gap and another row below: the copy is the same shape an aisle away."""
    room = Room(outline=((0, 0), (12_000, 0), (12_000, 15_000), (0, 15_000)))
    design = edits.add_row(catalog, "rack", 8, 3000, 3000, name="D")(Design(room=room))
    design = edits.move_racks(catalog, ("D08",), 1200, 0)(design)
    design = edits.add_row(catalog, "rack", 8, 3000, 6000, name="E")(design)
    design = edits.place_device(catalog, "node", "D01")(design)
    ids = tuple(rack.id for rack in design.racks if rack.row == "D")
    copied = edits.duplicate(catalog, ids)(design)
    new = [rack for rack in copied.racks if rack.id not in {r.id for r in design.racks}]
    assert [rack.name for rack in new] == [f"A{n:02d}" for n in range(1, 9)]
    old = [rack for rack in copied.racks if rack.row == "D"]
    assert {(n.x_mm - o.x_mm, n.y_mm - o.y_mm) for n, o in zip(new, old, strict=True)} == {
        (0, new[0].y_mm - 3000)
    }
    others = {rack.y_mm for rack in copied.racks if rack.row in "DE"}
    assert all(abs(new[0].y_mm - y) >= 1200 + 1200 for y in others), "an aisle to every row"
    row = next(row for row in copied.rows if row.id == "A")
    assert (row.x_mm, row.y_mm) == (3000, new[0].y_mm)
    assert {rack.row for rack in new} == {"A"}
    assert {device.rack for device in copied.devices} == {"D01", "A01"}


def test_a_row_is_not_duplicated_where_the_room_has_no_aisle_left(catalog):
    """The floor behind it is free, but rows with no aisle between them cannot be served."""
    room = Room(outline=((0, 0), (3600, 0), (3600, 4800), (0, 4800)))
    design = edits.add_row(catalog, "rack", 4, 600, 600)(Design(room=room))
    with pytest.raises(EditError, match=r"4 racks as they stand: .* 1\.2 m before racks and 0\.9"):
        edits.duplicate(catalog, tuple(rack.id for rack in design.racks))(design)


def test_a_row_is_duplicated_back_to_back_across_a_hot_aisle(catalog):
    """Row D has its rear to the free floor: its copy turns round and shares the hot aisle."""
    room = Room(outline=((0, 0), (9600, 0), (9600, 7800), (0, 7800)))
    design = edits.add_row(catalog, "rack", 4, 1800, 1800, name="D")(Design(room=room))
    copied = edits.duplicate(catalog, tuple(rack.id for rack in design.racks))(design)
    assert copies(design, copied) == [
        (f"A{n + 1:02d}", 1800 + 600 * n, 4200, 180) for n in range(4)
    ]
    assert next(row for row in copied.rows if row.id == "A").rotation == 180


def test_a_place_for_copies_is_sought_once_for_them_and_what_is_said_of_it(catalog, monkeypatch):
    room = Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)))
    design = edits.add_row(catalog, "rack", 3, 0, 1200, name="D")(Design(room=room))
    sought = []

    def search(*asked):
        sought.append(asked)
        return copy_place(*asked)

    monkeypatch.setattr(duplicates, "copy_place", search)
    for keys in (("D02",), ("D01", "D02")):
        edits.duplicate_notes(design, catalog, keys)
        edits.duplicate(catalog, keys)(design)
    assert len(sought) == 2
    edits.duplicate(catalog, ("D01", "D02"))(edits.set_fields("racks", "D01", y_mm=5000)(design))
    assert len(sought) == 3


def test_a_copy_across_a_mixed_aisle_says_so(catalog):
    """Four free places in a room whose only free line faces another row's rears."""
    room = Room(outline=((0, 0), (3000, 0), (3000, 6600), (0, 6600)))
    design = edits.add_row(catalog, "rack", 5, 0, 1200, name="D")(Design(room=room))
    note, _ = edits.duplicate_notes(design, catalog, ("D02",))
    copied = edits.duplicate(catalog, ("D02",))(design)
    assert copies(design, copied) == [("D06", 600, 3600, 0)]
    assert copied.racks[5].row == "", "out of line with row D, so not in it"
    assert "face the same way" in note
    assert note.endswith("so one blows at the other: the room has no better place")
    free = edits.add_row(catalog, "rack", 2, 0, 1200, name="D")(Design(room=room))
    assert edits.duplicate_notes(free, catalog, ("D02",)) == ("", "")
    row = edits.add_row(catalog, "rack", 2, 0, 3600, name="E")(design)
    on, _ = edits.duplicate_notes(row, catalog, ("E02",))
    assert on.endswith("so one blows at the other: the row goes on there")
    two, _ = edits.duplicate_notes(design, catalog, ("D01", "D02"))
    assert two.startswith("The copy of 2 racks stands "), two


LINE = tuple(f"R{number}" for number in range(6))


def line_of_racks(y_mm: int, deep_mm: int, *others: Rack, wide_mm: int = 3600) -> Design:
    """Return six racks side by side in no row, in a room as wide as their line."""
    outline = ((0, 0), (wide_mm, 0), (wide_mm, deep_mm), (0, deep_mm))
    racks = [
        Rack(id=key, name=key, part="rack", x_mm=600 * at, y_mm=y_mm) for at, key in enumerate(LINE)
    ]
    return Design(room=Room(outline=outline), racks=(*racks, *others))


def kinds_of_aisles(catalog: Catalog, design: Design) -> list[str]:
    return [aisle.kind for aisle in aisles(design, catalog)]


def test_a_line_of_racks_in_no_row_is_turned_round_like_a_row(catalog):
    """Copies of eight loose racks stood 3.6 m behind them in a mixed aisle, and nobody said so."""
    design = line_of_racks(1800, 12_000)
    copied = edits.duplicate(catalog, LINE)(design)
    assert sorted(copies(design, copied)) == sorted(
        (f"R{number + 6}", 600 * number, 4200, 180) for number in range(6)
    )
    assert {rack.row for rack in copied.racks} == {""}
    assert kinds_of_aisles(catalog, copied) == ["hot"]
    assert edits.duplicate_notes(design, catalog, LINE) == ("", "")


@pytest.mark.parametrize(
    ("keys", "other"),
    [
        (LINE[:5], ()),
        (LINE, (Rack(id="S", name="S", part="rack", x_mm=3600, y_mm=1800),)),
        ((*LINE, "S"), (Rack(id="S", name="S", part="rack", x_mm=3600, y_mm=4200),)),
        ((*LINE, "S"), (Rack(id="S", name="S", part="rack", x_mm=3600, y_mm=1800, rotation=180),)),
    ],
)
def test_only_a_whole_line_that_faces_one_way_is_turned_round(catalog, keys, other):
    design = line_of_racks(1800, 15_000, *other, wide_mm=4200)
    copied = edits.duplicate(catalog, keys)(design)
    old = {rack.id: rack for rack in design.racks}
    made = [rack for rack in copied.racks if rack.id not in old]
    assert [rack.rotation for rack in made] == [old[key].rotation for key in keys]


@pytest.mark.parametrize("rotation", [0, 180])
def test_copies_keep_out_of_a_mixed_aisle_of_exactly_the_widest(catalog, rotation):
    """`<= 3600` for the aisles of the floor, `< 3600` for the places of copies."""
    facing = Rack(id="S", name="S", part="rack", x_mm=0, y_mm=600, rotation=rotation)
    copied = Rack(id="R", name="R", part="rack", x_mm=600, y_mm=5400, rotation=rotation)
    outline = ((0, 0), (1200, 0), (1200, 7800), (0, 7800))
    design = Design(room=Room(outline=outline), racks=(facing, copied))
    after = edits.duplicate(catalog, ("R",))(design)
    note, _ = edits.duplicate_notes(design, catalog, ("R",))
    assert copies(design, after) == [("R-2", 0, 5400, rotation)]
    assert "mixed" in kinds_of_aisles(catalog, after)
    assert "face the same way" in note
    deeper = Room(outline=((0, 0), (1200, 0), (1200, 7801), (0, 7801)))
    apart = Design(room=deeper, racks=(facing, copied.evolve(y_mm=5401)))
    assert edits.duplicate_notes(apart, catalog, ("R",)) == ("", "")


def test_copies_keep_out_of_mixed_aisles_with_in_row_units_as_well(catalog):
    """The floor takes an in-row unit for a part of its line; the places of copies did not."""
    cooler = Part(id="irc", kind="in-row", name="In-row", width_mm=300, depth_mm=1200)
    unit = Rack(id="S", name="S", part="irc", x_mm=0, y_mm=1200)
    copied = Rack(id="R", name="R", part="rack", x_mm=600, y_mm=4200)
    outline = ((0, 0), (1200, 0), (1200, 6300), (0, 6300))
    design = Design(room=Room(outline=outline), racks=(unit, copied))
    wider = catalog.overlay([cooler])
    after = edits.duplicate(wider, ("R",))(design)
    assert copies(design, after) == [("R-2", 0, 4200, 0)]
    assert kinds_of_aisles(wider, after) == ["mixed"]
    assert "face the same way" in edits.duplicate_notes(design, wider, ("R",))[0]


def shipped_hall() -> tuple[Catalog, Design]:
    shipped = load_shipped()
    return shipped, build("dgx-superpod-h100", {"scalable_units": "4"}, shipped)


def narrow(design: Design, shipped: Catalog) -> set[str]:
    """Return the racks with less than the least aisle before or behind them."""
    found = aisles_of(design.racks, design.room, shipped)
    racks = [rack.id for rack in design.racks if shipped.require(rack.part).traits.is_rack]
    return {k for k in racks if found[k].front_mm < 1200 or found[k].rear_mm < 900}


def test_a_new_unit_is_named_as_those_of_its_kind():
    shipped, design = shipped_hall()
    unit = next(rack for rack in design.racks if rack.name == "CRAH-01")
    placed = edits.place_rack(shipped, unit.part, 12_000, 3000)(design)
    assert [place[0] for place in copies(design, placed)] == ["CRAH-04"]


def test_racks_of_a_hall_are_duplicated_at_the_end_of_their_row():
    """One rack and three with a gap, in a hall of four scalable units; no aisle gets narrower."""
    shipped, design = shipped_hall()
    assert narrow(design, shipped) == set()
    one = edits.duplicate(shipped, ("D03",))(design)
    assert copies(design, one) == [("D09", 10_000, 9600, 0)]
    three = edits.duplicate(shipped, ("D02", "D03", "D05"))(design)
    assert [place[:3] for place in copies(design, three)] == [
        ("D09", 10_000, 9600), ("D10", 10_800, 9600), ("D11", 12_400, 9600),
    ]  # fmt: skip
    assert narrow(one, shipped) == narrow(three, shipped) == set()


def test_a_row_of_a_full_hall_is_not_duplicated_into_an_aisle():
    shipped, design = shipped_hall()
    with pytest.raises(EditError, match="no free place leaves"):
        edits.duplicate(shipped, tuple(r.id for r in design.racks if r.row == "D"))(design)


def test_racks_of_a_row_are_duplicated_side_by_side_along_it(catalog):
    design = edits.add_row(catalog, "rack", 4, 3000, 3000, name="D")(Design())
    copied = edits.duplicate(catalog, ("D03", "D02"))(design)
    assert place_of(copied)[4:] == [("D05", 5400, 3000, 0), ("D06", 6000, 3000, 0)]
    assert {rack.row for rack in copied.racks} == {"D"}


def test_a_selection_turns_as_one_about_its_centre(catalog):
    design = edits.add_row(catalog, "rack", 4, 6000, 6000)(Design())
    turned = edits.rotate_racks(catalog, tuple(rack.id for rack in design.racks))(design)
    # The box around them, 2400 by 1200, becomes 1200 by 2400 about the same centre.
    assert place_of(turned) == [(f"A{n:02d}", 6600, 5400 + 600 * (n - 1), 90) for n in range(1, 5)]
    assert (turned.rows[0].rotation, turned.rows[0].x_mm, turned.rows[0].y_mm) == (90, 6600, 5400)
    back = turned
    for _ in range(3):
        back = edits.rotate_racks(catalog, ("A01", "A02", "A03", "A04"))(back)
    assert back == design


def test_odd_millimetres_come_back_after_four_turns(catalog):
    design = edits.place_rack(catalog, "rack", 3000, 3000)(Design())
    design = edits.place_rack(catalog, "rack", 4001, 3000)(design)
    ids = tuple(rack.id for rack in design.racks)
    turned = design
    for _ in range(4):
        turned = edits.rotate_racks(catalog, ids)(turned)
    assert turned == design


def test_turned_racks_that_would_overlap_others_stay(catalog):
    design = edits.add_row(catalog, "rack", 8, 6000, 6000)(Design())
    ids = tuple(rack.id for rack in design.racks)
    with pytest.raises(EditError, match="is in the way"):
        edits.rotate_racks(catalog, ids[3:4])(design)
    blocked = edits.add_row(catalog, "rack", 2, 7800, 7800, name="B")(design)
    with pytest.raises(EditError, match="B01 is in the way"):
        edits.rotate_racks(catalog, ids)(blocked)


def test_snap_prefers_the_neighbours_side_over_the_tile(catalog):
    layout = Layout(one_rack())
    assert snap_to_tile(layout.design.room, 1_450, 880) == (1_200, 600)
    assert snap_rack(layout, catalog, "cdu", 690, 90) == (600, 0)
    assert snap_rack(layout, catalog, "cdu", 3_100, 2_500) == (3_000, 2_400)
    assert footprint(catalog.require("cdu"), 90) == (1200, 900)


ACTION = st.tuples(
    st.sampled_from(["place", "move", "remove", "duplicate", "rack", "undo-like"]),
    st.integers(0, 30),
    st.integers(0, 110),
    st.sampled_from(["node", "leaf", "half", "pdu", "door"]),
)


@settings(max_examples=60)
@given(st.lists(ACTION, max_size=25))
def test_whatever_is_done_nothing_overlaps_and_differences_hold(actions):
    catalog = Catalog(PARTS)
    design = with_assembly()
    for kind, which, where, part in actions:
        before = design
        try:
            design = _act(catalog, design, kind, which, where, part)
        except EditError:
            assert design is before
        change = change_from_data(diff(before, design).to_data())
        assert apply(before, change) == design
        _assert_sound(catalog, design)


def _act(catalog, design, kind, which, where, part):
    layout = Layout(design)
    devices = list(layout.every())
    rack = design.racks[which % len(design.racks)].id if design.racks else "none"
    key = devices[which % len(devices)].key if devices else "none"
    if kind == "place":
        return edits.place_device(catalog, part, rack, where)(design)
    if kind == "move":
        return edits.move_devices(catalog, (key,), rack, where)(design)
    if kind == "remove":
        return edits.remove((key,))(design)
    if kind == "duplicate":
        return edits.duplicate(catalog, (key if where % 2 else rack,))(design)
    if kind == "rack":
        return edits.place_rack(catalog, "rack", which * 400, where * 80)(design)
    return edits.place_device(catalog, part, rack)(design)


def _assert_sound(catalog, design):
    layout = Layout(design)
    ids = [d.id for d in design.devices]
    assert ids == sorted(set(ids))
    keys = [p.key for p in layout.every()]
    assert len(keys) == len(set(keys))
    for placed in layout.every():
        verdict = can_place(
            layout, catalog, placed.part, placed.rack, placed.half_u, placed.face, {placed.key}
        )
        assert verdict.ok, verdict
    for rack in design.racks:
        assert can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        ).ok


def test_a_free_row_keeps_an_aisle_and_stays_inside(catalog):
    design = edits.add_row(catalog, "rack", 3, 1_200, 1_200)(Design())
    spot = free_row(Layout(design), catalog, "rack", 8, 600, 1_200)
    assert spot == (1_200, 3_600)
    full = edits.add_row(catalog, "rack", 8, 1_200, 6_600, name="Z")(design)
    assert free_row(Layout(full), catalog, "rack", 8, 600, 1_200) == (1_200, 3_600)
    assert free_row(Layout(full), catalog, "rack", 40, 600, 1_200) is None
    assert len(edits.add_row(catalog, "rack", 8, *spot)(full).racks) == 19
