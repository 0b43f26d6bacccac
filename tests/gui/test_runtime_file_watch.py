"""A change of the open file by somebody else is noticed once; our own save is not."""

import contextlib
import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.io.atomic_file import replace_file
from designer.io.design_file import file_digest
from designer.runtime.file_watch import FileWatch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "design.toml"
    path.write_text("one")
    return path


@pytest.fixture
def watch(qtbot: QtBot, file: Path) -> FileWatch:
    watch = FileWatch(settle_ms=20)
    watch.watch(file, file_digest(file))
    return watch


def test_a_file_written_in_place_is_noticed(qtbot: QtBot, watch: FileWatch, file: Path) -> None:
    with qtbot.waitSignal(watch.changed_on_disk) as told:
        file.write_text("two")
    assert told.args == [str(file)]


def test_a_file_that_was_replaced_is_noticed_every_time(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    for text in ("two", "three", "four"):
        with qtbot.waitSignal(watch.changed_on_disk):
            replace_file(file, text.encode())


def test_a_file_that_is_gone_and_comes_back_is_noticed(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    with qtbot.waitSignal(watch.changed_on_disk):
        file.unlink()
    with qtbot.waitSignal(watch.changed_on_disk):
        file.write_text("back, and different")


def test_our_own_save_is_not_news(qtbot: QtBot, watch: FileWatch, file: Path) -> None:
    told: list[str] = []
    watch.changed_on_disk.connect(told.append)
    replace_file(file, b"ours")
    watch.expect(file_digest(file))
    # The next change of somebody else is noticed, and is the only one.
    with qtbot.waitSignal(watch.changed_on_disk):
        replace_file(file, b"theirs")
    assert told == [str(file)]


def test_the_same_content_and_other_files_of_the_folder_are_not_news(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    told: list[str] = []
    watch.changed_on_disk.connect(told.append)
    (file.parent / "other.toml").write_text("other")
    os.utime(file, (1, 1))
    with qtbot.waitSignal(watch._settle.timeout):
        replace_file(file, b"one")
    assert told == []


def test_a_change_within_one_tick_of_the_clock_is_noticed(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    """Same size, same file, same time: only the content tells."""
    before = file.stat()
    with qtbot.waitSignal(watch.changed_on_disk):
        with file.open("r+") as handle:
            handle.write("two")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = file.stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)


def test_a_forgotten_file_is_not_watched(qtbot: QtBot, watch: FileWatch, file: Path) -> None:
    told: list[str] = []
    watch.changed_on_disk.connect(told.append)
    watch.forget()
    other = file.with_name("second.toml")
    other.write_text("a")
    watch.watch(other, file_digest(other))
    file.write_text("not ours any more")
    with qtbot.waitSignal(watch.changed_on_disk):
        other.write_text("b")
    assert told == [str(other)]


def test_a_system_watcher_is_held_only_while_a_file_is_watched(
    qtbot: QtBot, watch: FileWatch
) -> None:
    before = system_watchers()
    assert before > 0
    watch.forget()
    assert system_watchers() == before - 1
    spare = FileWatch()
    assert system_watchers() == before - 1
    spare.deleteLater()


def system_watchers() -> int:
    """Return how many of the system's watchers this process holds."""
    held = 0
    for handle in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            held += "inotify" in os.readlink(f"/proc/self/fd/{handle}")
    return held
