"""Units that share a load, of which the largest may fail: how many are needed, and what is left.

Coolant distribution units and air units alike. A unit carries several things at once (heat, and
the flow that takes it), and each must be met. May import parts and figures.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf, isinf
from typing import Final

from designer.catalog.part import Part
from designer.engine.spare_units import TINY
from designer.model.figure_cases import highest, total_but_largest
from designer.model.figures import Answer, Figure, Verdict, exact, missing, repeated, total, within

LESS: Final = "less than N"

Rating = Callable[[Part], Figure]
"""What a unit of a part carries."""


@dataclass(frozen=True)
class AfterLoss:
    """What the units carry that a loss of feeds leaves.

    Attributes
    ----------
    name
        That of the `Loss`.
    load
        What there is to carry then, where the loss adds to it; None for the load of before.
    doors
        Ids of the racks whose rear door it leaves without power, or may, and which so add to it.
    """

    name: str
    left: Figure
    load: Figure | None = None
    doors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shared:
    """One thing that units carry: heat or flow.

    Attributes
    ----------
    load
        What there is of it.
    capacities
        What each unit that stands carries; last what may be units and is in no catalogue.
    by_feed
        What is left of it after each loss of feeds; empty if none takes a unit, or may.
    because
        The inputs that leave open what of it stands, one for each thing that may be a unit.
    parts
        The part of each unit that stands, in the order of `capacities`.
    without
        What is left of it without the feeds of each entry of `Assumptions.taken_together`; None
        where that takes no unit for certain.
    rated
        What each unit would carry if all of them had power; empty where that is `capacities`.
    """

    load: Figure
    capacities: tuple[Figure, ...]
    by_feed: tuple[AfterLoss, ...] = ()
    because: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    without: tuple[Figure | None, ...] = ()
    rated: tuple[Figure, ...] = ()

    @cached_property
    def units(self) -> Figure:
        """How many units stand."""
        known = exact(float(len(self.capacities) - len(self.because)))
        return total((known, *(missing(ref, "", 0.0, 1.0) for ref in self.because)))

    @property
    def most_load(self) -> float:
        """The most that there may be of it, with nothing lost or after a loss of feeds."""
        return max((self.load, *(one.load or self.load for one in self.by_feed)), key=_high).high

    @property
    def may_have_none(self) -> bool:
        """Whether no unit stands for certain."""
        return len(self.capacities) == len(self.because)

    @cached_property
    def left(self) -> Figure:
        """What the others carry when the largest is lost."""
        return total_but_largest(self.capacities)

    def without_one(self, part: str) -> Figure:
        """Return what the others carry when a unit of some part is lost: one that has power."""
        left = list(self.capacities)
        mine = [at for at, one in enumerate(self.parts) if one == part]
        del left[max(mine, key=lambda at: left[at].high)]
        # Units of a part share one figure.
        each = {id(figure): figure for figure in left}
        numbers = Counter(map(id, left))
        return repeated(((each[key], number) for key, number in numbers.items()), self.load.unit)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether one may be lost.

        Where it may be that no unit stands, the building may take it all: that is open.
        """
        found = within(self.load, self.left)
        if found.answer == "no" and self.because and self.may_have_none:
            return Verdict("open", because=self.because[:2])
        return found


def _high(figure: Figure) -> float:
    return figure.high


@dataclass(frozen=True)
class WorstLoss:
    """The loss of feeds that leaves cooling units worst off.

    Attributes
    ----------
    name
        That of the `Loss`.
    left
        What the units left carry, for each thing that they share.
    verdict
        Whether that is enough.
    loads, doors
        As those of `AfterLoss`; each thing that there is more of.
    """

    name: str
    left: tuple[Figure, ...]
    verdict: Verdict
    loads: tuple[Figure, ...] = ()
    doors: tuple[str, ...] = ()


def worst_loss(shared: Sequence[Shared], enough: int | None = None) -> WorstLoss | None:
    """Return the worst loss of feeds; None if none takes a unit.

    Parameters
    ----------
    enough
        How many losses it is enough to survive: by 2N two systems that carry everything, however
        many there are. None for all of them.
    """
    cases = []
    for after in zip(*(one.by_feed for one in shared), strict=True):
        verdicts = [
            within(case.load or one.load, case.left)
            for one, case in zip(shared, after, strict=True)
        ]
        loads = tuple(case.load for case in after if case.load is not None)
        left = tuple(case.left for case in after)
        worst = _worst(verdicts)
        cases.append(WorstLoss(after[0].name, left, worst, loads, after[0].doors))
    order = ("no", "open", "yes")
    cases.sort(key=lambda case: (order.index(case.verdict.answer), case.left[0].high))
    return cases[max(0, len(cases) - enough) if enough else 0] if cases else None


def figure_of(part: Part, name: str, unit: str) -> Figure:
    """Return what a unit carries; what its part does not state is not known."""
    value = getattr(part.cooling, name) if part.cooling else None
    ref = f"{part.id}.cooling.{name}"
    return missing(ref, unit) if value is None else exact(float(value), unit, ref)


def needed(shared: Sequence[Shared]) -> Figure | None:
    """Return the units needed so that one may be lost; None if no unit stands to judge by.

    Of those that stand, smallest first, as many as carry the load with the largest of them lost;
    what they lack is made up by more of the smallest.
    """
    each = [_needed(one) for one in shared]
    found = [figure for figure in each if figure is not None]
    if len(found) < len(each) or not found:
        return None
    return highest(found)


def _needed(one: Shared) -> Figure | None:
    load, units = one.load, one.rated or one.capacities
    if load.high <= 0:
        return exact(0.0)
    if not units:
        return None
    low = _count(load.low, [f.high for f in units])
    if isinf(low):
        # Units that carry nothing leave the number open: it is no more of them that helps.
        low = len(units) + 1.0
    high = _count(load.high, [f.low for f in units])
    values = [f.value for f in units if f.value is not None]
    value = None
    if load.value is not None and len(values) == len(units):
        value = _count(load.value, values)
    if value is not None and isinf(value):
        value = None
    part = total((load, *units))
    return Figure(
        low, high, value, "", part.known, part.basis, part.gaps if low < high else (),
        value is not None and low < high and part.estimated,
    )  # fmt: skip


def _count(load: float, capacities: Iterable[float]) -> float:
    """Return how many units of these capacities a load needs; inf where none carries anything."""
    if load <= 0:
        return 0.0
    if isinf(load):
        return inf
    units = sorted(capacities)
    # `carried` is what the smaller ones carry: one unit, the largest of those taken, may be lost.
    carried = 0.0
    for count, capacity in enumerate(units, start=1):
        if carried >= load - TINY:
            return float(count)
        carried += capacity
    lacking = load - sum(units[:-1])
    if units[0] <= 0:
        return inf
    return len(units) + (1.0 if isinf(units[0]) else float(ceil(lacking / units[0] - TINY)))


def redundancy(shared: Sequence[Shared]) -> str:
    """Return how many units may fail: `N`, `N+1` …, `at least N`; empty if it cannot be said."""
    if not any(one.load.high > 0 for one in shared) or not any(one.capacities for one in shared):
        return ""
    least = min(_spare(s.load.high, [f.low for f in s.capacities]) for s in shared)
    most = min(_spare(s.load.low, [f.high for f in s.capacities]) for s in shared)
    if least == most:
        return _words(least)
    return f"at least {_words(least)}" if least >= 0 else ""


def _spare(load: float, capacities: Iterable[float]) -> int:
    """Return how many of the largest units may be lost; -1 where all together are too few."""
    units = sorted(capacities)
    if sum(units) < load - TINY:
        return -1
    spare = 0
    while len(units) > 1 and sum(units[:-1]) >= load - TINY:
        units.pop()
        spare += 1
    return spare


def _words(spare: int) -> str:
    if spare < 0:
        return LESS
    return f"N+{spare}" if spare else "N"


def one_may_be_lost(shared: Sequence[Shared]) -> Verdict:
    """Return whether the others carry everything with the largest unit lost."""
    return _worst([one.verdict for one in shared])


def _worst(verdicts: Sequence[Verdict]) -> Verdict:
    answers: tuple[Answer, ...] = ("no", "open")
    for answer in answers:
        for verdict in verdicts:
            if verdict.answer == answer:
                return verdict
    return Verdict("yes")
