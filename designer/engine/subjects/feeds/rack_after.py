"""One rack with several things lost together, device by device and rack PDU by rack PDU.

Feeds of the room take all that hangs on them, a rack PDU its cords, a breaker those of its outlets,
a shelf its supplies; a supply is one of those that run otherwise, of the device that was meant or
else of the one that has fewest. What a device has left carries its load, each supply alike. The
lines of a rack PDU that states no breakers carry at most what they carried times what each supply
left carries more.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Final

from designer.catalog.part import Part
from designer.catalog.shelf_power import BY_WEIGHT
from designer.engine.assumptions import Assumptions
from designer.engine.bus_load import lost_in_ups, ups_of
from designer.engine.limit import limit_of, state_of
from designer.engine.limit_report import NEAR, Limit
from designer.engine.reasons import because
from designer.engine.subjects.feeds.branch_currents import NO_CURRENT, PduBreakers
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.inside import InsideLoss, fates_without, open_outcome
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.phases import Currents, PduLines
from designer.engine.subjects.feeds.single_loss import Fates, Outcome, fate_answer, gpus_of
from designer.engine.subjects.feeds.supplies import (
    efficiency_of,
    supplied,
    worse,
)
from designer.engine.subjects.feeds.worst_loss import Worst
from designer.engine.together_report import (
    DeviceAfterLoss,
    DeviceState,
    PduAfterLoss,
    RackAfterLoss,
)
from designer.model.figure_cases import hull
from designer.model.figure_words import words
from designer.model.figures import Figure, Verdict, missing, total, within
from designer.model.sentence import capital
from designer.wiring.power_filling import ITSELF

_UP: Final[Fates] = frozenset({"up"})
COOLING_LIMIT: Final = "cooling"
"""The limit of a rack that its rear door gives it with power."""
TOGETHER: Final = "rule lines of what is lost together"
_ANY: Final[Fates] = frozenset({"up", "short", "dark"})


@dataclass(frozen=True)
class InsideTaken:
    """A loss inside the rack, and the position of the device that was meant; None of none."""

    loss: InsideLoss
    item: int | None = None


@dataclass(frozen=True)
class PduAfter:
    """A rack PDU that is left: what it carries of what it can, and whether that is enough."""

    item: int
    called: str
    load: Figure
    rating: Figure
    verdict: Verdict
    text: str = ""
    breakers: tuple[int, ...] = ()


class RackAfter:
    """A rack after a loss.

    Parameters
    ----------
    feeds
        What is known of it with nothing lost.
    down
        Feeds of the room that are lost.
    inside
        What is lost inside it besides.
    """

    def __init__(
        self,
        feeds: Feeds,
        site: Assumptions,
        down: frozenset[str],
        inside: Sequence[InsideTaken] = (),
    ) -> None:
        self.feeds, self.down, self._inside = feeds, down, inside
        self.case = Case(feeds.wiring, site)
        self._short: Counter[int] = Counter()
        self._broken: dict[int, set[int]] = {}
        self.gone: Lost = frozenset()
        if not self.because:
            self.gone = self._lines_gone()
            self._take_supplies()

    @cached_property
    def because(self) -> str:
        """What leaves open what a loss does to single devices; empty where nothing does."""
        case = self.case
        if self.feeds.named is not None or len(case.assignments) != 1 or case.unnamed_pdus:
            return case.unnamed
        if case.may_be_lines:
            return case.may_be_lines[0]
        unsure = (one.loss for one in self._inside if one.loss.breaker)
        if any(not pdu.cords.known for one in unsure for pdu in self._pdus_of(one)):
            return "rule which supply hangs on which breaker"
        return ""

    def _pdus_of(self, loss: InsideLoss) -> Iterator[PduBreakers]:
        return (pdu for pdu in self.feeds.breakers if pdu.item == loss.pdu)

    def _lines_gone(self) -> Lost:
        case, lines = self.case, self.case.apart[0].lines
        by_feeds = case.apart_from(case.lines_on(self.down, case.assignments[0]))
        lost = {one.loss.item for one in self._inside if one.loss.item is not None}
        return by_feeds | {at for at, line in enumerate(lines) if lost.intersection(line.pdus)}

    def _take_supplies(self) -> None:
        """Take the supplies that go with breakers, then shelves, then supplies by themselves."""
        for one in self._inside:
            for pdu in self._pdus_of(one.loss) if one.loss.breaker else ():
                broken = self._broken.setdefault(pdu.item, set())
                if pdu.at not in self.gone and one.loss.breaker not in broken:
                    broken.add(one.loss.breaker)
                    cords = (c for c in pdu.cords.cords if c.branch.number == one.loss.breaker)
                    self._short.update(cord.item for cord in cords)
        spares: Counter[tuple[int, str]] = Counter()
        for kind in ("power shelf", "supply"):
            for one in self._inside:
                item = self._meant(one) if one.loss.kind == kind else None
                if item is None:
                    continue
                spared = spares[item, one.loss.called] < one.loss.spare
                spares[item, one.loss.called] += 1
                # At worst all of them are in one shelf, which has so many to spare.
                self._short[item] += 0 if spared else self._supplies_of(one.loss, item)

    def _meant(self, one: InsideTaken) -> int | None:
        """Return the device that loses a supply: that meant, else the one of fewest supplies.

        Which it is does not depend on what else is lost: losing more leaves no device more.
        """
        draws = self.case.draw_of
        mine = [item for item, draw in draws.items() if draw.part == one.loss.part]
        if one.item in mine:
            return one.item
        return min(mine, key=lambda item: (sum(draws[item].supplies), item), default=None)

    def _supplies_of(self, loss: InsideLoss, item: int) -> int:
        """Return how many supplies go with a shelf; all of them where nobody can say."""
        if loss.lost:
            return loss.lost
        return 1 if loss.kind == "supply" else sum(self.case.draw_of[item].supplies)

    def part(self, item: int) -> Part | None:
        """Return the part of a device."""
        return self.case.parts_by_id.get(self.case.draw_of[item].part)

    def left(self, item: int) -> int:
        """Return how many supplies of a device run."""
        draw = self.case.draw_of[item]
        alive = sum(n for at, n in enumerate(draw.supplies) if at not in self.gone)
        return max(0, alive - self._short[item])

    @property
    def devices(self) -> Iterator[tuple[int, Draw, Fates]]:
        """Yield what draws power by position, with what may become of it."""
        for item, draw in self.case.draw_of.items():
            yield item, draw, self._fates(item, draw)

    def _fates(self, item: int, draw: Draw) -> Fates:
        if draw.order:
            return frozenset({"dark" if self.gone.issuperset(draw.order) else "up"})
        if draw.is_open or draw.turned:
            # Nobody can say on which of the lines it hangs, nor whether on any.
            return _ANY if self.gone or self._short[item] else _UP
        plugged, left = sum(draw.supplies), self.left(item)
        if left == plugged:
            return _UP
        of_domains = None
        if draw.domains and not self._short[item]:
            alive = (sum(n for at, n in enumerate(one) if at not in self.gone)
                     for one in draw.domains)  # fmt: skip
            of_domains = tuple(alive)
        part = self.part(item)
        return fates_without(self.case, draw, part, plugged, plugged - left, of_domains)

    @cached_property
    def loads(self) -> tuple[Figure, ...]:
        """What each line carries then, with every rack PDU as one of its own, kW."""
        lines = self.case.apart[0]
        if not +self._short:
            return lines.loads(self.gone)
        return tuple(total(self._on_line(at), "kW") for at in range(len(lines.lines)))

    def _on_line(self, at: int) -> Iterator[Figure]:
        lines = self.case.apart[0]
        if at in self.gone:
            return
        for item, draw in self.case.draw_of.items():
            if draw.is_open or draw.turned:
                ref = next(iter(draw.because), f"{draw.part}.psu")
                yield missing(ref, "kW", 0.0, lines.kw(draw.part).high)
            elif draw.order:
                yield lines.kw(draw.part).times(draw.shares(self.gone)[at])
            elif left := self.left(item):
                yield from self._part_of(item, draw, at, left)

    def _part_of(self, item: int, draw: Draw, at: int, left: int) -> Iterator[Figure]:
        """Yield what a device takes from a line; within bounds where lost supplies may hang on it.

        Those of a lost breaker hang where it is.
        """
        here = draw.supplies[at] - self._on_breaker(item, at)
        if here <= 0:
            return
        anywhere = self._short[item] - sum(self._on_breaker(item, one) for one in self._alive)
        kw = self.case.apart[0].kw(draw.part)
        shares = {max(0, here - anywhere) / left, min(here, left) / left}
        yield hull([kw.times(share) for share in sorted(shares)], f"{draw.part}.psu")

    @property
    def _alive(self) -> Iterator[int]:
        return (at for at in range(len(self.case.apart[0].lines)) if at not in self.gone)

    def _on_breaker(self, item: int, at: int) -> int:
        """Return how many supplies of a device hang on lost breakers of a line's rack PDU."""
        found = 0
        for pdu in self.feeds.breakers:
            broken = self._broken.get(pdu.item)
            if pdu.at == at and broken:
                cords = pdu.cords.cords
                found += sum(c.item == item and c.branch.number in broken for c in cords)
        return found

    def _at_feed(self, at: int) -> Figure:
        """Return what a line takes of its feed: its load, and what a UPS in the rails loses, kW."""
        case, (lines, _) = self.case, self.case.apart
        mine = frozenset(lines.lines[at].pdus).intersection(ups_of(case.wiring))
        lost = total((lost_in_ups(case.wiring, item, case.site) for item in mine), "kW")
        return self.loads[at] + lost if lost.high else self.loads[at]

    @cached_property
    def pdus(self) -> tuple[PduAfter, ...]:
        """The rack PDUs that are left, by what each carries as a whole, and its lines, breakers."""
        case, found = self.case, []
        for at, line in enumerate(case.apart[0].lines):
            if at in self.gone:
                continue
            for item in line.pdus:
                load, rating = self.loads[at], case.rating(item)
                carried = f"carries {words(load, unit='')} of {words(rating)}"
                each = [(within(load, rating, NEAR), carried)]
                each += self._lines_of(at)
                breakers = tuple(self._breakers_of(at))
                each += [(verdict, text) for _, verdict, text in breakers]
                verdict = reduce(worse, (one for one, _ in each))
                told = next(
                    (t for v, t in each if (v.answer, v.near) == (verdict.answer, verdict.near)),
                    carried,
                )
                found.append(PduAfter(
                    item, case.pdu_called(at, item), load, rating, verdict, told,
                    tuple(number for number, one, _ in breakers if one.answer == "no"),
                ))  # fmt: skip
        return tuple(found)

    @cached_property
    def _cord_by_cord(self) -> bool:
        """Whether it is known which supplies are lost: those of one breaker alone, or none."""
        named = sum(self._on_breaker(item, at) for item in self._short for at in self._alive)
        short = [item for item, number in self._short.items() if number]
        one = sum(map(len, self._broken.values())) <= 1
        known = self._short.total() == named and one
        return known and all(self.left(item) for item in short)

    def _grown(self, at: int) -> float:
        """Return by how much a supply on a line carries more, at most."""
        more = [
            sum(draw.supplies) / left
            for item, draw in self.case.draw_of.items()
            if draw.supplies[at] and (left := self.left(item))
        ]
        return max(more, default=1.0)

    def _at_most(self, at: int, normal: Figure, limit: Figure) -> Verdict:
        """Return whether a line or a breaker carries its load, by what it carried normally."""
        if any(draw.is_open or draw.turned for draw in self.case.draw_of.values()):
            return Verdict("open", because=("rule supplies that may hang anywhere",))
        most = within(normal.times(self._grown(at)), limit, NEAR)
        if most.answer == "yes" or not self._taken:
            return most
        return Verdict("open", because=most.because or (TOGETHER,))

    @property
    def _taken(self) -> bool:
        return bool(self.gone or +self._short)

    def line_amps(self, pdu: PduLines) -> Sequence[Figure]:
        """Return what the lines of a three-phase rack PDU carry, A."""
        if pdu.at in self.gone:
            return (NO_CURRENT,) * 3
        known = self._currents(pdu)
        if known is not None:
            return known.lines
        return tuple(self._amps_at_most(pdu.at, amps) for amps in pdu.normal.lines)

    def imbalance(self, pdu: PduLines) -> float | None:
        """Return how unevenly these are loaded; None where that is not known."""
        known = None if pdu.at in self.gone else self._currents(pdu)
        return known.imbalance if known is not None else None

    def breaker_amps(self, pdu: PduBreakers) -> Sequence[Figure]:
        """Return what each breaker of a rack PDU carries, A."""
        if pdu.at in self.gone:
            return (NO_CURRENT,) * len(pdu.breakers)
        broken = self._broken.get(pdu.item, set())
        if self._cord_by_cord and pdu.cords.known:
            branch = next((b for b in pdu.cords.branches if b.number in broken), None)
            loads = pdu.cords.breaker_kw(self.gone, self._short, branch)
            return tuple(pdu.cords.current(kw) for kw in loads)
        return tuple(
            NO_CURRENT if one.branch.number in broken else self._amps_at_most(pdu.at, one.normal)
            for one in pdu.breakers
        )

    def _amps_at_most(self, at: int, normal: Figure) -> Figure:
        """Return what a line or a breaker carries, by what it carried normally."""
        if not self._taken:
            return normal
        if any(draw.is_open or draw.turned for draw in self.case.draw_of.values()):
            return missing("rule supplies that may hang anywhere", "A", 0.0)
        return missing(TOGETHER, "A", 0.0, normal.times(self._grown(at)).high)

    def _lines_of(self, at: int) -> Iterator[tuple[Verdict, str]]:
        """Yield whether the fullest line of a three-phase rack PDU carries its load."""
        for pdu in self.feeds.phases:
            if pdu.at != at:
                continue
            known = self._currents(pdu)
            if known is None:
                yield self._at_most(at, pdu.normal.highest, pdu.limit), ""
            elif known.fits.answer != "no":
                carried = f"{words(known.highest, unit='')} of {words(pdu.limit)}"
                yield within(known.highest, pdu.limit, NEAR), f"a line carries {carried}"

    def _currents(self, pdu: PduLines) -> Currents | None:
        """Return what its lines carry, where that is known of just what is lost."""
        if not self._taken:
            return pdu.normal
        if +self._short or pdu.by_loss is None:
            return None
        return pdu.by_loss.get(self.gone)

    def _breakers_of(self, at: int) -> Iterator[tuple[int, Verdict, str]]:
        """Yield whether each breaker of a rack PDU carries its load, with its number."""
        for pdu in self.feeds.breakers:
            if pdu.at != at:
                continue
            broken = self._broken.get(pdu.item, set())
            if self._cord_by_cord and pdu.cords.known:
                for one, amps in zip(pdu.breakers, self.breaker_amps(pdu), strict=True):
                    carried = f"{one.called} carries {words(amps, unit='')} of {words(one.limit)}"
                    yield one.branch.number, within(amps, one.limit, NEAR), carried
                continue
            for one in pdu.breakers:
                if one.branch.number not in broken:
                    yield one.branch.number, self._at_most(at, one.normal, one.limit), ""

    @property
    def verdict(self) -> Verdict:
        """Whether every rack PDU that is left carries its load."""
        return reduce(worse, (one.verdict for one in self.pdus), Verdict("yes"))

    @cached_property
    def outcome(self) -> Outcome:
        """What it does to the rack, as a loss of feeds alone does."""
        case = self.case
        feeds = [
            feed for feed in case.site.feeds
            if feed not in self.down and any(line.feed == feed for line in case.lines.lines)
        ]  # fmt: skip
        if self.because:
            most = missing(self.because, "kW", 0.0, case.lines.all_draws.high)
            return replace(open_outcome(case), loads=dict.fromkeys(case.site.feeds, most))
        every = list(self.devices)
        gpus = {
            fate: total(
                gpus_of(case, draw, sure=len(fates) == 1)
                for _, draw, fates in every
                if fate in fates
            )
            for fate in ("dark", "short")
        }
        seen = {fates for _, _, fates in every}
        lines = case.apart[0].lines
        at_feed = {
            feed: [at for at, one in enumerate(lines) if one.feed == feed and at not in self.gone]
            for feed in feeds
        }
        loads = {feed: total((self._at_feed(at) for at in at_feed[feed]), "kW") for feed in feeds}
        return Outcome(
            gpus["dark"], gpus["short"], fate_answer(seen, "dark"), fate_answer(seen, "short"),
            Worst(self.verdict), loads, seen == {frozenset({"dark"})},
        )  # fmt: skip

    def report(self, rack: str) -> RackAfterLoss:
        """Return the rack as the answer holds it."""
        if self.because:
            return RackAfterLoss(id=rack, because=because((self.because,), self.feeds.name_of))
        devices = tuple(
            DeviceAfterLoss(
                item=one, part=part, state=_state(fates), left=self.left(item),
                count=0 if self._are_shares(item) else sum(draw.supplies),
            )
            for item, draw, fates in self.devices
            if fates != _UP
            for one, part in self._behind(item, draw)
        )  # fmt: skip
        pdus = tuple(
            PduAfterLoss(
                item=one.item, text=one.text, state=state_of(one.verdict), breakers=one.breakers
            )
            for one in self.pdus
        )
        doors = tuple(self._doors())
        limits = (*map(self._limit, self.pdus), *self._shelves(), *doors)
        replaced = (COOLING_LIMIT,) if doors else ()
        return RackAfterLoss(id=rack, devices=devices, pdus=pdus, limits=limits, replaced=replaced)

    def _are_shares(self, item: int) -> bool:
        """Return whether supplies are shares of shelves of unlike sizes, which nobody can count."""
        psu = part.psu if (part := self.part(item)) is not None else None
        return psu is not None and psu.redundancy == BY_WEIGHT

    def _behind(self, item: int, draw: Draw) -> Iterator[tuple[int, str]]:
        """Yield what a loss of supplies touches: of a bus bar, each device that hangs on it."""
        wiring = self.feeds.wiring
        if item != ITSELF or wiring.bus is None:
            yield item, draw.part
            return
        yield from (
            (one, wiring.filling.held[one].part)
            for one in (*wiring.bus.devices, *wiring.perhaps_on_bus)
        )

    def _doors(self) -> Iterator[Limit]:
        """Yield what takes the rack's heat where its rear door has no power, or too little.

        Nobody publishes what a door takes without its fans: something, and less than with them.
        """
        for item, _, fates in self.devices:
            part = self.part(item)
            if part is None or part.traits.cools != "rack-door" or fates == _UP:
                continue
            without = "without power" if fates == {"dark"} else "perhaps without power"
            yield Limit(
                name="after-loss-cooling", label=f"Cooling, {part.name} {without}",
                group="cooling", unit="kW", state="unknown",
                text="what it takes without its fans cannot be said: nobody states it",
                source="no maker's figure",
            )  # fmt: skip

    def _limit(self, one: PduAfter) -> Limit:
        limit = limit_of(
            f"after-loss-{one.item}", capital(one.called.removeprefix("the ")), one.load,
            one.rating, self.feeds.name_of, group="power",
            source="rack PDU ratings, supplies as they are corded",
        )  # fmt: skip
        if one.verdict.answer == "yes":
            nearly = one.verdict.near and limit.state == "ok"
            return limit.evolve(state="warning", text=one.text) if nearly else limit
        text = one.text
        if one.verdict.answer == "open":
            why = f"cannot be said, because {because(one.verdict.because, self.feeds.name_of)}"
            text = f"{text}; {why}" if text else why
        return limit.evolve(state=state_of(one.verdict), text=text)

    def _shelves(self) -> Iterator[Limit]:
        """Yield what the power shelves left give of what the rack needs."""
        part = self.feeds.wiring.itself
        draw = self.case.draw_of.get(ITSELF)
        if part is None or part.psu is None or draw is None or draw.order or draw.is_open:
            return
        if self.feeds.wiring.idle_bus:
            return
        left, site = self.left(ITSELF), self.case.site
        power, efficiency = self.case.lines.kw(part.id), efficiency_of(part, site)
        can, needed, verdict = supplied(part, left, power, efficiency, None)
        label = f"Power shelves: {left} of {sum(draw.supplies)} supplies left"
        if self._are_shares(ITSELF):
            label = "Power shelves of several sizes: those left"
        limit = limit_of(
            "after-loss-shelves", label, needed, can, self.feeds.name_of, group="power",
            source="rating of the supplies",
        )  # fmt: skip
        yield limit if verdict.answer == "yes" else limit.evolve(state=state_of(verdict))


def _state(fates: Fates) -> DeviceState:
    return "dark" if fates == {"dark"} else "short" if fates == {"short"} else "open"
