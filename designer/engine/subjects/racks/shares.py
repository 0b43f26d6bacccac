"""What racks of which the same limits bind add together, and what each limit strands by that.

A rack of which any of several limits may bind counts perhaps with each of them. Sums of racks that
an edit leaves alone are kept.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from designer.engine.row_report import StrandedOf, Stranding
from designer.engine.subjects.racks.terms import Run, Strand, Terms, whole
from designer.model.figures import Figure, repeated_in_turn, total
from designer.model.measured import fields_of


class Stranded(NamedTuple):
    """What racks add to what is stranded of one capacity, and how many have it."""

    racks: Figure
    strand: Strand


@dataclass(frozen=True, eq=False)
class Share:
    """Racks of which the same limits bind, or may.

    Attributes
    ----------
    limits
        These limits by name, each with all that it is called.
    racks, full_racks, stranded
        What they add to what each of these limits strands: how many, how many full, and kW.
    strands
        What they add to what is stranded of each capacity.
    runs
        The racks themselves.
    """

    limits: tuple[tuple[str, tuple[str, ...]], ...]
    racks: Figure
    full_racks: Figure
    stranded: Figure
    strands: tuple[Stranded, ...]
    runs: tuple[Run, ...]

    @cached_property
    def bound(self) -> tuple[Stranded, ...]:
        """What they add to what each of these limits strands: perhaps, where several may bind."""
        if len(self.limits) == 1:
            return self.strands
        refs = tuple(dict.fromkeys(gap.ref for gap in self.racks.gaps))
        return tuple(
            Stranded(
                racks.perhaps_none(refs),
                strand._replace(
                    stranded=strand.stranded.perhaps_none(refs),
                    capacity=strand.capacity.perhaps_none(refs),
                ),
            )
            for racks, strand in self.strands
        )

    @cached_property
    def told(self) -> tuple[StrandedOf, ...]:
        """What each of these limits strands of each capacity in these racks alone."""
        return _told((self.bound,))


class KeptShares:
    """Shares of the last report and of this one, by the racks that they are of."""

    def __init__(self, last: "KeptShares | None" = None) -> None:
        self._last = last.made if last is not None else {}
        self.made: dict[tuple[tuple[int, int, int], ...], Share] = {}

    def of(self, runs: tuple[Run, ...]) -> Share:
        """Return the share of racks: runs of one object each add the same, while it lives."""
        key = tuple((id(terms), racks, times) for terms, racks, times in runs)
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = self._last.get(key) or _share(runs)
        return found


def shares_of(racks: Iterable[Run], kept: KeptShares) -> tuple[Share, ...]:
    """Return racks that can be filled by the limits that bind, or may."""
    found: dict[tuple[str, ...], list[Run]] = {}
    for run in racks:
        terms = run[0]
        if terms.can_be_filled and terms.binding:
            found.setdefault(tuple(name for name, _ in terms.binding), []).append(run)
    return tuple(kept.of(tuple(runs)) for runs in found.values())


def _share(runs: tuple[Run, ...]) -> Share:
    labels: dict[str, dict[str, None]] = {}
    for terms, _, _ in runs:
        for name, called in terms.binding:
            labels.setdefault(name, {}).update(dict.fromkeys(called))
    number = _sum(runs, lambda one: one.racks)
    return Share(
        tuple((name, tuple(called)) for name, called in labels.items()),
        _sum(runs, lambda one: one.bound.racks),
        _sum(runs, lambda one: one.bound.full_racks),
        _sum(runs, lambda one: one.bound.stranded, "kW"),
        tuple(_strands(runs, number)), runs,
    )  # fmt: skip


def _sum(runs: Iterable[Run], figure: Callable[[Terms], Figure], unit: str = "") -> Figure:
    return repeated_in_turn(((figure(one), n, times) for one, n, times in runs), unit)


def _strands(runs: tuple[Run, ...], number: Figure) -> Iterator[Stranded]:
    """Yield what racks add to what is stranded of each capacity, over those that have it."""
    found: dict[tuple[str, str], list[tuple[Strand, Run]]] = {}
    for run in runs:
        for strand in run[0].strands:
            found.setdefault((strand.limit, strand.unit), []).append((strand, run))
    for (name, unit), each in found.items():
        having = runs if len(each) == len(runs) else [run for _, run in each]
        racks = number if having is runs else _sum(having, lambda one: one.racks)
        if any(strand.open_on for strand, _ in each):
            counted = ((_having(one[0].racks, s), *one[1:]) for s, one in each)
            racks = repeated_in_turn(counted)
        left = repeated_in_turn(((s.stranded, n, times) for s, (_, n, times) in each), unit)
        whole_of = repeated_in_turn(((s.capacity, n, times) for s, (_, n, times) in each), unit)
        yield Stranded(racks, Strand(name, each[0][0].label, unit, left, whole_of))


def _having(racks: Figure, strand: Strand) -> Figure:
    """Return how many racks have a capacity, of those that add the same to it."""
    return racks.perhaps_none(strand.open_on, likely=True) if strand.open_on else racks


def by_limit(shares: Iterable[Share]) -> tuple[Stranding, ...]:
    """Return what each limit strands that binds in some racks, what strands most first."""
    found: dict[str, list[Share]] = {}
    labels: dict[str, dict[str, None]] = {}
    for share in shares:
        for name, called in share.limits:
            found.setdefault(name, []).append(share)
            labels.setdefault(name, {}).update(dict.fromkeys(called))
    made = (_stranding(name, bound, tuple(labels[name])) for name, bound in found.items())
    return tuple(sorted(made, key=_rank, reverse=True))


def _stranding(name: str, bound: Sequence[Share], labels: Sequence[str]) -> Stranding:
    """Return what a limit strands in racks of which it binds, or may bind.

    Racks call it by several names: then it is told by what these have in common.
    """
    fields = fields_of({
        "racks": total(one.racks for one in bound),
        "full_racks": total(one.full_racks for one in bound),
        "stranded_kw": total((one.stranded for one in bound), "kW"),
    })  # fmt: skip
    counts = {what: whole(fields[what]) for what in ("racks", "full_racks")}
    first, *others = labels
    label = first.partition(",")[0] if others else first
    strands = bound[0].told if len(bound) == 1 else _told(one.bound for one in bound)
    return Stranding(limit=name, label=label, strands=strands, **{**fields, **counts})


def strands_of(shares: Sequence[Share]) -> tuple[StrandedOf, ...]:
    """Return what is stranded of each capacity, over the racks that have it."""
    return _told(one.strands for one in shares)


def _told(shares: Iterable[tuple[Stranded, ...]]) -> tuple[StrandedOf, ...]:
    found: dict[tuple[str, str], list[Stranded]] = {}
    for share in shares:
        for one in share:
            found.setdefault((one.strand.limit, one.strand.unit), []).append(one)
    counts: dict[tuple[int, ...], Figure] = {}
    return tuple(_stranded(each, counts) for each in found.values())


def _stranded(each: Sequence[Stranded], counts: dict[tuple[int, ...], Figure]) -> StrandedOf:
    """Return what is stranded of one capacity; racks that have several are counted once."""
    name, label, unit, *_ = each[0].strand
    having = tuple(id(one.racks) for one in each)
    if having not in counts:
        counts[having] = _all([one.racks for one in each])
    fields = fields_of({
        "racks": counts[having],
        "stranded": _all([one.strand.stranded for one in each], unit),
        "capacity": _all([one.strand.capacity for one in each], unit),
    })  # fmt: skip
    return StrandedOf(
        limit=name, label=label, unit=unit, **{**fields, "racks": whole(fields["racks"])}
    )


def _all(figures: Sequence[Figure], unit: str = "") -> Figure:
    """Return the sum; of one figure it is that figure."""
    return figures[0] if len(figures) == 1 else total(figures, unit)


def _rank(one: Stranding) -> tuple[float, ...]:
    return one.figure("stranded_kw").low, one.figure("racks").low, one.figure("racks").high
