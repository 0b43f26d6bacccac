"""What was measured of graphs, kept from edit to edit.

A spare switch, a drawing moved about or an undo gives a graph that was measured before: cutting it
again would hold up the report for nothing. Mostly it is the graph of the edit before, which is seen
from its links; others are found by a digest, which takes as long as a small report.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np

from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    carried,
    with_nvlink,
    worst_loss,
)
from designer.engine.subjects.fabrics.graph import Graph
from designer.wiring.network_columns import FabricWiring

T = TypeVar("T")

ISLANDS: Final = "islands"
"""What is seen of a graph when it is measured, and what a rule asks of it."""
KEPT: Final = 256
"""Measurements kept; a design has a few for each fabric."""


@dataclass
class Measures:
    """Measures graphs, each once."""

    known: dict[Hashable, Any] = field(default_factory=dict)
    last: dict[str, tuple[FabricWiring, dict[str, Any]]] = field(default_factory=dict)
    seen: dict[tuple[str, str], tuple[tuple[FabricWiring, Any], ...]] = field(default_factory=dict)

    def of_wiring(self, what: str, wiring: FabricWiring, look: Callable[[FabricWiring], T]) -> T:
        """Return what is seen in a fabric's graph; kept of the last and of the one before it.

        Parameters
        ----------
        look
            Sees it; nothing but the graph may decide what it returns.
        """
        key = (what, wiring.fabric.id)
        known = self.seen.get(key, ())
        for graph, found in known:
            if graph is wiring:
                same: T = found
                return same
        new = look(wiring)
        self.seen[key] = ((wiring, new), *known[:1])
        return new

    def fields(self, wiring: FabricWiring, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return what a fabric carries as fields of its report, measured where its links differ."""
        name = wiring.fabric.id
        last = self.last.get(name)
        found = last[1] if last and linked_alike(last[0], wiring) else measure()
        self.last[name] = (wiring, found)
        return found

    def carried(self, graph: Graph, full: int) -> Carried:
        """Return what a graph carries."""
        return self._once(("carried", graph.digest, full), partial(carried, graph, full))

    def with_nvlink(self, joined: Graph, network: Carried, *, enough: bool) -> Carried:
        """Return what it carries where traffic of a node may change rails over NVLink."""
        key = ("with nvlink", joined.digest, network, enough)
        return self._once(key, partial(with_nvlink, joined, network, enough=enough))

    def worst_loss(self, graph: Graph, intact: Carried, *, joined: bool = False) -> Loss | None:
        """Return the switch whose loss leaves least."""
        key = ("worst loss", graph.digest, intact, joined)
        return self._once(key, partial(worst_loss, graph, intact, joined=joined))

    def _once(self, key: Hashable, measure: Callable[[], T]) -> T:
        if key not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[key] = measure()
        found: T = self.known[key]
        return found


def linked_alike(one: FabricWiring, other: FabricWiring) -> bool:
    """Return whether two graphs differ in nothing but the devices at the places of the rule.

    A switch beyond the rule has no place in the plan: it counts for nothing until a cable is laid
    to it by hand, so graphs with such cables are never called alike.
    """
    if any(len(wiring.faults) > wiring.faults_by_rule or wiring.laid for wiring in (one, other)):
        return False
    return (
        (one.fabric, one.plan, one.doubts) == (other.fabric, other.plan, other.doubts)
        and one.node_kinds == other.node_kinds
        and (
            one.links is other.links
            or all(
                np.array_equal(getattr(one.links, name), getattr(other.links, name))
                for name in ("a", "b", "count", "end", "fault")
            )
        )
    )
