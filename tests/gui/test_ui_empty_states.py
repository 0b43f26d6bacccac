"""Every panel of an empty design says what comes next."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk

RIGHT = {
    "Totals": "drag one from the parts onto the floor",
    "Fabric": "Fabrics in the design settings (Ctrl+,)",
    "Cables": "Add a fabric under Fabrics",
    "Workloads": "add a training run or a service",
}
LEFT = {"Outline": "begin from five questions (Ctrl+Shift+N)"}
VIEWS = {
    "Floor": "Drag a rack from the parts onto the floor",
    "Elevation": "drag one from the parts onto the floor",
    "Fabric": "Fabrics in the design settings (Ctrl+,)",
    "Power": "Feeds in the design settings (Ctrl+,)",
    "Workloads": "Drag a run or a service in",
    "Cost": "place nodes with GPUs",
}


@pytest.fixture
def empty(window: MainWindow, desk: Desk) -> MainWindow:
    desk.session.new(Design())
    desk.report(evaluate(Design(), desk.workspace.catalog))
    settle()
    return window


def words_in(widget: QWidget) -> str:
    seen = [label for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]
    return "\n".join(label.text() for label in seen)


@pytest.mark.parametrize("page", RIGHT)
def test_a_panel_at_the_right_says_what_comes_next(empty: MainWindow, page: str) -> None:
    empty.right.show_page(page)
    settle()
    assert RIGHT[page] in words_in(empty.right)


@pytest.mark.parametrize("page", LEFT)
def test_a_panel_at_the_left_says_what_comes_next(empty: MainWindow, page: str) -> None:
    empty.left.show_page(page)
    settle()
    assert LEFT[page] in words_in(empty.left)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_says_what_comes_next(empty: MainWindow, view: str) -> None:
    empty.views.show_view(view)
    settle()
    assert VIEWS[view] in words_in(empty.centre)


def test_the_outline_says_nothing_of_that_once_something_stands(window: MainWindow) -> None:
    window.left.show_page("Outline")
    settle()
    assert window.outline.hint.isHidden()
    window.session.new(Design())
    settle()
    assert not window.outline.hint.isHidden()
