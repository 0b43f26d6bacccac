"""Work on fabrics after the report: what fails is told and not repeated, what is done is kept."""

import pytest

from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.fabric_graph.background import in_background
from designer.engine.fabric_graph.loads import finished
from designer.engine.later import PART
from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics import loss_effects
from designer.model.design import Cable, Design, Device, Tier
from designer.model.layout import Layout
from tests.helpers.fabric_views import shipped, superpod
from tests.helpers.fabrics_by_hand import by_hand
from tests.unit.test_engine_fabrics import hall


def renamed(design: Design, name: str) -> Design:
    return design.evolve(racks=(design.racks[0].evolve(name=name), *design.racks[1:]))


def worked_out(evaluator: Evaluator) -> int:
    """Do all later work; return in how many slices."""
    slices = 1
    while evaluator.work_later():
        slices += 1
    return slices


def with_spare(design: Design, tier: Tier) -> Design:
    """Return a design with one switch more than the rule cables, in the first rack with room."""
    layout = Layout(design)
    fits = ((rack, first_fit(layout, shipped(), "qm9700", rack)) for rack in layout.racks)
    rack, half_u = next((rack, at) for rack, at in fits if at is not None)
    spare = Device(
        id="~spare", name="", part="qm9700", rack=rack, half_u=half_u, feed="A",
        fabric="compute", tier=tier,
    )  # fmt: skip
    return design.evolve(devices=(*design.devices, spare))


def compute(design: Design) -> FabricReport:
    report = evaluate(design, shipped())
    assert report.not_computed == ()
    return next(one for one in report.fabrics if one.id == "compute")


def test_undo_of_a_cable_by_hand_finds_what_was_worked_out() -> None:
    """It was done again, and every loss was gone from the report meanwhile."""
    design = by_hand(joined=True)
    cable = Cable(id="zz", fabric="compute", a=design.cables[0].b, b=design.cables[-1].b)
    more = design.evolve(cables=(*design.cables, cable))
    evaluator = Evaluator(shipped())
    for each in (design, more):
        evaluator.report(each)
        assert worked_out(evaluator) > 1
        evaluator.report_later()
    for each in (design, more, design):
        found = next(one for one in evaluator.report(each).fabrics if one.id == "compute")
        assert found.worked_out, "at once"
        assert found.losses == compute(each).losses


@pytest.mark.parametrize(("units", "tier"), [(1, "leaf"), (1, "spine"), (16, "core")])
def test_a_switch_beyond_the_rule_takes_nothing_with_it(units: int, tier: Tier) -> None:
    plain, more = compute(superpod(units)), compute(with_spare(superpod(units), tier))
    drawn = {"leaf": "placed_leaf", "spine": "placed_spine", "core": "placed_core"}[tier]
    assert getattr(more, drawn) == getattr(plain, drawn) + 1
    assert more.worked_out
    racks = [one for one in more.losses if one.what == "rack"]
    drawn_switches = more.placed_leaf + more.placed_spine + more.placed_core
    assert sum(one.switches * one.number for one in racks) == drawn_switches
    # Which of the alike cables is named follows the order of the switches.
    cables = [
        [one.evolve(joins=()) for one in found.losses if one.what == "cable"]
        for found in (plain, more)
    ]
    assert cables[0] == cables[1] != []


def test_a_feed_takes_a_switch_beyond_the_rule_as_well() -> None:
    one_feed = tuple(
        assembly.evolve(
            slots=tuple(slot.evolve(feed="A") if slot.feed else slot for slot in assembly.slots)
        )
        for assembly in superpod(1).assemblies
    )
    found = compute(with_spare(superpod(1).evolve(assemblies=one_feed), "spine"))
    (row,) = [one for one in found.losses if one.what == "feed" and one.switches]
    assert (row.switches, row.nodes, row.bisection_gbps) == (13, 31, 0)


def test_work_that_an_edit_cuts_short_goes_on_where_it_was() -> None:
    design, catalog = hall(
        32, 16, topology="torus", shape=(4, 4), hosts=2, rails=1, leaf_policy="pooled", su_nodes=0
    )  # fmt: skip
    whole = Evaluator(catalog)
    whole.report(design)
    slices = worked_out(whole)
    wanted = whole.report_later()
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    # A user who edits after each slice has it all when as many slices were done.
    for number in range(slices):
        evaluator.work_later()
        evaluator.report(renamed(design, f"{number}"))
    found = evaluator.report_later() or evaluator.report(renamed(design, f"{slices - 1}"))
    assert wanted is not None
    assert found.fabrics[0].worked_out
    assert found.fabrics[0].losses == wanted.fabrics[0].losses


def test_what_fails_is_told_with_each_report_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def fails(*_: object, **__: object) -> None:
        tried.append(1)
        raise RuntimeError("planted")

    monkeypatch.setattr(loss_effects.Losing, "left_in_steps", fails)
    design, catalog = hall(32, 8, 4, rails=8)
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    worked_out(evaluator)
    after = evaluator.report_later()
    assert after is not None
    (lost,) = after.not_computed
    assert (lost.subject, lost.part) == ("fabrics", PART)
    slices = len(tried)
    evaluator.report(renamed(design, "z"))
    worked_out(evaluator)
    again = evaluator.report_later()
    assert again is not None
    assert again.not_computed == (lost,)
    assert len(tried) == slices == 1


def test_what_a_thread_raises_is_raised_where_its_steps_are_taken() -> None:
    def fails() -> int:
        raise ValueError("planted")

    assert finished(in_background(lambda: 3)) == 3
    with pytest.raises(ValueError, match="planted"):
        finished(in_background(fails))
