"""How the catalogue's list of families is painted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from designer.ui.views.catalogue.family_list import FamilyDelegate, FamilyModel
from tests.helpers.catalogue_window import catalogue_desk
from tests.helpers.ui_desk import Desk


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = catalogue_desk(tmp_path)
    yield made
    made.close()


def test_a_family_under_the_mouse_and_the_chosen_one_have_a_ground(desk: Desk) -> None:
    states = {
        "plain": QStyle.StateFlag.State_Enabled,
        "under the mouse": QStyle.StateFlag.State_MouseOver,
        "chosen": QStyle.StateFlag.State_Selected,
    }
    grounds = {name: _ground(desk, state) for name, state in states.items()}
    assert grounds["plain"] == QColor("magenta").rgb(), "nothing is painted there"
    assert len(set(grounds.values())) == 3


def _ground(desk: Desk, state: QStyle.StateFlag) -> int:
    """Return the colour that a row has beside its title, painted on magenta."""
    picture = QImage(260, 30, QImage.Format.Format_RGB32)
    picture.fill(QColor("magenta"))
    option = QStyleOptionViewItem()
    option.rect, option.state = QRect(0, 0, 260, 30), state
    families, painter = FamilyModel(), QPainter(picture)
    at = families.index(families.row_of("gpus"))
    FamilyDelegate(desk.workspace).paint(painter, option, at)
    painter.end()
    return picture.pixel(200, 5)
