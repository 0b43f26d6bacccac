"""What unfolds on the one-line: racks of a group, and the chain of a rack to its supplies."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import plant_key
from designer.engine.evaluate import evaluate
from designer.planning.templates import build
from designer.render.chain_layout import Cell
from designer.render.chain_pieces import PieceKey
from designer.render.one_line import GroupKey
from designer.ui.views.power.view import AnyKey
from tests.gui.test_ui_power_view import Shown, hall
from tests.helpers.crowded_room import settle

ALL = GroupKey(("A", "B", "C"))
SHIPPED = load_shipped()
RACK = PieceKey("r", "rack")


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path, hall())


def cells(shown: Shown, look: str) -> list[Cell]:
    return [cell for cell in shown.panel.view.below.cells if cell.look == look]


def press(shown: Shown, key: AnyKey) -> None:
    """Click the middle of something that is brought up before, as a person scrolls to it."""
    shown.panel.show_box(key)
    shown.press(key)


def open_rack(shown: Shown) -> None:
    press(shown, ALL)
    press(shown, RACK)


def strip_of(shown: Shown, letter: str) -> Cell:
    (found,) = [cell for cell in cells(shown, "strip") if cell.letter == letter]
    return found


def test_a_group_unfolds_into_its_racks_and_folds_again(shown: Shown) -> None:
    assert not cells(shown, "card")
    press(shown, ALL)
    (card,) = cells(shown, "card")
    assert card.piece.said.title == "R"
    assert "at worst" in card.piece.said.note
    press(shown, ALL)
    assert not shown.panel.view.below.cells


def test_a_rack_unfolds_into_feeds_pdus_lines_outlets_and_supplies(shown: Shown) -> None:
    open_rack(shown)
    leads = [cell.piece.said for cell in cells(shown, "lead")]
    (rack,) = shown.report.racks
    kw = [feed.load_kw for feed in rack.feeds]
    assert [said.title for said in leads] == ["Feed A", "Feed B", "Feed C"]
    assert [said.value.split(" ")[0] for said in leads] == [f"{one:.1f}" for one in kw]
    assert len(cells(shown, "strip")) == 3
    lines = [cell.piece.said for cell in cells(shown, "line")]
    pdu = rack.feeds[0].pdus[0]
    assert len(lines) == 9
    assert lines[0].value.startswith(f"{pdu.line_1_a:.1f} / {pdu.line_1_after_loss_a:.1f} of ")
    (taker,) = cells(shown, "taker")
    assert taker.piece.said.title == "4 × DGX H100"
    assert taker.piece.said.value == "6 supplies, 3,300 W each"
    assert taker.piece.said.note == "4+2 declared · cord 11.2 of 16.0 A at worst"
    squares = [square.words for square in shown.panel.view.below.squares]
    assert squares == ["A × 2", "B × 2", "C × 2"]


def test_what_is_unfolded_stays_so_after_another_report(shown: Shown) -> None:
    open_rack(shown)
    before = [cell.piece.key for cell in shown.panel.view.below.cells]
    shown.publish()
    shown.panel.hide()
    shown.panel.show()
    settle()
    assert [cell.piece.key for cell in shown.panel.view.below.cells] == before
    assert shown.space.unfolded == ("r",)  # What the power sheet prints.
    press(shown, ALL)
    assert shown.space.unfolded == ()


def test_a_click_on_a_pdu_selects_and_fails_it_and_a_second_restores(shown: Shown) -> None:
    open_rack(shown)
    design = shown.space.document.design
    strip = strip_of(shown, "B")
    press(shown, strip.piece.key)
    assert shown.space.selection == (strip.piece.key.item,)
    assert shown.panel.heading.text() == "What if: rack PDU on feed B in R is lost"
    assert strip_of(shown, "B").piece.said.mark == "lost"
    assert strip_of(shown, "A").piece.said.mark == ""
    (taker,) = cells(shown, "taker")
    assert taker.piece.said.value == "4 of 6 supplies have voltage"
    press(shown, strip.piece.key)
    assert shown.space.what_if.failing is None
    assert shown.space.document.design is design
    assert not shown.space.document.can_undo


def test_a_lost_feed_leaves_its_rack_pdu_without_voltage(shown: Shown) -> None:
    open_rack(shown)
    press(shown, PieceKey("r", "lead", "C"))
    assert shown.panel.lost == "C"
    assert strip_of(shown, "C").piece.said.mark == "dark"
    assert [cell.piece.said.value for cell in cells(shown, "lead")][2] == "no voltage"


def test_hovering_tells_the_figures(shown: Shown) -> None:
    open_rack(shown)
    view = shown.panel.view
    line = cells(shown, "line")[0]
    place = view.place_of(strip_of(shown, "A").piece.key)
    words = view.words_of(line.piece.key)
    assert words.startswith("L1: ")
    outlets = next(cell for cell in cells(shown, "text") if cell.piece.key.what == "outlets")
    assert "supply 1 of n0, cord 11.2 of 16.0 A at worst" in outlets.piece.tip
    QTest.mouseMove(view, place.center())
    settle()
    assert isinstance(view.box_at(place.topLeft() + QPoint(6, 6)), PieceKey)


def test_the_keyboard_unfolds_walks_down_and_fails(shown: Shown) -> None:
    view = shown.panel.view
    view.setFocus()
    settle()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription().startswith("1 rack")
    QTest.keyClick(view, Qt.Key.Key_Return)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription().startswith("R: ")
    QTest.keyClick(view, Qt.Key.Key_Return)
    settle()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription().startswith("pdu: ")
    QTest.keyClick(view, Qt.Key.Key_Space)
    settle()
    assert shown.panel.heading.text().startswith("What if: rack PDU on feed")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert shown.space.what_if.failing is None
    for _ in range(4):
        QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.accessibleDescription().startswith("1 rack")


def with_breakers(qtbot: QtBot, folder: Path) -> Shown:
    """Show four nodes on rack PDUs that state their breakers: a line carries too much."""
    strips = tuple(
        one.evolve(part="pdu-servertech-c3wg36rl") if one.part.startswith("pdu") else one
        for one in hall().devices
    )
    power = tuple(node.evolve(volts=208.0) if node.volts else node for node in hall().power)
    shown = Shown(qtbot, folder, hall(devices=strips, power=power))
    shown.report = evaluate(shown.space.document.design, shown.desk.catalog)
    shown.publish()
    return shown


def test_a_breaker_says_its_amperes_and_a_click_loses_it(qtbot: QtBot, tmp_path: Path) -> None:
    shown = with_breakers(qtbot, tmp_path)
    open_rack(shown)
    breakers = cells(shown, "breaker")
    reported = [one for feed in shown.report.racks[0].feeds for one in feed.breakers]
    assert len(breakers) == len(reported) == 18
    one, first = breakers[0].piece, reported[0]
    assert one.said.title == f"1 {first.line}"
    assert one.said.short == f"{first.load_a:.1f} / {first.load_after_loss_a:.1f}"
    assert one.said.value.endswith(f" of {first.limit_a:.1f} A")
    assert "feeds" in one.tip
    press(shown, one.key)
    assert shown.panel.heading.text().startswith("What if: breaker 1")
    assert shown.space.selection == (one.key.item,)
    assert cells(shown, "breaker")[0].piece.said.mark == "lost"
    assert cells(shown, "breaker")[1].piece.said.mark == ""


def test_a_line_that_is_over_its_limit_after_a_loss_is_an_error(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = with_breakers(qtbot, tmp_path)
    open_rack(shown)
    (pdu,) = shown.report.racks[0].feeds[0].pdus
    line = cells(shown, "line")[0].piece.said
    assert pdu.line_limit_a is not None
    assert pdu.line_1_after_loss_a is not None
    assert pdu.line_1_after_loss_a > pdu.line_limit_a
    assert line.state == "error"


def test_a_pdu_without_a_rating_says_that_nothing_is_known(qtbot: QtBot, tmp_path: Path) -> None:
    strips = tuple(
        one.evolve(part="not-in-the-catalogue") if one.feed == "A" else one
        for one in hall().devices
    )
    shown = Shown(qtbot, tmp_path, hall(devices=strips))
    open_rack(shown)
    said = [cell.piece.said for cell in shown.panel.view.below.cells]
    assert any("—" in f"{one.value} {one.note}" for one in said)
    assert not any(one.value.startswith("0.0") for one in said if one.title == "Feed A")


def test_a_click_on_a_device_loses_one_of_its_supplies(shown: Shown) -> None:
    open_rack(shown)
    (taker,) = cells(shown, "taker")
    press(shown, taker.piece.key)
    assert shown.panel.heading.text() == "What if: one of 6 supplies of DGX H100 in R is lost"
    assert cells(shown, "taker")[0].piece.said.note == "5 of 6 supplies left, 4 declared as needed"
    assert set(shown.space.selection) == {"n0", "n1", "n2", "n3"}


def test_the_window_itself_takes_the_clicks(shown: Shown) -> None:
    """From the handle of the window: the way of a real mouse, scrolled as a person does."""
    window = shown.panel.windowHandle()

    def click(key: AnyKey) -> None:
        shown.panel.show_box(key)
        settle()
        view = shown.panel.view
        at = view.mapTo(shown.panel, view.place_of(key).center())
        QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=at)
        settle()

    click(ALL)
    click(RACK)
    strip = strip_of(shown, "A")
    click(strip.piece.key)
    assert shown.panel.heading.text() == "What if: rack PDU on feed A in R is lost"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert shown.space.what_if.failing is None


def test_a_double_click_upstream_selects_and_loses_nothing(shown: Shown) -> None:
    press(shown, "U1")
    assert (shown.panel.lost, shown.space.selection) == ("U1", ())
    QTest.mouseDClick(
        shown.panel.view, Qt.MouseButton.LeftButton, pos=shown.panel.view.place_of("U1").center()
    )
    assert shown.space.selection == (plant_key("U1"),)
    assert shown.panel.lost == ""


@pytest.fixture
def filled(qtbot: QtBot, tmp_path: Path) -> Shown:
    """Show racks that are sold filled, and the units that cool them."""
    shown = Shown(qtbot, tmp_path, build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED))
    shown.report = evaluate(shown.space.document.design, SHIPPED)
    shown.publish()
    return shown


def test_a_filled_rack_unfolds_into_whips_shelves_bus_bar_and_trays(filled: Shown) -> None:
    press(filled, ALL)
    press(filled, PieceKey("A01", "rack"))
    (report,) = next(rack for rack in filled.report.racks if rack.id == "A01").shelves
    shelves = [cell.piece.said for cell in cells(filled, "shelf")]
    assert len(shelves) == report.shelves == 8
    normal = report.cases[0]
    assert shelves[0].value.startswith(f"{normal.load_kw:.1f} / ")
    assert shelves[0].note == f"6 supplies, whip {normal.whip_a:.1f} of 48.0 A"
    (bus,) = cells(filled, "bus")
    assert bus.piece.said.value == "2,574–2,627 A"
    trays = [cell.piece.said.title for cell in cells(filled, "taker")]
    assert trays == ["18 × compute tray", "9 × NVLink switch tray"]


def test_a_click_on_a_shelf_loses_that_shelf(filled: Shown) -> None:
    press(filled, ALL)
    press(filled, PieceKey("A01", "rack"))
    press(filled, PieceKey("A01", "shelf", "", 4))
    lost = [cell.piece.key.number for cell in cells(filled, "shelf") if cell.piece.said.mark]
    assert lost == [4]
    assert filled.panel.losses.rows.currentItem().text().startswith("One of 8 power shelves")


def test_a_click_on_a_cdu_loses_it_as_a_cooling_unit(filled: Shown) -> None:
    cdu = next(rack for rack in filled.report.racks if rack.kind == "cdu")
    group = GroupKey(tuple(feed.id for feed in cdu.feeds))
    press(filled, group)
    press(filled, PieceKey(cdu.id, "rack"))
    press(filled, PieceKey(cdu.id, "unit"))
    assert filled.panel.heading.text() == "What if: one of 2 Row CDU 1.3 MW is lost"
    assert filled.space.selection == (cdu.id,)
