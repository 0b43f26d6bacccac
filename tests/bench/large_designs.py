"""Designs beyond a reference pod: a hall of one large fabric, laid out, fed and filled.

Nodes of eight rails hang on three tiers of 144-port switches, in racks of four with rack PDUs on
three feeds; racks of sixteen switches stand among them. 12,500 nodes are 100,000 GPUs.
"""

from math import ceil
from typing import Final

from designer.catalog.catalog import Catalog
from designer.model.design import Assembly, Design, Fabric, PowerNode, Room, Slot, Tier
from designer.planning.floor_plan import RackSpec, lay_out

NODES_OF_100K: Final = 12_500
PER_RACK: Final = 4
SWITCHES_PER_RACK: Final = 16
PORTS: Final = 144
RAILS: Final = 8
SU_NODES: Final = 72
PDU: Final = "pdu-415v-60a-3ph"


def hall(parts: Catalog, nodes: int) -> Design:
    """Return a hall of so many nodes of eight GPUs, with the switches that their network needs."""
    leaves = RAILS * ceil(nodes / SU_NODES)
    cores = ceil(leaves / 2)
    tiers: tuple[tuple[Tier, int], ...] = (("leaf", leaves), ("spine", leaves), ("core", cores))
    node_slots = [
        Slot(id=f"n{n}", part="dgx-b300", half_u=2 + 20 * (n - 1), name=f"dgx-{{rack}}-{n}")
        for n in range(1, PER_RACK + 1)
    ]
    pdus = [Slot(id=f"pdu-{feed.lower()}", part=PDU, face="zero-u", feed=feed) for feed in "ABC"]
    assemblies = [Assembly(id="nodes", rack_part="rack-48u", slots=(*node_slots, *pdus))]
    specs = [RackSpec("rack-48u", "nodes") for _ in range(ceil(nodes / PER_RACK))]
    for tier, count in tiers:
        switches = [
            Slot(id=f"s{n:02d}", part="q3400-ra", half_u=2 * n, fabric="compute", tier=tier,
                 name=f"{tier}-{{rack}}-{n:02d}")
            for n in range(1, SWITCHES_PER_RACK + 1)
        ]  # fmt: skip
        assemblies.append(Assembly(id=tier, rack_part="rack-48u", slots=(*switches, *pdus)))
        specs += [RackSpec("rack-48u", tier) for _ in range(ceil(count / SWITCHES_PER_RACK))]
    # Switches stand among the nodes they serve, as far as racks alone can say it.
    step = len(specs) // 2 + 1
    specs = specs[step:] + specs[:step]
    plan = lay_out(parts, specs, ("crah",) * 12, doors=False)
    feeds = tuple(PowerNode(id=feed, kind="feed", capacity_kw=12.0 * nodes, volts=415.0)
                  for feed in "ABC")  # fmt: skip
    fabric = Fabric(
        id="compute", name="Compute", nodes=("dgx-b300",), rails=RAILS, rate_gbps=800,
        switch="q3400-ra", leaf_policy="rail-per-su", su_nodes=SU_NODES,
    )  # fmt: skip
    return Design(
        room=Room(outline=plan.outline),
        rows=plan.rows,
        racks=plan.racks,
        assemblies=tuple(sorted(assemblies, key=lambda one: one.id)),
        power=feeds,
        fabrics=(fabric,),
    )
