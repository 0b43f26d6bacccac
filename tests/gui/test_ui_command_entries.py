"""What the command box can find, and the actions behind it: words, keys, reasons, what they do."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.document import edits
from designer.render.theme import DARK
from designer.ui.commands.command_entries import Findable, entries
from designer.ui.commands.command_search import Entry, Finder
from designer.ui.state.actions import SPECS
from tests.helpers.canvas_space import (
    PARTS,
    RACK,
    rack_report,
    report_of,
    small_design,
    space_of,
)
from tests.helpers.ui_commands import Commands


@pytest.fixture
def made(qtbot: QtBot) -> Iterator[Commands]:
    space = space_of(small_design(), PARTS)
    commands = Commands(space)
    qtbot.addWidget(commands.window)
    yield commands
    space.close()


def test_a_command_that_cannot_be_done_says_why_in_its_tip(made: Commands) -> None:
    actions = made.actions
    actions.allow("file.save", "nothing to save")
    assert not actions["file.save"].isEnabled()
    assert actions["file.save"].toolTip() == "Save: nothing to save"
    actions.allow("file.save")
    assert actions["file.save"].isEnabled()
    assert actions.reason("file.save") == ""
    assert actions["file.save"].toolTip() == "Save"
    assert actions.plain_text("file.save") == "Save"
    assert actions.shortcut_text("edit.undo") == "Ctrl+Z"
    assert actions.reason("help.guide") == "", "nobody ever refused it"


def test_commands_that_are_switched_show_a_tick_in_the_place_of_an_icon(made: Commands) -> None:
    made.actions.recolour(DARK)
    for spec in SPECS:
        action = made.actions[spec.id]
        assert action.isCheckable() == spec.checkable
        assert action.icon().isNull() == (spec.checkable or not spec.icon)


def found(made: Commands, kind: str, shown: list[str] | None = None) -> list[Entry]:
    show = None if shown is None else shown.append
    listed = entries(made.space, made.actions, made.shelf.place, show)
    return [entry for entry in listed if entry.kind == kind]


def test_the_box_finds_commands_with_key_menu_and_reason(made: Commands) -> None:
    listed = {entry.title: entry for entry in found(made, "command")}
    assert len(listed) == len(SPECS) - 1
    assert "Run a command…" not in listed, "it is open already"
    undo = listed["Undo"]
    assert (undo.detail, undo.shortcut, undo.reason) == ("Edit", "Ctrl+Z", "nothing to undo")
    listed["Select all racks"].run()
    assert len(made.space.selection) == 8


def test_the_box_finds_what_racks_are_shaded_by_and_shades_them(made: Commands) -> None:
    """`ports of switches` found nothing: only that there are overlays."""
    store, space = made.space.report_store, made.space
    store.expect(space.document.revision)
    store.accept(space.document.revision, report_of(rack_report("A01", 10.2)))
    finder = Finder(Findable(space, made.actions, made.shelf.place).pools())
    finder.ask("ports of switches")
    while finder.work(4_000):
        pass
    (first, *_) = finder.found()
    assert first.title == "Shade racks by: Ports of switches"
    first.run()
    assert space.overlay.chosen == "ports"


def test_the_box_finds_racks_and_devices_and_shows_them(made: Commands) -> None:
    made.space.apply("Name", edits.set_fields("assemblies", "full", name=""))
    asked: list[tuple[str, ...]] = []
    made.space.focus_requested.connect(asked.append)
    racks = {entry.title: entry for entry in found(made, "rack")}
    assert (racks["A01"].detail, racks["A01"].words) == ("Rack 48U", "A")
    assert racks["B02"].detail == "Rack 48U · full"
    racks["B02"].run()
    devices = {entry.title: entry for entry in found(made, "device")}
    assert devices["leaf-1"].detail == "Leaf 1U in A01 U48"
    assert devices["B01-n2"].detail == "Node 8U in B01 U9–U16"
    assert devices["B01-n2"].words == "B01/n2"
    devices["B01-n2"].run()
    assert asked == [("B02",), ("B01/n2",)]


def test_the_box_finds_parts_to_place_and_others_to_look_at(made: Commands) -> None:
    parts = {entry.title: entry for entry in found(made, "part")}
    assert parts["Place Node 8U"].detail == "8U · 8 GPUs · 10.2 kW"
    assert parts["Place Leaf 1U"].detail == "1U · —"
    parts["Place Leaf 1U"].run()
    assert made.shelf.placed == ["leaf"]
    assert found(made, "entry") == []
    shown: list[str] = []
    (cable,) = found(made, "entry", shown)
    assert cable.title == "Show Cable in the catalogue"
    cable.run()
    assert shown == ["cable"]


def test_a_part_that_the_catalogue_lost_is_found_by_its_id(qtbot: QtBot) -> None:
    space = space_of(small_design(), (RACK,))
    made = Commands(space)
    qtbot.addWidget(made.window)
    devices = {entry.title: entry for entry in found(made, "device")}
    assert devices["leaf-1"].detail == "leaf in A01 front"
    space.catalog = Catalog(())
    assert found(made, "rack")[0].detail == "rack"
    space.close()
