"""Deals the supplies on a rack PDU over its branch breakers, and so over its lines and outlets.

The rule of electricians (rack PDU notes of the tool, 5.3): the heaviest first, each to the breaker
and line that it leaves fullest by the least; then supplies change places while that makes the
fullest breaker or line less full. What counts is the worst state: the share that a supply takes
when the other feed that carries most of its device is lost. Supplies of a device so come to lie on
one line after another, and at the same place on two feeds; with three feeds or more, each begins
with another line, so that together they are balanced upstream. A cord laid by hand to the number of
an outlet stays there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from designer.catalog.figures import PduFigures
from designer.catalog.part import Part
from designer.wiring.power_branches import (
    Branch,
    branch_at,
    branches_of,
    feeds_known_outlets,
)
from designer.wiring.power_filling import Filling
from designer.wiring.power_outlets import PlugIn

_DIGITS: Final = 9
"""Digits to which loads are compared: sums of floats."""
_POWER: Final = 8
_MOST_STEPS: Final = 60
"""Exchanges of supplies that are made at most."""

Cost = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Load:
    """A supply to deal: what it takes at most, and the kind of outlet that it hangs in."""

    cord: PlugIn
    kw: float
    socket: str


def on_breakers(
    plugged: Sequence[PlugIn],
    filling: Filling,
    parts: Sequence[Part | None],
    groups: Sequence[tuple[str, tuple[int, ...]]],
) -> list[PlugIn]:
    """Return cords with the outlets that the breakers of their rack PDUs give them."""
    found = list(plugged)
    heavy = _Heavy(plugged, parts, groups)
    for group, (_, pdus) in enumerate(groups):
        for pdu in pdus:
            part = parts[pdu]
            branches = branches_of(part.pdu) if part is not None and part.pdu is not None else ()
            if feeds_known_outlets(branches) and part is not None and part.pdu is not None:
                start = group % 3 if len(groups) > 2 else 0
                dealer = _Dealer(part.pdu, branches, start)
                mine = [cord for cord in found if cord.pdu == pdu and cord.outlet]
                by_hand = {(one.item, one.supply) for one in filling.cords if one.outlet}
                dealer.deal(mine, by_hand, heavy)
                found = [cord for cord in found if cord not in mine] + dealer.cords()
    return found


class _Heavy:
    """What each supply takes at most, when the feed that carries most of the others is lost."""

    def __init__(
        self,
        plugged: Sequence[PlugIn],
        parts: Sequence[Part | None],
        groups: Sequence[tuple[str, tuple[int, ...]]],
    ) -> None:
        self._parts = parts
        self._group = {pdu: at for at, (_, pdus) in enumerate(groups) for pdu in pdus}
        self._of: dict[int, Counter[int]] = {}
        for cord in plugged:
            self._of.setdefault(cord.item, Counter())[self._group[cord.pdu]] += 1

    def kw(self, cord: PlugIn) -> float:
        """Return what a supply takes, kW; of a device whose power nobody states, by its rating."""
        part, on = self._parts[cord.item], self._of[cord.item]
        if part is None:
            return 0.0
        mine = self._group[cord.pdu]
        most = max((number for group, number in on.items() if group != mine), default=0)
        if part.power_max_w is None:
            if part.psu is None or part.psu.rating_w is None:
                return 0.0  # It is dealt last.
            return part.psu.rating_w / 1000
        return part.power_max_w / (on.total() - most) / 1000


@dataclass
class _Dealer:
    """The breakers of one rack PDU while supplies are dealt to them.

    Attributes
    ----------
    start
        The line with which dealing begins where all are alike.
    """

    pdu: PduFigures
    branches: tuple[Branch, ...]
    start: int
    _amps: float = 0.0
    _on: list[list[_Load]] = field(default_factory=list)
    _fixed: list[PlugIn] = field(default_factory=list)
    _fixed_kw: list[float] = field(default_factory=list)
    _free: list[dict[str, list[int]]] = field(default_factory=list)

    def deal(self, cords: Sequence[PlugIn], by_hand: set[tuple[int, int]], heavy: _Heavy) -> None:
        """Deal supplies to breakers; those by hand stay in their outlets."""
        three = self.pdu.phases == 3 and self.pdu.to_neutral
        self._amps = 1000 / (self.pdu.volts / (sqrt(3) if three else 1))
        self._on = [[] for _ in self.branches]
        self._fixed_kw = [0.0] * len(self.branches)
        taken = set()
        loads = []
        for cord in cords:
            branch = branch_at(self.branches, cord.outlet)
            if branch is None or (cord.item, cord.supply) in by_hand:
                self._fixed.append(cord)
                taken.add(cord.outlet)
                if branch is not None:
                    self._fixed_kw[branch.number - 1] += heavy.kw(cord)
                continue
            socket = next(kind for kind, at in branch.outlets if cord.outlet in at)
            loads.append(_Load(cord, heavy.kw(cord), socket))
        self._free = [
            {kind: [at for at in numbers if at not in taken] for kind, numbers in one.outlets}
            for one in self.branches
        ]
        for load in sorted(loads, key=lambda one: (-round(one.kw, _DIGITS), one.cord)):
            self._on[self._best(load)].append(load)
        self._exchange()

    def cords(self) -> list[PlugIn]:
        """Return the cords with their outlets: on each breaker the lowest free ones, in order."""
        found = list(self._fixed)
        for at, loads in enumerate(self._on):
            free = {kind: iter(numbers) for kind, numbers in self._free[at].items()}
            for load in sorted(loads, key=lambda one: one.cord):
                found.append(load.cord._replace(outlet=next(free[load.socket])))
        return found

    def _best(self, load: _Load) -> int:
        """Return the breaker with a free outlet that a supply leaves fullest by the least."""
        kw = self._kw()

        def after(at: int) -> tuple[Cost, int, int, int]:
            found = list(kw)
            found[at] += load.kw
            turn = (self.branches[at].line - self.start) % 3
            return self._cost(found), len(self._on[at]), turn, at

        return min((at for at in range(len(self.branches)) if self._has_room(at, load.socket)),
                   key=after)  # fmt: skip

    def _has_room(self, at: int, socket: str) -> bool:
        used = sum(load.socket == socket for load in self._on[at])
        return used < len(self._free[at][socket])

    def _kw(self) -> list[float]:
        return [
            fixed + sum(load.kw for load in on)
            for fixed, on in zip(self._fixed_kw, self._on, strict=True)
        ]

    def _cost(self, kw: Sequence[float]) -> Cost:
        """Return what dealings are compared by: how full the fullest are, then how uneven.

        A high power of the shares counts the fullest, and the next where two are as full.
        """
        lines = self._lines(kw)
        each = [one / branch.amps for one, branch in zip(kw, self.branches, strict=True)]
        shares = [share * self._amps for share in (*each, *(one / self.pdu.amps for one in lines))]
        return (
            round(sum(share**_POWER for share in shares), _DIGITS),
            round(max(lines), _DIGITS),
            round(sum(line * line for line in lines), _DIGITS),
            round(sum(share * share for share in each), _DIGITS),
        )

    def _lines(self, kw: Sequence[float]) -> list[float]:
        """Return what each line carries, in kW of a branch."""
        of = [0.0] * self.pdu.phases
        for one, branch in zip(kw, self.branches, strict=True):
            of[branch.line] += one
        if self.pdu.phases == 1 or self.pdu.to_neutral:
            return of
        return [sqrt(of[n] ** 2 + of[n - 1] ** 2 + of[n] * of[n - 1]) for n in range(3)]

    def _exchange(self) -> None:
        """Let supplies move, or change places, while that lowers the cost."""
        kw = self._kw()
        best = self._cost(kw)
        for _ in range(_MOST_STEPS):
            found = min(
                ((self._cost(after), step, after) for step, after in self._steps(kw)),
                key=lambda one: one[:2],
                default=None,
            )
            if found is None or found[0] >= best:
                return
            best, (here, mine, there, other), kw = found
            given = self._on[here].pop(mine)
            if other >= 0:
                self._on[here].append(self._on[there].pop(other))
            self._on[there].append(given)

    def _steps(
        self, kw: Sequence[float]
    ) -> Iterator[tuple[tuple[int, int, int, int], list[float]]]:
        """Yield moves (to no supply: -1) and exchanges, and what breakers carry after each."""
        for here, mine in enumerate(self._on):
            for at, load in _unlike(mine):
                for there, others in enumerate(self._on):
                    if there == here:
                        continue
                    if self._has_room(there, load.socket):
                        yield (here, at, there, -1), _moved(kw, here, there, load.kw)
                    if there > here:
                        for place, other in _unlike(others):
                            more = load.kw - other.kw
                            if more and self._may_change(here, load, there, other):
                                yield (here, at, there, place), _moved(kw, here, there, more)

    def _may_change(self, here: int, load: _Load, there: int, other: _Load) -> bool:
        """Return whether two supplies find outlets in each other's place."""
        if load.socket == other.socket:
            return True
        return self._has_room(there, load.socket) and self._has_room(here, other.socket)


def _unlike(loads: Sequence[_Load]) -> Iterator[tuple[int, _Load]]:
    """Yield the place of the first of each kind of load on a breaker."""
    seen = set()
    for at, load in enumerate(loads):
        if (load.kw, load.socket) not in seen:
            seen.add((load.kw, load.socket))
            yield at, load


def _moved(kw: Sequence[float], here: int, there: int, by: float) -> list[float]:
    found = list(kw)
    found[here] -= by
    found[there] += by
    return found
