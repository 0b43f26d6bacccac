"""Boxes filed by squares of the floor: one that meets another is found, however they are asked."""

from hypothesis import given
from hypothesis import strategies as st

from designer.document.edits.floor_boxes import _Squares

NUMBER = st.integers(-9_000, 9_000)
SIZE = st.integers(1, 5_000)
BOX = st.builds(lambda x, y, w, h: (x, y, x + w, y + h), NUMBER, NUMBER, SIZE, SIZE)


@given(st.lists(BOX, max_size=6), BOX)
def test_a_box_meets_others_where_they_overlap(others, box):
    squares = _Squares()
    for other in others:
        squares.add(other, None)
    overlap = [
        other for other in others
        if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
    ]  # fmt: skip
    assert squares.meets(box) is bool(overlap)
    assert {found for found, _ in squares.met(box)} == set(overlap)
