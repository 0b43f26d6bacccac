"""Peaks of milliseconds at feeds, UPS and generators, and their rule at a UPS (P20)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.figures import UpsFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import EDP
from designer.catalog.surge_figures import TransientFigures
from designer.engine.evaluate import evaluate
from designer.engine.power_report import RoomFeed
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack
from tests.helpers import engine_designs as shipped
from tests.unit.test_engine_feeds import CATALOG as NODES
from tests.unit.test_engine_feeds import design_of, feed, nodes, pdus
from tests.unit.test_engine_shelves import BANDS, DEFAULTS, OPEN, SHELF, WARNING, told
from tests.unit.test_engine_shelves import SHELVED as ON_THE_BUS

SHELVED = ON_THE_BUS.evolve(shelf=SHELF.evolve(power_at="input"))
UPS = Part(
    id="ups", kind="ups", name="UPS",
    ups=UpsFigures(rated_kva=600, rated_kw=500, overload_1_min=1.5, overload_10_min=1.25),
)  # fmt: skip
QUIET = SHELVED.evolve(id="quiet", name="Quiet", gpus=0, transient=None)
UNSAID = SHELVED.evolve(id="unsaid", name="Unsaid", transient=None)


def hall(number: int, *parts: Part, rack: str = "shelved", **ups: Any) -> Report:
    """Return the report of racks on two feeds behind one UPS, with a generator that stands by."""
    power = (
        PowerNode(id="M", kind="utility", name="Mains"),
        PowerNode(id="G", kind="generator", name="Set"),
        PowerNode(id="U", kind="ups", name="UPS 1", parents=("M", "G"), efficiency=1.0, **ups),
        *(PowerNode(id=f, parents=("U",), capacity_kw=1e6, efficiency=1.0) for f in "AB"),
    )
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=rack, x_mm=3000 + 700 * n, y_mm=3000, feeds=("A", "B"))
        for n in range(number)
    )
    catalog = Catalog((*parts, SHELVED, QUIET, UNSAID), BANDS, DEFAULTS)
    report = evaluate(Design(power=power, racks=racks), catalog)
    assert not report.not_computed
    return report


def node(report: Report, name: str) -> RoomFeed:
    return next(one for one in (*report.power.feeds, *report.power.upstream) if one.id == name)


def test_peaks_stand_beside_loads_of_feeds_ups_and_generators() -> None:
    """Four racks of 120 kW draw 150 kW each for 50 ms; a feed carries half, or after a loss all."""
    report = hall(4, capacity_kw=5000)
    for name, loads in {
        "A": (240, 480, 300, 600), "U": (480, 480, 600, 600), "G": (0, 480, 0, 600),
    }.items():  # fmt: skip
        one = node(report, name)
        assert loads == pytest.approx(
            (one.load_kw, one.load_after_loss_kw, one.load_edp_kw, one.load_edp_after_loss_kw)
        )
    assert report.totals.power_edp_kw == 600


def test_what_holds_no_gpus_has_no_peak_and_what_states_none_is_open() -> None:
    quiet = node(hall(2, rack="quiet", capacity_kw=5000), "U")
    assert quiet.load_edp_kw == quiet.load_kw == 240
    unsaid = node(hall(2, rack="unsaid", capacity_kw=5000), "U").figure("load_edp_kw")
    assert (unsaid.low, unsaid.high) == (240, float("inf"))


@pytest.mark.parametrize(
    ("racks", "ups", "said"),
    [
        (3, {"part": "ups"}, []),  # 450 of 500 kW
        (4, {"part": "ups"}, []),  # 600 of 750 kW
        (4, {"capacity_kw": 490.0}, [OPEN]),
        (4, {"capacity_kw": 600.0}, []),
        (4, {"capacity_kw": 390.0}, []),  # P14's: 480 kW last
        (4, {}, []),
    ],
)
def test_p20_of_a_ups(racks: int, ups: dict[str, Any], said: list[tuple[str, bool]]) -> None:
    assert told(hall(racks, UPS, **ups), "P20") == said


@pytest.mark.parametrize(
    ("peak_kw", "overload", "said"),
    [(187, 1.5, []), (188, 1.5, [WARNING]), (150, 1.1, [WARNING]), (150, None, [OPEN])],
)
def test_p20_by_what_the_ups_takes(
    peak_kw: float, overload: float | None, said: list[tuple[str, bool]]
) -> None:
    """Four racks: 748, 752 and 600 kW on 500 kW times the overload."""
    rack = SHELVED.evolve(
        id="peaky", transient=TransientFigures(peak_w=peak_kw * 1000, duration_ms=50)
    )
    ups = UPS.evolve(ups=UpsFigures(rated_kva=600, rated_kw=500, overload_1_min=overload))
    report = hall(4, rack, ups, rack="peaky", part="ups")
    assert told(report, "P20") == said
    if overload is None:
        (check,) = [check for check in report.checks if check.rule == "P20"]
        assert "overload capability of UPS is not known" in check.message


def test_p20_is_silent_where_nobody_says_that_anything_has_peaks() -> None:
    assert told(hall(4, rack="unsaid", capacity_kw=490.0), "P20") == []
    assert told(hall(4, rack="quiet", capacity_kw=490.0), "P20") == []


def test_a_ups_without_a_part_is_told_where_to_name_one() -> None:
    (check,) = [c for c in hall(4, capacity_kw=490.0).checks if c.rule == "P20"]
    assert check.advice.startswith("Name the part of UPS 1 in the design file")


@pytest.mark.parametrize("strips", ["AB", "A-", "--"])
def test_a_peak_is_never_below_what_lasts(strips: str) -> None:
    peaky = shipped.DGX.evolve(transient=TransientFigures(peak_w=11_300))
    design = design_of(*nodes(2), *pdus(strips), power=(feed("A"), feed("B")))
    report = evaluate(design, NODES.overlay([peaky]))
    assert not report.not_computed
    for one in report.power.feeds:
        for name in ("load", "load_after_loss"):
            lasts, peak = (
                one.figure(f"{name}_kw"),
                one.figure(name.replace("load", "load_edp", 1) + "_kw"),
            )
            assert peak.low >= lasts.low - 1e-9
            assert peak.high >= lasts.high - 1e-9
    assert report.totals.power_edp_kw == pytest.approx(22.6)


def test_published_ratios_of_peak_to_what_is_sustained() -> None:
    """HPE: 192/132; Lenovo: 155 kW; NVIDIA: 19.7 kW a DGX B300; of DGX H100 nobody states one."""
    figures = load_shipped().figures()
    assert figures.of("gb200-nvl72", EDP).value == 192_000
    assert figures.of("gb300-nvl72", EDP).value == 155_000
    assert figures.of("dgx-b300", EDP).value == 19_700
    guess = figures.of("dgx-h100", EDP)
    assert guess.estimated
    assert guess.value == pytest.approx(1.4 * 10_200)
    assert (guess.low, guess.high) == (10_200, float("inf"))
    assert load_shipped().figures(estimates=False).of("dgx-h100", EDP).value is None
    assert figures.of("qm9700", EDP) == figures.of("qm9700", "power_max_w")


def test_the_published_factor_through_a_design() -> None:
    """A rack of 132 kW at 1.4 times is 184.8 kW (ai-infrastructure.net: about 1.4x steady)."""
    catalog = load_shipped()
    rack = catalog.require("gb200-nvl72").evolve(id="plain", transient=None)
    design = Design(racks=(Rack(id="r", name="R", part="plain", x_mm=3000, y_mm=3000),))
    report = evaluate(design, catalog.overlay([rack]))
    assert report.totals.power_edp_kw == pytest.approx(184.8)
    bound = report.totals.bound("power_edp_kw")
    assert bound is not None
    assert bound.estimated


@settings(max_examples=25, deadline=None)
@given(
    number=st.integers(1, 5),
    peak=st.floats(120, 400),
    kind=st.sampled_from(["peaky", "quiet", "unsaid"]),
)
def test_a_rack_less_never_raises_a_peak_and_a_peak_is_never_below_what_lasts(
    number: int, peak: float, kind: str
) -> None:
    rack = SHELVED.evolve(id="peaky", transient=TransientFigures(peak_w=peak * 1000))
    more, less = (hall(n, rack, rack=kind, capacity_kw=5000) for n in (number, number - 1))
    for one in (*more.power.feeds, *more.power.upstream):
        now, then = one.figure("load_edp_kw"), node(less, one.id).figure("load_edp_kw")
        assert then.low <= now.low + 1e-9
        assert then.high <= now.high + 1e-9
        assert now.low >= one.figure("load_kw").low - 1e-9
