"""Links that are not there: cut off by cables by hand, switches that idle, networks in parts."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.cables.writing import written as cables_written
from designer.engine.subjects.fabrics.writing import written as fabrics_written
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_counts import cable_counts
from designer.wiring.network_fabric import stands_inside

SHIPPED = load_shipped()


@cache
def pod(units: int, template: str = "dgx-superpod-h100") -> Design:
    return build(template, {"scalable_units": str(units)}, SHIPPED)


@cache
def plain() -> Report:
    return evaluate(pod(1), SHIPPED)


def key_of(design: Design, slot: str) -> str:
    """The rack and slot of a device of an assembly that stands once."""
    assembly = next(a.id for a in design.assemblies if any(s.id == slot for s in a.slots))
    return f"{next(r.id for r in design.racks if r.assembly == assembly)}/{slot}"


def laid(*ends: tuple[str, str, str, str]) -> Design:
    cables = tuple(
        Cable(id=f"k{n:03d}", a=a, a_port=a_port, b=b, b_port=b_port, fabric="compute")
        for n, (a, a_port, b, b_port) in enumerate(ends)
    )
    return pod(1).evolve(cables=cables)


def leaf(number: int) -> str:
    return key_of(pod(1), f"cleaf{number:02d}")


def without(slot: str) -> Design:
    assemblies = tuple(
        a.evolve(slots=tuple(s for s in a.slots if s.id != slot)) for a in pod(1).assemblies
    )
    return pod(1).evolve(assemblies=assemblies)


def ports() -> list[str]:
    return [f"{cage}.{lane}" for cage in range(1, 17) for lane in (1, 2)]


def all_leaves_joined() -> Design:
    """Every port for nodes of the eight compute leaves is joined to that of a neighbour."""
    pairs = [(leaf(n), leaf(n + 1)) for n in (1, 3, 5, 7)]
    return laid(*((a, port, b, port) for a, b in pairs for port in ports()))


def checks(report: Report, *rules: str) -> list[tuple[str, str, str]]:
    return [(c.severity, c.key, c.message) for c in report.checks if c.rule in rules]


def test_nodes_cut_off_by_cables_by_hand_are_unconnected_and_an_error() -> None:
    """31 nodes of 8 rails lose every link; the 32nd slot of each leaf was reserved and free."""
    report = evaluate(all_leaves_joined(), SHIPPED)
    fabric = report.fabrics[0]
    assert (fabric.unconnected, fabric.connected_cables, fabric.unconnected_cables) == (
        248, 256, 248,
    )  # fmt: skip
    ((severity, key, message),) = checks(report, "R12")
    assert (severity, key) == ("error", "R12:compute:nodes")
    assert message == (
        "Compute: 248 links of 31 nodes gave way to 124 cables laid by hand (k000, k001, k002, "
        "k003 and 120 more); not connected there: dgx-A01-1, dgx-A01-2, dgx-A01-3, dgx-A01-4 "
        "and 27 more"
    )
    check = next(c for c in report.checks if c.rule == "R12")
    assert len(check.where) == 31 + 124
    assert {"A01/n1", "k000"} <= set(check.where)


def test_cables_count_what_has_both_ends_and_split_the_rest() -> None:
    before, after = plain().cables, evaluate(all_leaves_joined(), SHIPPED).cables
    assert (before.count, before.by_rule, before.by_hand, before.not_connected) == (798, 798, 0, 0)
    assert (after.count, after.by_rule, after.by_hand) == (798 - 248 + 128, 798 - 248, 128)
    assert after.not_connected == 248
    assert [entry.words for entry in after.unconnected] == [
        "Compute: 248 links not connected: cables laid by hand take their place"
    ]
    assert dict(before.by_medium) == {"copper": 94, "DAC": 324, "AOC": 70, "MMF": 310}
    # Links of nodes took 248 fibres; cables to the leaf beside it need none.
    assert dict(after.by_medium) == {"copper": 94, "DAC": 324 + 128, "AOC": 70, "MMF": 310 - 248}


def test_a_missing_spine_takes_its_cables_from_the_count() -> None:
    """A spine of 64 links; its management cable, of a fabric node, goes altogether."""
    report = evaluate(without("cspine04"), SHIPPED)
    assert report.fabrics[0].unconnected == 64
    assert (report.cables.count, report.cables.not_connected) == (798 - 64 - 1, 64)
    section = next(cables_written(report))
    facts = dict(section.facts)
    assert (facts["Cables"], facts["Not connected"]) == ("733", "64")
    # The 64 links to the spine were DACs, its management cable was copper.
    media = {"copper": 94 - 1, "DAC": 324 - 64, "AOC": 70, "MMF": 310}
    assert dict(report.cables.by_medium) == media
    assert {name: int(facts[f"Cables, {name}"]) for name in media} == media
    assert section.lines == (
        "Compute: 64 links not connected: 1 of 4 spine switches are not drawn",
    )
    table = next(fabrics_written(report)).table
    assert table is not None
    assert [row[-1] for row in table.rows] == ["440 of 504", "78", "93", "122"]


def test_a_cable_that_does_the_work_of_the_rules_link_cuts_nothing_off() -> None:
    wiring = expand_network(pod(1), SHIPPED).find("compute")
    assert wiring is not None
    node_end, leaf_end, _ = next(wiring.cables())
    trunk = next(c for c in wiring.cables() if "cleaf01" in c[0] and "cspine" in c[1])
    ends = [tuple(part for end in pair for part in end.split(":"))
            for pair in ((node_end, leaf_end), trunk[:2])]  # fmt: skip
    report = evaluate(laid(*ends), SHIPPED)
    assert not checks(report, "R11", "R12")
    assert report.fabrics[0].unconnected == 0
    assert (report.cables.count, report.cables.by_rule, report.cables.by_hand) == (798, 796, 2)
    assert report.cables.not_connected == 0
    assert report.fabrics[0].bisection_gbps == plain().fabrics[0].bisection_gbps


def test_two_nodes_that_change_places_by_hand_lose_nothing() -> None:
    """Each cable takes the leaf port of the other node: the first alone would cut that one off."""
    wiring = expand_network(pod(1), SHIPPED).find("compute")
    assert wiring is not None
    (a, a_leaf), (b, b_leaf) = [
        cable[:2] for cable in wiring.cables() if cable[1].startswith(f"{leaf(1)}:")
    ][:2]
    crossed = [(*a.split(":"), *b_leaf.split(":")), (*b.split(":"), *a_leaf.split(":"))]
    report = evaluate(laid(*crossed), SHIPPED)
    assert not checks(report, "R12")
    assert (report.fabrics[0].unconnected, report.cables.count) == (0, 798)
    one = evaluate(laid(crossed[0]), SHIPPED)
    assert [key for _, key, _ in checks(one, "R12")] == ["R12:compute:nodes"]
    assert (one.fabrics[0].unconnected, one.cables.count, one.cables.not_connected) == (1, 797, 1)


def test_links_between_switches_that_gave_way_are_a_warning() -> None:
    report = evaluate(laid((leaf(1), "17.1", leaf(2), "17.1")), SHIPPED)
    assert checks(report, "R12") == [
        ("warning", "R12:compute:switches",
         "Compute: 2 links between switches gave way to 1 cable laid by hand (k000)"),
    ]  # fmt: skip
    assert (report.fabrics[0].unconnected, report.cables.count) == (2, 798 - 2 + 1)


def test_a_cable_by_hand_that_connects_nothing_is_not_counted() -> None:
    design = pod(1).evolve(cables=(
        Cable(id="c1", a=leaf(1), b=leaf(1), fabric="compute"),
        Cable(id="c2", a=leaf(1), b="gone"),
    ))  # fmt: skip
    cables = evaluate(design, SHIPPED).cables
    assert (cables.count, cables.by_hand, cables.not_connected) == (798, 0, 2)
    assert [entry.words for entry in cables.unconnected] == [
        "Compute: 1 link not connected: cable c1: both ends are at one switch",
        "1 link not connected: cable c2: no fabric has both its ends",
    ]
    assert cables.by_medium == plain().cables.by_medium


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
def test_the_count_of_a_whole_design_is_that_of_the_rules(template: str) -> None:
    for wiring in expand_network(pod(4, template), SHIPPED).fabrics:
        counts, plan = cable_counts(wiring), wiring.plan
        if stands_inside(wiring.fabric):
            assert (counts.connected, counts.missing) == (0, 0)
            continue
        assert plan is not None
        ruled = plan.node_leaf_cables + plan.leaf_spine_cables + plan.spine_core_cables
        assert (counts.connected, counts.missing) == (ruled, 0)


def test_a_switch_that_the_rule_connects_nothing_to_is_spare() -> None:
    """4 SU: 8 SN2201 as published (RA-11333-001 Table 7), for 339 ports of which 321 are drawn."""
    assert checks(plain(), "R13") == [
        ("info", "R13:out-of-band:spare",
         "Out-of-band: 1 leaf switch (oob-A06-03) is spare, 94 of 100 planned nodes stand; the "
         "rule connects nothing there"),
    ]  # fmt: skip
    assert not checks(evaluate(pod(2), SHIPPED), "R13")
    (four,) = checks(evaluate(pod(4), SHIPPED), "R13")
    assert "321 of 339 planned nodes stand" in four[2]


def test_a_switch_whose_links_all_lack_an_end_is_a_warning() -> None:
    bare = pod(1).evolve(
        assemblies=tuple(
            a.evolve(slots=tuple(s for s in a.slots if not s.id.startswith("cleaf")))
            for a in pod(1).assemblies
        )
    )
    (found,) = [c for c in checks(evaluate(bare, SHIPPED), "R13") if "compute" in c[1]]
    assert found[:2] == ("warning", "R13:compute:cut-off")
    assert "4 spine switches" in found[2]
    assert "none of 256 links of the rule is there" in found[2]


def test_a_network_in_islands_says_so() -> None:
    (found,) = checks(plain(), "R14")
    assert found == (
        "info", "R14:out-of-band",
        "Out-of-band: 2 islands that no link of the fabric joins; the uplinks of its leaves go to "
        "another fabric",
    )  # fmt: skip
    (rails,) = checks(evaluate(pod(1, "dgx-superpod-gb200"), SHIPPED), "R14")
    assert rails[1:] == (
        "R14:compute", "Compute: 4 islands that no link of the fabric joins",
    )  # fmt: skip
    assert not checks(evaluate(pod(2, "dgx-superpod-gb200"), SHIPPED), "R14")


def test_the_finding_of_islands_agrees_with_what_is_measured() -> None:
    spineless = pod(1).evolve(
        assemblies=tuple(
            a.evolve(slots=tuple(s for s in a.slots if not s.id.startswith("cspine")))
            for a in pod(1).assemblies
        )
    )
    for design in (pod(1), pod(3), spineless, all_leaves_joined(), pod(3, "dgx-superpod-gb200")):
        report = evaluate(design, SHIPPED)
        # Domains inside nodes are apart by their nature.
        apart = {
            f"R14:{f.id}" for f in report.fabrics if (f.islands or 0) > 1 and f.kind != "nvlink"
        }
        assert {key for _, key, _ in checks(report, "R14")} == apart
