"""The exact program on a fabric as drawn, or on what a loss leaves of it, while edits go on.

It has far more time than a report gives it, in slices between which everything else goes on. Where
both bounds of the intact fabric meet, the next report and the cuts that are drawn have it: that is
one figure on any machine. What it leaves open depends on how fast the machine is, and stays in the
answer to who asked.
"""

from collections.abc import Generator
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from designer.engine.fabric_graph.measure import FEW_SWITCHES, nearer, programmed
from designer.engine.fabric_map import FabricProof, ProofAsked
from designer.engine.subject import Facts, Question
from designer.engine.subjects.fabrics.any_topology import (
    LATER,
    Halving,
    Whole,
    by_any_topology_in_steps,
    narrowed,
    worst_halving,
)
from designer.engine.subjects.fabrics.as_net import net_of_graph
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.fabrics import Seen, seen_of
from designer.engine.subjects.fabrics.graph import Graph, islands
from designer.engine.subjects.fabrics.loss_effects import Losing
from designer.engine.subjects.fabrics.losses import Gone, racks_lost
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.power_lost import power_lost
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring

SLICE_S: Final = 0.2
"""How long a slice of the exact program takes: an edit waits no longer."""
MOST_SLICES: Final = 150
_MOST_VERTICES: Final = 800


class Proof(NamedTuple):
    """What was proven: bounds in links, the cheapest halving found, and why it is no more."""

    bounds: Bounds
    halving: Halving
    why: str = ""


def proof_in_steps(
    graph: Graph, known: Bounds, slices: int = MOST_SLICES
) -> Generator[None, None, Proof]:
    """Return the closest bounds of a graph of one island that the exact program proves, in steps.

    Parameters
    ----------
    slices
        After how many it ends, proven or not.
    """
    net = net_of_graph(graph)
    whole = yield from by_any_topology_in_steps(graph, known, None, LATER)
    if whole.bounds.exact:
        return Proof(whole.bounds, worst_halving(graph, whole.found))
    if net.size > FEW_SWITCHES:
        why = f"{net.size:,} switches and sorts of nodes: exact programs are for {FEW_SWITCHES}"
        return Proof(whole.bounds, worst_halving(graph, whole.found), why)
    for closer in nearer(net, whole.found, most_vertices=_MOST_VERTICES):
        whole = Whole(narrowed(whole.bounds, closer), closer)
        yield
    for _, closer in zip(range(slices), programmed(net, whole.found, SLICE_S), strict=False):
        whole = Whole(narrowed(whole.bounds, closer), closer)
        if whole.bounds.exact:
            break
        yield
    return Proof(whole.bounds, worst_halving(graph, whole.found))


def _proof(facts: Facts, asked: ProofAsked) -> FabricProof:
    told = FabricProof(fabric=asked.fabric, what=asked.what, ids=asked.ids)
    network = facts[NETWORK]
    wiring = network.wiring.find(asked.fabric)
    seen = seen_of(wiring, facts.catalog, network.measures) if wiring is not None else None
    if wiring is None or seen is None or seen.graph is None or seen.carried is None:
        return told.evolve(why="its parts are no one network that is known")
    measures, intact = network.measures, not asked.what
    graph, known = seen.graph, seen.carried.bounds
    if not intact:
        found = _without(facts, wiring, seen, asked)
        if found is None:
            return told.evolve(why="nobody can say what is left")
        graph, known = found
    job = measures.meanwhile.look(("proof", graph.digest), partial(proof_in_steps, graph, known))
    proof = job.found
    if not isinstance(proof, Proof):
        return told.evolve(working=True)
    if proof.why:
        return told.evolve(why=proof.why)
    if intact and proof.bounds.exact and proof.bounds != measures.narrowed.get(graph.digest):
        measures.narrow(graph, proof.bounds, wiring)
        if not seen.joined:
            measures.keep_halving(graph, proof.halving)
    rate = proof.bounds.links.times(wiring.fabric.rate_gbps, "Gb/s")
    return told.evolve(**fields_of({"bisection_gbps": rate}))


def _without(
    facts: Facts, wiring: FabricWiring, seen: Seen, asked: ProofAsked
) -> tuple[Graph, Bounds] | None:
    """Return what a loss leaves, and between what that is known to lie."""
    if asked.what == "cable":
        return _without_cable(wiring, seen, asked.ids)
    gone = _gone(facts, wiring, asked)
    if gone is None or gone.perhaps:
        return None
    losing = Losing(wiring, seen.graph, seen.carried, joined=seen.joined)
    after, left = losing.after(gone), losing.left(gone, cut_anew=False)
    if after is None or left.bounds is None or left.islands != 1:
        return None
    return after, left.bounds


def _without_cable(
    wiring: FabricWiring, seen: Seen, ends: tuple[str, ...]
) -> tuple[Graph, Bounds] | None:
    """Return what the loss of one cable leaves; of a link of a node, its endpoint may go with it.

    No halving of what is left cuts less than one of all endpoints, less the cable: an endpoint that
    is lost as well crosses no other.
    """
    numbers = {wiring.key(one): one for one in range(len(wiring.nodes) + len(wiring.places))}
    graph, carried = seen.graph, seen.carried
    vertices = [numbers[one] for one in ends if one in numbers]
    if graph is None or carried is None or len(vertices) != 2:
        return None
    lower, upper = (one - wiring.first_place for one in vertices)
    known = carried.bounds
    if lower >= 0:
        after = graph.without_trunk(lower, upper)
        if after is None or islands(after) != 1:
            return None
        return after, known.less(1, known.high)
    node = wiring.endpoints.node[graph.endpoint].astype(np.int64)
    links = np.flatnonzero((node == vertices[0]) & (graph.place == upper))
    if not len(links):
        return None
    after = graph.without_link(int(links[0]))
    fewer = after.endpoints < graph.endpoints
    most = after.halves[0] * int(np.bincount(graph.endpoint).max(initial=1))
    most = most if fewer else known.high
    return after, known.less(1, most)


def _gone(facts: Facts, wiring: FabricWiring, asked: ProofAsked) -> Gone | None:
    """Return what is lost with the first of some ids."""
    first = next(iter(asked.ids), "")
    if asked.what == "switch":
        form, number = wiring.members.places.get(first, ("", -1))
        places = np.flatnonzero(wiring.places.switch == number).astype(np.int64)
        none = np.zeros(0, dtype=np.int64)
        return Gone("switch", (first,), places, none) if form == "switch" else None
    every = racks_lost(wiring) if asked.what == "rack" else power_lost(facts, wiring)
    return next((one for one in every if first in one.ids), None)


PROOF: Final = Question("proof", ProofAsked, FabricProof, _proof)
