"""The command that reads a grid's hourly carbon, and the page of what the design keeps."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.commands.grid import GRID
from designer.ui.commands.read_file import ReadFileCommands
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.views.design_settings.window import DesignSettings
from tests.helpers.grid_files import export, swinging
from tests.helpers.ui_desk import Desk


class Reader:
    """The command on a desk, with the page of the settings."""

    def __init__(self, qtbot: QtBot, desk: Desk) -> None:
        self.desk, self.window = desk, QWidget()
        qtbot.addWidget(self.window)
        self.actions, self.banners = ActionSet(), BannerArea()
        qtbot.addWidget(self.banners)
        self.commands = ReadFileCommands(
            GRID, self.window, desk.workspace, self.actions, self.banners
        )
        self.settings = DesignSettings(desk.workspace, self.actions)
        qtbot.addWidget(self.settings)
        self.settings.show_page("Grid carbon")
        self.settings.show()

    def notices(self) -> str:
        return " ".join(self.banners.texts().values())


@pytest.fixture
def reader(qtbot: QtBot, desk: Desk) -> Reader:
    return Reader(qtbot, desk)


def written(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path


def test_a_file_becomes_the_grid_in_one_step(reader: Reader, tmp_path: Path) -> None:
    assert reader.commands.read(written(tmp_path / "pjm.csv", export(swinging())))
    design, document = reader.desk.design, reader.desk.session.document
    assert design.site.grid_year == "pjm"
    assert [year.name for year in design.grid_years] == ["PJM"]
    assert document.history.steps[-1].label == "Read grid carbon of PJM"
    assert reader.desk.messages[-1][0] == "Carbon is summed up by the hours of PJM"
    assert reader.notices() == ""
    document.undo()
    assert (reader.desk.design.site.grid_year, reader.desk.design.grid_years) == ("", ())


def test_what_is_doubtful_is_told(reader: Reader, tmp_path: Path) -> None:
    raw = export(swinging(), "hour,CO2 g/kWh", "{n},{g:.0f}")
    assert reader.commands.read(written(tmp_path / "g.csv", raw))
    assert "g.csv was read: its clock is not named" in reader.notices()


def test_a_file_that_is_none_changes_nothing(reader: Reader, tmp_path: Path) -> None:
    assert not reader.commands.read(written(tmp_path / "no.csv", b"hello"))
    assert "Not read: no.csv:1: no column of carbon intensity" in reader.notices()
    assert not reader.commands.read(tmp_path / "gone.csv")
    assert "cannot be read" in reader.notices()
    assert reader.desk.design.grid_years == ()


def test_the_page_shows_names_clocks_and_removes_what_is_kept(
    qtbot: QtBot, reader: Reader, tmp_path: Path
) -> None:
    reader.commands.read(written(tmp_path / "pjm.csv", export(swinging())))
    section = reader.settings.records["Grid carbon"]
    qtbot.waitUntil(lambda: section.list.count() == 1)
    assert section.list.item(0).text() == "PJM · grid of the site"
    assert section.explanation.text().endswith("hours in UTC; mean 300 g CO2e/kWh")
    choice = reader.settings.forms["Design and site"].editors["grid_year"]
    assert isinstance(choice, QComboBox)
    assert choice.currentText() == "PJM"
    assert section.remove()
    assert (reader.desk.design.site.grid_year, reader.desk.design.grid_years) == ("", ())


def test_the_page_offers_the_command(qtbot: QtBot, reader: Reader) -> None:
    section = reader.settings.records["Grid carbon"]
    found = [b for b in section.findChildren(QPushButton) if b.text() == "Read grid carbon…"]
    assert len(found) == 1
    assert not section.add_button.isVisible()
    found[0].click()
    assert reader.commands.dialog is not None
    qtbot.waitUntil(reader.commands.dialog.isVisible)
    reader.commands.dialog.close()
