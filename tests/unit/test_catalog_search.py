"""What a search in the catalogue finds."""

import pytest

from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.entry import Price
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.figures import PortGroup
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.workloads import Model
from designer.catalog.search import parse
from designer.catalog.search_text import search_text_of
from designer.catalog.unpublished import Unpublished
from designer.catalog.vocabulary import field_names, figures_named, text_names, words_named

OF_OLD = frozenset(
    {
        "dgx-a100", "dgx-h100", "dgx-h200", "dgx-b200", "gb200-nvl72", "q3400-ra", "cdu-row",
        "crah", "sn2201", "qm9700", "rack-42u", "qm8790",
    }
)  # fmt: skip
"""Parts that the tests are written about: the catalogue grows."""


def ids(query: str, kinds: list | None = None) -> list[str]:
    return [part.id for part in load_shipped().search(query, kinds)]


def test_nothing_asked_finds_everything():
    assert len(ids("")) == len(load_shipped().parts)


def test_an_exact_id_comes_first():
    assert ids("sn2201")[0] == "sn2201"
    found = ids("h100", ["node"])
    assert next(part_id for part_id in found if part_id in OF_OLD) == "dgx-h100"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("kind:node power<15 gpus>=8 vendor:nvidia u:8", ["dgx-h100", "dgx-h200"]),
        ("kind:node power<=6.5", ["dgx-a100"]),
        ("kind:rack-system", ["gb200-nvl72"]),
        ("kind:switch rate:800 u:4", ["q3400-ra"]),
        ("kind:cdu kw>1000 vendor:generic", ["cdu-row"]),
        ("gpu:h200", ["dgx-h200"]),
        ("toaster oven", []),
    ],
)
def test_tokens_and_words(query: str, found: list[str]):
    assert [part_id for part_id in ids(query) if part_id in OF_OLD] == found


def test_unknown_figures_match_no_comparison():
    assert "rack-42u" not in ids("power<1000")
    assert "qm8790" not in ids("power>0")


@pytest.mark.parametrize(
    ("words", "kind"), [("air handler", "crah"), ("filled rack", "rack-system")]
)
def test_a_kind_is_found_by_its_name_in_words(words: str, kind: str):
    found = load_shipped().search(words)
    assert kind in {part.kind for part in found}
    assert not {part.kind for part in found} & {"gpu", "switch", "cable"}


def test_kinds_narrow_the_search():
    assert OF_OLD & set(ids("", ["cdu", "crah"])) == {"cdu-row", "crah"}


def test_a_token_of_no_known_name_is_left_out():
    assert ids("powr<2") == ids("")
    assert ids("powr<2 qm9700") == ids("qm9700")


def test_a_known_name_with_what_it_can_never_be_fits_nothing():
    assert ids("power<much") == []


def test_words_beside_a_token_that_fits_nothing_find_nothing():
    assert ids("power<0 dgx") == []
    assert ids("kind:foo power") == []


def test_all_words_must_occur():
    assert ids("qm9700 ndr")[0] == "qm9700"
    assert ids("qm9700 toaster") == []


LIBRARY = Library(
    {
        "cloud_offer": [
            CloudOffer(
                id="p5", name="p5.48xlarge", provider="aws", accelerator="h100-sxm", accelerators=8,
                accelerator_memory_gb=640,
                prices=(
                    Price(amount_cents=1000, as_of="2024", source="s", kind="guide",
                          scope="on-demand", per="gpu-hour"),
                    Price(amount_cents=390, as_of="2026-06", source="s", kind="guide",
                          scope="on-demand", per="gpu-hour"),
                ),
            ),
        ],
        "model": [
            Model(id="llama", name="Llama 70B", vendor="Meta", architecture="decoder",
                  parameters_b=70, context_tokens=8192, estimated=False),
        ],
    }
)  # fmt: skip
H100 = Part(
    id="h100-sxm", name="H100 SXM", kind="gpu", vendor="NVIDIA", power_max_w=700,
    accelerator=AcceleratorFigures(
        architecture="Hopper", form="SXM", memory_gb=80, fp16_dense_tflops=989.4
    ),
    prices=(Price(low_cents=2500000, high_cents=3500000, as_of="2026", source="s", kind="guide"),),
)  # fmt: skip
EVERYTHING = (H100, *LIBRARY.entries("cloud_offer"), *LIBRARY.entries("model"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("memory>=80", ["h100-sxm", "p5"]),
        ("accelerator.memory_gb>=80", ["h100-sxm"]),
        ("fp16>900 power<1", ["h100-sxm"]),
        ("fp16>900 power<0.7", []),
        ("price<40000 kind:gpu", ["h100-sxm"]),
        ("price<5", ["p5"]),
        ("price>5 kind:cloud_offer", []),
        ("provider:aws", ["p5"]),
        ("gpu:h100", ["p5"]),
        ("accelerator:h100", ["p5"]),
        ("architecture:hop", ["h100-sxm"]),
        ("form:sxm", ["h100-sxm"]),
        ("family:workloads", ["llama"]),
        ("family:gpus", ["h100-sxm"]),
        ("parameters>=70 context=8192", ["llama"]),
        ("context_tokens>8000", ["llama"]),
        ("meta", ["llama"]),
        ("aws", ["p5"]),
        ("estimated:false", ["llama"]),
        ("price<40,000 vendor:nvidia", ["h100-sxm"]),
    ],
)
def test_entries_of_every_family_are_found(query: str, found: list[str]):
    parsed = parse(query)
    assert parsed.doubts == ()
    assert [entry.id for entry in EVERYTHING if entry in parsed.rank(EVERYTHING)] == found


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("powr<2", "no figure is called powr (did you mean power?)"),
        ("acelerator:h100", "no figure is called acelerator (did you mean accelerator?)"),
        ("qqqq>1", "no figure is called qqqq"),
        ("power<much", "power is compared with a number: 'much' is not a number"),
        (
            "power<1,5",
            "power is compared with a number: '1,5': write decimals with a point, as in 0.12,"
            " and commas only between thousands",
        ),
        ("power<", "a value is missing after power<"),
        ("vendor>3", "vendor is a word: write vendor:3"),
    ],
)
def test_a_token_that_says_nothing_is_told(query: str, why: str):
    parsed = parse(f"h100 {query}")
    assert [doubt.why for doubt in parsed.doubts] == [why]
    assert parsed.doubts[0].piece == query
    assert [word.typed for word in parsed.words] == ["h100"]


@pytest.mark.parametrize(
    ("query", "fits", "told"),
    [
        ("powr<2", True, "Left out of the search: no figure is called powr (did you mean power?)"),
        ("power<", True, "Left out of the search: a value is missing after power<"),
        (
            "vendr:x",
            True,
            "Left out of the search: no figure is called vendr (did you mean vendor?)",
        ),
        ("H100:", True, ""),
        ("kind:foo", False, "Nothing fits: there is no kind foo"),
        ("vendor>3", False, "Nothing fits: vendor is a word: write vendor:3"),
        ("kind:foo qqqq>1", False, "Nothing fits: there is no kind foo"),
        ("vendor:nvidia", True, ""),
    ],
)
def test_what_can_never_be_fits_nothing_and_what_is_no_token_is_left_out(
    query: str, fits: bool, told: str
):
    parsed = parse(query)
    assert parsed.told == told
    assert bool(parsed.rank([H100])) is fits


def test_every_field_of_every_schema_can_be_searched_for():
    for record in (Part, *LIBRARY_TABLES.values()):
        for name in record.model_fields:
            if name in {"prices", "provenance", "id", "rules", "decisions", "unpublished"}:
                continue
            annotation = str(record.model_fields[name].annotation)
            if any(
                word in annotation
                for word in ("figures", "PortGroup", "InsideUnit", "Variant", "Component")
            ):
                continue
            assert name in field_names() | text_names(), f"{record.__name__}.{name}"


def test_names_with_and_without_a_group_mean_the_same_figures():
    node = Part(
        id="n", kind="node", name="N", airflow="front-to-rear",
        accelerator=AcceleratorFigures(memory_gb=80),
        ports=(
            PortGroup(name="a", count=2, rate_gbps=400, kind="ethernet", purpose="compute"),
            PortGroup(name="b", count=1, rate_gbps=100, kind="ethernet", purpose="storage"),
        ),
    )  # fmt: skip
    assert figures_named(node, "accelerator.memory_gb") == figures_named(node, "memory_gb") == (80,)
    for name in ("rate_gbps", "ports.rate_gbps"):
        assert figures_named(node, name) == (400, 100)
    assert figures_named(node, "ports.b.rate_gbps") == (100,)
    assert figures_named(node, "ports.c.rate_gbps") == ()
    assert words_named(node, "airflow") == ("front-to-rear",)
    assert words_named(node, "purpose") == ("compute", "storage")
    assert figures_named(node, "cpu.cores") == figures_named(node, "purpose") == ()


def test_a_search_never_lists_all_that_an_entry_says(monkeypatch: pytest.MonkeyPatch):
    part = load_shipped().require("dgx-h100")
    monkeypatch.setattr(Part, "facts", lambda _: pytest.fail("too slow for a list of thousands"))
    assert parse("rate_gbps>=400 power_max_w<20000 airflow:front").rank([part])


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("kind:foo", "there is no kind foo"),
        ("kind:swich", "there is no kind swich (did you mean switch?)"),
        ("KIND=Nodes", "there is no kind nodes (did you mean node?)"),
    ],
)
def test_an_unknown_kind_is_named(query: str, why: str):
    assert [doubt.why for doubt in parse(query).doubts] == [why]


def test_a_kind_may_be_begun_and_may_be_of_the_library():
    for query in ("kind:sw", "kind:rack", "kind:model", "kind:hyperscaler", "kind:Switch"):
        assert parse(query).doubts == (), query


def test_what_bounds_a_figure_that_nobody_publishes_is_not_found() -> None:
    """It speaks of other parts: a search for one of those would find all that it bounds."""
    bounded = Unpublished(fields=("mass_kg",), looked_in="its sheet", bound="a core of Trinergy")
    part = Part(id="u", name="U", kind="ups", note="of today", unpublished=(bounded,))
    said = search_text_of(part).everything
    assert "today" in said
    assert "trinergy" not in said


def test_a_generator_set_is_found_by_what_it_gives_in_an_outage() -> None:
    """C175-16 3,000 kW standby, and no other rating; 3516E 2,750 kW standby, 2,500 prime."""
    found = ids("kind:generator kw>=2700")
    assert {"generator-cat-c175-16", "generator-cat-3516e"} <= set(found)
    assert "generator-cat-3516e" not in ids("kind:generator kw>=2800")
