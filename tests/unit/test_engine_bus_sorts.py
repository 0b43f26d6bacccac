"""Power shelves of several sorts on one bus bar: each sort is asked by its own figures."""

from collections.abc import Sequence
from itertools import combinations
from math import inf, sqrt

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, RackFigures
from designer.catalog.surge_figures import ShelfFigures, TransientFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, RackReport, Report
from designer.model.design import Design
from tests.helpers.engine_designs import BANDS, DEFAULTS
from tests.unit.test_engine_bus_bar import (
    BATTERY,
    LARGE,
    RACK,
    SHELF,
    TRAY,
    design_of,
    report_of,
    said,
)

SHIPPED = load_shipped()
SHELVES = [part for part in SHIPPED.parts if part.traits.feeds_bus]
WIDE = TRAY.evolve(
    id="wide", psu=TRAY.psu and TRAY.psu.evolve(volts_min=40, volts_max=900), power_max_w=20_000,
    transient=TransientFigures(peak_w=60_000, duration_ms=50),
)  # fmt: skip
"""A device that takes the volts of every shelf, and has a peak of milliseconds."""


def with_figures(part: Part, **figures: object) -> Part:
    return part.evolve(shelf=(part.shelf or ShelfFigures()).evolve(**figures))


def keys(checks: Sequence[Check]) -> list[str]:
    return [check.key for check in checks]


def whips(report: Report) -> list[Check]:
    return [check for check in said(report, "P05") if "whip" in check.key]


def test_each_sort_is_asked_for_its_own_volts() -> None:
    """The large shelf is made for 300 V and hangs on 240 V; the other is made for them."""
    wrong = LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(volts_min=300, volts_max=330))
    report = report_of(("shelf", "A"), ("large", "B"), "tray", parts=[wrong])
    assert keys(said(report, "P11")) == ["P11:shelf:large:B"]
    low = report_of(("shelf", "A"), ("large", "B"), "tray", volts=208)
    assert keys(said(low, "P11")) == ["P11:shelf:large:B", "P11:shelf:shelf:A"]


def test_each_sort_is_asked_for_its_own_current() -> None:
    direct = LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(current="dc"))
    report = report_of(("shelf", "A"), ("large", "B"), "tray", parts=[direct])
    assert "P11:current:large:B" in keys(said(report, "P11"))
    assert not [key for key in keys(said(report, "P11")) if key.startswith("P11:current:shelf")]


def test_each_sort_carries_its_share_through_its_own_whips() -> None:
    """30 kW and 60 kW share 36 kW as 12 and 24, over 0.96 and 415 V: 17.4 A and 34.8 A.

    After the loss of the other feed the small one carries no more than 30 kW: 43.5 A.
    """
    parts = [with_figures(SHELF, whip_a=60.0), with_figures(LARGE, whip_a=40.0)]
    held = (("shelf", "A"), ("large", "B"), *["tray"] * 3)
    report = report_of(*held, parts=parts, feed_policy="N")
    (check,) = whips(report)
    assert (check.key, "34.8 A" in check.message) == ("P05:whip:large:1", True)
    small, large = report.racks[0].shelves
    amps = 24 / 0.96 * 1000 / sqrt(3) / 415
    assert large.cases[0].whip_a == pytest.approx(amps)
    assert small.cases[0].whip_a == pytest.approx(amps / 2)
    after = whips(report_of(*held, parts=[parts[0], LARGE]))
    assert not after, "30 kW over 0.96 at 415 V are 43.5 A of 48 A"
    tight = whips(report_of(*held, parts=[with_figures(SHELF, whip_a=50.0), LARGE]))
    assert ["43.5 A" in check.message for check in tight] == [True]


def test_shelves_of_one_rating_are_asked_for_their_own_whips() -> None:
    twin = with_figures(SHELF.evolve(id="large", name="Twin"), whips=2, whip_a=30.0)
    parts = [with_figures(SHELF, whip_a=30.0), twin]
    report = report_of(("shelf", "A"), ("large", "B"), *["tray"] * 4, parts=parts, feed_policy="N")
    assert keys(whips(report)) == ["P05:whip:shelf:1"], "the twin has two whips for it"
    limit = next(one for one in report.racks[0].limits if one.name == "whip")
    assert (limit.state, limit.limit) == ("error", pytest.approx(24)), "the fullest is told"


def test_each_sort_is_asked_for_its_own_pulse() -> None:
    tray = TRAY.evolve(transient=TransientFigures(peak_w=40_000, duration_ms=50))
    held = (("shelf", "A"), ("large", "B"), "tray", "tray", "tray")
    parts = [with_figures(SHELF, pulse=1.2), with_figures(LARGE, pulse=1.5), tray]
    report = report_of(*held, parts=parts, feed_policy="N")
    (check,) = said(report, "P20")
    assert check.key == "P20:shelf:shelf:1", "120 kW: 1.2 x 90 is too little, 1.5 x 90 is not"
    assert "108.0 kW" in check.message
    silent = [parts[0].evolve(shelf=SHELF.shelf), parts[1], tray]
    (check,) = said(report_of(*held, parts=silent, feed_policy="N"), "P20")
    assert check.key == "P20:open:shelf:shelf:1"


def test_the_bus_bar_and_batteries_of_unlike_shelves_are_told() -> None:
    battery = BATTERY.evolve(ups=BATTERY.ups and BATTERY.ups.evolve(volts=50))
    parts = [battery]
    report = report_of(("shelf", "A"), ("large", "B"), BATTERY.id, "tray", parts=parts)
    small, large = report.racks[0].shelves
    assert (small.part, small.spread, large.part, large.spread) == ("shelf", "1", "large", "1")
    assert small.bus_a == large.bus_a == pytest.approx(12_000 / 50)
    assert (bool(small.batteries), bool(large.batteries)) == (True, False)
    assert small.battery_s is not None or small.bound("battery_s")
    assert "beside 1 × Large shelf" in small.name


def loads_of(rack: RackReport) -> list[tuple[float, float]]:
    figures = [feed.figure("load_kw") for feed in rack.feeds]
    return [(one.low, one.high) for one in figures]


def test_what_is_not_rated_is_named_and_efficiency_that_all_state_is_kept() -> None:
    silent = LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(rating_w=None))
    report = report_of(("shelf", "A"), ("large", "B"), "tray", "tray", parts=[silent],
                       feed_policy="N")  # fmt: skip
    (rack,) = report.racks
    assert rack.power_max_kw == pytest.approx(25), "0.96 by both"
    assert loads_of(rack) == [(0, pytest.approx(25))] * 2
    (check,) = said(report, "P03")
    assert "rating of the power supplies of Large shelf" in check.message
    rated = report_of(("shelf", "A"), ("large", "B"), "tray", "tray", feed_policy="N")
    for (low, high), (load, _) in zip(loads_of(rack), loads_of(rated.racks[0]), strict=True):
        assert low <= load <= high


def test_a_sort_that_a_loss_leaves_alone_carries_all_whatever_others_are_rated_for() -> None:
    """36 kW over 0.96 and 415 V are 52.2 A; the small one gives 30 kW of it, 43.5 A."""
    silent = LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(rating_w=None))
    parts = [with_figures(SHELF, whip_a=50.0), silent]
    report = report_of(("shelf", "A"), ("large", "B"), *["tray"] * 3, parts=parts)
    small, _ = report.racks[0].shelves
    after = {case.name: case for case in small.cases}
    assert (after["feed B"].load_kw, after["feed B"].left_kw) == (36, 30)
    assert after["feed B"].state == "error"
    assert (after[""].load_kw, after[""].left_kw) == (None, None)
    left = after["feed A"].figure("left_kw")
    assert (left.low, left.high) == (0, inf), "what the other gives alone nobody states"
    whip = next(one for one in report.racks[0].limits if one.name == "whip")
    assert whip.state == "error"
    (check,) = whips(report)
    assert (check.key, "43.5 A" in check.message) == ("P05:whip:shelf:1", True)
    weak = report_of(("shelf", "A"), ("large", "B"), *["tray"] * 7, parts=parts)
    bar = next(one for one in weak.racks[0].limits if one.name == "bus-bar")
    assert bar.figure("used").low == pytest.approx(7 * 240), "by either alone"


def test_an_efficiency_is_asked_of_the_shelf_that_states_none() -> None:
    silent = LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(efficiency=None))
    (rack,) = report_of(("shelf", "A"), ("large", "B"), "tray", parts=[silent]).racks
    gaps = [gap.ref for gap in rack.figure("power_max_kw").gaps]
    assert gaps == ["large.psu.efficiency"]


def test_shelves_that_are_rated_for_nothing_fail_no_sum() -> None:
    none = [
        SHELF.evolve(psu=SHELF.psu and SHELF.psu.evolve(rating_w=0)),
        LARGE.evolve(psu=LARGE.psu and LARGE.psu.evolve(rating_w=0, count=4)),
    ]
    for parts in (none, none[:1]):
        report = report_of(("shelf", "A"), ("large", "B"), "tray", parts=parts)
        assert not report.not_computed


def test_a_bus_bar_of_volts_that_nobody_states_is_asked_what_flows_in_it() -> None:
    silent = SHELF.evolve(shelf=ShelfFigures(whips=1))
    report = report_of("shelf", "shelf", *["tray"] * 4, parts=[silent])
    (check,) = said(report, "P05")
    assert (check.key[:8], "at full load" in check.message) == ("P05:open", True)
    rated = SHELF.evolve(shelf=ShelfFigures(whips=1, bus_volts_max=50))
    (check,) = said(report_of("shelf", "shelf", *["tray"] * 4, parts=[rated]), "P05")
    assert check.severity == "error", "at 50 V and less 48 kW are at least 960 A of 700 A"


def test_volts_at_no_load_that_nobody_states_are_open() -> None:
    shelf = SHELF.evolve(shelf=ShelfFigures(whips=1, bus_volts_min=50))
    (check,) = said(report_of("shelf", "shelf", "tray", parts=[shelf]), "P11")
    assert (check.key[:8], "bus bar at no load" in check.message) == ("P11:open", True)
    high = LARGE.evolve(shelf=ShelfFigures(whips=1, bus_volts_min=52, bus_volts_max=52))
    found = keys(said(report_of("shelf", "large", "tray", parts=[shelf, high]), "P11"))
    assert any(key.startswith("P11:open:bus-shelves") for key in found), "may give 52 V or not"


def test_devices_take_the_volts_of_batteries_on_their_bus_bar() -> None:
    for volts, wrong in ((50, False), (800, True)):
        battery = BATTERY.evolve(ups=BATTERY.ups and BATTERY.ups.evolve(volts=volts))
        found = said(report_of("shelf", BATTERY.id, "tray", parts=[battery]), "P11")
        assert keys(found) == [f"P11:bus:tray:{BATTERY.id}"] * wrong
    silent = BATTERY.evolve(ups=BATTERY.ups and BATTERY.ups.evolve(volts=None))
    (check,) = said(report_of("shelf", BATTERY.id, "tray", parts=[silent]), "P11")
    assert check.key == f"P11:open:bus:tray:{BATTERY.id}"


def rack_of(*shelves: Part, volts: float) -> Report:
    """Return a rack on a weak bus bar with two shelves each on two feeds, and devices above."""
    parts = {part.id: part.evolve(height_half_u=2, mass_kg=20, depth_mm=700) for part in shelves}
    weak = RACK.evolve(rack=RackFigures(units=48, usable_depth_mm=1000, static_kg=1400, bus_a=50))
    known = Catalog((*parts.values(), WIDE, weak), BANDS, DEFAULTS)
    held = [(part.id, feed) for part in shelves for feed in "AB"]
    design: Design = design_of(*held, *["wide"] * 5, volts=volts)
    report = evaluate(design, known)
    assert not report.not_computed
    return report


ASKED = ("P05:bus-bar", "P05:whip", "P11:shelf", "P11:current", "P11:bus", "P20:shelf", "P21")


def asked_in(report: Report, asked: str) -> set[str]:
    """Return what a rack says to a question, wrong or open."""
    rule, _, rest = asked.partition(":")
    found = (check.key.split(":") for check in report.checks if check.rule == rule)
    parts = [[part for part in key[1:] if part != "open"] for key in found]
    return {":".join(part) for part in parts if not rest or part[0] == rest}


@pytest.mark.parametrize("volts", [208, 415])
@pytest.mark.parametrize(
    "pair", tuple(combinations(SHELVES, 2)), ids=lambda pair: " ".join(part.id for part in pair)
)
def test_no_mixture_of_shelves_is_silent_of_what_either_says(
    pair: tuple[Part, Part], volts: float
) -> None:
    """What racks of either sort alone both say, or each of its input, the mixed rack says too."""
    one, other = (rack_of(part, part, volts=volts) for part in pair)
    mixed = rack_of(*pair, volts=volts)
    for asked in ASKED:
        mine, theirs, found = (asked_in(report, asked) for report in (one, other, mixed))
        if mine and theirs:
            assert found, asked
        if asked in ("P11:shelf", "P11:current"):
            assert mine | theirs == found, asked
    unlike = any("unlike volts" in check.message for check in mixed.checks)
    devices = asked_in(one, "P11:bus") | asked_in(other, "P11:bus")
    assert unlike or not devices or asked_in(mixed, "P11:bus")
