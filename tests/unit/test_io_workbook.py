"""The workbook: numbers as numbers, unknown empty, bounds beside, spares by rules, text as text.

Read back by the two parts of the format that matter: the cells of each sheet, and its panes.
"""

import io
import zipfile
from datetime import date
from xml.etree import ElementTree

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.io.export import DATA_FORMATS
from designer.io.export.bill_of_materials import bill_of_materials, bom_csv
from designer.io.export.workbook import workbook
from designer.io.export.workbook.floor import feed_sheet, rack_sheet
from designer.io.export.workbook.sheet import Column, Sheet
from designer.io.export.workbook.writer import MOST_LETTERS, written
from designer.model.design import Design, PowerNode, PriceOverride
from designer.model.spare_rule import SpareRule
from tests.helpers.cable_halls import NODE, RACK, SWITCH, at, hall, leaf, node
from tests.helpers.opened_workbook import opened

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
TODAY = date(2026, 1, 2)
SHIPPED = load_shipped()
CATALOG = Catalog(
    (RACK, NODE.model_copy(update={"psu": Psu(count=2)}), SWITCH,
     *(part for part in SHIPPED.parts if part.traits.is_cable)),
    defaults=SHIPPED.defaults,
)  # fmt: skip
RULES = (
    SpareRule(id="cable", percent=10.0, at_least=1),
    SpareRule(id="lost-kind", percent=1.0),
    SpareRule(id="node", percent=50.0, source="=support plan"),
    SpareRule(id="power-supply", at_least=3),
    SpareRule(id="switch", at_least=2),
)
DESIGN = hall(
    (at("a", 1_000, 2_000), at("b", 9_000, 2_000)),
    (node("n1", "a", 1), node("n2", "a", 4), node("n3", "b", 1), leaf("=1+2", "a", 20)),
    name="@hall",
    prices=(PriceOverride(id="node", amount_cents=100_050),),
    spares=RULES,
)


@pytest.fixture(scope="module")
def report() -> Report:
    return evaluate(DESIGN, CATALOG)


@pytest.fixture(scope="module")
def sheets(report: Report) -> dict[str, list[dict[str, str | float]]]:
    return opened(workbook(DESIGN, CATALOG, report, TODAY))


def line(rows, title, value):
    return next(row for row in rows if row.get(title) == value)


def test_shares_are_rounded_up_and_numbers_are_the_fewest():
    assert [SpareRule(id="x", percent=2.0).spares(n) for n in (0, 1, 50, 51, 100)] == [
        0, 1, 1, 2, 2,
    ]  # fmt: skip
    assert SpareRule(id="x", percent=7.0).spares(100) == 7, "7.000000000000001 is 7"
    assert SpareRule(id="x", percent=1.0, at_least=3).spares(10) == 3
    assert SpareRule(id="x", at_least=3).spares(0) == 0


def test_the_bill_has_numbers_bounds_and_spares(sheets):
    bill = sheets["Bill"]
    nodes = line(bill, "Part id", "node")
    assert (nodes["Family"], nodes["Quantity"], nodes["Spares"], nodes["To buy"]) == (
        "Compute nodes", 3.0, 2.0, 5.0,
    )  # fmt: skip
    assert (nodes["Unit price"], nodes["Total"], nodes["Total of spares"]) == (
        1000.5, 3001.5, 2001.0,
    )  # fmt: skip
    assert (nodes["Total low"], nodes["Total high"]) == (3001.5, 3001.5)
    switches = line(bill, "Part id", "switch")
    assert (switches["Quantity"], switches["Spares"]) == (1.0, 2.0)
    assert not {"Unit price", "Unit price low", "Total", "Total high"} & set(switches)
    racks = line(bill, "Part id", "rack")
    assert "Spares" not in racks, "no rule says how many: none are counted"
    supplies = line(bill, "Kind", "power supply")
    assert (supplies["Part"], supplies["Spares"]) == ("power supplies of Node", 3.0)
    whole = line(bill, "Family", "Total USD")
    assert "Total" not in whole, "parts without a price leave the sum open"
    assert "Total high" not in whole
    assert whole["Total low"] > 3001.5
    assert "without a price" in whole["Note"]


def test_cables_stand_with_their_ends_and_what_is_bought_by_length(sheets, report):
    cables = sheets["Cables"]
    assert len(cables) == 3
    (far,) = (one for one in cables if one["From rack"] != one["To rack"])
    assert 7.0 < far["Length low, m"] <= far["Length, m"]
    assert "Length high, m" not in far, "the depth of these devices is stated by nobody"
    assert far["Length bought, m"] >= far["Length, m"]
    assert (far["Medium"], far["Rate, Gb/s"]) == (cables[-1]["Medium"], 100.0)
    bought = [row for row in sheets["Cable totals"] if "Part id" in row]
    told = [(one.part, one.stock_m, one.count) for one in report.cables.bill]
    read = [(row["Part id"], row.get("Length bought, m"), row["Quantity"]) for row in bought]
    assert read == told
    for row in bought:
        if "Length bought, m" in row:
            assert row["Together, m"] == row["Length bought, m"] * row["Quantity"]
            assert row["Spares"] == 1.0, "a tenth of so few is one, of each length"
    ends = [row for row in sheets["Cable totals"] if str(row.get("Medium", "")).startswith("All ")]
    assert sum(row["Quantity"] for row in ends) == 3
    by_part = line(sheets["Bill"], "Kind", "cable")
    lengths = [row for row in bought if row["Part id"] == by_part["Part id"]]
    assert by_part["Spares"] == sum(row["Spares"] for row in lengths)


def test_racks_feeds_and_the_rules_have_their_sheets(sheets):
    assert list(sheets) == ["Bill", "Cables", "Cable totals", "Racks", "Feeds", "About"]
    assert [(row["Name"], row["From left, mm"]) for row in sheets["Racks"]] == [
        ("A", 700.0), ("B", 8_700.0),
    ]  # fmt: skip
    about = sheets["About"]
    assert line(about, "What", "Spares of node")["Spares, %"] == 50.0
    assert line(about, "What", "Spares of lost-kind")["Says"] == "names no kind and no part"
    assert "spares by the design's rules, in no total" in line(about, "What", "Bill")["Says"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("ok", "yes"),
        ("warning", "yes, nearly full"),
        ("error", "no"),
        ("unknown", "cannot be said"),
    ],
)
def test_people_read_words_and_no_ids_of_the_program(state, words):
    power = (PowerNode(id="f", name="Feed", parents=("u",)), PowerNode(id="u", kind="ups"))
    design = DESIGN.evolve(power=power)
    report = evaluate(design, CATALOG)
    (feed,) = report.power.feeds
    told = report.power.evolve(feeds=(feed.evolve(state=state),))
    rows = {row["Id"]: row for row in feed_sheet(design, report.evolve(power=told)).rows}
    assert (rows["f"]["Enough"], rows["f"]["Kind"], rows["u"]["Kind"]) == (words, "feed", "UPS")
    racks = tuple(one.evolve(cooling_method="immersion") for one in report.racks)
    cooled = rack_sheet(design, CATALOG, report.evolve(racks=racks)).rows
    assert {row["Cooling"] for row in cooled} == {"Immersion"}


def test_names_never_become_formulas(report):
    data = workbook(DESIGN, CATALOG, report, TODAY)
    found = opened(data)
    assert line(found["About"], "What", "Design")["Says"] == "@hall"
    assert line(found["About"], "What", "Spares of node")["Source"] == "=support plan"
    assert {row["To device"] for row in found["Cables"]} | {
        row["From device"] for row in found["Cables"]
    } >= {"=1+2", "n1"}
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert b'quotePrefix="1"' in file.read("xl/styles.xml"), "editing keeps it text"
        assert [name for name in file.namelist() if "calcChain" in name] == []


def test_headings_stay_and_filter_and_the_same_design_gives_the_same_bytes(report):
    data = workbook(DESIGN, CATALOG, report, TODAY)
    assert data == workbook(DESIGN, CATALOG, report, TODAY)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        page = ElementTree.fromstring(file.read("xl/worksheets/sheet2.xml"))
    pane = next(page.iter(f"{_MAIN}pane"))
    assert (pane.attrib["ySplit"], pane.attrib["state"]) == ("1", "frozen")
    assert next(page.iter(f"{_MAIN}autoFilter")).attrib["ref"].startswith("A1:")
    assert len(list(page.iter(f"{_MAIN}col"))) > 10, "columns have widths"


def test_what_a_sheet_does_not_hold_stands_on_the_next():
    rows = tuple({"N": number, "T": "x" * 40_000} for number in range(5))
    sheet = Sheet("S", (Column("N", 5, "whole"), Column("T", 9)), rows, ({"T": "end"},))
    found = opened(written("t", (sheet,), TODAY, most_rows=4))
    assert [[row.get("N") for row in rows] for rows in found.values()] == [
        [0.0, 1.0, 2.0], [3.0, 4.0], [None],
    ]  # fmt: skip
    assert len(found["S"][0]["T"]) == MOST_LETTERS
    assert list(found) == ["S", "S 2", "S 3"]


def test_without_rules_nothing_is_counted(report):
    bare = DESIGN.evolve(spares=())
    rows = opened(workbook(bare, CATALOG, report, TODAY))
    assert not any("Spares" in row for row in rows["Bill"])
    assert rows["Bill"][-1]["Family"] == "No rule of spares is stated: none are counted"
    assert "trays, spares, software" in bom_csv(bare, CATALOG, report)
    assert all(one.spares is None for one in bill_of_materials(bare, CATALOG, report))


def test_a_part_goes_before_its_kind_and_both_reach_the_csv(report):
    own = DESIGN.evolve(spares=(SpareRule(id="kind", at_least=9), SpareRule(id="node", at_least=4)))
    (nodes,) = [one for one in bill_of_materials(own, CATALOG, report) if one.part == "node"]
    assert nodes.spares == 4
    assert ",4\r\n" in bom_csv(own, CATALOG, report)


def test_rules_are_kept_in_the_file_and_need_a_number():
    text = dumps(DESIGN, CATALOG)
    assert 'node = {percent = 50.0, source = "=support plan"}' in text
    assert loads(text).design.spares == RULES
    assert [field for field, _ in SpareRule(id="x").own_problems()] == ["percent"]


def test_the_format_is_offered(report):
    assert DATA_FORMATS["xlsx"](Design(), CATALOG, Report())[:2] == b"PK"
