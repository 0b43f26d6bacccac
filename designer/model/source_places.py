"""Where in a TOML file a record or a field stands, for messages. Built only when asked for.

A line with `repeat = 16` stands for sixteen records; each of them is found on it. May import the
counting of this room.
"""

import re
from functools import cached_property
from typing import Final

from designer.model.counting import MOST_ALIKE, member_id

KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
HEADER: Final = re.compile(rf"^\s*(\[\[?)\s*({KEY}(?:\s*\.\s*{KEY})*+)\s*\]\]?\s*(?:#.*)?$")
STATEMENT: Final = re.compile(rf"^\s*({KEY}(?:\s*\.\s*{KEY})*+)\s*=")
_QUOTED: Final = re.compile(r'"([^"\\]*)"')
_RECORD: Final = re.compile(r"^\s*\{")

_STRINGS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_REPEAT: Final = re.compile(r"(?<![\w-])repeat\s*=\s*([0-9]{1,4})(?![\w.])")

_DEEPEST: Final = 40
"""Steps of a header below which no line is looked for: each would be kept with all of them."""

Path = tuple[str | int, ...]


def key_path(dotted: str) -> tuple[str, ...]:
    """Return the parts of a dotted key, without their quotes."""
    found: list[str] = re.findall(KEY, dotted)
    return tuple(k[1:-1] if k[0] in "\"'" else k for k in found)


class SourcePlaces:
    """Finds lines by path, such as `("devices", "n01", "half_u")`.

    Parameters
    ----------
    text
        The file's text.
    name
        What messages call the file.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._lines = text.split("\n")

    def place(self, path: Path) -> str:
        """Return `name:line:column` of what a path names; as near as the text allows."""
        for end in range(len(path), 0, -1):
            line = self._index.get(path[:end])
            if line is not None:
                return f"{self.name}:{line + 1}:{self._column(line, path[end:])}"
        line = self._mention(path)
        return self.name if line is None else f"{self.name}:{line + 1}:1"

    def line_of(self, record_id: str) -> int | None:
        """Return the line of the record with an id, of whatever collection; None if there is none.

        A device of an assembly (`A01/leaf-03`) is found at its rack.
        """
        return self._lines_by_id.get(record_id.partition("/")[0])

    @cached_property
    def _lines_by_id(self) -> dict[str, int]:
        lines: dict[str, int] = {}
        for path, number in self._index.items():
            if len(path) == 2 and isinstance(path[1], str):
                lines[path[1]] = min(number + 1, lines.get(path[1], number + 1))
        return lines

    def _column(self, line: int, rest: Path) -> int:
        names = [part for part in rest if isinstance(part, str)]
        found = (
            re.search(rf"(?<![\w-]){re.escape(names[0])}\s*=", self._lines[line]) if names else None
        )
        return found.start() + 1 if found else 1

    def _mention(self, path: Path) -> int | None:
        """Return the first line that quotes the id in a path, for files of another layout."""
        return self._quoted.get(path[1]) if len(path) > 1 and isinstance(path[1], str) else None

    @cached_property
    def _quoted(self) -> dict[str, int]:
        """First line on which each quoted text stands."""
        first: dict[str, int] = {}
        for number, line in enumerate(self._lines):
            for text in _QUOTED.findall(line):
                first.setdefault(text, number)
        return first

    @cached_property
    def _index(self) -> dict[Path, int]:
        index: dict[Path, int] = {}
        section: Path = ()
        counts: dict[Path, int] = {}
        counting: dict[Path, int] = {}  # ids that lines count up to give way to those spelt out
        statement: Path = ()
        is_deep = False
        for number, line in enumerate(self._lines):
            if header := HEADER.match(line):
                section = key_path(header[2])
                is_deep = len(section) > _DEEPEST
                if header[1] == "[[":
                    counts[section] = counts.get(section, -1) + 1
                    section = (*section, counts[section])
                statement = section
                index.setdefault(section, number)
            elif is_deep:
                continue
            elif found := STATEMENT.match(line):
                statement = (*section, *key_path(found[1]))
                index.setdefault(statement, number)
                first = str(statement[-1])
                for member in range(1, _repeat_in(line)):
                    counting.setdefault((*statement[:-1], member_id(first, member)), number)
            elif _RECORD.match(line):
                for _ in range(_repeat_in(line)):
                    counts[statement] = counts.get(statement, -1) + 1
                    index.setdefault((*statement, counts[statement]), number)
        return {**counting, **index}


def _repeat_in(line: str) -> int:
    """Return how many records a line stands for."""
    found = _REPEAT.search(_STRINGS.sub('""', line)) if "repeat" in line else None
    repeat = int(found[1]) if found else 1
    return repeat if 1 <= repeat <= MOST_ALIKE else 1
