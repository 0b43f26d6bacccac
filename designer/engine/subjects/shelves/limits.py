"""Limits of a rack's power shelves: the fullest whip, and the peak of milliseconds."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Final

from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.subject import Filling
from designer.engine.subjects.shelves.bus_bar import (
    Bar,
    bar_of,
    fullest_section,
    left_without,
    rating_of,
)
from designer.engine.subjects.shelves.shelves import SHELVES, Shelves
from designer.model.figure_cases import highest

NAMES: Final = ("whip", "shelf-peak", "bus-bar")
_GRAVITY: Final = ("ok", "warning", "unknown", "error")


def shelf_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack uses of its whips and of what its shelves give for a moment.

    Each where it is stated: the breaker, the peak and what shelves take.
    """
    sorts = filling.read(SHELVES) or ()
    bar = bar_of(sorts)
    if bar is not None:
        yield from _bus_bar(filling, bar)
    # Of several sorts the fullest is told.
    yield from _fullest(_whip(filling, one) for one in sorts)
    yield from _fullest(_peak(filling, one) for one in sorts)


def _whip(filling: Filling, shelves: Shelves) -> Limit | None:
    """Return what the fullest whip of a sort of shelf carries; None where no breaker is stated."""
    limit = shelves.whip_limit()
    if limit is None:
        return None
    found = [shelves.whip_as_stated(shelves.without(lost), lost) for lost in _losses(shelves)]
    used = highest([shelves.whip_as_stated(shelves.number, frozenset()), *found])
    return limit_of(
        "whip", "Whip of a power shelf", used, limit, filling.name_of,
        source="breaker of the whip", near=1.0,
    )  # fmt: skip


def _peak(filling: Filling, shelves: Shelves) -> Limit | None:
    """Return the peak beside what shelves give for a moment; None where nobody states either."""
    losing = (frozenset[str](), *_losses(shelves))
    worst = min(losing, key=lambda lost: (shelves.without(lost), sorted(lost)))
    pulse = shelves.pulse_kw(shelves.without(worst), worst)
    if pulse is None or not shelves.has_peaks:
        return None
    return limit_of(
        "shelf-peak", "Power shelves, peak of milliseconds", shelves.edp_bus_kw, pulse,
        filling.name_of, source="peak and pulse load by their sources", near=1.0,
    )  # fmt: skip


def _losses(shelves: Shelves) -> list[frozenset[str]]:
    return [feeds for feeds in shelves.asked if shelves.own_without(feeds)]


def _fullest(found: Iterable[Limit | None]) -> Iterator[Limit]:
    """Yield the limit that binds first: one that fails, else one that is open, else the fullest."""
    limits = [one for one in found if one is not None]
    if limits:
        yield max(limits, key=_fullness)


def _fullness(limit: Limit) -> tuple[int, float]:
    used, most = limit.figure("used"), limit.figure("limit")
    share = used.per(most).high if most.low > 0 else inf
    return _GRAVITY.index(limit.state), share


def _bus_bar(filling: Filling, bar: Bar) -> Iterator[Limit]:
    """Yield what flows in the fullest section of a bus bar, whatever the sizes of its shelves."""
    rating = rating_of(bar)
    losing = (frozenset[str](), *(lost for lost in bar.shelves.asked if left_without(bar, lost)))
    sections = [one for lost in losing if (one := fullest_section(bar, lost)) is not None]
    if rating is not None and sections:
        yield limit_of(
            "bus-bar", "Bus bar, fullest section", highest(sections), rating, filling.name_of,
            source="rating of the bus bar, shelves and devices along it", near=1.0,
        )  # fmt: skip
