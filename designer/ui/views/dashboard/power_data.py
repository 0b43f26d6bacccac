"""What the power plot draws, taken from a report. No Qt, no numpy, so that it is tested without."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import inf, isclose, isfinite
from typing import Any, Final, NamedTuple

from designer.catalog.kinds import kind_of
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport, Report
from designer.model.change import went_and_came
from designer.model.figure_words import quantity
from designer.model.figures import Figure

_FEW: Final = 128
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
        What cooling, and the feeds with one lost, permit of all that the bar shows.
    fed_kw
        Up to where a bar shows what fans and pumps draw beside its power; `kw` where they draw
        nothing, or where the power itself is open.
    fed_words
        What the feeds carry with fans and pumps, in words; empty where it is no more than `kw`.
    limit_words
        What is used of each limit in words, a line each, as it is told with the rack.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    kw: tuple[float, ...]
    most_kw: tuple[float | None, ...]
    words: tuple[str, ...]
    methods: tuple[str, ...]
    cooling_kw: tuple[float | None, ...]
    feed_kw: tuple[float | None, ...]
    fed_kw: tuple[float, ...]
    fed_words: tuple[str, ...]
    limit_words: tuple[str, ...]

    @cached_property
    def _highest(self) -> float:
        # As sets: of the racks of a hall most are filled alike.
        return max(_known_of(self.kw, self.fed_kw, self.most_kw), default=0.0)

    @cached_property
    def reach(self) -> float:
        """Return up to where limits are drawn, in kW: those far away would press the bars down."""
        return max(self._highest * 2.2, 1.0)

    @cached_property
    def top(self) -> float:
        """Return the upper end of the scale in kW: all that is drawn, and a limit's name above."""
        limits = _known_of(self.cooling_kw, self.feed_kw)
        near = (limit for limit in limits if limit <= self.reach)
        return max([self._highest, *near, 1.0]) * 1.18

    def far_limits(self) -> tuple[tuple[str, float], ...]:
        """Return the least of each kind of limit of which none is drawn, with the kind's name."""
        kinds = (("cooling", self.cooling_kw), ("feed", self.feed_kw))
        least = ((name, min(_known_of(all_kw), default=0.0)) for name, all_kw in kinds)
        return tuple((name, kw) for name, kw in least if kw > self.reach)


def _known_of(*columns: Iterable[float | None]) -> set[float]:
    return {kw for kw in set().union(*columns) if kw is not None}


class _Filled(NamedTuple):
    """What of a bar is the same for all racks that are filled alike."""

    cooling_kw: float | None
    feed_kw: float | None
    most_kw: float | None
    words: str
    fed_kw: float
    fed_words: str
    limit_words: str


class _Bar(NamedTuple):
    """One bar; their order is that of the plot, the id keeps it from reaching what fills it."""

    minus_kw: float
    name: str
    id: str
    method: str
    filled: _Filled


class BarReader:
    """Reads one report after another; racks that did not change are not looked at again."""

    def __init__(self) -> None:
        self._racks: tuple[RackReport, ...] = ()
        self._order: list[_Bar] = []
        self._columns: list[list[Any]] = []
        self._bars: PowerBars | None = None

    def read(self, report: Report) -> PowerBars:
        """Return what to draw: racks that hold something, highest power first, then by name."""
        last, self._racks = self._racks, report.racks
        if self._bars is not None:
            went, came = went_and_came(last, self._racks)
            if max(len(went), len(came)) <= _FEW:
                return self._altered(went, came, self._bars)
        self._order = sorted(_bars(self._racks))
        columns = list(map(list, zip(*map(_values, self._order), strict=True)))
        self._columns = columns or [[] for _ in fields(PowerBars)]
        self._bars = PowerBars(*map(tuple, self._columns))
        return self._bars

    def _altered(
        self, went: Sequence[RackReport], came: Sequence[RackReport], bars: PowerBars
    ) -> PowerBars:
        """Return the bars after a few racks changed; the same object if none looks different."""
        gone, new = _bars(went), _bars(came)
        if gone == new:
            return bars
        for bar in gone:
            at = bisect_left(self._order, bar)
            del self._order[at]
            for column in self._columns:
                del column[at]
        for bar in new:
            at = bisect_left(self._order, bar)
            self._order.insert(at, bar)
            for column, value in zip(self._columns, _values(bar), strict=True):
                column.insert(at, value)
        self._bars = PowerBars(*map(tuple, self._columns))
        return self._bars


def _bars(racks: Iterable[RackReport]) -> list[_Bar]:
    """Return the bars of racks that draw power; most of a hall are filled alike, and read once."""
    alike: dict[object, tuple[float, _Filled]] = {}
    bars = []
    for rack in racks:
        if kind_of(rack).is_cooling_unit:
            continue
        # By identity: reports of racks that are filled alike share these, and hashing them costs.
        key = (id(rack.limits), id(rack.bounds), rack.power_max_kw, rack.cooling_capacity_kw)
        filled = alike.get(key)
        if filled is None:
            filled = alike[key] = -rack.figure("power_max_kw").likely, _filled(rack)
        minus_kw, held = filled
        bars.append(_Bar(minus_kw, rack.name or rack.id, rack.id, rack.cooling_shown, held))
    return bars


def _values(bar: _Bar) -> tuple[Any, ...]:
    """Return a bar's entries in the columns of `PowerBars`, in their order."""
    minus_kw, name, key, method, held = bar
    cooling, feed, most, words, *fed = held
    return key, name, -minus_kw, most, words, method, cooling, feed, *fed


def _filled(rack: RackReport) -> _Filled:
    power = rack.figure("power_max_kw")
    # Of all feeds first, with one lost last.
    feeds, cooling = rack.limits_of("power"), rack.limits_of("cooling")
    fed = feeds[0].figure("used", "kW") if feeds else power
    more = _is_less(power.likely, fed.likely)
    return _Filled(
        _cooling_kw(rack, cooling),
        _feed_kw(feeds, power),
        None if power.high == inf else power.high,
        quantity(power),
        fed.likely if more and power.likely == power.high else power.likely,
        quantity(fed) if more else "",
        "\n".join(_limit_words(limit) for limit in (*cooling[:1], *feeds[-1:])),
    )


def _feed_kw(feeds: Sequence[Limit], power: Figure) -> float | None:
    """Return what the feeds permit with one lost, if a loss matters; none while that is open.

    None also where the limit is that of a feed on which only a part of the rack hangs: over the
    bar of the whole rack it would read as exceeded.
    """
    if not feeds:
        return None
    told = feeds[-1]
    return None if _is_less(told.figure("used", "kW").high, power.low) else _known(told)


def _cooling_kw(rack: RackReport, cooling: Sequence[Limit]) -> float | None:
    """Return what cooling permits of all its power; none where a loop takes a part of it."""
    if rack.limits_of("liquid"):
        return None
    known = _known(cooling[0]) if cooling else None
    return rack.cooling_capacity_kw if known is None else known


def _is_less(kw: float, than_kw: float) -> bool:
    """Return whether a power is less than another by more than the order of a sum makes."""
    return kw < than_kw and not isclose(kw, than_kw)


def _known(limit: Limit) -> float | None:
    known = limit.limit is not None and isfinite(limit.limit)
    return limit.limit if known else None


def _limit_words(limit: Limit) -> str:
    """Return `Power, one feed lost: 33.5 of 32.8 kW`: the words of the rack's own limits."""
    return f"{limit.label or limit.name}: {limit.text or quantity(limit.figure('limit', 'kW'))}"
