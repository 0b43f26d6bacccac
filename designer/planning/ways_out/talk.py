"""The talk that finds the ways out: it asks what a design would do, and goes on with the answer."""

from collections.abc import Callable, Generator, Iterator

from designer.document.errors import EditError
from designer.engine.preview import Preview
from designer.planning.ways_out.asked import (
    AsItIs,
    Pause,
    Question,
    Replacement,
    Steps,
    broken,
    broken_elsewhere,
    broken_upstream,
    told,
)
from designer.planning.ways_out.build import build
from designer.planning.ways_out.fewer import fewer
from designer.planning.ways_out.reference import published
from designer.planning.ways_out.way import WayOut
from designer.planning.ways_out.words import limit_words, upstream_words

Talk = Generator[Question | Pause | AsItIs | WayOut, Preview | None, None]
"""Yields questions, each to be answered by a `Preview`; pauses and what was found by None."""


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
    said: Preview | None = None
    while True:
        try:
            step = talk.send(said)
        except StopIteration:
            return
        said = answer(step) if isinstance(step, Question) else None
        if isinstance(step, AsItIs | WayOut):
            yield step


def _as_it_is(asked: Replacement) -> Steps[AsItIs]:
    racks = len(asked.meant)
    yield Pause()
    alike = asked.alike
    yield Pause()
    try:
        after = yield from asked.made(asked.edit({}))
    except EditError as refusal:
        short = [group for group in alike if asked.most_by_height(group)[0] < group.number]
        unfit = sum(len(group.racks) for group in short) or racks
        return AsItIs(None, str(refusal) or "not possible", unfit, racks, "")
    answer = yield from told(Question(after, tuple(group.first for group in alike)))
    over = [(group, limit) for group in alike if (limit := broken(answer, group.first))]
    if over:
        unfit = sum(len(group.racks) for group, _ in over)
        return AsItIs(answer, "", unfit, racks, limit_words(over[0][1]))
    rest = [rack for group in alike for rack in group.racks[1:]]
    if (elsewhere := broken_elsewhere(answer, asked.layout, rest)) is not None:
        return AsItIs(answer, "", 1, racks, limit_words(elsewhere[1]))
    upstream = broken_upstream(answer)
    return AsItIs(answer, "", 0, racks, upstream_words(upstream) if upstream else "")
