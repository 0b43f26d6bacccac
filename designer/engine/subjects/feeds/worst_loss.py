"""The line, or the rack PDU, of a rack that is fullest: with nothing lost, and after a loss."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.supplies import agreed, worse
from designer.model.figure_words import words
from designer.model.figures import Figure, Verdict, exact, within

NONE: Final = exact(0.0, "kW")

_EQUAL: Final = 1e-9
"""Shares that differ by less are the same: sums of floats."""

BY_GRAVITY: Final = ("yes", "open", "no")
"""Answers, the gravest last."""


@dataclass(frozen=True)
class Worst:
    """The line, or the rack PDU, that is fullest, after a loss or with nothing lost.

    Attributes
    ----------
    feed, one_path
        What people call the feed, or the feeds that the rack hangs on, where all that it hangs on
        is lost together for certain.
    pdu
        What the rack PDU is called, where it is fuller than its feed as a whole.
    lost
        The feed whose loss does it; for 2N the one that is left.
    systems
        Independent systems that the rack hangs on, at least; fewer than 2 are no redundancy.
    any_feeds
        Whether it is no by every way to name the feeds of rack PDUs, and by each in another manner.
    """

    verdict: Verdict
    feed: str = ""
    lost: str = ""
    load: Figure = NONE
    capacity: Figure = NONE
    systems: int = 0
    pdu: str = ""
    one_path: tuple[str, ...] = ()
    any_feeds: bool = False

    @property
    def called(self) -> str:
        """What is fullest, in words: a feed, or one of its rack PDUs."""
        feed = f"feed {self.feed or '?'}"
        return f"{self.pdu} on {feed}" if self.pdu else feed

    @property
    def carried(self) -> str:
        """What it carries of what it can: `17.0 of 16.4 kW`."""
        return f"{words(self.load, unit='')} of {words(self.capacity)}"


def worst_of(case: Case) -> Worst:
    """Return what the worst loss does, whatever feeds the PDUs belong to."""
    if not case.lines.lines:
        return Worst(Verdict("yes"))
    if not case.assignments:
        return Worst(Verdict("open", because=(case.unnamed,)), systems=1)
    found = [_assigned(case, names) for names in case.assignments]
    worst = max(found, key=lambda one: BY_GRAVITY.index(one.verdict.answer))
    verdict = agreed((one.verdict for one in found), case.unnamed)
    open_on = case.loss_open_on
    if open_on and case.lines.all_draws.high > 0:
        verdict = Verdict("open", because=open_on)
    systems = [one.systems for one in found]
    path = tuple(map(case.site.short, _feeds_of(case))) if max(systems) < 2 else ()
    return replace(worst, verdict=verdict, systems=min(systems), one_path=path)


def _feeds_of(case: Case) -> tuple[str, ...]:
    """Return the feeds of the rack together: one alone where it hangs on one in any case."""
    if all(len(set(names)) == 1 for names in case.assignments):
        return case.assignments[0][:1]
    return tuple(dict.fromkeys(name for names in case.assignments for name in names))


def _assigned(case: Case, names: tuple[str, ...]) -> Worst:
    """Return what the worst loss does when the lines belong to these feeds."""
    losses = case.losses(names)
    fatal = [name for name, lost in losses if len(lost) == len(names)]
    if fatal:
        only = case.site.short(names[0])
        return Worst(_on_one_path(case), only, case.called(fatal[0]), systems=1)
    return replace(fullest_in(case, losses), systems=len(losses))


def _on_one_path(case: Case) -> Verdict:
    """Return what the loss of the only feed does: harm, where anything draws power."""
    draws = case.lines.draws
    if case.lines.all_draws.high <= 0:
        return Verdict("yes")
    if draws and not any(draw.part in case.parts_by_id for draw in draws):
        # A part that is not in the catalogue may be one that draws none.
        return Verdict("open", because=tuple(lost_ref(draw.part) for draw in draws)[:2])
    return Verdict("no")


def fullest_in(case: Case, losses: Losses) -> Worst:
    """Return the fullest line or rack PDU in these cases, and whether all carry their load."""
    found, fullest, verdicts = Worst(Verdict("yes")), (0, -1.0), []
    for lost_name, lost in losses:
        for feed, pdu, load, capacity in _rated_loads(case, lost):
            verdict = within(load, capacity)
            verdicts.append(verdict)
            order = BY_GRAVITY.index(verdict.answer)
            share = load.per(capacity).high
            if (order, share) > (fullest[0], fullest[1] * (1 + _EQUAL)):
                fullest = (order, share)
                found = Worst(
                    verdict, case.site.short(feed), case.called(lost_name), load, capacity, pdu=pdu
                )
    return replace(found, verdict=reduce(worse, verdicts, Verdict("yes")))


def _rated_loads(case: Case, lost: Lost) -> Iterator[tuple[str, str, Figure, Figure]]:
    """Yield load and capacity of each line that is left, then of each of its rack PDUs.

    A PDU that is alone on its line is the line: it has no name of its own here.
    """
    loads, lines = case.lines.loads(lost), case.lines.lines
    for at in case.limited:
        if at not in lost:
            yield lines[at].feed, "", loads[at], case.capacities[at]
    apart, belongs = case.apart
    if apart is case.lines:
        return
    loads = apart.loads(frozenset(at for at, line in enumerate(belongs) if line in lost))
    for at, line in enumerate(apart.lines):
        together = lines[belongs[at]].pdus
        if len(together) > 1 and line.pdus and belongs[at] not in lost:
            (item,) = line.pdus
            strip = case.rating(item)
            number = together.index(item) + 1
            called = f"rack PDU {number} of {len(together)} ({case.part_name(item)})"
            yield line.feed, called, loads[at], strip
