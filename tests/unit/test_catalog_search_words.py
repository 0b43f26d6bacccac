"""Which entries free words find, and in which order."""

from functools import cache

import pytest

from designer.app.commands.catalog_lookup import everything
from designer.catalog.entry import Entry, Price, Provenance
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.workloads import TrainingRun
from designer.catalog.search import parse
from designer.catalog.search_hits import excerpt, name_spans, spans
from designer.catalog.search_text import search_text_of
from designer.catalog.search_words import may_be_missing, said_as
from designer.catalog.stems import line_of, stem, stems


@cache
def _all() -> tuple[Entry, ...]:
    return tuple(everything(load_shipped(), shipped_library()))


def found(query: str) -> list[str]:
    return [entry.id for entry in parse(query).rank(_all())]


def a_part(part_id: str, **fields: object) -> Part:
    return Part.model_validate({"id": part_id, "name": part_id, "kind": "node", **fields})


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("discounts", "discount"), ("latencies", "latency"), ("switches", "switch"),
        ("boxes", "box"), ("glass", "glass"), ("bus", "bus"), ("axis", "axis"), ("dns", "dns"),
        ("l40s", "l40s"), ("gpus", "gpu"), ("prices", "price"),
    ],
)  # fmt: skip
def test_a_stem_is_a_word_without_the_ending_of_a_plural(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_a_text_is_split_at_what_is_no_letter_or_digit_but_a_point_between_digits() -> None:
    assert stems("Break-even: 1,979 TFLOPS, NVLink 4.0 (vm.max_map_count)") == [
        "break", "even", "1979", "tflop", "nvlink", "4.0", "vm", "max", "map", "count",
    ]  # fmt: skip
    assert line_of("Two words") == " two word "


def test_what_is_in_a_name_comes_before_what_an_entry_is_and_that_before_what_it_says() -> None:
    named = a_part("toaster-1")
    inside = a_part("big-toaster")
    what = a_part("a", summary="a toaster for four")
    says = a_part("b", note="stands beside the toasters")
    other = a_part("c")
    assert parse("toaster").rank((other, says, what, inside, named)) == [named, inside, what, says]


def test_an_id_that_is_typed_whole_comes_first_also_with_a_dash() -> None:
    lora, multi = a_part("lora"), a_part("multi-lora")
    assert parse("multi-lora").rank((lora, multi)) == [multi]
    assert parse("lora").rank((multi, lora)) == [lora, multi]


def test_an_alias_is_a_name() -> None:
    known = a_part("a", aliases=("pizza box",))
    says = a_part("b", note="flat as a pizza box")
    assert parse("pizza box").rank((says, known)) == [known, says]
    assert "aliases" not in known.facts()


def test_prices_sources_and_remarks_are_read_and_names_of_fields_are_words() -> None:
    priced = a_part(
        "a",
        prices=(Price(amount_cents=100, as_of="2026", source="Lenovo LP2225", kind="guide"),),
        provenance=(Provenance(fields=("power_max_w",), source="s", kind="vendor", other="9 kW"),),
    )
    for query in ("price", "prices", "cost", "lp2225", "9 kw"):
        assert parse(query).rank((priced,)) == [priced], query
    # Which figures a source is for says nothing of an entry that may not even state them.
    assert parse("power max").rank((priced,)) == []
    assert parse("vendor").rank((priced,)) == []
    assert parse("power max").rank((a_part("b", power_max_w=5),))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("DKMS", "gpu-drivers"),
        ("QPS", "survey-llama-3-8b-h100-fp16-b128"),
        ("break-even", "breakeven-months"),
        ("breakeven", "breakeven-months"),
        ("H100 price", "h100-sxm"),
        ("how much does an H100 cost", "h100-sxm"),
        ("kernel version", "ofed-kernel-pin"),
        ("GCP H100", "google-a3-highgpu-8g"),
        ("TPUv5p", "tpu-v5p"),
        ("MIG use cases", "what-mig-is"),
        ("flatcar or bottlerocket", "flatcar"),
    ],
)
def test_words_as_people_type_them_find_what_is_meant(query: str, first: str) -> None:
    assert first in found(query)[:6]


def test_a_short_word_is_whole_and_a_long_one_may_be_the_start() -> None:
    tensor = a_part("a", note="tensor parallelism")
    tpu = a_part("tpu-v5p", name="TPU v5p")
    assert parse("tp").rank((tpu, tensor)) == [tensor]
    assert parse("tpu").rank((tpu, tensor)) == [tpu]
    assert parse("tens").rank((tpu, tensor)) == [tensor]


def test_of_many_words_one_that_nothing_says_may_be_missing_and_of_two_none() -> None:
    both, one = a_part("a", note="copper cable of 3 m"), a_part("b", note="copper")
    assert parse("copper cable toaster").rank((one, both)) == [both]
    assert parse("copper toaster").rank((one, both)) == []
    assert parse("toaster oven grill").rank((one, both)) == []
    assert parse("copper cable").rank((one, both)) == [both]


def test_alternatives_need_not_all_be_said() -> None:
    a, b, c = (a_part(name, note=text) for name, text in (("a", "ham"), ("b", "egg"), ("c", "tea")))
    assert parse("ham / egg").rank((a, b, c)) == [a, b]
    assert parse("ham egg").rank((a, b, c)) == []


def test_words_of_the_asker_count_only_where_nothing_else_is_asked() -> None:
    a, b = a_part("a", note="ham"), a_part("b", note="an overview of ham")
    assert parse("ham overview").rank((a, b)) == [b, a]
    assert parse("overview").rank((a, b)) == [b]
    assert parse("of").rank((a, b)) == [b]
    assert may_be_missing("9")
    assert not may_be_missing("100")


def test_what_one_word_stands_for_stands_for_it_too() -> None:
    assert "infiniband" in said_as("ib")
    assert "ib" in said_as("infiniband")
    assert said_as("toaster") == ()


def test_tokens_narrow_what_words_find() -> None:
    a, b = a_part("a", note="ham", mass_kg=5), a_part("b", note="ham", mass_kg=50)
    assert parse("ham mass<10").rank((a, b)) == [a]
    assert parse("mass<10").rank((a, b)) == [a]


def test_what_a_search_keeps_of_an_entry_changes_nothing_about_it() -> None:
    one, other = a_part("a", note="ham"), a_part("a", note="ham")
    assert parse("ham").rank([one])
    assert one == other
    assert dict(one) == dict(other)
    assert hash(one) == hash(other)
    assert " egg " in search_text_of(one.evolve(note="egg")).everything
    assert one.model_dump() == other.model_dump()


def test_hits_are_marked_in_names_and_in_texts_where_they_stand() -> None:
    query = parse("h100 1,979 plural overview")
    text = "Plurals: an overview of 1,979 TFLOPS of the H100"
    assert [text[start:end] for start, end in spans(query, text)] == ["Plurals", "1,979", "H100"]
    assert [*name_spans(parse("100 sxm"), "H100 SXM5")] == [(1, 4), (5, 9)]
    assert spans(parse("break-even"), "break even, breakeven") == ((0, 5), (6, 10), (12, 21))
    assert spans(parse("qps"), "35 queries per second") == ((3, 21),)
    assert spans(parse(""), text) == ()


def test_an_excerpt_shows_a_hit_that_the_name_does_not() -> None:
    note = f"{'first words ' * 9}with ham and eggs {'x ' * 99}"
    entry = a_part("toaster", summary="ham", note=note)
    shown = excerpt(parse("toaster ham"), entry)
    assert "with ham and eggs" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 200
    assert excerpt(parse("toaster"), entry) == ""
    assert excerpt(parse("toaster cheese"), entry) == ""


def test_what_is_called_as_typed_comes_first_whatever_begins_so() -> None:
    starts = a_part("infiniband-ndr")
    called = a_part("fabrics", aliases=("InfiniBand",))
    longer = a_part("other", aliases=("InfiniBand cables",))
    assert parse("the infiniband").rank((starts, longer, called))[0] == called
    assert parse("10 InfiniBand").rank((starts, longer, called))[0] == called
    assert parse("8 GPUs").rank((a_part("gpu-1"), a_part("b", aliases=("8 GPUs",))))[0].id == "b"


def test_a_name_typed_whole_finds_what_has_it() -> None:
    """`Vera Rubin NVL72` found the chip called Rubin, `Galaxy VXL UPS 500 kW` one of 1,250 kW."""
    names = [part.name for part in load_shipped().parts]
    assert names.count("Galaxy VXL UPS 500 kW") == 1
    for name in names:
        assert load_shipped().search(name)[0].name == name


def test_a_run_that_lists_a_setting_comes_after_what_is_named_after_it() -> None:
    fields = {"accelerators": 8, "accelerator": "h100-sxm", "model": "m"}
    run = TrainingRun.model_validate({"id": "r", "name": "GPT, TP 8", **fields})
    technique = a_part("t", name="Overhead of tensor parallelism")
    assert [entry.id for entry in parse("TP").rank((run, technique))] == ["t", "r"]
    assert {"tensor-parallelism", "pipeline-parallelism"} <= set(found("TP vs PP")[:4])
    assert found("Llama 3 70B 512 H100")[0] == "survey-llama-3-70b-512-h100"
    long = parse("GPT TP 8 tensor parallelism")
    assert [entry.id for entry in long.rank((technique, run))] == ["r", "t"]
    # What only its texts say counts as in any other entry.
    says = a_part("s", note="tensor parallelism")
    silent = run.evolve(name="GPT", note="tensor parallelism")
    assert [entry.id for entry in parse("TP").rank((silent, says))] == ["r", "s"]
