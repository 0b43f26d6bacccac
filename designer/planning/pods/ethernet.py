"""Pods on Ethernet: HGX with Spectrum-X, AMD Instinct MI300X and MI355X, Intel Gaudi 3.

Sources: NVIDIA Enterprise Reference Architecture ERA-00010-001 v04 (HGX H100, H200 and B200 with
Spectrum-X), Tables 10 and 11, second-hand through NVIDIA's own scaling tables; AMD Instinct MI3XX
Reference Design (instinct.docs.amd.com, 2025), designs on switches of 51.2 Tb/s; Intel's cluster of
Gaudi 3, 16 nodes under three leaves. What those leave open is decided here and said in the note.
"""

from typing import Final

from designer.planning.pods.nvidia import DDN, NETAPP
from designer.planning.pods.parameters import template_of
from designer.planning.pods.spec import Compute, NodeRack, Pairs, PodSpec, Step

AMD_RATIO: Final = 1 / 1.16
"""AMD recommends 16 % more uplinks than links to nodes (1:1.16)."""
AMD_STEPS: Final = (
    Step(15, 16, "pooled"), Step(16, 16, "pooled"), Step(260, 52, oversubscription=AMD_RATIO),
    Step(513, 57, oversubscription=AMD_RATIO), Step(754, 58, oversubscription=AMD_RATIO),
)  # fmt: skip
"""Units of the published rail designs of 260, 513 and 754 nodes: 5 · 52, 9 · 57, 13 · 58."""
FRONT: Final = Pairs(
    reserved=4,
    note="two links of 100 Gb/s of a node (AMD: all-in-one network), one to each leaf of a pair",
)
STORE: Final = Pairs(
    node_ports=42,
    uplinks=21,
    reserved=0,
    note="two links of 100 Gb/s of a node (AMD: storage network, optional), one to each leaf of a "
    "pair, 2:1; reserved slots are the links of storage systems",
)
AMD_SOURCES: Final = "AMD Instinct MI3XX Reference Design (2025)"
AMD_RULES: Final = (
    "Backend: up to 15 nodes on one switch, 16 as a 2 × 2 Clos (Cisco), larger pods by rail with "
    "16 % more uplinks than links to nodes, as AMD recommends; the units of 52, 57 and 58 nodes "
    "follow from its designs of 260, 513 and 754. Where spines do not divide the "
    "uplinks of a leaf (61 over 13 for 128 nodes), bundles are unequal, the last the smallest: "
    "traffic is to be dealt by links and not by spines."
)
AMD_ASSUMED: Final = (
    "Arista 7060X6-64PE of 51.2 Tb/s, NVIDIA SN4600C for 100 Gb/s, 42 + 21 ports of a storage leaf "
    "and 58 + 4 + 2 of a front-end leaf, four management servers for each 512 nodes, rack PDUs on "
    "three feeds, "
)

HGX: Final = PodSpec(
    id="hgx-spectrum-x",
    name="HGX with Spectrum-X",
    summary="4 HGX H100, H200 or B200 a scalable unit, rail-optimised 400G Ethernet on SN5600",
    sources="NVIDIA ERA-00010-001 v04 (2-8-9-400), second-hand",
    rules="Four units stand on two compute leaves without a spine, as in its Tables 10 and 11; "
    "more by the rule, 64 nodes under a leaf. Up to three units NVIDIA merges all networks on one "
    "pair of switches: here each network has switches of its own.",
    assumed="Supermicro systems, four of 8U or three of 10U in a rack with a rear door, two or one "
    "in air, three rack PDUs, 58 + 4 + 2 cages of in-band leaves, four links each, storage on the "
    "network in-band, four management servers, ",
    racks=tuple(
        NodeRack(system, cooling, part, each, positions)
        for system, part, positions, hung in (
            ("h100", "hgx-h100-8u", (3, 11, 22, 30), 4),
            ("h200", "hgx-h200-8u", (3, 11, 22, 30), 4),
            ("b200", "hgx-b200-10u", (3, 13, 24), 3),
        )
        for cooling, each in (("rear-door", hung), ("air", 2 if hung == 4 else 1))
    ),
    steps=(Step(16, 16, "pooled", twins=64), Step(63, 64, "pooled"), Step(1 << 30, 64)),
    compute=Compute(
        "sn5600", 400, kind="ethernet", breakout=2,
        note="ERA-00010-001: rail-optimised, 1:1; two joined leaves for up to 16 nodes",
    ),
    storage=None,
    in_band=Pairs(
        switch="sn5600", rate_gbps=200, node_ports=232, uplinks=16, breakout=4,
        servers="mgmt-server-200g",
        note="converged network: two links of 200 Gb/s of a node, one to each leaf of a pair, four "
        "to a cage of 800G; reserved slots are storage systems, out-of-band uplinks and NFS",
    ),
    storage_choices=(DDN, NETAPP),
    storage_default="better",
    unit_nodes=4,
    default=8,
    largest=32,
    hall_nodes=128,
    node_name="hgx",
    system_help="HGX board",
    per_rack_help="systems in a rack; auto: 4 (B200: 3) with rear doors, 2 (B200: 1) in air",
)  # fmt: skip
"""Published: 4 SU, two compute leaves and two converged ones; to 32 SU."""

MI300X: Final = PodSpec(
    id="mi300x-pod",
    name="MI300X pod",
    summary="Nodes of 8 MI300X, 8 × 400G RoCE backend by rail, 100G front end and storage",
    sources=AMD_SOURCES,
    rules=AMD_RULES,
    assumed="Dell XE9680 of AMD's list, four in a rack with a rear door and two in air, "
    + AMD_ASSUMED,
    racks=(
        NodeRack("xe9680", "rear-door", "dell-xe9680-mi300x", 4, (3, 9, 18, 24)),
        NodeRack("xe9680", "air", "dell-xe9680-mi300x", 2, (3, 9, 18, 24)),
    ),
    steps=AMD_STEPS,
    compute=Compute(
        "arista-7060x6-64pe", 400, kind="ethernet", breakout=2,
        note="AMD MI3XX Reference Design, 51.2 Tb/s switches",
    ),
    storage=STORE,
    in_band=FRONT,
    storage_choices=(DDN, NETAPP),
    storage_default="better",
    default=16,
    smallest=1,
    largest=754,
    node_name="mi300x",
)  # fmt: skip

MI355X: Final = PodSpec(
    id="mi355x-pod",
    name="MI355X pod",
    summary="Nodes of 8 MI355X, air or liquid, 8 × 400G RoCE backend by rail, 100G front end",
    sources=AMD_SOURCES,
    rules=AMD_RULES
    + " Nodes of Dell by default: their supplies of 3.2 kW take no more than a C19 outlet carries. "
    "Those of Supermicro have supplies of 6.6 kW, 27.5 A at 240 V: no outlet of a rack PDU carries "
    "that and their inlet is published nowhere, so that their cords are not claimed and P09 warns.",
    assumed="Dell XE9785, two in a rack with a rear door, one in air (Supermicro the same, and "
    "four with cold plates on rack PDUs of 100 A, each up to 16 kW: AMD plans 14 kW on average and "
    "the host takes a seventh more), " + AMD_ASSUMED,
    racks=(
        NodeRack("dell", "rear-door", "dell-xe9785-mi355x", 2, (3, 13)),
        NodeRack("dell", "air", "dell-xe9785-mi355x", 1, (3, 13)),
        NodeRack(
            "supermicro", "liquid", "mi355x-4u-liquid", 4, (3, 7, 11, 15), "pdu-415v-100a-3ph"
        ),
        NodeRack("supermicro", "rear-door", "mi355x-8-oam-node", 2, (3, 13)),
        NodeRack("supermicro", "air", "mi355x-8-oam-node", 1, (3, 13)),
    ),
    steps=AMD_STEPS,
    compute=Compute(
        "arista-7060x6-64pe", 400, kind="ethernet", breakout=2,
        note="AMD MI3XX Reference Design, 51.2 Tb/s switches",
    ),
    storage=STORE,
    in_band=FRONT,
    storage_choices=(DDN, NETAPP),
    storage_default="better",
    default=64,
    smallest=1,
    largest=754,
    node_name="mi355x",
    system_help="maker of the node; auto: Dell, with cold plates Supermicro",
    per_rack_help="nodes in a rack; auto: 2 with rear doors (at most 2), 1 in air (at most 2), 4 "
    "with cold plates",
)  # fmt: skip

GAUDI_3: Final = PodSpec(
    id="gaudi-3-pod",
    name="Gaudi 3 pod",
    summary="16 nodes of 8 Gaudi 3 a scalable unit under three leaves of 64 × 800G Ethernet",
    sources="Intel Gaudi 3 cluster design, second-hand (16 nodes under three leaves, each 32 ports "
    "of 800 Gb/s down and 32 up; six cages a node)",
    rules="Spines, and leaves of more than one unit, follow the rule at 1:1.",
    assumed="Supermicro nodes, two in a rack with a rear door and in air, Arista 7060X6-64PE as "
    "leaves and spines, NVIDIA SN4600C in-band at 100 Gb/s with 42 + 20 + 2 ports of a leaf, since "
    "storage hangs on it, four management servers, rack PDUs on three feeds, ",
    racks=(
        NodeRack("gaudi3", "rear-door", "gaudi-3-node", 2, (3, 11)),
        NodeRack("gaudi3", "air", "gaudi-3-node", 2, (3, 11)),
    ),
    steps=(Step(1 << 30, 16, "pooled"),),
    compute=Compute(
        "arista-7060x6-64pe", 200, links=24, kind="ethernet", breakout=4,
        note="three leaves for 16 nodes: 24 links of 200 Gb/s a node in six cages, 1:1",
    ),
    storage=None,
    in_band=Pairs(
        node_ports=42, uplinks=20,
        note="converged network: two links of 100 Gb/s of a node, one to each leaf of a pair, near "
        "2:1; reserved slots are storage systems, out-of-band uplinks and NFS",
    ),
    storage_choices=(DDN, NETAPP),
    storage_default="good",
    unit_nodes=16,
    default=2,
    largest=32,
    hall_nodes=512,
    node_name="gaudi3",
)  # fmt: skip
"""Published: 16 nodes under three leaves."""

HGX_SPECTRUM_X: Final = template_of(HGX)
MI300X_POD: Final = template_of(MI300X)
MI355X_POD: Final = template_of(MI355X)
GAUDI_3_POD: Final = template_of(GAUDI_3)
