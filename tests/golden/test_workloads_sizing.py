"""Sizing by rules: what states take, how long arithmetic lasts, what fits, how a run scales.

Each published row has its citation; nothing was fitted on them.
"""

import pytest

from designer.engine.calc import calculate
from designer.engine.calculation import CalcError, CalcResult


def calc(subject: str, **given: object) -> CalcResult:
    return calculate(subject, {name: str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("sharding", "ranks", "gb"),
    [
        # Rajbhandari et al., arXiv 1910.02054, figure 1 and table 1: 7.5 billion parameters.
        ("none", 64, 120), ("zero-1", 64, 31.4), ("zero-2", 64, 16.6), ("zero-3", 64, 1.9),
        ("zero-1", 4, 52.5), ("zero-2", 4, 41.3), ("zero-3", 4, 30), ("zero-1", 1024, 30.1),
        ("zero-2", 1024, 15.1), ("zero-3", 1024, 0.12),
    ],
)  # fmt: skip
def test_states_are_those_of_zero(sharding: str, ranks: int, gb: float) -> None:
    found = calc("states", parameters_b=7.5, sharding=sharding, ranks=ranks).results
    assert found["states_per_gpu_gb"] == pytest.approx(gb, abs=0.06)
    assert found["states_gb"] == pytest.approx(120)


def test_states_of_zero_offload() -> None:
    """Ren et al., arXiv 2101.06840, table 1: 16 bytes become 2 on the GPU, 14 on the CPU."""
    found = calc("states", parameters_b=1, offload="optimizer").results
    assert (found["states_per_gpu_gb"], found["host_gb"]) == (2, 14)
    assert found["per_gpu_gb"] is None
    everything = calc("states", parameters_b=1, offload="all").results
    assert (everything["states_per_gpu_gb"], everything["host_gb"]) == (0, 16)


def test_states_in_thirty_two_bits_take_no_less_than_mixed() -> None:
    """Weights, gradients and two moments of 4 bytes each: 16, as in mixed precision."""
    single = calc("states", parameters_b=1, recipe="fp32").results
    mixed = calc("states", parameters_b=1).results
    assert single["states_gb"] == mixed["states_gb"] == 16


def test_activations_are_not_divided_by_sharding() -> None:
    asked = {"parameters_b": 70, "recipe": "pure-bf16", "activations_gb": 30}
    alone = calc("states", **asked).results
    shared = calc("states", **asked, sharding="zero-3", ranks=8).results
    assert alone["per_gpu_gb"] == 590
    assert shared["per_gpu_gb"] == 560 / 8 + 30
    # 560 GB over the 50 GB that activations leave of each GPU.
    held = calc("states", **asked, memory_gb=80, reserve=0)
    assert (held.results["gpus"], held.results["nodes"]) == (12, 2)
    assert held.results["largest_b"] == pytest.approx(50 / 8)
    assert "does not divide them" in held.note


def test_a_reserve_comes_on_top_of_states() -> None:
    found = calc("states", parameters_b=70, memory_gb=80, reserve=0.1).results
    # 1,120 GB and a tenth are 15.4 GPUs.
    assert found["gpus"] == 16
    assert found["largest_b"] == pytest.approx(80 / 16 / 1.1)
    assert calc("states", parameters_b=70, memory_gb=80, reserve=3).results["gpus"] == 56


def test_states_of_what_nobody_states_are_refused() -> None:
    with pytest.raises(CalcError, match="needs a model or parameters_b"):
        calc("states")
    with pytest.raises(CalcError, match="there is no model 'none'"):
        calc("states", model="none")
    with pytest.raises(CalcError, match="activations alone fill"):
        calc("states", parameters_b=7, memory_gb=80, activations_gb=80)
    with pytest.raises(CalcError, match="there is no GPU"):
        calc("states", parameters_b=7, gpu="none")


@pytest.mark.parametrize(
    ("model", "tokens", "gpu_hours"),
    # Touvron et al., LLaMA, arXiv 2302.13971, table 15: hours of A100 80 GB.
    [
        ("llama-1-7b", 1e12, 82_432), ("llama-1-33b", 1.4e12, 530_432),
        ("llama-1-65b", 1.4e12, 1_022_362),
    ],
)  # fmt: skip
def test_hours_of_published_runs_lie_in_the_band(
    model: str, tokens: float, gpu_hours: float
) -> None:
    found = calc("compute", model=model, tokens=tokens, gpu="a100-sxm-80gb")
    low, high = found.bounds["gpu_hours"]
    assert high is not None
    assert low < gpu_hours < high


def test_hours_of_published_runs_outside_the_band() -> None:
    """What the note says: the band is of runs while they advance, and of no whole project."""
    # The same table: 13 billion parameters in 135,168 hours, the best utilization of the four.
    quick = calc("compute", model="llama-1-13b", tokens=1e12, gpu="a100-sxm-80gb")
    assert quick.bounds["gpu_hours"][0] == pytest.approx(135_168, rel=0.03)
    # Llama 3.1 model card: hours of H100 of whole projects on 15 trillion tokens.
    for model, hours in (("llama-3-8b", 1.46e6), ("llama-3-70b", 7.0e6)):
        found = calc("compute", model=model, tokens=15e12, gpu="h100-sxm")
        assert 1.4 < hours / float(str(found.results["gpu_hours"])) < 3.2
        assert "up to three times the usual hours" in found.note


def test_experts_have_the_band_of_experts() -> None:
    """DeepSeek-V3, arXiv 2412.19437, table 1: 2.664 million H800-hours for 14.8 trillion tokens."""
    found = calc("compute", model="deepseek-v3", tokens=14.8e12, gpu="h100-sxm", gpus=2048)
    low, high = found.bounds["gpu_hours"]
    assert low < 2.664e6 < (high or 0)
    assert found.inputs["parameters_b"] == pytest.approx(37, rel=0.02)


def test_gpus_for_a_number_of_days() -> None:
    found = calc("compute", flop=1e24, tflops=1000, mfu=0.4, days_asked=10)
    # 10²⁴/(4·10¹⁴) s are 28,935 GPU-days.
    assert found.results["gpus_for_days"] == 2894
    back = calc("compute", flop=1e24, tflops=1000, mfu=0.4, gpus=2894).results
    assert back["days"] == pytest.approx(10, rel=1e-3)
    banded = calc("compute", flop=1e24, tflops=1000, days_asked=10)
    assert banded.bounds["gpus_for_days"] == (2315, 3307)
    with pytest.raises(CalcError, match="needs tokens"):
        calc("compute", parameters_b=7, tflops=312)
    with pytest.raises(CalcError, match="nobody states the dense peak of a GPU"):
        calc("compute", parameters_b=7, tokens=1e12)
    with pytest.raises(CalcError, match="6·parameters·tokens is of transformers"):
        calc("compute", model="resnet-50", tokens=1e9, tflops=312)


def test_an_adapter_of_all_matrices() -> None:
    """The matrices of rank 64 on LLaMA 7B as listed in ChenDelong1999/polite-flamingo, issue 3.

    Four of attention, 4,096 by 4,096, and three of the feed-forward layer, 4,096 by 11,008.
    """
    found = calc("fit", model="llama-1-7b", adapters=1, rank=64).results
    each = 4 * (4096 + 4096) + 3 * (4096 + 11_008)
    assert found["adapters_gb"] == pytest.approx(2 * 32 * 64 * each / 1e9)
    many = calc("fit", model="llama-1-7b", adapters=16, rank=64).results
    assert many["adapters_gb"] == pytest.approx(16 * found["adapters_gb"])
    assert many["copies_gb"] == pytest.approx(16 * found["weights_gb"])
    with pytest.raises(CalcError, match="dense models"):
        calc("fit", model="mixtral-8x7b", adapters=1)
    with pytest.raises(CalcError, match="name a model"):
        calc("fit", parameters_b=7, adapters=1)


def test_what_a_gpu_holds() -> None:
    """34 billion parameters of 16 bits: 0.9 of 80 GB less 4 GB, as vLLM's profile has it."""
    found = calc("fit", gpu="h100-sxm")
    assert found.results["largest_b"] == pytest.approx(34)
    assert found.bounds["largest_b"][1] == pytest.approx((80 * 1.0737418 * 0.9 - 4) / 2)
    assert "weights_gb" not in found.results
    whole = calc("fit", memory_gb=192, memory_share=1, reserve_gb=0, host_gb=480).results
    assert (whole["largest_b"], whole["largest_with_host_b"]) == (96, 336)


def test_seventy_billion_parameters_do_not_fit_one_gpu() -> None:
    found = calc("fit", model="llama-3-70b", gpu="h100-sxm")
    assert found.results["fits_one"] is False
    # 147.45 GB over 80 or 85.9 GB each: heads are shared by 2 only where a GB is 2³⁰ bytes.
    assert found.bounds["gpus"] == (2, 4)
    assert calc("fit", model="llama-3-8b", gpu="h100-sxm").results["fits_one"] is True
    full = calc("fit", model="llama-3-70b", memory_gb=1)
    assert "gpus" not in full.results
    assert full.results["fits_one"] is False


def test_what_follows_from_a_shape_is_unknown_without_one() -> None:
    found = calc("fit", parameters_b=70, gpu="h100-sxm")
    assert found.results["cache_gb"] is None
    assert found.bounds["total_gb"] == (144, None)
    assert "fits_one" not in found.results
    with pytest.raises(CalcError, match="or a GPU for what it holds"):
        calc("fit")


def test_ecc_takes_of_memory_that_has_no_room_beside() -> None:
    """Guideline ecc-capacity: GDDR loses 6.25 % (48 to 45 GB), HBM has room beside the data."""
    assert calc("fit", gpu="l40s").bounds["gpu_memory_gb"][0] == pytest.approx(45)
    assert calc("fit", gpu="l40s", ecc="no").bounds["gpu_memory_gb"][0] == 48
    assert calc("fit", gpu="h100-sxm").bounds["gpu_memory_gb"][0] == 80
    with pytest.raises(CalcError, match="has no ECC"):
        calc("fit", gpu="gtx-1080")


@pytest.mark.parametrize(
    ("gpus", "share"),
    # Narayanan et al., arXiv 2104.04473, table 2: 175 billion parameters, batch 1,536, on 384, 768
    # and 1,536 A100 at 153, 149 and 141 TFLOP/s each.
    [(768, 149 / 153), (1536, 141 / 153)],
)
def test_strong_scaling_is_that_of_megatron(gpus: int, share: float) -> None:
    found = calc(
        "scaling", model="gpt-3-175b", gpu="a100-sxm-80gb", gpus=gpus, base_gpus=384, seq=2048,
        global_batch=1536, nic_gbps=200, batch_scales="stays",
    )  # fmt: skip
    assert found.results["efficiency"] == pytest.approx(share, rel=0.02)
    assert found.results["effective_gpus"] == pytest.approx(gpus * found.results["efficiency"])


def test_strong_scaling_of_llama_3() -> None:
    """The Llama 3 Herd of Models, arXiv 2407.21783, table 4: 430 and 400 TFLOP/s of each H100.

    16 million tokens in sequences of 8,192 on 8,192 and on 16,384 GPUs. They hid more of the sums
    of gradients, behind chunks of stages that 126 layers do not make evenly.
    """
    found = calc(
        "scaling", model="llama-3-1-405b", gpu="h100-sxm", gpus=16_384, base_gpus=8192, seq=8192,
        global_batch=2048, nic_gbps=400, batch_scales="stays",
    )  # fmt: skip
    assert found.results["efficiency"] == pytest.approx(400 / 430, rel=0.06)
    assert 0 < found.results["waiting"] < 0.25
    assert "failures are not in it" in found.note


def test_scaling_counts_from_the_fewest_that_hold_it() -> None:
    asked = {"model": "llama-3-8b", "gpu": "h100-sxm", "gpus": 16, "nic_gbps": 400}
    found = calc("scaling", **asked, global_batch=64)
    assert found.results["base_gpus"] == 4
    # A batch that cannot be halved once more ends the halving.
    odd = calc("scaling", **asked, global_batch=6, seq=2048)
    assert odd.results["base_gpus"] == 8
    same = calc("scaling", **asked, global_batch=64, base_gpus=16)
    assert same.results["efficiency"] == 1
    with pytest.raises(CalcError, match="is no multiple of base_gpus=5"):
        calc("scaling", **asked, global_batch=64, base_gpus=5)
    with pytest.raises(CalcError, match="it does not fit base_gpus=1"):
        calc("scaling", **asked, global_batch=64, base_gpus=1)
    with pytest.raises(CalcError, match="no multiple of gpus / base_gpus, 4"):
        calc("scaling", **asked, global_batch=6, base_gpus=4)
    with pytest.raises(CalcError, match="it does not fit 8 GPUs"):
        calc("scaling", model="llama-3-1-405b", gpu="h100-sxm", gpus=8, global_batch=8)
    with pytest.raises(CalcError, match="scaling: 16 GPUs are more than a node"):
        calc("scaling", model="llama-3-8b", gpu="h100-sxm", gpus=16, global_batch=64)
