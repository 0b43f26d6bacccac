"""One section of a report, computed alone, is that of the whole report, with what its rules say.

So tests may ask for it alone (`tests/helpers/sections.py`).
"""

import pytest

from designer.engine.evaluate import evaluate
from tests.helpers.sections import power_report, section_report
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

DRAWN = ("a fabric that cannot be", "dollars", "a core switch less", "PDUs that carry too much")
SECTIONS = {"storage": False, "cost": True}
"""Each with whether it rests on sums over racks."""
RULES = {"storage": {"L07", "L10"}}


@pytest.mark.parametrize("name", DRAWN)
def test_a_section_alone_is_that_of_the_whole_report(name: str) -> None:
    design = DESIGNS[name]()
    whole = evaluate(design, CATALOG)
    for section, sums in SECTIONS.items():
        alone = section_report(design, CATALOG, section, sums=sums)
        assert getattr(alone, section) == getattr(whole, section), section
        # Waivers of what nobody asks fit no finding.
        assert {one.rule for one in alone.checks} <= {"W01"}


@pytest.mark.parametrize("name", DRAWN)
def test_its_rules_say_the_same(name: str) -> None:
    design = DESIGNS[name]()
    whole = evaluate(design, CATALOG).checks
    for section, rules in RULES.items():
        report = section_report(design, CATALOG, section, rules=True, sums=SECTIONS[section])
        alone, said = ([c for c in checks if c.rule in rules] for checks in (report.checks, whole))
        assert [one.key for one in alone] == [one.key for one in said]
    if name == "a fabric that cannot be":
        assert "L10" in {one.rule for one in whole}


@pytest.mark.parametrize("name", [*DRAWN, "upstream, N+1", "two nodes on one feed, and on none"])
def test_of_power_the_same_is_said_with_its_rules(name: str) -> None:
    design = DESIGNS[name]()
    whole, alone = evaluate(design, CATALOG), power_report(design, CATALOG)
    assert (alone.power, alone.racks) == (whole.power, whole.racks)
    said, told = (
        {(one.key, one.severity, one.message) for one in report.checks if one.key[0] == "P"}
        for report in (whole, alone)
    )
    assert told == said
    assert said


def test_a_rule_that_asks_for_what_is_left_out_is_noticed() -> None:
    """Else no finding of it would mean that it found nothing."""
    with pytest.raises(AssertionError):
        section_report(DESIGNS["dollars"](), CATALOG, "floor", rules=True)
