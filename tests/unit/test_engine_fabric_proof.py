"""Exact bisection on demand: beside everything else, of a fabric and of what losses leave of it."""

import random
from collections.abc import Generator
from functools import partial
from math import inf

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.fabric_graph.exact import solved, solved_in_steps
from designer.engine.fabric_graph.net import Net
from designer.engine.fabric_map import FabricCuts, FabricProof
from designer.engine.network_report import FabricReport, Routing
from designer.engine.subjects.fabrics import proving
from designer.engine.subjects.fabrics.meanwhile import KEPT, Meanwhile
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.fabrics_by_hand import with_topology

SHIPPED = load_shipped()


def asked(evaluator: Evaluator, design: Design, **about: object) -> FabricProof:
    """The answer, once it is there."""
    for _ in range(2000):
        found = evaluator.answer(design, "fabrics", "proof", {"fabric": "compute"} | about)
        assert isinstance(found, FabricProof)
        if not found.working:
            return found
    raise AssertionError("never done")


def compute(evaluator: Evaluator, design: Design) -> FabricReport:
    return next(one for one in evaluator.report(design).fabrics if one.id == "compute")


@pytest.fixture(scope="module")
def dragonfly() -> Design:
    return with_topology(4, topology="dragonfly", shape=(9, 4), leaf_policy="pooled")


def test_an_open_interval_is_closed_and_the_next_report_and_the_cut_have_it(
    dragonfly: Design,
) -> None:
    evaluator = Evaluator(SHIPPED)
    before = compute(evaluator, dragonfly).figure("bisection_gbps")
    assert before.low < before.high
    found = asked(evaluator, dragonfly)
    proven = found.figure("bisection_gbps")
    assert found.why == ""
    assert before.low <= proven.low <= proven.high <= before.high
    assert proven.exact
    cuts = evaluator.answer(dragonfly, "fabrics", "cuts", {"fabric": "compute"})
    assert isinstance(cuts, FabricCuts)
    assert cuts.figure("bisection_gbps").low == proven.low
    wider = dragonfly.evolve(fabrics=tuple(
        one.evolve(note="seen") if one.id == "compute" else one for one in dragonfly.fabrics
    ))  # fmt: skip
    assert compute(evaluator, wider).bisection_lower_gbps == proven.low


@pytest.mark.parametrize("slices", [0, 1])
def test_what_stays_open_is_told_to_who_asked_and_reaches_no_report(
    slices: int, dragonfly: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far a slice gets depends on the machine; a report is that of the design on any."""
    monkeypatch.setattr(proving, "proof_in_steps", partial(proving.proof_in_steps, slices=slices))
    monkeypatch.setattr(proving, "SLICE_S", 1e-3)
    evaluator = Evaluator(SHIPPED)
    compute(evaluator, dragonfly)
    found = asked(evaluator, dragonfly).figure("bisection_gbps")
    assert found.low < found.high
    later, anew = (
        (
            compute(one, design),
            one.answer(design, "fabrics", "cuts", {"fabric": "compute"}),
        )
        for one, design in (
            (evaluator, dragonfly.evolve(note="n")),
            (Evaluator(SHIPPED), dragonfly),
        )
    )
    assert later == anew


def test_what_a_loss_leaves_is_proven_within_what_is_known_of_it(dragonfly: Design) -> None:
    evaluator = Evaluator(SHIPPED)
    report = compute(evaluator, dragonfly)
    loss = report.switch_losses[0]
    key = loss.groups[0].switches[0]
    known = loss.figure("bisection_gbps")
    found = asked(evaluator, dragonfly, what="switch", ids=[key])
    proven = found.figure("bisection_gbps")
    assert (found.what, found.ids) == ("switch", (key,))
    assert known.low <= proven.low <= proven.high <= known.high
    assert proven.high - proven.low < known.high - known.low


def test_what_a_cable_leaves_is_proven_within_what_is_known_of_it() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    evaluator = Evaluator(SHIPPED)
    evaluator.report(design)
    while evaluator.work_later():
        pass
    later = evaluator.report_later()
    assert later is not None
    cables = [loss for loss in later.fabrics[0].losses if loss.what == "cable"]
    assert [loss.ids for loss in cables] == [("leaf", "spine"), ("node", "leaf")]
    for loss in cables:
        known = loss.figure("bisection_gbps")
        found = asked(evaluator, design, what="cable", ids=list(loss.joins))
        proven = found.figure("bisection_gbps")
        assert proven.exact, loss.ids
        assert known.low <= proven.low <= known.high
    nowhere = asked(evaluator, design, what="cable", ids=["A01/n1", "B05/cspine01"])
    assert nowhere.why == "nobody can say what is left"


def test_what_cannot_be_asked_says_why(dragonfly: Design) -> None:
    evaluator = Evaluator(SHIPPED)
    evaluator.report(dragonfly)
    lost = asked(evaluator, dragonfly, what="switch", ids=["nobody"])
    assert lost.why == "nobody can say what is left"
    assert lost.figure("bisection_gbps").unknown
    nothing = asked(evaluator, dragonfly, fabric="nobody")
    assert nothing.why == "its parts are no one network that is known"


def test_a_program_that_is_too_large_is_refused_with_its_size(
    dragonfly: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "FEW_SWITCHES", 20)
    evaluator = Evaluator(SHIPPED)
    evaluator.report(dragonfly)
    found = asked(evaluator, dragonfly)
    assert found.why == "36 switches and sorts of nodes: exact programs are for 20"
    assert found.figure("bisection_gbps").unknown


def steps(words: list[str], upto: int) -> Generator[None, None, str]:
    for number in range(upto):
        words.append(f"step {number}")
        yield
    return "found"


def test_work_goes_on_with_each_question_and_is_done_once() -> None:
    meanwhile, words = Meanwhile(), list[str]()
    begin = partial(steps, words, 3)
    first = meanwhile.look("a", begin)
    assert (first.done, words) == (False, ["step 0"])
    assert meanwhile.look("a", begin, slices=9) is first
    assert (first.done, first.found, len(words)) == (True, "found", 3)
    assert meanwhile.look("a", begin).found == "found"
    assert len(words) == 3


def test_work_that_fails_is_told_and_begun_anew_and_old_work_makes_room() -> None:
    def fails() -> Generator[None, None, str]:
        yield
        raise ValueError("planted")

    meanwhile, words = Meanwhile(), list[str]()
    meanwhile.look("a", fails)
    with pytest.raises(ValueError, match="planted"):
        meanwhile.look("a", fails)
    assert not meanwhile.look("a", fails).done
    first = meanwhile.look(0, partial(steps, words, 0))
    for number in range(1, KEPT + 1):
        meanwhile.look(number, partial(steps, words, 0))
    assert meanwhile.look(0, partial(steps, words, 0)) is not first


@pytest.mark.parametrize("seed", range(6))
def test_taken_apart_the_program_gives_what_it_gives_whole(seed: int) -> None:
    """Random nets, some vertices of several copies; a slice is too short to solve one at once."""
    draw = random.Random(seed)
    size = draw.randint(4, 6)
    pairs = [(a, b) for a in range(size) for b in range(a) if draw.random() < 0.6]
    a, b = (np.array(column, dtype=np.int64) for column in zip(*pairs, strict=True))
    copies = np.array([draw.choice((1, 1, 1, 2, 3)) for _ in range(size)])
    weight = copies * np.array([draw.randint(0, 3) for _ in range(size)])
    total = int(weight.sum())
    capacity = np.array([float(draw.randint(1, 4)) for _ in pairs])
    net = Net(weight, copies, a, b, capacity, 1.0, (total // 2, total - total // 2), step=0.0)
    alike = np.arange(size)
    whole = solved(net, alike)
    assert whole.done
    said = list(solved_in_steps(net, alike, (0.0, inf), 1e-9))
    assert said[-1].cost == pytest.approx(whole.cost, abs=1e-6)
    lows = [one.proven for one in said]
    assert lows == sorted(lows)
    assert all(low <= whole.cost + 1e-6 for low in lows)


def test_routes_are_worked_out_beside_too(dragonfly: Design) -> None:
    evaluator = Evaluator(SHIPPED)
    evaluator.report(dragonfly)
    for _ in range(2000):
        found = evaluator.answer(dragonfly, "fabrics", "routing", {"fabric": "compute"})
        assert isinstance(found, Routing)
        if not found.working:
            break
    assert found.even_share is not None
    assert found.static_share is not None
    assert found.static_share <= found.even_share
