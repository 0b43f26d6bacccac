"""The evaluation of a whole hall: what follows from a drawing, and what is found wrong in it."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report, Totals
from designer.model.design import (
    Design,
    Fabric,
    PriceOverride,
    Rack,
    Room,
    Site,
    Waiver,
)
from tests.helpers import engine_designs as parts
from tests.helpers.one_rack import CATALOG, PART_IDS, device, drawn, keys, one


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
    # The room has no feeds: which units one of them takes is open, as C06 says.
    assert enough.facility.cdu_redundancy == "N+1; not known after a lost feed"
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
    site = design.site.evolve(supply_air_c=24.0)
    one_unit = evaluate(design.evolve(racks=(*design.racks, crah), site=site), CATALOG)
    assert (one_unit.facility.cooling_units, one_unit.facility.cooling_units_needed) == (1, 2)
    assert "C23:crah" in keys(one_unit)
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
    told = {**report.model_dump(), "sections": report.sections}
    assert Report.model_validate(told) == report
    for _, section in report.sections:
        assert type(section).model_validate(section.model_dump()) == section


def test_only_the_totals_that_lack_a_figure_are_lower_bounds() -> None:
    """The small catalogue states maximum and typical power of a node, and no idle power."""
    report, _ = one(drawn(device("d", "dgx-h100"), device("m", "mystery", half_u=40)))
    open_ = {bound.name for bound in report.totals.bounds}
    assert {"power_max_kw", "power_typical_kw", "heat_kw", "weight_kg"} <= open_
    known, _ = one(drawn(device("d", "dgx-h100")))
    # What rests on idle power, and the peak that nobody states, are open, too.
    assert {bound.name for bound in known.totals.bounds} == {
        "power_idle_kw", "power_edp_kw", "power_step_kw",
    }  # fmt: skip
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
