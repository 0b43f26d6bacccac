"""Into how many ports those of the shipped switches split.

Sources: NVIDIA's switch catalogue of 2026 (SN5600 and SN5610: 64 × 800G, 128 × 400G, 256 × 200G or
256 × 100G; SN5400, SN4700, SN4600C, SN2201), SONiC's port maps (7060X6-64PE, SN5640) and platform
files (SN6600-LD, SN6810-LD, 7060X6-64PE-B), Dell's quick reference guide (Z9864F-ON, Z9964F-ON),
the 320 logical ports of Juniper's and Edgecore's boxes, and the caps on logical ports: Spectrum-4
256, Spectrum-5 512, Tomahawk 5 320 (512 in a later board of Arista's).
"""

from typing import Final

import pytest

from designer.catalog.figures import PortGroup
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.wiring.network_ports import most_split

LOGICAL_PORTS: Final = {
    "Spectrum-3": 128, "Spectrum-4": 256, "Spectrum-5": 512, "Tomahawk 5": 320, "Tomahawk 4": 256,
    "Spectrum-6": 512, "4 × Spectrum-6": 2048, "Tomahawk 6": 512,
}  # fmt: skip
LATER_BOARDS: Final = {"arista-7060x6-64pe-b": 512}
"""Boards with more logical ports than others with the same chip."""


def fabric(part_id: str) -> PortGroup:
    part = load_shipped().get(part_id)
    assert part is not None
    return next(group for group in part.ports if group.purpose in {"fabric", "uplink"})


@pytest.mark.parametrize(
    ("part_id", "ports", "rate_gbps", "breakout"),
    [
        ("sn5600", 64, 800, 4),
        ("sn5610", 64, 800, 4),
        ("sn5640", 128, 400, 4),
        ("sn5400", 64, 400, 4),
        ("sn4700", 32, 400, 4),
        ("sn4600", 64, 200, 2),
        ("sn4600c", 64, 100, 2),
        ("arista-7060x6-64pe", 64, 800, 4),
        ("dell-z9864f", 64, 800, 8),
        ("cisco-n9364e-sg2", 64, 800, 8),
        ("qm9700", 64, 400, 2),
        ("qm8700", 40, 200, 2),
        ("q3400-ra", 144, 800, 2),
        ("sn6600-ld", 128, 800, 4),
        ("sn6810-ld", 128, 800, 4),
        ("arista-7060x6-64pe-b", 64, 800, 8),
        ("juniper-qfx5240-64od", 64, 800, 8),
        ("dell-z9964f", 64, 1600, 8),
        ("edgecore-as9817-64o", 64, 800, 8),
    ],
)
def test_ports_split_as_their_makers_say(part_id: str, ports: int, rate_gbps: int, breakout: int):
    group = fabric(part_id)
    assert (group.count, group.rate_gbps, group.breakout) == (ports, rate_gbps, breakout)


def test_no_switch_splits_into_more_ports_than_its_chip_has():
    judged = 0
    for part in load_shipped().parts:
        most = LOGICAL_PORTS.get(part.switch.asic) if part.switch else None
        most = LATER_BOARDS.get(part.id, most)
        if most:
            judged += 1
            assert fabric(part.id).count * most_split(part) <= most, part.id
            stated = part.switch.logical_ports if part.switch else None
            assert stated is None or stated <= most, part.id
    assert judged >= 9


def test_uplinks_of_the_management_switch_split_in_four():
    part = load_shipped().get("sn2201")
    assert part is not None
    assert {group.name: group.breakout for group in part.ports if group.rate_gbps == 100} == {
        "uplink": 4
    }


@pytest.mark.parametrize(
    ("part_id", "without_gpus_kg"),
    [("mi300x-8-oam-node", 75.3), ("mi325x-8-oam-node", 75.3), ("l40s-pcie-node", 29.7)],
)
def test_a_mass_without_gpus_is_not_the_systems(part_id: str, without_gpus_kg: float):
    part = load_shipped().get(part_id)
    assert part is not None
    assert part.mass_kg is not None
    assert part.mass_kg > without_gpus_kg + 8
    said = part.source_of("mass_kg")
    assert said is not None
    assert said.kind == "assumed"
    assert f"{without_gpus_kg} kg" in said.other


LANES: Final = {
    "RJ45": 1, "QSFP": 4, "QSFP28": 4, "QSFP56": 4, "QSFP-DD": 8, "OSFP": 8, "OSFP112": 8,
    "OSFP or QSFP-DD": 8, "OSFP twin-port": 8, "backplane": 2, "MPO-12, co-packaged optics": 4,
    "QSFP112": 4, "SFP+": 1, "SFP28": 1, "MMC, co-packaged optics": 4,
}  # fmt: skip
"""Electrical lanes of a cage, by IEEE 802.3 and the forms' own specifications; where the table
says `backplane`, an NVLink 5 port has two (NVIDIA GB200 NVL72: 72 ports of 2 × 200 Gb/s a chip)."""
LANE_GBPS: Final = {1, 10, 14, 25, 50, 100, 200}
"""Rates of a lane: 1000BASE-T, FDR's 14.0625 rounded down, NRZ and PAM4 of IEEE 802.3."""
OUT_OF_BAND: Final = "out-of-band"


def data_ports() -> list[tuple[Part, PortGroup]]:
    return [
        (part, group)
        for part in load_shipped().parts
        if part.kind in {"switch", "nvlink-switch"}
        for group in part.ports
        if group.purpose != OUT_OF_BAND
    ]


def test_ports_carry_no_more_than_the_chips_move():
    """The throughput is of one direction: ports × rate comes to it, and never beyond."""
    switches = {part.id: part for part, _ in data_ports()}
    judged = 0
    for part in switches.values():
        moved = part.switch.throughput_tbps if part.switch else None
        if moved is not None:
            judged += 1
            carried = sum(g.count * g.rate_gbps for p, g in data_ports() if p is part)
            assert carried == pytest.approx(moved * 1000), part.id
    assert judged == len(switches) - 1, "only SX6036 states none"


def test_a_cage_carries_lanes_of_a_rate_that_there_is():
    for part, group in data_ports():
        rate = group.rate_gbps * group.count / (group.cages or group.count)
        lanes = [n for n in (1, 2, 4, 8) if n <= LANES[group.connector] and rate / n in LANE_GBPS]
        assert lanes, f"{part.id}: {group.connector} of {rate:g} Gb/s"


def test_a_port_splits_into_whole_lanes():
    split = [(part.id, group) for part, group in data_ports() if group.breakout > 1]
    assert len(split) >= 17
    for part_id, group in split:
        ports_of_a_cage = group.count // (group.cages or group.count)
        assert group.breakout * ports_of_a_cage <= LANES[group.connector], part_id
        assert group.rate_gbps / group.breakout >= min(LANE_GBPS), part_id
        assert LANES[group.connector] % (group.breakout * ports_of_a_cage) == 0, part_id
