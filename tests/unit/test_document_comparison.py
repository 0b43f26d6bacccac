"""Two designs beside each other: which records are said to differ, and how."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.document.change_groups import Group, grouped
from designer.document.change_words import ChangeWords
from designer.document.comparison import Comparison, RecordChange, compare
from designer.model.change import diff
from designer.model.design import Assembly, Design, Device, Fabric, Rack, Room, Site, Slot, Waiver
from designer.model.room import Obstacle
from designer.model.underlay import Underlay
from tests.helpers.designs import designs, small_catalog

SLOTS = (
    Slot(id="n1", part="node-x", half_u=4, name="{rack}-1"),
    Slot(id="n2", part="node-x", half_u=20, name="{rack}-2"),
)
FOUR = tuple(
    Rack(id=f"R{at}", name=f"A0{at}", part="rack-z", x_mm=800 * at, y_mm=0, assembly="pair")
    for at in range(1, 5)
)
HALL = Design(assemblies=(Assembly(id="pair", name="Pair", rack_part="rack-z", slots=SLOTS),),
              racks=FOUR)  # fmt: skip


def own_devices(rack: Rack, slots: tuple[Slot, ...] = SLOTS) -> Iterator[Device]:
    for slot in slots:
        name = slot.name.replace("{rack}", rack.name)
        yield Device(id=f"{rack.id}-own-{slot.id}", name=name, part=slot.part, rack=rack.id,
                     half_u=slot.half_u)  # fmt: skip


def unfolded(design: Design) -> Design:
    """Return a design whose racks hold devices of their own in place of an assembly's."""
    devices = tuple(one for rack in design.racks for one in own_devices(rack))
    racks = tuple(rack.evolve(assembly="") for rack in design.racks)
    return design.evolve(racks=racks, devices=devices, assemblies=())


def only(comparison: Comparison) -> RecordChange:
    (change,) = comparison.changes
    return change


def said(before: Design, after: Design) -> list[tuple[str, str, str]]:
    catalog = small_catalog()
    words = ChangeWords(before, after, (catalog, catalog))
    groups = grouped(compare(before, after).changes)
    return [(words.what(one), words.names(one), words.how(one)) for one in groups]


def test_one_that_came_went_moved_or_changed() -> None:
    later = HALL.evolve(
        racks=(
            FOUR[0].evolve(x_mm=5000),
            FOUR[1].evolve(cooling="in-row", x_mm=2000),
            FOUR[3],
            Rack(id="R9", name="B01", part="rack-z", x_mm=0, y_mm=3000),
        )
    )
    found = {(one.id, one.kind, one.moves) for one in compare(HALL, later).changes}
    assert found == {
        ("R1", "moved", True), ("R2", "changed", True), ("R3", "removed", False),
        ("R9", "added", False),
    }  # fmt: skip


def test_what_is_called_otherwise_is_known_by_its_id() -> None:
    change = only(compare(HALL, HALL.evolve(racks=(FOUR[0].evolve(name="Z99"), *FOUR[1:]))))
    assert (change.id, change.kind) == ("R1", "changed")
    assert [(one.path, one.old, one.new) for one in change.fields] == [("name", "A01", "Z99")]


def test_racks_that_hold_the_same_are_the_same() -> None:
    for before, after in ((HALL, unfolded(HALL)), (unfolded(HALL), HALL)):
        comparison = compare(before, after)
        assert comparison.is_same, comparison.changes
        assert comparison.other_form == ("R1", "R2", "R3", "R4")


def test_of_a_rack_in_another_form_only_what_differs_is_told() -> None:
    later = unfolded(HALL)
    devices = tuple(one for one in later.devices if one.id != "R1-own-n2")
    found = compare(HALL, later.evolve(devices=devices))
    assert found.other_form == ("R2", "R3", "R4")
    told = {(one.collection, one.id, one.kind) for one in found.changes}
    assert told == {("racks", "R1", "changed"), ("devices", "R1/n2", "removed"),
                    ("assemblies", "pair", "removed")}  # fmt: skip


def test_a_device_that_leaves_a_rack_of_another_form_is_told_where_it_is() -> None:
    before = unfolded(HALL)
    gone = before.devices[0]
    racks = (FOUR[0], *before.racks[1:])
    later = before.evolve(
        racks=racks,
        assemblies=HALL.assemblies,
        devices=(gone.evolve(rack="R2", half_u=60), *before.devices[2:]),
    )
    found = compare(before, later)
    assert found.other_form == ("R1",)
    change = only(found)
    assert (change.id, change.kind) == (gone.id, "added")


def test_fields_inside_of_records_have_their_way_down() -> None:
    slots = (SLOTS[0].evolve(half_u=6), SLOTS[1], Slot(id="n3", part="node-x", half_u=40))
    later = HALL.evolve(assemblies=(HALL.assemblies[0].evolve(slots=slots),))
    fields = only(compare(HALL, later)).fields
    assert [(one.path, one.old) for one in fields] == [("slots.n1.half_u", 4), ("slots.n3", None)]
    assert fields[1].new == slots[2]


def test_slots_in_another_order_are_told() -> None:
    later = HALL.evolve(assemblies=(HALL.assemblies[0].evolve(slots=SLOTS[::-1]),))
    (field,) = only(compare(HALL, later)).fields
    assert (field.path, field.old, field.new) == ("slots", ("n1", "n2"), ("n2", "n1"))


def test_single_records_and_texts_of_the_design() -> None:
    room = Room(obstacles=(Obstacle(id="c1", x_mm=1, y_mm=2, width_mm=3, depth_mm=4),))
    later = HALL.evolve(name="Other", site=Site(pue=1.2), room=room)
    found = {one.collection: [field.path for field in one.fields] for one in
             compare(HALL, later).changes}  # fmt: skip
    assert found == {"design": ["name"], "site": ["pue"], "room": ["obstacles.c1"]}


def test_a_part_that_says_something_else() -> None:
    was = small_catalog()
    node = was.get("node-x")
    assert node is not None
    now = was.overlay([node.evolve(mass_kg=200.0)])
    change = only(compare(HALL, HALL, (was, now)))
    assert (change.collection, change.id) == ("parts", "node-x")
    assert [(one.path, one.old, one.new) for one in change.fields] == [("mass_kg", 130.0, 200.0)]
    nothing = Design()
    assert compare(nothing, nothing, (was, now)).is_same


@given(designs(), designs())
def test_nothing_is_said_of_the_same_and_something_of_all_else(one: Design, other: Design) -> None:
    assert compare(one, one).is_same
    found = compare(one, other)
    change = diff(one, other)
    if not found.other_form:
        assert found.is_same == change.is_empty()
    told = {(change.collection, change.id) for change in found.changes}
    for collection, ids in change.drop:
        if collection not in ("devices", "assemblies"):
            assert {(collection, key) for key in ids} <= told


@given(st.integers(0, 3))
def test_racks_whose_assembly_changed_alike_are_one_row(left: int) -> None:
    other = Assembly(id="other", name="Other", rack_part="rack-z")
    racks = tuple(
        rack if at < left else rack.evolve(assembly="other") for at, rack in enumerate(FOUR)
    )
    before = HALL.evolve(assemblies=(*HALL.assemblies, other))
    (row,) = said(before, before.evolve(racks=racks))
    number = 4 - left
    assert row[0] == (f"{number} racks" if number > 1 else "rack A04")
    assert row[2] == "assembly: Pair → Other"


def test_alike_moves_and_additions_are_one_row() -> None:
    moved = tuple(rack.evolve(x_mm=rack.x_mm + 600) for rack in FOUR[:3])
    assert said(HALL, HALL.evolve(racks=(*moved, FOUR[3]))) == [
        ("3 racks", "A01, A02, A03", "from the left: +600 mm")
    ]
    back = tuple(rack.evolve(y_mm=rack.y_mm - 600) for rack in FOUR)
    assert said(HALL, HALL.evolve(racks=back))[0][2] == "from the top: 0 mm → −600 mm"
    apart = tuple(rack.evolve(y_mm=at) for at, rack in enumerate(FOUR))
    nearer = tuple(rack.evolve(y_mm=rack.y_mm - 600) for rack in apart)
    ((_, _, how),) = said(HALL.evolve(racks=apart), HALL.evolve(racks=nearer))
    assert how == "from the top: −600 mm"
    assert said(HALL.evolve(racks=FOUR[:1]), HALL) == [("3 racks", "A02, A03, A04", "Rack Z, Pair")]


def test_moves_by_unlike_ways_are_rows_of_their_own() -> None:
    racks = (FOUR[0].evolve(x_mm=0), FOUR[1].evolve(x_mm=0), *FOUR[2:])
    assert [row[2] for row in said(HALL, HALL.evolve(racks=racks))] == [
        "from the left: 800 mm → 0 mm", "from the left: 1,600 mm → 0 mm",
    ]  # fmt: skip


def test_what_fields_name_is_told_by_its_name() -> None:
    before = unfolded(HALL).evolve(fabrics=(Fabric(id="f1", name="Compute"),))
    device = before.devices[0]
    later = before.evolve(
        devices=(device.evolve(part="switch-y", fabric="f1", half_u=10), *before.devices[1:])
    )
    ((what, names, how),) = said(before, later)
    assert (what, names) == ("switch A01-1 in A01", "")
    assert how == "part: Node “X” → Switch\nY; position: U2 → U5; fabric: none → Compute"


@pytest.mark.parametrize(("was", "now"), [(None, 1.25), (1.25, None)])
def test_what_nobody_states_is_no_number(was: float | None, now: float | None) -> None:
    before, after = Design(site=Site(pue=was)), Design(site=Site(pue=now))
    words = ["not stated" if value is None else "1.25" for value in (was, now)]
    assert said(before, after) == [("site", "", f"PUE: {words[0]} → {words[1]}")]


def test_long_texts_are_cut_where_they_differ() -> None:
    text = "a sentence that goes on and on before it ends in something that differs from: "
    before, after = Design(note=f"{text}this"), Design(note=f"{text}that")
    ((_, _, how),) = said(before, after)
    assert how == "note: …ers from: this → …ers from: that"


def test_a_record_within_another_is_told_by_its_name() -> None:
    column = {"id": "o1", "kind": "column", "x_mm": 3000, "y_mm": 600, "width_mm": 400,
              "depth_mm": 400}  # fmt: skip
    for name, told in (
        ("Column 1", "Column 1"), ("", "from the left 3,000 mm, from the top 600 mm, width 400 mm")
    ):  # fmt: skip
        room = Room.model_validate({"obstacles": ({**column, "name": name},)})
        ((what, _, how),) = said(Design(), Design(room=room))
        assert (what, how) == ("room", f"obstacle o1 added: {told}")
    plan = Underlay(id="p", name="Hall", file="p.png", digest="0" * 64, wide=9, high=8)
    ((_, _, how),) = said(Design(), Design(underlays=(plan,)))
    assert how == "file p.png, wide 9, high 8"


def test_many_fields_of_one_are_counted() -> None:
    waiver = Waiver(id="P01:x", reason="r")
    first = Group("waivers", "added", (RecordChange("waivers", waiver.id, "added", new=waiver),))
    catalog = Catalog(())
    words = ChangeWords(Design(), Design(waivers=(waiver,)), (catalog, catalog))
    assert (words.what(first), words.how(first)) == ("waiver P01:x", "reason r")
    site = Site(pue=1.1, utilisation=0.5, power_factor=0.9, continuous_derate=0.7, growth_pct=5.0,
                fuel_hours=3.0, gpus_needed=8, supply_air_c=20.0)  # fmt: skip
    ((_, _, how),) = said(Design(), Design(site=site))
    assert how.count(";") == 6
    assert how.endswith("2 more fields")
