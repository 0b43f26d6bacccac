"""Where nobody states the volts of a feed, nothing is told as if they were known."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.feeds.wrong_volts import fits_between
from designer.model.design import Design, Device, PowerNode, Rack, Site
from designer.model.figures import missing


def report_of(volts: float | None, *, pdu: str, kw: float) -> Report:
    """Return the report of a rack with two servers on two rack PDUs."""
    server = Part(
        id="server", name="Server", kind="server", height_half_u=4, power_max_w=kw * 1000,
        liquid_fraction=0.0,
        psu=Psu(count=6, rating_w=9000, inlet="C20", volts_min=200, volts_max=277,
                redundancy="3+3"),
    )  # fmt: skip
    devices = tuple(
        Device(id=f"s{n}", name="s", part="server", rack="r", half_u=6 + 8 * n) for n in (0, 1)
    )
    strips = tuple(
        Device(id=f"p{feed}", name="p", part=pdu, rack="r", face="zero-u", feed=feed)
        for feed in "AB"
    )
    return evaluate(
        Design(
            site=Site(supply_air_c=24.0),
            power=tuple(PowerNode(id=feed, capacity_kw=200, volts=volts) for feed in "AB"),
            racks=(Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000),),
            devices=(*devices, *strips),
        ),
        load_shipped().overlay([server]),
    )


def told(report: Report, rule: str) -> list[bool]:
    """Return of each finding of a rule whether it is open."""
    return [":open:" in check.key for check in report.checks if check.rule == rule]


@pytest.mark.parametrize("rule", ["P02", "P25"])
def test_a_load_that_fits_only_at_the_rated_volts_cannot_be_said(rule: str) -> None:
    """At 380 V each of two PDUs for 415 V carries 30.0 of the 30.6 kW, at 415 V 32.8 kW."""
    pdu, kw = "pdu-415v-60a-3ph", 15.3
    assert told(report_of(415, pdu=pdu, kw=kw), rule) == []
    assert told(report_of(380, pdu=pdu, kw=kw), rule) == [False]
    assert told(report_of(None, pdu=pdu, kw=kw), rule) == [True]


def test_supplies_that_the_lowest_volts_leave_out_cannot_be_said() -> None:
    """A PDU for 208 V may have 190 V on its outlets, and supplies are made for 200 V and more."""
    pdu = "pdu-208v-60a-3ph"
    assert told(report_of(208, pdu=pdu, kw=7.8), "P11") == []
    assert told(report_of(190, pdu=pdu, kw=7.8), "P11") == [False]
    assert told(report_of(None, pdu=pdu, kw=7.8), "P11") == [True]


def test_what_a_pdu_carries_has_the_rated_volts_as_an_estimate() -> None:
    feed = report_of(None, pdu="pdu-415v-60a-3ph", kw=10).racks[0].feeds[0]
    known = report_of(415, pdu="pdu-415v-60a-3ph", kw=10).racks[0].feeds[0]
    carries, exact = feed.figure("capacity_kw"), known.figure("capacity_kw")
    assert carries.estimated
    assert exact.exact
    assert (carries.low, carries.value, carries.high) == pytest.approx(
        (0.9 * exact.low, exact.low, exact.low)
    )
    assert [gap.ref for gap in carries.gaps] == ["feed A.volts"]
    amps, at_rated = (one.pdus[0].figure("line_1_a") for one in (feed, known))
    assert (amps.low, amps.value, amps.high) == pytest.approx(
        (at_rated.low / 1.1, at_rated.low, at_rated.low / 0.9)
    )


@pytest.mark.parametrize(
    ("least", "most", "answer"),
    [
        (220, 245, None),  # too low at one end, too high at the other, right between
        (200, 240, None), (230, 277, None), (200, 277, True), (100, 127, False), (380, 415, False),
    ],
)  # fmt: skip
def test_a_window_within_open_volts_cannot_be_said(
    least: float, most: float, answer: bool | None
) -> None:
    """415 V within 10 % are 215.6 to 263.6 V between line and neutral."""
    psu = Psu(count=2, rating_w=800, inlet="C14", volts_min=least, volts_max=most)
    assert fits_between(psu, missing("feed A.volts", "V", 215.6, 263.6)) is answer
