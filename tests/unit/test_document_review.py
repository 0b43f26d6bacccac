"""A design in review: nothing changes but what a review writes, by whatever way."""

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.document import Document
from designer.document.errors import IN_REVIEW, EditError
from designer.model.design import Design, Note
from designer.planning.templates import build
from designer.script.errors import ScriptError
from designer.script.live import LiveSession

CATALOG = load_shipped()
PLACE = edits.place_rack(CATALOG, "rack-48u", 2400, 2400, name="A01")
REMARK = edits.put("notes", Note(id="n1", text="Too near the door", x_mm=0, y_mm=0))


@pytest.fixture
def document() -> Document:
    made = Document(build("empty-room", {}, CATALOG))
    made.apply("Place rack", PLACE)
    made.reviewing = True
    return made


def test_nothing_moves_by_edit_undo_or_history(document: Document) -> None:
    before, revision = document.design, document.revision
    for act in (
        lambda: document.apply("Rename", edits.rename("A01", "B01")),
        lambda: document.amend("Rename", edits.rename("A01", "B01")),
        lambda: document.apply("Name", lambda design: design.evolve(name="Other")),
        document.undo,
        lambda: document.go_to(0),
    ):
        with pytest.raises(EditError, match=IN_REVIEW):
            act()
    assert document.design is before
    assert (document.revision, document.history.position) == (revision, 1)


def test_remarks_are_written_and_taken_back(document: Document) -> None:
    document.apply("Add note", REMARK)
    assert document.design.notes
    assert document.undo()
    assert not document.design.notes
    assert document.redo()
    with pytest.raises(EditError):
        document.go_to(0)


def test_a_remark_and_a_move_at_once_are_refused_whole(document: Document) -> None:
    def both(design: Design) -> Design:
        return edits.rename("A01", "B01")(REMARK(design))

    with pytest.raises(EditError):
        document.apply("Both", both)
    assert not document.design.notes


def test_another_design_may_be_opened_and_is_not_in_review(document: Document) -> None:
    document.replace(Design(name="Other"), "Open", saved=True)
    assert not document.reviewing
    document.apply("Place rack", PLACE)
    assert document.design.racks


def test_a_console_is_refused_in_its_own_words(document: Document) -> None:
    session = LiveSession(document, lambda: CATALOG, lambda: None)
    for act in (session.undo, lambda: session.rename("A01", "B01")):
        with pytest.raises(ScriptError, match="in review nothing is changed"):
            act()
