"""Ports of a node are split where they are fewer than its links, and else stay whole."""

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.model.design import Fabric
from designer.wiring.network_ports import fitting_ports, node_fit

EIGHT = PortGroup(
    name="compute and storage", purpose="compute", kind="ethernet", rate_gbps=400, count=8,
    cages=8, connector="QSFP112", breakout=2,
)  # fmt: skip
NODE = Part(id="node", kind="node", name="Node", ports=(EIGHT,))
CATALOG = Catalog((NODE,))


def fabric(rails: int, **more: object) -> Fabric:
    return Fabric.model_validate(
        {"id": "f", "kind": "ethernet", "nodes": ("node",), "rails": rails, "rate_gbps": 100,
         "purpose": "storage", **more}
    )  # fmt: skip


def test_two_links_of_eight_ports_take_a_whole_port_each() -> None:
    fit = node_fit(fabric(2), "node", 0, CATALOG)
    assert (fit.lanes, fit.lanes_per_cage) == (8, 1)
    assert [fit.text(lane) for lane in range(2)] == ["1", "2"]


def test_more_links_than_ports_share_split_ports() -> None:
    fit = node_fit(fabric(16), "node", 0, CATALOG)
    assert (fit.lanes, fit.lanes_per_cage) == (16, 2)
    assert [fit.text(lane) for lane in range(3)] == ["1.1", "1.2", "2.1"]
    planes = node_fit(fabric(8, planes=2), "node", 0, CATALOG)
    assert planes.lanes == 16


def test_links_of_earlier_fabrics_count_to_those_that_ports_are_split_for() -> None:
    assert node_fit(fabric(2), "node", 6, CATALOG).lanes == 8
    shared = node_fit(fabric(2), "node", 7, CATALOG)
    assert (shared.lanes, shared.first) == (16, 7)
    (group, links), = fitting_ports(NODE, fabric(2), CATALOG, 7)  # fmt: skip
    assert (group, links) == (EIGHT, 16)
