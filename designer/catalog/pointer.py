"""Pointers into the catalogue as text: `part/h100-sxm accelerator.memory_gb = 80 ± 1 %`.

A pointer names a table and an id, may name a fact of that entry, and may say what the fact is.
Tests and conflicts use them to say where something lives in a way that can be checked.
Names of variants may have spaces, and so may a fact: `variants.AI Infrastructure course.high = 64`.
`part/l40s other = 367` says that the entry keeps a losing source's figure as a remark.
"""

import math
import re
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library, entry_of

_POINTER: Final = re.compile(
    r"(?P<table>[a-z_]+)/(?P<id>[a-z0-9_-]+)"
    r"(?:\s+(?P<field>\w[^=±]*?))?"
    r"(?:\s*=\s*(?P<value>.+?)(?:\s*±\s*(?P<percent>[\d.]+)\s*%)?)?"
)
_PRICE: Final = re.compile(r"prices(?:\.(?P<scope>[a-z0-9-]+))?(?:\.(?P<per>[a-z-]+))?")


@dataclass(frozen=True)
class Pointer:
    """Where something lives, and what it is there; empty `field` means the entry itself."""

    table: str
    id: str
    field: str = ""
    value: str = ""
    percent: float = 0.0

    def problem(self, catalog: Catalog, library: Library) -> str:
        """Return what is wrong with the pointer; empty if it resolves and the value is there."""
        entry = _special(catalog, self) or entry_of(catalog, library, self.table, self.id)
        if entry is None:
            return f"no {self.table} {self.id!r}"
        if not self.field:
            return ""
        held = _held(entry, self.field)
        if not held:
            return f"{self.table}/{self.id} has no {self.field}"
        if not self.value or any(_equal(value, self.value, self.percent) for value in held):
            return ""
        shown = ", ".join(str(value) for value in held)
        return f"{self.table}/{self.id} {self.field} is {shown}, not {self.value}"


def parse(text: str) -> Pointer:
    """Return the pointer a text means.

    Raises
    ------
    ValueError
        If it is none.
    """
    match = _POINTER.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no pointer; write table/id field = value ± tolerance %")
    return Pointer(
        match["table"],
        match["id"],
        match["field"] or "",
        match["value"] or "",
        float(match["percent"] or 0),
    )


def _special(catalog: Catalog, pointer: Pointer) -> object | None:
    """Return a cooling band or planning default: records, but no entries."""
    if pointer.table == "band":
        return next((band for band in catalog.bands if band.id == pointer.id), None)
    return catalog.default(pointer.id) if pointer.table == "default" else None


def _held(entry: object, field: str) -> list[object]:
    """Return what an entry says under a name: one fact, or every price that fits.

    `prices`, `prices.spot`, `prices.purchase.gpu` give amounts in whole currency units, with the
    ends of bands; `other` gives what losing sources say.
    """
    if field == "other":
        return [said.other for said in getattr(entry, "provenance", ()) if said.other]
    price = _PRICE.fullmatch(field)
    if price and hasattr(entry, "prices"):
        cents = [
            amount
            for p in entry.prices
            if (not price["scope"] or p.scope == price["scope"])
            and (not price["per"] or p.per == price["per"])
            for amount in (p.amount_cents, p.low_cents, p.high_cents)
        ]
        return [amount / 100 for amount in cents if amount is not None]
    facts = entry.facts() if hasattr(entry, "facts") else {}
    value = facts.get(field, getattr(entry, field, None)) if "." not in field else facts.get(field)
    return [] if value is None or value == "" else [value]


def _equal(value: object, wanted: str, percent: float) -> bool:
    if isinstance(value, bool):
        return str(value).lower() == wanted.lower()
    if isinstance(value, int | float):
        try:
            number = float(wanted.replace("_", ""))
        except ValueError:
            return False
        return math.isclose(value, number, rel_tol=percent / 100 or 1e-9, abs_tol=1e-12)
    text, sought = str(value).casefold(), wanted.strip("\"'").casefold()
    return sought in text
