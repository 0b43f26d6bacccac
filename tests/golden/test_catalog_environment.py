"""Inlet ranges, air volumes, sizes and supplies of the catalogue against the makers' tables."""

import pytest

from designer.catalog.load import load_shipped

CFM_TO_M3H = 1.699
WATTS_PER_BTU_H = 1 / 3.412
AIR_J_PER_M3_K = 1.2 * 1005


def part(part_id: str):
    return load_shipped().require(part_id)


@pytest.mark.parametrize(
    ("part_id", "low", "high", "source"),
    [
        ("dgx-h100", 5, 30, "DGX H100/H200 User Guide, environmental specifications"),
        ("dgx-h200", 5, 30, "DGX H100/H200 User Guide, environmental specifications"),
        ("dgx-b200", 10, 35, "DGX B200 User Guide, environmental specifications"),
        ("dgx-b300", 10, 30, "DGX B300 User Guide, environmental specifications"),
        ("cisco-n9364d-gx2a", 0, 40, "Nexus 9364D-GX2A installation guide, site preparation"),
    ],
)
def test_inlet_range(part_id, low, high, source):
    """The operating range as the maker prints it."""
    found = part(part_id)
    assert (found.inlet_min_c, found.inlet_max_c) == (low, high), source


@pytest.mark.parametrize(
    ("part_id", "cfm"),
    [
        ("dgx-a100", 840),  # 80 % fan speed
        ("dgx-a100-320gb", 840),
        ("dgx-h100", 1105),  # 80 % fan speed
        ("dgx-h200", 1105),
        ("dgx-b200", 1550),
        ("dgx-b300", 1500),  # 70 % fan speed
        ("dell-xe9680-h100", 1200),
    ],
)
def test_air_through_a_node(part_id, cfm):
    """Air volumes of the user guides, printed in cubic feet a minute."""
    assert part(part_id).airflow_m3h == pytest.approx(cfm * CFM_TO_M3H, rel=1e-3)


@pytest.mark.parametrize(
    "part_id",
    ["dgx-a100", "dgx-h100", "dgx-h200", "dgx-b200", "dgx-b300", "dell-xe9680-h100"],
)
def test_air_carries_the_rated_heat(part_id):
    """At full power the air warms by 8-20 K: the volume and the power of a node fit together."""
    node = part(part_id)
    rise_k = node.power_max_w / (node.airflow_m3h / 3600 * AIR_J_PER_M3_K)
    assert 8 < rise_k < 20


def test_dgx_b200_heat_is_its_power():
    """48,794 BTU/h (DGX B200 User Guide) are 14.3 kW."""
    heat_w = 48_794 * WATTS_PER_BTU_H
    assert part("dgx-b200").power_max_w == pytest.approx(heat_w, rel=1e-3)


@pytest.mark.parametrize("part_id", ["gb200-nvl72", "gb300-nvl72"])
def test_nvl72_rack_as_supermicro_prints_it(part_id):
    """600 × 1,068 × 2,236 mm and eight shelves of 33 kW (SRS-GB200-NVL72, SRS-GB300-NVL72)."""
    rack = part(part_id)
    assert (rack.width_mm, rack.depth_mm, rack.height_mm) == (600, 1068, 2236)
    shelves = rack.compute.power_shelves
    assert shelves == 8
    assert rack.psu.count * rack.psu.rating_w / shelves == 33_000


def test_coolant_units_as_published():
    """Uniflair 1 MW: 2,200 × 1,100 × 1,199 mm at 3 K; CoolChip 2300: 3,400 L/min, 47.8 kW."""
    uniflair = part("cdu-uniflair-1000")
    assert (uniflair.height_mm, uniflair.width_mm, uniflair.depth_mm) == (2200, 1100, 1199)
    assert uniflair.cooling.approach_k == 3
    coolchip = part("cdu-coolchip-2300")
    assert (coolchip.cooling.flow_lpm, coolchip.power_max_w) == (3400, 47_800)
    assert part("cdu-coolchip-600").cooling.approach_k == 4


def test_coolchip_2300_flow_carries_its_capacity():
    """2,300 kW in 3,400 L/min of water warm it by 9.7 K, inside the 10 K of the OCP rule."""
    cooling = part("cdu-coolchip-2300").cooling
    rise_k = cooling.capacity_kw / (cooling.flow_lpm / 60 * 4.186)
    assert rise_k == pytest.approx(9.7, abs=0.1)


def test_every_stated_range_is_one():
    """Where a part states both ends, the lower one is lower."""
    ranged = [
        found
        for found in load_shipped().parts
        if found.inlet_min_c is not None and found.inlet_max_c is not None
    ]
    assert len(ranged) >= 5
    assert [found.id for found in ranged if found.inlet_min_c >= found.inlet_max_c] == []
