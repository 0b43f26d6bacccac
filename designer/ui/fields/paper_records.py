"""The lists that people write into a design: prices, revisions, remarks, waivers."""

import datetime
from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import drop, put, set_fields
from designer.document.edits.naming import fresh_id
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.model.design import Design, Note, PriceOverride, Revision
from designer.model.layout import Layout
from designer.model.revisions import in_order, next_entry
from designer.ui.fields.field import Field
from designer.ui.fields.reading import plain_number
from designer.ui.fields.record_kind import Lines, RecordKind
from designer.ui.state.price_words import sum_text


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def _setter(collection: str, key: str, name: str) -> Callable[[Any], Edit]:
    return lambda value: set_fields(collection, key, **{name: value})


def prices(catalog: Catalog) -> RecordKind:
    """Return the list of prices that the owner knows better than the catalogue."""

    def choices(design: Design) -> Lines:
        taken = {price.id for price in design.prices}
        used = {device.part for device in design.devices} | {rack.part for rack in design.racks}
        used |= {slot.part for assembly in design.assemblies for slot in assembly.slots}
        parts = [part for part in catalog.parts if part.id not in taken]
        parts.sort(key=lambda part: (part.id not in used, part.name))
        return [(part.id, f"{part.vendor} {part.name}".strip()) for part in parts]

    def name_of(part_id: str) -> str:
        part = catalog.get(part_id)
        return part.name if part else part_id

    def known_price(_design: Design, _report: Report | None, key: str) -> str:
        price = catalog.price(key)
        if price is None:
            return "The catalogue has no price of this part."
        return (
            f"The catalogue says {sum_text(price.figure_cents, price.currency, cents_too=True)}, "
            f"{price.as_of}: {price.source}"
        )

    return RecordKind(
        title="Prices",
        one="price",
        lead="Prices known better than by the catalogue: from a quote, a contract, an invoice.",
        lines=lambda design: [
            (p.id, f"{name_of(p.id)} · {sum_text(p.amount_cents, p.currency, cents_too=True)}")
            for p in design.prices
        ],
        fields=_price_fields,
        remove=lambda key: drop("prices", key),
        ask="Price of one",
        choices=choices,
        add=_add_price,
        explain=known_price,
    )


def _price_fields(design: Design, key: str) -> list[Field]:
    price = next(p for p in design.prices if p.id == key)
    return [
        Field("amount", "Price of one", "number", price.amount_cents / 100,
              lambda v: set_fields("prices", key, amount_cents=round(v * 100)),
              unit=price.currency, low=0, high=10_000_000_000),
        Field("price_currency", "Currency", "text", price.currency,
              lambda v: set_fields("prices", key, currency=v.upper()), low=1),
        Field("as_of", "As of", "date", price.as_of, _setter("prices", key, "as_of"),
              optional=True, fallback="2026-03-31"),
        Field("price_source", "Source", "text", price.source, _setter("prices", key, "source"),
              hint="quote, contract, invoice: what the printed sheet cites"),
        Field("lead_weeks", "Lead time", "number", price.lead_weeks,
              _setter("prices", key, "lead_weeks"), unit="weeks", record="PriceOverride",
              optional=True, hint="from order to delivery"),
        Field("price_note", "Note", "text", price.note, _setter("prices", key, "note")),
    ]  # fmt: skip


def _add_price(design: Design, choice: str, text: str) -> tuple[str, Edit]:
    if not choice:
        raise EditError("choose a part")
    amount = plain_number(text)
    if amount < 0:
        raise EditError("a price is not below 0")
    made = PriceOverride(
        id=choice, amount_cents=round(amount * 100), currency=design.site.currency, as_of=_today()
    )
    return choice, put("prices", made)


def revisions() -> RecordKind:
    """Return the revision table of the sheets."""

    def fields(design: Design, key: str) -> list[Field]:
        revision = next(r for r in design.revisions if r.id == key)
        return [
            Field("date", "Date", "date", revision.date, _setter("revisions", key, "date")),
            Field("author", "Author", "text", revision.author,
                  _setter("revisions", key, "author")),
            Field("text", "What changed", "text", revision.text,
                  _setter("revisions", key, "text")),
        ]  # fmt: skip

    def add(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
        if not text or any(r.id == text for r in design.revisions):
            raise EditError(f"there is a revision {text} already" if text else "give its letter")
        entry = next_entry(design.revisions)
        return text, put("revisions", Revision(id=text, date=_today(), text="", entry=entry))

    return RecordKind(
        title="Revisions",
        one="revision",
        lead="The revision table of every printed sheet; the last one stands in the title.",
        lines=lambda design: [
            (r.id, f"{r.id} · {r.date} · {r.text or 'no text yet'}")
            for r in in_order(design.revisions)
        ],
        fields=fields,
        remove=lambda key: drop("revisions", key),
        ask="Letter",
        suggest=_next_letter,
        add=add,
    )


def _next_letter(design: Design) -> str:
    taken = {revision.id for revision in design.revisions}
    # Drawing offices leave out I, O, Q, S, X and Z (ASME Y14.35).
    return next((c for c in "ABCDEFGHJKLMNPRTUVWY" if c not in taken), "")


def notes() -> RecordKind:
    """Return the remarks pinned to the floor and to what stands on it."""

    def fields(design: Design, key: str) -> list[Field]:
        note = next(n for n in design.notes if n.id == key)
        made = [
            Field("note_text", "Remark", "text", note.text, _setter("notes", key, "text"), low=1),
            Field("target", "About", "text", note.target,
                  lambda v: _with_target(key, v), optional=True, fallback="a place on the floor",
                  hint="a rack's or a device's name or id"),
        ]  # fmt: skip
        for name, label in (("x_mm", "From left"), ("y_mm", "From top")):
            made.append(
                Field(name, label, "integer", getattr(note, name), _setter("notes", key, name),
                      unit="mm", record="Note", optional=True,
                      fallback="at what it is about")
            )  # fmt: skip
        return made

    return RecordKind(
        title="Notes",
        one="note",
        lead="Numbered remarks, pinned to a place on the floor or to a rack or device. "
        "Right-click the floor to pin one there.",
        lines=lambda design: [
            (note.id, f"{number} · {note.text}") for number, note in enumerate(design.notes, 1)
        ],
        fields=fields,
        remove=lambda key: drop("notes", key),
        ask="Remark",
        add=_add_note,
        explain=_note_place,
    )


def _with_target(key: str, words: str) -> Edit:
    """Return the edit that pins a remark to what a name or an id means."""

    def edit(design: Design) -> Design:
        target = _key_of(design, words) if words else ""
        return set_fields("notes", key, target=target)(design)

    return edit


def _key_of(design: Design, words: str) -> str:
    layout = Layout(design)
    if words in layout.racks or layout.find(words):
        return words
    named = [rack.id for rack in design.racks if rack.name == words]
    named = named or [placed.key for placed in layout.every() if placed.name == words]
    if len(named) != 1:
        raise EditError(f"{words!r} names {len(named) or 'no'} racks or devices")
    return named[0]


def _add_note(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
    if not text:
        raise EditError("a remark needs words")
    key = fresh_id({note.id for note in design.notes}, "note")
    return key, put("notes", Note(id=key, text=text))


def _note_place(design: Design, _report: Report | None, key: str) -> str:
    note = next((n for n in design.notes if n.id == key), None)
    if note is None or not note.target:
        return ""
    layout = Layout(design)
    if note.target not in layout.racks and layout.find(note.target) is None:
        return f"What it was about, {note.target}, is no longer in the design."
    return ""


def waivers() -> RecordKind:
    """Return the findings that a person accepted."""

    def fields(design: Design, key: str) -> list[Field]:
        waiver = next(w for w in design.waivers if w.id == key)
        return [
            Field("reason", "Reason", "text", waiver.reason, _setter("waivers", key, "reason"),
                  low=1),
            Field("author", "Accepted by", "text", waiver.author,
                  _setter("waivers", key, "author")),
            Field("waiver_date", "Date", "date", waiver.date, _setter("waivers", key, "date"),
                  optional=True, fallback="2026-03-31"),
        ]  # fmt: skip

    return RecordKind(
        title="Waivers",
        one="waiver",
        lead="Findings that a person accepted, each with a reason. Waive a finding in the list of "
        "checks. A waiver is stale when the checks find no such thing any more.",
        lines=lambda design: [(w.id, f"{w.id} · {_on_one_line(w.reason)}") for w in design.waivers],
        fields=fields,
        remove=lambda key: drop("waivers", key),
        explain=waiver_state,
    )


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def waiver_state(_design: Design, report: Report | None, key: str) -> str:
    """Return what a waiver waives now, or that it is stale."""
    if report is None:
        return "The checks have not run yet."
    check = next((c for c in report.checks if c.key == key), None)
    if check is None:
        return "Stale: the checks find no such thing now. It can be removed."
    return f"Waives: {check.message}"
