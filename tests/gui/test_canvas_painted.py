"""What is painted on floor and elevation: marks of selection and pointer, signs, pins, titles."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import put
from designer.engine.limit_report import Limit
from designer.engine.preview import Preview, RackPreview
from designer.model.design import Note
from designer.render.theme import METHOD_COLOURS, Theme
from designer.ui.kit.ghost_painter import paint_ghost
from designer.ui.state.drag_payload import encode_devices, encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation import view as elevation_view
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.zoomed_view import FAR_BELOW
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import WaitingClient, rack_report, report_of
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import at_u, middle, shown_canvas, shown_elevation


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    move(made.view.viewport(), QPoint(2, 2))
    return made


def picture(canvas: FloorCanvas) -> QImage:
    return canvas.view.viewport().grab().toImage()


def place(canvas: FloorCanvas, rack_id: str) -> QRect:
    """Return where a rack is, in pixels of the viewport, with a pixel around."""
    box = canvas.floor.racks[rack_id].sceneBoundingRect()
    return canvas.view.mapFromScene(box).boundingRect().adjusted(-1, -1, 1, 1)


def of_rack(canvas: FloorCanvas, rack_id: str) -> QImage:
    return picture(canvas).copy(place(canvas, rack_id))


def pixels(image: QImage) -> np.ndarray:
    """Return red, green and blue of each pixel, by line and place."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1, 4)
    return found[:, : plain.width(), 2::-1].astype(int)


def near(image: QImage, colour: str, apart: int = 40) -> int:
    """Return how many pixels are about of a colour."""
    wanted = QColor(colour)
    away = np.abs(pixels(image) - (wanted.red(), wanted.green(), wanted.blue())).sum(axis=2)
    return int((away <= apart).sum())


def test_a_rack_is_marked_while_it_or_what_it_holds_is_selected(
    canvas: FloorCanvas, space: Workspace
) -> None:
    accent = space.theme.accent
    plain = {key: of_rack(canvas, key) for key in canvas.floor.racks}
    for keys, marked in (
        (("A02",), {"A02"}), (("B03/n1",), {"B03"}), (("leaf-1", "B04"), {"A01", "B04"}), ((), ()),
    ):  # fmt: skip
        space.select(keys)
        now = {key: of_rack(canvas, key) for key in canvas.floor.racks}
        assert all(near(now[key], accent) > near(plain[key], accent) + 150 for key in marked)
        rows = {key[0] for key in marked}
        assert all(now[key] == plain[key] for key in now if key[0] not in rows)


def far(canvas: FloorCanvas) -> None:
    canvas.view.look_at(QPointF(4_200, 5_100), FAR_BELOW * 0.99)
    QApplication.processEvents()


def limit(state: str) -> Limit:
    return Limit.model_validate(
        {"name": "power", "label": "", "used": 1.0, "limit": 2.0, "unit": "kW", "state": state}
    )


def test_from_far_away_racks_have_the_colour_of_their_cooling_and_a_sign_of_their_limits(
    canvas: FloorCanvas, space: Workspace, theme_colours: dict[str, str]
) -> None:
    far(canvas)
    states = {"A01": "ok", "A02": "warning", "A03": "error", "A04": "unknown"}
    space.report_store.accept(
        1,
        report_of(
            *(rack_report(key, 10.0, limits=(limit(state),)) for key, state in states.items()),
            rack_report("B01", 10.0, "room-air", limits=(limit("ok"),)),
        ),
    )
    QApplication.processEvents()
    found = {key: of_rack(canvas, key) for key in ("A01", "A02", "A03", "A04", "B01", "B02")}
    assert near(found["A01"], METHOD_COLOURS["rear-door"]) > 10
    assert near(found["B01"], METHOD_COLOURS["room-air"]) > 10
    assert near(found["B02"], METHOD_COLOURS["room-air"]) == 0, "of it nothing is known yet"
    for key, colour in (("A02", "warning"), ("A03", "error"), ("A04", "text")):
        seen = {other: near(image, theme_colours[colour]) for other, image in found.items()}
        assert seen[key] > 4 * max(seen["A01"], seen["B02"], 2), (key, seen)
    low = found["A03"].copy(0, found["A03"].height() // 2, 99, 99)
    assert near(low, theme_colours["error"]) == near(found["A03"], theme_colours["error"])


@pytest.fixture
def theme_colours(space: Workspace) -> dict[str, str]:
    theme: Theme = space.theme
    return {"warning": theme.warning, "error": theme.error, "text": theme.text}


def test_from_far_away_the_selection_is_outlined(canvas: FloorCanvas, space: Workspace) -> None:
    far(canvas)
    plain = picture(canvas)
    accent = space.theme.accent
    assert near(plain, accent) == near(picture(canvas), accent)
    space.select(("A02", "B04"))
    QApplication.processEvents()
    marked = {key: near(of_rack(canvas, key), accent) for key in ("A02", "B04", "B01")}
    assert marked["A02"] > 10
    assert marked["B04"] > 10
    assert marked["B01"] == 0
    space.select(())
    QApplication.processEvents()
    assert picture(canvas) == plain


def test_a_note_is_a_disc_at_its_place(canvas: FloorCanvas, space: Workspace) -> None:
    at = canvas.view.mapFromScene(QPointF(6_900, 5_000))
    around = QRect(at - QPoint(12, 12), at + QPoint(12, 12))
    assert near(picture(canvas).copy(around), space.theme.accent) == 0
    assert space.apply("x", put("notes", Note(id="n", text="ramp", x_mm=6_900, y_mm=5_000)))
    assert canvas.view.mapFromScene(QPointF(6_900, 5_000)) == at
    disc = picture(canvas).copy(around)
    assert near(disc, space.theme.accent) > 80
    assert near(disc, space.theme.background) > near(disc.copy(0, 0, 4, 4), space.theme.background)
    assert near(disc.copy(0, 0, 3, 3), space.theme.accent) == 0, "round, not a box"


def test_the_ghost_stands_where_the_rack_would(canvas: FloorCanvas, space: Workspace) -> None:
    view = canvas.view
    before = picture(canvas)
    drag = SentDrag(view.viewport(), encode_part("rack"))
    at = view.mapFromScene(QPointF(6_900, 5_000))
    assert drag.enter(at)
    plan = view.preview.plan
    assert plan is not None
    (left, top, right, low) = plan.boxes[0]
    box = QRect(view.mapFromScene(left, top), view.mapFromScene(right, low))
    view.card.hide()
    view.guides.hide()  # lines to what it stands in line with, across the whole floor
    after = picture(canvas)
    around = box.adjusted(-150, -150, 150, 150).intersected(before.rect())
    there = box.adjusted(-3, -3, 3, 3).translated(-around.topLeft())
    changed = (pixels(before.copy(around)) != pixels(after.copy(around))).any(axis=2)
    ys, xs = changed.nonzero()
    assert there.top() <= ys.min() <= ys.max() <= there.bottom()
    assert there.left() <= xs.min() <= xs.max() <= there.right()
    assert len(xs) > 0.8 * box.width() * box.height()
    drag.leave()
    assert picture(canvas) == before


def ink(image: QImage) -> int:
    """Return how many pixels differ from the corner."""
    found = pixels(image)
    return int((found != found[0, 0]).any(axis=2).sum())


def test_each_face_has_its_title_above_it_and_the_chosen_device_its_mark(
    qtbot: QtBot, space: Workspace
) -> None:
    panel: ElevationPanel = shown_elevation(qtbot, space)
    view = panel.view
    plain = view.grab().toImage()
    titles = []
    for box in view.faces.boxes.values():
        strip = QRect(round(box.left()) + 1, 2, round(box.width()) - 2, round(box.top()) - 4)
        titles.append(plain.copy(strip))
    assert all(ink(title) > 20 for title in titles)
    assert titles[0] != titles[1]
    accent = space.theme.accent
    space.select(("node-2",))
    chosen = view.grab().toImage()
    assert near(chosen, accent) > near(plain, accent) + 100
    space.select(("A01",))
    move(view, at_u(panel, 8))
    lit = view.grab().toImage()
    assert lit != plain
    move(view, at_u(panel, 70))
    assert view.grab().toImage() == plain


def differ_by(one: QImage, other: QImage) -> int:
    """Return by how much two pictures of one size differ at most, of 255 levels."""
    assert one.size() == other.size()
    levels = (bytes(picture.constBits()) for picture in (one, other))
    return max(abs(a - b) for a, b in zip(*levels, strict=True))


def test_the_ghost_in_the_elevation_stands_on_the_face_that_is_meant(
    qtbot: QtBot, space: Workspace
) -> None:
    panel: ElevationPanel = shown_elevation(qtbot, space)
    view = panel.view
    plain = view.grab().toImage()
    drag = SentDrag(view, encode_part("node"))
    assert drag.enter(at_u(panel, 60))
    view.card.hide()
    ghost = view.grab().toImage()
    front, rear = (box.toRect() for box in view.faces.boxes.values())
    assert differ_by(ghost.copy(rear), plain.copy(rear)) <= 3, "by the rounding of two layers"
    assert differ_by(ghost.copy(front), plain.copy(front)) > 30
    drag.leave()
    assert view.grab().toImage() == plain


def test_a_rack_under_the_pointer_is_lit_and_a_theme_paints_all_anew(
    canvas: FloorCanvas, space: Workspace
) -> None:
    plain = of_rack(canvas, "B02")
    move(canvas.view.viewport(), middle(canvas, "B02"))
    assert of_rack(canvas, "B02") != plain
    QTest.mouseMove(canvas.view.viewport(), QPoint(2, 2))
    move(canvas.view.viewport(), QPoint(2, 2))
    assert of_rack(canvas, "B02") == plain


def test_ghosts_in_the_elevation_span_their_units_and_the_first_has_the_words(
    qtbot: QtBot, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = shown_elevation(qtbot, space)
    view, ghosts = panel.view, list[tuple[QRectF, bool, str]]()

    def note(
        painter: object, box: QRectF, theme: Theme, ok: bool, words: str, **more: bool
    ) -> None:
        ghosts.append((QRectF(box), ok, words))
        paint_ghost(painter, box, theme, ok, words, **more)  # type: ignore[arg-type] # only passed on

    monkeypatch.setattr(elevation_view, "paint_ghost", note)
    space.select(("node-1", "node-2"))
    drag = SentDrag(view, encode_devices(("node-1", "node-2")))
    assert drag.enter(at_u(panel, 50))
    ghosts.clear()
    view.grab()
    assert [(ok, words) for _, ok, words in ghosts] == [(True, "U25–U32"), (True, "")]
    units = [at_u(panel, half_u) for half_u in (50, 65)]
    assert all(ghosts[0][0].contains(QPointF(at)) for at in units)
    assert not any(ghosts[0][0].contains(QPointF(at_u(panel, at))) for at in (49, 66))
    assert ghosts[1][0].height() == pytest.approx(ghosts[0][0].height())
    drag.leave()
    drag = SentDrag(view, encode_part("node"))
    assert drag.enter(at_u(panel, 12))
    ghosts.clear()
    view.grab()
    ((_, ok, words),) = ghosts
    assert not ok
    assert "held by node-1" in words


def test_the_answer_of_the_engine_fills_the_card_of_the_elevation(
    qtbot: QtBot, space: Workspace
) -> None:
    panel, client = shown_elevation(qtbot, space), space.client
    assert isinstance(client, WaitingClient)
    assert SentDrag(panel.view, encode_part("node")).enter(at_u(panel, 60))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    assert panel.view.card.words().splitlines()[1:] == ["sizing…"]
    before, after = rack_report("A01", 30.6), rack_report("A01", 40.8)
    told = RackPreview(id="A01", before=before, after=after)
    client.previewed.emit(Preview(preview=1, racks=(told,)))
    assert "30.6 → 40.8" in panel.view.card.words()


def test_a_limit_is_painted_with_its_name_its_figures_and_a_bar_of_its_state(
    qtbot: QtBot, space: Workspace
) -> None:
    panel = shown_elevation(qtbot, space)

    def painted(limit: Limit) -> QImage:
        space.report_store.accept(
            painted.number, report_of(rack_report("A01", 1.0, limits=(limit,)))
        )
        painted.number += 1
        QApplication.processEvents()
        panel.refresh()
        return panel.limits.grab().toImage()

    painted.number = 1
    usual = Limit(
        name="power", group="power", label="Power", used=10.0, limit=40.0, unit="kW", state="ok"
    )
    first = painted(usual)
    assert painted(usual.evolve(label="Mass")) != first
    assert painted(usual.evolve(unit="kN")) != first
    full = painted(usual.evolve(used=40.0, limit=40.0))
    ok, error = space.theme.ok, space.theme.error
    assert near(full, ok) > 3 * near(first, ok) > 0
    over = painted(usual.evolve(used=50.0, state="error"))
    assert near(over, error) > near(first, error) + near(first, ok)
    assert near(over, ok) == 0
    assert painted(usual) == first


def test_what_was_known_of_a_rack_is_no_longer_painted_when_it_is_lost(
    canvas: FloorCanvas, space: Workspace
) -> None:
    plain = of_rack(canvas, "A02")
    shown = rack_report("A02", 40.8, limits=(limit("error"),))
    for number, (report, same) in enumerate(
        ((report_of(shown), False), (report_of(), True), (report_of(shown), False)), start=1
    ):
        space.report_store.accept(number, report)
        QApplication.processEvents()
        assert (of_rack(canvas, "A02") == plain) is same


def test_keys_that_mean_nothing_here_are_left_to_the_window(canvas: FloorCanvas) -> None:
    for key, taken in ((Qt.Key.Key_F7, False), (Qt.Key.Key_Left, True), (Qt.Key.Key_Space, True)):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(canvas.view, event)
        assert event.isAccepted() is taken
        QApplication.sendEvent(
            canvas.view, QKeyEvent(QEvent.Type.KeyRelease, key, Qt.KeyboardModifier.NoModifier)
        )


@pytest.mark.parametrize(("wide", "high"), [(1_000, 700), (700, 400), (330, 150)])
def test_legend_and_minimap_float_in_corners_as_there_is_room(
    qtbot: QtBot, space: Workspace, wide: int, high: int
) -> None:
    canvas = shown_canvas(qtbot, space)
    for fitted in (True, False):
        canvas.resize(1_000, 700)
        QApplication.processEvents()
        if fitted:
            canvas.fit_all()
        else:
            canvas.view.look_at(QPointF(20_000, 20_000), 0.1)
        canvas.resize(wide, high)
        QApplication.processEvents()
        inside, small = canvas.view.rect(), canvas.minimap.geometry()
        assert inside.contains(small)
        assert inside.bottomRight().x() - small.right() == inside.bottomRight().y() - small.bottom()
        floating = {(box.x(), box.y()) for box in canvas.view.covered}
        assert (small.x(), small.y()) in floating
        legend = canvas.legend.geometry()
        assert canvas.legend.isVisible() is (high > 150)
        if canvas.legend.isVisible():
            assert inside.contains(legend)
            assert not legend.intersects(small)
            assert (legend.x(), legend.y()) in floating
        else:
            assert len(floating) == 1


def test_rulers_count_metres_from_the_corner_of_the_room(
    canvas: FloorCanvas, space: Workspace
) -> None:
    top, left = canvas._top, canvas._left
    assert top._text_box(200, 20) is not None
    assert top._text_box(3, 20) is None, "an end of the ruler would cut it"
    assert top._text_box(top.width() - 3, 20) is None
    assert left._text_box(200, 20) is not None
    assert left._text_box(1, 20) is None
    assert left._text_box(left.height() - 1, 20) is None
    tile = space.document.design.room.tile_mm
    canvas.view.look_at(QPointF(6_000, 6_000), 0.1)
    x0, y0 = space.document.design.room.outline[0]

    def across(mm: float) -> tuple[int, int]:
        return canvas.view.mapFromScene(x0 + mm, 0).x(), top.height() - 3

    def down(mm: float) -> tuple[int, int]:
        return left.width() - 3, canvas.view.mapFromScene(0, y0 + mm).y()

    for image, at in ((top.grab().toImage(), across), (left.grab().toImage(), down)):
        ground = image.pixelColor(*at(10.5 * tile))
        for number in range(7, 14):
            x, y = at(number * tile)
            seen = [image.pixelColor(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            assert any(colour != ground for colour in seen), "a stroke at every tile"
