"""What the loss of feeds does to a rack as its report tells it: each loss that does any harm."""

from collections.abc import Iterable

from designer.engine.power_report import RackFate
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.single_loss import Outcome
from designer.model.measured import flag_of


def fates_of(feeds: Feeds) -> tuple[RackFate, ...]:
    """Return what each loss does that does anything; under no feeds, what holds without a loss."""
    found = [
        fate_of(lost, outcome) for lost, outcome in feeds.outcomes.items() if not outcome.harmless
    ]
    if not feeds.carries_all:
        found.append(fate_of((), feeds.losses.of(frozenset())))
    return tuple(found)


def fate_of(lost: Iterable[str], outcome: Outcome) -> RackFate:
    """Return what a loss does as the report holds it."""
    carries = flag_of(outcome.carries.verdict.answer)
    return RackFate(
        feeds=tuple(sorted(lost)),
        dark=flag_of(outcome.dark),
        short=flag_of(outcome.short),
        overloaded=None if carries is None else not carries,
    )
