"""The command that reads a weather file, and the page of what the design keeps."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.commands.design import DesignCommands
from designer.ui.commands.read_file import ReadFileCommands
from designer.ui.commands.weather import WEATHER
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.views.design_settings.window import DesignSettings
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.ui_desk import Desk
from tests.helpers.weather_files import epw


class Reader:
    """The command on a desk, with the page of the settings."""

    def __init__(self, qtbot: QtBot, desk: Desk) -> None:
        self.desk, self.window = desk, QWidget()
        qtbot.addWidget(self.window)
        self.actions, self.banners = ActionSet(), BannerArea()
        qtbot.addWidget(self.banners)
        self.commands = ReadFileCommands(
            WEATHER, self.window, desk.workspace, self.actions, self.banners
        )
        self.settings = DesignSettings(desk.workspace, self.actions)
        qtbot.addWidget(self.settings)
        self.settings.show_page("Weather")
        self.settings.show()

    def notices(self) -> str:
        return " ".join(self.banners.texts().values())


@pytest.fixture
def reader(qtbot: QtBot, desk: Desk) -> Reader:
    return Reader(qtbot, desk)


def written(path: Path, **changes: object) -> Path:
    path.write_bytes(epw(**changes).bytes())
    return path


def test_a_file_becomes_the_climate_in_one_step(reader: Reader, tmp_path: Path) -> None:
    assert reader.commands.read(written(tmp_path / "denver.epw"))
    design, document = reader.desk.design, reader.desk.session.document
    assert design.site.climate == "denver-centennial"
    assert [year.name for year in design.weather_years] == ["Denver Centennial, CO, USA"]
    assert document.history.steps[-1].label == "Read weather of Denver Centennial, CO, USA"
    assert reader.desk.messages[-1][0] == "The site's climate is that of Denver Centennial, CO, USA"
    document.undo()
    assert (reader.desk.design.site.climate, reader.desk.design.weather_years) == ("", ())


def test_what_was_mended_is_told(reader: Reader, tmp_path: Path) -> None:
    assert reader.commands.read(written(tmp_path / "d.epw", design="DESIGN CONDITIONS,0"))
    assert "d.epw was read: it states no design conditions." in reader.notices()


def test_a_file_that_is_none_changes_nothing(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "no.epw").write_text("hello")
    assert not reader.commands.read(tmp_path / "no.epw")
    assert "Not read: no.epw:1: no weather file" in reader.notices()
    assert not reader.commands.read(tmp_path / "gone.epw")
    assert "cannot be read" in reader.notices()
    assert reader.desk.design.weather_years == ()


def test_the_page_shows_names_and_removes_what_is_kept(
    qtbot: QtBot, reader: Reader, tmp_path: Path
) -> None:
    reader.commands.read(written(tmp_path / "denver.epw"))
    section = reader.settings.records["Weather"]
    qtbot.waitUntil(lambda: section.list.count() == 1)
    assert section.list.item(0).text() == "Denver Centennial, CO, USA · climate of the site"
    assert "dry bulb 33 °C with wet bulb 15.7 °C (0.4 %)" in section.explanation.text()
    choice = reader.settings.forms["Design and site"].editors["climate"]
    assert isinstance(choice, QComboBox)
    assert choice.currentText() == "Denver Centennial, CO, USA, by the hour"
    assert section.remove()
    assert (reader.desk.design.site.climate, reader.desk.design.weather_years) == ("", ())


def test_the_page_offers_the_command(qtbot: QtBot, reader: Reader) -> None:
    section = reader.settings.records["Weather"]
    found = [b for b in section.findChildren(QPushButton) if b.text() == "Read a weather file…"]
    assert len(found) == 1
    assert not section.add_button.isVisible()
    found[0].click()
    assert reader.commands.dialog is not None
    qtbot.waitUntil(reader.commands.dialog.isVisible)
    reader.commands.dialog.close()


def test_a_file_that_is_none_is_told_in_the_settings_that_lie_over_the_notices(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    window, floor = QWidget(), FloorCanvas(desk.workspace)
    for widget in (window, floor):
        qtbot.addWidget(widget)
    banners = BannerArea(window)
    design = DesignCommands(
        window, desk.workspace, ActionSet(), banners=banners, floor_view=floor.view,
        targets=floor.view,
    )  # fmt: skip
    section = design.show_settings("Weather").records["Weather"]
    (tmp_path / "no.epw").write_text("hello")
    assert not design.weather.read(tmp_path / "no.epw")
    assert section.refusal.isVisible()
    assert section.refusal.text().startswith("Not read: no.epw:1: no weather file")
    assert not design.show_settings().records["Grid carbon"].refusal.text()
    assert design.weather.read(written(tmp_path / "denver.epw"))
    assert not section.refusal.isVisible()
