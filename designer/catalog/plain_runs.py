"""Runs of plain lines of a TOML text, a record each as our files are written, read at once. Pure.

A line such as `n1 = {name = "dgx-1", rack = "A", u = 3}` says the same in JSON once its marks are
changed, and JSON is read several times as fast. Only lines of which no letter can mean anything
else are taken; all others, and whatever is doubtful about these, are left to the parser of TOML.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

LONG: Final = 100_000
"""Letters of a text from which it is worth the search."""
_FEWEST: Final = 50
"""Lines of a run; fewer are not worth it."""

_TEXT: Final = r'"[^"\\=,{}\x00-\x1f\x7f]*"'
_NUMBER: Final = r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?"
_PAIR: Final = rf"[A-Za-z0-9_-]+ = (?:{_TEXT}|{_NUMBER}|true|false)"
_LINE: Final = re.compile(rf"^[A-Za-z0-9_-]+ = \{{{_PAIR}(?:, {_PAIR})*\}}\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shortened:
    """A text in which one line stands for each run.

    Attributes
    ----------
    text
        What the parser of TOML is to read.
    mark
        How the keys of these lines begin; the text has it nowhere else.
    runs
        The lines of each run, in the order of their numbers.
    """

    text: str
    mark: str
    runs: tuple[str, ...]

    def whole(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the whole text holds; None where that is not certain.

        Parameters
        ----------
        data
            What the short text holds.
        """
        left = len(self.runs)
        found: dict[str, Any] = {}
        for name, table in data.items():
            if name.startswith(self.mark):
                return None  # records in front of the first table
            marks = [key for key in table if key.startswith(self.mark)] if _is_table(table) else ()
            found[name] = self._filled(table) if marks else table
            if found[name] is None:
                return None
            left -= len(marks)
        return found if not left else None  # a run was in a text or in a table of a table

    def _filled(self, table: dict[str, Any]) -> dict[str, Any] | None:
        """Return a table with the records of its runs; None where a key may be there twice."""
        filled: dict[str, Any] = {}
        count = 0
        for key, held in table.items():
            if not key.startswith(self.mark):
                filled[key] = held
                count += 1
                continue
            records = _records(self.runs[int(key.removeprefix(self.mark))])
            if records is None:
                return None
            filled.update(records)
            count += len(records)
        return filled if len(filled) == count else None


def shortened(text: str) -> Shortened | None:
    """Return a text with its runs taken out; None where there is none to speak of."""
    mark = "plain-run-"
    if len(text) < LONG or mark in text:
        return None
    runs: list[str] = []
    kept: list[str] = []
    done = 0
    for start, end in _spans(text):
        kept += [text[done:start], f"{mark}{len(runs)} = 0\n"]
        runs.append(text[start:end])
        done = end
    if not runs:
        return None
    return Shortened("".join((*kept, text[done:])), mark, tuple(runs))


def _spans(text: str) -> list[tuple[int, int]]:
    """Return where runs begin and end."""
    spans: list[tuple[int, int]] = []
    begin = end = count = 0
    for line in _LINE.finditer(text):
        if line.start() != end:
            if count >= _FEWEST:
                spans.append((begin, end))
            begin, count = line.start(), 0
        end = line.end()
        count += 1
    return [*spans, (begin, end)] if count >= _FEWEST else spans


def _records(run: str) -> dict[str, Any] | None:
    """Return the records of a run by key; None where a key is there twice."""
    marked = run[:-1].replace(" = {", '": {"').replace(" = ", '": ').replace(", ", ', "')
    records: dict[str, Any] = json.loads('{"' + marked.replace("\n", ',\n"') + "}")
    said = len(records) + sum(map(len, records.values()))
    return records if said == run.count(" = ") else None


def _is_table(held: object) -> bool:
    return isinstance(held, dict)
