"""GPUs for a load, speculation, disaggregation, partitions, power limits: published points."""

import pytest

from designer.engine.calc import CalcError, calculate
from designer.engine.calculation import CalcResult


def calc(subject: str, **given: object) -> CalcResult:
    return calculate(subject, {name: str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("acceptance", "guesses", "speed", "operations"),
    [
        # Leviathan et al., arXiv 2211.17192, table 1: c = ĉ = 0.
        (0.6, 2, 1.96, 1.53), (0.7, 3, 2.53, 1.58), (0.8, 2, 2.44, 1.23), (0.8, 5, 3.69, 1.63),
        (0.9, 2, 2.71, 1.11), (0.9, 10, 6.86, 1.60),
    ],
)  # fmt: skip
def test_speculation_is_that_of_the_paper(
    acceptance: float, guesses: int, speed: float, operations: float
) -> None:
    found = calc("speculation", acceptance=acceptance, guesses=guesses).results
    assert found["speedup"] == pytest.approx(speed, abs=0.006)
    assert found["arithmetic"] == pytest.approx(operations, abs=0.006)


def test_a_dear_draft_is_said_to_lose() -> None:
    found = calc("speculation", acceptance=0.3, guesses=4, draft_cost=0.3, tpot_ms=30)
    assert found.results["speedup"] < 1
    assert found.results["tpot_ms"] > 30
    assert "costs more than it saves" in found.note
    assert calc("speculation", acceptance=1, guesses=4).results["tokens_per_step"] == 5
    with pytest.raises(CalcError, match="give 0 to 1"):
        calc("speculation", acceptance=1.5)


def test_disaggregation_gives_the_nodes_of_deepseek() -> None:
    """DeepSeek, open-infra-index, day 6: 226.75 nodes served a day of 608 and 168 billion."""
    day = 86_400
    found = calc(
        "disaggregation", input_tokens_s=608e9 / day, output_tokens_s=168e9 / day,
        prefill_tokens_s=73_700, decode_tokens_s=14_800, cached=0.563, cached_in_rate="yes",
        model="deepseek-v3", kv_dtype="bf16",
    ).results  # fmt: skip
    assert found["nodes"] == pytest.approx(226.75, rel=0.001)
    # 70,272 bytes for each token: DeepSeek, arXiv 2505.09343, table 1.
    assert found["transfer_gb_s"] == pytest.approx(608e9 / day * 70_272 / 1e9)
    less = calc(
        "disaggregation", input_tokens_s=1000, output_tokens_s=100, prefill_tokens_s=1000,
        decode_tokens_s=100, cached=0.5,
    ).results  # fmt: skip
    assert less["nodes"] == pytest.approx(1.5)


def test_a_load_needs_as_many_servers_as_stay_calm() -> None:
    asked = {
        "model": "llama-3-70b", "gpu": "h100-sxm", "dtype": "fp8", "isl": 1024, "osl": 1024,
        "requests_per_s": 20, "token_ms": 30,
    }  # fmt: skip
    found = calc("serving", **asked)
    told = found.results
    assert told["tpot_ms"] <= 30
    assert told["utilisation"] <= 0.8
    assert told["servers"] * told["tp"] == told["gpus"]
    one = calc(
        "inference", model="llama-3-70b", gpu="h100-sxm", dtype="fp8", tp=told["tp"],
        batch=told["batch"],
    ).results  # fmt: skip
    assert one["tpot_ms"] == pytest.approx(told["tpot_ms"])
    # One server fewer is more than 80 % busy.
    assert 20 * 1024 / (one["tokens_per_s"] * (told["servers"] - 1)) > 0.8
    low, high = found.bounds["gpus"]
    assert low < told["gpus"] < (high or 0)
    slower = calc("serving", **{**asked, "token_ms": 60}).results
    assert slower["gpus"] <= told["gpus"]
    with pytest.raises(CalcError, match="within the times"):
        calc("serving", **{**asked, "token_ms": 0.5})


@pytest.mark.parametrize(
    ("needed", "profile", "instances"),
    # NVIDIA MIG User Guide, supported profiles of the A100 40 GB.
    [(5, "a100-40gb-1g-5gb", 7), (20, "a100-40gb-3g-20gb", 2), (40, "a100-40gb-7g-40gb", 1)],
)
def test_the_smallest_partition_that_holds_it(needed: float, profile: str, instances: int) -> None:
    found = calc("mig", gpu="a100-sxm-40gb", memory_gb=needed).results
    assert (found["profile"], found["instances"]) == (profile, instances)


def test_a_model_that_no_partition_holds() -> None:
    found = calc("mig", gpu="a100-sxm-40gb", model="llama-3-70b")
    assert found.results["fits"] is False
    assert "not even" in found.note
    small = calc("mig", gpu="a100-sxm-40gb", model="llama-3-8b").results
    assert small["fits"] is True
    assert small["needed_gb"] == pytest.approx(16.06 + 4096 * 131_072 / 1e9 + 1, rel=0.01)
    with pytest.raises(CalcError, match="no partitions of 'mi300x'"):
        calc("mig", gpu="mi300x", memory_gb=1)


@pytest.mark.parametrize(
    ("watts", "low", "high"), [(700, 0, 0), (600, 5, 8), (500, 15, 25), (400, 30, 50)]
)
def test_power_limits_cost_what_is_published(watts: int, low: float, high: float) -> None:
    """AI/ML Infrastructure (2026-06-18), § Power and thermal limits."""
    found = calc("power-cap", watts=watts)
    assert found.bounds["lost_pct"] == pytest.approx((low, high))


def test_power_limits_between_the_points_and_beyond() -> None:
    found = calc("power-cap", watts=550, gpus=1000)
    assert found.results["lost_pct"] == pytest.approx((6.5 + 20) / 2)
    assert found.results["saved_kw"] == pytest.approx(150)
    assert found.results["work_per_joule"] == pytest.approx((1 - 0.1325) / (550 / 700))
    full = calc("power-cap", watts=700, budget_kw=700).results
    capped = calc("power-cap", watts=600, budget_kw=700).results
    assert (full["gpus_in_budget"], capped["gpus_in_budget"]) == (1000, 1166)
    assert capped["throughput_of_budget"] > full["throughput_of_budget"]
    with pytest.raises(CalcError, match="published for 400 to 700 W"):
        calc("power-cap", watts=300)
