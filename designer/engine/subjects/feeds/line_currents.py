"""Line currents of the three-phase rack PDUs of a rack, with all feeds up and after each loss.

A delta feeds its outlets line to line, a wye line to neutral (`PduFigures.to_neutral`): a
cord carries `P / (V · power factor)` of that voltage, and what lines carry follows from the
branches, without the √3 of a balanced load. Which outlet lies on which phase no catalogue states:
supplies are dealt over the phases by the rule in `dealing`, a decision of the design as the rule of
cords is, and no outlet is named. Where a load is not known, or which supplies hang on a PDU, the
currents have the bounds that hold however they are dealt.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from math import inf
from typing import Final, NamedTuple

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import PduFigures
from designer.engine.circuits import amps_per_kw
from designer.engine.dealing import (
    Loads,
    dealt,
    highest_line,
    is_wye,
    line_limit_a,
    lines_of,
    placed,
)
from designer.engine.electric import Phases, outlet_volts
from designer.engine.subjects.feeds.branch_currents import CordLoads, each_loss
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.phases import Currents, PduLines, around, unsaid
from designer.engine.subjects.feeds.supplies import worse
from designer.engine.subjects.feeds.voltage import brought
from designer.model.figure_cases import highest
from designer.model.figures import Figure, Gap, Verdict, exact, merged, missing, total, within
from designer.wiring.power_branches import branches_of, feeds_known_outlets

DEALT: Final = "rule supplies dealt over the phases, the heaviest first"
"""What line currents rest on: no catalogue states which outlet lies on which phase."""
NOTHING: Final[Lost] = frozenset()
NO_LOAD: Final = exact(0.0, "kW")
CARRIES: Final = Verdict("yes")


def pdu_lines(case: Case) -> tuple[PduLines, ...]:
    """Return the lines of each three-phase rack PDU, and of each of which nothing is known."""
    if not case.limited:
        return ()
    found, ways, rack = [], ways_of(case), _Rack(case)
    for at, line in enumerate(case.apart[0].lines):
        for item in line.pdus:
            part = case.wiring.parts[item]
            if part is None or part.pdu is None:
                found.append(rack.of_unknown(at, item))
            elif part.pdu.phases == 3:
                pdu = _Pdu(rack, at, item, part.pdu)
                found.append(around([pdu.lines(losses) for losses in ways], case.unnamed))
    return tuple(found)


def losing_lines(
    case: Case, known: Sequence[PduLines], ways: Sequence[Losses | None]
) -> tuple[PduLines, ...]:
    """Return the same for a site that only loses other things together than that of some lines.

    States that are known are kept: the others alone are added.

    Parameters
    ----------
    ways
        As `ways_of` finds them; none where the rack has no PDU.
    """
    if len(ways) != 1:
        return pdu_lines(case)
    (losses,) = ways
    if losses is None:
        return tuple(known)
    rack = _Rack(case)
    survived = dict.fromkeys(case.apart_from(lost) for _, lost in reversed(losses))
    states = dict.fromkeys((*reversed(survived), *rack.losses))
    return tuple(_losing_line(rack, one, states, survived) for one in known)


def _losing_line(
    rack: "_Rack", known: PduLines, states: Iterable[Lost], survived: Container[Lost]
) -> PduLines:
    """Return the lines of one PDU in these states, of which a site must survive some."""
    by_loss, part = known.by_loss, rack.case.wiring.parts[known.item]
    if by_loss is None or part is None or part.pdu is None:
        return known
    mine = [gone for gone in states if known.at not in gone]
    found = {gone: by_loss[gone] for gone in mine if gone in by_loss}
    if len(found) < len(mine):
        pdu = _Pdu(rack, known.at, known.item, part.pdu)
        by = 1 + sum(gone in survived for gone in mine)
        every = (NOTHING, *mine)
        found |= {gone: pdu.of_one(every, gone, by) for gone in mine if gone not in found}
    return replace(known, by_loss=found)


def dealt_branches(case: Case, losses: Losses, at: int, item: int) -> Mapping[Draw, list[int]]:
    """Return the branches of the supplies on a three-phase rack PDU that states no breakers.

    Parameters
    ----------
    at, item
        Its position among the lines, every PDU one of its own, and among what the rack holds.
    """
    part = case.wiring.parts[item]
    if part is None or part.pdu is None or part.pdu.phases != 3:
        return {}
    return _Pdu(_Rack(case), at, item, part.pdu).branch_of_each(losses)


def ways_of(case: Case) -> tuple[Losses | None, ...]:
    """Return what may be lost, by each way in which lines may hang on feeds; None where in doubt.

    Ways that lose the same lines are one.
    """
    if case.loss_open_on or not case.assignments:
        return (None,)
    ways = (case.losses(names) for names in case.assignments)
    return tuple({frozenset(lost for _, lost in losses): losses for losses in ways}.values())


class _Lines(NamedTuple):
    """Currents of three lines, the highest of them, and how far they are from their mean."""

    each: tuple[Figure, Figure, Figure]
    highest: Figure
    neutral: Figure
    imbalance: float

    @staticmethod
    def of(phases: Phases) -> "_Lines":
        """Return the lines of a circuit that is solved, by the volts that its PDU is made for."""
        one, two, three = (exact(amps, "A", DEALT) for amps in phases.lines)
        fullest = max((one, two, three), key=lambda figure: figure.low)
        neutral = exact(phases.neutral_a, "A", DEALT)
        return _Lines((one, two, three), fullest, neutral, phases.imbalance)

    def on(self, feed: str, case: Case) -> "_Lines":
        """Return the same by the volts of a feed."""
        one, two, three = (case.current(amps, feed) for amps in self.each)
        highest, neutral = (case.current(amps, feed) for amps in (self.highest, self.neutral))
        return _Lines((one, two, three), highest, neutral, self.imbalance)


class _Rack:
    """What hangs on the PDUs of a rack, and how they are dealt: those loaded alike, once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.lines, self.belongs = case.apart
        whipped = case.wiring.itself
        itself = case.wiring.filling.part if whipped is None else whipped.id
        # The whips of the thing itself take no outlet of a PDU.
        draws = [(draw, n) for draw, n in self.lines.draws.items() if draw.part != itself]
        self.certain = [(draw, n) for draw, n in draws if not draw.is_open]
        self.open = [
            self.lines.kw(draw.part).times(n).perhaps_none(draw.because or (f"{draw.part}.psu",))
            for draw, n in draws
            if draw.is_open
        ]
        self.losses = each_loss(case)
        self._known: dict[object, tuple[_Lines, ...]] = {}

    def dealt(
        self, supplies: Iterable[tuple[Loads, int]], states: int, volts: float, amps: float
    ) -> Iterator[_Lines]:
        """Return what lines carry in each state; PDUs that are loaded alike are dealt to once.

        Parameters
        ----------
        supplies
            What each takes in each state, kW, and how many there are of it.
        states
            How many of the states they are dealt by.
        volts
            By which its outlets are wired.
        amps
            Of a branch, for each kW.
        """
        key = (tuple(sorted(supplies)), states, volts, amps)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(
                _Lines.of(lines_of(branches, amps, volts))
                for branches in zip(*dealt(key[0], states), strict=True)
            )
        return iter(found)

    def short(self, at: int) -> str:
        """Return what people call the feed of a PDU, after the word feed."""
        return self.case.site.short(self.case.lines.lines[self.belongs[at]].feed)

    def of_unknown(self, at: int, item: int) -> PduLines:
        """Return the lines of a rack PDU, or of what may be one, of which nothing is known."""
        part = self.case.wiring.parts[item]
        held = self.case.wiring.filling.held[item].part
        ref = lost_ref(held) if part is None else f"{part.id}.pdu"
        currents = unsaid((ref,), missing(ref, "kW", 0.0, self.case.lines.all_draws.high))
        return PduLines(
            item, at, self.lines.lines[at].feed, self.short(at), held,
            self.case.pdu_called(at, item), None, missing(ref, "A"), currents, currents,
        )  # fmt: skip


class _Pdu:
    """A three-phase rack PDU whose figures are known, in its rack."""

    def __init__(self, rack: _Rack, at: int, item: int, pdu: PduFigures) -> None:
        self._rack, self._at, self._item, self._pdu = rack, at, item, pdu
        case = rack.case
        self._feed = rack.lines.lines[at].feed
        volts = brought(pdu, case.volts.get(self._feed))
        self._wye = is_wye(pdu.volts)
        # How outlets are wired is the PDU's: line to neutral stays so at a lower voltage.
        at_outlets = volts * outlet_volts(pdu.volts, 3) / pdu.volts
        self._amps = amps_per_kw(at_outlets, "1", case.site.power_factor)
        self._part = case.wiring.filling.held[item].part
        self._limit = exact(
            line_limit_a(pdu, case.site.derate, case.site.ambient), "A", f"{self._part}.pdu"
        )
        self._on = [(draw, n) for draw, n in rack.certain if draw.supplies[at]]
        powers = (rack.lines.kw(draw.part) for draw, _ in self._on)
        self._cords: CordLoads | None = None
        if feeds_known_outlets(branches_of(pdu)):
            self._cords = CordLoads(case, at, item, pdu)
        self._known = not rack.open and all(kw.exact for kw in powers)
        if self._cords is not None and not self._cords.known:
            self._known = False

    def lines(self, losses: Losses | None) -> PduLines:
        """Return its lines.

        Parameters
        ----------
        losses
            What may be lost; None where nobody can say that.
        """
        case = self._rack.case
        normal: Currents
        after: Currents | None
        by_loss: Mapping[Lost, Currents] | None = None
        if losses is not None and self._item not in case.unnamed_pdus:
            normal, after, by_loss = self._asked(losses)
        else:
            refs = case.loss_open_on or (case.unnamed,)
            load = missing(refs[0], "kW", 0.0, case.lines.all_draws.high)
            normal = after = unsaid(refs, load)
            if self._item not in case.unnamed_pdus:
                normal = self._bounded(frozenset(), "", refs)
        return PduLines(
            self._item, self._at, self._feed, self._rack.short(self._at), self._part,
            case.pdu_called(self._at, self._item),
            "wye" if self._wye else "delta", self._limit, normal, after, by_loss,
        )  # fmt: skip

    def _asked(self, losses: Losses) -> tuple[Currents, Currents | None, Mapping[Lost, Currents]]:
        """Return its currents with all feeds up, after the loss that is worst, and by each loss.

        Supplies are dealt by the losses that the site must survive; the others change no cord.
        """
        left = self._left(losses)
        others = [gone for gone in self._rack.losses if self._at not in gone and gone not in left]
        states = [("", NOTHING), *((when, gone) for gone, when in left.items())]
        states += [("", gone) for gone in others]
        if self._known:
            normal, *each = self._exact(states, 1 + len(left))
        else:
            normal, *each = (self._bounded(gone, when, ()) for when, gone in states)
        by_loss = dict(zip((*left, *others), each, strict=True))
        after = each[: len(left)]
        if not after:
            return normal, None, by_loss
        worst = max(after, key=lambda one: (round(one.highest.high, 6), one.highest.low))
        fits = reduce(worse, (one.fits for one in after))
        if not self._known:
            amps = highest([one.highest for one in after])
            lines = tuple(highest([one.lines[at] for one in after]) for at in range(3))
            neutral = highest([one.neutral for one in after])
            three = (lines[0], lines[1], lines[2])
            worst = replace(worst, highest=amps, lines=three, neutral=neutral, when="")
        return normal, replace(worst, fits=fits), by_loss

    def of_one(self, states: Sequence[Lost], gone: Lost, by: int) -> Currents:
        """Return its currents in one of some states, dealt over the phases by the first of them."""
        if not self._known:
            return self._bounded(gone, "", ())
        if self._cords is not None:
            lines = next(self._on_breakers(self._cords, [gone]))
        else:
            supplies = self._supplies(states) or [((0.0,) * len(states), 1)]
            at = states.index(gone)
            branches = tuple(branch[at] for branch in dealt(sorted(supplies), by))
            lines = _Lines.of(lines_of(branches, self._amps, self._pdu.volts))
        return self._currents(lines, "", gone)

    def _left(self, losses: Losses) -> dict[Lost, str]:
        """Return the losses of these that leave it, with when that is, in words."""
        case = self._rack.case
        asked = {case.apart_from(lost): case.when(name) for name, lost in reversed(losses)}
        return {gone: asked[gone] for gone in reversed(asked) if self._at not in gone}

    def branch_of_each(self, losses: Losses) -> Mapping[Draw, list[int]]:
        """Return the branches of supplies as they are dealt by rule, in the order of devices.

        Of what nobody can say, nothing is.
        """
        if not self._known or self._cords is not None:
            return {}
        states = [NOTHING, *self._left(losses)]
        supplies = self._supplies(states)
        on = {loads: list(counts) for loads, counts in placed(supplies, len(states)).items()}
        found: dict[Draw, list[int]] = {}
        for (draw, _), (loads, number) in zip(self._on, supplies, strict=True):
            for _ in range(number):
                at = max(range(3), key=lambda one: (on[loads][one], -one))
                on[loads][at] -= 1
                found.setdefault(draw, []).append(at)
        return found

    def _supplies(self, states: Sequence[Lost]) -> list[tuple[Loads, int]]:
        """Return what the supplies of each spread take in each state, and how many they are."""
        return [
            (tuple(self._each(draw, gone).low for gone in states), n * draw.supplies[self._at])
            for draw, n in self._on
        ]

    def _exact(self, states: Sequence[tuple[str, Lost]], by: int) -> Iterator[Currents]:
        """Yield its currents in each state, dealt over the phases by the first of these."""
        supplies = self._supplies([gone for _, gone in states])
        if not supplies:
            supplies = [((0.0,) * len(states), 1)]
        if self._cords is not None:
            found = self._on_breakers(self._cords, [gone for _, gone in states])
        else:
            found = self._rack.dealt(supplies, by, self._pdu.volts, self._amps)
        for (when, lost), one in zip(states, found, strict=True):
            yield self._currents(one, when, lost)

    def _currents(self, planned: _Lines, when: str, lost: Lost) -> Currents:
        """Return what lines carry in a state by the volts of their feed."""
        lines = planned.on(self._feed, self._rack.case)
        # Where each line carries its current, the PDU carries the load.
        load, fits = NO_LOAD, CARRIES
        if within(lines.highest, self._limit).answer != "yes":
            load, fits = self._load(lost)
        return Currents(lines.each, lines.highest, load, fits, when, lines.imbalance, lines.neutral)

    def _on_breakers(self, cords: CordLoads, states: Sequence[Lost]) -> Iterator[_Lines]:
        """Yield what lines carry in each state where the breaker of each supply is known."""
        for gone in states:
            yield _Lines.of(lines_of(cords.line_kw(gone), self._amps, self._pdu.volts))

    def _bounded(self, gone: Lost, when: str, refs: Sequence[str]) -> Currents:
        """Return its currents in a state by bounds that hold however supplies are dealt.

        Parameters
        ----------
        refs
            What leaves open how they are dealt, beside what is not known of the loads.
        """
        rack = self._rack
        each = [(self._each(draw, gone), n * draw.supplies[self._at]) for draw, n in self._on]
        whole = [(rack.lines.kw(draw.part), draw.supplies[self._at], n) for draw, n in self._on]
        supplied = total([*(kw.times(n) for kw, n in each), *rack.open], "kW")
        # By whatever state it is dealt, a supply takes no more than its share of those on this PDU.
        heaviest = [kw.times(1 / on) for kw, on, _ in whole] + rack.open
        most = total([*(kw.times(n) for kw, _, n in whole), *rack.open], "kW").high
        # Breakers with few outlets, or cords by hand, may crowd all on one line.
        low, high = highest_line(
            to_neutral=self._wye,
            least=supplied.low,
            largest=highest([kw for kw, _ in each]).low if each else 0.0,
            most=supplied.high,
            weights=most if self._cords is None else inf,
            heaviest=highest(heaviest).high if heaviest else 0.0,
        )
        because = (*refs, *(gap.ref for gap in supplied.gaps))
        amps, line = (
            rack.case.current(
                _between(least, max(low, high), because).times(self._amps, "A"), self._feed
            )
            for least in (low, 0.0)
        )
        load, fits = self._load(gone)
        neutral = line if self._wye else exact(0.0, "A", DEALT)
        return Currents((line, line, line), amps, load, fits, when, None, neutral)

    def _each(self, draw: Draw, gone: Lost) -> Figure:
        """Return what one of a device's supplies takes when others are lost, kW."""
        left = sum(n for at, n in enumerate(draw.supplies) if at not in gone)
        return self._rack.lines.kw(draw.part).times(1 / left)

    def _load(self, gone: Lost) -> tuple[Figure, Verdict]:
        """Return what it carries, kW, and whether it may."""
        load = self._rack.lines.loads(gone)[self._at]
        return load, within(load, self._rack.case.rating(self._item))


def _between(low: float, high: float, because: Iterable[str]) -> Figure:
    """Return a current, in kW of its branch, that nobody can say within bounds."""
    gaps = [Gap(ref, high - low) for ref in dict.fromkeys(because)]
    return Figure(low, high, None, "kW", 0.0, (DEALT,), merged(gaps))
