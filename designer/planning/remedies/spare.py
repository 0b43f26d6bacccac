"""What the feeds of a room may carry beside their load, by the report."""

from collections.abc import Iterable
from math import isfinite

from designer.engine.power_report import RoomFeed
from designer.model.figure_cases import highest


def spare_of(feeds: Iterable[RoomFeed]) -> dict[str, float]:
    """Return what each feed may carry more for certain, in kW; without those of which it is open.

    Normally and after the worst loss: what hangs on two feeds is carried by either of them then.
    """
    found: dict[str, float] = {}
    for feed in feeds:
        loads = [feed.figure("load_kw")]
        if feed.worst_loss or feed.load_after_loss_kw is not None:
            loads.append(feed.figure("load_after_loss_kw"))
        left = feed.figure("capacity_kw").minus(highest(loads)).low
        if feed.capacity_kw is not None and isfinite(left):
            found[feed.id] = left
    return found
