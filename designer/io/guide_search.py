"""The search of the guide: which sections answer words or a plain question, best first.

A section is judged by the passage that holds most of what was asked, and by its heading: a long
section holds almost any words somewhere, and answers none by that.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from designer.io.guide_text import MANUAL, TOPICS, Page, Section
from designer.io.guide_words import GuideWord, words_of

BEHIND: Final = "Behind it"
"""The group of pages for those who work on the program."""
SEE_ALSO, SOURCES = "See also", "Sources"
_LISTS: Final = frozenset((SEE_ALSO, SOURCES))
"""What ends a help text: names of others, which are found by themselves."""

_EXCERPT: Final = 140
_LEAD: Final = 40
"""So many characters of an excerpt stand before the first word that fits."""

# How a section is judged, in shares of what a word is worth: 1 is a passage that says nothing but
# the word. A half more or less of any changes the answer to no more than two of the questions in
# `tests/unit/test_io_guide_search.py`.
_IN_TITLE: Final = 1.2
_IN_PAGE_TITLE: Final = 0.3
_ELSEWHERE: Final = 0.4
"""A word that the best passage lacks and another one of the section holds."""
_PHRASE: Final = 1.5
"""What was typed stands in the heading, word for word; in the text, half of it."""
_ASKED: Final = 0.2
"""A word with which people ask, against one of what they ask for."""
_USUAL: Final = 120
"""Characters of a passage, about a sentence; in a longer one a word tells less."""

_MANUAL: Final = 1.2
"""Of the page that says how things are done; pages to look things up in are 1."""
_TOPIC: Final = 0.7
"""Of help texts of the field, which say nothing of the program."""
_BEHIND: Final = 0.5
_HELD: Final = 0.3
"""Of what the words are worth: a section that holds less is no answer."""
_LEAST: Final = 0.4
"""Of the points of the best: what lacks a word and has less is not listed."""


@dataclass(frozen=True)
class Hit:
    """A section that a search found.

    Attributes
    ----------
    excerpt
        Plain text around the first word that fits, of the passage that fits best.
    points
        How well it fits, in no unit: only for comparison within one search.
    lacks
        Words that it does not hold, as they were typed.
    """

    page: Page
    section: Section
    excerpt: str
    points: float
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Place:
    """Where a section holds the words of a search; a number for each word.

    Attributes
    ----------
    title, page_title
        How far the headings hold each word, 0 to 1.
    passages
        How often each passage that holds any of the words holds each, by its number.
    """

    page: Page
    section: Section
    title: Sequence[float]
    page_title: Sequence[float]
    passages: Mapping[int, Sequence[float]]

    def holds(self, word: int) -> bool:
        """Return whether the section or a heading above it holds a word."""
        inside = any(held[word] for held in self.passages.values())
        return bool(self.title[word] or self.page_title[word] or inside)


def search(pages: Iterable[Page], text: str) -> list[Hit]:
    """Return the sections that hold what is asked, best first.

    A word fits wherever a word of the text is a form of it; where one only begins with it, or says
    the same otherwise, that counts for less. So do words that many passages hold, and words with
    which people ask. A section that lacks some of the words is listed where it fits not much less
    than the best; pages for those who work on the program come after others that fit as well.
    """
    words = words_of(text)
    if not words:
        return []
    pages = list(pages)
    places = [place for page in pages for place in _places(page, words)]
    passages = sum(len(section.passages) for page in pages for section in page.sections)
    asked = _Asked(text, words, _worth(places, words, passages))
    hits = [hit for place in places if (hit := _hit(place, asked))]
    least = _LEAST * max((hit.points for hit in hits), default=0)
    listed = [hit for hit in hits if not hit.lacks or hit.points >= least]
    # Stable: the order of the pages among equals.
    return sorted(listed, key=lambda hit: -hit.points)


class _Asked:
    """What was asked: its words, what each is worth, and the phrases that they make."""

    def __init__(self, text: str, words: Sequence[GuideWord], worth: Sequence[float]) -> None:
        self.words, self.worth = words, worth
        self.whole = sum(worth)
        self.phrases = {" ".join(text.casefold().split()), " ".join(w.typed for w in words)}

    def sum(self, amounts: Iterable[float]) -> float:
        """Return amounts of the words as what they are worth."""
        return sum(amount * worth for amount, worth in zip(amounts, self.worth, strict=True))


def _places(page: Page, words: Sequence[GuideWord]) -> Iterator[_Place]:
    """Yield the sections of a page that hold any of the words."""
    name = [_in_heading(word, page.low_title) for word in words]
    for section in page.sections:
        if section.title in _LISTS:
            continue
        title = [_in_heading(word, section.low_title) for word in words]
        passages: dict[int, list[float]] = {}
        for number, word in enumerate(words):
            for start, amount in word.found(section.low):
                passage = bisect_right(section.starts, start) - 1
                passages.setdefault(passage, [0.0] * len(words))[number] += amount
        if passages or any(title) or any(name):
            yield _Place(page, section, title, name, passages)


def _in_heading(word: GuideWord, heading: str) -> float:
    return max((amount for _, amount in word.found(heading)), default=0.0)


def _worth(places: Sequence[_Place], words: Sequence[GuideWord], passages: int) -> Sequence[float]:
    """Return what each word is worth: the fewer of all passages hold it, the more.

    The measure is the inverse document frequency of BM25 (Robertson and Zaragoza, 2009), smoothed
    so that a word in every passage is still worth something.
    """
    worth = []
    for number, word in enumerate(words):
        holding = sum(bool(held[number]) for place in places for held in place.passages.values())
        share = _ASKED if word.is_of_asker else 1.0
        worth.append(share * math.log(1 + (passages + 0.5) / (holding + 0.5)))
    return worth


def _hit(place: _Place, asked: _Asked) -> Hit | None:
    """Return what a section has of a search; None where it lacks most of it."""
    section, numbers = place.section, range(len(asked.words))
    held = [number for number in numbers if place.holds(number)]
    share = sum(asked.worth[number] for number in held) / asked.whole
    if share < _HELD:
        return None
    told = {
        number: [_told(amount, len(section.passages[number])) for amount in amounts]
        for number, amounts in place.passages.items()
    }
    best = max(told, key=lambda number: asked.sum(told[number]), default=None)
    most = [max((amounts[number] for amounts in told.values()), default=0.0) for number in numbers]
    near = told[best] if best is not None else most
    fits = asked.sum(
        _IN_TITLE * place.title[number]
        + _IN_PAGE_TITLE * place.page_title[number]
        + max(near[number], _ELSEWHERE * most[number])
        for number in numbers
    )
    points = _share(place.page) * (fits * share + _phrase(section, asked))
    lacks = tuple(asked.words[number].typed for number in numbers if number not in held)
    text = section.passages[best or 0] if section.passages else ""
    return Hit(place.page, section, _excerpt(text, asked.words), points, lacks)


def _share(page: Page) -> float:
    """Return how much the hits of a page count, by whom it is for."""
    if page.group == BEHIND:
        return _BEHIND
    if page.name.startswith(TOPICS):
        return _TOPIC
    return _MANUAL if page.name == MANUAL else 1.0


def _phrase(section: Section, asked: _Asked) -> float:
    """Return what a section is worth more because it holds the words as they were typed."""
    points = 0.0
    for phrase in asked.phrases:
        points += _PHRASE * (phrase == section.low_title)
        if " " in phrase:
            points += _PHRASE * (phrase in section.low_title) + _PHRASE / 2 * (
                phrase in section.low
            )
    return points * max(asked.worth)


def _told(amount: float, length: int) -> float:
    """Return what a passage of so many characters tells by a word that it holds so often, 0 to 1.

    As BM25 does: the second time tells less than the first, and a long passage less than a short.
    """
    return amount / (amount + 0.4 + 0.6 * length / _USUAL)


def _excerpt(text: str, words: Sequence[GuideWord]) -> str:
    low = text.casefold()
    first = min((start for word in words for start, _ in word.found(low)), default=0)
    start = max(0, first - _LEAD)
    if start:
        start = text.find(" ", start, first) + 1 or first
    end = start + _EXCERPT
    shown = text[start:end]
    if end < len(text):
        shown = shown.rpartition(" ")[0] + " …"
    return f"… {shown}" if start else shown
