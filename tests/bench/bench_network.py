"""The network of 100,000 GPUs as a graph, against numpy creating arrays of its size.

12,500 nodes of eight rails on three tiers: 1,392 leaves, as many spines and 696 core switches.
The yardstick creates every column of the graph, nodes, endpoints, places and links alike
(`arrays.created`); expanding reads the design, lays every link and says which cannot be.
"""

import dataclasses
from typing import Any

import numpy as np

from designer.catalog.catalog import Catalog
from designer.model.design import Assembly, Design, Fabric, Rack, Slot, Tier
from designer.wiring.network import NetworkExpander, expand_network
from designer.wiring.network_columns import FabricWiring
from tests.bench.arrays import CREATED, created
from tests.bench.designs import catalog
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row

NODES = 12_500
TIMES = 15
TIERS: tuple[tuple[Tier, int], ...] = (("leaf", 1_392), ("spine", 1_392), ("core", 696))


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on expanding a network."""
    parts = catalog()
    design = cluster(NODES // 50 if tiny else NODES, 50 if tiny else 1)
    wiring = expand_network(design, parts).fabrics[0]
    columns = columns_of(wiring)
    times = 3 if tiny else TIMES
    ours, theirs = in_turn(
        lambda: seconds(lambda: expand_network(design, parts)),
        lambda: seconds(lambda: created(columns)),
        times,
    )
    edit, _ = in_turn(lambda: renamed(design, parts), lambda: 0.0, times)
    links = int(wiring.links.count.sum())
    return [
        Row(
            "network of 100,000 GPUs expanded",
            ours / theirs,
            10,
            against=CREATED,
            detail=f"{ours * 1e3:.1f} ms against {theirs * 1e3:.2f} ms, "
            f"{sum(map(len, columns)):,} integers, {links:,} links",
        ),
        Row(
            "the same after an edit elsewhere",
            edit / theirs,
            2,
            against=CREATED,
            detail=f"{edit * 1e3:.2f} ms against {theirs * 1e3:.2f} ms",
        ),
    ]


def columns_of(wiring: FabricWiring) -> list[np.ndarray[Any, Any]]:
    """Return all columns of a graph."""
    tables = (wiring.nodes, wiring.endpoints, wiring.places, wiring.links)
    return [getattr(table, field.name) for table in tables for field in dataclasses.fields(table)]


def renamed(design: Design, parts: Catalog) -> float:
    """Return how long it takes to expand a design with another name."""
    expander = NetworkExpander(parts)
    expander.expand(design)
    after = design.evolve(name="renamed")
    return seconds(lambda: expander.expand(after))


def cluster(nodes: int, fewer: int = 1) -> Design:
    """Return racks of four nodes and racks of sixteen switches."""
    four = Assembly(
        id="nodes",
        rack_part="rack-48u",
        slots=tuple(Slot(id=f"n{n}", part="dgx-b300", half_u=16 * n) for n in range(1, 5)),
    )
    racks = [Rack(id=f"n{n:05d}", name=f"n{n}", part="rack-48u", x_mm=0, y_mm=0, assembly="nodes")
             for n in range(nodes // 4)]  # fmt: skip
    assemblies = [four]
    for tier, count in TIERS:
        count = -(-count // fewer)
        assemblies.append(_switches(tier, 16))
        racks += [Rack(id=f"{tier}{n:05d}", name=tier, part="rack-48u", x_mm=0, y_mm=0,
                       assembly=tier) for n in range(-(-count // 16))]  # fmt: skip
    fabric = Fabric(
        id="compute", nodes=("dgx-b300",), rails=8, rate_gbps=800, switch="q3400-ra",
        leaf_policy="rail-per-su", su_nodes=72,
    )  # fmt: skip
    return Design(
        assemblies=tuple(sorted(assemblies, key=lambda a: a.id)),
        racks=tuple(sorted(racks, key=lambda r: r.id)),
        fabrics=(fabric,),
    )


def _switches(tier: Tier, count: int) -> Assembly:
    slots = [
        Slot(id=f"{tier}{n:02d}", part="q3400-ra", half_u=2 * n, fabric="compute", tier=tier)
        for n in range(1, count + 1)
    ]
    return Assembly(id=tier, rack_part="rack-48u", slots=tuple(slots))


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
