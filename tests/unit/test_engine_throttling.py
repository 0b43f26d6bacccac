"""Nodes whose supplies run on with capped power after a loss: a warning that names the cap."""

import pytest

from designer.catalog.part import Psu
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, PowerNode, Rack
from tests.helpers import engine_designs as parts

B200 = parts.DGX.evolve(
    id="dgx-b200", name="DGX B200", power_max_w=14_300,
    psu=Psu(count=6, rating_w=3300, redundancy="5+1", inlet="C20"),
)  # fmt: skip
DESIGN = Design(
    power=tuple(PowerNode(id=key, capacity_kw=1e6, volts=415.0) for key in "AB"),
    racks=(Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000),),
    devices=(
        Device(id="n", name="n", part=B200.id, rack="r", half_u=6),
        *(
            Device(id=f"pdu-{at}", name="pdu", part=parts.PDU.id, rack="r", face="zero-u", feed=on)
            for at, on in enumerate("AB")
        ),
    ),
)


@pytest.mark.parametrize("throttles", [True, False, None])
def test_a_node_that_is_stated_to_throttle_runs_on_capped(throttles: bool | None) -> None:
    """3 of 6 supplies of 3.3 kW give 9.9 of the 13.4 kW that a B200 needs at their output."""
    assert B200.psu is not None
    part = B200.evolve(psu=B200.psu.evolve(throttles=throttles))
    report = evaluate(DESIGN, parts.small_catalog().overlay([part]))
    found = {c.key: c for c in report.checks if c.rule == "P03"}
    if not throttles:
        assert found["P03:dgx-b200:3+3"].severity == "error"
        return
    (capped,) = found.values()
    assert (capped.key, capped.severity) == ("P03:dgx-b200:3+3:capped", "warning")
    assert "runs on capped to 9.9 kW, ~74% (71–79) of its highest load" in capped.message
    limits = {limit.name: limit.state for limit in report.racks[0].limits}
    assert limits["psu-feed-lost"] == "warning"
    # It is counted among what a loss leaves short of power.
    assert {loss.short_gpus for loss in report.power.losses if loss.feeds} == {8}
