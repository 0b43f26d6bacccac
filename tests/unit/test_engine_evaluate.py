"""The evaluation: what follows from a drawing, what an edit recomputes, what a preview says."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import RackReport, Report, Totals
from designer.model.change import Change, apply, diff
from designer.model.design import (
    Design,
    Device,
    Fabric,
    PriceOverride,
    Rack,
    Room,
    Site,
    Waiver,
)
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()


def rack_of(report: Report, key: str) -> RackReport:
    return next(rack for rack in report.racks if rack.id == key)


def device(key: str, part: str, rack: str = "r", half_u: int = 2, **more: str) -> Device:
    return Device(id=key, name=key, part=part, rack=rack, half_u=half_u, **more)  # type: ignore[arg-type]  # fields by name


def pdu(key: str, part: str = parts.PDU.id, feed: str = "A") -> Device:
    return Device(id=key, name=key, part=part, rack="r", face="zero-u", feed=feed)


def drawn(
    *devices: Device, site: Site | None = None, room: Room | None = None, **rack: str
) -> Design:
    place = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000, **rack)  # type: ignore[arg-type]  # fields by name
    return Design(
        site=site or Site(),
        room=room or Room(),
        power=parts.FEEDS,
        racks=(place,),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
    )


def one(design: Design) -> tuple[Report, RackReport]:
    report = evaluate(design, CATALOG)
    return report, report.racks[0]


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def test_an_empty_design_has_an_empty_report() -> None:
    report = evaluate(Design(), CATALOG)
    assert report.totals.power_max_kw == 0
    assert report.totals.complete
    assert report.checks == ()


def test_an_empty_rack_draws_nothing_and_needs_no_cooling() -> None:
    report, rack = one(drawn())
    assert (rack.power_max_kw, rack.cooling_method, rack.u_used) == (0, "", 0)
    assert rack.weight_kg == 150
    assert report.totals.racks == 1


def test_an_unknown_figure_is_named_and_never_zero() -> None:
    report, rack = one(drawn(device("m", "mystery")))
    assert rack.power_max_kw is None
    assert not rack.complete
    assert "power_max_w of mystery" in rack.unknown
    assert "mass_kg of mystery" in rack.unknown
    assert report.totals.power_max_kw is None
    assert not report.totals.complete
    assert "D01:mystery" in keys(report)


def test_beside_known_figures_an_unknown_one_leaves_the_sum_open_upwards() -> None:
    report, rack = one(drawn(device("m", "mystery"), device("d", "dgx-h100", half_u=10)))
    assert rack.power_max_kw is None
    assert report.totals.power_max_kw is None
    for figure in (rack.figure("power_max_kw"), report.totals.figure("power_max_kw")):
        assert (figure.low, figure.high) == (pytest.approx(10.2), inf)
        assert [gap.ref for gap in figure.gaps] == ["mystery.power_max_w"]
    assert not rack.complete
    assert not report.totals.complete
    assert report.totals.unknown_figures == 7  # six of the server, and the idle power of the DGX


def test_a_part_that_no_catalogue_has_is_an_error_and_counts_for_nothing() -> None:
    report, rack = one(drawn(device("x", "nowhere")))
    assert "D02:nowhere" in keys(report)
    assert not rack.complete


def test_a_device_without_a_rack_and_a_rack_without_its_assembly_are_errors() -> None:
    report, _ = one(drawn(device("d", "dgx-h100", rack="gone"), assembly="lost"))
    found = {check.key: check.where for check in report.checks}
    assert found["D04:no-rack"] == ("d",)
    assert found["D04:no-assembly"] == ("r",)
    assert report.totals.nodes == 0


@pytest.mark.parametrize(
    ("nodes", "containment", "method"),
    [
        (0, "none", "room-air"),
        (1, "none", "in-row"),
        (2, "none", "in-row"),
        (3, "none", "rear-door"),
        (4, "none", "rear-door"),
        (5, "cold", "rear-door"),
    ],
)
def test_the_method_is_the_simplest_that_is_planned_with_or_else_the_strongest(
    nodes: int, containment: str, method: str
) -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    devices.append(device("s", "single", half_u=90))
    _, rack = one(drawn(*devices, room=Room(containment=containment)))  # type: ignore[arg-type]  # fields by name
    assert rack.cooling_method == method
    assert "kW" in rack.cooling_reason


def test_a_rear_door_that_is_needed_and_missing_is_found() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report, rack = one(drawn(*devices))
    assert "C12:no-door" in keys(report)
    assert "C01:rear-door" in keys(report)
    assert (rack.air_kw, rack.liquid_kw) == pytest.approx((40.8, 0))
    by_hand, _ = one(drawn(*devices, cooling="in-row"))
    assert "C12:no-door" not in keys(by_hand)


def test_a_rear_door_takes_its_rating_from_the_room() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    door = Device(id="door", name="door", part="rdhx", rack="r", face="door")
    report, rack = one(drawn(*devices, door))
    assert (rack.cooling_method, rack.cooling_capacity_kw) == ("rear-door", 55)
    assert rack.coolant_lpm == 80
    assert (rack.air_kw, rack.liquid_kw) == pytest.approx((0, 40.8))
    assert report.facility.liquid_kw == pytest.approx(40.8)
    assert report.facility.air_kw == pytest.approx(0)


def test_a_method_decided_by_hand_is_kept_and_checked() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report, rack = one(drawn(*devices, cooling="room-air"))
    assert (rack.cooling_method, rack.cooling_reason) == (
        "room-air",
        "decided by hand for this rack",
    )
    assert "C01:room-air:beyond" in keys(report)


def test_pdus_of_one_room_feed_are_lost_together() -> None:
    report, rack = one(drawn(device("d", "dgx-h100"), pdu("p1"), pdu("p2")))
    assert [feed.id for feed in rack.feeds] == ["A"]
    assert rack.feeds[0].capacity_kw == pytest.approx(2 * 34.5 * 0.95)
    assert "P02:one-feed:dgx-h100x1" in keys(report)


def test_policy_n_asks_for_no_second_feed() -> None:
    report, rack = one(drawn(device("d", "dgx-h100"), pdu("p"), site=Site(feed_policy="N")))
    assert not {key for key in keys(report) if key.startswith(("P02", "P03", "P04"))}
    assert "power-feed-lost" not in {limit.name for limit in rack.limits}


def test_two_iec_feeds_of_four_nodes_overload_when_one_is_lost() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report, _ = one(drawn(*devices, pdu("p1", parts.PDU_IEC.id), pdu("p2", parts.PDU_IEC.id, "B")))
    check = next(check for check in report.checks if check.rule == "P02")
    assert "40.8 kW for its 21.1 kW" in check.message
    assert check.where == ("r",)


def test_a_single_corded_device_goes_down_with_its_feed() -> None:
    report, _ = one(drawn(device("s", "single"), pdu("p1"), pdu("p2", feed="B")))
    assert "P13:single" in keys(report)


def test_a_rack_without_a_pdu_is_told_so() -> None:
    report, rack = one(drawn(device("d", "dgx-h100")))
    assert rack.feeds == ()
    assert "P26:no-pdu:dgx-h100x1" in keys(report)


@pytest.mark.parametrize("beside", [(), (pdu("p2", feed="B"),)])
def test_pdus_without_figures_are_there_but_cannot_be_checked(beside: tuple[Device, ...]) -> None:
    bare = parts.PDU.model_copy(update={"id": "bare", "name": "Bare", "pdu": None})
    design = drawn(device("d", "dgx-h100"), pdu("p1", "bare"), *beside)
    report = evaluate(design, CATALOG.overlay([bare]))
    (check,) = [check for check in report.checks if check.rule == "P10"]
    assert check.key == "P10:unrated-pdu:dgx-h100x1"
    assert "volts and amps of Bare are not known" in check.message


def test_devices_in_one_place_and_outside_the_rails_are_found() -> None:
    report, rack = one(
        drawn(device("d", "dgx-h100", half_u=90), device("e", "dgx-h100", half_u=80))
    )
    check = next(check for check in report.checks if check.rule == "F01")
    assert check.where == ("r",)
    limit = next(limit for limit in rack.limits if limit.name == "units")
    assert limit.state == "error"


def test_the_binding_limit_strands_the_rest_of_the_feeds() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    strips = [pdu(f"p{feed}", feed=feed) for feed in "ABC"]
    filled = (*devices, *strips)
    _, rack = one(drawn(*filled, room=Room(floor_limit_kpa=12), cooling="in-row"))
    assert rack.binding_constraint == "cooling"
    assert rack.stranded_kw == pytest.approx(2 * 34.5 * 0.95 - 45)
    _, on_any_floor = one(drawn(*filled, cooling="in-row"))
    assert on_any_floor.stranded_kw is None
    stranded = on_any_floor.figure("stranded_kw")
    assert stranded.low == pytest.approx(2 * 34.5 * 0.95 - 45)
    assert stranded.high == pytest.approx(2 * 34.5 * 0.95)


def test_liquid_needs_one_unit_more_than_its_load() -> None:
    racks = [
        Rack(id=f"n{n}", name=f"N{n}", part="gb200-nvl72", x_mm=2000 + 600 * n, y_mm=4000)
        for n in range(12)
    ]
    units = [
        Rack(id=f"u{n}", name=f"U{n}", part="cdu-row", x_mm=1000, y_mm=1000 + 2000 * n)
        for n in range(2)
    ]
    short = evaluate(Design(racks=(*racks, *units)), CATALOG)
    assert short.facility.liquid_kw == pytest.approx(12 * 132 * 0.87)
    assert (short.facility.cdu_units, short.facility.cdu_units_needed) == (2, 3)
    assert short.facility.cdu_redundancy == "N"
    assert "C06:cdu" in keys(short)
    third = Rack(id="u2", name="U2", part="cdu-row", x_mm=1000, y_mm=6000)
    enough = evaluate(Design(racks=(*racks, *units, third)), CATALOG)
    assert enough.facility.cdu_redundancy == "N+1"
    assert "C06:cdu" not in keys(enough)


def test_a_unit_that_draws_no_it_power_does_not_make_an_unknown_sum_known() -> None:
    cdu = Rack(id="z", name="Z", part="cdu-row", x_mm=0, y_mm=0)
    design = drawn(device("d", "dgx-h100"))
    totals = evaluate(design.evolve(racks=(*design.racks, cdu)), CATALOG).totals
    assert totals.power_idle_kw is None
    assert totals.power_max_kw == pytest.approx(10.2)


def test_room_air_needs_one_unit_more_than_its_load() -> None:
    design = drawn(*[device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)])
    crah = Rack(id="z", name="Z", part="crah", x_mm=0, y_mm=0)
    one_unit = evaluate(design.evolve(racks=(*design.racks, crah)), CATALOG)
    assert (one_unit.facility.cooling_units, one_unit.facility.cooling_units_needed) == (1, 2)
    assert "C17:crah" in keys(one_unit)
    assert one_unit.totals.racks == 1


def test_narrow_aisles_are_found_with_the_racks_they_concern() -> None:
    facing = Rack(id="f", name="F", part=parts.RACK.id, x_mm=4000, y_mm=1900, rotation=180)
    design = drawn().evolve(racks=(facing, *drawn().racks))
    check = next(c for c in evaluate(design, CATALOG).checks if c.key == "F06:front")
    assert set(check.where) == {"f", "r"}
    assert "0.90 m before" in check.message


def test_a_long_row_is_found() -> None:
    racks = tuple(
        Rack(id=f"r{n:02d}", name=f"R{n}", part=parts.RACK.id, x_mm=800 * n, y_mm=4000, row="a")
        for n in range(21)
    )
    assert "F07:a" in keys(evaluate(Design(racks=racks), CATALOG))


def test_a_missing_spine_lowers_the_bisection_and_is_an_error() -> None:
    whole = parts.superpod(4)
    spine = next(d for d in whole.devices if d.tier == "spine")
    lacking = whole.evolve(devices=tuple(d for d in whole.devices if d is not spine))
    before, after = evaluate(whole, CATALOG).fabrics[0], evaluate(lacking, CATALOG).fabrics[0]
    assert after.bisection_ratio == pytest.approx(15 / 16)
    assert before.bisection_ratio == 1
    assert (after.spine, after.placed_spine) == (16, 15)
    assert "R07:compute:spine:missing" in keys(evaluate(lacking, CATALOG))
    assert before.worst_failure is not None
    assert before.worst_failure.what == "loss of a spine"


def test_a_fabric_that_cannot_be_built_says_why() -> None:
    design = parts.superpod(1)
    fabric = design.fabrics[0].evolve(su_nodes=40)
    report = evaluate(design.evolve(fabrics=(fabric,)), CATALOG)
    check = next(check for check in report.checks if check.rule == "R03")
    assert "a rail must not be split over leaves" in check.message


def test_prices_of_the_owner_go_before_the_catalogue() -> None:
    design = drawn(device("d", "dgx-h100"))
    override = PriceOverride(id="dgx-h100", amount_cents=100_00, as_of="2026-01")
    plain, own = evaluate(design, CATALOG), evaluate(design.evolve(prices=(override,)), CATALOG)
    # The rack has no price: what is certain is a lower bound, and no figure.
    assert plain.cost.capex is None
    assert plain.cost.figure("capex").low == 310_000
    assert own.cost.figure("capex").low == 100
    assert "rack-48u" in plain.cost.unpriced
    assert not plain.cost.complete


def test_the_share_of_the_capital_that_is_known_counts_pieces_and_not_kinds_of_parts() -> None:
    mute = Part(id="mute", kind="node", name="Mute", height_half_u=4, power_max_w=1000)
    catalog = CATALOG.overlay([mute])
    mutes = [device(f"m{n}", "mute", half_u=20 + 4 * n) for n in range(3)]
    cost = evaluate(drawn(device("d", "dgx-h100"), *mutes), catalog).cost
    (nodes,) = [line for line in cost.by_category if line.category == "nodes"]
    # One of four nodes has a price; with the rack, which has none, one of five pieces.
    assert nodes.unpriced == 3
    assert nodes.figure("amount").known == 0.25
    assert nodes.figure("amount").low == 310_000
    assert cost.figure("capex").known == 0.2


def test_another_currency_has_no_prices_and_says_so() -> None:
    report, _ = one(drawn(device("d", "dgx-h100"), site=Site(currency="EUR")))
    assert report.cost.capex is None
    assert "dgx-h100" in report.cost.unpriced
    assert report.cost.opex_per_year is None


def test_storage_adds_up_and_keeps_unknown_unknown() -> None:
    report, _ = one(drawn(device("a", "store"), device("b", "store", half_u=10)))
    assert (report.storage.systems, report.storage.read_gb_s) == (2, 180)
    assert report.storage.raw_tb is None


def test_equal_findings_become_one_check_over_many_racks() -> None:
    report = evaluate(parts.superpod(4), CATALOG)
    (check,) = [check for check in report.checks if check.key == "C01:rear-door"]
    assert len(check.where) == 32
    assert len({check.key for check in report.checks}) == len(report.checks)


def test_a_waiver_marks_its_finding_and_a_stale_one_is_told() -> None:
    design = parts.superpod(1).evolve(
        waivers=(
            Waiver(id="C01:rear-door", reason="validated profile"),
            Waiver(id="P01:gone", reason="old"),
        )
    )
    report = evaluate(design, CATALOG)
    waived = {check.key for check in report.checks if check.waived}
    assert waived == {"C01:rear-door"}
    assert "W01:P01:gone" in keys(report)


def test_a_waived_warning_does_not_hide_an_error_of_the_same_rule() -> None:
    waiver = (Waiver(id="C01:room-air", reason="18 kW is fine here"),)
    warm = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(2)]
    hot = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    mild = evaluate(drawn(*warm[:1], device("s", "single", half_u=40), cooling="room-air"), CATALOG)
    grave = evaluate(drawn(*hot, cooling="room-air").evolve(waivers=waiver), CATALOG)
    assert [c.severity for c in mild.checks if c.rule == "C01"] == ["warning"]
    assert [(c.severity, c.waived) for c in grave.checks if c.rule == "C01"] == [("error", False)]


def test_keys_do_not_depend_on_where_a_rack_stands() -> None:
    design = parts.superpod(1)
    moved = design.evolve(racks=tuple(r.evolve(y_mm=r.y_mm + 300) for r in design.racks))
    assert keys(evaluate(design, CATALOG)) == keys(evaluate(moved, CATALOG))


# Incremental evaluation.


def bare(report: Report) -> Report:
    return report.model_copy(update={"timings": ()})


def test_one_edit_evaluates_one_rack() -> None:
    design = parts.superpod(4, own=True)
    evaluator = Evaluator(CATALOG)
    before = evaluator.report(design)
    assert evaluator.evaluated_racks == len(design.racks)
    after = evaluator.report(apply(design, diff(design, design.evolve(devices=design.devices[1:]))))
    assert (evaluator.evaluated_racks, evaluator.evaluated_contents) == (1, 1)
    kept = [rack for rack in after.racks if any(rack is was for was in before.racks)]
    assert len(kept) == len(design.racks) - 1


def test_copies_of_an_assembly_are_evaluated_once() -> None:
    evaluator = Evaluator(CATALOG)
    evaluator.report(parts.superpod(8).evolve(devices=()))
    assert evaluator.evaluated_contents == 2  # the assembly, and empty racks


def test_the_same_design_costs_nothing() -> None:
    design, evaluator = parts.superpod(1), Evaluator(CATALOG)
    first = evaluator.report(design)
    assert evaluator.report(design) is first
    assert evaluator.evaluated_racks == 0


PART_IDS = [p.id for p in parts.PARTS if not p.stands_on_floor]


@st.composite
def edits(draw: st.DrawFn, design: Design) -> Design:
    """Return a design that one random edit made of another."""
    kind = draw(st.sampled_from(["add", "drop", "move", "assembly", "rack", "site", "fabric"]))
    racks, devices = design.racks, design.devices
    rack = draw(st.sampled_from(racks))
    half_u = draw(st.integers(2, 90))
    if kind == "add":
        new = device(
            f"new-{draw(st.integers(0, 5))}", draw(st.sampled_from(PART_IDS)), rack.id, half_u
        )
        return apply(design, Change(put=(("devices", (new,)),)))
    if kind in ("drop", "move") and devices:
        old = draw(st.sampled_from(devices))
        if kind == "drop":
            return apply(design, Change(drop=(("devices", (old.id,)),)))
        return apply(design, Change(put=(("devices", (old.evolve(rack=rack.id, half_u=half_u),)),)))
    if kind == "assembly":
        other = parts.dgx_assembly(draw(st.integers(1, 5)), draw(st.integers(1, 3)))
        return apply(design, Change(put=(("assemblies", (other.evolve(id="dgx-4"),)),)))
    if kind == "rack" and len(racks) > 2:
        if draw(st.booleans()):
            return apply(design, Change(drop=(("racks", (rack.id,)),)))
        turned = rack.evolve(x_mm=rack.x_mm + 100, rotation=180, cooling="rear-door")
        return apply(design, Change(put=(("racks", (turned, rack.evolve(id=f"{rack.id}-2"))),)))
    if kind == "site":
        return design.evolve(
            site=design.site.evolve(power_factor=draw(st.sampled_from([0.9, 1.0])))
        )
    return design.evolve(
        fabrics=(design.fabrics[0].evolve(su_nodes=draw(st.sampled_from([16, 32]))),)
    )


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_after_any_edits_the_report_is_that_from_scratch(data: st.DataObject) -> None:
    design = parts.superpod(1, own=data.draw(st.booleans()))
    evaluator = Evaluator(CATALOG)
    evaluator.report(design)
    for _ in range(data.draw(st.integers(1, 5))):
        design = data.draw(edits(design))
        found = evaluator.report(design)
        assert bare(found) == bare(evaluate(design, CATALOG))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_preview_says_what_the_report_would(data: st.DataObject) -> None:
    design = parts.superpod(1, own=data.draw(st.booleans()))
    after = data.draw(edits(design))
    ids = [rack.id for rack in after.racks]
    evaluator = Evaluator(CATALOG)
    before_report = evaluator.report(design)
    preview = evaluator.preview(7, design, diff(design, after), ids)
    report = evaluate(after, CATALOG)
    assert tuple(rack.after for rack in preview.racks) == report.racks
    assert preview.power_max_kw[1] == pytest.approx(report.totals.power_max_kw)
    assert preview.free_leaf_ports == tuple(
        (f.id, before_report.fabrics[0].free_leaf_ports, f.free_leaf_ports) for f in report.fabrics
    )
    assert bare(evaluator.report(design)) == bare(before_report)


def test_a_preview_of_a_drop_says_kilowatts_and_method_before_and_after() -> None:
    design = drawn(device("d", "dgx-h100"), device("f", "dgx-h100", half_u=40))
    drop = Change(put=(("devices", (device("e", "dgx-h100", half_u=20),)),))
    (rack,) = Evaluator(CATALOG).preview(1, design, drop, ["r", "nowhere"]).racks
    assert rack.before is not None
    assert rack.after is not None
    assert (rack.before.power_max_kw, rack.after.power_max_kw) == pytest.approx((20.4, 30.6))
    assert (rack.before.cooling_method, rack.after.cooling_method) == ("in-row", "rear-door")


def test_a_preview_of_a_new_rack_has_nothing_before() -> None:
    design = drawn()
    new = Rack(id="s", name="S", part=parts.RACK.id, x_mm=0, y_mm=0)
    preview = Evaluator(CATALOG).preview(1, design, Change(put=(("racks", (new,)),)), ["s"])
    assert preview.racks[0].before is None
    assert preview.racks[0].after is not None


def test_an_empty_catalogue_gives_a_report_of_what_is_missing() -> None:
    report = evaluate(parts.superpod(1), Catalog(()))
    assert not report.totals.complete
    assert {check.rule for check in report.checks} >= {"D02"}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_design_written_by_hand_never_ends_the_evaluation(data: st.DataObject) -> None:
    """Loading tolerates what edits refuse: the engine must say what it can about all of it."""
    number = st.integers(-3, 40)
    fabric = Fabric(
        id="f", nodes=tuple(data.draw(st.lists(st.sampled_from([*PART_IDS, "nowhere"])))),
        rails=data.draw(number), rate_gbps=data.draw(st.sampled_from([-1.0, 0.0, 400.0])),
        switch=data.draw(st.sampled_from(["", "qm9700", "dgx-h100", "nowhere"])),
        leaf_policy=data.draw(st.sampled_from(["rail-per-su", "rail-per-rack", "pooled"])),
        su_nodes=data.draw(number), reserved_slots=data.draw(number),
        oversubscription=data.draw(st.sampled_from([-1.0, 0.0, 1.0, 2.5])),
        planes=data.draw(number), breakout=data.draw(number), planned_nodes=data.draw(number),
        tiers=data.draw(st.integers(0, 1)),
    )  # fmt: skip
    names = [*PART_IDS, "nowhere", "rack-48u", "cdu-row"]
    devices = [
        device(
            f"d{n}", data.draw(st.sampled_from(names)), data.draw(st.sampled_from("rst")),
            data.draw(st.integers(-9, 200)), face=data.draw(st.sampled_from(["front", "zero-u"])),
        )
        for n in range(data.draw(st.integers(0, 8)))
    ]  # fmt: skip
    racks = [
        Rack(
            id=key, name=key, part=data.draw(st.sampled_from(["rack-48u", "dgx-h100", "nowhere"])),
            x_mm=data.draw(st.integers(-5000, 5000)), y_mm=0,
            assembly=data.draw(st.sampled_from(["", "x"])),
        )
        for key in data.draw(st.sampled_from(["", "r", "rs"]))
    ]  # fmt: skip
    outline = data.draw(st.sampled_from([(), ((0, 0),), ((0, 0), (900, 0), (0, 900))]))
    design = Design(
        room=Room(outline=outline), racks=tuple(racks), devices=tuple(devices), fabrics=(fabric,),
        site=Site(power_factor=0.0, altitude_m=data.draw(st.sampled_from([-400.0, 0.0, 5000.0]))),
    )  # fmt: skip
    report = evaluate(design, CATALOG)
    assert Report.model_validate(report.model_dump()) == report


def test_only_the_totals_that_lack_a_figure_are_lower_bounds() -> None:
    """The small catalogue states maximum and typical power of a node, and no idle power."""
    report, _ = one(drawn(device("d", "dgx-h100"), device("m", "mystery", half_u=40)))
    open_ = {bound.name for bound in report.totals.bounds}
    assert {"power_max_kw", "power_typical_kw", "heat_kw", "weight_kg"} <= open_
    known, _ = one(drawn(device("d", "dgx-h100")))
    assert {bound.name for bound in known.totals.bounds} == {"power_idle_kw"}
    idle = known.totals.figure("power_idle_kw")
    assert (idle.low, idle.high) == (0, pytest.approx(7.3))


def test_nothing_to_buy_costs_nothing_and_unpriced_parts_an_unknown_sum() -> None:
    assert evaluate(Design(), Catalog(())).cost.capex == 0
    unknown = Design(racks=(Rack(id="r", name="r", part="mystery", x_mm=0, y_mm=0),))
    assert evaluate(unknown, Catalog(())).cost.capex is None


def test_a_node_of_which_nobody_said_the_gpus_makes_their_sum_a_lower_bound():
    silent = Part(id="silent", kind="node", name="Silent", height_half_u=4, power_max_w=1000)
    catalog = CATALOG.overlay([silent, silent.evolve(id="plain", gpus=0)])

    def totals(*nodes: str) -> Totals:
        devices = (device(f"d{n}", part, half_u=2 + 20 * n) for n, part in enumerate(nodes))
        return evaluate(drawn(*devices), catalog).totals

    assert (totals("dgx-h100", "silent").gpus, totals("dgx-h100", "plain").gpus) == (None, 8)
    assert totals("dgx-h100", "silent").figure("gpus").low == 8
    assert totals("dgx-h100", "plain").bound("gpus") is None
    assert totals("silent").nodes == 1


def climate(supply_c: float | None, *, least: float | None = 5, most: float | None = 30) -> Report:
    node = parts.DGX.evolve(inlet_min_c=least, inlet_max_c=most)
    design = drawn(device("d", "dgx-h100"), site=Site(supply_air_c=supply_c))
    return evaluate(design, CATALOG.overlay([node]))


@pytest.mark.parametrize(
    ("supply_c", "limits", "key", "words"),
    [
        (24.0, (5, 30), "", ""),
        (31.0, (5, 30), "C15:dgx-h100", "supply air of 31 °C, it takes at least 5 °C and at most"),
        (4.0, (5, 30), "C15:dgx-h100", "supply air of 4 °C"),
        (24.0, (5, None), "C15:open:inlets", "the highest inlet temperature of DGX H100 is not"),
        (None, (5, 30), "C15:open:supply-air", "the temperature of the supply air is not known"),
        (None, (None, None), "", ""),
    ],
)
def test_supply_air_is_held_against_what_parts_take(
    supply_c: float | None, limits: tuple[float | None, float | None], key: str, words: str
) -> None:
    report = climate(supply_c, least=limits[0], most=limits[1])
    found = [check for check in report.checks if check.rule == "C15"]
    assert [check.key for check in found] == ([key] if key else [])
    assert not key or words in found[0].message
    assert not key or found[0].where == ("r",)


@pytest.mark.parametrize(
    ("dynamic_kg", "key", "state"),
    [(900, "", "ok"), (500, "F03:dgx-h100x4", "error"), (None, "F03:open:dgx-h100x4", "unknown")],
)
def test_a_filled_rack_is_held_against_what_its_casters_may_roll(
    dynamic_kg: float | None, key: str, state: str
) -> None:
    """Four nodes and the rack weigh 671.8 kg."""
    rack = parts.RACK.evolve(rack={"units": 48, "static_kg": 1500, "dynamic_kg": dynamic_kg})
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report = evaluate(drawn(*devices), CATALOG.overlay([rack]))
    found = [check for check in report.checks if check.rule == "F03"]
    assert [check.key for check in found] == ([key] if key else [])
    limit = next(limit for limit in report.racks[0].limits if limit.name == "mass-rolled")
    assert limit.state == state
    assert {check.severity for check in found} <= {"warning"}


def test_a_floor_whose_limit_nobody_gave_cannot_be_said_to_carry() -> None:
    design = drawn(device("d", "dgx-h100"))
    assert "F04:open:dgx-h100x1" in keys(evaluate(design, CATALOG))
    limited = design.evolve(room=design.room.evolve(floor_limit_kpa=12))
    assert not {key for key in keys(evaluate(limited, CATALOG)) if key.startswith("F04")}


def test_a_mass_that_nobody_states_leaves_rack_and_floor_open_unless_it_is_too_much_already() -> (
    None
):
    light = parts.SMALL.evolve(id="light", mass_kg=None)
    design = drawn(device("m", "light"), room=Room(floor_limit_kpa=12))
    report = evaluate(design, CATALOG.overlay([light]))
    assert {"F02:open:lightx1", "F04:open:lightx1"} <= keys(report)
    check = next(check for check in report.checks if check.key == "F02:open:lightx1")
    assert "because the mass of Single-corded is not known" in check.message
    weak = parts.RACK.evolve(rack={"units": 48, "static_kg": 100, "dynamic_kg": 2000})
    sure = evaluate(design, CATALOG.overlay([light, weak]))
    assert "F02:lightx1" in keys(sure)
    assert "F02:open:lightx1" not in keys(sure)
