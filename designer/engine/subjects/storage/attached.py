"""Which leaves storage systems hang on: a rule, since no cable of a design names a system's port.

Leaves that a fabric keeps for storage take them, as many links as each has to spines; where it
keeps none, the ports of its leaves that are free. Links are dealt evenly: a system's ports go to
different leaves, so that none of them holds all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.subjects.fabrics.graph import Graph
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_ports import reaching_ports

Floats = NDArray[np.float64]

PURPOSE: Final = "storage"


@dataclass(frozen=True)
class Systems:
    """Systems of one part that hang on a fabric.

    Attributes
    ----------
    rates
        Gb/s of each port of one of them; empty where nobody says which ports it has.
    """

    part: str
    number: int
    rates: tuple[float, ...]

    @property
    def ports(self) -> int:
        """Ports of all of them."""
        return self.number * len(self.rates)


@dataclass(frozen=True)
class Attached:
    """What systems may send into each switch of a fabric.

    Attributes
    ----------
    gbps
        Shape (systems, places): at most, by the links that they have there.
    left
        Ports of systems that find none on a leaf.
    unsaid
        Shape (systems,): whether the ports of these are not known. They are given all that the
        leaves have: nobody sends more.
    """

    gbps: Floats
    left: int
    unsaid: tuple[bool, ...]


def systems_of(
    placed: Sequence[tuple[Part, int]], wiring: FabricWiring, catalog: Catalog
) -> Iterator[Systems]:
    """Yield the systems that hang on a fabric of storage: not those that are its nodes.

    A system whose ports are all of another purpose or protocol does not hang on it.
    """
    for part, number in placed:
        if part.id in wiring.fabric.nodes:
            continue
        groups = reaching_ports(part, wiring.fabric, catalog)
        if groups or not part.ports:
            rates = tuple(group.rate_gbps for group in groups for _ in range(group.count))
            yield Systems(part.id, number, rates)


def attached(systems: Sequence[Systems], wiring: FabricWiring, graph: Graph) -> Attached | None:
    """Return the links of systems to leaves, dealt evenly in order of the systems.

    None where nobody says how many ports a leaf has that may take them.
    """
    rate = wiring.fabric.rate_gbps
    room = _room(wiring, graph)
    if room is None:
        return None
    whole = room * rate
    found = np.zeros((len(systems), graph.places))
    left = 0
    for row, one in enumerate(systems):
        for each in sorted(set(one.rates), reverse=True):
            # A port of a leaf splits into as many of the system's rate as go into it.
            split = max(1, int(rate // each)) if each > 0 else 1
            wanted = one.number * one.rates.count(each)
            given = _dealt(wanted, np.floor(room * split + 1e-9))
            left += wanted - int(given.sum())
            room = room - given / split
            found[row] += given * min(each, rate)
    for row, one in enumerate(systems):
        if not one.rates:
            found[row] = whole
    return Attached(found, left, tuple(not one.rates for one in systems))


def _room(wiring: FabricWiring, graph: Graph) -> Floats | None:
    """Return the links for systems that each place has; shape (places,)."""
    room = np.zeros(graph.places)
    plan = wiring.plan
    if plan is None:
        return room
    drawn = wiring.places.switch[: graph.places] >= 0
    if plan.leaves.targets:
        each = plan.leaves.count + plan.leaves.targets
        for plane in range(plan.planes):
            first = plane * each + plan.leaves.count
            room[first : first + plan.leaves.targets] = plan.leaves.target_up
        return np.where(drawn, room, 0.0)
    used = graph.links_at + graph.hosted
    for place in np.flatnonzero(drawn & (graph.tier == 0)).tolist():
        lanes = wiring.fit(wiring.first_place + place).lanes
        if lanes is None:
            return None
        room[place] = max(0, lanes - int(used[place]))
    alone = room * (graph.hosted == 0)
    return alone if alone.any() else room


def _dealt(number: int, room: Floats) -> Floats:
    """Return a number dealt evenly over places with so much room each; what is over goes first."""
    given = np.zeros(len(room))
    rest = float(min(number, room.sum()))
    while rest > 0:
        free = np.flatnonzero(room - given > 0)
        each = max(1.0, rest // len(free))
        turn = free if each > 1 or rest >= len(free) else free[: ceil(rest)]
        more = np.minimum(each, room[turn] - given[turn])
        given[turn] += more
        rest -= float(more.sum())
    return given
