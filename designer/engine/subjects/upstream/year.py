"""What UPS and transformers of a design lose over a year, by the load that they carry then."""

from collections.abc import Iterator, Mapping
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.plant_flows import Losing, flows
from designer.engine.plant_losing import BY_RATING, losing_of
from designer.engine.plant_stages import POINTS
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.totals.sums import SUMS
from designer.model.figure_cases import hull, likely_shares, part_along, weighted
from designer.model.figures import Figure, estimate, exact, product

LEAST_CARRIED: Final = Figure(0.1, 1.0)
"""Part of a rating that is carried where nobody states the rating."""
KINDS: Final = BY_RATING
"""Kinds of nodes whose losses the year reads off their curves."""


def path_losses(facts: Facts, it: Figure) -> dict[str, Figure]:
    """Return what UPS, and what transformers, lose of what all feeds carry, by their kind.

    Only of kinds of which one is drawn and carries something. The loads of the feeds, which are at
    their highest power, fall with that of the IT; what is not behind such a thing loses nothing
    there. Nothing carries more than its rating for long.

    Parameters
    ----------
    it
        What the IT draws, kW.
    """
    power = facts.design.power
    kinds = {node.id: node.kind for node in power}
    if not any(kind in KINDS for kind in kinds.values()):
        return {}
    of_highest = it.per(facts[SUMS]["max"])
    table = facts[ROOM_POWER].table[""]
    loads = {feed: product(load, of_highest, "kW") for feed, load in table.items()}
    rated = {load.node.id: load.capacity for load in facts[ROOM_POWER].loads}
    parts = {node.id: facts.catalog.get(node.part) if node.part else None for node in power}
    losing = {n.id: losing_of(n, parts[n.id], rated[n.id], facts.catalog) for n in power}
    course = facts[POWER_TREE].normal.course
    through = flows(course, loads, losing)
    lost = {
        key: _part_lost(kind, through[key].given, losing[key], facts.catalog)
        for key, kind in kinds.items()
        if kind in KINDS and through[key].given.high > 0
    }
    carrying = {feed: load for feed, load in loads.items() if load.high > 0}
    found = {}
    for kind in KINDS:
        each = [
            [lost[key] for key in _above(feed, course.drawn) if key in lost and kinds[key] == kind]
            for feed in carrying
        ]
        if any(each):
            found[kind] = _mean([_all_of(one) for one in each], list(carrying.values()))
    return found


def _mean(parts: list[Figure], loads: list[Figure]) -> Figure:
    """Return the mean of what feeds lose, each by its load."""
    shares = likely_shares(loads)
    if not any(shares):
        shares = [1 / len(loads)] * len(loads)
    certain = all(load.low == load.high for load in loads)
    open_on = {gap.ref for load in loads for gap in load.gaps}
    return weighted(parts, shares, None if certain else sorted(open_on))


def _all_of(parts: list[Figure]) -> Figure:
    found = exact(0.0)
    for part in parts:
        found = found + part
    return found


def _part_lost(kind: str, given: Figure, losing: Losing, catalog: Catalog) -> Figure:
    """Return what a node loses of what it gives: by planning where its load or rating is open."""
    rating, stage = losing.rating, losing.stage
    default = catalog.default_figure(f"{kind}-efficiency")
    if default is not None and not (rating.exact and rating.high > 0 and given.low > 0):
        # How much of its rating it carries nobody knows: a tenth to all of it.
        carried = part_along(
            LEAST_CARRIED, 1.0, (stage.least, stage.most, None),
            stage.least_part_from, POINTS, losing.ref,
        )  # fmt: skip
        planned = exact(1.0).per(default).minus(exact(1.0))
        found, rule = hull((carried, planned), losing.unrated), f"default {kind}-efficiency"
        return estimate(planned.likely, found.low, found.high, "", losing.unrated, rule)
    return part_along(
        given, rating.high, (stage.least, stage.most, stage.likely),
        stage.least_part_from, POINTS, losing.ref,
    )  # fmt: skip


def _above(feed: str, drawn: Mapping[str, str]) -> Iterator[str]:
    """Yield the nodes through which a feed takes its power, itself first."""
    seen: set[str] = set()
    at = feed
    while at and at not in seen:
        yield at
        seen.add(at)
        at = drawn.get(at, "")
