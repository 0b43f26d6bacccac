"""The fabric view: what is drawn of a design, what a click, a key or a chip does."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.fabric_map import FabricAsked
from designer.model.design import Design, Fabric
from designer.render.fabric_things import Thing
from designer.ui.views.fabric.view import NO_FABRIC
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, superpod


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> ShownFabric:
    return ShownFabric(qtbot, tmp_path, superpod(4))


def click(
    shown: ShownFabric,
    thing: Thing,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    place = shown.view.canvas.place_of(thing)
    assert not place.isEmpty()
    QTest.mouseClick(shown.view.canvas, Qt.MouseButton.LeftButton, modifiers, place.center())
    settle()
    shown.answer()


def press(shown: ShownFabric, key: Qt.Key) -> None:
    QTest.keyClick(shown.view.canvas, key)
    settle()
    shown.answer()


def test_the_compute_fabric_is_asked_for_while_it_is_looked_at(shown: ShownFabric) -> None:
    assert shown.client.questions[0][1:4] == ("fabrics", "map", FabricAsked(fabric="compute"))
    assert shown.view.canvas.drawing.form == "tiers"
    shown.view.hide()
    before = len(shown.client.questions)
    shown.publish()
    assert len(shown.client.questions) == before, "nobody looks"
    shown.view.show()
    asked = [one[2] for one in shown.client.questions[before:]]
    assert asked == ["map", "routing"]


def test_another_fabric_is_chosen_above_the_drawing(shown: ShownFabric) -> None:
    shown.view.header.fabrics["storage"].click()
    shown.answer()
    assert shown.state.fabric == "storage"
    assert len(shown.index.map.leaves) == 12
    assert shown.view.header.fabrics["storage"].isChecked()
    assert not shown.view.header.fabrics["compute"].isChecked()


def test_a_click_selects_a_switch_everywhere_and_the_floor_selects_it_here(
    shown: ShownFabric,
) -> None:
    leaf = Thing("leaf", 20)
    click(shown, leaf)
    assert shown.space.selection == (shown.key(leaf),)
    assert shown.state.chosen == {leaf}
    assert shown.view.inset.marks["C10"] == "chosen"
    spine = Thing("spine", 2)
    shown.space.select((shown.key(spine),))
    assert shown.state.chosen == {spine}
    shown.space.select(("A01",))
    assert shown.state.chosen == {Thing("node", at) for at in range(4)}
    QTest.mouseClick(shown.view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert shown.space.selection == ()


def test_what_is_pointed_at_lights_what_it_is_joined_to(shown: ShownFabric) -> None:
    canvas = shown.view.canvas
    QTest.mouseMove(canvas, canvas.place_of(Thing("leaf", 20)).center())
    settle()
    assert shown.state.hovered == Thing("leaf", 20)
    look = shown.state.look()
    assert Thing("spine", 7) in look.lit
    assert Thing("leaf", 21) not in look.lit
    assert shown.view.inset.marks["B03"] == "joined"
    assert shown.view.inset.marks["C02"] == "joined"


def test_del_loses_nothing_where_nothing_was_pointed_at(shown: ShownFabric) -> None:
    """The tab gives the drawing the keyboard: its first spine is not meant by that."""
    shown.view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
    press(shown, Qt.Key.Key_Delete)
    assert shown.state.lost == frozenset()
    press(shown, Qt.Key.Key_Down)
    press(shown, Qt.Key.Key_Delete)
    assert shown.state.lost == {Thing("spine", 0)}


def test_del_loses_a_switch_and_escape_ends_it(shown: ShownFabric) -> None:
    before = shown.space.document.design
    leaf = Thing("leaf", 20)
    click(shown, leaf)
    press(shown, Qt.Key.Key_Delete)
    assert shown.state.lost == {leaf}
    card = shown.view.loss_card
    assert card.isVisible()
    assert card.title.text() == "Leaf 3·5 lost"
    assert card.left.text() == "24.6 TB/s each way of the ends left"
    assert card.says.text().startswith("32 of 1,016 GPUs lose their rail of Compute.")
    assert shown.view.inset.marks["C10"] == "lost"
    press(shown, Qt.Key.Key_Escape)
    assert shown.state.lost == frozenset()
    assert not card.isVisible()
    assert shown.space.document.design is before
    assert not shown.space.document.can_undo


def test_a_second_loss_is_added_with_shift(shown: ShownFabric) -> None:
    click(shown, Thing("leaf", 20))
    press(shown, Qt.Key.Key_Delete)
    click(shown, Thing("spine", 0))
    QTest.keyClick(shown.view.canvas, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    assert shown.state.lost == {Thing("leaf", 20), Thing("spine", 0)}
    assert len(shown.client.losses) == 1, "the engine is asked what both do"


def test_only_a_switch_is_lost_here(shown: ShownFabric) -> None:
    click(shown, Thing("node", 3, 2))
    press(shown, Qt.Key.Key_Delete)
    assert shown.state.lost == frozenset()
    assert shown.desk.messages[-1][0] == "Only a switch that is drawn can be lost here"


def test_the_worst_cut_is_drawn_and_says_what_is_proven(shown: ShownFabric) -> None:
    shown.view.header.cut.click()
    shown.answer()
    card = shown.view.cut_card
    assert card.isVisible()
    assert card.links.text() == "508 links cross"
    assert card.rate.text() == "25.4 TB/s each way"
    assert card.proof.text() == "proven: no halving cuts fewer links"
    assert card.made.text() == "15 leaves × 32 = 480 uplinks, 28 links of nodes at Leaf 2·8"
    assert card.sides.text() == "508 GPUs on each side · 50.8 TB/s both ways"
    assert card.which.text() == "cut 1 of 2 equal: by scalable unit"
    click(shown, Thing("leaf", 20))
    press(shown, Qt.Key.Key_Delete)
    assert card.links.text() == "Intact: 508 links cross", "24.6 TB/s stand beside it"
    press(shown, Qt.Key.Key_Escape)
    assert card.links.text() == "508 links cross"
    marks = shown.view.inset.marks
    assert marks["A09"] == "tinted"
    assert marks["A01"] == "tinted", "SU 1 is whole on that side"
    assert "D01" not in marks
    first = shown.state.cut
    card.forth.click()
    assert card.which.text() == "cut 2 of 2 equal: by rail"
    assert shown.state.cut != first
    card.forth.click()
    assert shown.state.cut == first
    press(shown, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_islands_have_no_cut_and_say_so(shown: ShownFabric) -> None:
    assert not shown.view.apart.isVisible()
    shown.state.show("out-of-band")
    shown.answer()
    assert shown.view.apart.isVisible()
    assert shown.view.apart.text() == "0 TB/s: 7 islands that no link of this network joins"
    shown.view.header.cut.click()
    shown.answer()
    assert shown.view.cut_card.links.text() == "0 TB/s: 7 islands"


def test_a_rail_is_shown_alone_and_ctrl_adds_one(shown: ShownFabric) -> None:
    chips = shown.view.header.rails
    assert len(chips) == 8
    QTest.mouseClick(chips[4], Qt.MouseButton.LeftButton)
    assert shown.state.rails == {4}
    QTest.mouseClick(chips[1], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert shown.state.rails == {1, 4}
    shown.view.header.all_rails.click()
    assert shown.state.rails == frozenset()
    assert all(chip.isChecked() for chip in shown.view.header.rails)
    QTest.mouseClick(chips[2], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert shown.state.rails == frozenset(range(8)) - {2}, "one less of all"
    QTest.mouseClick(chips[2], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert shown.state.rails == frozenset(), "all again"


def test_arrows_follow_links_and_tab_goes_from_the_top(shown: ShownFabric) -> None:
    canvas = shown.view.canvas
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert canvas.focused == Thing("spine", 0)
    press(shown, Qt.Key.Key_Right)
    assert canvas.focused == Thing("spine", 1)
    press(shown, Qt.Key.Key_Down)
    assert canvas.focused is not None
    assert canvas.focused.what == "leaf"
    press(shown, Qt.Key.Key_Down)
    assert canvas.focused.what == "node"
    press(shown, Qt.Key.Key_Up)
    assert canvas.focused.what == "leaf"
    leaf = canvas.focused
    press(shown, Qt.Key.Key_Return)
    assert shown.space.selection == (shown.key(leaf),)
    press(shown, Qt.Key.Key_Tab)
    assert canvas.focused == Thing("leaf", leaf.at + 1)
    assert canvas.accessibleDescription().startswith("Leaf ")


def test_a_folded_unit_unfolds_with_a_click(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownFabric(qtbot, tmp_path, superpod(12))
    assert shown.view.canvas.drawing.form == "folded"
    click(shown, Thing("unit", 5))
    assert shown.view.canvas.drawing.unfolded == 5
    leaf = Thing("leaf", 43)
    click(shown, leaf)
    assert shown.space.selection == (shown.key(leaf),)
    shown.space.select((shown.key(Thing("leaf", 3)),))
    settle()
    assert shown.view.canvas.drawing.unfolded == 0, "what is selected elsewhere unfolds"


def test_without_a_fabric_the_view_says_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownFabric(qtbot, tmp_path, Design())
    assert shown.view.hint.isVisible()
    assert shown.view.hint.text() == NO_FABRIC
    assert not shown.view.header.cut.isEnabled()


def test_a_fabric_without_nodes_says_what_to_drag(qtbot: QtBot, tmp_path: Path) -> None:
    bare = superpod(1).evolve(devices=(), assemblies=(), racks=())
    shown = ShownFabric(qtbot, tmp_path, bare)
    assert shown.view.hint.isVisible()
    assert "no node of this fabric stands yet" in shown.view.hint.text()
    assert "Drag nodes" in shown.view.hint.text()


def test_a_double_click_shows_the_device_in_its_rack(shown: ShownFabric) -> None:
    asked: list[str] = []
    shown.space.elevation_requested.connect(asked.append)
    place = shown.view.canvas.place_of(Thing("spine", 4))
    QTest.mouseDClick(shown.view.canvas, Qt.MouseButton.LeftButton, pos=place.center())
    assert asked == ["B03"]


def test_the_session_keeps_the_bisection_of_every_report(shown: ShownFabric) -> None:
    assert [step.bisection.value for step in shown.state.steps()] == [203_200.0]
    shown.publish()
    assert len(shown.state.steps()) == 1, "the same revision is one step"


def test_domains_inside_the_nodes_are_drawn_with_what_they_carry(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = ShownFabric(qtbot, tmp_path, superpod(1, "dgx-superpod-gb200"))
    shown.view.header.fabrics["nvlink"].click()
    shown.answer()
    domains = shown.view.domains
    assert domains.isVisible()
    assert not shown.view.header.cut.isEnabled()
    said = domains.sentences()[0]
    assert said.startswith("8 NVLink domains of 72 GPUs of 18 links on 18 switch chips")
    assert said.endswith("sends 32.4 TB/s to the other each way, 64.8 both ways")
    boxes = domains.boxes()
    assert len(boxes) == 8
    for at, one in enumerate(boxes):
        assert domains.rect().toRectF().contains(one)
        assert not any(one.intersects(other) for other in boxes[:at])
    domains.grab()
    shown.view.header.fabrics["compute"].click()
    shown.answer()
    assert not domains.isVisible()
    assert shown.view.apart.text().endswith("Over NVLink inside the nodes: 14.4 TB/s each way")


def test_domains_that_nobody_knows_say_why(qtbot: QtBot, tmp_path: Path) -> None:
    nvlink = Fabric(id="nv", name="NVLink", kind="nvlink", nodes=("nobody",))
    shown = ShownFabric(qtbot, tmp_path, superpod(1).evolve(fabrics=(nvlink,)))
    assert shown.view.hint.text() == (
        "NVLink: its switches stand inside the nodes; no node of this fabric stands yet."
    )


def test_the_small_floor_and_the_drawing_select_for_each_other(shown: ShownFabric) -> None:
    inset, canvas = shown.view.inset, shown.view.canvas
    place = inset.place_of("C02").center().toPoint()
    QTest.mouseClick(inset, Qt.MouseButton.LeftButton, pos=place)
    shown.answer()
    assert shown.space.selection == ("C02",)
    nodes = [at for at, rack in enumerate(shown.index.map.nodes.rack)
             if shown.index.map.racks[rack] == "C02"]  # fmt: skip
    assert shown.state.chosen == {Thing("node", at) for at in nodes}
    assert inset.marks["C02"] == "chosen"
    QTest.mouseMove(canvas, canvas.place_of(Thing("leaf", 20)).center())
    settle()
    assert inset.marks["C10"] == "lit", "its rack"
    assert inset.marks["B03"] == "joined", "the rack of the spines that it is joined to"
    QTest.mouseClick(inset, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert shown.space.selection == ()


def test_equal_cuts_are_stepped_through_with_the_mouse(shown: ShownFabric) -> None:
    QTest.mouseClick(shown.view.header.cut, Qt.MouseButton.LeftButton)
    shown.answer()
    card = shown.view.cut_card
    seen = [card.which.text()]
    for button in (card.forth, card.forth, card.back):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        seen.append(card.which.text())
    assert seen == [
        f"cut {number} of 2 equal: {follows}"
        for number, follows in (
            (1, "by scalable unit"), (2, "by rail"), (1, "by scalable unit"), (2, "by rail"),
        )
    ]  # fmt: skip


def brightness(shown: ShownFabric) -> int:
    """Return how bright a rail's cells are painted."""
    place = shown.view.canvas.place_of(Thing("node", 3, 1))
    return shown.view.canvas.grab(place).toImage().pixelColor(place.width() // 2, 4).value()


def test_a_drawing_of_before_an_edit_is_dim_until_the_next_one(shown: ShownFabric) -> None:
    before = brightness(shown)
    shown.desk.store.expect(shown.space.document.revision + 1)
    shown.space.report_changed.emit()
    settle()
    assert brightness(shown) < before
    shown.desk.store.expect(shown.space.document.revision)
    shown.space.report_changed.emit()
    settle()
    assert brightness(shown) == before


def test_a_key_explains_the_drawing_where_nothing_else_is_told(shown: ShownFabric) -> None:
    key = shown.view.key_card
    assert key.isVisible()
    assert key.lines[:2] == (
        "Figures on bundles are links of 400 Gb/s",
        "A cell is a GPU: a column a node, a row a rail",
    )
    shown.state.show_cut(True)
    shown.answer()
    shown.state.lose(Thing("leaf", 20))
    settle()
    assert not key.isVisible(), "cut and loss take its place"
