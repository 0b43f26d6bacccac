"""A console's lines: run in order they give the design as it stands."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.call_stream import CallStream
from designer.document.calls import literal
from designer.document.document import Document
from designer.planning.templates import build
from designer.script import Session

CATALOG = load_shipped()


def lab():
    return build("lab-workstations", {}, CATALOG)


def test_edits_undo_and_redo_are_told_as_they_happen() -> None:
    document, told = Document(lab()), []
    rack = document.design.racks[0].id
    stream = CallStream(document, told.append)
    document.apply("Place", edits.place_device(CATALOG, "sn2201", rack))
    for value in (1.3, 1.2):
        document.apply("Set", edits.set_fields("site", pue=value), merge="pue")
    document.amend("More", edits.rename(rack, "Q1"))
    document.apply("Own", lambda design: design.evolve(note="by hand"))
    document.apply("Nothing", lambda design: design)
    document.go_to(1)
    document.redo()
    document.apply(
        "Two", edits.in_sequence(edits.rename(rack, "Q2"), edits.set_fields("design", name="Hall"))
    )
    document.retell("Parts read anew")
    assert told == [
        f"session.place_device('sn2201', {rack!r})",
        "session.set_fields('site', pue=1.3)",
        "session.set_fields('site', pue=1.2)",
        f"session.rename({rack!r}, 'Q1')",
        "session.apply({'single': {'note': 'by hand'}})",
        "session.undo()\nsession.undo()",
        "session.redo()",
        f"with session.step('Two'):\n    session.rename({rack!r}, 'Q2')\n"
        "    session.set_fields('design', name='Hall')",
    ]
    document.replace(lab(), "Open other\nfile", saved=True)
    assert told.pop() == "# Open other file"
    document.apply("Rename", edits.rename(rack, "Q3"))
    assert told.pop() == f"session.rename({rack!r}, 'Q3')"
    stream.close()
    document.undo()
    assert len(told) == 8


def test_the_lines_of_a_stream_without_merges_give_the_same_design() -> None:
    document, told = Document(lab()), []
    stream = CallStream(document, told.append)
    rack = document.design.racks[0].id
    document.apply("Place", edits.place_device(CATALOG, "sn2201", rack))
    document.apply("Rename", edits.rename(rack, "Q1"))
    document.undo()
    document.redo()
    document.undo()
    document.apply("Own", lambda design: design.evolve(note="by hand"))
    session = Session(lab(), CATALOG)
    exec("\n".join(told), {"session": session})  # the text is what is tested
    assert session.design == document.design
    assert len(session.history) == len(document.history.steps)
    stream.close()


def test_numbers_of_other_types_are_written_as_pythons_own() -> None:
    assert literal((np.float64(1.5), True, None, np.str_("a"))) == "(1.5, True, None, 'a')"
    for odd in (np.int64(3), float("nan"), object()):
        with pytest.raises(TypeError):
            literal(odd)
