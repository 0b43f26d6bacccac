"""What a feed or a loop is called within a sentence: `feed A` for one named `A` or `Feed A`."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from designer.model.design import PowerNode

_FEED: Final = re.compile(r"feeds?\s+(?=\S)", re.IGNORECASE)
_LOOP: Final = re.compile(r"(coolant\s+)?loops?\s+(?=\S)", re.IGNORECASE)


def feed_short(name: str) -> str:
    """Return a feed's name without the word feed before it: `A` for `Feed A`."""
    return _FEED.sub("", name, count=1) if _FEED.match(name) else name


def loop_short(name: str) -> str:
    """Return a coolant loop's name without the word loop before it: `1` for `Loop 1`."""
    return _LOOP.sub("", name, count=1) if _LOOP.match(name) else name


def feed_called(name: str) -> str:
    """Return the name with the word before it, written once: `feed A`, `feed West`."""
    return f"feed {feed_short(name)}"


def names_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call feeds, and what is upstream of them, by id: no two of them alike.

    A name that within a sentence is that of another as well is told with the id: `West (A)`.
    """
    names = {node.id: node.name or node.id for node in power}
    said = Counter(map(feed_short, names.values()))
    return {
        key: f"{name} ({key})" if said[feed_short(name)] > 1 and name != key else name
        for key, name in names.items()
    }


def words_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call feeds, and what is upstream, within a sentence, by id: `feed West`.

    The word for what it is stands before the name once: `UPS 1` is no `UPS UPS 1`.
    """
    nodes = tuple(power)
    names = names_in_power(nodes)
    return {node.id: _with_kind(node.kind, names[node.id]) for node in nodes}


def _with_kind(kind: str, name: str) -> str:
    if kind == "feed":
        return feed_called(name)
    word = "UPS" if kind == "ups" else kind
    return f"{word} {re.sub(rf'^{kind}[ ]+', '', name, flags=re.IGNORECASE)}"


def called_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call the owners of inputs of the room's power: `feed a` is `feed West`."""
    nodes = tuple(power)
    words = words_in_power(nodes)
    return {f"{node.kind} {node.id}": words[node.id] for node in nodes}
