"""The catalogue's search language: free words and tokens such as `kind:node power<15 gpus>=8`.

Words match id, name, vendor, summary and what an entry names (a GPU, a provider). Tokens compare
figures; an entry whose figure is unknown matches no comparison. Power is in kW here, as people say
it. A figure has a short name (`memory`, `fp16`, `ports`), the name of its field (`memory_gb`), that
name without its unit, or its full name (`accelerator.memory_gb`).
"""

import difflib
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from designer.catalog.entry import Entry
from designer.catalog.part import Part
from designer.catalog.vocabulary import (
    SHORT_FIGURES,
    field_names,
    figures_named,
    text_names,
    words_named,
)

Test = Callable[[Entry], bool]
Found = TypeVar("Found", bound=Entry)

_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    ":": operator.eq,
}
_TOKEN: Final = re.compile(r"([a-z][\w.-]*)(<=|>=|<|>|=|:)(\S*)", re.IGNORECASE)
_FAR: Final = 0.6
"""How alike a name must be to be offered for one that nobody knows."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A token that says nothing: what was written, and one line of why."""

    piece: str
    why: str


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed search: words that must all occur, and tests that must all hold.

    Attributes
    ----------
    doubts
        Tokens that are none: `score` takes no notice of them; who searches should be told.
    """

    words: tuple[str, ...]
    tests: tuple[Test, ...]
    doubts: tuple[Doubt, ...] = ()

    def score(self, entry: Entry) -> int:
        """Return how well an entry fits; 0 is not at all."""
        if not all(test(entry) for test in self.tests):
            return 0
        total = 1
        for word in self.words:
            points = _word_points(entry, word)
            if not points:
                return 0
            total += points
        return total

    def rank(self, entries: Iterable[Found]) -> list[Found]:
        """Return the entries that fit, best first; equal fits keep their order."""
        scored = [(self.score(entry), entry) for entry in entries]
        # Stable: the order of the catalogue among equals.
        return [entry for _, entry in sorted((s for s in scored if s[0]), key=lambda s: -s[0])]


def parse(text: str) -> Query:
    """Return the query a text means; a token of no known name or value becomes a doubt."""
    words: list[str] = []
    tests: list[Test] = []
    doubts: list[Doubt] = []
    for piece in text.split():
        match = _TOKEN.fullmatch(piece)
        if not match:
            words.append(piece.casefold())
            continue
        test = _test(*match.groups())
        if isinstance(test, str):
            doubts.append(Doubt(piece, test))
        else:
            tests.append(test)
    return Query(tuple(words), tuple(tests), tuple(doubts))


def ranked(parts: Iterable[Part], text: str) -> list[Part]:
    """Return the parts that fit a query, best first; what is no token fits nothing."""
    query = parse(text)
    return [] if query.doubts else query.rank(parts)


def _test(name: str, sign: str, value: str) -> Test | str:
    """Return the test a token means, or why it is none."""
    name, value = name.casefold(), value.casefold()
    is_text = name in text_names()
    is_figure = name in SHORT_FIGURES or name in field_names() or name.startswith("ports.")
    if not is_text and not is_figure:
        return _no_such(name)
    if not value:
        return f"{name}{sign} wants a value"
    tests: list[Test] = []
    number = _number(value)
    if is_figure and number is not None:
        tests.append(_compares(name, _COMPARE[sign], number))
    if is_text and sign in (":", "="):
        tests.append(lambda entry: any(value in said for said in words_named(entry, name)))
    if tests:
        return lambda entry: any(test(entry) for test in tests)
    return f"{name} wants a number" if is_figure else f"{name} is a word: write {name}:{value}"


def _compares(name: str, compare: Callable[[float, float], bool], wanted: float) -> Test:
    return lambda entry: any(compare(figure, wanted) for figure in figures_named(entry, name))


def _number(value: str) -> float | None:
    try:
        return float(value.replace(",", "").replace("_", ""))
    except ValueError:
        return None


def _no_such(name: str) -> str:
    known = [*SHORT_FIGURES, *text_names(), *field_names()]
    near = difflib.get_close_matches(name, known, n=1, cutoff=_FAR)
    hint = f": did you mean {near[0]}?" if near else ""
    return f"no figure is called {name}{hint}"


def _word_points(entry: Entry, word: str) -> int:
    """Return how strongly a word names an entry: its id above its name above its description."""
    if word == entry.id.casefold():
        return 100
    name = entry.name.casefold()
    if entry.id.casefold().startswith(word) or name.startswith(word):
        return 50
    if word in name or word in entry.id.casefold():
        return 20
    if word in " ".join((entry.vendor, *_naming(entry))).casefold():
        return 10
    return 5 if word in entry.summary.casefold() else 0


def _naming(entry: Entry) -> tuple[str, ...]:
    if isinstance(entry, Part):
        return (entry.kind, entry.traits.singular, entry.gpu)
    return tuple(str(getattr(entry, field, "")) for field in ("kind", *type(entry).references))
