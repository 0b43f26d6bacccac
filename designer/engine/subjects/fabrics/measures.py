"""What was measured of graphs, kept from edit to edit.

A spare switch, a drawing moved about or an undo gives a graph that was measured before: cutting it
again would hold up the report for nothing.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    carried,
    with_nvlink,
    worst_loss,
)
from designer.engine.subjects.fabrics.graph import Graph

T = TypeVar("T")

KEPT: Final = 256
"""Measurements kept; a design has a few for each fabric."""


@dataclass
class Measures:
    """Measures graphs, each once."""

    known: dict[Hashable, Any] = field(default_factory=dict)

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
