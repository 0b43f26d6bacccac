"""The scale below the floor by mouse and by keyboard: point, click, drag, step."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from designer.render.drawing import RackDrawing
from designer.render.overlay_bins import BINS, bins_of, span_words
from designer.render.overlay_painter import shade
from designer.render.overlays import NOTHING, Reading, overlays
from designer.ui.commands.overlay_menu import OverlayMenu
from designer.ui.state.bin_words import bin_words
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor import rack_item
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.zoomed_view import FAR_BELOW
from designer.ui.window.overlay_chip import OverlayChip
from tests.helpers.canvas_space import report_of
from tests.helpers.crowded_room import settle
from tests.helpers.marks import marks_of, texts
from tests.helpers.shaded_racks import SHARES, reports
from tests.helpers.shown_views import middle, shown_canvas

LEFT = Qt.MouseButton.LeftButton
WITHOUT = Qt.KeyboardModifier.NoModifier


@pytest.fixture(autouse=True)
def _away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(-500, -500))


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    """Return a floor shaded by power: 20 % (A01), 80 % (A02), 50 % (B01), over, not known."""
    made = shown_canvas(qtbot, space)
    space.report_store.accept(space.document.revision, report_of(*reports(SHARES)))
    space.overlay.choose("limit:power")
    settle()
    return made


def at(canvas: FloorCanvas, share: float) -> QPoint:
    """Return the place of a share on the scale, in the window."""
    strip = canvas.scale_strip
    scale = strip.places().scale
    on_strip = QPointF(scale.left() + scale.width() * share + 2, scale.center().y()).toPoint()
    return strip.mapTo(canvas.window(), on_strip)


def off(canvas: FloorCanvas, state: str) -> QPoint:
    places = canvas.scale_strip.places()
    return canvas.scale_strip.mapTo(canvas.window(), places.box_of(state).center().toPoint())


def point(canvas: FloorCanvas, where: QPoint) -> None:
    QTest.mouseMove(canvas.windowHandle(), where)
    settle()


def click(canvas: FloorCanvas, where: QPoint, modifiers: Qt.KeyboardModifier = WITHOUT) -> None:
    QTest.mouseClick(canvas.windowHandle(), LEFT, modifiers, where)
    settle()


def drag(canvas: FloorCanvas, start: float, end: float) -> None:
    handle = canvas.windowHandle()
    QTest.mousePress(handle, LEFT, WITHOUT, at(canvas, start))
    QTest.mouseMove(handle, at(canvas, (start + end) / 2))
    QTest.mouseMove(handle, at(canvas, end))
    QTest.mouseRelease(handle, LEFT, WITHOUT, at(canvas, end))
    settle()


def of_rack(canvas: FloorCanvas, rack_id: str) -> QImage:
    box = canvas.view.mapFromScene(canvas.floor.racks[rack_id].sceneBoundingRect()).boundingRect()
    return canvas.view.viewport().grab().toImage().copy(box)


def pixels(image: QImage, colour: str) -> int:
    wanted = QColor(colour).rgb()
    return sum(
        image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height())
    )


@pytest.mark.parametrize("from_far", [False, True])
def test_a_bin_pointed_at_outlines_its_racks(
    canvas: FloorCanvas, space: Workspace, from_far: bool
) -> None:
    if from_far:
        canvas.view.look_at(QPointF(4_200, 5_100), FAR_BELOW * 0.99)
    space.select(())
    before = pixels(of_rack(canvas, "A02"), space.theme.text)
    point(canvas, at(canvas, 0.8))
    assert space.overlay.picks.lit == {"A02"}
    assert pixels(of_rack(canvas, "A02"), space.theme.text) > before + 20
    point(canvas, off(canvas, "over"))
    assert space.overlay.picks.lit == {"A03"}
    point(canvas, off(canvas, "open"))
    assert space.overlay.picks.lit == {"A04"}
    point(canvas, middle(canvas, "A01"))
    assert space.overlay.picks.lit == frozenset()
    assert pixels(of_rack(canvas, "A02"), space.theme.text) == before


def test_a_tip_counts_the_racks_of_a_bin_and_names_them(
    canvas: FloorCanvas, space: Workspace
) -> None:
    point(canvas, at(canvas, 0.8))
    assert QToolTip.text().startswith("1 rack from 80 to 85 %: A02")
    point(canvas, at(canvas, 0.3))
    assert QToolTip.text() == "no rack from 30 to 35 %"
    point(canvas, off(canvas, "over"))
    assert QToolTip.text().startswith("1 over its limit: A03")
    space.overlay.choose("limit:mass")
    shown = space.overlay.shown
    assert shown is not None
    assert bin_words(space, shown, 5) == "5 racks from 25 to 30 %: A01, A02, A03, A04, B01"


def test_a_click_selects_the_racks_of_a_bin(canvas: FloorCanvas, space: Workspace) -> None:
    click(canvas, at(canvas, 0.2))
    assert space.selection == ("A01",)
    click(canvas, off(canvas, "over"), Qt.KeyboardModifier.ShiftModifier)
    assert space.selection == ("A01", "A03")
    click(canvas, at(canvas, 0.5))
    assert space.selection == ("B01",)
    click(canvas, at(canvas, 0.9))
    assert space.selection == ("B01",), "a bin without racks selects nothing else"
    assert space.overlay.picks.span is None


@pytest.mark.parametrize("from_far", [False, True])
def test_a_drag_dims_the_racks_outside(
    canvas: FloorCanvas, space: Workspace, from_far: bool
) -> None:
    if from_far:
        canvas.view.look_at(QPointF(4_200, 5_100), FAR_BELOW * 0.99)
    shaded = pixels(of_rack(canvas, "A02"), shade(0.8))
    drag(canvas, 0.65, 0.15)
    picks = space.overlay.picks
    assert picks.span == (3, 13)
    assert picks.dimmed == {"A02", "A03", "A04"}
    assert space.selection == ()
    assert pixels(of_rack(canvas, "A02"), shade(0.8)) < shaded * 0.1
    assert pixels(of_rack(canvas, "B01"), shade(0.5)) > 0
    strip = canvas.scale_strip
    marks = marks_of(
        strip.width(), strip.height(), lambda painter: strip.render(painter, QPoint(0, 0))
    )
    assert "2 of 5 racks, 15 to 70 % (Esc: all)" in texts(marks)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert (picks.span, picks.dimmed) == (None, frozenset())
    settle()
    assert pixels(of_rack(canvas, "A02"), shade(0.8)) == shaded


@pytest.mark.parametrize("how", ["beside", "floor", "other", "off", "esc"])
def test_what_ends_a_filter(canvas: FloorCanvas, space: Workspace, how: str) -> None:
    drag(canvas, 0.1, 0.4)
    assert space.overlay.picks.dimmed
    strip = canvas.scale_strip
    if how == "beside":
        click(canvas, strip.mapTo(canvas.window(), QPoint(4, 4)))
    elif how == "floor":
        click(canvas, canvas.view.mapTo(canvas.window(), QPoint(12, canvas.view.height() - 12)))
    elif how == "other":
        space.overlay.choose("limit:mass")
    elif how == "off":
        space.overlay.toggle()
    else:
        QTest.keyClick(strip, Qt.Key.Key_Escape)
    assert (space.overlay.picks.span, space.overlay.picks.dimmed) == (None, frozenset())


def test_a_preview_of_another_overlay_keeps_the_filter_for_later(
    canvas: FloorCanvas, space: Workspace
) -> None:
    drag(canvas, 0.1, 0.4)
    space.overlay.preview("limit:mass")
    assert space.overlay.picks.dimmed == frozenset()
    space.overlay.preview(None)
    assert space.overlay.picks.dimmed == {"A02", "A03", "A04", "B01"}


def test_a_filter_follows_the_report_and_a_new_item(canvas: FloorCanvas, space: Workspace) -> None:
    drag(canvas, 0.1, 0.4)
    space.report_store.accept(
        space.document.revision, report_of(*reports({**SHARES, "A01": 0.9, "A02": 0.3}))
    )
    settle()
    assert space.overlay.picks.dimmed == {"A01", "A03", "A04", "B01"}
    canvas.floor.reload()
    assert "A01" in canvas.floor.marks.dimmed
    assert "A02" not in canvas.floor.marks.dimmed


def test_only_racks_that_change_are_painted_again(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    point(canvas, middle(canvas, "A01"))
    painted: list[str] = []
    paint = rack_item.paint_rack_top

    def counted(
        painter: QPainter, rect: QRectF, drawing: RackDrawing, *rest: Any, **how: Any
    ) -> None:
        painted.append(drawing.name)
        paint(painter, rect, drawing, *rest, **how)

    monkeypatch.setattr(rack_item, "paint_rack_top", counted)
    point(canvas, at(canvas, 0.8))
    assert "A02" in painted
    assert set(painted) <= {"A01", "A02", "A03"}, "neighbours touch it, no more are painted"
    painted.clear()
    point(canvas, at(canvas, 0.82))
    assert painted == [], "the pointer is in the same bin"


def test_arrows_step_while_the_scale_has_the_keyboard(
    canvas: FloorCanvas, space: Workspace
) -> None:
    overlay, strip = space.overlay, canvas.scale_strip
    known = [one.id for one in overlay.all()]
    click(canvas, at(canvas, 0.2))
    assert strip.hasFocus()
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert overlay.chosen == known[(known.index("limit:power") + 1) % len(known)]
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert overlay.chosen == "limit:power"
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert overlay.chosen == known[(known.index("limit:power") - 1) % len(known)]
    assert space.selection == ("A01",), "no rack has moved, and none is chosen"
    assert space.document.design.racks[0].x_mm == 3000
    overlay.choose("")
    assert canvas.view.hasFocus(), "what hides leaves the keyboard to the floor"


def test_arrows_on_the_floor_step_if_nothing_is_selected(
    canvas: FloorCanvas, space: Workspace
) -> None:
    overlay = space.overlay
    QTest.keyClick(canvas.view, Qt.Key.Key_Right)
    after = overlay.chosen
    assert after != "limit:power"
    QTest.keyClick(canvas.view, Qt.Key.Key_Left)
    assert (overlay.chosen, space.selection) == ("limit:power", ())
    space.select(("A01",))
    x = space.layout().racks["A01"].x_mm
    QTest.keyClick(canvas.view, Qt.Key.Key_Left)
    assert overlay.chosen == "limit:power"
    assert space.layout().racks["A01"].x_mm < x, "arrows move what is selected"
    space.select(())
    overlay.choose("")
    QTest.keyClick(canvas.view, Qt.Key.Key_Right)
    assert len(space.selection) == 1, "without an overlay arrows choose a rack"


def test_bins_by_keyboard(canvas: FloorCanvas, space: Workspace) -> None:
    strip, picks = canvas.scale_strip, space.overlay.picks
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Up)
    assert picks.lit == {"A01"}
    QTest.keyClick(strip, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert picks.lit == {"B01"}
    assert picks.dimmed == {"A02", "A03", "A04"}
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert space.selection == ("B01",)
    QTest.keyClick(strip, Qt.Key.Key_Escape)
    assert picks.span is None
    for _ in range(9):
        QTest.keyClick(strip, Qt.Key.Key_Up)
    assert picks.lit == {"A04"}, "what is off the scale comes last"
    QTest.keyClick(strip, Qt.Key.Key_Space)
    assert picks.span is None, "what is off the scale is no part of it to filter by"


def test_other_keys_go_to_the_floor(canvas: FloorCanvas, space: Workspace) -> None:
    click(canvas, at(canvas, 0.2))
    QTest.keyClick(canvas.scale_strip, Qt.Key.Key_Delete)
    assert "A01" not in space.layout().racks


def test_arrows_step_in_the_chooser(qtbot: QtBot, canvas: FloorCanvas, space: Workspace) -> None:
    chip = OverlayChip(space.overlay)
    qtbot.addWidget(chip)
    chip.show()
    QTest.keyClick(chip, Qt.Key.Key_Right)
    after = space.overlay.chosen
    assert after != "limit:power"
    QTest.keyClick(chip, Qt.Key.Key_Left)
    assert space.overlay.chosen == "limit:power"
    menu = OverlayMenu(space.overlay)
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(next(one for one in menu.actions() if one.isChecked()))
    QTest.keyClick(menu, Qt.Key.Key_Right)
    active = menu.activeAction()
    assert active is not None
    assert active.data() == after
    assert space.overlay.shown is not None
    assert space.overlay.shown.id == after, "what is stepped to is shown at once"
    menu.close()


def test_parts_of_every_scale_have_words() -> None:
    every = {one.id: one for one in overlays(reports(SHARES))}
    last = BINS - 1
    assert span_words(every["limit:power"], 0, last) == "0 to 100 %"
    assert span_words(every["stranded"], 0, 0) == "0 to 2.5 kW"
    assert span_words(every["imbalance"], 0, last) == "0 to 50 %"
    assert span_words(every["inlet"], 0, 0) == "15 to 14.25 K"
    assert span_words(every["airflow"], last, last) == "14,250 to 15,000 m³/h"


def test_what_is_beyond_a_scale_is_in_its_last_part_too() -> None:
    beyond = Reading(2.0, 2.0, "known", "", "", "")
    assert bins_of(beyond) == (BINS - 1, "beyond")
    assert bins_of(NOTHING) == ("none",)
    assert bins_of(Reading(0.99, 1.0, "known", "", "", "")) == (BINS - 1,)


def test_a_press_that_is_let_go_elsewhere_selects_nothing(
    canvas: FloorCanvas, space: Workspace
) -> None:
    handle = canvas.windowHandle()
    QTest.mousePress(handle, LEFT, WITHOUT, off(canvas, "over"))
    QTest.mouseRelease(handle, LEFT, WITHOUT, off(canvas, "open"))
    QApplication.processEvents()
    assert space.selection == ()
