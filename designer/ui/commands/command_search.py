"""Finding in the command box: all words, in any order, each at a word's start or inside a word.

No Qt. `>` looks among commands only, `@` among racks, devices and parts, `!` among checks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

EntryKind = Literal["command", "part", "entry", "rack", "device", "check"]

PREFIXES: Final[dict[str, frozenset[str]]] = {
    ">": frozenset({"command"}),
    "@": frozenset({"rack", "device", "part", "entry"}),
    "!": frozenset({"check"}),
}
_KIND_ORDER: Final = {"command": 0, "rack": 1, "part": 2, "entry": 3, "device": 4, "check": 5}


@dataclass(frozen=True)
class Entry:
    """Something the command box can do.

    Attributes
    ----------
    reason
        Why it cannot be done now; such an entry is shown, dimmed, with its reason.
    words
        Further words it is found by.
    """

    kind: EntryKind
    title: str
    run: Callable[[], object]
    detail: str = ""
    shortcut: str = ""
    reason: str = ""
    words: str = ""
    icon: str = ""


def score(query: str, entry: Entry) -> int | None:
    """Return how badly an entry fits, 0 for best; None if a word is nowhere in it."""
    title = entry.title.casefold()
    rest = f"{entry.detail} {entry.words}".casefold()
    total = 0
    for word in query.casefold().split():
        if title == word:
            continue
        if title.startswith(word):
            total += 1
        elif f" {word}" in title:
            total += 2
        elif word in title:
            total += 4
        elif f" {word}" in f" {rest}":
            total += 8
        elif word in rest:
            total += 12
        else:
            return None
    return total


def find(query: str, entries: Iterable[Entry], limit: int = 40) -> list[Entry]:
    """Return the entries that fit, best first; commands before objects of equal fit."""
    text = query.strip()
    kinds = PREFIXES.get(text[:1])
    if kinds:
        text = text[1:].strip()
    ranked: list[tuple[int, int, str, int, Entry]] = []
    for position, entry in enumerate(entries):
        if kinds and entry.kind not in kinds:
            continue
        fit = score(text, entry)
        if fit is not None:
            key = (fit + (3 if entry.reason else 0), _KIND_ORDER[entry.kind])
            ranked.append((*key, entry.title if text else "", position, entry))
    ranked.sort(key=lambda item: item[:4])
    return [item[4] for item in ranked[:limit]]
