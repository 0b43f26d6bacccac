"""What a search looks for where a word is said by nothing, and that it tells so."""

import pytest

from designer.catalog.part import Part
from designer.catalog.search import parse
from designer.catalog.search_hits import excerpt, name_spans
from designer.catalog.search_nearest import look_for
from designer.catalog.spellings import spelt_otherwise


def a_part(part_id: str, **fields: object) -> Part:
    return Part.model_validate({"id": part_id, "name": part_id, "kind": "node", **fields})


SLURM = a_part("slurm")
SWITCH = a_part("qm9700", name="QM9700", summary="InfiniBand")
OTHER = a_part("qm9790", name="QM9790", summary="InfiniBand")
PARTS = (SLURM, SWITCH, OTHER)


@pytest.mark.parametrize(
    ("text", "found", "told"),
    [
        ("slrum", [SLURM], "Nothing says slrum: searched for “slurm”"),
        ("Infinband", [SWITCH, OTHER], "Nothing says Infinband: searched for “infiniband”"),
        ("qm9700 infinband", [SWITCH],
         "Nothing says infinband: searched for “qm9700 infiniband”"),
        ("infini band", [SWITCH, OTHER], "Nothing says band: searched for “infiniband”"),
        ("MQM9700-NS2F", [SWITCH], "Nothing says MQM9700, NS2F: searched for “qm9700”"),
        ("QM9700-slurm", [SWITCH], "Nothing fits QM9700-slurm: searched for “QM9700”"),
        ("slrum gpus>2 powr<2", [], "Left out of the search: no figure is called powr"
         " (did you mean power?)"),
        ("qm9799", [], ""),
        ("slurm", [SLURM], ""),
        ("", list(PARTS), ""),
        ("toaster-oven", [], ""),
        ("xyz", [], ""),
    ],
)  # fmt: skip
def test_what_is_looked_for_instead_is_told(text: str, found: list[Part], told: str) -> None:
    findings = look_for(text, PARTS)
    assert list(findings.entries) == found
    assert findings.told == told


def test_digits_are_never_taken_for_others() -> None:
    assert look_for("qm9791", PARTS).entries == ()
    assert look_for("mqm9790", PARTS).entries == (OTHER,)


def test_two_words_written_as_one_are_found_and_told() -> None:
    tree = a_part("tree", name="Fat tree")
    findings = look_for("fattree", [tree])
    assert findings.entries == (tree,)
    assert findings.told == "Nothing says fattree: searched for “fat tree”"


@pytest.mark.parametrize(
    ("word", "other"),
    [("fibre", "fiber"), ("fiber", "fibre"), ("datacentre", "datacenter"), ("colour", "color"),
     ("behavior", "behaviour"), ("quantization", "quantisation"), ("optimised", "optimized"),
     ("analyse", "analyze"), ("licence", "license"), ("modelling", "modeling"),
     ("labeled", "labelled"), ("grey", "gray"), ("catalog", "catalogue")],
)  # fmt: skip
def test_a_word_is_found_in_either_spelling(word: str, other: str) -> None:
    assert other in spelt_otherwise(word)
    says = a_part("a", note=f"the {other} of it")
    assert parse(word).rank([says]) == [says]


def test_most_words_have_one_spelling() -> None:
    assert spelt_otherwise("toast") == spelt_otherwise("gpu") == spelt_otherwise("h100") == ()


@pytest.mark.parametrize("query", ["415V", "415 V", "415v"])
@pytest.mark.parametrize("name", ["PDU 415 V 60 A", "PDU 415V 60A"])
def test_a_figure_and_its_unit_are_one_word(query: str, name: str) -> None:
    pdu, other = a_part("a", name=name), a_part("b", name="415 mm", note="60 V")
    assert parse(query).rank([other, pdu]) == [pdu]
    ((start, end),) = name_spans(parse(query), name)
    assert name[start:end] in ("415 V", "415V")


def test_nothing_is_found_from_the_end_of_a_text_to_the_start_of_the_next() -> None:
    apart = a_part("a", summary="of power", note="max the toaster", vendor="415", aliases=("V",))
    assert parse("wattage").rank([apart]) == []
    assert parse("415V").rank([apart]) == []


@pytest.mark.parametrize(
    ("query", "fields", "shown"),
    [
        ("tdp", {"power_max_w": 10200.0}, "Power, maximum 10,200 W (10.2 kW)"),
        ("10.2 kW", {"power_max_w": 10200.0}, "Power, maximum 10,200 W (10.2 kW)"),
        ("weight", {"mass_kg": 130.5}, "Mass 130.5 kg"),
        ("nickname", {"aliases": ("a nickname",)}, "a nickname"),
        ("acme", {"vendor": "Acme"}, "Vendor Acme"),
        ("node", {}, "Kind node"),
    ],
)
def test_a_hit_outside_of_the_name_is_shown_by_what_it_is_called(
    query: str, fields: dict[str, object], shown: str
) -> None:
    assert excerpt(parse(query), a_part("a", **fields)) == shown


def test_a_colon_after_what_is_no_figure_stands_in_a_text() -> None:
    run = a_part("r", name="Run:ai")
    assert parse("Run:ai").doubts == ()
    assert parse("Run:ai").rank([SLURM, run]) == [run]
    assert [doubt.piece for doubt in parse("vendr:nvidia").doubts] == ["vendr:nvidia"]
