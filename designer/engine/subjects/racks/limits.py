"""The limit of a rack that binds, and the feed power that it strands."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

from designer.engine.reasons import NameOf, because
from designer.engine.report import Limit
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.power.power import Power
from designer.model.design import FeedPolicy
from designer.model.figure_cases import highest, maybe_largest
from designer.model.figures import Figure, missing

_RULE: Final = "rule stranded power"
_NOT_KNOWN: Final = missing(_RULE, "kW")
_MOST_NAMED: Final = 2
"""Inputs that are named as leaving open which limit binds: as many as a verdict names."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Which limit of a rack binds, and the feed power that it strands.

    Attributes
    ----------
    name
        The limit that is fullest in every case that the bounds allow; empty where there is none.
    may_bind
        Names of the limits of which any may be the fullest, first the one of which most is used
        for certain; empty where that is not open.
    because
        What leaves it open, in words.
    stranded_kw
        Feed capacity that cannot be used.
    """

    name: str = ""
    may_bind: tuple[str, ...] = ()
    because: str = ""
    stranded_kw: Figure = _NOT_KNOWN


def binding_of(
    limits: Iterable[Limit],
    power: Power | None,
    feeds: Feeds | None,
    policy: FeedPolicy,
    name_of: NameOf,
) -> Binding:
    """Return the limit that binds first, and the feed power that it strands.

    With more of the same devices the rack could grow until the fullest limit is full; feed
    capacity beyond that cannot be used.

    Parameters
    ----------
    limits
        Those that fill up with more of the same devices.
    name_of
        What people call a part, by id: for what leaves it open.
    """
    filling = [(limit, share) for limit in limits if (share := _share(limit)) is not None]
    if not filling:
        return Binding()
    fullest = [filling[at] for at in maybe_largest([share for _, share in filling])]
    if len(fullest) > 1:
        known = [limit for limit, _ in fullest]
        fullest = [one for one in fullest if not _surely_emptier(one[0], known)]
    if len(fullest) == 1 and not fullest[0][0].figure("limit").low > 0:
        # It may admit nothing, which its state then says: the next one binds.
        rest = [one for one in filling if one is not fullest[0]]
        if rest:
            fullest += [rest[at] for at in maybe_largest([share for _, share in rest])]
    shares = [share for _, share in fullest]
    stranded_kw = _NOT_KNOWN
    if power is not None and feeds is not None:
        capacity = feeds.capacity if policy == "N" else feeds.capacity_after_loss
        stranded_kw = capacity.minus(power.max_kw.per(highest(shares), "kW")).clipped(0.0)
        if stranded_kw.high < inf and not _is_fed(feeds):
            stranded_kw = _NOT_KNOWN
    if len(fullest) == 1:
        return Binding(fullest[0][0].name, stranded_kw=stranded_kw)
    return Binding(
        may_bind=tuple(limit.name for limit, _ in fullest),
        because=because(_inputs(shares), name_of),
        stranded_kw=missing(_RULE, "kW", stranded_kw.low, stranded_kw.high),
    )


def _is_fed(feeds: Feeds) -> bool:
    """Return whether something feeds a rack for certain: of no feed nothing is stranded or known.

    A lost part, or a rack PDU of no stated rating, may carry nothing at all.
    """
    return feeds.capacity.low > 0 or feeds.capacity.exact


def _share(limit: Limit) -> Figure | None:
    """Return the share of a limit that is used; None where devices do not fill it up."""
    if limit.limit is None and limit.bound("limit") is None:
        return None  # no fixed limit
    used, most = limit.figure("used"), limit.figure("limit")
    # Where nothing at all is admitted, the limit's state says so.
    return used.per(most) if used.high > 0 and most.high > 0 else None


def _surely_emptier(limit: Limit, others: Iterable[Limit]) -> bool:
    """Return whether another limit of its group, smaller for certain, is of the same load.

    So whatever the load is, the other is fuller, though the bounds of both shares overlap.
    """
    load = limit.bound("used")
    if load is None or not limit.group or not load.low > 0:
        return False
    return any(
        (other.group, other.used, other.bound("used")) == (limit.group, limit.used, load)
        and other.figure("limit").high < limit.figure("limit").low
        for other in others
    )


def _inputs(shares: Iterable[Figure]) -> tuple[str, ...]:
    """Return the inputs that leave open which of several shares is the largest."""
    widest = (gap.ref for share in shares for gap in share.gaps[:1])
    return tuple(dict.fromkeys(widest))[:_MOST_NAMED]
