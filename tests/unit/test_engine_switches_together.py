"""Several switches lost together, and with what else: one of them alone is what the report has."""

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.network_report import SwitchLoss
from designer.engine.together_report import LossAsked, LostTogether, SwitchLost
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render.failing import Failing, asked_of, switch_id, targets_of_switches
from designer.render.what_if import answered, of_several
from tests.unit.test_engine_fabrics import SHIPPED, hall, pod


def lose(evaluator: Evaluator, design: Design, fabric: str, *keys: str) -> LostTogether:
    switches = tuple(SwitchLost(fabric=fabric, key=key) for key in keys)
    return evaluator.together(1, design, LossAsked(switches=switches))


def only(found: LostTogether) -> SwitchLoss:
    (one,) = found.switches
    return one.loss


def test_one_alone_is_the_loss_that_the_report_has() -> None:
    design, evaluator = pod(4), Evaluator(SHIPPED)
    told = 0
    for fabric in evaluator.report(design).fabrics:
        for line in fabric.switch_losses:
            for group in line.groups:
                if not group.switches:
                    continue
                found = only(lose(evaluator, design, fabric.id, group.switches[0]))
                for name in ("tier", "ends", "nodes", "cut_ends", "cut_nodes", "state"):
                    assert getattr(found, name) == getattr(line, name), (fabric.id, name)
                assert found.groups[0].racks == group.racks
                assert found.groups[0].partly == group.partly
                assert found.groups[0].figure("gpus") == group.figure("gpus")
                told += 1
    assert told > 3


def test_two_rail_leaves_take_two_rails_and_no_node_is_counted_twice() -> None:
    design, catalog = hall(64, 16, 8)
    evaluator = Evaluator(catalog)
    fabric = evaluator.report(design).fabrics[0]
    leaf = next(loss for loss in fabric.switch_losses if loss.tier == "leaf")
    unit = leaf.groups[0].switches
    both = only(lose(evaluator, design, fabric.id, *unit[:2]))
    assert (both.ends, both.cut_ends, both.nodes, both.cut_nodes) == (64, 64, 32, 0)
    assert both.state == "warning"
    every = only(lose(evaluator, design, fabric.id, *unit))
    assert (every.nodes, every.cut_nodes, every.state) == (32, 32, "error"), "all eight rails"
    assert leaf.bisection_gbps is not None
    assert both.bisection_gbps is not None
    assert every.bisection_gbps is not None
    assert leaf.bisection_gbps >= both.bisection_gbps >= every.bisection_gbps


def test_all_spines_together_leave_no_bisection_and_every_link_of_a_node() -> None:
    design, catalog = hall(64, 16, 8)
    evaluator, layout = Evaluator(catalog), Layout(design)
    fabric = evaluator.report(design).fabrics[0]
    keys = [one.key for rack in layout.racks for one in layout.in_rack(rack) if one.tier == "spine"]
    assert len(keys) == 8
    found = only(lose(evaluator, design, fabric.id, *keys))
    assert (found.ends, found.nodes, found.bisection_gbps) == (0, 0, 0)


def test_a_switch_goes_together_with_a_feed_and_says_both() -> None:
    design, evaluator = pod(4), Evaluator(SHIPPED)
    report, layout = evaluator.report(design), Layout(design)
    placed = [one for rack in layout.racks for one in layout.in_rack(rack) if one.fabric]
    targets = targets_of_switches(report, placed)
    leaf = next(one for one in targets if one.failing.id.startswith("compute|leaf"))
    every = (Failing("power", "A"), leaf.failing)
    question = asked_of(report, every)
    assert question is not None
    assert question.upstream == ("A",)
    assert [(one.fabric, one.key) for one in question.switches] == [
        ("compute", leaf.failing.device)
    ]
    found = evaluator.together(1, design, question)
    shown = of_several(report, found, every, report.power)
    alone = answered(report, leaf.failing)
    assert alone is not None
    assert alone.sentence in shown.sentence
    assert shown.loss is not None
    assert shown.title.startswith("feed A and leaf switch ")
    rails = [key for key, fate in shown.fates.items() if fate.state in ("rail", "cut")]
    assert rails
    just = evaluator.together(1, design, LossAsked(switches=question.switches))
    by_itself = of_several(report, just, (leaf.failing,), report.power)
    assert (by_itself.sentence, by_itself.fates) == (alone.sentence, alone.fates)
    assert by_itself.loss is None


def test_what_is_no_switch_of_the_fabric_is_refused() -> None:
    design = pod(1)
    for fabric, key in (("compute", "x"), ("gone", "x")):
        with pytest.raises(RuntimeError, match=r"no switch 'x'|no fabric is called 'gone'"):
            lose(Evaluator(SHIPPED), design, fabric, key)


def test_keys_of_switches_are_those_of_the_layout() -> None:
    layout = Layout(pod(1))
    switch = next(
        one for rack in layout.racks for one in layout.in_rack(rack) if one.tier == "leaf"
    )
    assert switch_id(switch).endswith(switch.key)
