"""Columns of the catalogue that the edge of its table cuts in two, or rather does not."""

from itertools import accumulate

import pytest

from designer.ui.views.catalogue.entry_table import whole_columns

WIDTHS = (300, 60, 120, 80, 90)


@pytest.mark.parametrize("room", [301, 400, 559, 560, 649])
def test_some_column_ends_at_the_edge(room: int) -> None:
    found = whole_columns(WIDTHS, room)
    assert room in accumulate(found)
    assert found[1:] == [*WIDTHS[1:]]
    assert found[0] >= WIDTHS[0]


def test_what_fits_or_has_no_room_at_all_stays() -> None:
    assert whole_columns(WIDTHS, 650) == [*WIDTHS]
    assert whole_columns(WIDTHS, 2000) == [*WIDTHS]
    assert whole_columns(WIDTHS, 200) == [*WIDTHS]
    assert whole_columns((), 200) == []
