"""DGX POD: racks of DGX systems with storage, network and a utility rack, one to six PODs.

Source: NVIDIA DGX POD Data Center Reference Design, DG-09225-001 (October 2018), second-hand
through two resellers' summaries: a POD is a rack of 35 kW with up to nine DGX-1 or three DGX-2, up
to twelve storage servers and the switches; its parts may stand in up to three racks of lower power
instead; a utility rack holds login and management servers; up to six PODs were tested. The
catalogue has neither system: here a POD has four DGX A100, which draw less than nine DGX-1.
"""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Design
from designer.model.plural import plural
from designer.planning.arguments import Arguments, Parameter, Template
from designer.planning.basepod import compute_of
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

NODE: Final = "dgx-a100"
POD_NODES: Final = 4
POD_KW: Final = 35
"""Of a rack of the published form."""
MOST_PODS: Final = 6
POD_STORES: Final = 4
"""Of up to twelve that are published: a pair of Ethernet leaves joins six PODs with so many."""
SERVERS: Final = 4
"""Two for management and two for logins, in the utility rack."""
NODES_PER_RACK: Final = {"rack": POD_NODES, "zones": 2}


def build_dgx_pod(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out PODs."""
    node, pods = catalog.require(NODE), arguments.number("pods")
    form, storage = arguments.choice("form"), arguments.choice("storage")
    nodes = POD_NODES * pods
    compute = compute_of(catalog, node, nodes)
    network = (
        *switches(compute.fabric.switch, "compute", "c", compute.tiers),
        *front_end_switches(),
    )
    pod = Pod(
        name=f"DGX POD A100, {plural(pods, 'POD')}",
        note=_note(catalog, node, pods, form, storage),
        node=NODE,
        nodes=nodes,
        roles=(
            Role("network", network),
            Role("storage", tuple(storage_items(storage, _stores(storage, pods)))),
            Role("utility", tuple([Item(SERVER, "util", "util")] * SERVERS)),
        ),
        fabrics=(compute.fabric, front_end(NODE, storage)),
        cooling="rear-door" if form == "rack" else "contained",
        per_rack=NODES_PER_RACK[form],
        racks_per_row=arguments.racks_per_row(),
        peers=(Peers("compute", compute.peers), Peers("front-end", FRONT_PEERS)),
    )
    return hall_of(pod, catalog)


def _stores(storage: str, pods: int) -> int:
    return max(STORAGE[storage][1], POD_STORES * pods)


def _note(catalog: Catalog, node: Part, pods: int, form: str, storage: str) -> str:
    built = (
        f"racks of {POD_NODES}, within the {POD_KW} kW of a POD, with rear doors on the "
        "building's water"
        if form == "rack"
        else "racks of lower power, contained cold aisles, air from CRAHs (N+1)"
    )
    return (
        f"NVIDIA DG-09225-001, as summarised: {plural(pods, 'POD')} in {built}; a utility rack. "
        f"Ours: {POD_NODES} {node.name} in place of nine DGX-1 or three DGX-2, which the "
        "catalogue does not have, and with them the network: HDR InfiniBand, SN4600C, SN2201. "
        f"Assumed: {storage_words(catalog, storage, _stores(storage, pods))}, {SERVERS} servers in "
        "the utility rack, storage and network in racks of their own, each room feed sized for its "
        "load after the loss of another, 5 kg of cables for each device, ladders over all rows. "
        "Not drawn: uplinks to the site's network."
    )


DGX_POD: Final = Template(
    id="dgx-pod",
    name="DGX POD",
    summary="1 to 6 PODs of four DGX A100, storage, a utility rack; after the design of 2018",
    parameters=(
        Parameter("pods", "int", "1", 1, MOST_PODS, "PODs of four DGX A100"),
        Parameter(
            "form", "choice", "rack", help="the systems of a POD in one rack of 35 kW, or in "
            "racks of lower power", choices=tuple(NODES_PER_RACK),
        ),
        Parameter(
            "storage", "choice", "qumulo", help="kind of storage nodes", choices=tuple(STORAGE)
        ),
        Parameter(
            "racks_per_row", "int", "0", 0, LONGEST_ROW,
            "0: automatic, for a room about square; else 2 and more",
        ),
    ),
    builder=build_dgx_pod,
)  # fmt: skip
"""Published: 35 kW a rack, six PODs, one rack or three zones, a utility rack."""
