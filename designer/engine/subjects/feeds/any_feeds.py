"""What holds whatever feeds of the room the rack PDUs hang on that name none.

A name deals supplies anew (`wiring.power_naming`). So the rack is looked at with every way to name
them, and a verdict is sure where all of them agree; it cannot be said where they do not, or where
there are too many to try. A rack whose PDUs all name a feed is never asked.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from designer.engine.findings import Finding
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import spread_of, verdicts_by_spread
from designer.engine.subjects.feeds.lines import Draw, each_draw
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.supplies import SupplyVerdict, agreed
from designer.engine.subjects.feeds.voltage import WrongFeed
from designer.engine.subjects.feeds.worst_loss import BY_GRAVITY, Worst
from designer.engine.subjects.feeds.wrong_volts import WrongVolts
from designer.model.figure_cases import hull
from designer.model.figures import Figure, Verdict, exact, missing
from designer.wiring.power_filling import ITSELF
from designer.wiring.power_naming import Named

NOTHING = exact(0.0, "kW")


@dataclass(frozen=True)
class NamedCase:
    """A rack with one way to name the feeds of its PDUs, looked at."""

    case: Case
    places: tuple[int, ...]

    @staticmethod
    def of(named: Named, case: Case) -> "NamedCase":
        """Return one way to name feeds, as the rack without names is looked at."""
        return NamedCase(Case(named.wiring, case.site), named.places)


def _open(ref: str) -> Verdict:
    return Verdict("open", because=(ref,))


def fullest(said: Worst, truths: Sequence[Worst], unnamed: str) -> Worst:
    """Return the line that is too full by every way to name feeds; by each it may be another.

    Parameters
    ----------
    unnamed
        What leaves open which feed a rack PDU hangs on.
    """
    verdict = agreed((one.verdict for one in truths), unnamed) if truths else _open(unnamed)
    if verdict.answer != "no":
        return replace(said, verdict=verdict)
    same = len({(one.feed, one.pdu, one.load, one.capacity) for one in truths}) == 1
    return replace(truths[0], verdict=verdict, any_feeds=not same)


def after_a_loss(said: Worst, truths: Sequence[Worst]) -> Worst:
    """Return what the worst loss does: harm for certain where every name gives it."""
    if said.verdict.answer != "open" or not truths:
        return said
    if any(one.verdict.answer != "no" for one in truths):
        return said
    return replace(said, verdict=Verdict("no"), any_feeds=True)


def loads_on_room(
    said: Mapping[str, Mapping[str, Figure]],
    truths: Sequence[Mapping[str, Mapping[str, Figure]]],
    most: Figure,
    unnamed: str,
) -> dict[str, dict[str, Figure]]:
    """Return what the rack takes from feeds of the room, by loss.

    Parameters
    ----------
    most
        What it may take at most, where there are too many ways to try.
    """
    unsaid = missing(unnamed, "kW", 0.0, most.high)
    return {
        lost: {
            feed: hull((one.get(lost, one[""]).get(feed, NOTHING) for one in truths), unnamed)
            if truths
            else unsaid
            for feed in loads
        }
        for lost, loads in said.items()
    }


def voltages(
    said: Sequence[WrongVolts], truths: Sequence[Sequence[WrongVolts]], unnamed: str
) -> Iterator[WrongVolts]:
    """Yield parts whose supplies are not made for their outlets, or may not be."""
    sure = [{one.part for one in truth if not one.open_on} for truth in truths]
    told = set()
    for one in said:
        if one.open_on or (sure and all(one.part in parts for parts in sure)):
            told.add(one.part)
            yield one
    for one in (*said, *(one for truth in truths for one in truth)):
        if one.part not in told:
            told.add(one.part)
            yield replace(one, volts=0.0, supplies=0, open_on=(unnamed,))


def wrong_on_some(
    said: Sequence[WrongFeed], truths: Sequence[Sequence[WrongFeed]], unnamed: str
) -> Iterator[WrongFeed]:
    """Yield rack PDUs on feeds of a voltage that they are not made for, or may be on."""
    yield from said
    told = {(one.part, one.feed): one.pdus for one in said}
    more = (
        one for truth in truths for one in truth if one.pdus > told.get((one.part, one.feed), 0)
    )
    for one in {one.part: one for one in more}.values():
        yield replace(one, feed="", volts=0.0, pdus=0, open_on=(unnamed,))


def supplies_in_any_case(case: Case, truths: Sequence[NamedCase]) -> "SuppliesInAnyCase":
    """Return what a loss leaves of devices, and what cannot be said of them."""
    hung = _hung(case)
    said = verdicts_by_spread(case)
    found = [_by_item(one) for one in truths]
    items: dict[Draw, list[int]] = {}
    for item, draw in hung.items():
        items.setdefault(spread_of(draw), []).append(item)
    verdicts = tuple(
        reduce(
            _graver,
            (_agreed(verdict, [by[item] for by in found], case.unnamed) for item in items[spread]),
        )
        for spread, verdict in said.items()
    )
    parts = case.wiring.parts
    nowhere = (item for by in found for item, one in by.items() if one and item not in hung)
    dark = {part.id: case.unnamed for item in nowhere if (part := parts[item]) is not None}
    return SuppliesInAnyCase(verdicts, dark)


@dataclass(frozen=True)
class SuppliesInAnyCase:
    """What a loss leaves of devices.

    Attributes
    ----------
    uncounted
        Parts that hang nowhere here, and somewhere by some names, with what leaves it open.
    """

    verdicts: tuple[SupplyVerdict, ...]
    uncounted: Mapping[str, str]


def _hung(case: Case) -> dict[int, Draw]:
    """Return how everything that draws power hangs on the lines, by position."""
    lines = case.lines
    return dict(each_draw(case.wiring, lines.lines, lines.cords.feeds, lines.cords))


def _by_item(one: NamedCase) -> dict[int, SupplyVerdict | None]:
    """Return the verdict on each device by its position without names; None where there is none."""
    hung, verdicts = _hung(one.case), verdicts_by_spread(one.case)
    places = {ITSELF: ITSELF} | dict(enumerate(one.places))
    return {
        item: verdicts.get(spread_of(hung[place])) if place in hung else None
        for item, place in places.items()
    }


def _agreed(
    said: SupplyVerdict, truths: Sequence[SupplyVerdict | None], unnamed: str
) -> SupplyVerdict:
    """Return the verdict on a device that holds by every way to name feeds."""
    known = [one for one in truths if one is not None]
    if not known or len(known) < len(truths):
        return replace(said, verdict=_open(unnamed), normal=_open(unnamed))
    normal = agreed((one.normal for one in known), unnamed)
    verdict = agreed((one.verdict for one in known), unnamed)
    found = replace(said, verdict=verdict, normal=normal)
    if verdict.answer != "no":
        return found
    goes_down = all(one.left == 0 for one in known)
    if goes_down != (said.left == 0):
        like = next(one for one in known if (one.left == 0) == goes_down)
        found = replace(
            found, lost=like.lost, lost_called=like.lost_called, when=like.when, left=like.left,
            left_kw=like.left_kw,
        )  # fmt: skip
    if goes_down and said.alone and len({one.lost for one in known}) > 1:
        # Which system it has no supply on is another one by each name.
        return replace(found, lost="")
    if any(one.feeds != said.feeds for one in known) and "" not in said.feeds:
        # It goes down with the feed that it hangs on, whichever that is.
        return replace(found, feeds=(), alone=False)
    return found


def _graver(a: SupplyVerdict, b: SupplyVerdict) -> SupplyVerdict:
    """Return the graver of two verdicts on devices whose supplies hang alike."""
    worst = max(a, b, key=lambda one: (BY_GRAVITY.index(one.verdict.answer), -one.left))
    normal = max(a.normal, b.normal, key=lambda one: BY_GRAVITY.index(one.answer))
    return replace(worst, normal=normal)


def in_any_case(found: Iterable[frozenset[frozenset[str]]]) -> frozenset[frozenset[str]]:
    """Return the losses that do harm by every way to name feeds."""
    truths = tuple(found)
    return frozenset.intersection(*truths) if truths else frozenset()


@dataclass(frozen=True)
class Answer:
    """What a rule finds in a rack, and what leaves open whether it finds more.

    Attributes
    ----------
    sure
        What it finds for certain: causes of findings, or positions of devices.
    open_on
        Inputs that leave open whether it finds more; empty where that is known.
    """

    sure: frozenset[Hashable]
    open_on: Refs = ()

    @classmethod
    def of(cls, found: Sequence[Finding]) -> "Answer":
        """Return the answer that findings are, by their causes."""
        refs = dict.fromkeys(ref for one in found for ref in one.open_on)
        return cls(frozenset(one.cause for one in found if not one.open_on), tuple(refs))


def whatever_is_named(said: Answer, truths: Sequence[Answer] | None, unnamed: str) -> Answer:
    """Return what a rule finds by every way to name feeds: the one place where that is decided.

    What is open by any of them is open, and so is what only some of them give.

    Parameters
    ----------
    said
        What it finds without names.
    truths
        What it finds by each way; empty where these are too many to try, None where every rack PDU
        names its feed.
    unnamed
        What leaves open which feed a rack PDU hangs on.
    """
    if truths is None:
        return said
    if not truths:
        return Answer(frozenset(), said.open_on or (unnamed,))
    if not any(one.sure or one.open_on for one in truths):
        return Answer(frozenset())
    sure = said.sure.intersection(*(one.sure for one in truths))
    if all(one.sure <= sure for one in truths) and not any(one.open_on for one in truths):
        return Answer(sure, said.open_on)
    refs = (ref for one in truths for ref in one.open_on)
    return Answer(sure, tuple(dict.fromkeys((*(said.open_on or (unnamed,)), *refs))))
