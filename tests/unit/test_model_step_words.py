"""Names of steps: written once for window and scripts, each with what it is called when done."""

import ast
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from designer.model.step_words import PAST, done
from tests.helpers.gates import REPOSITORY

ROOMS: Final = ("ui", "script", "document", "planning")
STEPS: Final = {"apply": 0, "attempt": 0, "step": 0, "_do": 1}
"""What makes a step, with the place of the name among what it is given."""
NO_STEPS: Final = frozenset({
    "At", "Water", "Entering", "Couplings", "Starts", "Value", "New", "Open", "Something",
})  # fmt: skip
"""First words of labels that are no steps: of figures, of fields, and how a history begins."""
LABELLED: Final = (
    "ui/commands", "ui/state", "ui/views/floor", "ui/views/tables", "ui/views/dialogs",
    "ui/views/elevation", "ui/fields/form.py", "script", "document", "planning",
)  # fmt: skip
"""Where what is called `label` is that of a step."""


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    root = REPOSITORY / "designer"
    paths = (path for room in ROOMS for path in sorted((root / room).rglob("*.py")))
    return tuple((path.relative_to(root).as_posix(), ast.parse(path.read_text())) for path in paths)


def texts(node: ast.expr) -> Iterator[str]:
    """Yield what an expression may say, `{}` for what is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)  # type: ignore[misc]  # texts alone
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def steps(tree: ast.Module) -> Iterator[str]:
    """Yield the names of steps that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "")
            at = STEPS.get(name, len(node.args))
            if at < len(node.args):
                yield from texts(node.args[at])


def labels(tree: ast.Module) -> Iterator[str]:
    """Yield what is called a label, a verb, or the step of a kind of record."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and node.value is not None:
            if {getattr(one, "id", "") for one in node.targets} & {"label", "verb"}:
                yield from texts(node.value)
        elif isinstance(node, ast.Call):
            for word in node.keywords:
                if word.arg in ("label", "verb", "step"):
                    yield from texts(word.value)


def test_no_name_of_a_step_is_written_by_window_and_script() -> None:
    by_room: dict[str, set[str]] = {"ui": set(), "script": set()}
    for place, tree in sources():
        room = place.partition("/")[0]
        if room in by_room:
            by_room[room] |= {one for one in steps(tree) if " " in one and one[:1].isupper()}
    assert len(by_room["script"]) > 20
    said_twice = by_room["ui"] & by_room["script"]
    # The name of a part or a record alone is put in by each: that is no wording to keep.
    assert {one for one in said_twice if one.rpartition(" ")[0] not in PAST} == set()


def test_every_step_is_told_in_the_past() -> None:
    found = {one for place, tree in sources() for one in steps(tree)}
    found |= {
        one for place, tree in sources() if place.startswith(LABELLED) for one in labels(tree)
    }
    verbs = {one.split(" ")[0].rstrip(":") for one in found if one[:1].isupper()}
    assert len(verbs) > 30
    assert verbs - PAST.keys() - NO_STEPS == set()


def test_verbs_are_other_words_once_they_are_done() -> None:
    alike = {verb for verb, past in PAST.items() if verb == past}
    assert alike == {"Cut", "Put", "Read", "Set"}


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Turn by 90°", "Turned by 90°"),
        ("Take back waiver of C05", "Took back waiver of C05"),
        ("Paste: add 3 racks", "Pasted: add 3 racks"),
        ("Undo", "Undo"),
        ("", ""),
    ],
)
def test_a_step_is_said_as_done(label: str, said: str) -> None:
    assert done(label) == said
