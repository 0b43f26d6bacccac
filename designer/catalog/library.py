"""The library: what the catalogue knows beside parts, by table and id."""

from collections.abc import Iterable, Mapping

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.families import LIBRARY_TABLES, Family


class Library:
    """Entries of every table but parts; it never changes once built.

    Parameters
    ----------
    tables
        Entries by name of their table, in the order in which they are shown; a later entry
        replaces an earlier one of the same id.
    """

    def __init__(self, tables: Mapping[str, Iterable[Entry]]) -> None:
        self._tables = {
            name: {entry.id: entry for entry in tables.get(name, ())} for name in LIBRARY_TABLES
        }

    @property
    def tables(self) -> dict[str, tuple[Entry, ...]]:
        """All entries, by name of their table."""
        return {name: tuple(of.values()) for name, of in self._tables.items()}

    def entries(self, table: str) -> tuple[Entry, ...]:
        """Return the entries of a table; none for a table that does not exist."""
        return tuple(self._tables.get(table, {}).values())

    def get(self, table: str, entry_id: str) -> Entry | None:
        """Return one entry, or None."""
        return self._tables.get(table, {}).get(entry_id)

    def overlay(self, other: "Library") -> "Library":
        """Return a library in which another's entries win."""
        return Library(
            {name: (*self.entries(name), *other.entries(name)) for name in LIBRARY_TABLES}
        )


def entry_of(catalog: Catalog, library: Library, table: str, entry_id: str) -> Entry | None:
    """Return an entry of any table, parts included, or None."""
    return catalog.get(entry_id) if table == "part" else library.get(table, entry_id)


def members(catalog: Catalog, library: Library, family: Family) -> tuple[Entry, ...]:
    """Return the entries of a family."""
    if family.table != "part":
        return library.entries(family.table)
    return tuple(part for part in catalog.parts if part.kind in family.kinds)
