"""The text of a merged design: as a save writes it, with git's markers where something clashes.

Both sides are written out whole, so that a marked block holds lines of the file as each side has
them; whoever chooses one side of each block has a design. May import the writer of this room.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.io import toml_text
from designer.io.design_text import dumps
from designer.io.merge.designs import DESIGN, Conflict, Kept, MergedDesigns, merge
from designer.io.merge.values import ABSENT, Clash
from designer.model.record import Record

MARKER_LETTERS: Final = 7
"""How long git's markers are, unless it says otherwise."""
_LONGEST: Final = 90
_TOGETHER: Final = ", "
"""Between the names of fields that say one thing together."""


@dataclass(frozen=True)
class Side:
    """A version of a design: what is in it, and its file."""

    kept: Kept
    data: bytes


@dataclass(frozen=True)
class MergedText:
    """The bytes of a merged file, and what clashes in it, a line each."""

    data: bytes
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Markers:
    """How blocks that clash are marked.

    Attributes
    ----------
    ours, theirs
        What the sides are called: a branch.
    length
        Letters of a marker.
    """

    ours: str = "ours"
    theirs: str = "theirs"
    length: int = MARKER_LETTERS

    def around(self, ours: Iterable[str], theirs: Iterable[str]) -> Iterator[str]:
        """Yield the lines of both sides of a block."""
        yield f"{'<' * self.length} {self.ours}"
        yield from ours
        yield "=" * self.length
        yield from theirs
        yield f"{'>' * self.length} {self.theirs}"


def merged_text(base: Kept, ours: Side, theirs: Side, markers: Markers) -> MergedText:
    """Return the file that a merge gives.

    A side that is the result as it stands is kept to the byte. Else it is written as a save writes
    it: comments in front of the design are kept, others are none of a design.
    """
    found = merge(base, ours.kept, theirs.kept)
    if found.conflicts:
        lines = _marked(_lines(found.ours), _lines(found.theirs), markers)
        text = "\n".join(lines) + "\n"
        return MergedText(text.encode(), tuple(conflict_lines(found, markers)))
    for side in (ours, theirs):
        if _is_same(found.ours, side.kept):
            return MergedText(side.data)
    return MergedText(_text(found.ours).encode())


def conflict_lines(found: MergedDesigns, markers: Markers) -> Iterator[str]:
    """Yield a line on each thing that clashes: the record, the field, and both values."""
    for one in found.conflicts:
        if one.because:
            yield f"{one.because} after the merge: {_sides_of_name(one, markers)}"
            continue
        path, *values = _only_what_differs(one.clash)
        named = ".".join(filter(None, (_called(one), path)))
        told = [_value(value, other) for value, other in (values, values[::-1])]
        yield f"{named}: {told[0]} in {markers.ours}, {told[1]} in {markers.theirs}"


def _only_what_differs(clash: Clash) -> tuple[str, Any, Any]:
    """Return the path and both values of a clash without what is the same in both.

    Of records that both sides added, and of fields that say one thing together.
    """
    ours, theirs = clash.ours, clash.theirs
    if isinstance(ours, Record) and type(ours) is type(theirs):
        names = [
            name for name in type(ours).model_fields if getattr(ours, name) != getattr(theirs, name)
        ]
        mine, its = ({name: getattr(one, name) for name in names} for one in (ours, theirs))
        return clash.path, mine, its
    before, dot, fields = clash.path.rpartition(".")
    names = fields.split(_TOGETHER)
    if len(names) == 1:
        return clash.path, ours, theirs
    differing = [at for at in range(len(names)) if ours[at] != theirs[at]]
    path = f"{before}{dot}{_TOGETHER.join(names[at] for at in differing)}"
    if len(differing) == 1:
        return path, ours[differing[0]], theirs[differing[0]]
    return path, tuple(ours[at] for at in differing), tuple(theirs[at] for at in differing)


def _called(conflict: Conflict) -> str:
    """Return where a record stands in a file: `racks.A02`, `site`."""
    if conflict.collection == DESIGN:
        return conflict.id
    return f"{conflict.collection}.{toml_text.key(conflict.id)}"


def _sides_of_name(conflict: Conflict, markers: Markers) -> str:
    """Return which side brought a name, where the other took away what it names."""
    has = [side is not ABSENT for side in (conflict.clash.ours, conflict.clash.theirs)]
    if has[0] != has[1]:
        brought, took = (markers.ours, markers.theirs) if has[0] else (markers.theirs, markers.ours)
        return f"{brought} has added it, {took} has taken away what it names"
    return f"one of {markers.ours} and {markers.theirs} has taken away what the other names"


def _value(value: Any, other: Any) -> str:  # noqa: ANN401 - the value of any field
    """Return a value as a file has it, cut short; of two long ones from where they differ."""
    if value is ABSENT:
        return "removed" if other is not ABSENT else "nothing"
    text, beside = _written(value), _written(other)
    if len(text) <= _LONGEST:
        return text
    pairs = enumerate(zip(text, beside, strict=False))
    differs = next((at for at, (one, its) in pairs if one != its), 0)
    begin = max(0, differs - _LONGEST // 4)
    cut = text[begin : begin + _LONGEST]
    return f"{'…' if begin else ''}{cut}{'…' if begin + len(cut) < len(text) else ''}"


def _written(value: Any) -> str:  # noqa: ANN401 - as above
    if value is None or value is ABSENT:
        return "not stated"
    if isinstance(value, Record):
        said = value.model_dump(exclude_defaults=True)
        said.pop("id", None)
        return toml_text.inline_table(said)
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_written(one)}" for name, one in value.items())
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))})"
    return toml_text.value(value)


def _is_same(one: Kept, other: Kept) -> bool:
    return one.design == other.design and one.parts == other.without_unused().parts


def _text(kept: Kept) -> str:
    return dumps(kept.design, Catalog(kept.parts))


def _lines(kept: Kept) -> list[str]:
    return _text(kept).removesuffix("\n").split("\n")


def _marked(ours: Sequence[str], theirs: Sequence[str], markers: Markers) -> Iterator[str]:
    """Yield the lines that both sides share, and blocks of those that differ."""
    if ours == theirs:
        # What clashes is in no line: the file must not pass for a design all the same.
        yield from markers.around((), ())
        yield from ours
        return
    mine, its = _tables(ours), _tables(theirs)
    for kind, a0, a1, b0, b1 in _steps([*mine], [*its]):
        here, there = [*mine.values()][a0:a1], [*its.values()][b0:b1]
        if kind != "equal":
            yield from markers.around(chain.from_iterable(here), chain.from_iterable(there))
            continue
        for one, other in zip(here, there, strict=True):
            yield from _marked_table(one, other, markers)


def _marked_table(ours: Sequence[str], theirs: Sequence[str], markers: Markers) -> Iterator[str]:
    """Yield the lines of a table that both sides have."""
    if ours == theirs:
        yield from ours
        return
    for kind, a0, a1, b0, b1 in _steps(ours, theirs):
        if kind == "equal":
            yield from ours[a0:a1]
        else:
            yield from markers.around(ours[a0:a1], theirs[b0:b1])


def _steps(ours: Sequence[str], theirs: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, ours, theirs).get_opcodes()


def _tables(lines: Iterable[str]) -> dict[str, list[str]]:
    """Return the lines of each table by its header, with the blank line before it.

    A table that only one side has is marked whole: brackets and blank lines are much the same in
    all of them, and half of one record beside half of another is none.
    """
    table: list[str] = []
    found: dict[str, list[str]] = {"": table}
    for line in lines:
        if line.startswith("["):
            before = [table.pop()] if table and not table[-1] else []
            table = found[line] = before
        table.append(line)
    return found
