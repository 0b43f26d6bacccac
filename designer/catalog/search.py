"""The catalogue's search language: free words and tokens such as `kind:node power<15 gpus>=8`.

Words are looked for in all that an entry says: its name first, what it is, then its texts, figures,
remarks and sources; also under what else people call a thing (`search_words`). Where no entry says
all of three or more words, those are found that say the most telling ones. Tokens compare figures;
an entry whose figure is unknown matches no comparison. Power is in kW here, as people say it. A
figure has a short name (`memory`, `fp16`, `ports`), the name of its field (`memory_gb`), that name
without its unit, or its full name (`accelerator.memory_gb`).
"""

import difflib
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final, TypeVar

from designer.catalog.entry import Entry
from designer.catalog.part import Part
from designer.catalog.records.workloads import InferenceRun, TrainingRun
from designer.catalog.search_words import ALTERNATIVES, STOP_WORDS, may_be_missing, said_as
from designer.catalog.stems import stems
from designer.catalog.vocabulary import (
    SHORT_FIGURES,
    field_names,
    figures_named,
    known_kinds,
    text_names,
    words_named,
)
from designer.model.number_text import read_number

Test = Callable[[Entry], bool]
Found = TypeVar("Found", bound=Entry)

_RUNS: Final = (TrainingRun, InferenceRun)

_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    ":": operator.eq,
}
_TOKEN: Final = re.compile(r"([a-z][\w.-]*)(<=|>=|<|>|=|:)(\S*)", re.IGNORECASE)
_MANY_WORDS: Final = 3
"""A search of fewer words narrows: what lacks one of them is not meant."""

_MOST_OF_IT: Final = 0.4
"""How much of what a search tells an entry must say that does not say all of it."""

_SHORT: Final = 2
_STARTS: Final = 50
_IN_NAME: Final = 20
_IN_NAMING: Final = 10
_ASIDE: Final = 6
_SAID: Final = 2
_ALL_OF_IT: Final = 10
_IS_IT: Final = 1000
_IS_CALLED_SO: Final = 500
_TOGETHER_IN_NAME: Final = 15
_TOGETHER: Final = 4
_OF_A_RUN: Final = 0.45
_OF_A_RUN_OF_MANY: Final = 0.8
"""Names of measured runs list their settings: what is named after one of them comes before; many
words mean a run rather."""

_ROUNDING: Final = 1e-9
_FAR: Final = 0.6
"""How alike a name must be to be offered for one that nobody knows."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A token that says nothing: what was written, and one line of why.

    Attributes
    ----------
    fits_nothing
        Whether a name that is known is compared with what it can never be, as `kind:foo` is. Other
        tokens are left out: half a token, or what was no token to begin with (`Card: TP vs PP`).
    """

    piece: str
    why: str
    fits_nothing: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a search.

    Attributes
    ----------
    typed
        As it was typed, without capitals: names are found by their middle, too.
    lines
        Its stem, and the stems of what else people mean by it, each after a blank.
    needed
        Whether an entry that does not say it is not meant.
    """

    typed: str
    lines: tuple[str, ...]
    needed: bool = True

    @property
    def matches_inside(self) -> bool:
        """Whether it is looked for in the middle of names, too."""
        return self.needed and len(self.typed) > _SHORT

    def is_in(self, line: str) -> bool:
        """Return whether a line of stems has it."""
        return any(each in line for each in self.lines)


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed search: words that must all occur, and tests that must all hold.

    Attributes
    ----------
    doubts
        Tokens that are none; who searches should be `told`.
    pieces
        What was typed between blanks and is no token, without capitals: an id is one piece.
    """

    words: tuple[Word, ...]
    tests: tuple[Test, ...]
    doubts: tuple[Doubt, ...] = ()
    pieces: tuple[str, ...] = ()

    def rank(self, entries: Iterable[Found]) -> list[Found]:
        """Return the entries that fit, best first; equal fits keep their order.

        A word tells the more the fewer entries say it. Of a search of many words an entry may lack
        those that tell little, and any that no entry says.
        """
        if any(doubt.fits_nothing for doubt in self.doubts):
            return []
        fitting = [entry for entry in entries if all(test(entry) for test in self.tests)]
        if not (self.words and fitting):
            return fitting
        points = [[_word_points(entry, word) for word in self.words] for entry in fitting]
        counts = [sum(map(bool, column)) for column in zip(*points, strict=True)]
        tells = [log(1 + len(fitting) / count) if count else 0.0 for count in counts]
        whole = self._whole
        least = self._least([tell for tell, w in zip(tells, self.words, strict=True) if w.needed])
        if not least:
            return []
        found: list[tuple[float, Found]] = []
        run = _OF_A_RUN if len(self.words) < _MANY_WORDS else _OF_A_RUN_OF_MANY
        for entry, row in zip(fitting, points, strict=True):
            if self._told(tells, row) >= least:
                worth = sum(tell * point for tell, point in zip(tells, row, strict=True))
                worth += self._together(entry) + _ALL_OF_IT * all(row)
                worth *= run if isinstance(entry, _RUNS) and max(row) > _SAID else 1
                worth += _IS_IT * (entry.id in self.pieces)
                worth += _IS_CALLED_SO * (not whole.isdisjoint(entry.search_text.whole))
                found.append((worth, entry))
        # Stable: the order of the catalogue among equals.
        return [entry for _, entry in sorted(found, key=lambda each: -each[0])]

    @property
    def told(self) -> str:
        """What who searches should know of the tokens that say nothing; empty if all say something.

        `Nothing fits: there is no kind foo`.
        """
        nothing = "; ".join(doubt.why for doubt in self.doubts if doubt.fits_nothing)
        left_out = "; ".join(doubt.why for doubt in self.doubts if not doubt.fits_nothing)
        if nothing:
            return f"Nothing fits: {nothing}"
        return f"Left out of the search: {left_out}" if left_out else ""

    @property
    def _whole(self) -> frozenset[str]:
        """The search as one name, with and without what may be missing."""
        needed = [word.typed for word in self.words if word.needed]
        return frozenset((" ".join(word.typed for word in self.words), " ".join(needed)))

    def _least(self, tells: list[float]) -> float:
        """Return how much of what the needed words tell an entry must say; 0 if nothing does."""
        if not ALTERNATIVES.isdisjoint(self.pieces):
            return min((tell for tell in tells if tell), default=0.0)
        many = len(self.words) >= _MANY_WORDS
        if not (many or all(tells)):
            return 0.0
        return sum(tells) * (_MOST_OF_IT if many else 1 - _ROUNDING)

    def _told(self, tells: list[float], points: list[int]) -> float:
        """Return how much the needed words tell that an entry says."""
        each = zip(self.words, tells, points, strict=True)
        return sum(tell for word, tell, point in each if word.needed and point)

    def _together(self, entry: Entry) -> int:
        """Return points for words that follow each other as they do in the search."""
        pairs = [f" {a.typed} {b.typed}" for a, b in pairwise(self.words)]
        name, everything = entry.search_text.name, entry.search_text.everything
        return sum(
            _TOGETHER_IN_NAME if pair in name else _TOGETHER if pair in everything else 0
            for pair in pairs
        )


def parse(text: str) -> Query:
    """Return the query a text means; a token of no known name or value becomes a doubt."""
    pieces: list[str] = []
    tests: list[Test] = []
    doubts: list[Doubt] = []
    for piece in text.split():
        match = _TOKEN.fullmatch(piece)
        if not match:
            pieces.append(piece.casefold())
            continue
        test = _test(piece, *match.groups())
        if isinstance(test, Doubt):
            doubts.append(test)
        else:
            tests.append(test)
    return Query(_words(pieces), tuple(tests), tuple(doubts), tuple(pieces))


def ranked(parts: Iterable[Part], text: str) -> list[Part]:
    """Return the parts that fit a query, best first."""
    return parse(text).rank(parts)


def _test(piece: str, name: str, sign: str, value: str) -> Test | Doubt:
    """Return the test a token means, or why it is none."""
    name, value = name.casefold(), value.casefold()
    is_text = name in text_names()
    is_figure = name in SHORT_FIGURES or name in field_names() or name.startswith("ports.")
    if not is_text and not is_figure:
        return Doubt(piece, _no_such(name), fits_nothing=False)
    if not value:
        return Doubt(piece, f"a value is missing after {name}{sign}", fits_nothing=False)
    if name == "kind" and sign in (":", "=") and not any(value in kind for kind in known_kinds()):
        return Doubt(piece, f"there is no kind {value}{_near(value, known_kinds())}")
    tests: list[Test] = []
    why_none = ""
    if is_figure:
        try:
            tests.append(_compares(name, _COMPARE[sign], read_number(value.replace("_", ""))))
        except ValueError as error:
            why_none = f"{name} is compared with a number: {error}"
    if is_text and sign in (":", "="):
        tests.append(lambda entry: any(value in said for said in words_named(entry, name)))
    if tests:
        return lambda entry: any(test(entry) for test in tests)
    return Doubt(piece, why_none or f"{name} is a word: write {name}:{value}")


def _compares(name: str, compare: Callable[[float, float], bool], wanted: float) -> Test:
    return lambda entry: any(compare(figure, wanted) for figure in figures_named(entry, name))


def _no_such(name: str) -> str:
    known = [*SHORT_FIGURES, *text_names(), *field_names()]
    return f"no figure is called {name}{_near(name, known)}"


def _near(word: str, known: Iterable[str]) -> str:
    """Return the question whether a word like it was meant; empty where none is."""
    near = difflib.get_close_matches(word, sorted(known), cutoff=_FAR)
    return f" (did you mean {near[0]}?)" if near else ""


def _words(pieces: list[str]) -> tuple[Word, ...]:
    """Return the words of a search: `break-even` has two, and `the` is none."""
    found = [
        (stem, "".join(parts)) for piece in pieces for parts in (stems(piece),) for stem in parts
    ]
    telling = [each for each in found if each[0] not in STOP_WORDS] or found
    some_needed = not all(may_be_missing(stem) for stem, _ in telling)
    return tuple(
        Word(
            stem,
            # What is written in one word may be meant by `break-even`.
            tuple(dict.fromkeys(_line(each) for each in (stem, joined, *said_as(stem)))),
            needed=not (some_needed and may_be_missing(stem)),
        )
        for stem, joined in telling
    )


def _line(words: str) -> str:
    """Return what a line of stems has where it says so; a short word is no beginning of another."""
    return f" {words}" if len(words) > _SHORT else f" {words} "


def _word_points(entry: Entry, word: Word) -> int:
    """Return how strongly a word names an entry: the start of its name above all it says."""
    typed, said = word.typed, entry.search_text
    if not word.needed:
        return _ASIDE if word.is_in(said.name) else _SAID if word.is_in(said.everything) else 0
    long = word.matches_inside
    if long and (said.spelt.startswith(typed) or entry.id.startswith(typed)):
        return _STARTS
    if (long and (typed in said.spelt or typed in said.squeezed)) or word.is_in(said.name):
        return _IN_NAME
    if word.is_in(said.naming):
        return _IN_NAMING
    return _SAID if word.is_in(said.everything) else 0
