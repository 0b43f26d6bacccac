"""Document and history: what is recorded, merged, told and refused."""

import pytest

from designer.document.document import Document, DocumentChange
from designer.document.errors import DocumentBusyError, EditError
from designer.model.design import Design, Note


def note(key, text="x"):
    def edit(design):
        kept = tuple(n for n in design.notes if n.id != key)
        notes = sorted((*kept, Note(id=key, text=text)), key=lambda n: n.id)
        return design.evolve(notes=tuple(notes))

    return edit


def refuse(design):
    raise EditError("no")


def test_undo_and_redo_walk_through_named_steps():
    document = Document(Design())
    document.apply("Add a", note("a"))
    document.apply("Add b", note("b"))
    both = document.design
    assert [step.label for step in document.history.steps] == ["New design", "Add a", "Add b"]
    assert document.undo()
    assert [n.id for n in document.design.notes] == ["a"]
    assert document.undo()
    assert not document.undo()
    assert document.design == Design()
    assert document.redo()
    assert document.redo()
    assert document.design is both
    assert not document.redo()


def test_a_refused_edit_changes_nothing_and_tells_nobody():
    document = Document(Design())
    told = []
    document.subscribe(told.append)
    with pytest.raises(EditError):
        document.apply("Refused", refuse)
    assert (document.revision, told, len(document.history.steps)) == (0, [], 1)


def test_an_edit_that_changes_nothing_is_no_step():
    document = Document(Design())
    assert document.apply("Nothing", lambda design: design.evolve()).is_empty()
    assert document.revision == 0
    assert not document.can_undo


def test_a_new_edit_discards_what_could_be_redone():
    document = Document(Design())
    document.apply("a", note("a"))
    document.undo()
    document.apply("b", note("b"))
    assert not document.can_redo
    assert [step.label for step in document.history.steps] == ["New design", "b"]


def test_edits_with_one_merge_key_are_one_step():
    document = Document(Design())
    for text in ("1", "2", "3"):
        document.apply("Type", note("a", text), merge="note a")
    document.apply("Other", note("b"))
    assert [step.label for step in document.history.steps] == ["New design", "Type", "Other"]
    document.undo()
    document.undo()
    assert document.design.notes == ()


def test_a_step_is_never_merged_into_a_saved_one():
    document = Document(Design())
    document.apply("Type", note("a", "1"), merge="k")
    document.mark_saved()
    document.apply("Type", note("a", "2"), merge="k")
    assert not document.is_saved
    document.undo()
    assert document.is_saved


def test_changing_from_inside_a_notification_is_refused():
    document = Document(Design())
    seen = []

    def meddle(change: DocumentChange):
        with pytest.raises(DocumentBusyError):
            document.apply("Meddle", note("z"))
        with pytest.raises(DocumentBusyError):
            document.undo()
        seen.append(change.label)

    document.subscribe(meddle)
    document.apply("Add", note("a"))
    assert seen == ["Add"]
    document.apply("After", note("b"))
    assert seen == ["Add", "After"]


def test_subscribers_get_what_changed_and_can_leave():
    document = Document(Design())
    told = []
    leave = document.subscribe(told.append)
    document.apply("Add a", note("a"), initiator="me")
    leave()
    document.undo()
    (change,) = told
    assert [n.id for n in change.change.put_in("notes")] == ["a"]
    assert (change.before.notes, change.revision, change.initiator) == ((), 1, "me")


def test_go_to_a_step_and_replace():
    document = Document(Design())
    for key in "abc":
        document.apply(key, note(key))
    document.go_to(1)
    assert [n.id for n in document.design.notes] == ["a"]
    with pytest.raises(IndexError):
        document.go_to(9)
    document.replace(Design(name="other"), "Open other", saved=True)
    assert document.is_saved
    assert not document.can_undo
    assert document.design.name == "other"


def test_another_design_is_told_apart_from_the_same_told_anew():
    first, other = Design(name="first"), Design(name="other")
    document = Document(first)
    told: list[DocumentChange] = []
    document.subscribe(told.append)
    document.replace(other, "Open other", saved=True)
    assert (told[-1].before, told[-1].after) == (first, other)
    assert (told[-1].whole, told[-1].opened) == (True, True)
    document.retell("Take newer figures")
    assert (told[-1].whole, told[-1].opened) == (True, False)
    assert not document.is_saved
    assert dict(told[-1].change.single)["name"] == "other"
