"""Facts of the founding documents that the calculations of workloads now compute, one by one.

Each names the facts it is of, by their keys in `seed_coverage.toml`.
"""

import pytest

from designer.engine.calc import calculate
from designer.engine.calculation import CalcResult

GB = 1e9
GIB = 2.0**30


def calc(subject: str, **given: object) -> CalcResult:
    return calculate(subject, {name: str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("model", "tokens", "gb"),
    [
        # S0-166, S0-167: the first table, which is right.
        ("llama-3-70b", 4096, 1.34), ("llama-3-8b", 4096, 0.537),
        ("llama-3-70b", 131_072, 42.9), ("llama-3-8b", 131_072, 17.2),
        # S0-172 to S0-175: the second table disagrees with the shape (c-043); these are its rows.
        ("llama-3-8b", 32_768, 4.29), ("llama-3-70b", 32_768, 10.7),
        ("llama-3-70b", 1_048_576, 343.6), ("llama-3-8b", 1_048_576, 137.4),
    ],
)  # fmt: skip
def test_cache_of_a_context(model: str, tokens: int, gb: float) -> None:
    assert calc("kv", model=model, tokens=tokens).results["gb"] == pytest.approx(gb, rel=0.01)


def test_cache_is_linear_in_context_batch_and_kv_heads() -> None:
    """S0-176."""
    one = calc("kv", model="llama-3-70b", tokens=1000).results["gb"]
    assert calc("kv", model="llama-3-70b", tokens=2000).results["gb"] == pytest.approx(2 * one)
    batch = calc("kv", model="llama-3-70b", tokens=1000, sequences=7).results["gb"]
    assert batch == pytest.approx(7 * one)
    heads = calc("kv", model="llama-3-70b", tokens=1000, kv_heads=16).results["gb"]
    assert heads == pytest.approx(2 * one)


@pytest.mark.parametrize(
    ("model", "part", "gb"),
    [
        # S0-194 to S0-196: weights, optimizer and gradients in pure BF16.
        ("llama-3-70b", "weights_gib", 140), ("llama-3-8b", "weights_gib", 16),
        ("llama-3-70b", "optimizer_gib", 280), ("llama-3-8b", "optimizer_gib", 32),
        ("llama-3-70b", "gradients_gib", 140), ("llama-3-8b", "gradients_gib", 16),
    ],
)  # fmt: skip
def test_states_of_training(model: str, part: str, gb: float) -> None:
    found = calc("memory", model=model, recipe="pure-bf16").results
    assert found[part] * GIB / GB == pytest.approx(gb, rel=0.02)


@pytest.mark.parametrize(
    ("model", "gb"),
    # S1-080, S1-082 to S1-084: 18 bytes for each parameter; the names round these.
    [("gpt-2-1-5b", 27), ("gpt-3-175b", 3150), ("llama-2-70b", 1260)],
)
def test_eighteen_bytes_for_each_parameter(model: str, gb: float) -> None:
    found = calc("memory", model=model).results
    states = found["weights_gib"] + found["gradients_gib"] + found["optimizer_gib"]
    assert states * GIB / GB == pytest.approx(18 * found["parameters_b"])
    assert states * GIB / GB == pytest.approx(gb, rel=0.05)


@pytest.mark.parametrize(("sharding", "each"), [("zero-1", 5.5), ("zero-2", 3.75), ("zero-3", 2)])
def test_zero_over_eight_gpus(sharding: str, each: float) -> None:
    """S0-096."""
    found = calc(
        "memory", model="llama-3-8b", dp=8, recipe="mixed-precision", sharding=sharding
    ).results
    states = found["weights_gib"] + found["gradients_gib"] + found["optimizer_gib"]
    assert states * GIB / GB / found["parameters_b"] == pytest.approx(each)


def test_weights_are_shared_by_tensor_parallelism() -> None:
    """S2-030: 70 billion parameters over eight GPUs are 17.5 GB each."""
    found = calc("memory", model="llama-3-70b", tp=8, recipe="weights").results
    assert found["weights_gib"] * GIB / GB == pytest.approx(17.5, rel=0.02)


def test_the_bubble_of_a_pipeline() -> None:
    """S0-092, S2-035: eight stages and 32 micro-batches wait 0.179 of their time."""
    found = calc(
        "training", model="llama-3-70b", gpu="h100-sxm", tp=8, pp=8, dp=1, nic_gbps=400,
        global_batch=32,
    ).results  # fmt: skip
    ledger = found["ledger"]
    stages = sum(ledger.values()) - ledger["data_s"] - ledger["optimizer_s"]
    assert ledger["bubble_s"] / stages == pytest.approx(0.179, rel=0.01)


@pytest.mark.parametrize("node", [8, 72])
def test_tensor_parallelism_stays_within_links(node: int) -> None:
    """S0-091, S2-034: inside the NVLink domain; what is larger is split by stages."""
    found = calc(
        "training", model="llama-3-1-405b", gpu="h100-sxm", gpus=8 * 72, node_gpus=node,
        nic_gbps=400, global_batch=576, plan="best",
    )  # fmt: skip
    assert found.inputs["tp"] <= node
    assert found.inputs["tp"] * found.inputs["pp"] > 8


def test_speculation_gains_two_to_three_times() -> None:
    """S0-088: at an acceptance of 0.6 to 0.8, with two to three guesses."""
    low = calc("speculation", acceptance=0.6, guesses=3).results["speedup"]
    high = calc("speculation", acceptance=0.8, guesses=3).results["speedup"]
    assert 2 <= low < high <= 3


def test_ways_to_save_a_checkpoint() -> None:
    """S0-048 to S0-052: what stalls, what is copied, what each rank writes, what is lost."""
    full = calc("storage", parameters_b=70, gpus=64, write_gb_s=100).results
    assert full["full_stall_s"] == pytest.approx(9.8)
    assert full["shard_gb"] == pytest.approx(15.3, rel=0.01)
    stalls = calc("goodput", gpus=16_384, save_s=full["full_stall_s"]).results
    copies = calc("goodput", gpus=16_384, save_s=0.5).results
    assert copies["lost_pct"] < stalls["lost_pct"]
    assert copies["best_interval_s"] < stalls["best_interval_s"]
