"""Recovery on a bad day: damaged files, kills within it, full disks, folders that vanish."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io import design_file, journal, lockfile
from designer.io.user_folders import journals_folder, locks_folder, state_folder
from designer.runtime.design_session import DesignSession, SaveRefusedError
from designer.runtime.session import Recoverable, scan
from designer.runtime.spent_journals import SpentJournals
from tests.helpers.open_sessions import MakeSession, die, rename

DAMAGED = 'schema_version = 3\nname = "pod"\n[racks]\nA = {{name = "A"}\n'


def crashed(session: DesignSession, file: Path, *names: str) -> Recoverable:
    """Return what is there to recover after edits to a file and a crash."""
    session.open(file)
    for name in names:
        rename(session, name)
    die(session)
    (found,) = scan()
    return found


@pytest.mark.parametrize("mended", [False, True])
def test_recovered_work_on_a_damaged_file_is_not_saved_over_the_whole(
    make_session: MakeSession, tmp_path: Path, mended: bool
) -> None:
    """Also where the file was mended since: the work was begun on the part that could be read."""
    path = tmp_path / "pod.toml"
    path.write_text(DAMAGED)
    found = crashed(make_session(), path, "a day's work")
    if mended:
        path.write_text(DAMAGED.replace("{{", "{"))
    session = make_session()
    session.recover(found)
    before = path.read_bytes()
    with pytest.raises(SaveRefusedError) as refused:
        session.save()
    assert refused.value.obstacle == "damaged"
    assert path.read_bytes() == before
    session.save(force=True)
    session.save()  # from here on the file holds what was read


def test_a_second_crash_forgets_nothing_of_the_first(
    make_session: MakeSession, tmp_path: Path
) -> None:
    path = tmp_path / "pod.toml"
    path.write_text(DAMAGED)
    second = make_session()
    second.recover(crashed(make_session(), path, "a day's work"))
    rename(second, "more")
    die(second)
    third = make_session()
    third.recover(scan()[0])
    assert third.document.design.name == "more"
    with pytest.raises(SaveRefusedError, match="could not be read whole"):
        third.save()


@pytest.mark.parametrize("by", ["its name", "a link"])
def test_recovering_what_is_open_already_keeps_the_lock(
    make_session: MakeSession, file: Path, tmp_path: Path, by: str
) -> None:
    found = crashed(make_session(), file, "lost")
    session = make_session()
    opened = file
    if by == "a link":
        opened = tmp_path / "link.toml"
        opened.symlink_to(file)
    session.open(opened)
    told: list[str] = []
    session.locked_by.connect(told.append)
    session.recover(found)
    assert not session.is_read_only
    assert told == []
    session.save()
    assert design_file.load(file).design.name == "lost"
    other = make_session()
    other.open(file)
    assert other.is_read_only


def test_work_taken_over_is_not_offered_again_after_a_kill_within(
    make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = crashed(make_session(), file, "old")
    session = make_session()
    with monkeypatch.context() as patch:
        patch.setattr(
            SpentJournals, "throw_away_found", lambda *_: None
        )  # the kill comes before it
        session.recover(found)
    rename(session, "newer")
    die(session)
    assert len(list(journals_folder().glob("*.journal"))) == 2
    assert [each.design.name for each in scan()] == ["newer"]
    assert len(list(journals_folder().glob("*.journal"))) == 1


def test_a_kill_before_the_first_line_loses_nothing(
    make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = crashed(make_session(), file, "old")
    session = make_session()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "append", killed)
        with pytest.raises(KeyboardInterrupt):
            session.recover(found)
    die(session)
    assert [each.design.name for each in scan()] == ["old"]


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.expect_log("autosave does not work: .* No space left")
@pytest.mark.parametrize("at", ["journal", "lock too"])
def test_a_full_disk_costs_no_handles(
    make_session: MakeSession, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "kept")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(journal, "_write_all", full)
        if at != "journal":
            patch.setattr(lockfile.os, "write", full)
        rename(session, "full")
        before = handles()
        for number in range(50):
            rename(session, f"still full {number}")
        assert handles() <= before
        session.save_as(tmp_path / "elsewhere.toml")
    assert design_file.load(tmp_path / "elsewhere.toml").design.name == "still full 49"
    assert list(journals_folder().glob("*.journal")) == []
    assert len(list(locks_folder().glob("*.lock"))) <= 2  # of the file, and of its journal


@pytest.mark.expect_log("the recovery journal was removed")
@pytest.mark.parametrize("gone", [journals_folder, state_folder], ids=["journals", "state"])
def test_a_folder_that_vanishes_is_made_again_with_all_the_work(
    make_session: MakeSession, file: Path, gone: Callable[[], Path]
) -> None:
    session = make_session()
    told: list[str] = []
    session.autosave_failed.connect(told.append)
    session.open(file)
    rename(session, "before")
    shutil.rmtree(gone())
    rename(session, "after")
    rename(session, "and after that")
    assert "the recovery journal was removed" in told[0]
    assert len(told) == 1
    die(session)
    (found,) = scan()
    assert found.design.name == "and after that"
    assert found.base.name == "pod"
