"""GPUs that stay idle because copies must share a batch, and the batch that more of them share."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.subjects.workloads.writing import way_words
from designer.engine.workload_report import Way, WorkloadReport
from designer.model.design import Design
from designer.model.workload import Workload
from designer.planning.templates import build
from designer.ui.views.workloads.ways_card import title_of, way_rows

RUN = Workload(
    id="train", model="llama-3-70b", tokens=1e12, global_batch=1024, sequence_tokens=8192
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def pod(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


def of(pod: Design, catalog: Catalog, **changed: object) -> WorkloadReport:
    (one,) = evaluate(pod.evolve(workloads=(RUN.evolve(**changed),)), catalog).workloads
    return one


def batch(one: WorkloadReport) -> Way | None:
    return next((way for way in one.ways if way.what == "batch"), None)


def test_idle_gpus_are_told_with_the_batch_that_takes_more(pod: Design, catalog: Catalog) -> None:
    one = of(pod, catalog)
    way = batch(one)
    assert one.gpus == 160
    assert way is not None
    assert way.number == 1026
    assert way.gpus == 240
    assert one.verdict.endswith("88 of 248 GPUs stay idle: a batch of 1,026, not 1,024, takes 240")
    # What is promised is what the report says of that batch.
    then = of(pod, catalog, global_batch=1026)
    assert (then.gpus, then.figure("days")) == (way.gpus, way.figure("days"))
    days = one.figure("days")
    assert then.figure("days").likely < 0.7 * days.likely


def test_where_all_work_nothing_is_said(pod: Design, catalog: Catalog) -> None:
    one = of(pod, catalog, global_batch=992)
    assert one.gpus == 248
    assert batch(one) is None
    assert "idle" not in one.verdict


def test_a_plan_that_is_kept_stays_as_it_is(pod: Design, catalog: Catalog) -> None:
    one = of(pod, catalog, plan="TP 8 PP 4 CP 1 DP 4")
    assert batch(one) is None
    assert one.verdict.endswith("120 of 248 GPUs stay idle")


def test_without_tokens_the_rate_is_told(pod: Design, catalog: Catalog) -> None:
    way = batch(of(pod, catalog, tokens=None))
    assert way is not None
    assert way.days is None
    assert way_words(way).startswith("1,026 sequences on 240 GPUs: ")
    assert way_words(way).endswith(" tokens/s")


def test_the_card_offers_to_try_it(pod: Design, catalog: Catalog) -> None:
    one = of(pod, catalog)
    (row,) = way_rows(one, RUN)
    assert (row.label, row.said) == ("Batch", "1,026, not 1,024")
    assert "on 240 GPUs" in row.tip
    assert row.tried == RUN.evolve(global_batch=1026)
    assert title_of(one, RUN) == "What would use more GPUs"
    wanted = one.evolve(wanted_days=30.0)
    assert title_of(wanted, RUN) == "What would make it 30 days"
    bare = way_rows(one.evolve(ways=(Way(what="batch", number=31.0, rate=1e6),)), RUN)
    assert bare[0].tip == ""
