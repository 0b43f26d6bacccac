"""Notices float over the drawing: it stays where it is, and a fit leaves nothing under them."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from designer.ui.kit.line_card import Line
from designer.ui.state.drag_payload import encode_part
from designer.ui.views.floor.arrangement import (
    Sizes,
    all_arrangements,
    arrangements,
    best_fit,
    least_covering,
)
from designer.ui.window.main_window import MainWindow
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.crowded_room import settle
from tests.helpers.sessions import press_notice
from tests.helpers.shown_views import box_in

LONG = "pod.cluster.toml changed on disk. " * 6


def banner_box(window: MainWindow) -> QRect:
    return window.centre.banners.geometry()


def test_the_drawing_stays_when_a_notice_comes_and_goes(window: MainWindow) -> None:
    view = window.floor.view
    view.zoom_by(1.5)
    settle()
    before = view.mapToGlobal(QPoint(0, 0)), view.size(), view.mapToScene(QPoint(100, 100))

    def now() -> tuple[object, ...]:
        return view.mapToGlobal(QPoint(0, 0)), view.size(), view.mapToScene(QPoint(100, 100))

    window.centre.banners.show_banner("disk", "warning", LONG, [("Load theirs", lambda: None)])
    settle()
    assert now() == before
    box = banner_box(window)
    ruler = window.floor._top
    below = ruler.mapTo(window.centre, QPoint(0, ruler.height())).y()
    assert (box.left(), box.top(), box.width()) == (0, below, window.centre.width())
    assert view.notices_px == box.height(), "the drawing is covered from its upper edge on"
    assert window.centre.childAt(200, below // 2) is ruler
    assert box.height() > 40, "whole, on several lines"
    window.centre.banners.show_banner("lock", "warning", "It is open in another window.")
    settle()
    assert banner_box(window).height() > box.height()
    assert now() == before
    press_notice(window.centre.banners, "disk", "Load theirs")
    window.centre.banners.dismiss("lock")
    settle()
    assert banner_box(window).height() == 0
    assert now() == before


def test_notices_stand_at_the_upper_edge_where_there_is_no_ruler(window: MainWindow) -> None:
    window.centre.banners.show_banner("disk", "warning", LONG)
    window.views.show_view("Elevation")
    settle()
    assert banner_box(window).top() == 0
    window.views.show_view("Floor")
    settle()
    assert banner_box(window).top() == window.floor._top.height()
    window.files.show_start_page()
    settle()
    assert banner_box(window).top() == 0


def point_at(monkeypatch: pytest.MonkeyPatch, window: MainWindow, x: int, y: int) -> None:
    """Put the pointer at a point of the floor, or beside it."""
    at = window.floor.mapToGlobal(QPoint(x, y))
    monkeypatch.setattr(QCursor, "pos", lambda: at)


def test_a_notice_does_not_refit_under_the_pointer(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = window.floor.view
    view.fit_standing()
    settle()
    corner = view.mapToScene(QPoint(0, 0))
    point_at(monkeypatch, window, 200, 200)
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    assert view.mapToScene(QPoint(0, 0)) == corner
    window.centre.banners.dismiss("disk")
    settle()
    point_at(monkeypatch, window, -40, 200)
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    assert view.mapToScene(QPoint(0, 0)) != corner, "nobody points at it: what stands is shown"


def test_a_pointer_that_has_not_moved_since_the_opening_points_at_nothing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, view = window.workspace, window.floor.view
    point_at(monkeypatch, window, 200, 200)
    was = space.document.design
    space.document.replace(was.evolve(name="other"), "Open", saved=True)
    settle()
    corner = view.mapToScene(QPoint(0, 0))
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    shown = view.mapToScene(QPoint(0, 0))
    assert shown.y() < corner.y(), "what stands at the top is shown below the notice"
    point_at(monkeypatch, window, 201, 200)
    window.centre.banners.show_banner("lock", "warning", LONG)
    settle()
    assert view.mapToScene(QPoint(0, 0)) == shown, "now it points at the drawing"


@pytest.mark.parametrize("looked_elsewhere", [False, True])
def test_a_fit_that_waited_for_the_pointer_is_made_when_it_leaves(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, looked_elsewhere: bool
) -> None:
    floor, view = window.floor, window.floor.view
    view.fit_standing()
    settle()
    corner = view.mapToScene(QPoint(0, 0))
    point_at(monkeypatch, window, 40, 10)
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    QApplication.sendEvent(floor, QEvent(QEvent.Type.Leave))
    assert view.mapToScene(QPoint(0, 0)) == corner, "only the notice came over the pointer"
    if looked_elsewhere:
        view.keep_scale()
    point_at(monkeypatch, window, -40, 10)
    QApplication.sendEvent(floor, QEvent(QEvent.Type.Leave))
    assert (view.mapToScene(QPoint(0, 0)) == corner) is looked_elsewhere


def test_a_notice_does_not_refit_while_something_is_dragged(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    point_at(monkeypatch, window, -40, 200)
    view = window.floor.view
    view.fit_standing()
    settle()
    before = view.transform(), view.mapToScene(QPoint(0, 0))
    drag = drag_over_first_rack(window)
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    assert view.is_fitted
    assert view.notices_px > 20
    assert (view.transform(), view.mapToScene(QPoint(0, 0))) == before
    window.resize(window.size() + QSize(-60, -40))
    settle()
    assert view.transform() == before[0], "the window was made smaller meanwhile"
    drag.leave()
    assert view.transform() == before[0]


def test_a_notice_does_not_refit_while_a_button_is_down(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    point_at(monkeypatch, window, -40, 200)
    view, panel = window.floor.view, window.parts_panel
    view.fit_standing()
    settle()
    before = view.transform(), view.mapToScene(QPoint(0, 0))
    QTest.mousePress(panel, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    assert (view.transform(), view.mapToScene(QPoint(0, 0))) == before
    QTest.mouseRelease(panel, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))


def test_the_start_page_gives_way_to_a_notice(window: MainWindow) -> None:
    window.files.show_start_page()
    settle()
    page = window.start_page
    assert page.mapTo(window.centre, QPoint(0, 0)).y() == 0
    window.centre.banners.show_banner("recovery", "warning", LONG)
    settle()
    assert page.mapTo(window.centre, QPoint(0, 0)).y() == banner_box(window).height() > 40
    window.views.show_view("Floor")
    settle()
    assert window.floor.mapTo(window.centre, QPoint(0, 0)).y() == 0


SIZES = Sizes(
    lying=QSize(590, 52), upright=QSize(150, 146), minimap=QSize(150, 96), folded=QSize(30, 22),
    chip=QSize(130, 24),
)  # fmt: skip


@pytest.mark.parametrize("width", [500, 646, 1000, 1700])
@pytest.mark.parametrize("height", [140, 300, 500, 625, 900])
@pytest.mark.parametrize("box", [QRectF(0, 0, 16_000, 10_000), QRectF(-5, 7, 4_000, 20_000)])
def test_nothing_that_has_to_be_seen_is_covered_by_a_fit(
    width: int, height: int, box: QRectF
) -> None:
    room = QRect(0, 0, width, height)
    fit = best_fit(arrangements(room.size(), SIZES), room, box, 1.0, lambda _: 0.0)
    shown = QRect(0, 0, round(box.width() * fit.scale), round(box.height() * fit.scale))
    shown.moveCenter(fit.room.center())
    assert room.contains(fit.room)
    assert all(room.contains(part) for part in fit.arrangement.boxes)
    if height > 300 and width > 500:
        assert not any(part.intersects(shown) for part in fit.arrangement.boxes)
        assert fit.arrangement.legend is not None


def test_what_covers_nothing_takes_no_room_from_the_drawing() -> None:
    room, box = QRect(0, 0, 1000, 700), QRectF(0, 0, 16_000, 10_000)
    ways = arrangements(room.size(), SIZES)
    free = best_fit(ways, room, box, 1.0, lambda _: 1.0)
    beside = best_fit(ways, room, box, 1.0, lambda _: 0.0)
    assert free.room == room
    assert free.scale == pytest.approx(1000 / 16_000)
    assert beside.scale < free.scale
    assert best_fit(ways, room, box, 0.01, lambda _: 0.0).scale == 0.01


@pytest.mark.parametrize("worth", [0.0, 1.0])
@pytest.mark.parametrize(("width", "height"), [(600, 0), (0, 300), (0, 0), (3, 1)])
def test_a_view_without_room_is_fitted_as_well(width: int, height: int, worth: float) -> None:
    """The view of a window that shows only elevations, before it is painted."""
    room, box = QRect(0, 0, width, height), QRectF(0, 0, 16_000, 10_000)
    fit = best_fit(arrangements(room.size(), SIZES), room, box, 1.0, lambda _: worth)
    assert 0 < fit.scale < 0.001


def test_a_legend_that_costs_the_drawing_too_much_goes() -> None:
    room, box = QRect(0, 0, 300, 160), QRectF(0, 0, 16_000, 10_000)
    fit = best_fit(arrangements(room.size(), SIZES), room, box, 1.0, lambda _: 0.0)
    assert fit.arrangement.legend is None
    assert not fit.arrangement.upright


def test_a_view_that_shrinks_keeps_its_legend_off_what_it_shows() -> None:
    ways = arrangements(QSize(1000, 700), SIZES)
    assert least_covering(ways, lambda _: True) is ways[0]
    lying = ways[0].legend
    assert least_covering(ways, lambda box: box != lying).upright
    assert least_covering(ways, lambda _: False).chip


@pytest.mark.parametrize("corner", [(12, 492), (838, 92), (12, 92)])
def test_a_minimap_goes_to_the_corner_that_is_free(corner: tuple[int, int]) -> None:
    """Low at the left, else high at either side, below the notices."""
    room, free = QRect(0, 80, 1000, 520), QRect(QPoint(*corner), SIZES.minimap)
    way = least_covering(all_arrangements(room, SIZES), free.contains)
    assert (way.minimap, way.folded, way.chip) == (free, False, True)


def test_a_minimap_in_another_corner_lets_the_legend_stay() -> None:
    room = QRect(0, 80, 1000, 520)
    ways = all_arrangements(room, SIZES)
    lying = ways[0].legend
    assert lying is not None
    way = least_covering(ways, lambda box: box == lying or box.bottom() < 300)
    assert (way.legend, way.minimap.topLeft(), way.folded) == (lying, QPoint(838, 92), False)


@pytest.mark.parametrize("size", [(1000, 520), (646, 390), (200, 140), (90, 60)])
def test_a_minimap_folds_where_no_corner_is_free(size: tuple[int, int]) -> None:
    room = QRect(0, 10, *size)
    ways = all_arrangements(room, SIZES)
    way = least_covering(ways, lambda _: False)
    assert way.folded
    assert way.minimap.size() == SIZES.folded
    assert room.contains(way.minimap)
    assert not any(other.folded for other in arrangements(room.size(), SIZES))
    for other in ways:
        assert other.legend is None or not other.legend.intersects(other.minimap)


def test_the_minimap_frames_nothing_that_lies_under_a_notice(window: MainWindow) -> None:
    view, minimap = window.floor.view, window.floor.minimap
    view.keep_scale()
    settle()
    whole = view.visible_rect()
    assert minimap._visible == whole
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    assert minimap._visible.bottom() == whole.bottom()
    assert minimap._visible.top() == view.mapToScene(QPoint(0, view.notices_px)).y() > whole.top()
    window.centre.banners.dismiss("disk")
    settle()
    assert minimap._visible == whole


def card_box(window: MainWindow) -> QRect:
    return box_in(window.centre, window.floor.view.card)


def drag_over_first_rack(window: MainWindow) -> SentDrag:
    view = window.floor.view
    at = view.mapFromScene(window.floor.floor.racks["A01"].sceneBoundingRect().center())
    drag = SentDrag(view.viewport(), encode_part("dgx-h100"))
    assert drag.enter(at)
    assert drag.move(at)
    return drag


def test_the_card_of_a_drop_stands_below_the_notices(window: MainWindow) -> None:
    window.centre.banners.show_banner("disk", "warning", LONG)
    settle()
    view = window.floor.view
    top = view.mapTo(window.centre, QPoint(0, 0)).y()
    view.card.show_lines([Line("a line")])
    for y in (0, 5, banner_box(window).bottom() - top, view.height()):
        view.card.place(QPoint(50, y))
        assert card_box(window).top() > banner_box(window).bottom(), y
        assert len(view.card.rows()) == 1


def test_notices_that_leave_the_card_no_height_go_behind_the_drawing(window: MainWindow) -> None:
    banners, view = window.centre.banners, window.floor.view
    for number in range(12):
        banners.show_banner(f"{number}", "warning", LONG)
    settle()
    at = QPoint(200, banner_box(window).top() + 10)
    assert window.centre.childAt(at) in (banners, *banners.findChildren(QWidget))
    drag = drag_over_first_rack(window)
    assert view.card.isVisible()
    assert [words for _, words, _ in view.card.rows()] == view.card.words().splitlines()
    assert view.below_notices() == view.viewport().rect()
    assert view.viewport().rect().contains(box_in(view, view.card))
    assert window.centre.childAt(at) not in (banners, *banners.findChildren(QWidget))
    drag.leave()
    assert window.centre.childAt(at) in (banners, *banners.findChildren(QWidget))
    assert view.notices_px > 0
