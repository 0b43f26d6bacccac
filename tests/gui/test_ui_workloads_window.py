"""The view of workloads in the window: its tab comes and goes with it, and adding leads to it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.ui.views.workloads.cards import WorkloadCard
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.view import WorkloadsView
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.workload_reports import RUN, show


@pytest.fixture
def first_design() -> Design:
    return small_design()


def test_its_tab_stands_beside_it_and_gives_way_to_the_totals(window: MainWindow) -> None:
    def pages(*views: str) -> list[str]:
        found = []
        for view in views:
            window.views.show_view(view)
            found.append(window.right.page())
        return found

    assert pages("Workloads", "Power") == ["Workloads", "Totals"]
    assert pages("Cost", "Workloads", "Power") == ["Cost", "Workloads", "Totals"]
    assert pages("Workloads", "Fabric", "Floor") == ["Workloads", "Fabric", "Totals"]
    window.right.show_page("Properties")
    assert pages("Workloads", "Floor") == ["Properties", "Properties"]
    # Chosen beside another drawing, it stays there.
    window.right.show_page("Workloads")
    assert pages("Power", "Floor") == ["Workloads", "Workloads"]


def test_its_cards_take_the_place_of_the_parts_beside_it(window: MainWindow) -> None:
    def pages(*views: str) -> list[str]:
        found = []
        for view in views:
            window.views.show_view(view)
            found.append(window.left.page())
        return found

    assert pages("Workloads", "Floor", "Workloads") == ["Workloads", "Parts", "Workloads"]
    window.left.show_page("Outline")
    assert pages("Floor", "Workloads") == ["Outline", "Outline"], "what somebody chose stays"


def test_its_command_shows_it_and_marks_it_in_the_top_bar(window: MainWindow) -> None:
    window.actions_by_id["view.workloads_only"].trigger()
    assert window.centre.view == "Workloads"
    assert isinstance(window.centre.stack.currentWidget(), WorkloadsView)
    checked = [one.text() for one in window.top._views.buttons() if one.isChecked()]
    assert checked == ["Workloads"]


def test_adding_leads_to_the_chooser_and_shows_what_was_added(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    window.actions_by_id["view.right"].setChecked(False)
    window.actions_by_id["view.workloads_only"].trigger()
    view = window.centre.stack.currentWidget()
    assert isinstance(view, WorkloadsView)
    QTest.mouseClick(view.add, Qt.MouseButton.LeftButton)
    assert window.right.isVisible()
    panel = window.right.pages.currentWidget()
    assert isinstance(panel, WorkloadsPanel)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is panel.chooser.kind)
    show(desk, RUN)
    assert view.heading.full_text() == "Run"
    panel.chooser.add.click()
    assert view.heading.full_text() == "Train Llama 3 70B"
    assert [card.isChecked() for card in window.left.findChildren(WorkloadCard)] == [False, True]
