"""Power shelves of filled racks against worked published figures, through a whole design.

HPE QuickSpecs a50009224enw (GB200 NVL72: 132 kW TDP, 192 kW peak), Lenovo Press LP2357 (135 and 155
kW), NVIDIA Enterprise RA NVL72 AI Factory p. 8 (142 kW, eight shelves of 33 kW), NVIDIA Base
Command Manager (N+N usable to 132 kW). Whip = kW / shelves / (0.975 · 0.99 · √3 · V), worked by
hand; tolerance 0.3 %, that of figures printed with three digits.
"""

from math import sqrt

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.surge_figures import ShelfFigures
from designer.engine.calc import calculate
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.design import Design, PowerNode, Rack, Site
from designer.planning.templates import build
from tests.helpers.engine_designs import BANDS, DEFAULTS

DIGITS = 3e-3


def hall(catalog: Catalog, part: str, feeds: str, volts: float | None, **site: object) -> Report:
    """Return the report of one filled rack on feeds that never fill up."""
    design = Design(
        power=tuple(PowerNode(id=f, capacity_kw=1e6, volts=volts) for f in feeds),
        racks=(Rack(id="r", name="R1", part=part, x_mm=3000, y_mm=3000, feeds=tuple(feeds)),),
        site=Site(**site),
    )
    report = evaluate(design, catalog)
    assert not report.not_computed
    return report


def alone(part: Part) -> Catalog:
    """Return a catalogue of one part."""
    return Catalog((part,), BANDS, DEFAULTS)


def on_bus(kw: float, base: str = "gb200-nvl72") -> Part:
    """Return a rack of which the power is that on the bus bar, as in the worked example."""
    part = load_shipped().require(base)
    shelf = part.shelf or ShelfFigures()
    return part.evolve(
        id="nvl72", power_max_w=kw * 1000, power_typical_w=None, transient=None,
        shelf=shelf.evolve(power_at="bus"),
    )  # fmt: skip


def shelves(report: Report) -> ShelvesReport:
    (found,) = report.racks[0].shelves
    return found


def case(found: ShelvesReport, kind: str) -> ShelfCase:
    return next(one for one in found.cases if one.kind == kind)


def p21(report: Report) -> list[str]:
    return [check.severity for check in report.checks if check.rule == "P21"]


TABLE = [
    # rack kW, A with 8, A with 7, kW a shelf with 4, its load, A at 415 V, A at 480 V
    (120, 21.6, 24.7, 30.0, 0.91, 43.2, 37.4),
    (132, 23.8, 27.2, 33.0, 1.00, 47.6, 41.1),
    (135, 24.3, 27.8, 33.75, 1.02, 48.6, 42.1),
    (142, 25.6, 29.2, 35.5, 1.08, 51.2, 44.2),
    (155, 27.9, 31.9, 38.75, 1.17, 55.8, 48.3),
    (192, 34.6, 39.5, 48.0, 1.45, 69.2, 59.8),
]


@pytest.mark.parametrize(("kw", "all_a", "seven_a", "each", "share", "lost_a", "at_480"), TABLE)
def test_eight_shelves_of_33_kw_on_two_feeds(
    kw: float, all_a: float, seven_a: float, each: float, share: float, lost_a: float,
    at_480: float,
) -> None:  # fmt: skip
    catalog = alone(on_bus(kw))
    found = shelves(hall(catalog, "nvl72", "AB", 415))
    assert (found.shelves, found.spread, found.shelf_kw) == (8, "4+4", 33)
    assert case(found, "none").whip_a == pytest.approx(all_a, rel=DIGITS)
    assert case(found, "shelf").whip_a == pytest.approx(seven_a, rel=DIGITS)
    lost = case(found, "feed")
    assert lost.left == 4
    assert lost.load_kw == pytest.approx(each)
    assert lost.share == pytest.approx(share, abs=0.006)
    assert lost.whip_a == pytest.approx(lost_a, rel=DIGITS)
    assert lost.capped_kw == min(kw, 132)
    at = case(shelves(hall(catalog, "nvl72", "AB", 480)), "feed")
    assert at.whip_a == pytest.approx(at_480, rel=DIGITS)


@pytest.mark.parametrize(("kw", "fires"), [(120, False), (132, False), (135, True), (142, True)])
def test_n_plus_n_only_to_132_kw(kw: float, fires: bool) -> None:
    """NVIDIA Base Command Manager: eight shelves of 33 kW carry 132 kW by N+N."""
    catalog = alone(on_bus(kw))
    for policy in ("N+1", "2N"):
        report = hall(catalog, "nvl72", "AB", 480, feed_policy=policy)
        assert p21(report) == (["error"] if fires else [])
    assert p21(hall(catalog, "nvl72", "AB", 480, feed_policy="N")) == []


@pytest.mark.parametrize("kw", [135, 142, 155])
def test_dealt_over_three_feeds_five_shelves_are_left(kw: float) -> None:
    catalog = alone(on_bus(kw))
    report = hall(catalog, "nvl72", "ABC", 480)
    assert shelves(report).spread == "3+3+2"
    assert [one.left_kw for one in shelves(report).cases if one.kind == "feed"] == [165, 165, 198]
    assert p21(report) == []


@pytest.mark.parametrize(
    ("volts", "amps", "fits"), [(400, 49.35, False), (415, 47.56, True), (480, 41.12, True)]
)
def test_a_full_shelf_on_a_whip_of_60_a(volts: float, amps: float, fits: bool) -> None:
    """A breaker of 60 A carries 48 A under NEC: 400 V fails by 1.35 A, and fits in full."""
    catalog = alone(on_bus(132))
    report = hall(catalog, "nvl72", "AB", volts)
    lost = case(shelves(report), "feed")
    assert lost.whip_a == pytest.approx(amps, rel=5e-4)
    assert shelves(report).whip_limit_a == pytest.approx(48)
    told = [check.severity for check in report.checks if check.rule == "P05"]
    assert told == ([] if fits else ["error"])
    no_rule = hall(catalog, "nvl72", "AB", volts, continuous_derate=1.0)
    assert not [check for check in no_rule.checks if check.rule == "P05"]


def test_bus_bar() -> None:
    """142 kW at 50 V are 2,840 A; one shelf of 33 kW at 49 V gives 673 A of its clip of 700 A."""
    part = on_bus(142)
    found = shelves(hall(alone(part), "nvl72", "AB", 415))
    bus, one = found.figure("bus_a"), found.figure("shelf_bus_a")
    assert bus.low == pytest.approx(2840)
    assert one.high == pytest.approx(673, abs=0.5)
    assert found.shelf_bus_limit_a == 700


def test_the_peak_of_gb200_is_within_what_its_shelves_give_for_a_moment() -> None:
    """192 kW at the inputs are 187.2 kW behind them, 142 % of four; OCP's shelf gives 160 %."""
    report = hall(load_shipped(), "gb200-nvl72", "AB", 415)
    (limit,) = [one for one in report.racks[0].limits if one.name == "shelf-peak"]
    assert limit.state == "ok"
    assert limit.figure("used").high / 132 == pytest.approx(192 * 0.975 / 132, abs=1e-4)
    assert limit.limit == pytest.approx(1.6 * 132)
    assert not [check for check in report.checks if check.rule in ("P20", "P21")]


def test_shipped_racks_are_told_apart() -> None:
    """GB200 at 132 kW keeps N+N wherever its power is measured, GB300 at 142 kW nowhere."""
    catalog = load_shipped()
    assert p21(hall(catalog, "gb200-nvl72", "AB", 415)) == []
    assert p21(hall(catalog, "gb300-nvl72", "AB", 415)) == ["error"]
    assert p21(hall(catalog, "gb300-nvl72", "ABC", 415)) == []
    (told,) = [
        check.message for check in hall(catalog, "gb300-nvl72", "AB", 415).checks
        if check.rule == "P21"
    ]  # fmt: skip
    assert "N+N only to 132.0 kW" in told


def vera_rubin(kw: float) -> Part:
    """Return a rack of four shelves of 110 kW with two whips of 100 A each.

    Schneider Electric reference design RD113 (188 and 227 kW); GF Securities, 2026-05-11 (whips).
    """
    part = on_bus(kw)
    assert part.psu is not None
    assert part.shelf is not None
    assert part.compute is not None
    return part.evolve(
        psu=part.psu.evolve(count=4, rating_w=110_000, redundancy="2+2", efficiency=0.98),
        compute=part.compute.evolve(power_shelves=4), inside=(), inside_units=None,
        shelf=part.shelf.evolve(whips=2, whip_a=100),
    )  # fmt: skip


@pytest.mark.parametrize(("volts", "amps"), [(400, 81.8), (415, 78.9), (480, 68.2)])
def test_a_full_shelf_of_110_kw_on_two_whips(volts: float, amps: float) -> None:
    found = shelves(hall(alone(vera_rubin(220)), "nvl72", "AB", volts))
    assert case(found, "feed").whip_a == pytest.approx(amps, rel=DIGITS)
    assert found.whip_limit_a == pytest.approx(80)


@pytest.mark.parametrize(
    ("kw", "all_kw", "three", "two", "share", "fires"),
    [(227, 56.75, 75.7, 113.5, 1.03, True), (188, 47, 62.7, 94, 0.85, False)],
)
def test_max_p_is_not_n_plus_n_and_max_q_is(
    kw: float, all_kw: float, three: float, two: float, share: float, fires: bool
) -> None:
    report = hall(alone(vera_rubin(kw)), "nvl72", "AB", 480)
    found = shelves(report)
    assert case(found, "none").load_kw == pytest.approx(all_kw, rel=DIGITS)
    assert case(found, "shelf").load_kw == pytest.approx(three, rel=DIGITS)
    lost = case(found, "feed")
    assert lost.load_kw == pytest.approx(two, rel=DIGITS)
    assert lost.share == pytest.approx(share, abs=0.006)
    assert p21(report) == (["error"] if fires else [])


def test_by_hand() -> None:
    """The formula of the whips, with no code of the program."""
    assert 132_000 / 8 / (0.975 * 0.99 * sqrt(3) * 415) == pytest.approx(23.78, abs=0.01)


def test_direct_current_by_the_published_figures() -> None:
    """SemiAnalysis: 600 kW are 11,111 A at 54 V, 750 A at 800 V. The Register: 2.5 kA at 48 V."""
    found = calculate("dc", {"load_kw": "600", "volts": "54,800"}).results["load_a"]
    assert found == pytest.approx((11_111, 750), rel=1e-4)
    found = calculate("dc", {"load_kw": "120", "volts": "48,54,800"}).results["load_a"]
    assert found == pytest.approx((2500, 2222.2, 150), rel=1e-3)


def test_a_loss_goes_with_the_square_of_the_current() -> None:
    low, high = calculate("dc", {"load_kw": "600", "volts": "54,800", "milliohm": "0.05"}).results[
        "loss_kw"
    ]
    assert low / high == pytest.approx((800 / 54) ** 2)


@pytest.mark.parametrize(
    ("supplies", "breaker", "trips"),
    [("1", "16", "no"), ("2", "16", "perhaps"), ("3", "16", "yes")],
)
def test_inrush_on_a_breaker_of_curve_c(supplies: str, breaker: str, trips: str) -> None:
    """A breaker of 16 A acts from 80 to 160 A; supplies of 55 A each (assumed)."""
    found = calculate(
        "inrush",
        {
            "supplies": supplies,
            "breaker_a": "16",
            "inrush_a": "55",
            "acts_from": "5",
            "acts_to": "10",
        },
    ).results
    assert (found["acts_from_a"], found["acts_to_a"]) == (80, 160)
    assert found["trips"] == trips
    assert found["most_supplies"] == 1


def test_a_fifth_of_the_power_swings_with_all_smoothing() -> None:
    """Choukse et al., arXiv 2508.14318: a floor of 90 % and a cap of 110 % leave 20 %."""
    asked = {"load_kw": "132", "idle_kw": "20", "peak_factor": "1.1", "floor": "0.9"}
    assert calculate("swing", asked).results["step_kw"] == pytest.approx(0.2 * 132)


def test_the_template_feeds_its_racks_at_415_v() -> None:
    """Five shelves left take 26.4 kW each: 26.4 / (0.99 · √3 · 415 V) = 37.1 A of 48."""
    catalog = load_shipped()
    report = evaluate(build("dgx-superpod-gb200", {"scalable_units": "1"}, catalog), catalog)
    filled = [rack for rack in report.racks if rack.shelves]
    assert len(filled) == 8
    for rack in filled:
        (found,) = rack.shelves
        highest = max(one.figure("whip_a").high for one in found.cases if one.kind == "feed")
        assert highest == pytest.approx(37.10, abs=0.01)
    assert not [check for check in report.checks if check.rule in ("P05", "P20", "P21")]
