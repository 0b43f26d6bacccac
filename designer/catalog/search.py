"""The catalogue's search language: free words and tokens such as `kind:node power<15 gpus>=8`.

Words match id, name, vendor, summary and GPU. Tokens compare figures; a part whose figure is
unknown matches no comparison. Power is in kW here, as people say it.
"""

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from designer.catalog.part import Part

_FIGURES: Final[dict[str, Callable[[Part], float | None]]] = {
    "power": lambda p: None if p.power_max_w is None else p.power_max_w / 1000,
    "u": lambda p: p.height_half_u / 2 if p.height_half_u else None,
    "gpus": lambda p: float(p.gpus),
    "nodes": lambda p: float(p.nodes),
    "mass": lambda p: p.mass_kg,
    "depth": lambda p: None if p.depth_mm is None else float(p.depth_mm),
    "ports": lambda p: float(sum(g.count for g in p.ports)) if p.ports else None,
    "rate": lambda p: max((g.rate_gbps for g in p.ports), default=None),
    "kw": lambda p: p.cooling.capacity_kw if p.cooling else None,
}
_TEXTS: Final[dict[str, Callable[[Part], str]]] = {
    "kind": lambda p: p.kind,
    "vendor": lambda p: p.vendor,
    "gpu": lambda p: p.gpu,
    "id": lambda p: p.id,
}
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    ":": operator.eq,
}
_TOKEN: Final = re.compile(r"([a-z]+)(<=|>=|<|>|=|:)(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed search: words that must all occur, and tests that must all hold."""

    words: tuple[str, ...]
    tests: tuple[Callable[[Part], bool], ...]

    def score(self, part: Part) -> int:
        """Return how well a part fits; 0 is not at all."""
        if not all(test(part) for test in self.tests):
            return 0
        total = 1
        for word in self.words:
            points = _word_points(part, word)
            if not points:
                return 0
            total += points
        return total


def parse(text: str) -> Query:
    """Return the query a text means; what is no token counts as a word."""
    words: list[str] = []
    tests: list[Callable[[Part], bool]] = []
    for piece in text.split():
        match = _TOKEN.fullmatch(piece)
        test = _test(*match.groups()) if match else None
        if test:
            tests.append(test)
        else:
            words.append(piece.casefold())
    return Query(tuple(words), tuple(tests))


def ranked(parts: Iterable[Part], text: str) -> list[Part]:
    """Return the parts that fit a query, best first; equal fits keep the catalogue's order."""
    query = parse(text)
    scored = [(query.score(part), index, part) for index, part in enumerate(parts)]
    hits = sorted((-score, index) for score, index, _ in scored if score)
    found = {index: part for _, index, part in scored}
    return [found[index] for _, index in hits]


def _test(name: str, sign: str, value: str) -> Callable[[Part], bool] | None:
    """Return the test a token means, or None if it is not one."""
    name, value = name.casefold(), value.casefold()
    if name in _TEXTS and sign in (":", "="):
        text_of = _TEXTS[name]
        return lambda part: value in text_of(part).casefold()
    if name not in _FIGURES:
        return None
    try:
        wanted = float(value)
    except ValueError:
        return None
    figure_of, compare = _FIGURES[name], _COMPARE[sign]

    def test(part: Part) -> bool:
        figure = figure_of(part)
        return figure is not None and compare(figure, wanted)

    return test


def _word_points(part: Part, word: str) -> int:
    """Return how strongly a word names a part: its id above its name above its description."""
    if word == part.id.casefold():
        return 100
    name = part.name.casefold()
    if part.id.casefold().startswith(word) or name.startswith(word):
        return 50
    if word in name or word in part.id.casefold():
        return 20
    if word in f"{part.vendor} {part.kind} {part.gpu}".casefold():
        return 10
    return 5 if word in part.summary.casefold() else 0
