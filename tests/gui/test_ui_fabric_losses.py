"""Any loss is drawn on the fabric and on the floor alike, and its own row of the list is marked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.fabric_map import FabricMap
from designer.model.design import Design
from designer.model.figures import Figure, exact
from designer.render.fabric_things import Thing
from designer.render.failing import Failing
from designer.render.theme import DARK
from designer.ui.views.fabric.key_card import KeyCard
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_panels import ShownPanel, click_row
from tests.helpers.fabric_views import superpod


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[ShownPanel]:
    made = ShownPanel(qtbot, tmp_path, superpod(4))
    made.finish()
    yield made
    made.desk.close()


def at(shown: ShownPanel, name: str) -> int:
    return [row.name for row in shown.panel.rows].index(name)


def lose(shown: ShownPanel, name: str) -> None:
    click_row(shown.panel.losses, at(shown, name))
    shown.answer()


def fates(shown: ShownPanel) -> dict[str, str]:
    told = shown.space.what_if.shown
    assert told is not None
    return {rack: fate.words[0] for rack, fate in told.fates.items()}


def red(shown: ShownPanel, thing: Thing) -> int:
    """How many pixels at something have the colour of an error."""
    canvas = shown.view.canvas
    image: QImage = canvas.grab(canvas.place_of(thing).adjusted(-3, -3, 3, 3)).toImage()
    wanted = QColor(shown.space.theme.error)
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(
        abs(one.red() - wanted.red()) + abs(one.green() - wanted.green()) < 24 for one in pixels
    )


def test_a_lost_cable_is_drawn_here_and_on_the_floor_and_its_own_row_is_marked(
    shown: ShownPanel,
) -> None:
    leaf, spine = Thing("leaf", 24), Thing("spine", 0)
    before = [red(shown, one) for one in (leaf, spine)]
    lose(shown, "Cable 4·1–spine 1")
    assert shown.state.lost_cable == (leaf, spine)
    assert shown.panel.losses.marked == {at(shown, "Cable 4·1–spine 1")}, "not the other cable"
    assert all(red(shown, one) > was + 40 for one, was in zip((leaf, spine), before, strict=True))
    assert fates(shown) == {"C10": "cable lost", "B03": "cable lost"}
    assert shown.view.inset.marks == {"C10": "lost", "B03": "lost"}
    card = shown.view.loss_card
    assert card.title.text() == "Cable 4·1–spine 1 lost"
    assert card.what.text() == "1 of 256 alike · c-leaf-C10-09 to c-spine-B03-01 · not saved"
    assert card.says.text() == (
        "No node loses a link. All-to-all 53% of what all can send, divided evenly (ECMP)."
    )
    QTest.keyClick(shown.view.canvas, Qt.Key.Key_Escape)
    settle()
    assert shown.state.lost_cable is None
    assert shown.space.what_if.shown is None
    assert shown.panel.losses.marked == frozenset()
    assert [red(shown, one) for one in (leaf, spine)] == before


def test_a_lost_link_of_a_gpu_lights_its_cell(shown: ShownPanel) -> None:
    cell, leaf = Thing("node", 0, 0), Thing("leaf", 0)
    assert red(shown, cell) == 0
    lose(shown, "GPU link at 1·1")
    assert shown.state.lost_cable == (cell, leaf)
    assert red(shown, cell) > 20
    assert red(shown, leaf) > 40
    assert fates(shown) == {"A01": "loses rail", "A09": "cable lost"}
    assert shown.view.loss_card.left.text() == "25.4 TB/s each way of the ends left"


def test_a_lost_rack_takes_its_switches_and_cuts_off_the_racks_that_hang_on_them(
    shown: ShownPanel,
) -> None:
    lose(shown, "Rack A09, 16 leaves")
    assert shown.state.lost == {Thing("leaf", one) for one in range(16)}
    told = fates(shown)
    assert told.pop("A09") == "lost"
    assert set(told) == {
        *(f"A{n:02}" for n in (*range(1, 9), 10)),
        *(f"B{n:02}" for n in range(4, 11)),
    }
    assert set(told.values()) == {"cut off"}
    marks = shown.view.inset.marks
    assert marks.pop("A09") == "lost"
    assert marks == dict.fromkeys(told, "hit"), "the small floor shows whom it cuts off"
    lose(shown, "Rack of 4 nodes")
    assert shown.state.lost == {Thing("node", one) for one in range(4)}
    assert fates(shown) == {"A01": "lost"}
    assert shown.panel.losses.marked == {at(shown, "Rack of 4 nodes")}


def test_what_is_lost_elsewhere_marks_its_row_here(shown: ShownPanel) -> None:
    what_if = shown.space.what_if
    what_if.fail(Failing("power", "B"))
    settle()
    assert shown.panel.losses.marked == {at(shown, "Feeds A, B, C")}
    spine = shown.space.layout().find(shown.key(Thing("spine", 4)))
    assert spine is not None
    what_if.fail(Failing("network", f"compute|spine|{spine.key}", spine.rack, spine.key))
    settle()
    assert shown.panel.losses.marked == {at(shown, "Spine")}
    assert shown.state.lost == {Thing("spine", 4)}


def test_two_losses_mark_two_rows_and_are_told_by_name_with_what_is_left(
    shown: ShownPanel,
) -> None:
    shown.state.lose(Thing("leaf", 20))
    shown.state.lose(Thing("leaf", 30), besides=True)
    settle()
    assert shown.panel.losses.marked == {at(shown, "Leaf, SU 1–3"), at(shown, "Leaf, SU 4")}
    assert shown.view.loss_card.title.text() == "Leaf 3·5, Leaf 4·7 lost"
    asked = shown.client.losses[-1][1]
    found = shown.evaluator.together(1, shown.space.document.design, asked)
    shown.space.what_if.take(found)
    settle()
    assert shown.view.loss_card.left.text() == "23.8 TB/s each way of the ends left"
    lost = next(row for row in shown.panel.bars.rows if row.lost)
    assert lost.words == "23.8"


@pytest.mark.parametrize(
    ("target", "said"), [(95.0, "Below the target, 95 %"), (50.0, "Keeps the target, 50 %")]
)
def test_two_losses_are_held_against_the_target(
    qtbot: QtBot, tmp_path: Path, target: float, said: str
) -> None:
    """Two of sixteen spines leave 14/16 of 25.4 TB/s: no row of the report says it."""
    design = superpod(4)
    fabrics = tuple(
        one.evolve(bisection_target_pct=target) if one.id == "compute" else one
        for one in design.fabrics
    )
    shown = ShownPanel(qtbot, tmp_path, design.evolve(fabrics=fabrics))
    shown.finish()
    shown.state.lose(Thing("spine", 1))
    shown.state.lose(Thing("spine", 2), besides=True)
    settle()
    asked = shown.client.losses[-1][1]
    shown.space.what_if.take(shown.evaluator.together(1, shown.space.document.design, asked))
    settle()
    assert shown.view.loss_card.left.text() == "22.4 TB/s left each way"
    assert shown.view.loss_card.says.text().startswith(said)
    shown.desk.close()


def test_nothing_is_lost_besides_a_cable(shown: ShownPanel, qtbot: QtBot) -> None:
    lose(shown, "Cable 4·1–spine 1")
    with qtbot.waitSignal(shown.space.what_if.refused) as refused:
        shown.state.lose(Thing("leaf", 3), besides=True)
    assert "is tried by itself" in refused.args[0]
    assert shown.state.lost_cable is not None


def test_switches_without_power_are_drawn_as_lost(qtbot: QtBot, tmp_path: Path) -> None:
    design = superpod(1)
    fed = tuple(
        one.evolve(slots=tuple(slot.evolve(feed="A") if slot.feed else slot for slot in one.slots))
        for one in design.assemblies
    )
    shown = ShownPanel(qtbot, tmp_path, design.evolve(assemblies=fed))
    shown.finish()
    shown.space.what_if.fail(Failing("power", "A"))
    settle()
    assert {Thing("leaf", one) for one in range(8)} <= shown.state.lost
    assert {Thing("node", one) for one in range(31)} <= shown.state.lost
    shown.desk.close()


def test_bars_keep_their_height_whether_anything_is_lost(shown: ShownPanel) -> None:
    high = shown.panel.bars.height()
    assert [row.words for row in shown.panel.bars.rows if row.name == "Lost"] == ["nothing"]
    lose(shown, "Spine")
    assert shown.panel.bars.height() == high
    assert [row.words for row in shown.panel.bars.rows if row.name == "Lost"] == ["23.9"]


def test_banner_and_card_say_the_same_of_what_is_left_in_one_unit(shown: ShownPanel) -> None:
    shown.state.lose(Thing("leaf", 20))
    settle()
    told = shown.space.what_if.shown
    assert told is not None
    assert "bisection left: 24.6 of 25.4 TB/s each way, between halves of the ends left" in (
        told.words
    )
    row = shown.state.row_of_lost()
    assert row is not None
    shown.space.what_if.know_left(exact(8000.0, "Gb/s"))
    after = shown.space.what_if.shown
    assert after is not None
    assert "bisection left: 1.00 of 25.4 TB/s each way" in after.words, "what was proven since"
    shown.state.restore()
    shown.state.lose(Thing("leaf", 20))
    assert shown.space.what_if.shown is not None
    assert "24.6 of 25.4" in shown.space.what_if.shown.words


def test_a_cable_of_open_bounds_is_offered_a_proof(shown: ShownPanel) -> None:
    lose(shown, "Cable 4·1–spine 1")
    line = shown.view.loss_card.exact
    assert line.button.isVisible()
    line.asked.emit()
    asked = shown.client.questions[-1][3]
    assert asked.what == "cable"  # type: ignore[attr-defined]  # a record
    assert asked.ids == ("C10/cleaf09", "B03/cspine01")  # type: ignore[attr-defined]  # a record


def test_more_than_before_is_told_to_be_of_the_ends_that_are_left(shown: ShownPanel) -> None:
    row = shown.panel.rows[at(shown, "Leaf, SU 4")]
    more = Figure(210_000.0, 210_000.0, 210_000.0, "Gb/s")
    words = shown.panel.left_words(row._replace(left=more), exact(203_200.0, "Gb/s"))
    assert words == "26.2†"
    assert shown.panel.left_words(row, exact(203_200.0, "Gb/s")) == "24.6"


def test_leaves_of_storage_are_named_where_no_nodes_are(shown: ShownPanel) -> None:
    shown.state.show("storage")
    shown.answer()
    named = [one for one in shown.view.canvas.drawing.words if one.unit >= 0]
    assert [shown.index.unit_name(one.unit) for one in named] == ["Storage"]
    first = shown.view.canvas.drawing.place_of(Thing("leaf", 8))
    assert first is not None
    assert (named[0].x, named[0].y > first.bottom) == (first.x, True)


def test_no_two_rows_have_one_name(shown: ShownPanel) -> None:
    """In storage racks of four nodes do two things, and cables lead from two kinds of leaves."""
    for fabric in ("compute", "storage", "in-band"):
        shown.state.show(fabric)
        shown.answer()
        names = [row.name for row in shown.panel.rows]
        assert len(set(names)) == len(names), names
    shown.state.show("storage")
    shown.answer()
    names = [row.name for row in shown.panel.rows]
    assert {"Cable 1·1–spine 1", "Storage·1–spine 1", "Rack A01, 4 nodes"} <= set(names)


def test_a_leaf_whose_loss_leaves_more_than_before_is_marked_and_explained(
    shown: ShownPanel,
) -> None:
    """58 nodes of 131 go with a leaf of the in-band fabric: the others halve better."""
    shown.state.show("in-band")
    shown.answer()
    words = {row.words[0]: row.words[2] for row in shown.panel.losses.rows}
    assert words["Leaf, SU 1–2"].endswith("†")
    assert not words["Spine"].endswith("†")
    assert "† Between halves of the ends left" in shown.panel.verdict.text()


def test_the_key_has_room_for_all_its_samples(qtbot: QtBot) -> None:
    card = KeyCard()
    qtbot.addWidget(card)
    card.resize(card.minimumWidth(), 140)
    card.show_key(FabricMap(fabric="compute", purpose="compute", rails=8, ends_are_gpus=True), DARK)
    places = card.samples()
    assert [words for words, *_ in places] == ["lit", "linked", "lost", "not connected"]
    assert all(x + wide <= card.width() - 8 for _, x, _, wide in places)


def test_a_design_without_a_fabric_takes_a_loss_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, Design())
    assert shown.state.lost == frozenset()
    assert shown.state.rows_of_lost() == ()
    shown.desk.close()
