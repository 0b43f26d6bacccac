"""What the fabric view writes in little room: names of losses, ports, ratios, cuts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.render.fabric_things import Thing
from designer.render.lettering import shortened
from designer.ui.views.fabric.columns_list import ColumnsList
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_panels import ShownPanel, words_of
from tests.helpers.fabric_views import ShownFabric, superpod
from tests.helpers.fabrics_by_hand import by_hand, with_topology


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[ShownPanel]:
    made = ShownPanel(qtbot, tmp_path, superpod(4))
    yield made
    made.desk.close()


def torus() -> Design:
    return with_topology(4, topology="torus", shape=(4, 8), leaf_policy="pooled")


def is_whole(rows: ColumnsList, column: int) -> bool:
    """Return whether no word of a column but the first loses a letter as it is written."""
    room = rows.widths(300.0)[column] - 6.0
    words = [row.words[column] for row in rows.rows if len(row.words) > 1]
    return all(shortened(one, 11.5, 400, room) == one for one in words)


def test_the_cage_of_a_port_is_written_whole(shown: ShownPanel) -> None:
    """Inter is wider in the lighter weight where words are figures and dots."""
    shown.state.select(Thing("spine", 4))
    shown.answer()
    assert words_of(shown.panel.ports)[2][1] == "1 · 2 of 2"
    assert is_whole(shown.panel.ports, 1)


def test_a_tier_leads_with_its_worst_switch_as_the_heading_does(shown: ShownPanel) -> None:
    """24 leaves are 32 : 32, 8 are 31 : 32: 1,016 over 1,024 together."""
    shown.finish()
    leaf = words_of(shown.panel.tiers)[0]
    assert leaf == ("Leaf", "worst, 24 alike · together 0.99", "1.00")
    assert shown.figures()[2][0].startswith(leaf[2])


def test_a_tier_of_switches_alike_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, superpod(1))
    shown.finish()
    assert words_of(shown.panel.tiers)[0] == ("Leaf", "each", "0.97")
    shown.desk.close()


def test_losses_in_a_torus_are_told_apart_in_few_letters(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, torus())
    shown.finish()
    names = [row.name for row in shown.panel.rows]
    assert len(set(names)) == len(names)
    assert "Leaf Group 2·1" in names
    assert max(len(name) for name in names) <= len("GPU link at Group 1·1")
    shown.desk.close()


def test_a_lost_rack_leaves_out_that_it_is_one_where_its_name_would_be_cut(
    shown: ShownPanel,
) -> None:
    shown.finish()
    rows = {row.words[0]: row for row in shown.panel.losses.rows}
    leaves = rows["Rack A09, 16 leaves"]
    assert leaves.first_words(200.0) == "Rack A09, 16 leaves"
    assert leaves.first_words(100.0) == "A09, 16 leaves"
    assert rows["Rack of 4 nodes"].first_words(10.0) == "Rack of 4 nodes"
    assert rows["Spine"].first_words(10.0) == "Spine"


def test_a_cut_of_a_torus_has_no_uplinks(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownFabric(qtbot, tmp_path, torus())
    shown.view.header.cut.click()
    shown.answer()
    said = shown.view.cut_card.made.text()
    assert "links between leaves" in said
    assert "uplinks" not in said


def test_ends_that_all_fit_into_a_half_are_no_lack_of_ends(qtbot: QtBot, tmp_path: Path) -> None:
    """Eight of 31 nodes are cabled: 124 of 248 ends hold them all."""
    shown = ShownFabric(qtbot, tmp_path, by_hand(joined=True))
    shown.view.header.cut.click()
    shown.answer()
    card = shown.view.cut_card
    assert card.links.text() == "0 links cross"
    assert "fits into one half" in card.proof.text()


def test_nodes_of_an_unfolded_unit_are_tinted_with_its_leaves(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownFabric(qtbot, tmp_path, superpod(12), size=(1100, 1200))
    shown.state.unfold(0)
    settle()
    strip = next(one for one in shown.view.canvas.drawing.strips if one.unit == 0)
    between = round(strip.x + strip.width / 2), round(strip.y + strip.height + 8)

    def seen() -> QColor:
        return shown.view.canvas.grab().toImage().pixelColor(*between)

    before = seen()
    shown.view.header.cut.click()
    shown.answer()
    settle()
    cut = shown.state.cut
    assert cut is not None
    assert set(shown.index.leaves_of_unit[0]) <= set(cut.leaves)
    assert seen().blue() > before.blue()


@pytest.mark.usefixtures("dark_look")
def test_the_words_of_the_cut_button_are_as_wide_when_it_is_down(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """It keeps its width: bold words would lose their first and last letter."""
    shown = ShownFabric(qtbot, tmp_path, superpod(1))
    button = shown.view.header.cut

    def written() -> list[int]:
        """Return the columns that bear letters."""
        seen = button.grab().toImage()
        inside = range(6, seen.height() - 6)
        ground = seen.pixelColor(8, 8).lightness()
        return [
            x for x in range(6, seen.width() - 6)
            if any(seen.pixelColor(x, y).lightness() - ground > 25 for y in inside)
        ]  # fmt: skip

    up = written()
    button.click()
    settle()
    assert button.isChecked()
    assert up
    down = written()
    assert len({*up} ^ {*down}) <= len(up) // 20, (up, down)
