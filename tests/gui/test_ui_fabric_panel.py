"""The panel beside a fabric: figures, bars, every single loss, ports, the course of the session."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.model.design import Design
from designer.model.figures import Figure
from designer.render.fabric_things import Thing
from designer.render.lettering import text_width
from designer.render.theme import DARK
from designer.ui.state import fabric_proof, fabric_state
from designer.ui.views.fabric.panel import NO_DEVICE, NO_FABRIC
from designer.ui.views.fabric.plots import Interval, IntervalBars, axis_words
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_panels import ShownPanel, click_row, words_of
from tests.helpers.fabric_views import superpod
from tests.helpers.fabrics_by_hand import by_hand, with_topology


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[ShownPanel]:
    made = ShownPanel(qtbot, tmp_path, superpod(4))
    yield made
    made.desk.close()


def test_figures_are_those_of_the_report_in_bytes(shown: ShownPanel) -> None:
    """508 links of 400 Gb/s are 203.2 Tb/s, 25.4 TB/s."""
    first, second, third, fourth = shown.figures()
    assert first == ("25.4 TB/s", "Bisection each way, proven")
    assert second[1] == "of a full bisection"
    assert second[0].startswith("100")
    assert third == ("1.00 : 1", "Worst oversubscription")
    assert fourth[1] == "after the worst switch loss"
    assert fourth[0].startswith("23.")
    names = [(row.name, row.words, row.lost) for row in shown.panel.bars.rows]
    assert names[0] == ("Intact", "25.4 proven", False)
    assert names[1] == ("Lost", "nothing", False)
    assert names[2][0] == "Worst switch"


def test_islands_are_counted_in_place_of_a_proof(shown: ShownPanel) -> None:
    shown.state.show("out-of-band")
    shown.answer()
    assert shown.figures()[0] == ("0 TB/s: 7 islands", "Bisection each way")


def test_tiers_have_their_ratio_and_the_top_has_none(shown: ShownPanel) -> None:
    shown.finish()
    rows = words_of(shown.panel.tiers)
    assert rows[0][0] == "Leaf"
    assert rows[0][2].startswith("1.00") or rows[0][2].startswith("0.99")
    assert rows[-1] == ("Spine", "top", "—")


def test_every_single_loss_is_a_row_and_a_click_loses_it(shown: ShownPanel) -> None:
    assert "working out" in shown.panel.notes["losses"].full_text()
    shown.finish()
    assert shown.panel.notes["losses"].full_text().startswith("worst first")
    rows = words_of(shown.panel.losses)
    names = [row[0] for row in rows]
    assert names[0] == "Rack B03, all spines"
    assert set(names) >= {
        "Rack A09, 16 leaves", "Rack C10, 16 leaves", "Leaf, SU 1–3", "Leaf, SU 4", "Spine",
        "Rack of 4 nodes", "Rack D01 of 3 nodes", "GPU link at 1·1", "Cable 1·1–spine 1",
        "Cable 4·1–spine 1",
    }  # fmt: skip
    assert rows[0][2:] == ("0", "32 islands")
    assert [row[1] for row in rows if row[0] == "Spine"] == ["16"]
    at = names.index("Leaf, SU 4")
    click_row(shown.panel.losses, at)
    assert shown.state.lost == {Thing("leaf", 24)}
    assert shown.panel.bars.rows[1].words == "24.6"
    assert shown.panel.bars.rows[1].lost
    assert shown.panel.losses.currentRow() == at
    click_row(shown.panel.losses, at)
    assert shown.state.lost == frozenset(), "a second click restores it"
    click_row(shown.panel.losses, names.index("Spine"))
    assert shown.state.lost == {Thing("spine", 0)}
    assert shown.panel.losses.currentRow() == names.index("Spine")


def test_the_loss_of_a_rack_takes_all_that_stands_in_it(shown: ShownPanel) -> None:
    shown.finish()
    click_row(shown.panel.losses, 0)
    assert shown.state.lost == {Thing("spine", at) for at in range(16)}
    card = shown.view.loss_card
    assert card.isVisible()
    assert card.title.text() == "Rack B03, all spines lost"
    assert card.left.text() == "0 TB/s left each way"
    assert "what is left is 32 islands" in card.says.text()
    assert shown.view.inset.marks["B03"] == "lost"
    what_if = shown.space.what_if.shown
    assert what_if is not None
    assert what_if.heading == "What if: what rack B03 holds of Compute is lost"
    assert what_if.fates["B03"].state == "lost"
    assert shown.state.restore()
    assert shown.space.what_if.failing is None
    assert shown.state.lost == frozenset()
    assert not card.isVisible()


def test_racks_that_leave_less_than_any_device_are_named(shown: ShownPanel) -> None:
    assert shown.panel.verdict.text().startswith("With any one switch lost at least"), (
        "nothing is said of racks and feeds before they are worked out"
    )
    shown.finish()
    said = shown.panel.verdict.text()
    assert said.startswith("With any one switch, cable or feed lost at least 23.")
    assert "not with Rack B03, all spines (0), Rack A09, 16 leaves (12.6)" in said


def test_islands_of_rails_meet_over_nvlink(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, superpod(1, "dgx-superpod-gb200"))
    names = [row.name for row in shown.panel.bars.rows]
    assert names[:2] == ["Network only", "With NVLink"]
    shown.finish()
    assert shown.panel.notes["losses"].full_text().endswith("cases, with NVLink")
    shown.view.header.cut.click()
    shown.answer()
    assert shown.view.cut_card.links.text() == "0 TB/s: 4 islands"
    assert shown.view.cut_card.made.text() == "Over NVLink inside the nodes: 14.4 TB/s each way"
    assert shown.index.rail_of_pod == (0, 1, 2, 3), "each rail has its own spines"


def test_the_loss_of_a_feed_is_lost_everywhere(shown: ShownPanel) -> None:
    shown.finish()
    at = next(n for n, row in enumerate(shown.panel.rows) if row.form == "feed")
    click_row(shown.panel.losses, at)
    failing = shown.space.what_if.failing
    assert failing is not None
    assert (failing.kind, failing.id) == ("power", "A")


def test_a_row_that_is_pointed_at_lights_its_switch(shown: ShownPanel) -> None:
    rows = shown.panel.losses
    QTest.mouseMove(rows.viewport(), rows.visualItemRect(rows.item(0)).center())
    settle()
    assert shown.state.hovered is not None
    rows.pointed.emit(-1)
    assert shown.state.hovered is None


def test_ports_of_the_selected_switch_are_folded_and_open(shown: ShownPanel) -> None:
    assert words_of(shown.panel.ports) == [(NO_DEVICE,)]
    leaf = Thing("leaf", 20)
    shown.state.select(leaf)
    shown.answer()
    ports = shown.panel.ports
    assert words_of(ports)[1] == ("1.1", "1 · 1 of 2", "dgx-C02-1", "3.1")
    assert words_of(ports)[4] == ("17.1", "17 · 1 of 2", "c-spine-B03-01", "21.1")
    assert words_of(ports)[-1] == ("… 58 more ports",)
    click_row(ports, 7)
    assert len(ports.rows) == 65
    QTest.mouseMove(ports.viewport(), ports.visualItemRect(ports.item(40)).center())
    settle()
    click_row(ports, 4)
    assert shown.space.selection == (shown.index.map.nodes.keys[shown.index.things[
        shown.space.selection[0]].at],)  # fmt: skip


def test_the_session_is_plotted_after_each_edit(shown: ShownPanel) -> None:
    assert len(shown.panel.session.steps) == 1
    rack = shown.space.layout().find(shown.key(Thing("spine", 15)))
    assert rack is not None
    design = shown.space.document.design
    spine_rack = next(one for one in design.racks if one.id == rack.rack)
    shown.space.apply(
        "Take a rack away", lambda it: it.evolve(
            racks=tuple(one for one in it.racks if one.id != spine_rack.id),
            devices=tuple(one for one in it.devices if one.rack != spine_rack.id),
        ),
    )  # fmt: skip
    shown.publish()
    steps = shown.panel.session.steps
    assert len(steps) == 2
    assert steps[0] is not None
    assert steps[1] is not None
    assert steps[1][1] < steps[0][0]
    shown.space.document.undo()
    shown.publish()
    assert shown.panel.session.steps[2] == steps[0]


def test_without_a_fabric_no_empty_axis_is_drawn(qtbot: QtBot, tmp_path: Path) -> None:
    shown = ShownPanel(qtbot, tmp_path, Design())
    assert shown.panel.none.isVisible()
    assert shown.panel.none.text() == NO_FABRIC
    assert not shown.panel.bars.isVisible()
    assert not shown.panel.session.isVisible()
    shown.desk.close()


def test_figures_of_losses_are_written_whole(shown: ShownPanel) -> None:
    """Columns are as wide as their widest words, and stand below their heads."""
    shown.finish()
    rows = shown.panel.losses
    widths = rows.widths(rows.viewport().width() - 25.0)
    for row in rows.rows:
        for words_, wide in list(zip(row.words, widths, strict=True))[1:]:
            assert text_width(words_, 11.5, 500) <= wide
    assert sum(widths) == pytest.approx(rows.viewport().width() - 25.0)


def bars(*spans: tuple[float, float]) -> IntervalBars:
    made = IntervalBars()
    made.show_rows([Interval(str(at), one, "") for at, one in enumerate(spans)], DARK)
    return made


def test_an_axis_begins_at_nothing_unless_all_is_far_from_it(qtbot: QtBot) -> None:
    near = bars((25.4, 25.4), (23.8, 24.6))
    far = bars((25.4, 25.4), (0.0, 0.0))
    for widget in (near, far):
        qtbot.addWidget(widget)
    assert near.axis() == (22.0, 26.0)
    assert far.axis() == (0.0, 26.0)


def test_a_target_is_marked_and_held_against_every_loss(qtbot: QtBot, tmp_path: Path) -> None:
    """92 % of 25.4 TB/s are 23.4: kept without a leaf (24.6), not without the rack of spines."""
    design = superpod(4)
    fabrics = tuple(
        one.evolve(bisection_target_pct=92.0) if one.id == "compute" else one
        for one in design.fabrics
    )
    shown = ShownPanel(qtbot, tmp_path, design.evolve(fabrics=fabrics))
    shown.finish()
    assert shown.panel.notes["bars"].full_text() == "TB/s each way · target 23.4"
    assert shown.panel.bars.target == pytest.approx(23.37, abs=0.01)
    said = shown.panel.verdict.text()
    assert said.startswith("Keeps its target of 92 % of a full bisection, but not with Rack B03")
    shown.state.lose(Thing("leaf", 3))
    settle()
    assert shown.view.loss_card.says.text().startswith("Keeps the target, 92 % of a full")
    shown.state.lose_row(shown.panel.rows[0])
    settle()
    assert shown.view.loss_card.says.text().startswith("Below the target, 92 % of a full")


def test_the_card_of_a_loss_below_the_target_has_the_sign_of_its_row(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """No node feels the loss of a spine: the card had the sign of a remark."""
    design = superpod(4)
    fabrics = tuple(
        one.evolve(bisection_target_pct=99.5) if one.id == "compute" else one
        for one in design.fabrics
    )
    shown = ShownPanel(qtbot, tmp_path, design.evolve(fabrics=fabrics))
    shown.finish()
    spine = next(one for one in shown.panel.rows if (one.form, one.tier) == ("switch", "spine"))
    shown.state.lose_row(spine)
    settle()
    assert shown.view.loss_card.says.text().startswith("Below the target, 99.5 % of a full")
    assert spine.state == "warning"
    assert shown.view.loss_card.sign.accessibleName() == "warning"


def until(shown: ShownPanel, done: Callable[[], bool]) -> None:
    """Let what is worked out beside be asked for, as the timers of the window do."""
    for _ in range(2000):
        if done():
            return
        shown.state.proofs.ask_again()
        shown.answer()
    raise AssertionError("never done")


def test_routes_are_rows_and_large_fabrics_are_asked_for(shown: ShownPanel) -> None:
    until(shown, lambda: len(shown.panel.routes.rows) == 3)
    assert words_of(shown.panel.routes) == [
        ("Even division", "all-to-all", "100%"),
        ("Static minhop", "all-to-all, fullest cable × 1.01", "100%"),
        ("Hashed flows", "random halves", "68%"),
    ]
    assert not shown.panel.route.isVisible()
    shown.state.show("out-of-band")
    shown.answer()
    until(shown, shown.panel.no_routes.isVisible)
    assert shown.panel.no_routes.text().startswith("Some endpoints do not reach others")
    assert words_of(shown.panel.routes) == []


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (Thing("leaf", 0), "32 : 32 = 1.00 · 64 of 64"),
        (Thing("leaf", 31), "31 : 32 = 0.97 · 63 of 64"),
        (Thing("spine", 2), "64 of 64"),
    ],
)
def test_a_switch_says_its_links_down_and_up_with_their_ratio(
    shown: ShownPanel, thing: Thing, said: str
) -> None:
    """A leaf of the fourth unit has 31 nodes; above a spine there is nothing."""
    shown.state.select(thing)
    shown.answer()
    assert shown.panel.notes["ports"].full_text() == said


def test_routes_say_between_how_many_endpoints_they_are(
    shown: ShownPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    """240 of 248 ends of a fabric by hand have no link: what is shared is among eight."""
    until(shown, lambda: len(shown.panel.routes.rows) == 3)
    assert shown.panel.notes["routes"].full_text() == "share of injection"
    hand = ShownPanel(qtbot, tmp_path / "hand", by_hand(joined=True))
    until(hand, lambda: len(hand.panel.routes.rows) == 3)
    assert hand.panel.notes["routes"].full_text() == "share of injection, 8 of 248 ends"
    hand.desk.close()


def test_routes_of_a_large_fabric_wait_for_a_click(
    shown: ShownPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fabric_proof, "MOST_ENDPOINTS", 100)
    shown.state.show("in-band")
    shown.answer()
    shown.state.show("compute")
    shown.answer()
    assert words_of(shown.panel.routes) == []
    assert shown.panel.route.isVisible()
    shown.panel.route.click()
    shown.answer()
    assert not shown.panel.route.isVisible()
    until(shown, lambda: len(shown.panel.routes.rows) == 3)


def test_an_open_cut_and_an_open_loss_are_proven_by_a_click(qtbot: QtBot, tmp_path: Path) -> None:
    design = with_topology(4, topology="dragonfly", shape=(9, 4), leaf_policy="pooled")
    shown = ShownPanel(qtbot, tmp_path, design)
    cut, loss = shown.view.cut_card.exact, shown.view.loss_card.exact
    assert shown.panel.figures[0].caption.text() == "Bisection each way, not proven"
    shown.view.header.cut.click()
    shown.answer()
    QTest.mouseClick(cut.button, Qt.MouseButton.LeftButton)
    assert cut.told.text() == "proving for 0.0 s"
    before = shown.space.document.design
    until(shown, lambda: not cut.told.text().startswith("proving"))
    assert cut.told.text().startswith("exact, in ")
    assert shown.view.cut_card.proof.text() == "proven: no halving cuts fewer links"
    assert shown.panel.figures[0].caption.text() == "Bisection each way, proven"
    assert shown.space.document.design is before
    row = next(one for one in shown.panel.rows if one.form == "switch" and one.ids)
    shown.state.lose_row(row)
    settle()
    assert loss.button.isVisible()
    QTest.mouseClick(loss.button, Qt.MouseButton.LeftButton)
    until(shown, lambda: not loss.told.text().startswith("proving"))
    assert loss.told.text().startswith(("exact, in ", "still between "))
    shown.desk.close()


def test_what_is_proven_already_or_too_large_is_not_offered(shown: ShownPanel) -> None:
    shown.view.header.cut.click()
    shown.answer()
    assert not shown.view.cut_card.exact.isVisible()
    known = Figure(1.0, 2.0, None, "Gb/s")
    assert shown.state.can_prove(known, None)
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(fabric_state, "MOST_SWITCHES", 40)
        assert not shown.state.can_prove(known, None)


def test_feeds_whose_losses_are_alike_are_told_in_few_letters(shown: ShownPanel) -> None:
    shown.finish()
    feeds = [row for row in shown.panel.rows if row.form == "feed"]
    assert [row.name for row in feeds] == ["Feeds A, B, C"]


@pytest.mark.parametrize(("most", "said"), [
    (0.1, ["0", "0.05", "0.10"]), (0.3, ["0", "0.15", "0.30"]), (26.0, ["0", "13", "26"]),
    (5.0, ["0", "2.5", "5.0"]), (1.0, ["0", "0.5", "1.0"]),
])  # fmt: skip
def test_no_two_marks_of_an_axis_read_alike(most: float, said: list[str]) -> None:
    """Three of them read 0, 0.1, 0.1."""
    assert axis_words((0.0, most / 2, most)) == said


def test_beside_another_view_the_panel_lists_every_loss_once_it_has_the_fabric(
    shown: ShownPanel,
) -> None:
    """Beside the floor it called 48 switches every single failure, of 2,126."""
    shown.view.hide()
    shown.panel.hide()
    settle()
    shown.space.document.apply("Call it b", set_fields("design", name="b"))
    shown.finish()
    shown.state._maps.look_at(None)
    shown.panel.show()
    settle()
    if shown.state.index is None:
        assert "working out" in shown.panel.notes["losses"].full_text()
        assert "cable or feed" not in shown.panel.verdict.text()
    shown.answer()
    assert shown.state.index is not None
    assert shown.panel.notes["losses"].full_text().startswith("worst first")
    assert any(row[0].startswith("Rack B03") for row in words_of(shown.panel.losses))


def test_a_long_note_makes_the_panel_no_wider_than_its_place(shown: ShownPanel) -> None:
    shown.panel.notes["routes"].set_full_text("share of injection, 32,256 of 32,768 ends " * 3)
    settle()
    inside = shown.panel.widget()
    assert inside is not None
    assert inside.width() <= shown.panel.viewport().width()
