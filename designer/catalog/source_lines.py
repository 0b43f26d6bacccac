"""Find the line of a table or field in TOML text, which the standard parser does not tell."""

import re
from typing import Final

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")


class SourceLines:
    """Lines of one file, looked up by table, position in the array of tables, and field."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines = text.splitlines()
        self._starts: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            header = _HEADER.match(line)
            if header and header[1] == "[[" and "." not in header[2]:
                self._starts.setdefault(header[2], []).append(number)

    def of_key(self, name: str) -> str:
        """Return `file:line` of a top-level key or table."""
        pattern = re.compile(rf"\s*(\[\[?\s*)?{re.escape(name)}\b")
        for number, line in enumerate(self._lines, start=1):
            if pattern.match(line):
                return f"{self._name}:{number}"
        return self._name

    def of_field(self, table: str, index: int, field: str) -> str:
        """Return `file:line` of a field of the table's entry; of the entry if it is not there."""
        starts = self._starts.get(table, [])
        if index >= len(starts):
            return self._name
        first = starts[index]
        every = sorted(n for numbers in self._starts.values() for n in numbers)
        last = next((n for n in every if n > first), len(self._lines))
        pattern = re.compile(rf"\s*(\[\[?{re.escape(table)}\.)?{re.escape(field)}\b\s*[=.\]]")
        for number in range(first, last):
            if pattern.match(self._lines[number]):
                return f"{self._name}:{number + 1}"
        return f"{self._name}:{first + 1}"
