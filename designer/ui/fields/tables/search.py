"""What is typed above a table: words, and tokens such as `row:A`, `kw>30`, `name:"gpu *"`.

Tokens are those of the search for parts and of the cable schedule: the name of a column, a sign, a
value, in quotes where it has blanks.
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from designer.model.figures import Figure
from designer.model.number_text import read_number
from designer.ui.fields.tables.column import Cell, Column, Table
from designer.ui.fields.tables.facts import Facts

_PIECE: Final = re.compile(
    r'(?:(?P<name>[a-zA-Z][\w.-]*)(?P<sign><=|>=|<|>|=|:))?(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))'
)
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
    "=": operator.eq, ":": operator.eq,
}  # fmt: skip
NONE: Final = "none"
"""Stands for what is empty or not known: `note:none`."""
_ROUNDING: Final = 1e-9
Test = Callable[[Facts, Any], bool]


@dataclass(frozen=True, slots=True)
class Search:
    """A filter of a table.

    Attributes
    ----------
    words
        Each must stand in some cell of words.
    tests
        What tokens ask; all must hold.
    doubt
        What of it says nothing, and why; empty where all says something.
    """

    words: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    doubt: str = ""

    def fits(self, facts: Facts, line: Any, said: tuple[Column, ...]) -> bool:  # noqa: ANN401 - of any kind
        """Return whether a line is meant.

        Parameters
        ----------
        said
            Columns in which words are looked for.
        """
        for test in self.tests:
            if not test(facts, line):
                return False
        if not self.words:
            return True
        cells = (column.read(facts, line) for column in said)
        text = "\n".join(cell for cell in cells if isinstance(cell, str)).casefold()
        return all(word in text for word in self.words)


def parse(text: str, table: Table) -> Search:
    """Return the filter that a text means in a table."""
    words: list[str] = []
    tests: list[Test] = []
    doubt = ""
    for match in _PIECE.finditer(text):
        name, sign = match["name"] or "", match["sign"] or ""
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        if not name:
            words.append(value.casefold())
            continue
        column = table.column(name)
        if column is None:
            known = ", ".join(one.key for one in table.columns)
            doubt = doubt or f"{table.many} have no column {name}; there are {known}"
            continue
        test, why = _test(column, sign, value)
        doubt = doubt or why
        if test is not None:
            tests.append(test)
    return Search(tuple(words), tuple(tests), doubt)


def _test(column: Column, sign: str, value: str) -> tuple[Test | None, str]:
    """Return what a token asks of a line, or why it asks nothing."""
    read = column.read
    if value.casefold() == NONE and sign in ("=", ":"):
        return (lambda facts, line: _is_none(read(facts, line))), ""
    if column.is_number:
        try:
            limit = read_number(value)
        except ValueError as error:
            return None, f"{column.key}{sign}{value}: {error}"
        compare = _COMPARE[sign]
        return (lambda facts, line: _holds(read(facts, line), compare, limit)), ""
    if sign not in ("=", ":"):
        return None, f"{column.key}{sign}{value}: {column.title} are words; write {column.key}:"
    found = _pattern(value, whole=sign == "=", prose=column.prose)
    return (lambda facts, line: found(str(read(facts, line) or ""))), ""


def _pattern(value: str, *, whole: bool, prose: bool) -> Callable[[str], bool]:
    """Return what says whether words are meant: all of them, whole words, or a piece of prose."""
    value = value.casefold()
    if prose and not whole and "*" not in value:
        return lambda text: value in text.casefold()
    if whole or "*" in value:
        matches = re.compile(".*".join(map(re.escape, value.split("*"))), re.DOTALL).fullmatch
        return lambda text: matches(text.casefold()) is not None
    found = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)").search
    return lambda text: found(text.casefold()) is not None


def _is_none(cell: Cell) -> bool:
    return cell is None or cell == "" or (isinstance(cell, Figure) and cell.value is None)


def _holds(cell: Cell, compare: Callable[[float, float], bool], limit: float) -> bool:
    """Return whether a comparison holds; of a figure without a value, whether it does for certain.

    What is not known fits none.
    """
    if cell is None or isinstance(cell, str):
        return False
    if not isinstance(cell, Figure):
        return compare(round(cell, 9), limit)
    if cell.value is not None:
        near = abs(cell.value - limit) <= _ROUNDING * max(1.0, abs(limit))
        return compare(limit if near else cell.value, limit)
    return compare(cell.low, limit) and compare(cell.high, limit) and not cell.unknown
