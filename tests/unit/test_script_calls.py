"""Every edit is told as a call of `designer.script` that does the same to the same design."""

import importlib
import pkgutil
import random
from collections.abc import Callable
from inspect import Parameter, signature
from types import FunctionType
from typing import Any

import pytest

import designer.document
from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.calls import call_of, calls_of, change_text
from designer.document.document import Document, Edit
from designer.document.edits.copy_places import FloorInView
from designer.document.edits.fabrics import close_places
from designer.document.edits.leaf_racks import place_leaves
from designer.document.edits.row_trays import draw_row_trays
from designer.document.edits.trays import draw_tray, remake_tray
from designer.document.errors import EditError
from designer.document.upstream_plans import put_upstream
from designer.model.change import diff
from designer.model.design import Design, Note, Slot
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.script import Session

CATALOG = load_shipped()
GIVEN = {"catalog", "known"}


def factories() -> dict[str, Callable[..., Edit]]:
    """Return the factories of edits that know their call, by name."""
    found: dict[str, Callable[..., Edit]] = {}
    for info in pkgutil.walk_packages(designer.document.__path__, "designer.document."):
        module = importlib.import_module(info.name)
        for name, one in vars(module).items():
            wraps = isinstance(one, FunctionType) and hasattr(one, "__wrapped__")
            if wraps and one.__module__ == module.__name__ and not name.startswith("_"):
                found[name] = one
    return found


def hall() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)


def lab() -> Design:
    return build("lab-workstations", {}, CATALOG)


def ran(text: str, design: Design) -> Session:
    """Return the session in which a text was run, with a design."""
    session = Session(design, CATALOG)
    exec(text, {"session": session})  # the text is what is tested
    return session


def assert_same(edit: Edit, design: Design) -> str:
    """See that the call of an edit makes of a design what the edit makes; return the call."""
    document = Document(design)
    document.apply("the edit", edit)
    text = call_of(edit, design, "the edit")
    session = ran(text, design)
    assert session.design == document.design, text
    assert len(session.history) == len(document.history.steps), text
    return text


@pytest.mark.parametrize("name", sorted(factories()))
def test_a_session_has_a_method_for_every_edit_with_the_same_parameters(name: str) -> None:
    factory = signature(factories()[name]).parameters.values()
    method = list(signature(getattr(Session, name)).parameters.values())[1:]
    said = [(p.name, p.default, p.kind is Parameter.KEYWORD_ONLY) for p in method]
    assert said == [
        (p.name, p.default, p.kind is Parameter.KEYWORD_ONLY)
        for p in factory
        if p.name not in GIVEN
    ]


COMPOSED = {
    "foreseen",
    "detach_assemblies",
    "of_several",
    "in_sequence",
    "take_weather",
    "take_grid",
    "take_pipe_off",
    "order_leaves",
    "staged",
}
"""Factories whose edits have the calls of those that they are made of."""


def test_every_edit_of_the_document_has_a_call() -> None:
    nameless = []
    for info in pkgutil.walk_packages(designer.document.__path__, "designer.document."):
        module = importlib.import_module(info.name)
        nameless += [
            f"{info.name}.{name}"
            for name, one in vars(module).items()
            if isinstance(one, FunctionType)
            and one.__module__ == info.name
            and not name.startswith("_")
            and one.__annotations__.get("return") in (Edit, "Edit")
            and name not in factories().keys() | COMPOSED
        ]
    assert nameless == []
    assert call_of(edits.take_pipe_off("loop"), lab()).startswith("session.place_pipe('loop', ")


def one_of(chance: random.Random, design: Design) -> Edit:
    """Return an edit of a design by chance; it may be impossible."""
    layout, pick = Layout(design), chance.choice
    racks = [rack.id for rack in design.racks]
    keys = [placed.key for placed in layout.every()]
    far = chance.randrange(-5, 6) * 600, chance.randrange(-5, 6) * 600
    two = tuple(chance.sample(racks, 2))
    row, one = pick(design.rows).id, design.assemblies[0].id
    made: list[Callable[[], Edit]] = [
        lambda: edits.place_rack(CATALOG, "rack-48u", *map(abs, far), pick((0, 90))),
        lambda: edits.place_device(CATALOG, pick(("dgx-h100", "qm9700")), racks[-1], known=layout),
        lambda: edits.place_device(CATALOG, "sn2201", pick(racks), 90, "rear", "x", note="it's"),
        lambda: edits.move_racks(CATALOG, two, *far, layout),
        lambda: edits.move_row(CATALOG, row, *far),
        lambda: edits.rotate_racks(CATALOG, two[:1], 2),
        lambda: edits.exchange_places(CATALOG, swapped(design, two)),
        lambda: place_leaves(CATALOG, swapped(design, two)),
        lambda: edits.move_devices(CATALOG, (pick(keys),), pick(racks), 60, known=layout),
        lambda: edits.duplicate(CATALOG, two[:1], FloorInView((0, 0, 90_000, 90_000))),
        lambda: edits.duplicate(CATALOG, (pick(keys),)),
        lambda: edits.remove((pick(keys),)),
        lambda: edits.remove(two),
        lambda: edits.rename(pick(keys), 'a "name" of\\two\nlines'),
        lambda: edits.rename_row(row, "Q", renumber=True),
        lambda: edits.remove_row(row),
        lambda: edits.add_row(CATALOG, "rack-48u", 3, 0, 0, name="Z"),
        lambda: edits.set_fields("racks", pick(racks), cooling="in-row", note="by hand"),
        lambda: edits.set_fields("site", pue=1.25, climate=""),
        lambda: edits.set_fields("design", name="Hall ’2’"),
        lambda: edits.replace_part(CATALOG, "dgx-h100", "dgx-h200"),
        lambda: edits.replace_part(CATALOG, "dgx-h100", "dgx-h200", frozenset(two)),
        lambda: edits.replace_fewer(CATALOG, "dgx-h100", "dgx-h200", ((two[0], 1),)),
        lambda: edits.detach_assembly(pick(racks)),
        lambda: edits.make_assembly(CATALOG, pick(racks), "Mine"),
        lambda: edits.copy_assembly(CATALOG, pick(design.assemblies).id, two),
        lambda: edits.edit_assembly(CATALOG, one, pick(design.assemblies).slots),
        lambda: edits.add_fabric(pick(("spare", "compute"))),
        lambda: edits.remove_fabric(pick(design.fabrics).id),
        lambda: close_places(pick(design.fabrics).id),
        lambda: edits.remove_feed(pick(design.power).id),
        lambda: edits.put_feed(pick(design.power).evolve(note="main", volts=415.0)),
        lambda: edits.resize_room(width_mm=90_000),
        lambda: edits.put("notes", Note(id="n1", text="here", x_mm=5)),
        lambda: edits.drop("fabrics", pick(design.fabrics).id),
        lambda: draw_tray(((600, 600), (6_000, 600))),
        lambda: draw_row_trays(CATALOG),
        lambda: put_upstream(CATALOG, "ups-module-20", pick(design.power).id),
        lambda: edits.in_sequence(
            edits.remove((pick(keys),)), edits.place_device(CATALOG, "dgx-h100", pick(racks))
        ),
    ]  # fmt: skip
    return pick(made)()


def swapped(design: Design, two: tuple[str, ...]) -> dict[str, Any]:
    """Return the places of two racks, exchanged."""
    a, b = (Layout(design).racks[key] for key in two)
    return {
        one.id: (other.x_mm, other.y_mm, other.rotation, other.row)
        for one, other in ((a, b), (b, a))
    }


@pytest.mark.parametrize("seed", range(12))
def test_the_calls_of_edits_by_chance_do_what_the_edits_do(seed: int) -> None:
    chance = random.Random(seed)
    design, done = hall(), set()
    for _ in range(40):
        edit = one_of(chance, design)
        try:
            document = Document(design)
            if document.apply("try", edit).is_empty():
                continue
        except EditError:
            continue
        text = assert_same(edit, design)
        assert "apply(" not in text
        done.add(text.partition("(")[0])
        design = document.design
        if not (design.fabrics and design.rows and design.power and len(design.racks) > 8):
            design = hall()
    assert len(done) > 4


@pytest.mark.parametrize("seed", range(4))
def test_an_edit_without_a_call_is_told_by_the_records_that_it_changes(seed: int) -> None:
    chance = random.Random(100 + seed)
    design, told = hall(), 0
    for _ in range(12):
        edit = one_of(chance, design)
        plain: Edit = lambda one, made=edit: made(one)  # noqa: E731 - has no call
        try:
            document = Document(design)
            if document.apply("try", plain).is_empty():
                continue
        except EditError:
            continue
        assert not calls_of(plain)
        text = document.history.call_at(1)
        assert text.startswith("session.apply({")
        assert ran(text, design).design == document.design
        told += 1
    assert told > 3


def test_the_history_tells_its_steps_as_calls_that_can_be_run_again() -> None:
    begun = lab()
    document = Document(begun)
    rack = begun.racks[0].id
    document.apply("Place", edits.place_device(CATALOG, "sn2201", rack))
    for value in (1.3, 1.2, 1.1):  # as a number is dragged
        document.apply("Set", edits.set_fields("site", pue=value), merge="site.pue")
    for _ in range(2):
        edit = edits.set_fields("racks", rack, note="x")
        document.apply("Rack", edit, merge="rack")
        document.apply("Room", edits.set_fields("room", name="Hall"), merge="rack")
    document.amend("More", edits.rename(rack, "Q1"))
    calls = [document.history.call_at(at) for at in range(1, len(document.history.steps))]
    assert calls[1] == "session.set_fields('site', pue=1.1)"
    assert calls[-1].splitlines()[-1] == f"session.rename({rack!r}, 'Q1')"
    assert ran("\n".join(calls), begun).design == document.design
    with pytest.raises(IndexError):
        document.history.call_at(0)


def test_a_step_of_many_runs_is_told_by_what_it_changed_in_all() -> None:
    document = Document(lab())
    rack = document.design.racks[0].id
    for at in range(40):
        one = edits.put("notes", Note(id=f"n{at}", text="x", target=rack))
        document.apply("Notes", one, merge="notes")
    text = document.history.call_at(1)
    assert text.startswith("session.apply(")
    assert ran(text, lab()).design == document.design


def test_what_cannot_be_written_as_a_call_is_told_by_what_it_changed() -> None:
    class Odd:
        """Nothing that a script could write."""

    document = Document(lab())
    edit = edits.in_sequence(edits.set_fields("site", pue=1.5))
    call = calls_of(edit)[0]
    object.__setattr__(call, "options", (("pue", Odd()),))
    document.apply("Set", edit)
    assert document.history.call_at(1).startswith("session.apply({'single': {'site': ")


def test_parts_and_slots_are_written_by_id_and_by_fields() -> None:
    tray = next(part for part in CATALOG.parts if part.traits.holds_cables)
    assert call_of(remake_tray("t1", tray), lab()) == f"session.remake_tray('t1', {tray.id!r})"
    edit = edits.edit_assembly(CATALOG, "a", (Slot(id="s", part="qm9700"),))
    assert call_of(edit, lab()) == (
        "session.edit_assembly('a', ({'id': 's', 'part': 'qm9700'},))"
    )  # fmt: skip


def test_no_index_over_a_design_is_kept_with_a_call() -> None:
    layout = Layout(hall())
    for edit in (
        edits.place_device(CATALOG, "dgx-h100", "A01", known=layout),
        edits.move_racks(CATALOG, ("A01",), 1, 1, layout),
    ):
        (call,) = calls_of(edit)
        assert layout not in (*call.args, *(value for _, value in call.options))


def test_a_change_is_written_as_python() -> None:
    before = lab()
    after = before.evolve(name="Other", racks=())
    text = change_text(diff(before, after))
    ids = tuple(rack.id for rack in before.racks)
    assert text == f"session.apply({{'single': {{'name': 'Other'}}, 'drop': {{'racks': {ids!r}}}}})"
