"""Rows of lists are filled without items of Python, and stay where they say the same."""

import gc

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from designer.ui.kit.check_list import CheckList
from designer.ui.kit.rows import show_rows


def texts(rows: QListWidget, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = rows.model()
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def test_rows_are_added_changed_and_taken_away(qtbot: QtBot) -> None:
    rows = QListWidget()
    qtbot.addWidget(rows)
    for shown in (["a", "b"], ["a", "c", "d", "e"], ["x"], [], ["a"]):
        show_rows(rows, shown)
        assert texts(rows) == shown
        assert texts(rows, Qt.ItemDataRole.ToolTipRole) == shown


def test_the_current_row_stays_and_nothing_is_told_of_what_is_the_same(qtbot: QtBot) -> None:
    rows = QListWidget()
    qtbot.addWidget(rows)
    show_rows(rows, ["a", "b"], ["tip a", "tip b"])
    assert texts(rows, Qt.ItemDataRole.ToolTipRole) == ["tip a", "tip b"]
    rows.setCurrentRow(1)
    told: list[object] = []
    rows.model().dataChanged.connect(lambda *_: told.append(1))
    show_rows(rows, ["a", "b"], ["tip a", "tip b"])
    assert told == []
    show_rows(rows, ["a", "b", "c"])
    assert rows.currentRow() == 1


def test_many_rounds_with_collections_between_leave_no_item_behind(qtbot: QtBot) -> None:
    """What made items of Python end the program; here each round collects."""
    rows, ticks = QListWidget(), CheckList()
    qtbot.addWidget(rows)
    qtbot.addWidget(ticks)
    for round_ in range(60):
        show_rows(rows, [f"{round_} {n}" for n in range(round_ % 7)])
        ticks.show_choices([(f"n{n}", n) for n in range(round_ % 5)], (1, 3))
        gc.collect(0)  # what was made since the round before; a whole collection takes long
    assert rows.count() == 59 % 7
    assert ticks.chosen() == (1, 3)


def test_a_tick_is_told_and_the_row_becomes_the_current_one(qtbot: QtBot) -> None:
    ticks = CheckList()
    qtbot.addWidget(ticks)
    told: list[tuple[object, ...]] = []
    ticks.ticked.connect(lambda: told.append(ticks.chosen()))
    ticks.show_choices([("a", "A"), ("b", "B")], ("B",))
    assert told == []
    ticks.tick("A", on=True)
    assert told == [("A", "B")]
    assert ticks.currentRow() == 0
    ticks.tick("B", on=False)
    assert told[1:] == [("A",)]
