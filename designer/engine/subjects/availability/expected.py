"""GPUs that are there, expected and as a distribution, in closed form. Formulas on plain numbers.

What many share comes first (site, feeds, coolant), then the blocks that hang on the same switches
or in the same rack, then the units in them: multiplied into one availability of a rack, spares look
a thousand times better than they are. Shared things count as independent of each other; what is
common to several is an event of its own (beta factor: K. N. Fleming, 1975).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, gcd, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_NEVER: Final = 1e-13
"""Probability that no answer shows."""
_MOST_AT_ONCE: Final = 4
"""Alike things of which so many are looked at when down together."""


@dataclass(frozen=True)
class Block:
    """Alike groups of units: nodes behind the same leaf switches, trays of a rack.

    Attributes
    ----------
    number, units
        Groups, and units of each.
    gpus
        Of a unit.
    unit_down, down
        Shares of time in which a unit is down by itself, and in which its whole group is.
    """

    number: int
    units: int
    gpus: int
    unit_down: float
    down: float = 0.0

    @property
    def whole(self) -> int:
        """All of its GPUs."""
        return self.number * self.units * self.gpus

    @property
    def there(self) -> float:
        """The GPUs that are there, of what is lost in the block itself."""
        return self.whole * (1 - self.unit_down) * (1 - self.down)


@dataclass(frozen=True)
class Event:
    """Something shared that is down for a share of the time, and the GPUs that it takes.

    Attributes
    ----------
    number
        Of alike ones, each of which takes other GPUs.
    """

    down: float
    takes: float
    number: int = 1


def expected(blocks: Iterable[Block], layers: Iterable[Iterable[Event]]) -> float:
    """Return the GPUs that are there on average.

    Parameters
    ----------
    layers
        Events; those of a layer take GPUs beside each other, layers are independent.
    """
    all_blocks = tuple(blocks)
    whole = sum(block.whole for block in all_blocks)
    if not whole:
        return 0.0
    left = prod(max(0.0, 1 - taken(events) / whole) for events in layers)
    return sum(block.there for block in all_blocks) * left


def taken(events: Iterable[Event]) -> float:
    """Return the GPUs that events of a layer take on average."""
    return sum(one.down * one.takes * one.number for one in events)


def distribution(
    blocks: Sequence[Block], events: Sequence[Event], correlation: float = 0.0, never: float = 0.0
) -> tuple[Floats, float]:
    """Return how probable each number of GPUs is, and how probable what was left out.

    Left out is that several unlike shared things are down at once.

    Parameters
    ----------
    correlation
        Between two units: 0 is the binomial, above it the beta-binomial with the same mean.
    never
        GPUs that are never there.
    """
    whole = sum(block.whole for block in blocks)
    weights: dict[int, float] = {}
    for gpus, weight in _cases(events, max(0.0, whole - never)):
        weights[gpus] = weights.get(gpus, 0.0) + weight
    found = _mixed(Counter(blocks), weights, whole, correlation)
    return found, max(0.0, 1 - sum(weights.values()))


def at_least(found: Floats, needed: int, left_out: float = 0.0) -> float:
    """Return how probable at least so many GPUs are, of what a distribution holds.

    Parameters
    ----------
    left_out
        What of what it does not hold counts as enough.
    """
    return min(1.0, float(found[max(0, needed) :].sum()) + left_out)


def most_for(found: Floats, share: float) -> int:
    """Return the most GPUs that are there for at least a share of the time."""
    above = np.cumsum(found[::-1])[::-1]
    return int(np.count_nonzero(above >= share)) - 1


def _cases(events: Sequence[Event], whole: float) -> Iterator[tuple[int, float]]:
    """Yield the GPUs that events leave, and how probable that is: none of them, or one kind."""
    up = prod((1 - one.down) ** one.number for one in events)
    yield round(whole), up
    for one in events:
        if one.down >= 1 or one.down <= 0:
            continue
        odds = one.down / (1 - one.down)
        for at_once in range(1, min(one.number, _MOST_AT_ONCE) + 1):
            weight = up * comb(one.number, at_once) * odds**at_once
            if weight > _NEVER:
                yield max(0, round(whole - at_once * one.takes)), weight


def _mixed(
    blocks: Mapping[Block, int], weights: Mapping[int, float], whole: int, correlation: float
) -> Floats:
    """Return how probable each number of GPUs is, where events leave so many, by how probable.

    Sums of numbers multiply, and cases add up, as spectra: one of all cases is turned back.
    """
    found = np.zeros(whole + 1)
    if sum(blocks.values()) <= 1:
        for gpus, weight in weights.items():
            there = np.ones(1)
            for block in blocks:
                there = _of_block(block, _units_left(block, gpus, whole), correlation)
            found[: len(there)] += weight * there
        return found
    # Units of eight GPUs come and go whole: numbers between are never there.
    step = gcd(*(block.gpus for block in blocks)) or 1
    # A size that is a power of two: one that is prime takes ten times as long.
    wide = 1 << (whole // step).bit_length()
    known: dict[tuple[Block, int], Complexes] = {}
    mixed = np.zeros(wide // 2 + 1, dtype=np.complex128)
    for gpus, weight in weights.items():
        case = np.full(len(mixed), weight, dtype=np.complex128)
        for block, times in blocks.items():
            key = block, _units_left(block, gpus, whole)
            if key not in known:
                alone = np.fft.rfft(_of_block(*key, correlation)[::step], wide)
                known[key] = alone**times
            case *= known[key]
        mixed += case
    found[::step] = np.maximum(np.fft.irfft(mixed, wide)[: whole // step + 1], 0.0)
    return found


def _units_left(block: Block, gpus: int, whole: int) -> int:
    """Return the units of a block where events leave so many GPUs of all."""
    return round(block.number * block.units * gpus / whole) if whole else 0


@lru_cache(maxsize=256)
def _of_block(block: Block, units: int, correlation: float) -> Floats:
    """Return how probable each number of a block's GPUs is where so many units are left.

    A last group that is not full counts as a full one where it is lost.
    """
    found = np.zeros(units * block.gpus + 1)
    groups = -(-units // block.units) if block.units else 0
    up = (1 - block.down) ** groups
    for lost in range(groups + 1):
        weight = comb(groups, lost) * block.down**lost * (1 - block.down) ** (groups - lost)
        if lost and weight < _NEVER * up:
            break
        left = max(0, units - lost * block.units)
        there = _units_up(left, 1 - block.unit_down, correlation)
        found[: left * block.gpus + 1 : block.gpus] += weight * there
    return found


def _units_up(number: int, up: float, correlation: float) -> Floats:
    """Return how probable each number of units that are up is."""
    if number == 0 or up in (0.0, 1.0):
        sure = np.zeros(number + 1)
        sure[number if up else 0] = 1.0
        return sure
    counted = np.arange(1, number + 1)
    chosen = np.concatenate(([0.0], np.cumsum(np.log(counted))))
    ways = chosen[-1] - chosen - chosen[::-1]
    many = np.arange(number + 1)
    if correlation <= 0:
        even: Floats = np.exp(ways + many * np.log(up) + (number - many) * np.log1p(-up))
        return even
    scale = 1 / correlation - 1
    ups, downs = (_rising(share * scale, number) for share in (up, 1 - up))
    found: Floats = np.exp(ways + ups + downs[::-1] - _rising(scale, number)[-1])
    return found


def _rising(start: float, number: int) -> Floats:
    """Return the logarithms of `start (start + 1) … (start + k − 1)` for k from 0 to a number."""
    return np.concatenate(([0.0], np.cumsum(np.log(start + np.arange(number)))))


Feeds = frozenset[str]


@dataclass(frozen=True)
class Failing:
    """One thing upstream of the racks, or several that fail together.

    Attributes
    ----------
    name, kind
        Its id, and what it is; of several, what they are together.
    outcomes
        The feeds that are lost while it is down, and for which share of the time; these exclude one
        another. Feeds differ where something stands by, and may fail as well.
    """

    name: str
    kind: str
    outcomes: tuple[tuple[Feeds, float], ...]


def feeds_down(things: Iterable[Failing], mine: Feeds) -> dict[Feeds, float]:
    """Return for which share of time each set of some feeds is lost, whatever takes them."""
    found: dict[Feeds, float] = {frozenset(): 1.0}
    for thing in things:
        lost: dict[Feeds, float] = {}
        for feeds, share in thing.outcomes:
            if touched := feeds & mine:
                lost[touched] = lost.get(touched, 0.0) + share
        if lost:
            found = _also(found, lost)
    return found


def _also(found: Mapping[Feeds, float], lost: Mapping[Feeds, float]) -> dict[Feeds, float]:
    """Return the same where one more thing may be down as well."""
    stays = 1 - sum(lost.values())
    more: dict[Feeds, float] = {feeds: share * stays for feeds, share in found.items()}
    for feeds, share in found.items():
        for touched, part in lost.items():
            both = feeds | touched
            more[both] = more.get(both, 0.0) + share * part
    return more
