"""Open, save, lock, watch, journal and recover, without a window."""

import errno
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.part import Part
from designer.document.edits import put
from designer.io import design_file, journal
from designer.io.user_folders import journals_folder
from designer.model.design import Design, Note, Rack
from designer.runtime.design_session import SaveRefusedError
from designer.runtime.session import RECOVERED_LABEL, UNREADABLE_SUFFIX, scan
from tests.helpers.open_sessions import CATALOG, MakeSession, die, rename


def test_open_edit_save_and_open_again(
    qtbot: QtBot, make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    session = make_session()
    titles: list[str] = []
    session.title_changed.connect(titles.append)
    with qtbot.waitSignal(session.opened):
        session.open(file)
    assert (session.document.design.name, session.path) == ("pod", file)
    rename(session, "larger pod")
    assert session.title == "pod.toml *"
    assert session.save() == file
    assert session.title == "pod.toml"
    assert titles == ["pod.toml", "pod.toml *", "pod.toml"]
    assert design_file.load(file).design.name == "larger pod"
    assert session.save_as(tmp_path / "copy.toml") == session.path
    assert session.title == "copy.toml"


def test_undo_back_to_the_saved_state_needs_no_save(make_session: MakeSession, file: Path) -> None:
    session = make_session()
    session.open(file)
    rename(session, "other")
    session.document.undo()
    assert session.title == "pod.toml"
    die(session)
    assert scan() == []


def test_a_design_without_a_file_asks_for_one(make_session: MakeSession) -> None:
    session = make_session()
    session.new(Design(name="fresh"))
    assert session.title == "fresh"
    with pytest.raises(SaveRefusedError) as refused:
        session.save()
    assert refused.value.obstacle == "no-path"


def test_a_new_design_watches_no_file_any_more(make_session: MakeSession, file: Path) -> None:
    """What becomes of the file that was open before is nothing to a design without one."""
    session = make_session()
    session.open(file)
    assert session._watch.path == file
    session.new(Design(name="fresh"))
    assert session._watch.path is None


def test_a_file_that_cannot_be_read_leaves_the_open_design(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    session = make_session()
    session.open(file)
    with pytest.raises(design_file.ReadError):
        session.open(tmp_path / "not there.toml")
    assert session.path == file
    make_session().new(Design())
    rename(session, "still mine")
    session.save()


def test_a_second_window_reads_only(
    qtbot: QtBot, make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    first, second = make_session(), make_session()
    first.open(file)
    with qtbot.waitSignal(second.locked_by) as told:
        second.open(file)
    assert "another window" in told.args[0]
    assert second.is_read_only
    assert second.title == "pod.toml (read only)"
    rename(second, "theirs")
    rename(first, "mine")
    for save in (second.save, lambda: second.save_as(file)):
        with pytest.raises(SaveRefusedError) as refused:
            save()
        assert refused.value.obstacle == "locked"
    # Each has a journal of its own: neither loses its work to the other.
    assert first._autosave.journal_file != second._autosave.journal_file
    second.save_as(tmp_path / "mine.toml")
    assert not second.is_read_only
    first.save()
    assert design_file.load(file).design.name == "mine"
    first.close()
    make_session().open(file)


def test_loading_again_takes_the_file_that_was_let_go(
    make_session: MakeSession, file: Path
) -> None:
    first, second = make_session(), make_session()
    first.open(file)
    second.open(file)
    second.open(file)
    assert second.is_read_only, "the other window still has it"
    first.new(Design())
    second.open(file)
    assert not second.is_read_only


def test_a_design_whose_file_became_a_loop_of_links_can_be_saved_elsewhere(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "kept")
    file.unlink()
    file.symlink_to(file.name)
    with pytest.raises(OSError, match=r"pod\.toml"):
        session.save(force=True)
    rename(session, "kept and edited")
    assert session.save_as(tmp_path / "copy.toml") == tmp_path / "copy.toml"
    assert design_file.load(tmp_path / "copy.toml").design.name == "kept and edited"


def test_a_damaged_file_is_saved_only_when_asked(
    qtbot: QtBot, make_session: MakeSession, file: Path
) -> None:
    file.write_text(file.read_text() + '\nracks = [{ id = "A01", part = 7 }]\n[[[\n')
    damaged = file.read_text()
    session = make_session()
    with qtbot.waitSignal(session.problems_found) as told:
        session.open(file)
    assert told.args[0]
    rename(session, "mended")
    with pytest.raises(SaveRefusedError) as refused:
        session.save()
    assert refused.value.obstacle == "damaged"
    assert file.read_text() == damaged
    session.save(force=True)
    assert design_file.load(file).problems == ()


def test_a_file_of_a_newer_version_is_replaced_only_when_asked(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    newer = tmp_path / "newer.toml"
    newer.write_text("schema_version = 99\n")
    session = make_session()
    session.open(file)
    with pytest.raises(SaveRefusedError) as refused:
        session.save_as(newer)
    assert refused.value.obstacle == "newer"
    assert session.path == file
    session.save_as(newer, force=True)
    assert session.path == newer


def test_a_change_on_disk_is_told_and_not_overwritten(
    qtbot: QtBot, make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "mine")
    with qtbot.waitSignal(session.changed_on_disk) as told:
        design_file.save(file, Design(name="theirs"), CATALOG)
    assert told.args == [str(file)]
    with pytest.raises(SaveRefusedError) as refused:
        session.save()
    assert refused.value.obstacle == "changed"
    assert design_file.load(file).design.name == "theirs"
    session.keep_mine()
    session.save()
    assert design_file.load(file).design.name == "mine"


def test_theirs_can_be_loaded_in_place(qtbot: QtBot, make_session: MakeSession, file: Path) -> None:
    session = make_session()
    session.open(file)
    with qtbot.waitSignal(session.changed_on_disk):
        design_file.save(file, Design(name="theirs"), CATALOG)
    session.open(file)
    assert (session.document.design.name, session.is_read_only) == ("theirs", False)
    rename(session, "theirs and mine")
    session.save()


def test_work_that_was_not_saved_is_found_and_taken_back(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "first")
    rename(session, "second")
    session.document.undo()
    session.document.apply(
        "Note", lambda d: d.evolve(notes=(Note(id="n1", text="cold aisle here"),))
    )
    die(session)
    (found,) = scan()
    assert found.labels == ("Rename to first", "Rename to second", "Undo Rename to second", "Note")
    assert (found.file, found.file_changed, found.attempts) == (file, False, 0)
    assert [name for name, _ in found.difference.single] == ["name"]
    assert found.summary() == (
        "2 records differ from the saved file; 4 steps (1 of them undo), the last “Note”"
    )

    heir = make_session()
    heir.recover(found)
    assert heir.document.design == found.design
    assert heir.title == "pod.toml *"
    heir.save()
    assert design_file.load(file).design == found.design
    assert scan() == []


def test_recovered_work_that_is_lost_again_is_found_again(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "precious")
    die(session)
    for attempt in range(3):
        (found,) = scan()
        assert (found.design.name, found.attempts) == ("precious", min(attempt, 1))
        heir = make_session()
        heir.recover(found)
        die(heir)
    (found,) = scan()
    assert found.labels == (RECOVERED_LABEL,)


def test_a_journal_nobody_looked_after_is_not_overwritten(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "lost in the first crash")
    die(session)
    second = make_session()
    second.open(file)  # the offer was ignored
    rename(second, "lost in the second crash")
    die(second)
    assert {found.design.name for found in scan()} == {
        "lost in the first crash",
        "lost in the second crash",
    }


def test_work_of_a_living_window_is_nobodys_to_take(make_session: MakeSession, file: Path) -> None:
    session = make_session()
    session.open(file)
    rename(session, "being worked on")
    assert scan() == []
    rename(session, "still")
    assert session._autosave.journal_file is not None
    assert session._autosave.journal_file.exists()


def test_work_on_a_file_that_was_changed_since_says_so_and_does_not_overwrite(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "mine")
    die(session)
    design_file.save(file, Design(name="theirs"), CATALOG)
    (found,) = scan()
    assert found.file_changed
    heir = make_session()
    heir.recover(found)
    with pytest.raises(SaveRefusedError) as refused:
        heir.save()
    assert refused.value.obstacle == "changed"


def test_a_design_that_never_had_a_file_is_recovered(make_session: MakeSession) -> None:
    session = make_session()
    session.new(Design(name="sketch"))
    rename(session, "better sketch")
    die(session)
    (found,) = scan()
    assert (found.file, found.design.name) == (None, "better sketch")
    found.discard()
    assert scan() == []


def test_closing_leaves_nothing_to_recover(make_session: MakeSession, file: Path) -> None:
    session = make_session()
    session.open(file)
    rename(session, "not wanted")
    session.close()
    assert list(journals_folder().iterdir()) == []


@pytest.mark.expect_log("nothing can be recovered from")
def test_an_unreadable_journal_is_set_aside_once() -> None:
    torn = journals_folder() / "0123456789abcdef.journal"
    torn.write_bytes(b'["00000000",{"journal"')
    assert scan() == []
    assert torn.with_name(torn.name + UNREADABLE_SUFFIX).exists()
    assert scan() == []


@pytest.mark.expect_log("autosave does not work")
def test_a_full_disk_is_told_once_and_the_edit_stands(
    qtbot: QtBot, make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "before")
    told: list[str] = []
    session.autosave_failed.connect(told.append)

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(journal.os, "write", full)
        patch.setattr(journal, "replace_file", full)
        rename(session, "on a full disk")
        rename(session, "still full")
    assert session.document.design.name == "still full"
    assert len(told) == 1
    assert "No space left" in told[0]
    rename(session, "room again")
    die(session)
    assert scan()[0].design.name == "room again"


def test_a_hundred_changes_are_journalled_as_they_come(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    for number in range(100):
        rename(session, f"state {number}")
        path = session._autosave.journal_file
        assert path is not None
        assert path.read_bytes().count(b"\n") == number + 2
    die(session)
    assert scan()[0].design.name == "state 99"


def test_other_names_of_a_file_are_told_of_before_a_save_leaves_them(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.hardlink_to(file)
    session, told = make_session(), list[str]()
    session.other_names.connect(told.append)
    session.open(file)
    assert told == [
        "pod.toml has 1 other name (hard links). A save replaces it under this name only: the "
        "others keep what they hold now. To keep them one file, make the others symbolic links to "
        "this one"
    ]
    rename(session, "new")
    session.save()
    assert design_file.load(other).design.name == "pod"
    assert design_file.load(file).design.name == "new"
    session.open(file)
    assert len(told) == 1, "from here on the file has one name, but for its backup's"
    other.unlink()
    other.symlink_to(file)
    session.open(other)
    rename(session, "newer")
    session.save()
    assert design_file.load(file).design.name == "newer", "what the notice advises keeps them one"
    assert len(told) == 1


def test_saving_over_a_file_with_other_names_tells_what_they_keep(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.hardlink_to(file)
    session, told = make_session(), list[str]()
    session.other_names.connect(told.append)
    rename(session, "new")
    session.save_as(other)
    assert told == [
        "other.toml had 1 other name (hard links), which keep what they held before this save"
    ]
    assert design_file.load(file).design.name == "pod"


def test_recovered_work_on_a_file_with_other_names_tells_of_them(
    make_session: MakeSession, file: Path, tmp_path: Path
) -> None:
    lost = make_session()
    lost.open(file)
    rename(lost, "lost")
    die(lost)
    (tmp_path / "other.toml").hardlink_to(file)
    session, told = make_session(), list[str]()
    session.other_names.connect(told.append)
    session.recover(scan()[0])
    assert ["1 other name" in words for words in told] == [True]


def test_parts_that_another_design_brought_are_kept_and_saved(
    make_session: MakeSession, file: Path
) -> None:
    session = make_session()
    session.open(file)
    mine = Part(id="qqq-own", kind="rack", name="Mine", mass_kg=7.0)
    session.take_parts((mine,))
    session.take_parts((mine.evolve(mass_kg=9_999.0),))
    assert session.catalog.get("qqq-own") == mine, "what is known stays as it is"
    rack = Rack(id="q", name="q", part="qqq-own", x_mm=0, y_mm=0)
    session.document.apply("Paste", put("racks", rack))
    session.save()
    assert [part for part in design_file.load(file).parts if part.id == "qqq-own"] == [mine]
