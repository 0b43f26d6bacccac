"""What the loss of several switches together does to their fabrics.

A node is cut off where all its links end on what is lost. Bisection is that of what is left, cut
once more: no sum of what single losses take.
"""

from typing import Any

import numpy as np

from designer.engine.network_report import SwitchLoss
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import left_without_all
from designer.engine.subjects.fabrics.graph import Ints, graph_of, islands, with_nodes_joined
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.switch_losses import loss_of_places
from designer.engine.together_report import LossAsked, SwitchesLost
from designer.wiring.network_columns import FabricWiring


def together(facts: Facts, asked: LossAsked) -> dict[str, Any]:
    """Return what becomes of each fabric that loses switches."""
    wirings = {wiring.fabric.id: wiring for wiring in facts[NETWORK].wiring.fabrics}
    keys: dict[str, list[str]] = {}
    for one in asked.switches:
        keys.setdefault(one.fabric, []).append(one.key)
    found = []
    for fabric, lost in keys.items():
        if fabric not in wirings:
            raise LookupError(f"no fabric is called {fabric!r}")
        wiring = wirings[fabric]
        places = _places_of(wiring, lost)
        found.append(SwitchesLost(fabric=fabric, loss=_loss(facts, wiring, places)))
    return {"switches": tuple(found)}


def _places_of(wiring: FabricWiring, keys: list[str]) -> Ints:
    """Return the places of some switches, in order."""
    members = wiring.members.places
    numbers = []
    for key in keys:
        role, number = members.get(key, ("node", -1))
        if role != "switch":
            raise LookupError(f"{wiring.fabric.id} has no switch {key!r}")
        numbers.append(number)
    return np.flatnonzero(np.isin(wiring.places.switch, numbers)).astype(np.int64)


def _loss(facts: Facts, wiring: FabricWiring, places: Ints) -> SwitchLoss:
    return loss_of_places(wiring, facts.catalog, places, _left(wiring, places))


def _left(wiring: FabricWiring, places: Ints) -> Bounds | None:
    """Return what the fabric carries then; None where its parts are no one network."""
    graph = graph_of(wiring)
    if islands(graph) > 1:
        graph = with_nodes_joined(graph, wiring)
    return left_without_all(graph, places) if islands(graph) == 1 else None
