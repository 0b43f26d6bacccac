"""Where the words of a search stand in a text, and which text of an entry shows a hit."""

from collections.abc import Sequence
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.search import Query, Word
from designer.catalog.stems import placed_stems

Span = tuple[int, int]
"""First letter of a hit, and the letter after its last."""

_LEAST_WORDS: Final = 3
_BEFORE: Final = 12
_LONGEST: Final = 160
_ELLIPSIS: Final = "…"


def spans(query: Query, text: str) -> tuple[Span, ...]:
    """Return where a text says needed words of a search, in order and without overlaps."""
    placed = placed_stems(text)
    line = [stem for stem, _, _ in placed]
    found = [
        (placed[index][1], placed[index + length - 1][2])
        for word in query.words
        if word.needed
        for index in range(len(placed))
        if (length := _length_at(word, line, index))
    ]
    return _apart(found)


def name_spans(query: Query, name: str) -> tuple[Span, ...]:
    """Return where a name has words of a search: inside of words, too."""
    folded = name.casefold()
    inside = [
        (start, start + len(word.typed))
        for word in query.words
        if word.matches_inside and (start := folded.find(word.typed)) >= 0
    ]
    return _apart([*spans(query, name), *inside])


def excerpt(query: Query, entry: Entry) -> str:
    """Return the words around the first hit that is not in an entry's name.

    Empty if the name says all of the search, or no text of some words says the rest.
    """
    missing = [
        word
        for word in query.words
        if word.needed and not (name_spans(Query((word,), ()), entry.name))
    ]
    rest = Query(tuple(missing), ())
    for text in entry.texts() if missing else ():
        if len(text.split()) >= _LEAST_WORDS and spans(rest, text):
            return _around(" ".join(text.split()), rest)
    return ""


def _around(text: str, query: Query) -> str:
    start = max(0, spans(query, text)[0][0] - _BEFORE)
    if start:
        start = text.find(" ", start) + 1
    end = len(text)
    if end - start > _LONGEST:
        end = text.rfind(" ", start, start + _LONGEST)
    return f"{_ELLIPSIS if start else ''}{text[start:end]}{_ELLIPSIS if end < len(text) else ''}"


def _length_at(word: Word, line: Sequence[str], index: int) -> int:
    """Return how many stems from an index on are what a word means; 0 if they are not."""
    for meant in word.lines:
        count = meant.count(" ", 1, -1) + 1
        if f" {' '.join(line[index : index + count])} ".startswith(meant):
            return count
    return 0


def _apart(found: list[Span]) -> tuple[Span, ...]:
    """Return spans in order, those that touch as one."""
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
