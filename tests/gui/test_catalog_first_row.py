"""A list that was empty when it was shown first has columns that fit the rows it gets."""

from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from designer.catalog.load import shipped_library
from designer.render.fonts import font
from designer.ui.views.catalogue.entry_index import EntryIndex
from designer.ui.views.catalogue.entry_table import EntryTable
from tests.helpers.ui_desk import Desk

OWN = "own-parts"


def test_the_first_row_widens_the_columns_of_an_empty_list(qtbot: QtBot, desk: Desk) -> None:
    """The name of the first part of one's own was `D…`, as wide as its heading."""
    table = EntryTable(desk.workspace)
    qtbot.addWidget(table)
    table.resize(1000, 400)
    table.show()
    index = EntryIndex(desk.catalog, shipped_library())
    part = desk.catalog.require("dgx-h100").evolve(name="DGX H100, configured for us")
    assert table.show_entries([], OWN, index)
    assert not table.show_entries([], OWN, index), "nothing to measure"
    table.show_entries([part], OWN, index)
    head = table.horizontalHeader()
    assert head.sectionSize(0) >= QFontMetrics(font(12, 500)).horizontalAdvance(part.name)
    head.resizeSection(0, 90)
    assert not table.show_entries([part, desk.catalog.require("dgx-h200")], OWN, index)
    assert head.sectionSize(0) == 90, "a width that somebody gave stays"
