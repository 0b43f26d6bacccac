"""Links that nothing in the catalogue joins: F10 tells them, and what the network carries is open.

Forms of plugs and what their lanes carry: SFF-8665 (QSFP28: four lanes of 28 Gb/s).
"""

from typing import Any

from designer.catalog.cable_figures import CableFigures
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.document.document import Document
from designer.document.edits import replace_part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.network_report import FabricReport
from designer.engine.report import Check, Report
from designer.model.change import diff
from designer.model.design import Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from tests.helpers.cable_halls import NODE, PARTS, RACK, STATED, SWITCH, at, hall, leaf, node

SHIPPED = load_shipped()


def copper(connector: str, rate: float = 100, **more: Any) -> Part:
    figures = CableFigures(
        medium="DAC", rate_gbps=rate, length_max_m=5, connector=connector, **more
    )
    return Part(id=f"dac-{connector.lower()}", kind="cable", name="Copper", cable=figures)


def small(**fabric: Any) -> Design:
    racks = (at("a", 1000, 1000), at("b", 1600, 1000))
    held = (node("m", "a", 10), node("n", "a", 20), leaf("leaf", "b", 20))
    design = hall(racks, held, room=STATED)
    return design.evolve(fabrics=(design.fabrics[0].evolve(**fabric),))


def said(found: Report) -> list[Check]:
    return [check for check in found.checks if check.rule == "F10"]


def test_links_that_nothing_joins_are_told_with_cages_rate_and_number() -> None:
    found = evaluate(small(), Catalog((*PARTS.parts, copper("SFP28"))))
    (check,) = said(found)
    assert (check.severity, check.key) == ("warning", "F10:net:node:switch:none")
    assert "nothing in the catalogue joins QSFP28 of Node and QSFP28 of Switch" in check.message
    assert "at 100 Gb/s; 2 links cannot be cabled" in check.message
    assert check.where == ("net",)
    assert found.cables.without_medium == 2


def test_what_a_network_carries_over_such_links_is_not_called_exact() -> None:
    open_, shut = (
        evaluate(small(), Catalog((*PARTS.parts, copper(plug)))) for plug in ("SFP28", "QSFP28")
    )
    assert said(shut) == []
    assert (shut.fabrics[0].exact, shut.fabrics[0].bisection_gbps) == (True, 100)
    (fabric,) = open_.fabrics
    bisection = fabric.figure("bisection_gbps")
    assert (fabric.exact, fabric.complete) == (False, False)
    assert (bisection.low, bisection.value, bisection.high) == (0, None, 100)
    assert [gap.ref for gap in bisection.gaps] == ["media of cables"]


def test_a_catalogue_without_cables_says_nothing_of_them() -> None:
    found = evaluate(small(), PARTS)
    assert said(found) == []
    assert found.fabrics[0].exact is True


def test_a_rate_that_no_plug_of_a_cage_carries_is_an_error() -> None:
    fast = [part.evolve(ports=tuple(p.evolve(rate_gbps=400) for p in part.ports))
            for part in (NODE, SWITCH)]  # fmt: skip
    catalog = Catalog((RACK, *fast, copper("QSFP28")))
    (check,) = said(evaluate(small(rate_gbps=400), catalog))
    assert (check.severity, check.key) == ("error", "F10:net:node:switch:never")
    assert "QSFP28 carries 112 Gb/s at most; 2 links cannot be made" in check.message


def test_links_that_share_a_cage_that_no_one_cable_fills_are_told() -> None:
    """Two links of a cage to one other cage: a splitter fits each pair of ports, and not both."""
    wide = [part.evolve(ports=tuple(p.evolve(count=p.count * 2) for p in part.ports))
            for part in (NODE, SWITCH)]  # fmt: skip
    fan = copper("QSFP28", links=2, far_ends=2)
    (check,) = said(evaluate(small(rails=2), Catalog((RACK, *wide, fan))))
    assert check.severity == "warning"
    assert "QSFP28 split into 2 of Node and QSFP28 split into 2 of Switch" in check.message


def test_storage_is_not_said_to_be_carried_over_links_that_nothing_joins() -> None:
    design = build("starter-32", {}, SHIPPED)
    without = Catalog(
        tuple(part for part in SHIPPED.parts
              if part.cable is None or part.cable.connector not in ("QSFP28", "QSFP56")),
        defaults=SHIPPED.defaults,
    )  # fmt: skip
    whole, lacking = evaluate(design, SHIPPED).storage, evaluate(design, without).storage
    assert whole.network_gb_s is not None
    carried, read = lacking.figure("network_gb_s"), lacking.figure("sent_gb_s")
    assert (carried.low, carried.value, carried.high) == (0, None, whole.network_gb_s)
    assert read.low == 0


def test_replace_and_its_preview_tell_links_that_lose_their_medium() -> None:
    design = build("starter-32", {}, SHIPPED)
    document = Document(design)
    document.apply("Replace", replace_part(SHIPPED, "sn4600c", "fs-n9600-64od"))
    after = document.design
    told = [check for check in said(evaluate(after, SHIPPED)) if "N9600-64OD" in check.message]
    assert told
    assert "QSFP" in told[0].message
    engine = Evaluator(SHIPPED)
    engine.report(design)
    preview = engine.preview(1, design, diff(design, after), ())
    comes = {one.key for one in preview.comes}
    assert {check.key for check in told} <= comes


def test_each_pair_of_parts_is_counted_by_its_links() -> None:
    document = Document(build("starter-32", {}, SHIPPED).evolve(cables=()))
    document.apply("Replace", replace_part(SHIPPED, "sn4600c", "fs-n9600-64od"))
    graphs = expand_network(document.design, SHIPPED).fabrics
    links = sum(one.links for wiring in graphs for one in wiring.unmade)
    assert links == evaluate(document.design, SHIPPED).cables.without_medium > 0


def test_what_a_network_sends_over_such_links_cannot_be_said() -> None:
    """All to all, worst pairing and losses are between nothing and all, as its bisection is."""
    fabrics: list[FabricReport] = []
    design = small()
    design = design.evolve(devices=(*design.devices, node("o", "a", 30)))
    for plug in ("SFP28", "QSFP28"):
        evaluator = Evaluator(Catalog((*PARTS.parts, copper(plug))))
        evaluator.report(design)
        while evaluator.work_later():
            pass
        found = evaluator.report_later()
        assert found is not None
        fabrics.append(found.fabrics[0])
    open_, shut = fabrics
    for name in ("all_to_all_ratio", "all_to_all_ceiling_ratio", "permutation_ratio"):
        known, figure = shut.figure(name), open_.figure(name)
        assert known.low > 0, name
        assert (figure.low, figure.value, figure.high) == (0, None, 1), name
        assert [gap.ref for gap in figure.gaps] == ["media of cables"]
    assert shut.unlinked_endpoints == shut.unlinked_nodes == 0
    for name, most in (("unlinked_endpoints", 3), ("unlinked_nodes", 3)):
        figure = open_.figure(name)
        assert (figure.low, figure.value, figure.high) == (0, None, most)
    left = [
        {loss.what: loss.figure("all_to_all_ratio") for loss in fabric.losses} for fabric in fabrics
    ]
    cut = left[1]["cable"]
    assert cut.low > 0
    cut = left[0]["cable"]
    assert (cut.low, cut.value, cut.high) == (0, None, 1)
