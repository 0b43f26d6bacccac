"""The power supplies of a rack's devices: what the worst loss leaves, and what cannot be said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from designer.catalog.part import Part, Psu
from designer.catalog.shelf_power import BY_WEIGHT
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.supplies import (
    Left,
    SupplyVerdict,
    agreed,
    efficiency_of,
    fewest_left,
    on_busbar,
    short_domains,
    supplied,
    supplies_of_shelf,
    worse,
)
from designer.model.feed_policy import WHOLE_SYSTEMS
from designer.model.figures import Answer, Figure, Verdict

UNASSIGNED = "?"
"""Stands in a report for the feed of rack PDUs that name none."""


def uncounted(case: Case) -> dict[str, str]:
    """Return what nobody states of supplies that share a load, by part.

    Whips with a transfer switch between them have no supplies that a loss leaves.
    """
    found: dict[str, str] = {}
    for draw in case.lines.draws:
        part = case.parts_by_id.get(draw.part)
        if part is None:
            found[draw.part] = next(iter(draw.because))
            continue
        psu = part.psu
        if psu is None or psu.count < 1:
            if not draw.order:
                found[draw.part] = f"{draw.part}.psu"
        elif draw.is_uncounted:
            shelves = f"{draw.part}.compute.power_shelves"
            found[draw.part] = next(iter(draw.because), shelves)
    for item in case.wiring.on_bus_alone:
        found.setdefault(case.wiring.filling.held[item].part, case.wiring.why_open(item))
    # What states nothing of its own supplies comes before what merely hangs beside it.
    return dict(sorted(found.items(), key=lambda one: not one[1].startswith(f"{one[0]}.")))


def verdicts_of(case: Case) -> Iterator[SupplyVerdict]:
    """Yield one verdict for each part and spread of its supplies that is known."""
    yield from told(case, verdicts_by_spread(case))


def told(case: Case, verdicts: Mapping[Draw, SupplyVerdict]) -> Iterator[SupplyVerdict]:
    """Yield the verdicts that are told: supplies of shelves that feed nothing have none."""
    idle = case.wiring.idle_bus
    yield from (one for spread, one in verdicts.items() if not idle or spread.part != idle)


def verdicts_by_spread(case: Case) -> dict[Draw, SupplyVerdict]:
    """Return the verdict on each spread, whatever leaves open whether supplies hang so."""
    return {
        spread: _verdict(case, case.parts_by_id[spread.part], _open_on(spread, refs))
        for spread, refs in _spread_alike(case).items()
    }


def left_by_spread(case: Case) -> dict[Draw, Left]:
    """Return what the worst loss leaves of each spread, and no more of the same verdict."""
    found = {}
    for spread, refs in _spread_alike(case).items():
        after = _after_loss(case, case.parts_by_id[spread.part], _open_on(spread, refs))
        found[spread] = Left(after.left, sum(spread.supplies), after.verdict, after.capping)
    return found


def _open_on(spread: Draw, refs: Refs) -> Draw:
    return replace(spread, because=refs) if refs else spread


def _spread_alike(case: Case) -> dict[Draw, Refs]:
    """Return each spread of which supplies are counted, with what leaves it open."""
    alike: dict[Draw, Refs] = {}
    for draw in case.lines.draws:
        if draw.is_uncounted or draw.order or case.parts_by_id[draw.part].psu is None:
            continue
        spread = spread_of(draw)
        alike[spread] = tuple(dict.fromkeys((*alike.get(spread, ()), *draw.because)))
    return alike


def spread_of(draw: Draw) -> Draw:
    """Return how supplies hang, without what leaves it open."""
    return replace(draw, because=()) if draw.because else draw


def _verdict(case: Case, part: Part, draw: Draw) -> SupplyVerdict:
    """Return what the worst loss leaves of a part's supplies.

    What is not enough with all its supplies in outlets is not with fewer; what is enough may
    not be, where nobody can say whether they find some.
    """
    supplies, refs = draw.supplies, draw.because
    hanging = zip(case.lines.lines, supplies, strict=True)
    feeds = () if draw.turned else tuple(dict.fromkeys(line.feed for line, n in hanging if n))
    after = _after_loss(case, part, draw)
    lost = after.lost or UNASSIGNED
    efficiency, power = efficiency_of(part, case.site), case.lines.kw(part.id)
    plugged_in = tuple(map(sum, draw.domains)) or None
    all_kw, _, normal = supplied(
        part, sum(supplies), power, efficiency, _volts(case, part), plugged_in
    )
    normal = _with_open_supplies(case, part, refs, normal)
    return SupplyVerdict(
        part=part.id,
        name=part.name,
        wiring="+".join(str(count) for count in supplies if count),
        lost=lost,
        lost_called=case.site.short(lost),
        when=case.when(lost),
        left=after.left,
        count=sum(supplies),
        declared=part.psu.declared if part.psu else 0,
        left_kw=after.can,
        needed_kw=after.needed,
        verdict=after.verdict,
        normal_kw=all_kw,
        normal=normal,
        gravity=_gravity(case, part),
        alone=case.site.policy == "2N" and set(feeds) <= set(case.site.feeds),
        feeds=feeds,
        called=tuple(map(case.site.short, feeds)),
        named=set(feeds) <= set(case.site.feeds),
        open_on=refs,
        of_shelf=supplies_of_shelf(part),
        capping=after.capping,
        capped_from=_capped_from(part.psu),
        short=after.short,
        by_weight=part.psu is not None and part.psu.redundancy == BY_WEIGHT,
    )


_FROM_WORST: Final[tuple[Answer, ...]] = ("no", "open", "yes")


def _capping(psu: Psu | None, left: int, of_domains: Sequence[int] | None) -> Answer:
    """Return whether a device is stated to run on capped with so few supplies left.

    Where they stand in domains, it may be stated of each domain that falls short.
    """
    if psu is None:
        return "no"
    whole = psu.runs_capped(left)
    short = [
        one.runs_capped(n)
        for n, one in zip(of_domains or (), psu.domains if of_domains else (), strict=True)
        if n < one.needed
    ]
    each = min(short, key=_FROM_WORST.index, default=whole)
    return max((whole, each), key=_FROM_WORST.index)


def _capped_from(psu: Psu | None) -> int:
    """Return on how few supplies a device is stated to run on capped; 0 where nobody says."""
    return 0 if psu is None or psu.throttles_from is None else psu.throttles_from


class _AfterLoss(NamedTuple):
    """What the worst loss leaves of a part's supplies, in kW, and whether that is enough."""

    left: int
    lost: str
    can: Figure
    needed: Figure
    verdict: Verdict
    short: tuple[str, ...] = ()
    capping: Answer = "no"


def _after_loss(case: Case, part: Part, draw: Draw) -> _AfterLoss:
    needs = [one.needed for one in part.psu.domains] if part.psu and draw.domains else []
    turns = [tuple(_spreads(case, draw, counts)) for counts in (draw.supplies, *draw.domains)]
    cases: list[tuple[int, str, tuple[int, ...] | None]] = [
        fewest_left(spread, case.losses(names), domains, needs)
        for names in case.assignments
        for spread, *domains in zip(*turns, strict=True)
    ] or [(0, UNASSIGNED, None), (sum(draw.supplies), UNASSIGNED, None)]
    efficiency, power, volts = (
        efficiency_of(part, case.site), case.lines.kw(part.id), _volts(case, part),
    )  # fmt: skip
    of_left = {
        (left, domains): supplied(part, left, power, efficiency, volts, domains)
        for left, _, domains in cases
    }
    left, lost, domains = min(cases, key=lambda one: one[:2])
    short = next((s for *_, of in cases if (s := short_domains(part.psu, of))), ())
    can, needed, _ = of_left[left, domains]
    verdict = agreed((verdict for _, _, verdict in of_left.values()), case.unnamed)
    verdict = _with_open_supplies(case, part, draw.because, verdict)
    # Of losses that leave too few, the one that leaves it worst off counts.
    capped = [_capping(part.psu, *key) for key, (*_, one) in of_left.items() if one.answer == "no"]
    worst_off: Answer = next((one for one in _FROM_WORST if one in capped), "no")
    return _AfterLoss(left, lost, can, needed, verdict, short, worst_off)


def _with_open_supplies(case: Case, part: Part, refs: Refs, verdict: Verdict) -> Verdict:
    """Return a verdict on supplies of which it is open whether they hang so.

    There may be fewer of them; of power shelves that share a bus bar there may be more as well.
    """
    if not refs:
        return verdict
    found = Verdict("open", because=refs)
    bus = case.wiring.bus
    return found if bus is not None and bus.part is part else worse(found, verdict)


def _volts(case: Case, part: Part) -> Figure | None:
    """Return the lowest voltage at a part's supplies; None where nobody knows one."""
    return None if part.psu is not None and on_busbar(part.psu) else case.lowest_volts


def _spreads(case: Case, draw: Draw, supplies: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every spread over the lines that supplies of a draw may have."""
    yield supplies
    fed = [at for at, line in enumerate(case.lines.lines) if line.pdus]
    for turn in range(1, len(fed) if draw.turned else 1):
        counts = dict(zip(fed, (supplies[fed[at - turn]] for at in range(len(fed))),
                          strict=True))  # fmt: skip
        yield tuple(counts.get(at, n) for at, n in enumerate(supplies))


def _gravity(case: Case, part: Part) -> Literal["error", "warning"]:
    """Return how grave it is that the part goes down with a feed.

    By N+1, what its maker built with one supply may, as long as it is no node. Where a whole system
    is lost, the others carry all that hung on it.
    """
    one = part.psu is not None and part.psu.count == 1 and not part.traits.counts_as_node
    return "warning" if one and case.site.policy not in WHOLE_SYSTEMS else "error"
