"""GPUs that stay idle because copies must share a batch, and the batch that more of them share."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calc import CalcError, calculate
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.subjects.workloads.writing import way_words
from designer.engine.workload_report import Way, WorkloadReport
from designer.model.design import Design
from designer.model.workload import Workload
from designer.planning.templates import build
from designer.ui.views.workloads.ways_card import title_of, way_rows
from tests.helpers.platform_halls import Hall

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


def test_switches_that_do_not_stand_join_no_nodes() -> None:
    """A fabric's rule alone carries nothing: a run gets what the links of one node join."""
    hall = Hall(count=8, fabric={})
    design, catalog = hall.design(), hall.catalog()
    bare = design.evolve(devices=tuple(one for one in design.devices if not one.fabric))
    one = of(bare, catalog)
    assert one.gpus == 8
    assert one.fits is False
    assert one.verdict.endswith("No network joins more than 8 of 64 GPUs")
    small = of(bare, catalog, model="llama-3-8b", global_batch=64)
    assert small.fits is True
    assert small.verdict.endswith("No network joins more than 8 of 64 GPUs")
    assert "No network" not in of(design, catalog).verdict


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("training", {"model": "mixtral-8x7b", "gpu": "h100-sxm", "dp": "64", "ep": "64",
                      "seq": "4096", "global_batch": "64", "nic_gbps": "400"},
         "8 experts cannot be spread evenly over ep=64"),
        ("memory", {"model": "mixtral-8x7b", "dp": "16", "ep": "16"},
         "8 experts cannot be spread evenly over ep=16"),
        ("memory", {"model": "llama-3-8b", "dp": "2", "ep": "2"},
         "0 experts cannot be spread evenly over ep=2"),
        ("memory", {"model": "llama-3-8b", "cp": "3", "seq": "8192"},
         "seq=8192 cannot be shared evenly by cp=3 GPUs"),
    ],
)  # fmt: skip
def test_a_split_that_cannot_be_is_refused(name: str, asked: dict[str, str], said: str) -> None:
    with pytest.raises(CalcError, match=said):
        calculate(name, asked)


CHAT = Workload(
    id="chat", kind="inference", model="llama-3-8b", precision="fp8", prompt_tokens=1024,
    answer_tokens=512, gpus=24,
)  # fmt: skip


def beside(pod: Design, catalog: Catalog, *others: Workload) -> WorkloadReport:
    every = (RUN, *others)
    return evaluate(pod.evolve(workloads=every), catalog).workloads[0]


def test_what_other_workloads_take_is_not_idle(pod: Design, catalog: Catalog) -> None:
    one = beside(pod, catalog, CHAT)
    assert (one.gpus, one.standing_gpus, one.elsewhere_gpus) == (160, 248, 24)
    assert "64 of 248 GPUs stay idle beside other workloads" in one.verdict
    way = batch(one)
    assert way is not None
    assert way.gpus is not None
    assert one.gpus < way.gpus <= 248 - 24
    assert way.number is not None
    small = beside(pod, catalog, CHAT.evolve(gpus=88))
    assert "idle" not in small.verdict
    assert batch(small) is None
    alone = beside(pod, catalog)
    assert alone.elsewhere_gpus == 0
    assert (batch(alone) or Way(what="")).gpus == 240


def test_a_batch_follows_what_another_workload_leaves(pod: Design, catalog: Catalog) -> None:
    kept = Evaluator(catalog)
    for others in ((), (CHAT,), (CHAT.evolve(gpus=88),), ()):
        design = pod.evolve(workloads=(RUN, *others))
        assert kept.whole(design).workloads == evaluate(design, catalog).workloads


def test_more_gpus_than_others_leave_cannot_be_tried(pod: Design, catalog: Catalog) -> None:
    one = of(pod, catalog).evolve(
        wanted_days=30.0, elsewhere_gpus=64, ways=(Way(what="gpus", number=200.0, alone=True),)
    )
    (row,) = way_rows(one, RUN)
    assert (row.tried, row.why) == (None, "184 left")
    assert "other workloads take 64 of the 248 that stand" in row.tip
    (row,) = way_rows(one.evolve(ways=(Way(what="gpus", number=184.0, alone=True),)), RUN)
    assert row.tried is not None
