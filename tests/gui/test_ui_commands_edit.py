"""Commands on a selection, without a window: when they can be done, what they do, what they say."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from designer.catalog.part import Part
from designer.document import edits
from designer.document.document import Edit
from designer.document.errors import EditError
from designer.model.design import Design, Note, Rack
from designer.ui.commands.assembly import AssemblyCommands
from designer.ui.commands.edit import EditCommands
from designer.ui.commands.note import NoteCommands
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.views.dialogs.row_edit_dialog import RowEdit
from tests.helpers.canvas_space import LEAF, NODE, PARTS, RACK, small_design, space_of
from tests.helpers.sessions import press_notice, settle, until_it_stands
from tests.helpers.ui_commands import Commands

WIDE = RACK.evolve(id="wide", name="Rack 48U wide", width_mm=800)


@pytest.fixture
def made(qtbot: QtBot) -> Iterator[Commands]:
    space = space_of(small_design(), (*PARTS, WIDE))
    commands = Commands(space)
    qtbot.addWidget(commands.window)
    yield commands
    space.close()


NOTHING, RACK_FIRST = "select something first", "select a rack first"
ONE = "select exactly one thing"
COPY = "select a rack that is a copy of an assembly"
NO_ROW = "select racks of one row"
MAKE = "select one rack"
FILL = "select a copy of an assembly, and with it the racks to fill"
EDIT_FIRST = "edit a rack that is a copy of an assembly first"


@pytest.mark.parametrize(
    ("selected", "reasons"),
    [
        # duplicate, rename, rotate, detach, row.edit, assembly.make, assembly.copy
        ((), [NOTHING, ONE, RACK_FIRST, COPY, NO_ROW, MAKE, FILL]),
        (("A01",), ["", "", "", COPY, "", "", FILL]),
        (("A02",), ["", "", "", COPY, "", "A02 is empty", FILL]),
        (("A01", "A02"), ["", ONE, "", COPY, "", MAKE, FILL]),
        (("A01", "B01"), ["", ONE, "", "", NO_ROW, MAKE, ""]),
        (("B01",), ["", "", "", "", "", "B01 is a copy already; detach it first", FILL]),
        (("B01", "B02"), ["", ONE, "", "", "", MAKE, FILL]),
        (("node-1",), ["", "", RACK_FIRST, COPY, "", MAKE, FILL]),
        (("B01/n1",), ["", "", RACK_FIRST, COPY, "", MAKE, FILL]),
    ],
)
def test_what_can_be_done_follows_the_selection(
    made: Commands, selected: tuple[str, ...], reasons: list[str]
) -> None:
    made.space.select(selected)
    assert reasons == made.reasons(
        "edit.duplicate", "edit.rename", "edit.rotate", "edit.detach", "row.edit", "assembly.make",
        "assembly.copy",
    )  # fmt: skip
    same = made.reasons("edit.remove", "edit.select_none")
    assert same == made.reasons("edit.duplicate") * 2
    assert made.reasons("row.remove") == made.reasons("row.edit")
    assert made.reasons("assembly.apply") == [EDIT_FIRST]


def test_a_row_is_duplicated_by_any_of_its_racks_and_detached(made: Commands) -> None:
    made.space.select(("B02",))
    made.do("row.duplicate")
    assert made.steps() == ["Duplicate 4 racks"]
    new = [rack for rack in made.design.racks if rack.id in made.space.selection]
    assert len(new) == 4
    assert len({rack.row for rack in new} - {"A", "B"}) == 1, "a row of its own"
    made.space.select(("B02",))
    made.do("row.detach")
    assert made.told[-1][0] == "4 racks of row B stand alone, with devices of their own"
    assert not any(rack.row == "B" or (rack.id == "B01" and rack.assembly)
                   for rack in made.design.racks)  # fmt: skip


def test_what_can_be_done_follows_the_design_and_the_list_of_parts(made: Commands) -> None:
    ids = ("edit.undo", "edit.redo", "edit.select_all", "insert.part")
    first = ["nothing to undo", "nothing to redo", "", "choose a part in the list first"]
    assert made.reasons(*ids) == first
    made.space.apply("Clear", edits.remove(tuple(rack.id for rack in made.design.racks)))
    made.shelf.part = NODE
    made.edit.refresh()
    assert made.reasons(*ids) == ["", "nothing to redo", "there are no racks", ""]
    made.do("edit.undo")
    assert made.reasons(*ids) == ["nothing to undo", "", "", ""]


def test_undo_and_redo_say_which_step(made: Commands) -> None:
    made.space.apply("Call it", edits.set_fields("design", name="other"))
    made.do("edit.undo")
    made.do("edit.redo")
    assert made.told == [("Undone: Call it", "info"), ("Redone: Call it", "info")]
    assert made.design.name == "other"
    made.edit.redo()
    assert len(made.told) == 2, "there was nothing left"
    made.do("edit.undo")
    made.edit.undo()
    assert made.told[2:] == [("Undone: Call it", "info")]


def test_undoing_a_copy_selects_what_was_copied(made: Commands) -> None:
    made.space.select(("A01",))
    made.do("edit.duplicate")
    (copy,) = made.space.selection
    assert copy not in {rack.id for rack in small_design().racks}
    assert len(made.space.layout().in_rack(copy)) == 3
    assert made.told == [("Duplicated A01", "info")]
    made.do("edit.undo")
    assert made.space.selection == ("A01",)
    made.do("edit.redo")
    made.space.apply("Call it", edits.set_fields("design", name="other"))
    made.space.select(("A03",))
    made.do("edit.undo")
    assert made.space.selection == ("A03",), "another step was undone"


def test_copies_of_devices_are_selected_alone(made: Commands) -> None:
    made.space.select(("leaf-1",))
    made.do("edit.duplicate")
    (copy,) = made.space.selection
    placed = made.space.layout().find(copy)
    assert placed is not None
    assert (placed.part, placed.rack) == ("leaf", "A01")
    assert made.steps() == ["Duplicate leaf-1"]


def test_removing_says_what_and_selects_nothing(made: Commands) -> None:
    for keys, words in (
        (("node-1", "node-2"), "Removed 2 devices; undo brings them back"),
        (("A02", "leaf-1"), "Removed 2 objects; undo brings them back"),
        (("A03", "A04"), "Removed 2 racks; undo brings them back"),
    ):
        made.space.select(keys)
        made.do("edit.remove")
        assert made.told[-1] == (words, "info")
        assert made.space.selection == ()
    made.edit.remove()
    assert len(made.told) == 3
    assert [rack.id for rack in made.design.racks] == ["A01", "B01", "B02", "B03", "B04"]


def test_removing_from_a_copy_says_that_it_leaves_its_assembly(made: Commands) -> None:
    made.space.select(("B01/n1",))
    made.do("edit.remove")
    ((words, severity),) = made.told
    assert severity == "info"
    assert "B01" in words
    assert not words.startswith("Removed")
    assert made.space.target_rack_ids() == ("B01",), "where the next part goes"


def test_what_cannot_be_removed_stays_selected(
    made: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_design: Design) -> Design:
        raise EditError("held")

    def refused(_keys: tuple[str, ...]) -> Edit:
        return refuse

    monkeypatch.setattr("designer.ui.state.removing.remove", refused)
    made.space.select(("node-1",))
    made.do("edit.remove")
    assert made.told == [("held", "warning")]
    assert made.space.selection == ("node-1",)


def test_racks_turn_by_a_quarter_and_devices_do_not(made: Commands) -> None:
    made.space.apply("Move", edits.move_racks(made.space.catalog, ("A04",), 1800, 0))
    made.space.select(("node-1",))
    made.edit.rotate()
    assert made.steps() == ["Move"]
    made.space.select(("A04", "node-1"))
    made.do("edit.rotate")
    assert made.space.layout().racks["A04"].rotation == 90
    assert made.steps() == ["Move", "Turn A04 by 90°"]


def test_all_racks_are_selected_and_none(made: Commands) -> None:
    made.do("edit.select_all")
    assert made.space.selection == tuple(rack.id for rack in made.design.racks)
    made.do("edit.select_none")
    assert made.space.selection == ()


def test_of_what_stands_on_the_floor_only_racks_are_all_racks(qtbot: QtBot) -> None:
    """Units that cool were selected as well, and moved and removed with the racks."""
    cdu = Part(id="cdu", kind="cdu", name="CDU", width_mm=600, depth_mm=1200)
    design = small_design()
    unit = Rack(id="C01", name="C01", part="cdu", x_mm=9000, y_mm=3000)
    odd = Rack(id="D01", name="D01", part="of no catalogue", x_mm=9000, y_mm=6000)
    made = Commands(space_of(design.evolve(racks=(*design.racks, unit, odd)), (*PARTS, cdu)))
    qtbot.addWidget(made.window)
    made.do("edit.select_all")
    assert made.space.selection == (*(rack.id for rack in design.racks), "D01")
    made.space.apply("x", edits.remove(made.space.selection))
    assert made.reasons("edit.select_all") == ["there are no racks"]
    made.space.close()


def test_copies_become_racks_of_their_own_in_one_step(made: Commands) -> None:
    made.space.select(("A01", "B01", "B02"))
    made.do("edit.detach")
    assert made.steps() == ["Detach from assembly"]
    assert [rack.id for rack in made.design.racks if rack.assembly] == ["B03", "B04"]
    made.space.select(("A01",))
    made.edit.detach()
    assert len(made.steps()) == 1


def prompt_of(commands: EditCommands | NoteCommands | AssemblyCommands) -> TextPrompt:
    assert isinstance(commands.prompt, TextPrompt)
    return commands.prompt


def answer(prompt: TextPrompt, text: str) -> None:
    prompt.line.setText(text)
    prompt.accept()
    settle()


def test_a_name_is_asked_for_one_thing_only(made: Commands) -> None:
    made.space.select(("A01", "A02"))
    made.edit.ask_name()
    assert made.edit.prompt is None
    made.space.select(("A01",))
    made.do("edit.rename")
    prompt = prompt_of(made.edit)
    assert (prompt.isVisible(), prompt.line.text()) == (True, "A01")
    answer(prompt, "A02")
    assert prompt.isVisible(), "the name is taken: the question stays"
    answer(prompt, "left")
    assert not prompt.isVisible()
    assert made.steps() == ["Rename A01 to left"]
    assert made.space.layout().racks["A01"].name == "left"


@pytest.mark.parametrize(
    ("chosen", "selected", "placed"),
    [
        (None, (), "rack"), (WIDE, (), "wide"), (WIDE, ("A01",), "wide"), (NODE, ("A01",), "rack"),
        (None, ("B01/n1",), "rack"),
    ],
)  # fmt: skip
def test_the_next_rack_is_the_chosen_one_or_one_like_the_others(
    made: Commands, chosen: Part | None, selected: tuple[str, ...], placed: str
) -> None:
    made.shelf.part = chosen
    made.space.select(selected)
    made.do("insert.rack")
    assert made.shelf.placed == [placed]


def test_the_next_rack_is_like_the_selected_one(made: Commands) -> None:
    made.space.apply("Wide", edits.set_fields("racks", "A04", part="wide"))
    made.space.select(("A04",))
    made.do("insert.rack")
    made.space.select(())
    made.do("insert.rack")
    assert made.shelf.placed == ["wide", "rack"]
    made.shelf.part = LEAF
    made.edit.refresh()
    made.do("insert.part")
    assert made.shelf.placed[2:] == ["chosen"]


@pytest.mark.parametrize(("parts", "placed"), [((NODE, WIDE, RACK), ["wide"]), ((NODE,), [])])
def test_in_an_empty_room_it_is_the_first_rack_of_the_catalogue(
    qtbot: QtBot, parts: tuple[Part, ...], placed: list[str]
) -> None:
    space = space_of(Design(), parts)
    made = Commands(space)
    qtbot.addWidget(made.window)
    made.do("insert.rack")
    assert made.shelf.placed == placed
    made.do("insert.row")
    assert (made.edit.prompt is None) == (not placed)
    assert made.told == ([] if placed else [("The catalogue has no rack", "error")])
    space.close()


def test_a_remark_is_on_what_is_selected_or_on_the_whole_design(made: Commands) -> None:
    for selected, target in (((), ""), (("A02", "A01"), "A02"), (("node-1",), "node-1")):
        made.space.select(selected)
        made.do("insert.note")
        answer(prompt_of(made.edit), f"on {target}")
        assert made.design.notes[-1].target == target
    assert [note.id for note in made.design.notes] == ["note-1", "note-2", "note-3"]
    made.notes.remove("note-2")
    made.space.select(())
    made.do("insert.note")
    answer(prompt_of(made.edit), "again")
    assert Note(id="note-2", text="again") in made.design.notes
    assert made.steps() == ["Add note", "Add note", "Add note", "Remove note", "Add note"]


def test_a_remark_is_pinned_changed_and_removed(made: Commands) -> None:
    made.notes.ask_at(1250, 3400)
    prompt = prompt_of(made.notes)
    assert prompt.isVisible()
    answer(prompt, "ramp")
    (note,) = made.design.notes
    assert (note.text, note.x_mm, note.y_mm, note.target) == ("ramp", 1250, 3400, "")
    made.notes.ask_text(note.id)
    prompt = prompt_of(made.notes)
    assert prompt.line.text() == "ramp"
    answer(prompt, "column")
    assert [one.text for one in made.design.notes] == ["column"]
    made.notes.ask_text("gone")
    assert made.notes.prompt is prompt, "nobody is asked about what is not there"
    made.notes.remove(note.id)
    assert made.design.notes == ()
    assert made.steps() == ["Add note", "Change note", "Remove note"]


@pytest.mark.parametrize(
    ("answer", "label", "names", "first"),
    [
        (RowEdit("A", False, 600, 0), "Move row A", ["left", "A02"], (3600, 3000)),
        (RowEdit("A", False, 0, -600), "Move row A", ["left", "A02"], (3000, 2400)),
        (RowEdit("K", False, 0, 0), "Rename row A to K", ["left", "A02"], (3000, 3000)),
        (RowEdit("A", True, 0, 0), "Renumber row A with its racks", ["A01", "A02"], (3000, 3000)),
        (
            RowEdit("K", True, 0, -600), "Rename row A to K with its racks, Move row A",
            ["K01", "K02"], (3000, 2400),
        ),
    ],
)  # fmt: skip
def test_a_row_is_renamed_and_moved_by_what_was_answered(
    made: Commands, answer: RowEdit, label: str, names: list[str], first: tuple[int, int]
) -> None:
    made.space.apply("Call it", edits.rename("A01", "left"))
    made.space.select(("A01",))
    row = made.rows.row()
    assert row is not None
    made.rows.change(row, answer)
    assert made.steps() == ["Call it", label]
    racks = [rack for rack in made.design.racks if rack.row == "A"]
    assert [rack.name for rack in racks][:2] == names
    assert (racks[0].x_mm, racks[0].y_mm) == first
    changed = next(one for one in made.design.rows if one.id == "A")
    assert (changed.name, changed.x_mm, changed.y_mm) == (answer.name, *first)


def test_a_row_is_asked_about_and_says_what_it_cannot(made: Commands) -> None:
    made.rows.ask()
    assert made.rows.dialog is None
    made.space.select(("A01", "node-2"))
    made.do("row.edit")
    dialog = made.rows.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.down.setValue(3000)
    assert not dialog.accept_button.isEnabled()
    assert dialog.words.text()
    dialog.down.setValue(-600)
    assert dialog.accept_button.isEnabled()
    dialog.accept()
    assert made.steps() == ["Move row A"]


def test_a_row_goes_with_its_racks_and_undo_brings_it_back(made: Commands) -> None:
    made.rows.remove()
    assert made.steps() == []
    made.space.select(("B02", "B01"))
    made.do("row.remove")
    assert made.told == [("Removed row B with 4 racks; undo brings it back", "info")]
    assert [row.id for row in made.design.rows] == ["A"]
    assert made.reasons("row.remove") == [NO_ROW]
    made.do("edit.undo")
    assert len(made.design.racks) == 8


# Assemblies


def notice(made: Commands) -> str:
    return made.banners.texts().get("assembly", "")


def change_a_copy(made: Commands, rack: str = "B01") -> None:
    step = edits.move_devices(made.space.catalog, (f"{rack}/n1",), rack, 60)
    assert made.space.apply("Move", step)


def test_an_assembly_is_made_under_the_name_that_was_given(made: Commands) -> None:
    made.assemblies.ask_name()
    assert made.assemblies.prompt is None
    made.space.select(("A01",))
    made.do("assembly.make")
    prompt = prompt_of(made.assemblies)
    assert prompt.isVisible()
    assert prompt.line.text()
    answer(prompt, "Pair and leaf")
    assert made.steps() == ["Make assembly Pair and leaf"]
    assembly = made.space.layout().racks["A01"].assembly
    assert made.space.layout().assemblies[assembly].name == "Pair and leaf"
    made.space.select(("A02", "A01", "B01"))
    made.do("assembly.copy")
    assert made.told[-1] == ("Copy Pair and leaf to 2 racks", "info")
    assert [rack.id for rack in made.design.racks if rack.assembly == assembly] == [
        "A01",
        "A02",
        "B01",
    ]


def test_a_copy_goes_nowhere_without_a_pattern_or_a_place(made: Commands) -> None:
    for keys in (("A01", "A02"), ("B01", "B02"), ("A01",), ()):
        made.space.select(keys)
        made.assemblies.copy()
    assert made.steps() == []


def test_the_other_copies_are_counted_in_the_notice(made: Commands) -> None:
    change_a_copy(made)
    assert notice(made) == "B01 is no longer a copy of 2 nodes; 3 other copies stay as they are."
    press_notice(made.banners, "assembly", "Apply to all 4 copies")
    assert made.steps() == ["Move, in all 4 copies"]
    assert made.told[-1] == ("Move, in all 4 copies", "info")
    layout = made.space.layout()
    assert [layout.in_rack(f"B0{n}")[-1].half_u for n in range(1, 5)] == [60] * 4
    assert notice(made) == ""


def test_with_one_other_copy_it_is_said_of_one(made: Commands) -> None:
    made.space.apply("Remove", edits.remove(("B03", "B04")))
    change_a_copy(made)
    assert notice(made) == "B01 is no longer a copy of 2 nodes; 1 other copy stays as it is."


def test_a_change_of_the_only_copy_or_of_several_offers_nothing(made: Commands) -> None:
    step = edits.in_sequence(
        edits.move_devices(made.space.catalog, ("B01/n1",), "B01", 60),
        edits.move_devices(made.space.catalog, ("B02/n1",), "B02", 60),
    )
    assert made.space.apply("Move both", step)
    assert notice(made) == ""
    made.do("edit.undo")
    made.space.apply("Remove", edits.remove(("B02", "B03", "B04")))
    change_a_copy(made)
    assert notice(made) == ""
    assert made.reasons("assembly.apply") == [EDIT_FIRST]


def test_undo_takes_the_notice_away_and_redo_does_not_offer_again(made: Commands) -> None:
    change_a_copy(made)
    assert made.reasons("assembly.apply") == [""]
    made.do("edit.undo")
    assert (notice(made), made.reasons("assembly.apply")) == ("", [EDIT_FIRST])
    made.do("edit.redo")
    assert notice(made) == ""


def test_the_notice_goes_with_the_last_copy(made: Commands) -> None:
    change_a_copy(made)
    made.space.apply("Remove", edits.remove(("B02", "B03")))
    assert notice(made)
    made.space.apply("Remove", edits.remove(("B04",)))
    assert notice(made) == ""


def test_an_own_device_beside_an_assembly_is_given_to_all_copies(made: Commands) -> None:
    place = edits.place_device(made.space.catalog, "leaf", "B02", 90)
    made.space.apply("Place", place)
    assert notice(made) == "B02 holds more than 2 nodes; 3 other copies stay as they are."
    made.space.apply("Call it", edits.set_fields("design", name="other"))
    made.space.select(("B03",))
    assert made.reasons("assembly.apply") == [EDIT_FIRST], "B03 is a plain copy"
    made.space.select(("B02",))
    made.do("assembly.apply")
    assert made.steps()[-1] == "Give B02 to all copies of 2 nodes"
    layout = made.space.layout()
    assert [len(layout.in_rack(f"B0{n}")) for n in range(1, 5)] == [3] * 4


def test_a_notice_has_one_button_for_what_it_offers(made: Commands) -> None:
    change_a_copy(made)
    until_it_stands(made.banners, "assembly")
    words = [button.text() for button in made.banners.findChildren(QPushButton)]
    assert words == ["Apply to all 4 copies", "Dismiss"]
