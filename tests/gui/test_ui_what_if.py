"""A loss that is tried, in the window: floor, elevation and one-line show the same one."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.together_report import LossAsked, LostTogether
from designer.render.failing import ONE_SWITCH, Failing
from designer.render.fate import Fate
from designer.render.fate_painter import paint_fate
from designer.render.theme import DARK
from designer.ui.commands.what_if import TITLE, UPSTREAM, WhatIfCommands, add_targets, targets_of
from designer.ui.state.actions import ActionSet
from designer.ui.state.tips import rack_tip
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.window.what_if_bar import NOTHING_LOST, WhatIfBar
from tests.gui.test_ui_power_view import Shown, hall
from tests.helpers.crowded_room import settle
from tests.helpers.marks import marks_of, texts
from tests.unit.test_engine_feeds import CATALOG as PARTS

CATALOG = Catalog(PARTS.parts, PARTS.bands, load_shipped().defaults)
"""With what is planned to be lost upstream of the racks."""

FEED_B = Failing("power", "B")


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path, hall())


def test_a_click_on_the_one_line_is_seen_on_the_floor_and_in_the_elevation(
    shown: Shown, qtbot: QtBot
) -> None:
    floor, elevation = FloorCanvas(shown.space), ElevationPanel(shown.space)
    for widget in (floor, elevation):
        qtbot.addWidget(widget)
        widget.resize(700, 500)
        widget.show()
    before = shown.space.document.design
    shown.space.select(("r",))
    settle()
    plain = floor.grab().toImage()
    shown.press("B")
    assert shown.space.what_if.fate("r") is not None
    assert floor.grab().toImage() != plain
    assert elevation.fate.isVisible()
    assert elevation.fate.full_text() == "Lost a feed and runs on those left"
    assert "feed B lost: lost a feed and runs on those left" in rack_tip(shown.space, "r")
    QTest.keyClick(floor.view, Qt.Key.Key_Escape)
    settle()
    assert shown.panel.lost == ""
    assert floor.grab().toImage() == plain
    assert not elevation.fate.isVisible()
    assert shown.space.selection == ("r",), "the first Esc ends the what-if, the next the selection"
    assert shown.space.document.design is before
    assert not shown.space.document.can_undo


def test_escape_in_the_elevation_restores(shown: Shown, qtbot: QtBot) -> None:
    elevation = ElevationPanel(shown.space)
    qtbot.addWidget(elevation)
    elevation.show()
    shown.space.select(("r",))
    shown.space.what_if.fail(FEED_B)
    QTest.keyClick(elevation.view, Qt.Key.Key_Escape)
    assert shown.space.what_if.failing is None


def test_a_newer_report_is_followed_and_another_design_ends_it(shown: Shown) -> None:
    lost = shown.space.what_if
    lost.fail(FEED_B)
    first = lost.shown
    shown.report = shown.report.evolve(racks=tuple(shown.report.racks))
    shown.publish()
    assert lost.shown is not None
    assert lost.shown is not first
    gone = tuple(one for one in shown.report.power.losses if one.id != "B")
    shown.report = shown.report.evolve(power=shown.report.power.evolve(losses=gone))
    shown.publish()
    assert lost.failing is None
    assert lost.shown is None


def test_the_bar_says_the_verdict_and_restores(shown: Shown, qtbot: QtBot) -> None:
    bar = WhatIfBar(shown.space.what_if)
    qtbot.addWidget(bar)
    high = bar.needed_px
    assert bar.heading.text() == NOTHING_LOST
    assert not bar.wanted
    shown.space.what_if.fail(Failing("power", "grid"))
    bar.show()
    assert bar.heading.text() == "What if: utility Grid is lost"
    assert bar.verdict.text().startswith("32 GPUs short of power")
    assert bar.property("role") == "banner-error"
    assert bar.wanted
    assert bar.needed_px == high > 20, "what it says moves nothing"
    QTest.mouseClick(bar.restore_button, Qt.MouseButton.LeftButton)
    assert shown.space.what_if.failing is None


class Surface:
    """An elevation with nothing under the pointer."""

    rack_id = "r"

    class faces:  # noqa: N801 - stands for an attribute
        @staticmethod
        def device_at(at: QPointF) -> None:
            return None

        @staticmethod
        def inside_at(at: QPointF) -> None:
            return None


def test_the_key_loses_what_is_selected_then_the_next_of_it_then_nothing(
    shown: Shown, qtbot: QtBot
) -> None:
    elevation = ElevationPanel(shown.space)
    qtbot.addWidget(elevation)
    actions = ActionSet(elevation)
    WhatIfCommands(shown.space, actions, elevation, Surface())
    shown.space.select(("r",))
    titles = []
    for _ in targets_of(shown.space, "r"):
        actions["whatif.fail"].trigger()
        assert shown.space.what_if.shown is not None
        titles.append(shown.space.what_if.shown.title)
    assert titles[:4] == ["feed A", "feed B", "feed C", "rack PDU on feed A in R"]
    actions["whatif.fail"].trigger()
    assert shown.space.what_if.failing is None
    assert not actions["whatif.restore"].isEnabled()


def test_the_key_with_shift_loses_what_is_selected_besides(shown: Shown, qtbot: QtBot) -> None:
    elevation = ElevationPanel(shown.space)
    qtbot.addWidget(elevation)
    actions = ActionSet(elevation)
    WhatIfCommands(shown.space, actions, elevation, Surface())
    shown.space.what_if.fail(Failing("power", "grid"))
    shown.space.select(("r",))
    for expected in (["grid", "A"], ["grid", "A", "B"]):
        actions["whatif.besides"].trigger()
        assert [one.id for one in shown.space.what_if.together] == expected


def test_menus_offer_what_may_be_lost_there(shown: Shown, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    add_targets(menu, shown.space, UPSTREAM, targets_of(shown.space, ""))
    inside = menu.actions()[0].menu()
    assert isinstance(inside, QMenu)
    words = [action.text() for action in inside.actions()]
    assert words[:3] == ["Feed A", "Feed B", "Feed C"]
    assert "Utility Grid" in words
    inside.actions()[1].trigger()
    assert shown.space.what_if.failing == FEED_B
    menu.clear()
    add_targets(menu, shown.space, TITLE, targets_of(shown.space, "r"))
    assert [action.text() for action in menu.actions()] == [TITLE, "Restore what is lost\tEsc"]
    menu.actions()[1].trigger()
    assert shown.space.what_if.failing is None


def test_rows_of_the_list_lose_what_is_inside_racks_as_well(shown: Shown) -> None:
    rows = shown.panel.losses.rows
    last = rows.item(rows.count() - 1)
    rows.scrollToItem(last)
    point = rows.visualItemRect(last).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=point)
    settle()
    assert shown.space.what_if.failing is not None
    assert shown.space.what_if.failing.kind == "inside"
    assert shown.panel.heading.text() == "What if: one of 6 supplies of DGX H100 in R is lost"
    assert rows.currentItem() is not None
    assert rows.currentItem().text() == last.text()


@pytest.mark.parametrize("state", ["lost", "dark", "short", "overloaded", "warm", "open"])
def test_each_fate_has_a_hatch_or_a_stroke_of_its_own(state: str, qapp: object) -> None:
    """Told apart without colour: no two fates are alike in grey."""
    images = {one: painted(one) for one in ("lost", "dark", "short", "overloaded", "warm", "open")}
    for other, image in images.items():
        assert other == state or image != images[state], other


def painted(state: str) -> QImage:
    image = QImage(80, 100, QImage.Format.Format_RGB32)
    image.fill(QColor(DARK.raised))
    painter = QPainter(image)
    fate = Fate(state, (), "")  # type: ignore[arg-type]  # each state
    paint_fate(painter, QRectF(2, 2, 76, 96), fate, DARK)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def test_a_fate_writes_its_word(qapp: object) -> None:
    def paint(painter: QPainter) -> None:
        paint_fate(painter, QRectF(0, 0, 80, 100), Fate("short", ("short",), ""), DARK)

    assert "short" in texts(marks_of(80, 100, paint))


def test_far_away_racks_are_crossed_out(shown: Shown, qtbot: QtBot) -> None:
    floor = FloorCanvas(shown.space)
    qtbot.addWidget(floor)
    floor.resize(400, 300)
    floor.show()
    floor.floor.set_far(True)
    settle()
    plain = floor.grab().toImage()
    shown.space.what_if.fail(Failing("power", "grid"))
    settle()
    assert floor.grab().toImage() != plain


def answer_of(shown: Shown, *lost: str) -> LostTogether:
    return Evaluator(CATALOG).together(1, shown.space.document.design, LossAsked(upstream=lost))


def test_shift_and_a_click_lose_a_second_one_that_the_engine_is_asked_for(shown: Shown) -> None:
    shown.press("A")
    QTest.mouseClick(
        shown.panel.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier,
        shown.panel.view.place_of("B").center(),
    )  # fmt: skip
    settle()
    revision = shown.space.document.revision
    assert shown.desk.client.losses == [(revision, LossAsked(upstream=("A", "B")))]
    assert shown.panel.verdict.text() == "Asking what that does."
    shown.desk.client.lost_together.emit(answer_of(shown, "B"))
    assert shown.panel.verdict.text() == "Asking what that does.", "an answer to another question"
    shown.desk.client.lost_together.emit(answer_of(shown, "A", "B"))
    settle()
    assert shown.panel.heading.text() == "What if: feed A and feed B are lost"
    assert shown.panel.verdict.text().startswith("32 GPUs short of power")
    assert shown.words("A") == "A: lost"
    assert shown.words("B") == "B: lost"
    assert shown.space.what_if.fate("r") is not None
    assert shown.space.what_if.fate("r").state == "short"
    QTest.keyClick(shown.panel.view, Qt.Key.Key_Escape)
    assert shown.space.what_if.together == ()


def test_a_second_one_added_again_is_restored_alone(shown: Shown) -> None:
    lost = shown.space.what_if
    lost.fail(FEED_B)
    lost.add(Failing("power", "A"))
    lost.add(FEED_B)
    assert lost.together == (Failing("power", "A"),)
    assert lost.shown is not None
    assert lost.shown.title == "feed A"
    switch = Failing("network", "ib|leaf|s", "r")
    lost.add(switch)
    assert lost.together == (Failing("power", "A"),), "what cannot be told together is refused"
    assert shown.desk.messages[-1] == (f"Not lost besides: {ONE_SWITCH}", "warning")


def test_a_newer_report_asks_again(shown: Shown) -> None:
    lost = shown.space.what_if
    lost.fail(FEED_B)
    lost.add(Failing("power", "A"))
    shown.desk.client.lost_together.emit(answer_of(shown, "B", "A"))
    assert lost.shown is not None
    assert lost.shown.state == "error"
    shown.report = shown.report.evolve(racks=tuple(shown.report.racks))
    shown.publish()
    assert len(shown.desk.client.losses) == 2
    assert lost.shown.state == "unknown"


def test_the_elevation_marks_supplies_that_lost_their_cord(shown: Shown, qtbot: QtBot) -> None:
    elevation = ElevationPanel(shown.space)
    qtbot.addWidget(elevation)
    elevation.resize(900, 700)
    elevation.show()
    shown.space.select(("r",))
    settle()
    lost = QColor(shown.space.theme.error).rgb()
    before = count_of(elevation.view.grab().toImage(), lost)
    shown.space.what_if.fail(FEED_B)
    marks = elevation.view.lost()
    assert marks is not None
    assert len(marks.supplies) == 4, "every node"
    settle()
    assert count_of(elevation.view.grab().toImage(), lost) > before + 200
    shown.space.what_if.restore()
    settle()
    assert count_of(elevation.view.grab().toImage(), lost) == before


def count_of(image: QImage, rgb: int) -> int:
    return sum(
        image.pixel(x, y) == rgb for x in range(image.width()) for y in range(image.height())
    )


def test_from_far_away_signs_are_those_of_the_loss_alone(shown: Shown, qtbot: QtBot) -> None:
    floor = FloorCanvas(shown.space)
    qtbot.addWidget(floor)
    shown.space.faulty_racks = lambda: frozenset({"r"})  # type: ignore[method-assign] # the window asks it
    look = floor.floor.far._look
    assert look("r")[1] == "error"
    shown.space.what_if.fail(FEED_B)
    assert look("r")[1] == "", "it carries on"
    shown.space.what_if.restore()
    assert look("r")[1] == "error"


def test_what_the_engine_fails_at_is_told_in_place_of_waiting_for_ever(shown: Shown) -> None:
    lost = shown.space.what_if
    lost.fail(FEED_B)
    lost.add(Failing("power", "A"))
    assert lost.shown is not None
    assert lost.shown.sentence == "asking what that does"
    shown.desk.client.loss_failed.emit("planted")
    settle()
    said = "What that does cannot be computed, because planted."
    assert shown.panel.verdict.text() == said
    shown.desk.client.lost_together.emit(answer_of(shown, "B", "A"))
    settle()
    assert shown.panel.verdict.text() != said
