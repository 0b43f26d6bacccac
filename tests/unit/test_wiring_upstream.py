"""What stands upstream of the feeds: what they cannot do without, and who carries them."""

import pytest

from designer.model.design import PowerNode
from designer.wiring.power_upstream import (
    carried_by,
    in_circle,
    meeting_points,
    needed_by,
    systems,
    without_source,
)


def nodes(*rows: str) -> tuple[PowerNode, ...]:
    """`A<ups` is a feed, `ups:ups<grid,gen` a UPS with two parents."""
    found = []
    for row in rows:
        head, _, parents = row.partition("<")
        key, _, kind = head.partition(":")
        found.append(
            PowerNode(id=key, kind=kind or "feed", parents=tuple(filter(None, parents.split(","))))
        )
    return tuple(sorted(found, key=lambda node: node.id))


SHARED = nodes("A<board", "B<board", "C<other", "board:switchboard<ups", "other:panel", "ups:ups")
UTILITY = nodes("A<u1", "B<u2", "u1:ups<grid", "u2:ups<grid", "grid:utility")


def test_a_feed_cannot_do_without_its_lone_parents_all_the_way_up() -> None:
    assert needed_by(SHARED) == {
        "A": {"A", "board", "ups"}, "B": {"B", "board", "ups"}, "C": {"C", "other"}
    }  # fmt: skip
    two = nodes("A<p,q", "p:panel", "q:panel")
    assert needed_by(two) == {"A": {"A"}}


def test_a_fork_that_meets_again_is_one_point_of_failure() -> None:
    """Each feed has two switchboards, and all four hang on one UPS."""
    forked = nodes("A<s1,s2", "B<s3,s4", *(f"s{n}:switchboard<ups" for n in (1, 2, 3, 4)),
                   "ups:ups<grid", "grid:utility")  # fmt: skip
    assert needed_by(forked) == {"A": {"A", "ups", "grid"}, "B": {"B", "ups", "grid"}}
    assert meeting_points(forked) == {"ups": ("A", "B")}
    assert systems(forked) == {"A": "A", "B": "A"}


def test_a_second_source_anywhere_upstream_frees_a_feed() -> None:
    two = nodes("A<s1,s2", "B<s1,s2", "s1:panel<u1", "s2:panel<u2", "u1:ups<grid,gen", "u2:ups<gen",
                "grid:utility", "gen:generator")  # fmt: skip
    assert needed_by(two) == {"A": {"A"}, "B": {"B"}}
    tie = nodes("A<s1", "B<s2", "s1:panel<u1,s2", "s2:panel<u2,s1", "u1:ups", "u2:ups")
    assert needed_by(tie) == {"A": {"A", "s1"}, "B": {"B", "s2"}}
    assert without_source(tie) == ()
    assert set(in_circle(tie)) == {"s1", "s2"}


def test_a_circle_is_no_source() -> None:
    circle = nodes("A<s1,s2", "B<grid", "s1:panel<ups", "s2:panel<ups", "ups:ups<s1",
                   "grid:utility")  # fmt: skip
    assert set(without_source(circle)) == {"A", "s1", "s2", "ups"}
    assert set(in_circle(circle)) == {"s1", "ups"}
    assert needed_by(circle) == {"A": {"A", "s1", "s2", "ups"}, "B": {"B", "grid"}}
    assert without_source(nodes("A<gone", "B")) == ()


def test_feeds_meet_in_what_several_cannot_do_without_but_a_utility() -> None:
    assert meeting_points(SHARED) == {"board": ("A", "B"), "ups": ("A", "B")}
    assert meeting_points(UTILITY) == {}
    assert meeting_points(nodes("A<t", "B<t", "t:transformer")) == {"t": ("A", "B")}
    assert meeting_points(nodes("A<g", "B<g", "g:generator")) == {}


def test_feeds_that_meet_are_one_system_with_all_that_meet_them() -> None:
    assert systems(SHARED) == {"A": "A", "B": "A", "C": "C"}
    chain = nodes("A<p", "B<q", "C<q", "p:panel<t", "q:panel<t", "t:transformer")
    assert systems(chain) == {"A": "A", "B": "A", "C": "A"}
    assert systems(UTILITY) == {"A": "A", "B": "B"}


def test_the_first_parent_carries_and_the_second_stands_by() -> None:
    found = carried_by(nodes("A<u1,u2", "B<u2", "u1:ups<grid", "u2:ups<grid,gen", "grid:utility",
                             "gen:generator"))  # fmt: skip
    assert found["A"] == (("A",), ())
    assert found["u1"] == (("A",), ())
    assert found["u2"] == (("B",), ("A",))
    assert found["grid"] == (("A", "B"), ())
    assert found["gen"] == ((), ("A", "B"))


@pytest.mark.parametrize("rows", [("A<A",), ("A<p", "p:panel<q", "q:panel<p"), ("A<gone",)])
def test_circles_and_parents_that_are_gone_end(rows: tuple[str, ...]) -> None:
    assert "A" in needed_by(nodes(*rows))["A"]
    assert carried_by(nodes(*rows))["A"] == (("A",), ())
    assert systems(nodes(*rows)) == {"A": "A"}
