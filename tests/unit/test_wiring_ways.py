"""The ways of power through random graphs, circles among them, against a search for each node."""

from collections.abc import Collection, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from designer.model.design import PowerNode
from designer.wiring.power_course import course_of
from designer.wiring.power_upstream import (
    carried_by,
    carried_without,
    down_without,
    drawn_from,
    in_circle,
    needed_by,
    pairs_upstream,
    power_tree,
    taken_by,
    without_source,
)

Parents = Mapping[str, tuple[str, ...]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[PowerNode], tuple[str, ...]]:
    """Nodes of which each may hang on any others, and some that are lost."""
    names = [f"n{at}" for at in range(draw(st.integers(1, 9)))]
    above = st.lists(st.sampled_from([*names, "gone"]), max_size=3, unique=True)
    feeds = draw(st.integers(1, len(names)))
    nodes = [
        PowerNode(
            id=name,
            kind="feed" if at < feeds else draw(st.sampled_from(("ups", "utility", "generator"))),
            parents=tuple(one for one in draw(above) if one != name),
        )
        for at, name in enumerate(names)
    ]
    return nodes, tuple(draw(st.lists(st.sampled_from(names), max_size=3, unique=True)))


def parents_of(nodes: list[PowerNode]) -> Parents:
    known = {node.id for node in nodes}
    return {node.id: tuple(one for one in node.parents if one in known) for node in nodes}


def upstream(start: str, parents: Parents, gone: Collection[str] = ()) -> list[str]:
    """All that is reached upwards without what is lost, one after the other."""
    found = [] if start in gone else [start]
    for node in found:
        found += [one for one in dict.fromkeys(parents[node]) if one not in (*found, *gone)]
    return found


def has_source(start: str, parents: Parents, gone: Collection[str] = ()) -> bool:
    return any(not parents[node] for node in upstream(start, parents, gone))


def way_up(feed: str, parents: Parents, lost: Collection[str]) -> list[str]:
    """From a feed to its source, each node by the first parent that has one without the way."""
    if not has_source(feed, parents):
        whole = upstream(feed, parents)
        return whole if set(lost).isdisjoint(whole) else []
    way: list[str] = []
    at = feed if has_source(feed, parents, lost) else None
    while at is not None:
        way.append(at)
        gone = (*lost, *way)
        at = next((one for one in parents[at] if has_source(one, parents, gone)), None)
    return way


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_every_answer_is_that_of_a_search(case: tuple[list[PowerNode], tuple[str, ...]]) -> None:
    nodes, lost = case
    parents, feeds = parents_of(nodes), [node.id for node in nodes if node.kind == "feed"]
    needs = {
        feed: frozenset(
            one for one in upstream(feed, parents) if not has_source(feed, parents, (one,))
        )
        for feed in feeds
    }
    assert needed_by(nodes) == needs
    assert without_source(nodes) == tuple(one for one in parents if not has_source(one, parents))
    assert in_circle(nodes) == tuple(
        one for one, above in parents.items() if any(one in upstream(up, parents) for up in above)
    )
    down = frozenset(
        one for one in parents
        if not has_source(one, parents, lost)
        and (has_source(one, parents) or set(lost) & set(upstream(one, parents)))
    )  # fmt: skip
    assert down_without(nodes, lost) == down
    ways = {feed: way_up(feed, parents, lost) for feed in feeds}
    drawn: dict[str, str] = {}
    for feed, way in ways.items():
        for node, above in zip(way, [*way[1:], ""], strict=False):
            drawn.setdefault(node, above if has_source(feed, parents) else node)
    carried = {
        one: tuple(feed for feed in feeds if one in ways[feed])
        for one in parents if one not in lost
    }  # fmt: skip
    gone = power_tree(nodes).without(lost)
    # The order in which nodes take their power decides in which they are added up.
    assert list(gone.drawn.items()) == list(drawn.items()) == list(drawn_from(nodes, lost).items())
    assert gone.carried == carried
    assert gone.taken == down.intersection(feeds)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_a_tree_says_of_each_node_alone_what_is_asked_by_itself(
    case: tuple[list[PowerNode], tuple[str, ...]],
) -> None:
    nodes, _ = case
    tree, parents = power_tree(nodes), parents_of(nodes)
    assert {key: gone.taken for key, gone in tree.alone.items()} == taken_by(nodes)
    assert tree.stands_by == carried_by(nodes)
    for key, gone in tree.alone.items():
        assert gone.carried == carried_without(nodes, key)
    pairs = {
        tuple(sorted((one, other)))
        for feed in (node.id for node in nodes if node.kind == "feed")
        for one in upstream(feed, parents) for other in upstream(feed, parents)
        if one < other and has_source(feed, parents, (one,)) and has_source(feed, parents, (other,))
        and not has_source(feed, parents, (one, other))
    }  # fmt: skip
    assert set(pairs_upstream(nodes)) == pairs


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_a_course_names_all_in_which_it_differs(
    case: tuple[list[PowerNode], tuple[str, ...]],
) -> None:
    nodes, lost = case
    normal = power_tree(nodes).normal.course
    found = course_of(drawn_from(nodes, lost), normal)
    for node in (one.id for one in nodes):
        alike = (
            found.below.get(node) == normal.below.get(node)
            and (node in found.order) == (node in normal.order)
            and (node in found.circle) == (node in normal.circle)
        )
        assert alike or node in found.changed
    assert [set(found.order[at:]) & set(found.below.get(one, ())) for at, one in
            enumerate(found.order)] == [set()] * len(found.order)  # fmt: skip
