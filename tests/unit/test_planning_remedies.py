"""What a finding asks for is built on one click: it goes, nothing new comes, undo takes it back."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part
from designer.document.document import Document
from designer.document.edits import place_device, place_rack, put, remove, set_fields
from designer.document.edits.floor_boxes import apart_mm, zone_of
from designer.document.errors import EditError
from designer.document.placement import footprint, overlap, rack_box
from designer.engine.evaluate import evaluate
from designer.engine.remedy import Remedy
from designer.engine.report import Check, Report
from designer.engine.subjects.facility.remedies import more_units
from designer.engine.subjects.facility.units import Shared, one_may_be_lost
from designer.model.aisle_widths import COLD_AISLE_MM
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Loop, PowerNode, Rack, Room, Site, Slot
from designer.model.figures import exact
from designer.model.layout import Layout
from designer.planning.remedies import remedy_plan
from designer.planning.remedies.parts import unit_for
from designer.planning.templates import build
from tests.helpers.ui_desk import small_design
from tests.helpers.unthrottled import unthrottled

CUTS: dict[str, Callable[[Part], bool]] = {
    "doors": lambda part: part.traits.is_rear_door,
    "rack PDUs": lambda part: part.traits.feeds_devices,
    "CDUs": lambda part: part.traits.cools_loop,
    "air units": lambda part: part.traits.cools_room_air,
}
CUT_TEMPLATES = [
    (template, cut)
    for template in ("dgx-superpod-h100", "dgx-superpod-gb200")
    for cut in CUTS
    if (template, cut) != ("dgx-superpod-gb200", "doors")
]


@cache
def catalog() -> Catalog:
    return load_shipped()


@cache
def reference(template: str) -> Design:
    return build(template, {}, catalog())


def without(design: Design, gone: Callable[[Part], bool]) -> Design:
    """Return a design without the parts of a sort, on the floor and in racks."""
    units = tuple(r.id for r in design.racks if gone(catalog().require(r.part)))
    design = remove(units)(design) if units else design
    assemblies = tuple(
        assembly.evolve(
            slots=tuple(s for s in assembly.slots if not gone(catalog().require(s.part)))
        )
        for assembly in design.assemblies
    )
    return apply(design, Change(put=(("assemblies", assemblies),)))


def faults(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.severity != "info"}


def asked(report: Report, known: set[str]) -> list[Check]:
    return [check for check in report.checks if check.remedy and check.key not in known]


def first_built(document: Document, offers: list[Check]) -> tuple[Check, str]:
    """Build the first of what is offered for which there is room, and return it."""
    refused = []
    for check in offers:
        assert check.remedy is not None
        plan = remedy_plan(check.remedy, check.where, document.design, catalog())
        assert plan.edit is not None, plan.reason
        try:
            document.apply(plan.label, plan.edit)
        except EditError as error:
            refused.append(str(error))
            continue
        return check, plan.label
    raise AssertionError(refused)


OPEN_BY_MASS = {"F03"}
"""Masses of the racks and of the rack PDUs that are hung are assumed, within bounds."""


@pytest.mark.parametrize(("template", "cut"), CUT_TEMPLATES)
def test_what_is_taken_from_a_reference_is_built_again(template: str, cut: str) -> None:
    """Each finding that offers it goes when it is built; of others only feeds of the room fill."""
    whole = reference(template)
    document = Document(without(whole, CUTS[cut]))
    first, known = document.design, faults(evaluate(whole, catalog()))
    built = 0
    while offers := asked(report := evaluate(document.design, catalog()), known):
        check, label = first_built(document, offers)
        after = evaluate(document.design, catalog())
        assert check.key not in faults(after), f"{label} does not meet {check.key}"
        came = faults(after) - faults(report)
        assert {key.partition(":")[0] for key in came} - OPEN_BY_MASS <= {"P14"}, came
        built += 1
        assert built < 12
    assert built
    left = faults(evaluate(document.design, catalog())) - known
    assert {key.partition(":")[0] for key in left} - OPEN_BY_MASS <= {"P14"}
    for _ in range(built):
        document.undo()
    assert document.design == first


def test_copies_of_an_assembly_that_all_get_the_same_stay_copies() -> None:
    whole = reference("dgx-superpod-h100")
    cut = without(whole, CUTS["rack PDUs"])
    check = next(c for c in evaluate(cut, catalog()).checks if c.key == "P26:no-pdu:dgx-h100x4")
    plan = remedy_plan(Remedy(action="hang-pdus", kw=40), check.where, cut, catalog())
    assert plan.edit is not None
    assert plan.label == f"Hang {3 * len(check.where)} rack PDUs in {len(check.where)} racks"
    built = plan.edit(cut)
    assert built.devices == cut.devices
    rack = Layout(built).racks[check.where[0]]
    strips = [s for s in Layout(built).assemblies[rack.assembly].slots if s.face == "zero-u"]
    assert sorted(slot.feed for slot in strips) == ["A", "B", "C"], "4+2 asks for three feeds"


def on_one_feed() -> Design:
    """A node on a rack PDU of feed A, and nothing on feed B."""
    return place_device(catalog(), "pdu-415v-60a-3ph", "A01", feed="A")(small_design())


def test_a_rack_on_one_feed_gets_the_like_on_the_next() -> None:
    cut = on_one_feed()
    offers = [c for c in evaluate(cut, catalog()).checks if c.remedy and c.rule == "P02"]
    assert [check.where for check in offers] == [("A01",)]
    remedy = offers[0].remedy
    assert remedy is not None
    plan = remedy_plan(remedy, offers[0].where, cut, catalog())
    assert plan.edit is not None
    strips = [p for p in Layout(plan.edit(cut)).in_rack("A01") if p.face == "zero-u"]
    assert [(p.part, p.feed) for p in strips] == [
        ("pdu-415v-60a-3ph", "A"), ("pdu-415v-60a-3ph", "B")
    ]  # fmt: skip
    assert not any(
        c.rule == "P02" and c.key == offers[0].key
        for c in evaluate(plan.edit(cut), catalog()).checks
    )


def left_with_feed_b(*strips: str) -> Design:
    """A node on rack PDUs of some feeds, in a room that has feed B alone."""
    cut = small_design()
    for feed in strips:
        cut = place_device(catalog(), "pdu-415v-60a-3ph", "A01", feed=feed)(cut)
    return cut.evolve(power=tuple(node for node in cut.power if node.id == "B"))


@pytest.mark.parametrize("strips", [("A",), ("B",), ("A", "B")])
def test_a_room_of_one_feed_is_asked_for_a_second(strips: tuple[str, ...]) -> None:
    cut = left_with_feed_b(*strips)
    offers = [c for c in evaluate(cut, catalog()).checks if c.remedy and c.rule == "P02"]
    assert offers
    assert offers[0].remedy
    plan = remedy_plan(offers[0].remedy, offers[0].where, cut, catalog())
    assert plan.edit is None
    assert plan.reason == "A01: the room has one feed: add a second to it first"


def test_rack_pdus_of_a_feed_that_is_gone_count_for_nothing() -> None:
    other = small_design().power[1].evolve(id="C", name="C")
    cut = left_with_feed_b("A")
    cut = cut.evolve(power=(*cut.power, other))
    offers = [c for c in evaluate(cut, catalog()).checks if c.remedy and c.rule == "P02"]
    assert offers
    assert offers[0].remedy
    plan = remedy_plan(offers[0].remedy, offers[0].where, cut, catalog())
    assert plan.edit is not None
    built = plan.edit(cut)
    strips = [p for p in Layout(built).in_rack("A01") if p.face == "zero-u"]
    assert sorted(p.feed for p in strips) == ["A", "B", "C"]
    assert not any(c.rule == "P02" for c in evaluate(built, catalog()).checks)


def test_a_loop_that_names_its_units_names_the_new_ones() -> None:
    whole = reference("dgx-superpod-gb200")
    units = tuple(r.id for r in whole.racks if catalog().require(r.part).traits.cools_loop)
    named = put("loops", Loop(id="L1", name="TCS", units=units[:1]))(whole)
    named = remove(units[1:])(named)
    check = next(c for c in evaluate(named, catalog()).checks if c.rule == "C06")
    assert check.remedy is not None
    assert check.remedy.loop == "L1"
    plan = remedy_plan(check.remedy, check.where, named, catalog())
    assert plan.edit is not None
    built = plan.edit(named)
    assert len(built.loops[0].units) == 1 + check.remedy.number
    assert not any(c.rule == "C06" for c in evaluate(built, catalog()).checks)


def test_units_get_the_feeds_that_are_next_in_turn() -> None:
    whole = reference("dgx-superpod-h100")
    unit = next(r for r in whole.racks if catalog().require(r.part).traits.cools_room_air)
    remedy = Remedy(action="add-air-units", part=unit.part, number=3)
    plan = remedy_plan(remedy, (), whole, catalog())
    assert plan.edit is not None
    built = plan.edit(whole)
    new = [rack for rack in built.racks if rack.id not in Layout(whole).racks]
    assert len({rack.feeds for rack in new}) == 3
    assert all(len(rack.feeds) == 2 for rack in new)
    assert len({rack.name for rack in built.racks}) == len(built.racks)


def test_no_room_builds_nothing_and_says_how_far_it_would_go() -> None:
    design = small_design()
    plan = remedy_plan(
        Remedy(action="add-air-units", part="crah", number=200), (), design, catalog()
    )
    assert plan.edit is not None
    with pytest.raises(EditError, match=r"^room for \d+ of 200: CRAH 100 kW needs 2,550"):
        plan.edit(design)
    full = set_fields("room", outline=((0, 0), (3000, 0), (3000, 2600), (0, 2600)))(design)
    with pytest.raises(EditError, match=r"^no room: .* 890 mm at a wall, 1.2 m free before"):
        plan.edit(full)


@pytest.mark.parametrize(
    ("remedy", "why"),
    [
        (Remedy(action="hang-doors", kw=900), "no rear door of the catalogue takes 900.0 kW"),
        (
            Remedy(action="add-coolant-units", part="cdu-in-rack-100", number=1),
            "stands in racks: choose the rack",
        ),
        (Remedy(action="hang-pdus", kw=57.2), "A02: no rack PDU of the catalogue carries 57.2 kW"),
    ],
)
def test_what_nothing_meets_says_why(remedy: Remedy, why: str) -> None:
    design = small_design()
    for _ in range(4):
        design = place_device(catalog(), "dgx-b200", "A02")(design)
    plan = remedy_plan(remedy, ("A02",), design, catalog())
    assert plan.edit is None
    assert why in plan.reason


def test_a_room_without_feeds_gets_no_rack_pdu() -> None:
    design = small_design().evolve(power=())
    plan = remedy_plan(Remedy(action="hang-pdus", kw=10), ("A01",), design, catalog())
    assert (plan.edit, plan.reason) == (None, "the room has no feed: add one to it first")


def test_a_door_is_one_that_the_design_uses_if_it_takes_the_heat() -> None:
    one_node = small_design()
    small = remedy_plan(Remedy(action="hang-doors", kw=10.2), ("A01",), one_node, catalog())
    assert small.label == "Hang 1 × Rear-door heat exchanger, passive, place 2 × Row CDU 1.3 MW"
    hung = place_device(catalog(), "rdhx", "A02")(one_node)
    same = remedy_plan(Remedy(action="hang-doors", kw=10.2), ("A01",), hung, catalog())
    assert same.label.startswith("Hang 1 × Rear-door heat exchanger, active")


def test_a_room_without_containment_is_contained() -> None:
    design = set_fields("room", containment="none")(reference("dgx-superpod-gb200"))
    check = next(c for c in evaluate(design, catalog()).checks if c.rule == "C14")
    assert check.remedy == Remedy(action="contain-aisles")
    plan = remedy_plan(check.remedy, check.where, design, catalog())
    assert plan.edit is not None
    assert plan.edit(design).room.containment == "cold"
    assert not any(c.key == check.key for c in evaluate(plan.edit(design), catalog()).checks)


@pytest.mark.parametrize("seed", range(200))
def test_so_many_units_are_enough_and_one_fewer_is_not(seed: int) -> None:
    """The number against the rule itself, with one more and one fewer of the smallest unit."""
    random = Random(seed)
    parts = random.sample(["cdu-chx2000", "cdu-coolchip-600", "cdu-row"], random.randint(1, 3))
    standing = [random.choice(parts) for _ in range(random.randint(1, 5))]
    heat = exact(random.uniform(1, 20_000), "kW")
    flow = exact(random.uniform(1, 30_000), "L/min")

    def both(names: list[str]) -> tuple[Shared, Shared]:
        rated = [cooling_of(name) for name in names]
        return (
            Shared(heat, tuple(exact(r[0], "kW") for r in rated), parts=tuple(names)),
            Shared(flow, tuple(exact(r[1], "L/min") for r in rated), parts=tuple(names)),
        )

    shared = both(standing)
    remedy = more_units("add-coolant-units", shared, catalog())
    if one_may_be_lost(shared).answer == "yes":
        assert remedy is None
        return
    assert remedy is not None
    assert remedy.part == min(set(standing), key=lambda one: (cooling_of(one)[0], one))
    enough = [*standing, *[remedy.part] * remedy.number]
    assert one_may_be_lost(both(enough)).answer == "yes"
    assert one_may_be_lost(both(enough[:-1])).answer != "yes"


def cooling_of(part: str) -> tuple[float, float]:
    rated = catalog().require(part).cooling
    assert rated is not None
    assert rated.capacity_kw is not None
    assert rated.flow_lpm is not None
    return rated.capacity_kw, rated.flow_lpm


def test_a_unit_that_states_no_flow_leaves_the_number_open() -> None:
    heat = Shared(exact(900.0, "kW"), (exact(1000.0, "kW"),), parts=("cdu-uniflair-1000",))
    unknown = replace(heat, load=exact(900.0, "L/min"), capacities=(exact(0.0, "L/min"),))
    assert more_units("add-coolant-units", (heat, unknown), catalog()) is None
    lost = replace(heat, because=("lost",))
    assert more_units("add-coolant-units", (lost, unknown), catalog()) is None


def test_figures_of_a_chosen_unit_are_known() -> None:
    """A unit of one's own that states no flow is not chosen, however well it would do."""
    bare = Part(
        id="own", kind="cdu", name="Own", width_mm=600, depth_mm=600, mass_kg=1,
        cooling=CoolingFigures(method="direct-to-chip", capacity_kw=9000, rejects_to="water"),
    )  # fmt: skip
    plan = remedy_plan(
        Remedy(action="add-coolant-units", kw=100, flow=100),
        (),
        small_design(),
        catalog().overlay([bare]),
    )
    assert plan.label.startswith("Place 2 × ")
    assert "Own" not in plan.label


def test_racks_that_face_nobody_are_not_called_contained() -> None:
    """Two racks side by side: no containment of the room would close an aisle of theirs."""
    plan = remedy_plan(Remedy(action="contain-aisles"), ("A01", "A02"), small_design(), catalog())
    assert plan.edit is None
    assert plan.reason.startswith("none of these racks faces another across an aisle")


def test_containment_says_how_many_of_the_racks_it_closes_in() -> None:
    whole = set_fields("room", containment="none")(reference("dgx-superpod-gb200"))
    alone = place_rack(catalog(), "rack-48u", 9600, 6600, name="Z01")(whole)
    racks = ("A01", "B01", "Z01")
    plan = remedy_plan(Remedy(action="contain-aisles"), racks, alone, catalog())
    assert plan.label == "Contain the cold aisles, which closes those of 2 of 3 racks"


def test_what_is_sold_filled_is_asked_for_no_rack_pdu_and_takes_no_door() -> None:
    whole = reference("dgx-superpod-gb200")
    filled = next(rack for rack in whole.racks if rack.part == "gb200-nvl72")
    dark = set_fields("racks", filled.id, feeds=())(whole)
    checks = [c for c in evaluate(dark, catalog()).checks if filled.id in c.where]
    assert any(check.rule == "P26" for check in checks)
    assert not any(check.remedy for check in checks if check.rule.startswith("P"))
    plan = remedy_plan(Remedy(action="hang-doors", kw=20), (filled.id,), dark, catalog())
    assert (plan.edit, plan.reason) == (None, "racks that are sold filled take none here")
    mixed = remedy_plan(Remedy(action="hang-doors", kw=20), (filled.id, "A05"), dark, catalog())
    assert mixed.label.startswith("Hang 1 × ")


def test_one_feed_becomes_as_many_as_the_supplies_ask_for() -> None:
    """Six supplies of which four are needed stay up on three feeds, and not on two."""
    room = on_one_feed()
    three = room.evolve(power=(*room.power, PowerNode(id="C", name="Feed C")))
    plan = remedy_plan(Remedy(action="hang-pdus", kw=10.2), ("A01",), three, catalog())
    assert plan.edit is not None
    strips = [p for p in Layout(plan.edit(three)).in_rack("A01") if p.face == "zero-u"]
    assert [placed.feed for placed in strips] == ["A", "B", "C"]


def test_a_new_unit_leaves_the_aisle_of_a_tank_free() -> None:
    """A unit at the left wall would stand 0.85 m before a tank, which asks for 1.2 m."""
    tank = Rack(id="f", name="F", part="immersion-smartpodx", x_mm=1000, y_mm=4000)
    design = small_design().evolve(racks=(*small_design().racks, tank))
    plan = remedy_plan(Remedy(action="add-air-units", part="crah", number=3), (), design, catalog())
    assert plan.edit is not None
    known = {check.key for check in evaluate(design, catalog()).checks if check.rule == "F06"}
    built = evaluate(plan.edit(design), catalog())
    assert {check.key for check in built.checks if check.rule == "F06"} <= known


@pytest.mark.parametrize(
    ("site", "part", "number"),
    [
        # 140 kW and one to spare; the least of the catalogue that is rated for the water.
        ({}, "crah", 3),
        ({"altitude_m": 1828.8}, "crah", 3),
        ({"altitude_m": 3048.0}, "crah", 4),
        ({"cooling_water_c": 19.0}, "fan-wall-cwa-500", 2),
        ({"cooling_water_c": 30.0}, None, 0),
    ],
)
def test_air_units_are_proposed_by_what_they_take_here(
    site: dict[str, float], part: str | None, number: int
) -> None:
    design = Design(site=Site.model_validate({"supply_air_c": 24.0, **site}))
    remedy = Remedy(action="add-air-units", kw=140.0, flow=20_000.0)
    found, many = unit_for(remedy, Layout(design), catalog())
    assert (found.id if found else None, many) == (part, number)


def _apart(built: Design, new: Rack) -> list[int]:
    """Return how far before the faces of units of the hall a new one stands, mm."""
    box = rack_box(catalog(), new)
    found = []
    for rack in built.racks:
        part = catalog().require(rack.part)
        if rack.id == new.id or not part.traits.is_cooling_unit:
            continue
        near = zone_of(rack_box(catalog(), rack), rack.rotation, (COLD_AISLE_MM, 0))
        if overlap(box, near):
            found.append(apart_mm(box, rack_box(catalog(), rack)))
    return found


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
def test_a_new_unit_never_stands_before_the_face_of_another(template: str) -> None:
    design = reference(template)
    for action, part in (("add-coolant-units", "cdu-row"), ("add-air-units", "crah")):
        for number in range(1, 8):
            plan = remedy_plan(
                Remedy.model_validate({"action": action, "part": part, "number": number}), (),
                design, catalog(),
            )  # fmt: skip
            assert plan.edit is not None
            try:
                built = plan.edit(design)
            except EditError:
                continue  # What space is missing is another test's.
            known = Layout(design).racks
            for rack in built.racks:
                if rack.id not in known:
                    assert not _apart(built, rack), (part, number, rack.id)


def test_a_unit_that_was_taken_away_goes_back_to_its_place() -> None:
    whole = reference("dgx-superpod-h100")
    unit = next(rack for rack in whole.racks if rack.part == "cdu-row")
    document = Document(whole)
    document.apply("Remove", remove((unit.id,)))
    document.apply("Rename", set_fields("site", power_factor=0.97))
    plan = remedy_plan(
        Remedy(action="add-coolant-units", part="cdu-row", number=1), (), document.design,
        catalog(), document.history.earlier(),
    )  # fmt: skip
    assert plan.edit is not None
    new = [r for r in plan.edit(document.design).racks if r.id not in Layout(document.design).racks]
    assert [(r.x_mm, r.y_mm, r.rotation) for r in new] == [(unit.x_mm, unit.y_mm, unit.rotation)]
    # What came to face that place since keeps it free.
    other = next(r for r in whole.racks if r.part == unit.part and r.id != unit.id)
    wide, deep = footprint(catalog().require(unit.part), unit.rotation)
    box = rack_box(catalog(), unit)
    turned = {0: 180, 90: 270, 180: 0, 270: 90}[unit.rotation]
    at = {
        90: (box[2] + 300, box[1]), 270: (box[0] - 300 - wide, box[1]),
        180: (box[0], box[3] + 300), 0: (box[0], box[1] - 300 - deep),
    }[unit.rotation]  # fmt: skip
    racks = tuple(
        r.evolve(x_mm=at[0], y_mm=at[1], rotation=turned) if r.id == other.id else r
        for r in document.design.racks
    )
    facing = document.design.evolve(racks=racks)
    again = remedy_plan(
        Remedy(action="add-coolant-units", part="cdu-row", number=1), (), facing, catalog(),
        document.history.earlier(),
    )  # fmt: skip
    assert again.edit is not None
    new = [r for r in again.edit(facing).racks if r.id not in Layout(facing).racks]
    assert [(r.x_mm, r.y_mm) for r in new] != [(unit.x_mm, unit.y_mm)]


def test_a_new_unit_leaves_the_working_space_of_a_switchboard_free() -> None:
    design = small_design()
    free = remedy_plan(Remedy(action="add-air-units", part="crah", number=1), (), design, catalog())
    assert free.edit is not None
    (unit,) = [r for r in free.edit(design).racks if r.id not in Layout(design).racks]
    box = rack_box(catalog(), unit)
    centre = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    # A board in front of that place, whose face is turned to it, 0.3 m away.
    at, turned = {
        90: ((box[2] + 300, centre[1] - 300), 270), 270: ((box[0] - 900, centre[1] - 300), 90),
        180: ((centre[0] - 300, box[3] + 300), 0), 0: ((centre[0] - 300, box[1] - 900), 180),
    }[unit.rotation]  # fmt: skip
    board = PowerNode.model_validate({
        "id": "board", "kind": "switchboard", "x_mm": at[0], "y_mm": at[1], "width_mm": 600,
        "depth_mm": 600, "rotation": turned,
    })  # fmt: skip
    with_board = design.evolve(power=(*design.power, board))
    built = free.edit(with_board)
    (moved,) = [r for r in built.racks if r.id not in Layout(design).racks]
    assert (moved.x_mm, moved.y_mm) != (unit.x_mm, unit.y_mm)
    assert not [c for c in evaluate(built, catalog()).checks if c.rule == "F20"]


def filled(nodes: int, strips: str, *, nearby: str = "ABC", cooling: str = "auto") -> Design:
    """Return a rack of DGX H100 with rack PDUs on some of a room's feeds."""
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    slots += [Slot(id=f"p{f}", part="pdu-415v-60a-3ph", face="zero-u", feed=f) for f in strips]
    rack = Rack.model_validate({
        "id": "r", "name": "R", "part": "rack-48u", "x_mm": 3000, "y_mm": 3000,
        "assembly": "a", "cooling": cooling,
    })  # fmt: skip
    return Design(
        assemblies=(Assembly(id="a", rack_part=rack.part, slots=tuple(slots)),), racks=(rack,),
        power=tuple(PowerNode(id=feed, volts=415) for feed in nearby),
        room=Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), containment="cold"),
        site=Site(feed_policy="N+1"),
    )  # fmt: skip


def remedies_of(design: Design, rule: str) -> list[Check]:
    found = evaluate(design, unthrottled("dgx-h100")).checks
    return [one for one in found if one.rule == rule and one.severity == "error"]


@pytest.mark.parametrize(("nodes", "rule"), [(4, "P02"), (1, "P03")])
def test_a_third_feed_meets_what_two_do_not(nodes: int, rule: str) -> None:
    """Four nodes draw 40.8 kW, too much for one PDU; of six supplies (4+2) three are left."""
    design = filled(nodes, "AB")
    check = remedies_of(design, rule)[0]
    assert check.remedy is not None
    assert (check.remedy.action, check.remedy.number) == ("hang-pdus", 1)
    plan = remedy_plan(check.remedy, check.where, design, unthrottled("dgx-h100"))
    assert plan.edit is not None
    built = plan.edit(design)
    assert not remedies_of(built, "P02")
    assert not remedies_of(built, "P03")


def test_where_a_further_feed_alone_does_not_do_nothing_is_offered() -> None:
    for design in (filled(4, "AB", nearby="AB"), filled(4, "ABC")):
        assert all(one.remedy is None for one in remedies_of(design, "P02"))
        assert all(one.remedy is None for one in remedies_of(design, "P03"))


def test_a_rack_beyond_what_air_is_planned_for_gets_a_door_where_one_may_hang() -> None:
    def beyond(design: Design) -> list[Check]:
        found = evaluate(design, catalog()).checks
        return [one for one in found if one.key.startswith("C01:in-row")]

    design = filled(4, "ABC", cooling="in-row")
    (check,) = beyond(design)
    assert check.remedy is not None
    plan = remedy_plan(check.remedy, check.where, design, catalog())
    assert plan.edit is not None
    assert plan.label.endswith("and let what hangs there decide the cooling")
    built = plan.edit(design)
    assert not [one for one in evaluate(built, catalog()).checks if one.rule in ("C01", "C22")]
    site = design.site.evolve(cooling_methods=("room-air", "in-row"))
    (not_allowed,) = beyond(design.evolve(site=site))
    assert not_allowed.remedy is None, "the site allows no rear doors"
