"""Rows of the list of parts: names that differ read differently, whatever stands beside them."""

import pytest
from PySide6.QtGui import QFontMetrics

from designer.render.fonts import font
from designer.ui.state.part_words import list_name, list_names, right_figure, second_line
from designer.ui.views.parts.delegate import row_words
from tests.helpers.fabric_views import shipped

pytestmark = pytest.mark.usefixtures("qapp")
NARROW = 150
USUAL = 180
"""Pixels for words in the pane as it opens."""


def test_a_name_is_not_shortened_for_the_figure_beside_it() -> None:
    """`AS-8125GS-TNMR2` and `AS-8126GS-TNMR2` read both `AS-812…-TNMR2`."""
    servers = [part for part in shipped().parts if list_name(part).startswith("AS-812")]
    assert len(servers) > 1
    said = [row_words(part, list_name(part), NARROW) for part in servers]
    assert [one.name for one in said] == [list_name(part) for part in servers]
    assert all(right_figure(part) in (it.beside_name, it.beside_second)
               for part, it in zip(servers, said, strict=True))  # fmt: skip


def test_what_fits_has_its_figure_beside_its_name() -> None:
    part = shipped().get("dgx-h100")
    assert part is not None
    assert row_words(part, part.name, NARROW).beside_name == right_figure(part)
    for width in (60, 100, 200):
        for one in shipped().parts:
            words = row_words(one, one.name, width)
            metrics = QFontMetrics(font(12, 500))
            beside = QFontMetrics(font(12)).horizontalAdvance(words.beside_name)
            assert metrics.horizontalAdvance(words.name) + beside <= width


def test_no_two_rows_of_the_list_read_alike() -> None:
    """What is cut away to make a name fit may be what tells two parts apart."""
    placed = [one for one in shipped().parts if one.placeable]
    names = list_names(shipped().parts)
    said = [(one.traits.list_group, *row_words(one, names[one.id], USUAL)) for one in placed]
    twice = {row for row in said if said.count(row) > 1}
    assert not twice


def test_a_name_that_tells_two_apart_loses_its_series_first() -> None:
    part = shipped().get("dell-xe7740-rtx-pro-6000")
    assert part is not None
    name = list_names(shipped().parts)[part.id]
    assert name == "PowerEdge XE7740 · RTX PRO 6000"
    assert row_words(part, name, USUAL).name == "… XE7740 · RTX PRO 6000"
    assert row_words(part, name, 2 * USUAL).name == name


def test_a_shelf_says_what_it_gives() -> None:
    """`1.5U` was all that told six power shelves apart."""
    for part_id, said in {
        "power-shelf-orv3-18": "1.5U · gives 18.0 kW", "bbu-shelf-orv3-15": "2.5U · gives 15.0 kW",
    }.items():  # fmt: skip
        part = shipped().get(part_id)
        assert part is not None
        assert second_line(part) == said
