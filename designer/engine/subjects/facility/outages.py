"""Cooling units that go down with a feed, and what those that are left carry.

A unit on the floor takes its power from the first of its feeds that has any, by its transfer
switch. One in a rack hangs on rack PDUs as its supplies are corded; where nobody counted them, on
some of these. What is lost is what the policy of the site asks a hall to survive. Next of its kind:
another answer to which units run.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from designer.catalog.part import Part
from designer.engine.advice import FEED_OF
from designer.engine.assumptions import Assumptions, Loss
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.units import AfterLoss, Rating
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.supplies import (
    agreed,
    efficiency_of,
    feed_not_known,
    lowest_volts,
    supplied,
)
from designer.engine.subjects.feeds.without_path import hangs_nowhere
from designer.model.figures import Figure, Verdict, repeated
from designer.model.layout import Layout
from designer.wiring.power_filling import ITSELF, held_of, needs_power

UP, DOWN = Verdict("yes"), Verdict("no")
ANY_FEED = Loss("", frozenset())
"""In a room without feeds nobody says what is lost, and so neither what it takes."""


@dataclass(frozen=True)
class Unit:
    """A kind of cooling unit with whether it runs after each loss.

    Attributes
    ----------
    runs
        After those that the site must survive, in the order of `losses_of`.
    runs_without
        After each single loss, in the order of `Assumptions.taken_together`.
    powered
        Whether it runs with nothing lost: not where it hangs on no feed for certain (P26), in a
        room that has some.
    """

    part: str
    runs: tuple[Verdict, ...]
    runs_without: tuple[Verdict, ...]
    powered: bool = True

    @cached_property
    def stopped(self) -> tuple[int, ...]:
        """The places of the single losses after which it does not run, or may not."""
        return tuple(at for at, runs in enumerate(self.runs_without) if runs.answer != "yes")


Units = Counter[Unit]


def unpowered(units: Units) -> Counter[str]:
    """Return how many of each part hang on no feed."""
    found: Counter[str] = Counter()
    for one, number in units.items():
        if not one.powered:
            found[one.part] += number
    return found


def losses_of(site: Assumptions) -> tuple[Loss, ...]:
    """Return the losses that cooling units must survive; by N there are none."""
    if site.policy == "N":
        return ()
    return site.losses or (ANY_FEED,)


def units_in(
    facts: Facts, parts: Iterable[str], places: Mapping[RackCore, Sequence[str]] | None = None
) -> Units:
    """Return the units of some parts, with how many there are.

    Parameters
    ----------
    places
        Where they stand, by contents; everywhere where None.
    """
    wanted, found, lost = frozenset(parts), Units(), Counter(facts.site.units_lost)
    for core, keys in (facts[CONTENTS].cooling if places is None else places).items():
        held = core.filled.wiring.filling.held
        items = [at for at, one in enumerate(held) if one.part in wanted]
        items += [ITSELF] if core.contents.rack_part in wanted else []
        for item in items:
            unit = unit_of(facts, core, item)
            down = _take(lost, [(key, unit.part) for key in keys]) if lost else 0
            if len(keys) > down:
                found[unit] += len(keys) - down
            if down:
                found[_lost(unit)] += down
    return found


def _take(lost: Counter[tuple[str, str]], there: Iterable[tuple[str, str]]) -> int:
    """Return how many of these units are lost, and count each once."""
    taken = [one for one in there if lost[one] > 0]
    lost.subtract(taken)
    return len(taken)


def _lost(unit: Unit) -> Unit:
    """Return a unit that is lost in what the site loses together."""
    return replace(unit, runs_without=(DOWN,) * len(unit.runs_without))


def units_named(facts: Facts, layout: Layout, keys: Iterable[str]) -> Units:
    """Return the units that have these ids: things on the floor, and devices in racks."""
    found, lost = Units(), Counter(facts.site.units_lost)
    cores = facts[CONTENTS].cores
    for key in keys:
        if key in layout.racks:
            unit = unit_of(facts, cores[key], ITSELF)
            found[_lost(unit) if _take(lost, [(key, unit.part)]) else unit] += 1
            continue
        placed = layout.find(key)
        if placed is None:
            raise LookupError(f"the wiring names a unit {key!r} that does not stand anywhere")
        rack = layout.racks[placed.rack]
        own = facts[CONTENTS].own.get(rack.id, {})
        _, held = held_of(layout.assemblies.get(rack.assembly or ""), own.values())
        item = held.index(key if key in held else key.removeprefix(rack.id))
        unit = unit_of(facts, cores[rack.id], item)
        found[_lost(unit) if _take(lost, [(rack.id, unit.part)]) else unit] += 1
    return found


def left_by_loss(
    facts: Facts, units: Units, rating: Rating, unit: str, unknown: Sequence[Figure] = ()
) -> tuple[AfterLoss, ...]:
    """Return what the units left carry after each loss; nothing if no loss takes a unit, or may.

    Parameters
    ----------
    unknown
        What things carry that may be units: nothing bounds it, before a loss and after.
    """
    found = []
    live = [one for one in units if one.powered]
    if not unknown and all(runs.answer == "yes" for one in live for runs in one.runs):
        return ()
    whole: Figure | None = None
    for at, loss in enumerate(losses_of(facts.site)):
        running = [(one, number, one.runs[at]) for one, number in units.items()]
        # Of many losses most take nothing: what they leave is summed once.
        all_run = all(runs is UP or runs == UP for _, _, runs in running)
        left = whole if all_run else None
        if left is None:
            left = _left(facts, running, rating, unit, unknown)
            whole = left if all_run else whole
        found.append(AfterLoss(loss.name, left))
    return tuple(found)


def left_without(
    facts: Facts, units: Units, rating: Rating, unit: str, unknown: Sequence[Figure] = ()
) -> tuple[Figure | None, ...]:
    """Return what the units left carry after each single loss; None where it takes none.

    Parameters
    ----------
    unknown
        What things carry that may be units: nothing bounds it, before a loss and after.
    """
    every = range(len(facts.site.taken_together))
    touching = set(every) if unknown else {
        at for one in units if one.powered for at in one.stopped
    }  # fmt: skip
    found: list[Figure | None] = [None] * len(every)
    for at in touching:
        running = [(one, number, one.runs_without[at]) for one, number in units.items()]
        found[at] = _left(facts, running, rating, unit, unknown)
    return tuple(found)


def _left(
    facts: Facts, units: Iterable[tuple[Unit, int, Verdict]], rating: Rating, unit: str,
    unknown: Iterable[Figure],
) -> Figure:  # fmt: skip
    """Return what units carry of which some run."""
    each = [
        (if_running(rating(facts.catalog.require(one.part)), runs), number)
        for one, number, runs in units
    ]
    return repeated((*each, *((figure, 1) for figure in unknown)), unit)


def if_running(capacity: Figure, runs: Verdict) -> Figure:
    """Return what a unit carries if it runs."""
    if runs.answer == "yes":
        return capacity
    if runs.answer == "no":
        return capacity.times(0)
    return capacity.perhaps_none(runs.because)


def unit_of(facts: Facts, core: RackCore, item: int) -> Unit:
    """Return a unit with what it runs after; made once for the same contents and site."""
    known: Unit | None = core.units.get(item)
    if known is None:
        known = core.units[item] = _made(facts, core, item)
    return known


def _made(facts: Facts, core: RackCore, item: int) -> Unit:
    feeds, site = core.read(FEEDS), facts.site
    part = core.filled.rack_part if item == ITSELF else core.filled.wiring.parts[item]
    if part is None:
        raise LookupError("a part that is not in the catalogue cools nothing")
    before: Unit | None = core.units_before.get(item)
    survived = losses_of(site) if before is None else ()
    losses = (*survived, *(Loss("", feeds) for feeds in site.taken_together))
    powered = feeds is None or not (site.feeds and hangs_nowhere(feeds, item))
    if feeds is None:
        runs = [Verdict("open", because=("rule feeds",))] * len(losses)
    elif not powered:
        runs = [DOWN] * len(losses)
    else:
        ends = tuple(ends_of(feeds, item))
        # To what hangs on none of its feeds a loss does what no loss does.
        taken = [loss.feeds.intersection(ends) for loss in losses]
        by_feeds = {
            lost: _runs(part, item, ends, feeds, lost, site) for lost in dict.fromkeys(taken)
        }
        runs = [by_feeds[lost] for lost in taken]
    if before is not None:
        return replace(before, runs_without=tuple(runs))
    asked = len(survived)
    return Unit(part.id, tuple(runs[:asked]), tuple(runs[asked:]), powered)


def ends_of(feeds: Feeds, item: int) -> Iterator[str]:
    """Yield the feed of each whip or supply; where nobody counted supplies, those they may be on.

    An empty one is that of a rack PDU which names none.
    """
    wiring = feeds.wiring
    if item == ITSELF:
        yield from (feed for feed, _ in wiring.whips)
        return
    feed_of = {pdu: feed for feed, pdus in wiring.groups for pdu in pdus}
    if item in wiring.open_items or item in feeds.lines.unsure:
        yield from (feed for feed, _ in wiring.groups)
    else:
        yield from (feed_of[cord.pdu] for cord in wiring.plugged if cord.item == item)


def _runs(
    part: Part,
    item: int,
    ends: Sequence[str],
    feeds: Feeds,
    lost: frozenset[str],
    site: Assumptions,
) -> Verdict:
    """Return whether a unit runs without some feeds."""
    if not needs_power(part):
        return UP
    if item in feeds.wiring.open_items and feeds.wiring.lost_strips:
        return Verdict("open", because=(feeds.wiring.why_open(item),))
    if not ends:
        return Verdict("open", because=(f"{FEED_OF}{part.id}",))
    alive = [feed for feed in ends if feed not in lost]
    certain = sum(feed in site.place_of_feed for feed in alive)
    if certain == len(ends):
        return UP
    if not alive:
        return DOWN
    unnamed = feed_not_known(ends, site.feeds)
    if item == ITSELF:
        return UP if certain else Verdict("open", because=(unnamed,))
    if part.psu is None or item in feeds.wiring.open_items:
        return Verdict("open", because=(f"{part.id}.psu",))
    if refs := feeds.lines.unsure.get(item):
        return Verdict("open", because=refs)
    power, efficiency = feeds.lines.kw(part.id), efficiency_of(part, site)
    volts = lowest_volts(feeds.wiring, site)
    cases = [
        supplied(part, left, power, efficiency, volts)[2] if left else DOWN
        for left in {certain, len(alive)}
    ]
    return agreed(cases, unnamed)
