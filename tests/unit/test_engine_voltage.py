"""What the voltage of the room's feeds does to rack PDUs, and to the supplies on their outlets."""

from math import sqrt

import pytest

from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.feeds.voltage import brought, fits
from designer.model.design import Cord, Design, Device, PowerNode, Rack, Site
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


@pytest.mark.parametrize("volts", [400, 415])
def test_a_feed_of_the_voltage_of_its_pdus_is_no_finding(volts: float) -> None:
    report = hall(volts)
    assert not [check.key for check in report.checks if check.rule == "P11"]
    share = volts / 415
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


SILENT = Part(id="x", kind="server", name="X", height_half_u=4, mass_kg=20, power_max_w=300)
WIDE = SILENT.evolve(
    id="wide", name="Wide", psu=Psu(count=1, inlet="C14", volts_min=100, volts_max=415)
)
NARROW = WIDE.evolve(
    id="narrow", name="Narrow", psu=Psu(count=1, inlet="C14", volts_min=100, volts_max=240)
)


def pdu_of(volts: float, c13: int | None = 24, c19: int | None = 6) -> Part:
    figures = PduFigures(
        volts=volts, amps=30, phases=3, standard="nec", outlets_c13=c13, outlets_c19=c19
    )
    return parts.PDU.evolve(id=f"pdu-{volts:g}", name=f"PDU {volts:g}", pdu=figures)


def stack(
    held: str, pdus: tuple[tuple[Part, str], ...], *known: Part, cords: tuple[Cord, ...] = (),
    volts: tuple[float | None, float | None] = (None, None),
) -> Report:  # fmt: skip
    """Return the report of a rack that holds these from below, by N, on these rack PDUs."""
    held_parts = held.split()
    devices = [
        Device(id=f"n{at}", name=part, part=part, rack="r", half_u=2 + 6 * at)
        for at, part in enumerate(held_parts)
    ]
    strips = [
        Device(id=f"p{at}", name="p", part=part.id, rack="r", face="zero-u", feed=on)
        for at, (part, on) in enumerate(pdus)
    ]
    design = Design(
        power=tuple(
            PowerNode(id=on, capacity_kw=500, volts=at) for on, at in zip("AB", volts, strict=True)
        ),
        racks=(Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000),),
        devices=(*devices, *strips), cords=cords, site=Site(feed_policy="N"),
    )  # fmt: skip
    own = {part.id: part for part in (SILENT, WIDE, NARROW, *(one for one, _ in pdus), *known)}
    return evaluate(design, CATALOG.overlay(list(own.values())))


def p11(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.rule == "P11"}


def counted(supplies: int) -> Part:
    assert WIDE.psu is not None
    return SILENT.evolve(psu=WIDE.psu.evolve(count=supplies, volts_max=480))


MIXED = ((pdu_of(208), "A"), (pdu_of(480), "B"))


@pytest.mark.parametrize("held", ["wide x narrow", "x narrow"])
def test_on_which_of_two_voltages_a_supply_stands_is_open_above_uncounted_ones(held: str) -> None:
    """One supply of X more or less turns the order of feeds for whatever stands above it."""
    truths = {"P11:narrow:277" in p11(stack(held, MIXED, counted(n))) for n in (1, 2)}
    assert truths == {True, False}
    assert p11(stack(held, MIXED)) == {"P11:open:x:0", "P11:open:narrow:0"}


def test_one_voltage_on_all_feeds_is_wrong_whatever_the_order() -> None:
    high = ((pdu_of(480), "A"), (pdu_of(480), "B"))
    assert p11(stack("x narrow", high)) == {"P11:open:x:0", "P11:narrow:277"}
    # But not where the turn may end on a feed without an outlet for it.
    scarce = (*high[:1], (pdu_of(480, c13=0).evolve(id="scarce"), "B"))
    truths = {"P11:narrow:277" in p11(stack("x narrow", scarce, counted(n))) for n in (1, 2)}
    assert truths == {True, False}
    assert p11(stack("x narrow", scarce)) == {"P11:open:x:0", "P11:open:narrow:0"}


def test_what_fits_every_outlet_is_no_question_whatever_the_order() -> None:
    low = ((pdu_of(208), "A"), (pdu_of(415), "B"))
    assert p11(stack("x narrow", low, volts=(208, 415))) == {"P11:open:x:0"}


def test_pdus_of_two_voltages_on_one_feed_leave_open_which_of_them_it_is() -> None:
    """The rule takes the emptier one: which that is depends on supplies that nobody counts."""
    pdus = ((pdu_of(208), "A"), (pdu_of(480), "A"))
    truths = {"P11:narrow:277" in p11(stack("x narrow", pdus, counted(n))) for n in (1, 2)}
    assert truths == {True, False}
    assert p11(stack("x narrow", pdus)) == {"P11:open:x:0", "P11:open:narrow:0"}


def test_a_cord_of_supplies_that_nobody_states_leaves_their_voltage_open() -> None:
    by_hand = (Cord(id="c", supply="n0:psu1", outlet="p1"),)
    assert p11(stack("x", MIXED, cords=by_hand)) == {"P11:open:x:0"}


def test_a_cord_to_a_number_that_can_have_no_such_outlet_is_dark_for_certain() -> None:
    """Its PDU has no C13, so outlet 7 is a C19 if there is one, whatever their number."""
    by_hand = (Cord(id="c", supply="n0:psu1", outlet="p1:7"),)
    for c19 in (None, 2, 24):
        pdus = (MIXED[0], (pdu_of(480, c13=0, c19=c19), "B"))
        said = stack("narrow", pdus, cords=by_hand)
        assert p11(said) == set()
        # P09 says of the same plug that it does not fit, where the outlets are known.
        assert errors(said) - {"P09:plug:narrow"} == {"P26:dark:narrowx1"}
        assert [feed.figure("load_kw").high for feed in said.racks[0].feeds] == [0.0, 0.0]


def test_a_cord_to_a_number_that_may_be_another_kind_leaves_the_voltage_open() -> None:
    by_hand = (Cord(id="c", supply="n0:psu1", outlet="p1:7"),)
    said = stack("narrow", (MIXED[0], (pdu_of(480, c13=None), "B")), cords=by_hand)
    assert p11(said) == {"P11:open:narrow:0"}
    fitting = (MIXED[0], (pdu_of(415, c13=None), "B"))
    assert p11(stack("narrow", fitting, cords=by_hand, volts=(208, 415))) == set()


def test_supplies_of_unstated_voltages_are_asked_for_each_that_they_may_stand_on() -> None:
    """What would settle it is their range: where they hang would not."""
    unrated = WIDE.evolve(id="unrated", name="Unrated", psu=Psu(count=1, inlet="C14"))
    assert p11(stack("x unrated", MIXED, unrated)) == {
        "P11:open:x:0", "P11:open:unrated:208", "P11:open:unrated:277",
    }  # fmt: skip


@pytest.mark.parametrize(("feed_v", "rating_w", "amps", "told"), [
    (208, 3300, 16, set()), (200, 3300, 16, {"P11:capped:small:200"}),
    (200, 3200, 16, set()), (200, 3300, None, set()),
])  # fmt: skip
def test_a_supply_that_its_voltage_keeps_from_its_rating_is_told(
    feed_v: float, rating_w: float, amps: float | None, told: set[str]
) -> None:
    """16 A at 200 V are 3,200 W of a supply of 3,300 W; at 208 V they are 3,328."""
    psu = Psu(
        count=2, rating_w=rating_w, redundancy="1+1", inlet="C20", volts_min=200, volts_max=240,
        amps_max=amps,
    )  # fmt: skip
    small = parts.DGX.evolve(id="small", name="Small", power_max_w=1000, psu=psu)
    pdu = PduFigures(volts=208, amps=30, phases=3, standard="nec", outlets_c19=12)
    catalog = parts.small_catalog().overlay([small, parts.PDU.evolve(id="low", pdu=pdu)])
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    node = Device(id="n", name="n", part="small", rack="r", half_u=6)
    strips = [
        Device(id=f"p{on}", name="p", part="low", rack="r", face="zero-u", feed=on) for on in "AB"
    ]
    power = tuple(PowerNode(id=on, capacity_kw=500, volts=feed_v) for on in "AB")
    report = evaluate(Design(power=power, racks=(rack,), devices=(node, *strips)), catalog)
    found = [check for check in report.checks if check.rule == "P11"]
    assert {check.key for check in found} == told
    assert all(check.severity == "warning" for check in found)
    assert all("at most 3,200 W at 200 V" in check.message for check in found)
