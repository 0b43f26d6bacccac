"""Read TOML that is broken: keep every statement that parses, report every one that does not.

A damaged file is taken apart at its table headers, a damaged table at its statements, a damaged
array of records at its lines. May import `model` and the reading of TOML in `catalog`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from designer.catalog.plain_toml import read_plain, where_left_open
from designer.catalog.toml_keys import FEWER_LEVELS, MOST_STEPS, DeepKeyError
from designer.io.free_ids import FreeIds
from designer.model.problem import Problem
from designer.model.source_places import HEADER, STATEMENT, key_path

_AT: Final = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_STEP: Final = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_TORN_HEADER: Final = re.compile(
    r"^\[{1,2}\s*(?:([^\W\d][\w.-]*)"
    rf"|({_STEP}(?:\s*\.\s*{_STEP})*+)\s*\]{{1,2}}\s*(?:#.*)?$)"
)
"""What is no whole header: it begins with a letter, or only its key has letters it may not have."""

_ARRAY: Final = re.compile(rf"{STATEMENT.pattern}\s*\[\s*$")
"""A line that opens an array and holds none of it yet."""
_OPENS_ANOTHER: Final = re.compile(r"=\s*\[$")
"""As such a line ends whatever its key is."""

_SHOWN: Final = 60
"""Letters of a value that are told."""
_MERGE_MARK: Final = re.compile(r"^(<{7}|={7}|>{7}|\|{7})(\s|$)")


@dataclass
class _Section:
    """A table header with the lines below it. `start` is the index of the first body line."""

    path: tuple[str, ...]
    header: str
    start: int
    lines: list[str] = field(default_factory=list)

    @property
    def repeats(self) -> bool:
        """Whether the header opens one more record of an array."""
        return self.header.lstrip().startswith("[[")


class _Lines:
    """Lines of a file, the first of them with an index, and what they set."""

    def __init__(self, first: int, lines: list[str]) -> None:
        self._first = first
        self._lines = lines

    def place(self, key: str) -> int:
        """Return the index of the line that sets a key; of the first when none does so plainly."""
        return self._first + self._offsets.get(key, 0)

    @cached_property
    def _offsets(self) -> dict[str, int]:
        offsets: dict[str, int] = {}
        for offset, line in enumerate(self._lines):
            found = STATEMENT.match(line)
            if found:
                offsets.setdefault(key_path(found[1])[0], offset)
        return offsets


def read_toml(text: str, name: str) -> tuple[dict[str, Any], list[Problem]]:
    """Return what a TOML text holds, and what of it could not be read.

    Parameters
    ----------
    text
        The text, whole or damaged.
    name
        What messages call the file.
    """
    try:
        return read_plain(text), []
    except ValueError as error:
        salvage = _Salvage(name, error if isinstance(error, DeepKeyError) else None)
        salvage.read(text)
        return salvage.data, salvage.problems


class _Salvage:
    """One rescue, of keys of so many steps. `data` is what was read so far."""

    def __init__(self, name: str, deep: DeepKeyError | None) -> None:
        self.name = name
        self._most = deep.read if deep else MOST_STEPS
        self._tells_lines = bool(deep and deep.lines)
        self.data: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._headers: set[tuple[str, ...]] = set()
        self._ids: dict[int, tuple[dict[str, Any], FreeIds]] = {}

    def read(self, text: str) -> None:
        for section in self._sections(text.replace("\r\n", "\n").split("\n")):
            if len(section.path) > self._most:
                self._say_too_deep(section)
                continue
            table = self._table(section)
            body = "\n".join(section.lines)
            try:
                parsed = self._plain(body)
            except ValueError:
                self._read_statements(section, table)
            else:
                self._merge(table, parsed, section, _Lines(section.start, section.lines))

    def _plain(self, text: str) -> dict[str, Any]:
        return read_plain(text, self._most)

    def _sections(self, lines: list[str]) -> Iterator[_Section]:
        current = _Section((), "", 0)
        for number, line in enumerate(lines):
            header = HEADER.match(line)
            torn = None if header else _TORN_HEADER.match(line)
            if not header and not torn:
                current.lines.append(line)
                continue
            yield current
            path = key_path(header[2]) if header else ()
            if len(path) <= self._most:
                path = self._header_path(number, line, path or _torn_path(torn))
            current = _Section(path, line, number + 1)
        yield current

    def _header_path(self, number: int, line: str, near: tuple[str, ...]) -> tuple[str, ...]:
        """Return the path of a table by its header as TOML has it, else one that is near it."""
        try:
            return _only_path(self._plain(line))
        except ValueError:
            self._say(number, 1, f"the table header {line[:40]!r} is damaged", "read as a table")
            return near

    def _table(self, section: _Section) -> dict[str, Any]:
        """Return the table that a header opens; a record that is there twice gets a free id."""
        path, line = section.path, section.start - 1
        if path in self._headers and not section.repeats and len(path) > 1:
            parent = self._descend(path[:-1], line)
            path = (*path[:-1], self._free(path[-1], parent))
            self._say_twice(line, section.path[-1], path[-1])
        self._headers.add(path)
        if section.repeats and path:
            parent = self._descend(path[:-1], line)
            rows = parent.setdefault(path[-1], [])
            if not isinstance(rows, list | dict):
                self._say_no_table(line, path, rows)
                rows = parent[path[-1]] = []
            if isinstance(rows, list):
                rows.append({})
                last: dict[str, Any] = rows[-1]
                return last
        return self._descend(path, line)

    def _descend(self, path: tuple[str, ...], line: int) -> dict[str, Any]:
        """Return the table at a path; a value that stands there instead gives way."""
        table = self.data
        for depth, part in enumerate(path, start=1):
            inner = table.setdefault(part, {})
            if isinstance(inner, list) and inner and isinstance(inner[-1], dict):
                inner = inner[-1]
            if not isinstance(inner, dict):
                self._say_no_table(line, path[:depth], inner)
                inner = table[part] = {}
            table = inner
        return table

    def _read_statements(self, section: _Section, table: dict[str, Any]) -> None:
        """Read a damaged table statement by statement."""
        for first, lines in _statements(section):
            try:
                parsed = self._plain("\n".join(lines))
            except ValueError as error:
                parsed = self._rescued_array(first, lines, error) or self._first_line(first, lines)
                if not parsed:
                    self._say_dropped(first, lines, error)
            self._merge(table, parsed, section, _Lines(first, lines))

    def _first_line(self, first: int, lines: list[str]) -> dict[str, Any]:
        """Return what the first line says by itself, where what follows it is no part of it."""
        try:
            parsed = self._plain(lines[0])
        except ValueError:
            return {}
        if parsed:
            self._drop(first + 1, lines[1:])
        return parsed

    def _drop(self, first: int, lines: list[str]) -> None:
        """Tell of what follows a statement and is no part of it, unless it is comments."""
        try:
            self._plain("\n".join(lines))
        except ValueError as error:
            self._say_dropped(first, lines, error)

    def _rescued_array(
        self, first: int, lines: list[str], error: ValueError
    ) -> dict[str, Any] | None:
        """Return the records of a damaged array, one a line, that parse by themselves.

        None where its key is none: nobody can say then what they are records of. The lines are cut
        down to those of the array; what follows them is told.
        """
        opening = _ARRAY.match(lines[0])
        if not opening or len(lines) < 2:
            return None
        try:
            path = _only_path(self._plain(f"{opening[1]} = {{}}"))
        except ValueError:
            return None
        records, told = [], len(self.problems)
        for offset, line in enumerate(lines[1:], start=1):
            bare = line.strip()
            if bare == "]":
                self._drop(first + offset + 1, lines[offset + 1 :])
                del lines[offset + 1 :]
                break
            if _OPENS_ANOTHER.search(bare):  # what follows are no records of this one
                self._drop(first + offset, lines[offset:])
                del lines[offset:]
                break
            if not bare or bare.startswith("#"):
                continue
            try:
                records.append(self._plain(f"r = {bare.removesuffix(',')}")["r"])
            except ValueError as wrong:
                self._say_dropped(first + offset, [line], wrong)
        if not any(line.rstrip().endswith("]") for line in lines[1:]):
            if not records:
                return None
            column = lines[0].index("[") + 1
            self._say(first, column, "the bracket [ is never closed", "its records were read")
        if len(self.problems) == told:
            self._say_invalid(first, lines, error, "its records were read")
        rescued: Any = records
        for step in reversed(path):
            rescued = {step: rescued}
        return dict(rescued)

    def _merge(
        self,
        table: dict[str, Any],
        parsed: dict[str, Any],
        section: _Section,
        lines: _Lines,
    ) -> None:
        for key, data in parsed.items():
            old = table.get(key)
            if key not in table or old == {}:
                table[key] = data
            elif len(section.path) == 1 and isinstance(data, dict) and not section.repeats:
                name = self._free(key, table)
                table[name] = data
                self._say_twice(lines.place(key), key, name)
            elif isinstance(old, dict) and isinstance(data, dict):
                self._merge(old, data, section, lines)
            elif old != data or repr(old) != repr(data):  # `1`, `1.0` and `true` are equal
                done = f"the first was taken: {_beginning(old)!r}"
                self._say(lines.place(key), 1, f"{key} is there twice", done)

    def _free(self, key: str, table: dict[str, Any]) -> str:
        """Return a key of a table that is not there, after one that is."""
        # The table is kept as well: else another might get its number.
        _, ids = self._ids.setdefault(id(table), (table, FreeIds(table)))
        return ids.numbered(key)

    def _say(self, line: int, column: int, what: str, done: str, mend: str = "") -> None:
        where = f"{self.name}:{line + 1}:{column}"
        self.problems.append(Problem(where=where, what=what, done=done, mend=mend))

    def _say_no_table(self, line: int, path: tuple[str, ...], found: object) -> None:
        what = f"{'.'.join(path)} is a table here and was a value before"
        self._say(line, 1, what, f"the value was left out: {_beginning(found)!r}")

    def _say_twice(self, line: int, key: str, name: str) -> None:
        self._say(line, 1, f"the id {key!r} is there twice", f"the second is kept as {name!r}")

    def _say_too_deep(self, section: _Section) -> None:
        lines = len(section.lines) if self._tells_lines else 0
        error = DeepKeyError(len(section.path), self._most, section.start, 1, lines=lines)
        done = f"left out with what is below it: {_cut(section.header.strip())!r}"
        self._say(section.start - 1, 1, error.words, done, FEWER_LEVELS)

    def _say_dropped(self, first: int, lines: list[str], error: Exception) -> None:
        kept = "\n".join(lines).strip()
        text = _cut(kept)
        if _MERGE_MARK.match(kept):
            done = "left out; both sides were read"
            self._say(first, 1, f"an unresolved merge: {text!r}", done, "remove what is not wanted")
            return
        if isinstance(error, DeepKeyError):
            offset, column = _place_in(lines, error)
            done = f"left out: {text!r}"
            self._say(first + offset, column, error.words, done, FEWER_LEVELS)
            return
        self._say_invalid(first, lines, error, f"left out: {text!r}")

    def _say_invalid(self, first: int, lines: list[str], error: Exception, done: str) -> None:
        offset, column = _place_in(lines, error)
        at, reason = _AT.search(str(error)), _AT.sub("", str(error))
        # Before the end, the first thing that is wrong is told by its own place.
        left_open = None if at and at[1] else where_left_open(lines)
        if left_open:
            offset, column, mark = left_open
            reason = f"{mark} is never closed"
        what = f"no valid TOML ({reason})"
        self._say(first + offset, column, what, done, "mend the line")


def _statements(section: _Section) -> Iterator[tuple[int, list[str]]]:
    """Yield each statement of a table: index of its first line, and its lines."""
    first, lines = section.start, list[str]()
    for number, line in enumerate(section.lines, start=section.start):
        alone = STATEMENT.match(line) or _MERGE_MARK.match(line)
        if alone or (not lines and line.strip()):
            if lines:
                yield first, lines
            first, lines = number, [line]
        elif lines and _MERGE_MARK.match(lines[0]) and line.strip():
            yield first, lines
            first, lines = number, [line]
        elif lines:
            lines.append(line)
    if lines:
        yield first, lines


def _only_path(data: Any) -> tuple[str, ...]:  # noqa: ANN401 - plain data
    """Return the steps to the one table, or record, that nothing else stands beside."""
    path = list[str]()
    while data:
        if isinstance(data, dict):
            ((step, data),) = data.items()
            path.append(step)
        else:
            (data,) = data
    return tuple(path)


def _torn_path(torn: re.Match[str] | None) -> tuple[str, ...]:
    """Return the steps of a header's key, with letters that no bare key may have."""
    steps: list[str] = re.findall(_STEP, torn[1] or torn[2]) if torn else []
    return tuple(step[1:-1] if step[0] in "\"'" else step for step in steps)


def _place_in(lines: list[str], error: Exception) -> tuple[int, int]:
    """Return where in a statement an error is: lines below the first, and the column from 1."""
    at = _AT.search(str(error))
    return (int(at[1]) - 1, int(at[2])) if at and at[1] else (0, len(lines[0]) + 1)


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:119]}…"


def _beginning(value: object) -> str:
    """Return how the text of a value begins, however long it is."""
    if isinstance(value, str):
        return value[:_SHOWN]
    text = ""
    for piece in _pieces(value):
        text += piece
        if len(text) >= _SHOWN:
            break
    return text[:_SHOWN]


def _pieces(value: object) -> Iterator[str]:
    """Yield the text of plain data bit by bit."""
    if isinstance(value, dict):
        yield "{"
        for number, (key, held) in enumerate(value.items()):
            yield f"{', ' if number else ''}{key!r}: "
            yield from _pieces(held)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for number, held in enumerate(value):
            yield ", " if number else ""
            yield from _pieces(held)
        yield "]"
    else:
        yield repr(value[: _SHOWN + 1] if isinstance(value, str) else value)
