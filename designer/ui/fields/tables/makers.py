"""Columns that several tables have, made short: words, notes, numbers, figures of the report."""

from collections.abc import Callable, Mapping
from typing import Any

from designer.catalog.catalog import Catalog
from designer.document.new_things import NewThing
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.model.measured import Measured
from designer.ui.fields.tables.column import Cell, Column, Editing
from designer.ui.fields.tables.facts import Facts

Read = Callable[[Facts, Any], Cell]


def words(key: str, title: str, read: Read, width: int = 110, **more: Any) -> Column:  # noqa: ANN401 - of any kind
    """Return a column of words."""
    return Column(key, title, read, width=width, **more)


def count(key: str, title: str, read: Read, width: int = 70, **more: Any) -> Column:  # noqa: ANN401 - of any kind
    """Return a column of exact numbers."""
    return Column(key, title, read, width=width, is_number=True, **more)


def figure(
    key: str,
    title: str,
    unit: str,
    read: Callable[[Facts, Any], Figure | None],
    width: int = 86,
    **more: Any,  # noqa: ANN401 - Column checks them
) -> Column:
    """Return a column of figures with bounds."""
    return Column(key, title, read, unit, width=width, is_number=True, **more)


def reported(
    of: Callable[[Facts, Any], Measured | None], name: str, unit: str
) -> Callable[[Facts, Any], Figure | None]:
    """Return what reads a figure of the report, of which nothing is known before the first one."""

    def read(facts: Facts, line: Any) -> Figure | None:  # noqa: ANN401 - a record of any kind
        report = of(facts, line)
        return None if report is None else report.figure(name, unit)

    return read


def stored(name: str) -> Read:
    """Return what reads a field of the record as it is."""
    return lambda _facts, line: getattr(line, name)


def named(*also: str, width: int = 120) -> Column:
    """Return the column of names, which the filter also knows by what the things are."""
    return words("name", "Name", stored("name"), width, also=also, edit=Editing("text", "name"))


def note(*, shown: bool = True) -> Column:
    """Return the column of notes."""
    editing = Editing("text", "note", optional=True)
    return words("note", "Note", stored("note"), 180, prose=True, shown=shown, edit=editing)


def key_of(title: str = "Id") -> Column:
    """Return the column of ids, which files and scripts know things by."""
    return words("id", title, stored("id"), 120, shown=False)


def findings(at: Callable[[Any], str], shown: bool = True) -> Column:
    """Return how many findings nobody accepted at what a line is."""
    return count(
        "findings", "Findings", lambda facts, line: facts.findings[at(line)], 72,
        also=("finding", "checks"), sums=False, shown=shown,
    )  # fmt: skip


def id_of(line: Any) -> str:  # noqa: ANN401 - any record with an id
    """Return the id of a record."""
    return str(line.id)


def records(collection: str) -> Callable[[Facts], tuple[Any, ...]]:
    """Return what gives the records of a collection."""
    return lambda facts: tuple(getattr(facts.design, collection))


def many_of(collection: str) -> Callable[[Facts], int]:
    """Return what counts the records of a collection."""
    return lambda facts: len(getattr(facts.design, collection))


def optional_number(
    key: str,
    title: str,
    unit: str,
    store: str,
    record: str,
    **more: Any,  # noqa: ANN401 - of any kind
) -> Column:
    """Return a column of a number that may be left open."""
    editing = Editing("number", store, record, optional=True)
    return count(key, title, stored(store), 86, unit=unit, edit=editing, **more)


def makes(
    new: Callable[[Layout, Catalog, str, Mapping[str, Any]], NewThing],
) -> Callable[[Facts, Layout, str, Mapping[str, Any]], NewThing]:
    """Return what makes a new line as a function of `document/new_things.py` does."""
    return lambda facts, layout, name, values: new(layout, facts.catalog, name, values)
