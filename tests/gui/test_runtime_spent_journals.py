"""Older work is never offered over newer, also where a journal cannot be removed."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer.io import design_file, journal
from designer.io.journal import Header, Journal, header_of, recover
from designer.io.user_folders import journals_folder, locks_folder
from designer.model.change import diff
from designer.model.design import Design
from designer.runtime.session import scan
from designer.runtime.spent_journals import SpentJournals
from tests.helpers.open_sessions import MakeSession, die, rename

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.expect_log("was not removed"),
]
UNLINK, OPEN, TRUNCATE = Path.unlink, os.open, os.ftruncate


class Stuck:
    """Journals that cannot be removed while this lasts, nor opened for writing or emptied."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.is_read_only = False

    def hold(self, *, read_only: bool = False) -> None:
        """From now on, the journals that are there stay."""
        self.names = tuple(path.name for path in journals_folder().glob("*.journal"))
        self.is_read_only = read_only

    def let_go(self) -> None:
        self.names = ()

    def refuse(self, path: str | os.PathLike[str]) -> None:
        if os.path.basename(path) in self.names:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stuck]:
    made = Stuck()

    def unlink(path: Path, missing_ok: bool = False) -> None:
        made.refuse(path)
        UNLINK(path, missing_ok)

    def opened(path: str, flags: int, mode: int = 0o777, **named: int) -> int:
        if made.is_read_only and flags & (os.O_WRONLY | os.O_RDWR):
            made.refuse(path)
        return OPEN(path, flags, mode, **named)

    def truncate(handle: int, size: int) -> None:
        if made.is_read_only:
            made.refuse(os.readlink(f"/proc/self/fd/{handle}"))
        TRUNCATE(handle, size)

    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "ftruncate", truncate)
    yield made
    made.let_go()


def left() -> list[str]:
    return sorted(path.name for path in journals_folder().glob("*.journal"))


def offered() -> list[str]:
    return [each.design.name for each in scan()]


READ_ONLY = pytest.mark.parametrize("read_only", [False, True], ids=["folder", "disk"])


@READ_ONLY
@pytest.mark.parametrize("ends", ["closed", "killed"])
def test_work_that_was_saved_is_not_offered_over_newer(
    make_session: MakeSession, file: Path, stuck: Stuck, read_only: bool, ends: str
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "s1")
    stuck.hold(read_only=read_only)
    session.save()
    rename(session, "s2")
    session.save()
    if ends == "closed":
        session.close()
    else:
        die(session)
        session._autosave._spent.let_go()
    for _ in range(2):
        assert offered() == []
    stuck.let_go()
    assert offered() == []
    assert left() == []
    assert design_file.load(file).design.name == "s2"


@READ_ONLY
def test_what_could_not_be_removed_is_tried_again_with_each_save(
    make_session: MakeSession, file: Path, stuck: Stuck, read_only: bool
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "s1")
    stuck.hold(read_only=read_only)
    session.save()
    rename(session, "s2")
    session.save()
    assert left() != []
    stuck.let_go()
    session.save()
    assert left() == []
    assert [path.name for path in locks_folder().glob("*.lock")] == [
        f"{session._file.lock._lock_file.stem}.lock"  # type: ignore[union-attr]  # it is open
    ]


@READ_ONLY
def test_recovered_work_is_not_offered_again_beside_what_became_of_it(
    make_session: MakeSession, file: Path, stuck: Stuck, read_only: bool
) -> None:
    """Nor is that of the crash before it, after the second and the third."""
    first = make_session()
    first.open(file)
    rename(first, "old")
    die(first)
    for generation in ("newer", "newest"):
        (found,) = scan()
        stuck.hold(read_only=read_only)
        again = make_session()
        again.recover(found)
        assert offered() == [], "a window has it"
        rename(again, generation)
        die(again)
        again._autosave._spent.let_go()
        assert offered() == [generation]
    stuck.let_go()
    assert offered() == ["newest"]
    assert len(left()) == 1


def test_an_old_offer_is_none_once_its_work_was_taken_out(
    make_session: MakeSession, file: Path, stuck: Stuck
) -> None:
    first = make_session()
    first.open(file)
    rename(first, "old")
    die(first)
    (found,), (same,) = scan(), scan()
    stuck.hold()
    assert same.is_there
    make_session().recover(found)
    assert not same.is_there


def test_a_journal_takes_over_all_that_its_elders_did(
    make_session: MakeSession, file: Path
) -> None:
    keys = list[str]()
    session = make_session()
    session.open(file)
    for name in ("one", "two", "three"):
        rename(session, name)
        die(session)
        (found,) = scan()
        assert found.replaces == tuple(keys)
        keys.append(found.key)
        session = make_session()
        session.recover(found)


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


@READ_ONLY
def test_edits_cost_no_handles_where_nothing_can_be_removed(
    make_session: MakeSession, file: Path, stuck: Stuck, read_only: bool
) -> None:
    lost = make_session()
    lost.open(file)
    rename(lost, "old")
    die(lost)
    session = make_session()
    stuck.hold(read_only=read_only)
    session.recover(scan()[0])
    before = handles()
    for number in range(20):
        rename(session, f"edit {number}")
    assert handles() == before


def test_saves_cost_no_handles_in_a_folder_that_gives_nothing_back(
    make_session: MakeSession, file: Path, stuck: Stuck
) -> None:
    session = make_session()
    session.open(file)
    counts = list[int]()
    for number in range(20):
        rename(session, f"edit {number}")
        stuck.hold()
        session.save()
        counts.append(handles())
    assert len(set(counts)) == 1
    assert len(left()) == 20
    session.close()
    assert offered() == []


def test_a_journal_that_was_emptied_holds_its_first_line(tmp_path: Path, stuck: Stuck) -> None:
    path = tmp_path / "a.journal"
    made = Journal.begin(path, Header(key="k"), Design(name="base"))
    made.append(diff(Design(name="base"), Design(name="x")), 1, "x", 0.0)
    stuck.names = (path.name,)
    assert not made.discard()
    got = recover(path)
    assert (got.base.name, got.design.name, got.steps, got.header.key) == ("base", "base", (), "k")
    again = Journal.begin(tmp_path / "b.journal", Header(key="m"), Design(name="base"))
    again.append(diff(Design(name="base"), Design(name="x")), 1, "x", 0.0)
    again.close()
    stuck.names = ("b.journal",)
    assert not journal.remove(again.path)
    assert recover(again.path).steps == ()
    assert not journal.remove(again.path)
    stuck.let_go()
    assert journal.remove(again.path)
    assert journal.remove(again.path)


def test_a_journal_that_cannot_be_opened_any_more_is_emptied_by_its_handle(
    tmp_path: Path, stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Journal.begin(tmp_path / "a.journal", Header(), Design(name="base"))
    made.append(diff(Design(name="base"), Design(name="x")), 1, "x", 0.0)
    stuck.names, stuck.is_read_only = ("a.journal",), True
    monkeypatch.setattr(os, "ftruncate", TRUNCATE)
    assert not made.discard()
    assert recover(made.path).steps == ()


def test_work_that_a_window_takes_back_right_now_is_neither_offered_nor_removed(
    make_session: MakeSession, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_session()
    first.open(file)
    rename(first, "old")
    die(first)
    (found,) = scan()
    monkeypatch.setattr(SpentJournals, "throw_away_found", lambda *_: None)
    make_session().recover(found)
    assert offered() == []
    assert found.journal.exists()


def test_a_file_that_took_the_name_of_a_journal_is_not_removed_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    made = Journal.begin(path, Header(), Design())
    assert not made.is_gone
    path.unlink()
    Journal.begin(path, Header(key="another's"), Design()).close()
    assert made.is_gone
    assert made.discard()
    found = header_of(path)
    assert found is not None
    assert found.key == "another's"


def test_a_journal_of_another_window_under_the_name_stays(
    make_session: MakeSession, file: Path, stuck: Stuck
) -> None:
    session = make_session()
    session.open(file)
    rename(session, "s1")
    path = session._autosave.journal_file
    assert path is not None
    stuck.hold()
    session.save()
    stuck.let_go()
    path.unlink()
    Journal.begin(path, Header(key="another's"), Design()).close()
    session.save()
    assert path.exists()


@pytest.fixture
def old_line() -> Callable[[str], bytes]:
    """The first line of a journal of format 1."""

    def line(replaces: str) -> bytes:
        header = {"format": 1, "key": "k", "replaces": replaces}
        return journal._line({"journal": header, "base": {"name": "b"}, "parts": []})

    return line


@pytest.mark.parametrize(("replaces", "read"), [("", ()), ("older", ("older",))])
def test_a_journal_of_the_format_before_is_read(
    tmp_path: Path, old_line: Callable[[str], bytes], replaces: str, read: tuple[str, ...]
) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(old_line(replaces))
    got = recover(path)
    assert (got.header.replaces, got.header.ended, got.base.name) == (read, False, "b")
