"""The evaluator of the library's rules: yes, no, and what cannot be said."""

from itertools import product

import pytest

from designer.catalog.predicate import Condition, RuledEntry
from designer.engine.subjects.platform.asking import asked
from designer.engine.subjects.platform.known import (
    Facts,
    Known,
    number,
    span,
    texts,
    version,
    words_of,
)

ENTRY = RuledEntry(id="x", name="X")


def of(facts: Facts, **condition: object) -> str:
    return asked(Condition.model_validate(condition), facts, ENTRY).answer


@pytest.mark.parametrize(
    ("low", "high", "op", "answer"),
    [
        (400, 400, ">=", "yes"), (399, 399, ">=", "no"), (200, 400, ">=", "open"),
        (400, 800, ">=", "yes"), (200, 399, ">=", "no"), (0, float("inf"), ">=", "open"),
        (400, 400, "<", "no"), (399, 399, "<", "yes"), (200, 400, "<", "open"),
        (400, 400, "<=", "yes"), (401, 401, "<=", "no"), (400, 401, "<=", "open"),
        (400, 400, ">", "no"), (401, 402, ">", "yes"), (400, 401, ">", "open"),
        (400, 400, "==", "yes"), (300, 500, "==", "open"), (401, 500, "==", "no"),
        (400, 400, "!=", "no"), (300, 500, "!=", "open"), (401, 500, "!=", "yes"),
    ],
)  # fmt: skip
def test_a_number_with_bounds_is_compared_by_them(
    low: float, high: float, op: str, answer: str
) -> None:
    facts = {"gpus": Known(low=low, high=high)}
    assert of(facts, field="gpus", op=op, value=400.0) == answer


@pytest.mark.parametrize(
    ("have", "op", "asks", "answer"),
    [
        ("550.54.14", ">=", "525.60.13", "yes"), ("525.60.12", ">=", "525.60.13", "no"),
        # A branch may be any of its releases.
        ("525", ">=", "525.60.13", "open"), ("550", ">=", "525.60.13", "yes"),
        ("525", "<", "525.60.13", "open"), ("470", "<", "525.60.13", "yes"),
        ("560.28.03", ">=", "515", "yes"), ("515.43", ">=", "515", "yes"),
        ("515.43", ">", "515", "no"), ("515.43", "<=", "515", "yes"),
        ("515.43", "==", "515", "yes"),
        # Numbers and not letters: 12.10 is after 12.9.
        ("12.10", ">", "12.9", "yes"), ("6.12", ">=", "6.8", "yes"), ("5.15", ">=", "6.8", "no"),
        ("550.00", "==", "550.0", "yes"),
    ],
)  # fmt: skip
def test_versions_are_compared_step_by_step(have: str, op: str, asks: str, answer: str) -> None:
    assert of({"driver": version(have)}, field="driver", op=op, value=asks) == answer


@pytest.mark.parametrize(
    ("have", "whole", "op", "answer"),
    [
        ({"nfs", "lustre"}, True, "has", "yes"), ({"weka"}, True, "has", "no"),
        ({"weka"}, False, "has", "open"), ({"nfs"}, False, "has", "yes"),
        ({"weka"}, True, "lacks", "yes"), ({"weka"}, False, "lacks", "open"),
        ({"nfs"}, False, "lacks", "no"), (set(), True, "has", "no"),
        (set(), False, "within", "open"), (set(), True, "within", "yes"),
        ({"nfs"}, True, "within", "yes"), ({"nfs", "weka"}, False, "within", "no"),
    ],
)  # fmt: skip
def test_a_set_that_may_lack_a_member_says_no_more_than_it_knows(
    have: set[str], whole: bool, op: str, answer: str
) -> None:
    facts = {"file_systems": texts(have, whole=whole)}
    assert of(facts, field="file_systems", op=op, value=("nfs", "beegfs")) == answer


def test_what_nobody_states_is_never_yes_or_no() -> None:
    for op, value in (("==", "slurm"), ("!=", "slurm"), ("in", ("a",)), ("not in", ("a",))):
        assert of({}, field="scheduler", op=op, value=value) == "open"
    for value in (True, False):
        assert of({}, field="sharp", value=value) == "open"
        assert of({}, field="sharp", op="!=", value=value) == "open"
    for op in ("<", "<=", ">", ">=", "==", "!="):
        assert of({}, field="gpus", op=op, value=8.0) == "open"
        assert of({}, field="driver", op=op, value="550") == "open"
        assert of({"driver": version("550.1")}, field="driver", op=op, than="cuda.driver_min") == (
            "open"
        )
    for op in ("has", "lacks", "within"):
        assert of({}, field="file_systems", op=op, value=("nfs",)) == "open"


SAID = {"yes": Known(value=True), "no": Known(value=False)}
NAMES = ("sharp", "lossless", "ready")


@pytest.mark.parametrize("answers", list(product(("yes", "no", "open"), repeat=3)))
def test_joined_conditions_follow_kleene(answers: tuple[str, ...]) -> None:
    facts = {name: SAID[one] for name, one in zip(NAMES, answers, strict=True) if one in SAID}
    leaves = [{"field": name, "value": True} for name in NAMES]
    every = "no" if "no" in answers else "open" if "open" in answers else "yes"
    some = "yes" if "yes" in answers else "open" if "open" in answers else "no"
    assert of(facts, all=leaves) == every
    assert of(facts, any=leaves) == some
    assert of(facts, none=leaves) == {"yes": "no", "no": "yes", "open": "open"}[some]


def test_an_open_answer_names_what_leaves_it_open_and_nothing_else() -> None:
    facts = {"sharp": Known(value=True)}
    leaves = ({"field": "sharp", "value": True}, {"field": "lossless", "value": True})
    assert asked(Condition.model_validate({"all": leaves}), facts, ENTRY).waits == ("lossless",)
    compared = {"field": "driver", "op": ">=", "than": "cuda.driver_min"}
    facts = {"driver": version("550.1")}
    said = asked(Condition.model_validate(compared), facts, ENTRY)
    assert said.waits == ("cuda.driver_min",)
    # A release that is not named leaves it open on the side of the driver.
    facts = {"driver": version("550"), "cuda.driver_min": version("550.1")}
    assert asked(Condition.model_validate(compared), facts, ENTRY).waits == ("driver",)


def test_a_factor_and_another_field_are_held_against() -> None:
    facts = {"fabric.adapter_gbps": number(400), "fabric.port_gbps": number(200)}
    half = {"field": "fabric.port_gbps", "op": ">=", "unit": "Gb/s"}
    assert of(facts, **half, than="fabric.adapter_gbps") == "no"
    assert of(facts, **half, than="fabric.adapter_gbps", times=0.5) == "yes"


def test_values_are_told_in_words() -> None:
    assert words_of({}, "gpus") == "not known"
    assert words_of({"gpus": number(1024)}, "gpus") == "1,024"
    assert words_of({"fabric.gpu_gbps": number(400)}, "fabric.gpu_gbps") == "400 Gb/s"
    assert words_of({"sharp": Known(value=False)}, "sharp") == "no"
    assert words_of({"driver": version("550.54.14")}, "driver") == "550.54.14"
    assert words_of({"file_systems": texts(())}, "file_systems") == "none"
    assert span(10, float("inf"), "kW") == "at least 10 kW"
    assert span(float("-inf"), 12.5, "kW") == "0 to 12.5 kW"
