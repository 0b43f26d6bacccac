"""The highest load of a rack's feed after another is lost, whether the rack hangs on it or not."""

from collections.abc import Sequence

from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.lines import Lost
from designer.model.figure_cases import highest, hull
from designer.model.figures import Figure, missing


def highest_after_loss(case: Case, at: int) -> Figure | None:
    """Return the highest load of a line after a loss that it outlives; None where there is none."""
    open_load = missing(case.unnamed, "kW", 0.0, case.lines.all_draws.high)
    if not case.assignments:
        return open_load
    found = []
    for names in case.assignments:
        if losses := _outlived(case, names, at):
            found.append(highest([case.lines.loads(lost)[at] for lost in losses]))
        elif not case.site.feeds:
            # A room that states no feeds may have others than those of the rack.
            found.append(open_load)
    return hull(found, case.unnamed) if found else None


def _outlived(case: Case, names: Sequence[str], at: int) -> Sequence[Lost]:
    """Return what losses that a line outlives take from the rack.

    No loss lightens a line. So one elsewhere in the room counts only where there is no other, and
    what may be no line is lost like one: that gives what the line carries where it is none.
    """
    losses = [lost for _, lost in case.losses(names) if at not in lost]
    return losses or ([frozenset()] if _another_may_be_lost(case, names[at]) else [])


def _another_may_be_lost(case: Case, feed: str) -> bool:
    """Return whether the room has a loss that leaves this feed; by 2N, another system."""
    site = case.site
    if site.policy == "2N":
        return any(site.system_of(other) != site.system_of(feed) for other in site.feeds)
    return any(feed not in loss.feeds for loss in site.lost_with)
