"""Feeds of racks and of the room: power paths, losses, supplies, and what cannot be said of them.

The figures of parts are those of the shipped catalogue; each wrong answer that was met has a test.
"""

import pytest

from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.part import Part, PduFigures, Psu
from designer.catalog.surge_figures import ShelfFigures
from designer.document.edits import place_device
from designer.engine.evaluate import evaluate
from designer.engine.power_report import RoomFeed
from designer.engine.report import RackReport, Report
from designer.model.design import Cord, Design, Device, PowerNode, Rack, Room, Site
from tests.helpers import engine_designs as parts

PDU_KW = 34.5 * 0.95
B200 = parts.DGX.evolve(
    id="dgx-b200", name="DGX B200", power_max_w=14_300,
    psu=Psu(count=6, rating_w=3300, redundancy="5+1", inlet="C20"),
)  # fmt: skip
UNDECLARED = parts.DGX.evolve(
    id="undeclared", name="Undeclared", psu=Psu(count=6, rating_w=3300, inlet="C20")
)
UNCOUNTED = parts.DGX.evolve(id="uncounted", name="Uncounted", psu=None)
NO_POWER = parts.DGX.evolve(
    id="no-power", name="No power", power_max_w=None, psu=Psu(count=6, inlet="C20")
)
NARROW = parts.SMALL.evolve(
    id="narrow", name="Narrow",
    psu=Psu(count=2, rating_w=800, inlet="C14", volts_min=200, volts_max=240),
)  # fmt: skip
PDU_480 = parts.PDU.evolve(
    id="pdu-480", pdu=PduFigures(volts=480, amps=30, phases=3, rated_kva=20, outlets_c13=24)
)
PDU_208 = parts.PDU.evolve(
    id="pdu-208", pdu=PduFigures(volts=208, amps=60, phases=3, rated_kva=17, outlets_c13=24)
)
NVL = parts.NVL72.evolve(
    psu=Psu(count=48, rating_w=5500, redundancy="24+24", inlet="busbar shelf"),
    compute=ComputeFigures(power_shelves=8),
    shelf=ShelfFigures(power_at="input"),
)
CATALOG = parts.small_catalog().overlay(
    [B200, UNDECLARED, UNCOUNTED, NO_POWER, NARROW, PDU_480, PDU_208, NVL]
)


def feed(key: str, capacity_kw: float | None = 1e6, **fields: object) -> PowerNode:
    fields.setdefault("volts", 415.0)
    return PowerNode(id=key, capacity_kw=capacity_kw, **fields)


def device(key: str, part: str, half_u: int = 6, **fields: str) -> Device:
    return Device(id=key, name=key, part=part, rack="r", half_u=half_u, **fields)


def pdus(feeds: str, part: str = parts.PDU.id) -> list[Device]:
    """Rack PDUs on feeds by letter; `-` names none."""
    return [
        Device(id=f"pdu-{at}", name="pdu", part=part, rack="r", face="zero-u", feed=on.strip("-"))
        for at, on in enumerate(feeds)
    ]


def design_of(
    *devices: Device, power: tuple[PowerNode, ...] | None = None, **fields: object
) -> Design:
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    return Design(
        power=(feed("A"), feed("B"), feed("C")) if power is None else power,
        racks=(rack,), devices=tuple(sorted(devices, key=lambda d: d.id)),
        **{"site": Site(), **fields},
    )  # fmt: skip


def nodes(count: int, part: str = "dgx-h100") -> list[Device]:
    return [device(f"n{at}", part, half_u) for at, half_u in enumerate((6, 22, 44, 60)[:count])]


def keys(report: Report, rule: str = "P") -> set[str]:
    return {check.key for check in report.checks if check.key.startswith(rule)}


def message(report: Report, rule: str) -> str:
    return next(check.message for check in report.checks if check.key.startswith(rule))


def severity(report: Report, key: str) -> str:
    return next(check.severity for check in report.checks if check.key == key)


def rack_of(report: Report) -> RackReport:
    return report.racks[0]


def limit_of(report: Report, name: str) -> "tuple[float | None, float | None, str, str]":
    limit = next(limit for limit in rack_of(report).limits if limit.name == name)
    return limit.used, limit.limit, limit.state, limit.text


def room_feed(report: Report, key: str) -> RoomFeed:
    return next(one for one in (*report.power.feeds, *report.power.upstream) if one.id == key)


# Rack PDUs and the feeds they name.


def test_four_pdus_placed_in_a_room_of_two_feeds_leave_two_after_a_loss() -> None:
    """They were taken for four feeds: 98.3 kW after a loss instead of 65.5."""
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    design = Design(power=(feed("A"), feed("B")), racks=(rack,), devices=tuple(nodes(4)))
    for _ in range(4):
        design = place_device(CATALOG, parts.PDU.id, "r")(design)
    report = evaluate(design, CATALOG)
    assert [(f.id, f.capacity_kw) for f in rack_of(report).feeds] == [
        ("A", pytest.approx(2 * PDU_KW)), ("B", pytest.approx(2 * PDU_KW))
    ]  # fmt: skip
    assert limit_of(report, "power-feed-lost")[1] == pytest.approx(65.55)
    assert "P03:dgx-h100:3+3" in keys(report)


def test_pdus_without_a_feed_invent_none_and_leave_open_what_a_loss_does() -> None:
    report = evaluate(design_of(*nodes(4), *pdus("----"), power=(feed("A"), feed("B"))), CATALOG)
    assert severity(report, "P27:no-feed:dgx-h100x4") == "error"
    assert "4 rack PDUs name no feed" in message(report, "P27")
    (row,) = rack_of(report).feeds
    assert (row.id, row.capacity_kw) == ("?", pytest.approx(4 * PDU_KW))
    assert row.load_kw == pytest.approx(40.8)
    assert row.load_after_loss_kw is None
    _, left, state, text = limit_of(report, "power-feed-lost")
    assert (left, state) == (None, "unknown")
    assert "cannot be said, because the feed of a rack PDU that names none is not known" in text
    assert "P02:open:dgx-h100x4" in keys(report)
    assert "P02:dgx-h100x4" not in keys(report)


def test_what_holds_on_whatever_feed_a_pdu_hangs_is_said() -> None:
    """One feed in the room: all PDUs hang on it, wherever they are."""
    report = evaluate(design_of(*nodes(4), *pdus("--"), power=(feed("A"),)), CATALOG)
    assert "P02:one-feed:dgx-h100x4" in keys(report)
    assert "P02:open:dgx-h100x4" not in keys(report)


def test_bounds_of_a_load_after_a_loss_hold_on_whatever_feed_a_pdu_hangs() -> None:
    """A + B + one unnamed: on A or B the other carries a third to all, on neither a half."""
    report = evaluate(design_of(*nodes(4), *pdus("AB-"), power=(feed("A"), feed("B"))), CATALOG)
    feeds = {row.id: row.figure("load_after_loss_kw") for row in rack_of(report).feeds}
    assert feeds["A"].value is None
    assert (feeds["A"].low, feeds["A"].high) == (pytest.approx(20.4), pytest.approx(40.8))
    for other in ("AB", "BA"):
        known = design_of(*nodes(4), *pdus(f"AB{other[0]}"), power=(feed("A"), feed("B")))
        row = rack_of(evaluate(known, CATALOG)).feeds[0]
        value = row.load_after_loss_kw
        assert value is not None
        assert feeds["A"].low - 1e-9 <= value <= feeds["A"].high + 1e-9


def test_a_feed_that_the_room_has_not_is_an_error() -> None:
    report = evaluate(design_of(*nodes(1), *pdus("AZ")), CATALOG)
    assert severity(report, "P27:unknown-feed:Z") == "error"


# Power paths.


@pytest.mark.parametrize("part", ["gb200-nvl72", "cdu-row", "crah"])
def test_what_stands_on_the_floor_without_a_feed_has_no_power_path(part: str) -> None:
    rack = Rack(id="r", name="R", part=part, x_mm=4000, y_mm=4000)
    catalog = CATALOG.overlay([parts.CRAH.evolve(power_max_w=5_500)])
    dark = evaluate(Design(power=(feed("A"), feed("B")), racks=(rack,)), catalog)
    lit = evaluate(
        Design(power=(feed("A"), feed("B")), racks=(rack.evolve(feeds=("A", "B")),)), catalog
    )
    assert {check.severity for check in dark.checks if check.rule == "P26"} == {"error"}
    assert "no power path, no feed" in message(dark, "P26")
    assert not keys(lit, "P26")


def test_deleting_all_pdus_is_an_error() -> None:
    report = evaluate(design_of(*nodes(2), device("s", "store", 44)), CATALOG)
    assert severity(report, "P26:no-pdu:dgx-h100x2") == "error"
    assert message(report, "P26") == "2 × DGX H100, Store: no power path, no rack PDU in the rack"


def test_a_device_left_unplugged_by_hand_has_no_power_path() -> None:
    cords = tuple(Cord(id=f"c{n}", supply=f"s:psu{n}") for n in (1, 2))
    report = evaluate(
        design_of(*nodes(1), device("s", "store", 44), *pdus("ABC"), cords=cords), CATALOG
    )
    assert "P26:dark:dgx-h100x1" in keys(report)
    assert message(report, "P26").startswith("Store: no power path, left unplugged by hand")


def test_supplies_without_an_outlet_are_an_error_with_the_reason() -> None:
    """Six supplies want feed B, whose PDU has four C19."""
    few = parts.PDU.evolve(id="few", pdu=PduFigures(volts=415, amps=60, phases=3, outlets_c19=4))
    strips = [*pdus("A"), pdus("-B", "few")[1]]
    report = evaluate(design_of(*nodes(2), *strips), CATALOG.overlay([few]))
    assert severity(report, "P10:C19:dgx-h100x2") == "error"
    assert message(report, "P10:C19").endswith(
        "2 supplies hang nowhere: no free C19 outlet on feed B"
    )


def test_all_supplies_that_hang_nowhere_are_counted_whatever_the_reasons() -> None:
    """Reasons shared a key, and the one that was told hid the others."""
    cords = (
        Cord(id="c1", supply="n0:psu1", outlet="pdu-0:99"),
        *(Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet="") for n in (2, 3, 4)),
    )
    report = evaluate(design_of(*nodes(1), *pdus("AB"), cords=cords), CATALOG)
    assert message(report, "P10:unplugged").endswith(
        "4 supplies hang nowhere: left unplugged by hand (3); 415 V 60 A has 24 outlets, not 99 (1)"
    )


def test_reasons_without_outlets_of_one_kind_are_counted_together() -> None:
    few = parts.PDU.evolve(id="few", pdu=PduFigures(volts=415, amps=60, phases=3, outlets_c19=2))
    strips = [strip.evolve(part="few") for strip in pdus("AB")]
    report = evaluate(design_of(*nodes(1), *strips), CATALOG.overlay([few]))
    assert message(report, "P10:C19").endswith(
        "2 supplies hang nowhere: no free C19 outlet on feed A (1); "
        "no free C19 outlet on feed B (1)"
    )


def test_a_cord_that_no_supply_waits_for_is_no_supply_that_hangs_nowhere() -> None:
    cords = (
        Cord(id="c1", supply="n0:psu9", outlet="pdu-0:7"),
        Cord(id="c2", supply="n0:psu1", outlet="pdu-0:8"),
        Cord(id="c3", supply="n0:psu1", outlet="pdu-0:9"),
    )
    report = evaluate(design_of(*nodes(1), *pdus("AB"), cords=cords), CATALOG)
    assert severity(report, "P10:cords:dgx-h100x1") == "error"
    assert message(report, "P10").endswith(
        "2 cords by hand are not laid: it has 6 supplies, not 9 (1); two cords for one supply (1)"
    )
    assert not keys(report, "P10:unplugged")


def test_a_cord_that_names_nothing_is_an_error() -> None:
    cords = (Cord(id="c", supply="gone:psu1", outlet="pdu-0:7"),)
    report = evaluate(design_of(*nodes(1), *pdus("ABC"), cords=cords), CATALOG)
    assert "P10:cord:gone:psu1" in keys(report)


def test_a_cord_by_hand_moves_load_from_one_feed_to_another() -> None:
    """psu1 from feed A to feed B: 1, 3 and 2 of six supplies."""
    cords = (Cord(id="c", supply="n0:psu1", outlet="pdu-1"),)
    report = evaluate(design_of(*nodes(1), *pdus("ABC"), cords=cords), CATALOG)
    assert [row.load_kw for row in rack_of(report).feeds] == pytest.approx([1.7, 5.1, 3.4])
    assert "P03:dgx-h100:1+3+2" in keys(report)


# Supplies.


@pytest.mark.parametrize(
    ("part", "feeds", "survives", "declared"),
    [
        ("dgx-h100", "AB", False, 4),  # 3 left, 4 needed, though 9.9 kW are more than 9.6 at output
        ("dgx-h100", "ABC", True, 4),
        ("dgx-b200", "ABC", False, 5),  # 5+1 outlives a supply, not a feed: 4 left
    ],
)
def test_the_declared_redundancy_decides_what_a_loss_leaves(
    part: str, feeds: str, survives: bool, declared: int
) -> None:
    """DGX H100 and B200 user guides: 4+2 and 5+1 supplies of 3.3 kW."""
    report = evaluate(design_of(*nodes(1, part), *pdus(feeds)), CATALOG)
    _, _, state, text = limit_of(report, "psu-feed-lost")
    assert state == ("ok" if survives else "error")
    assert f"{declared} declared as needed" in text
    assert bool(keys(report, "P03")) != survives


@pytest.mark.parametrize(
    ("feeds", "power_w", "state"),
    [
        ("AB", 10_200, "unknown"),  # 3 · 3.3 kW would do, but the twin that declares 4+2 needs 4
        ("ABC", 10_200, "unknown"),
        ("AB", 11_500, "error"),  # 11.5 · 0.88 = 10.1 kW for 9.9: whatever the maker declares
        ("AB", 0, "ok"),
    ],
)
def test_without_a_declared_redundancy_the_rating_only_refuses(
    feeds: str, power_w: int, state: str
) -> None:
    catalog = CATALOG.overlay([UNDECLARED.evolve(power_max_w=power_w, power_typical_w=None)])
    report = evaluate(design_of(*nodes(1, "undeclared"), *pdus(feeds)), catalog)
    if not power_w:
        assert not keys(report, "P03")  # It needs no cord at all.
        return
    _, _, said, text = limit_of(report, "psu-feed-lost")
    assert said == state
    why = "the redundancy of the power supplies of Undeclared is not known"
    assert (why in text) == (state == "unknown")
    assert (why in message(report, "P03")) == (state == "unknown")


def test_all_supplies_together_carry_what_they_are_rated_for_whatever_is_declared() -> None:
    """Nothing is lost by policy N, and six supplies plugged in are all that the maker built in."""
    site = Site(feed_policy="N")
    all_of_them = evaluate(design_of(*nodes(1, "undeclared"), *pdus("AB"), site=site), CATALOG)
    assert not keys(all_of_them, "P03")
    cords = (Cord(id="c", supply="n0:psu6", outlet=""),)
    five = design_of(*nodes(1, "undeclared"), *pdus("AB"), cords=cords, site=site)
    report = evaluate(five, CATALOG)
    assert keys(report, "P03") == {"P03:open:normal:undeclared:3+2"}
    assert "the redundancy of the power supplies of Undeclared" in message(report, "P03")


def test_without_redundancy_and_rating_the_redundancy_is_asked_for_first() -> None:
    """It alone would settle the question; a rating could only refuse."""
    catalog = CATALOG.overlay([UNDECLARED.evolve(psu=Psu(count=6, inlet="C20"))])
    report = evaluate(design_of(*nodes(1, "undeclared"), *pdus("AB")), catalog)
    first = "the redundancy of the power supplies of Undeclared and the rating of the power"
    assert first in message(report, "P03")


def test_efficiency_stands_between_the_load_and_the_rating() -> None:
    """10.2 kW at the inlets are 10.2 · η at the supplies' output, where 3 · 3.3 = 9.9 kW are."""
    sites = {}
    for efficiency in (0.96, 0.98, None):
        psu = Psu(count=6, rating_w=3300, redundancy="3+3", inlet="C20", efficiency=efficiency)
        catalog = CATALOG.overlay([UNDECLARED.evolve(psu=psu)])
        report = evaluate(design_of(*nodes(1, "undeclared"), *pdus("AB")), catalog)
        sites[efficiency] = limit_of(report, "psu-feed-lost")
    assert sites[0.96][:3] == (pytest.approx(9.792), pytest.approx(9.9), "ok")
    assert sites[0.98][:3] == (pytest.approx(9.996), pytest.approx(9.9), "error")
    assert sites[None][2] == "ok"  # at most 96.5 %: 9.84 kW


def test_a_supply_of_unknown_efficiency_near_its_rating_cannot_be_said() -> None:
    """10.5 kW · 0.88 to 0.965 = 9.24 to 10.13 kW for 9.9 kW."""
    psu = Psu(count=6, rating_w=3300, redundancy="3+3", inlet="C20")
    catalog = CATALOG.overlay([UNDECLARED.evolve(power_max_w=10_500, psu=psu)])
    report = evaluate(design_of(*nodes(1, "undeclared"), *pdus("AB")), catalog)
    assert "P03:open:undeclared:3+3" in keys(report)
    assert "because the efficiency of the power supplies is not known" in message(report, "P03")
    assert limit_of(report, "psu-feed-lost")[2] == "unknown"


def test_power_shelves_of_a_filled_rack_outlive_a_feed_by_what_is_declared() -> None:
    """24+24 supplies in eight shelves; four are lost with one of two feeds, 24 are left."""
    for feeds, wiring, left in ((("A", "B"), "24+24", 24), (("A", "B", "C"), "18+18+12", 30)):
        rack = Rack(id="r", name="R", part=NVL.id, x_mm=4000, y_mm=4000, feeds=feeds)
        power = tuple(feed(key) for key in "ABC")
        report = evaluate(Design(power=power, racks=(rack,)), CATALOG)
        _, _, state, text = limit_of(report, "psu-feed-lost")
        assert state == "ok"
        assert f"{wiring} supplies, {left} of 48 left" in text
        assert not keys(report, "P0")


def test_power_shelves_that_nobody_counted_may_hang_on_any_feed() -> None:
    hidden = NVL.evolve(id="shelfless", compute=ComputeFigures())
    rack = Rack(id="r", name="R", part="shelfless", x_mm=0, y_mm=0, feeds=("A", "B"))
    power = (feed("A", 80.0), feed("B", 80.0))
    report = evaluate(Design(racks=(rack,), power=power), CATALOG.overlay([hidden]))
    for load in report.racks[0].feeds:
        figure = load.figure("load_kw")
        assert figure.low == 0
        assert figure.high >= 120
        assert not figure.exact
    assert not [c for c in report.checks if c.rule == "P14" and c.severity == "error"]
    assert [c.key for c in report.checks if c.key.startswith("P14:open")]


@pytest.mark.parametrize(
    ("strip", "volts", "wrong"),
    [(PDU_480.id, 277, True), (PDU_208.id, 208, False), (parts.PDU.id, 240, False)],
)
def test_outlets_of_a_wrong_voltage_are_dead_inputs(strip: str, volts: int, wrong: bool) -> None:
    """480 V / √3 = 277 V on a supply for 200–240 V; 415 V / √3 = 240 V; 208 V line to line."""
    power = tuple(feed(name, volts=480 if wrong else volts * 3**0.5) for name in "AB")
    if strip == PDU_208.id:
        power = tuple(feed(name, volts=208) for name in "AB")
    report = evaluate(design_of(device("d", "narrow"), *pdus("AB", strip), power=power), CATALOG)
    assert (keys(report, "P11") == {f"P11:narrow:{volts}"}) == wrong
    if wrong:
        assert severity(report, "P11:narrow:277") == "error"
        assert "made for 200–240 V on outlets of 277 V" in message(report, "P11")


# Figures that nobody states.


def test_an_unknown_power_bounds_the_load_and_never_is_nothing() -> None:
    report = evaluate(design_of(*nodes(3), device("x", "no-power", 60), *pdus("ABC")), CATALOG)
    row = rack_of(report).feeds[0]
    assert row.load_kw is None
    bound = row.bound("load_kw")
    assert bound is not None
    assert bound.low >= 30.6 / 3
    assert bound.gaps == ("no-power.power_max_w",)
    assert {"P01:open:dgx-h100x3", "P02:open:dgx-h100x3", "P14:open:A"} <= keys(report)
    assert "the highest power of No power is not known" in message(report, "P02")


def test_supplies_that_nobody_counted_may_hang_on_any_feed() -> None:
    report = evaluate(design_of(device("x", "uncounted"), *pdus("AB")), CATALOG)
    rows = rack_of(report).feeds
    assert [row.load_kw for row in rows] == pytest.approx([5.1, 5.1])
    bound = rows[0].bound("load_kw")
    assert bound is not None
    assert bound.estimated
    assert (bound.low, bound.high) == (0, pytest.approx(10.2))


# The room's feeds.


def test_supplies_that_nobody_counted_are_not_estimated_where_the_site_wants_none() -> None:
    design = design_of(*nodes(1, "uncounted"), *pdus("AB"), site=Site(estimates=False))
    for load in rack_of(evaluate(design, CATALOG)).feeds:
        figure = load.figure("load_kw")
        assert (figure.low, figure.value, figure.high) == (0.0, None, pytest.approx(10.2))
        assert not figure.estimated


def test_the_feeds_of_the_room_are_read() -> None:
    """20 kW feeds carrying 40.8 kW passed."""
    report = evaluate(
        design_of(*nodes(4), *pdus("ABC"), power=(feed("A", 20), feed("B", 20), feed("C", 20))),
        CATALOG,
    )
    a = room_feed(report, "A")
    assert (a.capacity_kw, a.load_kw) == (20, pytest.approx(13.6))
    assert (a.load_after_loss_kw, a.worst_loss, a.state) == (pytest.approx(20.4), "B", "error")
    assert {"P14:A", "P14:B", "P14:C"} <= keys(report)
    assert "Feed A would carry 20.4 kW of its 20.0 kW after losing feed B" in message(report, "P14")


def test_a_feed_that_is_too_small_with_all_up_is_another_finding() -> None:
    report = evaluate(
        design_of(*nodes(4), *pdus("ABC"), power=(feed("A", 13), feed("B"), feed("C"))), CATALOG
    )
    assert keys(report, "P14") == {"P14:normal:A"}


def test_a_feed_of_unknown_capacity_cannot_be_said_where_it_carries_something() -> None:
    power = (feed("A", None), feed("B"), feed("C"), feed("D", None))
    report = evaluate(design_of(*nodes(4), *pdus("ABC"), power=power), CATALOG)
    assert keys(report, "P14") == {"P14:open:A"}
    assert "because the capacity of feed A is not known" in message(report, "P14")
    assert room_feed(report, "A").capacity_kw is None
    assert room_feed(report, "A").state == "unknown"
    assert room_feed(report, "D").state == "ok"


def test_policy_n_asks_for_no_loss_but_for_capacity() -> None:
    power = (feed("A", 20), feed("B", 20), feed("C", 13))
    report = evaluate(
        design_of(*nodes(4), *pdus("ABC"), power=power, site=Site(feed_policy="N")), CATALOG
    )
    assert keys(report, "P14") == {"P14:normal:C"}


def test_cooling_units_load_the_first_of_their_feeds_and_the_next_after_its_loss() -> None:
    units = [
        Rack(id=f"u{n}", name=f"U{n}", part="cdu-row", x_mm=4000 * n, y_mm=4000, feeds=feeds)
        for n, feeds in enumerate((("A", "B"), ("B", "A"), ("A",)))
    ]
    report = evaluate(Design(power=(feed("A"), feed("B")), racks=tuple(units)), CATALOG)
    a, b = report.power.feeds
    assert (a.load_kw, a.load_after_loss_kw) == (30, 45)
    assert (b.load_kw, b.load_after_loss_kw) == (15, 30)


def upstream() -> tuple[PowerNode, ...]:
    """Return two feeds behind a UPS each, of which nothing is lost on the way."""
    power = (
        feed("A", parents=("ups-1",)), feed("B", parents=("ups-2",)),
        PowerNode(id="gen", kind="generator", capacity_kw=30),
        PowerNode(id="grid", kind="utility"),
        PowerNode(id="ups-1", kind="ups", parents=("grid", "gen"), capacity_kw=100),
        PowerNode(id="ups-2", kind="ups", parents=("grid", "gen"), capacity_kw=15),
    )  # fmt: skip
    return tuple(node.evolve(efficiency=1.0) for node in power)


def test_everything_upstream_carries_what_hangs_on_it() -> None:
    report = evaluate(design_of(*nodes(4), *pdus("AB"), power=upstream()), CATALOG)
    loads = {one.id: (one.load_kw, one.load_after_loss_kw) for one in report.power.upstream}
    assert loads["ups-1"] == (pytest.approx(20.4), pytest.approx(40.8))
    assert loads["grid"] == (pytest.approx(40.8), pytest.approx(40.8))
    assert loads["gen"] == (0, pytest.approx(40.8))  # it stands by for all
    assert {"P14:normal:ups-2", "P14:gen", "P14:open:grid"} == keys(report, "P14")
    assert "Generator gen would carry 40.8 kW of its 30.0 kW when it takes over" in message(
        report, "P14:gen"
    )


def test_the_report_says_what_each_feed_of_the_room_carries() -> None:
    from designer.io.export.report_content import report_content

    design = design_of(*nodes(4), *pdus("ABC"), power=(feed("A", 20), feed("B", None), feed("C")))
    content = report_content(design, CATALOG, evaluate(design, CATALOG))
    table = next(s.table for s in content.sections if s.title == "Feeds of the room")
    assert table is not None
    columns = [name for name, _ in table.columns]
    assert table.rows[0][:5] == ("A", "20.0 kW", "13.6 kW", "20.4 kW", "B")
    assert [row[columns.index("State")] for row in table.rows[:2]] == [
        "overloaded", "cannot be said",
    ]  # fmt: skip
    assert table.rows[1][1] == "—"


# N+1 and 2N.


def one_system_each(policy: str, feeds: str = "AB", **fields: object) -> Report:
    power = fields.pop("power", tuple(feed(key) for key in feeds))
    site = Site(feed_policy=policy)
    return evaluate(
        design_of(*nodes(4), *pdus(feeds, parts.PDU.id), power=power, site=site), CATALOG
    )


def test_three_feeds_of_which_two_carry_the_room_are_n_plus_1_and_not_2n() -> None:
    """40.8 kW on three PDUs of 32.8 kW: any two carry it, no one does."""
    assert "P02:dgx-h100x4" not in keys(one_system_each("N+1", "ABC"))
    report = one_system_each("2N", "ABC")
    assert severity(report, "P02:dgx-h100x4") == "error"
    assert "with only the system of feed" in message(report, "P02")
    assert rack_of(report).feeds[0].load_after_loss_kw == pytest.approx(40.8)


def test_2n_needs_every_feed_of_the_room_to_carry_everything() -> None:
    power = (feed("A", 25), feed("B", 25), feed("C", 25))
    n_plus_1, twice = (one_system_each(policy, "ABC", power=power) for policy in ("N+1", "2N"))
    assert not keys(n_plus_1, "P14")
    assert room_feed(twice, "A").load_after_loss_kw == pytest.approx(40.8)
    assert {"P14:A", "P14:B", "P14:C"} <= keys(twice)


def test_racks_on_pairs_of_three_feeds_are_not_2n() -> None:
    """Each rack outlives a feed; but no second system reaches all of them."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=NVL.id, x_mm=4000 * n, y_mm=4000, feeds=tuple(feeds))
        for n, feeds in enumerate(("AB", "BC", "CA"))
    )
    power = tuple(feed(key) for key in "ABC")
    fine = evaluate(Design(power=power, racks=racks), CATALOG)
    twice = evaluate(Design(power=power, racks=racks, site=Site(feed_policy="2N")), CATALOG)
    assert not keys(fine)
    assert "P12:2N:systems" in keys(twice)
    assert "A misses 132.0 kW" in message(twice, "P12")


def test_feeds_that_hang_on_one_thing_are_one_system() -> None:
    shared = (
        feed("A", parents=("ups",)), feed("B", parents=("ups",)),
        PowerNode(id="ups", kind="ups", capacity_kw=1e6),
    )  # fmt: skip
    warned, refused = (one_system_each(p, power=shared) for p in ("N+1", "2N"))
    # Losing it takes the rack, which P02 says too: it was a warning beside that error.
    assert severity(warned, "P12:N+1:ups:harm") == "error"
    assert severity(refused, "P12:2N:ups") == "error"
    assert "P02:one-feed:dgx-h100x4" in keys(refused)
    assert "feeds A, B are one system" in message(refused, "P02")
    assert not keys(one_system_each("N", power=shared), "P12")


def test_two_systems_that_each_carry_everything_are_2n() -> None:
    power = (feed("A", 11), feed("B", 11))
    site = Site(feed_policy="2N")
    store = design_of(device("s", "store"), *pdus("AB"), power=power, site=site)
    # Inlet and voltage of its supplies are stated by nobody, which other rules say.
    assert not {key for key in keys(evaluate(store, CATALOG)) if ":open:" not in key}
    single = design_of(device("s", "single"), *pdus("AB"), power=power, site=site)
    assert severity(evaluate(single, CATALOG), "P13:2n:single") == "error"


def test_an_edit_of_a_cord_or_a_feed_is_seen() -> None:
    from designer.engine.evaluate import Evaluator

    evaluator, design = Evaluator(CATALOG), design_of(*nodes(1), *pdus("ABC"), room=Room())
    before = rack_of(evaluator.report(design)).feeds[1].load_kw
    cords = (Cord(id="c", supply="n0:psu1", outlet="pdu-1"),)
    after = evaluator.report(design.evolve(cords=cords))
    assert (before, rack_of(after).feeds[1].load_kw) == pytest.approx((3.4, 5.1))
    again = evaluator.report(design.evolve(power=(feed("A", 1), feed("B"), feed("C"))))
    assert room_feed(again, "A").state == "error"
    assert rack_of(again).feeds[1].load_kw == pytest.approx(3.4)


def test_a_part_of_the_catalogue_that_is_gone_may_hang_on_any_feed() -> None:
    design = design_of(device("g", "gone"), *nodes(1), *pdus("ABC"))
    report = evaluate(design, CATALOG)
    loads = [row.figure("load_kw") for row in rack_of(report).feeds]
    # It may be a rack PDU as well, with a height for the rails: the others may hang on it.
    assert [load.low for load in loads] == [0.0] * 3
    assert [load.high for load in loads] == [float("inf")] * 3
    assert not isinstance(CATALOG.get("gone"), Part)
