"""Rows and the hall: sums of their racks, and the power that limits strand (R05)."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import RackReport, Report
from designer.engine.row_report import RowReport, stranded_rows, strands_in_words
from designer.model.design import Design, Device, PowerNode, Rack, Row
from designer.planning.templates import build
from tests.helpers import engine_designs as parts

COLD = Part(
    id="cold", kind="server", name="Cold server", height_half_u=16, depth_mm=800, mass_kg=40,
    power_max_w=500, power_typical_w=300, power_idle_w=100, liquid_fraction=0,
    airflow_m3h=100, psu=Psu(count=2, rating_w=800, redundancy="1+1", inlet="C14",
                             volts_min=200, volts_max=240),
)  # fmt: skip
CATALOG = parts.small_catalog().overlay([COLD])
FEEDS = tuple(PowerNode(id=feed, capacity_kw=1e6, volts=415.0) for feed in "AB")


def row_of(*counts: int, part: str = COLD.id, row: str = "r1") -> Design:
    """Racks with so many devices of eight units each, on two feeds."""
    racks, devices = [], []
    for at, count in enumerate(counts):
        rack = f"rk{at}"
        racks.append(Rack(id=rack, name=rack.upper(), part=parts.RACK.id, x_mm=4000 + 600 * at,
                          y_mm=4000, row=row))  # fmt: skip
        devices += [
            Device(id=f"{rack}-d{n}", name="d", part=part, rack=rack, half_u=2 + 16 * n)
            for n in range(count)
        ]
        devices += [
            Device(id=f"{rack}-p{feed}", name="p", part=parts.PDU.id, rack=rack, face="zero-u",
                   feed=feed)
            for feed in "AB"
        ]  # fmt: skip
    return Design(
        power=FEEDS, rows=(Row(id="r1", name="R1", x_mm=4000, y_mm=4000),), racks=tuple(racks),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
    )  # fmt: skip


def r05(report: Report) -> dict[str, str]:
    return {check.key: check.message for check in report.checks if check.rule == "R05"}


def test_a_row_whose_full_racks_strand_power_is_told_by_the_limit() -> None:
    """48 units are full with 3 kW of 32.8 kW after a loss: 29.7 kW of each rack are stranded."""
    report = evaluate(row_of(6, 6), CATALOG)
    assert list(r05(report)) == ["R05:units:r1"]
    assert "2 racks by Rack units" in r05(report)["R05:units:r1"]
    (row,) = report.rows
    usable = 2 * 34.5 * 0.95
    assert row.power_limit_kw == pytest.approx(usable)
    assert row.figure("stranded_full_kw").low == pytest.approx(usable - 6.0)
    assert row.figure("stranded_pct").low == pytest.approx(100 * (usable - 6.0) / usable)
    assert (row.binding_constraint, row.u_used, row.u_total) == ("units", 96, 96)
    # Nobody says what the floor carries: it may bind in place of the units.
    by = row.stranded_by[0]
    assert (by.limit, by.figure("racks").high, by.figure("full_racks").high) == ("units", 2, 2)


def test_racks_with_room_for_more_strand_nothing_yet() -> None:
    """Five of six: the sixth goes in, and what is stranded then is told as such."""
    report = evaluate(row_of(5, 5), CATALOG)
    assert r05(report) == {}
    (row,) = report.rows
    assert (row.stranded_full_kw, row.stranded_pct) == (0, 0)
    # What the floor carries, nobody says: it may strand more, and never less than the units do.
    assert row.figure("stranded_kw").low == pytest.approx(2 * 34.5 * 0.95 - 2 * 2.5 * 48 / 40)


def test_a_power_that_nobody_states_leaves_it_open() -> None:
    """Six servers of unknown power fill 48 units: they may strand nearly all, or nothing."""
    hidden = COLD.evolve(
        power_max_w=None, power_typical_w=None, power_idle_w=None, psu=Psu(count=2, inlet="C14")
    )
    assert list(r05(evaluate(row_of(6, 6), CATALOG.overlay([hidden])))) == ["R05:open:r1"]


def test_the_hall_is_the_sum_of_its_rows_and_of_what_stands_alone() -> None:
    report = evaluate(build("dgx-superpod-h100", {"scalable_units": "2"}, load_shipped()),
                      load_shipped())  # fmt: skip
    hall, rows, totals = report.hall, report.rows, report.totals
    assert (hall.racks, hall.gpus) == (totals.racks, totals.gpus)
    for name in ("power_max_kw", "power_limit_kw", "u_used"):
        assert getattr(hall, name) == pytest.approx(sum(getattr(row, name) for row in rows)), name
    assert hall.power_max_kw == pytest.approx(totals.power_max_kw)
    # Which limit binds may rest on masses that are assumed: a row, and the hall, strands between.
    left, parts_of_it = hall.figure("stranded_kw"), [row.figure("stranded_kw") for row in rows]
    assert left.low == pytest.approx(sum(one.low for one in parts_of_it))
    assert left.high == pytest.approx(sum(one.high for one in parts_of_it))
    known = [one.value for one in parts_of_it if one.value is not None]
    whole = pytest.approx(sum(known)) if len(known) == len(rows) else None
    assert hall.stranded_kw == whole
    assert 0 < left.low <= left.high < inf


def test_an_edit_makes_the_touched_row_anew_and_agrees_with_a_fresh_report() -> None:
    evaluator, design = Evaluator(CATALOG), row_of(6, 5, 4)
    before = evaluator.report(design)
    smaller = design.evolve(devices=tuple(d for d in design.devices if d.id != "rk2-d3"))
    after = evaluator.report(smaller)
    assert after.rows != before.rows
    assert (after.rows, after.hall) == (evaluate(smaller, CATALOG).rows,
                                        evaluate(smaller, CATALOG).hall)  # fmt: skip


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        ("dgx-superpod-h100", {"scalable_units": "1"}),
        ("dgx-superpod-h100", {"scalable_units": "2", "cooling": "air", "nodes_per_rack": "2"}),
        ("dgx-superpod-gb200", {"scalable_units": "1"}),
    ],
)
def test_no_template_strands_power_in_full_racks(template: str, arguments: dict[str, str]) -> None:
    assert r05(evaluate(build(template, arguments, load_shipped()), load_shipped())) == {}


def test_racks_that_hold_the_same_and_stand_otherwise_strand_otherwise() -> None:
    """The rear wall leaves the second rack less floor to spread its load: there the floor binds."""
    design = row_of(2, 2)
    first, second = design.racks
    apart = second.evolve(x_mm=9_000, y_mm=7_700, rotation=0)
    room = design.room.evolve(floor_limit_kpa=1.5)
    design = design.evolve(racks=(first, apart), room=room)
    report = evaluate(design, CATALOG)
    each = [rack.stranded_kw for rack in report.racks]
    assert each[0] != each[1]
    assert None not in each
    for whole in (report.hall, *report.rows):
        assert whole.stranded_kw == pytest.approx(sum(kw or 0 for kw in each))
    evaluator = Evaluator(CATALOG)
    evaluator.report(design.evolve(racks=(first, second)))
    assert evaluator.report(design).hall == report.hall


def stranded(report: RowReport | RackReport) -> dict[str, tuple[float | None, str]]:
    return {one.limit: (one.stranded, one.unit) for one in report.strands}


def on_strong_floor(design: Design) -> Design:
    return design.evolve(room=design.room.evolve(floor_limit_kpa=50.0))


def test_what_binds_strands_each_of_the_other_capacities() -> None:
    """Five of six servers fill 40 of 48 units: all else is left but 6/5 of what it carries."""
    report = evaluate(on_strong_floor(row_of(5)), CATALOG)
    (rack,) = report.racks
    assert rack.binding_constraint == "units"
    limits = {limit.name: limit for limit in rack.limits}
    found = stranded(rack)
    assert set(found) == {"power", "cooling", "mass", "units", "floor"}
    assert found["units"] == (0, "U")
    for name, unit in (("cooling", "kW"), ("mass", "kg")):
        limit, (low, high) = limits[name], bounds(rack, name)
        used = limit.figure("used")
        most = limit.figure("limit").high
        assert found[name][1] == unit
        assert low == pytest.approx(most - used.high * 48 / 40)
        assert high == pytest.approx(most - used.low * 48 / 40)
    assert found["power"] == (pytest.approx(rack.stranded_kw), "kW")


def bounds(report: RowReport | RackReport, limit: str) -> tuple[float, float]:
    one = next(one for one in report.strands if one.limit == limit)
    figure = one.figure("stranded", one.unit)
    return figure.low, figure.high


def test_the_floor_is_stranded_in_kg_of_its_share() -> None:
    """What it could carry there over what stands there, as both are the same share of the floor."""
    (rack,) = evaluate(on_strong_floor(row_of(5)), CATALOG).racks
    floor = next(one for one in rack.strands if one.limit == "floor")
    load, mass = rack.floor_load_kpa, rack.weight_kg
    assert load is not None
    assert mass is not None
    assert floor.unit == "kg"
    assert floor.capacity == pytest.approx(50.0 * mass / load)


def test_rows_and_hall_sum_what_racks_strand_and_count_them() -> None:
    report = evaluate(on_strong_floor(row_of(6, 5, 4)), CATALOG)
    for whole in (report.hall, *report.rows):
        for name in ("power", "cooling", "mass", "units", "floor"):
            low, high = bounds(whole, name)
            assert low == pytest.approx(sum(bounds(rack, name)[0] for rack in report.racks))
            assert high == pytest.approx(sum(bounds(rack, name)[1] for rack in report.racks))
        assert {one.racks for one in whole.strands} == {3}
        (by,) = whole.stranded_by
        assert by.strands == whole.strands


def test_a_rack_without_a_limit_is_not_counted_with_its_capacity() -> None:
    """A tank offers no units: the sum of units is that of the other rack, and says so."""
    report = evaluate(build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped()),
                      load_shipped())  # fmt: skip
    filled = [rack for rack in report.racks if not rack.strands]
    assert filled
    assert {one.racks for one in report.hall.strands} == {4}
    assert (report.hall.racks or 0) > 4


def test_a_hidden_power_leaves_what_is_stranded_open_and_holds_it() -> None:
    known = evaluate(on_strong_floor(row_of(5)), CATALOG)
    hidden = COLD.evolve(
        power_max_w=None, power_typical_w=None, power_idle_w=None, psu=Psu(count=2, inlet="C14")
    )
    report = evaluate(on_strong_floor(row_of(5)), CATALOG.overlay([hidden]))
    for name in ("mass", "units", "floor"):
        low, high = bounds(report.hall, name)
        sure = bounds(known.hall, name)
        assert low <= sure[0] <= sure[1] <= high, name
    one = next(one for one in report.hall.strands if one.limit == "units")
    assert one.stranded is None


def test_what_strands_is_told_in_words() -> None:
    (rack,) = evaluate(on_strong_floor(row_of(5)), CATALOG).racks
    told = strands_in_words(rack.strands)
    assert "Rack units" not in told
    assert told.startswith("Feed power 29.8 kW of 32.8 kW; Cooling ")
    report = evaluate(on_strong_floor(row_of(5)), CATALOG)
    rows = {name: (text, tip) for name, text, tip in stranded_rows(report.hall)}
    assert rows["Binds first"] == ("Rack units in 1 rack", "Rack units in 1 rack")
    assert rows["Feed power stranded"][0] == "29.8 kW"
    assert rows["Feed power stranded"][1].startswith("of 32.8 kW in 1 rack, if each ")


def test_an_aisle_of_which_nobody_knows_whether_it_is_closed_leaves_open_what_is_stranded() -> None:
    """Free-standing units of no known width may keep an aisle from being closed."""
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    known = evaluate(design, catalog)
    hidden = catalog.overlay([catalog.require("crah").evolve(width_mm=None)])
    said = evaluate(design, hidden)
    true, rack = (next(r for r in one.racks if r.name == "A05") for one in (known, said))
    assert (true.binding_constraint, true.stranded_kw) == ("power-feed-lost", 0.0)
    assert rack.binding_open == ("power-feed-lost", "cooling")
    stranded = rack.figure("stranded_kw")
    assert (stranded.low, stranded.high) == (0.0, pytest.approx(12.775))
    hall = said.hall.figure("stranded_kw")
    assert hall.low <= known.hall.figure("stranded_kw").low + 1e-9 < hall.high
