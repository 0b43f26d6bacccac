"""What is said of a load in the chain of a rack: normally, and after a loss, of what may flow.

The loss is the one that is worst for each by itself; while one is tried it is that. No Qt.
"""

from collections.abc import Mapping
from typing import Final

from designer.engine.limit_report import NEAR, LimitState
from designer.model.figure_words import UNKNOWN, amount, words
from designer.model.figures import Answer, Figure, filled, within
from designer.render.one_line_words import Mark, Said

MARKED: Final[Mapping[Mark, str]] = {"lost": "lost", "dark": "no voltage"}
_STATES: Final[Mapping[Answer, LimitState]] = {"yes": "ok", "open": "unknown", "no": "error"}


def load_said(
    title: str,
    load: Figure,
    after: Figure,
    most: Figure,
    note: str = "",
    mark: Mark = "",
    *,
    tried: bool = False,
) -> Said:
    """Return what is said of a load against what is carried.

    Parameters
    ----------
    load, after
        Normally, and after the loss. Nothing known of that is no harm unless one is tried: then
        only what it leaves counts, and that cannot be said.
    tried
        Whether the loss is one that is tried.
    """
    share = not most.unknown and most.high > 0
    if mark:
        return Said(title, note, MARKED[mark], mark=mark, rated=share)
    worse = not after.unknown and after != load
    counts = after if tried or worse else load
    known = share and not counts.unknown
    state: LimitState = "unknown" if tried and share else "ok"
    if known:
        state = state_of(counts, most)
    unit = most.unit or load.unit
    of = f" of {words(most)}" if not most.unknown else "" if counts.unknown else f" {unit}"
    before = filled(load, most) if known and not load.unknown else None
    later = filled(after, most) if known and worse else None
    value = f"{change(load, after, tried=tried)}{of}"
    return Said(title, note, value, before, later, state, rated=share)


def state_of(load: Figure, most: Figure) -> LimitState:
    """Return whether a load is within what is carried, with a warning where it is nearly full."""
    verdict = within(load, most, NEAR)
    return "warning" if verdict.near else _STATES[verdict.answer]


def change(load: Figure, after: Figure, *, tried: bool = False) -> str:
    """Return a load normally and, where that is another, after the loss."""
    if tried:
        if after.unknown:
            return UNKNOWN
        return amount(load) if after == load else f"{amount(load)} → {amount(after)}"
    if after.unknown or after == load:
        return amount(load)
    # No arrow: each figure is after the loss that is worst for it.
    return f"{amount(load)} / {amount(after)}"
