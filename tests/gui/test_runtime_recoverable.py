"""What a crash left behind, in words and records: what is offered, dropped, or set aside."""

import os
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.io import design_file
from designer.io.journal import recover
from designer.io.user_folders import journals_folder
from designer.model.change import Change, diff
from designer.model.design import Design, Note
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
        autosave._header = autosave._header.evolve(replaces=replaces)
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
