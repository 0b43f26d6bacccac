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
    return (*found, *_of_none(feeds))


def fates_after(feeds: Feeds, lost: frozenset[str]) -> tuple[RackFate, ...]:
    """Return what one loss does, and what holds without a loss; under no feeds, either."""
    outcome = feeds.outcomes.get(lost)
    found = () if outcome is None or outcome.harmless else (fate_of((), outcome),)
    return (*found, *_of_none(feeds))


def _of_none(feeds: Feeds) -> tuple[RackFate, ...]:
    return () if feeds.carries_all else (fate_of((), feeds.losses.of(frozenset())),)


def fate_of(lost: Iterable[str], outcome: Outcome) -> RackFate:
    """Return what a loss does as the report holds it."""
    carries = flag_of(outcome.carries.verdict.answer)
    return RackFate(
        feeds=tuple(sorted(lost)),
        dark=flag_of(outcome.dark),
        short=flag_of(outcome.short),
        overloaded=None if carries is None else not carries,
    )
