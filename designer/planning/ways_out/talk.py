"""The talk that finds the ways out: it asks what a design would do, and goes on with the answer."""

from collections.abc import Callable, Generator, Iterator

from designer.document.errors import EditError
from designer.engine.preview import Preview
from designer.planning.ways_out.asked import (
    AsItIs,
    Question,
    Replacement,
    broken,
    broken_elsewhere,
    broken_upstream,
)
from designer.planning.ways_out.build import build
from designer.planning.ways_out.fewer import fewer
from designer.planning.ways_out.reference import published
from designer.planning.ways_out.way import WayOut
from designer.planning.ways_out.words import limit_words, upstream_words

Talk = Generator[Question | AsItIs | WayOut, Preview | None, None]
"""Yields questions, each to be answered by a `Preview`, and what was found, answered by None."""


def ways_out(asked: Replacement) -> Talk:
    """Find what becomes of a replacement as it is and, where it does not fit, the ways out."""
    as_it_is = yield from _as_it_is(asked)
    yield as_it_is
    if as_it_is.fits or not asked.total:
        return
    way, room = yield from fewer(asked)
    yield way
    yield (yield from published(asked))
    yield (yield from build(asked, room))


def answered(talk: Talk, answer: Callable[[Question], Preview]) -> Iterator[AsItIs | WayOut]:
    """Yield what a talk finds, each question answered at once."""
    told: Preview | None = None
    while True:
        try:
            step = talk.send(told)
        except StopIteration:
            return
        told = answer(step) if isinstance(step, Question) else None
        if not isinstance(step, Question):
            yield step


def _as_it_is(asked: Replacement) -> Generator[Question, Preview, AsItIs]:
    racks = len(asked.meant)
    try:
        after = asked.made(asked.edit({}))
    except EditError as refusal:
        short = [group for group in asked.alike if asked.most_by_height(group)[0] < group.number]
        unfit = sum(len(group.racks) for group in short) or racks
        return AsItIs(None, str(refusal) or "not possible", unfit, racks, "")
    told = yield Question(after, tuple(group.first for group in asked.alike))
    over = [(group, limit) for group in asked.alike if (limit := broken(told, group.first))]
    if over:
        unfit = sum(len(group.racks) for group, _ in over)
        return AsItIs(told, "", unfit, racks, limit_words(over[0][1]))
    rest = [rack for group in asked.alike for rack in group.racks[1:]]
    if (elsewhere := broken_elsewhere(told, asked.layout, rest)) is not None:
        return AsItIs(told, "", 1, racks, limit_words(elsewhere[1]))
    upstream = broken_upstream(told)
    return AsItIs(told, "", 0, racks, upstream_words(upstream) if upstream else "")
