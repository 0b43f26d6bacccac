"""Reports and lists: every figure of the report, nothing invented, safe whatever people typed."""

import csv
import html.parser
import io
import json
import re

import pytest
from hypothesis import given

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.cost_report import Cost, CostLine
from designer.engine.network_report import Cables, FabricReport
from designer.engine.page import number
from designer.engine.power_report import FeedReport
from designer.engine.report import Check, RackReport, Report, Timing, Totals
from designer.engine.row_report import RowReport
from designer.io.export import EXPORT_FORMATS, REPORT_FORMATS
from designer.io.export.bill_of_materials import bill_of_materials, bom_csv
from designer.io.export.csv_table import BYTE_ORDER_MARK, csv_table
from designer.io.export.report_content import DISCLAIMER
from designer.io.export.report_json import report_json
from designer.io.export.report_layouts import report_html, report_markdown, report_text
from designer.model.design import (
    Assembly,
    Cable,
    Design,
    Device,
    PowerNode,
    PriceOverride,
    Rack,
    Revision,
    Slot,
    TitleBlock,
)
from designer.model.figures import Figure, exact
from designer.model.measured import Bound, fields_of
from tests.helpers.designs import designs, small_catalog
from tests.helpers.gates import REPOSITORY

CATALOG = small_catalog()
DESIGN = Design(
    name="Lab <1> | x",
    racks=(
        Rack(id="A1", name="A1", part="rack-z", x_mm=0, y_mm=0, assembly="four"),
        Rack(id="A2", name="A2", part="rack-z", x_mm=0, y_mm=0, assembly="four"),
    ),
    assemblies=(
        Assembly(
            id="four",
            rack_part="rack-z",
            slots=tuple(Slot(id=str(i), part="node-x", half_u=16 * i) for i in range(4)),
        ),
    ),
    devices=(Device(id="s", name="s", part="switch-y", rack="A1"),),
    cables=(Cable(id="c", a="s", b="A1/1", part="lost-cable"),),
)
REPORT = Report(
    design=DESIGN.name,
    totals=Totals(racks=2, nodes=8, gpus=64, power_max_kw=1234.56, complete=False,
                  bounds=(Bound(name="weight_kg", low=900.0, gaps=("switch-y.mass_kg",)),)),
    racks=(
        RackReport(
            id="A1", name="A1", power_max_kw=40.8, u_used=34, u_total=48,
            binding_constraint="power", cooling_method="rear-door",
            unknown=("mass_kg of switch-y",), complete=False,
            feeds=(FeedReport(id="a", side="A", capacity_kw=17.3, load_after_loss_kw=40.8),),
        ),
        RackReport(id="A2", name="A2", unknown=("mass_kg of switch-y",)),
    ),
    rows=(RowReport(id="A", power_max_kw=81.6),),
    fabrics=(
        FabricReport(id="compute", kind="infiniband", leaf=32, placed_leaf=30,
                     node_leaf_cables=1016, injection_gbps=406400.0, oversubscription=(1.0,),
                     explanation="127 nodes."),
    ),
    cables=Cables(count=1016, by_medium=(("DAC", 16), ("MMF", 1000))),
    cost=Cost(bounds=(Bound(name="capex", low=1_000_000.0),),
              by_category=(CostLine(category="nodes", amount=5.0, unpriced=1),),
              unpriced=("switch-y",), complete=False),
    checks=(
        Check(rule="r2", severity="warning", where=("A1",), message="hot", key="k2", waived=True),
        Check(rule="r1", severity="error", where=("A1", "A2"), message="no | feed", key="k1"),
    ),
)  # fmt: skip


def test_text_is_complete_aligned_and_signable():
    text = report_text(DESIGN, CATALOG, REPORT)
    assert DISCLAIMER.split(".")[0] in " ".join(text.split())
    for expected in ("GPUs                        64", "  1,234.6 kW", "≥ 900 kg", "34 of 48",
                     "30 of 32", "50.8 TB/s", "1 : 1", "1,016", "≥ 1,000,000 USD",
                     "Without a published price: switch-y.",
                     "mass of Switch Y: not known (A1, A2).", "Node “X”", "127 nodes.",
                     "Approved by: ______"):  # fmt: skip
        assert expected in text
    lines = text.split("\n")
    header = next(i for i, line in enumerate(lines) if line.startswith("Rack  Row"))
    end = lines[header].index("Max kW") + len("Max kW")
    assert lines[header + 2][:end].endswith("  40.8")
    assert max(map(len, lines)) < 160


def test_long_words_are_wrapped_so_that_tables_fit_a_landscape_page():
    checks = tuple(
        Check(rule=f"r{n}", severity="warning", where=(f"rack-{n}",), key=f"k{n}",
              message="too much heat for the air " * 6, advice="move it to another rack " * 6)
        for n in range(2)
    )  # fmt: skip
    text = report_text(DESIGN, CATALOG, Report(checks=checks))
    lines = text.split("\n")
    assert max(map(len, lines)) <= 150
    table = lines[lines.index("Checks") :]
    assert sum("warning" in line for line in table) == 2
    words = " ".join(" ".join(table).split())
    assert words.count("too much") == words.count("move it") == 12


def test_what_nobody_entered_is_no_line_of_the_report():
    named = DESIGN.evolve(title_block=DESIGN.title_block.evolve(owner="Us", drawing_number=""))
    text = report_text(named, CATALOG, REPORT)
    assert re.search(r"^Owner +Us$", text, re.MULTILINE)
    assert not re.search(r"^(Drawing number|Revision) *$", text, re.MULTILINE)
    assert re.search(r"^Feed policy +N\+1$", text, re.MULTILINE)


def test_unknown_is_a_dash_and_partial_says_at_least():
    assert number(None, 1, "kW") == "—"
    assert number(0.0, 1, "kW") == "0.0 kW"
    assert number(0.0, 1, "kW", complete=False) == "—"
    assert number(1234.5, 0, "kg", complete=False) == "≥ 1,234 kg"


def test_only_the_sums_that_lack_a_figure_are_partial():
    known = {"power_max_kw": 7.0, "power_peak_kw": 5.0, "weight_kg": 3.0}
    for partial, marked in (
        (("power_peak_kw",), {"5.0"}),
        (("power_max_kw", "power_peak_kw", "weight_kg"), {"7.0", "5.0", "3"}),
        ((), set()),
    ):
        fields = {name: None if name in partial else value for name, value in known.items()}
        bounds = tuple(Bound(name=name, low=known[name]) for name in partial)
        report = Report(totals=Totals(**fields, bounds=bounds, complete=not partial))
        text = report_text(Design(), CATALOG, report).split("Racks\n")[0]
        assert {figure for figure in ("7.0", "5.0", "3") if f"≥ {figure} k" in text} == marked


def test_open_errors_come_before_waived_findings():
    text = report_text(DESIGN, CATALOG, REPORT)
    assert text.index("no | feed") < text.index("hot")
    assert "waived" in text


def test_json_has_the_promised_names():
    data = json.loads(report_json(DESIGN, CATALOG, REPORT))
    promised = (
        "design totals racks rows facility fabrics cables storage cost carbon workloads checks"
    )
    assert set(promised.split(" ")) <= set(data)
    assert data["cables"]["by_medium"] == {"DAC": 16, "MMF": 1000}
    assert data["cost"]["by_category"] == {"nodes": 5.0}
    assert [(row["id"], row["power_max_kw"]) for row in data["rows"]] == [("A", 81.6)]
    assert data["totals"]["power_idle_kw"] is None
    assert data["totals"]["complete"] is False


def test_markdown_escapes_what_would_break_a_table():
    text = report_markdown(DESIGN, CATALOG, REPORT)
    assert r"Lab \<1\> \| x" in text
    tables = [line for line in text.split("\n") if line.startswith("|")]
    assert any(r"no \| feed" in line for line in tables)
    assert not any("```" in line for line in tables)


class Tags(html.parser.HTMLParser):
    """Checks that tags nest and that nothing is loaded from elsewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        assert not {name for name, _ in attrs} & {"src", "href"}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@given(designs())
def test_html_is_whole_whatever_people_typed(design):
    page = Tags()
    page.feed(report_html(design, CATALOG, REPORT))
    assert page.open == []


@pytest.mark.parametrize("name", [*REPORT_FORMATS, *EXPORT_FORMATS])
def test_every_format_of_an_empty_design(name):
    export = {**REPORT_FORMATS, **EXPORT_FORMATS}[name]
    assert export(Design(), Catalog(()), Report())


def test_bill_counts_assemblies_devices_racks_and_drawn_cables():
    lines = {line.part: line for line in bill_of_materials(DESIGN, CATALOG)}
    assert {part: line.quantity for part, line in lines.items()} == {
        "node-x": 8, "rack-z": 2, "switch-y": 1, "lost-cable": 1,
    }  # fmt: skip
    assert lines["lost-cable"].note == "not in the catalogue"
    assert lines["switch-y"].unit_cents is None


def rows_of(text):
    """Return the rows of a bill as a spreadsheet reads them, by part."""
    assert text.startswith(BYTE_ORDER_MARK), "without it LibreOffice asks for the encoding"
    read = csv.DictReader(io.StringIO(text.encode().decode("utf-8-sig")))
    return {row["part"]: row for row in read}


def test_price_of_the_owner_wins_and_missing_prices_stay_empty():
    own = PriceOverride(id="node-x", amount_cents=150, currency="EUR", as_of="2025-01-01")
    by_part = rows_of(bom_csv(DESIGN.evolve(prices=(own,)), CATALOG))
    assert by_part["node-x"]["total"] == "12.00"
    assert by_part["node-x"]["currency"] == "EUR"
    assert by_part["node-x"]["price source"] == "given in the design"
    assert by_part["switch-y"]["unit price"] == by_part["switch-y"]["total"] == ""


def test_the_bill_carries_extended_mass_totals_and_its_scope():
    own = PriceOverride(id="node-x", amount_cents=150, currency="EUR", as_of="2025-01-01")
    rows = rows_of(bom_csv(DESIGN.evolve(prices=(own,)), CATALOG))
    node = rows["node-x"]
    assert float(node["total mass kg"]) == 8 * float(node["unit mass kg"])
    mass = rows["total mass"]
    assert mass["quantity"] == "11"
    parts = [row for row in rows.values() if row["kind"] not in ("total", "note", "cable")]
    low = sum(float(row["total mass low kg"] or 0) for row in parts)
    assert float(mass["total mass low kg"]) == pytest.approx(low)
    assert mass["total mass kg"] == mass["total mass high kg"] == ""
    assert mass["note"] == "without cables; 2 parts without a mass"
    total = rows["total price EUR"]
    assert (total["total"], total["total low"], total["total high"]) == ("", "12.00", "")
    assert "3 parts without a price" in total["note"]
    assert "not chips and adapters inside nodes" in rows["scope"]["note"]
    assert "cables by rule are not counted here" in rows["scope"]["note"]


def test_a_bill_of_which_all_is_known_has_exact_totals_by_currency():
    design = Design(
        racks=(Rack(id="r", name="r", part="rack-z", x_mm=0, y_mm=0),),
        devices=(Device(id="n", name="n", part="node-x", rack="r", half_u=2),),
        prices=(PriceOverride(id="node-x", amount_cents=150, currency="EUR"),
                PriceOverride(id="rack-z", amount_cents=275, currency="USD")),
    )  # fmt: skip
    rows = rows_of(bom_csv(design, CATALOG))
    for currency, amount in (("EUR", "1.50"), ("USD", "2.75")):
        total = rows[f"total price {currency}"]
        assert (total["total"], total["total low"], total["total high"]) == (amount,) * 3
        assert "without a price" not in total["note"]


def test_a_bill_of_which_every_mass_is_known_says_nothing_of_masses():
    design = Design(racks=(Rack(id="r", name="r", part="node-x", x_mm=0, y_mm=0),))
    mass = rows_of(bom_csv(design, CATALOG))["total mass"]
    assert mass["total mass kg"] == mass["total mass high kg"] != ""
    assert mass["note"] == "without cables"


def test_cables_by_hand_of_no_stated_type_are_in_the_bill_and_leave_totals_open():
    cables = (
        Cable(id="x1", a="n", b="s", part="lost-cable"), Cable(id="x2", a="n", b="s"),
        Cable(id="x3", a="n", b="s"),
    )  # fmt: skip
    rack = Rack(id="r", name="r", part="node-x", x_mm=0, y_mm=0)
    price = PriceOverride(id="node-x", amount_cents=150, currency="EUR")
    design = Design(cables=cables, racks=(rack,), prices=(price,))
    fabric = FabricReport(id="c", name="C", connected_cables=8, unconnected_cables=0)
    report = Report(fabrics=(fabric,), cables=Cables(by_hand=2))
    rows = rows_of(bom_csv(design, CATALOG, report))
    untyped = rows["cables without a type"]
    assert (untyped["kind"], untyped["quantity"]) == ("cable", "2")
    assert "type not stated" in untyped["note"]
    assert untyped["total"] == untyped["total mass kg"] == untyped["total mass high kg"] == ""
    assert rows["total mass"]["quantity"] == "1"
    assert rows["total mass"]["note"] == "without cables"
    assert rows["total price EUR"]["total high"] == ""
    cables = rows["total cables"]
    assert cables["quantity"] == "11"
    assert cables["note"] == "3 by hand, 8 by rule; 1 of those by hand connect nothing"
    assert "total cables" not in rows_of(bom_csv(Design(), CATALOG, Report()))


def test_cables_whose_part_is_no_cable_are_counted_as_cables_and_leave_totals_open():
    """A cable of part `rack-z` was a second rack, and one of a chip stood on no line at all."""
    chip = Part(id="chip", kind="gpu", name="Chip")
    cables = tuple(
        Cable(id=f"x{number}", a="n", b="s", part=part)
        for number, part in enumerate(("rack-z", "chip", "chip", ""))
    )
    rack = Rack(id="r", name="r", part="rack-z", x_mm=0, y_mm=0)
    price = PriceOverride(id="rack-z", amount_cents=150, currency="EUR")
    design = Design(cables=cables, racks=(rack,), prices=(price,))
    rows = rows_of(bom_csv(design, Catalog((*CATALOG.parts, chip))))
    assert rows["rack-z"]["quantity"] == "1"
    assert "chip" not in rows
    untyped = rows["cables without a type"]
    assert (untyped["kind"], untyped["quantity"]) == ("cable", "4")
    assert untyped["total"] == untyped["total mass kg"] == ""
    assert untyped["note"] == (
        "laid by hand; type of 1 not stated; 2 × chip, 1 × rack-z named as the type, which is no "
        "cable, so no price and mass"
    )
    assert rows["total mass"]["total mass high kg"] == rows["total price EUR"]["total high"] == ""


def test_a_cable_that_the_catalogue_lacks_is_a_cable():
    lines = {line.part: line for line in bill_of_materials(DESIGN, CATALOG)}
    assert lines["lost-cable"].kind == "cable"


def test_the_bill_says_the_lengths_of_cables_that_are_stated():
    """The note said that nothing of the kind is known, with the length in the file."""
    lengths = (4.5, 10.0, 4.5, None)
    cables = tuple(
        Cable(id=f"{part}{n}", a="n", b="s", part=part, length_m=length)
        for part in ("", "lost-cable")
        for n, length in enumerate(lengths)
    )
    rows = rows_of(bom_csv(Design(cables=cables), CATALOG))
    said = "lengths: 2 × 4.5 m, 1 × 10 m, 1 not stated"
    assert rows["lost-cable"]["note"] == f"not in the catalogue; {said}"
    assert rows["cables without a type"]["note"] == (
        f"laid by hand; type not stated, so no price and mass; {said}"
    )


def test_lengths_that_are_too_many_for_a_cell_are_told_together():
    """Six thousand of them made one cell of 75,000 letters; a spreadsheet takes 32,767."""
    cables = tuple(
        Cable(id=f"c{n}", a="n", b="s", part="lost-cable", length_m=1 + n / 8) for n in range(41)
    )
    rows = rows_of(bom_csv(Design(cables=cables), CATALOG))
    assert rows["lost-cable"]["note"] == (
        "not in the catalogue; lengths: 41 of 1 to 6 m, 144 m together"
    )


def test_parts_of_the_power_supply_are_named_without_a_number():
    power = (PowerNode(id="u1", name="UPS 1", kind="ups", part="node-x"),
             PowerNode(id="u2", kind="ups", part="node-x"), PowerNode(id="A"))  # fmt: skip
    rows = rows_of(bom_csv(Design(power=power), CATALOG, Report()))
    row = rows["node-x"]
    assert row["quantity"] == row["total mass kg"] == row["total"] == ""
    assert row["note"] == "named in [power] for UPS 1, u2; units and length not stated: in no total"
    assert rows["total mass"]["quantity"] == "0"
    assert "UPS, busways and generators only where [power] names a part" in rows["scope"]["note"]


def test_the_bill_counts_the_cables_of_the_rules():
    fabrics = (
        FabricReport(id="c", name="Compute", connected_cables=512, unconnected_cables=3),
        FabricReport(id="s", name="=Storage", **fields_of({
            "connected_cables": Figure(20, 40, None, ""),
            "unconnected_cables": exact(0, ""),
        })),
        FabricReport(id="n", name="Nothing", connected_cables=0, unconnected_cables=0),
    )  # fmt: skip
    rows = rows_of(bom_csv(Design(), CATALOG, Report(fabrics=fabrics)))
    compute, storage = rows["cables c"], rows["cables s"]
    assert (compute["kind"], compute["name"], compute["quantity"]) == (
        "cable", "cables of Compute", "512"
    )  # fmt: skip
    assert compute["note"].endswith("is listed by part; 3 more are not connected")
    assert storage["quantity"] == ""
    assert "number 20–40" in storage["note"]
    assert "cables n" not in rows
    assert "not counted here" not in rows["scope"]["note"]


@pytest.mark.parametrize(
    "name",
    ["=cmd()", "+1", "-1", "@x", " =1", "\t=1", "\u3000=1", "\uff1d1", "\uff0b1", "\uff0d1",
     "\uff201", "\x00=1", "\r\n=1"],
)  # fmt: skip
def test_text_that_looks_like_a_formula_is_kept_as_text(name):
    rack = Rack(id="r", name="r", part=name, x_mm=0, y_mm=0)
    text = bom_csv(Design(racks=(rack,)), CATALOG)
    (part,) = (row for row in rows_of(text) if row.startswith("'"))
    assert part.lstrip("' \u3000")[0] in "=+-@\uff1d\uff0b\uff0d\uff20"
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f]", text)


ODD_CELL = '=HYPERLINK("http://x")\r\n\x1bcell\u202e'


def test_no_column_of_a_table_holds_a_formula_or_a_control_character():
    columns = ("a", "=b", "c")
    text = csv_table(columns, [dict.fromkeys(columns, ODD_CELL), {"c": "-1"}])
    heads, odd, short = csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""))
    assert heads == ["a", "'=b", "c"]
    assert odd == ['\'=HYPERLINK("http://x") cell '] * 3
    assert short == ["", "", "'-1"]
    with pytest.raises(ValueError, match="no column for b"):
        csv_table(("a",), [{"b": "1"}])


def test_no_text_of_a_design_is_a_formula_in_any_column_of_its_bill():
    """Whatever people can type goes into every column that shows it, and is text in all of them."""
    own = tuple(
        PriceOverride(id=part, amount_cents=1, currency=ODD_CELL, as_of=ODD_CELL, source=ODD_CELL)
        for part in ("node-x", ODD_CELL)
    )
    odd = Rack(id=ODD_CELL, name=ODD_CELL, part=ODD_CELL, x_mm=0, y_mm=0)
    named = CATALOG.overlay((CATALOG.get("node-x").evolve(vendor=ODD_CELL, name=ODD_CELL),))
    fabrics = (FabricReport(id=ODD_CELL, name=ODD_CELL, connected_cables=1),)
    text = bom_csv(
        DESIGN.evolve(prices=own, racks=(*DESIGN.racks, odd)), named, Report(fabrics=fabrics)
    )
    heads, *rows = csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""))
    shown = {head for row in rows for head, cell in zip(heads, row, strict=True) if "HYP" in cell}
    assert shown == {"part", "vendor", "name", "currency", "price date", "price source", "note"}
    for cell in (cell for row in rows for cell in row):
        assert cell[:1] not in ("=", "+", "-", "@")
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", cell)


def test_csv_is_written_in_one_place():
    """A table that another module wrote itself could forget what makes cells safe."""
    sources = (REPOSITORY / "designer").rglob("*.py")
    writers = [p.name for p in sources if re.search(r"csv\.(DictWriter|writer)\b", p.read_text())]
    assert writers == ["csv_table.py"]


def test_no_control_character_reaches_a_page_or_a_bill():
    odd = DESIGN.evolve(
        name="a\x00b\x1b[1m", note="c\x07\u202ed",
        racks=(*DESIGN.racks, Rack(id="z", name="e\x0bf", part="g\x0ch", x_mm=0, y_mm=0)),
    )  # fmt: skip
    for write in (report_html, report_text, report_markdown, bom_csv):
        text = write(odd, CATALOG, REPORT)
        assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", text), write


def test_the_same_design_gives_the_same_json_however_long_it_took():
    slow = REPORT.evolve(timings=(Timing(stage="racks", ms=12.5),))
    assert report_json(DESIGN, CATALOG, slow) == report_json(DESIGN, CATALOG, REPORT)
    assert json.loads(report_json(DESIGN, CATALOG, slow))["timings"] == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"revisions": ()}, "draft: no revision is entered"),
        ({"revisions": (Revision(id="9", date="2026-01-09", text=""),
                        Revision(id="10", date="2026-01-10", text="")),
          "title_block": TitleBlock(approved_by="Bob")}, "issued"),
    ],
)  # fmt: skip
def test_a_report_says_whether_its_design_is_issued(changes, said):
    design = DESIGN.evolve(**changes)
    text = report_text(design, CATALOG, REPORT)
    assert re.search(rf"State +{said}\n", text)
    if said == "issued":
        assert re.search(r"Revision +10\n", text), "the newest, not the last by spelling"
