"""Inputs that nobody states, rule by rule: each says that it cannot say, and names the input."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import StorageFigures
from designer.catalog.part import CoolingFigures, Part, Psu, RackFigures
from designer.catalog.part_bounds import CLEARANCE_MM
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.page import Table
from designer.engine.report import Check, Report
from designer.engine.subjects.racks.writing import written
from designer.engine.subjects.space.space import usable_depth
from designer.model.design import Design, Device, PowerNode, Rack, Room
from designer.render.sheets.rack_facts import summary_rows
from tests.helpers.engine_designs import (
    BANDS,
    DEFAULTS,
    DGX,
    DOOR,
    NVL72,
    PARTS,
    PDU,
    RACK,
    SWITCH,
)

CATALOG = Catalog(PARTS, BANDS, DEFAULTS)
TANK = Part(
    id="tank", kind="immersion", name="Tank", width_mm=1200, depth_mm=1000, power_max_w=0,
    rack=RackFigures(units=24), cooling=CoolingFigures(method="immersion"),
)  # fmt: skip


def device(key: str, part: str, half_u: int = 2, **more: object) -> Device:
    table = {"id": key, "name": key, "part": part, "rack": "r", "half_u": half_u}
    return Device.model_validate(table | more)


def pdus(feeds: str) -> list[Device]:
    return [device(f"p{n}", PDU.id, 0, face="zero-u", feed=f) for n, f in enumerate(feeds)]


def room(*devices: Device, rack: str = RACK.id, kw: float | None = 1e6) -> Design:
    return Design(
        room=Room(floor_limit_kpa=1e3),
        power=tuple(PowerNode(id=feed, capacity_kw=kw, volts=415.0) for feed in "ABC"),
        racks=(Rack(id="r", name="R", part=rack, x_mm=0, y_mm=0),),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
    )


def without(part: Part, **figures: object) -> Catalog:
    return CATALOG.overlay([part.evolve(**figures)])


def found(report: Report, key: str) -> Check | None:
    return next((check for check in report.checks if check.key == key), None)


def open_rules(report: Report) -> set[str]:
    return {check.rule for check in report.checks if ":open:" in check.key}


def psu(**figures: object) -> Psu:
    assert DGX.psu is not None
    return DGX.psu.evolve(**figures)


def test_supplies_of_no_known_inlet_may_find_no_outlet_and_have_no_path() -> None:
    design = room(device("n", DGX.id), *pdus("ABC"))
    assert not open_rules(evaluate(design, CATALOG)) & {"P10", "P26"}
    said = evaluate(design, without(DGX, psu=psu(inlet="")))
    for rule in ("P10", "P26"):
        check = found(said, f"{rule}:open:dgx-h100x1")
        assert check is not None
        assert "the inlet of the power supplies of DGX H100 is not known" in check.message
    uncounted = evaluate(design, without(DGX, psu=None))
    assert {"P10", "P11", "P26"} <= open_rules(uncounted)


def test_outlets_that_nobody_counted_may_be_too_few() -> None:
    design = room(*(device(f"n{n}", DGX.id, 2 + 16 * n) for n in range(4)), *pdus("A"))
    assert found(evaluate(design, CATALOG), "P26:dark:dgx-h100x4") is not None
    assert PDU.pdu is not None
    said = evaluate(design, without(PDU, pdu=PDU.pdu.evolve(outlets_c19=None)))
    check = found(said, "P10:open:dgx-h100x4")
    assert check is not None
    assert "the number of C19 outlets of 415 V 60 A is not known" in check.message
    assert found(said, "P26:open:dgx-h100x4") is not None


@pytest.mark.parametrize("hidden", ["volts_min", "volts_max"])
def test_supplies_of_no_known_voltage_may_be_on_the_wrong_one(hidden: str) -> None:
    design = room(device("n", DGX.id), *pdus("ABC"))
    assert "P11" not in {check.rule for check in evaluate(design, CATALOG).checks}
    said = evaluate(design, without(DGX, psu=psu(**{hidden: None})))
    check = found(said, "P11:open:dgx-h100:240")
    assert check is not None
    assert "voltage of the power supplies of DGX H100 is not known" in check.message


def test_a_voltage_that_is_wrong_by_the_end_that_is_known_is_wrong() -> None:
    design = room(device("n", DGX.id), *pdus("ABC"))
    said = evaluate(design, without(DGX, psu=psu(volts_min=277.0, volts_max=None)))
    assert found(said, "P11:dgx-h100:240") is not None
    assert "P11" not in open_rules(said)


@pytest.mark.parametrize(
    ("figures", "low", "high"),
    [
        ({"rack": RackFigures(units=48, usable_depth_mm=900)}, 900, 900),
        ({"rack": RackFigures(units=48)}, 1200 - CLEARANCE_MM, 1200),
        ({"rack": None}, 1200 - CLEARANCE_MM, 1200),
        ({"rack": None, "depth_mm": None}, 0, inf),
        ({"rack": None, "depth_mm": 100}, 0, 100),
    ],
)
def test_the_depth_that_a_rack_takes_is_bounded_by_its_own(
    figures: dict[str, object], low: float, high: float
) -> None:
    depth = usable_depth(RACK.evolve(**figures), RACK.id)
    assert (depth.low, depth.high) == (low, high)


@pytest.mark.parametrize(
    ("deep", "usable", "key"),
    [
        (1000, 1000, None), (1001, 1000, "F09:dgx-h100x1"), (None, 1000, "F09:open:dgx-h100x1"),
        (1000, None, "F09:open:dgx-h100x1"), (997, None, None), (1201, None, "F09:dgx-h100x1"),
    ],
)  # fmt: skip
def test_a_device_fits_the_depth_or_not_or_it_cannot_be_said(
    deep: int | None, usable: int | None, key: str | None
) -> None:
    catalog = CATALOG.overlay([
        DGX.evolve(depth_mm=deep),
        RACK.evolve(rack=RackFigures(units=48, usable_depth_mm=usable)),
    ])  # fmt: skip
    report = evaluate(room(device("n", DGX.id), *pdus("ABC")), catalog)
    assert [check.key for check in report.checks if check.rule == "F09"] == ([key] if key else [])


def test_a_rack_of_no_known_units_has_no_known_room() -> None:
    design = room(device("n", DGX.id, 90), *pdus("ABC"))
    known, said = evaluate(design, CATALOG), evaluate(design, without(RACK, rack=None))
    assert found(known, "F01:dgx-h100x1") is not None
    assert found(said, "F01:open:dgx-h100x1") is not None
    rack = said.racks[0]
    assert rack.u_total is None
    assert rack.figure("u_total").high == inf
    assert next(one for one in rack.limits if one.name == "units").state == "unknown"
    (table,) = [one.table for one in written(said) if one.title == "Racks"]
    assert isinstance(table, Table)
    assert table.rows[0][9] == "8 of —"


def test_what_offers_no_units_has_none_for_certain() -> None:
    assert evaluate(room(rack=NVL72.id), CATALOG).racks[0].u_total == 0


def test_a_door_of_no_known_rating_takes_an_unknown_part_of_the_heat() -> None:
    door = device("d", DOOR.id, 0, face="door")
    design = room(device("n", DGX.id), door, *pdus("ABC"))
    assert DOOR.cooling is not None
    said = evaluate(design, without(DOOR, cooling=DOOR.cooling.evolve(capacity_kw=None)))
    check = found(said, "C01:open:rear-door")
    assert check is not None
    assert "the cooling capacity of Rear door is not known" in check.message
    assert said.racks[0].cooling_capacity_kw is None
    assert said.racks[0].figure("cooling_capacity_kw").high == inf


def test_a_tank_of_no_known_rating_is_not_taken_for_one_of_its_kind() -> None:
    design = room(device("n", DGX.id), *pdus("ABC"), rack=TANK.id)
    said = evaluate(design, CATALOG.overlay([TANK]))
    assert found(said, "C01:open:immersion") is not None
    assert said.racks[0].cooling_capacity_kw is None


@pytest.mark.parametrize(("side", "rules"), [("width_mm", {"F19"}), ("depth_mm", {"F06", "F19"})])
def test_a_size_that_nobody_states_leaves_the_floor_open(side: str, rules: set[str]) -> None:
    """However wide it is, a rack alone has the walls before and behind it."""
    said = evaluate(room(device("n", DGX.id), *pdus("ABC")), without(RACK, **{side: None}))
    assert rules == open_rules(said) & {"F06", "F19"}
    assert found(said, "F19:open:size") is not None


def test_a_feed_that_does_not_exist_may_be_any() -> None:
    """Two PDUs on feeds of the room and one on a feed that it lacks: no less than one without.

    With a name of the room, supplies are dealt over two feeds, half of the 40.8 kW on each; on a
    feed that is to be added they stay where they are.
    """
    nodes = [device(f"n{n}", DGX.id, 2 + 16 * n) for n in range(4)]
    strange = evaluate(room(*nodes, *pdus("ABZ"), kw=25.0), CATALOG)
    unnamed = evaluate(
        room(*nodes, *pdus("AB"), device("p2", PDU.id, 0, face="zero-u"), kw=25.0), CATALOG
    )
    assert found(strange, "P27:unknown-feed:Z") is not None
    for feed in ("A", "B", "C"):
        told, like = (
            next(one for one in report.power.feeds if one.id == feed)
            for report in (strange, unnamed)
        )
        assert told.state == like.state == ("ok" if feed == "C" else "unknown")
        for name in ("load_kw", "load_after_loss_kw"):
            around, within = told.figure(name), like.figure(name)
            assert around.low <= within.low + 1e-9
            assert within.high <= around.high + 1e-9
    assert found(strange, "P02:open:dgx-h100x4") is not None
    assert strange.power.feeds[2].figure("load_kw").high == pytest.approx(13.6)
    loads = [one.figure("load_kw") for one in unnamed.power.feeds]
    assert [one.low for one in loads] == pytest.approx([13.6, 13.6, 0.0])
    assert [one.high for one in loads] == pytest.approx([20.4, 20.4, 13.6])


@pytest.mark.parametrize(
    ("feeds", "named"),
    [("AZ", "Z (the room has none of that name)"),
     ("YZ", "Y and Z (the room has none of these names)"),
     ("XYZ", "X and 2 more (the room has none of these names)")],
)  # fmt: skip
def test_a_feed_that_does_not_exist_is_named_where_it_leaves_something_open(
    feeds: str, named: str
) -> None:
    report = evaluate(room(device("n", DGX.id), *pdus(feeds), kw=5.0), CATALOG)
    check = found(report, "P02:open:dgx-h100x1")
    assert check is not None
    assert check.message == (
        "whether 1 × DGX H100 keeps running after a loss cannot be said, because the feed meant "
        f"by {named} is not known"
    )
    room_feed = found(report, "P14:open:C")
    assert room_feed is not None
    assert f"because the feed meant by {named} is not known" in room_feed.message
    assert found(report, f"P27:unknown-feed:{','.join(sorted(set(feeds) - {'A'}))}") is not None


def test_a_pdu_without_a_feed_is_not_taken_for_one_that_names_a_strange_one() -> None:
    unnamed = device("p9", PDU.id, 0, face="zero-u")
    report = evaluate(room(device("n", DGX.id), *pdus("Z"), unnamed), CATALOG)
    check = found(report, "P02:open:dgx-h100x1")
    assert check is not None
    assert "the feed of a rack PDU that names none is not known" in check.message


def test_supplies_that_fail_whatever_a_strange_feed_is_are_an_error() -> None:
    """3+3 supplies of 4+2: with Z a second feed three are left, with Z the first none."""
    report = evaluate(room(device("n", DGX.id), *pdus("AZ")), CATALOG)
    limit = next(one for one in report.racks[0].limits if one.name == "psu-feed-lost")
    assert limit.state == "error"
    check = found(report, "P03:dgx-h100:3+3:any-feed")
    assert check is not None
    assert (check.severity, check.message) == (
        "error",
        "DGX H100: 3+3 supplies leave too few after a loss, whatever feeds they hang on",
    )


def test_feeds_of_a_room_without_any_may_be_one() -> None:
    design = room(device("n", DGX.id), *pdus("AB")).evolve(power=())
    feeds = evaluate(design, CATALOG).racks[0].feeds
    # Nobody knows whether A and B are lost together: either may carry all of it, or go down too.
    for feed in feeds:
        after = feed.figure("load_after_loss_kw")
        assert (after.low, after.high, after.value) == (0, pytest.approx(10.2), None)


def test_shelves_of_a_filled_rack_that_states_nothing_may_hang_on_any_feed() -> None:
    design = Design(
        power=tuple(PowerNode(id=feed, capacity_kw=1e6, volts=415.0) for feed in "AB"),
        racks=(Rack(id="r", name="R", part=NVL72.id, x_mm=0, y_mm=0, feeds=("A", "B")),),
    )
    assert NVL72.compute is None
    feeds = evaluate(design, CATALOG).racks[0].feeds
    for feed in feeds:
        figure = feed.figure("load_kw")
        assert (figure.low, figure.high) == (0, pytest.approx(132))


def test_switches_that_state_all_leave_nothing_of_this_open() -> None:
    report = evaluate(room(device("n", SWITCH.id), *pdus("AB")), CATALOG)
    assert not open_rules(report) & {"P10", "P11", "P26", "F01", "F09", "F19"}


def test_what_the_catalogue_lacks_may_be_storage_too() -> None:
    store = Part(
        id="store", kind="storage", name="Store", height_half_u=4,
        storage=StorageFigures(read_gb_s=40.0, write_gb_s=20.0),
    )  # fmt: skip
    catalog = CATALOG.overlay([store])
    known = evaluate(room(device("s", store.id)), catalog).storage
    assert known.figure("read_gb_s").exact
    said = evaluate(room(device("s", store.id), device("x", "gone", 20)), catalog).storage
    figure = said.figure("read_gb_s")
    assert (figure.low, figure.high, said.read_gb_s) == (40.0, inf, None)
    assert [gap.ref for gap in figure.gaps] == ["gone.part"]


def of_units(report: Report) -> Limit:
    return next(limit for limit in report.racks[0].limits if limit.name == "units")


@pytest.mark.parametrize("places", [(80, 82, 84), (2, 40), (90,)])
def test_a_height_that_nobody_states_leaves_the_rails_open(places: tuple[int, ...]) -> None:
    """Of 8U: in one another's place, apart, and from U45 on out of 48 units."""
    design = room(*(device(f"n{n}", DGX.id, at) for n, at in enumerate(places)))
    report = evaluate(design, without(DGX, height_half_u=0))
    found = {check.key: check for check in report.checks if check.rule == "F01"}
    above = {f"F01:open:above:{DGX.id}:{DGX.id}"} if len(places) > 1 else set()
    assert found.keys() == {f"F01:open:height:{DGX.id}", *above}
    check = found[f"F01:open:height:{DGX.id}"]
    assert {(one.severity, one.where) for one in found.values()} == {("warning", ("r",))}
    assert f"because the height of {DGX.name} is not known" in check.message
    used = report.racks[0].figure("u_used")
    assert (used.value, used.low, used.high) == (None, len(places) / 2, inf)
    assert used.gaps[0].ref == f"{DGX.id}.height_half_u"
    units = of_units(report)
    assert (units.state, units.used) == ("unknown", None)
    assert units.text.endswith(f"cannot be said, because the height of {DGX.name} is not known")
    assert f"{DGX.id}.height_half_u" in [settle.ref for settle in report.settle]
    (table,) = [one.table for one in written(report) if one.title == "Racks"]
    assert isinstance(table, Table)
    assert table.rows[0][9].startswith("≥ ")


@pytest.mark.parametrize(
    ("at", "face", "clash"),
    [
        (10, "front", True), (25, "front", True), (26, "front", False), (9, "front", False),
        (10, "rear", True), (98, "front", True), (97, "front", False), (1, "front", True),
    ],
)  # fmt: skip
def test_what_overlaps_whatever_its_height_is_an_error(at: int, face: str, clash: bool) -> None:
    """A device of 8U stands at U5 to U12.5; the rails end at U48.5."""
    low = SWITCH.evolve(id="low", height_half_u=0)
    design = room(device("n", DGX.id, 10), device("s", "low", at, face=face))
    report = evaluate(design, CATALOG.overlay([low]))
    errors = [c for c in report.checks if c.rule == "F01" and c.severity == "error"]
    assert bool(errors) is clash
    assert (of_units(report).state == "error") is clash


def test_a_device_of_no_known_height_takes_no_place_twice() -> None:
    """It stands in the place of another: nothing says that it takes more than that one."""
    low = SWITCH.evolve(id="low", height_half_u=0)
    design = room(device("n", DGX.id, 2), device("s", "low", 4), device("t", "low", 40))
    used = evaluate(design, CATALOG.overlay([low])).racks[0].figure("u_used")
    assert (used.low, used.value) == (8.5, None)


def test_a_device_of_no_known_height_may_be_too_deep() -> None:
    catalog = without(DGX, height_half_u=0, depth_mm=3000)
    report = evaluate(room(device("n", DGX.id)), catalog)
    assert found(report, "F09:dgx-h100x1") is not None


def test_a_pdu_without_a_height_takes_no_unit_wherever_it_hangs() -> None:
    report = evaluate(room(device("n", DGX.id), device("p", PDU.id, 2, feed="A")), CATALOG)
    assert report.racks[0].u_used == 8
    assert not [check for check in report.checks if check.rule == "F01"]


def test_a_sheet_says_the_least_units_that_are_used() -> None:
    report = evaluate(room(device("n", DGX.id)), without(DGX, height_half_u=0))
    assert ("Rack units used", "≥ 0.5 of 48 U", "") in summary_rows(report.racks[0])
