"""Power shelves of filled racks: P05, P20 and P21, what they leave open, direct current."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.catalog.surge_figures import ShelfFigures, TransientFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.design import Design, Device, PowerNode, Rack, Site
from designer.model.figures import TOLERANCE, Figure
from tests.helpers.engine_designs import BANDS, DEFAULTS

SHELF = ShelfFigures(
    power_at="bus", pulse=1.6, whips=1, whip_a=60, power_factor=0.99, bus_volts_min=49,
    bus_volts_max=50,
)  # fmt: skip
SHELVED = Part(
    id="shelved", kind="rack-system", name="Shelved", width_mm=600, depth_mm=1068, mass_kg=1000,
    power_max_w=120_000, power_idle_w=20_000, liquid_fraction=0.9, gpus=72, nodes=18,
    psu=Psu(count=48, rating_w=5500, redundancy="24+24", inlet="busbar shelf", efficiency=0.975),
    compute={"power_shelves": 8}, shelf=SHELF,
    transient=TransientFigures(peak_w=150_000, duration_ms=50),
)  # fmt: skip


@cache
def catalog_of(part: Part) -> Catalog:
    return Catalog((part,), BANDS, DEFAULTS)


def report_of(
    part: Part, feeds: str = "AB", volts: float | None = 415, *, dc: bool = False,
    cording: str = "", capacity_kw: float = 1e6, **site: Any,
) -> Report:  # fmt: skip
    power = tuple(PowerNode(id=f, capacity_kw=capacity_kw, volts=volts, dc=dc) for f in feeds)
    rack = Rack(
        id="r", name="R1", part=part.id, x_mm=3000, y_mm=3000, feeds=tuple(feeds), cording=cording
    )
    report = evaluate(Design(power=power, racks=(rack,), site=Site(**site)), catalog_of(part))
    assert not report.not_computed
    return report


def told(report: Report, rule: str) -> list[tuple[str, bool]]:
    """Return severity of what a rule says, and whether it cannot be said."""
    return [(c.severity, ":open:" in c.key) for c in checks(report, rule)]


def checks(report: Report, rule: str) -> list[Check]:
    return [check for check in report.checks if check.rule == rule]


OPEN, ERROR, WARNING = ("warning", True), ("error", False), ("warning", False)


def at(kw: float, **changes: Any) -> Part:
    """Return the rack at a power, with changes to its shelves."""
    shelf = SHELF.evolve(**changes)
    return SHELVED.evolve(power_max_w=kw * 1000, shelf=shelf, transient=None)


@pytest.mark.parametrize(
    ("power_at", "kw", "said"),
    [
        ("bus", 132, []), ("bus", 135, [ERROR]),
        ("input", 135, []), ("input", 136, [ERROR]),
        ("", 132, []), ("", 135, [OPEN]), ("", 136, [ERROR]),
    ],
)  # fmt: skip
def test_p21_holds_wherever_the_power_is_measured(
    power_at: str, kw: float, said: list[tuple[str, bool]]
) -> None:
    """Behind shelves of 97.5 % 135 kW are 131.6 kW, and 136 kW are 132.6 kW."""
    report = report_of(at(kw, power_at=power_at))
    assert told(report, "P21") == said
    assert told(report, "P03") == []


def test_p21_without_shelf_figures_and_with_a_hidden_rating() -> None:
    bare = SHELVED.evolve(shelf=None, transient=None, power_max_w=142_000)
    assert told(report_of(bare), "P21") == [ERROR]
    hidden = bare.evolve(psu=bare.psu.evolve(rating_w=None) if bare.psu else None)
    assert told(report_of(hidden), "P21") == []  # what the maker declares stands in for it
    unsaid = bare.evolve(psu=Psu(count=48, inlet="busbar shelf"))
    assert told(report_of(unsaid), "P21") == [OPEN]
    uncounted = bare.evolve(compute=None)
    assert told(report_of(uncounted), "P03") == [OPEN]


def test_a_rack_that_slows_down_is_a_warning_that_names_its_cap() -> None:
    report = report_of(at(142, throttles=True))
    assert told(report, "P21") == [WARNING]
    (check,) = checks(report, "P21")
    assert "N+N only to 132.0 kW" in check.message
    assert "it slows down to that" in check.message
    assert "3 feeds (3+3+2)" in check.advice
    feed = report.racks[0].shelves[0].cases[-1]
    assert (feed.capped_kw, feed.state) == (132, "error")


@pytest.mark.parametrize(("cording", "left"), [("5+3", 3), ("3+5", 3), ("4+4", 4)])
def test_p21_counts_shelves_as_they_are_dealt(cording: str, left: int) -> None:
    report = report_of(at(120), cording=cording)
    assert min(one.left or 0 for one in report.racks[0].shelves[0].cases) == left
    assert told(report, "P21") == ([] if left == 4 else [ERROR])


def test_one_feed_is_p02s() -> None:
    report = report_of(at(142), "A")
    assert told(report, "P21") == []
    assert told(report, "P02") == [ERROR]


@pytest.mark.parametrize(
    ("pulse", "peak_kw", "said"),
    [(1.6, 211, []), (1.6, 212, [WARNING]), (None, 140, [OPEN]), (None, 132, [])],
)
def test_p20_of_shelves(pulse: float | None, peak_kw: float, said: list[tuple[str, bool]]) -> None:
    """Four shelves of 33 kW give 211.2 kW for a moment, 160 % of their rating."""
    part = at(120, pulse=pulse).evolve(
        transient=TransientFigures(peak_w=peak_kw * 1000, duration_ms=50)
    )
    assert told(report_of(part), "P20") == said
    assert told(report_of(part.evolve(transient=None)), "P20") == []


def test_p20_holds_how_long_a_peak_lasts_against_how_long_a_pulse() -> None:
    peak = TransientFigures(peak_w=180_000, duration_ms=50)
    for holds, said in ((50, []), (20, [WARNING]), (None, [])):
        part = at(120, pulse_ms=holds).evolve(transient=peak)
        assert told(report_of(part), "P20") == said


def test_p20_where_sources_disagree() -> None:
    peak = TransientFigures(peak_w=200_000, peak_high_w=220_000)
    assert told(report_of(at(120).evolve(transient=peak)), "P20") == [OPEN]


@pytest.mark.parametrize(
    ("peak_kw", "ms", "said"),
    [(1500, 50, []), (1800, 50, [WARNING]), (260, 50, []), (300, 1500, [WARNING])],
)
def test_p20_of_breakers(peak_kw: float, ms: float, said: list[tuple[str, bool]]) -> None:
    """Five times 60 A are 300 A on each of eight whips; a peak of 1.5 s is held against 48 A."""
    part = at(120, pulse=10, power_at="bus").evolve(
        transient=TransientFigures(peak_w=peak_kw * 1000, duration_ms=ms)
    )
    report = report_of(part, feed_policy="N")
    assert told(report, "P20") == said
    assert all("whip" in check.message for check in checks(report, "P20"))


@pytest.mark.parametrize(("volts", "said"), [(400, [ERROR]), (415, []), (None, [OPEN]), (480, [])])
def test_p05_needs_the_volts_of_the_feeds(
    volts: float | None, said: list[tuple[str, bool]]
) -> None:
    report = report_of(at(132), volts=volts)
    assert told(report, "P05") == said
    limits = [limit for limit in report.racks[0].limits if limit.name == "whip"]
    assert bool(limits)


@pytest.mark.parametrize(
    ("volts", "dc", "said"),
    [
        (346, False, []), (400, False, []), (415, False, []), (480, False, []),
        (208, False, [ERROR]), (690, False, [ERROR]), (100_000, False, [ERROR]),
        (800, True, [ERROR]), (None, True, [OPEN]), (None, False, []),
    ],
)  # fmt: skip
def test_p11_holds_the_volts_of_a_shelf(
    volts: float | None, dc: bool, said: list[tuple[str, bool]]
) -> None:
    """OCP ORv3: 200–277 V between phase and neutral are 346–480 V between phases."""
    psu = at(120).psu
    assert psu is not None
    made = at(120).evolve(psu=psu.evolve(volts_min=200, volts_max=277))
    assert told(report_of(made, volts=volts, dc=dc), "P11") == [one for one in said for _ in "AB"]
    assert told(report_of(at(120), volts=volts, dc=dc), "P11") == []


@pytest.mark.parametrize("part", ["gb200-nvl72", "gb300-nvl72"])
def test_shipped_shelves_take_no_direct_current(part: str) -> None:
    shelved = load_shipped().get(part)
    assert shelved is not None
    assert set(told(report_of(shelved, volts=800, dc=True), "P11")) == {ERROR}
    assert told(report_of(shelved, volts=415), "P11") == []


def test_a_whip_is_within_its_limit_only_where_the_rack_is_said_to_slow_down() -> None:
    """At 140 kW four shelves are asked for 35 kW each, and are rated for 33 kW."""

    def state(throttles: bool | None) -> str:
        report = report_of(at(140, throttles=throttles))
        return next(limit.state for limit in report.racks[0].limits if limit.name == "whip")

    assert (state(True), state(None), state(False)) == ("ok", "unknown", "unknown")


def test_p05_is_open_where_it_hangs_on_the_side_that_nobody_states() -> None:
    assert told(report_of(at(132, power_at=""), volts=408), "P05") == [OPEN]
    assert told(report_of(at(132, whip_a=None), volts=400), "P05") == []
    assert told(report_of(at(132, whips=None), volts=400), "P05") == [OPEN]


def test_direct_current() -> None:
    """120 kW at 800 V are 150 A (The Register: more than 2.5 kA at 48 V, 150 A at 800 V)."""
    part = at(120, power_at="input", whips=1, whip_a=None).evolve(
        psu=Psu(count=1, rating_w=130_000, inlet="busbar shelf", efficiency=0.98),
        compute={"power_shelves": 1},
    )
    for volts, amps in ((800, 150.0), (54, 2222.2), (48, 2500.0)):
        report = report_of(part, "A", volts, dc=True, feed_policy="N")
        assert report.racks[0].shelves[0].cases[0].whip_a == pytest.approx(amps, rel=1e-3)


def test_the_peak_of_a_rack_and_of_the_design() -> None:
    report = report_of(SHELVED.evolve(shelf=SHELF.evolve(power_at="input")))
    for record in (report.racks[0], report.totals):
        assert (record.power_max_kw, record.power_edp_kw, record.power_step_kw) == (120, 150, 100)


def test_a_whip_lost_takes_a_shelf_or_leaves_it_on_the_other() -> None:
    cases = {one.kind: one for one in report_of(at(120)).racks[0].shelves[0].cases}
    assert cases["whip"].left == cases["shelf"].left == 7
    two = {one.kind: one for one in report_of(at(120, whips=2)).racks[0].shelves[0].cases}
    left = two["whip"].figure("left")
    assert (left.low, left.high) == (7, 8)


def test_a_shelf_that_outlives_one_of_its_whips_takes_all_through_the_other() -> None:
    """Two whips share what a shelf takes: the one that is left carries twice as much, or trips."""
    whole = {one.kind: one for one in report_of(at(120, whips=2)).racks[0].shelves[0].cases}
    before, after = (whole[kind].figure("whip_a") for kind in ("none", "whip"))
    assert after.high == pytest.approx(2 * before.high)
    assert whole["whip"].state == "ok"
    small = report_of(at(120, whips=2, whip_a=20)).racks[0].shelves[0].cases
    assert {one.kind: one.state for one in small}["whip"] == "unknown"


def test_hiding_how_many_shelves_a_rack_has_never_narrows_its_power() -> None:
    part = load_shipped().require("gb300-nvl72")
    assert part.compute is not None
    hidden = part.evolve(compute=part.compute.evolve(power_shelves=None))
    for name in ("power_peak_w", "power_typical_w", "power_idle_w"):
        known, said = (load_shipped().overlay([one]).figures().of(part.id, name)
                       for one in (part, hidden))  # fmt: skip
        assert said.low <= known.low
        assert said.high >= known.high


def on_dc(*racks: Rack, volts: float = 800, devices: tuple[Device, ...] = ()) -> Report:
    """Return the report of racks behind a power rack that gives direct current."""
    power = (
        PowerNode(id="M", kind="utility", name="Mains", capacity_kw=5000),
        PowerNode(id="P", kind="ups", name="Power rack", part="dc-power-rack-660", parents=("M",)),
        PowerNode(id="A", parents=("P",), capacity_kw=660, volts=volts, dc=True),
    )
    design = Design(power=power, racks=racks, devices=devices, site=Site(feed_policy="N"))
    report = evaluate(design, load_shipped().overlay([KYBER]))
    assert not report.not_computed
    return report


KYBER = SHELVED.evolve(
    id="kyber", name="Kyber", power_max_w=600_000, power_idle_w=None, transient=None,
    compute={"power_shelves": 1},
    psu=Psu(count=1, rating_w=660_000, inlet="busbar", efficiency=0.98),
    shelf=ShelfFigures(power_at="input", whips=1),
)  # fmt: skip


def test_a_rack_behind_a_dc_power_rack_has_a_power_path_and_its_current() -> None:
    """SemiAnalysis, 2026-05-26: 600 kW at 800 V are 750 A; Delta: a power rack gives 660 kW."""
    rack = Rack(id="r", name="R1", part="kyber", x_mm=3000, y_mm=3000, feeds=("A",))
    report = on_dc(rack)
    assert not [c for c in report.checks if c.rule in ("P11", "P14", "P26")]
    (shelves,) = report.racks[0].shelves
    assert shelves.cases[0].whip_a == pytest.approx(750)
    (node,) = [one for one in report.power.upstream if one.id == "P"]
    # With what is lost in the cable of the feed.
    assert node.capacity_kw == 660
    assert 600 <= node.figure("load_kw").low < node.figure("load_kw").high < 620


@pytest.mark.parametrize("volts", [400, 800])
def test_p11_a_rack_pdu_does_not_hang_on_direct_current(volts: float) -> None:
    rack = Rack(id="r", name="R1", part="rack-48u", x_mm=3000, y_mm=3000)
    pdu = Device(id="p", name="p", part="pdu-400v-32a-3ph", rack="r", face="zero-u", feed="A")
    report = on_dc(rack, volts=volts, devices=(pdu,))
    assert told(report, "P11") == [ERROR]
    (check,) = checks(report, "P11")
    assert "direct current" in check.message


@pytest.mark.parametrize("site", [0.9, 0.95, 1.0])
@settings(max_examples=15, deadline=None)
@given(own=st.floats(0.9, 1.0))
def test_hiding_the_power_factor_of_shelves_only_widens_their_whips(
    site: float, own: float
) -> None:
    """By the site's factor a whip lay elsewhere: 0.99 of the maker, and 0.95 of the site."""

    def amps(factor: float | None) -> Figure:
        report = report_of(at(120, power_at="input", power_factor=factor), power_factor=site)
        return report.racks[0].shelves[0].cases[0].figure("whip_a")

    stated, hidden = amps(own), amps(None)
    assert hidden.low <= stated.low * (1 + TOLERANCE)
    assert stated.high <= hidden.high * (1 + TOLERANCE)
