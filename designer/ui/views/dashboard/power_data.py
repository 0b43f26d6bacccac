"""What the power plot draws, taken from a report. No Qt, no numpy, so that it is tested without."""

from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite
from typing import NamedTuple

from designer.catalog.kinds import kind_of
from designer.engine.report import RackReport, Report
from designer.model.figure_words import quantity


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


class BarReader:
    """Reads one report after another; of racks that did not change it keeps what it read."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[RackReport, _Bar]] = {}

    def read(self, report: Report) -> PowerBars:
        """Return what to draw: racks that hold something, highest power first, then by name."""
        known, now = self._known, {}
        for rack in report.racks:
            if kind_of(rack).is_cooling_unit:
                continue
            was = known.get(rack.id)
            now[rack.id] = was if was is not None and was[0] is rack else (rack, _bar(rack))
        self._known = now
        bars = sorted(bar for _, bar in now.values())
        return PowerBars(
            ids=tuple(bar.id for bar in bars),
            names=tuple(bar.name for bar in bars),
            kw=tuple(-bar.minus_kw for bar in bars),
            most_kw=tuple(bar.most_kw for bar in bars),
            words=tuple(bar.words for bar in bars),
            methods=tuple(bar.method for bar in bars),
            cooling_kw=tuple(bar.cooling_kw for bar in bars),
            feed_kw=tuple(bar.feed_kw for bar in bars),
        )


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


def _bar(rack: RackReport) -> _Bar:
    power = rack.figure("power_max_kw")
    return _Bar(
        -(power.low if power.value is None else power.value),
        rack.name or rack.id,
        rack.id,
        rack.cooling_method,
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
