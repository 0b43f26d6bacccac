"""Where the words of a search stand in a text, and which text of an entry shows a hit."""

from collections.abc import Sequence
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.search import Query
from designer.catalog.search_text import LEAST_WORDS, passages
from designer.catalog.search_word import Word
from designer.catalog.stems import line_of, placed_stems

Span = tuple[int, int]
"""First letter of a hit, and the letter after its last."""

_BEFORE: Final = 12
_LONGEST: Final = 160
_SHORT_FACT: Final = 60
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
    """Return what shows why an entry fits where its name does not: some words, or a figure.

    It is the passage that says most of what the name lacks, one of some words rather than one of
    one or two; empty if the name says all.
    """
    missing = [
        word
        for word in query.words
        if word.needed and not name_spans(Query((word,), ()), entry.name)
    ]
    best, most, named = "", (0, False), False
    whole = (len(missing), True)
    for passage in passages(entry) if missing else ():
        for form in passage.forms():
            told = _said(missing, form)
            worth = (told, len(form.split()) >= LEAST_WORDS)
            if told and worth > most:
                best, most, named = form, worth, form != passage.text
        if most == whole:
            break
    text = " ".join(best.split())
    # What a figure is called stands before it, and is no part to leave out.
    return text if named and len(text) <= _SHORT_FACT else _around(text, Query(tuple(missing), ()))


def _said(words: Sequence[Word], text: str) -> int:
    """Return how many of some words a text says."""
    line = line_of(text)
    return sum(word.is_in(line) for word in words)


def _around(text: str, query: Query) -> str:
    """Return a text from a word shortly before its first hit on; empty if it has none."""
    found = spans(query, text)
    if not found:
        return ""
    hit = found[0][0]
    start = max(0, hit - _BEFORE)
    if start:
        after = text.find(" ", start, hit)
        start = (text.rfind(" ", 0, start) if after < 0 else after) + 1
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
