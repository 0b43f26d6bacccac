"""Feeds, whips, shelves and heat say the same watts of a filled rack, wherever they are measured.

132 kW on the bus bar behind shelves of 97.5 % are 135.4 kW at their inputs.
"""

from typing import Any

import pytest

from designer.catalog.part import Part
from designer.catalog.part_bounds import PartFigures
from designer.catalog.shelf_power import behind_supplies, drawn_w, efficiency_of
from designer.engine.report import Report
from designer.model.figures import Figure, exact
from tests.unit.test_engine_shelves import SHELVED, at, report_of

STATED = 132.0
DRAWN = STATED / 0.975
EITHER = {"input": (STATED, STATED), "bus": (DRAWN, DRAWN), "": (STATED, DRAWN)}


def ends(record: Any, name: str) -> tuple[float, float]:
    figure = record.figure(name)
    return figure.low, figure.high


def on_the_feeds(report: Report) -> tuple[float, float]:
    figures = [feed.figure("load_kw") for feed in report.power.feeds]
    return sum(one.low for one in figures), sum(one.high for one in figures)


@pytest.mark.parametrize("side", ["input", "bus", ""])
def test_feeds_racks_totals_and_heat_see_what_the_shelves_take(side: str) -> None:
    report = report_of(at(STATED, power_at=side))
    expected = pytest.approx(EITHER[side])
    (rack,) = report.racks
    assert on_the_feeds(report) == expected
    assert ends(rack, "power_max_kw") == ends(report.totals, "power_max_kw") == expected
    heat = [rack.figure(name) for name in ("air_kw", "liquid_kw")]
    assert (sum(h.low for h in heat), sum(h.high for h in heat)) == expected


@pytest.mark.parametrize("side", ["input", "bus", ""])
def test_whips_carry_what_the_feeds_do(side: str) -> None:
    """Eight whips at 415 V and a power factor of 0.99 carry the feeds' kW."""
    report = report_of(at(STATED, power_at=side))
    (shelves,) = report.racks[0].shelves
    low, high = ends(shelves.cases[0], "whip_a")
    kw = 8 * 3**0.5 * 415 * 0.99 / 1000
    assert (low * kw, high * kw) == pytest.approx(on_the_feeds(report))


def test_a_feed_too_small_for_the_shelves_inputs_is_told() -> None:
    """134 kW carry 132 kW at the inputs, not 132 kW on the bus bar; of either nobody knows."""

    def said(side: str) -> set[str]:
        report = report_of(at(STATED, power_at=side), capacity_kw=134.0)
        return {feed.state for feed in report.power.feeds}

    assert (said("input"), said("bus"), said("")) == ({"ok"}, {"error"}, {"unknown"})


def test_a_peak_of_milliseconds_is_of_the_same_side() -> None:
    for side, (low, high) in EITHER.items():
        shelf = SHELVED.shelf
        assert shelf is not None
        part = SHELVED.evolve(shelf=shelf.evolve(power_at=side))
        edp = PartFigures((part,)).of(part.id, "power_edp_w")
        times = 150_000 / STATED
        assert (edp.low, edp.high) == pytest.approx((low * times, high * times))


@pytest.mark.parametrize("hidden", ["power_at", "efficiency", "shelf", "power_max_w"])
def test_a_hidden_figure_narrows_nothing(hidden: str) -> None:
    part = at(STATED, power_at="bus")
    known = PartFigures((part,)).of(part.id, "power_max_w")
    found = PartFigures((_without(part, hidden),)).of(part.id, "power_max_w")
    assert found.low <= known.low <= known.high <= found.high
    assert (found.low, found.high) != (known.low, known.high)


def _without(part: Part, name: str) -> Part:
    assert part.psu is not None
    assert part.shelf is not None
    return {
        "power_at": part.evolve(shelf=part.shelf.evolve(power_at="")),
        "efficiency": part.evolve(psu=part.psu.evolve(efficiency=None)),
        "shelf": part.evolve(shelf=None),
        "power_max_w": part.evolve(power_max_w=None, power_typical_w=100_000),
    }[name]


@pytest.mark.parametrize("efficiency", [exact(0.975), Figure(0.88, 0.965, 0.94)])
@pytest.mark.parametrize(("side", "ends_of"), [("bus", (1.0, 1.0)), ("input", None), ("", None)])
def test_what_is_drawn_leads_back_to_what_is_stated(
    efficiency: Figure, side: str, ends_of: tuple[float, float] | None
) -> None:
    """Nobody states the efficiency: it is the default's, or up to all of it."""
    part = at(STATED, power_at=side)
    assert part.psu is not None
    part = part.evolve(psu=part.psu.evolve(efficiency=None))
    drawn = drawn_w(part, 1.0, "x", efficiency)
    found = behind_supplies(part, drawn, efficiency_of(part, efficiency))
    least = (efficiency.low, 1.0)
    assert (found.low, found.high) == pytest.approx(ends_of or least)


def test_a_part_without_shelves_is_taken_as_stated() -> None:
    part = SHELVED.evolve(shelf=None, compute=None, psu=None)
    assert PartFigures((part,)).of(part.id, "power_max_w") == exact(
        120_000.0, "W", "shelved.power_max_w"
    )


@pytest.mark.parametrize("side", ["input", "bus", ""])
def test_a_hidden_power_factor_bounds_the_current_of_whips(side: str) -> None:
    """It was taken for that of the site, beside which the true current did not lie."""

    def amps(power_factor: float | None) -> tuple[float, float]:
        report = report_of(at(STATED, power_at=side, power_factor=power_factor))
        (shelves,) = report.racks[0].shelves
        return ends(shelves.cases[0], "whip_a")

    hidden, known = amps(None), amps(0.99)
    assert hidden[0] < known[0] <= known[1] < hidden[1]


def test_a_hidden_power_factor_leaves_open_only_what_hangs_on_it() -> None:
    """415 V: 48 A of 60 carry four shelves left of 132 kW at 0.99, and not at 0.95."""

    def said(power_factor: float | None) -> set[bool]:
        report = report_of(at(STATED, power_factor=power_factor))
        return {":open:" in c.key for c in report.checks if c.rule == "P05"}

    assert (said(0.99), said(0.95), said(None)) == (set(), {False}, {True})
