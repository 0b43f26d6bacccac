"""What a search finds, also where a word is misspelt or a part number is longer than the part's.

What was looked for instead is always told. Nothing here is read or compared unless some word of a
search is said by no entry.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic, NamedTuple

from designer.catalog.entry import Entry
from designer.catalog.exchange import NO_RATES, Rates
from designer.catalog.search import Found, Query, is_token, may_fit, parse
from designer.catalog.search_text import search_text_of
from designer.catalog.shopper import Question, read
from designer.catalog.stems import placed_stems, stems

_ALIKE: Final = 0.8
"""How alike two words are of which one is taken for the other: `slrum` and `slurm` just are."""

_SHORTEST: Final = 4
"""Letters of a word that may be misspelt; three letters are like too many others."""

_FARTHEST: Final = 2
"""By how many letters a word may be too long or too short."""

_SHORTEST_HALF: Final = 3
"""Letters of each of two words that are written as one."""

_Mend = Callable[[list[str], int], list[str] | None]


@dataclass(frozen=True, slots=True)
class Findings(Generic[Found]):
    """What a search found.

    Attributes
    ----------
    query
        What found it: as typed, or as it is spelt where that finds nothing.
    told
        What who searches should know: tokens that say nothing, and what was looked for instead.
    kind
        Of the parts that a plain question of a shopper asks for; empty where it is no such one, or
        no part is what it asks for.
    """

    query: Query
    entries: tuple[Found, ...]
    told: str = ""
    kind: str = ""


def look_for(
    text: str, entries: Iterable[Found], said: "Words | None" = None, rates: Rates = NO_RATES
) -> Findings[Found]:
    """Return the entries that fit a search, best first; equal fits keep their order.

    Parameters
    ----------
    said
        The words of the same entries, where somebody keeps them from one search to the next.
    rates
        What sums in other currencies than dollars are compared by.
    """
    all_of_them, told = list(entries), ""
    question = read(text, rates)
    if question is not None and not parse(text).names_one(all_of_them):
        asked_for = parse(question.text)
        fitting = asked_for.rank(all_of_them)
        how = f"{question.text}{_silent(question, all_of_them, fitting)}"
        if fitting:
            return Findings(asked_for, tuple(fitting), f"Read as {how}", question.kind)
        told = f"No part is {how}: searched for the words"
    query = parse(text)
    found, unsaid = query.answer(all_of_them)
    asked = Findings(query, tuple(found), told or query.told)
    if unsaid:
        strange = frozenset(word.typed for word in unsaid)
        mended = _mended(text, strange, said or Words(all_of_them))
        if mended and (entries_ := parse(mended).rank(all_of_them)):
            return _instead(f"Nothing says {_as_typed(text, strange)}", mended, entries_)
    if not found and not query.told:
        for shorter in _shorter(text):
            if entries_ := parse(shorter).rank(all_of_them):
                return _instead(f"Nothing fits {text.strip()}", shorter, entries_)
    return asked


def _silent(question: Question, entries: Iterable[Entry], fitting: Iterable[Entry]) -> str:
    """Return how many other parts of the kind may fit, by bounds or since nobody states it."""
    found = {one.id for one in fitting}
    tokens = question.tokens[1:]
    number = sum(
        one.id not in found and all(may_fit(one, token) for token in tokens)
        for one in parse(" ".join((question.tokens[0], *question.words))).rank(entries)
    )
    return f"; {number} more may be so, which is not stated" if number else ""


def _instead(why: str, text: str, entries: list[Found]) -> Findings[Found]:
    query = parse(text)
    told = "; ".join(words for words in (f"{why}: searched for “{text}”", query.told) if words)
    return Findings(query, tuple(entries), told)


def _as_typed(text: str, strange: frozenset[str]) -> str:
    placed = placed_stems(text)
    return ", ".join(text[start:end] for stem, start, end in placed if stem in strange)


class WordTables(NamedTuple):
    """The words that some entries say.

    Attributes
    ----------
    named
        Those of names and of what a thing is.
    in_names, anywhere
        Those of names, and all of them, in order, by the digits in them.
    """

    named: frozenset[str]
    in_names: dict[str, list[str]]
    anywhere: dict[str, list[str]]


def word_tables(entries: Iterable[Entry]) -> WordTables:
    """Return the words that entries say."""
    texts = [search_text_of(entry) for entry in entries]
    named = frozenset(" ".join(said.name + said.naming for said in texts).split())
    everything = frozenset(" ".join(said.everything for said in texts).split())
    return WordTables(named, _by_digits(named), _by_digits(everything))


class Words:
    """The words that entries say, those of names first; read when they are asked for.

    Parameters
    ----------
    tables
        The same, where somebody kept them.
    """

    def __init__(self, entries: Iterable[Entry], tables: WordTables | None = None) -> None:
        self._entries = tuple(entries)
        self._kept = tables

    def near(self, word: str) -> str:
        """Return the word that is spelt most like one; empty if none is like it.

        Digits are never taken for others: one letter of a part number makes another part.
        """
        if len(word) < _SHORTEST:
            return ""
        digits = _digits(word)
        sets = (self._tables.in_names, self._tables.anywhere)
        return next((near for known in sets if (near := _nearest(word, known.get(digits, ())))), "")

    def has(self, word: str) -> bool:
        """Return whether a name says a word."""
        return word in self._tables.named

    @cached_property
    def _tables(self) -> WordTables:
        return self._kept or word_tables(self._entries)


def _by_digits(words: Iterable[str]) -> dict[str, list[str]]:
    """Return words in order by the digits in them; those too short for any search are left out."""
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        if len(word) >= _SHORTEST - 1:
            found.setdefault(_digits(word), []).append(word)
    return found


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the word most like one, of words that have the same digits."""
    digits = _digits(word)
    like = [
        other
        for other in known
        if abs(len(other) - len(word)) <= _FARTHEST
        and (not digits or word in other or other in word)
    ]
    return next(iter(difflib.get_close_matches(word, like, n=1, cutoff=_ALIKE)), "")


def _mended(text: str, strange: frozenset[str], words: Words) -> str:
    """Return a search with words that are said in place of those that are not; empty if none is."""
    pieces: list[str] = []
    changed = False
    for piece in text.split():
        parts = stems(piece)
        if is_token(piece) or strange.isdisjoint(parts):
            pieces.append(piece)
            continue
        kept: list[str] = []
        for at, part in enumerate(parts):
            new = _for_word(part, words) if part in strange else part
            if not new and not (at and _digits(parts[0])):
                new = part  # nothing is like it; of a part number, the suffix may be left out
            changed = changed or new != part
            kept += new.split()
        pieces.append(" ".join(kept))
    return _joined(" ".join(pieces) if changed else text, strange, words, changed)


def _for_word(part: str, words: Words) -> str:
    """Return what is said in place of a word: its nearest, or the two words that it is."""
    if near := words.near(part):
        return near
    for at in range(_SHORTEST_HALF, len(part) - _SHORTEST_HALF + 1):
        if words.has(part[:at]) and words.has(part[at:]):
            return f"{part[:at]} {part[at:]}"
    return ""


def _joined(text: str, strange: frozenset[str], words: Words, changed: bool) -> str:
    """Return a search with `mi 300x` as one word where a name says that; empty if as it was."""
    pieces: list[str] = []
    for piece in text.split():
        before = pieces[-1] if pieces else ""
        one = f"{before}{piece}".casefold()
        if {before.casefold(), piece.casefold()} & strange and words.has(one):
            pieces[-1] = one
            changed = True
        else:
            pieces.append(piece)
    return " ".join(pieces) if changed else ""


def _shorter(text: str) -> Iterator[str]:
    """Yield a search with ever fewer parts of its part numbers, as of `MQM9700-NS2F`."""
    pieces = text.split()
    while True:
        long = [at for at, piece in enumerate(pieces) if _is_part_number(piece)]
        if not long:
            return
        for at in long:
            pieces[at] = pieces[at].rpartition("-")[0]
        yield " ".join(pieces)


def _is_part_number(piece: str) -> bool:
    head, dash, _ = piece.partition("-")
    return bool(dash and _digits(head)) and not is_token(piece)


def _digits(word: str) -> str:
    return "".join(letter for letter in word if letter.isdecimal())
