"""Every one of the 700 facts of the founding documents lives somewhere; the file says where.

`seed_coverage.toml` maps the id of a fact to pointers: `part/h100-sxm accelerator.memory_gb = 80`
into the catalogue, `rule/…`, `calc/…`, `subject/…`,
`template/…` into the engine and the reference designs, `derived/table/id name = value` to what the
catalogue computes of an entry and shows, `answer/calculation inputs : figure = value` to what the
engine answers, `predicate/table/id` to the rules that an entry of the library carries, or
`later/<subject>` for what a later engine will answer.
"""

import pytest

from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.load import load_shipped, shipped_library
from tests.helpers.founding import DATES
from tests.helpers.platform_cases import CASES
from tests.helpers.pointer_problems import problem
from tests.helpers.seed_coverage import coverage, destinations, owed

COUNTS = {"S0": 277, "S1": 154, "S2": 88, "S3": 122, "S4": 59}
"""Facts in each of the five founding documents."""


def test_every_fact_is_mapped_once():
    wanted = {f"{doc}-{n:03}" for doc, last in COUNTS.items() for n in range(1, last + 1)}
    assert set(coverage()) == wanted
    assert [key for key, places in coverage().items() if not places] == []


@pytest.mark.parametrize("document", COUNTS)
def test_every_pointer_resolves(document: str):
    wrong = [
        f"{key}: {said}"
        for key, places in coverage().items()
        if key.startswith(document)
        for place in places
        if (said := problem(place))
    ]
    assert wrong == []


def test_every_fact_lives_in_the_program_now():
    """The count by destination is printed at the end of a run, with what engines still owe."""
    counted = destinations()
    assert sum(counted.values()) == 700
    assert counted["later"] == 0
    left: dict[str, int] = {}
    assert dict(owed()) == left


def test_a_pointer_with_another_value_is_refused():
    assert problem("part/dgx-h100 gpus = 8") == ""
    assert "not 9" in problem("part/dgx-h100 gpus = 9")
    assert "has no" in problem("part/dgx-h100 wings")
    assert "no part" in problem("part/dgx-h1000")
    assert "no rule" in problem("rule/nothing_burns")
    largest = "derived/part/h100-sxm Largest model at FP16"
    assert problem(f"{largest} = 34") == ""
    assert "is 34.0, not 35" in problem(f"{largest} = 35")
    assert "computes no 'Smallest model'" in problem("derived/part/h100-sxm Smallest model = 1")
    assert problem("derived/part/h1000 Largest model at FP16 = 34") == "no part/h1000"
    assert problem("derived/model/none Weights at FP16 = 1") == "no model/none"


def test_a_pointer_to_rules_names_an_entry_with_rules_of_which_each_can_fail():
    assert problem("predicate/guideline/lustre-client-match") == ""
    assert "carries no rule" in problem("predicate/guideline/server-cpu-cores")
    assert "carries no rule" in problem("predicate/guideline/nothing")


def test_a_fact_that_a_rule_computes_with_stands_behind_a_hall_in_which_it_fails():
    lost = [
        f"{key}: {place}"
        for key, places in coverage().items()
        for place in places
        if place.startswith("predicate/")
        and not any(
            key in case.facts.split()
            and case.key.partition(".")[0] == place.removeprefix("predicate/")
            for case in CASES
        )
    ]
    assert lost == []


def test_a_pointer_reaches_variants_of_several_words_and_losing_figures():
    cores = "guideline/server-cpu-cores variants.AI Infrastructure course.high"
    assert problem(f"{cores} = 64") == ""
    assert "not 65" in problem(f"{cores} = 65")
    assert problem("part/l40s other = 367") == ""
    assert "not 368" in problem("part/l40s other = 368")
    assert "has no other" in problem("part/epyc-9654 other")


CACHE = "answer/kv model=llama-3-70b tokens=4096"
TWICE = "answer/kv model=llama-3-70b tokens=4096 | sequences=1 > sequences=2"
SPEED = "answer/inference model=llama-3-8b gpu=h100-sxm batch=1 isl=1024 osl=1000"


@pytest.mark.parametrize(
    "right",
    [
        f"{CACHE} : gb = 1.34",
        f"{CACHE} : gib = 1.34 GB",
        f"{CACHE} : gb = 1.3 ± 5 %",
        f"{CACHE} : gib = 1.34 GB printed 2 conflict/c-043",
        f"{SPEED} : ttft_min_ms = 0.0272 s holds 30",
        f"{CACHE} : gb = 1.34 printed 2 conflict/c-043",
        f"{CACHE} : kv_heads = 8",
        f"{TWICE} : gb × 2",
        f"{SPEED} : tokens_per_s = 136 holds 120",
        f"{SPEED} : tokens_per_s = 136 printed 800 conflict/c-050",
        f"{SPEED} : step.weights_ms = 5.60",
        "answer/kv model=llama-3-70b tokens=4096 tp=3 : gb = 1.34",
        "answer/memory model=llama-3-70b gpu=h100-sxm : fits = false",
        "answer/kv model=none tokens=1 : refuses there is no model 'none'",
        "answer/all-reduce parameters_b=10 bytes_per_parameter=4 ranks=4 rate_gbps=256 : "
        "seconds = 1.875 printed 10 as 'tens of seconds' conflict/c-029",
    ],
)
def test_the_engine_answers(right: str):
    assert problem(right) == ""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (f"{CACHE} : gb = 1.35", "is 1.34218 GB, not 1.35"),
        (f"{CACHE} : gb = 1", "is 1.34218 GB, not 1"),
        (f"{CACHE} : gib = 1.34", "is 1.25 GiB, not 1.34"),
        (f"{CACHE} : gib = 1.34 s", "is in GiB, not in s"),
        (f"{CACHE} : kb = 1", "has no kb"),
        (f"{CACHE} : gb.all = 1", "gb of kv has no all"),
        (f"{CACHE} : note = 3", "has no note"),
        (f"{CACHE} : gb = 1.34 printed 1.34 conflict/c-043", "agrees with the printed 1.34"),
        (f"{CACHE} : gb = 1.34 printed 3 conflict/c-043", "c-043 does not claim 3"),
        # A date is no figure of a claim, nor is a hundredth of what is no percentage.
        (f"{CACHE} : gb = 1.34 printed 2026 conflict/c-043", "c-043 does not claim 2026"),
        (f"{CACHE} : gb = 1.34 printed 0.6 conflict/c-043", "c-043 does not claim 0.6"),
        (f"{CACHE} : gb = 1.34 printed 3", "which entry says that 3 is wrong?"),
        (f"{CACHE} : gb = 1.34 printed 3 conflict/c-999", "no conflict 'c-999'"),
        (f"{CACHE} : gb = 1.34 printed 3 as 'three' conflict/c-043", "does not claim 'three'"),
        (f"{CACHE} : gb = 1.34 holds 1.34", "holds is for an answer with bounds"),
        (f"{SPEED} : ttft_min_ms = 0.0272 s holds 0.02", "holds 0.0217807 to inf, not 0.02"),
        (f"{CACHE} : gb × 2", "asks for nothing"),
        (f"{CACHE} : refuses leave no memory", "kv does not refuse"),
        (f"{TWICE} : gb = 2", "asks for nothing"),
        (f"{TWICE} : gb × 2.1", "is 2, not 2.1"),
        (f"{SPEED} : tokens_per_s = 136 holds 800", "holds 108.798 to 169.996, not 800"),
        (f"{SPEED} : tokens_per_s = 136 printed 120 conflict/c-050", "agrees with the printed"),
        ("answer/kv model=none tokens=1 : gb = 1", "there is no model 'none'"),
        ("answer/memory model=llama-3-70b gpu=h100-sxm : fits = true", "is False, not true"),
        ("answer/kvs tokens=1 : gb = 1", "no calculation 'kvs'"),
        ("answer/kv tokens=1", "is no question to the engine"),
    ],
)
def test_what_the_engine_does_not_answer_is_refused(wrong: str, said: str):
    assert said in problem(wrong)


def test_a_price_carries_the_date_of_its_document():
    library = shipped_library()
    entries = (
        *load_shipped().parts,
        *(entry for table in LIBRARY_TABLES for entry in library.entries(table)),
    )
    told = [
        (entry.id, price.as_of, as_of)
        for entry in entries
        for price in entry.prices
        for document, as_of in DATES.items()
        if price.source.startswith(document)
    ]
    assert len(told) > 60
    assert [case for case in told if case[1] != case[2]] == []
