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
        ("kv model=gpt-oss-120b layers=2 tokens=1", "has 18 windowed layers: not of 2"),
        ("memory model=deepseek-v3 layers=2", "has 3 dense layers: not of 2"),
        ("memory layers=3", "or all of layers, hidden, heads, ffn, vocab"),
        ("memory layers=3 hidden=100 heads=3 ffn=1 vocab=1", "give head_dim"),
        ("memory model=llama-3-8b pp=64", "64 stages for 32 layers"),
        ("memory model=llama-3-8b dp=4 micro_batch=2 global_batch=12", "no multiple of dp × micro"),
        ("memory model=llama-3-8b tp=3", "32 heads cannot be shared evenly by tp=3"),
        ("memory model=llama-3-8b pp=8 interleave=5", "a chunk holds at least one"),
        ("memory model=llama-3-8b kv_heads=5", "32 heads cannot share 5 KV heads"),
        ("inference model=llama-3-8b gpu=h100-sxm tp=5", "32 heads cannot be shared evenly"),
        ("memory model=llama-3-8b interleave=2", "more than one stage"),
        ("memory model=llama-3-8b ep=3", "cannot be spread evenly over ep=3"),
        ("memory model=llama-3-8b gpu=h10-sxm", "did you mean h100-sxm?"),
        ("memory model=llama-3-8b tp=0", "give a whole number from 1"),
        ("memory model=llama-3-8b recompute=some", "choose none, selective, full"),
        ("training model=llama-3-8b global_batch=8", "of the catalogue, or tflops, memory_"),
        ("training model=llama-3-8b gpu=h100-sxm", "training needs global_batch"),
        ("training model=llama-3-8b gpu=mi300x global_batch=8", "was measured on mi300x"),
        ("training model=llama-3-8b gpu=h101 global_batch=8", "there is no GPU 'h101'"),
        ("training model=llama-3-8b gpu=a100-sxm-80gb dtype=fp8 global_batch=8", "give tflops"),
        ("training model=llama-3-8b gpu=h100-sxm dp=16 global_batch=16", "state nic_gbps"),
        ("training model=llama-3-8b gpu=h100-sxm gpus=12 tp=8 global_batch=8", "no multiple of tp"),
        ("training model=llama-3-8b gpu=h100-sxm gpus=8 tp=2 dp=2 global_batch=8", "not tp × pp"),
        ("training model=llama-3-8b gpu=h100-sxm global_batch=8 profile=x", "are megatron-a100"),
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
    assert losses(10, 600, 1e6, 500).goodput == 0
    assert losses(10, 600, 100, 500).goodput > 0.2
    found = calc("goodput gpus=1000000000 restart_s=3600")
    assert found.results["goodput_pct"] == pytest.approx(0)
    assert "gets nowhere" in found.note
    late = calc("goodput gpus=1000000")
    assert late.results["goodput_pct"] == pytest.approx(2.6, abs=0.05)
    assert "gets nowhere" not in late.note
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


RUN = "training model=llama-3-70b gpu=h100-sxm tp=8 pp=4 gpus=256 nic_gbps=400 seq=8192"


def test_the_ledger_adds_up_to_the_iteration() -> None:
    found = calc(f"{RUN} global_batch=256 interleave=5 recompute=full").results
    assert sum(found["ledger"].values()) == pytest.approx(found["iteration_s"])
    assert all(part >= 0 for part in found["ledger"].values())
    assert found["ledger"]["bubble_s"] > 0
    assert found["ledger"]["recompute_s"] > 0
    tokens = 256 * 8192
    assert found["tokens_per_s"] == pytest.approx(tokens / found["iteration_s"])
    assert found["mfu"] == pytest.approx(found["tflops_per_gpu"] / 989.4)
    assert found["hardware_tflops_per_gpu"] > found["tflops_per_gpu"]


def test_the_bubble_is_that_of_the_schedule() -> None:
    """(p − 1)/(v·m) of what the passes take: Narayanan et al., arXiv 2104.04473, section 2.2."""
    for chunks, batch in ((1, 256), (5, 256), (5, 1024)):
        ledger = calc(f"{RUN} global_batch={batch} interleave={chunks}").results["ledger"]
        once = ledger["bubble_s"] + ledger["data_s"] + ledger["optimizer_s"]
        passes = sum(ledger.values()) - once
        assert ledger["bubble_s"] / passes == pytest.approx(3 / chunks / (batch / 8))


def test_a_prediction_has_the_band_of_its_profile() -> None:
    narrow = calc(f"{RUN} global_batch=256 tokens=15e12")
    assert narrow.results["band_pct"] == 20
    low, high = narrow.bounds["iteration_s"]
    assert (low, high) == pytest.approx(
        (0.8 * narrow.results["iteration_s"], 1.2 * narrow.results["iteration_s"])
    )
    assert narrow.bounds["days"][1] == pytest.approx(1.2 * narrow.results["days"])
    assert narrow.inputs["profile"] == "megatron-h100"
    assert "mean error 15.5 % on 12 published runs" in narrow.note
    other = calc(f"{RUN} global_batch=256 profile=megatron-a100")
    assert other.results["band_pct"] == 40
    assert "measured on a100-sxm-80gb" in other.note
    precise = calc(f"{RUN} global_batch=256 dtype=fp8")
    assert precise.results["band_pct"] == 40
    experts = calc("training model=deepseek-v3 gpu=b200-sxm tp=1 pp=1 dp=8 ep=8 global_batch=8")
    assert "experts were tried less" in experts.note


def test_a_gpu_by_hand_is_the_one_of_the_catalogue() -> None:
    by_id = calc(f"{RUN} global_batch=256 profile=megatron-h100").results
    words = f"{RUN} global_batch=256 profile=megatron-h100".replace(" gpu=h100-sxm", "")
    figures = "tflops=989.4 memory_gb_s=3350 link_gb_s=450 memory_gb=80"
    by_hand = calc(f"{words} {figures}").results
    assert by_hand["iteration_s"] == pytest.approx(by_id["iteration_s"])
    assert by_hand["fits"] == by_id["fits"]
    assert by_hand["band_pct"] == 40


def test_days_follow_from_tokens_and_goodput() -> None:
    base = calc(f"{RUN} global_batch=256 tokens=1e12").results
    half = calc(f"{RUN} global_batch=256 tokens=1e12 goodput_pct=50").results
    assert base["days"] == pytest.approx(1e12 / (256 * 8192) * base["iteration_s"] / 86400)
    assert half["days"] == pytest.approx(2 * base["days"])
    assert "days" not in calc(f"{RUN} global_batch=256").results


def test_what_slows_a_run_slows_its_prediction() -> None:
    def time(words: str) -> float:
        return float(calc(f"{RUN} global_batch=256 {words}").results["iteration_s"])

    base = time("")
    assert time("recompute=full") > base
    assert time("interleave=5") < base
    assert time("flash=no") > base
    assert time("link_gb_s=100") > base
    assert time("memory_gb_s=1000") > base
    assert time("tflops=500") > base
    slow = calc(f"{RUN.replace('nic_gbps=400', 'nic_gbps=50')} global_batch=256").results
    assert slow["iteration_s"] > base


def test_experts_far_away_wait_for_the_network() -> None:
    def expert(words: str) -> float:
        found = calc(f"training model=deepseek-v3 gpu=b200-sxm nic_gbps=400 pp=4 {words}")
        return float(found.results["ledger"]["expert_s"])

    near = expert("dp=64 ep=8 global_batch=1024")
    far = expert("dp=64 ep=64 global_batch=1024")
    rack = expert("dp=64 ep=64 global_batch=1024 node_gpus=72")
    assert rack < far
    assert near < far
    assert expert("dp=64 ep=1 global_batch=1024") == 0


def test_sharded_weights_wait_where_the_network_is_slow() -> None:
    words = "training model=llama-3-70b gpu=h100-sxm gpus=64 global_batch=64 sharding=zero-3"
    fast, slow = (calc(f"{words} nic_gbps={n}").results["ledger"] for n in (400, 10))
    assert slow["data_s"] > 10 * fast["data_s"]
    assert slow["compute_s"] == fast["compute_s"]


def test_sums_of_gradients_hide_behind_no_more_than_passes() -> None:
    """The profile of H100 hides all of a sum, but not beyond the passes it goes on during."""
    words = "training model=llama-3-8b gpu=h100-sxm gpus=64 cp=2 dp=32 global_batch=512 seq=8192"
    fast, slow, none = (calc(f"{words} nic_gbps={n}").results["ledger"] for n in (400, 10, 1))
    assert fast["data_s"] == 0
    # 16 passes: one of them is what the sum goes on during.
    one_pass = (sum(slow.values()) - slow["data_s"] - slow["optimizer_s"]) / 16
    summed = 31 / 32 * 6 * 8.03e9
    for ledger, rate in ((slow, 10e9 / 8 * 0.9 * 8), (none, 1e9 / 8 * 0.9 * 8)):
        assert ledger["data_s"] == pytest.approx(summed / rate - one_pass, rel=0.03)
    deep = "training model=llama-3-70b gpu=h100-sxm tp=8 pp=4 dp=16 global_batch=256 nic_gbps=50"
    plain, chunked = (calc(f"{deep} interleave={v}").results["ledger"] for v in (1, 5))
    # In five chunks the sum of one goes on while the others are done, four passes of each.
    assert plain["data_s"] > chunked["data_s"] > 0


SERVE = "inference model=llama-3-70b gpu=h100-sxm dtype=fp8 tp=2"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("inference model=llama-3-70b gpu=h100-sxm", "leave no memory for a request of 2,048"),
        (f"{SERVE} engine=sglang", "there are vllm, trtllm"),
        ("inference model=llama-3-8b gpu=mi300x", "was measured on mi300x"),
        ("inference model=llama-3-8b gpu=h100-sxm dtype=fp4", "give tflops"),
        ("inference model=llama-3-8b tflops=1 memory_gb_s=1 profile=vllm-hopper", "give memory_gb"),
        ("inference model=llama-3-8b tflops=1 memory_gb_s=1 memory_gb=80 dtype=fp8 "
         "profile=vllm-hopper", "give tflops_16"),
        ("inference model=llama-3-8b tflops=1 memory_gb_s=1 memory_gb=80 tp=2 profile=vllm-hopper",
         "link_gb_s"),
    ],
)  # fmt: skip
def test_a_server_that_cannot_be_is_refused(words: str, said: str) -> None:
    with pytest.raises(CalcError) as caught:
        calc(words)
    assert said in str(caught.value)


def test_a_step_and_its_prompts_are_the_time_of_a_token() -> None:
    found = calc(f"{SERVE} batch=16").results
    assert sum(found["step"].values()) == pytest.approx(found["tpot_ms"])
    assert found["tokens_per_s"] == pytest.approx(16 / found["tpot_ms"] * 1e3)
    assert found["tokens_per_s_per_user"] == pytest.approx(1e3 / found["tpot_ms"])


def test_bands_of_serving_are_factors_and_the_first_token_has_no_upper_bound() -> None:
    found = calc(f"{SERVE} batch=16")
    value = found.results["tpot_ms"]
    assert found.bounds["tpot_ms"] == pytest.approx((value / 1.25, value * 1.25))
    low, high = found.bounds["ttft_min_ms"]
    assert high is None
    assert low < found.results["ttft_min_ms"]
    experts = calc("inference model=qwen-3-235b-a22b gpu=h100-sxm dtype=fp8 tp=8 engine=trtllm")
    assert experts.results["band_pct"] == 100
    assert "experts were tried less" in experts.note


def test_sequences_beyond_the_memory_wait() -> None:
    most = calc(SERVE).results["max_batch"]
    assert calc(SERVE).results["batch"] == most
    crowded = calc(f"{SERVE} batch=100000")
    assert crowded.results["batch"] == most
    assert f"{most} of 100000 sequences fit" in crowded.note
    assert calc(f"{SERVE} kv_dtype=fp8").results["max_batch"] >= 2 * most
    assert calc(f"{SERVE} tp=4".replace("tp=2 ", "")).results["max_batch"] > most


def test_input_and_output_are_paid_apart() -> None:
    found = calc(f"{SERVE} isl=4000 osl=500 usd_per_gpu_hour=2.5").results
    whole = found["cost_per_million_output"] + found["cost_per_million_input"] * 4000 / 500
    assert found["cost_per_million_tokens"] == pytest.approx(whole)
    assert found["cost_per_million_tokens"] == pytest.approx(
        2 * 2.5 / 3600 / found["tokens_per_s"] * 1e6
    )
    assert "cost_per_million_tokens" not in calc(SERVE).results


@pytest.mark.parametrize(
    ("part", "said"), [(0.5, ""), (0.9, "90 % busy"), (1.5, "grows without end")]
)
def test_a_busy_server_is_told(part: float, said: str) -> None:
    able = calc(f"{SERVE} requests_per_s=1").results["requests_per_s_able"]
    found = calc(f"{SERVE} requests_per_s={part * able}")
    assert found.results["utilisation"] == pytest.approx(part)
    assert said in found.note
    assert bool(said) == ("busy" in found.note or "grows" in found.note)


def test_weights_may_be_smaller_than_what_is_computed() -> None:
    plain = calc("inference model=llama-3-8b gpu=h100-sxm batch=1").results
    small = calc("inference model=llama-3-8b gpu=h100-sxm batch=1 weights=int4").results
    assert small["step"]["weights_ms"] == pytest.approx(plain["step"]["weights_ms"] / 4)
    assert small["max_batch"] > plain["max_batch"]


def test_experts_are_read_as_tokens_choose_them() -> None:
    """One token reads its own; many read nearly all."""
    words = "inference model=qwen-3-235b-a22b gpu=h200-sxm dtype=fp8 tp=4 engine=trtllm"
    one, many = (calc(f"{words} batch={n}").results["step"]["weights_ms"] for n in (1, 64))
    # 22 of 235 billion parameters for one token, and 98 % of the experts for 64.
    assert many / one == pytest.approx(235 / 22, rel=0.03)
