"""A part in the rails that no catalogue has may be one rack PDU more: what feeds say beside it."""

import pytest

from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.report import Report
from designer.model.design import Cord, Design, Device, FeedPolicy, PowerNode, Rack, Site
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import outside, results
from tests.helpers.sections import power_report

CATALOG = parts.small_catalog()
LOST = Part(id="lost", kind="server", name="Lost", height_half_u=4, mass_kg=20, power_max_w=300)


def supplies(count: int, inlet: str) -> Part:
    return LOST.evolve(psu=Psu(count=count, inlet=inlet, volts_min=100, volts_max=480))


def pdu(c13: int, c19: int) -> Part:
    figures = PduFigures(
        volts=415, amps=16, phases=3, standard="iec", outlets_c13=c13, outlets_c19=c19
    )
    return parts.PDU.evolve(id="lost", name="Lost", height_half_u=4, pdu=figures)


TRUTHS = (
    supplies(1, "C14"), supplies(4, "C20"), pdu(24, 24), pdu(0, 6),
    Part(id="lost", kind="blank", name="Blank", height_half_u=4),
)  # fmt: skip


def rack(feed: str, *others: str, policy: FeedPolicy = "N+1", rooms: str = "AB") -> Design:
    """Return a DGX H100, all its supplies on the first PDU, beside a lost part."""
    devices = (
        Device(id="n", name="n", part=parts.DGX.id, rack="r", half_u=2),
        Device(id="x", name="x", part="lost", rack="r", half_u=60, feed=feed),
        *(
            Device(id=f"p{at}", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed=on)
            for at, on in enumerate(others)
        ),
    )
    cords = tuple(
        Cord(id=f"c{n}", supply=f"n:psu{n}", outlet="p0") for n in range(1, 7)
    )  # fmt: skip
    return Design(
        power=tuple(PowerNode(id=on, capacity_kw=60, volts=415) for on in rooms),
        racks=(Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000),),
        devices=devices, cords=cords, site=Site(feed_policy=policy),
    )  # fmt: skip


def truths(design: Design) -> list[Report]:
    return [power_report(design, CATALOG.overlay([one])) for one in TRUTHS]


def p27(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.rule == "P27"}


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
@pytest.mark.parametrize("others", [("A",), ("", "A"), ("A", ""), ("A", "B"), ("A", "B", "")])
@pytest.mark.parametrize("feed", ["", "A", "B"])
def test_whatever_is_lost_beside_rack_pdus_lies_within_what_feeds_say(
    feed: str, others: tuple[str, ...], policy: FeedPolicy
) -> None:
    design = rack(feed, *others, policy=policy)
    said = results(power_report(design, CATALOG))
    wrong = [
        f"{one.id} as {one.kind}: {text}"
        for one, true in zip(TRUTHS, truths(design), strict=True)
        for text in outside(results(true), said)
        if ".feeds[" in text
    ]
    assert not wrong, "\n".join(wrong)


def test_a_feed_keeps_its_load_whether_or_not_the_other_reaches_the_rack() -> None:
    """Where it is no rack PDU, the loss of B takes nothing from the rack: A carries on."""
    design = rack("B", "A")
    said = power_report(design, CATALOG).racks[0].feeds[0].figure("load_after_loss_kw")
    found = [true.racks[0].feeds[0].figure("load_after_loss_kw").low for true in truths(design)]
    assert (said.low, min(found), max(found)) == pytest.approx((10.2, 10.2, 10.5))


def test_what_may_be_one_more_pdu_without_a_feed_may_carry_more() -> None:
    """Two of 34.5 kVA and 11.5 kVA, of which one may be none, at a power factor of 0.95."""
    (named,) = [
        one for one in power_report(rack("", "A", ""), CATALOG).racks[0].feeds if one.id == "?"
    ]
    capacity = named.figure("capacity_kw")
    assert capacity.low == pytest.approx(34.5 * 0.95)
    assert (capacity.value, capacity.high) == (None, float("inf"))


def test_whether_a_rack_pdu_names_no_feed_is_open_where_it_may_be_one() -> None:
    design = rack("", "A", "B")
    assert {bool(p27(true)) for true in truths(design)} == {True, False}
    assert p27(power_report(design, CATALOG)) == {"P27:open:dgx-h100x1"}
    assert p27(power_report(rack("A", "A", "B"), CATALOG)) == set()
    assert p27(power_report(rack("", "A", ""), CATALOG)) == {"P27:no-feed:dgx-h100x1"}


def on_volts(face: str, feed: str, volts: dict[str, float | None], *others: str) -> Design:
    """Return a rack with a lost part on a feed, in a room whose feeds have these voltages."""
    half_u = 0 if face == "zero-u" else 60
    lost = Device(id="x", name="x", part="lost", rack="r", face=face, half_u=half_u, feed=feed)
    return rack("", *others).evolve(
        power=tuple(PowerNode(id=on, capacity_kw=60, volts=at) for on, at in volts.items()),
        devices=(lost, *(one for one in rack("", *others).devices if one.id.startswith("p"))),
        cords=(),
    )


def p11(design: Design, *known: Part) -> set[str]:
    checks = power_report(design, CATALOG.overlay(list(known))).checks
    return {check.key for check in checks if check.rule == "P11"}


@pytest.mark.parametrize(
    ("face", "feed", "others"),
    [
        ("zero-u", "A", ()), ("zero-u", "A", ("A",)), ("zero-u", "", ()), ("zero-u", "", ("A",)),
        ("front", "A", ()), ("front", "A", ("A",)), ("front", "", ()),
    ],
)  # fmt: skip
def test_whether_a_lost_rack_pdu_is_made_for_its_feed_is_open(
    face: str, feed: str, others: tuple[str, ...]
) -> None:
    """Its truth was an error on a feed of 240 V, and nothing was said of it."""
    design = on_volts(face, feed, {"A": 240}, *others)
    strip = pdu(24, 24) if face == "front" else pdu(24, 24).evolve(height_half_u=0)
    assert f"P11:{'' if feed else 'open:'}feed:lost{':A' if feed else ''}" in p11(design, strip)
    assert "P11:open:feed:lost" in p11(design)


def test_a_lost_part_that_names_no_feed_is_asked_once_in_words_of_devices() -> None:
    """In the rails beside rack PDUs it is open on which outlets it hangs: that holds both."""
    assert p11(on_volts("front", "", {"A": 415}, "A")) == {"P11:open:lost:0"}


@pytest.mark.parametrize("feed", ["B", "C"])
def test_a_lost_rack_pdu_on_a_feed_of_no_stated_voltage_is_no_question(feed: str) -> None:
    assert p11(on_volts("zero-u", feed, {"A": 415, "B": None})) == set()
