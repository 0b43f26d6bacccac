"""Locks, recent files and the user's folders."""

import errno
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from designer.app.crash_log import log_crash
from designer.io import user_folders
from designer.io.lockfile import DesignLock, Holder, LockedError, holder_of, path_key
from designer.io.recent import RecentFiles

NOON = 1_700_000_000.0
HOLD = """
import sys
from pathlib import Path
from designer.io.lockfile import DesignLock
lock = DesignLock.acquire(Path(sys.argv[1]), Path(sys.argv[2]), 0.0)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    """Another process that holds the lock on a.toml."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "a.toml"), str(tmp_path)]
    top = Path(__file__).parents[2]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=top
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_second_window_is_told_who_holds_the_file(tmp_path, other):
    with pytest.raises(LockedError, match=f"process {other.pid}") as caught:
        DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON)
    assert caught.value.holder.pid == other.pid
    assert caught.value.holder.started == "1970-01-01T00:00:00+00:00"
    assert holder_of(tmp_path / "a.toml", tmp_path) == caught.value.holder


def test_who_holds_a_file_is_told_in_one_clear_phrase(tmp_path):
    started = datetime(2026, 3, 4, 12, 24).astimezone()
    holder = Holder(pid=77, host="atlas", started=started.astimezone(UTC).isoformat())
    later = started + timedelta(hours=2)
    words = "pod.toml is open in another window (process 77 on atlas, since 12:24)"
    assert str(LockedError(tmp_path / "pod.toml", holder, later.timestamp())) == words
    other_day = started + timedelta(days=2)
    told = str(LockedError(tmp_path / "pod.toml", holder, other_day.timestamp()))
    assert told.endswith("since 2026-03-04 12:24)")
    assert str(LockedError(tmp_path / "pod.toml", None, 0)) == "pod.toml is open in another window"


def test_a_lock_is_seen_in_a_folder_that_became_read_only(tmp_path, other, monkeypatch):
    """As by `mount -o remount,ro`, while a window holds a file there."""
    opened = os.open

    def read_only(path, flags, *more, **named):
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    assert holder_of(tmp_path / "a.toml", tmp_path).pid == other.pid
    assert holder_of(tmp_path / "b.toml", tmp_path) is None
    other.kill()
    other.wait()
    assert holder_of(tmp_path / "a.toml", tmp_path) is None


@pytest.mark.parametrize("whose", ["ours", "another user's"])
def test_a_pipe_under_the_name_of_a_lock_is_not_waited_for(tmp_path, monkeypatch, whose: str):
    file = tmp_path / "a.toml"
    os.mkfifo(tmp_path / f"{path_key(file)}.lock", 0o644)
    opened = os.open

    def not_ours(path, flags, *more, **named):
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, flags, *more, **named)

    if whose != "ours":
        monkeypatch.setattr(os, "open", not_ours)
    with pytest.raises(OSError, match="no regular file"):
        holder_of(file, tmp_path)
    with pytest.raises(OSError, match=r"no regular file|Permission denied"):
        DesignLock.acquire(file, tmp_path, NOON)


def test_a_pipe_under_the_name_of_the_list_is_an_empty_one(tmp_path):
    os.mkfifo(tmp_path / "recent.json")
    recent = RecentFiles(tmp_path)
    assert recent.files() == ()
    with pytest.raises(OSError, match="it is no regular file; remove it"):
        recent.add(tmp_path / "a", NOON)


def test_a_pipe_under_the_name_of_the_log_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "crashes.log")
    error = ValueError("planted")
    with pytest.raises(OSError, match=r"crashes\.log"):
        log_crash(tmp_path, ValueError, error, None)


def test_links_that_lead_to_themselves_have_a_key(tmp_path):
    """The file of a design may become such a link while it is open."""
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    one, other = path_key(tmp_path / "a.toml"), path_key(tmp_path / "b.toml")
    assert one != other
    assert holder_of(tmp_path / "a.toml", tmp_path) is None


def test_lock_of_a_killed_process_is_taken_over(tmp_path, other):
    other.kill()
    other.wait()
    assert holder_of(tmp_path / "a.toml", tmp_path) is None
    with DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON) as lock:
        assert lock.left_by.pid == other.pid
        assert holder_of(tmp_path / "a.toml", tmp_path).pid == os.getpid()


def test_two_files_are_locked_side_by_side_and_let_go_alone(tmp_path):
    with DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON) as first:
        with DesignLock.acquire(tmp_path / "b.toml", tmp_path, NOON):
            assert holder_of(tmp_path / "a.toml", tmp_path).file == str(tmp_path / "a.toml")
            assert holder_of(tmp_path / "b.toml", tmp_path).file == str(tmp_path / "b.toml")
        assert holder_of(tmp_path / "b.toml", tmp_path) is None
        assert holder_of(tmp_path / "a.toml", tmp_path) is not None
        first.release()
        first.release()
    assert holder_of(tmp_path / "a.toml", tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_one_process_cannot_open_a_file_twice_under_any_name(tmp_path):
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    first = DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON)
    with pytest.raises(LockedError):
        DesignLock.acquire(tmp_path / "b.toml", tmp_path, NOON)
    first.release()
    first.release()
    with DesignLock.acquire(tmp_path / "b.toml", tmp_path, NOON) as second:
        assert second.left_by is None
    assert list(tmp_path.glob("*.lock")) == []
    assert holder_of(tmp_path / "a.toml", tmp_path) is None


def test_unreadable_lock_file_does_not_stop_anyone(tmp_path):
    with DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON):
        name = next(tmp_path.glob("*.lock"))
    name.write_text("{torn")
    with DesignLock.acquire(tmp_path / "a.toml", tmp_path, NOON) as lock:
        assert lock.left_by is None


def test_recent_files_newest_first_without_repeats(tmp_path):
    recent = RecentFiles(tmp_path)
    assert recent.files() == ()
    for name in ("a", "b", "a", "ü"):
        recent.add(tmp_path / name, NOON)
    assert [Path(f.path).name for f in recent.files()] == ["ü", "a", "b"]
    assert recent.files()[0].opened == "2023-11-14T22:13:20+00:00"
    recent.remove(tmp_path / "a")
    assert [Path(f.path).name for f in recent.files()] == ["ü", "b"]
    for number in range(40):
        recent.add(tmp_path / str(number), NOON)
    assert len(recent.files()) == 20
    recent.clear()
    assert recent.files() == ()


@pytest.mark.parametrize("junk", [b"", b"{", b"\xff", b'[{"path": 1}]', b'{"a": 2}'])
def test_damaged_list_is_an_empty_one(tmp_path, junk):
    (tmp_path / "recent.json").write_bytes(junk)
    recent = RecentFiles(tmp_path)
    assert recent.files() == ()
    recent.add(tmp_path / "a", NOON)
    assert len(recent.files()) == 1


def test_all_folders_follow_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUSTER_DESIGNER_HOME", str(tmp_path / "home"))
    folders = [
        user_folders.state_folder(), user_folders.settings_folder(),
        user_folders.catalogs_folder(), user_folders.journals_folder(), user_folders.locks_folder(),
    ]  # fmt: skip
    assert len(set(folders)) == 5
    assert all(f.is_dir() and f.is_relative_to(tmp_path / "home") for f in folders)
    assert folders[0].stat().st_mode & 0o077 == 0


@pytest.fixture
def blocked_home(tmp_path, monkeypatch):
    """A home in which nothing can be made, because a file stands in its place."""
    home = tmp_path / "home"
    home.write_text("")
    monkeypatch.setenv(user_folders.HOME_VARIABLE, str(home))
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(user_folders.tempfile, "gettempdir", lambda: str(temporary))
    return home


def test_a_folder_that_cannot_be_used_has_a_stand_in(blocked_home, tmp_path):
    top = tmp_path / "temporary" / f"cluster-designer-{os.getuid()}"
    state, settings = user_folders.state_folder(), user_folders.settings_folder()
    catalogs = user_folders.catalogs_folder()
    assert user_folders.journals_folder() == state / "journals"
    assert {each.parent for each in (state, settings, catalogs)} == {top}
    names = [each.name.partition("-")[0] for each in (state, settings, catalogs)]
    assert names == ["state", "settings", "catalogs"]
    assert top.stat().st_mode & 0o777 == 0o700
    lines = [problem.line() for problem in user_folders.unusable()]
    assert lines == [
        f"{blocked_home}/state: cannot be used (Not a directory); until it can, recovery journals "
        f"and recent files are kept in {state}",
        f"{blocked_home}/settings: cannot be used (Not a directory); until it can, settings are "
        f"kept in {settings}",
        f"{blocked_home}/catalogs: cannot be used (Not a directory); until it can, your own parts "
        f"are kept in {catalogs}",
    ]


def test_a_stand_in_that_somebody_else_made_is_not_trusted(blocked_home, tmp_path):
    top = tmp_path / "temporary" / f"cluster-designer-{os.getuid()}"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    top.symlink_to(elsewhere)
    state = user_folders.state_folder()
    other = state.parent
    assert (other.parent, other.is_symlink()) == (top.parent, False)
    assert other.name.startswith(f"{top.name}-")
    assert other.stat().st_mode & 0o777 == 0o700
    assert os.listdir(elsewhere) == []
    assert user_folders.state_folder() == state, "work that is journalled there is found again"
    assert user_folders.settings_folder().parent == other


def test_without_a_home_the_temporary_folder_is_used(monkeypatch, tmp_path):
    monkeypatch.delenv(user_folders.HOME_VARIABLE)
    for name in ("user_state_path", "user_config_path", "user_data_path"):
        here = Path("~/.local/cluster-designer")  # as platformdirs answers where nobody is known
        monkeypatch.setattr(user_folders.platformdirs, name, lambda *_, here=here, **__: here)
    monkeypatch.setattr(user_folders.tempfile, "gettempdir", lambda: str(tmp_path))
    assert user_folders.state_folder().is_relative_to(tmp_path)
    assert "HOME is not set" in user_folders.unusable()[0].line()
    assert not Path("~").exists()


def test_folders_that_can_be_used_are_not_spoken_of():
    assert user_folders.unusable() == ()
