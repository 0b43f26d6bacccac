"""Which copied column is which of a table: by its heading, by the names that it holds."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from designer.ui.fields.tables.column import Column, Table, folded
from designer.ui.fields.tables.facts import Facts

KEY: Final = "name"
_OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    KEY: ("hostname", "host", "label", "device", "rack", "row", "cable", "fabric", "tray", "part"),
    "method": ("cooling", "coolingmethod"),
    "note": ("remark", "comment", "comments", "remarks"),
    "x": ("x", "xmm", "left"),
    "y": ("y", "ymm", "top"),
    "u": ("ru", "position", "startu", "lowestu", "rackunit"),
    "m": ("lengthm", "length"),
    "capacity": ("kw", "capacitykw"),
}
"""How spreadsheets head columns, beside our own words."""


def has_heading(facts: Facts, table: Table, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a heading: it names columns, and no line is called so."""
    if not rows:
        return False
    known = names(facts, table)
    if any(cell.casefold() in known for cell in rows[0]):
        return False
    return any(guessed(table, cell) for cell in rows[0]) or len(rows) > 1


def guessed(table: Table, heading: str) -> str:
    """Return the key of the column that a heading means; empty for none."""
    word = folded(heading)
    if not word:
        return ""
    name = table.columns[0].key
    column = table.column(heading)
    if column is not None and (column.begun or column.key in (name, "id")):
        return column.key
    for key, others in _OTHER_WORDS.items():
        wanted = name if key == KEY else key
        if word in others and (found := table.column(wanted)) is not None:
            return found.key
    return ""


def guess(facts: Facts, table: Table, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return which column each copied one is: by the heading, and the names by what it holds."""
    if not rows:
        return ()
    width = max(map(len, rows))
    name = table.columns[0].key
    heading = has_heading(facts, table, rows)
    found = [""] * width
    if heading:
        for at, cell in enumerate(rows[0]):
            key = guessed(table, cell)
            found[at] = "" if key in found else key
    if not {name, "id"} & set(found):
        known, body = names(facts, table), rows[1:] if heading else rows
        hits = [
            sum(len(row) > at and row[at].casefold() in known for row in body)
            for at in range(width)
        ]
        best = max(range(width), key=lambda at: (hits[at], -at))
        unnamed = table.adds is not None and table.adds.unnamed
        if hits[best] or not (found[best] or unnamed):
            found[best] = name
    return tuple(found)


def may_add(table: Table, columns: Sequence[str]) -> str:
    """Return why rows that mean no line cannot become one; empty where they can.

    Parameters
    ----------
    columns
        The key of the column that each copied one is.
    """
    if table.adds is None:
        return table.why_none or f"a paste adds no {table.many}"
    lacking = [table.column(key) for key in table.adds.needs if key not in columns]
    if lacking:
        titles = " and ".join(one.title for one in lacking if one is not None)
        return f"to add {table.many}, give a column headed {titles}"
    first = table.columns[0]
    if "id" in columns and first.key != "id" and table.adds.meant is None:
        return f"to add {table.many}, match rows by {first.title.lower()} and not by id"
    return ""


def names(facts: Facts, table: Table) -> dict[str, list[Any]]:
    """Return the lines of each name, without capitals."""
    found: dict[str, list[Any]] = {}
    for line in table.lines(facts):
        found.setdefault(table.called(facts, line).casefold(), []).append(line)
    return found


def by_id(facts: Facts, table: Table) -> dict[str, list[Any]]:
    """Return the line of each id, without capitals."""
    return {table.key(line).casefold(): [line] for line in table.lines(facts)}


def mapped(table: Table) -> tuple[Column, ...]:
    """Return the columns that a copied one may be: names, ids, and those that people change."""
    first = table.columns[0]
    return tuple(one for one in table.columns if one is first or one.key == "id" or one.begun)
