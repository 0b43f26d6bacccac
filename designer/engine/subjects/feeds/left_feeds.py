"""What the feeds of a rack that the worst loss leaves carry together, and can carry.

What goes down with the lost feed, or finds no outlet, is not carried by them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from designer.engine.subjects.feeds.case import Case
from designer.model.figure_cases import hull, maybe_largest, spanning
from designer.model.figures import Figure, exact, missing, total


@dataclass(frozen=True)
class LeftFeeds:
    """Load and capacity of the feeds that are left, kW; all of the load on none if none is."""

    load: Figure
    capacity: Figure

    @staticmethod
    def any_of(cases: Sequence["LeftFeeds"], because: str) -> "LeftFeeds":
        """Return what holds in every case.

        Parameters
        ----------
        because
            What leaves open which case it is.
        """
        load = hull((one.load for one in cases), because)
        return LeftFeeds(load, hull((one.capacity for one in cases), because))


def left_after_loss(case: Case) -> LeftFeeds:
    """Return the feeds that are fullest together after a loss, whatever feeds PDUs belong to."""
    if not case.limited:
        return LeftFeeds(case.lines.all_draws, case.together(frozenset()))
    open_on = case.loss_open_on or (() if case.assignments else (case.unnamed,))
    if open_on:
        first, last = open_on[0], open_on[-1]
        return LeftFeeds(
            missing(first, "kW", 0.0, case.lines.all_draws.high),
            missing(last, "kW", 0.0, case.together(frozenset()).high),
        )
    return LeftFeeds.any_of([_fullest(case, names) for names in case.assignments], case.unnamed)


def _fullest(case: Case, names: Sequence[str]) -> LeftFeeds:
    """Return the same where the lines belong to these feeds."""
    losses = [lost for _, lost in case.losses(names)]
    if any(len(lost) == len(names) for lost in losses):
        return LeftFeeds(case.lines.on_pdus, exact(0.0, "kW"))
    left = []
    for lost in losses:
        loads = case.lines.loads(lost)
        carried = total((loads[at] for at in case.limited if at not in lost), "kW")
        left.append(LeftFeeds(carried, case.together(lost)))
    fullest = maybe_largest([one.load.per(one.capacity) for one in left])
    found = [left[at] for at in fullest]
    if len(found) == 1:
        return found[0]
    loads, capacities = zip(*((one.load, one.capacity) for one in found), strict=True)
    return LeftFeeds(spanning(loads), spanning(capacities))
