"""Limits of a rack's power shelves: the fullest whip, and the peak of milliseconds."""

from collections.abc import Iterator
from typing import Final

from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.subject import Filling
from designer.engine.subjects.shelves.bus_bar import (
    Bar,
    fullest_section,
    left_without,
    rating_of,
    unlike_shelves,
)
from designer.engine.subjects.shelves.shelves import SHELVES
from designer.model.figure_cases import highest

NAMES: Final = ("whip", "shelf-peak", "bus-bar")


def shelf_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack uses of its whips and of what its shelves give for a moment.

    Each where it is stated: the breaker, the peak and what shelves take.
    """
    shelves = filling.read(SHELVES)
    bar = shelves or unlike_shelves(filling.filled.wiring, filling.site)
    if bar is not None:
        yield from _bus_bar(filling, bar)
    if shelves is None:
        return
    losses = [feeds for feeds in shelves.asked if shelves.without(feeds)]
    limit = shelves.whip_limit()
    if limit is not None:
        found = [shelves.whip_as_stated(shelves.without(lost), lost) for lost in losses]
        used = highest([shelves.whip_as_stated(shelves.number, frozenset()), *found])
        yield limit_of(
            "whip", "Whip of a power shelf", used, limit, filling.name_of,
            source="breaker of the whip", near=1.0,
        )  # fmt: skip
    left = min((shelves.without(lost) for lost in losses), default=shelves.number)
    pulse = shelves.pulse_kw(left)
    if pulse is not None and shelves.has_peaks:
        yield limit_of(
            "shelf-peak", "Power shelves, peak of milliseconds", shelves.edp_bus_kw, pulse,
            filling.name_of, source="peak and pulse load by their sources", near=1.0,
        )  # fmt: skip


def _bus_bar(filling: Filling, bar: Bar) -> Iterator[Limit]:
    """Yield what flows in the fullest section of a bus bar, whatever the sizes of its shelves."""
    rating = rating_of(bar)
    losing = (frozenset[str](), *(lost for lost in bar.asked if left_without(bar, lost)))
    sections = [one for lost in losing if (one := fullest_section(bar, lost)) is not None]
    if rating is not None and sections:
        yield limit_of(
            "bus-bar", "Bus bar, fullest section", highest(sections), rating, filling.name_of,
            source="rating of the bus bar, shelves and devices along it", near=1.0,
        )  # fmt: skip
