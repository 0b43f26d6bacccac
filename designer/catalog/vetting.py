"""What an entry must say beyond its schema: a source for every figure, dated prices, live ids."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from designer.catalog import pointer
from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.library import Library, entry_of
from designer.catalog.part import Part
from designer.catalog.part_bounds import EFFICIENCY
from designer.catalog.reading import Placer
from designer.catalog.records.guidance import Conflict, Guideline
from designer.model.dates import DATE_FORMS, is_date
from designer.model.problem import Problem

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PAIRS: Final = re.compile(r"(.*)_sparse_(tflops|tops)")
_THIRD: Final = frozenset({("Blackwell Ultra", "accelerator.fp4")})
"""Peaks that sparsity raises by a third: this chip's dense FP4 is 1.5 times that of Blackwell, its
sparse FP4 is the same (144 and 108 PFLOPS of eight B300, 1,440 and 1,080 of a GB300 NVL72)."""
_FIRST_HAND: Final = frozenset({"vendor", "reference-design"})
SECOND_HAND: Final = re.compile(
    r"\bsecond-hand\b|\bas (?:quoted|reported|compiled|kept)\b|\b(?:quoted|reported) by\b"
    r"|\bin a mirror\b",
    re.IGNORECASE,
)
"""Words by which a source says that somebody else read the original."""

_TEXT_FIELDS: Final = frozenset(
    {"airflow", "summary", "name", "gpu", "full_depth", "half_width", "*", "prices"}
)


def entry_problems(entry: Entry, place: Placer) -> Iterator[Problem]:
    """Yield what a reviewer would hold against an entry by itself.

    Parameters
    ----------
    place
        Returns `file:line:column` of a field.
    """
    if not _ID.fullmatch(entry.id):
        yield Problem(
            where=place("id"),
            what=f"{entry.id!r} is not an id",
            mend="small letters, digits and single hyphens",
        )
    yield from _unsourced(entry, place)
    yield from _graded_too_high(entry, place)
    yield from _prices(entry, place)
    yield from _assumptions(entry, place)
    if isinstance(entry, Part):
        yield from _impossible(entry, place)
        yield from _looked_for(entry, place)


def unsourced_figures(entry: Entry) -> list[str]:
    """Return the dotted names of figures stated without saying where they come from."""
    said = entry.model_fields_set
    names = [name for name in entry.figures() if name.partition(".")[0] in said]
    return [name for name in names if entry.source_of(name) is None]


def catalog_problems(
    catalog: Catalog, library: Library, placed: Iterable[tuple[Entry, Placer]]
) -> Iterator[Problem]:
    """Yield references that lead nowhere: ids of other entries, conflicts, pointers."""
    for entry, place in placed:
        facts = entry.facts() | {"replaces": entry.replaces}
        for field, table in entry.references.items():
            wanted = facts.get(field)
            if wanted and entry_of(catalog, library, table, wanted) is None:
                yield Problem(
                    where=place(*field.split(".")),
                    what=f"{entry.id}: {field} {wanted!r} is no {table}",
                    mend="name an id of that table, or add the entry",
                )
        for known in entry.provenance:
            if known.conflict and library.get("conflict", known.conflict) is None:
                yield Problem(
                    where=place("provenance"),
                    what=f"{entry.id}: no conflict {known.conflict!r}",
                    mend="name an id of the library's [[conflict]] tables",
                )
        if isinstance(entry, Part):
            yield from _held_parts(entry, place, catalog)
        if isinstance(entry, Conflict):
            yield from _settled(entry, place, catalog, library)


def _held_parts(part: Part, place: Placer, catalog: Catalog) -> Iterator[Problem]:
    for group in part.ports:
        if group.nic and catalog.get(group.nic) is None:
            yield Problem(
                where=place("ports"), what=f"{part.id}: {group.name}: no adapter {group.nic!r}"
            )
    for unit in part.inside:
        if unit.part and catalog.get(unit.part) is None:
            yield Problem(
                where=place("inside"), what=f"{part.id}: {unit.name}: no part {unit.part!r}"
            )
    for one in part.made_of:
        found = catalog.get(one.part) if one.part else None
        if one.part and (found is None or found.traits.role != one.role):
            yield Problem(
                where=place("made_of"),
                what=f"{part.id}: made of {one.part!r}, no part for {one.role} in the catalogue",
                mend="name the id of a part that can be one",
            )


def _settled(
    conflict: Conflict, place: Placer, catalog: Catalog, library: Library
) -> Iterator[Problem]:
    for text in conflict.settled:
        try:
            wrong = pointer.parse(text).problem(catalog, library)
        except ValueError as error:
            wrong = str(error)
        if wrong:
            yield Problem(where=place("settled"), what=f"{conflict.id}: {wrong}")


def _unsourced(entry: Entry, place: Placer) -> Iterator[Problem]:
    for name in unsourced_figures(entry):
        yield Problem(
            where=place(*name.split(".")),
            what=f"{entry.id}: {name} has no source",
            mend=f'add {name!r} to the fields of a provenance entry (kind "assumed" if so)',
        )
    known = set(entry.facts()) | _TEXT_FIELDS
    # A group may be named as well, such as `ports` or, of the ports, those called `compute`.
    known |= {name[:end] for name in known for end, sign in enumerate(name) if sign == "."}
    for said in entry.provenance:
        for name in said.fields:
            if name not in known:
                yield Problem(
                    severity="warning",
                    where=place("provenance"),
                    what=f"{entry.id}: provenance names {name!r}, which the entry does not state",
                    mend="remove it, or state the figure",
                )


def _graded_too_high(entry: Entry, place: Placer) -> Iterator[Problem]:
    """Yield sources that say who copied the figure and yet count as the vendor's own."""
    said = [("provenance", each.source, each.note, each.kind) for each in entry.provenance]
    said += [("prices", each.source, each.note, each.kind) for each in entry.prices]
    if isinstance(entry, Part):
        said += [("made_of", each.source, each.note, each.kind) for each in entry.made_of]
    if isinstance(entry, Guideline):
        said += [("variants", each.source, "", each.kind) for each in entry.variants]
    for field, source, note, kind in said:
        if kind in _FIRST_HAND and SECOND_HAND.search(f"{source} {note}"):
            yield Problem(
                severity="warning",
                where=place(field),
                what=f"{entry.id}: {kind} by its kind, second-hand by its words: {source}",
                mend='write kind = "second-hand"',
            )


def _impossible(part: Part, place: Placer) -> Iterator[Problem]:
    """Yield figures that contradict each other; each by itself is held to `model.ranges`."""
    figures = part.figures()
    powers = [
        (name, value)
        for name in ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w")
        if (value := getattr(part, name)) is not None
    ]
    for (above, more), (below, less) in pairwise(powers):
        if less > more:
            yield Problem(
                where=place(below), what=f"{part.id}: {below} {less:g} W exceeds {above} {more:g} W"
            )
    yield from _beyond_supplies(part, place)
    for name, sparse in figures.items():
        pair = _PAIRS.fullmatch(name)
        dense = figures.get(f"{pair[1]}_dense_{pair[2]}") if pair else None
        if pair is None or dense is None or part.accelerator is None:
            continue
        third = (part.accelerator.architecture, pair[1]) in _THIRD
        more, words = (4 / 3, "4/3 of") if third else (2, "double")
        rule = "sparsity raises this peak by a third" if third else "2:4 sparsity doubles"
        if abs(sparse - more * dense) > 0.02 * sparse:
            yield Problem(
                where=place(*name.split(".")),
                what=f"{part.id}: {name} {sparse:g} is not {words} the dense {dense:g}",
                mend=f"{rule}; see which column the source prints",
            )


def _beyond_supplies(part: Part, place: Placer) -> Iterator[Problem]:
    """Yield a highest power that all supplies together could not draw."""
    given = part.psu.given_w if part.psu is not None and part.psu.count else None
    if part.psu is None or given is None or part.power_max_w is None:
        return
    # Of a rating that is assumed its upper end counts.
    rating = part.psu.rating_w or 1.0
    _, most = part.assumed_between("psu.rating_w") or (rating, rating)
    limit = given[1] * most / rating / (part.psu.efficiency or EFFICIENCY.low)
    if part.power_max_w > limit:
        yield Problem(
            where=place("power_max_w"),
            what=f"{part.id}: power_max_w {part.power_max_w:g} W exceeds what all its supplies "
            f"draw, {limit:,.0f} W ({part.psu.count} x {part.psu.rating_w:g} W over their "
            "efficiency)",
            mend="correct the draw, or how many supplies it has and their rating",
        )


def _assumptions(entry: Entry, place: Placer) -> Iterator[Problem]:
    """Yield assumed figures that lie outside of the bounds that are given for them."""
    figures = entry.figures()
    for record in entry.provenance:
        value = figures.get(record.fields[0]) if record.fields else None
        if value is None or record.low is None or record.high is None:
            continue
        if not record.low <= value <= record.high:
            name = record.fields[0]
            yield Problem(
                where=place(*name.split(".")),
                what=f"{entry.id}: {name} {value:g} is not between the {record.low:g} and "
                f"{record.high:g} that it is assumed to lie between",
                mend="change the figure, or its low and high",
            )


def _looked_for(part: Part, place: Placer) -> Iterator[Problem]:
    """Yield figures that nobody publishes and that no part has."""
    for one in part.unpublished:
        for name in one.fields:
            if name.partition(".")[0] not in Part.model_fields:
                yield Problem(
                    where=place("unpublished"),
                    what=f"{part.id}: no part has a {name!r} that somebody could publish",
                    mend="name a field of parts, such as mass_kg, psu.inlet or ports.storage",
                )


def _prices(entry: Entry, place: Placer) -> Iterator[Problem]:
    for price in entry.prices:
        where = place("prices")
        if not is_date(price.as_of):
            yield Problem(
                where=where,
                what=f"{entry.id}: price date {price.as_of!r} is not a date",
                mend=DATE_FORMS,
            )
        low, amount, high = price.low_cents, price.figure_cents, price.high_cents
        if (low is not None and low > amount) or (high is not None and high < amount):
            yield Problem(where=where, what=f"{entry.id}: the price lies outside its own band")
        if not price.source:
            yield Problem(where=where, what=f"{entry.id}: a price without a source")
