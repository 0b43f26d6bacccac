"""Pointers into the catalogue as text: what they mean, and what is wrong with one."""

import pytest

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.entry import Price, Provenance
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.pointer import Pointer, parse
from designer.catalog.records.guidance import Guideline, Variant


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("part/h100", Pointer("part", "h100")),
        (" part/h100 ", Pointer("part", "h100")),
        ("part/h100 power_max_w", Pointer("part", "h100", "power_max_w")),
        ("part/h100 power_max_w = 700", Pointer("part", "h100", "power_max_w", "700")),
        ("part/h100 power_max_w=700", Pointer("part", "h100", "power_max_w", "700")),
        ("part/h100 power_max_w = 700 ± 1 %", Pointer("part", "h100", "power_max_w", "700", 1.0)),
        ("part/h100 power_max_w = 700 ± 0.5%", Pointer("part", "h100", "power_max_w", "700", 0.5)),
        ("rule/a variants.AI Infrastructure course.high = 64",
         Pointer("rule", "a", "variants.AI Infrastructure course.high", "64")),
        ('part/h100 name = "H100 SXM"', Pointer("part", "h100", "name", '"H100 SXM"')),
        ("part/h100 = 5", Pointer("part", "h100", "", "5")),
    ],
)  # fmt: skip
def test_what_a_text_means(text: str, pointer: Pointer) -> None:
    assert parse(text) == pointer


@pytest.mark.parametrize("text", ["", "h100", "part/", "Part/h100", "part/h100 = ", "/x"])
def test_what_is_no_pointer(text: str) -> None:
    with pytest.raises(ValueError, match="write table/id field = value ± tolerance %"):
        parse(text)


def price(scope: str, per: str, **cents: int) -> Price:
    return Price.model_validate(
        {"scope": scope, "per": per, "as_of": "2026", "source": "s", "kind": "guide", **cents}
    )


PART = Part(
    id="h100", name="H100 SXM", kind="gpu", power_max_w=700, full_depth=False,
    accelerator=AcceleratorFigures(memory_gb=80),
    prices=(
        price("purchase", "unit", low_cents=2_500_000, high_cents=3_500_000),
        price("purchase", "gpu", amount_cents=2_800_000),
        price("spot", "gpu-hour", amount_cents=212),
    ),
    provenance=(
        Provenance(fields=("*",), source="a", kind="guide", other="367"),
        Provenance(fields=("name",), source="b", kind="guide"),
    ),
)  # fmt: skip
RULE = Guideline(
    id="rule",
    name="Rule",
    subject="memory",
    value=2,
    variants=(Variant(name="A b", value=3, source="s", kind="guide"),),
)
CATALOG = Catalog(
    (PART,), defaults=[PlanningDefault(id="pue", name="P", value=1.3, source="s", kind="guide")]
)
LIBRARY = Library({"guideline": (RULE,)})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("part/h100", ""),
        ("part/h200", "no part 'h200'"),
        ("guideline/rule value = 2", ""),
        ("guideline/rule variants.A b.value = 3", ""),
        ("guideline/rule variants.A c.value = 3", "guideline/rule has no variants.A c.value"),
        ("default/pue value = 1.3", ""),
        ("default/none", "no default 'none'"),
        ("band/none", "no band 'none'"),
        ("part/h100 power_max_w", ""),
        ("part/h100 power_max_w = 700", ""),
        ("part/h100 power_max_w = 7_00", ""),
        ("part/h100 power_max_w = 701", "part/h100 power_max_w is 700.0, not 701"),
        ("part/h100 power_max_w = 707 ± 1 %", ""),
        ("part/h100 power_max_w = 708 ± 1 %", "part/h100 power_max_w is 700.0, not 708"),
        ("part/h100 power_max_w = much", "part/h100 power_max_w is 700.0, not much"),
        ("part/h100 power_idle_w", "part/h100 has no power_idle_w"),
        ("part/h100 summary", "part/h100 has no summary"),
        ("part/h100 accelerator.memory_gb = 80", ""),
        ("part/h100 accelerator.memory_gb = 81",
         "part/h100 accelerator.memory_gb is 80.0, not 81"),
        ("part/h100 accelerator.cores", "part/h100 has no accelerator.cores"),
        ("part/h100 name = sxm", ""),
        ("part/h100 name = 'H100'", ""),
        ("part/h100 name = PCIe", "part/h100 name is H100 SXM, not PCIe"),
        ("part/h100 full_depth = false", ""),
        ("part/h100 full_depth = False", ""),
        ("part/h100 full_depth = true", "part/h100 full_depth is False, not true"),
        ("part/h100 prices = 28000", ""),
        ("part/h100 prices = 25000", ""),
        ("part/h100 prices.purchase = 35000", ""),
        ("part/h100 prices.purchase = 2.12",
         "part/h100 prices.purchase is 25000.0, 35000.0, 28000.0, not 2.12"),
        ("part/h100 prices.purchase.gpu = 28000", ""),
        ("part/h100 prices.purchase.gpu = 25000",
         "part/h100 prices.purchase.gpu is 28000.0, not 25000"),
        ("part/h100 prices.spot = 2.12", ""),
        ("part/h100 prices.spot = 2.13", "part/h100 prices.spot is 2.12, not 2.13"),
        ("part/h100 prices.on-demand", "part/h100 has no prices.on-demand"),
        ("part/h100 other = 367", ""),
        ("part/h100 other = 368", "part/h100 other is 367, not 368"),
        ("guideline/rule other", "guideline/rule has no other"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_pointer(text: str, problem: str) -> None:
    assert parse(text).problem(CATALOG, LIBRARY) == problem
