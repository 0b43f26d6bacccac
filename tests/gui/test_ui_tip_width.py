"""No tip is wider than a card, whoever gives it; what is asked for is what was given."""

from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from designer.io.languages import PSEUDO, languages_folder, open_book
from designer.model.presented import METRIC, Presented
from designer.render.theme import DARK
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import apply_theme
from designer.ui.kit.tip_width import LETTERS, folded
from designer.ui.kit.widget_edge import show_as

TIP = "Mass, static: rating of the rack " * 12 + "\nShort: data sheet, p. 2"
WIDEST_PX = 640


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    apply_theme(qapp, DARK)


def width_of_tip(widget: QWidget, tip: str) -> int:
    QToolTip.showText(QPoint(0, 0), tip, widget)
    shown = [one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel")]
    width = max(one.sizeHint().width() for one in shown)
    QToolTip.hideText()
    return width


def test_a_tip_of_a_widget_or_an_action_is_folded_and_asked_for_whole(qtbot: QtBot) -> None:
    label, button = QLabel(), QToolButton()
    qtbot.addWidget(label)
    qtbot.addWidget(button)
    action = QAction("Do", label)
    for one in (label, action):
        one.setToolTip(TIP)
        assert one.toolTip() == TIP
    button.setDefaultAction(action)  # in C++: Qt has what was folded
    lines = button.toolTip().split("\n")
    assert max(map(len, lines)) <= LETTERS
    assert lines[-1] == "Short: data sheet, p. 2"
    assert " ".join(lines).split() == TIP.split()
    label.setToolTip("short")
    assert label.toolTip() == "short"


def test_a_tip_at_a_point_and_one_of_a_model_are_no_wider(qtbot: QtBot) -> None:
    class Lines(QAbstractListModel):
        def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
            return 1

        @as_read
        def data(
            self,
            index: QModelIndex | QPersistentModelIndex,
            role: int = Qt.ItemDataRole.DisplayRole,
        ) -> Any:
            return TIP

    widget = QWidget()
    qtbot.addWidget(widget)
    assert width_of_tip(widget, TIP) <= WIDEST_PX
    model = Lines()
    tip = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert max(map(len, tip.split("\n"))) <= LETTERS
    assert model.index(0, 0).data() == TIP


def test_rich_text_stays(qtbot: QtBot) -> None:
    rich = f"<p>{TIP}</p>"
    assert folded(rich) == rich


def test_a_tip_is_folded_as_it_is_read_and_turns_back(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    show_as(Presented(book=open_book(PSEUDO, languages_folder()), language=PSEUDO))
    menu.setToolTip("Select a rack on the floor to see its front, its rear and its limits.")
    pseudo = menu.toolTip()
    show_as(METRIC)
    assert pseudo.startswith("«[Séléçt à ràçk")
    assert "\n" not in pseudo
    assert menu.toolTip().startswith("Select a rack on the floor")
    menu.setToolTip(TIP)
    assert menu.toolTip() == TIP


def test_a_line_that_was_broken_before_is_not_broken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[str] = []

    def counted(line: str, letters: int) -> list[str]:
        broken.append(line)
        return [line[:letters], line[letters:]]

    monkeypatch.setattr("designer.ui.kit.tip_width.wrap", counted)
    line = "a line that no other test says " * 4
    first = folded(f"12 kW\n{line}")
    assert folded(f"13 kW\n{line}") == first.replace("12", "13", 1)
    assert broken == [line]
