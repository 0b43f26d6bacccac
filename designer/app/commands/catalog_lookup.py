"""Find what a word names in catalogue and library, and list entries one a line."""

import difflib
from collections.abc import Iterable, Iterator

from designer.app.command_error import CommandError
from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.families import FAMILIES, LIBRARY_TABLES, family_of
from designer.catalog.library import Library, entry_of, members
from designer.catalog.part import Part
from designer.catalog.search import Query
from designer.catalog.search_hits import excerpt
from designer.catalog.search_nearest import Findings, look_for
from designer.catalog.vocabulary import table_of
from designer.model.plural import plural

TABLES = ("part", *LIBRARY_TABLES)


def everything(catalog: Catalog, library: Library) -> list[Entry]:
    """Return every entry: parts first, then the library's tables in their order."""
    found: list[Entry] = list(catalog.parts)
    for table in LIBRARY_TABLES:
        found.extend(library.entries(table))
    return found


def find(words: str, catalog: Catalog, library: Library) -> Entry:
    """Return the entry that `table/id`, or an id alone, names; an id alone means a part first.

    Capitals do not matter, unless they tell two entries apart.

    Raises
    ------
    CommandError
        If there is none, or an id alone names several texts; the message names what would do.
    """
    table, slash, entry_id = words.rpartition("/")
    table = table.casefold()
    if slash and table not in TABLES:
        near = difflib.get_close_matches(table, TABLES, n=1)
        hint = f"did you mean {near[0]}/{entry_id}?" if near else f"one of {', '.join(TABLES)}"
        raise CommandError(f"no table {table!r}; {hint}")
    tables = (table,) if slash else TABLES
    found = [e for name in tables if (e := entry_of(catalog, library, name, entry_id))]
    found = found or [
        entry
        for entry in everything(catalog, library)
        if table_of(entry) in tables and entry.id.casefold() == entry_id.casefold()
    ]
    if len(found) == 1 or (found and isinstance(found[0], Part)):
        return found[0]
    if found:
        names = ", ".join(address(entry) for entry in found)
        raise CommandError(f"{entry_id!r} is several entries; write one of {names}")
    ids = dict.fromkeys(
        entry.id for entry in everything(catalog, library) if not slash or table_of(entry) == table
    )
    near = difflib.get_close_matches(entry_id.casefold(), ids, n=3, cutoff=0.5)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    kind = table or "entry"
    raise CommandError(f"no {kind} {entry_id!r}{hint}; see cluster-designer catalog list")


def search(query: str, catalog: Catalog, library: Library) -> Findings[Entry]:
    """Return the entries of all families that fit a query, best first.

    Raises
    ------
    CommandError
        If a token of the query names nothing.
    """
    findings = look_for(query, everything(catalog, library), None, catalog.rates)
    if findings.query.doubts:
        doubt = findings.query.doubts[0]
        raise CommandError(f"{doubt.piece}: {doubt.why}")
    return findings


def address(entry: Entry) -> str:
    """Return what `catalog show` takes for an entry: a part's id, else `table/id`."""
    return entry.id if isinstance(entry, Part) else f"{table_of(entry)}/{entry.id}"


def entry_lines(entries: Iterable[Entry], query: Query | None = None) -> Iterator[str]:
    """Yield one line for each entry: address, kind or family, two figures, name.

    Of what a search found, the line ends in the words or the figure that fit where the name does
    not say why.
    """
    rows = [
        (address(e), _shelf(e), _brief(e), f"{e.vendor} {e.name}".strip(), _why(e, query))
        for e in entries
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        yield "  ".join((*cells, row[3])).rstrip() + row[4]


def _why(entry: Entry, query: Query | None) -> str:
    text = excerpt(query, entry) if query else ""
    return f" · {text}" if text else ""


def family_lines(
    catalog: Catalog, library: Library, found: Iterable[Entry] | None = None
) -> Iterator[str]:
    """Yield one line for each family: how many entries, its id, group and title.

    Parameters
    ----------
    found
        What a search found: only that is counted, and families without any are left out.
    """
    wide = max(len(family.id) for family in FAMILIES)
    group = max(len(family.group) for family in FAMILIES)
    fitting = None if found is None else {address(entry) for entry in found}
    total = families = 0
    for family in FAMILIES:
        entries = members(catalog, library, family)
        if fitting is not None:
            entries = tuple(entry for entry in entries if address(entry) in fitting)
            if not entries:
                continue
        total += len(entries)
        families += 1
        yield f"{len(entries):>5}  {family.id:<{wide}}  {family.group:<{group}}  {family.title}"
    in_all = plural(families, "family", "families")
    yield f"{total:>5}  {'entry' if total == 1 else 'entries'} in {in_all}"


def _shelf(entry: Entry) -> str:
    return entry.kind if isinstance(entry, Part) else family_of(entry).id


def _brief(entry: Entry) -> str:
    """Return the two figures by which people pick a part."""
    if not isinstance(entry, Part):
        return ""
    height = f"{entry.height_half_u / 2:g} U" if entry.height_half_u else ""
    power = "" if entry.power_max_w is None else f"{entry.power_max_w / 1000:.4g} kW"
    return "  ".join(text for text in (height, power) if text)
