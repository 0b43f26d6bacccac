"""Storage and management ports of the shipped nodes: each is stated, or it is asked for."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Fabric, FabricPurpose, Rack

SHIPPED = load_shipped()
NODES = tuple(part.id for part in SHIPPED.parts if part.kind in ("node", "rack-system"))


def stated(part_id: str, purpose: str) -> bool:
    """Return whether a part states ports of a purpose, such as "in-band and storage" for two."""
    ports = SHIPPED.require(part_id).ports
    return any(purpose in (group.purpose, *group.name.split()) for group in ports)


def of_two(part_id: str, purpose: FabricPurpose) -> Design:
    """Return a hall of two such nodes and one switch of a fabric for a purpose."""
    filled = SHIPPED.require(part_id).kind == "rack-system"
    racks = tuple(
        Rack(id=key, name=key, part=part_id if filled and key != "b" else "rack-48u",
             x_mm=3000 * at, y_mm=0)
        for at, key in enumerate("abc")
    )  # fmt: skip
    nodes = () if filled else tuple(
        Device(id=key, name=key, part=part_id, rack=key, half_u=2) for key in "ac"
    )  # fmt: skip
    leaf = Device(id="s", name="s", part="sn5600", rack="b", half_u=60, fabric="f", tier="leaf")
    fabric = Fabric(
        id="f", name="F", purpose=purpose, kind="ethernet", nodes=(part_id,), switch="sn5600",
        rails=1, rate_gbps=100.0, leaf_policy="pooled",
    )  # fmt: skip
    return Design(racks=racks, devices=(*nodes, leaf), fabrics=(fabric,))


@pytest.mark.parametrize("purpose", ["storage", "in-band", "out-of-band"])
@pytest.mark.parametrize("part_id", NODES)
def test_a_port_is_known_or_asked_for(part_id: str, purpose: FabricPurpose) -> None:
    """A node that states none is not said to have none: no figure of the fabric counts on it."""
    report = evaluate(of_two(part_id, purpose), SHIPPED)
    said = [check.message for check in report.checks if check.rule == "R08"]
    asked = [it for it in said if "asked for" in it or "are not known" in it]
    assert bool(asked) is not stated(part_id, purpose), said
    if any(check.rule == "R07" for check in report.checks):
        return  # switches are missing: halves are cut apart, whatever ports nodes have
    figure = report.fabrics[0].figure("bisection_gbps")
    if "media of cables" in figure.basis:
        assert figure.value is None, "what no cable joins carries nothing for certain"
        return
    assert (figure.value is None) is bool(asked)


def test_both_sorts_of_nodes_are_among_those_shipped() -> None:
    """One that lacks a storage port and one that has it, or the test above could not fail."""
    found = {stated(part_id, "storage") for part_id in NODES}
    assert found == {True, False}
