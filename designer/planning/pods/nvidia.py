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

B200: Final = replace(
    H100,
    id="dgx-superpod-b200",
    name="DGX SuperPOD B200",
    summary="32 DGX B200 a scalable unit, rail-optimised NDR InfiniBand, in a room",
    sources="NVIDIA DGX SuperPOD B200 reference architecture",
    rules="Storage, in-band and out-of-band counts follow the rules derived from Tables 7 and 8 of "
    "the H100 design. The six supplies of a system are 5+1: after the loss of one of three feeds "
    "its GPUs run at 800 W in place of 1,000 W (NVIDIA DGX B200 User Guide).",
    assumed="three systems in a rack with a rear door of 55 kW (the reference puts two into a rack "
    "in air, more than 25 kW), three rack PDUs as in the H100 design, four management servers for "
    "each 16 SU, ",
    racks=(
        NodeRack("b200", "rear-door", "dgx-b200", 3, TEN_UNITS_U[:3]),
        NodeRack("b200", "air", "dgx-b200", 2, TEN_UNITS_U[:3]),
    ),
    compute=Compute("qm9700", 400, note="one leaf per rail and scalable unit, 1:1"),
    storage=Targets(
        "qm9700", 400, node_up=24, few_links=12, note="rule of the H100 design, Table 8"
    ),
    per_rack_help="DGX systems in a rack; auto: 3 with rear doors, 2 in the room's air",
    level_help="bandwidth, by Table 6 of the H100 RA",
)
"""Published: 127 nodes, 32 leaves, 16 spines, 1,020 and 1,024 cables; 2–64 SU of larger pods."""

SUPERPOD_H100: Final = template_of(H100)
SUPERPOD_B200: Final = template_of(B200)
