"""Calculations of training and serving: what is asked for, refused, and left open."""

import pytest

from designer.catalog.records.workloads import Model
from designer.engine.calc import CalcError, calculate
from designer.engine.calculation import CalcResult
from designer.engine.subjects.workloads.memory import stage_memory, training_memory
from designer.engine.subjects.workloads.plan import RECIPES, Plan, layers_of_stage
from designer.engine.subjects.workloads.saving import losses
from designer.engine.subjects.workloads.shape import Shape, shape_of
from tests.helpers.engine_designs import small_catalog


def calc(words: str) -> CalcResult:
    subject, *given = words.split()
    return calculate(subject, dict(word.split("=") for word in given))


def shape(**changed: object) -> Shape:
    given = {
        "id": "x", "name": "X", "architecture": "decoder", "attention": "gqa", "layers": 10,
        "hidden": 1024, "heads": 8, "kv_heads": 2, "head_dim": 128, "ffn": 4096, "gated": True,
        "vocabulary": 32_000, "positions": "rotary", "tied_embeddings": False,
    }  # fmt: skip
    return shape_of(Model(**{**given, **changed}))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("memory model=llama-3-1-40b", "did you mean llama-3-1-405b?"),
        ("memory model=resnet-50", "is no decoder of transformer layers but cnn"),
        ("memory model=gpt-4-estimate", "of a kind that nobody states"),
        ("memory layers=3", "or all of layers, hidden, heads, ffn, vocab"),
        ("memory layers=3 hidden=100 heads=3 ffn=1 vocab=1", "give head_dim"),
        ("memory model=llama-3-8b pp=64", "64 stages for 32 layers"),
        ("memory model=llama-3-8b dp=4 micro_batch=2 global_batch=12", "no multiple of dp × micro"),
        ("memory model=llama-3-8b interleave=2", "more than one stage"),
        ("memory model=llama-3-8b ep=3", "spread over 1 ranks"),
        ("memory model=llama-3-8b gpu=h10-sxm", "did you mean h100-sxm?"),
        ("memory model=llama-3-8b tp=0", "give a whole number from 1"),
        ("memory model=llama-3-8b recompute=some", "choose none, selective, full"),
        ("kv model=llama-3-8b", "kv needs tokens"),
        ("checkpoint", "needs a model or parameters_b"),
        ("checkpoint model=llama-3-8b window_s=20 interval_s=10", "longer than interval_s"),
        ("goodput gpus=0", "1 GPU or more"),
        ("goodput gpus=8 save_s=0", "above 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(words: str, said: str) -> None:
    with pytest.raises(CalcError) as caught:
        calc(words)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_shape_by_hand_is_that_of_the_catalogue() -> None:
    given = "layers=32 hidden=4096 heads=32 kv_heads=8 ffn=14336 vocab=128256 gated=yes"
    by_hand, known = calc(f"memory {given} tp=2"), calc("memory model=llama-3-8b tp=2")
    assert by_hand.results == known.results
    assert by_hand.inputs["head_dim"] == known.inputs["head_dim"] == 128
    fewer = calc("memory model=llama-3-8b layers=16").results
    assert fewer["weights_gib"] < known.results["weights_gib"] * 2


def test_whether_it_fits_is_open_between_the_two_readings_of_a_gb() -> None:
    """80 GB are 74.5 GiB or 80: what needs 76 may fit."""
    base = "memory model=llama-3-8b tp=2 dp=8 gpu=h100-sxm"
    sizes = {}
    for micro in range(1, 40):
        found = calc(f"{base} micro_batch={micro}")
        sizes[found.results["fits"]] = found
        assert found.bounds["gpu_memory_gib"] == pytest.approx((74.5, 80), abs=0.01)
    assert set(sizes) == {True, None, False}
    assert "decides whether it fits" in sizes[None].note
    assert sizes[True].results["needed_gib"] < 74.51 < sizes[None].results["needed_gib"]


def test_the_reserve_stands_apart() -> None:
    found = calc("memory model=llama-3-8b reserve=0.2").results
    parts = ("weights", "gradients", "optimizer", "activations", "logits", "work")
    assert found["total_gib"] == pytest.approx(sum(found[f"{one}_gib"] for one in parts))
    assert found["reserve_gib"] == pytest.approx(0.2 * found["total_gib"])
    assert found["needed_gib"] == pytest.approx(1.2 * found["total_gib"])
    assert found["needed_gb"] == pytest.approx(found["needed_gib"] * 1.073741824)


def test_a_gpu_that_states_no_memory_is_refused() -> None:
    catalog = small_catalog()
    blank = next(p for p in catalog.parts if p.accelerator is None)
    with pytest.raises(CalcError, match="there is no GPU"):
        calculate("memory", {"model": "llama-3-8b", "gpu": blank.id}, catalog)


def test_stages_share_the_layers_and_the_first_hold_more() -> None:
    spans = [layers_of_stage(10, 4, stage) for stage in range(4)]
    assert spans == [(0, 3), (3, 6), (6, 8), (8, 10)]
    assert layers_of_stage(7, 1, 0) == (0, 7)


def test_the_fullest_stage_is_no_emptier_than_any() -> None:
    recipe = RECIPES["fp32-gradients"]
    sparse = shape(
        architecture="moe-decoder", experts=16, experts_active=2, experts_shared=1,
        expert_ffn=1024, dense_layers=3, layers=12,
    )  # fmt: skip
    for one in (shape(layers=12), sparse):
        for stages in (1, 2, 3, 6):
            for length in (128, 8192):
                plan = Plan(pipeline=stages, data=2, sequence=length, micro_batches=8)
                every = [stage_memory(one, plan, recipe, s).allocated for s in range(stages)]
                assert training_memory(one, plan, recipe).allocated == max(every)


def test_parameters_of_stages_add_up() -> None:
    """A tied table is held by the first and by the last stage."""
    recipe = RECIPES["weights"]
    for tied in (False, True):
        one = shape(tied_embeddings=tied)
        stages = [stage_memory(one, Plan(pipeline=4), recipe, s).parameters for s in range(4)]
        assert sum(stages) == one.parameters + tied * one.table
        assert stage_memory(one, Plan(), recipe, 0).parameters == one.parameters


def test_more_of_a_plan_never_takes_more() -> None:
    recipe, one = RECIPES["fp32-gradients"], shape()

    def size(**plan: object) -> float:
        return training_memory(
            one, Plan(**{"data": 2, "micro_batches": 8, **plan}), recipe
        ).allocated

    assert size(tensor=2) < size()
    assert size(data=4) < size()
    assert size(context=2, sequence=8192) < size(sequence=8192)
    assert size(recompute="full") < size(recompute="none")
    assert size(recompute="selective", flash=False) < size(flash=False)
    assert size(sharding="zero-2") < size(sharding="zero-1") < size(sharding="none")
    assert size(flash=True) < size(flash=False) < size(flash=False, dropout=True)
    assert size(tensor=2) < size(tensor=2, sequence_parallel=False)
    assert size(pipeline=2, interleave=5) > size(pipeline=2)


def test_a_job_that_fails_before_it_can_save_gets_nowhere() -> None:
    assert losses(10, 600, 100, 500).goodput == 0
    found = calc("goodput gpus=1000000000 restart_s=3600")
    assert found.results["goodput_pct"] == 0
    assert "gets nowhere" in found.note
    with pytest.raises(ValueError, match="above 0"):
        losses(10, 600, 0, 500)


def test_the_best_interval_loses_least() -> None:
    best = float(calc("goodput gpus=1024 save_s=30").results["interval_s"])
    lost = [calc(f"goodput gpus=1024 save_s=30 interval_s={best * k}").results["lost_pct"]
            for k in (0.5, 0.9, 1, 1.1, 2)]  # fmt: skip
    assert min(lost) == lost[2]


def test_a_restart_reads_for_every_copy_that_reads() -> None:
    found = calc("checkpoint parameters_b=100 read_gb_s=100 readers=4 window_s=10 interval_s=100")
    assert found.results["read_s"] == pytest.approx(1400 * 4 / 100)
    assert found.results["of_interval_pct"] == 10
