"""Rows of a spreadsheet that mean no line and become one: tried one after another, as drops are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from designer.document.document import Edit
from designer.document.errors import EditError
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render.edge import presented
from designer.ui.fields.tables.column import Adding, Column, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import Work
from designer.ui.fields.tables.settle import value_of
from designer.ui.fields.tables.wish import held_value

AsMade = Callable[[Edit], Edit]
"""Makes of an edit what the program makes of it before it is carried out."""
Tell = Callable[[int, int], None]
"""Is told how many of so many were tried."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row that is to become a line.

    Attributes
    ----------
    number
        Of its line in what was copied.
    name
        What it is to be called, or its id where that is all it has.
    given
        Columns with what is typed for them; none of them empty.
    """

    number: int
    name: str
    given: tuple[tuple[Column, str], ...]


@dataclass
class Added:
    """What becomes of rows that are to be lines.

    Attributes
    ----------
    design
        With all that could be added.
    edits
        That make them, in order.
    said
        Of each row that fits what it becomes, by its number.
    why
        Of each that does not the reason, by its number.
    """

    design: Design
    edits: list[Edit] = field(default_factory=list)
    said: dict[int, tuple[str, ...]] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)


def added(
    facts: Facts, table: Table, rows: Sequence[NewRow], begun: Design, as_made: AsMade, tell: Tell
) -> Work[Added]:
    """Add rows to a design, a slice for each; the document is not touched.

    Rows that say where they go come before those that leave it open. What names another new row,
    as a feed its parent, is tried again when that one is there.

    Parameters
    ----------
    begun
        The design with all other changes of the paste.
    """
    found, adding = Added(begun), table.adds
    if adding is None:
        return found
    layout = facts.layout if begun is facts.design else facts.layout.after(begun)
    waiting = sorted(rows, key=lambda row: not _is_placed(adding, row))
    while waiting:
        now, left = Facts(layout, facts.catalog, facts.report), []
        for row in waiting:
            try:
                layout = _one(now, layout, table, adding, row, found, as_made)
            except EditError as refusal:
                found.why[row.number] = str(refusal)
                left.append(row)
            except ValidationError as error:
                found.why[row.number] = error.errors()[0]["msg"]
                left.append(row)
            tell(len(found.said) + len(found.why), len(rows))
            yield
        if len(left) == len(waiting) or not adding.chained:
            break
        waiting = left
    return found


def _is_placed(adding: Adding, row: NewRow) -> bool:
    stores = {one.begun.store for one, _ in row.given if one.begun is not None}
    return bool(stores.intersection(adding.placed))


def _one(
    facts: Facts, layout: Layout, table: Table, adding: Adding, row: NewRow, found: Added,
    as_made: AsMade,
) -> Layout:  # fmt: skip
    """Add one row; return the index with it."""
    said, values = _values(facts, adding, row)
    thing = adding.make(facts, layout, row.name, values)
    after = as_made(thing.edit)(found.design)
    found.design = after
    found.edits.append(thing.edit)
    found.why.pop(row.number, None)
    found.said[row.number] = (*said, thing.said) if thing.said else said
    return layout.after(after)


def _values(facts: Facts, adding: Adding, row: NewRow) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return what is said of a row in words, and its values by field.

    Raises
    ------
    EditError
        If one cannot be read, or such a thing does not have it.
    """
    said: list[str] = []
    values: dict[str, Any] = {}
    # What a thing is decides what it has: first what is said once and for all.
    for column, text in sorted(row.given, key=lambda one: one[0].new is None):
        editing = column.begun
        if editing is None:
            continue
        try:
            _refuse_what_it_has_not(facts, adding, row.name, values, column)
            words, value = value_of(facts, column, editing, text)
        except EditError as refusal:
            told = column.title if repr(text) in str(refusal) else f"{column.title} {text}"
            raise EditError(f"{told}: {refusal}") from None
        values[editing.store] = held_value(editing, value)
        other = presented().unit(column.unit, column.title) != column.unit
        unit = column.unit if other and words else ""
        said.append(f"{column.title} {words} {unit}".rstrip())
    return tuple(said), values


def _refuse_what_it_has_not(
    facts: Facts, adding: Adding, name: str, values: Mapping[str, Any], column: Column
) -> None:
    """Raise EditError where a thing of which so much is known does not have a column."""
    if adding.line is not None and column.new is None and column.edit is not None:
        why = column.edit.why_not(facts, adding.line(facts, name, values))
        if why:
            raise EditError(why)
