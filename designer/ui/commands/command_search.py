"""Finding in the command box: all words, in any order, each at a word's start or inside a word.

No Qt. `>` looks among commands only, `@` among racks, devices and parts, `!` among checks.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, islice
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from designer.render.edge import shown

EntryKind = Literal["command", "part", "entry", "rack", "device", "check"]

PREFIXES: Final[dict[str, frozenset[str]]] = {
    ">": frozenset({"command"}),
    "@": frozenset({"rack", "device", "part", "entry"}),
    "!": frozenset({"check"}),
}
_KIND_ORDER: Final = {"command": 0, "rack": 1, "part": 2, "entry": 3, "device": 4, "check": 5}
_FIRST: Final = (0, 0)
"""A command that fits best, and can be done."""
_CANNOT_BE_DONE: Final = 3
MOST_SHOWN: Final = 40
EFFORT_OF_READING: Final = 8
"""To make an entry against to look at one that is made."""
_AT_ONCE: Final = 512
_TITLE_AND_PLACE: Final = itemgetter(0, 1)


@dataclass(frozen=True, slots=True)
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


class Read(NamedTuple):
    """An entry as a search reads it: without capitals, the further words after a blank."""

    title: str
    rest: str
    place: tuple[int, int]
    entry: Entry


class Pool:
    """Entries that are made when a search first comes to them, and kept for the next."""

    def __init__(self, source: Iterable[Entry]) -> None:
        self._source = iter(source)
        self.read: list[Read] = []
        self.has_more = True

    def every(self) -> Iterator[Entry]:
        """Yield all entries."""
        while self.has_more:
            self.read_on(_AT_ONCE, 0)
        yield from (one.entry for one in self.read)

    def read_on(self, most: int, pool: int) -> list[Read]:
        """Return so many more entries, with the number of the pool in their places."""
        first = len(self.read)
        more = [
            Read(*_searched(one), (pool, at), one)
            for at, one in enumerate(islice(self._source, most), first)
        ]
        self.read += more
        self.has_more = len(more) == most
        return more


class Finder:
    """Finds entries in slices: as far as it has come the best are known, and at the end all.

    A search that goes on where the last one ended looks only at what that found. So a letter costs
    what it has to look at, however many devices there are, and no slice holds the window.

    Parameters
    ----------
    pools
        What is looked in, one after the other.
    limit
        How many are shown.
    """

    def __init__(self, pools: Iterable[Pool], limit: int = MOST_SHOWN) -> None:
        self._pools = tuple(pools)
        self._limit = limit
        self._text = ""
        self._words: list[str] = []
        self._kinds: frozenset[str] | None = None
        self._asked = False
        self._todo: list[Read] = []
        self._at = 0
        self._fitting: list[Read] = []
        self._best: dict[tuple[int, int], list[tuple[str, tuple[int, int], Entry]]] = {}
        self.looked_at = 0

    def ask(self, query: str) -> None:
        """Begin another search."""
        text = query.strip()
        kinds = PREFIXES.get(text[:1])
        text = (text[1:].strip() if kinds else text).casefold()
        narrower = self._asked and kinds == self._kinds and text.startswith(self._text)
        if narrower:
            self._todo = [*self._fitting, *self._todo[self._at :]]
        else:
            self._todo = [one for pool in self._pools for one in pool.read]
        self._asked, self._kinds, self._text, self._words = True, kinds, text, text.split()
        self._at, self._fitting, self._best = 0, [], {}
        self.looked_at = 0

    def work(self, effort: int) -> bool:
        """Look at more entries; return whether any are left.

        Parameters
        ----------
        effort
            How much: one for an entry that is read already, `EFFORT_OF_READING` for another.
        """
        while effort > 0 and not self._is_settled():
            some = self._todo[self._at : self._at + min(effort, _AT_ONCE)]
            if some:
                self._at += len(some)
                effort -= len(some)
            else:
                at = next((n for n, one in enumerate(self._pools) if one.has_more), None)
                if at is None:
                    return False
                count = min(_AT_ONCE, max(1, effort // EFFORT_OF_READING))
                some = self._pools[at].read_on(count, at)
                effort -= len(some) * EFFORT_OF_READING
            self._look_at(some)
        return not self._is_settled() and (
            self._at < len(self._todo) or any(pool.has_more for pool in self._pools)
        )

    def found(self) -> list[Entry]:
        """Return the best of what was looked at, best first; commands before objects."""
        ordered = (sorted(self._best[key], key=_TITLE_AND_PLACE) for key in sorted(self._best))
        return [entry for _, _, entry in islice(chain.from_iterable(ordered), self._limit)]

    def _is_settled(self) -> bool:
        """Return whether nothing can come before what is found: without words all fit alike."""
        return not self._words and len(self._best.get(_FIRST, ())) >= self._limit

    def _look_at(self, some: list[Read]) -> None:
        self.looked_at += len(some)
        kinds, words = self._kinds, self._words
        if kinds:
            some = [one for one in some if one.entry.kind in kinds]
        for word in words:
            some = [one for one in some if word in one.title or word in one.rest]
        self._fitting += some
        news: dict[tuple[int, int], list[tuple[str, tuple[int, int], Entry]]] = {}
        for title, rest, place, entry in some:
            fit = _fit(words, title, rest) + (_CANNOT_BE_DONE if entry.reason else 0)
            key = (fit, _KIND_ORDER[entry.kind])
            news.setdefault(key, []).append((entry.title if words else "", place, entry))
        for key, more in news.items():
            both = [*self._best.get(key, ()), *more]
            if len(both) > self._limit:
                both = nsmallest(self._limit, both, key=_TITLE_AND_PLACE)
            self._best[key] = both


def _searched(entry: Entry) -> tuple[str, str]:
    """Return the title and the further words by which an entry is found, without capitals.

    A command is found by what it is called in the reader's language, and in English.
    """
    rest = f" {entry.detail} {entry.words}"
    if entry.kind != "command" or (title := shown(entry.title)) == entry.title:
        return entry.title.casefold(), rest.casefold()
    return title.casefold(), f" {entry.title}{rest}".casefold()


def score(query: str, entry: Entry) -> int | None:
    """Return how badly an entry fits, 0 for best; None if a word is nowhere in it."""
    title, rest = _searched(entry)
    words = query.casefold().split()
    if any(word not in title and word not in rest for word in words):
        return None
    return _fit(words, title, rest)


def find(query: str, entries: Iterable[Entry], limit: int = MOST_SHOWN) -> list[Entry]:
    """Return the entries that fit, best first; commands before objects of equal fit."""
    finder = Finder((Pool(entries),), limit)
    finder.ask(query)
    while finder.work(_AT_ONCE):
        pass
    return finder.found()


def _fit(words: list[str], title: str, rest: str) -> int:
    """Return how badly an entry fits that has all words somewhere."""
    total = 0
    for word in words:
        if word in title:
            if title != word:
                total += 1 if title.startswith(word) else 2 if f" {word}" in title else 4
        else:
            total += 8 if f" {word}" in rest else 12
    return total
