"""A signal tells of a difference: what is as it was is told to nobody."""

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication

from designer.catalog.part import Part
from designer.ui.state.drag_payload import encode_part
from designer.ui.views.catalogue.entry_model import EntryModel
from designer.ui.views.catalogue.family_list import FamilyModel
from designer.ui.window.main_window import MainWindow
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.crowded_room import settle

ENTRY = Part(id="a", kind="node", name="A")


def test_the_part_of_the_floor_in_view_is_told_when_it_changes(window: MainWindow) -> None:
    view, told = window.floor.view, list[str]()
    settle()
    view.view_changed.connect(lambda: told.append("view"))
    view.scroll_by(0, 0)
    view.look_at(view.visible_rect().center(), view.scale_factor())
    told.clear()
    view.look_at(view.visible_rect().center(), view.scale_factor())
    QApplication.sendEvent(view, QResizeEvent(view.size(), view.size()))
    assert told == []
    view.scroll_by(5, 0)
    assert told == ["view"]
    view.zoom_by(1.1)
    assert told.count("view") == 2


def test_a_plan_is_told_once_a_drag(window: MainWindow) -> None:
    view, told = window.floor.view, list[bool]()
    asked: list[bool] = []
    view.plan_shown.connect(told.append)
    view.room_wanted.connect(asked.append)
    at = view.mapFromScene(window.floor.floor.racks["A01"].sceneBoundingRect().center())
    drag = SentDrag(view.viewport(), encode_part("dgx-h100"))
    assert drag.enter(at)
    for step in range(3):
        drag.move(at + QPoint(step, 0))
    assert told == [True]
    drag.leave()
    view.hide_plan()
    assert told == [True, False]
    assert asked == [], "no notice stood, so none was asked to step aside"


def test_what_notices_cover_is_told_when_it_changes(window: MainWindow) -> None:
    told: list[int] = []
    window.centre.covered_changed.connect(told.append)
    window.centre._place_banners()
    assert told == []
    window.centre.banners.show_banner("disk", "warning", "It changed on disk.")
    settle()
    assert len(told) == 1
    window.centre._place_banners()
    window.resize(window.size() + QSize(0, 10))
    settle()
    assert len(told) == 1
    window.centre.banners.dismiss("disk")
    settle()
    assert told[-1] == 0
    assert len(told) == 2


@pytest.mark.parametrize("words", [("idle", ""), ("busy", "")])
def test_the_state_of_the_engine_is_told_when_it_changes(
    window: MainWindow, words: tuple[str, str]
) -> None:
    told: list[tuple[str, str, str]] = []
    window.engine_state._on_state("restarting", "")
    window.engine_state.changed.connect(lambda *given: told.append(given))
    for _ in range(3):
        window.engine_state._on_state(*words)
    assert [state for state, *_ in told] == [words[0]]


def test_a_page_that_is_in_front_is_not_brought_there_again(window: MainWindow) -> None:
    tabs, told = window.left, list[str]()
    tabs.shown.connect(told.append)
    first, second = list(tabs.buttons)[:2]
    for name in (first, first, second, second, first):
        tabs.show_page(name)
    assert told == [second, first]


def test_counts_and_favourites_that_are_the_same_repaint_nothing() -> None:
    families, told = FamilyModel(), list[str]()
    families.dataChanged.connect(lambda *_: told.append("counts"))
    for count in (1, 1, 2):
        families.show_counts({"nodes": count})
    assert told == ["counts", "counts"]
    assert families.count("nodes") == 2
    entries, marked = EntryModel(), list[str]()
    entries.entries = [ENTRY]
    entries.dataChanged.connect(lambda *_: marked.append("favourites"))
    for keys in (("part/a",), ("part/a",), ()):
        entries.show_favourites(keys)
    assert marked == ["favourites", "favourites"]
