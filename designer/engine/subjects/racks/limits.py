"""The limit of a rack that binds, and the feed power that it strands."""

from designer.engine.report import Limit
from designer.engine.subjects.feeds.feeds import Feeds
from designer.model.design import FeedPolicy


def stranded(
    limits: tuple[Limit, ...], power_kw: float | None, feeds: Feeds | None, policy: FeedPolicy
) -> tuple[str, float | None]:
    """Return the limit that binds first and the feed power that it strands, in kW.

    With more of the same devices the rack could grow until the fullest limit is full; feed
    capacity beyond that cannot be used.
    """
    if feeds is None:
        return "", None
    # A device's supplies do not fill up as the rack does: they decide whether, not how much.
    shares = {
        limit.name: limit.used / limit.limit
        for limit in limits
        if limit.used is not None
        and limit.limit
        and limit.used > 0
        and limit.name != "psu-feed-lost"
    }
    if not shares:
        return "", None
    binding = max(shares, key=lambda name: shares[name])
    capacity = feeds.capacity_kw if policy == "N" else feeds.capacity_after_loss_kw
    if capacity is None or power_kw is None:
        return binding, None
    return binding, max(0.0, capacity - power_kw / shares[binding])
