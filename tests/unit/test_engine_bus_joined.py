"""Power shelves and what hangs on their bus bar: joined, of one voltage, told apart from cords."""

import pytest

from designer.catalog.figures import Psu
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.together_report import LossAsked
from designer.model.design import Design, Device, PowerNode, Rack
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_bus_bar import (
    CATALOG,
    RACK,
    SHELF,
    TRAY,
    design_of,
    report_of,
    said,
)

PDU, NODE = parts.PDU.id, parts.DGX.id


def rack_with(bus_bar: bool | None) -> Part:
    assert RACK.rack is not None
    return RACK.evolve(rack=RACK.rack.evolve(bus_a=None, bus_bar=bus_bar))


@pytest.mark.parametrize(
    ("bus_bar", "severities"), [(True, []), (None, ["warning"]), (False, ["error"])]
)
def test_a_rack_says_whether_a_bus_bar_joins_what_stands_in_it(
    bus_bar: bool | None, severities: list[str]
) -> None:
    found = said(report_of("shelf", "shelf", "tray", parts=[rack_with(bus_bar)]), "P26")
    assert [check.severity for check in found] == severities
    if bus_bar is None:
        (check,) = found
        assert check.key.startswith("P26:open:bus-joins:")
        assert "Open rack states no bus bar" in check.message


def test_shelves_without_a_load_need_no_bus_bar() -> None:
    assert said(report_of("shelf", parts=[rack_with(None)]), "P26") == []


def shipped(rack: str, shelf: str, *held: str) -> list[tuple[str, str]]:
    """Return what is said of parts of the catalogue in a rack, by key."""
    half_u, devices = 2, []
    catalog = load_shipped()
    for at, part in enumerate((shelf, shelf, *held)):
        feed = "AB"[at] if at < 2 else ""
        devices.append(
            Device(id=f"d{at}", name=f"D{at}", part=part, rack="r", half_u=half_u, feed=feed)
        )
        half_u += catalog.require(part).height_half_u
    power = tuple(PowerNode(id=feed, capacity_kw=1000.0, volts=415.0) for feed in "AB")
    stands = Rack(id="r", name="R1", part=rack, x_mm=3000, y_mm=3000)
    design = Design(power=power, racks=(stands,), devices=tuple(devices))
    report = evaluate(design, catalog)
    return [(check.key, check.message) for check in report.checks]


def test_a_cabinet_of_19_inches_is_not_silent_about_its_bus_bar() -> None:
    found = dict(shipped("rack-42u", "power-shelf-nvl72-33", "dgx-b300-busbar"))
    (text,) = [text for key, text in found.items() if key.startswith("P26:open:bus-joins")]
    assert "Rack 42U 600 × 1200 states no bus bar" in text
    (text,) = [text for key, text in found.items() if key.startswith("P11:bus:")]
    assert "made for 52–56 V, on a bus bar of 49–50 V" in text


@pytest.mark.parametrize(
    "rack",
    ["rack-orv3", "rack-orv3-meta", "rack-orv3-legrand-52u", "rack-orw-44ou", "rack-mgx-48u"],
)
def test_frames_that_are_sold_with_a_bus_bar_say_so(rack: str) -> None:
    found = shipped(rack, "power-shelf-nvl72-33", "dgx-b300-busbar")
    assert not [key for key, _ in found if "bus-joins" in key]


@pytest.mark.parametrize(
    ("low", "high", "open_on"),
    [(None, None, True), (48, None, True), (None, 52, True), (48, 52, False)],
)
def test_volts_that_a_device_does_not_state_are_open(
    low: float | None, high: float | None, open_on: bool
) -> None:
    psu = Psu(count=0, inlet="busbar", current="dc", volts_min=low, volts_max=high)
    found = said(report_of("shelf", "shelf", "tray", parts=[TRAY.evolve(psu=psu)]), "P11")
    assert [check.key for check in found] == ["P11:open:bus:tray"] * open_on


def test_a_second_path_of_a_bus_bar_is_a_power_shelf_and_no_rack_pdu() -> None:
    (check,) = said(report_of(("shelf", "A"), "tray"), "P02")
    assert check.advice == "Place a power shelf on a second feed."
    assert check.remedy is not None
    assert (check.remedy.action, check.remedy.kw) == ("place-shelves", 12)
    (check,) = said(report_of(("shelf", "A"), "tray", NODE, (PDU, "A")), "P02")
    assert check.advice == "Add a rack PDU and a power shelf on a second feed."
    assert check.remedy is not None
    assert check.remedy.action == "place-shelves"
    (check,) = said(report_of(NODE, (PDU, "A")), "P02")
    assert check.remedy is not None


def test_what_has_no_power_path_loses_none() -> None:
    assert said(report_of("tray", (PDU, "A")), "P02") == []
    (check,) = said(report_of("tray", NODE, (PDU, "A")), "P02")
    assert "losing it loses 10.2 kW" in check.message


def test_a_bus_bar_and_cords_without_a_path_are_two_findings() -> None:
    found = said(report_of("tray", NODE), "P26")
    told = {check.key.split(":")[1]: (check.message, check.advice) for check in found}
    assert set(told) == {"bus-bar", "no-pdu"}
    assert told["bus-bar"][0].startswith("Tray: no power path, no power shelf")
    assert "Place power shelves" in told["bus-bar"][1]
    assert told["no-pdu"][0].startswith("DGX H100: no power path, no rack PDU")
    assert "Add rack PDUs" in told["no-pdu"][1]
    (shelf, cord) = said(report_of("shelf", "tray", NODE, named=""), "P26")
    assert {shelf.key.split(":")[1], cord.key.split(":")[1]} == {"shelf-feed", "no-pdu"}


def test_shelves_that_feed_nothing_have_no_loss_to_tell() -> None:
    (rack,) = report_of("shelf").racks
    assert rack.losses == ()
    assert not [limit for limit in rack.limits if limit.name == "psu-feed-lost"]
    (rack,) = report_of("shelf", "tray").racks
    assert [loss.kind for loss in rack.losses] == ["power shelf", "supply"]
    (rack,) = report_of("shelf", "gone").racks
    assert rack.losses  # what no catalogue has may hang there


def test_shares_of_shelves_of_unlike_sizes_are_not_counted_as_supplies() -> None:
    assert SHELF.psu is not None
    sizes = [
        SHELF.evolve(id=name, psu=SHELF.psu.evolve(rating_w=watts))
        for name, watts in (("s18", 3000), ("s33", 5500))
    ]
    trays = ["tray"] * 2
    design = design_of(("s18", "A"), ("s33", "A"), ("s18", "B"), *trays)
    asked = LossAsked(upstream=("A",), racks=("r",))
    (after,) = Evaluator(CATALOG.overlay(sizes)).together(1, design, asked).racks
    assert {(one.part, one.count) for one in after.devices} == {("tray", 0)}
    (shelves,) = [one for one in after.limits if one.name == "after-loss-shelves"]
    assert shelves.label == "Power shelves of several sizes: those left"
    assert (shelves.used, shelves.limit) == (pytest.approx(24), pytest.approx(18))
