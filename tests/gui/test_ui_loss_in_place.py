"""Losing one thing after another moves nothing under the pointer, and takes no room from others."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.render.failing import Failing
from designer.render.what_if import names_of_lost
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.window.frame import LEAST_RIGHT_PX
from designer.ui.window.main_window import MainWindow
from designer.ui.window.what_if_bar import NOTHING_LOST, WhatIfBar
from tests.gui.test_ui_power_view import Shown, hall
from tests.gui.test_ui_what_if_closer import answer
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk

LONG = "What if: " + ", ".join(f"power shelf {n} in R" for n in range(40)) + " are lost"


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path, hall())


def test_boxes_stay_where_they_are_while_one_after_another_is_lost(shown: Shown) -> None:
    """The verdict grew by a line: the next Shift+click of a series missed."""
    panel = shown.panel

    def places() -> list[QPoint]:
        view = panel.view
        return [view.mapToGlobal(view.place_of(key).center()) for key in ("U1", "A", "B", "C")]

    settle()
    before = places()
    most = panel.minimumSizeHint().width() + panel.restore_button.sizeHint().width() + 40
    for number, key in enumerate(("A", "B", "C")):
        at = panel.view.place_of(key).center()
        shift = Qt.KeyboardModifier.ShiftModifier if number else Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(panel.view, Qt.MouseButton.LeftButton, shift, at)
        answer(shown) if number else settle()
        assert places() == before, key
        assert panel.minimumSizeHint().width() <= most
    assert [one.id for one in shown.space.what_if.together] == ["A", "B", "C"]
    assert panel.heading.text() == "What if: feed A, feed B and feed C are lost"
    panel.heading.setText(LONG)
    assert panel.minimumSizeHint().width() <= most


def test_a_label_of_two_lines_is_as_high_whatever_it_says(qtbot: QtBot) -> None:
    label = LinesLabel(2)
    qtbot.addWidget(label)
    label.resize(200, label.sizeHint().height())
    high = label.sizeHint()
    for text in ("", "short", LONG):
        label.setText(text)
        assert label.sizeHint() == label.minimumSizeHint() == high
    assert len(label.shown_lines()) == 2
    assert label.shown_lines()[-1].endswith("…")
    assert label.toolTip() == LONG


def test_the_bar_is_as_high_with_nothing_lost_as_with_all(shown: Shown, qtbot: QtBot) -> None:
    bar = WhatIfBar(shown.space.what_if)
    qtbot.addWidget(bar)
    bar.show()
    high = bar.needed_px
    assert bar.heading.text() == NOTHING_LOST
    for key in ("A", "B", "C"):
        shown.space.what_if.add(Failing("power", key))
        assert bar.needed_px == high


def test_things_of_one_sort_that_are_lost_together_have_their_own_names(shown: Shown) -> None:
    report = shown.report
    rack = report.racks[0]
    supply = next(at for at, one in enumerate(rack.losses) if one.kind == "supply")
    one = f"supply|{rack.losses[supply].part}|0"
    lost = [Failing("inside", one, rack.id, name, name) for name in ("n0", "n3")]
    assert names_of_lost(report, lost) == "a supply of n0 and a supply of n3 in R"
    assert names_of_lost(report, lost[:1]) == "one of 6 supplies of DGX H100 in R"


def test_no_name_and_no_label_makes_the_properties_wider_than_their_panel(
    shown: Shown, qtbot: QtBot
) -> None:
    """The editors ended beyond the right edge, where no scroll bar leads."""
    panel = PropertiesPanel(shown.space)
    qtbot.addWidget(panel)
    panel.resize(LEAST_RIGHT_PX, 600)
    panel.show()
    design = shown.space.document.design
    rack = design.racks[0].evolve(name="A long name of a rack " * 5)
    shown.space.document.replace(design.evolve(racks=(rack, *design.racks[1:])), "n", saved=True)
    for keys in ((), (rack.id,)):
        shown.space.select(keys)
        settle()
        inside = panel.widget()
        assert inside is not None
        assert inside.minimumSizeHint().width() <= panel.viewport().width(), keys
    shown.desk.close()


def test_the_elevation_without_a_rack_does_not_say_how_to_lose_one(
    window: MainWindow, desk: Desk
) -> None:
    bar = window.centre.what_if
    assert bar is not None
    window.centre.show_view("Elevation")
    settle()
    assert not bar.isVisible()
    desk.workspace.select(("A01",))
    settle()
    assert bar.isVisible()
    assert bar.heading.text() == NOTHING_LOST
