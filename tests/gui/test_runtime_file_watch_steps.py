"""What a file watch looks at and when, on a clock of its own and without Qt's watcher."""

import os
from pathlib import Path

import pytest

from designer.io.design_file import file_digest
from designer.runtime import file_watch
from designer.runtime.file_watch import SETTLE_MS, TICK_NS, FileWatch
from tests.helpers.fake_clock import Clock, FakeSignal

pytestmark = pytest.mark.usefixtures("qapp")


class Watcher:
    """Stands for Qt's watcher: keeps what it watches."""

    made: "list[Watcher]" = []  # noqa: RUF012 - emptied by the fixture

    def __init__(self) -> None:
        self.directoryChanged, self.fileChanged = FakeSignal(), FakeSignal()
        self.paths: list[str] = []
        Watcher.made.append(self)

    def addPath(self, path: str) -> None:
        assert path not in self.paths
        self.paths.append(path)

    def directories(self) -> list[str]:
        return [path for path in self.paths if Path(path).is_dir()]

    def files(self) -> list[str]:
        return [path for path in self.paths if not Path(path).is_dir()]


class Wall:
    """The clock that stamps are compared with."""

    def __init__(self) -> None:
        self.now = 0

    def time_ns(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, "designer.runtime.file_watch")
    monkeypatch.setattr(file_watch, "QFileSystemWatcher", Watcher)
    Watcher.made.clear()
    return made


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    made = Wall()
    monkeypatch.setattr(file_watch, "time", made)
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "design.toml"
    path.write_text("one")
    return path


class Heard:
    def __init__(self, file: Path, **options: int) -> None:
        self.watch = FileWatch(**options)
        self.told: list[str] = []
        self.watch.changed_on_disk.connect(self.told.append)
        self.watch.watch(file, file_digest(file))

    @property
    def watcher(self) -> Watcher:
        return Watcher.made[-1]

    def stir(self) -> None:
        self.watcher.fileChanged.emit("x")


def test_folder_and_file_are_watched_once(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file)
    assert heard.watch.path == file
    assert heard.watcher.paths == [str(file.parent), str(file)]
    heard.watch.expect(file_digest(file))
    heard.stir()
    assert heard.watcher.paths == [str(file.parent), str(file)]
    assert len(Watcher.made) == 1


def test_a_relative_path_is_made_whole(
    clock: Clock, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    watch = FileWatch()
    watch.watch(Path(file.name), "x")
    assert watch.path == file


def test_a_file_is_read_when_it_has_been_quiet(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file)
    file.write_text("another")
    heard.stir()
    clock.advance(SETTLE_MS - 1)
    heard.watcher.directoryChanged.emit("x")
    clock.advance(SETTLE_MS - 1)
    assert heard.told == [], "it was stirred again"
    clock.advance(1)
    assert heard.told == [str(file)]
    clock.advance(10 * SETTLE_MS)
    heard.stir()
    assert clock.waiting() == [], "it is as it was told"


def test_a_stir_without_a_change_is_not_looked_at(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file, settle_ms=70)
    heard.stir()
    assert clock.waiting() == []
    file.write_text("longer than before")
    heard.stir()
    assert clock.waiting() == [70]


def test_the_same_content_under_a_new_stamp_is_no_news(
    clock: Clock, wall: Wall, file: Path
) -> None:
    heard = Heard(file)
    stamp = file.stat().st_mtime_ns
    os.utime(file, ns=(stamp, stamp + 1_000_000_000))
    heard.stir()
    assert clock.waiting() == [SETTLE_MS]
    clock.advance(SETTLE_MS)
    assert heard.told == []
    heard.stir()
    assert clock.waiting() == [], "the new stamp is known"


@pytest.mark.parametrize(
    ("age", "looks"), [(0, True), (TICK_NS - 1, True), (TICK_NS, False), (-TICK_NS + 1, True)]
)
def test_a_fresh_file_is_read_although_its_stamp_stands_still(
    clock: Clock, wall: Wall, file: Path, age: int, looks: bool
) -> None:
    wall.now = file.stat().st_mtime_ns + age
    heard = Heard(file)
    stat = file.stat()
    file.write_text("two")  # of the same length
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    heard.stir()
    assert (clock.waiting() == [SETTLE_MS]) == looks
    clock.advance(SETTLE_MS)
    assert heard.told == ([str(file)] if looks else [])


def test_a_file_that_goes_and_comes_back_is_told_twice_and_watched_anew(
    clock: Clock, wall: Wall, file: Path
) -> None:
    heard = Heard(file)
    file.unlink()
    heard.watcher.paths.remove(str(file))
    heard.stir()
    clock.advance(SETTLE_MS)
    assert heard.told == [str(file)]
    assert heard.watcher.paths == [str(file.parent)]
    heard.stir()
    clock.advance(SETTLE_MS)
    assert len(heard.told) == 1, "still gone is no news"
    file.write_text("one")
    heard.stir()
    assert heard.watcher.paths == [str(file.parent), str(file)]
    clock.advance(SETTLE_MS)
    assert len(heard.told) == 2


def test_our_own_save_is_expected(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file)
    file.write_text("ours, which is longer")
    heard.watch.expect(file_digest(file))
    heard.stir()
    assert clock.waiting() == []


def test_a_file_that_cannot_be_read_is_a_change(
    clock: Clock, wall: Wall, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Heard(file)

    def refuse(_: Path) -> str:
        raise PermissionError("planted")

    file.write_text("longer than it was")
    monkeypatch.setattr(file_watch, "file_digest", refuse)
    heard.stir()
    clock.advance(SETTLE_MS)
    assert heard.told == [str(file)]


def test_what_is_forgotten_is_not_looked_at(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file)
    file.write_text("longer than it was")
    heard.stir()
    heard.watch.forget()
    assert heard.watch.path is None
    assert clock.waiting() == []
    heard.watch.expect("x")
    assert len(Watcher.made) == 1
    heard.watch._look()
    assert heard.told == []


def test_another_file_has_a_watcher_of_its_own(clock: Clock, wall: Wall, file: Path) -> None:
    heard = Heard(file)
    other = file.with_name("other.toml")
    heard.watch.watch(other, None)
    assert len(Watcher.made) == 2
    assert heard.watcher.paths == [str(file.parent)], "it is not there yet"
    other.write_text("there")
    heard.stir()
    clock.advance(SETTLE_MS)
    assert heard.told == [str(other)]


def test_a_folder_that_is_not_there_is_not_watched(clock: Clock, wall: Wall, file: Path) -> None:
    watch = FileWatch()
    watch.watch(file.parent / "none" / "design.toml", None)
    assert Watcher.made[-1].paths == []
