"""What fits the words of a search in the guide: as typed, spelt otherwise, or as others call it.

The catalogue's search has the field's synonyms and the words that say nothing; those of the
program itself are here. A new synonym is a word in `_SAID_AS`.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from designer.catalog.search_words import STOP_WORDS, said_as
from designer.catalog.spellings import spelt_otherwise
from designer.catalog.stems import stem, stems
from designer.io.word_forms import forms_of

_SAID_AS: Final = MappingProxyType(
    {
        "backup": ("bak", "previous content"),
        "config": ("settings",),
        "configuration": ("settings",),
        "big": ("large",),
        "break": ("lose", "lost", "loss"),
        "broken": ("damaged", "lost"),
        "clone": ("duplicate", "copy"),
        "colleague": ("another window",),
        "copy": ("duplicate",),
        "currency": ("price",),
        "delete": ("remove",),
        "die": ("lose", "lost", "loss"),
        "diesel": ("generator",),
        "edit": ("open",),
        "erase": ("remove",),
        "fail": ("lose", "lost", "loss"),
        "failure": ("lose", "lost", "loss"),
        "flip": ("rotate",),
        "heavy": ("mass",),
        "hotkey": ("keyboard",),
        "limit": ("at most", "no more than"),
        "lose": ("lost", "loss"),
        "lost": ("lose", "loss"),
        "loud": ("noise",),
        "mode": ("dark or light",),
        "outage": ("power cut", "lost", "loss"),
        "recover": ("crash", "journal"),
        "redundant": ("redundancy", "independent"),
        "restore": ("previous content", "crash"),
        "revert": ("undo",),
        "shortcut": ("keyboard",),
        "stored": ("saved", "kept", "files"),
        "tariff": ("price of energy", "price of electricity", "electricity"),
        "theme": ("dark or light",),
        "turn": ("rotate",),
        "version": ("previous content",),
        "weight": ("mass",),
        "wide": ("width",),
    }
)
"""What the guide says for what people type of the program."""
_SAID_BY_ROOT: Final = MappingProxyType(
    {forms_of(word)[0]: said for word, said in _SAID_AS.items()}
)

_ASKING: Final = frozenset(
    stems(
        "am be been being but could did didn doesn doing don done had has have having he her here"
        " hers him his isn its just let me might mine must my nor not our ours shall she should so"
        " some such them then there these they this those us was wasn we were who whom whose will"
        " won would yes yet you your yours"
    )
)
"""Pronouns and auxiliary verbs: of a question in plain words, what is asked is in the others."""

_OF_THE_ASKER: Final = frozenset(
    stems(
        # what one does with anything
        "change changing come explain find get give go help keep know like look make mean need"
        " please put see set show start take tell try understand use used want work"
        # how many, how much, where and when
        " after again also always any anything around away back before down else enough ever every"
        " few less lot may more most never now off often once only other out over own same several"
        " still through too two under up way without"
    )
)
"""With these people ask for anything: of a question, they are the least."""

_SAME: Final = 0.75
"""What counts another word that says the same."""
_LIKE: Final = 0.5
"""What counts another word that begins with what was typed: perhaps it is typed on."""
_LEAD: Final = re.compile(r"(?<![-.])(?:--?|\.)$")
_OWNED: Final = re.compile(r"['\u2019]s$")
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

    @property
    def is_of_asker(self) -> bool:
        """Whether people ask with it, rather than for it: `mean`, `explain`."""
        return stem(self.typed) in _OF_THE_ASKER

    def found(self, text: str) -> Iterator[tuple[int, float]]:
        """Yield where a text in small letters holds the word, and how far each place is the word.

        A form of it is 1, what says the same less, another word that begins with it least.
        """
        root, endings = self._forms
        if root in text:
            for found in self._begins.finditer(text):
                if found[1] in endings:
                    yield found.start(), 1.0
                elif found[0].startswith(self.typed):
                    yield found.start(), _LIKE
        for first, pattern in self._said:
            if first in text:
                yield from ((found.start(), _SAME) for found in pattern.finditer(text))

    @property
    def marks(self) -> tuple[str, ...]:
        """What words begin with that are marked where the search fits."""
        root = self._forms[0]
        is_bare = self.typed.removeprefix(root) in ("", "e", "y")
        return self.typed if is_bare else root, *self.others

    @cached_property
    def _forms(self) -> tuple[str, frozenset[str]]:
        return forms_of(self.typed)

    @cached_property
    def _begins(self) -> re.Pattern[str]:
        return re.compile(rf"{_beginning(self._forms[0])}(\w*)")

    @cached_property
    def _said(self) -> list[tuple[str, re.Pattern[str]]]:
        return [(other.partition(" ")[0], _said(other)) for other in self.others]


def words_of(text: str) -> tuple[GuideWord, ...]:
    """Return the words of a search; those that say nothing only where there are no others."""
    pieces = text.casefold().split()
    words = [word for piece in pieces if (word := _bare(piece))] or pieces
    kept = [word for word in words if not _says_nothing(word)] or words
    joined: dict[str, list[str]] = {}
    for first, second in pairwise(kept):
        for each in (first, second):
            joined.setdefault(each, []).append(first + second)
    return tuple(GuideWord(word, _others(word, joined.get(word, []))) for word in kept)


def marks_of(text: str) -> tuple[str, ...]:
    """Return what is marked of a search where a page says it."""
    words = words_of(text)
    return tuple(dict.fromkeys(mark for word in words for mark in word.marks))


def _bare(piece: str) -> str:
    """Return a word without quotes, brackets and the like around it.

    A sign of arithmetic stays, and what an option or an ending of names begins with: `N+1`, `-o`.
    """
    right = piece[: max((n for n, c in enumerate(piece, 1) if not _is_mark(c)), default=0)]
    first = next((n for n, c in enumerate(right) if not _is_mark(c)), 0)
    lead = _LEAD.search(right[:first])
    return _OWNED.sub("", (lead[0] if lead else "") + right[first:])


def _is_mark(sign: str) -> bool:
    """Return whether a sign is punctuation or an accent that stands alone."""
    return unicodedata.category(sign).startswith("P") or unicodedata.category(sign) == "Sk"


def _says_nothing(word: str) -> bool:
    bare = word.replace("\u2019", "'")
    return not {stem(bare), stem(bare.partition("'")[0])}.isdisjoint(STOP_WORDS | _ASKING)


def _others(word: str, joined: list[str]) -> tuple[str, ...]:
    parts = stems(word)
    found = list(joined)
    if len(parts) > 1:
        found += ["".join(parts), " ".join(parts)]
    elif parts:
        found += spelt_otherwise(parts[0])
        found += said_as(parts[0])
        found += _SAID_BY_ROOT.get(forms_of(parts[0])[0], ())
    return tuple(other for other in dict.fromkeys(found) if other != word)


def _said(words: str) -> re.Pattern[str]:
    """Return what finds words that follow each other, each with the ending of a plural or none."""
    first, *more = words.split()
    return re.compile(rf"\w{{0,3}}{_GAP}".join((_beginning(first), *map(re.escape, more))))


def _beginning(letters: str) -> str:
    """Return the pattern of letters at the beginning of a word.

    They come first in it, and what may not stand before them after: so Python looks for them as for
    a plain text, ten times as fast.
    """
    plain = re.escape(letters)
    return rf"{plain}(?<!\w{plain})"
