"""The window of 1280 × 800 in German, whose words are longer: no label loses a part of its text."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.io.languages import read_in
from designer.model.design import Design
from designer.model.presented import METRIC, Presented
from designer.planning.templates import build
from designer.ui.kit.widget_edge import show_as
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

VIEWS = ("Elevation", "Fabric", "Power", "Workloads", "Cost", "Compare", "Floor")
TABS = ("Summen", "Details", "Fabric", "Kabel", "Workloads", "Kosten", "Plattform")
SLACK_PX = 2


@pytest.fixture
def first_design() -> Design:
    return build("starter-32", {}, load_shipped())


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    show_as(read_in(Presented("metric", "de"), "de"))
    yield
    show_as(METRIC)


def cut_in(window: QWidget) -> Iterator[str]:
    """Yield the labels that have less room than their text takes; what elides says so by `…`."""
    for label in window.findChildren(QLabel):
        if not label.isVisible() or not label.text() or label.width() < SLACK_PX:
            continue
        if label.wordWrap():
            if label.heightForWidth(label.width()) > label.height() + SLACK_PX:
                yield f"{label.text()!r} in {label.height()} px of height"
        elif type(label) is QLabel and label.sizeHint().width() > label.width() + SLACK_PX:
            yield f"{label.text()!r} in {label.width()} px"


def test_no_label_of_the_frame_is_cut_in_german(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    desk.report(Evaluator(desk.catalog).report(desk.design))
    cut: dict[str, None] = {}
    tabs = {
        one.text(): one
        for one in window.findChildren(QAbstractButton)
        if one.text() in TABS and type(one).__name__ == "TabButton"
    }
    assert sorted(tabs) == sorted(TABS)
    for view in VIEWS:
        window.views.show_view(view)
        QApplication.processEvents()
        cut.update((f"{view}: {one}", None) for one in cut_in(window))
    for keys in ((), ("A02",)):
        desk.workspace.select(keys)
        for name, tab in tabs.items():
            tab.click()
            QApplication.processEvents()
            cut.update((f"{name}, {keys}: {one}", None) for one in cut_in(window))
    assert not cut, "\n".join(cut)


def test_a_label_that_is_cut_is_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("Flüssigkeit kW", window)
    label.setFixedWidth(30)
    window.show()
    assert list(cut_in(window)) == ["'Flüssigkeit kW' in 30 px"]
