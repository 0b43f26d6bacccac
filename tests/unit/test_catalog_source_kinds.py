"""How firm a figure is: a vendor's own page, somebody else's copy of it, a guide, an assumption."""

from typing import get_args

import pytest

from designer.catalog.entry import Price, Provenance, SourceKind
from designer.catalog.fact_words import KIND_WORDS, origin_lines
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.vetting import entry_problems
from designer.model.problem import Problem

KINDS = get_args(SourceKind)


def problems(source: str, kind: str, note: str = "") -> list[Problem]:
    said = Provenance.model_validate(
        {"fields": ("*",), "source": source, "kind": kind, "note": note}
    )
    part = Part(id="a", name="A", kind="node", mass_kg=5, provenance=(said,))
    return list(entry_problems(part, lambda *_: "here"))


def test_every_kind_of_source_has_words_of_its_own():
    assert set(KINDS) == set(KIND_WORDS)
    assert len(set(KIND_WORDS.values())) == len(KINDS)


@pytest.mark.parametrize(
    "words",
    ["data sheet, second-hand through a blog", "TIA-942, as quoted by EPI",
     "product page as compiled in a list", "user guide, in a mirror"],
)  # fmt: skip
def test_a_source_that_names_its_copy_is_not_first_hand(words: str):
    for kind in ("vendor", "reference-design"):
        (found,) = problems(words, kind)
        assert found.severity == "warning"
        assert found.mend == 'write kind = "second-hand"'
        assert words in found.what
        assert problems("Data sheet", kind, note=words)
    for kind in ("second-hand", "guide", "derived", "assumed"):
        assert problems(words, kind) == []
    assert problems("Data sheet; the name is as commonly quoted", "vendor") == []


def test_prices_and_variants_are_held_to_it_too():
    price = Price(amount_cents=1, as_of="2026", source="list, second-hand", kind="vendor")
    part = Part(id="a", name="A", kind="node", prices=(price,))
    assert [p.where for p in entry_problems(part, lambda *at: str(at))] == ["('prices',)"]
    variant = Variant(name="v", value=1, source="paper, as quoted by N. N.", kind="vendor")
    rule = Guideline(id="r", name="R", subject="power", variants=(variant,))
    assert [p.where for p in entry_problems(rule, lambda *at: str(at))] == ["('variants',)"]


def test_no_shipped_entry_counts_a_copy_as_the_original():
    library = shipped_library()
    entries = (*load_shipped().parts, *library.entries("guideline"), *library.entries("conflict"))
    wrong = [
        problem.what
        for entry in entries
        for problem in entry_problems(entry, lambda *_: "here")
        if "second-hand by its words" in problem.what
    ]
    assert wrong == []


def test_the_words_say_that_a_figure_is_second_hand():
    said = Provenance(fields=("*",), source="data sheet, in a mirror", kind="second-hand")
    assert origin_lines(said) == ("Vendor (second-hand): data sheet, in a mirror",)
