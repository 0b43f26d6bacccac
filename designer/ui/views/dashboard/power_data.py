"""What the power plot draws, taken from a report. No Qt, no numpy, so that it is tested without."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite
from typing import Final, NamedTuple

from designer.catalog.kinds import kind_of
from designer.engine.report import RackReport, Report
from designer.model.figure_words import quantity

_FEW: Final = 64
"""Racks up to which putting their bars in place is quicker than sorting all."""


@dataclass(frozen=True)
class PowerBars:
    """Bars and limits, one entry a rack, the highest first; limits are None where not known.

    Attributes
    ----------
    kw
        Maximum power where there is a value, else what is certain of it.
    most_kw
        What it may be; None where nothing bounds it, the same as `kw` where it is exact.
    words
        Maximum power in words.
    cooling_kw, feed_kw
        What cooling, and the feeds with one lost, permit.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    kw: tuple[float, ...]
    most_kw: tuple[float | None, ...]
    words: tuple[str, ...]
    methods: tuple[str, ...]
    cooling_kw: tuple[float | None, ...]
    feed_kw: tuple[float | None, ...]

    @cached_property
    def top(self) -> float:
        """Return the upper end of the scale in kW: all bars, and limits that are not far away."""
        highest = max((*self.kw, *(most for most in self.most_kw if most is not None)), default=0.0)
        limits = [limit for limit in (*self.cooling_kw, *self.feed_kw) if limit is not None]
        near = [limit for limit in limits if limit <= max(highest * 2.2, 1.0)]
        return max([highest, *near, 1.0]) * 1.18


def limit_of(rack: RackReport, *names: str) -> float | None:
    """Return the first known limit of these names."""
    for name in names:
        for limit in rack.limits:
            if limit.name == name and limit.limit is not None and isfinite(limit.limit):
                return limit.limit
    return None


class _Bar(NamedTuple):
    """One bar; their order is that of the plot, the id keeps it from reaching the limits."""

    minus_kw: float
    name: str
    id: str
    method: str
    cooling_kw: float | None
    feed_kw: float | None
    most_kw: float | None
    words: str


class BarReader:
    """Reads one report after another; racks that did not change are not looked at again."""

    def __init__(self) -> None:
        self._racks: tuple[RackReport, ...] = ()
        self._order: list[_Bar] = []
        self._bars: PowerBars | None = None

    def read(self, report: Report) -> PowerBars:
        """Return what to draw: racks that hold something, highest power first, then by name."""
        last, self._racks = self._racks, report.racks
        if self._bars is not None and len(last) == len(self._racks):
            pairs = zip(last, self._racks, strict=True)
            differ = [(was, now) for was, now in pairs if was is not now]
            if len(differ) <= _FEW:
                return self._altered(differ, self._bars)
        self._order = sorted(_bar(rack) for rack in self._racks if _is_drawn(rack))
        self._bars = _columns(self._order)
        return self._bars

    def _altered(
        self, differ: Sequence[tuple[RackReport, RackReport]], bars: PowerBars
    ) -> PowerBars:
        """Return the bars after a few racks changed; the same object if none looks different."""
        gone = [_bar(was) for was, _ in differ if _is_drawn(was)]
        came = [_bar(now) for _, now in differ if _is_drawn(now)]
        if gone == came:
            return bars
        for bar in gone:
            del self._order[bisect_left(self._order, bar)]
        for bar in came:
            insort(self._order, bar)
        self._bars = _columns(self._order)
        return self._bars


def _is_drawn(rack: RackReport) -> bool:
    return not kind_of(rack).is_cooling_unit


def _columns(bars: Sequence[_Bar]) -> PowerBars:
    if not bars:
        return PowerBars((), (), (), (), (), (), (), ())
    minus_kw, names, ids, methods, cooling_kw, feed_kw, most_kw, words = zip(*bars, strict=True)
    kw = tuple(-each for each in minus_kw)
    return PowerBars(ids, names, kw, most_kw, words, methods, cooling_kw, feed_kw)


def _bar(rack: RackReport) -> _Bar:
    power = rack.figure("power_max_kw")
    return _Bar(
        -power.likely,
        rack.name or rack.id,
        rack.id,
        rack.cooling_shown,
        _cooling_kw(rack),
        limit_of(rack, "power-feed-lost", "power"),
        None if power.high == inf else power.high,
        quantity(power),
    )


def _cooling_kw(rack: RackReport) -> float | None:
    """Return what cooling permits of all its power; none where a loop takes a part of it."""
    if any(limit.name == "cooling-liquid" for limit in rack.limits):
        return None
    return limit_of(rack, "cooling") or rack.cooling_capacity_kw
