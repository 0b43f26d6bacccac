"""One entry of the catalogue as text: every fact with unit and source, what follows, prices."""

import textwrap
from collections.abc import Iterator
from datetime import date
from typing import Final

from designer.app.commands.catalog_lookup import address
from designer.catalog.catalog import Catalog
from designer.catalog.component import role_named
from designer.catalog.configuration.derive import NO_MAXIMUM, listed
from designer.catalog.configuration.shares import share_of, title_of
from designer.catalog.derived import derived_figures
from designer.catalog.entry import Entry, Price, Provenance
from designer.catalog.exchange import Rates
from designer.catalog.fact_words import bounds_text, span_text, unit_of, value_text
from designer.catalog.families import family_of
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.price_age import age_words
from designer.catalog.records.guidance import Conflict, Guideline, Limit, Topic, Variant
from designer.model.figure_words import words as figure_words
from designer.ui.state.price_words import amount_text, band_text, in_dollars, label_text
from designer.wiring.fits import fits_of

_WIDTH: Final = 100
_INDENT: Final = "    "
_NAMED: Final = 8
"""Parts that a line of what fits names."""
_OWN_LINES: Final = frozenset({"body", "claims", "decision", "settled", "see", "statement"})
"""Fields with text too long for a table; they stand in paragraphs of their own."""
_OWN_ROWS: Final = frozenset({"ports", "variants"})
_OWN_UNIT: Final = frozenset({"value", "low", "high"})
"""Figures of a rule or a limit, whose unit is a field beside them."""


def page(
    entry: Entry, catalog: Catalog, library: Library, today: date | None = None
) -> Iterator[str]:
    """Yield the lines of an entry's page.

    Figures bear the number of their source; below stand the sources with their kind, what other
    sources say, and how the catalogue decided between them.

    Parameters
    ----------
    today
        The day on which prices are so old; None: this one.
    """
    kind = entry.traits.singular if isinstance(entry, Part) else family_of(entry).title
    yield f"{address(entry)}: {f'{entry.vendor} {entry.name}'.strip()} ({kind})"
    if entry.summary:
        yield from _wrapped(entry.summary)
    yield from _facts(entry)
    yield from _paragraphs(entry)
    yield from _variants(entry)
    yield from _ports(entry)
    yield from _made_of(entry, catalog)
    yield from _derived(entry, catalog, library)
    yield from _fits(entry, catalog)
    yield from _prices(entry, catalog.rates, today or date.today())
    yield from _unpublished(entry)
    yield from _sources(entry, library)
    if entry.note:
        yield from _wrapped(f"note: {entry.note}")


def _facts(entry: Entry) -> Iterator[str]:
    rows = []
    for name, value in entry.facts().items():
        bare = name.partition(".")[0]
        # What nobody stated is a default of the schema, not a fact of the entry.
        if bare not in entry.model_fields_set or bare in _OWN_LINES or bare in _OWN_ROWS:
            continue
        unit = _unit(entry, name)
        text = f"{value_text(name, value)} {unit}".rstrip()
        rows.append((name, text, _mark(entry, name)))
    wide = max((len(row[0]) for row in rows), default=0)
    longest = min(max((len(row[1]) for row in rows), default=0), 40)
    for name, text, mark in rows:
        yield f"{_INDENT}{name:<{wide}}  {text:<{longest}}  {mark}".rstrip()


def _unit(entry: Entry, name: str) -> str:
    if isinstance(entry, Guideline | Limit):
        # The field `unit` says it; its own line would repeat it.
        return entry.unit if name in _OWN_UNIT else ""
    return unit_of(name)


def _paragraphs(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Guideline) and entry.statement:
        yield from _wrapped(entry.statement)
    if isinstance(entry, Topic):
        for paragraph in entry.body.strip().split("\n\n"):
            yield ""
            yield from _wrapped(paragraph)
        if entry.see:
            yield ""
            yield from _wrapped(f"see {', '.join(entry.see)}")
    if isinstance(entry, Conflict):
        for claim in entry.claims:
            yield from _wrapped(f"- {claim}", hang=2)
        yield from _wrapped(f"decision: {entry.decision}")
        for text in entry.settled:
            yield f"{_INDENT}settled in {text}"


def _variants(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Guideline):
        for variant in entry.variants:
            figure = span_text(variant.value, variant.low, variant.high)
            figure = f"{figure} {entry.unit_of(variant)}".strip() if figure else ""
            words = "; ".join(text for text in (figure, variant.text) if text)
            yield f"{_INDENT}variant {variant.name}: {words}  [{variant.kind}] {variant.source}"
            yield from _cited(variant)


def _ports(entry: Entry) -> Iterator[str]:
    if not isinstance(entry, Part):
        return
    mark = _mark(entry, "ports")
    for group in entry.ports:
        breakout = f", each splits into {group.breakout}" if group.breakout > 1 else ""
        yield (
            f"{_INDENT}ports {group.name}: {group.count} × {group.rate_gbps:g} Gb/s {group.kind}, "
            f"{group.purpose}{breakout}  {mark}"
        ).rstrip()


def _made_of(entry: Entry, catalog: Catalog) -> Iterator[str]:
    """Yield the components of a system, each with its source, and what their sum is."""
    if not isinstance(entry, Part) or not entry.made_of:
        return
    based = f", configured from {entry.based_on}" if entry.based_on else ""
    yield f"{_INDENT}made of{based}:"
    for one in entry.made_of:
        use = f", {one.purpose}" if one.purpose else ""
        what = f"{role_named(one.role).title}: {one.count} × {title_of(one, catalog)}{use}"
        yield from _wrapped(f"{what}  [{one.kind}] {one.source}", _INDENT + "  ", hang=4)
        if one.note:
            yield from _wrapped(one.note, _INDENT + "      ")
    shares = [share_of(one, catalog) for one in entry.made_of]
    summed = figure_words(listed(shares), 0)
    yield f"{_INDENT}  at their maxima, as far as listed: {summed} ({NO_MAXIMUM})"


def _derived(entry: Entry, catalog: Catalog, library: Library) -> Iterator[str]:
    figures = derived_figures(entry, catalog, library)
    if figures:
        yield f"{_INDENT}follows from these figures:"
    for figure in figures:
        value = f"{figure.text} {figure.unit}".rstrip()
        yield f"{_INDENT}  {figure.name} = {value}: {figure.how}"


def _prices(entry: Entry, rates: Rates, today: date) -> Iterator[str]:
    """Yield the prices, those of one scope together and oldest first: their history."""
    if entry.prices:
        yield f"{_INDENT}prices:"
    for price in sorted(entry.prices, key=lambda p: (p.scope, p.per, p.region, p.as_of)):
        yield f"{_INDENT}  {_price_text(price, rates, today)}  [{price.kind}] {price.source}"
        yield from _cited(price)


def _price_text(price: Price, rates: Rates, today: date) -> str:
    band = f" ({text})" if (text := band_text(price)) else ""
    note = f", {price.note}" if price.note else ""
    age = f", {words}" if (words := age_words(price.as_of, today)) else ""
    dollars = f" = {told}" if (told := in_dollars(price, rates)) else ""
    return f"{label_text(price)}{age}: {amount_text(price)}{band}{dollars}{note}"


def _fits(entry: Entry, catalog: Catalog) -> Iterator[str]:
    for fit in fits_of(entry, catalog) if isinstance(entry, Part) else ():
        yield from _wrapped(f"{fit.title}: {fit.words(_NAMED)}")


def _unpublished(entry: Entry) -> Iterator[str]:
    if not isinstance(entry, Part):
        return
    for one in entry.unpublished:
        names = ", ".join(one.fields)
        figure = bounds_text(one.fields[0], one.low, one.high)
        bound = f"{figure}, {one.bound}" if figure else one.bound
        yield from _wrapped(f"not published: {names}: {bound}; looked for in {one.looked_in}")


def _sources(entry: Entry, library: Library) -> Iterator[str]:
    if entry.provenance:
        yield f"{_INDENT}sources:"
    for place, record in enumerate(entry.provenance, 1):
        yield from _wrapped(f"[{place}] [{record.kind}] {record.source}", _INDENT + "  ", hang=4)
        yield from _cited(record)
        for words in _remarks(record, library):
            yield from _wrapped(words, _INDENT + "      ")


def _cited(record: Provenance | Price | Variant) -> Iterator[str]:
    """Yield document, revision, page and address, as far as they are known."""
    if words := record.cited.words(record.source):
        yield from _wrapped(words, _INDENT + "      ")


def _remarks(record: Provenance, library: Library) -> Iterator[str]:
    if record.note:
        yield record.note
    if record.other:
        yield f"others say: {record.other}"
    if record.conflict:
        conflict = library.get("conflict", record.conflict)
        decision = conflict.decision if isinstance(conflict, Conflict) else "not in this catalogue"
        yield f"decision ({record.conflict}): {decision}"


def _mark(entry: Entry, name: str) -> str:
    """Return the number of the record that says where a fact is from, empty if none does."""
    record = entry.source_of(name)
    return "" if record is None else f"[{entry.provenance.index(record) + 1}]"


def _wrapped(text: str, indent: str = _INDENT, hang: int = 0) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
