"""NVIDIA's DGX SuperPODs on InfiniBand: H100 and H200, B200.

Sources: NVIDIA RA-11333-001 V11 (H100), Tables 3, 4, 6, 7 and 8, and NVIDIA's data center design
guide for rack positions; the DGX SuperPOD B200 reference architecture, tables of components and of
larger pods. What those leave open is decided here and said in the design's note.
"""

from dataclasses import replace
from typing import Final

from designer.planning.pods.parameters import template_of
from designer.planning.pods.spec import (
    Compute,
    NodeRack,
    Pairs,
    PodSpec,
    Step,
    StorageChoice,
    Targets,
)

DDN: Final = StorageChoice("ddn", "ddn-es400nvx2", 2)
"""Two appliances for failover."""
WEKA: Final = StorageChoice("weka", "weka-node", 8)
"""Eight servers at least (WEKA's documentation)."""
H100_POSITIONS_U: Final = (3, 11, 22, 30)
"""Four systems to a rack with three units of air gap at U19–U21 (NVIDIA, H100 design guide)."""
TEN_UNITS_U: Final = (3, 13, 24, 34)
"""Systems of ten units from U3 on, with a unit between the two pairs."""
IN_BAND: Final = Pairs(
    note="pairs of leaves: 58 node ports, 4 uplinks, 2 inter-switch links (derived from "
    "Table 8); reserved slots are out-of-band uplinks and NFS",
)

H100: Final = PodSpec(
    id="dgx-superpod-h100",
    name="DGX SuperPOD H100",
    summary="32 DGX H100 (or H200) a scalable unit, rail-optimised NDR InfiniBand, in a room",
    sources="NVIDIA RA-11333-001 V11",
    rules="Storage, in-band and out-of-band counts follow rules derived from its Tables 7 and 8.",
    assumed="four management servers for each 16 SU, ",
    # 40.8 kW are more than most sources plan with for contained air.
    # H200 has the same chassis and the same reference design (RA-11336-001).
    racks=tuple(
        NodeRack(system, cooling, part, each, H100_POSITIONS_U)
        for system, part in (("h100", "dgx-h100"), ("h200", "dgx-h200"))
        for cooling, each in (("rear-door", 4), ("air", 2))
    ),
    steps=(Step(1 << 30, 32),),
    compute=Compute(
        "qm9700", 400, note="RA-11333-001 Table 4: one leaf per rail and scalable unit, 1:1"
    ),
    storage=Targets("qm9700", 400, node_up=24, few_links=12, note="derived from Table 8"),
    in_band=IN_BAND,
    storage_choices=(DDN, WEKA),
    unit_nodes=32,
    default=4,
    largest=4096,
    tested_units=4,
    managers=4,
    node_name="dgx",
    family="DGX SuperPOD",
    system_help="DGX system",
    per_rack_help="DGX systems in a rack; auto: 4 with rear doors, 2 in the room's air",
    level_help="bandwidth, by Table 6 of the RA",
)
"""Published counts it reproduces: Table 4 (1–4 SU), Table 3 (4–64 SU), Table 7 (4 SU)."""

SN5600_IN_BAND: Final = Pairs(
    switch="sn5600",
    rate_gbps=200,
    node_ports=232,
    uplinks=16,
    breakout=4,
    servers="mgmt-server-200g",
    note="pairs of leaves, ports split into four: 58 for nodes, 4 for uplinks, 2 to the other leaf "
    "as in the H100 design; reserved slots are out-of-band uplinks and NFS",
)
NETAPP: Final = StorageChoice("netapp", "netapp-aff-a90", 4)
"""Four pairs, the fewest that NetApp's design for DGX SuperPOD shows (NVA-1175)."""

SN5600_NODES: Final = 300
"""Of a pod whose in-band links may have 200 Gb/s: over split ports they reach 50 m."""
IN_BAND_WORDS: Final = (
    "ports of in-band leaves shared out as in the H100 design (above 300 slots also its switches, "
    "SN4600C: 200 Gb/s over split ports reach 50 m)"
)

B200: Final = replace(
    H100,
    id="dgx-superpod-b200",
    name="DGX SuperPOD B200",
    summary="32 DGX B200 a scalable unit, rail-optimised NDR InfiniBand, in a room",
    sources="NVIDIA RA-11334-001 V08",
    rules="Storage and out-of-band counts follow the rules derived from Tables 7 and 8 of the H100 "
    "design; seven management servers and SN5600 in-band are the reference's. The six supplies of "
    "a system are 5+1: after the loss of one of three feeds its GPUs run at 800 W in place of "
    "1,000 W (NVIDIA DGX B200 User Guide).",
    assumed="three systems in a rack with a rear door of 55 kW (the reference puts two into a rack "
    f"in air, more than 25 kW), three rack PDUs, {IN_BAND_WORDS}, seven "
    "management servers for each 16 SU, ",
    racks=(
        NodeRack("b200", "rear-door", "dgx-b200", 3, TEN_UNITS_U[:3]),
        NodeRack("b200", "air", "dgx-b200", 2, TEN_UNITS_U[:3]),
    ),
    compute=Compute("qm9700", 400, note="one leaf per rail and scalable unit, 1:1"),
    storage=Targets(
        "qm9700", 400, node_up=24, few_links=12, note="rule of the H100 design, Table 8"
    ),
    in_band=SN5600_IN_BAND,
    far_in_band=(SN5600_NODES, IN_BAND),
    servers=7,
    per_rack_help="DGX systems in a rack; auto: 3 with rear doors, 2 in the room's air",
    level_help="bandwidth, by Table 6 of the H100 RA",
)
"""Published: 127 nodes, 32 leaves, 16 spines, 1,020 and 1,024 cables; 2–64 SU of larger pods."""

A100: Final = PodSpec(
    id="dgx-superpod-a100",
    name="DGX SuperPOD A100",
    summary="20 DGX A100 a scalable unit, rail-optimised HDR InfiniBand on QM8790, in a room",
    sources="NVIDIA DGX SuperPOD A100 reference architecture, as summarised (20 systems a scalable "
    "unit, eight leaves of 40 ports each, to seven units)",
    rules="Compute switches follow the rule of a leaf for each rail and unit at 1:1. Storage, "
    "in-band and out-of-band counts follow the rules derived from Tables 7 and 8 of the H100 "
    "design.",
    assumed="four systems in a rack, three rack PDUs, storage leaves near 4:3, two ports of 100 "
    "Gb/s of a system in-band, the fabric managed from outside, four management servers, ",
    racks=(
        NodeRack("a100", "rear-door", "dgx-a100", 4, (3, 9, 18, 24)),
        NodeRack("a100", "air", "dgx-a100", 4, (3, 9, 18, 24)),
    ),
    steps=(Step(1 << 30, 20),),
    compute=Compute("qm8790", 200, note="one leaf per rail and scalable unit, 1:1"),
    storage=Targets(
        "qm8790", 200, node_up=15, few_links=15, note="rule of the H100 design, Table 8"
    ),
    in_band=IN_BAND,
    storage_choices=(DDN,),
    waived=(
        (
            126,
            "S03:guideline/network-1000-gpus.least",
            "200 Gb/s a GPU are what the published design of 2020 has",
        ),
    ),
    unit_nodes=20,
    default=7,
    largest=7,
    hall_nodes=140,
    storage_default="better",
    node_name="dgx",
    family="DGX SuperPOD",
    system_help="DGX system",
    per_rack_help="DGX systems in a rack; auto: 4",
)
"""Its counts are the rule's: what its tables print was in no copy that could be read."""

B300_XDR: Final = PodSpec(
    id="dgx-superpod-b300",
    name="DGX SuperPOD B300, Quantum-X800",
    summary="72 DGX B300 a scalable unit, rail-optimised XDR InfiniBand on Q3400, in a room",
    sources="NVIDIA RA-11339-001 V01",
    rules="Seven management servers and three rack PDUs are the reference's. Storage and "
    "out-of-band counts follow the rules derived from Tables 7 and 8 of the H100 design.",
    assumed="by default three systems in a rack with a rear door of 55 kW (the reference puts four "
    "into a rack of about 56 kW), storage on Ethernet of SN5600 near 4:3, "
    f"{IN_BAND_WORDS}, seven management servers for each 7 SU, ",
    racks=(
        NodeRack("b300", "rear-door", "dgx-b300", 3, TEN_UNITS_U),
        NodeRack("b300", "air", "dgx-b300", 2, TEN_UNITS_U),
    ),
    steps=(Step(1 << 30, 72),),
    compute=Compute("q3400-ra", 800, note="RA-11339-001 Table 3: one leaf per rail and unit, 1:1"),
    storage=Targets(
        "sn5600", 400, node_up=54, few_links=27, kind="ethernet", breakout=2,
        note="rule of the H100 design, Table 8",
    ),
    in_band=SN5600_IN_BAND,
    far_in_band=(SN5600_NODES, IN_BAND),
    storage_choices=(DDN, NETAPP),
    unit_nodes=72,
    default=1,
    largest=18,
    hall_nodes=18 * 72,
    managers=2,
    servers=7,
    node_name="dgx",
    family="DGX SuperPOD",
    system_help="DGX system",
    per_rack_help="DGX systems in a rack; auto: 3 with rear doors (4 with larger ones), 2 in the "
    "room's air (at most 2)",
)  # fmt: skip
"""Published: Table 3, 1 to 18 SU."""

B300_SPECTRUM: Final = replace(
    B300_XDR,
    id="dgx-superpod-b300-spectrum-x",
    name="DGX SuperPOD B300, Spectrum-X",
    summary="64 DGX B300 a scalable unit, twin-plane 800G Ethernet on SN5600, in a room",
    sources="NVIDIA RA-11337-001 V01",
    rules="Storage and out-of-band counts follow the rules derived from Tables 7 and 8 of the H100 "
    "design.",
    assumed="systems with supplies in racks with rack PDUs (the reference's hang on a 54 V bus bar "
    "in MGX racks of more than 50 kW), by default three in a rack with a rear door of 55 kW, "
    "SN5600 for all Ethernet, storage near 4:3, " f"{IN_BAND_WORDS}, seven "
    "management servers for each 8 SU as in RA-11339-001, ",
    steps=(Step(1 << 30, 64),),
    compute=Compute(
        "sn5600", 400, kind="ethernet", planes=2, breakout=2,
        note="RA-11337-001 Table 3: in each of two planes one leaf per rail and unit, 1:1",
    ),
    storage=Targets(
        "sn5600", 400, node_up=48, few_links=24, kind="ethernet", breakout=2,
        note="rule of the H100 design, Table 8",
    ),
    unit_nodes=64,
    largest=16,
    hall_nodes=16 * 64,
    managers=0,
)  # fmt: skip
"""Published: Table 3, 1 to 8 SU seen."""

SUPERPOD_A100: Final = template_of(A100)
SUPERPOD_H100: Final = template_of(H100)
SUPERPOD_B200: Final = template_of(B200)
SUPERPOD_B300: Final = template_of(B300_XDR)
SUPERPOD_B300_SPECTRUM: Final = template_of(B300_SPECTRUM)
