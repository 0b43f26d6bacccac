"""What the UPS of a design lose over a year, by the load that they carry then."""

from collections.abc import Iterator, Mapping

from designer.catalog.catalog import Catalog
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.upstream.flows import Losing, flows
from designer.engine.subjects.upstream.losing import losing_of
from designer.engine.subjects.upstream.stages import POINTS
from designer.model.figure_cases import likely_shares, part_along, weighted
from designer.model.figures import Figure, exact, product


def ups_loss(facts: Facts, it: Figure) -> Figure | None:
    """Return what UPS lose of what all feeds carry; None where no UPS that is drawn carries any.

    The loads of the feeds, which are at their highest power, fall with that of the IT; what is not
    behind a UPS loses nothing there. A UPS does not carry more than its rating for long.

    Parameters
    ----------
    it
        What the IT draws, kW.
    """
    power = facts.design.power
    if all(node.kind != "ups" for node in power):
        return None
    of_highest = it.per(facts[SUMS]["max"])
    table = facts[ROOM_POWER].table[""]
    loads = {feed: product(load, of_highest, "kW") for feed, load in table.items()}
    rated = {load.node.id: load.capacity for load in facts[ROOM_POWER].loads}
    parts = {node.id: facts.catalog.get(node.part) if node.part else None for node in power}
    losing = {n.id: losing_of(n, parts[n.id], rated[n.id], facts.catalog) for n in power}
    drawn = facts[POWER_TREE].drawn[""]
    through = flows(power, loads, drawn, losing)
    ups = {
        node.id: _part_lost(through[node.id].given, losing[node.id], facts.catalog)
        for node in power
        if node.kind == "ups" and through[node.id].given.high > 0
    }
    feeds = [feed for feed, load in loads.items() if load.high > 0]
    lost = [[ups[key] for key in _above(feed, drawn) if key in ups] for feed in feeds]
    if not any(lost):
        return None
    shares = likely_shares([loads[feed] for feed in feeds])
    if not any(shares):
        shares = [1 / len(feeds)] * len(feeds)
    open_on = {gap.ref for feed in feeds for gap in loads[feed].gaps}
    certain = all(loads[feed].low == loads[feed].high for feed in feeds)
    in_series = [_all_of(one) for one in lost]
    return weighted(in_series, shares, None if certain else sorted(open_on))


def _all_of(parts: list[Figure]) -> Figure:
    found = exact(0.0)
    for part in parts:
        found = found + part
    return found


def _part_lost(given: Figure, losing: Losing, catalog: Catalog) -> Figure:
    """Return what a UPS loses of what it gives: by planning where its load or rating is open."""
    rating, default = losing.rating, catalog.default_figure("ups-efficiency")
    if default is not None and not (rating.exact and rating.high > 0 and given.low > 0):
        return exact(1.0).per(default).minus(exact(1.0))
    stage = losing.stage
    return part_along(
        given, rating.high, (stage.least, stage.most, stage.likely), stage.least_part, POINTS,
        losing.ref,
    )  # fmt: skip


def _above(feed: str, drawn: Mapping[str, str]) -> Iterator[str]:
    """Yield the nodes through which a feed takes its power, itself first."""
    seen: set[str] = set()
    at = feed
    while at and at not in seen:
        yield at
        seen.add(at)
        at = drawn.get(at, "")
