"""The lines of an entry's page: facts by heading, prices, what follows, links, texts. No Qt."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from textwrap import shorten
from typing import Final

from designer.catalog.component import role_named
from designer.catalog.configuration.derive import NO_MAXIMUM, listed
from designer.catalog.configuration.shares import share_of, title_of
from designer.catalog.entry import Entry, Price
from designer.catalog.exchange import NO_RATES, Rates
from designer.catalog.fact_words import (
    GENERAL,
    KIND_WORDS,
    SECTIONS,
    bounds_text,
    label_of,
    section_of,
    span_text,
    unit_of,
    value_text,
)
from designer.catalog.families import family_of
from designer.catalog.part import Part
from designer.catalog.pointer import parse
from designer.catalog.price_age import age_words, is_old
from designer.catalog.records.guidance import Conflict, Guideline, Limit, Topic
from designer.catalog.vocabulary import table_of, value_at
from designer.model.figure_words import quantity
from designer.ui.state import price_words
from designer.ui.views.catalogue import day
from designer.ui.views.catalogue.detail_line import Row, conflict_reference, fact_row
from designer.ui.views.catalogue.entry_index import EntryIndex, ref_of, settled_ref
from designer.ui.views.catalogue.group_rows import group_rows
from designer.ui.views.catalogue.source_words import disagrees, source_lines
from designer.wiring.fits import fits_of

OPENING: Final = 130
"""Letters of a conflict's decision on the page of an entry that it concerns."""
MOST_LINKS: Final = 4
"""Of one family, among what refers to an entry; the others are a search away."""
_NAMED: Final = 6
"""Parts that a line of what fits names."""
_TEXT_FIELDS: Final = frozenset({"body", "statement", "decision", "claims", "settled", "see"})
_IN_ROWS: Final = ("ports.", "variants.", "inside.", "coolant_flow.", "couplings.", "rejection.")
"""Facts of groups that have lines of their own."""
_HIDDEN: Final = frozenset({"kind", "unit", "gpus", "nodes"})
"""Facts the page says otherwise: the kind in its head, units with their figures."""


def detail_rows(entry: Entry, entry_index: EntryIndex) -> list[Row]:
    """Return the page of an entry, without its head."""
    rows: list[Row] = []
    for title, lines in (
        ("", _texts(entry)),
        *_fact_sections(entry, entry_index),
        ("Made of", made_of_rows(entry, entry_index)),
        ("Variants", variant_rows(entry)),
        ("Derived", derived_rows(entry, entry_index)),
        ("Prices", price_rows(entry, entry_index.catalog.rates)),
        ("Price history", _histories(entry)),
        ("Where sources disagree", _conflicts(entry, entry_index)),
        ("Settled in", _settled(entry, entry_index)),
        ("Published by nobody", _unpublished(entry)),
        ("Fits", _fits(entry, entry_index)),
        ("Used in", _used_in(entry, entry_index)),
        ("See also", _see_also(entry, entry_index)),
        ("Note", [Row("text", text=entry.note)] if entry.note else []),
        ("Sources", _sources(entry)),
    ):
        found = list(lines)
        if found and title:
            rows.append(Row("section", title))
        rows.extend(found)
    return rows


def fact_rows(entry: Entry, entry_index: EntryIndex) -> dict[str, list[Row]]:
    """Return the facts of an entry by heading; ports are one line a group."""
    found: dict[str, list[Row]] = {}
    facts = entry.facts()
    for field, value in facts.items():
        if _is_hidden(entry, field, value):
            continue
        stem = field.removesuffix("_low") if field.endswith("_low") else ""
        if field.endswith("_high") and f"{field.removesuffix('_high')}_low" in facts:
            continue
        row = fact_row(entry, entry_index, field, value_text(field, value))
        if stem and f"{stem}_high" in facts:
            high = value_text(f"{stem}_high", facts[f"{stem}_high"])
            text = row.text if row.text == high else f"{row.text}–{high}"
            row = replace(row, label=label_of(stem), text=text)
            row = _disputed_too(row, entry, entry_index, f"{stem}_high")
        if isinstance(value, int | float) and not isinstance(value, bool):
            row = replace(row, number=float(value))
        found.setdefault(section_of(field), []).append(row)
    if isinstance(entry, Part):
        for title, rows in group_rows(entry, entry_index):
            found[title] = [*found.get(title, ()), *rows]
    bounds = bounds_row(entry, entry_index)
    if bounds:
        found.setdefault(GENERAL, []).insert(0, bounds)
    return found


def derived_rows(entry: Entry, entry_index: EntryIndex) -> list[Row]:
    """Return what follows from the figures, each with how it was computed."""
    return [
        Row(
            "fact", figure.name, figure.text, figure.unit,
            field=f"derived.{figure.name}", number=figure.value, mark="derived",
            tip=("Computed from the catalogue's figures", figure.how),
        )
        for figure in entry_index.derived(entry)
    ]  # fmt: skip


def made_of_rows(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    """Yield the components of a system, each a link to its part, and what their sum is."""
    if not isinstance(entry, Part) or not entry.made_of:
        return
    catalog = entry_index.catalog
    sold = catalog.get(entry.based_on)
    if sold is not None:
        yield Row("link", "Configured from", sold.name, link=ref_of(sold))
    for one in entry.made_of:
        held = catalog.get(one.part)
        told = (f"{KIND_WORDS[one.kind]}: {one.source}", *([one.note] if one.note else ()))
        use = f", {one.purpose}" if one.purpose else ""
        yield Row(
            "fact", role_named(one.role).title, f"{one.count} × {title_of(one, catalog)}{use}",
            field=f"made_of.{one.role}", mark=one.kind, tip=told,
            link=ref_of(held) if held else None,
        )  # fmt: skip
    summed = listed([share_of(one, catalog) for one in entry.made_of]).times(0.001, "kW")
    yield Row(
        "fact", "Sum at their maxima", quantity(summed), field="made_of.sum", mark="derived",
        tip=(f"As far as it is listed, and {NO_MAXIMUM}: fans, switch chips and losses are "
             "not in it",),
    )  # fmt: skip


def statement_rows(entry: Entry) -> list[Row]:
    """Return the one text that an entry stands for, to be compared with another's."""
    for field in ("statement", "decision", "body"):
        text = " ".join(str(getattr(entry, field, "") or "").split())
        if text:
            return [Row("text", label_of(field), text, field="text")]
    return []


def price_rows(entry: Entry, rates: Rates = NO_RATES, today: date | None = None) -> list[Row]:
    """Return the prices, newest first, with their age on a day; None: on this one.

    Parameters
    ----------
    rates
        What a price in another currency is told in dollars by.
    """
    rows, on = [], today or day.today()
    for price in sorted(entry.prices, key=lambda p: (p.scope, p.per, p.as_of), reverse=True):
        band = price_words.band_text(price)
        lines = [f"{KIND_WORDS[price.kind]}: {price.source}", _dated(price, on)]
        lines += [words] if (words := price.cited.words(price.source)) else []
        lines += [f"band of the source: {band}"] if band else []
        told = price_words.in_dollars(price, rates)
        lines += [told] if told else []
        lines += [price.note] if price.note else []
        rows.append(
            Row(
                "fact", _aged(price, on), price_words.amount_text(price),
                field=f"prices.{price.scope}.{price.per}", number=price.figure_cents / 100,
                mark=price.kind, tip=tuple(lines),
            )
        )  # fmt: skip
    return sorted(rows, key=lambda row: row.label.partition(" · ")[0])


def _dated(price: Price, today: date) -> str:
    age = age_words(price.as_of, today)
    return f"as of {price.as_of}" + (f", {age}" if age else "")


def _aged(price: Price, today: date) -> str:
    """Return what a price is for, marked where it is older than a year."""
    mark = " · older than a year" if is_old(price.as_of, today) else ""
    return price_words.label_text(price) + mark


def kind_words(entry: Entry) -> str:
    """Return what an entry is: `rack PDU` for a part, else its family's title."""
    if not isinstance(entry, Part):
        return family_of(entry).title
    return entry.traits.singular


def _fact_sections(entry: Entry, entry_index: EntryIndex) -> list[tuple[str, list[Row]]]:
    by_section = fact_rows(entry, entry_index)
    ordered = [title for title in SECTIONS if title in by_section]
    # A page of one heading needs none.
    return [("" if ordered == [GENERAL] else title, by_section[title]) for title in ordered]


def _is_hidden(entry: Entry, field: str, value: object) -> bool:
    if field.startswith(_IN_ROWS) or field in _TEXT_FIELDS:
        return True
    if isinstance(entry, Guideline | Limit) and field in {"value", "low", "high", "unit"}:
        return True
    if isinstance(value, bool) and field in type(entry).model_fields:
        # What nobody stated says nothing; a switch that is off by default is left out too.
        stated = field in entry.model_fields_set
        return not stated or value == type(entry).model_fields[field].default
    if field == "gpu" and value_at(entry, "compute.gpu"):
        return True
    if field in _HIDDEN:
        return field in {"kind", "unit"} or value == 0
    return field == "height_half_u" and value == 0


def bounds_row(entry: Entry, entry_index: EntryIndex) -> Row | None:
    """Return the figure of a rule or a limit: one value, a span, or one of its ends."""
    if not isinstance(entry, Guideline | Limit):
        return None
    value = getattr(entry, "value", None)
    text = span_text(value, entry.low, entry.high)
    if not text:
        return None
    field = "value" if value is not None else "low" if entry.low is not None else "high"
    row = fact_row(entry, entry_index, field, text)
    for end in ("low", "high"):
        if getattr(entry, end) is not None:
            row = _disputed_too(row, entry, entry_index, end)
    return replace(row, kind="fact", label="Value", unit=entry.unit)


def _disputed_too(row: Row, entry: Entry, entry_index: EntryIndex, field: str) -> Row:
    """Return a line that shows another figure as well, marked if sources disagree on that one."""
    record = entry.source_of(field)
    if row.conflict or not disagrees(record):
        return row
    tip = tuple(dict.fromkeys((*row.tip, *source_lines(record, entry_index))))
    return replace(
        row, conflict=True, conflict_ref=conflict_reference(record, entry_index), tip=tip
    )


def _texts(entry: Entry) -> Iterator[Row]:
    if isinstance(entry, Topic):
        for paragraph in entry.body.strip().split("\n\n"):
            yield Row("text", text=" ".join(paragraph.split()))
    if isinstance(entry, Guideline) and entry.statement:
        yield Row("text", text=entry.statement)
    if isinstance(entry, Conflict):
        yield Row("section", "Claims")
        for claim in entry.claims:
            yield Row("text", text=claim)
        yield Row("section", "Decision")
        yield Row("text", text=entry.decision)


def variant_rows(entry: Entry) -> Iterator[Row]:
    """Yield what each source says of a rule of thumb."""
    if not isinstance(entry, Guideline):
        return
    for variant in entry.variants:
        figure = span_text(variant.value, variant.low, variant.high)
        field = f"variants.{variant.name}"
        tip: tuple[str, ...] = (f"{KIND_WORDS[variant.kind]}: {variant.source}",)
        tip = (*tip, words) if (words := variant.cited.words(variant.source)) else tip
        if figure:
            tip = (*tip, variant.text) if variant.text else tip
            yield Row(
                "fact", variant.name, figure, entry.unit_of(variant), field, variant.value,
                variant.kind, tip=tip,
            )  # fmt: skip
        else:
            yield Row("text", variant.name, variant.text, field=field, mark=variant.kind, tip=tip)


def _histories(entry: Entry) -> list[Row]:
    return [
        Row("plot", series.title, series=series) for series in price_words.histories(entry.prices)
    ]


def _conflicts(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    if isinstance(entry, Conflict):
        return
    for conflict in entry_index.conflicts_of(entry):
        yield Row("link", conflict.name, _opening(conflict.decision), link=ref_of(conflict))


def _opening(text: str) -> str:
    """Return the beginning of a text: whole words, about two lines of them."""
    return shorten(text, OPENING, placeholder=" …")


def _settled(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    for text in entry.settled if isinstance(entry, Conflict) else ():
        ref = settled_ref(text)
        target = entry_index.find(ref) if ref else None
        if target is None:
            yield Row("text", text=text)
            continue
        said, field = text.partition(" ")[2], parse(text).field
        value = value_at(target, field) if field else None
        shown = ""
        if isinstance(value, str | int | float):
            shown = f"{label_of(field)} {value_text(field, value)} {unit_of(field)}".strip()
        yield Row("link", target.name, shown or said, link=ref)


def _used_in(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    by_family: dict[str, list[Entry]] = {}
    for user in entry_index.used_in(entry):
        if _succeeds(user, entry):
            continue
        by_family.setdefault(family_of(user).id, []).append(user)
    for users in by_family.values():
        family = family_of(users[0])
        # One more line than the most would say no less than the line that counts them.
        shown = users if len(users) <= MOST_LINKS + 1 else users[:MOST_LINKS]
        for user in shown:
            yield Row("link", user.name, kind_words(user), link=ref_of(user))
        rest = len(users) - len(shown)
        if rest:
            query = _query_of(users[0], entry)
            yield Row("link", f"{rest} more", family.title, query=(family.id, query))


def _unpublished(entry: Entry) -> Iterator[Row]:
    """Yield what was looked for in vain, with what bounds it."""
    for one in entry.unpublished if isinstance(entry, Part) else ():
        names = ", ".join(map(label_of, one.fields))
        figure = bounds_text(one.fields[0], one.low, one.high)
        bound = f"{figure}: {one.bound}" if figure else one.bound
        where = f"looked for in {one.looked_in}"
        unread = (
            "; a document of its maker that may hold it was not reached" if one.not_read else ""
        )
        yield Row("text", names, f"{bound}; {where}{unread}")


def _fits(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    if isinstance(entry, Part):
        for fit in fits_of(entry, entry_index.catalog):
            yield Row("text", fit.title, fit.words(_NAMED))


def _query_of(user: Entry, entry: Entry) -> str:
    """Return the search that finds what refers to an entry as `user` does."""
    fields = (f for f in type(user).references if value_at(user, f) == entry.id)
    return " ".join(f"{field}={entry.id}" for field in islice(fields, 1))


def _succeeds(user: Entry, entry: Entry) -> bool:
    return user.replaces == entry.id and table_of(user) == table_of(entry)


def _see_also(entry: Entry, entry_index: EntryIndex) -> Iterator[Row]:
    before = entry_index.find((table_of(entry), entry.replaces)) if entry.replaces else None
    if before is not None:
        yield Row("link", before.name, "replaced by this one", link=ref_of(before))
    for user in entry_index.used_in(entry):
        if _succeeds(user, entry):
            yield Row("link", user.name, "replaces this one", link=ref_of(user))
    named = [settled_ref(t) or ("topic", t) for t in entry.see] if isinstance(entry, Topic) else []
    named += [ref_of(topic) for topic in entry_index.topics_on(entry)]
    for ref in dict.fromkeys(named):
        target = entry_index.find(ref)
        if target is not None:
            yield Row("link", target.name, kind_words(target), link=ref)


def _sources(entry: Entry) -> list[Row]:
    """Return each source once, with its kind and what is known of it: what a reviewer looks up."""
    rows = []
    for kind, source, words in dict.fromkeys(
        (record.kind, record.source, record.cited.words(record.source))
        for record in entry.provenance
    ):
        rows.append(Row("text", KIND_WORDS[kind], source, mark=kind))
        if words:
            rows.append(Row("text", text=words))
    return rows
