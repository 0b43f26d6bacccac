"""A row of nodes for inference: Ethernet on a pair of leaves, storage, rear doors or air.

Ours, not published: it follows no maker's reference design. Nodes hang with two links on a pair of
leaves that are joined; what a model asks between nodes goes over these, and a lost leaf leaves each
node the other.
"""

from math import ceil
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Design, Fabric
from designer.planning.arguments import Arguments, Parameter, Template, fail
from designer.planning.front_end import (
    FRONT_PEERS,
    SERVER,
    STORAGE,
    front_end,
    front_end_switches,
    storage_items,
    storage_words,
)
from designer.planning.hall import max_kw
from designer.planning.rack_filling import Item
from designer.planning.small_pod import (
    BARE_KW,
    Cooling,
    Peers,
    Pod,
    Role,
    hall_of,
    switches,
)

LINKS: Final = 2
ROW_SWITCH: Final = "sn5600"
MOST_GBPS: Final = 400.0
"""Of a link: half of a port of the leaf."""
SERVERS: Final = 2
"""A balancer of requests and its standby."""
MOST_NODES: Final = 40
"""With servers and storage, what a pair of leaves of 56 ports takes."""
SYSTEMS: Final = {
    "l40s": "l40s-pcie-node",
    "rtx-pro-6000": "asus-esc8000a-e13x-rtx-pro-6000",
    "dgx-h100": "dgx-h100",
    "dgx-h200": "dgx-h200",
    "hgx-h200": "hgx-h200-8u",
    "dgx-b300": "dgx-b300",
    "mi300x": "mi300x-8-oam-node",
}


def build_inference_row(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out row.

    Raises
    ------
    TemplateError
        If storage is asked for that no port of the nodes is left for.
    """
    node, nodes = catalog.require(SYSTEMS[arguments.choice("system")]), arguments.number("nodes")
    storage = _storage(node, arguments.choice("storage"))
    network = _network(node)
    items = [*switches(network.switch, "row", "r", {"leaf": 2})]
    fabrics, peers = [network], [Peers("row", _peers(nodes))]
    if storage:
        items += [
            *front_end_switches(),
            *storage_items(storage),
            *[Item(SERVER, "mgmt", "mgmt")] * SERVERS,
        ]
        fabrics.append(front_end(node.id, storage))
        peers.append(Peers("front-end", FRONT_PEERS))
    racks = arguments.number("racks")
    per_rack = ceil(nodes / min(racks, nodes)) if racks else 0
    doors = arguments.choice("cooling") == "rear-door"
    cooling = _cooling(catalog, node, per_rack, doors=doors)
    pod = Pod(
        name=f"Inference row, {nodes} × {node.name}",
        note=_note(catalog, node, nodes, storage, cooling),
        node=node.id,
        nodes=nodes,
        roles=(Role("network", tuple(items)),),
        fabrics=tuple(fabrics),
        cooling=cooling,
        per_rack=per_rack,
        racks=racks,
        one_row=cooling != "contained",
        peers=tuple(peers),
    )
    return hall_of(pod, catalog)


def _storage(node: Part, asked: str) -> str:
    """Return the kind of storage nodes; empty for none.

    By `auto` where the node has ports for it beside those of the row's network.
    """
    has = any(port.purpose == "storage" or "storage" in port.name.split() for port in node.ports)
    if asked == "none" or (asked == "auto" and not has):
        return ""
    if not has:
        raise fail(
            "storage",
            f"{node.name} has no port for storage beside those of the row",
            "none, or another system",
        )
    return "qumulo" if asked == "auto" else asked


def _network(node: Part) -> Fabric:
    """Return the record of the row's network: two links of each node, one to each leaf."""
    rate = min(MOST_GBPS, next(p.rate_gbps for p in node.ports if p.purpose == "compute"))
    return Fabric(
        id="row",
        name="Row",
        kind="ethernet",
        nodes=(node.id,),
        rails=LINKS,
        rate_gbps=rate,
        switch=ROW_SWITCH,
        breakout=2,
        leaf_policy="rail-per-su",
        tiers=1,
        note="ours: a pair of leaves that are joined, of every node a link to each",
    )


def _peers(nodes: int) -> int:
    """Return the cables between the leaves: a quarter of the nodes' links, two at least."""
    return max(FRONT_PEERS, ceil(nodes * LINKS / 4))


def _cooling(catalog: Catalog, node: Part, per_rack: int, *, doors: bool) -> Cooling:
    """Return how racks of nodes are cooled; by air in one row as long as nothing need be closed."""
    if doors:
        return "rear-door"
    kw = max_kw(catalog, [node.id])
    return "room-air" if max(1, per_rack) * kw <= BARE_KW else "contained"


def _note(catalog: Catalog, node: Part, nodes: int, storage: str, cooling: Cooling) -> str:
    by = {
        "rear-door": "rear doors on the building's water, in one row as long as it may be",
        "room-air": "the room's air, in one row",
        "contained": "contained cold aisles, air from CRAHs (N+1)",
    }[cooling]
    if storage:
        kept = (
            f"{storage_words(catalog, storage)} for storage and {SERVERS} servers on two front-end "
            "switches of their own"
        )
    else:
        kept = "models on the drives of the nodes: no storage is drawn, nor servers"
    return (
        f"Ours, not a published reference: {nodes} {node.name} for inference, two links of "
        f"each on a pair of Ethernet leaves. Assumed: {_peers(nodes)} cables between the leaves, "
        f"{kept}, cooling by {by}, each room feed sized for its load after the loss of another, "
        "5 kg of cables for each device, ladders over the rows. Not drawn: uplinks to the site's "
        "network, over which requests come."
    )


INFERENCE_ROW: Final = Template(
    id="inference-row",
    name="Inference row",
    summary="A row of air-cooled nodes on a pair of Ethernet leaves, with storage; ours",
    parameters=(
        Parameter("system", "choice", "dgx-h200", help="node", choices=tuple(SYSTEMS)),
        Parameter("nodes", "int", "8", 1, MOST_NODES, "nodes"),
        Parameter(
            "racks", "int", "0", 0, MOST_NODES,
            "racks of nodes; 0: as few as cooling, feeds and mass allow",
        ),
        Parameter(
            "storage", "choice", "auto", help="kind of storage nodes; auto: none where the nodes "
            "have no ports for it", choices=("auto", *STORAGE, "none"),
        ),
        Parameter(
            "cooling", "choice", "rear-door", help="rear doors, or the air of the room, of a "
            "contained aisle where a rack asks for one", choices=("rear-door", "air"),
        ),
    ),
    builder=build_inference_row,
)  # fmt: skip
