"""Code that is planted to be found: what the tests of the rules have in common."""

from tests.helpers import code_rules
from tests.helpers.code_rules import RULES


def name_of(value: str) -> str:
    """Return what a parametrized test is called by: the rule it plants a violation of."""
    return value.replace(" ", "-") if value in RULES else ""


def assert_found_where_marked(rule: str, place: str, text: str) -> None:
    """Plant a text and look whether the rule finds the lines that end in `#!`, and no other."""
    lines = text.splitlines()
    # A comment is itself what is looked for there, and cannot be marked by one.
    marked = [n for n, line in enumerate(lines, 1) if line.endswith("#!")] or [len(lines)]
    found = RULES[rule].broken(code_rules.planted(place, text))
    assert sorted({int(line.split(":")[1]) for line in found}) == marked, found
    assert all(line.startswith(f"{place}:") for line in found)


def assert_nothing_found(rule: str, place: str, text: str) -> None:
    """Plant a text in which the rule must find nothing."""
    assert RULES[rule].broken(code_rules.planted(place, text)) == []
