"""What every entry of the catalogue has: an id, a name, prices, and where each figure is from."""

from collections.abc import Generator, Iterator
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.model.record import Record

SourceKind = Literal[
    "vendor", "second-hand", "reference-design", "measured", "guide", "derived", "assumed"
]
"""`second-hand`: a vendor's or a reference design's figure, read in somebody else's copy;
`measured`: what somebody measured on the thing and published."""

PriceScope = Literal["purchase", "on-demand", "spot", "reserved-1y", "reserved-3y", "committed"]
PricePer = Literal[
    "unit", "gpu", "baseboard", "rack", "gpu-hour", "instance-hour", "million-tokens", "run"
]


class Provenance(Record):
    """Where figures come from.

    Attributes
    ----------
    fields
        Names of the entry's fields, dotted for nested ones; a group's name stands for all of its
        figures, `*` for every figure that no other record names.
    source
        The source in one sentence; `cited` has the same in fields, where they are known.
    other
        What another source says, when sources disagree: shown as a note, never computed with.
    conflict
        Id of the `conflict` entry that says why this value was taken; empty if none.
    low, high
        Between what an assumed figure lies, in its unit: the note says why. Of one field, both.
    """

    fields: tuple[str, ...]
    source: str
    kind: SourceKind
    note: str = ""
    other: str = ""
    conflict: str = ""
    low: float | None = None
    high: float | None = None
    cited: Citation = NOTHING_CITED

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield bounds that are of no assumption, of several figures, or no bounds."""
        if self.low is None and self.high is None:
            return
        if self.kind != "assumed":
            yield "low", f"low and high bound assumptions: the kind is {self.kind}"
        if len(self.fields) != 1 or "*" in self.fields:
            yield "fields", "low and high are of one figure: write a record for each"
        if self.low is None or self.high is None:
            yield "low", "an assumption is bounded on both sides: give low and high"
        elif self.high < self.low:
            yield "high", f"high of {self.high:g} is below low of {self.low:g}"


class Price(Record):
    """A price somebody published: never without a date, a source and what it is for.

    Attributes
    ----------
    amount_cents
        The one figure the source names; `None` where it names a band only.
    per
        What one price buys. A price per hour is not a price of the thing.
    as_of
        `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    length_m
        Of a cable of this length; `None` where the source names none: a price of all lengths.
    quoted
        What the source quotes, and the rate at which it was converted; empty where this is what it
        quotes. No file states it.
    suspect
        Printed, but it cannot be a price of that scope: shown with its note, never computed with.
    """

    amount_cents: int | None = None
    currency: str = "USD"
    as_of: str
    source: str
    kind: SourceKind
    scope: PriceScope = "purchase"
    per: PricePer = "unit"
    region: str = ""
    low_cents: int | None = None
    high_cents: int | None = None
    length_m: float | None = None
    suspect: bool = False
    quoted: str = ""
    note: str = ""
    cited: Citation = NOTHING_CITED

    @property
    def figure_cents(self) -> int:
        """The amount, or the middle of the band where the source names only a band."""
        if self.amount_cents is not None:
            return self.amount_cents
        ends = [end for end in (self.low_cents, self.high_cents) if end is not None]
        return sum(ends) // len(ends)

    @model_validator(mode="after")
    def _states_a_sum(self) -> Self:
        if self.amount_cents is None and self.low_cents is None and self.high_cents is None:
            raise ValueError("a price needs amount_cents, or low_cents and high_cents")
        return self


class Entry(Record):
    """Anything the catalogue holds.

    Attributes
    ----------
    summary
        One line that tells it from its neighbours in a list.
    year
        Year of announcement or publication.
    aliases
        What else people call it; a search takes them for its name.
    replaces
        Id of the entry of the same family that this one supersedes.
    """

    references: ClassVar[dict[str, str]] = {}
    """Fields that hold ids of other entries: field name to the table it points into."""

    id: str
    name: str
    vendor: str = ""
    summary: str = ""
    year: int | None = None
    replaces: str = ""
    aliases: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    note: str = ""

    def __iter__(self) -> Generator[tuple[str, Any], None, None]:
        """Yield the fields with their values; pydantic's own would yield `made`, too."""
        for name in type(self).model_fields:
            yield name, getattr(self, name)

    def source_of(self, field: str) -> Provenance | None:
        """Return where a figure comes from, or None if the entry does not say.

        The record that names it most closely counts: `ports.compute` before `ports` before `*`.
        """
        steps = field.split(".")
        for name in (*(".".join(steps[:end]) for end in range(len(steps), 0, -1)), "*"):
            for entry in self.provenance:
                if name in entry.fields:
                    return entry
        return None

    def assumed_between(self, field: str) -> tuple[float, float] | None:
        """Return the bounds of a figure that is assumed, in its unit; None of others."""
        said = self.source_of(field)
        if said is None or said.low is None or said.high is None:
            return None
        return said.low, said.high

    def naming(self) -> tuple[str, ...]:
        """Return words beside the name that tell what it is: its kind, what it is part of."""
        return tuple(str(getattr(self, field, "")) for field in ("kind", *type(self).references))

    @cached_property
    def made(self) -> dict[type, Any]:
        """What was made of it once, by its class, such as what a search reads."""
        return {}

    def facts(self) -> dict[str, Any]:
        """Return every known scalar by dotted field name: numbers, words and switches.

        Of several words or numbers all, in words: `1271, 1291, 1311, 1331`.

        Names, notes, prices and provenance are not facts; unknown and empty ones are left out.
        """
        found: dict[str, Any] = {}
        for name in type(self).model_fields:
            if name not in NO_FACTS:
                found.update(_scalars(name, getattr(self, name)))
        return found

    def figures(self) -> dict[str, Any]:
        """Return every known number by dotted field name, for display and validation."""
        return {
            name: value
            for name, value in self.facts().items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        }


NO_FACTS = frozenset(
    {
        "id",
        "name",
        "vendor",
        "summary",
        "replaces",
        "aliases",
        "prices",
        "provenance",
        "note",
        "rules",
        "made_of",
        "based_on",
    }
)
"""Fields that say nothing that could be compared."""


def _word(item: str | float | tuple[object, ...]) -> str:
    """Return a word as it is, a number without zeros, the ends of a span as `11–18`."""
    if isinstance(item, tuple):
        return "–".join(map(str, item))
    return item if isinstance(item, str) else f"{item:g}"


def _scalars(name: str, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any field
    if isinstance(value, Record):
        for key, inner in value:
            yield from _scalars(f"{name}.{key}", inner)
    elif isinstance(value, tuple):
        # Ports, for example, are told apart by their own names.
        for item in value:
            inner_name = getattr(item, "name", "")
            if inner_name:
                for key, inner in item:
                    if key != "name":
                        yield from _scalars(f"{name}.{inner_name}.{key}", inner)
        words = [_word(item) for item in value if isinstance(item, str | tuple | int | float)]
        if words:
            yield name, ", ".join(words)
    elif value is not None and value != "":
        yield name, value
