"""The loss of several things from a report, beside a whole evaluation of a site that has it alone.

Of what is lost together only that is computed which it touches. Here the same is asked of subjects
that take nothing over: every rack, every sum and every unit is looked at again.
"""

import gc
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.feeds.feeds import Feeds, feeds_of
from designer.engine.subjects.feeds.losing import losing
from designer.engine.subjects.feeds.rack_loads import RackLoads, loads_without
from designer.engine.together_report import InsideLost, LossAsked, UnitLost
from designer.model.design import Design
from designer.planning.templates import build
from designer.wiring.power import expand_power
from tests.bench.designs import with_plant
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.helpers.unlike_racks import loops_of_rows, other_devices, other_heights, own_devices

PARTS = load_shipped()
ASKED: Final = 6


def template() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, PARTS)


def plant(policy: str = "N+1") -> Design:
    design = with_plant(template(), on_a_busway=4)
    return design.evolve(site=design.site.evolve(feed_policy=policy))


HALLS: Final[dict[str, Callable[[], Design]]] = {
    "template": template,
    "plant, N+1": plant,
    "plant, 2N": partial(plant, "2N"),
    "plant, N": partial(plant, "N"),
    "unlike devices": lambda: other_devices(template()),
    "unlike devices on a plant": lambda: with_plant(other_devices(template()), on_a_busway=4),
    "unlike heights": lambda: other_heights(template()),
    "devices of their own": lambda: own_devices(template()),
    "loops of rows": lambda: loops_of_rows(template()),
}


def anew(subject: Subject) -> Subject:
    """Return a subject that takes nothing over from a report when something is lost."""
    compute = subject.compute
    if compute is None:
        return subject

    def whole(facts: Facts) -> Any:
        return compute(replace(facts, earlier={}, before=None))

    return replace(subject, losing=whole)


WHOLE: Final = tuple(map(anew, SUBJECTS))


def pairs(design: Design, random: Random) -> list[LossAsked]:
    """Return some pairs of what is upstream of racks."""
    every = list(combinations([node.id for node in design.power], 2))
    return [LossAsked(upstream=one) for one in random.sample(every, min(ASKED, len(every)))]


def of_one_rack(report: Report) -> LossAsked:
    """Return the loss of two feeds of a rack."""
    feeds = next(rack.feeds for rack in report.racks if len(rack.feeds) > 1)
    return LossAsked(upstream=tuple(feed.id for feed in feeds[:2]))


def mixed(report: Report, design: Design, random: Random) -> LossAsked:
    """Return a loss of something upstream, of something in a rack, and of a unit where one is."""
    rack = random.choice([one for one in report.racks if one.losses])
    inside = InsideLost(rack=rack.id, at=random.randrange(len(rack.losses)))
    known = [one for one in report.cooling.of_units if one.kind in {"CDU", "air unit"}]
    units = [UnitLost(id=one.id, where=one.where[0]) for one in known[:1]]
    return LossAsked(
        upstream=(random.choice(design.power).id,), inside=(inside,), units=tuple(units),
        racks=(rack.id, random.choice(report.racks).id),
    )  # fmt: skip


@pytest.mark.parametrize("hall", HALLS)
def test_a_pair_is_told_as_by_a_whole_evaluation(hall: str) -> None:
    design, random = HALLS[hall](), Random(hall)
    kept, whole = Evaluator(PARTS), Evaluator(PARTS, WHOLE)
    report = kept.report(design)
    whole.report(design)
    asked = [of_one_rack(report), *pairs(design, random), mixed(report, design, random)]
    told = [kept.together(1, design, one) for one in asked]
    assert told == [whole.together(1, design, one) for one in asked]
    assert told[0].loss.state == "error"
    # Nothing of it stays in the report, which is asked for again.
    assert told == [kept.together(1, design, one) for one in asked]


def test_a_report_keeps_nothing_of_the_losses_that_it_is_asked_for() -> None:
    """Whoever tries one pair after another would fill the memory of the engine."""
    design = plant()
    evaluator, every = Evaluator(PARTS), pairs(design, Random(1))
    evaluator.report(design)
    kept = []
    for one in (*every, *every[:1]):
        evaluator.together(1, design, one)
        gc.collect()
        kept.append(Counter(type(held).__name__ for held in gc.get_objects()))
    for name in ("Outage", "NodeAfterLoss", "Flow", "RackCore"):
        assert kept[0][name] == kept[-1][name] > 0, name


@pytest.mark.parametrize("name", [name for name, made in DESIGNS.items() if len(made().power) > 1])
def test_a_pair_of_a_signed_design_is_told_so_too(name: str) -> None:
    """These have rack PDUs that name no feed, parts that no catalogue has, and whips."""
    design = DESIGNS[name]()
    kept, whole = Evaluator(CATALOG), Evaluator(CATALOG, WHOLE)
    kept.report(design)
    whole.report(design)
    for one in pairs(design, Random(name))[:2]:
        assert kept.together(1, design, one) == whole.together(1, design, one), one.upstream


@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_a_loss_adds_its_own_case_to_a_rack_and_leaves_the_others_what_they_were(
    policy: str,
) -> None:
    design = plant(policy)
    site = assumptions_of(design, PARTS)
    first, second, *_ = (node.id for node in design.power if node.kind == "busway")
    other = site.losing(design.power, (first, second))
    (taken,) = other.taken_together
    racks: list[tuple[Feeds, int, int]] = []
    for wiring, places in expand_power(design, PARTS).places.items():
        known = feeds_of(wiring, site)
        found, afresh = losing(known, other), feeds_of(wiring, other)
        touched = any(feed in taken for feed in afresh.feeds_drawn)
        assert (found is known) == (not touched)
        assert found.outcomes.get(taken) == afresh.outcomes.get(taken)
        racks.append((found, len(places), 1))
    assert any(taken in one.outcomes for one, _, _ in racks)
    every = RackLoads(racks)
    assert loads_without(racks, taken, every.without(frozenset())) == every.without(taken)
