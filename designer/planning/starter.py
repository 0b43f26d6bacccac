"""A starter of 32 GPUs: four nodes of eight, one or two leaves, small storage, one row.

Ours, not published: it follows no maker's reference design. One leaf carries all 32 links of the
compute network; two carry half of the links of every node each and are joined, as the pair of a
DGX BasePOD is.
"""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Design, Fabric
from designer.planning.arguments import Arguments, Parameter, Template
from designer.planning.front_end import (
    FRONT_PEERS,
    SERVER,
    STORAGE,
    compute_switch,
    front_end,
    front_end_switches,
    storage_items,
    storage_words,
)
from designer.planning.rack_filling import Item
from designer.planning.small_pod import Peers, Pod, Role, hall_of, switches

NODES: Final = 4
RAILS: Final = 8
NODES_PER_RACK: Final = 2
"""Of each: half of the nodes keep running where a rack is out of service."""
SERVERS: Final = 2
"""A head node and its standby."""
SYSTEMS: Final = {
    "dgx-h100": "dgx-h100",
    "dgx-h200": "dgx-h200",
    "dgx-b300": "dgx-b300",
    "hgx-h100": "hgx-h100-8u",
    "hgx-h200": "hgx-h200-8u",
    "mi300x": "mi300x-8-oam-node",
}


def build_starter(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out starter."""
    node = catalog.require(SYSTEMS[arguments.choice("system")])
    leaves = int(arguments.choice("leaves"))
    storage = arguments.choice("storage")
    doors = arguments.choice("cooling") == "rear-door"
    compute = _compute(catalog, node, leaves)
    items = (
        *switches(compute.switch, "compute", "c", {"leaf": leaves}),
        *front_end_switches(),
        *storage_items(storage),
        *[Item(SERVER, "mgmt", "mgmt")] * SERVERS,
    )
    pod = Pod(
        name=f"Starter of 32 GPUs, {NODES} × {node.name}",
        note=_note(catalog, node, leaves, storage, doors=doors),
        node=node.id,
        nodes=NODES,
        roles=(Role("network", items),),
        fabrics=(compute, front_end(node.id, storage)),
        cooling="rear-door" if doors else "contained",
        per_rack=NODES_PER_RACK,
        one_row=doors,
        peers=(
            Peers("front-end", FRONT_PEERS),
            Peers("compute", NODES * RAILS // 4 if leaves == 2 else 0),
        ),
    )
    return hall_of(pod, catalog)


def _compute(catalog: Catalog, node: Part, leaves: int) -> Fabric:
    switch, rate, split = compute_switch(node)
    return Fabric(
        id="compute",
        name="Compute",
        kind=catalog.require(switch).ports[0].kind,
        nodes=(node.id,),
        rails=RAILS // leaves,
        planes=leaves,
        rate_gbps=rate,
        switch=switch,
        breakout=split,
        leaf_policy="pooled",
        tiers=1,
        note="ours: all links of the four nodes on one leaf"
        if leaves == 1
        else "ours: two leaves, each with half of the links of every node, that are joined",
    )


def _note(catalog: Catalog, node: Part, leaves: int, storage: str, *, doors: bool) -> str:
    words = (
        "one leaf"
        if leaves == 1
        else "two leaves that are joined, each with half of the links of every node"
    )
    cooling = (
        "one row with rear doors on the building's water"
        if doors
        else "rows that face each other over a contained cold aisle"
    )
    kept = storage_words(catalog, storage)
    return (
        f"Ours, not a published reference: {NODES} {node.name} on {words}. "
        f"Assumed: {SERVERS} management servers, {kept} for storage on two front-end "
        f"switches, {NODES_PER_RACK} nodes to a rack, {cooling}, air from CRAHs (N+1), each room "
        "feed sized for its load after the loss of another, 5 kg of cables for each device, "
        "ladders over the rows. Not drawn: uplinks to the site's network."
    )


STARTER: Final = Template(
    id="starter-32",
    name="Starter of 32 GPUs",
    summary="Four nodes of eight GPUs, one or two leaves, small storage, in one row; ours",
    parameters=(
        Parameter(
            "system", "choice", "dgx-h100", help="node of eight GPUs", choices=tuple(SYSTEMS)
        ),
        Parameter(
            "leaves", "choice", "1", help="leaves of the compute network; two halve what one loss "
            "takes", choices=("1", "2"),
        ),
        Parameter(
            "storage", "choice", "qumulo", help="kind of storage nodes", choices=tuple(STORAGE)
        ),
        Parameter(
            "cooling", "choice", "rear-door",
            help="rear doors in one row, or the air of a contained aisle between two",
            choices=("rear-door", "air"),
        ),
    ),
    builder=build_starter,
)  # fmt: skip
