"""What a loss leaves of a device's power supplies.

A supply is rated at its output, a device's power is measured at its inputs; the efficiency stands
between them (IEC 62301 and 80 PLUS measure both sides). The maker's redundancy, `4+2`, says how
many supplies carry the device: fewer than that do not, whatever the ratings say. Where no maker
says it, only all supplies together are known to carry what they are rated for: a DGX H100 needs
four of six, though three would do by their rating. What a rating refuses stays refused.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from designer.catalog import shelf_power
from designer.catalog.part import Part, Psu
from designer.engine.assumptions import Assumptions
from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.voltage import outlets_between
from designer.model.figure_cases import hull, lowest
from designer.model.figures import Answer, Figure, Verdict, product, stated, within
from designer.wiring.power_cording import NO_CORD
from designer.wiring.power_ends import shelves_of
from designer.wiring.power_rack import RackWiring

UNNAMED = "feed of a rack PDU that names none"
"""What leaves open what is lost together; also where the feed that it names does not exist."""


@dataclass(frozen=True)
class SupplyVerdict:
    """What the worst loss leaves of a device's power supplies.

    Attributes
    ----------
    wiring
        Supplies on each line, `2+2+2`.
    lost
        What leaves fewest when it is lost, by its id; for 2N, the feed that is left alone.
    when
        That loss, in words.
    left, count
        Supplies that run then, of how many.
    declared
        Supplies that carry the device by its maker's redundancy; 0 where none is declared.
    left_kw, needed_kw
        What the supplies left can give, and what the device needs, both at the supplies' output.
    verdict
        Whether they are enough.
    normal_kw, normal
        What all of them can give with nothing lost, and whether that is enough.
    gravity
        How grave it is if none of its supplies is left.
    alone
        Whether `lost` names what is left alone, by 2N.
    feeds
        Feeds that its supplies hang on; an empty one for a rack PDU that names none.
    named
        Whether all of them are feeds of the room.
    open_on
        What leaves open where its supplies hang, or whether they do; empty where that is known.
    lost_called, called
        What people call what is lost, and the feeds, after the word feed.
    of_shelf
        How many supplies a power shelf has; 0 for supplies that sit in no shelf.
    capping
        Whether it is stated that the device runs on capped to what so few supplies left give:
        where supplies stand in domains, that each domain that falls short does. Open where it is
        stated to run on capped, and not on how few.
    capped_from
        On how few supplies it is stated to run on so; 0 where nobody says.
    short
        Domains with fewer supplies than they need then, by name.
    by_weight
        Whether its power shelves are of several sizes, and `count` counts shares of the load.
    """

    part: str
    name: str
    wiring: str
    lost: str
    when: str
    left: int
    count: int
    declared: int
    left_kw: Figure
    needed_kw: Figure
    verdict: Verdict
    normal_kw: Figure
    normal: Verdict
    gravity: Literal["error", "warning"]
    alone: bool
    feeds: tuple[str, ...]
    named: bool
    open_on: tuple[str, ...] = ()
    lost_called: str = ""
    called: tuple[str, ...] = ()
    of_shelf: int = 0
    capping: Answer = "no"
    capped_from: int = 0
    short: tuple[str, ...] = ()
    by_weight: bool = False

    @property
    def is_shelved(self) -> bool:
        """Whether its supplies sit in power shelves, of one size or of several."""
        return self.of_shelf > 0 or self.by_weight

    @property
    def runs_capped(self) -> bool:
        """Whether the loss leaves too little for its highest load, and the device slows down."""
        short = self.survives is False and self.normal.answer == "yes"
        return self.capping == "yes" and short and not self.open_on

    @property
    def may_run_capped(self) -> bool:
        """Whether it runs on capped where its supplies hang as they are dealt, and they may not."""
        hangs = self.capping == "yes" and self.survives is False
        return hangs and self.normal.answer == "open" and bool(self.open_on)

    @property
    def survives(self) -> bool | None:
        """Whether the device keeps its highest load; None where it cannot be said."""
        return {"yes": True, "no": False, "open": None}[self.verdict.answer]


@dataclass(frozen=True, slots=True)
class Left:
    """What a loss leaves of supplies: how many of how many, and whether that is enough.

    Whether the device runs on capped where it is not says `capping`, as for a verdict.
    """

    left: int
    count: int
    verdict: Verdict
    capping: Answer = "no"

    @property
    def survives(self) -> bool | None:
        """Whether the device keeps its highest load; None where it cannot be said."""
        return {"yes": True, "no": False, "open": None}[self.verdict.answer]


def feed_not_known(named: Iterable[str], feeds: Iterable[str]) -> str:
    """Return what leaves open which feeds something hangs on.

    Parameters
    ----------
    named
        Feeds that it names; an empty one for a rack PDU that names none.
    feeds
        Feeds of the room.
    """
    strange = sorted(set(named) - set(feeds))
    if not strange or "" in strange:
        return UNNAMED
    if len(strange) == 1:
        return f"feed meant by {strange[0]} (the room has none of that name)"
    first, *more = strange
    names = (first, *more) if len(more) == 1 else (first, f"{len(more)} more")
    return f"feed meant by {' and '.join(names)} (the room has none of these names)"


def efficiency_of(part: Part, site: Assumptions) -> Figure:
    """Return the efficiency of a part's supplies: as stated, else the planning default."""
    return shelf_power.efficiency_of(part, site.psu_efficiency)


def supplied(
    part: Part,
    left: int,
    power_kw: Figure,
    efficiency: Figure,
    volts: Figure | None,
    of_domains: Sequence[int] | None = None,
) -> tuple[Figure, Figure, Verdict]:
    """Return what supplies can give, what is needed (kW at the output), and whether it is enough.

    Parameters
    ----------
    left
        Supplies that run.
    power_kw
        Highest power of the device at its inputs.
    volts
        Lowest voltage of the outlets they may hang on; None where not known.
    of_domains
        How many run in each domain of supplies that feed loads apart; None where nobody says.
    """
    psu = part.psu
    if psu is None:
        raise ValueError(f"{part.id} states no power supplies")
    needed = shelf_power.behind_supplies(part, power_kw, efficiency)
    each = stated(psu.rating_w, f"{part.id}.psu.rating_w", "W").times(0.001, "kW")
    can = _given(psu, each, left, of_domains, f"{part.id}.psu.domains")
    declared = psu.declared
    if psu.rating_w is not None:
        verdict = within(needed, can)
    elif declared:
        verdict = Verdict("yes")  # What the maker declares stands in for the rating, and no more.
    else:
        verdict = Verdict("open", because=(f"{part.id}.psu.rating_w",))
    by_rating = psu.redundancy in (shelf_power.BY_RATING, shelf_power.BY_WEIGHT)
    if not (declared or by_rating) and 0 < left < psu.count and needed.high > 0:
        # Some are lost: by its rating what is left may do, by its maker it may need more.
        verdict = worse(Verdict("open", because=(f"{part.id}.psu.redundancy",)), verdict)
    if psu.amps_max and volts is not None:
        # At a low voltage the inlet's current limits what the supplies can take in.
        intake = volts.times(left * psu.amps_max / 1000, "kW").rest_on(f"{part.id}.psu.amps_max")
        verdict = worse(verdict, within(power_kw, intake))
        limited = product(intake, efficiency, "kW")
        if limited.high < can.low:
            can = limited
        elif limited.low < can.low:
            can = lowest([can, limited])
    if psu.domains and 0 < left < psu.count:
        verdict = worse(verdict, _by_domain(part.id, psu, left, of_domains))
    if (left == 0 and needed.low > 0) or (declared and left < declared):
        verdict = Verdict("no")
    return can, needed, verdict


def _given(psu: Psu, each: Figure, left: int, of_domains: Sequence[int] | None, ref: str) -> Figure:
    """Return what supplies that run can give, kW; some domains may have weaker ones.

    Parameters
    ----------
    each
        What one of the strongest gives.
    """
    shares = psu.shares
    if not shares:
        return each.times(left)
    if of_domains is not None:
        return each.times(sum(n * share for n, share in zip(of_domains, shares, strict=True)))
    return hull([each.times(left * min(shares)), each.times(left * max(shares))], ref)


def _by_domain(part_id: str, psu: Psu, left: int, of_domains: Sequence[int] | None) -> Verdict:
    """Return whether each domain has the supplies that it needs.

    Where nobody says which supplies are lost, any of them may be of the domain that has least to
    spare.
    """
    if of_domains is not None:
        enough = all(n >= one.needed for n, one in zip(of_domains, psu.domains, strict=True))
        return Verdict("yes" if enough else "no")
    if psu.count - left <= psu.least_spare:
        return Verdict("yes")
    return Verdict("open", because=(f"{part_id}.psu.domains",))


def short_domains(psu: Psu | None, of_domains: Sequence[int] | None) -> tuple[str, ...]:
    """Return the domains with fewer supplies than they need, by name."""
    if psu is None or of_domains is None:
        return ()
    both = zip(of_domains, psu.domains, strict=True)
    return tuple(one.name for n, one in both if n < one.needed)


def supplies_of_shelf(part: Part) -> int:
    """Return how many supplies a power shelf of a rack has; 0 without shelves of one size."""
    shelves, psu = shelves_of(part), part.psu
    if not shelves or psu is None or psu.count % shelves or (psu.inlet and not on_busbar(psu)):
        return 0
    if psu.redundancy == shelf_power.BY_WEIGHT:
        return 0  # they are not of one size
    return psu.count // shelves


def worse(a: Verdict, b: Verdict) -> Verdict:
    """Return the verdict on two conditions that must both hold."""
    if "no" in (a.answer, b.answer):
        return Verdict("no")
    if "open" in (a.answer, b.answer):
        return Verdict("open", because=tuple(dict.fromkeys((*a.because, *b.because)))[:2])
    return Verdict("yes", a.near or b.near)


def agreed(verdicts: Iterable[Verdict], because: str) -> Verdict:
    """Return the verdict in cases of which nobody knows which it is."""
    cases = tuple(dict.fromkeys(verdicts))
    answers = {case.answer for case in cases}
    if len(answers) == 1:
        return cases[0]
    gaps = [ref for case in cases for ref in case.because]
    return Verdict("open", because=tuple(dict.fromkeys((because, *gaps)))[:2])


def fewest_left(
    counts: Sequence[int],
    losses: Sequence[tuple[str, Lost]],
    domains: Sequence[Sequence[int]] = (),
    needed: Sequence[int] = (),
) -> tuple[int, str, tuple[int, ...] | None]:
    """Return how few supplies a loss leaves, which loss does, and what it leaves in each domain.

    A loss that leaves a domain short is worse than one that leaves fewer in all.

    Parameters
    ----------
    domains
        Supplies of each domain on each line; none where all share one load.
    needed
        How many each domain needs.
    """
    left = [
        (
            all(n >= need for n, need in zip(of_domains, needed, strict=True)),
            _alive(counts, lost), name, of_domains,
        )
        for name, lost in losses
        for of_domains in [tuple(_alive(one, lost) for one in domains)]
    ]  # fmt: skip
    _, fewest, name, of_domains = min(left, key=lambda one: one[:2])
    return fewest, name, of_domains if domains else None


def _alive(counts: Sequence[int], lost: Lost) -> int:
    return sum(count for line, count in enumerate(counts) if line not in lost)


def lowest_volts(wiring: RackWiring, site: Assumptions) -> Figure | None:
    """Return the lowest voltage of the outlets in a rack; None where nobody knows one."""
    found = outlets_between(wiring, dict(site.volts), site.feeds)
    return lowest(list(found.values())) if found else None


def on_busbar(psu: Psu) -> bool:
    """Whether supplies sit in power shelves and not in devices."""
    return psu.inlet.startswith(NO_CORD)
