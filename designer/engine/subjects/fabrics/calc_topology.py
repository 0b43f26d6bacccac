"""The topology calculation: a torus, a dragonfly or another by its sizes, and what it carries."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.fabric_graph.measure import EXACT_WORK, Measured, measured, refined
from designer.engine.fabric_graph.net import net_of
from designer.engine.subjects.fabrics.closed_forms import ClosedForm, closed_form
from designer.model.figures import Figure, exact
from designer.wiring.network_hops import way_of
from designer.wiring.network_remedies import in_words
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_shapes import SHAPED, shape_of, wired
from designer.wiring.topologies import (
    Topology,
    TopologyError,
    fat_tree,
    rail_only,
    slim_fly,
)

_KINDS: Final = (
    "fat-tree", "torus", "mesh", "hypercube", "hyperx", "dragonfly", "dragonfly-plus", "slim-fly",
    "rail-only",
)  # fmt: skip
_ANY_PORTS: Final = 10**6
"""Ports of a switch where nobody asks."""
_MOST_PORTS: Final = 256
_MOST_Q: Final = 101
"""Larger ones are not wired here: millions of links."""
_REFINED: Final = 5_000
"""Up to so many switches bounds that do not meet are worked on."""
_WORK: Final = 20 * EXACT_WORK
"""Who asks for one topology waits for the exact program: for up to a minute."""
_FAT_TREE_WAY: Final = 5
"""Edge, aggregation, core, aggregation, edge."""
_SLIM_FLY_WAY: Final = 3
"""Its diameter is two links."""


@dataclass(frozen=True)
class Asked:
    """A topology that is asked for, wired, with the closed form of its bisection."""

    topology: Topology
    words: str
    closed: ClosedForm | None
    most_switches: int


def _topology(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    try:
        asked = asked_for(v)
    except (TopologyError, FabricError) as error:
        raise CalcError(f"topology: {error}") from error
    topology, rate = asked.topology, v["rate_gbps"]
    net = net_of(topology)
    found = measured(net)
    if not found.exact and topology.switches <= _REFINED:
        found = refined(net, found, work=_WORK)
    half = topology.endpoints // 2
    low, high = _bounds(found, asked.closed, half)
    links = exact(low) if high - low < 1e-6 else Figure(low, high)
    shared, ceiling = _all_to_all(found, topology.endpoints, high)
    between = _between_groups(topology)
    results: dict[str, Value | Figure] = {
        "endpoints": topology.endpoints,
        "switches": topology.switches,
        "links": int(topology.links.sum()),
        "group_links": between,
        "group_gbps": None if between is None else between * rate,
        "taper": None if between is None else 2 * between / max(1, topology.endpoints),
        "injection_gbps": topology.endpoints * rate,
        "bisection_gbps": links.times(rate, "Gb/s"),
        "bisection_lower_gbps": low * rate,
        "bisection_upper_gbps": high * rate,
        "bisection_both_ways_gbps": links.times(2 * rate, "Gb/s"),
        "exact": high - low < 1e-6,
        "bisection_ratio": links.times(1 / half) if half else None,
        "closed_form_gbps": asked.closed.links * rate if asked.closed else None,
        "islands": found.islands,
        "most_switches": asked.most_switches,
        "all_to_all": shared,
        "all_to_all_ceiling": ceiling,
        "worst_permutation_lower": shared / 2,
        "worst_permutation_upper": min(1.0, high / half) if half else 0.0,
    }
    return {**results, "note": _note(asked, found, half)}


def _bounds(found: Measured, closed: ClosedForm | None, half: int) -> tuple[float, float]:
    """Return the bisection in links: what is measured, and a closed form where it says more."""
    if found.islands > 1:
        return 0.0, 0.0
    low, high = found.proven, min(found.cheapest, float(half))
    if closed is not None:
        high = min(high, float(closed.links))
        if closed.proven:
            low = max(low, min(float(closed.links), float(half)))
    return min(low, high), high


def _all_to_all(found: Measured, endpoints: int, high: float) -> tuple[float, float]:
    """Return the share of its rate that each endpoint sends evenly to all: by ECMP, at most."""
    if found.islands > 1 or endpoints < 2:
        return 0.0, 0.0
    one = endpoints // 2
    most = Fraction(endpoints - 1, one * (endpoints - one))
    return found.throughput.rate, min(1.0, high * float(most))


def _between_groups(topology: Topology) -> int | None:
    """Return the links between groups; None where there are none."""
    group = topology.labels.get("group")
    if group is None:
        return None
    return int(topology.links[group[topology.a] != group[topology.b]].sum())


def _note(asked: Asked, found: Measured, half: int) -> str:
    said = [asked.words, "each way: both ways it is double"]
    if asked.closed:
        how = "proven" if asked.closed.proven else "the cost of that halving, and no more is known"
        said.append(f"closed form: {asked.closed.name} = {asked.closed.links:,} links, {how}")
        if asked.closed.links > half:
            said.append(f"no halving costs more than the links of half of the endpoints: {half:,}")
    if found.islands > 1:
        said.append(f"bisection 0: {found.islands} islands that no link joins")
    else:
        said.append(f"the cheapest halving found follows: {found.cut.by}")
    return "; ".join(said)


def asked_for(v: dict[str, Any]) -> Asked:
    """Return the topology that parameters name.

    Raises
    ------
    CalcError, TopologyError, FabricError
        If they name none; the message says why.
    """
    kind, sizes, hosts = v["kind"], _sizes(v["sizes"]), v["hosts"]
    if kind in SHAPED:
        return _shaped(v, sizes)
    wanted = {"fat-tree": "the ports of a switch", "slim-fly": "q, an odd prime",
              "rail-only": "nodes and rails"}[kind]  # fmt: skip
    if len(sizes) != (2 if kind == "rail-only" else 1):
        raise CalcError(f"sizes of a {kind} are {wanted}")
    most = {"fat-tree": _MOST_PORTS, "slim-fly": _MOST_Q}.get(kind, _ANY_PORTS)
    if max(sizes) > most:
        raise CalcError(f"sizes of a {kind} are {most:,} at most")
    if kind == "fat-tree":
        made = fat_tree(sizes[0], hosts or None)
        half = made.endpoints // 2
        full = hosts <= sizes[0] // 2
        closed = ClosedForm(half, "half of the endpoints", proven=True) if full else None
        words = f"fat-tree of three tiers of {sizes[0]}-port switches"
        return Asked(made, words, closed, _FAT_TREE_WAY if sizes[0] > 2 else 3)
    if kind == "slim-fly":
        return Asked(
            slim_fly(sizes[0], hosts or 1), f"Slim Fly of q = {sizes[0]}", None, _SLIM_FLY_WAY
        )
    nodes, rails = sizes
    return Asked(rail_only(nodes, rails), f"{rails} rails of {nodes} nodes, none joined", None, 1)


def _shaped(v: dict[str, Any], sizes: tuple[int, ...]) -> Asked:
    """Return a topology with a shape: as asked for, or the smallest that holds the endpoints."""
    hosts, ports, nodes = v["hosts"], v["radix"] or _ANY_PORTS, v["nodes"]
    if not sizes and not (nodes and v["radix"]):
        raise CalcError("topology needs sizes, or nodes and radix")
    request = FabricRequest(
        nodes=nodes or 1, radix=ports, rate_gbps=v["rate_gbps"], topology=v["kind"], shape=sizes,
        hosts=hosts or (0 if nodes else 1), width=v["width"], global_links=v["global_links"],
        oversubscription=v["oversubscription"],
    )  # fmt: skip
    if sizes and not v["radix"] and v["kind"].startswith("dragonfly") and not v["global_links"]:
        raise CalcError("topology: say global_links, or radix: then all that are left are used")
    try:
        shape = shape_of(request, ports, ports)
    except FabricError as error:
        possible = in_words(request) if v["radix"] else ""
        raise FabricError(f"{error}. {possible}" if possible else str(error)) from error
    v.update(hosts=shape.hosts, width=shape.width, sizes="x".join(map(str, shape.sizes)))
    if shape.global_links and v["kind"].startswith("dragonfly"):
        v.update(global_links=shape.global_links)
    return Asked(wired(shape), shape.words, closed_form(shape), sum(way_of(shape)))


def _sizes(text: str | None) -> tuple[int, ...]:
    words = re.split(r"[x×,]", text) if text else []
    if not all(word.strip().isdecimal() and len(word.strip()) < 7 for word in words):
        raise CalcError(f"sizes={text}: they are whole numbers, such as 16x16")
    return tuple(int(word) for word in words)


TOPOLOGY = Calculation(
    name="topology",
    summary="endpoints, links and proven bisection of a torus, dragonfly, HyperX …",
    parameters=(
        Parameter("kind", "text", choices=_KINDS, help="what the switches make together"),
        Parameter(
            "sizes", "text", optional=True,
            help="16x16: of each dimension; hypercube: dimensions; dragonfly: groups x switches; "
            "dragonfly-plus: groups x leaves x spines; fat-tree: ports; slim-fly: q; rail-only: "
            "nodes x rails",
        ),
        Parameter("nodes", "count", optional=True, help="endpoints it must hold, with radix"),
        Parameter("radix", "count", optional=True, help="ports of a switch, which are not passed"),
        Parameter(
            "hosts", "count", default=0, help="endpoints of a switch; 0 for 1, or as nodes need"
        ),
        Parameter("width", "count", default=0, help="links to a neighbour; 0 for one"),
        Parameter(
            "global_links", "count", default=0,
            help="between two groups; 0 for as many as radix leaves",
        ),
        Parameter(
            "oversubscription", default=1.0, help="by which ports are split where sizes are chosen"
        ),
        Parameter("rate_gbps", unit="Gb/s", default=400.0, help="of every link, one way"),
    ),
    results=(
        ("endpoints", ""), ("switches", ""), ("links", ""), ("group_links", ""),
        ("group_gbps", "Gb/s each way"), ("taper", ""), ("injection_gbps", "Gb/s"),
        ("bisection_gbps", "Gb/s each way"), ("bisection_lower_gbps", "Gb/s"),
        ("bisection_upper_gbps", "Gb/s"), ("bisection_both_ways_gbps", "Gb/s"), ("exact", ""),
        ("bisection_ratio", ""), ("closed_form_gbps", "Gb/s each way"), ("islands", ""),
        ("most_switches", ""), ("all_to_all", ""), ("all_to_all_ceiling", ""),
        ("worst_permutation_lower", ""), ("worst_permutation_upper", ""),
    ),
    formula=(
        "bisection: the least cut between two halves of the endpoints, within a lower bound that "
        "is proven and the cost of a halving; torus 2·switches/longest dimension, hypercube "
        "2^(d - 1), HyperX K·S/4·switches, groups (g/2)²·links; taper = ends of links between "
        "groups over endpoints; all-to-all by shortest paths, at "
        "most bisection·(N - 1)/(⌊N/2⌋·⌈N/2⌉); half of it ≤ the worst permutation ≤ the ratio"
    ),
    sources=(
        "Al-Fares et al., SIGCOMM 2008 (fat-tree); Kim et al., ISCA 2008 (dragonfly); Shpiner et "
        "al., HiPINEB 2017 (dragonfly+); Ahn et al., SC 2009 (HyperX)",
        "Arjona Aroca, Fernández Anta, arXiv 1202.6291 (odd tori and meshes)",
    ),
    run=_topology,
)  # fmt: skip
