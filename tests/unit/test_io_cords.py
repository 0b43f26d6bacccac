"""The schedule of cords: a row for each supply, with outlet, breaker, line and currents."""

import csv
import io
from collections import Counter
from math import sqrt

import pytest

from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import evaluate
from designer.engine.subjects.feeds.schedule import schedules_of
from designer.io.export.cord_list import cords_csv
from designer.model.design import Design
from designer.planning.templates import build
from tests.unit.test_engine_breakers import SHOP, by_hand, strip
from tests.unit.test_engine_phases import racked, server

Rows = list[dict[str, str]]


def rows(design: Design) -> Rows:
    return list(csv.DictReader(io.StringIO(cords_csv(design, SHOP).removeprefix("\ufeff"))))


def test_each_supply_has_a_row_with_outlet_breaker_and_line() -> None:
    found = rows(racked("AB", "iec", "server", "light"))
    assert len(found) == 4
    first = found[0]
    assert (first["rack"], first["device"], first["supply"]) == ("R", "d00", "1")
    assert (first["feed"], first["socket"], first["breaker"], first["line"]) == (
        "A", "C19", "1", "L1"
    )  # fmt: skip
    assert (first["line by"], first["cord by"]) == ("by its breaker", "by rule")
    amps = 1_500 / (400 / sqrt(3) * 0.95)
    assert float(first["A"]) == pytest.approx(amps, abs=0.01)
    assert float(first["A after loss"]) == pytest.approx(2 * amps, abs=0.01)
    assert (first["supply end"], first["outlet end"]) == ("d00:psu1", "pdu-0:25")


def test_a_cord_by_hand_is_told_and_an_outlet_is_taken_once() -> None:
    found = rows(by_hand(racked("AB", "iec", "server", "six"), ("d00", 1, "pdu-0:27")))
    by = {row["supply end"]: row["cord by"] for row in found}
    assert by.pop("d00:psu1") == "by hand"
    assert set(by.values()) == {"by rule"}
    assert len({row["outlet end"] for row in found}) == len(found)


def test_what_hangs_nowhere_says_why() -> None:
    small = SHOP.overlay([strip("iec", outlets_c19=6, outlets_c13=0)])
    design = racked("AB", "iec", *["six"] * 3)
    found = [row for one in schedules_of(design, small) for row in one.rows]
    lost = [row for row in found if row.pdu < 0]
    assert len(lost) == 6
    assert all("no free C19 outlet" in row.reason for row in lost)


def test_an_unknown_load_has_bounds_and_no_value() -> None:
    found = rows(racked("AB", "iec", "open"))
    assert [row["A"] for row in found] == ["", ""]


def test_lines_by_rule_add_up_to_the_report_where_no_breaker_is_stated() -> None:
    design = racked("AB", "none-said", "server", "six", "heavy", "light", "light")
    report = evaluate(design, SHOP)
    (pdu,) = report.racks[0].feeds[0].pdus
    amps: Counter[str] = Counter()
    for row in rows(design):
        if row["feed"] == "A":
            assert row["line by"] == "by rule"
            amps[row["line"]] += float(row["A"])
    lines = [pdu.line_1_a, pdu.line_2_a, pdu.line_3_a]
    assert [amps[name] for name in ("L1", "L2", "L3")] == pytest.approx(lines, abs=0.05)


def test_breakers_of_the_schedule_add_up_to_the_report() -> None:
    design = racked("AB", "nec", "server", "six", "light")
    (feed, _) = evaluate(design, SHOP).racks[0].feeds
    amps: Counter[str] = Counter()
    for row in rows(design):
        if row["feed"] == "A":
            amps[row["breaker"]] += float(row["A"])
    for one in feed.breakers:
        assert amps[str(one.number)] == pytest.approx(one.load_a, abs=0.03)


def test_supplies_of_a_device_share_its_load_at_the_voltage_of_their_outlets() -> None:
    """A cord by NEC is line to line: 3 kW / 2 / (208 V · 0.95)."""
    (one, _) = rows(racked("AB", "nec", "server"))
    assert float(one["A"]) == pytest.approx(1_500 / (208 * 0.95), abs=0.01)


def test_rack_pdus_that_name_no_feed_leave_currents_open() -> None:
    for row in rows(racked("-A", "iec", "server")):
        assert (row["A"], row["line"]) == ("", row["line"])
        assert row["outlet"]


def test_every_supply_of_a_template_is_listed_once() -> None:
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    assert assumptions_of(design, catalog).feeds
    ends = Counter(
        (one.rack, row.item, row.supply)
        for one in schedules_of(design, catalog)
        for row in one.rows
    )
    assert set(ends.values()) == {1}
    assert len(ends) > 200
    for one in schedules_of(design, catalog):
        taken = Counter((row.pdu, row.outlet) for row in one.rows if row.outlet)
        assert set(taken.values()) == {1}


def test_the_names_of_devices_are_told_and_not_their_ids() -> None:
    named = server("server", 3_000)
    assert rows(racked("AB", "iec", "server"))[0]["part"] == named.name
