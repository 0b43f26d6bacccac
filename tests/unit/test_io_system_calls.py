"""Writing and locking where the system lacks what Linux has: no `fcntl`, no `fchmod`."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from designer.io import system_calls
from designer.io.atomic_file import backup_path, replace_file
from designer.io.lockfile import DesignLock, LockedError


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """Take away what Windows lacks, put its own locking in; return the calls of it."""
    for name in ("fchmod", "fchown", "fdatasync", "O_DIRECTORY"):
        monkeypatch.delattr(os, name)
    calls: list[tuple[int, int, int]] = []
    held: dict[int, int] = {}

    def locking(handle: int, mode: int, size: int) -> None:
        calls.append((os.lseek(handle, 0, os.SEEK_CUR), mode, size))
        file = os.fstat(handle).st_ino
        if held.get(file, handle) != handle:
            raise PermissionError(13, "Permission denied")
        held[file] = handle

    module = SimpleNamespace(LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    return calls


def test_a_file_is_replaced_with_its_mode(elsewhere: object, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, b"new", backup=True)
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert backup_path(path).read_text() == "old"


def test_a_lock_is_held_once(elsewhere: list[tuple[int, int, int]], tmp_path: Path) -> None:
    lock = DesignLock.acquire(tmp_path / "a", tmp_path, 0.0)
    with pytest.raises(LockedError) as error:
        DesignLock.acquire(tmp_path / "a", tmp_path, 0.0)
    assert error.value.holder is not None
    assert error.value.holder.pid == os.getpid()
    assert set(elsewhere) == {(1 << 30, 2, 1)}  # behind what the file says of its holder
    lock.release()


def test_what_cannot_be_set_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchmod", refuse)
    monkeypatch.setattr(os, "fchown", refuse)
    (tmp_path / "a").write_text("old")
    replace_file(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_text() == "new"


def test_the_disk_is_made_to_hold_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    system_calls.sync_folder(tmp_path)
    assert len(synced) == 1
    monkeypatch.delattr(os, "fdatasync")
    system_calls.sync_data(77)
    assert synced[1:] == [77]
