"""What the branch breakers of a rack's PDUs carry, with all feeds up and after each loss.

A rack PDU whose part states its breakers has an outlet for each cord, and so a breaker and a line
(`wiring.power_breakers`). A cord carries `P / (supplies that run · V · power factor)`, a breaker
the sum of its cords, a line that of its breakers. Where nobody can say what a cord carries, or on
which rack PDU it hangs, cords may be dealt otherwise: a breaker carries nothing, or all that the
PDU does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, NamedTuple

from designer.catalog.part import PduFigures
from designer.engine.circuits import amps_per_kw
from designer.engine.dealing import breaker_limit_a
from designer.engine.electric import outlet_volts
from designer.engine.power_report import BreakerReport
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.supplies import worse
from designer.engine.subjects.feeds.voltage import brought
from designer.engine.subjects.feeds.worst_loss import BY_GRAVITY
from designer.model.figure_words import words
from designer.model.figures import Figure, Verdict, exact, missing, total, within
from designer.model.measured import fields_of
from designer.wiring.power_branches import Branch, branch_at, branches_of, line_name

NOTHING: Final[Lost] = frozenset()
NO_CURRENT: Final = exact(0.0, "A")


@dataclass(frozen=True, slots=True)
class BreakerCurrents:
    """What one breaker carries.

    Attributes
    ----------
    called
        What people call it, without its rack PDU: `breaker 3 (L1)`.
    by_loss
        After each single loss that leaves its rack PDU, by the lines that are lost with every rack
        PDU as one of its own; None where nobody can say what it carries.
    after, when
        The highest after a loss that the site must survive, and that loss in words; None where no
        such loss leaves the PDU.
    """

    branch: Branch
    line: str
    limit: Figure
    normal: Figure
    after: Figure | None
    when: str
    by_loss: Mapping[Lost, Figure] | None

    @property
    def called(self) -> str:
        """What people call it, without its rack PDU."""
        return f"breaker {self.branch.number} ({self.line})"


@dataclass(frozen=True, slots=True)
class PduBreakers:
    """The breakers of one rack PDU that states them.

    Attributes
    ----------
    item, at
        Its position among what the rack holds, and among the lines, every PDU one of its own.
    number
        Which of the rack PDUs on its feed it is, from 1.
    cords
        What hangs in its outlets.
    """

    item: int
    at: int
    feed: str
    number: int
    part: str
    called: str
    nec: bool
    breakers: tuple[BreakerCurrents, ...]
    cords: "CordLoads"

    @property
    def reports(self) -> Iterator[BreakerReport]:
        """Yield the breakers as the report holds them."""
        for one in self.breakers:
            figures = {"limit_a": one.limit, "load_a": one.normal}
            if one.after is not None:
                figures["load_after_loss_a"] = one.after
            yield BreakerReport(
                part=self.part, pdu=self.number, number=one.branch.number, line=one.line,
                rating_a=one.branch.amps, **fields_of(figures),
            )  # fmt: skip


@dataclass(frozen=True)
class FullestBreaker:
    """The breaker of a rack that is fullest in one state, and whether all carry their load."""

    verdict: Verdict
    pdu: PduBreakers | None = None
    breaker: BreakerCurrents | None = None
    load: Figure = NO_CURRENT
    when: str = ""

    @property
    def words(self) -> str:
        """What it carries of what it can, and after which loss; empty where there is none."""
        if self.pdu is None or self.breaker is None:
            return ""
        carried = f"{words(self.load, unit='')} of {words(self.breaker.limit)}"
        when = f" {self.when}" if self.when else ""
        return f"{self.breaker.called} of {self.pdu.called} carries {carried}{when}"


class Plugged(NamedTuple):
    """A supply at an outlet of a breaker: its device's position, and how that hangs on lines."""

    branch: Branch
    item: int
    draw: Draw


class CordLoads:
    """The cords of one rack PDU that states its breakers."""

    def __init__(self, case: Case, at: int, item: int, pdu: PduFigures) -> None:
        self._case, self._at, self.pdu = case, at, pdu
        self.branches = branches_of(pdu)
        self._lines, draws = case.apart[0], case.draw_of
        self._volts = brought(pdu, case.volts.get(self._lines.lines[at].feed))
        cords = [cord for cord in case.wiring.plugged if cord.pdu == item]
        self.cords = [
            Plugged(branch, cord.item, draws[cord.item])
            for cord in cords
            if (branch := branch_at(self.branches, cord.outlet)) is not None
        ]
        loose = [draw for draw in self._lines.draws if draw.is_open or draw.turned]
        known = all(self._lines.kw(one.draw.part).exact for one in self.cords)
        self.known = known and not loose and len(self.cords) == len(cords)
        part = case.wiring.filling.held[item].part
        unfed = f"{part}.pdu.breaker_outlets"
        self.open_on = next((ref for draw in loose for ref in draw.because), unfed)

    @property
    def may_carry(self) -> bool:
        """Whether anything may hang on it."""
        return self.all_kw(NOTHING).high > 0

    @property
    def amps(self) -> float:
        """The planned current of each kW at its outlets: how they are wired is the PDU's."""
        wired = outlet_volts(self.pdu.volts, self.pdu.phases) / self.pdu.volts
        return amps_per_kw(self._volts * wired, "1", self._case.site.power_factor)

    def current(self, kw: Figure) -> Figure:
        """Return the current of a power at its outlets, by the volts of its feed."""
        return self.at_its_volts(kw.times(self.amps, "A"))

    def at_its_volts(self, amps: Figure) -> Figure:
        """Return a planned current as it is by the volts of its feed."""
        return self._case.current(amps, self._lines.lines[self._at].feed)

    def breaker_kw(
        self,
        gone: Lost,
        short: Mapping[int, int] | None = None,
        broken: Branch | None = None,
        dead: Plugged | None = None,
    ) -> list[Figure]:
        """Return what each breaker carries when lines are lost, kW.

        Parameters
        ----------
        short
            Supplies that are lost besides, by the position of their device; None for none.
        broken
            The breaker of this rack PDU that they are lost with.
        dead
            The supply of this rack PDU that is lost by itself.
        """
        return [
            total(
                (
                    self._each(one, gone, short)
                    for one in self.cords
                    if one.branch is branch and branch is not broken and one is not dead
                ),
                "kW",
            )
            for branch in self.branches
        ]

    def line_kw(
        self, gone: Lost, short: Mapping[int, int] | None = None, broken: Branch | None = None
    ) -> tuple[float, float, float]:
        """Return what hangs on each line, or pair of lines, where that is known, kW."""
        each = self.breaker_kw(gone, short, broken)
        one, two, three = (
            total(
                (kw for kw, branch in zip(each, self.branches, strict=True) if branch.line == line),
                "kW",
            ).low
            for line in range(3)
        )
        return one, two, three

    def _each(self, one: Plugged, gone: Lost, short: Mapping[int, int] | None) -> Figure:
        """Return what one of a device's supplies takes when others are lost, kW."""
        left = sum(n for at, n in enumerate(one.draw.supplies) if at not in gone)
        besides = short.get(one.item, 0) if short else 0
        return self._lines.kw(one.draw.part).times(1 / (left - besides))

    def all_kw(self, gone: Lost) -> Figure:
        """Return what the rack PDU carries, kW."""
        return self._lines.loads(gone)[self._at]


def pdu_breakers(case: Case, losses: Losses | None) -> tuple[PduBreakers, ...]:
    """Return the breakers of each rack PDU that states them.

    Parameters
    ----------
    losses
        What may be lost, by the lines of the rack; None where nobody can say that.
    """
    found = []
    for at, line in enumerate(case.apart[0].lines):
        for item in line.pdus:
            part = case.wiring.parts[item]
            if part is None or part.pdu is None or not branches_of(part.pdu):
                continue
            cords = CordLoads(case, at, item, part.pdu)
            unnamed = losses is None or bool(case.unnamed_pdus)
            breakers = _open(case, cords) if unnamed else _asked(case, at, cords, losses or ())
            number = case.lines.lines[case.apart[1][at]].pdus.index(item) + 1
            found.append(
                PduBreakers(
                    item, at, line.feed, number, part.id, case.pdu_called(at, item),
                    part.pdu.standard == "nec", tuple(breakers), cords,
                )
            )  # fmt: skip
    return tuple(found)


def losing_breakers(
    case: Case, known: Sequence[PduBreakers], losses: Losses | None
) -> tuple[PduBreakers, ...]:
    """Return the same for a site that only loses other things together than that of some breakers.

    States that are known are kept: the others alone are added.
    """
    survived = [case.apart_from(lost) for _, lost in losses or ()]
    states = dict.fromkeys((*survived, *each_loss(case)))
    return tuple(_losing(one, [gone for gone in states if one.at not in gone]) for one in known)


def _losing(known: PduBreakers, states: Sequence[Lost]) -> PduBreakers:
    by_loss = [one.by_loss for one in known.breakers]
    added = {
        gone: _amps(known.cords, gone)
        for gone in states
        if any(one is not None and gone not in one for one in by_loss)
    }
    breakers = tuple(
        one if was is None
        else replace(
            one, by_loss={g: was[g] if g in was else added[g][place] for g in states}
        )
        for place, (one, was) in enumerate(zip(known.breakers, by_loss, strict=True))
    )  # fmt: skip
    return replace(known, breakers=breakers)


def _open(case: Case, cords: CordLoads) -> Iterator[BreakerCurrents]:
    """Yield breakers of which nobody can say what they carry."""
    ref = next(iter(case.loss_open_on), case.unnamed)
    most = cords.current(case.lines.all_draws)
    load = missing(ref, "A", 0.0, most.high)
    for branch in cords.branches:
        line = line_name(cords.pdu, branch.line)
        yield BreakerCurrents(branch, line, _limit(case, cords, branch), load, load, "", None)


def _limit(case: Case, cords: CordLoads, branch: Branch) -> Figure:
    amps = breaker_limit_a(cords.pdu, branch.amps, case.site.derate, case.site.ambient)
    return exact(amps, "A")


def _asked(case: Case, at: int, cords: CordLoads, losses: Losses) -> Iterator[BreakerCurrents]:
    """Yield what each breaker carries in each state."""
    asked = {case.apart_from(lost): case.when(name) for name, lost in reversed(losses)}
    left = {gone: asked[gone] for gone in reversed(asked) if at not in gone}
    others = [gone for gone in each_loss(case) if at not in gone and gone not in left]
    loads = {gone: _amps(cords, gone) for gone in (NOTHING, *left, *others)}
    for place, branch in enumerate(cords.branches):
        worst = max(left, key=lambda gone: round(loads[gone][place].high, 6), default=None)
        yield BreakerCurrents(
            branch,
            line_name(cords.pdu, branch.line),
            _limit(case, cords, branch),
            loads[NOTHING][place],
            None if worst is None else loads[worst][place],
            "" if worst is None else left[worst],
            {gone: loads[gone][place] for gone in (*left, *others)},
        )


def _amps(cords: CordLoads, gone: Lost) -> list[Figure]:
    """Return what each breaker carries, A."""
    if cords.known:
        return [cords.current(kw) for kw in cords.breaker_kw(gone)]
    whole = cords.all_kw(gone)
    ref = next((gap.ref for gap in whole.gaps), cords.open_on)
    load = missing(ref, "kW", 0.0, whole.high)
    return [cords.current(load)] * len(cords.branches)


def each_loss(case: Case) -> tuple[Lost, ...]:
    """Return what single losses take of the lines, with every rack PDU as one of its own.

    Whatever the site must survive: each loss upstream, and each of the rack PDUs.
    """
    upstream = dict.fromkeys(
        case.lines_on(feeds, names) for names in case.assignments for feeds in case.taken_together
    )
    pdus = (frozenset({at}) for at, line in enumerate(case.apart[0].lines) if line.pdus)
    found = dict.fromkeys((*map(case.apart_from, upstream), *pdus))
    return tuple(gone for gone in found if gone)


def fullest_breaker(pdus: Sequence[PduBreakers], *, after: bool) -> FullestBreaker:
    """Return the fullest breaker, with all feeds up or after the worst loss."""
    return _fullest(
        (pdu, one, one.after if after else one.normal, one.when if after else "")
        for pdu in pdus
        for one in pdu.breakers
    )


def fullest_breaker_after(pdus: Sequence[PduBreakers], gone: Lost) -> FullestBreaker:
    """Return the fullest breaker after a loss.

    Parameters
    ----------
    gone
        The lines that are lost, with every rack PDU as one of its own.
    """
    return _fullest(
        (pdu, one, one.after if one.by_loss is None else one.by_loss.get(gone, one.normal), "")
        for pdu in pdus
        if pdu.at not in gone
        for one in pdu.breakers
    )


def _fullest(
    each: Iterator[tuple[PduBreakers, BreakerCurrents, Figure | None, str]],
) -> FullestBreaker:
    found, gravest, verdicts = FullestBreaker(Verdict("yes")), (0, -1.0), []
    for pdu, breaker, load, when in each:
        if load is None:
            continue
        verdict = within(load, breaker.limit)
        verdicts.append(verdict)
        order = (BY_GRAVITY.index(verdict.answer), load.per(breaker.limit).high)
        if order > gravest:
            gravest, found = order, FullestBreaker(verdict, pdu, breaker, load, when)
    verdict = reduce(worse, verdicts, Verdict("yes"))
    return FullestBreaker(verdict, found.pdu, found.breaker, found.load, found.when)
