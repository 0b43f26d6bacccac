"""How many logical ports published switches run at once, however their cages are split.

Sources: NVIDIA, Spectrum-4 SN5000 2U Switch Systems Hardware User Manual, page Data Interfaces,
table 1 (SN5600: 64 × 800G, 128 × 400G, 256 × 200G, 256 × 100G; SN5400: 64 × 400G, 128 × 200G,
256 × 100G); Dell Networking Quick Reference Guide v2.1, June 2026 (Z9864F-ON: 320 × 100G, though
each of its 64 cages splits into eight); SONiC's port maps of SN5640 (512 × 100G).
"""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.calc import CalcError, calculate
from designer.model.design import Fabric
from designer.wiring.network_ports import PortFit, most_split, switch_fit


def fit(part_id: str, rate_gbps: float, breakout: int, topology: str = "fat-tree") -> PortFit:
    fabric = Fabric.model_validate(
        {"id": "f", "kind": "ethernet", "rate_gbps": rate_gbps, "breakout": breakout,
         "topology": topology}
    )  # fmt: skip
    return switch_fit(fabric, part_id, load_shipped())


@pytest.mark.parametrize(
    ("part_id", "rate_gbps", "breakout", "links"),
    [
        ("sn5600", 800, 1, 64),
        ("sn5600", 400, 2, 128),
        ("sn5600", 200, 4, 256),
        ("sn5600", 100, 4, 256),
        ("sn5610", 200, 4, 256),
        ("sn5400", 100, 4, 256),
        ("sn5640", 100, 4, 512),
        ("dell-z9864f", 200, 4, 256),
    ],
)
def test_a_switch_takes_as_many_links_as_its_maker_prints(
    part_id: str, rate_gbps: float, breakout: int, links: int
) -> None:
    found = fit(part_id, rate_gbps, breakout)
    assert (found.refusal, found.lanes) == ("", links)
    part = load_shipped().get(part_id)
    assert part is not None
    assert part.switch is not None
    assert part.switch.logical_ports is not None
    assert part.switch.logical_ports >= links


def test_more_logical_ports_than_the_chip_has_are_refused_with_the_way_out() -> None:
    """Eight lanes a cage would be 512 × 100G; the chip ends at 320."""
    assert fit("dell-z9864f", 100, 8).refusal == (
        "dell-z9864f: 64 ports split into 8 are 512 logical ports, the switch has 320: split into "
        "4 at most, or take another switch"
    )
    assert fit("dell-z9864f", 100, 4).refusal == ""
    with pytest.raises(CalcError, match="the switch has 320: split into 4 at most"):
        calculate("fabric", {"nodes": "64", "switch": "dell-z9864f", "rate_gbps": "100"})


def test_spectrum_4_splits_into_256_ports_and_no_further() -> None:
    assert "splits into 4 at most, the fabric asks for 8" in fit("sn5600", 100, 8).refusal
    # A cage that splits into eight would not help: the chip has no more ports.
    part = load_shipped().get("sn5600")
    assert part is not None
    wide = part.evolve(ports=(part.ports[0].evolve(breakout=8), *part.ports[1:]))
    assert most_split(wide) == 4


def test_by_hand_some_cages_may_be_split_until_no_ports_are_left() -> None:
    found = fit("dell-z9864f", 100, 8, "hand-drawn")
    assert (found.refusal, found.lanes, found.lanes_per_cage) == ("", 320, 8)
    assert found.lane("40.8") == 319
    assert found.lane("41.1") is None


def test_a_switch_of_no_known_limit_is_held_to_its_cages_alone() -> None:
    part = load_shipped().get("cisco-n9364e-sg2")
    assert part is not None
    assert part.switch is not None
    assert part.switch.logical_ports is None
    assert fit("cisco-n9364e-sg2", 100, 8).lanes == 512
    assert most_split(part) == 8
    assert most_split(None) == 1
