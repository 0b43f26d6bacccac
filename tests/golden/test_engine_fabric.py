"""Published fabrics that the sizing rule must reproduce. Each row names where it was published."""

import pytest

from designer.engine.subjects.fabrics.fabric import FabricRequest, size_fabric

H100_TABLE_4 = "DGX SuperPOD H100 RA-11333-001 V11 (2023-09-22), Table 4"
B200_TABLE = "DGX SuperPOD B200 RA, architecture page, table of larger deployments (6 rows)"
B300_SPX = "DGX SuperPOD B300 Spectrum-X RA, Table 3"
B300_XDR = "DGX SuperPOD B300 Quantum-X800 XDR RA, Table 3"
GB200 = "DGX SuperPOD GB200 RA-11338-001 (summary); 4 rail groups of 8 leaf and 6 spine per SU"


def ndr(nodes: int, **more: object) -> FabricRequest:
    """QM9700, 64 × 400G, rail-optimised, scalable units of 32 nodes of 8 links."""
    return FabricRequest(
        nodes=nodes,
        rails=8,
        radix=64,
        rate_gbps=400,
        leaf_policy="rail-per-su",
        su_nodes=32,
        **more,
    )  # type: ignore[arg-type]  # fields by name


def twin_plane(nodes: int) -> FabricRequest:
    """SN5600, 64 × 800G split into 128 × 400G, each GPU with 400G into each of two planes."""
    return FabricRequest(
        nodes=nodes, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su", su_nodes=64,
        planes=2, breakout=2,
    )  # fmt: skip


def xdr(nodes: int) -> FabricRequest:
    """Q3400, 144 × 800G, scalable units of 72 nodes of 8 links."""
    return FabricRequest(
        nodes=nodes, rails=8, radix=144, rate_gbps=800, leaf_policy="rail-per-su", su_nodes=72
    )


def nvl72(racks: int, su_nodes: int = 144) -> FabricRequest:
    """GB200 NVL72: 18 compute trays of 4 links a rack, one leaf per rack and rail."""
    return FabricRequest(
        nodes=18 * racks, rails=4, radix=64, rate_gbps=400, leaf_policy="rail-per-rack",
        racks=racks, su_nodes=su_nodes,
    )  # fmt: skip


# case, citation, request, (leaf, spine, core), (node-leaf, leaf-spine, spine-core cables)
PUBLISHED = [
    ("V01", H100_TABLE_4, ndr(31, reserved_slots=1), (8, 4, 0), (248, 256, 0)),
    ("V03", H100_TABLE_4, ndr(95, reserved_slots=1), (24, 16, 0), (760, 768, 0)),
    ("V04", H100_TABLE_4, ndr(127, reserved_slots=1), (32, 16, 0), (1016, 1024, 0)),
    ("V05", B200_TABLE, ndr(64), (16, 8, 0), (512, 512, 0)),
    ("V06", B200_TABLE, ndr(128), (32, 16, 0), (1024, 1024, 0)),
    ("V08", B200_TABLE, ndr(512), (128, 128, 64), (4096, 4096, 4096)),
    ("V10", B200_TABLE, ndr(2048), (512, 512, 256), (16384, 16384, 16384)),
    ("V11", B300_SPX, twin_plane(64), (16, 8, 0), (512, 512, 0)),
    ("V13", B300_SPX, twin_plane(256), (64, 32, 0), (2048, 2048, 0)),
    ("V14", B300_SPX, twin_plane(512), (128, 64, 0), (4096, 4096, 0)),
    ("V16", B300_XDR, xdr(72), (8, 4, 0), (576, 576, 0)),
    ("V18", B300_XDR, xdr(288), (32, 18, 0), (2304, 2304, 0)),
    ("V21", GB200, nvl72(8), (32, 24, 0), (576, 576, 0)),
    ("V22", GB200, nvl72(16), (64, 48, 18), (1152, 1152, 1152)),
    ("V24", GB200, nvl72(64), (256, 192, 72), (4608, 4608, 4608)),
    ("V24 with the default SU of 8 racks", GB200, nvl72(64, 0), (256, 192, 72), (4608, 4608, 4608)),
    ("V59", "512 H100 servers, 3-tier NDR, reseller write-up (agrees with B200 16 SU)", ndr(512),
     (128, 128, 64), (4096, 4096, 4096)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "switches", "cables"),
    [row[2:] for row in PUBLISHED],
    ids=[r[0] for r in PUBLISHED],
)
def test_switches_and_cables_are_those_published(
    request_: FabricRequest, switches: tuple[int, ...], cables: tuple[int, ...]
) -> None:
    size = size_fabric(request_)
    assert (size.leaf, size.spine, size.core) == switches
    found = (size.node_leaf_cables, size.leaf_spine_cables, size.spine_core_cables)
    assert found == cables
    # Rails of one unit of NVL72 racks meet over NVLink only: their network alone is four islands.
    alone = request_.leaf_policy == "rail-per-rack" and size.tiers == 2
    assert (size.islands, size.bisection_ratio) == ((4, 0.0) if alone else (1, 1.0))
    assert size.bisection_with_nvlink_ratio == 1.0
    assert size.exact


@pytest.mark.parametrize(("nodes", "cables"), [(31, 252), (95, 764), (127, 1020)])
def test_node_and_fabric_manager_cables_of_the_h100_table_4(nodes: int, cables: int) -> None:
    size = size_fabric(ndr(nodes, reserved_slots=1))
    assert size.node_leaf_cables + size.reserved_cables == cables


def test_h100_gpus_give_the_published_injection_and_half_of_it_as_bisection() -> None:
    """fabric.md 1.4 no. 12: 32 leaf × 16 spine × 2 cables, 512 cables = 204.8 Tb/s each way."""
    size = size_fabric(ndr(128))
    assert size.injection_gbps == 1024 * 400
    assert size.bisection_gbps == 512 * 400
    assert (size.bundle, size.tiers) == (2, 2)


def test_v55_gaudi_3_sub_cluster() -> None:
    """16 nodes × 6 OSFP on 64 × 800G: 3 leaves, 32 down and 32 up (The Next Platform, 2024-04)."""
    size = size_fabric(FabricRequest(nodes=16, rails=6, radix=64, rate_gbps=800))
    assert (size.leaf, size.leaf_down, size.leaf_up) == (3, 32, 32)


def test_v57_two_by_two_clos_of_mi300x() -> None:
    """16 MI300X servers, 128 × 400G, N9364E-SG2 64 × 800G: "2x2 Clos" (Cisco blog)."""
    size = size_fabric(FabricRequest(nodes=16, rails=8, radix=64, rate_gbps=400, breakout=2))
    assert (size.leaf, size.spine) == (2, 2)


def test_v60_injection_is_not_bisection() -> None:
    """32 B300 on Q3400: the source calls 204.8 Tb/s bisection; that is the injection."""
    size = size_fabric(xdr(32))
    assert (size.leaf, size.spine) == (8, 4)
    assert size.injection_gbps == 204_800
    assert size.bisection_gbps == 102_400


def test_v61_fat_tree_of_the_cluster_design_tools() -> None:
    """127 nodes on 36-port switches: 8 edge, bundle 4, 5 core dense or 4 spread evenly."""
    dense = size_fabric(FabricRequest(nodes=127, radix=36, rate_gbps=40))
    even = size_fabric(FabricRequest(nodes=127, radix=36, rate_gbps=40, expandable=False))
    assert (dense.leaf, dense.bundle, dense.spine) == (8, 4, 5)
    assert (even.leaf, even.bundle, even.spine) == (8, 4, 4)


@pytest.mark.parametrize(("nodes", "edge", "core"), [(128, 8, 4), (324, 18, 9), (500, 28, 18)])
def test_v62_fat_trees_of_36_port_switches(nodes: int, edge: int, core: int) -> None:
    """Cluster Design Tools rule on its own catalogue (SX6036)."""
    size = size_fabric(FabricRequest(nodes=nodes, radix=36, rate_gbps=40, expandable=False))
    assert (size.leaf, size.spine) == (edge, core)


@pytest.mark.parametrize(("k", "hosts", "switches"), [(48, 27_648, 2_880), (64, 65_536, 5_120)])
def test_v67_k_ary_fat_trees(k: int, hosts: int, switches: int) -> None:
    """k³/4 hosts on 5k²/4 switches; Alibaba HPN (SIGCOMM 2024) prints 27,648 for k = 48."""
    size = size_fabric(FabricRequest(nodes=hosts, radix=k, rate_gbps=400))
    assert size.leaf + size.spine + size.core == switches
    assert size.max_nodes == hosts
    assert size.bisection_gbps == hosts / 2 * 400


@pytest.mark.parametrize(("radix", "ceiling"), [(64, 2048), (144, 10_368)])
def test_v68_two_tier_ceiling(radix: int, ceiling: int) -> None:
    """H100 8 SU and XDR 18 SU are the last two-tier rows."""
    last = size_fabric(FabricRequest(nodes=ceiling, radix=radix, rate_gbps=400))
    beyond = size_fabric(FabricRequest(nodes=ceiling + 1, radix=radix, rate_gbps=400))
    assert (last.tiers, last.max_nodes, beyond.tiers) == (2, ceiling, 3)


def test_v46_ceiling_of_the_research_super_cluster() -> None:
    """16,000 GPUs: 20 node-facing ports of a 40-port leaf × an 800-port director (press on RSC)."""
    size = size_fabric(FabricRequest(nodes=16_000, radix=40, spine_radix=800, rate_gbps=200))
    assert (size.tiers, size.max_nodes) == (2, 16_000)


def test_v69_a_rail_is_not_split_over_leaves() -> None:
    """20 nodes × 8 links: 8 leaves rail-aligned; pooled ports alone would say 5."""
    aligned = FabricRequest(nodes=20, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su")
    pooled = FabricRequest(nodes=20, rails=8, radix=64, rate_gbps=400)
    assert (size_fabric(aligned).leaf, size_fabric(pooled).leaf) == (8, 5)


def test_bisection_of_oversubscribed_leaf_spines() -> None:
    """Closed form min(L·S·c/2, N·b/2), checked by exact MILP: 16 × 8, 24 hosts, 3:1: 64."""
    size = size_fabric(FabricRequest(nodes=384, radix=32, rate_gbps=1, oversubscription=3))
    assert (size.leaf, size.leaf_down, size.leaf_up) == (16, 24, 8)
    assert size.bisection_gbps == 64


def test_bisection_of_an_odd_number_of_leaves_splits_one() -> None:
    """5 leaves × 4 spines, 8 hosts a leaf: 12 by exact MILP; the closed form gives 10."""
    size = size_fabric(FabricRequest(nodes=40, radix=12, rate_gbps=1, oversubscription=2))
    assert (size.leaf, size.leaf_up) == (5, 4)
    assert (size.bisection_lower_gbps, size.bisection_upper_gbps) == (12, 12)
    assert size.exact


def test_twin_planes_inject_two_links_a_gpu() -> None:
    """B300 Spectrum-X: each GPU has 2 × 400GbE, one in each plane; half of the GPUs send both."""
    size = size_fabric(twin_plane(64))
    assert size.injection_gbps == 512 * 2 * 400
    assert size.bisection_gbps == 256 * 2 * 400
    assert size.endpoints == 512


def test_gb200_grows_to_the_published_128_racks() -> None:
    """Up to 128 racks, 9,216 GPUs (DGX SuperPOD GB200 reference architecture)."""
    assert size_fabric(nvl72(16)).max_nodes == 128 * 18
    assert 128 * 72 == 9216


@pytest.mark.parametrize("racks", [9, 12, 15])
def test_a_unit_of_fewer_racks_has_every_link(racks: int) -> None:
    """A last scalable unit that is not full: 18 links of 4 rails a rack, on each tier."""
    size = size_fabric(nvl72(racks))
    assert size.leaf_spine_cables == size.spine_core_cables == racks * 18 * 4
    assert size.islands == 1
    assert size.bisection_lower_gbps > 0
