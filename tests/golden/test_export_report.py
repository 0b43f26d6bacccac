"""A small report in every format: bounds, estimates, what they rest on and what is open.

The sections of the engine's subjects are theirs; these are the sections that every report has.
"""

import csv
import io
import json
import textwrap
from pathlib import Path

import pytest
from pydantic import Field

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Price, Provenance
from designer.engine.cost_report import Cost, CostLine
from designer.engine.report import Check, Facility, NotComputed, RackReport, Report, Totals
from designer.io.export.bill_of_materials import bom_csv
from designer.io.export.open_figures import figure_name, open_figures
from designer.io.export.report_json import report_data, report_json
from designer.io.export.report_layouts import (
    _wrapped,
    report_html,
    report_markdown,
    report_text,
)
from designer.model.design import Design, PriceOverride, Rack
from designer.model.measured import Bound, Measured

NODE = Part(
    id="box", kind="node", name="Box", mass_kg=20.0, power_max_w=1000.0,
    prices=(
        Price(amount_cents=200_000, low_cents=150_000, high_cents=400_000, as_of="2026-06",
              source="list", kind="guide"),
    ),
    provenance=(
        Provenance(fields=("mass_kg",), source="sheet", kind="vendor"),
        Provenance(fields=("*",), source="guess", kind="assumed"),
    ),
)  # fmt: skip
RACK = Part(id="frame", kind="rack", name="Frame", mass_kg=150.0)
LOST = Rack(id="R3", name="R3", part="lost", x_mm=0, y_mm=0)
DESIGN = Design(
    name="Lab",
    racks=(
        Rack(id="R1", name="R1", part="frame", x_mm=0, y_mm=0),
        Rack(id="R2", name="R2", part="box", x_mm=0, y_mm=0),
        LOST,
    ),
)
TYPICAL = Bound(
    name="power_typical_kw", low=20.4, high=26.0, known=0.756, estimated=True,
    basis=("rule typical of node", "box.power_max_w"), gaps=("box.power_typical_w",),
)  # fmt: skip
IDLE = Bound(name="power_idle_kw", low=3.0, known=0.5, gaps=("lost.power_idle_w",))
CAPEX = Bound(name="capex", low=1_000_000.0, high=1_500_000.0, known=1.0, basis=("box.price",))
REPORT = Report(
    design="Lab",
    totals=Totals(racks=2, power_max_kw=40.8, power_typical_kw=24.0, bounds=(TYPICAL, IDLE)),
    racks=(
        RackReport(id="R1", name="R1", power_typical_kw=12.0, bounds=(TYPICAL.evolve(low=10.2),)),
        RackReport(id="R2", name="R2", power_typical_kw=12.0, bounds=(TYPICAL.evolve(low=10.3),)),
    ),
    cost=Cost(
        capex=None,
        bounds=(CAPEX,),
        by_category=(
            CostLine(category="nodes", amount=1_200_000.0, bounds=(CAPEX.evolve(name="amount"),)),
            CostLine(category="racks", amount=5.0),
        ),
    ),
    checks=(Check(rule="r", severity="warning", where=("R1",), message="hot", key="k"),),
)
CATALOG = Catalog((NODE, RACK))

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("small-report.txt", report_text),
        ("small-report.md", report_markdown),
        ("small-report.html", report_html),
    ],
)
def test_a_report_for_people_is_as_it_was_read_and_signed(name, write):
    made = write(DESIGN, CATALOG, REPORT, ())
    wanted = (DATA / name).read_text(encoding="utf-8").replace("VERSION", __version__)
    assert made == wanted.replace("digest-a-box", CATALOG.digest(NODE))


def test_the_bill_is_as_it_was_read():
    wanted = (DATA / "small-report.csv").read_text(encoding="utf-8")
    assert bom_csv(DESIGN, CATALOG).removeprefix("\ufeff").replace("\r\n", "\n") == wanted


def test_json_keeps_its_names_and_says_beside_them_what_is_not_exact():
    data = json.loads(report_json(DESIGN, CATALOG, REPORT))
    totals = data["totals"]
    assert totals["power_max_kw"] == 40.8
    assert totals["power_typical_kw"] == 24.0
    assert totals["power_idle_kw"] is None
    assert totals["bounds"] == {"power_typical_kw": [20.4, 26.0], "power_idle_kw": [3.0, None]}
    assert totals["known"] == {"power_typical_kw": 0.756, "power_idle_kw": 0.5}
    assert totals["basis"] == {
        "power_typical_kw": ["rule typical of node", "box.power_max_w"],
        "power_idle_kw": [],
    }
    assert totals["gaps"]["power_idle_kw"] == ["lost.power_idle_w"]
    assert totals["estimated"] == ["power_typical_kw"]
    assert totals["partial"] == ["power_typical_kw", "power_idle_kw"]
    assert data["racks"][0]["bounds"] == {"power_typical_kw": [10.2, 26.0]}


def test_json_of_cost_keeps_its_tables_and_bounds_each_category():
    cost = report_data(REPORT)["cost"]
    assert cost["by_category"] == {"nodes": 1_200_000.0, "racks": 5.0}
    assert cost["bounds"] == {"capex": [1e6, 1.5e6], "by_category.nodes": [1e6, 1.5e6]}
    assert cost["basis"]["by_category.nodes"] == ["box.price"]


def test_exact_records_say_nothing_more_in_json():
    data = report_data(Report(totals=Totals(power_max_kw=1.0)))
    for name in ("bounds", "known", "basis", "gaps", "estimated"):
        assert name not in data["totals"]
    assert data["totals"]["partial"] == []


def test_raw_bounds_are_nowhere_in_json():
    def look(value):
        if isinstance(value, dict):
            assert not isinstance(value.get("bounds"), list)
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(json.loads(report_json(DESIGN, CATALOG, REPORT)))


def test_no_record_has_a_field_that_json_uses_for_what_is_not_exact():
    pending, seen = [Measured], set()
    while pending:
        record = pending.pop()
        pending += record.__subclasses__()
        seen.add(record.__name__)
        assert not {"known", "basis", "gaps", "estimated"} & record.model_fields.keys()
    assert "Totals" in seen


def test_a_price_of_the_owner_has_no_band():
    own = PriceOverride(id="box", amount_cents=123_45)
    rows = csv.DictReader(
        io.StringIO(bom_csv(DESIGN.evolve(prices=(own,)), CATALOG).removeprefix("\ufeff"))
    )
    box = next(row for row in rows if row["part"] == "box")
    assert (box["unit price"], box["unit price low"], box["unit price high"]) == ("123.45",) * 3


def test_figures_with_bounds_are_called_what_people_call_them():
    assert figure_name(RackReport, "power_typical_kw") == "typical power"
    assert figure_name(RackReport, "weight_kg") == "weight"
    assert figure_name(RackReport, "floor_load_kpa") == "floor load"
    assert figure_name(Cost, "capex") == "capital cost"


def test_a_figure_of_an_added_section_is_called_as_in_its_section():
    class Water(Measured):
        warmest_c: float | None = Field(default=None, title="Warmest supply")
        tank_fill_pct: float | None = None

    assert [figure_name(Water, name) for name in ("warmest_c", "tank_fill_pct")] == [
        "Warmest supply", "tank fill",
    ]  # fmt: skip


def open_rows(report):
    """Return the rows of the section on figures that are not exact."""
    table = open_figures(report, CATALOG).table
    return table.rows if table else ()


def test_racks_and_fabrics_are_called_by_name_and_without_one_by_id():
    bound = TYPICAL.evolve(gaps=("a.b",))
    named = RackReport(id="r-1", name="R1", power_typical_kw=21.0, bounds=(bound,))
    bare = RackReport(id="r-2", name="", power_typical_kw=21.0, bounds=(bound,))
    assert open_rows(Report(racks=(named, bare)))[0][1] == "R1, r-2"


def test_a_pue_is_printed_with_two_places_and_long_lists_are_cut():
    refs = tuple(f"p{i}.mass_kg" for i in range(8))
    pue = Bound(name="pue", low=1.25, high=1.36, known=0.5, basis=refs, gaps=refs[:7])
    (row,) = open_rows(Report(facility=Facility(pue=None, bounds=(pue,))))
    assert row[:4] == ("PUE", "the building", "1.25–1.36", "50 %")
    assert row[4].endswith("mass of p5 and 2 more")
    assert row[5].endswith("mass of p5 and 1 more")


def test_alike_figures_of_unlike_size_are_said_between_bounds_that_hold_for_each():
    racks = tuple(
        RackReport(id=f"r{i}", bounds=(IDLE.evolve(low=i, high=9.0 + i, known=i / 10),))
        for i in (1.0, 2.0)
    )
    (row,) = open_rows(Report(racks=racks))
    assert row[2:4] == ("each 1.0–11.0 kW", "10–20 %")


def test_json_counts_what_has_no_price_and_leaves_out_what_was_not_computed():
    cost = Cost(by_category=(CostLine(category="nodes", unpriced=3),))
    lost = (
        NotComputed(subject="storage", because="x"),
        NotComputed(subject="racks", because="y", where=("R1",)),
    )
    data = report_data(Report(cost=cost, not_computed=lost))
    assert data["cost"]["unpriced_by_category"] == {"nodes": 3}
    assert data["storage"] is None
    assert data["racks"] == []


def test_a_report_names_what_cannot_be_said_after_the_warnings():
    checks = tuple(
        Check(rule=rule, severity="warning", where=("R1",), message=message, key=key)
        for rule, message, key in (("a", "who knows", "a:open:x"), ("b", "narrow", "b:x"))
    )
    text = report_text(DESIGN, CATALOG, REPORT.evolve(checks=checks), ())
    said = [line for line in text.splitlines() if "who knows" in line or "narrow" in line]
    assert [line.split("R1")[0].strip(" |") for line in said] == ["warning", "cannot be said"]


@pytest.mark.parametrize("width", [1, 5, 24, 60])
def test_a_short_line_is_as_the_library_wraps_it(width: int) -> None:
    words = ("", "a", "  a", "a ", "a b", "a-b", "a  b", "α – β", "\u2007x", "x\u00a0", "word " * 9)
    for text in words:
        assert _wrapped(text, width) == textwrap.wrap(text, width), text
