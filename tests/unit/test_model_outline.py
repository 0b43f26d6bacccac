"""A room's outline as a polygon: what lies beyond it, and where its walls are."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.model.outline import (
    STEP_MM,
    beyond_outline,
    box_of,
    inside_outline,
    is_rectangle,
    wall_place,
)

RECTANGLE = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
L_SHAPE = ((0, 0), (12_000, 0), (12_000, 4_000), (6_000, 4_000), (6_000, 9_000), (0, 9_000))
U_SHAPE = (
    (0, 0), (4_000, 0), (4_000, 5_000), (8_000, 5_000), (8_000, 0), (12_000, 0), (12_000, 9_000),
    (0, 9_000),
)  # fmt: skip
SLANTED = ((0, 0), (12_000, 0), (12_000, 3_000), (6_000, 9_000), (0, 9_000))


def area(outline: tuple[tuple[int, int], ...]) -> float:
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def covered(outline: tuple[tuple[int, int], ...]) -> int:
    return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in beyond_outline(outline))


def test_nothing_lies_beyond_a_rectangle_and_a_corner_beyond_an_l() -> None:
    assert beyond_outline(RECTANGLE) == ()
    assert is_rectangle(RECTANGLE)
    assert beyond_outline(L_SHAPE) == ((6_000, 4_000, 12_000, 9_000),)
    assert beyond_outline(U_SHAPE) == ((4_000, 0, 8_000, 5_000),)
    assert not is_rectangle(L_SHAPE)
    assert beyond_outline(((0, 0), (5, 5))) == ()


def test_beside_a_slanted_wall_no_more_than_a_step_is_taken() -> None:
    x0, y0, x1, y1 = box_of(SLANTED)
    lacking = (x1 - x0) * (y1 - y0) - area(SLANTED)
    # A wall of 6 m across and 6 m along: a strip of at most a step beside it.
    assert lacking <= covered(SLANTED) <= lacking + STEP_MM * 6_000
    assert not any(inside_outline(SLANTED, box) for box in beyond_outline(SLANTED))


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=6))
def test_what_lies_beyond_steps_fills_the_box_around_them(steps: list[tuple[int, int]]) -> None:
    """A staircase of any steps: room and what lies beyond it are the box, and share nothing."""
    corners, x, y = [(0, 0)], 0, 0
    for across, along in steps:
        x += across * 500
        corners.append((x, y))
        y += along * 500
        corners.append((x, y))
    outline = (*corners, (0, y))
    assert covered(outline) + area(outline) == x * y
    assert not any(inside_outline(outline, box) for box in beyond_outline(outline))


@pytest.mark.parametrize(
    ("wall", "begin", "end", "place"),
    [
        ("left", 1_000, 2_000, 0), ("top", 1_000, 2_000, 0), ("right", 1_000, 2_000, 12_000),
        ("right", 5_000, 6_000, 6_000), ("bottom", 1_000, 2_000, 9_000),
        ("bottom", 7_000, 8_000, 4_000), ("right", 3_500, 4_500, 12_000),
    ],
)  # fmt: skip
def test_a_wall_is_where_it_is_seen_from_its_side(
    wall: str, begin: int, end: int, place: int
) -> None:
    assert wall_place(L_SHAPE, wall, begin, end) == place


def test_a_slanted_wall_is_where_it_is_outermost() -> None:
    assert wall_place(SLANTED, "right", 4_000, 5_000) == 11_000
    assert wall_place(SLANTED, "bottom", 7_000, 8_000) == 8_000


def test_a_rectangle_holds_what_it_holds_with_a_corner_more() -> None:
    dice = Random("boxes")
    for _ in range(2_000):
        left, top, wide, deep = (dice.randint(1, 9) for _ in range(4))
        right, bottom = left + wide, top + deep
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        turn = dice.randrange(4)
        corners = (corners[turn:] + corners[:turn])[:: dice.choice((1, -1))]
        (x0, y0), (x1, y1) = corners[3], corners[0]
        more = ((x0 + x1) // 2, (y0 + y1) // 2)
        x, y = dice.randint(0, 12), dice.randint(0, 12)
        box = (x, y, x + dice.randint(1, 6), y + dice.randint(1, 6))
        whole = inside_outline(tuple(corners), box)
        assert whole == inside_outline((*corners, more), box), (corners, box)
        assert whole == (left <= x and top <= y and box[2] <= right and box[3] <= bottom)


def test_four_corners_across_each_other_are_no_rectangle() -> None:
    assert not inside_outline(((0, 0), (10, 10), (10, 0), (0, 10)), (4, 1, 6, 2))
