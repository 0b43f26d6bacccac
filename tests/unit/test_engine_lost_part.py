"""A part that is not in the catalogue may be anything: what rests on it is open, never less."""

from functools import cache
from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report, RoomFeed
from designer.model.design import Design, Device, PowerNode, Rack, Room, Site

CAPACITY_KW = 32.0


def device(key: str, part: str, half_u: int = 0, **more: str) -> Device:
    table = {"id": key, "name": key, "part": part, "rack": "R1", "half_u": half_u}
    return Device.model_validate(table | more)


def rack_of(*devices: Device, part: str = "rack-48u", feeds: tuple[str, ...] = ()) -> Design:
    """Return a hall of one rack on two feeds of 32 kW."""
    return Design(
        room=Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), floor_limit_kpa=20.0),
        power=tuple(PowerNode(id=feed, capacity_kw=CAPACITY_KW) for feed in "AB"),
        racks=(Rack(id="R1", name="R1", part=part, x_mm=3000, y_mm=3000, feeds=feeds),),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
        site=Site(supply_air_c=24.0),
    )


def systems(number: int) -> list[Device]:
    return [device(f"n{at}", "dgx-h100", 2 + 18 * at) for at in range(number)]


def strips(part: str = "pdu-415v-60a-3ph") -> list[Device]:
    return [device(f"pdu-{feed}", part, face="zero-u", feed=feed) for feed in "AB"]


@cache
def said(design: Design) -> Report:
    return evaluate(design, load_shipped())


def ends(feed: RoomFeed, name: str) -> tuple[float, float]:
    figure = feed.figure(name)
    return figure.low, figure.high


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def fourth(part: str) -> Report:
    """Return the report of three DGX H100, a rear door and a fourth device."""
    door = device("door", "rdhx", face="door")
    return said(rack_of(*systems(3), device("q", part, 60), door, *strips()))


@pytest.mark.parametrize("feed", [0, 1])
def test_the_load_of_a_feed_has_no_upper_end(feed: int) -> None:
    feeds = fourth("nope").power.feeds
    # Three of 10.2 kW are certain; where the cord of the door hangs is not, nor what it adds.
    assert ends(feeds[feed], "load_kw") == pytest.approx((15.3, inf))
    assert ends(feeds[feed], "load_after_loss_kw") == pytest.approx((30.6, inf))
    assert feeds[feed].load_kw is None
    assert feeds[feed].state == "unknown"


def test_rules_of_power_cannot_be_said() -> None:
    found = fourth("nope")
    assert {"P01:open:dgx-h100x3", "P02:open:dgx-h100x3", "P14:open:A", "P14:open:B",
            "P26:open:dgx-h100x3", "P03:open:nope", "P11:open:nope:0"} <= keys(found)  # fmt: skip
    # With a DGX H100 in its place, both feeds are too small after a loss.
    assert {"P02:dgx-h100x4", "P14:A", "P14:B"} <= keys(fourth("dgx-h100"))


def test_what_cannot_be_said_names_the_part() -> None:
    (check,) = [one for one in fourth("nope").checks if one.key == "P14:open:A"]
    assert check.message == (
        "whether feed A carries its load cannot be said, because the part nope is not in the "
        "catalogue"
    )
    (check,) = [one for one in fourth("nope").checks if one.rule == "D02"]
    assert "counts for nothing" not in check.message
    assert "nothing of it is known" in check.message


def test_limits_of_the_rack_are_open() -> None:
    (rack,) = fourth("nope").racks
    states = {limit.name: limit.state for limit in rack.limits}
    for name in ("power", "power-feed-lost", "cooling", "mass", "mass-rolled", "floor"):
        assert states[name] == "unknown", name


def test_a_lost_rack_pdu_may_take_all_of_it_or_nothing() -> None:
    found = said(rack_of(*systems(2), *strips("strip-of-nobody")))
    for feed in found.power.feeds:
        low, high = ends(feed, "load_kw")
        assert low == 0.0
        assert high >= 20.4
        assert feed.state == "unknown"
    assert "P26:open:dgx-h100x2" in keys(found)
    assert "P26:no-pdu:dgx-h100x2" not in keys(found)


def test_a_lost_rack_pdu_leaves_open_what_hangs_on_the_other() -> None:
    known, lost = strips()[0], strips("strip-of-nobody")[1]
    found = said(rack_of(*systems(1), known, lost))
    for feed in found.power.feeds:
        low, high = ends(feed, "load_kw")
        assert low == 0.0
        assert high >= 10.2


def test_a_lost_rack_may_hang_on_the_feeds_that_it_names() -> None:
    found = said(rack_of(part="cabinet-of-nobody", feeds=("A", "B")))
    assert [ends(feed, "load_kw") for feed in found.power.feeds] == [(0.0, inf), (0.0, inf)]


def test_a_lost_door_may_take_the_heat_or_leave_it() -> None:
    found = said(rack_of(*systems(3), *strips(), device("door", "door-of-nobody", face="door")))
    (rack,) = found.racks
    air = rack.figure("air_kw")
    assert (air.low, air.high) == (0.0, inf)
    assert "C12:no-door" not in keys(found)


def test_a_lost_device_without_a_rack_pdu_is_said_to_be_open() -> None:
    found = said(rack_of(device("q", "nope", 2)))
    assert any(key.startswith("P26:open:") for key in keys(found))
    assert [feed.load_kw for feed in found.power.feeds] == [0.0, 0.0]
