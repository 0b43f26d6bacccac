"""What a rack takes from each feed of the room, normally and after each loss."""

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial

from designer.engine.subjects.feeds.case import Case
from designer.model.figure_cases import hull
from designer.model.figures import Figure, missing, total


def on_room(case: Case) -> Mapping[str, Mapping[str, Figure]]:
    """Return what the rack takes from each feed of the room, normally and after each loss."""
    found: dict[str, dict[str, Figure]] = {}
    touched = _touched(case)
    losses = case.site.feeds if case.site.policy == "2N" else _touching(case, touched)
    for lost in ("", *losses):
        is_down = partial(case.is_lost, lost=lost)
        found[lost] = {feed: _from_feed(case, feed, is_down) for feed in touched}
    return found


def with_down(case: Case, feeds: Container[str]) -> dict[str, Figure]:
    """Return what the rack takes from each feed of the room that is left with some of them down."""
    return {
        feed: _from_feed(case, feed, feeds.__contains__)
        for feed in _touched(case)
        if feed not in feeds
    }


def _touched(case: Case) -> tuple[str, ...]:
    """Return the feeds of the room that the rack may hang on."""
    named = {line.feed for line in case.lines.lines}
    strange = not named <= set(case.site.feeds)
    return tuple(feed for feed in case.site.feeds if strange or feed in named)


def _touching(case: Case, touched: Iterable[str]) -> tuple[str, ...]:
    """Return the losses that take one of these feeds."""
    mine = frozenset(touched)
    return tuple(loss.name for loss in case.site.lost_with if loss.feeds & mine)


def _from_feed(case: Case, feed: str, is_down: Callable[[str], bool]) -> Figure:
    if not case.assignments:
        return missing(case.unnamed, "kW", 0.0, case.lines.all_draws.high)
    cases = []
    for names in case.assignments:
        gone = frozenset(at for at, name in enumerate(names) if is_down(name))
        loads = case.lines.loads(gone)
        cases.append(total((loads[at] for at, n in enumerate(names) if n == feed), "kW"))
    return hull(cases, case.unnamed)
