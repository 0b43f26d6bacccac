"""The model behind tables that are read: words, tips, what stands in bold, other headings."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from designer.ui.kit.read_rows import ReadRows

ROLES = Qt.ItemDataRole


class Pairs(ReadRows[tuple[str, str]]):
    def words(self, row: tuple[str, str], column: int) -> str:
        return row[column]

    def is_bold(self, row: tuple[str, str], column: int) -> bool:
        return row[column].isupper()


@pytest.fixture
def rows(qtbot: QtBot) -> Pairs:
    made = Pairs(("One", "Two"))
    made.show_rows([("a", "B"), ("c", "d")])
    return made


def test_cells_say_their_words_and_what_stands_out_is_bold(rows: Pairs) -> None:
    assert (rows.rowCount(), rows.columnCount()) == (2, 2)
    cell, plain = rows.index(0, 1), rows.index(1, 1)
    for role in (ROLES.DisplayRole, ROLES.AccessibleTextRole, ROLES.ToolTipRole):
        assert (cell.data(role), plain.data(role)) == ("B", "d")
    assert cell.data(ROLES.FontRole).bold()
    assert plain.data(ROLES.FontRole) is None
    assert rows.rowCount(cell) == rows.columnCount(cell) == 0, "a table is no tree"


def test_headings_stay_until_others_are_given(rows: Pairs) -> None:
    across = Qt.Orientation.Horizontal
    rows.show_rows([("e", "f")])
    assert [rows.headerData(at, across) for at in (0, 1)] == ["One", "Two"]
    rows.show_rows((), ("Three", "Four"))
    assert rows.headerData(1, across, ROLES.ToolTipRole) == "Four"
    left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    assert rows.headerData(0, across, ROLES.TextAlignmentRole) == left
    assert rows.headerData(0, Qt.Orientation.Vertical) is None


def test_views_are_told_of_other_rows(rows: Pairs) -> None:
    told: list[str] = []
    rows.modelReset.connect(lambda: told.append("reset"))
    rows.show_rows([("g", "h")])
    assert told == ["reset"]
