"""What a feed or a loop is called within a sentence: `feed A` for one named `A` or `Feed A`."""

import re
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


def called_in_power(power: Iterable[PowerNode]) -> dict[str, str]:
    """Return what people call the owners of inputs of the room's power: `feed a` is `feed West`."""
    return {
        f"{node.kind} {node.id}": feed_called(node.name)
        if node.kind == "feed"
        else f"{node.kind} {node.name}"
        for node in power
        if node.name
    }
