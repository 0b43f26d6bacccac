"""After a few cables: an interval at once that holds what measuring all of it anew finds."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.fabric_graph.loads import finished
from designer.engine.subjects.fabrics import edited
from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.any_topology import (
    Halving,
    as_near_as_it_comes,
    worst_halving,
)
from designer.engine.subjects.fabrics.before import Before, Edits, Like
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import (
    Carried,
    carried,
    left_without,
    worst_loss,
)
from designer.engine.subjects.fabrics.differing import edits_between
from designer.engine.subjects.fabrics.edited import (
    carried_after,
    losses_after,
)
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.left import NOTHING_LEFT
from designer.engine.subjects.fabrics.measures import Measures
from designer.engine.subjects.fabrics.switch_losses import left_without_each
from designer.model.design import Cable, Design
from tests.helpers.fabric_graphs import graph as graph_of_lists
from tests.helpers.fabric_graphs import pods
from tests.unit.test_engine_fabrics import hall

NONE = np.zeros(0, dtype=np.int64)


def graph(hosts: list[int], trunks: list[tuple[int, int, int]]) -> Graph:
    """Return a graph of switches that host so many endpoints of one link, all of one tier."""
    place = np.repeat(np.arange(len(hosts)), hosts)
    ends = np.arange(len(place))
    a, b, count = (np.array(column, dtype=np.int64) for column in zip(*trunks, strict=True))
    tier = np.zeros(len(hosts), dtype=np.int64)
    return Graph(
        tier, tier - 1, ends, place, ends, a, b, count, (NONE, NONE, NONE), NONE, len(ends)
    )


def without(trunks: list[tuple[int, int, int]], at: int) -> list[tuple[int, int, int]]:
    a, b, count = trunks[at]
    return [*trunks[:at], *([(a, b, count - 1)] if count > 1 else []), *trunks[at + 1 :]]


def before(one: Graph) -> Before:
    intact = carried(one, one.endpoints // 2)
    worst = worst_loss(one, intact)
    return Before(one, intact, worst, left_without_each(one, intact, kinds_of(one), worst))


@st.composite
def edited_graphs(draw: st.DrawFn) -> tuple[Graph, Graph]:
    """Return two small graphs, of which one lacks some cables of the other and has others."""
    size = draw(st.integers(3, 7))
    hosts = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    hosts[0] = hosts[1] = 2
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.integers(1, 3))
    trunks = [it for it in draw(st.lists(pairs, min_size=4, max_size=14)) if it[0] != it[1]]
    trunks += [(0, 1, 1)]
    after = list(trunks)
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()) and len(after) > 1:
            after = without(after, draw(st.integers(0, len(after) - 1)))
        else:
            a = draw(st.integers(0, size - 2))
            after.append((a, draw(st.integers(a + 1, size - 1)), 1))
    return graph(hosts, trunks), graph(hosts, after)


@settings(max_examples=150, deadline=None)
@given(edited_graphs())
def test_the_interval_holds_what_is_measured(graphs: tuple[Graph, Graph]) -> None:
    one, other = graphs
    edits = edits_between(one, other)
    assert edits is not None
    known, exact = before(one), carried(other, other.endpoints // 2)
    assert exact.bounds.exact, "so few switches are placed in every way"
    at_once = carried_after(Like(known, edits), other, exact.full)
    if at_once is not None:
        assert at_once.bounds.low <= exact.bounds.low <= at_once.bounds.high
    intact = at_once or exact
    worst, left = losses_after(Like(known, edits), other, intact)
    truth = {place: left_without(other, place) for place in left}
    for place, bounds in left.items():
        assert bounds.low <= truth[place].low
        assert truth[place].high <= bounds.high
    if worst is not None:
        assert worst.bounds.low <= min(it.low for it in truth.values()) <= worst.bounds.high


def test_edits_are_counted_wherever_they_stand() -> None:
    trunks = [(0, 1, 2), (1, 2, 1), (2, 3, 1)]
    one = graph([1, 1, 1, 1], trunks)
    assert edits_between(one, graph([1, 1, 1, 1], trunks)) == Edits(0, 0)
    assert edits_between(one, graph([1, 1, 1, 1], [(0, 3, 1), *trunks])) == Edits(1, 0)
    assert edits_between(one, graph([1, 1, 1, 1], trunks[1:])) == Edits(0, 2)
    assert edits_between(one, graph([1, 1, 1, 1], [(0, 1, 1), (1, 3, 1), (2, 3, 1)])) == Edits(1, 2)
    assert edits_between(one, graph([1, 1, 1, 2], trunks)) is None
    assert edits_between(one, graph([1, 1, 1, 1], [*trunks, (0, 3, 99)])) is None


def test_what_a_loss_parted_may_carry_anything_with_a_cable_more() -> None:
    """Without the middle of three switches nothing goes; with a cable beside it two links do."""
    path = [(0, 1, 2), (1, 2, 2)]
    known = before(graph([2, 0, 2], path))
    assert known.left[1].high == 0
    ring = graph([2, 0, 2], [*path, (0, 2, 2)])
    _, left = losses_after(Like(known, Edits(2, 0)), ring, carried(ring, 2))
    assert left[1].high >= left_without(ring, 1).high == 2


def torus() -> tuple[Design, Design, Catalog]:
    design, catalog = hall(
        32, 16, topology="torus", shape=(4, 4), hosts=2, rails=1, leaf_policy="pooled", su_nodes=0
    )  # fmt: skip
    cable = Cable(id="zz", a="leaf00", b="leaf10", fabric="f")
    return design, design.evolve(cables=(cable,)), catalog


def test_a_report_after_a_cable_is_an_interval_and_then_what_a_new_one_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(edited, "_HEAVY_PLACES", 0)
    design, more, catalog = torus()
    evaluator = Evaluator(catalog)
    first = evaluator.report(design).fabrics[0]
    while evaluator.work_later():
        pass
    evaluator.report_later()
    at_once = evaluator.report(more).fabrics[0].figure("bisection_gbps")
    while evaluator.work_later():
        pass
    after = evaluator.report_later()
    assert after is not None
    found, alone = after.fabrics[0], evaluate(more, catalog).fabrics[0]
    assert first.bisection_gbps is not None
    assert (at_once.low, at_once.high) == (first.bisection_gbps, first.bisection_gbps + 400)
    figure, fresh = found.figure("bisection_gbps"), alone.figure("bisection_gbps")
    assert at_once.low <= figure.low <= figure.high <= at_once.high
    assert (figure.low, figure.high) == (fresh.low, fresh.high)
    assert found.worst_failure == alone.worst_failure
    assert found.switch_losses == alone.switch_losses
    assert found.losses == alone.losses


def fat_tree(lost: list[int]) -> Graph:
    """A fat-tree large enough that alike switches stand as one, without some of its trunks."""
    parts = pods(10, 8, 16, 8, 1, 8, 1)
    gone = [parts[3][at] for at in lost]
    kept = [trunk for at, trunk in enumerate(parts[3]) if at not in lost]
    return graph_of_lists(*parts[:3], kept, gone)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.integers(0, 1279), min_size=1, max_size=12, unique=True))
def test_of_a_large_fabric_cables_say_at_once_what_holds(lost: list[int]) -> None:
    known, other = before(fat_tree([])), fat_tree(lost)
    edits = edits_between(known.graph, other)
    assert edits == Edits(0, len(lost))
    assert known.joined_after(edits), "two ways lead round each"
    at_once, whole = carried_after(Like(known, edits), other, 640), carried(other, 640)
    assert at_once is not None
    assert at_once.bounds.low == 320 - len(lost) <= whole.bounds.low
    assert whole.bounds.high <= at_once.bounds.high <= 320
    worst, left = losses_after(Like(known, edits), other, at_once)
    assert worst is not None
    assert len(left) == other.places
    for place in {0, 80, 160, *(int(it) for at in lost for it in (known.graph.a[at],))}:
        truth = left_without(other, place)
        assert left[place].low <= truth.high, "both hold what is left in truth"
        assert truth.low <= left[place].high
        assert worst.bounds.low <= truth.high


def test_a_link_with_one_way_round_is_looked_into() -> None:
    """Of a circle of four switches a link that goes leaves one way, and each on it parts it."""
    circle = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 3, 1)]
    known, path = before(graph([2] * 4, circle)), graph([2] * 4, circle[:3])
    edits = edits_between(known.graph, path)
    assert edits is not None
    assert not known.joined_after(edits)
    at_once = carried_after(Like(known, edits), path, 4)
    assert at_once is not None, "still one island"
    assert at_once.bounds == Bounds(1, 2)
    _, left = losses_after(Like(known, edits), path, at_once)
    assert [left[place].low for place in (1, 2)] == [0, 0]
    apart = graph([2] * 4, circle[:2])
    edits = edits_between(known.graph, apart)
    assert edits is not None
    assert carried_after(Like(known, edits), apart, 4) is None


def test_the_halving_of_before_is_counted_anew() -> None:
    """A ladder cut across its two rungs in the middle: one less there, one more elsewhere."""
    rungs = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1)]
    one = graph([1] * 4, rungs)
    away = np.array([False, False, True, True])
    known = Before(one, carried(one, 2), None, NOTHING_LEFT, Halving(away, away))
    assert known.crossing == 2
    assert known.crossing_after(Edits.of(*np.array([[0], [2], [-1]]))) == 1
    assert known.crossing_after(Edits.of(*np.array([[0], [1], [1]]))) == 2
    assert known.crossing_after(Edits.of(*np.array([[0], [3], [1]]))) == 2, "no more than access"


def test_at_once_a_large_graph_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its digest nor its alike switches are asked for; both are, for the whole answer."""
    monkeypatch.setattr(edited, "_HEAVY_ROWS", 0)
    measures, intact, lacking = Measures(), fat_tree([]), fat_tree([5])
    known = measures.carried(intact, 640)
    finished(measures.losses_in_steps(intact, known))
    at_once = measures.carried(lacking, 640)
    left = measures.left_without_each(lacking, at_once)
    assert at_once.bounds == Bounds(319, 320)
    assert not {"digest", "condensed"} & vars(lacking).keys()
    assert measures.left_without_each(lacking, at_once) is left
    whole = finished(as_near_as_it_comes(lacking, at_once.bounds))
    assert whole.bounds == carried(lacking, 640).bounds == Bounds(319, 319)
    closer = Carried(whole.bounds, 1, 640)
    worst, each = finished(measures.losses_in_steps(lacking, closer))
    again = fat_tree([5])
    assert measures.left_without_each(again, closer) is each
    assert measures.worst_loss(again, closer) is worst


def known_well(one: Graph) -> Before:
    """What is known of a graph when nothing is left to work out."""
    found = finished(as_near_as_it_comes(one, carried(one, one.endpoints // 2).bounds))
    return replace(before(one), halving=worst_halving(one, found.found))


@pytest.mark.parametrize("at", [0, 7, 63, 640, 700, 1000, 1279])
def test_of_one_cable_less_the_answer_is_told_at_once(at: int) -> None:
    """In a fat-tree some halving that costs as little crosses any cable: it cuts one less."""
    known, other = known_well(fat_tree([])), fat_tree([at])
    edits = edits_between(known.graph, other)
    assert edits is not None
    at_once = carried_after(Like(known, edits), other, 640)
    assert at_once is not None
    assert at_once.bounds == carried(other, 640).bounds == Bounds(319, 319)


@settings(max_examples=100, deadline=None)
@given(edited_graphs())
def test_what_halvings_cross_after_edits_is_no_less_than_the_least(
    graphs: tuple[Graph, Graph],
) -> None:
    one, other = graphs
    edits = edits_between(one, other)
    assert edits is not None
    truth = carried(other, other.endpoints // 2)
    if truth.parts == 1 == carried(one, one.endpoints // 2).parts:
        assert known_well(one).crossing_after(edits) >= truth.bounds.low
