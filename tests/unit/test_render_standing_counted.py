"""What is free beside the rows of a site: a row looks at what stands level with it alone."""

from itertools import product

import pytest

from designer.render import standing
from designer.render.standing import FAR_MM, Beside, _Across, _free

Box = tuple[int, int, int, int]
ROWS: list[Box] = [
    (x, y, x + 9_000, y + 1_200) for y, x in product(range(0, 300_000, 3_000), (0, 12_000))
]


def slowly(row: Box, things: list[tuple[Box, bool]]) -> Beside:
    low, top, high, bottom = row
    start, end, taken = FAR_MM, FAR_MM, False
    for (first, upper, last, lower), named in things:
        if upper >= bottom or lower <= top:
            continue
        if last <= low:
            start = min(start, low - last)
        elif first >= high and first - high < end:
            end, taken = first - high, named
    return Beside(start, 0 if taken else end)


def test_a_row_looks_at_what_stands_level_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    level_with = _Across.level_with

    def counted(self: _Across, top: int, bottom: int) -> object:
        nonlocal looked
        for thing in level_with(self, top, bottom):
            looked += 1
            yield thing

    monkeypatch.setattr(standing._Across, "level_with", counted)
    things = [(box, True) for box in ROWS]
    across = _Across(things)
    assert [_free(row, across) for row in ROWS] == [slowly(row, things) for row in ROWS]
    assert looked == 2 * len(ROWS)


@pytest.mark.parametrize("deep", [1, 1_199, 3_000, 8_000])
def test_it_finds_what_reaches_far_across_and_keeps_the_first_of_two(deep: int) -> None:
    apart = [((21_500, y, 22_000, y + deep), y % 2_000 == 0) for y in range(0, 300_000, 7_000)]
    twice = [((21_500, y, 22_500, y + deep), y % 2_000 != 0) for y in range(0, 300_000, 7_000)]
    things = [*((box, True) for box in ROWS), *apart, *twice]
    across = _Across(things)
    assert [_free(row, across) for row in ROWS] == [slowly(row, things) for row in ROWS]


def test_nothing_stands_beside_a_lone_row() -> None:
    assert _free(ROWS[0], _Across(())) == Beside(FAR_MM, FAR_MM)
