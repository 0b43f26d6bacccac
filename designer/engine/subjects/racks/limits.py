"""The limit of a rack that binds, and the feed power that it strands."""

from collections.abc import Sequence
from typing import Final

from designer.engine.report import Limit
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.power.power import Power
from designer.model.design import FeedPolicy
from designer.model.figures import Figure, exact, missing

_RULE: Final = "rule stranded power"


def stranded(
    limits: Sequence[Limit], power: Power | None, feeds: Feeds | None, policy: FeedPolicy
) -> tuple[str, Figure]:
    """Return the limit that binds first and the feed power that it strands, in kW.

    With more of the same devices the rack could grow until the fullest limit is full; feed
    capacity beyond that cannot be used.

    Parameters
    ----------
    limits
        Those that fill up with more of the same devices.
    """
    shares = {
        limit.name: limit.used / limit.limit
        for limit in limits
        if limit.used is not None and limit.limit and limit.used > 0
    }
    binding = max(shares, key=lambda name: shares[name]) if shares else ""
    if not shares or power is None or feeds is None:
        return binding, missing(_RULE, "kW")
    capacity = feeds.capacity if policy == "N" else feeds.capacity_after_loss
    growing = capacity.minus(power.max_kw.times(1 / shares[binding])).clipped(0.0)
    if not any(limit.bounds for limit in limits):
        return binding, growing
    # A limit that is not known may bind first, and may ask for less than stands there now: then
    # more is stranded, at worst all that the feeds give.
    least = max((_least_share(limit) for limit in limits), default=0.0)
    low = 0.0
    if least > 0:
        low = capacity.minus(power.max_kw.per(exact(least), "kW")).clipped(0.0).low
    return binding, missing(_RULE, "kW", low, capacity.high)


def _least_share(limit: Limit) -> float:
    """Return the share of a limit that is used for certain."""
    return limit.figure("used").per(limit.figure("limit")).low
