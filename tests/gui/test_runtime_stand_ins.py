"""Folders of the user that could not be used for a time: what was journalled meanwhile is found."""

import errno
import os
from pathlib import Path

import pytest

from designer.io import design_file, user_folders
from designer.io.user_folders import HOME_VARIABLE, journals_folder, state_folder
from designer.runtime.session import scan
from tests.helpers.open_sessions import MakeSession, die, rename

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(user_folders.tempfile, "gettempdir", lambda: str(folder))
    return folder


@pytest.fixture
def home(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that cannot be used until `mend`."""
    home = tmp_path / "a home"
    home.write_text("")
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home


def mend(home: Path) -> None:
    home.unlink()
    assert state_folder() == home / "state"


def test_work_of_a_bad_day_is_offered_once_the_folder_works_again(
    home: Path, make_session: MakeSession, file: Path, temporary: Path
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "of a bad day")
    die(session)
    assert journals_folder().is_relative_to(temporary)
    mend(home)
    (found,) = scan()
    assert found.design.name == "of a bad day"
    again = make_session()
    again.recover(found)
    assert not found.journal.exists()
    rename(again, "and of a good one")
    again.save()
    assert design_file.load(file).design.name == "and of a good one"
    assert scan() == []


def test_it_can_be_thrown_away(home: Path, make_session: MakeSession, file: Path) -> None:
    session = make_session()
    session.open(file)
    rename(session, "not wanted")
    die(session)
    mend(home)
    (found,) = scan()
    found.discard()
    assert scan() == []
    assert not found.journal.exists()


def test_a_window_of_the_bad_day_still_holds_its_file_and_its_work(
    home: Path, make_session: MakeSession, file: Path
) -> None:
    first = make_session()
    first.open(file)
    rename(first, "still open")
    mend(home)
    assert scan() == [], "nobody lost it"
    second = make_session()
    second.open(file)
    assert second.is_read_only


def test_work_of_a_folder_that_is_read_only_now_is_offered(
    make_session: MakeSession, file: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "of before")
    die(session)
    usual, access = state_folder(), os.access
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: path != usual and access(path, mode))
        assert state_folder().is_relative_to(temporary)
        (found,) = scan()
        assert (found.design.name, found.journal.parent) == ("of before", usual / "journals")
        again = make_session()
        again.recover(found)
        rename(again, "and of today")
        die(again)
    assert [each.design.name for each in scan()] == ["and of today"]


def test_homes_know_nothing_of_each_other(
    home: Path, make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "mine")
    die(session)
    other = home.with_name("another home")
    other.write_text("")
    monkeypatch.setenv(HOME_VARIABLE, str(other))
    assert scan() == []
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    assert [each.design.name for each in scan()] == ["mine"]


def test_work_done_without_a_home_is_offered_in_the_usual_one(
    tmp_path: Path, temporary: Path, make_session: MakeSession, file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    usual = [Path("~/.local")]  # as platformdirs answers where nobody is known
    monkeypatch.delenv(HOME_VARIABLE)
    for name in ("user_state_path", "user_config_path", "user_data_path"):
        monkeypatch.setattr(user_folders.platformdirs, name, lambda *_, **__: usual[0])
    session = make_session()
    session.open(file)
    rename(session, "homeless")
    die(session)
    usual[0] = tmp_path / "at home"
    (found,) = scan()
    assert found.journal.is_relative_to(temporary)
    assert found.design.name == "homeless"


@pytest.mark.parametrize("name", ["journals", "locks"])
@pytest.mark.parametrize("how", ["a file", "write-protected"])
def test_a_folder_inside_that_cannot_be_used_has_a_stand_in_too(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, name: str, how: str
) -> None:
    home = tmp_path / "a home"
    inside = home / "state" / name
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    if how == "a file":
        inside.parent.mkdir(parents=True)
        inside.write_text("")
    else:
        inside.mkdir(parents=True)
        access = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: path != inside and access(path, mode))
    assert journals_folder().is_relative_to(temporary)
    assert len(user_folders.unusable()) == 1
    assert scan() == []


@pytest.mark.expect_log("is not locked")
def test_locks_of_somebody_else_keep_nobody_from_a_design(
    make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run as another user leaves files that cannot be opened."""
    session = make_session()
    session.open(file)
    rename(session, "lost")
    die(session)
    real = os.open

    def refused(path: object, flags: int, *args: int, **named: int) -> int:
        if str(path).endswith(".lock") and Path(str(path)).parent == user_folders.locks_folder():
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, flags, *args, **named)  # type: ignore[arg-type]  # passed on as they came

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refused)
        (found,) = scan()
        again = make_session()
        again.open(file)
        assert not again.is_read_only
    assert found.design.name == "lost"


def test_a_disk_that_fills_up_within_the_folder_ends_nothing(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state folder is there; those of journals and locks can be made no more."""
    home = tmp_path / "a home"
    (home / "state").mkdir(parents=True)
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    mkdir = Path.mkdir

    def full(self: Path, *args: object, **named: object) -> None:
        if self.is_relative_to(home) and not self.exists():
            raise OSError(errno.ENOSPC, "No space left on device", str(self))
        mkdir(self, *args, **named)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Path, "mkdir", full)
    assert journals_folder().is_relative_to(temporary)
    assert "No space left on device" in user_folders.unusable()[0].line()
