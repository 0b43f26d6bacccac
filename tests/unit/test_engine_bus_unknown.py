"""What is not known on a bus bar, or beside it: open or bounded, and never less or green."""

from math import inf
from typing import Any

import pytest

from designer.catalog.figures import Psu
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_bus_bar import (
    BATTERY,
    CATALOG,
    SHELF,
    TRAY,
    design_of,
    report_of,
    said,
)

PDU = parts.PDU.id
PDUS = ((PDU, "A"), (PDU, "B"))
SILENT = (TRAY.evolve(psu=None), TRAY.evolve(psu=Psu(count=0)))
"""Trays of which nobody states supplies, or how they take power."""


def ends(rack: RackReport, name: str) -> Any:
    figure = rack.figure(name)
    return figure.low, figure.high


def loads(rack: RackReport) -> Any:
    found = [feed.figure("load_kw") for feed in rack.feeds]
    return [(one.low, one.high) for one in found]


@pytest.mark.parametrize("tray", SILENT)
def test_a_device_of_no_known_supplies_may_hang_on_the_bus_bar_or_on_nothing(tray: Part) -> None:
    report = report_of("shelf", "shelf", "tray", parts=[tray])
    (rack,) = report.racks
    assert ends(rack, "power_max_kw") == (12, pytest.approx(12.5))
    assert loads(rack) == [(0, pytest.approx(6.25))] * 2
    limit = next(one for one in rack.limits if one.name == "psu-feed-lost")
    assert (limit.state, "supplies" in limit.text) == ("unknown", True)
    for rule in ("P11", "P26"):
        assert [check.key for check in said(report, rule) if ":open:" in check.key]
    assert not [check for check in report.checks if check.severity == "error"
                and check.rule in ("P02", "P26")]  # fmt: skip


def test_beside_rack_pdus_it_may_hang_on_either() -> None:
    (rack,) = report_of("shelf", "shelf", "tray", *PDUS, parts=[SILENT[0]]).racks
    limit = next(one for one in rack.limits if one.name == "power")
    used = limit.figure("used")
    assert (used.low, used.high) == (0, 12)
    on_a = loads(rack)[0]
    assert (on_a[0], on_a[1] >= 12.5) == (0, True)


def test_the_gpus_of_what_may_hang_on_a_bus_bar_may_go_dark_with_it() -> None:
    (rack,) = report_of(("shelf", "A"), "tray", parts=[SILENT[0]]).racks
    (loss,) = (one for one in rack.losses if one.kind == "power shelf")
    gpus = loss.figure("dark_gpus")
    assert (gpus.low, gpus.high) == (0, 8)


def test_what_has_supplies_of_its_own_takes_cords_whatever_its_inlet() -> None:
    tray = TRAY.evolve(psu=Psu(count=2, rating_w=12_000, redundancy="1+1"))
    (rack,) = report_of("shelf", "shelf", "tray", *PDUS, parts=[tray]).racks
    assert ends(rack, "power_max_kw") == (12, 12)


def test_a_lost_part_may_be_the_power_shelf() -> None:
    report = report_of("gone", "tray")
    for rule in ("P05", "P11", "P20", "P21", "P26"):
        assert [check.key for check in said(report, rule) if ":open:" in check.key], rule
    assert not [check for check in said(report, "P26") if check.severity == "error"]
    (rack,) = report.racks
    assert loads(rack) == [(0, inf)] * len(rack.feeds)


def test_a_lost_part_may_be_one_more_shelf_that_takes_its_share() -> None:
    few = report_of("shelf", "shelf", "tray", "tray", "tray")
    assert [check.severity for check in said(few, "P21")] == ["error"]
    report = report_of("shelf", "shelf", "tray", "tray", "tray", "gone")
    assert [check.key for check in said(report, "P21")] == ["P21:open:shelf:1+1"]
    (rack,) = report.racks
    (shelves,) = rack.shelves
    normal = shelves.cases[0]
    assert (normal.figure("left").low, normal.figure("left").high) == (2, 3)
    assert normal.figure("load_kw").low == 0
    assert normal.figure("left_kw").high == inf
    bar = next(one for one in rack.limits if one.name == "bus-bar")
    assert (bar.figure("used").low, bar.figure("used").high) == (0, inf)


def test_a_rack_that_no_catalogue_has_may_be_a_cabinet_with_a_bus_bar() -> None:
    for feeds in ("AB", ""):
        design = design_of(("shelf", "A"), ("shelf", "B"), "tray", named=feeds)
        (stands,) = design.racks
        report = evaluate(design.evolve(racks=(stands.evolve(part="cabinet"),)), CATALOG)
        assert [check.key for check in said(report, "P11")] == ["P11:open:bus:tray:cabinet"]
        assert not [check for check in said(report, "P26") if check.severity == "error"]
        (rack,) = report.racks
        assert loads(rack) == [(0, inf)] * 2


def test_how_unlike_shelves_share_is_open_where_one_states_no_rating() -> None:
    assert SHELF.psu is not None
    silent = SHELF.evolve(id="large", psu=SHELF.psu.evolve(rating_w=None))
    (rack,) = report_of(("shelf", "A"), ("large", "B"), "tray", "tray", parts=[silent]).racks
    for low, high in loads(rack):
        assert low == 0
        assert high >= 25


def test_shelves_of_half_watts_share_by_what_they_are_rated_for() -> None:
    assert SHELF.psu is not None
    half = SHELF.evolve(id="large", psu=SHELF.psu.evolve(rating_w=2500.25))
    (rack,) = report_of(("shelf", "A"), ("large", "B"), "tray", parts=[half]).racks
    whole = 5000 + 2500.25
    assert loads(rack) == [(pytest.approx(12.5 * share / whole),) * 2 for share in (5000, 2500.25)]


def test_a_battery_shelf_more_lasts_longer() -> None:
    """What is lost may be one: then more is stored than what is known."""
    (rack,) = report_of("shelf", "battery", "tray", "gone", parts=[BATTERY]).racks
    (shelves,) = rack.shelves
    assert shelves.figure("battery_kw").high == inf
