"""What a crash left behind, in words and records: what is offered, dropped, or set aside."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Document
from designer.io import design_file
from designer.io.journal import Recovered, _line, header_of, recover
from designer.io.lockfile import DesignLock, LockedError
from designer.io.user_folders import journals_folder
from designer.model.change import Change, diff
from designer.model.design import Design, Device, Note, Rack
from designer.runtime import session
from designer.runtime.autosave import Autosave
from designer.runtime.open_file import OpenFile
from designer.runtime.session import RECOVERED_LABEL, Recoverable, scan

pytestmark = pytest.mark.usefixtures("qapp")
BASE = Design(name="start")


def work(difference: Change, *labels: str, file: Path | None = None) -> Recoverable:
    return Recoverable(
        journal=Path("j"), file=file, file_digest="", file_changed=False, file_damaged=False,
        base=BASE, design=BASE, parts=(), labels=labels, difference=difference, started=0.0,
        problems=(),
    )  # fmt: skip


NOTES = tuple(Note(id=f"n{n}", text="x") for n in range(3))


@pytest.mark.parametrize(
    ("before", "after", "file", "said"),
    [
        ({}, {"name": "b"}, None,
         "1 record differs from the design it began with; 1 step, the last “one”"),
        ({}, {"notes": NOTES[:2]}, Path("pod.toml"),
         "2 records differ from the saved file; 1 step, the last “one”"),
        ({"notes": NOTES}, {"notes": NOTES[:1]}, None,
         "2 records differ from the design it began with; 1 step, the last “one”"),
        ({"notes": NOTES[:1]}, {"notes": NOTES[1:], "name": "b"}, None,
         "4 records differ from the design it began with; 1 step, the last “one”"),
    ],
)  # fmt: skip
def test_one_line_says_what_is_there_to_take_back(
    before: dict[str, object], after: dict[str, object], file: Path | None, said: str
) -> None:
    difference = diff(BASE.evolve(**before), BASE.evolve(**before).evolve(**after))
    assert work(difference, "one", file=file).summary() == said


def test_steps_are_counted_and_the_last_is_named() -> None:
    found = work(diff(BASE, BASE.evolve(name="b")), "one", "two", "three")
    assert found.summary().endswith("; 3 steps, the last “three”")


def test_undo_and_redo_are_told_as_steps_and_not_as_changes() -> None:
    """Two changes, one taken back, done again and taken back: one record differs, not five."""
    labels = ("one", "two", "Undo two", "two", "Undo two")
    found = work(diff(BASE, BASE.evolve(name="b")), *labels)
    assert found.summary() == (
        "1 record differs from the design it began with; "
        "5 steps (2 of them undo), the last “Undo two”"
    )


def test_attempts_are_counted_by_their_label() -> None:
    assert work(Change(), "one").attempts == 0
    assert work(Change(), RECOVERED_LABEL, "one", RECOVERED_LABEL).attempts == 2


def left_behind(
    design: Design, *names: str, file: Path | None = None, digest: str = "", replaces: str = "",
    damaged: bool = False,
) -> Path:  # fmt: skip
    """Leave the journal of a window that went away without a word."""
    document = Document(design)
    autosave = Autosave(document)
    autosave.begin(OpenFile(file, digest, damaged=damaged), ())
    if replaces:
        autosave._header = autosave._header.evolve(replaces=(replaces,))
    for name in names:
        document.apply(f"Name {name}", lambda found, name=name: found.evolve(name=name))
    path = autosave.journal_file
    assert path is not None
    autosave._lock.release()  # type: ignore[union-attr]  # it works on a journal
    autosave._journal.close()  # type: ignore[union-attr]  # as above
    autosave._journal, autosave._lock = None, None
    autosave.close()
    return path


def test_work_is_offered_newest_first() -> None:
    old = left_behind(BASE, "one", "two")
    new = left_behind(Design(name="other"), "three")
    os.utime(old, (1_000, 1_000))
    os.utime(new, (2_000, 2_000))
    found = scan()
    assert [each.journal for each in found] == [new, old]
    assert [each.labels for each in found] == [("Name three",), ("Name one", "Name two")]
    assert (found[1].base.name, found[1].design.name) == ("start", "two")
    assert found[1].difference == diff(BASE, BASE.evolve(name="two"))
    assert (found[1].file, found[1].file_digest, found[1].file_changed) == (None, "", False)
    assert found[1].started > 1_700_000_000


def test_work_that_holds_nothing_new_is_dropped(tmp_path: Path) -> None:
    path = left_behind(BASE, "one", "start")
    assert scan() == []
    assert not path.exists(), "it ends where it began"
    file = tmp_path / "pod.toml"
    digest = design_file.save(file, BASE.evolve(name="one"), Catalog(()))
    saved = left_behind(BASE, "one", file=file, digest=digest)
    assert scan() == []
    assert not saved.exists(), "the save came through"


def test_work_on_a_file_is_compared_with_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "pod.toml"
    digest = design_file.save(file, BASE, Catalog(()))
    left_behind(BASE, "one", file=file, digest=digest)
    (found,) = scan()
    assert (found.file, found.file_digest, found.file_changed) == (file, digest, False)
    design_file.save(file, BASE.evolve(name="theirs"), Catalog(()))
    (found,) = scan()
    assert found.file_changed
    assert found.difference == diff(BASE.evolve(name="theirs"), BASE.evolve(name="one"))
    file.unlink()
    (found,) = scan()
    assert found.file_changed
    assert found.difference == diff(BASE, BASE.evolve(name="one")), "against where it began"


def test_another_folder_can_be_looked_through(tmp_path: Path) -> None:
    path = left_behind(BASE, "one")
    assert scan(tmp_path) == []
    assert [each.journal for each in scan(journals_folder())] == [path]


def test_work_that_was_discarded_twice_is_gone() -> None:
    left_behind(BASE, "one")
    (found,) = scan()
    found.discard()
    found.discard()
    assert scan() == []


@pytest.mark.expect_log("nothing can be recovered from")
def test_an_unreadable_journal_does_not_hide_the_others() -> None:
    good = left_behind(BASE, "one")
    bad = left_behind(Design(name="b"), "two")
    bad.write_bytes(b"nonsense")
    assert [each.journal for each in scan()] == [good]
    assert not bad.exists()
    assert bad.with_name(f"{bad.name}.unreadable").exists()
    assert [each.journal for each in scan()] == [good]


@pytest.mark.expect_log("cannot be read: Input/output error; it is looked at again")
def test_a_journal_that_cannot_be_read_today_is_offered_tomorrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A share that is away, a file of another user: nothing says that the work is damaged."""
    bad, good = left_behind(BASE, "one"), left_behind(Design(name="b"), "two")
    told: list[str] = []

    def away(path: Path) -> Recovered:
        if path == bad:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return recover(path)

    with monkeypatch.context() as patch:
        patch.setattr(session, "recover", away)
        assert [each.journal for each in scan(tell=told.append)] == [good]
    assert told == [
        f"{bad}: cannot be read: Input/output error; it may hold unsaved work, and is looked at "
        "again at the next start"
    ]
    assert {each.journal for each in scan()} == {bad, good}


@pytest.mark.expect_log("it is looked at again")
def test_a_journal_that_cannot_be_looked_at_leaves_the_others() -> None:
    good = left_behind(BASE, "one")
    loop = good.with_name(f"loop{good.suffix}")
    loop.symlink_to(loop.name)
    gone = good.with_name(f"gone{good.suffix}")
    gone.symlink_to("nowhere")
    told: list[str] = []
    assert [each.journal for each in scan(tell=told.append)] == [good]
    (words,) = told
    assert words.startswith(f"{loop}: cannot be read: Too many levels of symbolic links")


@pytest.mark.expect_log("it is looked at again")
def test_what_is_no_file_under_the_name_of_a_journal_is_told_and_not_waited_for() -> None:
    good = left_behind(BASE, "one")
    os.mkfifo(good.with_name(f"pipe{good.suffix}"))
    good.with_name(f"folder{good.suffix}").mkdir()
    told: list[str] = []
    assert [each.journal for each in scan(tell=told.append)] == [good]
    assert sorted(words.partition(";")[0].partition(": ")[2] for words in told) == [
        "cannot be read: Is a directory",
        "cannot be read: it is no regular file",
    ]
    assert header_of(good.with_name(f"pipe{good.suffix}")) is None


@pytest.mark.expect_log("nothing can be recovered from")
def test_a_damaged_journal_is_told() -> None:
    bad, told = left_behind(BASE, "one"), list[str]()
    bad.write_bytes(b"nonsense")
    scan(tell=told.append)
    (words,) = told
    assert words.startswith("nothing can be recovered from")
    assert words.endswith(f"it is kept as {bad}.unreadable")


def alter(path: Path, line: int) -> None:
    """Damage a line of a journal, counted from 1."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b"revision", b"revisiom")
    path.write_bytes(b"".join(lines))


def from_a_later_version(path: Path, line: int) -> None:
    """Put a whole change there which this version cannot apply."""
    lines = path.read_bytes().splitlines(keepends=True)
    change = {"single": {}, "put": {"robots": []}, "drop": {}}
    lines[line - 1] = _line({"revision": 1, "label": "Add a robot", "change": change})
    path.write_bytes(b"".join(lines))


@pytest.mark.expect_log("nothing can be recovered from")
@pytest.mark.parametrize("spoil", [alter, from_a_later_version])
def test_a_journal_of_which_no_change_can_be_used_is_kept_and_told(
    spoil: Callable[[Path, int], None],
) -> None:
    bad, told = left_behind(BASE, "one", "two", "three"), list[str]()
    spoil(bad, 2)
    held = bad.read_bytes()
    assert scan(tell=told.append) == []
    aside = bad.with_name(f"{bad.name}.unreadable")
    assert not bad.exists()
    assert aside.read_bytes() == held
    (words,) = told
    assert words.startswith(f"nothing can be recovered from {bad.name}:2: this line is damaged (")
    assert words.endswith(f"changes lost: 3; it is kept as {aside}")


@pytest.mark.expect_log("nothing new can be recovered from")
def test_a_journal_whose_work_is_all_in_what_is_damaged_is_kept_and_told() -> None:
    """What can be read leads back to where it began: the work came after."""
    bad, told = left_behind(BASE, "one", "start", "an hour of work"), list[str]()
    alter(bad, 4)
    assert scan(tell=told.append) == []
    assert bad.with_name(f"{bad.name}.unreadable").exists()
    assert [words.partition(" from ")[0] for words in told] == ["nothing new can be recovered"]


@pytest.mark.expect_log("nothing can be recovered from")
def test_a_second_damaged_journal_of_a_design_does_not_replace_the_first() -> None:
    for name in ("one", "two", "three"):
        bad = left_behind(BASE, name)
        bad.write_bytes(name.encode())
        assert scan() == []
    aside = bad.with_name(f"{bad.name}.unreadable")
    kept = (aside, aside.with_name(f"{aside.name}-2"), aside.with_name(f"{aside.name}-3"))
    assert [path.read_text(encoding="utf-8") for path in kept] == ["one", "two", "three"]


@pytest.mark.expect_log("nothing can be recovered from")
def test_a_damaged_journal_that_somebody_holds_by_now_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, told = left_behind(BASE, "one"), list[str]()
    alter(bad, 2)

    def held(path: Path) -> DesignLock:
        raise LockedError(path, None, 0.0)

    monkeypatch.setattr(session, "acquire", held)
    scan(tell=told.append)
    assert bad.exists()
    assert told[0].endswith(f"it is kept as {bad}")


def test_what_of_damaged_work_cannot_be_taken_back_is_told_with_the_offer() -> None:
    bad = left_behind(BASE, "one", "two", "three")
    alter(bad, 3)
    (found,) = scan()
    assert found.design.name == "one"
    assert found.summary() == (
        "1 record differs from the design it began with; 1 step, the last “Name one”; "
        f"{bad.name}:3: this line is damaged (torn or altered); changes lost: 2"
    )


def test_damaged_work_that_another_journal_took_over_is_dropped() -> None:
    old = left_behind(BASE, "one")
    new = left_behind(BASE, "two", replaces=recover(old).header.key)
    alter(old, 2)
    told: list[str] = []
    assert [each.journal for each in scan(tell=told.append)] == [new]
    assert (old.exists(), told) == (False, [])


def test_newer_work_under_the_same_name_is_not_thrown_away_with_older() -> None:
    """A window offers what another one took back and ended with meanwhile."""
    path = left_behind(BASE, "old")
    (stale,) = scan()
    assert stale.is_there
    path.unlink()
    assert left_behind(BASE, "an hour of work") == path
    assert not stale.is_there
    stale.discard()
    assert [each.design.name for each in scan()] == ["an hour of work"]
    path.unlink()
    assert not stale.is_there
    stale.discard()


PART = Part(id="node", kind="node", name="Node", power_max_w=100)


def with_parts(tmp_path: Path, *parts: Part) -> Path:
    """Return the file of a design that embeds a node, whose journal holds other parts."""
    file = tmp_path / "pod.toml"
    node = Device(id="n", name="n", part="node", rack="r", half_u=2)
    rack = Rack(id="r", name="r", part="rack", x_mm=0, y_mm=0)
    design = BASE.evolve(devices=(node,), racks=(rack,))
    digest = design_file.save(file, design, Catalog((PART,)))
    document = Document(design_file.load(file).design)
    autosave = Autosave(document)
    autosave.begin(OpenFile(file, digest), parts)
    document.retell("Take newer figures of 1 part")
    autosave._lock.release()  # type: ignore[union-attr]  # it works on a journal
    autosave._journal.close()  # type: ignore[union-attr]  # as above
    autosave._journal, autosave._lock = None, None
    autosave.close()
    return file


@pytest.mark.parametrize(
    ("parts", "today", "differ"),
    [
        ((), Catalog((PART.evolve(power_max_w=200),)), 1),
        ((PART.evolve(power_max_w=200),), Catalog((PART,)), 1),
        ((), Catalog((PART,)), 0),
        ((PART,), Catalog(()), 0),
        ((), Catalog(()), 1),
    ],
)
def test_newer_figures_alone_are_work(
    tmp_path: Path, parts: tuple[Part, ...], today: Catalog, differ: int
) -> None:
    """They were taken from the design's own to those of the catalogue, and nothing else done."""
    with_parts(tmp_path, *parts)
    found = scan(catalog=today)
    assert [each.parts_differ for each in found] == [differ] * bool(differ)
    if found:
        assert found[0].difference_words() == "the figures of 1 part differ from the saved file"
        assert found[0].difference.is_empty()


def test_work_that_another_journal_took_over_is_dropped() -> None:
    old = left_behind(BASE, "one")
    new = left_behind(BASE, "two", replaces=recover(old).header.key)
    assert [each.journal for each in scan()] == [new]
    assert not old.exists()


def test_a_journal_does_not_replace_itself_nor_by_an_empty_successor() -> None:
    first = left_behind(BASE, "one")
    first.unlink()
    same = left_behind(BASE, "one", replaces=first.name)
    assert same == first
    assert [each.journal for each in scan()] == [same]


def test_work_under_a_name_that_was_taken_over_once_is_not_dropped() -> None:
    """Found by `tests.hardening kills`: two journals each took over the other's name."""
    first = left_behind(BASE, "one")
    key = recover(first).header.key
    second = left_behind(BASE, "two", replaces=key)
    first.unlink()  # as taking it over does
    third = left_behind(BASE, "three", replaces=recover(second).header.key)
    assert third == first, "its name is free again"
    assert [each.design.name for each in scan()] == ["three"]
    fourth = left_behind(BASE, "four")
    assert {each.journal for each in scan()} == {third, fourth}


@pytest.mark.parametrize("damaged", [False, True])
def test_a_file_that_could_not_be_read_whole_stays_known_as_such(
    tmp_path: Path, damaged: bool
) -> None:
    file = tmp_path / "pod.toml"
    digest = design_file.save(file, BASE, Catalog(()))
    left_behind(BASE, "one", file=file, digest=digest, damaged=damaged)
    (found,) = scan()
    assert found.file_damaged == damaged
    file.write_text(file.read_text(encoding="utf-8") + "\n[nonsense]\nx = 1\n", encoding="utf-8")
    (found,) = scan()
    assert (found.file_changed, found.file_damaged) == (True, damaged), "another file by now"
