"""Overlays on the floor: what shades racks, near and far, the scale, the menu, the keys."""

import pyqtgraph
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QCursor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.engine.network_report import FabricReport, PortsTaken
from designer.render.overlay_bins import histogram
from designer.render.overlay_painter import CIVIDIS, ink_on, paint_reading, shade
from designer.render.overlays import NOTHING, Reading
from designer.render.theme import DARK, METHOD_COLOURS
from designer.ui.commands.overlay_menu import NONE, OverlayMenu
from designer.ui.state.tips import rack_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.row_blocks import BLOCKS_BELOW, Stands, blocks
from designer.ui.views.floor.zoomed_view import FAR_BELOW
from designer.ui.window.overlay_chip import OverlayChip
from tests.helpers.canvas_space import report_of
from tests.helpers.crowded_room import settle
from tests.helpers.marks import marks_of, texts
from tests.helpers.shaded_racks import SHARES, reports
from tests.helpers.shown_views import shown_canvas


@pytest.fixture(autouse=True)
def _away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(-500, -500))


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    space.report_store.accept(space.document.revision, report_of(*reports(SHARES)))
    settle()
    return made


def of_rack(canvas: FloorCanvas, rack_id: str) -> QImage:
    QApplication.processEvents()
    box = canvas.view.mapFromScene(canvas.floor.racks[rack_id].sceneBoundingRect()).boundingRect()
    return canvas.view.viewport().grab().toImage().copy(QRect(box))


def count(image: QImage, colour: str, apart: int = 12) -> int:
    wanted = QColor(colour)
    return sum(
        abs(c.red() - wanted.red())
        + abs(c.green() - wanted.green())
        + abs(c.blue() - wanted.blue())
        <= apart
        for x in range(image.width())
        for y in range(image.height())
        for c in (image.pixelColor(x, y),)
    )


def far(canvas: FloorCanvas) -> None:
    canvas.view.look_at(QPointF(4_200, 5_100), FAR_BELOW * 0.99)


@pytest.mark.parametrize("from_far", [False, True])
def test_racks_have_the_shade_of_their_share(
    canvas: FloorCanvas, space: Workspace, from_far: bool
) -> None:
    if from_far:
        far(canvas)
    space.overlay.choose("limit:power")
    for key, share in SHARES.items():
        image = of_rack(canvas, key)
        area = image.width() * image.height()
        if share is None:
            assert max(count(image, shade(step / 64)) for step in range(65)) < area * 0.2
        elif share > 1:
            assert count(image, space.theme.error) > area * 0.2
        else:
            assert count(image, shade(share)) > area * 0.4
    space.overlay.choose("")
    assert count(of_rack(canvas, "A01"), METHOD_COLOURS["rear-door"]) > 10
    assert count(of_rack(canvas, "A02"), shade(0.8)) == 0


def test_racks_with_switches_are_shaded_by_the_ports_of_the_fullest(
    canvas: FloorCanvas, space: Workspace
) -> None:
    def state(taken: int, *racks: str) -> PortsTaken:
        return PortsTaken(racks=racks, taken=taken, ports=64)

    def show(*some: PortsTaken) -> None:
        fabric = FabricReport(id="c", name="Compute", ports_taken=some)
        shown = report_of(*reports(SHARES)).evolve(fabrics=(fabric,))
        space.report_store.accept(space.document.revision, shown)
        settle()

    show(state(16, "A01", "A02"), state(48, "A02"), state(72, "A03"))
    space.overlay.choose("ports")
    for rack, colour in (
        ("A01", shade(0.25)), ("A02", shade(0.75)), ("A03", space.theme.error),
    ):  # fmt: skip
        image = of_rack(canvas, rack)
        assert count(image, colour) > image.width() * image.height() * 0.2, rack
    bare = of_rack(canvas, "B01")
    area = bare.width() * bare.height()
    assert max(count(bare, shade(step / 64)) for step in range(65)) < area * 0.2
    said = canvas.scale_strip.accessibleDescription()
    assert said == "2 racks from 0 to limit, 1 over its limit, 2 without such a load"
    assert "Ports of switches: 48 of 64 ports of a switch of Compute" in rack_tip(space, "A02")
    menu = OverlayMenu(space.overlay)
    menu.aboutToShow.emit()
    assert "Ports of switches\tover, 112 %" in [action.text() for action in menu.actions()]
    show(state(64, "A01"))
    assert count(of_rack(canvas, "A01"), shade(1.0)) > 100, "racks of before are read anew"


def test_a_new_report_is_shaded_at_once(canvas: FloorCanvas, space: Workspace) -> None:
    space.overlay.choose("limit:power")
    before = canvas.scale_strip.accessibleDescription()
    space.report_store.accept(
        space.document.revision, report_of(*reports({**SHARES, "A03": 0.9, "A04": 0.1}))
    )
    settle()
    assert count(of_rack(canvas, "A03"), shade(0.9)) > 100
    assert "over" in before
    assert canvas.scale_strip.accessibleDescription() == "5 racks from 0 to limit"


def test_the_scale_says_what_is_off_it(canvas: FloorCanvas, space: Workspace) -> None:
    strip = canvas.scale_strip
    assert not strip.isVisible()
    assert canvas.legend.isVisible()
    space.overlay.choose("limit:power")
    assert strip.isVisible()
    assert not canvas.legend.isVisible()
    assert strip.accessibleName() == "Scale: Power, % of its limit"
    said = strip.accessibleDescription()
    assert said == "3 racks from 0 to limit, 1 over its limit, 1 cannot be said"
    settle()
    assert not strip.geometry().intersects(canvas.view.geometry())
    space.overlay.choose("limit:mass")
    assert strip.accessibleDescription() == "5 racks from 0 to limit"
    space.overlay.choose("")
    assert not strip.isVisible()
    assert canvas.legend.isVisible()


def test_a_fitted_floor_is_fitted_beside_the_strip(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.fit_standing()
    settle()
    for chosen in ("limit:power", "limit:mass", ""):
        space.overlay.choose(chosen)
        settle()
        assert canvas.view.is_fitted
        shown = canvas.view.mapFromScene(canvas.floor.standing()).boundingRect()
        assert canvas.view.viewport().rect().adjusted(-2, -2, 2, 2).contains(shown)


def test_the_strip_shows_words_and_scale_at_any_width(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.overlay.choose("limit:power")
    strip = canvas.scale_strip
    for wide in (480, 900, 1600):
        strip.resize(wide, strip.height())
        marks = marks_of(wide, strip.height(), lambda painter: strip.render(painter, QPoint(0, 0)))
        assert {"0", "limit", "Power, % of its limit"} <= set(texts(marks)), wide


def test_the_menu_tells_the_worst_of_each_and_previews(
    canvas: FloorCanvas, space: Workspace
) -> None:
    menu = OverlayMenu(space.overlay)
    menu.aboutToShow.emit()
    lines = {a.text().partition("\t")[0]: a for a in menu.actions() if not a.isSeparator()}
    assert lines["Power"].text() == "Power\tover, 120 %, 1 cannot be said"
    assert lines["Mass"].text() == "Mass\t25 %"
    assert lines[NONE].isChecked()
    menu.hovered.emit(lines["Mass"])
    assert space.overlay.shown is not None
    assert (space.overlay.shown.id, space.overlay.chosen) == ("limit:mass", "")
    menu.aboutToHide.emit()
    assert space.overlay.shown is None
    lines["Power"].trigger()
    assert space.overlay.chosen == "limit:power"
    menu.aboutToShow.emit()
    checked = [action.text().partition("\t")[0] for action in menu.actions() if action.isChecked()]
    assert checked == ["Power"]


def test_the_menu_of_an_empty_room_lists_no_overlay(canvas: FloorCanvas, space: Workspace) -> None:
    space.report_store.accept(space.document.revision, report_of())
    menu = OverlayMenu(space.overlay)
    menu.aboutToShow.emit()
    told = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert told == [NONE, "no rack has a load yet"]


def test_a_value_that_has_no_room_is_left_out() -> None:
    reading = Reading(0.5, 0.5, "known", "50 %", "1,234.5", "")

    def written(wide: float, high: float) -> list[str]:
        body = QRectF(0, 0, wide, high)
        return texts(
            marks_of(
                int(wide), int(high), lambda p: paint_reading(p, body, "A01", reading, DARK, 1.0)
            )
        )

    assert written(80, 60) == ["A01", "50 %", "1,234.5"]
    assert written(30, 60) == ["A01", "50 %"], "shrunk to its width the value is not read"
    assert written(80, 28) == ["A01", "50 %"], "three lines are too low to be read"
    assert written(80, 13) == ["A01"], "after the value the per cent goes, the name last"


def test_a_long_name_loses_its_middle_rather_than_the_reading() -> None:
    reading = Reading(0.5, 0.5, "known", "50 %", "1,234.5", "")
    body, name = QRectF(0, 0, 80, 60), "Racks of the first computing hall, north A01"
    marks = marks_of(80, 60, lambda p: paint_reading(p, body, name, reading, DARK, 1.0))
    short, *others = texts(marks)
    assert others == ["50 %", "1,234.5"]
    assert (short[:2], short[-3:]) == ("Ra", "A01")
    assert "…" in short


def blocks_from(canvas: FloorCanvas) -> QImage:
    """Return row A from where racks are too small to be told apart: 2.4 pixels each."""
    canvas.view.look_at(QPointF(4_200, 5_100), BLOCKS_BELOW / 2)
    QApplication.processEvents()
    around = canvas.floor.bounds_of(("A01", "A02", "A03", "A04"))
    box = canvas.view.mapFromScene(around).boundingRect()
    return canvas.view.viewport().grab().toImage().copy(QRect(box))


@pytest.mark.parametrize(
    ("shares", "seen"),
    [
        ({"A01": 0.2, "A02": 0.9, "A03": 0.2, "A04": 0.2}, "fullest"),
        ({"A01": 0.2, "A02": 1.2, "A03": 0.2, "A04": 0.2}, "over"),
        ({"A01": 0.2, "A02": 0.9, "A03": 0.2, "A04": None}, "open"),
    ],
)
def test_a_row_of_tiny_racks_has_the_colour_of_its_worst(
    canvas: FloorCanvas, space: Workspace, shares: dict[str, float | None], seen: str
) -> None:
    """Their mean would be some 40 %, and hide the one that matters."""
    space.report_store.accept(space.document.revision, report_of(*reports(shares)))
    space.overlay.choose("limit:power")
    image = blocks_from(canvas)
    area = image.width() * image.height()
    assert count(image, shade(0.2)) == count(image, shade(0.4)) == 0
    if seen == "over":
        assert count(image, space.theme.error) > area * 0.5
    else:
        assert count(image, shade(0.9)) > area * 0.3
    assert (count(image, space.theme.text) > 0) is (seen == "open"), "a hatch"


def test_a_block_follows_report_filter_and_overlay(canvas: FloorCanvas, space: Workspace) -> None:
    space.overlay.choose("limit:power")
    assert count(blocks_from(canvas), space.theme.error) > 0
    space.overlay.picks.keep(0, 4)
    image = blocks_from(canvas)
    assert count(image, space.theme.error) == 0, "what is filtered out is no rack of the block"
    assert count(image, shade(0.2)) > 0
    space.overlay.picks.clear()
    space.report_store.accept(
        space.document.revision, report_of(*reports(dict.fromkeys(SHARES, 0.5)))
    )
    settle()
    assert count(blocks_from(canvas), shade(0.5)) > 0
    space.overlay.choose("limit:mass")
    assert count(blocks_from(canvas), shade(0.25)) > 0
    space.overlay.choose("")
    assert count(blocks_from(canvas), METHOD_COLOURS["rear-door"]) > 0


def test_a_gap_ends_a_block() -> None:
    def stands(row: str, x: float, share: float, y: float = 0) -> Stands:
        return Stands(row, QRectF(x, y, 600, 1200), Reading(share, share, "known", "", "", ""))

    racks = [stands("A", x, x / 10_000) for x in (0, 600, 1_900, 2_500, 3_100)]
    found = list(blocks([*racks, stands("B", 0, 0.1, 3_000), stands("B", 0, 0.2, 4_200)]))
    assert [(one.box.left(), one.box.width(), one.share) for one in found] == [
        (0, 1_200, 0.06), (1_900, 1_800, 0.31), (0, 600, 0.2),
    ]  # fmt: skip
    surely = Reading(0.7, 2.0, "open", "", "", "")
    (unsure,) = blocks([stands("A", 0, 0.3), Stands("A", QRectF(600, 0, 600, 1200), surely)])
    assert (unsure.share, unsure.unsure, unsure.is_over) == (0.7, True, False)


def test_keys_switch_and_step(canvas: FloorCanvas, space: Workspace) -> None:
    overlay = space.overlay
    overlay.toggle()
    assert overlay.chosen == overlay.all()[0].id
    overlay.step()
    assert overlay.chosen == overlay.all()[1].id
    second = overlay.chosen
    overlay.toggle()
    assert overlay.chosen == ""
    overlay.toggle()
    assert overlay.chosen == second, "the last one comes back"
    overlay.step(-2)
    assert overlay.chosen == overlay.all()[-1].id


def test_an_overlay_that_is_gone_comes_back_with_its_limit(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.overlay.choose("limit:power")
    bare = [one.evolve(limits=one.limits[1:]) for one in reports(SHARES)]
    space.report_store.accept(space.document.revision, report_of(*bare))
    settle()
    assert space.overlay.shown is None
    assert not canvas.scale_strip.isVisible()
    space.report_store.accept(space.document.revision, report_of(*reports(SHARES)))
    settle()
    assert space.overlay.shown is not None


def test_a_rack_of_which_nothing_is_sized_cannot_be_said(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.overlay.choose("limit:power")
    reading = space.overlay.reading(space.rack_report("B02"))
    assert reading is not None
    assert (reading.state, reading.text) == ("open", "not sized yet")


def test_a_tip_says_what_shades_the_rack(canvas: FloorCanvas, space: Workspace) -> None:
    assert "0.8 of it" not in rack_tip(space, "A02")
    space.overlay.choose("limit:power")
    assert "Power: 0.8 of it" in rack_tip(space, "A02").splitlines()


def test_the_chip_names_what_is_shown(qtbot: QtBot, canvas: FloorCanvas, space: Workspace) -> None:
    chip = OverlayChip(space.overlay)
    qtbot.addWidget(chip)
    assert (chip.accessibleName(), chip.isChecked()) == ("Overlay: none", False)
    space.overlay.choose("limit:mass")
    assert (chip.accessibleName(), chip.isChecked()) == ("Overlay: Mass", True)
    with qtbot.waitSignal(chip.chosen):
        chip._menu.refresh()
        next(action for action in chip._menu.actions() if action.data()).trigger()


def test_shades_are_those_of_the_published_map() -> None:
    table = pyqtgraph.colormap.get("cividis").getLookupTable(nPts=256)
    for number, colour in enumerate(CIVIDIS):
        wanted = table[round(number * 255 / 16)][:3]
        assert QColor(colour).getRgb()[:3] == tuple(int(v) for v in wanted)
    for step in range(257):
        mine, wanted = QColor(shade(step / 256)), table[min(step, 255)]
        given = (mine.red(), mine.green(), mine.blue())
        assert max(abs(int(a) - int(b)) for a, b in zip(given, wanted[:3], strict=True)) <= 12
    assert (shade(-1), shade(7)) == (CIVIDIS[0], CIVIDIS[-1])


def test_letters_are_read_on_every_shade() -> None:
    def luminance(colour: str) -> float:
        parts = [v / 255 for v in QColor(colour).getRgb()[:3]]  # type: ignore[index]  # a tuple
        red, green, blue = (
            v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for step in range(65):
        ground, ink = luminance(shade(step / 64)), luminance(ink_on(shade(step / 64)))
        light, dark = max(ground, ink), min(ground, ink)
        assert (light + 0.05) / (dark + 0.05) >= 4, step


def test_a_histogram_counts_what_is_on_the_scale() -> None:
    readings = [Reading(x, x, "known", "", "", "") for x in (0.0, 0.04, 0.5, 1.0, 3.0)]
    bins = histogram([*readings, NOTHING, Reading(2.0, 2.0, "over", "", "", "")])
    assert (bins[0], bins[10], bins[-1], sum(bins)) == (2, 1, 2, 5)


def test_names_stand_in_the_narrowest_racks(canvas: FloorCanvas, space: Workspace) -> None:
    """Letters that fill the width to the last would be left out for a rounding."""
    space.overlay.choose("limit:mass")
    for wide in range(24, 60):
        scale = wide / 600
        canvas.view.look_at(QPointF(4_200, 4_000), scale)
        image = of_rack(canvas, "A02").copy(QRectF(2, 2, wide - 4, wide * 0.75).toRect())
        assert count(image, ink_on(shade(0.25)), 200) > 3, wide
