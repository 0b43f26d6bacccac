"""What a drop would do, planned without a window: where, why not, under which name."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document import drop_plans
from designer.document.drop_plans import (
    DraggedDevices,
    Spot,
    detaching,
    devices_into_rack,
    part_into_rack,
    part_onto_floor,
    racks_by,
)
from designer.document.edits import move_devices
from designer.document.placement import can_place, largest_free_run
from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Room, Slot
from designer.model.imperial_text import in_imperial
from designer.model.layout import Layout

CATALOG = Catalog((
    Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
         rack=RackFigures(units=10, usable_depth_mm=1000)),
    Part(id="node", kind="node", name="Node", height_half_u=4, depth_mm=800),
    Part(id="leaf", kind="switch", name="Leaf", height_half_u=2, depth_mm=400, full_depth=False),
    Part(id="tall", kind="node", name="Tall", height_half_u=40),
    Part(id="pdu", kind="rack-pdu", name="PDU", pdu=PduFigures(volts=415, amps=60, phases=3)),
    Part(id="door", kind="rear-door", name="Door"),
))  # fmt: skip
FULL = Assembly(id="full", name="Two nodes", rack_part="rack", slots=(
    Slot(id="n1", part="node", half_u=2), Slot(id="n2", part="node", half_u=6),
))  # fmt: skip


def layout_of(*devices, racks=(), copies=0):
    standing = [Rack(id=f"R{n}", name=f"R{n}", part="rack", x_mm=1200 * n, y_mm=1200)
                for n in (1, 2)]  # fmt: skip
    standing += [Rack(id=f"C{n}", name=f"C{n}", part="rack", x_mm=1200 * n, y_mm=4800,
                      assembly="full") for n in range(1, copies + 1)]  # fmt: skip
    return Layout(Design(
        room=Room(), power=(PowerNode(id="A"), PowerNode(id="B")), devices=devices,
        racks=tuple(sorted((*standing, *racks), key=lambda r: r.id)),
        assemblies=(FULL,) if copies else (),
    ))  # fmt: skip


def device(key, half_u, part="node", rack="R1", face="front"):
    return Device(id=key, name=key, part=part, rack=rack, half_u=half_u, face=face)


def test_a_part_goes_to_its_first_place_or_where_it_is_held():
    layout = layout_of(device("n", 2))
    first = part_into_rack(layout, CATALOG, "node", "R1")
    assert first.verdict.ok
    assert first.label == "Place Node in R1 · U3–U4"
    assert first.spots == (Spot(6, 4, "front"),)
    assert first.rack_ids == ("R1",)
    assert first.boxes == ((1200, 1200, 1800, 2400),)
    held = part_into_rack(layout, CATALOG, "leaf", "R1", 10, "rear")
    assert held.spots == (Spot(10, 2, "rear"),)
    placed = held.edit(layout.design)
    assert [(d.part, d.half_u, d.face) for d in placed.devices if d.id != "n"] == [
        ("leaf", 10, "rear")
    ]


def test_what_hangs_beside_the_rails_ignores_the_face_under_the_cursor():
    layout = layout_of()
    assert part_into_rack(layout, CATALOG, "pdu", "R1", None, "front").spots == (
        Spot(0, 0, "zero-u"),
    )
    assert part_into_rack(layout, CATALOG, "door", "R1", None, "rear").spots[0].face == "door"
    assert part_into_rack(layout, CATALOG, "node", "R1", 4, "door").spots[0].face == "front"


@pytest.mark.parametrize(
    ("part", "half_u", "reason", "spots"),
    [
        ("node", 2, "U1–U2 held by n", (Spot(2, 4, "front"),)),
        ("node", 18, "", (Spot(18, 4, "front"),)),
        ("node", 19, "U9.5–U11 is outside U1–U10", (Spot(19, 4, "front"),)),
        ("tall", None, "no room left in R1: needs 20 U, the largest free run is 8 U (U3–U10)", ()),
    ],
)
def test_a_part_that_may_not_hang_there_says_why_and_shows_where(part, half_u, reason, spots):
    plan = part_into_rack(layout_of(device("n", 2)), CATALOG, part, "R1", half_u)
    assert (plan.verdict.reason, plan.spots) == (reason, spots)
    assert (plan.edit is None) == bool(reason)
    assert plan.verdict.ok is not bool(reason)


def test_a_full_rack_says_so_and_other_reasons_stay():
    full = layout_of(*(device(f"n{at}", at) for at in (2, 6, 10, 14, 18)))
    plan = part_into_rack(full, CATALOG, "node", "R1")
    assert plan.verdict.reason == "no room left in R1: needs 2 U, no unit is free"
    assert plan.verdict.title == "Node into R1"
    doored = layout_of(device("d", 0, "door", face="door"))
    assert part_into_rack(doored, CATALOG, "door", "R1").verdict.reason == "R1 already has d"


def test_a_rack_without_room_names_its_largest_free_run():
    """The first of equal ones; what begins at a half unit is no place for a node."""
    gaps = layout_of(device("a", 2), device("b", 8), device("c", 13), device("d", 18))
    plan = part_into_rack(gaps, CATALOG, "node", "R1")
    assert plan.verdict.reason == (
        "no room left in R1: needs 2 U, the largest free run is 1 U (U3)"
    )
    moved = devices_into_rack(
        layout_of(*(device(f"n{at}", at) for at in (4, 8, 12, 16)), device("m", 2, rack="R2")),
        CATALOG, DraggedDevices(("m",)), "R1",
    )  # fmt: skip
    assert moved.verdict.reason == (
        "no room left in R1: needs 2 U, the largest free run is 1 U (U1)"
    )


def test_a_free_run_is_free_for_the_depth_and_the_face_of_the_part():
    behind = layout_of(*(device(f"l{at}", at, "leaf", face="rear") for at in range(2, 14, 2)))
    assert largest_free_run(behind, CATALOG, "leaf", "R1") == (2, 20)
    assert largest_free_run(behind, CATALOG, "leaf", "R1", "rear") == (14, 8)
    assert largest_free_run(behind, CATALOG, "node", "R1") == (14, 8)
    own = layout_of(device("n", 6))
    assert largest_free_run(own, CATALOG, "node", "R1") == (10, 12)
    assert largest_free_run(own, CATALOG, "node", "R1", exclude=("n",)) == (2, 20)
    assert largest_free_run(own, CATALOG, "node", "nowhere") == (0, 0)


@pytest.mark.parametrize(("part", "rack"), [("nothing", "R1"), ("node", "R9")])
def test_what_is_not_there_is_refused(part, rack):
    plan = part_into_rack(layout_of(), CATALOG, part, rack)
    assert not plan.verdict.ok
    assert plan.edit is None
    assert bool(plan.boxes) is (rack == "R1")


def test_a_rack_stands_with_its_middle_under_the_cursor():
    """Free, to the millimetre; else beside its neighbour or on the grid."""
    free = part_onto_floor(layout_of(), CATALOG, "rack", 5000, 5001, free=True)
    assert free.boxes == ((4700, 4401, 5300, 5601),)
    assert free.label == "Place Rack at 4.70 m, 4.40 m"
    assert in_imperial(free.label) == "Place Rack at 15.42 ft, 14.44 ft"
    design = free.edit(layout_of().design)
    assert [(r.x_mm, r.y_mm) for r in design.racks if r.id not in ("R1", "R2")] == [(4700, 4401)]
    grid = part_onto_floor(layout_of(), CATALOG, "rack", 5000, 5001, free=False)
    assert grid.boxes == ((4800, 4200, 5400, 5400),)
    beside = part_onto_floor(layout_of(), CATALOG, "rack", 3360, 1850, free=False)
    assert beside.boxes == ((3000, 1200, 3600, 2400),)


def test_a_rack_that_may_not_stand_there_is_shown_and_refused():
    plan = part_onto_floor(layout_of(), CATALOG, "rack", 1500, 1800, free=True)
    assert plan.verdict.reason == "R1 is in the way"
    assert (plan.boxes, plan.edit) == (((1200, 1200, 1800, 2400),), None)
    device_part = part_onto_floor(layout_of(), CATALOG, "node", 5000, 5000, free=True)
    assert (device_part.verdict.reason, device_part.verdict.title) == ("drop it on a rack", "Node")
    nothing = part_onto_floor(layout_of(), CATALOG, "nothing", 5000, 5000, free=True)
    assert nothing.verdict.reason == "the part nothing is not in the catalogue"


def test_devices_keep_their_distances_on_the_way_to_another_rack():
    layout = layout_of(device("a", 6), device("b", 12, "leaf"), device("c", 2, rack="R2"))
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("a", "b")), "R2", 10)
    assert plan.spots == (Spot(10, 4, "front"), Spot(16, 2, "front"))
    assert plan.verdict.title == "2 devices into R2"
    assert plan.label == "Move 2 devices into R2"
    assert plan.rack_ids == ("R2", "R1")
    moved = {d.id: (d.rack, d.half_u) for d in plan.edit(layout.design).devices}
    assert moved == {"a": ("R2", 10), "b": ("R2", 16), "c": ("R2", 2)}


def test_devices_find_the_lowest_place_where_all_fit():
    layout = layout_of(device("a", 6), device("b", 12, "leaf"), device("c", 2, rack="R2"))
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("a", "b")), "R2")
    assert [spot.half_u for spot in plan.spots] == [6, 12]
    one = devices_into_rack(layout, CATALOG, DraggedDevices(("b",)), "R2")
    assert one.verdict.title == "b into R2 · U3"
    full = layout_of(device("a", 6), *(device(f"n{u}", u, rack="R2") for u in (2, 6, 10, 14, 18)))
    refused = devices_into_rack(full, CATALOG, DraggedDevices(("a",)), "R2")
    assert refused.verdict.reason == "no room left in R2: needs 2 U, no unit is free"
    assert [spot.half_u for spot in refused.spots] == [6]
    assert refused.edit is None


def test_the_last_place_of_a_rack_is_found():
    layout = layout_of(device("a", 2), *(device(f"n{u}", u, rack="R2") for u in (2, 6, 10, 14)))
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("a",)), "R2")
    assert [spot.half_u for spot in plan.spots] == [18]


def test_a_door_keeps_its_place_whatever_the_position():
    layout = layout_of(device("d", 0, "door", face="door"), device("n", 2))
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("n", "d")), "R2", 8)
    assert plan.spots == (Spot(8, 4, "front"), Spot(0, 0, "door"))


@pytest.mark.parametrize(
    ("keys", "rack", "reason"),
    [
        (("gone",), "R2", "the dragged devices are not in this design"),
        (("a",), "R9", "the rack is not in this design"),
    ],
)
def test_a_drag_from_another_design_is_refused(keys, rack, reason):
    plan = devices_into_rack(layout_of(device("a", 6)), CATALOG, DraggedDevices(keys), rack)
    assert plan.verdict.reason == reason
    assert plan.edit is None


def test_racks_move_by_a_distance_together():
    layout = layout_of()
    plan = racks_by(layout, CATALOG, ("R1", "R2"), 600, -1200)
    assert plan.boxes == ((1800, 0, 2400, 1200), (3000, 0, 3600, 1200))
    assert plan.verdict.title == "2 racks by +600 mm, -1,200 mm"
    assert in_imperial(plan.verdict.title) == "2 racks by +23.6 in, −47.2 in"
    assert plan.label == "Move 2 racks"
    moved = plan.edit(layout.design)
    assert [(r.x_mm, r.y_mm) for r in moved.racks] == [(1800, 0), (3000, 0)]
    one = racks_by(layout, CATALOG, ("R1",), 0, 600)
    assert (one.label, one.verdict.ok) == ("Move R1", True)


def test_racks_say_which_of_them_may_not_stand_there():
    plan = racks_by(layout_of(), CATALOG, ("R1",), 1200, 0)
    assert plan.verdict.reason == "R1: R2 is in the way"
    assert plan.edit is None
    assert plan.boxes == ((2400, 1200, 3000, 2400),)
    gone = racks_by(layout_of(), CATALOG, ("gone",), 600, 0)
    assert gone.verdict.reason == "the racks are not in this design"


def test_only_so_many_racks_are_asked_while_the_mouse_moves(monkeypatch):
    """The edit asks all of them; the ghost of a large selection must keep up."""
    monkeypatch.setattr(drop_plans, "MOST_CHECKED", 1)
    assert racks_by(layout_of(), CATALOG, ("R1", "R2"), 0, -1201).verdict.reason.startswith("R1")
    walled = layout_of(racks=(Rack(id="Z", name="Z", part="rack", x_mm=2400, y_mm=0),))
    assert racks_by(walled, CATALOG, ("R1", "R2"), 0, -600).verdict.ok
    monkeypatch.setattr(drop_plans, "MOST_CHECKED", 2)
    assert racks_by(walled, CATALOG, ("R1", "R2"), 0, -600).verdict.reason == "R2: Z is in the way"


@pytest.mark.parametrize(
    ("copies", "keys", "said"),
    [
        (1, ("C1/n1",), "C1 leaves assembly Two nodes; its only copy"),
        (3, ("C1/n1", "C1/n2"), "C1 leaves assembly Two nodes; 2 copies stay as they are"),
        (2, ("C1/n1", "C2/n1"),
         "C1 leaves assembly Two nodes; one copy stays as it is"
         " · C2 leaves assembly Two nodes; one copy stays as it is"),
        (1, ("own",), ""),
        (1, ("R9/n1",), ""),
    ],
)  # fmt: skip
def test_what_leaves_an_assembly_is_told(copies, keys, said):
    assert detaching(layout_of(device("own", 2), copies=copies), keys) == said


def test_a_device_of_an_assembly_moves_with_that_note():
    layout = layout_of(copies=2)
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("C1/n2",)), "R1", 2)
    assert plan.verdict.ok
    assert plan.note.startswith("C1 leaves assembly")
    after = Layout(plan.edit(layout.design))
    assert [p.half_u for p in after.in_rack("R1")] == [2]
    assert len(after.in_rack("C1")) == 1
    assert len(after.in_rack("C2")) == 2


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("gb200-nvl72", "A01 takes no devices (filled rack)"),
        ("cdu-row", "A01 takes no devices (CDU)"),
        ("nobody-knows", "A01 takes no devices: the part nobody-knows is not in the catalogue"),
    ],
)
def test_what_takes_no_devices_says_what_it_is(part, reason):
    """A filled rack is called a rack everywhere else: `A01 is not a rack` contradicted that."""
    catalog = load_shipped()
    rack = Rack(id="A01", name="A01", part=part, x_mm=0, y_mm=0)
    layout = Layout(Design(racks=(rack,)))
    verdict = can_place(layout, catalog, "dgx-h100", "A01", 4)
    assert verdict.reason == reason


@pytest.mark.parametrize("part", ["no-height", "nobody-knows"])
def test_above_a_device_of_no_known_height_a_drop_is_allowed(part: str) -> None:
    shy = CATALOG.require("node").evolve(id="no-height", name="Shy", height_half_u=0)
    catalog = CATALOG.overlay([shy])
    layout = layout_of(device("q", 6, part))
    held = part_into_rack(layout, catalog, "leaf", "R1", 6)
    assert held.verdict.reason == "U3 held by q"
    assert part_into_rack(layout, catalog, "leaf", "R1", 8).verdict.ok
    assert not part_into_rack(layout, catalog, "node", "R1", 4).verdict.ok
    assert part_into_rack(layout, catalog, "node", "R1", 2).verdict.ok


def test_what_is_put_back_where_it_is_changes_nothing():
    """A node taken up and put back took its rack out of the assembly."""
    layout = layout_of(
        device("n", 2),
        device("pdu", 0, "pdu", face="zero-u"),
        device("door", 0, "door", face="door"),
        copies=2,
    )
    cases = [(("C1/n1",), 2), (("C1/n1", "C1/n2"), 2), (("n",), 2), (("pdu",), 30), (("door",), 12)]
    for keys, half_u in cases:
        rack = "C1" if keys[0].startswith("C1") else "R1"
        plan = devices_into_rack(layout, CATALOG, DraggedDevices(keys), rack, half_u)
        assert (plan.stays, plan.edit, plan.note, plan.label) == (True, None, "", ""), keys
        assert move_devices(CATALOG, keys, rack, half_u)(layout.design) is layout.design
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("C1/n1",)), "C1", 2)
    assert plan.verdict.title == "C1 stays in place"
    assert plan.spots == (Spot(2, 4, "front"),)
    other = devices_into_rack(layout, CATALOG, DraggedDevices(("C1/n1",)), "C1", 10)
    assert not other.stays
    assert other.note.startswith("C1 leaves assembly")
    for ids, words in ((("R1",), "R1 stays in place"), (("R1", "R2"), "2 racks stay in place")):
        plan = racks_by(layout, CATALOG, ids, 0, 0)
        assert (plan.stays, plan.verdict.title, plan.rack_ids) == (True, words, ids)
    assert not racks_by(layout, CATALOG, ("R1",), 0, 600).stays


def test_a_rack_that_may_not_stand_where_it_does_may_stay_there():
    layout = layout_of(racks=(Rack(id="X", name="X", part="rack", x_mm=1300, y_mm=1200),))
    assert racks_by(layout, CATALOG, ("X",), 0, 0).stays
