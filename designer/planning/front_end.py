"""Networks of small designs beside the compute network: storage and in-band on pairs of leaves."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Fabric
from designer.planning.rack_filling import Item
from designer.planning.small_pod import switches

SERVER: Final = "mgmt-server"
FRONT_SWITCH: Final = "sn4600c"
FRONT_GBPS: Final = 100
FRONT_PORTS: Final = 56
"""Of the 64 of a leaf: eight are left for its peer and for uplinks."""
FRONT_PEERS: Final = 2
"""Cables between the two leaves of a pair: DGX SuperPOD H100, Table 8 has 6 for three pairs."""
STORAGE: Final = {
    "qumulo": ("qumulo-quiver-1u", 4),
    "powerscale": ("powerscale-f710", 3),
}
"""Kind of storage node, and the fewest of a cluster, from memory: each has two links of 100 Gb/s to
clients at least."""


def compute_switch(node: Part) -> tuple[str, float, int]:
    """Return the leaf for a node's compute ports, the rate of its links, and how its ports split.

    InfiniBand at 200 and 400 Gb/s; Ethernet of 800 Gb/s, whole or split in two, for the others.
    """
    port = next(port for port in node.ports if port.purpose == "compute")
    rate = port.rate_gbps
    if port.kind == "infiniband" and rate <= 400:
        return ("qm8700" if rate <= 200 else "qm9700"), rate, 1
    return "sn5600", rate, 2 if rate <= 400 else 1


def front_end(node: str, storage: str) -> Fabric:
    """Return the network of storage and in-band traffic: two links of each, one to each leaf.

    Parameters
    ----------
    storage
        Kind of storage node.
    """
    box = STORAGE[storage][0]
    return Fabric(
        id="front-end",
        name="Storage and in-band",
        kind="ethernet",
        purpose="storage",
        nodes=tuple(sorted((node, box, SERVER))),
        rails=2,
        rate_gbps=FRONT_GBPS,
        switch=FRONT_SWITCH,
        leaf_policy="rail-per-su",
        su_nodes=FRONT_PORTS,
        tiers=1,
        note="a pair of leaves that are joined, of every device a link to each; peers and uplinks "
        "keep eight ports",
    )


def front_end_switches() -> list[Item]:
    """Return the pair of leaves."""
    return switches(FRONT_SWITCH, "front-end", "fe", {"leaf": 2})


def storage_items(storage: str, count: int = 0) -> list[Item]:
    """Return storage nodes: the fewest of a cluster, or more."""
    part, fewest = STORAGE[storage]
    return [Item(part, "st", "storage")] * max(fewest, count)


def storage_words(catalog: Catalog, storage: str, count: int = 0) -> str:
    """Return how many storage nodes there are of what name."""
    items = storage_items(storage, count)
    return f"{len(items)} × {catalog.require(items[0].part).name}"
