"""Figures in rows: what a report says again is not told again."""

from collections import Counter

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from designer.ui.views.dashboard.figure_rows import FigureRows

ROWS = [("IT power", "1.2 MW", "sum"), ("Energy", "10 GWh", "a year"), ("PUE", "1.3", "assumed")]


class Told(QObject):
    """Counts what labels are told."""

    def __init__(self) -> None:
        super().__init__()
        self.events: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.events[f"{event.type().name} {watched.objectName()}"] += 1
        return False


def test_only_rows_that_differ_are_touched(qtbot: QtBot) -> None:
    rows, told = FigureRows("Figures"), Told()
    qtbot.addWidget(rows)
    rows.show_rows(ROWS)
    rows.show()
    qtbot.waitExposed(rows)
    for name, labels in rows._rows.items():
        for label in labels:
            label.setObjectName(name)
            label.installEventFilter(told)
    rows.show_rows(ROWS)
    rows.repaint()
    assert not [event for event in told.events if "ToolTip" in event or "Resize" in event]
    rows.show_rows([ROWS[0], ("Energy", "11 GWh", "a year"), ("PUE", "1.3", "measured")])
    assert rows.texts() == {"IT power": "1.2 MW", "Energy": "11 GWh", "PUE": "1.3"}
    assert told.events["ToolTipChange PUE"] == 2
    assert not told.events["ToolTipChange IT power"]
    assert rows.findChild(QLabel, "PUE").toolTip() == "measured"


def test_a_row_that_goes_is_hidden_and_comes_back_with_what_is_said_then(qtbot: QtBot) -> None:
    rows = FigureRows("Figures")
    qtbot.addWidget(rows)
    rows.show()
    for shown, text in ((ROWS, "10 GWh"), (ROWS[:1], "10 GWh"), (ROWS, "10 GWh")):
        rows.show_rows(shown)
        names = {name for name, _, _ in shown}
        for name, labels in rows._rows.items():
            assert all(label.isVisibleTo(rows) == (name in names) for label in labels)
        assert rows.texts()["Energy" if len(shown) > 1 else "IT power"] in (text, "1.2 MW")
    rows.show_rows([("Energy", "9 GWh", "less")])
    value = rows._rows["Energy"][1]
    assert (value.text(), value.toolTip()) == ("9 GWh", "less")
    assert value.accessibleName() == "Energy: 9 GWh"
