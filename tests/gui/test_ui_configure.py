"""Configure a system… and Take apart…: what follows at once, the part it makes, where it goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.component import role_named
from designer.catalog.configuration.doubts import NO_GPUS, OTHER_MAKER, SHORT
from designer.catalog.load import load_shipped
from designer.catalog.part_bounds import power_figures
from designer.io import design_file
from designer.planning.templates import build
from designer.runtime.own_parts import OwnParts
from designer.ui.commands.configure import NO_FOLDER, NO_NODE, TOPIC, UNSAID
from designer.ui.commands.replace import ReplaceCommands
from designer.ui.kit.number_boxes import IntegerBox
from designer.ui.views.configure.dialog import APART, TITLE, ConfigureDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.own_parts_window import window_with
from tests.helpers.sessions import press_notice, settle
from tests.helpers.ui_desk import Desk


@pytest.fixture
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture
def dialog(qtbot: QtBot, catalog: Catalog) -> ConfigureDialog:
    made = ConfigureDialog(catalog, frozenset(), catalog.require("dell-xe9680-h200"), None)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def own(qtbot: QtBot, tmp_path: Path) -> OwnParts:
    return OwnParts(tmp_path / "mine")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, catalog: Catalog) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, catalog))
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, own: OwnParts) -> Iterator[MainWindow]:
    session, workspace = desk.session, desk.workspace
    # As the services of the program do: the workspace follows the session.
    session.catalog_changed.connect(lambda: setattr(workspace, "catalog", session.catalog))
    yield window_with(qtbot, desk, own)
    desk.session.document.mark_saved()


def value(dialog: ConfigureDialog, title: str) -> str:
    return next(row.value for row in dialog.figures.rows if row.title == title)


def why(dialog: ConfigureDialog, title: str) -> str:
    return next(row.why for row in dialog.figures.rows if row.title == title)


def pick(dialog: ConfigureDialog, at: int, part: str) -> None:
    box = dialog.rows.editors[at, "what"]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(part))
    assert box.currentData() == part


def enter(dialog: ConfigureDialog, at: int, name: str, number: int) -> None:
    box = dialog.rows.editors[at, name]
    assert isinstance(box, IntegerBox)
    box.setValue(number)


def place_of(dialog: ConfigureDialog, role: str) -> int:
    return next(at for at, one in enumerate(dialog.rows.components) if one.role == role)


def tabbed(dialog: ConfigureDialog, first: QWidget) -> list[QWidget]:
    """Return what Tab comes to from a widget on, until it is back there."""
    found, one = [first], first.nextInFocusChain()
    while one is not first:
        inside = one.objectName().startswith("qt_")  # the line of a number box
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and not inside and one.isVisibleTo(dialog):
            found.append(one)
        one = one.nextInFocusChain()
    return found


def test_tab_goes_through_it_as_one_reads(dialog: ConfigureDialog) -> None:
    def expected() -> list[QWidget]:
        boxes = [dialog.supplies.count, dialog.supplies.rating, dialog.supplies.redundancy]
        return [dialog.system, dialog.name, *dialog.rows.chain, *boxes]

    def told() -> list[QWidget]:
        number = len(expected())
        return tabbed(dialog, dialog.system)[:number]

    assert [one.accessibleName() for one in told()] == [one.accessibleName() for one in expected()]
    assert tabbed(dialog, dialog.system)[-2:] == [dialog.cancel_button, dialog.accept_button]
    dialog.rows.add(role_named("memory"))
    assert told() == expected(), "also once the rows are others"


def test_the_keyboard_begins_at_what_is_to_be_chosen(
    qtbot: QtBot, dialog: ConfigureDialog, catalog: Catalog
) -> None:
    assert dialog.focusWidget() is dialog.system
    apart = ConfigureDialog(
        catalog, frozenset(), catalog.require("dell-xe9680-h200"), None, title=APART
    )
    qtbot.addWidget(apart)
    assert apart.focusWidget() is apart.rows.editors[0, "count"]
    apart.rows.add(role_named("memory"))
    last = len(apart.rows.components) - 1
    assert apart.focusWidget() is apart.rows.editors[last, "what"], "it is to be chosen next"
    apart.rows.remove(last)
    assert apart.focusWidget() is apart.rows.editors[last - 1, "remove"]


def test_a_system_as_sold_says_what_its_maker_does(dialog: ConfigureDialog) -> None:
    assert value(dialog, "Highest power") == "12.5 kW"
    assert value(dialog, "Components, as far as stated") == "≥ 7.2 kW", "the board states none"
    assert why(dialog, "Components, as far as stated") == "not the maker's maximum"
    assert why(dialog, "Highest power") == "as sold"
    assert "HGX H200 8-GPU: power" in dialog.missing.words()
    assert value(dialog, "Ports, compute") == "8 × 400 GbE"


def test_another_processor_and_more_memory_are_seen_at_once(dialog: ConfigureDialog) -> None:
    pick(dialog, place_of(dialog, "cpus"), "xeon-6980p")
    assert why(dialog, "Highest power") == "derived"
    assert value(dialog, "Highest power") == "~12.8 kW (12.8–12.9)"
    enter(dialog, place_of(dialog, "memory"), "what", 128)
    assert value(dialog, "Memory") == "4,096 GB"
    enter(dialog, place_of(dialog, "memory"), "what", 0)
    assert value(dialog, "Memory") == "—"
    assert "capacity not stated: power, price" in dialog.missing.words()


def test_adapters_bring_ports_for_their_purpose(dialog: ConfigureDialog) -> None:
    at = place_of(dialog, "nics")
    pick(dialog, at, "connectx-7")
    assert value(dialog, "Ports, compute") == "8 × NDR400"
    enter(dialog, at, "count", 4)
    assert value(dialog, "Ports, compute") == "4 × NDR400"
    purpose = dialog.rows.editors[at, "purpose"]
    assert isinstance(purpose, QComboBox)
    purpose.setCurrentIndex(purpose.findData("storage"))
    assert value(dialog, "Ports, storage") == "4 × NDR400"


def test_rows_are_added_and_removed(dialog: ConfigureDialog) -> None:
    before = dialog.rows.components
    dialog.rows.add(role_named("drives"))
    assert [one.role for one in dialog.rows.components].count("drives") == 2
    dialog.rows.remove(len(before))
    assert dialog.rows.components == before
    button = dialog.rows.editors[place_of(dialog, "drives"), "remove"]
    assert isinstance(button, QPushButton)
    button.click()
    assert "drives" not in {one.role for one in dialog.rows.components}


def test_doubts_are_told_before_the_part_is_made(dialog: ConfigureDialog) -> None:
    pick(dialog, place_of(dialog, "board"), "hgx-b200-8gpu")
    dialog.supplies.rating.setValue(2400)
    assert dialog.words.text() == SHORT
    dialog.supplies.rating.setValue(5250)
    assert "its supplies bound it above" in why(dialog, "Highest power")
    pick(dialog, place_of(dialog, "cpus"), "epyc-9575f")
    assert dialog.words.text() == OTHER_MAKER
    dialog.rows.remove(place_of(dialog, "board"))
    assert dialog.words.text() == NO_GPUS


def test_what_cannot_be_is_said_and_not_made(dialog: ConfigureDialog) -> None:
    assert dialog.accept_button.isEnabled()
    pick(dialog, place_of(dialog, "board"), "gb300-nvl72-compute-tray")
    assert "belongs to a rack system" in dialog.words.text()
    assert not dialog.accept_button.isEnabled()
    pick(dialog, place_of(dialog, "board"), "hgx-h200-8gpu")
    assert dialog.accept_button.isEnabled()


def test_supplies_keep_what_is_not_asked_for(dialog: ConfigureDialog) -> None:
    dialog.supplies.count.setValue(8)
    assert dialog.supplies.redundancy.currentData() == ""
    dialog.supplies.redundancy.setCurrentIndex(dialog.supplies.redundancy.findData("4+4"))
    psu = dialog.supplies.psu
    assert psu is not None
    assert (psu.count, psu.rating_w, psu.redundancy, psu.volts_max) == (8, 3200, "4+4", 240)


def test_another_system_begins_anew(dialog: ConfigureDialog, catalog: Catalog) -> None:
    dialog.system.setCurrentIndex(dialog.system.findData("dell-xe7740-h200-nvl"))
    assert dialog.rows.components == catalog.require("dell-xe7740-h200-nvl").made_of
    assert value(dialog, "GPUs") == "8"
    assert dialog.part().name == "PowerEdge XE7740 with 8 × H200 NVL, configured"


def test_the_part_it_makes_is_kept_and_can_be_placed(
    window: MainWindow, own: OwnParts, desk: Desk
) -> None:
    window.configuring.configure(load_shipped().require("dell-xe9680-h200"))
    dialog = window.configuring.dialog
    assert dialog is not None
    assert dialog.windowTitle() == TITLE
    pick(dialog, place_of(dialog, "cpus"), "xeon-6980p")
    dialog.name.setText("Hall node")
    dialog.accept_button.click()
    assert [part.id for part in own.parts] == ["hall-node"]
    part = desk.workspace.catalog.require("hall-node")
    assert part.made_of[1].part == "xeon-6980p"
    bounds = power_figures(part)["power_max_w"]
    assert (bounds.low, bounds.high) == (12_810, 12_841)


def test_the_catalogue_shows_the_part_that_was_made(
    window: MainWindow, own: OwnParts, qtbot: QtBot
) -> None:
    """Its pane still showed the system that the new one was made of."""
    browser = window.catalogue.browse("dell-xe9680-h200")
    window.configuring.configure(load_shipped().require("dell-xe9680-h200"))
    dialog = window.configuring.dialog
    assert dialog is not None
    dialog.name.setText("Hall node")
    dialog.accept_button.click()
    assert own.parts
    qtbot.waitUntil(lambda: getattr(browser.page.detail.entry, "id", "") == "hall-node")
    browser.close()


def test_a_node_is_taken_apart_and_replaced_in_one_step(
    window: MainWindow, own: OwnParts, desk: Desk, tmp_path: Path
) -> None:
    workspace = desk.workspace
    before = workspace.document.design
    assert window.actions_by_id.reason("catalog.take_apart") == NO_NODE
    rack = next(one.rack for one in workspace.layout().every() if one.part == "dgx-h100")
    workspace.select((rack,))
    assert window.actions_by_id.reason("catalog.take_apart") == ""
    window.actions_by_id["catalog.take_apart"].trigger()
    dialog = window.configuring.dialog
    assert dialog is not None
    assert dialog.windowTitle() == APART
    assert dialog.begun.id == "dgx-h100"
    enter(dialog, place_of(dialog, "memory"), "count", 16)
    dialog.accept_button.click()
    press_notice(window.centre.banners, TOPIC, "Replace DGX H100")
    replacing = window.design.replacing
    assert isinstance(replacing, ReplaceCommands)
    assert replacing.dialog is not None
    made = own.parts[0].id
    assert replacing.dialog.chosen() == made
    replacing.dialog.where.setCurrentIndex(0)
    replacing.dialog.accept()
    settle()
    parts = [one.part for one in workspace.layout().every()]
    assert "dgx-h100" not in parts
    assert parts.count(made) == 31
    # The design embeds the part, and computes the same elsewhere.
    design_file.save(tmp_path / "a.cluster.toml", workspace.document.design, workspace.catalog)
    opened = design_file.load(tmp_path / "a.cluster.toml")
    assert made in {part.id for part in opened.parts}
    workspace.document.undo()
    assert workspace.document.design == before


def test_a_part_of_ones_own_is_changed_under_its_name(
    window: MainWindow, own: OwnParts, desk: Desk
) -> None:
    window.configuring.configure(load_shipped().require("dgx-h200"))
    for count in (16, 8):
        dialog = window.configuring.dialog
        assert dialog is not None
        enter(dialog, place_of(dialog, "memory"), "count", count)
        if count == 16:
            dialog.name.setText("Lean node")
        dialog.accept_button.click()
        window.configuring.configure(own.parts[0])
    assert [(part.id, part.name) for part in own.parts] == [("lean-node", "Lean node")]
    held = next(one for one in own.parts[0].made_of if one.role == "memory")
    assert held.count == 8
    assert own.parts[0].based_on == "dgx-h200"


def test_what_nobody_takes_apart_says_why(window: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    rack = next(
        rack.id
        for rack in desk.workspace.layout().racks.values()
        if all(one.part != "dgx-h100" for one in desk.workspace.layout().in_rack(rack.id))
    )
    desk.workspace.select((rack,))
    assert window.actions_by_id.reason("catalog.take_apart") in (NO_NODE, UNSAID)


def test_without_a_folder_there_is_nothing_to_keep_it_in(qtbot: QtBot, desk: Desk) -> None:
    made = MainWindow(desk.settings, desk.workspace.theme)
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    assert made.actions_by_id.reason("catalog.configure") == NO_FOLDER
    made.configuring.configure(None)
    assert made.configuring.dialog is None
