"""What a preview tells of bisections: what the report says later, and no false finding."""

from collections.abc import Iterator
from functools import cache

import pytest

from designer.document.edits.assemblies import detach_assembly
from designer.document.edits.records import remove
from designer.engine.evaluate import Evaluator
from designer.engine.preview import BisectionTried, Preview
from designer.engine.report import Report
from designer.engine.subjects.fabrics import fabrics
from designer.model.change import diff
from designer.model.design import Design
from tests.helpers.fabric_views import shipped, superpod
from tests.helpers.made_design import made


@cache
def hall(target: float | None = None, template: str = "dgx-superpod-h100") -> Design:
    """One unit with its leaves and its first nodes as devices."""
    design = superpod(1, template)
    for rack in design.racks:
        slots = next((one.slots for one in design.assemblies if one.id == rack.assembly), ())
        with_leaves = any(slot.tier == "leaf" for slot in slots)
        if slots and (rack is design.racks[0] or with_leaves):
            design = made(design, detach_assembly(rack.id))
    kept = (
        one.evolve(bisection_target_pct=target) if one.id == "compute" else one
        for one in design.fabrics
    )
    return design.evolve(fabrics=tuple(kept))


def without(design: Design, tier: str) -> Design:
    """The first compute switch of a tier less, or the first node."""
    key = next(
        one.id for one in design.devices
        if (one.fabric == "compute" and one.tier == tier) or (tier == "node" and "dgx" in one.part)
    )  # fmt: skip
    return made(design, remove((key,)))


def worked_out(design: Design) -> Evaluator:
    evaluator = Evaluator(shipped())
    evaluator.report(design)
    while evaluator.work_later():
        pass
    evaluator.report_later()
    return evaluator


def preview(evaluator: Evaluator, design: Design, after: Design) -> Preview:
    return evaluator.preview(1, design, diff(design, after), ())


def tried(answer: Preview) -> dict[str, BisectionTried]:
    return {one.fabric: one for one in answer.bisections}


def r16(answer: Preview) -> Iterator[tuple[str, str]]:
    for sign, found in (("+", answer.comes), ("-", answer.goes), ("~", answer.alters)):
        yield from ((sign, one.key) for one in found if one.rule == "R16")


def fabric(report: Report, fabric_id: str = "compute") -> fabrics.FabricReport:
    return next(one for one in report.fabrics if one.id == fabric_id)


@pytest.mark.parametrize("tier", ["leaf", "spine", "node"])
def test_a_trial_tells_what_the_report_says_once_it_is_done(tier: str) -> None:
    design = hall()
    after = without(design, tier)
    evaluator = worked_out(design)
    before = fabric(evaluator.report(design)).figure("bisection_gbps")
    found = tried(preview(evaluator, design, after))["compute"]
    assert found.measured
    assert found.figure("bisection_before_gbps", "Gb/s") == before
    later = Evaluator(shipped()).report(after)
    for one in preview(evaluator, design, after).bisections:
        told = fabric(later, one.fabric)
        for name in ("bisection_gbps", "bisection_with_nvlink_gbps", "bisection_ratio"):
            if getattr(told, name) is not None:
                assert one.figure(name) == told.figure(name)
    assert found.bisection_gbps != found.bisection_before_gbps


def test_islands_are_told_with_what_goes_over_nvlink() -> None:
    design = hall(template="dgx-superpod-gb200")
    after = without(design, "spine") if any(
        one.tier == "spine" for one in design.devices
    ) else without(design, "leaf")  # fmt: skip
    found = tried(preview(worked_out(design), design, after))["compute"]
    told = fabric(Evaluator(shipped()).report(after))
    assert found.islands == told.islands > 1
    assert found.bisection_gbps == found.bisection_before_gbps == 0
    assert found.figure("bisection_with_nvlink_gbps") == told.figure("bisection_with_nvlink_gbps")
    assert not found.figure("bisection_with_nvlink_gbps").unknown


def test_a_rack_that_is_moved_changes_no_bisection() -> None:
    design = hall()
    first, *others = design.racks
    moved = design.evolve(racks=(first.evolve(x_mm=first.x_mm + 20_000), *others))
    assert preview(worked_out(design), design, moved).bisections == ()


def test_a_switch_that_the_rule_does_not_need_changes_none() -> None:
    design = hall()
    leaf = next(one for one in design.devices if one.fabric == "compute" and one.tier == "leaf")
    spare = leaf.evolve(id="spare", half_u=0, face="zero-u", name="spare")
    after = design.evolve(devices=(*design.devices, spare))
    found = tried(preview(worked_out(design), design, after)).get("compute")
    assert found is None or found.bisection_gbps == found.bisection_before_gbps


@pytest.mark.parametrize(
    ("tier", "target", "said"),
    [
        # 7 of 8 leaves carry less: an error comes, and losses are told of no more.
        ("leaf", 97.0, [("+", "R16:compute"), ("-", "R16:compute:loss")]),
        # What single losses leave is not measured in a trial: the warning of before stands.
        ("node", 97.0, []),
        ("leaf", 50.0, []),
    ],
)
def test_a_trial_brings_and_ends_no_finding_for_want_of_measuring(
    tier: str, target: float, said: list[tuple[str, str]]
) -> None:
    design = hall(target)
    evaluator = worked_out(design)
    assert any(one.key == "R16:compute:loss" for one in evaluator.report(design).checks)
    assert sorted(r16(preview(evaluator, design, without(design, tier)))) == sorted(said)


def test_what_a_trial_lifts_to_the_target_is_told_without_losses() -> None:
    whole = hall(97.0)
    less = without(whole, "leaf")
    evaluator = worked_out(less)
    assert [one.key for one in evaluator.report(less).checks if one.rule == "R16"] == [
        "R16:compute"
    ]
    answer = preview(evaluator, less, whole)
    assert list(r16(answer)) == [("-", "R16:compute")]


def test_a_large_fabric_is_measured_after_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fabrics, "_MOST_BUNDLES", 10)
    design = hall(97.0)
    answer = preview(worked_out(design), design, without(design, "leaf"))
    found = tried(answer)["compute"]
    assert not found.measured
    assert found.bisection_gbps is None
    assert list(r16(answer)) == [], "nobody knows it: what was said stands"


def test_other_topologies_are_light_up_to_fewer_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    design = hall()
    torus = design.evolve(
        fabrics=tuple(
            one.evolve(topology="torus") if one.id == "compute" else one for one in design.fabrics
        )
    )
    evaluator = worked_out(torus)
    after = torus.evolve(racks=torus.racks[1:])
    assert tried(preview(evaluator, torus, after))["compute"].measured
    monkeypatch.setattr(fabrics, "_MOST_PLACES", 1)
    assert not tried(preview(worked_out(torus), torus, after))["compute"].measured
    assert tried(preview(evaluator, torus, after))["storage"].measured, "a tree is"
