"""What the catalogue browser says of entries, without a window."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price, Provenance
from designer.catalog.fact_words import bounds_text, label_of, number_text, unit_of, value_text
from designer.catalog.families import FAMILIES
from designer.catalog.figures import PortGroup
from designer.catalog.library import Library
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.workloads import Model
from designer.ui.state import price_words
from designer.ui.views.catalogue.columns import cell_of, columns_of, telling_columns
from designer.ui.views.catalogue.compare_rows import Line, compare_lines, refusal, tab_separated
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_rows import detail_rows
from designer.ui.views.catalogue.entry_index import EntryIndex, key_of, ref_from, settled_ref
from designer.ui.views.catalogue.placing_words import why_not_placed
from tests.helpers.catalog_entries import CHIP, CONFLICT, NODE, OTHER, RULE, SHELF, TOPIC, price


def row(rows: list[Row], label: str) -> Row:
    return next(r for r in rows if r.label == label)


def test_a_figure_tells_its_source_what_others_say_and_the_decision():
    found = row(detail_rows(NODE, SHELF), "Power, maximum")
    assert found.value == "10,200 W"
    assert found.mark == "vendor"
    assert found.conflict
    assert found.conflict_ref == ("conflict", "c-001")
    assert found.tip == (
        "Vendor: Guide 1",
        "with fans",
        "Elsewhere: 11.3 kW in the appendix",
        "Sources disagree (c-001). Decision: The rating plate counts.",
    )
    mass = row(detail_rows(NODE, SHELF), "Mass")
    assert (mass.value, mass.mark, mass.conflict) == ("130 kg", "guide", False)


def test_references_are_links_in_both_directions():
    assert row(detail_rows(NODE, SHELF), "GPU").link == ("part", "chip-a")
    assert row(detail_rows(CHIP, SHELF), "Node A").link == ("part", "node-a")
    assert row(detail_rows(NODE, SHELF), "Node B").text == "replaces this one"
    assert row(detail_rows(OTHER, SHELF), "Node A").text == "replaced by this one"
    assert row(detail_rows(NODE, SHELF), "Power of node A").link == ("conflict", "c-001")
    conflict = detail_rows(CONFLICT, SHELF)
    assert row(conflict, "Node A").link == ("part", "node-a")
    assert row(conflict, "Node A").text == "Power, maximum 10,200 W"
    assert row(detail_rows(TOPIC, SHELF), "Node A").link == ("part", "node-a")


def test_texts_claims_and_variants_are_shown():
    assert [r.text for r in detail_rows(TOPIC, SHELF)[:2]] == ["First.", "Second."]
    texts = [r.text for r in detail_rows(CONFLICT, SHELF)]
    assert {"10.2 kW", "11.3 kW", "The rating plate counts."} <= set(texts)
    rule = detail_rows(RULE, SHELF)
    assert rule[0].text == "Keep a fifth free."
    assert row(rule, "Value").value == "20 %"
    assert row(rule, "strict").value == "30 %"
    assert row(rule, "strict").tip == ("Vendor: Guide 4",)


def test_many_referring_entries_end_in_a_search():
    nodes = [NODE.model_copy(update={"id": f"n{k}", "name": f"N {k}"}) for k in range(9)]
    rows = detail_rows(CHIP, EntryIndex(Catalog([CHIP, *nodes]), Library({})))
    assert row(rows, "5 more").query == ("nodes", "compute.gpu=chip-a")


def test_a_price_history_needs_two_dates():
    plots = [r for r in detail_rows(NODE, SHELF) if r.kind == "plot"]
    assert len(plots) == 1
    assert plots[0].series is not None
    assert [p.price.as_of for p in plots[0].series.points] == ["2024", "2026-06"]
    assert not [r for r in detail_rows(OTHER, SHELF) if r.kind == "plot"]
    same_day = (price(1, "2026-06"), price(2, "2026-06"))
    assert price_words.histories(same_day) == []
    unlike = (price(1, "2024"), price(2, "2026", scope="spot", per="gpu-hour"))
    assert price_words.histories(unlike) == []


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (price(32_000_000, "2026"), "$320,000"),
        (price(299, "2026", per="gpu-hour"), "$2.99"),
        (price(300, "2026", per="gpu-hour"), "$3"),
        (price(None, "2026", low_cents=200, high_cents=450), "$2.00–4.50"),
        (price(None, "2026", low_cents=2_500_000, high_cents=4_000_000), "$25,000–40,000"),
        (price(None, "2026", low_cents=100), "from $1"),
        (price(100_000, "2026", currency="CHF"), "CHF 1,000"),
    ],
)
def test_prices_in_words(made: Price, words: str):
    assert price_words.amount_text(made) == words


def test_dates_stand_in_the_middle_of_what_is_named():
    assert price_words.when("2024") == 2024.5
    assert 2026.4 < price_words.when("2026-06") < 2026.5
    assert price_words.when("2026-06-01") < price_words.when("2026-06-30")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("height_half_u", 16, "Rack units taken 8 U"),
        ("accelerator.fp16_dense_tflops", 989.4, "FP16 tensor, dense 989.4 TFLOPS"),
        ("accelerator.l2_mb", 50.0, "L2 50 MB"),
        ("accelerator.l1_kb_per_sm", 256.0, "L1 per SM 256 KB"),
        ("liquid_fraction", 0.85, "Heat into liquid 85 %"),
        ("year", 2024, "Year 2024"),
        ("parameters_b", 70.6, "Parameters 70.6 billion"),
        ("kubernetes", True, "Kubernetes yes"),
        ("inlet_max_c", 35, "Inlet air, highest 35 °C"),
        ("vcpus", 192, "vCPUs 192"),
        ("tokens_s_low", 1500, "Throughput, at least 1,500 tokens/s"),
    ],
)
def test_facts_in_words(field: str, value: float, words: str):
    said = f"{label_of(field)} {value_text(field, value)} {unit_of(field)}".strip()
    assert said == words


def test_numbers_show_no_more_than_was_stated():
    large = (1e14, 1e15, 99_999_999_999_999_991_611_392.0, 2.5e24, -1e17)
    assert [number_text(v) for v in large] == [
        "100,000,000,000,000", "10¹⁵", "10²³", "2.5 × 10²⁴", "-10¹⁷",
    ]  # fmt: skip
    assert [number_text(v) for v in (80.0, 1978.9, 0.0625, 1234567.5, 16384)] == [
        "80", "1,978.9", "0.0625", "1,234,568", "16,384",
    ]  # fmt: skip


def line(lines: list[Line], label: str) -> Line:
    return next(found for found in lines if found.label == label)


def test_differences_are_marked_and_told_in_per_cent():
    lines = compare_lines([NODE, OTHER], SHELF)
    power = line(lines, "Power, maximum")
    assert [s.text for s in power.sides] == ["10,200", "14,300"]
    assert [s.differs for s in power.sides] == [False, True]
    assert power.sides[1].change == "+40 %"
    assert power.sides[0].conflict
    assert power.sides[1].tip[0] == "Vendor: Guide 3"
    mass = line(lines, "Mass")
    assert mass.sides[1].text == "—"
    assert mass.sides[1].tip == ("not known: no source of the catalogue says it",)
    assert not mass.differs
    assert line(lines, "Purchase, each").sides[1].change == "+50 %"


def test_only_differences_leaves_out_what_is_known_to_be_the_same():
    labels = {found.label for found in compare_lines([NODE, OTHER], SHELF, differences_only=True)}
    assert "Power, maximum" in labels
    assert "Mass" in labels, "what is not known may differ"
    assert "GPUs" not in labels
    assert "Maker" not in labels


def test_the_first_entry_may_be_the_one_that_says_less():
    lines = compare_lines([OTHER, NODE], SHELF)
    assert line(lines, "Power, maximum").sides[1].change == "−29 %"
    assert line(lines, "Mass").sides[1].change == ""
    labels = [found.label for found in lines]
    assert labels.index("Rack units taken") < labels.index("Mass")


def test_the_table_goes_into_a_spreadsheet():
    text = tab_separated([NODE, OTHER], compare_lines([NODE, OTHER], SHELF))
    rows = [line.split("\t") for line in text.rstrip("\n").split("\n")]
    assert rows[0] == ["", "", "Node A", "Node B"]
    assert ["Power, maximum", "W", "10200", "14300"] in rows
    assert ["Mass", "kg", "130", ""] in rows
    assert {len(cells) for cells in rows} <= {2, 4}


def test_a_comparison_takes_four_of_one_table():
    model = Model(id="m", name="M")
    others = [NODE.model_copy(update={"id": f"n{k}"}) for k in range(3)]
    assert refusal([], model) == ""
    assert refusal([NODE], OTHER) == ""
    assert refusal([NODE], NODE) == "Node A is in the comparison already"
    assert refusal([NODE], model) == "The comparison holds parts; M is one of the models"
    assert refusal([NODE, *others], OTHER).startswith("Four can be compared")


def test_what_cannot_be_placed_says_why():
    assert why_not_placed(NODE, SHELF) == ""
    assert why_not_placed(CHIP, SHELF) == "Chip A is part of a node: place Node A"
    assert "rules of thumb" in why_not_placed(RULE, SHELF)


def test_places_and_pointers():
    assert ref_from("part/node-a") == ("part", "node-a")
    assert ref_from("node-a") == ("part", "node-a")
    assert key_of(("model", "m")) == "model/m"
    assert settled_ref("part/node-a power_max_w = 10200") == ("part", "node-a")
    assert settled_ref("rule/feeds") is None
    assert settled_ref("words") is None


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_shipped_entry_has_a_page_and_a_row(family):
    entry_index = EntryIndex(load_shipped(), shipped_library())
    for entry in entry_index.members(family):
        rows = detail_rows(entry, entry_index)
        assert rows, entry.id
        for found in rows:
            assert found.kind != "fact" or (found.label and found.text), (entry.id, found)
            assert found.link is None or entry_index.find(found.link), (entry.id, found.link)
        for column in columns_of(family.id):
            cell_of(entry, column, entry_index)


def test_a_column_in_which_nobody_says_anything_is_left_out():
    nodes = EntryIndex(Catalog([NODE, OTHER]), Library({}))
    keys = [column.key for column in telling_columns("nodes", nodes)]
    assert {"vendor", "gpus", "@kw", "mass_kg", "@price"} <= set(keys)
    assert "year" not in keys
    assert len(telling_columns("@all", nodes)) == len(columns_of("@all"))


def test_a_help_text_is_offered_where_it_leads_to():
    assert row(detail_rows(NODE, SHELF), "Racks").link == ("topic", "t")


def test_ports_lead_to_the_adapter_that_carries_them():
    nic = CHIP.model_copy(update={"id": "nic-a", "name": "NIC A", "kind": "nic"})
    ports = PortGroup(
        name="compute", purpose="compute", kind="infiniband", rate_gbps=400, count=8, cages=4,
        nic="nic-a",
    )  # fmt: skip
    node = NODE.model_copy(update={"ports": (ports,)})
    entry_index = EntryIndex(Catalog([node, nic]), Library({}))
    found = row(detail_rows(node, entry_index), "Compute")
    assert (found.text, found.link) == ("8 × NDR400", ("part", "nic-a"))
    assert found.tip[0] == "purpose: compute, in 4 cages, carried by NIC A"
    assert row(detail_rows(nic, entry_index), "Node A").link == ("part", "node-a")


def test_rules_are_compared_by_their_words_and_variants():
    other = RULE.model_copy(update={"id": "r2", "statement": "Keep a tenth free.", "unit": "kW"})
    lines = compare_lines([RULE, other], SHELF)
    assert [s.text for s in line(lines, "Statement").sides] == [RULE.statement, other.statement]
    values = [
        (found.unit, [s.text for s in found.sides]) for found in lines if "Value" in found.label
    ]
    assert values == [("kW", ["—", "20"]), ("%", ["20", "—"])]
    assert [found.unit for found in lines if found.label == "strict"] == ["kW", "%"]


def test_topics_are_compared_by_their_text():
    lines = compare_lines([TOPIC, TOPIC.model_copy(update={"body": "Third."})], SHELF)
    assert [s.text for s in line(lines, "Text").sides] == ["First. Second.", "Third."]


def test_a_span_is_marked_where_sources_disagree_on_either_end():
    said = (
        Provenance(fields=("*",), source="Guide 1", kind="guide"),
        Provenance(fields=("high",), source="Guide 1", kind="guide", other="70 elsewhere"),
    )
    rule = Guideline(id="r", name="R", subject="power", low=8, high=10, unit="kW", provenance=said)
    found = row(detail_rows(rule, SHELF), "Value")
    assert found.conflict
    assert found.tip == ("Guide or survey: Guide 1", "Elsewhere: 70 elsewhere")
    agreed = rule.evolve(provenance=said[:1])
    assert not row(detail_rows(agreed, SHELF), "Value").conflict


@pytest.mark.parametrize(
    ("part", "disputed", "agreed"),
    [
        ("h100-sxm", "FP16 tensor, dense", "INT8 tensor, dense"),
        ("dgx-h100", "Compute", "Storage"),
        ("dgx-h100", "NVLink switch", "NVMe in all"),
        ("qm9700", "Latency", "Fabric"),
    ],
)
def test_only_the_figures_that_a_source_disputes_are_marked(part: str, disputed: str, agreed: str):
    catalog = load_shipped()
    entry = catalog.get(part)
    assert entry is not None
    rows = detail_rows(entry, EntryIndex(catalog, shipped_library()))
    assert row(rows, disputed).conflict
    assert not row(rows, agreed).conflict


def hours(*prices: Price) -> list[str]:
    offer = CloudOffer(id="o", name="O", provider="p", accelerator="chip-a", prices=prices)
    columns = {c.key: c for c in columns_of("cloud-offers")}
    return [cell_of(offer, columns[key], SHELF).text for key in ("@hour_gpu", "@hour", "@spot")]


def test_hourly_prices_stand_in_the_column_of_what_they_are_for():
    gpu = price(299, "2024", scope="on-demand", per="gpu-hour")
    newer = price(250, "2026", scope="on-demand", per="gpu-hour")
    instance = price(9832, "2024", scope="on-demand", per="instance-hour")
    spot = price(120, "2026", scope="spot", per="gpu-hour")
    assert hours() == ["", "", ""]
    assert hours(gpu, newer) == ["$2.50", "", ""]
    assert hours(newer, gpu, instance) == ["$2.50", "$98.32", ""]
    assert hours(spot) == ["", "", "$1.20"]


@pytest.mark.parametrize(
    ("mass", "said"),
    [
        (130, ""),
        (162.5, "+25 %"),
        (65, "−50 %"),
        (130.65, "+0.5 %"),
        (1300, "×10"),
        (1287, "+890 %"),
        (1950, "×15"),
        (None, ""),
    ],
)
def test_a_figure_is_compared_with_the_first_entrys(mass: float | None, said: str):
    other = NODE.model_copy(update={"id": "n2", "name": "N 2", "mass_kg": mass})
    sides = line(compare_lines([NODE, other], SHELF), "Mass").sides
    assert [side.change for side in sides] == ["", said]
    assert sides[1].differs is (mass is not None and mass != 130)


def test_years_are_not_compared_in_per_cent():
    old, new = (NODE.model_copy(update={"id": f"y{y}", "year": y}) for y in (2022, 2026))
    assert [s.change for s in line(compare_lines([old, new], SHELF), "Year").sides] == ["", ""]


@pytest.mark.parametrize(
    ("field", "low", "high", "said"),
    [
        ("liquid_fraction", 0.65, 0.98, "65–98 %"),
        ("psu.efficiency", None, 0.96, "≤ 96 %"),
        ("power_max_w", 9500, 16610, "9,500–16,610 W"),
        ("mass_kg", 80, None, "≥ 80 kg"),
        ("prices", None, None, ""),
    ],
)
def test_bounds_read_as_their_figure_does(
    field: str, low: float | None, high: float | None, said: str
) -> None:
    assert bounds_text(field, low, high) == said


def test_a_filled_rack_lists_power_ports_and_coolant_of_what_stands_in_it() -> None:
    made = {"kind": "baseboard", "name": "Tray", "power_max_w": 6300, "mass_kg": 30}
    ports = [{"name": "compute", "purpose": "compute", "kind": "ethernet", "rate_gbps": 400,
              "count": 4, "connector": "OSFP"}]  # fmt: skip
    joined = [{"name": "manifolds", "connector": "UQDB04", "count": 1}]
    tray = Part.model_validate({"id": "tray", "ports": ports, "couplings": joined, **made})
    flows = [{"by": "A", "supply_c": 25, "flow_lpm": 59, "drop_kpa": 15.9},
             {"by": "A", "supply_c": 45, "flow_lpm": 177}]  # fmt: skip
    unit = {"name": "compute tray", "kind": "compute-tray", "part": "tray", "count": 18,
            "holds": "4 GPUs", "power": "from the bus bar"}  # fmt: skip
    rack = Part.model_validate(
        {"id": "rack", "kind": "rack-system", "name": "Rack", "coolant_flow": flows,
         "power_max_w": 132_000, "inside": [unit]}
    )  # fmt: skip
    entry_index = EntryIndex(Catalog([tray, rack]), Library({}))
    rows = detail_rows(rack, entry_index)
    assert row(rows, "Compute tray").link == ("part", "tray")
    assert row(rows, "Compute tray").text == "18, position not published"
    assert row(rows, "Compute tray, each").text == (
        "4 GPUs; 6.30 kW at most; power from the bus bar; 4 × 400 GbE OSFP; "
        "coolant 1 + 1 × UQDB04 to manifolds"
    )
    assert row(rows, "At 25 °C").text == "59 L/min at 15.9 kPa"
    assert row(rows, "At 45 °C").text == "177 L/min"
    assert row(rows, "Power of what stands inside").value == "113 kW"
    assert "132 kW, which alone is counted" in row(rows, "Power of what stands inside").tip[1]
    assert row(detail_rows(tray, entry_index), "Couplings to manifolds").text == "1 + 1 × UQDB04"


def test_a_chiller_lists_what_it_takes_over_air_and_water() -> None:
    points = [{"by": "A", "against_c": 40, "water_c": 10, "capacity_kw": 1391.1, "power_kw": 527.5},
              {"by": "A", "against_c": 35, "water_c": 10, "capacity_kw": 1483.7}]  # fmt: skip
    part = Part.model_validate(
        {"id": "c", "kind": "chiller", "name": "C",
         "rejection": {"against": "dry-bulb", "points": points}}
    )  # fmt: skip
    rows = detail_rows(part, EntryIndex(Catalog([part]), Library({})))
    told = [(row.label, row.text) for row in rows if row.field.startswith("rejection")]
    assert told == [
        ("Water 10 °C, air 35 °C", "1,484 kW"),
        ("Water 10 °C, air 40 °C", "1,391 kW, draws 528 kW"),
    ]


def test_a_dry_cooler_lists_its_heat_for_each_kelvin() -> None:
    law = {"by": "A", "kw_per_k": 10.25, "most_k": 50, "power_kw": 4.5}
    part = Part.model_validate(
        {"id": "c", "kind": "dry-cooler", "name": "C",
         "rejection": {"against": "dry-bulb", "over_difference": law}}
    )  # fmt: skip
    rows = detail_rows(part, EntryIndex(Catalog([part]), Library({})))
    told = [(row.label, row.text) for row in rows if row.field.startswith("rejection")]
    assert told == [("Entering water over air", "10.25 kW/K, draws 4.5 kW")]
