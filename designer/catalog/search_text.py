"""What an entry says: in passages as people read them, and as the lines that a search looks in.

Both are made of the same passages, so that whatever a search finds can be shown. A new field needs
no line here: what it is called on the screen stands in `fact_words`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from designer.catalog.citation import Citation
from designer.catalog.entry import NO_FACTS, Entry, Price, Provenance
from designer.catalog.fact_words import label_of, number_text, unit_of, value_text
from designer.catalog.search_words import telling
from designer.catalog.stems import line_of, stems
from designer.model.record import Record

_OWN_UNIT: Final = frozenset({"value", "low", "high"})
"""Figures whose unit is a field beside them."""
_KILO: Final = 1000
LEAST_WORDS: Final = 3
"""Fewer words do not tell by themselves what they are about."""
_OF_OTHERS: Final = NO_FACTS | {"unpublished"}
"""Beside what is no fact: bounds of what nobody publishes, which speak of other entries."""
_UNREAD: Final = frozenset({"fields", "kind"})
"""What is no text of an entry in its sources: names of its fields, and how good a source is."""


class Passage(NamedTuple):
    """Something that an entry says, with what it is called.

    Attributes
    ----------
    label, field
        What it is called on the screen and in the file, both empty for a text without a name.
    """

    text: str
    label: str = ""
    field: str = ""

    def forms(self) -> Iterator[str]:
        """Yield it alone if that tells what it is, then with each of its names."""
        tells = len(self.text.split()) >= LEAST_WORDS and not self.text[0].isdecimal()
        if tells or not self.label:
            yield self.text
        if self.label:
            yield f"{self.label} {self.text}".rstrip()
            yield f"{self.field} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class SearchText:
    """What an entry says, the nearest to its name first; lines of stems.

    Attributes
    ----------
    name, naming, everything
        Name, id and aliases; what it is, in short; all it says, sources included. Between two
        passages stand two blanks: nothing is found from the end of one to the start of the next.
    whole
        Name and aliases as a search of their words says them, in whatever order.
    names
        The words of each of its names: of its id as well.
    """

    name: str
    naming: str
    everything: str
    whole: frozenset[tuple[str, ...]]
    names: tuple[frozenset[str], ...]


def search_text_of(entry: Entry) -> SearchText:
    """Return what a search reads of an entry; made once, and only where somebody searches."""
    found: SearchText | None = entry.made.get(SearchText)
    if found is None:
        found = entry.made[SearchText] = _search_text(entry)
    return found


def texts_of(entries: Iterable[Entry]) -> list[SearchText]:
    """Return what a search reads of entries: at each key, of all there are."""
    # Written out: to call a function of each takes longer than what a search does with it.
    return [entry.made.get(SearchText) or search_text_of(entry) for entry in entries]


def _search_text(entry: Entry) -> SearchText:
    names = (entry.name, entry.id, *entry.aliases)
    naming = (entry.vendor, *entry.naming(), entry.summary)
    return SearchText(
        _lines(names),
        _lines(naming),
        _lines(names) + _lines(naming) + "".join(map(_said, passages(entry))),
        frozenset(tuple(sorted(telling(stems(each)))) for each in (entry.name, *entry.aliases)),
        tuple(frozenset(telling(stems(each))) for each in names),
    )


def passages(entry: Entry) -> Iterator[Passage]:
    """Yield all that an entry says beside its name: what it is, figures, prices and sources."""
    if entry.summary:
        yield Passage(entry.summary)
    if entry.note:
        yield Passage(entry.note)
    for field, value in entry:
        if field not in _OF_OTHERS:
            yield from _of_field(entry, field, value, "")
    yield from (Passage(each) for each in (*entry.aliases, entry.id))
    if entry.vendor:
        yield Passage(entry.vendor, "Vendor", "vendor")
    if entry.replaces:
        yield Passage(entry.replaces, "Replaces", "replaces")
    for price in entry.prices:
        yield from _of_price(price)
    for record in entry.provenance:
        yield from _of_source(record)


def _of_field(record: Record, field: str, value: Any, group: str) -> Iterator[Passage]:  # noqa: ANN401 - any field
    if value in (None, "", (), False):
        return
    path = f"{group}{field}"
    label, words = label_of(path), field.replace("_", " ")
    items = value if isinstance(value, tuple) else (value,)
    for item in items:
        if isinstance(item, Citation):
            yield from map(Passage, item.searched())
        elif isinstance(item, Record):
            yield Passage("", label, words)
            for inner, inside in item:
                yield from _of_field(item, inner, inside, f"{path}.")
        elif item is True:
            yield Passage("", label, words)
        elif isinstance(item, int | float):
            unit = getattr(record, "unit", "") if field in _OWN_UNIT else unit_of(path)
            yield Passage(_figure(path, item, unit), label, words)
        elif not isinstance(item, tuple):
            # The ends of spans are places, and no words that anyone searches for.
            yield Passage(value_text(path, item), label, words)
            if value_text(path, item) != item:
                yield Passage(item, label, words)


def _figure(path: str, value: float, unit: str) -> str:
    """Return a figure with its unit; large ones in watts also in kW, as people say them."""
    kilo = f" ({number_text(value / _KILO)} kW)" if unit == "W" and value >= _KILO else ""
    return f"{value_text(path, value)} {unit}".rstrip() + kilo


def _of_price(price: Price) -> Iterator[Passage]:
    ends = [cents for cents in (price.low_cents, price.high_cents) if cents is not None]
    sums = [price.amount_cents] if price.amount_cents is not None else ends
    band = "–".join(number_text(cents / 100) for cents in sums)
    region = f", {price.region}" if price.region else ""
    region += "" if price.length_m is None else f", {price.length_m:g} m"
    words = f"{price.scope} per {price.per}, {price.as_of}{region}: {price.currency} {band}"
    yield Passage(words, "Price", "prices")
    yield from (Passage(text) for text in (price.note, price.source) if text)
    yield from map(Passage, price.cited.searched())


def _of_source(record: Provenance) -> Iterator[Passage]:
    for field, value in record:
        if isinstance(value, Citation):
            yield from map(Passage, value.searched())
        elif field not in _UNREAD and value:
            yield Passage(str(value))


def _said(passage: Passage) -> str:
    """Return a passage as lines of stems, with its names."""
    if not passage.label:
        return line_of(passage.text)
    return line_of(f"{passage.label} {passage.text}") + _name_line(passage.label, passage.field)


@lru_cache(maxsize=1 << 12)
def _name_line(label: str, field: str) -> str:
    """Return the line of a field's name in the file, if it says more than the one on the screen."""
    line, shown = line_of(field), line_of(label)
    return "" if line in shown else line


def _lines(texts: tuple[str, ...]) -> str:
    return "".join(line_of(text) for text in texts if text)
