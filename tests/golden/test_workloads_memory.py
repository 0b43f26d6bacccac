"""Memory of training and of caches, checkpoints and goodput: published figures, each row cited."""

from random import Random

import pytest

from designer.engine.calc import calculate
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.memory import (
    BAND,
    BAND_WITH_EXPERTS,
    GIB,
    stage_memory,
)
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.saving import best_interval, losses
from designer.engine.subjects.workloads.shape import shape_of
from tests.helpers.memory_groups import MEGATRON, dense_memory, sparse_memory
from tests.helpers.training_groups import DEEPSEEK_V2, gpt, known, mean, worst

# Narayanan et al., SC21, table 1: hidden, layers, heads, parameters in billions.
SC21 = [
    (2304, 24, 24, 1.7), (3072, 30, 32, 3.6), (4096, 36, 32, 7.5), (6144, 40, 48, 18.4),
    (8192, 48, 64, 39.1), (12_288, 80, 96, 145.6), (16_384, 96, 128, 310.1),
    (25_600, 128, 160, 1008.0),
]  # fmt: skip


@pytest.mark.parametrize(("hidden", "layers", "heads", "billions"), SC21)
def test_gpt_shapes_give_the_published_parameters(
    hidden: int, layers: int, heads: int, billions: float
) -> None:
    """As printed, to one decimal."""
    assert gpt(hidden, layers, heads).parameters / 1e9 == pytest.approx(
        billions, abs=0.06, rel=1e-3
    )


def test_a_model_with_latent_attention_and_experts_has_the_published_parameters() -> None:
    """DeepSeek-V2, arXiv 2405.04434: 236 billion, 21 of them for a token."""
    whole = shape_of(DEEPSEEK_V2.evolve(layers=60))
    assert whole.parameters / 1e9 == pytest.approx(236, rel=0.005)
    assert whole.active_parameters / 1e9 == pytest.approx(21, rel=0.05)


# Korthikanti et al., figure 1, as kept in calculon-ai/calculon, calculon/llm/validation.py: hidden,
# layers, heads, micro-batch, stages, interleave; GiB of activations without recompute, and with
# sequence parallelism and selective recompute; GiB of parameters and optimizer.
BARS = [
    (6144, 48, 64, 4, 1, 1, 59.25, 9.5625),
    (12_288, 96, 96, 1, 8, 3, 66.84375, 12.3515625),
    (20_480, 105, 128, 1, 35, 3, 114.0234375, 23.076171875),
    (25_600, 128, 160, 1, 64, 1, 131.25, 26.5625),
]
# The same, figure 7: percent of no recompute with sequence parallelism, selective recompute, both,
# and full recompute.
RELATIVE = [
    (6144, 48, 64, 4, 1, 1, (66.84, 49.42, 16.18, 7.64)),
    (12_288, 96, 96, 1, 8, 3, (62.04, 56.53, 18.49, 8.71)),
    (20_480, 105, 128, 1, 35, 3, (58.31, 62.04, 20.27, 9.42)),
    (25_600, 128, 160, 1, 64, 1, (58.31, 62.04, 20.27, 9.42)),
]


def activations(
    bar: tuple[int, ...], recompute: str = "none", *, sequence_parallel: bool = False
) -> float:
    hidden, layers, heads, micro, stages, interleave = bar
    plan = Plan(
        tensor=8, pipeline=stages, interleave=interleave, sequence=2048, micro_batch=micro,
        recompute=recompute, flash=False, dropout=True, sequence_parallel=sequence_parallel,
        sharding="none",
    )  # fmt: skip
    return stage_memory(gpt(hidden, layers, heads), plan, MEGATRON, 0).activations / GIB


@pytest.mark.parametrize("bar", BARS, ids=lambda bar: str(bar[0]))
def test_activation_bars(bar: tuple) -> None:
    assert activations(bar[:6]) == pytest.approx(bar[6], rel=1e-9)
    selective = activations(bar[:6], "selective", sequence_parallel=True)
    assert selective == pytest.approx(bar[7], rel=1e-9)


@pytest.mark.parametrize("bar", RELATIVE, ids=lambda bar: str(bar[0]))
def test_activations_against_no_recompute(bar: tuple) -> None:
    """As printed, 1.2 % at most apart: the figure counts a few small tensors more."""
    shape = bar[:6]
    found = (
        activations(shape, sequence_parallel=True),
        activations(shape, "selective"),
        activations(shape, "selective", sequence_parallel=True),
        activations(shape, "full"),
    )
    whole = activations(shape)
    assert [100 * one / whole for one in found] == pytest.approx(bar[6], rel=0.012)


def test_memory_that_was_allocated_for_dense_models() -> None:
    """Mean error 1.6 %; worst is 405B cp 8 at 32k, 2.9 % low: its buffers are the largest."""
    runs = dense_memory()
    assert mean(runs) <= 0.02
    assert abs(worst(runs).error) <= BAND


def test_memory_is_told_with_what_was_measured_beside_it() -> None:
    for model, wide in (("llama-3-8b", BAND), ("mixtral-8x7b", BAND_WITH_EXPERTS)):
        found = calculate("memory", {"model": model, "dp": "8"})
        for name in ("total_gib", "needed_gib", "needed_gb"):
            value = found.results[name]
            assert found.bounds[name] == pytest.approx((value * (1 - wide), value * (1 + wide)))
    # Weights are counted.
    assert not calculate("memory", {"model": "llama-3-8b", "recipe": "weights"}).bounds


def test_memory_that_was_allocated_for_experts() -> None:
    """Mean error 2.5 %; worst V2 in two stages, 3.9 % high: gradients of all experts at once."""
    runs = sparse_memory()
    assert mean(runs) <= 0.03
    assert abs(worst(runs).error) <= BAND_WITH_EXPERTS


def test_states_by_recipe_and_sharding() -> None:
    """16 and 18 bytes; 6 + 12/d; ZeRO on 8 ranks 5.5, 3.75 and 2 bytes (arXiv 1910.02054)."""
    shape = known("llama-3-70b")

    def each(recipe: str, sharding: str, data: int = 1) -> float:
        plan = Plan(data=data, sharding=sharding)
        found = stage_memory(shape, plan, RECIPES[recipe], 0)
        return (found.weights + found.gradients + found.optimizer) / shape.parameters

    assert each("mixed-precision", "none") == pytest.approx(16)
    assert each("fp32-gradients", "none", 8) == pytest.approx(18)
    assert each("fp32-gradients", "zero-1", 64) == pytest.approx(6 + 12 / 64)
    assert each("pure-bf16", "none") == pytest.approx(8)
    assert each("weights", "none") == pytest.approx(2)
    stages = [each("mixed-precision", f"zero-{n}", 8) for n in (1, 2, 3)]
    assert stages == pytest.approx([5.5, 3.75, 2])


def test_zero_3_as_its_estimator_counts() -> None:
    """DeepSpeed issue 4527: 6,805 M parameters on 4 GPUs, 29.01 "GB" without offload, a GiB.

    It gathers modules (131 M at most), here whole layers (202 M): 1 % more.
    """
    llama = known("llama-2-7b", vocabulary=40_192)
    assert llama.parameters / 1e6 == pytest.approx(6805, abs=1)
    found = stage_memory(llama, Plan(data=4, sharding="zero-3"), MEGATRON, 0)
    states = found.weights + found.gradients + found.optimizer + found.work
    assert states / GIB == pytest.approx(29.01, rel=0.012)


# Bytes of a token, then GiB of 4,096, 32,768 and 131,072 tokens in 16 bits (arXiv 2505.09343,
# table 1; configurations of the models).
CACHES = [
    ("llama-3-8b", 131_072, 0.5, 4.0, 16.0),
    ("llama-3-70b", 327_680, 1.25, 10.0, 40.0),
    ("qwen-2-5-72b", 327_680, 1.25, 10.0, 40.0),
    ("qwen-3-32b", 262_144, 1.0, 8.0, 32.0),
    ("qwen-3-235b-a22b", 192_512, 0.734375, 5.875, 23.5),
    ("llama-3-1-405b", 516_096, 1.96875, 15.75, 63.0),
    ("deepseek-v3", 70_272, 0.26806640625, 2.14453125, 8.578125),
]


@pytest.mark.parametrize("row", CACHES, ids=lambda row: row[0])
def test_caches(row: tuple) -> None:
    name, each, *sizes = row
    shape = known(name)
    assert kv_cache(shape, 1, 2).per_token == each
    found = [kv_cache(shape, tokens, 2).bytes_ / GIB for tokens in (4096, 32_768, 131_072)]
    assert found == pytest.approx(sizes, rel=1e-9)


@pytest.mark.parametrize(
    ("tokens", "gib", "rel"),
    [
        (367_404, 8.23 + 8.23, 0.001),  # SGLang's log in vllm issue 21348: K and V, "GB"
        (178_880, 8.11, 0.012),  # vLLM's log, the same issue: 1.1 % below
    ],
)
def test_caches_that_servers_logged(tokens: int, gib: float, rel: float) -> None:
    """Qwen3-235B in FP8 on four H100, cache in 16 bits, per GPU."""
    shape = known("qwen-3-235b-a22b")
    assert kv_cache(shape, tokens, 2, 4).on_gpu / GIB == pytest.approx(gib, rel=rel)


def test_a_cache_that_was_counted_in_blocks() -> None:
    """transformers pull request 48566: Qwen3-32B, TP 4, 834 thousand tokens are 50.9 GiB a GPU."""
    found = kv_cache(known("qwen-3-32b"), 3258 * 256, 2, 4)
    assert found.on_gpu / GIB == pytest.approx(50.9, rel=0.001)


def test_heads_are_held_again_beyond_their_number_and_a_latent_by_all() -> None:
    grouped, latent = known("llama-3-70b"), known("deepseek-v3")
    shares = [kv_cache(grouped, 100, 2, t).on_gpu / kv_cache(grouped, 100, 2).bytes_
              for t in (1, 2, 8, 16)]  # fmt: skip
    assert shares == [1, 0.5, 0.125, 0.125]
    assert kv_cache(latent, 100, 2, 8).on_gpu == kv_cache(latent, 100, 2).bytes_


def test_layers_with_a_window_keep_no_more_than_it() -> None:
    """gpt-oss-120b: 18 of 36 layers look back on 128 tokens (model card, arXiv 2508.10925)."""
    shape = known("gpt-oss-120b")
    assert kv_cache(shape, 100, 2).bytes_ == 100 * kv_cache(shape, 1, 2).per_token
    half = kv_cache(shape, 131_072, 2).bytes_ / (131_072 * kv_cache(shape, 1, 2).per_token)
    assert half == pytest.approx(0.5 + 0.5 * 128 / 131_072)


@pytest.mark.parametrize(
    ("arguments", "result", "expected", "rel"),
    [
        # MLPerf Storage v2.0, submission guidelines: 105, 912 and 5,290 "GB", which are GiB.
        ("checkpoint model=llama-3-8b", "size_gib", 105, 0.004),
        ("checkpoint model=llama-3-1-405b", "size_gib", 5290, 0.001),
        # BigScience notes on BLOOM: 329 "GB" of weights, 2.3 "TB" in all (GiB and TiB, 2.24).
        ("checkpoint parameters_b=176.247 bytes_per_param=2", "size_gib", 329, 0.003),
        ("checkpoint parameters_b=176.247", "size_gib", 2.3 * 1024, 0.03),
        # NVIDIA blog: 782 GB of the optimizer of 70 billion parameters, GiB at 12 bytes.
        ("checkpoint parameters_b=70 bytes_per_param=12", "size_gib", 782, 0.001),
        # Hugging Face, Llama 3.1: 16, 140 and 810 GB in 16 bits.
        ("checkpoint model=llama-3-8b bytes_per_param=2", "size_gb", 16, 0.004),
        ("checkpoint model=llama-3-70b bytes_per_param=2", "size_gb", 140, 0.01),
        ("checkpoint model=llama-3-1-405b bytes_per_param=2", "size_gb", 810, 0.003),
        # 5.68 TB while training goes on for 474 s, and within 10 s.
        ("checkpoint model=llama-3-1-405b interval_s=474", "write_gb_per_s", 12, 0.002),
        ("checkpoint model=llama-3-1-405b window_s=10", "write_gb_per_s", 568, 0.001),
        # The Llama 3 Herd of Models, 3.3.4: 419 in 54 days on 16,384 GPUs, 3.09 h each.
        ("goodput gpus=16384", "job_mtbf_h", 54 * 24 / 419, 0.001),
        ("goodput gpus=16384", "interval_s", 7.9 * 60, 0.005),
        ("goodput gpus=16384", "lost_pct", 9.6, 0.005),
    ],
)  # fmt: skip
def test_what_is_written_and_lost(arguments: str, result: str, expected: float, rel: float) -> None:
    subject, *words = arguments.split()
    found = calculate(subject, dict(word.split("=") for word in words)).results[result]
    assert found == pytest.approx(expected, rel=rel)


def test_the_70b_of_the_storage_benchmark_has_128_heads() -> None:
    """MLPerf Storage v2.0: 912 "GB"; its table gives 128 heads, so heads of 64."""
    shape = known("llama-3-70b", heads=128, head_dim=64)
    assert 14 * shape.parameters / GIB == pytest.approx(912, rel=0.002)


def test_meta_kept_more_than_90_percent() -> None:
    """The Llama 3 Herd of Models, section 3.3.4: effective training time above 90 %."""
    mean = 54 * 24 * 3600 / 419
    found = losses(10, 600, best_interval(10, mean), mean)
    assert 0.90 < found.goodput < 0.92
    assert found.saving == pytest.approx(found.again, rel=0.06)


@pytest.mark.parametrize(
    ("save_s", "restart_s", "interval_s", "mean_s", "goodput"),
    [
        # By hand from the printed formula, e to five digits: M = 10,000 s, R = 1,000 s, τ = 10,000,
        # δ = 1,000: T/Ts = e^0.1·(e^1.1 − 1) = 1.10517·2.00417 = 2.21495.
        (1000, 1000, 10_000, 10_000, 1 / 2.21495),
        # τ = 3 M: e^0.1·(e^3.1 − 1)/3 = 1.10517·21.19795/3 = 7.80912.
        (1000, 1000, 30_000, 10_000, 1 / 7.80912),
        # R = 3.29 M, δ = 0.055 M, τ = 0.331 M: e^3.29·(e^0.386 − 1)/0.331 = 26.8429·0.47108/0.331.
        (55, 3290, 331, 1000, 0.331 / (26.8429 * 0.47108)),
    ],
)  # fmt: skip
def test_what_is_left_is_dalys_complete_expression(
    save_s: float, restart_s: float, interval_s: float, mean_s: float, goodput: float
) -> None:
    """J. T. Daly, FGCS 22 (2006) 303–312: T = M·e^(R/M)·(e^((τ+δ)/M) − 1)·Ts/τ."""
    found = losses(save_s, restart_s, interval_s, mean_s)
    assert found.goodput == pytest.approx(goodput, rel=1e-4)
    assert found.saving + found.again + found.restart + found.goodput == pytest.approx(1)


@pytest.mark.parametrize(("save_s", "gpus"), [(10, 1024), (10, 16_384), (60, 4096), (5, 65_536)])
def test_to_first_order_it_is_what_is_printed_everywhere(save_s: float, gpus: int) -> None:
    """Near the best interval: (1 − (R + τ/2)/M)/(1 + δ/τ), Kokolis et al., arXiv 2410.21680."""
    mean = 50_677 * 3600 / gpus
    interval = best_interval(save_s, mean)
    first = (1 - (120 + interval / 2) / mean) / (1 + save_s / interval)
    found = losses(save_s, 120, interval, mean)
    assert found.goodput == pytest.approx(first, rel=0.01)
    for name, share in (("saving", save_s / interval), ("again", interval / 2 / mean)):
        assert getattr(found, name) == pytest.approx(share, rel=0.2), name


def test_parts_of_what_is_lost_are_counted_by_chance() -> None:
    """The same by trying: failures at random, each strikes a segment, a save or a restart."""
    chance, mean, save, restart, interval = Random(7), 1000.0, 80.0, 300.0, 900.0
    spent = dict.fromkeys(("saving", "again", "restart", "goodput"), 0.0)
    for _ in range(20_000):
        while (fails := chance.expovariate(1 / mean)) < interval + save:
            spent["again"] += fails
            while (fails := chance.expovariate(1 / mean)) < restart:
                spent["restart"] += fails
            spent["restart"] += restart
        spent["saving"] += save
        spent["goodput"] += interval
    found, whole = losses(save, restart, interval, mean), sum(spent.values())
    for name, time_s in spent.items():
        assert getattr(found, name) == pytest.approx(time_s / whole, rel=0.02), name


def test_no_interval_loses_less_than_the_best_one() -> None:
    for save, mean_s in ((10.0, 1e5), (1e4, 1e4), (1e6, 1e4)):
        best = best_interval(save, mean_s)
        assert best <= mean_s
        least = max(losses(save, 0, mean_s * at / 1000, mean_s).goodput for at in range(1, 5000))
        assert losses(save, 0, best, mean_s).goodput >= 0.95 * least
