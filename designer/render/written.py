"""What a design says in words, and where: for letters that no font has. No Qt."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from designer.catalog.catalog import Catalog
from designer.io.design_text import used_parts
from designer.model.design import Design
from designer.model.record import Record

_NAMED: Final = 4
"""So many letters are named with their places."""


def lettered(design: Design, catalog: Catalog) -> Iterator[str]:
    """Yield every text of a design and of the parts it uses that a drawing may show."""
    yield from (text for _, text in _texts(design, catalog))


def lettering_places(
    design: Design, catalog: Catalog, letters: str, drawn: Iterable[str] = (), file_name: str = ""
) -> str:
    """Return letters with their names and the first place of each: `東 (U+6771) in racks r1`.

    Parameters
    ----------
    drawn
        Texts of a drawing that are named where neither design nor parts nor `file_name` hold the
        letter.
    """
    found: dict[str, str] = {}
    named = [("the name of the file", file_name)]
    parts = ((f"part {part.id}", part) for part in used_parts(design, catalog))
    rest = chain.from_iterable(_within(place, part) for place, part in parts)
    elsewhere = ((f"“{text}”", text) for text in drawn)
    for place, text in chain(_texts(design, catalog), named, rest, elsewhere):
        for letter in set(letters) & set(text):
            found.setdefault(letter, place)
    said = [f"{_named(letter)} in {found[letter]}" for letter in letters[:_NAMED]]
    more = len(letters) - _NAMED
    return ", ".join(said) + (f" and {more} more" if more > 0 else "")


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "")
    return f"{letter} (U+{ord(letter):04X}{f', {name}' if name else ''})"


def _texts(design: Design, catalog: Catalog) -> Iterator[tuple[str, str]]:
    for field in type(design).model_fields:
        if field != "header":  # the comment in front of a file is on no drawing
            yield from _within(field, getattr(design, field))
    for part in used_parts(design, catalog):
        yield f"part {part.id}", part.name
        yield from _within(f"part {part.id}", part.inside)


def _within(place: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the texts of a record, a list or a text, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, tuple):
        for item in value:
            name = f"{place} {item.id}" if hasattr(item, "id") else place
            yield from _within(name, item)
    elif isinstance(value, Record):
        for field in type(value).model_fields:
            yield from _within(place, getattr(value, field))
