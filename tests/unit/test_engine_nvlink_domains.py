"""NVLink domains as fabrics, ports that a node does not state, line cards of a chassis."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import SwitchFigures
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.model.design import Design, Device, Fabric, Rack
from tests.unit.test_engine_fabrics import NODE, RACK, SWITCH, group, hall

SHIPPED = load_shipped()


def evaluated(part: str, number: int, catalog: Catalog = SHIPPED) -> Report:
    filled = (catalog.require(part)).traits.mount == "floor"
    racks = tuple(
        Rack(id=f"r{n}", name="", part=part if filled else "rack-48u", x_mm=4000 * n, y_mm=0)
        for n in range(number)
    )
    devices = () if filled else tuple(
        Device(id=f"n{n}", name="", part=part, rack=f"r{n}") for n in range(number)
    )  # fmt: skip
    nvlink = Fabric(id="nv", name="NVLink", kind="nvlink", nodes=(part,))
    return evaluate(Design(racks=racks, devices=devices, fabrics=(nvlink,)), catalog)


def domains(part: str, number: int, catalog: Catalog = SHIPPED) -> FabricReport:
    return evaluated(part, number, catalog).fabrics[0]


def test_a_rack_of_72_gpus_is_one_domain_at_full_rate() -> None:
    """18 links of 400 Gb/s a GPU on 9 trays of two chips: 900 GB/s each way, 129.6 TB/s in all."""
    found = domains("gb200-nvl72", 1)
    assert (found.endpoints, found.leaf, found.islands) == (72, 18, 1)
    assert found.injection_gbps == 72 * 7200
    assert 2 * found.injection_gbps / 8000 == pytest.approx(129.6)
    assert found.bisection_gbps == pytest.approx(32.4 * 8000)
    assert (found.bisection_ratio, found.exact) == (1.0, True)
    assert "1 NVLink domain of 72 GPUs of 18 links on 18 switch chips" in found.explanation
    assert "32.4 TB/s to the other each way, 64.8 both ways" in found.explanation


def test_eight_gpus_of_a_node_are_the_published_3_6_tb_s_both_ways() -> None:
    found = domains("dgx-h100", 1)
    assert (found.endpoints, found.leaf) == (8, 4)
    assert found.bisection_gbps == pytest.approx(1.8 * 8000)


def test_several_domains_are_islands() -> None:
    found = domains("dgx-h100", 3)
    assert (found.endpoints, found.leaf, found.islands) == (24, 12, 3)
    assert found.bisection_gbps == 0
    assert "3 NVLink domains of 8 GPUs" in found.explanation


def test_chips_that_nobody_states_prove_nothing() -> None:
    part = SHIPPED.require("dgx-h100")
    assert part.compute is not None
    bare = part.evolve(compute=part.compute.evolve(nvlink_switches=None))
    found = domains("dgx-h100", 1, SHIPPED.overlay([bare]))
    assert found.bisection_gbps is None
    assert (found.bisection_lower_gbps, found.bisection_upper_gbps) == (0, pytest.approx(14_400))
    none = part.evolve(compute=part.compute.evolve(nvlink_domain_gpus=None))
    found = domains("dgx-h100", 1, SHIPPED.overlay([none]))
    assert found.explanation == "the NVLink domain of dgx-h100 is not known"
    assert found.endpoints == 0


def test_a_domain_asks_for_no_switch_and_no_cable() -> None:
    report = evaluated("gb200-nvl72", 2)
    rules = {check.rule for check in report.checks}
    assert not rules & {"R03", "R07", "R08", "R13", "R14"}
    # It is no network between nodes: those are still missing in a compute fabric.
    assert "R09" in rules
    assert report.cables.count == 0


def test_a_node_that_states_no_storage_port_is_asked_for_it() -> None:
    """It is not said to have none: servers are sold with adapters of choice."""
    design, catalog = hall(8, 1, purpose="storage", rails=2, rate_gbps=200, leaf_policy="pooled")
    report = evaluate(design, catalog)
    (check,) = [one for one in report.checks if one.rule == "R08"]
    assert check.severity == "warning"
    assert "Node states no port for storage; 2 × 200 Gb/s of InfiniBand are asked for" in (
        check.message
    )
    assert report.fabrics[0].bisection_gbps is None
    assert report.fabrics[0].bisection_lower_gbps == 0


def test_what_is_no_node_and_has_no_port_is_refused() -> None:
    design, _ = hall(8, 1, purpose="storage", rails=2, leaf_policy="pooled", node="shelf")
    shelf = NODE.evolve(id="shelf", kind="storage", compute=None, gpus=None,
                        ports=(group("compute", 2),))  # fmt: skip
    report = evaluate(design, Catalog((shelf, SWITCH, RACK)))
    assert any("has no port for storage" in check.message for check in report.checks)


def test_a_chassis_says_how_many_of_its_line_cards_carry_links() -> None:
    """56 leaves of 18 uplinks over two spines: nine links each, 504 ports on 28 cards of 18."""
    cards = SwitchFigures(card_slots=36, card_ports=18)
    chassis = SWITCH.evolve(id="chassis", ports=(group("fabric", 648),), switch=cards)
    edge = SWITCH.evolve(id="edge", ports=(group("fabric", 36),))
    design, catalog = hall(
        1008, 56, 2, chassis, edge, rails=1, leaf_policy="pooled", su_nodes=0, switch="edge",
        spine_switch="chassis",
    )  # fmt: skip
    assert "a spine needs 28 of 36 line cards" in evaluate(design, catalog).fabrics[0].explanation
