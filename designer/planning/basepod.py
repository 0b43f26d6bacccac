"""DGX BasePOD: 2 to 16 DGX systems, a pair of compute leaves, Ethernet, five servers.

Sources: NVIDIA RA-11127-001 V5 (2025-08-06): 2 to 8 DGX B200, H200 or H100 at NDR400, an older
edition 2 to 16 at NDR200; QM9700 for compute, SN4600C for management and storage, SN2201 out of
band, five management servers. NetApp's AIPod with DGX H100, built after it, counts the switches: a
pair of QM9700 that are joined, each with four links of every system, and a pair of SN4600. What
these leave open is decided here and said in the design's note.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Design, Fabric, Tier
from designer.planning.arguments import Arguments, Parameter, Template
from designer.planning.front_end import (
    FRONT_PEERS,
    SERVER,
    STORAGE,
    front_end,
    front_end_switches,
    storage_items,
    storage_words,
)
from designer.planning.rack_filling import Item
from designer.planning.small_pod import Peers, Pod, Role, hall_of, switches
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric

RAILS: Final = 8
SERVERS: Final = 5
"""Two head nodes, three for Slurm logins or Kubernetes."""
NDR400_NODES: Final = 8
"""Up to here the links run at 400 Gb/s; beyond, as in the older edition, at 200."""
SYSTEMS: Final = ("dgx-h100", "dgx-h200", "dgx-b200", "dgx-a100")


@dataclass(frozen=True)
class Compute:
    """The compute network: its record, its switches, and the cables that join a pair."""

    fabric: Fabric
    tiers: dict[Tier, int]
    peers: int


def build_basepod(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod."""
    node, nodes = catalog.require(arguments.choice("system")), arguments.number("nodes")
    storage, cooling = arguments.choice("storage"), arguments.choice("cooling")
    compute = compute_of(catalog, node, nodes)
    items = (
        *switches(compute.fabric.switch, "compute", "c", compute.tiers),
        *front_end_switches(),
        *[Item(SERVER, "mgmt", "mgmt")] * SERVERS,
        *storage_items(storage, nodes),
    )
    asked = arguments.choice("nodes_per_rack")
    pod = Pod(
        name=f"{node.name.replace('DGX', 'DGX BasePOD')}, {nodes} nodes",
        note=_note(catalog, node, nodes, compute, storage, cooling),
        node=node.id,
        nodes=nodes,
        roles=(Role("network", items),),
        fabrics=(compute.fabric, front_end(node.id, storage)),
        cooling="rear-door" if cooling == "rear-door" else "contained",
        per_rack=0 if asked == "auto" else int(asked),
        racks_per_row=arguments.racks_per_row(),
        peers=(Peers("compute", compute.peers), Peers("front-end", FRONT_PEERS)),
    )
    return hall_of(pod, catalog)


def compute_of(catalog: Catalog, node: Part, nodes: int) -> Compute:
    """Return the compute network: a pair of leaves that are joined, or more under spines.

    Half of the links of a leaf's systems are laid between the two of a pair, ours: so every rail
    that hangs on the one reaches any that hangs on the other at full rate from half of the systems.
    """
    port = next(port for port in node.ports if port.purpose == "compute")
    switch = "qm8700" if port.rate_gbps <= 200 else "qm9700"
    slow = port.rate_gbps > 200 and nodes > NDR400_NODES
    rate, split = (200.0, 2) if slow else (port.rate_gbps, 1)
    links, peers = nodes * RAILS // 2, nodes * RAILS // 4
    ports = catalog.require(switch).ports[0].count * split
    fabric = Fabric(
        id="compute",
        name="Compute",
        nodes=(node.id,),
        rails=RAILS // 2,
        planes=2,
        rate_gbps=rate,
        switch=switch,
        breakout=split,
        leaf_policy="pooled",
        tiers=1,
        note="even links of a system on one leaf, odd ones on the other; the leaves are joined",
    )
    if links + peers <= ports:
        return Compute(fabric, {"leaf": 2}, peers)
    tree = fabric.evolve(
        rails=RAILS, planes=1, tiers=0, note="more links than a joined pair of leaves has ports"
    )
    size = plan_fabric(FabricRequest(nodes=nodes, radix=ports, rate_gbps=rate, rails=RAILS))
    return Compute(tree, {"leaf": size.leaf, "spine": size.spine}, 0)


def _note(
    catalog: Catalog, node: Part, nodes: int, compute: Compute, storage: str, cooling: str
) -> str:
    rate = f"{compute.fabric.rate_gbps:g} Gb/s"
    by = (
        "rear doors on the building's water"
        if cooling == "rear-door"
        else "contained cold aisles, air from CRAHs (N+1)"
    )
    joined = (
        f"Assumed: {compute.peers} cables between the two compute leaves"
        if compute.peers
        else "Assumed: compute leaves under spines, 1:1"
    )
    older = (
        " DGX A100 follows an older edition that was not seen: its switches are ours."
        if node.id == "dgx-a100"
        else ""
    )
    return (
        f"NVIDIA RA-11127-001 V5, with switch counts of NetApp's AIPod: {nodes} {node.name}, eight "
        f"links at {rate}, five management servers, SN4600C, SN2201.{older} {joined}, "
        f"{storage_words(catalog, storage, nodes)} as storage, two of the Ethernet links of each "
        "system, "
        f"cooling by {by}, each room feed sized for its load after the loss of another, 5 kg of "
        "cables for each device, ladders over all rows. Not drawn: the servers' InfiniBand links, "
        "uplinks to the site's network."
    )


BASEPOD: Final = Template(
    id="dgx-basepod",
    name="DGX BasePOD",
    summary="2 to 16 DGX systems, a pair of compute leaves, Ethernet for storage, five servers",
    parameters=(
        Parameter("nodes", "int", "8", 2, 16, "DGX systems; more than 8 link at 200 Gb/s"),
        Parameter("system", "choice", "dgx-h100", help="DGX system", choices=SYSTEMS),
        Parameter(
            "storage", "choice", "qumulo", help="kind of storage nodes, one for each system and "
            "the fewest of a cluster at least", choices=tuple(STORAGE),
        ),
        Parameter(
            "cooling", "choice", "air", help="how node racks are cooled",
            choices=("air", "rear-door"),
        ),
        Parameter(
            "nodes_per_rack", "choice", "auto", help="DGX systems in a rack at most; auto: as many "
            "as cooling, feeds and mass allow", choices=("auto", "1", "2", "4"),
        ),
        Parameter(
            "racks_per_row", "int", "0", 0, LONGEST_ROW,
            "0: automatic, for a room about square; else 2 and more",
        ),
    ),
    builder=build_basepod,
)  # fmt: skip
"""Published: 2 to 8 and 2 to 16 systems, a pair of compute and a pair of Ethernet switches, five
servers."""
