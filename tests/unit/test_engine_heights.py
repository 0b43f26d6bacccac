"""What sees heights by their order is computed once for all racks that hold the same in order."""

from random import Random

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.filling import Contents, by_order
from designer.engine.report import Report
from designer.engine.subject import Facts
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.contents import fillings
from designer.engine.subjects.contents.core import RackCore
from designer.engine.together_report import LossAsked
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.unlike_racks import other_heights

SHIPPED = load_shipped()


def _hall(units: int = 2) -> Design:
    return other_heights(build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED))


def _mixed(seed: int) -> Design:
    """Return a hall in which racks hold unlike things as well, of which some are not known."""
    design, random = _hall(1), Random(seed)
    assemblies = []
    for one in design.assemblies:
        slots = [slot for slot in one.slots if random.random() < 0.9]
        lost = random.randrange(len(slots)) if slots and random.random() < 0.3 else -1
        assemblies.append(
            one.evolve(
                slots=tuple(
                    slot.evolve(part="no-such-part") if at == lost else slot
                    for at, slot in enumerate(slots)
                )
            )
        )
    return design.evolve(assemblies=tuple(assemblies))


def _said(report: Report) -> Report:
    return report.evolve(timings=())


@pytest.mark.parametrize("seed", range(4))
def test_heights_decide_nothing_of_what_is_shared_but_their_order(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = _mixed(seed)
    shared = evaluate(design, SHIPPED)
    monkeypatch.setattr(fillings, "by_order", lambda contents: contents)
    assert _said(evaluate(design, SHIPPED)) == _said(shared)


def test_racks_that_differ_in_heights_alone_share_what_sees_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Contents] = []
    of_order = fillings.core_by_order

    def counted(contents: Contents, facts: Facts) -> RackCore:
        made.append(contents)
        return of_order(contents, facts)

    monkeypatch.setattr(fillings, "core_by_order", counted)
    evaluator = Evaluator(SHIPPED)
    evaluator.report(_hall())
    assert evaluator.evaluated_contents > 2 * len(made)
    assert len(set(made)) == len(made)


def test_a_loss_of_two_feeds_is_told_as_from_nothing() -> None:
    design = _mixed(5)
    evaluator = Evaluator(SHIPPED)
    evaluator.report(design)
    feeds = tuple(node.id for node in design.power if node.kind == "feed")[:2]
    asked = LossAsked(upstream=feeds)
    told = evaluator.together(1, design, asked)
    assert told == Evaluator(SHIPPED).together(1, design, asked)


def test_heights_by_order_keep_what_stands_above_what() -> None:
    contents = fillings.contents_of(
        _hall(1).racks[0],
        next(one for one in _hall(1).assemblies if len({s.half_u for s in one.slots}) > 2),
        (),
    )
    order = by_order(contents)
    assert [i.half_u for i in order.items] != [i.half_u for i in contents.items]
    for one, its in zip(contents.items, order.items, strict=True):
        for other, others in zip(contents.items, order.items, strict=True):
            assert (one.half_u < other.half_u) == (its.half_u < others.half_u)
    assert [i.part for i in order.items] == [i.part for i in contents.items]


def test_all_work_on_racks_but_that_of_space_sees_heights_by_their_order() -> None:
    works = {s.name: s.of_contents for s in SUBJECTS if s.of_contents is not None}
    assert [name for name, work in works.items() if not work.by_order] == ["space"]
