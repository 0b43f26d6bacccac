"""How much of a hall its failures take over a year, in closed form. Formulas only.

A repairable unit of failure rate λ and mean repair r is down for `λr/(1 + λr)` of the time, however
its repairs are distributed (R. E. Barlow and F. Proschan, Mathematical Theory of Reliability,
1965). Rates are per hour, repairs in hours. Layers count as independent of each other; what is
common to several units is a layer, or a rate of its own beside theirs (beta factor: K. N. Fleming,
1975).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp, lgamma, log, prod


@dataclass(frozen=True)
class Unit:
    """What fails at a rate, an hour, and is repaired in some hours; part of it with its twins."""

    rate: float
    repair_h: float
    common: float = 0.0


@dataclass(frozen=True)
class Sets:
    """Standby generating sets.

    Attributes
    ----------
    number, needed
        Sets, and how many carry the hall.
    out
        Share of the time in which one is out of service.
    start, start_common
        Probability that one does not start, and the part of it that takes all.
    run, run_common
        Failures an hour while one runs, and the part of it that takes all.
    """

    number: int
    needed: int
    out: float
    start: float
    start_common: float
    run: float
    run_common: float


def down(rate: float, repair_h: float) -> float:
    """Return the share of time in which a unit is down."""
    return rate * repair_h / (1 + rate * repair_h)


def all_down(unit: Unit, number: int) -> float:
    """Return the share of time in which all of several alike units are down: one is enough.

    Each fails by itself, and all together at the common part of the rate.
    """
    alone = down(unit.rate * (1 - unit.common), unit.repair_h) ** number
    return 1 - (1 - alone) * (1 - down(unit.rate * unit.common, unit.repair_h))


def any_down(unit: Unit, number: int) -> float:
    """Return the share of time in which at least one of several units is down."""
    return 1 - (1 - down(unit.rate, unit.repair_h)) ** number


def binomial(number: int, p: float) -> Iterator[tuple[int, float]]:
    """Yield how many of several happen, and how probable that is."""
    if p in (0.0, 1.0):
        yield (number if p else 0), 1.0
        return
    yes, no = log(p), log(1 - p)
    for k in range(number + 1):
        yield k, exp(_log_choose(number, k) + k * yes + (number - k) * no)


def capacity_short(unit: Unit, number: int, needed: int) -> float:
    """Return the expected part of a load that units cannot carry: three of four needed are 75 %."""
    lost = binomial(number, down(unit.rate, unit.repair_h))
    return sum(p * max(0, needed - (number - k)) / needed for k, p in lost)


def dark(grid: Unit, sets: Sets) -> float:
    """Return the share of time in which neither the grid nor its standby sets carry a hall.

    Outages are exponential and hence without memory: one that the sets do not survive lasts as long
    from there on as a whole one, on average. Sets are not repaired while it lasts.
    """
    if sets.number == 0:
        return down(grid.rate, grid.repair_h)
    fails = 1 - (1 - sets.out) * (1 - sets.start * (1 - sets.start_common))
    lost = sum(p * _given_up(sets, sets.number - k, 1 / grid.repair_h)
               for k, p in binomial(sets.number, fails))  # fmt: skip
    together = sets.start * sets.start_common
    return down(grid.rate, grid.repair_h) * (together + (1 - together) * lost)


def _given_up(sets: Sets, started: int, ends: float) -> float:
    """Return how probable it is that so many sets do not last until the outage ends."""
    carried = 1.0
    if started < sets.needed:
        return 1.0
    failed = 0.0
    for running in range(started, sets.needed - 1, -1):
        one = running * sets.run * (1 - sets.run_common)
        common = sets.run * sets.run_common
        next_is = one + common + ends
        failed += carried * common / next_is
        carried *= one / next_is
    return failed + carried


def at_least(number: int, needed: int, p: float, correlation: float = 0.0) -> float:
    """Return how probable it is that at least so many of alike units are up.

    Parameters
    ----------
    p
        Share of time in which one is up.
    correlation
        Between two units: 0 is the binomial, above it the beta-binomial with the same mean.
    """
    if correlation == 0 or p in (0.0, 1.0):
        return sum(each for k, each in binomial(number, p) if k >= needed)
    a, b = p * (1 / correlation - 1), (1 - p) * (1 / correlation - 1)
    return min(1.0, sum(
        exp(_log_choose(number, k) + _log_beta(k + a, number - k + b) - _log_beta(a, b))
        for k in range(max(0, needed), number + 1)
    ))  # fmt: skip


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def available(lost: Iterable[float]) -> float:
    """Return what layers leave that each take a share: `Π(1 − lost)`."""
    return prod(1 - share for share in lost)
