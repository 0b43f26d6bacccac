"""The loss of several things, computed from what a report has found of the same design."""

from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.subject import Subject
from designer.engine.subjects.contents.core import core_of
from designer.engine.subjects.contents.fillings import fillings_of
from designer.engine.together_report import LossAsked
from tests.helpers.engine_contents import WORK, facts_of_contents
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

WITH_PAIRS = [name for name, made in DESIGNS.items() if len(made().power) > 1]


@pytest.mark.parametrize("name", WITH_PAIRS)
def test_a_report_before_it_changes_no_word_of_it(name: str) -> None:
    design, kept = DESIGNS[name](), Evaluator(CATALOG)
    kept.report(design)
    pairs = combinations([node.id for node in design.power], 2)
    for number, lost in enumerate(islice(pairs, 2)):
        asked_ = LossAsked(upstream=lost)
        found = kept.together(number, design, asked_)
        assert found == Evaluator(CATALOG).together(number, design, asked_), lost
    # Nothing of it stays in what the next report is made of.
    first, *others = design.racks
    after = design.evolve(racks=(first.evolve(x_mm=first.x_mm + 20_000), *others))
    report, afresh = kept.report(after), Evaluator(CATALOG).report(after)
    assert report.evolve(timings=()) == afresh.evolve(timings=())


@pytest.mark.parametrize("name", DESIGNS)
def test_work_that_sees_no_losses_gives_the_same_whatever_is_lost_together(name: str) -> None:
    design = DESIGNS[name]()
    asked = facts_of_contents(design, CATALOG)
    site = asked.site
    other = site.losing(design.power, [node.id for node in design.power])
    assert other.taken_together != site.taken_together or not design.power
    assert [name for name, work in WORK if work.losing] == ["feeds"]
    for core in fillings_of(asked).numbers:
        again = core_of(core.contents, replace(asked, site=other))
        for key, work in WORK:
            if work.losing is None:
                assert _said(again.results[key]) == _said(core.results[key]), key


def _said(result: Any) -> Any:
    """Return a result, or each of several, without the site that it may hold."""
    if isinstance(result, tuple) and not hasattr(result, "_fields"):
        return tuple(map(_said, result))
    return replace(result, site=None) if hasattr(result, "site") else result


def test_a_loss_that_is_asked_of_rack_after_rack_is_computed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever looks at one rack after another with a loss waited for the whole hall each time."""
    name = next(name for name in WITH_PAIRS if len(DESIGNS[name]().racks) > 1)
    design, evaluator = DESIGNS[name](), Evaluator(CATALOG)
    evaluator.report(design)
    asked = LossAsked(upstream=(design.power[0].id,))
    racks = [rack.id for rack in design.racks[:2]]
    whole = [Evaluator(CATALOG).together(1, design, asked.evolve(racks=(key,))) for key in racks]
    computed: list[str] = []
    plain = Subject.lost_anew
    monkeypatch.setattr(
        Subject, "lost_anew", lambda self, facts: computed.append(self.name) or plain(self, facts)
    )
    assert [evaluator.together(1, design, asked.evolve(racks=(key,))) for key in racks] == whole
    assert len(computed) == len(set(computed)) > 0
    evaluator.report(design.evolve(name="another"))
    computed.clear()
    evaluator.together(1, design, asked)
    assert computed
