"""Models of the catalogue: what their shape implies against what their makers publish."""

import pytest

from designer.catalog.derived import accelerator_hours, kv_bytes_per_token, kv_cache_gb
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.model_shape import active_parameter_count, parameter_count
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun
from designer.catalog.sizing import (
    accelerators_to_hold,
    fitting_parameters_b,
    scaling_efficiency,
    state_gb,
    training_days,
    training_flop,
)

MODELS = [m for m in shipped_library().entries("model") if isinstance(m, Model)]
SHAPED = [m for m in MODELS if parameter_count(m) is not None]
EXPERTS = [m for m in SHAPED if m.active_parameters_b is not None]


def model(entry_id: str) -> Model:
    found = shipped_library().get("model", entry_id)
    assert isinstance(found, Model)
    return found


def test_the_catalogue_holds_the_models_that_architects_ask_for():
    wanted = {
        "bert-base", "bert-large", "gpt-2-124m", "gpt-2-1-5b", "gpt-3-175b", "gpt-4-estimate",
        "llama-2-7b", "llama-2-13b", "llama-2-70b", "llama-3-8b", "llama-3-70b", "llama-3-1-405b",
        "deepseek-v3", "deepseek-r1", "qwen-2-5-7b", "qwen-2-5-72b", "qwen-3-32b",
        "qwen-3-235b-a22b", "mixtral-8x7b", "resnet-50",
    }  # fmt: skip
    assert wanted <= {m.id for m in MODELS}
    assert len(SHAPED) >= 40


@pytest.mark.parametrize("shaped", SHAPED, ids=lambda m: m.id)
def test_the_shape_gives_the_published_parameters(shaped: Model):
    assert shaped.parameters_b is not None
    assert parameter_count(shaped) == pytest.approx(shaped.parameters_b * 1e9, rel=0.03)


@pytest.mark.parametrize(
    ("entry_id", "count"),
    [
        ("llama-3-8b", 8_030_261_248),
        ("llama-3-70b", 70_553_706_496),
        ("llama-3-1-405b", 405_853_388_800),
    ],
)
def test_llama_counts_to_the_last_parameter(entry_id: str, count: int):
    """Sizes of the released weights of Llama 3 and 3.1."""
    assert parameter_count(model(entry_id)) == count


@pytest.mark.parametrize("sparse", EXPERTS, ids=lambda m: m.id)
def test_experts_give_the_published_active_parameters(sparse: Model):
    """Makers differ in whether they count the input table, so both are allowed."""
    count = active_parameter_count(sparse)
    assert count is not None
    table = (sparse.vocabulary or 0) * (sparse.hidden or 0)
    published = sparse.active_parameters_b * 1e9
    assert any(value == pytest.approx(published, rel=0.03) for value in (count, count + table))


def test_deepseek_v3():
    """671 billion parameters, 37 per token, 70,272 B of cache (arXiv 2412.19437, 2505.09343)."""
    v3 = model("deepseek-v3")
    assert parameter_count(v3) == pytest.approx(671.03e9, rel=1e-4)
    assert active_parameter_count(v3) == pytest.approx(36.63e9, rel=1e-3)
    assert kv_bytes_per_token(v3) == 70_272


@pytest.mark.parametrize(
    ("entry_id", "size"),
    [
        ("llama-3-8b", 131_072),
        ("llama-3-70b", 327_680),
        ("llama-3-1-405b", 516_096),
        ("qwen-2-5-72b", 327_680),
        ("qwen-3-32b", 262_144),
        ("qwen-3-235b-a22b", 192_512),
    ],
)
def test_cache_per_token(entry_id: str, size: int):
    """DeepSeek, Insights into DeepSeek-V3, arXiv 2505.09343, table 1; model configurations."""
    assert kv_bytes_per_token(model(entry_id)) == size


def test_llama_3_cache_follows_from_its_heads():
    """Linear in context: 1.34 GB at 4,096 tokens, 42.9 GB at 131,072 (conflict C-043)."""
    assert kv_cache_gb(model("llama-3-70b"), 4096) == pytest.approx(1.342, rel=1e-3)
    assert kv_cache_gb(model("llama-3-70b"), 131_072) == pytest.approx(42.95, rel=1e-3)
    assert kv_cache_gb(model("llama-3-8b"), 4096) == pytest.approx(0.537, rel=1e-3)
    assert kv_cache_gb(model("llama-3-8b"), 131_072) == pytest.approx(17.18, rel=1e-3)


def test_networks_without_a_shape_count_nothing():
    assert parameter_count(model("resnet-50")) is None
    assert active_parameter_count(model("gpt-4-estimate")) is None
    assert parameter_count(Model(id="x", name="x", hidden=8, layers=1, vocabulary=8)) is None
    half = model("deepseek-v3").evolve(query_latent_dim=None)
    assert parameter_count(half) is None
    assert parameter_count(model("llama-3-8b").evolve(ffn=None)) is None


def test_published_runs_stay_below_the_peak():
    """No run that is not marked may beat the dense peak of its chip, at the precision it names."""
    for run in shipped_library().entries("training_run"):
        assert isinstance(run, TrainingRun)
        if run.suspect or run.tflops_per_accelerator is None or not run.accelerator:
            continue
        figures = load_shipped().require(run.accelerator).accelerator
        peak = max(
            figures.fp16_dense_tflops or 0,
            (figures.fp8_dense_tflops or 0) if "FP8" in run.precision else 0,
            (figures.fp4_dense_tflops or 0) if "FP4" in run.precision else 0,
        )
        assert run.tflops_per_accelerator < peak, run.id


def test_plans_of_published_runs_use_all_their_accelerators():
    for run in shipped_library().entries("training_run"):
        assert isinstance(run, TrainingRun)
        degrees = (run.tensor_parallel, run.pipeline_parallel, run.data_parallel)
        if run.suspect or run.accelerators is None or None in degrees:
            continue
        split = (run.context_parallel or 1) * degrees[0] * degrees[1] * degrees[2]
        assert split == run.accelerators, run.id


def test_speeds_above_the_memory_bound_are_marked():
    """One sequence gets at most bandwidth over weights (conflict C-050)."""
    for run in shipped_library().entries("inference_run"):
        assert isinstance(run, InferenceRun)
        if run.batch != 1 or run.tokens_s is None:
            continue
        figures = load_shipped().require(run.accelerator).accelerator
        bound = run.accelerators * figures.memory_gb_s / state_gb(model(run.model).nominal_b, 2)
        assert run.suspect == (run.tokens_s > bound), run.id


def test_deepseek_v3_took_57_days():
    """2.788 million H800-hours on 2,048 GPUs (arXiv 2412.19437, table 1)."""
    run = shipped_library().get("training_run", "deepseek-v3-2048-h800")
    assert isinstance(run, TrainingRun)
    assert accelerator_hours(run) / run.accelerators / 24 == pytest.approx(56.7, rel=1e-3)


@pytest.mark.parametrize(
    ("recipe", "gb", "gpus"),
    [("pure-bf16", 560, 8), ("mixed-precision", 1120, 16), ("fp32-gradients", 1260, 16)],
)
def test_the_recipe_decides_the_gpus_for_70b(recipe: str, gb: float, gpus: int):
    """Whole nodes of eight GPUs with 80 GB (conflicts C-040 and C-044)."""
    rule = shipped_library().get("guideline", "training-bytes-per-parameter")
    assert isinstance(rule, Guideline)
    each = next(v.value for v in rule.variants if v.name == recipe)
    needed = state_gb(model("llama-3-70b").nominal_b, each)
    assert needed == gb
    assert accelerators_to_hold(needed, 80, multiple=8) == gpus


def test_the_reserve_decides_what_fits():
    """34 billion parameters in FP16 on 80 GB with 15 % kept (conflict C-041)."""
    assert fitting_parameters_b(80, 2, 0.15) == pytest.approx(34)
    assert fitting_parameters_b(80, 2) == 40
    assert accelerators_to_hold(70 + 1.3 + 5, 80) == 1
    assert accelerators_to_hold(70 + 1.3 + 5, 80, reserve=0.15) == 2


def test_175b_on_a_pod_of_256():
    """6 × 175 × 10⁹ × 3.5 × 10¹² FLOP at 40 % of 989 TFLOPS: 420 days, 52.5 on 2,048 GPUs."""
    flop = training_flop(175, 3500)
    assert training_days(flop, 256, 989, 0.40) == pytest.approx(420, rel=1e-3)
    assert training_days(flop, 2048, 989, 0.40) == pytest.approx(52.5, rel=1e-3)


def test_scaling_efficiency_between_and_beyond_its_points():
    """Linear in log2: midway between 64 and 512 GPUs lies 181 with 80 % (conflict C-069)."""
    rule = shipped_library().get("guideline", "scaling-efficiency")
    assert isinstance(rule, Guideline)
    points = {int(v.name): v.value for v in rule.variants}
    assert scaling_efficiency(181, points) == pytest.approx(0.80, abs=0.001)
    assert scaling_efficiency(1, points) == 0.95
    assert scaling_efficiency(100_000, points) == 0.45
    with pytest.raises(ValueError, match="known points"):
        scaling_efficiency(8, {})
