"""What a feed or a loop is called: in a sentence `feed A`, on a drawing and in a column `A`."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, product
from string import ascii_uppercase
from typing import Final

from designer.model.design import PowerNode

_FEED: Final = re.compile(r"feeds?\s+(?=\S)", re.IGNORECASE)
_LETTER: Final = re.compile(r"(?:feed[-_])?([^\W\d_])", re.IGNORECASE)
_OF_HALL: Final = re.compile(r"h(?:all[ _-]?)?0*([1-9]\d*)[ _-]([^\W\d_])", re.IGNORECASE)
"""A feed of a hall by its name: the number of the hall and the letter there, as `H02-A`."""
_LOOP: Final = re.compile(r"(coolant\s+)?loops?\s+(?=\S)", re.IGNORECASE)

NO_FEED_LETTER: Final = "?"
"""In place of a feed's letter, where no feed of the room is named."""
UNPLUGGED: Final = "–"
"""In place of a feed's letter, at a supply that hangs in no outlet."""


def feed_short(name: str) -> str:
    """Return a feed's name without the word feed before it: `A` for `Feed A`."""
    return _FEED.sub("", name, count=1) if _FEED.match(name) else name


def loop_short(name: str) -> str:
    """Return a coolant loop's name without the word loop before it: `1` for `Loop 1`."""
    return _LOOP.sub("", name, count=1) if _LOOP.match(name) else name


def feed_called(name: str) -> str:
    """Return the name with the word before it, written once: `feed A`, `feed West`."""
    return f"feed {feed_short(name)}"


def feed_letters(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return the letter of each feed of a room, by id: no two of them alike.

    In the order of the design a feed called `a`, `Feed A` or `feed-a` keeps its own letter, as a
    capital, and one called `H02-A` that behind the number of its hall, `2A`, where none before it
    has it; then all others take the next that is free: A to Z, then AA, AB and so on.
    """
    feeds = [node for node in power if node.kind == "feed"]
    found: dict[str, str] = {}
    taken: set[str] = set()
    for feed in feeds:
        letter = _own_letter(feed_short(feed.name or feed.id))
        if letter and letter not in taken:
            found[feed.id] = letter
            taken.add(letter)
    free = (letter for letter in _letters() if letter not in taken)
    return {feed.id: found.get(feed.id) or next(free) for feed in feeds}


def _own_letter(name: str) -> str:
    """Return the letter that a name gives its feed; empty where it gives none."""
    own, of_hall = _LETTER.fullmatch(name), _OF_HALL.fullmatch(name)
    hall, letter = ("", own[1]) if own else of_hall.groups() if of_hall else ("", "")
    # Some letters are two as capitals.
    return f"{hall}{letter.upper()}" if len(letter.upper()) == 1 else ""


def _letters() -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def with_letter(called: str, letter: str) -> str:
    """Return what people call a feed, with the letter that drawings bear: `A`, `West (B)`."""
    return letter if called.upper() == letter else f"{called} ({letter})"


def lettered(name: str, letter: str) -> str:
    """Return the name of a feed with its letter, where that is another: `Feed A`, `West (B)`."""
    return name if feed_short(name).upper() == letter else with_letter(name, letter)


def names_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call feeds, and what is upstream of them, by id: no two of them alike.

    A name that within a sentence is that of another as well is told with the id: `West (id A)`,
    which is no letter on a drawing.
    """
    names = {node.id: node.name or node.id for node in power}
    said = Counter(map(feed_short, names.values()))
    return {
        key: f"{name} (id {key})" if said[feed_short(name)] > 1 and name != key else name
        for key, name in names.items()
    }


def words_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call feeds, and what is upstream, within a sentence, by id: `feed West`.

    The word for what it is stands before the name once: `UPS 1` and `UPS-01` are no `UPS UPS 1`.
    """
    nodes = tuple(power)
    names = names_in_power(nodes)
    return {node.id: _with_kind(node.kind, names[node.id]) for node in nodes}


def _with_kind(kind: str, name: str) -> str:
    if kind == "feed":
        return feed_called(name)
    if re.match(rf"{kind}[-_\d]", name, re.IGNORECASE):
        return name
    return f"{kind_in_words(kind)} {re.sub(rf'^{kind}[ ]+', '', name, flags=re.IGNORECASE)}"


def kind_in_words(kind: str) -> str:
    """Return what people call a kind of what feeds a room, within a sentence: `UPS`, `feed`."""
    return "UPS" if kind == "ups" else kind


def called_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call the owners of inputs of the room's power: `feed a` is `feed West`."""
    nodes = tuple(power)
    words = words_in_power(nodes)
    return {f"{node.kind} {node.id}": words[node.id] for node in nodes}
