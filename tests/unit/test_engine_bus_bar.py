"""Power shelves that stand in a rack: feeds, losses, heat, volts and the bus bar's current."""

from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import UpsFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu, RackFigures
from designer.catalog.surge_figures import ShelfFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.design import Design, Device, PowerNode, Rack, Site
from tests.helpers import engine_designs as parts
from tests.helpers.engine_designs import BANDS, DEFAULTS

SHELF = Part(
    id="shelf", kind="power-shelf", name="Shelf", height_half_u=2, mass_kg=20, depth_mm=700,
    psu=Psu(count=6, rating_w=5000, volts_min=200, volts_max=277, current="ac", efficiency=0.96),
    shelf=ShelfFigures(whips=1, power_factor=1.0, bus_volts_min=50, bus_volts_max=50),
)  # fmt: skip
LARGE = SHELF.evolve(id="large", name="Large shelf", psu=SHELF.psu and SHELF.psu.evolve(
    rating_w=10_000))  # fmt: skip
TRAY = Part(
    id="tray", kind="node", name="Tray", height_half_u=4, mass_kg=50, depth_mm=700,
    airflow="front-to-rear", power_max_w=12_000, power_typical_w=9600, power_idle_w=2400, gpus=8,
    psu=Psu(count=0, inlet="busbar", current="dc", volts_min=48, volts_max=52),
)  # fmt: skip
RACK = Part(
    id="open-rack", kind="rack", name="Open rack", width_mm=600, depth_mm=1200, mass_kg=150,
    rack=RackFigures(units=48, usable_depth_mm=1000, static_kg=1400, bus_a=700),
)  # fmt: skip
CATALOG = Catalog((SHELF, LARGE, TRAY, RACK, parts.PDU, parts.SWITCH, parts.DGX), BANDS, DEFAULTS)


def design_of(
    *held: str | tuple[str, str], feeds: str = "AB", named: str | None = None, volts: float = 415,
    cording: str = "", dc: bool = False, **site: Any,
) -> Design:  # fmt: skip
    """Return a rack of parts from below, each by its id or with the feed that it names."""
    devices, half_u = [], 2
    for at, one in enumerate(held):
        part, feed = (one, "") if isinstance(one, str) else one
        beside = part == parts.PDU.id
        devices.append(Device(
            id=f"d{at:02}", name=f"D{at}", part=part, rack="r", feed=feed,
            half_u=0 if beside else half_u, face="zero-u" if beside else "front",
        ))  # fmt: skip
        known = CATALOG.get(part)
        half_u += known.height_half_u if known is not None else 2
    power = tuple(PowerNode(id=f, capacity_kw=1e6, volts=volts, dc=dc) for f in feeds)
    rack = Rack(
        id="r", name="R1", part=RACK.id, x_mm=3000, y_mm=3000, cording=cording,
        feeds=tuple(feeds if named is None else named),
    )  # fmt: skip
    return Design(power=power, racks=(rack,), devices=tuple(devices), site=Site(**site))


def report_of(*held: str | tuple[str, str], parts: Any = (), **more: Any) -> Report:
    report = evaluate(design_of(*held, **more), CATALOG.overlay(parts))
    assert not report.not_computed
    return report


def said(report: Report, rule: str) -> list[Check]:
    return [check for check in report.checks if check.rule == rule]


def loads(report: Report) -> list[float]:
    return [pytest.approx(feed.load_kw) for feed in report.racks[0].feeds]


def test_shelves_take_what_hangs_on_the_bus_bar_and_what_they_lose() -> None:
    report = report_of("shelf", "shelf", "tray", "tray")
    (rack,) = report.racks
    assert rack.power_max_kw == pytest.approx(24 / 0.96)
    assert rack.power_typical_kw == pytest.approx(19.2 / 0.96)
    assert rack.power_idle_kw == pytest.approx(4.8 / 0.96)
    assert report.totals.power_max_kw == pytest.approx(25)
    assert rack.air_kw == pytest.approx(25)  # what shelves lose is heat in the rack, to its air
    assert loads(report) == [12.5, 12.5]
    assert rack.weight_kg is not None


def test_the_loss_warms_the_air_though_what_hangs_there_is_liquid_cooled() -> None:
    wet = TRAY.evolve(liquid_fraction=1.0, coolant_max_c=45)
    (rack,) = report_of("shelf", "shelf", "tray", "tray", parts=[wet]).racks
    assert (rack.liquid_kw, rack.air_kw) == (pytest.approx(24), pytest.approx(1))


def test_an_empty_bus_bar_takes_nothing() -> None:
    report = report_of("shelf", "shelf")
    assert report.racks[0].power_max_kw == 0
    assert loads(report) == [0, 0]
    assert said(report, "P26") == []


def test_a_shelf_hangs_on_the_feed_that_it_names_and_the_others_by_the_rule() -> None:
    one = [("shelf", "A"), ("shelf", "A"), "shelf", "tray"]
    (rack,) = report_of(*one).racks
    assert [shelves.spread for shelves in rack.shelves] == ["3"]
    (rack,) = report_of(*one, "shelf", cording="1+1").racks
    assert [shelves.spread for shelves in rack.shelves] == ["3+1"]
    wrong = report_of("shelf", "shelf", "shelf", "tray", cording="1+1")
    (check,) = said(wrong, "P26")
    assert "1+1 spreads 2 supplies, there are 3" in check.message


def test_shelves_of_a_rack_that_names_no_feed_hang_on_those_of_its_pdus() -> None:
    pdus = [(parts.PDU.id, feed) for feed in "AB"]
    report = report_of("shelf", "shelf", "tray", parts.SWITCH.id, *pdus, named="")
    (rack,) = report.racks
    assert [shelves.spread for shelves in rack.shelves] == ["1+1"]
    switch = parts.SWITCH.power_max_w or 0
    assert sum(feed.load_kw or 0 for feed in rack.feeds) == pytest.approx(12.5 + switch / 1000)
    assert [feed.pdu_count for feed in rack.feeds] == [1, 1]
    limit = next(one for one in rack.limits if one.name == "power")
    assert limit.used == pytest.approx(switch / 1000)  # whips pass the rack PDUs by
    assert said(report, "P26") == said(report, "P10") == []


def test_without_a_shelf_or_a_feed_nothing_runs_and_the_remedy_is_named() -> None:
    (check,) = said(report_of("tray"), "P26")
    assert check.severity == "error"
    assert "no power shelf in this rack: place one" in check.message
    (check,) = said(report_of("shelf", "tray", named=""), "P26")
    assert "names no feed, and neither does the rack" in check.message
    assert "feed of each power shelf" in check.advice
    report = report_of(("shelf", "Z"), "tray")
    assert ["Z" in check.message for check in said(report, "P27")] == [True]


@pytest.mark.parametrize(
    ("shelves", "kw", "survives"), [(2, 24, True), (2, 36, False), (4, 36, True), (3, 36, False)]
)
def test_a_lost_feed_leaves_shelves_that_carry_by_their_rating(
    shelves: int, kw: int, survives: bool
) -> None:
    trays = ["tray"] * (kw // 12)
    report = report_of(*["shelf"] * shelves, *trays)
    (check,) = said(report, "P21") or (None,)
    assert (check is None) is survives
    if check is not None:
        assert "Place 4 power shelves, 2 on each of 2 feeds" in check.advice
    fates = {fate.feeds: fate.short for fate in report.racks[0].fates}
    assert fates.get(("A",), False) is not survives


def test_all_that_hangs_on_one_feed_goes_dark_with_it() -> None:
    report = report_of(("shelf", "A"), ("shelf", "A"), "tray", "tray")
    (fate,) = report.racks[0].fates
    assert (fate.feeds, fate.dark) == (("A",), True)
    assert said(report, "P02")
    loss = next(one for one in report.power.losses if one.feeds == ("A",))
    assert loss.dark_gpus == 16


def test_a_lost_shelf_and_a_lost_supply_are_told() -> None:
    (rack,) = report_of("shelf", "shelf", *["tray"] * 5).racks
    by_kind = {loss.kind: loss for loss in rack.losses}
    assert by_kind["power shelf"].name == "one of 2 power shelves of the bus bar"
    assert (by_kind["power shelf"].short, by_kind["power shelf"].short_gpus) == (True, 40)
    assert (by_kind["supply"].short, by_kind["supply"].short_gpus) == (True, 40)
    (rack,) = report_of("shelf", "shelf", *["tray"] * 4).racks
    assert {loss.kind: loss.short for loss in rack.losses} == {"power shelf": True, "supply": False}


def test_unlike_shelves_share_by_what_they_are_rated_for() -> None:
    report = report_of(("shelf", "A"), ("large", "B"), "tray", "tray", "tray")
    assert loads(report) == [pytest.approx(37.5 / 3), pytest.approx(37.5 * 2 / 3)]
    assert report.racks[0].power_max_kw == pytest.approx(37.5)
    fates = {fate.feeds: fate.short for fate in report.racks[0].fates}
    assert fates == {("B",): True}  # 30 kW are left of 36 kW, or 60 kW
    (check,) = said(report, "P21")
    assert "its shelves carry only 30.0 kW after losing feed B, and it needs 36.0 kW" in (
        check.message
    )
    assert said(report, "P03") == []


def test_unlike_shelves_lose_each_its_part() -> None:
    poor = LARGE.psu and LARGE.psu.evolve(efficiency=0.9)
    report = report_of(("shelf", "A"), ("large", "B"), "tray", parts=[LARGE.evolve(psu=poor)])
    assert report.racks[0].power_max_kw == pytest.approx(4 / 0.96 + 8 / 0.9)


def test_an_efficiency_that_nobody_states_lies_between_the_default_and_all_of_it() -> None:
    silent = SHELF.evolve(psu=SHELF.psu and SHELF.psu.evolve(efficiency=None))
    (rack,) = report_of("shelf", "shelf", "tray", parts=[silent]).racks
    drawn = rack.figure("power_max_kw")
    assert (drawn.low, drawn.high) == (pytest.approx(12), pytest.approx(12 / 0.88))
    assert drawn.estimated


@pytest.mark.parametrize(
    ("volts", "wrong"), [((48, 52), False), ((51, 54), False), ((54, 54), True), ((800, 800), True)]
)
def test_what_hangs_there_is_made_for_the_volts_of_the_bus_bar(
    volts: tuple[float, float], wrong: bool
) -> None:
    low, high = volts
    shelf = SHELF.evolve(shelf=ShelfFigures(bus_volts_min=low, bus_volts_max=high))
    found = said(report_of("shelf", "shelf", "tray", parts=[shelf]), "P11")
    expected = wrong or high > 53  # 54 V at no load is more than 52 V
    assert [check.severity for check in found] == ["error"] * expected


def test_volts_that_no_shelf_states_are_open_and_unlike_ones_are_wrong() -> None:
    silent = SHELF.evolve(shelf=ShelfFigures(whips=1))
    (check,) = said(report_of("shelf", "shelf", "tray", parts=[silent]), "P11")
    assert ":open:" in check.key
    high = LARGE.evolve(shelf=ShelfFigures(bus_volts_min=800))
    (check,) = said(report_of("shelf", "large", "tray", parts=[high]), "P11")
    assert "unlike volts" in check.message


def test_the_input_of_a_shelf_is_made_for_its_feed() -> None:
    (check, *_) = said(report_of("shelf", "shelf", "tray", volts=208), "P11")
    assert "1 power shelf made for 200–277 V" in check.message
    direct = said(report_of("shelf", "shelf", "tray", volts=400, dc=True), "P11")
    assert any("direct current" in check.message for check in direct)


def test_the_fullest_section_of_the_bus_bar_is_held_to_its_rating() -> None:
    """Four trays are 48 kW, 960 A at 50 V: from below all of it, from both ends half."""
    below = report_of("shelf", "shelf", *["tray"] * 4, feed_policy="N")
    (check,) = said(below, "P05")
    assert check.severity == "error"
    assert "960 A in the fullest section of a bus bar that carries 700 A" in check.message
    apart = report_of("shelf", *["tray"] * 4, "shelf", feed_policy="N")
    assert said(apart, "P05") == []
    limit = next(one for one in apart.racks[0].limits if one.name == "bus-bar")
    assert limit.used == pytest.approx(480)
    (check,) = said(report_of("shelf", *["tray"] * 4, "shelf"), "P05")
    assert "after losing feed" in check.message


def test_a_bus_bar_of_no_stated_rating_is_not_asked() -> None:
    assert RACK.rack is not None
    silent = RACK.evolve(rack=RACK.rack.evolve(bus_a=None))
    report = report_of("shelf", "shelf", *["tray"] * 4, parts=[silent])
    assert said(report, "P05") == []
    assert not [one for one in report.racks[0].limits if one.name == "bus-bar"]


def test_a_part_that_no_catalogue_has_leaves_the_load_of_the_bus_bar_open() -> None:
    (rack,) = report_of("shelf", "shelf", "tray", "gone").racks
    feed = rack.feeds[0].figure("load_kw")
    # It may hang on the bus bar, or be a third shelf that carries all of it.
    assert (feed.low, feed.high) == (0.0, float("inf"))
    power = rack.figure("power_max_kw")
    assert (power.low, power.high) == (pytest.approx(12 / 0.96), float("inf"))


def test_a_kind_of_shelf_is_no_device_with_supplies_to_cord() -> None:
    report = report_of("shelf", "shelf", "tray", *[(parts.PDU.id, feed) for feed in "AB"])
    assert said(report, "P09") == said(report, "P10") == []


def test_a_shelf_that_is_a_record_of_the_room_is_a_source_as_before() -> None:
    ups = PowerNode(id="U", kind="ups", part="power-shelf-hpr-33", name="Old", parents=("M",))
    design = design_of("tray")
    power = (
        PowerNode(id="M", kind="utility"), ups,
        *(replace_parents(node) for node in design.power),
    )  # fmt: skip
    report = evaluate(design.evolve(power=power), load_shipped().overlay([TRAY, RACK]))
    assert not report.not_computed
    node = next(one for one in report.power.upstream if one.id == "U")
    assert node.capacity_kw == 33


def replace_parents(node: PowerNode) -> PowerNode:
    return node.evolve(parents=("U",))


BATTERY = Part(
    id="battery", kind="battery-shelf", name="Battery shelf", height_half_u=4, mass_kg=60,
    depth_mm=700, ups=UpsFigures(rated_kw=33, battery_minutes=1.5),
)  # fmt: skip


@pytest.mark.parametrize(
    ("trays", "least"), [(1, 33 * 90 / 12), (2, 33 * 90 / 24), (3, 0.0), (0, 0.0)]
)
def test_a_battery_shelf_tells_how_long_it_carries_the_bus_bar(trays: int, least: float) -> None:
    """33 kW for 90 s give 24 kW for 123 s at least, and 36 kW are more than they give."""
    report = report_of("shelf", "shelf", *["tray"] * trays, "battery", parts=[BATTERY])
    (shelves,) = report.racks[0].shelves
    lasts = shelves.figure("battery_s")
    assert (shelves.batteries, shelves.battery_kw) == ("1 × Battery shelf", 33)
    assert lasts.low == pytest.approx(least)
    assert lasts.high == (0 if trays == 3 else float("inf"))
