"""What fits the words of a search in the guide: as typed, spelt otherwise, or as others call it.

The catalogue's search has the field's synonyms and the words that say nothing; those of the
program itself are here. A new synonym is a word in `_SAID_AS`.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from designer.catalog.search_words import STOP_WORDS, said_as
from designer.catalog.spellings import spelt_otherwise
from designer.catalog.stems import stem, stems

_SAID_AS: Final = MappingProxyType(
    {
        "backup": ("bak", "previous content"),
        "config": ("settings",),
        "configuration": ("settings",),
        "delete": ("remove",),
        "diesel": ("generator",),
        "hotkey": ("keyboard",),
        "mode": ("dark or light",),
        "shortcut": ("keyboard",),
        "stored": ("saved", "kept", "files"),
        "tariff": ("price of energy", "price of electricity", "electricity"),
        "theme": ("dark or light",),
    }
)
"""What the guide says for what people type of the program, by stem."""

_WORD: Final = re.compile(r"[^\s]+")
_GAP: Final = r"[\W_]+"


@dataclass(frozen=True)
class GuideWord:
    """A word of a search.

    Attributes
    ----------
    others
        What means the same: other spellings and names, in small letters.
    """

    typed: str
    others: tuple[str, ...] = ()

    def count(self, text: str) -> int:
        """Return how many words of a text in small letters begin with the word as typed."""
        if self.typed not in text:  # for most texts, and sooner said
            return 0
        return len(re.findall(rf"(?<!\w){re.escape(self.typed)}", text))

    def count_others(self, text: str) -> int:
        """Return how many places of a text in small letters say the same otherwise."""
        return sum(
            len(_said(other).findall(text))
            for other in self.others
            if other.partition(" ")[0] in text
        )

    def place(self, text: str) -> int | None:
        """Return where a text in small letters first says the word, or the same otherwise."""
        own = re.search(rf"(?<!\w){re.escape(self.typed)}", text)
        if own is not None:
            return own.start()
        hits = (_said(other).search(text) for other in self.others)
        return min((hit.start() for hit in hits if hit is not None), default=None)


def words_of(text: str) -> tuple[GuideWord, ...]:
    """Return the words of a search; those that say nothing only where there are no others."""
    pieces = _WORD.findall(text.casefold())
    telling = [piece for piece in pieces if stem(piece.strip("?!.,")) not in STOP_WORDS]
    kept = [piece.rstrip("?!,") or piece for piece in telling or pieces]
    joined: dict[str, list[str]] = {}
    for first, second in pairwise(kept):
        for each in (first, second):
            joined.setdefault(each, []).append(first + second)
    return tuple(GuideWord(word, _others(word, joined.get(word, []))) for word in kept)


def marks_of(text: str) -> tuple[str, ...]:
    """Return what is marked of a search where a page says it."""
    words = words_of(text)
    return tuple(dict.fromkeys(m for word in words for m in (word.typed, *word.others)))


def _others(word: str, joined: list[str]) -> tuple[str, ...]:
    parts = stems(word)
    found = list(joined)
    if len(parts) > 1:
        found += ["".join(parts), " ".join(parts)]
    elif parts:
        found += spelt_otherwise(parts[0])
        found += said_as(parts[0])
        found += _SAID_AS.get(parts[0], ())
    return tuple(other for other in dict.fromkeys(found) if other != word)


def _said(words: str) -> re.Pattern[str]:
    """Return what finds words that follow each other, each with the ending of a plural or none."""
    return re.compile(r"(?<!\w)" + rf"\w{{0,3}}{_GAP}".join(map(re.escape, words.split())))
