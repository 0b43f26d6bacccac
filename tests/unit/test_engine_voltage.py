"""What the voltage of the room's feeds does to rack PDUs, and to the supplies on their outlets."""

from math import sqrt

import pytest

from designer.catalog.part import PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.feeds.voltage import brought, fits
from designer.model.design import Design, Device, PowerNode, Rack
from tests.helpers import engine_designs as parts

NODE = parts.DGX.evolve(
    id="node", name="Node",
    psu=Psu(count=6, rating_w=3300, redundancy="4+2", inlet="C20", volts_min=200, volts_max=240),
)  # fmt: skip
CATALOG = parts.small_catalog().overlay([NODE])


def hall(volts: float | None) -> Report:
    """Three nodes on two 415 V PDUs, whose feeds have a voltage."""
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    nodes = [
        Device(id=f"n{at}", name="n", part="node", rack="r", half_u=half_u)
        for at, half_u in enumerate((6, 22, 44))
    ]
    strips = [
        Device(id=f"p{on}", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed=on)
        for on in "AB"
    ]
    power = tuple(PowerNode(id=on, capacity_kw=500, volts=volts) for on in "AB")
    return evaluate(Design(power=power, racks=(rack,), devices=(*nodes, *strips)), CATALOG)


def errors(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.severity == "error"}


def test_a_feed_of_208_v_carries_half_through_a_pdu_for_415_v() -> None:
    """√3 · 208 V · 60 A · 0.8 · 0.95 = 16.4 kW, of a rating of 34.5 kVA at 415 V."""
    report = hall(208)
    assert [feed.capacity_kw for feed in report.racks[0].feeds] == pytest.approx(
        [sqrt(3) * 208 * 60 * 0.8 * 0.95 / 1000] * 2, rel=0.01
    )
    wrong = next(check for check in report.checks if check.key == f"P11:feed:{parts.PDU.id}:A")
    assert wrong.severity == "error"
    assert "made for 415 V, on feed A of 208 V" in wrong.message
    assert f"P11:feed:{parts.PDU.id}:B" in errors(report)
    assert any(key.startswith("P02") for key in errors(report))


def test_supplies_meet_the_voltage_that_reaches_their_outlets() -> None:
    """A PDU wired line to neutral brings 480 V / √3 = 277 V, and 208 V / √3 = 120 V."""
    assert "P11:node:277" in errors(hall(480))
    assert "P11:node:120" in errors(hall(208))


@pytest.mark.parametrize("volts", [None, 400, 415])
def test_a_feed_of_the_voltage_of_its_pdus_is_no_finding(volts: float | None) -> None:
    report = hall(volts)
    assert not [check.key for check in report.checks if check.rule == "P11"]
    share = 1 if volts is None else volts / 415
    assert [feed.capacity_kw for feed in report.racks[0].feeds] == pytest.approx(
        [34.5 * 0.95 * share] * 2
    )


def test_a_higher_voltage_carries_no_more_than_the_rating() -> None:
    assert [feed.capacity_kw for feed in hall(440).racks[0].feeds] == pytest.approx(
        [34.5 * 0.95] * 2
    )


@pytest.mark.parametrize(
    ("made_for", "phases", "feed", "inlet", "right"),
    [
        (230, 1, 400, 400 / sqrt(3), True), (230, 1, 230, 230, True), (208, 1, 208, 208, True),
        (230, 1, 208, 208, True), (230, 1, 480, 480 / sqrt(3), False), (400, 3, 415, 415, True),
        (208, 3, 415, 415, False), (400, 3, 360, 360, True), (400, 3, 440, 440, True),
        (400, 3, 359, 359, False), (400, 3, 441, 441, False),
    ],
)  # fmt: skip
def test_what_a_feed_brings_to_a_pdu(
    made_for: float, phases: int, feed: float, inlet: float, right: bool
) -> None:
    """One phase comes line to line, or from a line to neutral; 10 % off is within IEC 60038."""
    pdu = PduFigures(volts=made_for, amps=32, phases=phases)
    assert brought(pdu, feed) == pytest.approx(inlet)
    assert fits(pdu, feed) == right
