"""The card of a drop covers neither the pointer nor the ghost, in a window of 1280 × 800."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.render.theme import DARK
from designer.ui.kit.card_place import around_pointer, keep_cards_off
from designer.ui.kit.line_card import Line, LineCard
from designer.ui.state.drag_payload import encode_part
from designer.ui.window.main_window import MainWindow
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk

LINES = [
    Line("! DGX H100 into A05 · U1–U8", "error"),
    Line("+ 2 errors: losing feed A leaves feed B more than it gives, after the drop", "error"),
    *(Line(f"figure {n}: 30.6 → 40.8 kW", "warning") for n in range(17)),
]
"""A card as high as the ones of a hall of 1 scalable unit: 19 rows."""
NODE_PX = QRect(-20, -30, 40, 60)
"""A rack around the pointer."""


def all_points(of: QRect, step: int = 40) -> list[QPoint]:
    return [
        QPoint(x, y)
        for x in range(of.left() + 2, of.right(), step)
        for y in range(of.top() + 2, of.bottom(), step)
    ]


@pytest.fixture
def nested(qtbot: QtBot) -> tuple[QWidget, QWidget]:
    """A window and a view in it, as large as the floor with the elevation open."""
    window = QWidget()
    window.resize(1280, 800)
    view = QWidget(window)
    view.setGeometry(287, 70, 646, 390)
    qtbot.addWidget(window)
    window.show()
    return window, view


def test_a_card_as_high_as_its_view_leaves_pointer_and_ghost_free(
    nested: tuple[QWidget, QWidget],
) -> None:
    """It was moved into the view over all that the user looked at."""
    window, view = nested
    card = LineCard(lambda: DARK, "card", view)
    card.show_lines(LINES)
    assert card.height() > 330
    for at in all_points(view.rect()):
        ghost = NODE_PX.translated(at)
        card.place(at, ghost)
        box = QRect(card.mapTo(window, QPoint()), card.size())
        kept = QRect(view.mapTo(window, ghost.topLeft()), ghost.size())
        pointer = around_pointer(view.mapTo(window, at))
        assert window.rect().contains(box), at
        assert not box.intersects(kept), at
        assert not box.intersects(pointer), at
        assert len(card.rows()) >= len(LINES), "with all its lines"


def test_a_card_keeps_off_bars_and_totals_where_there_is_other_room(
    nested: tuple[QWidget, QWidget],
) -> None:
    window, view = nested
    bar, totals, status = QWidget(window), QWidget(window), QWidget(window)
    bar.setGeometry(0, 0, 1280, 45)
    totals.setGeometry(933, 46, 347, 728)
    status.setGeometry(0, 775, 1280, 25)
    edges = (bar, totals, status)
    for edge in edges:
        edge.show()
    card = LineCard(lambda: DARK, "card", view)
    card.show_lines(LINES)

    def covers(at: QPoint) -> bool:
        card.place(at, NODE_PX.translated(at))
        box = QRect(card.mapTo(window, QPoint()), card.size())
        assert not box.intersects(around_pointer(view.mapTo(window, at))), at
        return any(box.intersects(edge.geometry()) for edge in edges)

    points = all_points(view.rect())
    assert any(map(covers, points)), "nobody has said what it keeps off"
    keep_cards_off(window, edges)
    assert not any(map(covers, points))


def test_a_card_that_fits_stays_in_its_view(nested: tuple[QWidget, QWidget]) -> None:
    window, view = nested
    card = LineCard(lambda: DARK, "card", view)
    card.show_lines(LINES[:4])
    for at in all_points(view.rect()):
        card.place(at, NODE_PX.translated(at))
        box = QRect(card.mapTo(window, QPoint()), card.size())
        assert view.geometry().contains(box), at


def test_a_card_without_room_beside_the_pointer_tells_the_first_lines(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(500, 400)
    qtbot.addWidget(window)
    window.show()
    card = LineCard(lambda: DARK, "card", window)
    card.show_lines(LINES)
    at = QPoint(250, 150)
    card.place(at)
    rows = [text for _, text, _ in card.rows()]
    assert not card.geometry().intersects(around_pointer(at))
    assert window.rect().contains(card.geometry())
    assert rows[0] == LINES[0].text
    assert rows[-1].endswith("more")
    assert len(rows) * 17 <= card.height() <= 240
    window.resize(1280, 800)
    card.place(at)
    assert len(card.rows()) >= len(LINES)


def test_a_card_goes_with_its_view(nested: tuple[QWidget, QWidget]) -> None:
    _, view = nested
    card = LineCard(lambda: DARK, "card", view)
    card.show_lines(LINES)
    card.place(QPoint(10, 10))
    assert card.isVisible()
    view.hide()
    assert not card.isVisible()


@pytest.mark.parametrize("where", ["floor", "elevation"])
def test_the_card_of_a_drag_in_the_window(
    window: MainWindow, desk: Desk, where: str, qtbot: QtBot
) -> None:
    desk.workspace.select(("A01",))
    settle()
    floor, elevation = window.floor.view, window.elevation.view
    window.elevation.grab()
    target: QWidget = floor.viewport() if where == "floor" else elevation
    card = floor.card if where == "floor" else elevation.card
    rack = window.floor.floor.racks["A02"].sceneBoundingRect()
    middle = floor.mapFromScene(rack).boundingRect().center()
    at = middle if where == "floor" else QPoint(60, elevation.height() // 2)
    drag = SentDrag(target, encode_part("dgx-h100"))
    assert drag.enter(at)
    card.show_lines(LINES)
    assert drag.move(at)
    boxes: dict[str, Callable[[], QRect]] = {
        "floor": lambda: floor.mapFromScene(rack).boundingRect(),
        "elevation": lambda: around_pointer(at),
    }
    box = QRect(card.mapTo(window, QPoint()), card.size())
    kept = boxes[where]().united(around_pointer(at))
    assert not box.intersects(QRect(target.mapTo(window, kept.topLeft()), kept.size()))
    assert len(card.rows()) >= len(LINES)
    drag.leave()
    assert not card.isVisible()


def test_a_card_of_many_figures_folds_them_and_says_what_a_release_does(
    nested: tuple[QWidget, QWidget],
) -> None:
    """It took all of the window's height, and the last line was cut off."""
    window, view = nested
    card = LineCard(lambda: DARK, "card", view)
    figures = [Line(f"figure {n}: 30.6 → 40.8 kW", "dim") for n in range(30)]
    ends = Line("Release places · Esc cancels", "dim", kept=True)
    card.show_lines([*LINES[:4], *figures, ends])
    for at in all_points(view.rect()):
        card.place(at, NODE_PX.translated(at))
        rows = [text for _, text, _ in card.rows()]
        assert rows[-1] == ends.text
        assert card.height() <= 0.6 * view.height()
    told = sum(text.startswith("figure") for text in rows) - 2
    assert rows[-2] == f"… {len(figures) - told} more"
    assert 0 < told < len(figures)
    window.resize(1280, 90)
    card.place(QPoint(100, 10))
    assert [card.rows()[0][1], card.rows()[-1][1]] == [LINES[0].text, ends.text]
