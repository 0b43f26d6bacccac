"""Batches and pages, APIs of others, servers that sleep."""

import numpy as np
import pytest

from designer.engine.calc import calculate
from designer.engine.calculation import CalcError, CalcResult


def calc(subject: str, **given: object) -> CalcResult:
    return calculate(subject, {name: str(value) for name, value in given.items()})


SHAREGPT = {"isl": 161, "osl": 338, "longest_osl": 1887}
"""Kwon et al., arXiv 2309.06180, figure 11: mean tokens of ShareGPT; 2,048 are reserved."""
OPT_13B_ON_A100 = {
    "layers": 40, "hidden": 5120, "heads": 40, "ffn": 20_480, "vocab": 50_272, "gated": "no",
    "tflops": 312, "memory_gb_s": 1555, "memory_gb": 46.7, "profile": "vllm-hopper",
}  # fmt: skip
"""The same, table 1: 26 GB of parameters, 12 GB of cache on an A100 of 40 GB. As the profile keeps
more aside than they did, the memory is set to leave these 12 GB."""


def test_pages_hold_what_was_reserved_in_vain() -> None:
    """The same, figures 2 and 13a: 20.4 % of a cache reserved for 2,048 tokens each is used.

    7.00 requests at a time are answered so, 30.42 with pages, of which more than 96 % are used;
    section 6.2: 2.7 to 8 times the rate of requests.
    """
    found = calc("batching", **OPT_13B_ON_A100, **SHAREGPT).results
    assert found["reserved_batch"] == 7
    assert 30.42 <= found["paged_batch"] < 1.6 * 30.42
    assert 1 - found["reserved_waste"] == pytest.approx(0.204, abs=0.05)
    assert found["paged_waste"] < 0.04
    assert 2.7 < found["gain_paged"] < 8
    assert found["gain"] == pytest.approx(found["gain_paged"] * found["gain_continuous"])


def test_answers_of_one_length_gain_nothing_by_joining() -> None:
    same = calc("batching", model="llama-3-8b", gpu="h100-sxm").results
    assert same["gain_continuous"] == pytest.approx(1)
    assert same["reserved_waste"] == pytest.approx(0.25)
    mixed = calc("batching", model="llama-3-8b", gpu="h100-sxm", osl=512, longest_osl=1024).results
    assert mixed["gain_continuous"] > 1.5


def test_pages_lead_to_what_calc_inference_says() -> None:
    asked = {"model": "llama-3-70b", "gpu": "h100-sxm", "tp": 4, "isl": 512, "osl": 256}
    pages, one = calc("batching", **asked), calc("inference", **asked)
    assert pages.results["tokens_per_s"] == pytest.approx(one.results["tokens_per_s"])
    assert pages.results["paged_batch"] == one.results["max_batch"]
    assert pages.bounds["tokens_per_s"] == pytest.approx(one.bounds["tokens_per_s"])
    single = calc("inference", **asked, batch=1).results
    assert pages.results["gain_over_one"] == pytest.approx(
        float(str(one.results["tokens_per_s"])) / float(str(single["tokens_per_s"]))
    )


def test_a_window_gathers_a_batch() -> None:
    asked = {"model": "llama-3-8b", "gpu": "h100-sxm", "requests_per_s": 5}
    gathered = calc("batching", **asked, window_s=20)
    assert gathered.results["static_batch"] == 100
    assert calc("batching", **asked, window_s=0.1).results["static_batch"] == 1
    everything = calc("batching", **asked, window_s=10_000).results
    assert everything["static_batch"] == everything["reserved_batch"]
    low, high = gathered.bounds["last_answer_s"]
    assert low < gathered.results["last_answer_s"] < (high or 0)


def test_batches_that_cannot_be_are_refused() -> None:
    asked = {"model": "llama-3-8b", "gpu": "h100-sxm"}
    with pytest.raises(CalcError, match="below osl"):
        calc("batching", **asked, osl=100, longest_osl=50)
    with pytest.raises(CalcError, match="do not hold isl"):
        calc("batching", **asked, reserved_tokens=100)
    with pytest.raises(CalcError, match="no memory is left for 10,000,000 tokens"):
        calc("batching", **asked, reserved_tokens=10_000_000)


def test_the_longest_prompt_within_a_time() -> None:
    asked = {"model": "llama-3-70b", "gpu": "h100-sxm", "tp": 8, "osl": 1}
    longest = calc("inference", **asked, first_token_ms=30_000).results["longest_prompt"]
    assert calc("inference", **asked, isl=longest, batch=1).results["ttft_min_ms"] <= 30_000
    assert calc("inference", **asked, isl=longest + 1, batch=1).results["ttft_min_ms"] > 30_000
    # Where time is left the memory ends it: 72 GB less weights and 4 GB of each GPU.
    small = calc("inference", **{**asked, "tp": 4}, isl=1, first_token_ms=1e7).results
    kept = calc("kv", model="llama-3-70b", tp=4, tokens=small["longest_prompt"] + 1).results
    room = 0.9 * 80 - 2 * 70.553706 / 4 - 4
    assert kept["gib_per_gpu"] * 2**30 / 1e9 == pytest.approx(room, rel=1e-5)
    assert calc("inference", **asked, first_token_ms=0.01).results["longest_prompt"] == 0


def test_a_batch_that_comes_together_reads_its_prompts_in_turn() -> None:
    asked = {"model": "llama-3-8b", "gpu": "h100-sxm", "batch": 64, "usd_per_gpu_hour": 2}
    found = calc("inference", **asked)
    told = found.results
    assert told["ttft_together_ms"] == pytest.approx(64 * told["ttft_min_ms"])
    # 3,600 s of 2 USD: requests are tokens over those of an answer.
    assert told["requests_per_usd"] == pytest.approx(told["tokens_per_s"] / 1024 * 1800)
    for name in ("cost_per_million_tokens", "requests_per_usd", "tokens_per_s_per_user"):
        low, high = found.bounds[name]
        assert low == pytest.approx(told[name] / 1.25)
        assert high == pytest.approx(told[name] * 1.25)
    free = calc("inference", **{**asked, "usd_per_gpu_hour": 0}).results
    assert free["requests_per_usd"] is None


def test_what_an_api_lets_through() -> None:
    """10,000 requests a minute are 167 a second; a million tokens a minute 16,667 a second."""
    assert calc("api", requests_per_minute=10_000).results["requests_per_s_allowed"] == (
        pytest.approx(166.67, rel=1e-4)
    )
    found = calc(
        "api", tokens_per_minute=1e6, requests_per_minute=10_000, isl=1000, osl=500,
        requests_per_s=20, request_s=10,
    )  # fmt: skip
    told = found.results
    assert told["binds"] == "tokens a minute"
    assert told["tokens_per_s_allowed"] == pytest.approx(16_667, rel=1e-4)
    assert (told["used"], told["accounts"], told["at_a_time"]) == (pytest.approx(1.8), 2, 200)
    assert "requests are refused" in found.note
    few = calc("api", concurrent=10, request_s=20, requests_per_minute=100).results
    assert (few["binds"], few["requests_per_s_allowed"]) == ("requests at a time", 0.5)
    exactly = calc("api", requests_per_minute=60, requests_per_s=1).results
    assert exactly["accounts"] == 1
    with pytest.raises(CalcError, match="give request_s"):
        calc("api", concurrent=10)
    with pytest.raises(CalcError, match="needs a limit, a price"):
        calc("api")


def test_what_an_api_holds_and_costs() -> None:
    found = calc(
        "api", isl=3000, osl=1000, context_tokens=4000, output_tokens=999, requests_per_s=2,
        usd_per_million_input=1, usd_per_million_output=5,
    ).results  # fmt: skip
    assert (found["fits_context"], found["fits_output"]) == (True, False)
    assert found["usd_per_request"] == pytest.approx(0.008)
    assert found["usd_per_million_tokens"] == pytest.approx(2)
    assert found["usd_per_month"] == pytest.approx(0.008 * 2 * 3600 * 730)
    assert calc("api", isl=4001, osl=1, context_tokens=4000).results["fits_context"] is False


@pytest.mark.parametrize(("rate", "idle", "cold"), [(4, 900, 100), (30, 300, 60), (60, 60, 300)])
def test_a_server_that_sleeps_is_that_of_a_simulation(
    rate: float, idle: float, cold: float
) -> None:
    """Requests drawn at random one by one: who waits, how long, and when the server runs."""
    gaps = np.random.default_rng(20261129).exponential(3600 / rate, 200_000)
    times = np.cumsum(gaps)
    ready, stops = -np.inf, -np.inf
    waited, waits, running, begun = 0, 0.0, 0.0, 0.0
    for now in times:
        if now > stops:
            running += stops - begun if waited else 0.0
            begun, ready = now, now + cold
        if now < ready:
            waited, waits = waited + 1, waits + ready - now
        stops = max(now, ready) + idle
    found = calc("scale-to-zero", requests_per_hour=rate, idle_s=idle, cold_s=cold).results
    assert found["cold_share"] == pytest.approx(waited / len(times), rel=0.02)
    assert found["mean_wait_s"] == pytest.approx(waits / len(times), rel=0.02)
    assert found["running_share"] == pytest.approx(running / times[-1], rel=0.02)


def test_a_server_that_sleeps_costs_less_where_little_comes() -> None:
    asked = {"size_gb": 140, "read_gb_s": 2, "gpus": 2, "usd_per_gpu_hour": 3}
    quiet = calc("scale-to-zero", requests_per_hour=0.1, **asked).results
    assert quiet["cold_start_s"] == 100
    assert quiet["usd_per_month_always_on"] == 2 * 3 * 730
    assert quiet["usd_per_month"] < 0.05 * quiet["usd_per_month_always_on"]
    busy = calc("scale-to-zero", requests_per_hour=1e9, **asked).results
    assert busy["running_share"] == pytest.approx(1)
    assert busy["cold_share"] == pytest.approx(0)
    with pytest.raises(CalcError, match="needs cold_s, or size_gb and read_gb_s"):
        calc("scale-to-zero", requests_per_hour=1)
