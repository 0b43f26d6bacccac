"""The power one-line: stages from source to load, and lines that run through no box."""

from itertools import pairwise
from random import Random

import pytest

from designer.model.design import PowerNode
from designer.render.one_line import BoxKey, Group, GroupKey, OneLine, arranged

GROUPS = (Group(("A", "B"), ("r1", "r2")), Group(("A",), ("r3",)))


def node(key: str, kind: str, *parents: str) -> PowerNode:
    return PowerNode(id=key, kind=kind, parents=parents)


PLANT = (
    node("grid", "utility"), node("gen", "generator"), node("board", "switchboard", "grid", "gen"),
    node("ups", "ups", "board"), node("A", "feed", "ups"), node("B", "feed", "board"),
)  # fmt: skip


def through(drawing: OneLine) -> list[tuple[str, BoxKey, BoxKey]]:
    """Return the lines that run through a box, or touch one that they do not lead to."""
    found = []
    for wire in drawing.wires:
        for (x1, y1), (x2, y2) in pairwise(wire.points):
            for key, box in drawing.boxes.items():
                beside = max(x1, x2) <= box.x or min(x1, x2) >= box.x + box.width
                apart = max(y1, y2) <= box.y or min(y1, y2) >= box.y + box.height
                if not beside and not apart:
                    found.append((wire.source, wire.target, key))
    return found


def over(drawing: OneLine) -> list[tuple[tuple[str, BoxKey], tuple[str, BoxKey]]]:
    """Return stretches of lines from two sources that lie on each other."""
    stretches = [
        (wire, across, a[1 - across], *sorted((a[across], b[across])))
        for wire in drawing.wires
        for a, b in pairwise(wire.points)
        for across in (0, 1)
        if a[1 - across] == b[1 - across]
    ]
    return [
        ((one.source, one.target), (other.source, other.target))
        for one, way, at, low, high in stretches
        for other, way2, at2, low2, high2 in stretches
        if one.source < other.source and way == way2 and abs(at - at2) < 0.5
        and low < high2 and low2 < high
    ]  # fmt: skip


def test_everything_stands_below_what_supplies_it() -> None:
    drawing = arranged(PLANT, GROUPS)
    stages = {key: box.stage for key, box in drawing.boxes.items()}
    assert stages == {
        "grid": 0, "gen": 0, "board": 1, "ups": 2, "A": 3, "B": 3, GroupKey(("A",)): 4,
        GroupKey(("A", "B")): 4,
    }  # fmt: skip
    for wire in drawing.wires:
        assert stages[wire.source] < stages[wire.target]
        assert wire.points[0][1] < wire.points[-1][1]
    assert [kinds for _, kinds in drawing.stages] == [
        ("utility", "generator"), ("switchboard",), ("ups",), ("feed",), (),
    ]  # fmt: skip


def test_a_node_may_be_called_like_a_group() -> None:
    """An id is free text: `racks:A+B` was the key of the racks on both feeds."""
    power = (node("racks:A+B", "utility"), node("A", "feed", "racks:A+B"), node("A+B", "feed"),
             node("B", "feed"))  # fmt: skip
    groups = (Group(("A", "B"), ("r",)), Group(("A+B",), ("s",)), Group(("A",), ("t",), True))
    drawing = arranged(power, (*groups, Group(("A",), ("u",))))
    assert len(drawing.boxes) == 8
    assert {box.stage for key, box in drawing.boxes.items() if key == "racks:A+B"} == {0}


def test_the_second_source_stands_by_and_the_first_does_not() -> None:
    standby = {(wire.source, wire.target) for wire in arranged(PLANT, GROUPS).wires if wire.standby}
    assert standby == {("gen", "board")}


def test_a_line_past_a_stage_has_a_place_of_its_own() -> None:
    drawing = arranged(PLANT, GROUPS)
    (wire,) = [one for one in drawing.wires if (one.source, one.target) == ("board", "B")]
    ups = drawing.boxes["ups"]
    assert any(
        a[0] == b[0] and min(a[1], b[1]) <= ups.y and max(a[1], b[1]) >= ups.y + ups.height
        for a, b in pairwise(wire.points)
    )
    assert through(drawing) == []


def test_a_dot_joins_the_lines_of_one_source_and_no_dot_crosses() -> None:
    drawing = arranged(PLANT, GROUPS)
    for wire in drawing.wires:
        own = [one for one in drawing.wires if one.source == wire.source]
        assert bool(wire.dots) <= (len(own) > 1)
        for dot in wire.dots:
            assert any(dot in one.points for one in own)


def test_a_circle_and_a_parent_that_is_not_there_are_drawn_without_the_line_that_closes_it() -> (
    None
):
    power = (node("a", "ups", "b"), node("b", "ups", "a"), node("A", "feed", "a", "gone", "a"))
    drawing = arranged(power, ())
    assert set(drawing.boxes) == {"a", "b", "A"}
    assert len(drawing.wires) == 2
    assert arranged((), ()).boxes == {}


@pytest.mark.parametrize("seed", range(120))
def test_no_line_runs_through_a_box_or_along_another_source(seed: int) -> None:
    dice = Random(seed)
    made: list[PowerNode] = []
    for at in range(dice.randint(1, 14)):
        parents = dice.sample([one.id for one in made], min(len(made), dice.randint(0, 2)))
        kind = "feed" if at > 6 else dice.choice(("utility", "ups", "switchboard"))
        made.append(node(f"n{at}", kind, *parents))
    feeds = [one.id for one in made if one.kind == "feed"]
    groups = [
        Group(tuple(dice.sample(feeds, dice.randint(1, len(feeds)))), ("r",), unsure=bool(at % 2))
        for at in range(dice.randint(0, 5) if feeds else 0)
    ]
    groups = list({group.key: group for group in groups}.values())
    drawing = arranged(made, groups)
    assert through(drawing) == []
    assert over(drawing) == []
    boxes = list(drawing.boxes.values())
    for one in boxes:
        assert one.x >= 0
        assert one.x + one.width <= drawing.width
        for other in boxes:
            if other is not one and other.stage == one.stage:
                assert one.x + one.width <= other.x or other.x + other.width <= one.x
