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
from designer.catalog.records.workloads import InferenceRun, TrainingRun
from designer.catalog.search_text import SearchText, texts_of
from designer.catalog.search_word import Word, words_of
from designer.catalog.search_words import ALTERNATIVES, may_be_missing, telling
from designer.catalog.stems import line_of, stems
from designer.catalog.vocabulary import (
    SHORT_FIGURES,
    bounds_named,
    field_names,
    figures_named,
    kinds_called,
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

_STARTS: Final = 50
_IN_NAME: Final = 20
_IN_NAMING: Final = 10
_ASIDE: Final = 6
_SAID: Final = 2
_INSIDE: Final = 1
_ALL_OF_IT: Final = 10
_ALL_IN_NAME: Final = 10
_IS_IT: Final = 1000
_IS_CALLED_SO: Final = 500
_IS_ITS_NAME: Final = 2000
"""The whole search is the name, word by word: no part named after a word of it is meant."""

_TOGETHER_IN_NAME: Final = 15
_TOGETHER: Final = 4
_OF_A_RUN: Final = 0.45
_OF_A_RUN_OF_MANY: Final = 0.8
"""Names of measured runs list their settings: what is named after one of them comes before; many
words mean a run rather."""

_ROUNDING: Final = 1e-9
_FAR: Final = 0.6
"""How alike a name must be to be offered for one that nobody knows."""

_MISSPELT: Final = 0.8
"""How alike a name with a colon must be to mean a figure, and no words of a text."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A token that says nothing: what was written, and one line of why.

    Attributes
    ----------
    fits_nothing
        Whether a name that is known is compared with what it can never be, as `kind:foo` is. Other
        tokens are left out: half a token, or one of a figure that is misspelt.
    """

    piece: str
    why: str
    fits_nothing: bool = True


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
        return self.answer(entries)[0]

    def answer(self, entries: Iterable[Found]) -> tuple[list[Found], tuple[Word, ...]]:
        """Return the entries that fit, best first, and the needed words that none of all says."""
        if any(doubt.fits_nothing for doubt in self.doubts):
            return [], ()
        fitting = list(entries)
        for test in self.tests:
            fitting = [entry for entry in fitting if test(entry)]
        if not (self.words and fitting):
            return fitting, ()
        texts = texts_of(fitting)
        columns = [_points_of(fitting, texts, word) for word in self.words]
        points = list(zip(*columns, strict=True))
        counts = [len(column) - column.count(0) for column in columns]
        tells = [log(1 + len(fitting) / count) if count else 0.0 for count in counts]
        unsaid = tuple(w for w, count in zip(self.words, counts, strict=True) if not count)
        return self._best(fitting, texts, points, tells), tuple(
            word for word in unsaid if word.needed
        )

    def _best(
        self,
        fitting: list[Found],
        texts: list[SearchText],
        points: list[tuple[int, ...]],
        tells: list[float],
    ) -> list[Found]:
        """Return the entries that say enough, best first.

        Parameters
        ----------
        texts
            What each entry says.
        points, tells
            How strongly each word names each entry; how much each word tells.
        """
        whole, name = self._whole, self._name
        least = self._least([tell for tell, w in zip(tells, self.words, strict=True) if w.needed])
        if not least:
            return []
        found: list[tuple[float, Found]] = []
        run = _OF_A_RUN if len(self.words) < _MANY_WORDS else _OF_A_RUN_OF_MANY
        pairs = [f" {a.typed} {b.typed}" for a, b in pairwise(self.words)]
        for entry, said, row in zip(fitting, texts, points, strict=True):
            if any(row) and self._told(tells, row) >= least:
                worth = sum(map(operator.mul, tells, row))
                worth += _together(pairs, said) if pairs else self._share_of_name(said)
                is_run = isinstance(entry, _RUNS)
                worth += self._wholeness(row, is_run)
                worth *= run if is_run and max(row) > _SAID else 1
                worth += _IS_IT * (entry.id in self.pieces)
                worth += _IS_CALLED_SO * (not whole.isdisjoint(said.whole))
                worth += _IS_ITS_NAME * said.name.startswith(name)
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

    def names_one(self, entries: Iterable[Entry]) -> bool:
        """Return whether the whole search is the name of one of the entries, word by word."""
        name = self._name
        return any(said.name.startswith(name) for said in texts_of(entries))

    @property
    def _name(self) -> str:
        # Two blanks end a name, and every entry has another one after it: its id.
        return f"{line_of(' '.join(self.pieces))} "

    @property
    def _whole(self) -> frozenset[tuple[str, ...]]:
        """The search as one name in whatever order, with and without what may be missing."""
        line = sorted(telling(stems(" ".join(self.pieces))))
        return frozenset((tuple(line), tuple(each for each in line if not may_be_missing(each))))

    def _least(self, tells: list[float]) -> float:
        """Return how much of what the needed words tell an entry must say; 0 if nothing does."""
        if not ALTERNATIVES.isdisjoint(self.pieces):
            return min((tell for tell in tells if tell), default=0.0)
        many = len(self.words) >= _MANY_WORDS
        if not (many or all(tells)):
            return 0.0
        return sum(tells) * (_MOST_OF_IT if many else 1 - _ROUNDING)

    def _told(self, tells: list[float], points: tuple[int, ...]) -> float:
        """Return how much the needed words tell that an entry says."""
        if len(points) == 1:
            return tells[0] if self.words[0].needed and points[0] else 0.0
        each = zip(self.words, tells, points, strict=True)
        return sum(tell for word, tell, point in each if word.needed and point)

    def _wholeness(self, points: tuple[int, ...], is_run: bool) -> int:
        """Return points for what says all of a search, and for a name of several words of it."""
        worth = _ALL_OF_IT if min(points) > _INSIDE else 0
        if len(points) > 1 and not is_run:
            needed = [point for word, point in zip(self.words, points, strict=True) if word.needed]
            worth += _ALL_IN_NAME * (len(needed) > 1 and min(needed) >= _IN_NAME)
        return worth

    def _share_of_name(self, said: SearchText) -> float:
        """Return how much of a name a search of one word says, 0 to 1: a part of a point.

        It decides among what is equal otherwise: by `cooling` rather *Liquid cooling* is meant than
        a cooling tower of 33 nominal tons.
        """
        typed = self.words[0].typed
        lengths = [len(name) for name in said.names if typed in name]
        return 1 / min(lengths) if lengths else 0.0


def _together(pairs: list[str], said: SearchText) -> int:
    """Return points for words that follow each other as they do in the search."""
    return sum(
        _TOGETHER_IN_NAME if pair in said.name else _TOGETHER if pair in said.everything else 0
        for pair in pairs
    )


def parse(text: str) -> Query:
    """Return the query a text means; a token of no known name or value becomes a doubt."""
    pieces: list[str] = []
    tests: list[Test] = []
    doubts: list[Doubt] = []
    for piece in text.split():
        match = _TOKEN.fullmatch(piece)
        if not match or _is_text(match[1], match[2]):
            pieces.append(piece.casefold())
            continue
        test = _test(piece, *match.groups())
        if isinstance(test, Doubt):
            doubts.append(test)
        else:
            tests.append(test)
    return Query(words_of(pieces), tuple(tests), tuple(doubts), tuple(pieces))


def is_token(piece: str) -> bool:
    """Return whether a piece of a search is no words, but compares a figure."""
    match = _TOKEN.fullmatch(piece)
    return match is not None and not _is_text(match[1], match[2])


def may_fit(entry: Entry, piece: str) -> bool:
    """Return whether nothing that is known of an entry keeps it from fitting a token of a figure.

    Bounds may reach beyond; of a figure without any, all may be.
    """
    match = _TOKEN.fullmatch(piece)
    if match is None:
        return False
    name, compare, wanted = match[1].casefold(), _COMPARE[match[2]], read_number(match[3])
    if figures := figures_named(entry, name):
        return any(compare(figure, wanted) for figure in figures)
    ends = bounds_named(entry, name)
    if not ends or any(compare(end, wanted) for end in ends):
        return True
    return compare is operator.eq and ends[0] < wanted < ends[-1]


def _test(piece: str, name: str, sign: str, value: str) -> Test | Doubt:
    """Return the test a token means, or why it is none."""
    name, value = name.casefold(), value.casefold()
    is_text = name in text_names()
    is_figure = name in SHORT_FIGURES or _is_field(name)
    if not is_text and not is_figure:
        why = f"no figure is called {name}{_near(name, _names())}"
        return Doubt(piece, why, fits_nothing=False)
    if not value:
        return Doubt(piece, f"a value is missing after {name}{sign}", fits_nothing=False)
    if name == "kind" and sign in (":", "="):
        kinds = kinds_called(value) if sign == ":" or value not in known_kinds() else {value}
        if not kinds:
            return Doubt(piece, f"there is no kind {value}{_near(value, known_kinds())}")
        return lambda entry: any(said in kinds for said in words_named(entry, name))
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
    """Return a test of a known figure, or of the bounds of one that nobody states.

    What surely is so by its bounds fits: below 15 kW is what draws 11 at most.
    """

    def test(entry: Entry) -> bool:
        if figures := figures_named(entry, name):
            return any(compare(figure, wanted) for figure in figures)
        ends = bounds_named(entry, name)
        return bool(ends) and all(compare(end, wanted) for end in ends)

    return test


def _is_text(name: str, sign: str) -> bool:
    """Return whether a colon stands in a text, as in `Run:ai`: nothing is called like that."""
    name = name.casefold()
    return sign == ":" and not (_is_known(name) or _near(name, _names(), _MISSPELT))


def _is_known(name: str) -> bool:
    return name in SHORT_FIGURES or name in text_names() or _is_field(name)


def _is_field(name: str) -> bool:
    return name in field_names() or name.startswith("ports.")


def _names() -> list[str]:
    return [*SHORT_FIGURES, *text_names(), *field_names()]


def _near(word: str, known: Iterable[str], alike: float = _FAR) -> str:
    """Return the question whether a word like it was meant; empty where none is."""
    near = difflib.get_close_matches(word, sorted(known), cutoff=alike)
    return f" (did you mean {near[0]}?)" if near else ""


def _points_of(entries: Iterable[Entry], texts: Iterable[SearchText], word: Word) -> list[int]:
    """Return how strongly a word names each entry: the start of its name above all it says.

    Letters in the middle of a word of its name come last: `nec` is said before `ConnectX` is meant.
    All that an entry says holds its name, so most entries are looked at once.
    """
    typed, inside = word.typed, word.matches_inside
    starts = f" {typed}"
    points: list[int] = []
    # Most words stand for themselves alone, and most entries do not say them.
    only = word.lines[0] if len(word.lines) == 1 else ""
    for entry, said in zip(entries, texts, strict=True):
        if inside and (said.name.startswith(starts) or entry.id.startswith(typed)):
            points.append(_STARTS)
        elif (only not in said.everything) if only else not word.is_in(said.everything):
            points.append(_INSIDE if inside and typed in entry.name.casefold() else 0)
        elif not word.needed:
            points.append(_ASIDE if word.is_in(said.name) else _SAID)
        elif word.is_in(said.name):
            points.append(_IN_NAME)
        else:
            points.append(_IN_NAMING if word.is_in(said.naming) else _SAID)
    return points
