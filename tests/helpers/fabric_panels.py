"""The panel beside the fabric view, on a desk whose client answers at once."""

from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.ui.views.fabric.columns_list import ColumnsList
from designer.ui.views.fabric.panel import FabricPanel
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric


class ShownPanel(ShownFabric):
    """The panel beside the view."""

    def __init__(self, qtbot: QtBot, folder: Path, design: Design) -> None:
        super().__init__(qtbot, folder, design, alone=False)
        self.panel = FabricPanel(self.space, self.state)
        # Side by side in one window: the pointer is over one of them.
        self.host = QWidget()
        qtbot.addWidget(self.host)
        row = QHBoxLayout(self.host)
        row.addWidget(self.view, 1)
        row.addWidget(self.panel)
        self.panel.setFixedWidth(346)
        self.host.resize(1340, 900)
        self.host.show()
        qtbot.waitExposed(self.host)
        settle()
        self.answer()

    def figures(self) -> list[tuple[str, str]]:
        return [(one.value.text(), one.caption.text()) for one in self.panel.figures]


def click_row(rows: ColumnsList, row: int) -> None:
    place: QRect = rows.visualItemRect(rows.item(row))
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    settle()


def words_of(rows: ColumnsList) -> list[tuple[str, ...]]:
    return [row.words for row in rows.rows]
