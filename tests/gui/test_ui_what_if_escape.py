"""Esc ends a loss that is tried wherever in the window the keyboard is, and then does the usual."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.render.failing import Failing
from designer.ui.window.main_window import MainWindow
from tests.gui.test_ui_power_view import CATALOG, hall
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk

FEED_B = Failing("power", "B")


@pytest.fixture
def first_design() -> Design:
    return hall()


def places(window: MainWindow) -> dict[str, QWidget]:
    tab = next(one for one in window.top.findChildren(QAbstractButton) if one.text() == "Power")
    return {
        "a tab of a view": tab,
        "the outline": window.outline,
        "the totals": window.dashboard,
        "the properties": window.properties,
        "the parts": window.parts_panel.search,
        "the floor": window.floor.view,
        "the elevation": window.elevation.view,
    }


def test_escape_ends_it_wherever_the_keyboard_is(window: MainWindow, desk: Desk) -> None:
    desk.report(evaluate(desk.design, CATALOG))
    settle()
    for name, widget in places(window).items():
        desk.workspace.what_if.fail(FEED_B)
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Escape)
        assert desk.workspace.what_if.failing is None, name


def test_escape_without_a_loss_does_the_usual(window: MainWindow, desk: Desk) -> None:
    desk.report(evaluate(desk.design, CATALOG))
    desk.workspace.select(("r",))
    settle()
    QTest.keyClick(window.floor.view, Qt.Key.Key_Escape)
    assert desk.workspace.selection == ()
