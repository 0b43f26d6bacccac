"""What is left after a loss gives its load and what is lost on the way to the racks.

Ten racks of 125 kW on two feeds, one of them behind a UPS of 96 % at its full load: 1,250 kW at the
racks are 625 / 0.96 + 625 = 1,276 kW of a generator, which `P17` holds against its rating.
"""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.power_report import LossReport
from designer.engine.report import Report
from designer.engine.together_report import LossAsked
from designer.model.design import Design, PowerNode, Rack, Site
from designer.render.failing import Failing
from designer.render.what_if import answered
from tests.unit.test_engine_feeds import NVL

LOAD = 1250.0
CATALOG = load_shipped().overlay([NVL.evolve(id="rack", power_max_w=125_000.0)])


def design(kw: float, *, efficiency: float | None = 0.96, recharge: float | None = None) -> Design:
    power = (
        PowerNode(id="grid", kind="utility", capacity_kw=5000.0),
        PowerNode(id="gen", name="Set 1", kind="generator", capacity_kw=kw),
        PowerNode(id="gen2", name="Set 2", kind="generator", capacity_kw=5000.0),
        PowerNode(
            id="u", kind="ups", parents=("grid", "gen", "gen2"), capacity_kw=LOAD / 2,
            efficiency=efficiency, recharge_kw=recharge,
        ),
        PowerNode(id="v", kind="ups", parents=("grid", "gen", "gen2"), capacity_kw=2000.0,
                  efficiency=1.0),
        PowerNode(id="A", parents=("u",), capacity_kw=5000.0, efficiency=1.0),
        PowerNode(id="B", parents=("v",), capacity_kw=5000.0, efficiency=1.0),
    )  # fmt: skip
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="rack", x_mm=4000 * n, y_mm=4000, feeds=("A", "B"))
        for n in range(10)
    )
    return Design(power=power, racks=racks, site=Site(feed_policy="2N", rating="3"))


def loss(report: Report, key: str) -> LossReport:
    return next(one for one in report.power.losses if one.id == key)


def of(kw: float, **fields: float | None) -> Report:
    report = Evaluator(CATALOG).report(design(kw, **fields))  # type: ignore[arg-type] # one dict of both
    assert not report.not_computed
    return report


HALF = (LOAD / 2 / 0.96) + LOAD / 2
"""Each UPS carries half: one of 96 %, one of 100 %."""


def test_a_generator_that_losses_overload_is_an_overload_of_the_list() -> None:
    """1,276 kW with what is lost, beside 1,250 kW at the racks."""
    found = loss(of(1270.0), "grid")
    (carried,) = [one for one in found.loads if one.id == "gen"]
    assert carried.load_kw == pytest.approx(HALF)
    assert (found.overloaded, found.state) == (("gen",), "error")
    assert found.fullest_share == pytest.approx(HALF / 1270.0)


def test_one_that_covers_them_is_none() -> None:
    found = loss(of(1280.0), "grid")
    assert (found.overloaded, found.unsure, found.state) == ((), (), "ok")


def test_what_charges_batteries_counts_as_p17_counts_it() -> None:
    assert loss(of(1280.0, recharge=10.0), "grid").overloaded == ("gen",)
    assert loss(of(1290.0, recharge=10.0), "grid").overloaded == ()


def test_losses_that_nobody_states_leave_it_open() -> None:
    """Between the published losses of UPS; no set of 1,270 kW covers 625 kW at 4 % and more."""
    found = loss(of(1270.0, efficiency=None), "grid")
    assert (found.overloaded, found.unsure, found.state) == ((), ("gen",), "unknown")


def test_a_rating_and_a_click_see_what_the_list_does() -> None:
    short, enough = of(1270.0), of(1280.0)
    assert [c.rule for c in short.checks if c.rule == "R01" and c.severity == "error"] == ["R01"]
    named = next(c.message for c in short.checks if c.rule == "R01")
    assert "grid" in named
    shown = answered(short, Failing("power", "grid"))
    assert shown is not None
    assert shown.state == "error"
    assert shown.loss is not None
    assert shown.loss.overloaded == ("gen",)
    again = next((c.message for c in enough.checks if c.rule == "R01"), "")
    assert "grid" not in again
    tried = answered(enough, Failing("power", "grid"))
    assert tried is not None
    # Nothing is overloaded, and 1,276 of 1,280 kW are nearly all.
    assert tried.state == "warning"


def test_several_lost_together_see_them_too() -> None:
    """Without the mains and the second set."""
    for kw, state in ((1270.0, "error"), (1280.0, "ok")):
        found = Evaluator(CATALOG).together(1, design(kw), LossAsked(upstream=("grid", "gen2")))
        assert found.loss.state == state
