"""Cables that came and went between two drawings, however the rows of both stand."""

import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.engine.subjects.fabrics import differing
from designer.engine.subjects.fabrics import graph as graphs
from designer.engine.subjects.fabrics.bisection import _by_cheap_parts
from designer.engine.subjects.fabrics.differing import edits_between
from designer.engine.subjects.fabrics.graph import Graph, Step, condensed, merged_trunks
from designer.engine.subjects.fabrics.groups import groups_of
from designer.engine.subjects.fabrics.halving import least_cut
from designer.engine.subjects.fabrics.tree import pods_of, safe_up, spine_shares, tree_of
from tests.helpers.fabric_graphs import graph as graph_of_lists
from tests.helpers.fabric_graphs import pods
from tests.unit.test_engine_condensed import fabric

Rows = list[tuple[int, int, int]]
PLACES = 12
ROW = st.tuples(st.integers(0, PLACES - 2), st.integers(1, 4), st.integers(1, 3)).map(
    lambda it: (it[0], min(it[0] + it[1], PLACES - 1), it[2])
)


def graph(rows: Rows) -> Graph:
    return graph_of_lists([0] * PLACES, [-1] * PLACES, [[0], [1]], rows)


@st.composite
def edited(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """Return rows before and after: some taken out, put in, of other counts, or all put about."""
    was: Rows = draw(st.lists(ROW, min_size=1, max_size=120))
    now = list(was)
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(now)))
        kind = draw(st.sampled_from(("out", "in", "turned", "other")))
        if kind == "in":
            now.insert(at, draw(ROW))
        elif at < len(now):
            a, b, count = now[at]
            new = {"out": [], "turned": [(b, a, count)], "other": [(a, b, count + 1)]}[kind]
            now[at : at + 1] = new
    return was, draw(st.permutations(now)) if draw(st.booleans()) else now


def links(rows: Rows) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for a, b, count in rows:
        found[min(a, b), max(a, b)] += count
    return found


@settings(max_examples=150, deadline=None)
@given(edited(), st.sampled_from(((1, 1, 2), (2, 4, 3), (2048, 4096, 32))))
def test_what_came_and_went_is_told_link_for_link(
    rows: tuple[Rows, Rows], sizes: tuple[int, int, int]
) -> None:
    """However few rows are compared together: what differs is found at their borders as well."""
    first, block, ahead = sizes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differing, "_FIRST_BLOCK", first)
        patch.setattr(differing, "_BLOCK", block)
        patch.setattr(differing, "_AHEAD", ahead)
        found = edits_between(graph(rows[0]), graph(rows[1]))
    was, now = links(rows[0]), links(rows[1])
    truth = {pair: now[pair] - was[pair] for pair in {*was, *now} if now[pair] != was[pair]}
    assert found is not None
    pairs = zip(found.one.tolist(), found.other.tolist(), strict=True)
    assert dict(zip(pairs, found.links.tolist(), strict=True)) == truth
    assert found.come - found.gone == sum(truth.values())
    places, came = found.at_places
    at_each = Counter[int]()
    for pair, many in truth.items():
        for place in pair:
            at_each[place] += many
    assert dict(zip(places.tolist(), came.tolist(), strict=True)) == dict(at_each)


def test_graphs_that_differ_in_more_than_a_few_are_not_told() -> None:
    few: Rows = [(0, 1, 1), (1, 2, 1)]
    assert edits_between(graph(few), graph([*few, (0, 3, 33)])) is None
    many: Rows = [*few, (0, 3, 32)]
    assert edits_between(graph(few), graph(many)) is not None


def test_other_hosts_are_no_edit_of_cables() -> None:
    one = graph([(0, 1, 1)])
    assert edits_between(one, replace(one, place=one.place[::-1].copy())) is None
    assert edits_between(one, replace(one, endpoint=one.endpoint[::-1].copy())) is None
    assert edits_between(one, replace(one, owner=one.owner.copy())) is not None


@settings(max_examples=100, deadline=None)
@given(st.lists(ROW, min_size=0, max_size=60))
def test_trunks_of_two_places_are_one(rows: Rows) -> None:
    a, b, count = merged_trunks(graph(rows))
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    every: Counter[tuple[int, int]] = Counter()
    for one, other, many in rows:
        every[one, other] += many
    assert dict(zip(pairs, count.tolist(), strict=True)) == dict(every)


@pytest.mark.parametrize("seed", range(60))
def test_a_cut_of_what_is_cheap_is_no_cheaper_than_the_least(seed: int) -> None:
    it = fabric(seed)
    groups = groups_of(it)
    if groups is None:
        return
    tree = tree_of(it, groups)
    share, top = spine_shares(tree)
    up = safe_up(it, groups, tree, share)
    least = least_cut(pods_of(tree, groups, up, top)[0], it.halves, groups.least)
    assert _by_cheap_parts(it, groups, tree, up, top) >= least - 1e-6


def test_a_cut_of_whole_pods_is_seen() -> None:
    """Of two pods each of two leaves with 4 links up one has 1 link to the core: that is cut."""
    parts = pods(2, 2, 4, 1, 4, 1, 1)
    it = graph_of_lists(*parts)
    groups = groups_of(it)
    assert groups is not None
    tree = tree_of(it, groups)
    share, top = spine_shares(tree)
    up = safe_up(it, groups, tree, share)
    assert _by_cheap_parts(it, groups, tree, up, top) == 1


@settings(max_examples=60, deadline=None)
@given(edited(), st.booleans())
def test_what_is_told_from_the_drawing_before_is_what_the_new_one_says(
    rows: tuple[Rows, Rows], lost: bool
) -> None:
    gone = list((Counter(rows[0]) - Counter(rows[1])).elements()) if lost else []
    was, now = graph(rows[0]), replace(graph(rows[1]), lost=graph(gone).trunks)
    edits = edits_between(was, now)
    assert edits is not None
    anew = replace(now)
    now.comes_from(Step(was, edits.trunks))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphs, "_FEW_PLACES", 0)
        told, seen = condensed(now, 0), condensed(anew, 0)
    assert now.digest == anew.digest
    for one, other in ((told.graph, seen.graph), (now, anew)):
        for name in ("a", "b", "count", "many", "place", "owner", "hosted", "links_at"):
            assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
        assert [it.tolist() for it in one.lost] == [it.tolist() for it in other.lost]
    assert told.of.tolist() == seen.of.tolist()


def test_a_graph_that_is_settled_holds_no_other() -> None:
    was, now = graph([(0, 1, 1), (1, 2, 1)]), graph([(0, 1, 1)])
    edits = edits_between(was, now)
    assert edits is not None
    now.comes_from(Step(was, edits.trunks))
    held = sys.getrefcount(was)
    now.settled()
    assert sys.getrefcount(was) == held - 1
    assert now.links_at.tolist() == replace(now).links_at.tolist()
