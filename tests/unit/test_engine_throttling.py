"""Nodes whose supplies run on with capped power after a loss: a warning that names the cap."""

import pytest

from designer.catalog.figures import SupplyDomain
from designer.catalog.load import load_shipped
from designer.catalog.part import Psu
from designer.engine.checks import Check
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PowerNode, Rack
from designer.model.figures import Figure
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


def shipped_with(**psu: object) -> Report:
    """Return the report of a node on two feeds, three supplies on each, with this of its own."""
    assert B200.psu is not None
    part = B200.evolve(psu=B200.psu.evolve(**psu))
    return evaluate(DESIGN, parts.small_catalog().overlay([part]))


def findings(report: Report) -> dict[str, Check]:
    return {check.key: check for check in report.checks if check.rule == "P03"}


def lost(report: Report) -> tuple[Figure, Figure]:
    """Return the GPUs that go dark with a feed, and those short of power; both feeds are alike."""
    losses = [loss for loss in report.power.losses if loss.feeds]
    (dark,) = {loss.figure("dark_gpus") for loss in losses}
    (short,) = {loss.figure("short_gpus") for loss in losses}
    return dark, short


def test_a_node_that_is_stated_to_throttle_runs_on_capped() -> None:
    """3 of 6 supplies of 3.3 kW give 9.9 of the 13.4 kW that a B200 needs at their output."""
    report = shipped_with(throttles_from=3)
    (capped,) = findings(report).values()
    assert (capped.key, capped.severity) == ("P03:dgx-b200:3+3:capped", "warning")
    assert "runs on capped to 9.9 kW, ~74% (71–79) of its highest load" in capped.message
    limits = {limit.name: limit.state for limit in report.racks[0].limits}
    assert limits["psu-feed-lost"] == "warning"
    # It is counted among what a loss leaves short of power.
    dark, short = lost(report)
    assert (dark.high, short.low) == (0, 8)


@pytest.mark.parametrize("throttles", [False, None])
def test_a_node_that_is_not_stated_to_throttle_does_not_carry_its_load(
    throttles: bool | None,
) -> None:
    report = shipped_with(throttles=throttles)
    assert findings(report)["P03:dgx-b200:3+3"].severity == "error"
    dark, short = lost(report)
    assert (dark.high, short.low) == (0, 8)


@pytest.mark.parametrize(("psu", "told"), [
    ({"throttles_from": 4}, "stated to run on capped with no fewer than 4"),
    ({"throttles": True}, "stated to run on capped, and not with how few"),
])  # fmt: skip
def test_with_fewer_supplies_than_stated_a_node_may_go_down(
    psu: dict[str, object], told: str
) -> None:
    """Its highest load it does not carry; nobody says whether it runs on with less."""
    report = shipped_with(**psu)
    (found,) = findings(report).values()
    assert (found.key, found.severity) == ("P03:dgx-b200:3+3", "error")
    assert told in found.message
    assert "runs on capped to" not in found.message
    limits = {limit.name: limit.state for limit in report.racks[0].limits}
    assert limits["psu-feed-lost"] == "error"
    dark, short = lost(report)
    assert (dark.low, dark.high, short.low, short.high) == (0, 8, 0, 8)
    assert [gap.ref for gap in dark.gaps] == ["dgx-b200.psu.throttles_from"]
    (state,) = {loss.state for loss in report.power.losses if loss.feeds}
    assert state == "error"


@pytest.mark.parametrize(("cording", "key", "severity"), [
    ("3+3", "3+3:capped", "warning"), ("5+1", "5+1", "error"), ("4+2", "4+2", "error"),
])  # fmt: skip
def test_a_dgx_h100_runs_on_capped_with_three_of_six_and_no_fewer(
    cording: str, key: str, severity: str
) -> None:
    """Its guide: three carry it at a reduced level of performance, and it starts with no fewer."""
    node, *pdus = DESIGN.devices
    devices = (node.evolve(part="dgx-h100", cording=cording), *pdus)
    report = evaluate(DESIGN.evolve(devices=devices), load_shipped())
    found = findings(report)
    assert {k: one.severity for k, one in found.items()} == {f"P03:dgx-h100:{key}": severity}


@pytest.mark.parametrize(("psu", "said"), [
    ({"throttles_from": 0}, "one of 1 to 6"), ({"throttles_from": 7}, "one of 1 to 6"),
    ({"throttles_from": 3, "throttles": False}, "or that it does not"),
])  # fmt: skip
def test_a_number_that_supplies_are_not_is_refused(psu: dict[str, object], said: str) -> None:
    assert B200.psu is not None
    ((field, problem),) = B200.psu.evolve(**psu).own_problems()
    assert field == "throttles_from"
    assert said in problem
    domain = SupplyDomain(name="system", count=6, **psu)  # type: ignore[arg-type] # as a file has
    assert [problem for _, problem in domain.own_problems()] == [problem]
