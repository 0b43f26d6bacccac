"""What routes make of a fabric as drawn: even division, a static engine, hashed flows."""

from collections.abc import Generator
from functools import partial
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import ApartError, finished, loads_to
from designer.engine.fabric_graph.net import Net
from designer.engine.fabric_graph.static import (
    Cables,
    NoRouteError,
    cables_of,
    effective_bisection_in_steps,
    least_used_in_steps,
)
from designer.engine.fabric_graph.symmetry import orbits_of
from designer.engine.network_report import Routing, RoutingAsked
from designer.engine.subject import Facts, Question
from designer.engine.subjects.fabrics.graph import Flags, Graph, graph_of
from designer.engine.subjects.fabrics.network import NETWORK
from designer.wiring.network_columns import FabricWiring

_SLICES: Final = 16
"""Slices at a time: of 16,384 endpoints these take a quarter of a second."""


def routing_of(wiring: FabricWiring) -> Routing:
    """Return what routes make of a fabric: of its planes, the one that carries least by each."""
    return finished(routing_in_steps(wiring))


def routing_in_steps(wiring: FabricWiring) -> Generator[None, None, Routing]:
    """Do the same step by step."""
    graph = graph_of(wiring)
    planes = []
    for plane in range(wiring.fabric.planes):
        one = yield from _routed(graph, wiring, plane)
        planes.append(one)
    found = [one for one in planes if one is not None]
    if len(found) < len(planes) or not found:
        return Routing(
            fabric=wiring.fabric.id, why="some endpoints do not reach others over its own links"
        )
    even, static, load, flows = (min(column) for column in zip(*found, strict=True))
    return Routing(
        fabric=wiring.fabric.id, even_share=even, static_share=static, static_load_ratio=-load,
        effective_bisection_ratio=flows,
    )  # fmt: skip


def _routed(
    graph: Graph, wiring: FabricWiring, plane: int
) -> Generator[None, None, tuple[float, float, float, float] | None]:
    """Return even share, static share, minus how much fuller cables are, and that of flows.

    None where a plane has no endpoint, or some do not reach others.
    """
    mine = wiring.places.plane[: graph.places] == plane
    if wiring.fabric.planes == 1:
        mine = np.ones(graph.places, dtype=bool)
    rows = mine[graph.a] & mine[graph.b]
    hosts = np.bincount(graph.place[mine[graph.place]], minlength=graph.places)
    if hosts.sum() < 2:
        return None
    cables = cables_of(hosts, graph.a[rows], graph.b[rows], graph.count[rows])
    even = _most_evenly(cables, graph, rows)
    if even is None:
        return None
    try:
        static = yield from least_used_in_steps(cables)
        shared = yield from effective_bisection_in_steps(cables)
    except NoRouteError:
        return None
    most = float(static.flows.max(initial=0))
    number = int(hosts.sum())
    return (
        min(1.0, (number - 1) / even) if even else 1.0, static.rate,
        -(most / even if even else 1.0), shared,
    )  # fmt: skip


def _most_evenly(cables: Cables, graph: Graph, rows: Flags) -> float | None:
    """Return the most pairs on one cable where traffic is divided evenly; None for no way."""
    number = int(cables.hosts.sum())
    net = Net(
        cables.hosts, np.ones_like(cables.hosts), graph.a[rows], graph.b[rows],
        graph.count[rows].astype(np.float64), 1.0, (number // 2, number - number // 2),
    )  # fmt: skip
    try:
        loads = loads_to(net, orbits_of(net), cables.hosts / number)
    except ApartError:
        return None
    return float((loads.most / net.capacity).max(initial=0.0)) * number


def _asked(facts: Facts, about: RoutingAsked) -> Routing:
    wiring = facts[NETWORK].wiring.find(about.fabric)
    if wiring is None:
        raise ValueError(f"there is no fabric {about.fabric!r}")
    # Routes are those of a graph: an edit that leaves it as it is asks for nothing new.
    key = ("routing", graph_of(wiring).digest)
    begin = partial(routing_in_steps, wiring)
    job = facts[NETWORK].measures.meanwhile.look(key, begin, _SLICES)
    found = job.found
    return found if isinstance(found, Routing) else Routing(fabric=about.fabric, working=True)


ROUTING = Question("routing", RoutingAsked, Routing, _asked)
