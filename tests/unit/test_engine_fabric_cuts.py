"""Cuts that are drawn: they halve the endpoints, count what they cut, and are the worst known."""

from functools import cache

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.fabric_map import FabricCuts
from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics.cutting import cuts_of
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_columns import CONNECTED, FabricWiring

CATALOG = load_shipped()


@cache
def measured(
    template: str, units: int
) -> tuple[tuple[FabricWiring, ...], tuple[FabricReport, ...]]:
    design = build(template, {"scalable_units": str(units)}, CATALOG)
    return expand_network(design, CATALOG).fabrics, evaluate(design, CATALOG).fabrics


def cuts(template: str, units: int, fabric: str = "compute") -> FabricCuts:
    wirings, reports = measured(template, units)
    at = next(n for n, one in enumerate(reports) if one.id == fabric)
    return cuts_of(wirings[at], reports[at])


def test_half_of_four_units_is_fifteen_leaves_and_28_links_of_the_sixteenth() -> None:
    """127 nodes of 8: 508 of 1,016 GPUs are 15 leaves of 32 and 28 GPUs of one more."""
    first = cuts("dgx-superpod-h100", 4).cuts[0]
    assert (first.links, first.ends) == (508, (508, 508))
    assert first.leaves == tuple(range(15))
    assert first.leaf_links == tuple((leaf, 32) for leaf in range(15))
    assert first.nodes == ((15, 28),)
    assert first.spines == ()


def test_cuts_of_one_fabric_differ_and_cut_as_many_links() -> None:
    shown = cuts("dgx-superpod-h100", 4)
    assert {one.links for one in shown.cuts} == {508}
    assert len({one.leaves for one in shown.cuts}) == len(shown.cuts) > 1


@pytest.mark.parametrize(
    ("template", "units"),
    [("dgx-superpod-h100", n) for n in (1, 3, 4, 12)] + [("dgx-superpod-gb200", 2)],
)
def test_the_drawn_cut_is_the_worst_that_the_report_knows(template: str, units: int) -> None:
    wirings, reports = measured(template, units)
    for wiring, report in zip(wirings, reports, strict=True):
        shown = cuts_of(wiring, report)
        if report.islands != 1:
            assert (shown.cuts, shown.islands) == ((), report.islands)
            continue
        bisection = shown.figure("bisection_gbps")
        assert bisection.high == shown.cuts[0].links * shown.rate_gbps
        assert bisection.low == report.bisection_lower_gbps


def test_a_cut_counts_every_link_between_its_sides() -> None:
    wirings, reports = measured("dgx-superpod-gb200", 2)
    (wiring,) = [one for one in wirings if one.fabric.id == "compute"]
    links, first = wiring.links, wiring.first_place
    ranks = [np.flatnonzero(wiring.places.tier == tier) for tier in range(3)]
    for cut in cuts_of(wiring, reports[0]).cuts:
        away = np.zeros(len(wiring.places), dtype=bool)
        for mine, side in zip(ranks, (cut.leaves, cut.spines, cut.cores), strict=True):
            away[mine[list(side)]] = True
        trunks = (links.end < 0) & (links.fault == CONNECTED)
        crosses = away[links.a[trunks] - first] != away[links.b[trunks] - first]
        between = int(links.count[trunks][crosses].sum())
        assert between == sum(n for _, n in (*cut.leaf_links, *cut.spine_links))
        assert cut.links == between + sum(n for _, n in cut.nodes)


def test_a_fabric_in_islands_has_no_cut() -> None:
    shown = cuts("dgx-superpod-gb200", 1)
    assert (shown.islands, shown.cuts, shown.bisection_gbps) == (4, (), 0)


def test_without_a_report_nothing_is_said_of_proofs() -> None:
    wirings, _ = measured("dgx-superpod-h100", 1)
    shown = cuts_of(wirings[0], None)
    assert (shown.bisection_gbps, shown.islands) == (None, None)
    assert shown.cuts
