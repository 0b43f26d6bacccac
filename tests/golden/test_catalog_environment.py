"""Inlet ranges, air volumes, sizes and supplies of the catalogue against the makers' tables."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part_bounds import power_figures

CFM_TO_M3H = 1.699
WATTS_PER_BTU_H = 1 / 3.412
AIR_J_PER_M3_K = 1.2 * 1005


def part(part_id: str):
    return load_shipped().require(part_id)


@pytest.mark.parametrize(
    ("part_id", "low", "high", "source"),
    [
        ("dgx-a100", 5, 30, "DGX A100 User Guide, environmental specifications"),
        ("dgx-a100-320gb", 5, 30, "DGX A100 User Guide, environmental specifications"),
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


@pytest.mark.parametrize(("part_id", "btu_h"), [("dgx-a100", 22_179), ("dgx-b200", 48_794)])
def test_printed_heat_is_the_rated_power(part_id, btu_h):
    """22,179 BTU/h are 6.5 kW, 48,794 are 14.3 kW (DGX A100 and B200 User Guides)."""
    assert part(part_id).power_max_w == pytest.approx(btu_h * WATTS_PER_BTU_H, rel=1e-3)


def test_dgx_a100_supplies():
    """Six of 3 kW, 3+3, 200-240 V and 16 A each (DGX A100 User Guide)."""
    psu = part("dgx-a100").psu
    assert (psu.count, psu.rating_w, psu.redundancy) == (6, 3000, "3+3")
    assert (psu.volts_min, psu.volts_max, psu.amps_max) == (200, 240, 16)


@pytest.mark.parametrize(
    ("part_id", "c13", "c19"),
    [
        ("pdu-208v-30a-1ph", 36, 6),  # APC AP8841
        ("pdu-208v-30a-3ph", 36, 6),  # APC AP8865
        ("pdu-400v-16a-3ph", 36, 6),  # APC AP8881
        ("pdu-208v-60a-3ph", 18, 18),  # Server Technology PRO3X-C3WG36RL
    ],
)
def test_outlets_of_rack_strips(part_id, c13, c19):
    """Outlets as counted in the device library's entry for a strip of that rating."""
    pdu = part(part_id).pdu
    assert (pdu.outlets_c13, pdu.outlets_c19) == (c13, c19)


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


@pytest.mark.parametrize(
    ("part_id", "size_mm", "mass_kg"),
    [
        ("hgx-b200-8u", (449, 356, 950), 133),  # Supermicro SYS-822GS-NBRT
        ("hgx-b300-8u", (449, 356, 950), 119),  # Supermicro SYS-822GS-NB3RT
        ("dell-xe9780-b300", (482, 440, 1045), 163.2),  # Dell spec sheet, revision A07
    ],
)
def test_eight_gpu_servers_as_printed(part_id, size_mm, mass_kg):
    """Width, height, depth and net mass of the makers' pages; half the supplies carry the node."""
    node = part(part_id)
    assert (node.width_mm, node.height_mm, node.depth_mm) == size_mm
    assert node.mass_kg == mass_kg
    assert node.psu.count / 2 * node.psu.rating_w > power_figures(node)["power_max_w"].high
