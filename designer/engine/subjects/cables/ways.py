"""The ways of cables on the plan: bundles along trays, drops to racks, straight ways without."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.cable_ways import (
    Bundle,
    CableWays,
    Drop,
    FabricCables,
    Straight,
    WaysAsked,
)
from designer.engine.subject import Facts, Question
from designer.engine.subjects.cables.routing import ROUTING, Routing

Floats = NDArray[np.float64]

MOST_STRAIGHT: Final = 600
"""Straight ways that are told one by one: eyes tell no more apart."""


def ways_of(facts: Facts, asked: WaysAsked) -> CableWays:
    """Return the ways of the cables of some fabrics."""
    routing = facts[ROUTING]
    ids = [one.ends.wiring.fabric for one in routing.routes.fabrics]
    wanted = [not asked.fabrics or fabric.id in asked.fabrics for fabric in ids]
    counts = [float(each.sum()) for each in _by_fabric(routing)]
    shown = _by_pair(routing, wanted)
    straight, left_out = _straight(facts, routing, shown)
    return CableWays(
        fabrics=tuple(
            FabricCables(fabric=fabric.id, name=fabric.name, cables=round(count))
            for fabric, count in zip(ids, counts, strict=True)
        ),
        cables=round(sum(count for count, on in zip(counts, wanted, strict=True) if on)),
        bundles=tuple(_bundles(facts, routing, shown)),
        drops=tuple(_drops(facts, routing, shown)),
        straight=straight,
        left_out=left_out,
    )


def _by_fabric(routing: Routing) -> Iterator[Floats]:
    """Yield for each fabric what part of a cable each of its links is."""
    start = 0
    for one in routing.routes.fabrics:
        end = start + len(one.ends)
        yield routing.each[start:end]
        start = end


def _by_pair(routing: Routing, wanted: list[bool]) -> Floats:
    """Return how many cables of the wanted fabrics join each pair of racks."""
    found = np.zeros(len(routing.routes.pairs.a))
    parts = zip(routing.routes.fabrics, _by_fabric(routing), wanted, strict=True)
    for one, each, on in parts:
        between = one.pair >= 0
        if on and len(found):
            found += np.bincount(one.pair[between], each[between], minlength=len(found))
    return found


def _bundles(facts: Facts, routing: Routing, shown: Floats) -> Iterator[Bundle]:
    graph = routing.routes.graph
    if graph is None:
        return
    fabrics = len(routing.routes.fabrics)
    mine = routing.spans.fullest(len(graph.tray), shown)
    every = routing.spans.fullest(len(graph.tray), _by_pair(routing, [True] * fabrics))
    for at in np.flatnonzero(graph.tray >= 0).tolist():
        start, end = int(graph.start[at]), int(graph.end[at])
        yield Bundle(
            tray=facts.design.trays[int(graph.tray[at])].id,
            x_mm=round(float(graph.x[start])),
            y_mm=round(float(graph.y[start])),
            end_x_mm=round(float(graph.x[end])),
            end_y_mm=round(float(graph.y[end])),
            cables=round(float(mine[at])),
            of_all=round(float(every[at])),
        )


def _drops(facts: Facts, routing: Routing, shown: Floats) -> Iterator[Drop]:
    routes, racks = routing.routes, facts.design.racks
    for part, drops in enumerate(routes.drops):
        pairs, rows = routes.pairs, (routes.pairs.part == part) & (shown > 0)
        count = np.zeros(len(drops.piece))
        for its, nth in ((pairs.a, pairs.up), (pairs.b, pairs.down)):
            places = drops.first[its[rows]] + nth[rows]
            count += np.bincount(places, shown[rows], minlength=len(count))
        rack = drops.rack
        for at in np.flatnonzero(count > 0).tolist():
            one = int(rack[at])
            yield Drop(
                rack=racks[one].id,
                x_mm=round(float(routes.places.x[one])),
                y_mm=round(float(routes.places.y[one])),
                on_x_mm=round(float(drops.x[at])),
                on_y_mm=round(float(drops.y[at])),
                cables=round(float(count[at])),
            )


def _straight(facts: Facts, routing: Routing, shown: Floats) -> tuple[tuple[Straight, ...], int]:
    """Return the straight ways with the most cables, and how many cables the others have."""
    routes, racks = routing.routes, facts.design.racks
    rows = np.flatnonzero((routes.pairs.part < 0) & (shown > 0))
    rows = rows[np.argsort(-shown[rows], kind="stable")]
    told, others = rows[:MOST_STRAIGHT], rows[MOST_STRAIGHT:]
    x, y = routes.places.x, routes.places.y
    found = []
    for at in told.tolist():
        a, b = int(routes.pairs.a[at]), int(routes.pairs.b[at])
        begin = round(float(x[a])), round(float(y[a]))
        end = round(float(x[b])), round(float(y[b]))
        corners = dict.fromkeys((begin, (end[0], begin[1]), end))
        found.append(
            Straight(
                a=racks[a].id,
                b=racks[b].id,
                corners=tuple(corners),
                cables=round(float(shown[at])),
            )
        )
    return tuple(found), round(float(shown[others].sum()))


WAYS: Final = Question("ways", WaysAsked, CableWays, ways_of)
