"""Names of files as disks have them: long, of any bytes, with several names for one file."""

import errno
import os
from pathlib import Path

import pytest

from designer.io import lockfile
from designer.io.atomic_file import backup_path, replace_file
from designer.io.design_file import ReadError, load, save
from designer.io.journal import Header, Journal, recover
from designer.io.lockfile import DesignLock, LockedError, holder_of
from designer.io.path_text import path_from, path_text, shown_name
from designer.io.recent import RecentFiles
from designer.io.system_calls import short_name
from designer.model.design import Design
from designer.model.problem import Problem
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()
NO_UTF8 = os.fsdecode(b"caf\xe9-\xff.cluster.toml")
NAMES = {
    "249 bytes": "a" * 236 + ".cluster.toml",
    "255 bytes": "a" * 242 + ".cluster.toml",
    "249 bytes of 3 each": "東" * 83,
    "255 bytes of 3 each": "東" * 85,
    "no UTF-8": NO_UTF8,
    "a line end": "a\nb.toml",
    "a hyphen": "-",
}


@pytest.fixture(params=NAMES.values(), ids=NAMES.keys())
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / request.param


def test_a_design_of_any_name_is_saved_with_its_backup(path: Path) -> None:
    save(path, Design(name="first"), CATALOG)
    save(path, Design(name="second"), CATALOG)
    assert load(path).design.name == "second"
    assert load(backup_path(path)).design.name == "first"
    assert len(os.fsencode(backup_path(path).name)) <= 255
    assert sorted(os.listdir(path.parent)) == sorted([path.name, backup_path(path).name])


def test_a_file_of_any_name_is_locked_journalled_and_remembered(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    with DesignLock.acquire(path, folder, 0.0):
        assert holder_of(path, folder) is not None
        with pytest.raises(LockedError):
            DesignLock.acquire(path, folder, 0.0)
    journal = Journal.begin(folder / "j", Header(file=path_text(path)), Design())
    journal.close()
    assert path_from(recover(folder / "j").header.file) == path
    recent = RecentFiles(folder)
    recent.add(path, 0.0)
    assert [path_from(file.path) for file in recent.files()] == [path]
    recent.remove(path)
    assert recent.files() == ()


def test_an_unreadable_name_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as error:
        load(tmp_path / NO_UTF8)
    line = error.value.problem.line()
    assert "caf\ufffd-\ufffd.cluster.toml: cannot be read" in line
    line.encode()


def test_usual_paths_are_written_as_they_are() -> None:
    assert path_text(Path("/a/東京 %20.toml")) == "/a/東京 %20.toml"
    assert path_text(Path("/a/\udcff")) == "bytes:/a/%FF"
    assert path_from("bytes:/a/%FF") == Path("/a/\udcff")


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "abc"), ("東京", 5, "東"), ("東京", 6, "東京"), ("é", 1, "")],
)
def test_names_are_cut_between_characters(name: str, most: int, short: str) -> None:
    assert short_name(name, most) == short


def test_a_problem_can_always_be_printed() -> None:
    problem = Problem(where="\udcff.toml", what="\ud800", mend="x\udfff")
    assert problem.line() == "\ufffd.toml: \ufffd; x\ufffd"


def test_leftovers_of_a_long_name_are_tidied_up(tmp_path: Path) -> None:
    path = tmp_path / ("東" * 80)
    left = tmp_path / f".{short_name(path.name, 100)}.{'0' * 12}.tmp"
    left.write_text("")
    os.utime(left, (1, 1))
    replace_file(path, b"x")
    assert os.listdir(tmp_path) == [path.name]


def test_a_lock_holds_on_a_full_disk_and_says_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A handle was left open by each attempt, until no file could be saved."""

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    design, before = tmp_path / "d.toml", len(os.listdir("/proc/self/fd"))
    with monkeypatch.context() as patch:
        patch.setattr(lockfile.os, "write", full)
        with DesignLock.acquire(design, tmp_path, 0):
            with pytest.raises(LockedError) as held:
                DesignLock.acquire(design, tmp_path, 0)
            assert held.value.holder is None
    assert len(os.listdir("/proc/self/fd")) == before
    assert list(tmp_path.glob("*.lock")) == []


def test_a_lock_whose_folder_became_a_file_is_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "locks"
    folder.mkdir()
    held = DesignLock.acquire(tmp_path / "d.toml", folder, 0)
    folder.rename(tmp_path / "elsewhere")
    folder.write_text("")
    before = len(os.listdir("/proc/self/fd"))
    held.release()
    assert len(os.listdir("/proc/self/fd")) == before - 1


def test_a_name_is_shown_in_letters_that_every_page_can_bear() -> None:
    assert shown_name(NO_UTF8) == "caf?-?.cluster.toml"
    assert shown_name("東京.toml") == "東京.toml"
