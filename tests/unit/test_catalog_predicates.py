"""Rules of the library as data: what is wrong with one is said when its file is read."""

import pytest

from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.load import shipped_library
from designer.catalog.predicate import Condition, RuledEntry
from designer.catalog.reading import Reading
from designer.catalog.rule_fields import OPERATORS, RULE_FIELDS
from designer.catalog.vocabulary import text_names
from designer.engine.subjects.platform.answers import carried, rests_on
from designer.model.platform import LABELS, Platform
from tests.helpers.rule_levels import BY_HAND, OPEN

ENTRY = """
[[guideline]]
id = "x"
name = "X"
subject = "fabric"
statement = "words"
low = 400
provenance = [{{ fields = ["*"], source = "somebody", kind = "guide" }}]
rules = [{rule}]
"""
GOOD = 'topic = "network", severity = "info", text = "{gpus} GPUs: {figure}"'
TOPICS = {"software": "S01", "accelerators": "S02", "network": "S03", "storage": "S04",
          "workloads": "S05", "readiness": "S06"}  # fmt: skip


def said(needs: str, rest: str = GOOD) -> list[str]:
    """Return what is wrong with a rule that needs this."""
    reading = Reading(dict(LIBRARY_TABLES))
    reading.read_text(ENTRY.format(rule=f"{{ {rest}, needs = {{ {needs} }} }}"), "x.toml")
    assert all("\n" not in problem.line() for problem in reading.problems)
    assert bool(reading.problems) != bool(reading.records["guideline"])
    return [problem.what for problem in reading.problems]


def test_a_rule_that_can_be_asked_is_read() -> None:
    assert said('field = "gpus", op = ">=", value = 1000') == []
    assert said('field = "fabric.gpu_gbps", op = ">=", figure = "low", unit = "Gb/s"') == []
    assert said('field = "cuda.driver_min", op = "<=", than = "driver"') == []


@pytest.mark.parametrize(
    ("needs", "words"),
    [
        ('field = "wings", value = 2', "no design has 'wings'"),
        ('field = "gpus", op = "has", value = 2', "gpus cannot be asked 'has'"),
        ('field = "gpus", op = "~", value = 2', "gpus cannot be asked '~'"),
        ('field = "rack.kw", op = "<", value = 2', "rack.kw is asked without a unit"),
        ('field = "rack.kw", op = "<", value = 2, unit = "W"', "asked in 'W': give unit = 'kW'"),
        ('field = "gpus", op = "<", value = 2, unit = "GPUs"', "give no unit"),
        ('field = "gpus", op = "<", value = "two"', "it cannot be held against 'two'"),
        ('field = "gpus", op = "<", value = true', "it cannot be held against True"),
        ('field = "sharp", value = 1.5', "it cannot be held against 1.5"),
        ('field = "driver", op = ">=", value = "new"', "it cannot be held against 'new'"),
        ('field = "file_systems", op = "has", value = "nfs"', "held against 'nfs'"),
        ('field = "gpus", op = "<"', "one of value, figure, than"),
        ('field = "gpus", op = "<", value = 2, figure = "low"', "one of value, figure, than"),
        ('field = "gpus", op = "<", figure = "high"', "held against 'high': no such figure"),
        ('field = "gpus", op = "<", figure = "statement"', "no such figure"),
        ('field = "gpus", op = "<", than = "rack.kw"', "another kind or unit"),
        ('field = "gpus", op = "<", than = "wings"', "another kind or unit"),
        ('field = "gpus", all = [{ field = "gpus", value = 1 }]', "all stands alone"),
        ('any = [{ field = "wings", value = 2 }]', "no design has 'wings'"),
        ('any = []', "no design has ''"),
        ('field = "gpus", value = inf', "finite number"),
        ('field = "gpus", value = nan', "finite number"),
        ('field = "gpus", value = { a = 1 }', "finite number"),
        ('field = "gpus", value = [1, 2]', "a list of texts"),
        ('field = "gpus", value = 1999999999999999999', "a number that anything can be"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_asked_gets_one_clear_line(needs: str, words: str) -> None:
    (problem,) = said(needs)
    assert words in problem


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('topic = "network", severity = "info", text = "{wings}"', "text tells 'wings'"),
        ('topic = "network", severity = "info", text = ""', "says what is wrong"),
        ('topic = "network", severity = "loud", text = "x"', "severity"),
        ('topic = "birds", severity = "info", text = "x"', "topic"),
        ('topic = "network", severity = "info", text = "x", code = "exit()"', "code"),
        ('topic = "network", severity = "info", text = "x", remedy = "{y}"', "remedy tells 'y'"),
    ],
)
def test_words_and_places_of_a_rule_are_looked_at(rest: str, words: str) -> None:
    (problem,) = said('field = "gpus", value = 1', rest)
    assert words in problem


def test_two_rules_of_one_entry_have_names_of_their_own() -> None:
    twice = f'{{ {GOOD}, needs = {{ field = "gpus", value = 1 }} }}'
    reading = Reading(dict(LIBRARY_TABLES))
    reading.read_text(ENTRY.format(rule=f"{twice}, {twice}"), "x.toml")
    (problem,) = reading.problems
    assert "two are called ''" in problem.what


@pytest.mark.parametrize("depth", [7, 12, 200])
def test_a_rule_that_nests_without_end_is_refused(depth: int) -> None:
    asked = 'field = "gpus", value = 1'
    for _ in range(depth):
        asked = f"all = [{{ {asked} }}]"
    problems = said(asked)
    assert problems
    assert all("nested" in problem for problem in problems)


def test_every_shipped_rule_says_who_says_so() -> None:
    rules = carried(shipped_library())
    assert rules
    for one in rules:
        assert rests_on(one), one.key
        assert one.rule.text[-1] not in ".!", one.key


def test_severities_of_the_library_are_those_that_the_guide_names() -> None:
    for topic, code in TOPICS.items():
        levels = {
            one.rule.severity for one in carried(shipped_library()) if one.rule.topic == topic
        }
        assert levels - {"note"} <= BY_HAND[code] - {OPEN}, topic


def test_every_choice_has_a_label_and_every_field_an_operator() -> None:
    assert set(LABELS) == set(Platform.model_fields) - {"note"}
    assert {field.choice for field in RULE_FIELDS.values()} - {""} <= set(LABELS)
    assert all(OPERATORS[field.kind] for field in RULE_FIELDS.values())


def test_a_condition_names_all_fields_that_it_asks() -> None:
    asked = Condition(
        any=(
            Condition(field="gpus", op="<", value=8.0),
            Condition(none=(Condition(field="driver", op="<", than="cuda.driver_min"),)),
        )
    )
    assert list(asked.fields()) == ["gpus", "driver", "cuda.driver_min"]
    assert issubclass(LIBRARY_TABLES["guideline"], RuledEntry)


def test_rules_are_no_words_of_a_search_and_no_facts_of_an_entry() -> None:
    assert not any(name.startswith("rules") for name in text_names())
    entry = shipped_library().get("guideline", "network-1000-gpus")
    assert isinstance(entry, RuledEntry)
    assert entry.rules
    assert not any(name.startswith("rules") for name in entry.facts())
