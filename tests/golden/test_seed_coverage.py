"""Every one of the 700 facts of the founding documents lives somewhere; the file says where.

`seed_coverage.toml` maps the id of a fact to pointers: `part/h100-sxm accelerator.memory_gb = 80`
into the catalogue, `rule/…`, `calc/…`, `subject/…`,
`template/…` into the engine and the reference designs, `derived/table/id name = value` to what the
catalogue computes of an entry and shows, or `later/<subject>` for what a later engine will answer.
"""

import pytest

from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.load import load_shipped, shipped_library
from tests.helpers.founding import DATES
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
    # What training, inference and cost of a workload ask for; the checks that are left are
    # of software, of workloads and of readiness: one later engine, of which a design knows nothing.
    left = {"training": 62, "checks": 57, "inference": 38, "tco": 16}
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


def test_a_pointer_reaches_variants_of_several_words_and_losing_figures():
    cores = "guideline/server-cpu-cores variants.AI Infrastructure course.high"
    assert problem(f"{cores} = 64") == ""
    assert "not 65" in problem(f"{cores} = 65")
    assert problem("part/l40s other = 367") == ""
    assert "not 368" in problem("part/l40s other = 368")
    assert "has no other" in problem("part/epyc-9654 other")


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
