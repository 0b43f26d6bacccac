"""Bisections of topologies: closed forms, small cases solved exactly, and machines that stand.

Directions: a published figure may be each way (Google), both ways together (NVIDIA), or all links
between groups (Frontier). `calc topology` gives each way, and both ways beside it.
"""

import numpy as np
import pytest

from designer.engine.calc import calculate
from designer.wiring.topologies import torus

TB_S = 8000.0
"""Gigabits a second in a terabyte a second."""


def calc(kind: str, sizes: str, **more: object) -> dict[str, object]:
    given = {"kind": kind, "sizes": sizes, "rate_gbps": 1.0, **more}
    return calculate("topology", {name: str(value) for name, value in given.items()}).results


# kind, sizes, endpoints of a switch, more, links: closed forms and values by exact programs (MILP)
KNOWN = [
    ("torus", "8x8", 4, {}, 16), ("torus", "16x16", 4, {}, 32), ("torus", "8x8x8", 8, {}, 128),
    ("torus", "16x8x8", 8, {}, 128), ("torus", "32x32x32", 8, {}, 2048),
    ("torus", "5x5", 1, {}, 12), ("torus", "3x3x3", 8, {}, 30), ("torus", "3x3", 1, {}, 4),
    ("torus", "8", 8, {}, 2), ("mesh", "8", 8, {}, 1), ("mesh", "4x4", 4, {}, 4),
    ("mesh", "8x8", 4, {}, 8), ("mesh", "5x5", 4, {}, 6 + 2),
    ("hypercube", "4", 8, {}, 8), ("hypercube", "5", 8, {}, 16),
    ("hyperx", "8", 16, {}, 16), ("hyperx", "4x4", 8, {}, 16), ("hyperx", "8x8", 8, {}, 128),
    ("hyperx", "4x6", 12, {}, 24), ("hyperx", "5x5", 20, {}, 46),
    ("dragonfly", "3x2", 1, {"global_links": 1}, 2),
    ("dragonfly", "8x8", 8, {"global_links": 8}, 128),
    ("dragonfly-plus", "32x32x32", 24, {"global_links": 32}, 8192),
    ("fat-tree", "4", 0, {}, 8), ("fat-tree", "16", 0, {}, 512), ("fat-tree", "48", 0, {}, 13_824),
    ("fat-tree", "74", 0, {}, 50_653), ("fat-tree", "8", 0, {}, 64), ("fat-tree", "4", 4, {}, 8),
    ("mesh", "5x5", 1, {}, 6), ("dragonfly", "9x4", 2, {"global_links": 1}, 20),
    ("dragonfly", "6x4", 2, {"global_links": 1}, 9),
    ("dragonfly-plus", "4x4x4", 4, {"global_links": 2}, 8),
    ("dragonfly-plus", "20x16x16", 16, {"global_links": 10}, 1000),
    ("slim-fly", "3", 4, {}, 15),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "sizes", "hosts", "more", "links"), KNOWN)
def test_bisections_that_are_known(
    kind: str, sizes: str, hosts: int, more: dict[str, object], links: int
) -> None:
    found = calc(kind, sizes, **more, **({"hosts": hosts} if hosts else {}))
    assert (found["bisection_lower_gbps"], found["bisection_upper_gbps"]) == (links, links)
    assert found["exact"] is True
    assert found["bisection_both_ways_gbps"] == 2 * links


# nodes, more, links: leaf-spines by the sizing rule, against closed forms and exact programs (MILP)
LEAF_SPINES = [
    (1024, {"radix": 64}, 512),
    (192, {"radix": 60, "oversubscription": 4, "spines": 2}, 24),
    (384, {"radix": 32, "oversubscription": 3}, 64),
    (48, {"radix": 12, "oversubscription": 2}, 12),
    (40, {"radix": 12, "oversubscription": 2}, 12),  # five leaves: one is split
    (32, {"rails": 8, "radix": 64, "leaf_policy": "rail-per-su", "su_nodes": 32}, 128),
]


@pytest.mark.parametrize(("nodes", "more", "links"), LEAF_SPINES)
def test_leaf_spines_that_are_known(nodes: int, more: dict[str, object], links: int) -> None:
    given = {"nodes": nodes, "rate_gbps": 1, **more}
    found = calculate("fabric", {name: str(value) for name, value in given.items()}).results
    assert (found["bisection_lower_gbps"], found["bisection_upper_gbps"]) == (links, links)


def test_a_slim_fly_of_50_switches_is_told_within_its_bounds() -> None:
    """λ2·n/4 from below, the best halving that is known from above."""
    found = calc("slim-fly", "5", hosts=4)
    assert (found["bisection_lower_gbps"], found["bisection_upper_gbps"]) == (63, 65)
    assert (found["bisection_gbps"], found["exact"]) == (None, False)


def test_rails_alone_are_islands() -> None:
    found = calc("rail-only", "8x4")
    assert (found["islands"], found["bisection_upper_gbps"]) == (4, 0)


# name, kind, sizes, links' rate in GB/s, more, TB/s each way, tolerance, what was published
MACHINES = [
    ("TPU v5e", "torus", "16x16", 50, {}, 1.6, 1e-9, "1.6 TB/s, Google Cloud TPU documentation"),
    ("TPU v6e", "torus", "16x16", 100, {}, 3.2, 1e-9, "3.2 TB/s, Google Cloud TPU documentation"),
    ("TPU v4", "torus", "16x16x16", 50, {}, 25.6, 1e-9,
     "24 TB/s: 6 % less; the rate of a link is not confirmed (errata)"),
    ("Fugaku", "torus", "24x23x24x2x3x2", 6.8, {}, 90.1, 1e-3,
     "no bisection; 158,976 nodes and 6.8 GB/s a link, rings along X, Y, Z and b assumed"),
    ("Sequoia", "torus", "16x16x16x12x2", 2, {}, 24.6, 2e-3,
     "Blue Gene/Q, 2 GB/s a link; about 49 TB/s is both ways"),
    ("20 groups as JUWELS Booster", "dragonfly-plus", "20x16x16", 25,
     {"hosts": 16, "global_links": 10}, 25.0, 1e-9,
     "nothing: ten cables between two groups are from memory, switches of a group taken"),
    ("Blue Gene/L", "torus", "64x32x32", 0.175, {}, 0.358, 2e-3,
     "350 MB/s for each link is both ways"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "sizes", "gb_s", "more", "tb_s", "tolerance", "published"),
    [row[1:] for row in MACHINES], ids=[row[0] for row in MACHINES],
)  # fmt: skip
def test_bisection_of_a_machine_that_stands(
    kind: str, sizes: str, gb_s: float, more: dict[str, object], tb_s: float, tolerance: float,
    published: str,
) -> None:  # fmt: skip
    found = calc(kind, sizes, rate_gbps=gb_s * 8, **more)
    assert found["exact"] is True
    bisection = found["bisection_gbps"]
    assert isinstance(bisection, float)
    assert bisection / TB_S == pytest.approx(tb_s, rel=tolerance), published


def test_a_v49_frontier() -> None:
    """74 compute groups of 32 switches of 16 endpoints, four links of 25 GB/s between two groups.

    Published: 270 + 270 TB/s "global", 57 % taper: all links between groups, one way and the other,
    and no bisection. The half of the groups against the other is 136.9 TB/s each way.
    """
    found = calc("dragonfly", "74x32", hosts=16, global_links=4, rate_gbps=200)
    groups, taper, high = found["group_gbps"], found["taper"], found["bisection_upper_gbps"]
    assert isinstance(groups, float)
    assert isinstance(taper, float)
    assert isinstance(high, float)
    assert found["group_links"] == 2701 * 4
    assert groups / TB_S == pytest.approx(270, rel=1e-3)
    assert taper == pytest.approx(0.57, abs=1e-3)
    assert high / TB_S == pytest.approx(136.9, rel=1e-3)
    assert found["bisection_gbps"] is None  # the bounds do not meet
    # The machine: 74 groups of 32 switches, and five for storage and one for service of 16.
    assert 74 * 32 + 6 * 16 == 2464


def test_aurora_by_the_cut_between_half_of_its_groups() -> None:
    """166 groups; 0.69 PB/s is told from memory and would be both ways of 83² · 2 · 25 GB/s.

    Two links between two groups are inferred, and eight endpoints of a switch taken for 84,992.
    """
    found = calc("dragonfly", "166x64", hosts=8, global_links=2, rate_gbps=200)
    closed = found["closed_form_gbps"]
    assert isinstance(closed, float)
    assert found["endpoints"] == 84_992
    assert closed / TB_S == pytest.approx(344, rel=2e-3)


def test_a_v53_perlmutter() -> None:
    """GPU part of phase 1: 12 cabinets are 12 groups of 32 switches; 8 · 8 · 2 nodes of two NICs.

    Cables between its groups were not found, so that its bisection cannot be tested.
    """
    nodes = 12 * 8 * 8 * 2
    found = calc("dragonfly", "12x32", hosts=8, global_links=1)
    assert nodes == 1536
    assert found["switches"] == 12 * 32
    assert found["endpoints"] == nodes * 2


def test_a_v47_tpu_v4_pod_by_its_cubes() -> None:
    """64 racks of 4 × 4 × 4 chips: 96 optical links a rack; 48 switches, 8 of 136 ports spare.

    Six faces of 16 links; every link between two cubes takes two ports of an optical switch.
    """
    pod = torus((16, 16, 16), 1)
    places = np.stack([pod.labels[f"axis {axis}"] // 4 for axis in (1, 2, 3)])
    cube = places[0] * 16 + places[1] * 4 + places[2]
    apart = cube[pod.a] != cube[pod.b]
    ends = np.bincount(np.concatenate((cube[pod.a[apart]], cube[pod.b[apart]])))
    assert (len(ends), set(ends.tolist())) == (64, {96})
    assert 64 * 96 == 6144 == 2 * int(apart.sum())
    assert 6144 / (136 - 8) == 48
    assert pod.switches == 4096


def test_a_v48_tpu_v6e_pod() -> None:
    """256 chips on a torus of 16 × 16 have 1,024 ports; 32 hosts of 4 × 200G are 25.6 Tb/s."""
    found = calc("torus", "16x16")
    assert found["links"] == 1024 // 2
    assert 256 // 8 == 32
    assert 32 * 4 * 200 == 25_600


def test_a_v67_k_ary_fat_trees() -> None:
    """k³/4 hosts and 5k²/4 switches; Alibaba HPN (SIGCOMM 2024) prints 27,648 for k = 48."""
    for k, hosts, switches in ((48, 27_648, 2880), (64, 65_536, 5120)):
        found = calc("fat-tree", str(k))
        assert (found["endpoints"], found["switches"]) == (hosts, switches)


def test_summit_and_dgx_count_both_ways() -> None:
    """4,608 nodes with two links of 100 Gb/s: "nearly a petabit" is both ways of 57.6 TB/s.

    Eight GPUs of 450 GB/s on an NVLink switch: HGX H100, published 3.6 TB/s, both ways of 1.8.
    """
    summit = calculate("fabric", {"nodes": "4608", "rails": "2", "radix": "36", "rate_gbps": "100",
                                  "leaf_policy": "pooled"}).results  # fmt: skip
    high = summit["bisection_upper_gbps"]
    assert isinstance(high, float)
    assert high / TB_S == pytest.approx(57.6)
    hgx = calculate("fabric", {"nodes": "8", "radix": "144", "rate_gbps": "3600"}).results
    assert hgx["bisection_gbps"] == pytest.approx(1.8 * TB_S)
    # 256 GPUs of 450 GB/s: DGX GH200, published 115.2 TB/s, both ways of 57.6.
    gh200 = calculate("fabric", {"nodes": "256", "radix": "512", "rate_gbps": "3600"}).results
    assert gh200["bisection_gbps"] == pytest.approx(57.6 * TB_S)


def test_throughput_lies_in_its_bracket() -> None:
    """Half of the all-to-all share ≤ the worst permutation ≤ the bisection ratio."""
    for kind, sizes, more in (("torus", "6x6", {"hosts": 4}), ("fat-tree", "8", {}),
                              ("dragonfly", "9x4", {"hosts": 2, "global_links": 1})):  # fmt: skip
        found = calc(kind, sizes, **more)
        low, high = found["worst_permutation_lower"], found["worst_permutation_upper"]
        shared, most = found["all_to_all"], found["all_to_all_ceiling"]
        assert isinstance(shared, float)
        assert isinstance(most, float)
        assert isinstance(low, float)
        assert isinstance(high, float)
        assert shared <= most + 1e-9
        assert low == shared / 2 <= high <= 1
