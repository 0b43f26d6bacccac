"""Everything the browser shows, by table and id, with what refers to what. No Qt."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.families import FAMILIES, LIBRARY_TABLES, Family
from designer.catalog.library import Library, entry_of, members
from designer.catalog.part import Part
from designer.catalog.pointer import parse
from designer.catalog.records.guidance import Conflict
from designer.catalog.vocabulary import table_of, value_at

if TYPE_CHECKING:
    from designer.catalog.derived import Derived

Ref = tuple[str, str]
"""Table and id of an entry."""


def ref_of(entry: Entry) -> Ref:
    """Return where an entry stands."""
    return table_of(entry), entry.id


def key_of(ref: Ref) -> str:
    """Return a place as the settings keep it: `part/h100-sxm`."""
    return "/".join(ref)


def ref_from(key: str) -> Ref:
    """Return the place that a key names; a bare id is a part's."""
    table, slash, entry_id = key.partition("/")
    return (table, entry_id) if slash else ("part", table)


class EntryIndex:
    """Parts and library together; made anew when either changes.

    Parameters
    ----------
    catalog
        Parts, those of the design included.
    library
        All else; an empty one until it is read.
    own
        Ids of the parts that are the user's own.
    """

    def __init__(self, catalog: Catalog, library: Library, own: Iterable[str] = ()) -> None:
        self.catalog, self.library = catalog, library
        self._own = frozenset(own)
        self._members: dict[str, tuple[Entry, ...]] = {}

    def find(self, ref: Ref) -> Entry | None:
        """Return an entry, or None."""
        return entry_of(self.catalog, self.library, *ref)

    def members(self, family: Family) -> tuple[Entry, ...]:
        """Return the entries of a family."""
        if family.id not in self._members:
            self._members[family.id] = members(self.catalog, self.library, family)
        return self._members[family.id]

    def everything(self) -> Iterator[Entry]:
        """Yield every entry, family by family."""
        for family in FAMILIES:
            yield from self.members(family)

    def own_parts(self) -> list[Entry]:
        """Return the user's own parts."""
        return [part for part in self.catalog.parts if part.id in self._own]

    def is_own(self, entry: Entry) -> bool:
        """Return whether an entry is a part of the user's own."""
        return isinstance(entry, Part) and entry.id in self._own

    def named(self, keys: Iterable[str]) -> list[Entry]:
        """Return the entries that keys name; what is no longer there is left out."""
        found = (self.find(ref_from(key)) for key in keys)
        return [entry for entry in found if entry is not None]

    def derived(self, entry: Entry) -> "tuple[Derived, ...]":
        """Return what follows from an entry's figures."""
        from designer.catalog.derived import derived_figures

        return derived_figures(entry, self.catalog, self.library)

    def target(self, entry: Entry, field: str) -> Ref | None:
        """Return the entry that a field's id names, or None if it names none that is there."""
        table = type(entry).references.get(field)
        value = value_at(entry, field) if table else None
        if not table or not isinstance(value, str) or not value:
            return None
        return (table, value) if self.find((table, value)) else None

    def conflict(self, conflict_id: str) -> Conflict | None:
        """Return where sources disagree, by id."""
        found = self.library.get("conflict", conflict_id) if conflict_id else None
        return found if isinstance(found, Conflict) else None

    def conflicts_of(self, entry: Entry) -> list[Conflict]:
        """Return the conflicts that concern an entry: those it names and those that name it."""
        ids = [record.conflict for record in entry.provenance if record.conflict]
        ids += self._settled_in.get(ref_of(entry), [])
        found = (self.conflict(conflict_id) for conflict_id in dict.fromkeys(ids))
        return [conflict for conflict in found if conflict is not None]

    def used_in(self, entry: Entry) -> list[Entry]:
        """Return the entries that refer to one: nodes with a GPU, rates for it, runs on it."""
        return self._referring.get(ref_of(entry), [])

    def topics_on(self, entry: Entry) -> list[Entry]:
        """Return the help texts that name an entry to look at."""
        return self._seen_from.get(ref_of(entry), [])

    @cached_property
    def _seen_from(self) -> dict[Ref, list[Entry]]:
        found: dict[Ref, list[Entry]] = {}
        for entry in self.library.entries("topic"):
            for text in getattr(entry, "see", ()):
                found.setdefault(settled_ref(text) or ("topic", text), []).append(entry)
        return found

    @cached_property
    def _referring(self) -> dict[Ref, list[Entry]]:
        found: dict[Ref, list[Entry]] = {}
        for entry in self.everything():
            targets = {(t, value_at(entry, f)) for f, t in type(entry).references.items()}
            if isinstance(entry, Part):
                targets |= {("part", group.nic) for group in entry.ports}
            for table, value in targets:
                if isinstance(value, str) and value:
                    found.setdefault((table, value), []).append(entry)
        return found

    @cached_property
    def _settled_in(self) -> dict[Ref, list[str]]:
        found: dict[Ref, list[str]] = {}
        for entry in self.library.entries("conflict"):
            for text in getattr(entry, "settled", ()):
                ref = settled_ref(text)
                if ref:
                    found.setdefault(ref, []).append(entry.id)
        return found


def settled_ref(text: str) -> Ref | None:
    """Return the entry a pointer such as `part/h100-sxm power_max_w = 700` names, or None."""
    try:
        found = parse(text)
    except ValueError:
        return None
    known = found.table == "part" or found.table in LIBRARY_TABLES
    return (found.table, found.id) if known else None
