"""The power view: what stands on the one-line, what a click fails, what Esc restores."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode, Rack, Site
from designer.model.layout import Layout
from designer.render import one_line_painter
from designer.render.one_line import BoxKey, GroupKey, arranged
from designer.render.one_line_groups import groups_of
from designer.render.one_line_painter import value_that_fits
from designer.render.one_line_words import group_said, said_of, verdict_of
from designer.ui.views.power.panel import NOTHING_FEEDS, PowerPanel
from tests.helpers.crowded_room import settle
from tests.helpers.sent_looks import roll
from tests.helpers.ui_desk import Desk
from tests.unit.test_engine_feeds import CATALOG as PARTS
from tests.unit.test_engine_feeds import design_of, device, feed, nodes, pdus

CATALOG = Catalog(PARTS.parts, PARTS.bands, load_shipped().defaults)
"""With what is planned to be lost upstream of the racks."""


def ups(key: str, capacity_kw: float | None, *parents: str) -> PowerNode:
    return PowerNode(id=key, name=key, kind="ups", capacity_kw=capacity_kw, parents=parents)


def hall(**changes: object) -> Design:
    power = (
        feed("A", 100, parents=("U1",)), feed("B", 100, parents=("U2",)), feed("C", 100),
        ups("U1", 25, "grid"), ups("U2", 25, "grid"),
        PowerNode(id="grid", name="Grid", kind="utility", capacity_kw=500),
    )  # fmt: skip
    made = design_of(*nodes(4), *pdus("ABC"), power=power, site=Site())
    return made.evolve(**changes) if changes else made


ALL = GroupKey(("A", "B", "C"))


class Shown:
    """The panel on a desk, with a report of its own."""

    def __init__(self, qtbot: QtBot, folder: Path, design: Design) -> None:
        self.desk = Desk(folder, design)
        self.space = self.desk.workspace
        self.report = evaluate(design, CATALOG)
        self.panel = PowerPanel(self.space)
        qtbot.addWidget(self.panel)
        self.panel.resize(900, 700)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.publish()

    def publish(self) -> None:
        self.desk.store.accept(self.space.document.revision, self.report)
        settle()

    def press(self, key: BoxKey) -> None:
        """Click the middle of a box."""
        QTest.mouseClick(
            self.panel.view, Qt.MouseButton.LeftButton, pos=self.panel.view.place_of(key).center()
        )
        settle()

    def words(self, key: BoxKey) -> str:
        return self.panel.view.words_of(key)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path, hall())


def test_each_thing_says_its_load_and_what_the_worst_loss_adds(shown: Shown) -> None:
    """By hand: four nodes of 10.2 kW are 40.8 kW, 13.6 on each of three feeds, 20.4 on two.

    Cables and rack PDUs lose 2.03 % of that, or nothing: U1 gives 13.6 · 1.0203 = 13.88, without B
    20.81 kW. A UPS of 25 kW loses 1.3 + 0.6·x + 1.1·x² % of it: 1.97 % (0.49 kW) at x = 0.555 and
    2.56 % (0.64 kW) at x = 0.833. So the grid gives 2 · (13.88 + 0.49) = 28.7 kW, and without C
    2 · (20.81 + 0.64) = 42.9 kW; at least 27.2 and 40.8 with what UPS lose, at most, by lines from
    2.62 % to 6.5 %, 2 · (13.88 + 1.19) = 30.1 and 2 · (20.81 + 1.46) = 44.6, rounded up.
    """
    assert shown.words("U1") == "U1: ~13.9 (13.6–13.9) of 25.0 kW; ~20.8 (20.4–20.9) without B"
    assert shown.words("grid") == "Grid: ~29 (27–31) of 500 kW; ~43 (41–45) without C"
    assert shown.words(ALL) == "1 rack: 3 feeds; A + B + C"


def test_a_value_without_room_leaves_its_bounds_to_the_bar() -> None:
    long = "~510 (440–590) → ~810 (700–920) of 2,500 kW"
    assert value_that_fits(long, 160) == "~510 → ~810 of 2,500 kW"
    assert value_that_fits("~510 (440–590) kW", 160) == "~510 (440–590) kW"
    bound = "~170 (150–190) → ~240 (200–270) of at most 2,500 kW"
    assert value_that_fits(bound, 500) == bound
    assert value_that_fits(bound, 160) == "~170 → ~240 kW", "no half of a capacity"


def test_a_click_fails_a_feed_and_a_second_restores_it(shown: Shown) -> None:
    before = shown.space.document.design
    shown.press("B")
    assert shown.panel.lost == "B"
    assert shown.panel.heading.text() == "What if: feed B is lost"
    assert shown.panel.verdict.text().startswith("No GPU is lost, nothing is overloaded. U1 is")
    assert shown.words("B") == "B: lost"
    assert shown.words("A") == "A: 14 → 20 of 100 kW"
    assert shown.words("U2") == "U2: ~13.9 (13.6–13.9) → 0.0 of 25.0 kW"
    assert shown.words(ALL) == "1 rack: on 2 of 3 feeds; A + B + C"
    assert shown.panel.losses.rows.currentItem().text().startswith("Feed B")
    shown.press("B")
    assert (shown.panel.lost, shown.words("A")) == ("", "A: 14 of 100 kW; 20 without B")
    assert shown.space.document.design is before
    assert not shown.space.document.can_undo


def test_what_fails_upstream_leaves_its_feeds_without_voltage(shown: Shown) -> None:
    shown.press("grid")
    assert shown.words("A") == "A: no voltage"
    assert shown.words("grid") == "Grid: lost"
    assert shown.words("C").startswith("C: 14 → 41 of")
    assert shown.panel.verdict.text().startswith("32 GPUs short of power")


def test_escape_and_the_ground_restore(shown: Shown) -> None:
    shown.press("A")
    QTest.keyClick(shown.panel.view, Qt.Key.Key_Escape)
    assert shown.panel.lost == ""
    shown.press("A")
    QTest.mouseClick(shown.panel.view, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert shown.panel.lost == ""


def test_arrows_walk_and_enter_fails(shown: Shown) -> None:
    view = shown.panel.view
    view.setFocus()
    settle()
    assert view.accessibleDescription().startswith("Grid")
    QTest.keyClick(view, Qt.Key.Key_Down)
    first = view.accessibleDescription()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert {first[:2], view.accessibleDescription()[:2]} == {"U1", "U2"}
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert shown.panel.lost == view.accessibleDescription()[:2]


def test_the_list_fails_what_is_clicked_and_keeps_the_gravest_first(shown: Shown) -> None:
    rows = shown.panel.losses.rows
    texts = [rows.item(row).text() for row in range(rows.count())]
    assert texts[0].startswith("Utility Grid\n32 GPUs short of power")
    assert "Feed A + 1 alike" in {text.partition("\n")[0] for text in texts}
    QTest.mouseClick(
        rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualItemRect(rows.item(0)).center()
    )
    assert shown.panel.lost == "grid"


def test_losses_inside_racks_come_last_and_select_the_racks_they_are_in(shown: Shown) -> None:
    rows = shown.panel.losses.rows
    upstream = len(shown.report.power.listed_losses)
    assert rows.count() == upstream + 4  # Three rack PDUs and a supply.
    last = rows.item(rows.count() - 1)
    assert last.text().startswith("One of 6 supplies of DGX H100 · R\n")
    rows.scrollToItem(last)
    QTest.mouseClick(
        rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualItemRect(last).center()
    )
    settle()
    assert shown.panel.lost == ""
    assert set(shown.space.selection) == {"r"}


def test_losses_of_cooling_units_stand_between_and_select_the_units(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """One air unit on A alone: without it, or without A, nothing takes the heat of four nodes."""
    unit = Rack(id="k", name="CRAH-1", part="crah", x_mm=9000, y_mm=9000, feeds=("A",))
    design = hall(racks=(*hall().racks, unit))
    shown = Shown(qtbot, tmp_path, design)
    rows = shown.panel.losses.rows
    texts = [rows.item(row).text() for row in range(rows.count())]
    (row,) = [at for at, text in enumerate(texts) if text.startswith("CRAH\n")]
    assert row == len(shown.report.power.listed_losses)
    assert texts[row].split("\n")[1].startswith("32 GPUs short of cooling: 40.8 kW of heat not")
    rows.scrollToItem(rows.item(row))
    QTest.mouseClick(
        rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualItemRect(rows.item(row)).center()
    )
    settle()
    assert set(shown.space.selection) == {"k"}
    shown.press("A")
    assert "32 GPUs short of cooling" in shown.panel.verdict.text()


def test_a_group_of_racks_selects_them(shown: Shown) -> None:
    shown.press(ALL)
    assert shown.panel.lost == ""
    assert shown.space.selection == tuple(rack.id for rack in shown.space.document.design.racks)


def test_what_is_lost_and_gone_from_the_design_is_lost_no_more(shown: Shown) -> None:
    shown.press("C")
    smaller = tuple(node for node in hall().power if node.id != "C")
    shown.report = evaluate(hall(power=smaller), CATALOG)
    shown.publish()
    assert shown.panel.lost == ""


def test_a_rack_that_was_removed_since_the_report_is_left_out() -> None:
    report = evaluate(hall(), CATALOG)
    assert len(groups_of(report.racks, Layout(hall()), CATALOG)) == 1
    assert groups_of(report.racks, Layout(hall(racks=())), CATALOG) == ()


def test_a_room_without_feeds_says_how_to_name_them(qtbot: QtBot, tmp_path: Path) -> None:
    shown = Shown(qtbot, tmp_path, hall(power=()))
    assert shown.panel.hint.isVisible()
    assert shown.panel.hint.text() == NOTHING_FEEDS


def test_a_loss_that_is_an_error_says_what_is_wrong() -> None:
    """What is short of power need not be a GPU, and what is overloaded need not be a rack PDU."""
    store = CATALOG.require("store").evolve(psu=CATALOG.require("dgx-h100").psu)
    catalog = CATALOG.overlay([store])
    power = (feed("A", 100), feed("B", 0.5))
    design = design_of(device("s", "store"), *pdus("AB"), power=power)
    report = evaluate(design, catalog)
    said = {loss.id: verdict_of(loss, report.power)[0] for loss in report.power.losses}
    assert said == {
        "A": "Something short of power in 1 rack; B overloaded",
        "B": "Something short of power in 1 rack",
    }


def test_nothing_certain_is_said_of_racks_whose_feed_nobody_names() -> None:
    power = (feed("A", 100), feed("B", 100), feed("C", 100))
    strips = pdus("AB")
    design = design_of(*nodes(1), strips[0], strips[1].evolve(feed=""), power=power)
    report = evaluate(design, CATALOG)
    (group,) = groups_of(report.racks, Layout(design), CATALOG)
    assert (group.feeds, group_said(group, None).note) == (("A",), "A + ?")
    for loss in report.power.losses:
        assert group_said(group, loss).state == "unknown"
    bare = design_of(*nodes(1), *(one.evolve(feed="") for one in strips), power=power)
    (group,) = groups_of(evaluate(bare, CATALOG).racks, Layout(bare), CATALOG)
    assert (group.feeds, group.racks) == ((), tuple(rack.id for rack in bare.racks))


def test_escape_restores_from_the_list_too(shown: Shown) -> None:
    rows = shown.panel.losses.rows
    place = rows.visualItemRect(rows.item(0)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown.panel.lost
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_Escape)
    assert shown.panel.lost == ""
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert shown.panel.lost
    QTest.mouseDClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_what_cannot_be_said_is_never_called_carried() -> None:
    design = hall(power=(feed("A", None), feed("B", 100)))
    power = evaluate(design, CATALOG).power
    loss = next(one for one in power.losses if one.id == "B")
    said = said_of(design.power, power, loss)
    assert (said["A"].state, said["A"].after) == ("unknown", None)
    assert said["A"].value.endswith(" kW")
    assert " of " not in said["A"].value
    assert loss.state != "ok"
    (group,) = groups_of(evaluate(design, CATALOG).racks, Layout(design), CATALOG)
    said_there = group_said(group, loss)
    assert (said_there.value, said_there.state) == ("cannot be said", "unknown")
    assert verdict_of(loss, power)[0].startswith("≤ 32 GPUs short of power")


def test_no_name_of_a_node_is_taken_for_a_group_of_racks() -> None:
    """An id is free text: `racks:A+B` was that of the racks on both feeds, `C+?` of unsure ones."""
    power = (
        feed("A", 100),
        feed("B", 100),
        feed("A+B", 100),
        feed("C+?", 100),
        ups("racks:A+B", 9),
    )
    strips = pdus("AB")
    held = (*nodes(1), *strips, strips[0].evolve(id="q", feed="A+B"))
    on_one = (strips[0].evolve(id="s", feed="C+?", rack="r2"),)
    first = design_of(*held, *on_one, power=power)
    design = first.evolve(racks=(*first.racks, first.racks[0].evolve(id="r2", x_mm=9_000)))
    report = evaluate(design, CATALOG)
    groups = groups_of(report.racks, Layout(design), CATALOG)
    drawing = arranged(power, groups)
    assert len(drawing.boxes) == len(power) + len(groups)
    said = {group.feeds: group_said(group, None) for group in groups}
    assert {feeds: one.state for feeds, one in said.items()} == {
        ("A", "B", "A+B"): "ok", ("C+?",): "ok",
    }  # fmt: skip


def test_feeds_that_cannot_be_computed_say_why(qtbot: QtBot, tmp_path: Path) -> None:
    shown = Shown(qtbot, tmp_path, hall(power=(feed("A", 1e-310), feed("B", 100))))
    assert shown.words("A") == "A: cannot be computed"
    assert shown.panel.verdict.text().startswith("Feeds of the room cannot be computed, because")


def test_a_circle_says_which_line_is_left_out(qtbot: QtBot, tmp_path: Path) -> None:
    power = (*hall().power, ups("X", 10, "Y"), ups("Y", 10, "X"))
    shown = Shown(qtbot, tmp_path, hall(power=power))
    said = "The line that closes a circle is not drawn: X to Y."
    assert shown.panel.verdict.text().endswith(said)


def test_the_list_of_losses_says_which_rack_pdus_state_no_breakers(shown: Shown) -> None:
    scope = shown.panel.losses.scope
    assert scope.isVisibleTo(shown.panel)
    assert scope.text().startswith("3 of 3 rack PDUs state no breakers (")
    assert scope.text().endswith("what the loss of one of these does is not judged.")


@pytest.fixture
def wide(qtbot: QtBot, tmp_path: Path) -> Shown:
    """Twelve UPS beside each other: no window is as wide as that can be read."""
    sides = [f"{n:02d}" for n in range(12)]
    power = (
        *(feed(f"F{n}", 100, parents=(f"U{n}",)) for n in sides),
        *(ups(f"U{n}", 250, "grid") for n in sides),
        PowerNode(id="grid", name="Grid", kind="utility", capacity_kw=5000),
    )
    return Shown(qtbot, tmp_path, hall().evolve(power=power))


def test_a_wide_drawing_begins_at_what_all_hangs_on(wide: Shown) -> None:
    scrolled = wide.panel.view.visibleRegion().boundingRect()
    assert wide.panel.view.width() > scrolled.width()
    assert scrolled.contains(wide.panel.view.place_of("grid").center())


def _roll(panel: PowerPanel, at: QPoint, notches: int, keys: Qt.KeyboardModifier) -> None:
    roll(panel.view, at, notches, keys)
    settle()


def test_ctrl_and_the_wheel_zoom_about_the_pointer(wide: Shown) -> None:
    view, ctrl = wide.panel.view, Qt.KeyboardModifier.ControlModifier
    at = view.place_of("U06").center()
    on_screen, wide_before = view.mapToGlobal(at), view.place_of("U06").width()
    _roll(wide.panel, at, 2, ctrl)
    assert view.place_of("U06").width() == pytest.approx(wide_before * 1.44, abs=2)
    moved = view.mapToGlobal(view.place_of("U06").center()) - on_screen
    assert abs(moved.x()) <= 2
    _roll(wide.panel, at, -40, ctrl)
    seen = view.visibleRegion().boundingRect()
    assert all(seen.contains(view.place_of(key)) for key in ("U00", "U11", "F00", "grid"))
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.place_of("U06").width() == wide_before
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.place_of("U06").width() > wide_before
    as_zoomed = view.place_of("U06").width()
    wide.publish()
    assert view.place_of("U06").width() == as_zoomed, "a report leaves the zoom as it is"


def test_the_wheel_alone_zooms_and_with_the_touchpads_scheme_scrolls(wide: Shown) -> None:
    before = wide.panel.view.place_of("U06").size()
    wide.space.navigation.choose("touchpad")
    _roll(wide.panel, QPoint(40, 40), 1, Qt.KeyboardModifier.NoModifier)
    assert wide.panel.view.place_of("U06").size() == before
    wide.space.navigation.choose("tools")
    _roll(wide.panel, QPoint(40, 40), 1, Qt.KeyboardModifier.NoModifier)
    assert wide.panel.view.place_of("U06").width() > before.width()


def test_in_maps_a_drag_on_the_ground_restores_nothing_and_a_click_does(wide: Shown) -> None:
    view, left, none = wide.panel.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    wide.space.navigation.choose("maps")
    wide.press("U06")
    assert wide.panel.lost == "U06"
    ground = next(at for x in range(view.width() - 1, 0, -5) if not view.box_at(at := QPoint(x, 5)))
    QTest.mousePress(view, left, none, ground)
    QTest.mouseMove(view, ground + QPoint(60, 30))
    QTest.mouseRelease(view, left, none, ground + QPoint(60, 30))
    assert wide.panel.lost == "U06"
    QTest.mouseClick(view, left, none, ground)
    assert wide.panel.lost == ""


def _letters(wide: Shown, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the words that the one-line paints now."""
    said: set[str] = set()
    monkeypatch.setattr(one_line_painter, "draw_text", lambda *args: said.add(args[2]) or 0.0)
    wide.panel.view.grab()
    return said


def test_from_far_away_ratings_go_first_then_words_and_what_is_wrong_stays(
    wide: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = wide.panel.view
    bars, signs = [], []
    monkeypatch.setattr(one_line_painter, "paint_bar", lambda *args: bars.append(args[2].title))
    monkeypatch.setattr(one_line_painter, "paint_state", lambda *args: signs.append(str(args[2])))
    near = _letters(wide, monkeypatch)
    assert any(" of 250 kW" in words for words in near)
    assert "U06" in near
    assert len(bars) >= 25
    assert signs
    many = len(signs)
    for scale, has_names, has_bars in ((0.5, True, True), (0.25, False, True), (0.1, False, False)):
        bars.clear()
        signs.clear()
        monkeypatch.setattr(view, "_scale", scale)
        far = _letters(wide, monkeypatch)
        assert not any(" of 250 kW" in words for words in far)
        assert ("U06" in far) == has_names
        assert bool(bars) == has_bars
        assert len(signs) == many, scale
