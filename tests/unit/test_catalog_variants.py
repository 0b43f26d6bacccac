"""What a variant of a rule says, it says in its own unit."""

import re

from designer.catalog.load import shipped_library
from designer.catalog.records.guidance import Guideline

UNITS = {
    "kw": "kW", "w": "W", "percent": "%", "days": "days", "weeks": "weeks", "months": "months",
    "flop": "FLOP", "kb": "KB", "volts": "V", "kpa": "kPa", "gbps": "Gb/s",
}  # fmt: skip
"""Units in which names of variants end, as they are written."""


def _rules() -> list[Guideline]:
    return [rule for rule in shipped_library().entries("guideline") if isinstance(rule, Guideline)]


def test_a_name_that_ends_in_a_unit_has_it() -> None:
    wrong = [
        f"{rule.id} {variant.name}: {rule.unit_of(variant)}"
        for rule in _rules()
        for variant in rule.variants
        if (unit := UNITS.get(re.split(r"[\W_]", variant.name)[-1].casefold()))
        and any(figure is not None for figure in (variant.value, variant.low, variant.high))
        and unit.casefold() not in rule.unit_of(variant).casefold()
    ]
    assert wrong == []


def test_no_text_of_a_variant_is_only_a_unit() -> None:
    units = {unit for rule in _rules() for unit in (rule.unit, *map(rule.unit_of, rule.variants))}
    bare = [
        f"{rule.id} {variant.name}"
        for rule in _rules()
        for variant in rule.variants
        if variant.text and variant.text in units
    ]
    assert bare == []


def test_a_figure_far_from_the_rule_is_in_another_unit_or_says_why() -> None:
    """Months are not FLOP: a variant fifty times the rule's figure wants a unit or a text."""
    far = [
        f"{rule.id} {variant.name}: {figure:g} beside {own:g}"
        for rule in _rules()
        if (own := rule.value or rule.low or rule.high)
        for variant in rule.variants
        if (figure := variant.value or variant.low or variant.high)
        and not 0.02 < abs(figure / own) < 50
        and not (variant.unit or variant.text)
    ]
    assert far == []


def test_a_unit_of_its_own_is_another_than_the_rules() -> None:
    same = [
        f"{rule.id} {variant.name}"
        for rule in _rules()
        for variant in rule.variants
        if variant.unit and variant.unit == rule.unit
    ]
    assert same == []
