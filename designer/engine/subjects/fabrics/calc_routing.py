"""The routing calculation: what routes make of a topology: even, static, hashed flow by flow."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Value
from designer.engine.fabric_graph.measure import measured
from designer.engine.fabric_graph.net import net_of
from designer.engine.fabric_graph.static import (
    NoRouteError,
    cables_of,
    effective_bisection,
    least_used,
)
from designer.engine.subjects.fabrics.calc_topology import TOPOLOGY, asked_for
from designer.model.figures import Figure
from designer.wiring.network_request import FabricError
from designer.wiring.topologies import TopologyError

_MOST_ENDPOINTS: Final = 70_000
"""Every destination is walked at every switch: more would take minutes."""


def _routing(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    try:
        asked = asked_for(v)
    except (TopologyError, FabricError) as error:
        raise CalcError(f"routing: {error}") from error
    made = asked.topology
    if not 1 < made.endpoints <= _MOST_ENDPOINTS:
        raise CalcError(
            f"routing: {made.endpoints:,} endpoints; between 2 and {_MOST_ENDPOINTS:,} are routed"
        )
    cables = cables_of(made.hosts, made.a, made.b, made.links)
    try:
        static, shared = least_used(cables), effective_bisection(cables)
    except NoRouteError as error:
        raise CalcError(f"routing: {error}") from error
    even = measured(net_of(made)).throughput
    fullest = float(static.flows.max(initial=0))
    evenly = (made.endpoints - 1) / even.of_network
    return {
        "endpoints": made.endpoints,
        "switches": made.switches,
        "even_share": even.rate,
        "static_share": static.rate,
        "fullest_even_pairs": evenly,
        "fullest_static_pairs": fullest,
        "static_load_ratio": fullest / evenly if evenly else None,
        "effective_bisection_ratio": shared,
        "note": f"{asked.words}; pairs of endpoints on one cable, one way",
    }


ROUTING = Calculation(
    name="routing",
    summary="what static routes and hashed flows make of a topology",
    parameters=TOPOLOGY.parameters,
    results=(
        ("endpoints", ""), ("switches", ""), ("even_share", ""), ("static_share", ""),
        ("fullest_even_pairs", ""), ("fullest_static_pairs", ""), ("static_load_ratio", ""),
        ("effective_bisection_ratio", ""),
    ),
    formula=(
        "even: traffic of all to all divided over all shortest paths; static: each destination has "
        "the least used port of fewest hops at every switch; share = (N - 1) / pairs on the "
        "fullest cable, 1 at most; effective bisection: the mean share of a flow between random "
        "halves, each on one path drawn among the shortest"
    ),
    sources=(
        "OpenSM 3.3.23 over ibsim 0.10: its ftree engine divides evenly, its default is the static "
        "engine (k = 8, k = 16 and a leaf-spine of 3 : 1 are the same cable for cable)",
        "Hoefler, Schneider, Lumsdaine, Cluster 2008 (effective bisection)",
    ),
    run=_routing,
)  # fmt: skip
