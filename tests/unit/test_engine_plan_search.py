"""The search for a plan: columns give what single plans give, and what is found is the best."""

import numpy as np
import pytest

from designer.catalog.load import shipped_library
from designer.catalog.records.workloads import Model
from designer.engine.calc import CalcError, calculate
from designer.engine.subjects.workloads import search as searching
from designer.engine.subjects.workloads.hardware import Cluster
from designer.engine.subjects.workloads.memory import RESERVE, allocated_by_each
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.search import (
    Asked,
    grid,
    priced,
    search,
    split_of,
    why_slower,
)
from designer.engine.subjects.workloads.search_words import lost_words, plan_words
from designer.engine.subjects.workloads.shape import Shape, shape_of
from designer.engine.subjects.workloads.training import iteration
from tests.helpers.training_groups import profile

H100 = Cluster(989e12, 3.35e12, 450e9, 50e9, 8)


def shape(name: str) -> Shape:
    model = shipped_library().get("model", name)
    assert isinstance(model, Model)
    return shape_of(model)


def asked(name: str, gpus: int, batch: int = 512, sequence: int = 8192, **other: object) -> Asked:
    given: dict[str, object] = {"memory_gb": 80, "cluster": H100, "stack": "megatron-h100", **other}
    stack = profile(str(given.pop("stack")))
    return Asked(
        shape(name), RECIPES["fp32-gradients"], profile=stack, gpus=gpus, batch=batch,
        sequence=sequence, **given,
    )  # fmt: skip


@pytest.mark.parametrize("again", ["none", "full"])
@pytest.mark.parametrize(
    ("name", "gpus", "stack"),
    [
        ("llama-3-8b", 64, "megatron-h100"),
        ("deepseek-v3", 512, "megatron-h100"),
        ("llama-3-8b", 64, "fsdp-h100"),
    ],
)
def test_columns_give_what_each_plan_gives_by_itself(
    name: str, gpus: int, stack: str, again: str
) -> None:
    wanted = asked(name, gpus, stack=stack)
    plans = grid(wanted).recomputing(again)  # type: ignore[arg-type] # one of its words
    assert len(plans) > 10
    seconds = iteration(wanted.shape, plans, wanted.recipe, H100, wanted.profile).total
    needed = allocated_by_each(wanted.shape, plans, wanted.recipe) * (1 + RESERVE)
    for place in range(0, len(plans), max(1, len(plans) // 97)):
        one = priced(wanted, plans.at(place))
        assert seconds[place] == pytest.approx(one.ledger.total, rel=1e-12)
        assert needed[place] == pytest.approx(one.needed, rel=1e-12)


def test_every_plan_of_the_grid_can_be_told_to_a_stack() -> None:
    wanted = asked("llama-3-1-405b", 1000, batch=96)
    plans = grid(wanted)
    for place in range(len(plans)):
        plan = plans.at(place)
        assert plan.ranks <= 1000
        assert plan.data * plan.micro_batch * plan.passes == 96
        assert wanted.shape.heads % plan.tensor == 0
        assert plan.tensor <= H100.node
        if plan.interleave > 1:
            assert wanted.shape.layers % (plan.pipeline * plan.interleave) == 0
            assert plan.passes % plan.pipeline == 0


def test_nothing_that_fits_is_faster_than_the_best() -> None:
    wanted = asked("llama-3-70b", 64)
    found = search(wanted)
    assert found is not None
    fitting = []
    for again in ("none", "full"):
        plans = grid(wanted).recomputing(again)
        every = [priced(wanted, plans.at(place)) for place in range(len(plans))]
        fitting += [one.ledger.total for one in every if one.needed <= 80e9]
    assert found.best[0].ledger.total == pytest.approx(min(fitting), rel=1e-12)
    assert found.fitting == len(fitting)
    assert found.fits is True
    assert len({split_of(one.plan) for one in found.best}) == len(found.best) == 3
    assert found.nearest is not None
    assert found.nearest.needed > 80e9
    assert found.nearest.ledger.total < found.best[0].ledger.total


def test_where_nothing_fits_the_plan_that_needs_least_is_told() -> None:
    found = search(asked("llama-3-1-405b", 64, batch=64))
    assert found is not None
    assert (found.fits, found.fitting, len(found.best)) == (False, 0, 1)
    assert found.best[0].needed > 80e9


def test_whether_it_fits_is_open_where_the_makers_gb_decide() -> None:
    least = search(asked("llama-3-1-405b", 64, batch=64))
    assert least is not None
    between = least.best[0].needed / 1.03e9
    found = search(asked("llama-3-1-405b", 64, batch=64, memory_gb=between))
    assert found is not None
    assert found.fits is None


def test_no_plan_deals_a_batch_of_one_out_to_copies() -> None:
    found = search(asked("llama-3-8b", 64, batch=1, sequence=2048))
    assert found is not None
    assert {one.plan.data for one in found.best} == {1}
    assert search(asked("llama-3-8b", 0, batch=1)) is None


def test_what_a_plan_lost_by_is_the_part_that_grew_most() -> None:
    wanted = asked("llama-3-70b", 64)
    quick = priced(wanted, Plan(tensor=8, pipeline=2, data=4, sequence=8192, micro_batches=128))
    deep = priced(wanted, Plan(tensor=8, pipeline=8, sequence=8192, micro_batches=8))
    name, more = why_slower(deep.ledger, quick.ledger)
    assert name == "bubble" or more < 0
    again = priced(
        wanted,
        Plan(tensor=8, pipeline=2, data=4, sequence=8192, micro_batches=128, recompute="full"),
    )
    assert why_slower(again.ledger, quick.ledger)[0] == "recompute"
    assert "more is computed again (+" in lost_words(again, quick)
    assert "lacks 12 GB of memory" in lost_words(again, quick, 12.0)
    assert plan_words(again.plan) == "TP 8 · PP 2 · DP 4 · micro-batch 1 · full recompute"


def test_chunks_of_a_pipeline_are_searched() -> None:
    found = search(asked("llama-3-70b", 512, batch=512, sequence=4096))
    assert found is not None
    assert any(one.plan.interleave > 1 for one in found.best)
    assert np.array_equal(np.unique(grid(asked("llama-3-8b", 8)).micro_batch), [1, 2, 4, 8, 16])


def test_the_calculation_shows_the_plan_that_it_found() -> None:
    words = {
        "model": "llama-3-1-405b", "gpu": "h100-sxm", "gpus": "1024", "nic_gbps": "400",
        "global_batch": "1024", "seq": "8192", "plan": "best",
    }  # fmt: skip
    found = calculate("training", words)
    assert found.inputs["tp"] == 8
    assert found.results["fits"] is True
    degrees = ("tp", "pp", "dp", "cp", "micro_batch", "interleave", "recompute")
    given = {name: str(found.inputs[name]) for name in degrees}
    again = calculate("training", {**words, **given, "plan": "given"})
    assert again.results["iteration_s"] == found.results["iteration_s"]
    assert "GB of memory" in str(found.results["lost"])
    assert "plans" in found.note
    with pytest.raises(CalcError, match="give gpus, memory_gb"):
        calculate("training", {name: one for name, one in words.items() if name != "gpus"})
    with pytest.raises(CalcError, match="no plan deals 1024 sequences"):
        calculate("training", {**words, "gpus": "0"})


def test_a_pass_over_the_grid_calls_no_formula_plan_by_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []
    known = searching.iteration
    monkeypatch.setattr(
        searching, "iteration", lambda *given: calls.append(1) or known(*given)
    )  # fmt: skip
    found = search(asked("llama-3-70b", 512))
    assert found is not None
    assert found.tried > 2000
    assert len(calls) <= 2 + len(found.best) + 8
