"""Counts that nobody states: nodes of a filled rack, ports of a switch. They are never 0."""

from functools import cache
from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricReport
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.subjects.cables.writing import written as cables_written
from designer.engine.subjects.fabrics.writing import written as fabrics_written
from designer.engine.subjects.totals.writing import written as totals_written
from designer.model.design import Design
from designer.planning.arguments import TemplateError
from designer.planning.templates import build

NODES, PORTS = "gb200-nvl72.nodes", "qm9700.ports"
COUNTS = (
    "nodes", "tiers", "leaf", "spine", "core", "endpoints", "node_leaf_cables",
    "leaf_spine_cables", "spine_core_cables", "unconnected",
)  # fmt: skip


@cache
def pod() -> Design:
    return build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())


def without(part_id: str, **figures: object) -> Catalog:
    return load_shipped().overlay([load_shipped().require(part_id).evolve(**figures)])


@cache
def reports() -> tuple[Report, Report, Report]:
    """Return what is said of the pod: as it is, with racks nobody counted, with hidden ports."""
    return (
        evaluate(pod(), load_shipped()),
        evaluate(pod(), without("gb200-nvl72", nodes=None)),
        evaluate(pod(), without("qm9700", ports=())),
    )


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def facts(section: Section) -> dict[str, str]:
    return dict(section.facts)


def test_nodes_of_racks_that_nobody_counted_are_at_least_one_each() -> None:
    known, uncounted, _ = reports()
    figure = uncounted.totals.figure("nodes")
    assert (figure.low, figure.value, figure.high) == (8, None, inf)
    assert [gap.ref for gap in figure.gaps] == [NODES]
    assert known.totals.nodes == 144
    assert not uncounted.totals.complete
    assert facts(next(totals_written(uncounted)))["Nodes"] == "≥ 8"
    assert any(c.rule == "D01" and "number of nodes" in c.message for c in uncounted.checks)


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_a_fabric_lie_within_what_is_said_without_them(name: str) -> None:
    known, *hidden = (report.fabrics[0] for report in reports())
    inside = known.figure(name)
    for one in hidden:
        around = one.figure(name)
        assert around.low <= inside.low
        if (one, name) != (hidden[1], "nodes"):
            assert getattr(one, name) is None
            assert around.high == inf
            assert around.gaps[0].ref in (NODES, PORTS)


def test_what_a_fabric_carries_is_open_too() -> None:
    known, uncounted, portless = (report.fabrics[0] for report in reports())
    for name in ("injection_gbps", "bisection_gbps", "bisection_ratio"):
        for one in (uncounted, portless):
            around = one.figure(name)
            assert around.low <= known.figure(name).low
            assert around.high == inf
    assert uncounted.free_leaf_ports is None
    assert uncounted.worst_failure is None
    assert portless.nodes == 144


def test_rules_of_switches_say_that_they_cannot_say() -> None:
    known, uncounted, portless = reports()
    assert not {key for key in keys(known) if key.startswith(("R03", "R07"))}
    assert {"R03:open:compute", "R07:open:compute:leaf", "R07:open:compute:spine"} <= keys(
        uncounted
    )
    assert "R08:open:compute:gb200-nvl72" in keys(uncounted)
    assert {"R03:open:compute", "R07:open:compute:leaf"} <= keys(portless)
    assert "R03:compute" not in keys(portless)
    (check,) = [c for c in portless.checks if c.key == "R03:open:compute"]
    assert (
        "the ports of QM9700 are not known" in check.message or "ports of QM9700" in check.message
    )


def test_the_count_of_cables_is_open_where_a_fabric_is() -> None:
    known, uncounted, portless = reports()
    assert known.cables.count == 1152
    for report in (uncounted, portless):
        figure = report.cables.figure("count")
        assert report.cables.count is None
        assert figure.low <= 1152
        assert figure.high == inf
        assert [count for _, count in report.cables.by_medium] == [None]
        assert any("cables (" in entry for entry in report.cost.unpriced)
    assert facts(next(cables_written(portless)))["Cables"] == "—"


def test_the_table_of_fabrics_says_what_is_known() -> None:
    _, uncounted, portless = reports()
    table = next(fabrics_written(uncounted)).table
    assert table is not None
    assert table.rows[0][2] == "≥ 8"
    table = next(fabrics_written(portless)).table
    assert table is not None
    assert table.rows[0][4] == f"{portless.fabrics[0].placed_leaf} of —"


def test_a_spine_whose_ports_nobody_states_is_not_taken_for_a_leaf() -> None:
    fabric = pod().fabrics[0]
    design = pod().evolve(fabrics=(fabric.evolve(spine_switch="qm9790"),))
    found: FabricReport = evaluate(design, without("qm9790", ports=())).fabrics[0]
    assert found.leaf is None
    assert found.explanation == "the ports of qm9790 are not known"


def test_no_pod_is_drawn_of_racks_that_nobody_counted() -> None:
    with pytest.raises(TemplateError, match="how many nodes it holds is not known"):
        build("dgx-superpod-gb200", {"scalable_units": "1"}, without("gb200-nvl72", nodes=None))
