"""The journal of one document: when it begins, what it holds, when the disk is asked."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer import __version__
from designer.catalog.part import Part
from designer.document.document import Document
from designer.io.journal import Journal, journals, recover
from designer.io.lockfile import DesignLock, holder_of
from designer.io.user_folders import journals_folder, locks_folder
from designer.model.design import Design
from designer.runtime import spent_journals
from designer.runtime.autosave import SYNC_MS, Autosave
from designer.runtime.open_file import OpenFile
from designer.runtime.session import RECOVERED_LABEL, Recoverable, scan
from tests.helpers.fake_clock import Clock

pytestmark = pytest.mark.usefixtures("qapp")
PART = Part(id="own", name="Own", kind="node")


class Kept:
    """A document with its autosave, and what it said."""

    def __init__(self, name: str = "start") -> None:
        self.document = Document(Design(name=name))
        self.autosave = Autosave(self.document)
        self.said: list[str] = []
        self.autosave.failed.connect(self.said.append)

    def rename(self, name: str) -> None:
        self.document.apply(f"Name {name}", lambda design: design.evolve(name=name))

    @property
    def file(self) -> Path:
        assert self.autosave.journal_file is not None
        return self.autosave.journal_file

    def labels(self) -> list[str]:
        return [step.label for step in recover(self.file).steps]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, "designer.runtime.autosave")
    return made


@pytest.fixture
def make_kept(clock: Clock) -> Iterator[Callable[..., Kept]]:
    made: list[Kept] = []

    def make(name: str = "start", *, begin: bool = True) -> Kept:
        made.append(Kept(name))
        if begin:
            made[-1].autosave.begin(OpenFile(), ())
        return made[-1]

    yield make
    for kept in made:
        kept.autosave.close()


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Gets an entry each time that the disk is asked without a condition."""
    asked: list[bool] = []
    sync = Journal.sync

    def noted(journal: Journal, now: float, *, force: bool = False) -> object:
        if force:
            asked.append(force)
        return sync(journal, now, force=force)

    monkeypatch.setattr(Journal, "sync", noted)
    return asked


def test_nothing_is_written_before_something_changes(make_kept: Callable[..., Kept]) -> None:
    kept = make_kept()
    assert kept.autosave.journal_file is None
    assert list(journals(journals_folder())) == []
    kept.rename("one")
    assert list(journals(journals_folder())) == [kept.file]
    assert holder_of(kept.file, locks_folder()) is not None


def test_before_it_begins_and_after_it_ended_nothing_is_kept(
    make_kept: Callable[..., Kept],
) -> None:
    kept = make_kept(begin=False)
    kept.rename("one")
    assert kept.autosave.journal_file is None
    kept.autosave.begin(OpenFile(), ())
    kept.rename("two")
    file = kept.file
    kept.autosave.end()
    assert not file.exists()
    assert kept.autosave.journal_file is None
    assert holder_of(file, locks_folder()) is None
    kept.rename("three")
    assert kept.autosave.journal_file is None


def test_a_closed_one_listens_no_longer(make_kept: Callable[..., Kept]) -> None:
    kept = make_kept()
    kept.autosave.close()
    kept.autosave._base = kept.document.design
    kept.rename("one")
    assert kept.autosave.journal_file is None


def test_the_head_says_whose_work_it_is(make_kept: Callable[..., Kept], tmp_path: Path) -> None:
    kept = make_kept(begin=False)
    kept.autosave.begin(OpenFile(tmp_path / "pod.toml", "abc", damaged=True), (PART,))
    kept.rename("one")
    read = recover(kept.file)
    assert (read.header.file, read.header.file_digest) == (str(tmp_path / "pod.toml"), "abc")
    assert read.header.damaged
    assert (read.header.pid, read.header.tool_version) == (os.getpid(), __version__)
    assert read.header.started > 1_700_000_000
    assert [part.id for part in read.parts] == ["own"]
    assert (read.base.name, read.design.name) == ("start", "one")


def test_every_change_is_written_at_once_and_the_disk_asked_later(
    make_kept: Callable[..., Kept], clock: Clock, synced: list[bool]
) -> None:
    kept = make_kept()
    kept.rename("one")
    synced.clear()
    kept.rename("two")
    clock.advance(SYNC_MS - 1)
    kept.rename("three")
    assert kept.labels() == ["Name one", "Name two", "Name three"]
    assert recover(kept.file).design.name == "three"
    assert synced == []
    clock.advance(1)
    assert synced == [True]
    clock.advance(10 * SYNC_MS)
    assert synced == [True]


def test_beginning_anew_drops_the_work_so_far(make_kept: Callable[..., Kept], clock: Clock) -> None:
    kept = make_kept()
    kept.rename("one")
    file = kept.file
    kept.autosave.begin(OpenFile(), ())
    assert not file.exists()
    assert clock.waiting() == []
    kept.rename("two")
    assert recover(kept.file).base.name == "one"
    assert kept.labels() == ["Name two"]


def test_a_design_told_anew_is_a_step_without_a_change(make_kept: Callable[..., Kept]) -> None:
    kept = make_kept()
    kept.rename("one")
    kept.document.retell("Take newer figures")
    assert kept.labels() == ["Name one", "Take newer figures"]
    assert recover(kept.file).design.name == "one"


def test_other_parts_are_held_at_once_in_a_new_journal(make_kept: Callable[..., Kept]) -> None:
    kept = make_kept()
    kept.autosave.renew((PART,))
    assert kept.autosave.journal_file is None, "there is no work to hold"
    kept.rename("one")
    assert [part.id for part in recover(kept.file).parts] == ["own"]
    before = kept.file
    kept.rename("two")
    key = recover(before).header.key
    kept.autosave.renew(())
    assert kept.file != before
    assert recover(kept.file).header.replaces == (key,), "a kill between the two would leave both"
    assert not before.exists()
    assert holder_of(before, locks_folder()) is None
    read = recover(kept.file)
    assert (read.parts, read.base.name, read.design.name) == ((), "start", "two")
    assert [step.label for step in read.steps] == ["Name two"]


def test_parts_that_change_after_the_end_write_nothing(make_kept: Callable[..., Kept]) -> None:
    kept = make_kept()
    kept.autosave.end()
    kept.autosave.renew((PART,))
    assert list(journals(journals_folder())) == []


def fail(monkeypatch: pytest.MonkeyPatch, name: str) -> list[object]:
    """Let a step of the journal fail as on a full disk; return how often it was tried."""
    tried: list[object] = []

    def full(*_: object, **__: object) -> None:
        tried.append(name)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, name, full)
    return tried


@pytest.mark.expect_log("autosave does not work")
def test_a_full_disk_is_said_once_until_it_works_again(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.rename("one")
    first = kept.file
    with monkeypatch.context() as broken:
        fail(broken, "append")
        kept.rename("two")
        assert kept.autosave.journal_file is None
        assert first.exists(), "it may be all there is"
        kept.rename("three")
    (words,) = kept.said
    assert words == ("Autosave does not work: [Errno 28] No space left on device. Save your work")
    kept.rename("four")
    assert not first.exists(), "the new journal holds all of it"
    assert recover(kept.file).design.name == "four"
    assert kept.labels() == ["Name four"]
    assert recover(kept.file).base.name == "start"
    with monkeypatch.context() as broken:
        fail(broken, "append")
        kept.rename("five")
    assert len(kept.said) == 2, "said anew after it had worked"


@pytest.mark.expect_log("autosave does not work")
def test_what_is_replaced_stays_until_the_disk_holds_its_successor(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.rename("one")
    before = kept.file
    with monkeypatch.context() as broken:
        fail(broken, "sync")
        kept.autosave.renew((PART,))
    assert before.exists()
    assert len(kept.said) == 1
    kept.rename("two")
    assert not before.exists()
    assert list(journals(journals_folder())) == [kept.file]


@pytest.mark.expect_log("autosave does not work")
def test_a_disk_that_fails_later_is_said(
    make_kept: Callable[..., Kept], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.rename("one")
    with monkeypatch.context() as broken:
        fail(broken, "sync")
        clock.advance(SYNC_MS)
    assert len(kept.said) == 1
    assert kept.autosave.journal_file is None
    clock.advance(SYNC_MS)
    kept.autosave._make_durable()
    assert len(kept.said) == 1, "without a journal there is nothing to ask for"


@pytest.mark.expect_log("autosave does not work")
def test_a_long_journal_is_made_short_at_once(
    make_kept: Callable[..., Kept], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    monkeypatch.setattr(Journal, "wants_compaction", property(lambda _: True))
    kept.rename("one")
    kept.rename("two")
    assert clock.waiting() == [], "a short one is on the disk already"
    assert kept.labels() == ["Name two"]
    with monkeypatch.context() as broken:
        fail(broken, "compact")
        kept.rename("three")
    assert len(kept.said) == 1


def refused(*_: object) -> bool:
    raise PermissionError(13, "Permission denied")


@pytest.mark.expect_log("was not removed")
def test_a_journal_that_cannot_be_removed_is_let_go_of(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.rename("one")
    file = kept.file
    with monkeypatch.context() as broken:
        fail(broken, "discard")
        kept.autosave.end()
        assert holder_of(file, locks_folder()) is not None, "nobody is offered it meanwhile"
        monkeypatch.setattr(spent_journals, "remove", refused)
        kept.autosave.close()
    assert file.exists()
    assert holder_of(file, locks_folder()) is None
    assert scan() == [], "what it holds is not wanted"
    assert list(journals(journals_folder())) == []


@pytest.mark.expect_log("was not removed")
def test_an_older_journal_is_kept_until_it_can_be_removed(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be offered at the next start, after its work was saved."""
    kept = make_kept()
    kept.rename("one")
    older = kept.file
    with monkeypatch.context() as broken:
        fail(broken, "discard")
        kept.autosave.renew((PART,))
        kept.rename("two")
    assert kept.file != older
    assert older.exists()
    assert holder_of(older, locks_folder()) is not None, "nobody is offered it meanwhile"
    kept.autosave.end()
    assert list(journals(journals_folder())) == []
    assert holder_of(older, locks_folder()) is None


@pytest.mark.expect_log("autosave does not work")
def test_a_journal_that_cannot_begin_leaves_no_lock(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    locked: list[Path] = []
    acquire = DesignLock.acquire

    def noted(path: Path, *given: object) -> DesignLock:
        locked.append(path)
        return acquire(path, *given)  # type: ignore[arg-type]  # as given

    monkeypatch.setattr(DesignLock, "acquire", noted)

    def refuse(*_: object) -> Journal:
        raise OSError("planted")

    monkeypatch.setattr(Journal, "begin", refuse)
    kept.rename("one")
    (path,) = locked
    assert holder_of(path, locks_folder()) is None


def test_two_windows_on_one_design_have_journals_of_their_own(
    make_kept: Callable[..., Kept], tmp_path: Path
) -> None:
    one, other, third = (make_kept(begin=False) for _ in range(3))
    for kept in (one, other, third):
        kept.autosave.begin(OpenFile(tmp_path / "pod.toml"), ())
        kept.rename("one")
    stems = [kept.file.stem for kept in (one, other, third)]
    assert stems[1:] == [f"{stems[0]}-2", f"{stems[0]}-3"]


def test_a_place_that_is_held_or_taken_is_passed_over(make_kept: Callable[..., Kept]) -> None:
    kept, probe = make_kept(), make_kept("probe")
    probe.rename("x")
    usual = probe.file
    probe.autosave.end()
    with DesignLock.acquire(usual, locks_folder(), 0.0):
        kept.rename("one")
        assert kept.file == usual.with_stem(f"{usual.stem}-2")


def taken(kept: Kept) -> Recoverable:
    """Return the work of a window that went away without a word."""
    kept.autosave._lock.release()  # type: ignore[union-attr]  # it works on a journal
    (found,) = scan()
    return found


def test_recovered_work_is_journalled_before_its_journal_goes(
    make_kept: Callable[..., Kept], synced: list[bool]
) -> None:
    lost = make_kept()
    lost.rename("one")
    found = taken(lost)
    kept = make_kept("one")
    synced.clear()
    kept.autosave.take_over(found)
    assert synced == [True]
    assert not found.journal.exists()
    assert kept.labels() == [RECOVERED_LABEL]
    assert found.key
    assert recover(kept.file).header.replaces == (found.key,)
    assert recover(kept.file).base.name == "start"
    assert recover(kept.file).design.name == "one"


@pytest.mark.expect_log("autosave does not work")
def test_recovered_work_that_cannot_be_journalled_stays(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = make_kept()
    lost.rename("one")
    found = taken(lost)
    kept = make_kept("one")
    fail(monkeypatch, "append")
    kept.autosave.take_over(found)
    assert found.journal.exists()


def test_work_that_another_window_takes_back_stays_to_that_one(
    make_kept: Callable[..., Kept],
) -> None:
    lost = make_kept()
    lost.rename("one")
    found = taken(lost)
    kept = make_kept("one")
    with DesignLock.acquire(found.journal, locks_folder(), 0.0):
        kept.autosave.take_over(found)
    assert found.journal.exists()
    assert kept.labels() == [RECOVERED_LABEL]


@pytest.mark.expect_log("autosave does not work")
def test_a_journal_that_somebody_removed_is_said_and_begun_anew(
    make_kept: Callable[..., Kept],
) -> None:
    kept = make_kept()
    kept.rename("one")
    gone = kept.file
    gone.unlink()
    kept.rename("two")
    (words,) = kept.said
    assert words.endswith("the recovery journal was removed. Save your work")
    assert recover(kept.file).base.name == "start"
    assert recover(kept.file).design.name == "two"
    assert kept.autosave._left == []


@pytest.mark.expect_log("autosave does not work")
def test_a_journal_that_never_held_anything_goes_at_once(
    make_kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    with monkeypatch.context() as broken:
        fail(broken, "append")
        for name in ("one", "two", "three"):
            kept.rename(name)
    assert list(journals(journals_folder())) == []
    assert len(kept.said) == 1


def test_an_edit_does_not_wait_for_the_disk(
    make_kept: Callable[..., Kept], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.rename("one")
    asked: list[int] = []
    monkeypatch.setattr("designer.io.journal.sync_data", asked.append)
    clock.advance(2000)
    asked.clear()
    kept.rename("two")
    kept.rename("three")
    assert asked == []
    assert kept.labels()[-1] == "Name three"
    clock.advance(600)
    assert len(asked) == 1
