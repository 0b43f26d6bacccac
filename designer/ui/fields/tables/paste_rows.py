"""Rows of a spreadsheet, one after another: which line each means, and what is wished of it."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from designer.document.errors import EditError
from designer.model.change import record_with
from designer.model.figure_words import UNKNOWN
from designer.model.one_line import one_line
from designer.ui.fields.tables.added import NewRow
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.paste_columns import by_id, may_add, names, unit_taken, with_unit
from designer.ui.fields.tables.settle import value_of
from designer.ui.fields.tables.wish import Cells, Wish

_NOTHING: Final = frozenset({"", UNKNOWN})
"""Cells that leave what stands there."""
MOST_LIKE: Final = 300
"""Names among which one that is alike is looked for, and rows of which it is: to compare takes
long."""
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A row as it would be pasted.

    Attributes
    ----------
    number
        Of its line in what was copied, from 1, with the heading.
    texts
        Its cells as they were copied.
    name
        What it is matched by.
    cells
        What becomes of cells of the line that it means.
    new, said
        Whether it becomes a line, and what that says.
    like
        The line that is called alike, where a new one has a name that may be a slip.
    why, remedy
        Why it cannot be pasted, and what would help; empty where it can.
    """

    number: int
    texts: tuple[str, ...]
    name: str
    cells: tuple[Cells, ...] = ()
    why: str = ""
    remedy: str = ""
    new: bool = False
    said: tuple[str, ...] = ()
    like: str = ""

    @property
    def does(self) -> bool:
        """Whether it changes or adds something, and can."""
        return not self.why and (self.new or bool(self.changes))

    @property
    def changes(self) -> tuple[Cells, ...]:
        """Cells that become something else."""
        return tuple(cell for cell in self.cells if cell.differs)

    @property
    def told(self) -> str:
        """What happens, in words."""
        if self.why:
            return one_line(f"{self.why}{f': {self.remedy}' if self.remedy else ''}")
        if self.new:
            asked = f"a name much like it exists: {self.like}; is {self.name} meant to be new?"
            slip = (asked,) if self.like else ()
            return one_line(" · ".join(("new", *self.said, *slip)))
        said = (
            f"{cell.wish.column.title} {cell.before or 'none'} → {cell.after or 'none'}"
            for cell in self.changes
        )
        return one_line(" · ".join(said)) or "is so already"


class Reading:
    """Reads rows: those that mean a line wish something of its cells, others ask to be one.

    Attributes
    ----------
    wishes, of_row
        What is wished of cells, and of the how-manieth row each wish is.
    new
        Rows that are to become lines.
    """

    def __init__(
        self, facts: Facts, table: Table, columns: Sequence[str], *, add: bool,
        headings: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._facts, self._table = facts, table
        self.why_no_new = may_add(table, columns)
        self._adds = table.adds if add and not self.why_no_new else None
        self.wishes: list[Wish] = []
        self.of_row: list[int] = []
        self.new: list[NewRow] = []
        self._unnamed = self._adds is not None and self._adds.unnamed
        self._key = next((one for one in ("id", table.columns[0].key) if one in columns), "")
        self._at = list(columns).index(self._key) if self._key else -1
        self._known = by_id(facts, table) if self._key == "id" else names(facts, table)
        of = ((at, table.column(key)) for at, key in enumerate(columns) if key and at != self._at)
        self._taken = [(at, one) for at, one in of if one is not None and one.begun is not None]
        self._units = {at: unit_taken(one, *headings[at : at + 1]) for at, one in self._taken}
        self._seen: dict[str, int] = {}
        self._begun = 0

    @property
    def is_possible(self) -> bool:
        """Whether rows can be matched by anything, or need not be."""
        return bool(self._key) or self._unnamed

    def row(self, number: int, row: Sequence[str]) -> PastedRow:
        """Read the next row."""
        name = row[self._at].strip() if 0 <= self._at < len(row) else ""
        given = [
            (c, with_unit(row[at], c, self._units[at]))
            for at, c in self._taken
            if at < len(row) and row[at] not in _NOTHING
        ]
        at, self._begun = self._begun, self._begun + 1
        made = PastedRow(number, tuple(row), name)
        try:
            lines, key = self._meant(name)
            if not lines and self._adds is not None:
                return self._new(made, key, given)
            self._refuse_unmatched(name, lines)
            self._note(name, number, [self._table.key(line) for line in lines])
            given = [one for one in given if not self._stays(lines[0], *one)]
        except RefusedRowError as refusal:
            return replace_why(made, refusal.why, refusal.remedy)
        except EditError as refusal:
            return replace_why(made, str(refusal), "")
        self.wishes += [Wish(lines[0], column, text, formula=False) for column, text in given]
        self.of_row += [at] * len(given)
        return made

    def _meant(self, name: str) -> tuple[Sequence[Any], str]:
        """Return the lines that a name means, and the id that it means, where it is another."""
        lines = self._known.get(name.casefold(), ())
        if lines or self._adds is None or self._adds.meant is None or not name:
            return lines, name
        key = self._adds.meant(self._facts, name)
        known = record_with(getattr(self._facts.design, self._table.collection), key)
        return (() if known is None else (known,)), key

    def _new(self, row: PastedRow, key: str, given: Sequence[tuple[Column, str]]) -> PastedRow:
        """Return a row that becomes a line, or what it lacks for that."""
        adds, table = self._adds, self._table
        if not row.name and not self._unnamed:
            raise self._nameless()
        said = {column.key for column, _ in given}
        for needed in adds.needs if adds is not None else ():
            column = table.column(needed)
            if column is not None and needed not in said:
                raise RefusedRowError(
                    f"no {column.title.lower()}", f"give it in a column headed {column.title}"
                )
        if row.name:
            self._note(row.name, row.number, [f"\0{key.casefold()}"])
        like = _like(row.name.casefold(), self._known) if len(self._seen) < MOST_LIKE else ""
        self.new.append(NewRow(row.number, key, tuple(given)))
        like = "" if _numbered(like) == _numbered(row.name.casefold()) else like
        called = table.called(self._facts, self._known[like][0]) if like else ""
        return PastedRow(row.number, row.texts, row.name, new=True, like=called)

    def _note(self, name: str, number: int, keys: Iterable[str]) -> None:
        """Refuse what another row meant already."""
        keys = list(keys)
        again = [self._seen[key] for key in keys if key in self._seen]
        for key in keys:
            self._seen.setdefault(key, number)
        if again:
            raise RefusedRowError(f"{name} is in row {again[0]} too", "keep one of the two rows")

    def _nameless(self) -> "RefusedRowError":
        where = f"name the {self._table.one} in the column that rows are matched by"
        return RefusedRowError("no name", where)

    def _refuse_unmatched(self, name: str, lines: Sequence[Any]) -> None:
        table = self._table
        if not name:
            raise self._nameless()
        if len(lines) > 1:
            why = f"{len(lines)} {table.many} are called {name}"
            raise RefusedRowError(why, "match rows by id instead")
        if lines:
            return
        like = _like(name.casefold(), self._known) if len(self._seen) < MOST_LIKE else ""
        meant = table.called(self._facts, self._known[like][0]) if like else ""
        remedy = f"is {meant} meant?" if meant else f"correct it; {self._how_to_add()}"
        raise RefusedRowError(f"no {table.one} is called {name}", remedy)

    def _how_to_add(self) -> str:
        return self.why_no_new or f"tick that {self._table.many} that are missing are added"

    def _stays(self, line: Any, column: Column, text: str) -> bool:  # noqa: ANN401 - of any kind
        """Return whether a cell that is said once and for all says what is so already."""
        if column.edit is not None or column.new is None:
            return False
        cell = column.text(column.read(self._facts, line))
        if cell.casefold() == text.strip().casefold():
            return True
        _, value = value_of(self._facts, column, column.new, text)
        if value == getattr(line, column.new.store, None):
            return True
        raise RefusedRowError(
            f"{column.title} {text}: it is {cell or 'none'} and is not changed here",
            "leave the cell empty to change the rest",
        )


class RefusedRowError(EditError):
    """A row cannot be pasted; it says why, and what would help."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.why, self.remedy = why, remedy


def replace_why(row: PastedRow, why: str, remedy: str) -> PastedRow:
    """Return a row that is rejected."""
    return PastedRow(row.number, row.texts, row.name, why=why, remedy=remedy)


def _numbered(name: str) -> tuple[str, ...]:
    """Return a name without its numbers: `A06` and `A20` follow one numbering."""
    return tuple(re.split(r"[0-9]+", name))


def _like(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most alike another; empty where none is."""
    alike = (one for one in known if one[:1] == name[:1] and abs(len(one) - len(name)) < _NEAR)
    return next(iter(difflib.get_close_matches(name, list(islice(alike, MOST_LIKE)), 1, 0.6)), "")
