"""Where trays and shelves stand in filled racks, by what their makers publish."""

import pytest

from designer.catalog.inside import InsideUnit
from designer.catalog.inside_sums import inside_sums
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures

CATALOG = load_shipped()


def units(rack_id: str) -> dict[str, InsideUnit]:
    return {unit.name: unit for unit in CATALOG.require(rack_id).inside}


def rack_units(unit: InsideUnit) -> list[int]:
    return [half_u // 2 for half_u in unit.half_us]


@pytest.mark.parametrize("rack_id", ["gb200-nvl72", "gb300-nvl72"])
def test_trays_of_an_nvl72(rack_id: str) -> None:
    """NVIDIA infra-controller, simulated racks: elevations of a GB200 and a GB300 NVL72.

    crates/bmc-mock/src/hw/wiwynn_gb200_nvl72_rack.rs at af5b9c7, lenovo_gb300_nvl72_rack.rs at
    8643cc1: compute trays at 11–18 and 28–37, switch trays at 19–27.
    """
    held = units(rack_id)
    assert rack_units(held["compute tray"]) == [*range(11, 19), *range(28, 38)]
    assert rack_units(held["NVLink switch tray"]) == list(range(19, 28))


@pytest.mark.parametrize("rack_id", ["gb200-nvl72", "gb300-nvl72"])
def test_shelves_and_switches_of_an_nvl72(rack_id: str) -> None:
    """The same elevation of GB200 for the shelves: 6–9 and 39–42.

    Switches at 44–45, and eight shelves of GB300: NVIDIA Mission Control, rack bring-up and install
    guide 2.3.0, rack entries; second-hand.
    """
    held = units(rack_id)
    assert rack_units(held["power shelf"]) == [*range(6, 10), *range(39, 43)]
    assert rack_units(held["management switch"]) == [44, 45]


def test_the_simulated_gb300_with_six_shelves_is_named_beside() -> None:
    rack = CATALOG.require("gb300-nvl72")
    said = rack.source_of("inside.power shelf.spans")
    assert said is not None
    assert "six shelves at U7–U9 and U39–U41" in said.other


@pytest.mark.parametrize("rack_id", ["gb200-nvl72", "gb300-nvl72"])
def test_the_inside_agrees_with_the_rack(rack_id: str) -> None:
    """18 compute trays of 4 GPUs, 9 switch trays, 8 shelves of 6 supplies, as the rack states."""
    rack, held = CATALOG.require(rack_id), units(rack_id)
    assert rack.compute is not None
    assert rack.psu is not None
    assert held["compute tray"].count == rack.node_count == rack.compute.compute_trays == 18
    assert held["NVLink switch tray"].count == rack.compute.switch_trays == 9
    assert held["power shelf"].count == rack.compute.power_shelves == rack.psu.count / 6 == 8
    for unit in rack.inside:
        part = CATALOG.get(unit.part)
        if part is not None and part.height_half_u:
            assert part.height_half_u == unit.height_half_u


@pytest.mark.parametrize("rack_id", ["gb200-nvl72", "gb300-nvl72", "vr-nvl72"])
def test_a_tray_has_the_share_of_the_racks_ports(rack_id: str) -> None:
    rack = CATALOG.require(rack_id)
    held = units(rack_id)["compute tray"]
    tray = CATALOG.require(held.part)
    assert held.count is not None
    for group in tray.ports:
        whole = next(each for each in rack.ports if each.name == group.name)
        assert group.count * held.count == whole.count
    assert (tray.gpus or 0) * held.count == rack.gpus


FILLED = [part for part in CATALOG.parts if part.traits.is_rack and part.traits.computes]


def test_every_filled_rack_says_what_stands_in_it() -> None:
    assert len(FILLED) >= 9
    for rack in FILLED:
        trays = [unit for unit in rack.inside if unit.kind == "compute-tray"]
        assert trays, rack.id
        for unit in trays:
            held = CATALOG.get(unit.part)
            assert held is not None, f"{rack.id}: {unit.name}"
            assert unit.count is not None
            assert held.gpu_count is not None
            assert held.gpu_count * unit.count == rack.gpu_count


def test_trays_and_switches_of_a_gb200_nvl72_draw_what_a_broker_prints_of_the_rack() -> None:
    """BOCI Research, 2024-07-17: trays of 6.3 kW at most in a rack of 123.6 kW, within 2 %.

    That 18 · 6.3 + 9 · 1.24 kW and two switches for management come near it shows that the figure
    of a tray has no switch tray in it, as 6.67 kW (an eighteenth of 120 kW) has.
    """
    sums = inside_sums(CATALOG.require("gb200-nvl72"), CATALOG.get)
    assert sums is not None
    assert sums.power.likely == pytest.approx(123_600, rel=0.02)
    assert sums.power.high < 132_000


@pytest.mark.parametrize("rack", FILLED, ids=lambda rack: rack.id)
def test_what_stands_inside_can_be_no_more_than_the_whole(rack: Part) -> None:
    sums = inside_sums(rack, CATALOG.get)
    assert sums is not None
    assert sums.power.low <= power_figures(rack)["power_max_w"].high
    assert sums.mass.low <= mass_figure(rack).high
