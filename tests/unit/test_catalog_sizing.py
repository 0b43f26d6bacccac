"""Rules of thumb as functions, and the figures they give for chips and models."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.derived import derived_figures
from designer.catalog.derived.workloads import kv_bytes_per_token, kv_cache_gb
from designer.catalog.entry import Entry, Provenance
from designer.catalog.library import Library
from designer.catalog.model_shape import active_parameter_count, parameter_count
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.records.workloads import Model
from designer.catalog.sizing import (
    accelerators_to_hold,
    fitting_parameters_b,
    scaling_efficiency,
    state_gb,
    training_days,
    training_flop,
)

CHIP = Part(id="chip", name="Chip", kind="gpu", accelerator=AcceleratorFigures(memory_gb=100))
SMALL = Model(
    id="small",
    name="Small",
    architecture="decoder",
    parameters_b=2,
    layers=2,
    hidden=8,
    heads=2,
    kv_heads=1,
    head_dim=4,
    ffn=16,
    gated=True,
    vocabulary=10,
    context_tokens=5,
    attention="gqa",
)
EXPERTS = SMALL.evolve(
    architecture="moe-decoder",
    experts=4,
    experts_active=1,
    experts_shared=1,
    expert_ffn=3,
    dense_layers=1,
)
LIBRARY = Library(
    {
        "guideline": [
            Guideline(id="model-fit-reserve", name="Reserve", subject="memory", value=0.2),
            Guideline(id="training-bytes-per-parameter", name="B", subject="memory", value=16),
        ]
    }
)


def figures(entry: Entry, library: Library) -> dict[str, float]:
    return {d.name: d.value for d in derived_figures(entry, Catalog(()), library)}


def test_state_is_parameters_times_bytes_and_activations():
    assert state_gb(70, 8, 30) == 590
    assert training_flop(8, 100) == 4.8e21


def test_a_count_that_divides_evenly_is_not_rounded_up():
    assert accelerators_to_hold(560, 80) == 7
    assert accelerators_to_hold(0.3 * 80, 80, reserve=0.7) == 1
    assert accelerators_to_hold(561, 80) == 8
    assert accelerators_to_hold(561, 80, multiple=8) == 8
    assert accelerators_to_hold(641, 80, multiple=8) == 16


def test_twice_the_accelerators_or_peak_halve_the_days():
    days = training_days(1e21, 8, 100, 0.5)
    assert training_days(1e21, 16, 100, 0.5) == pytest.approx(days / 2)
    assert training_days(1e21, 8, 200, 0.5) == pytest.approx(days / 2)
    assert training_days(86_400e12, 1, 1, 1) == pytest.approx(1)


def test_efficiency_is_linear_in_the_octaves():
    assert scaling_efficiency(4, {1: 1.0, 16: 0.6}) == pytest.approx(0.8)
    assert scaling_efficiency(32, {1: 1.0, 16: 0.6}) == 0.6
    with pytest.raises(ValueError, match="at least one"):
        scaling_efficiency(0, {1: 1.0})


def test_counts_of_a_small_shape():
    """Attention 2·8·4·3, three matrices of 8 × 16, two norms; a last norm and two tables."""
    layer = 192 + 3 * 8 * 16 + 2 * 8
    assert parameter_count(SMALL) == 2 * layer + 8 + 2 * 80
    assert parameter_count(SMALL.evolve(tied_embeddings=True)) == 2 * layer + 8 + 80
    assert parameter_count(SMALL.evolve(positions="learned")) == 2 * layer + 8 + 160 + 40
    assert parameter_count(SMALL.evolve(gated=False)) == 2 * (layer - 128) + 8 + 160


def test_experts_count_once_in_all_and_by_choice_per_token():
    """One dense layer, one of 4 + 1 experts of 3·8·3 with a router of 4 × 8."""
    common = 2 * 192 + 3 * 8 * 16 + 5 * 8 + 32
    assert parameter_count(EXPERTS) == common + 5 * 72 + 160
    assert active_parameter_count(EXPERTS) == common + 2 * 72 + 80


def test_a_shape_with_a_gap_gives_no_count():
    for gap in ("layers", "hidden", "heads", "kv_heads", "vocabulary", "ffn"):
        assert parameter_count(SMALL.evolve(**{gap: None})) is None
    assert parameter_count(EXPERTS.evolve(expert_ffn=None)) is None
    # Which experts are chosen matters to one token, not to the whole.
    chosen = EXPERTS.evolve(experts_active=None)
    assert active_parameter_count(chosen) is None
    assert parameter_count(chosen) == parameter_count(EXPERTS)
    learned = SMALL.evolve(positions="learned", context_tokens=None)
    assert parameter_count(learned) is None


def test_a_chip_shows_the_largest_model_with_the_reserve_of_the_rule():
    shown = figures(CHIP, LIBRARY)
    assert shown["Largest model at FP16"] == 40
    assert shown["Largest model at INT4"] == 160
    assert fitting_parameters_b(100, 2) == 50
    assert "Largest model at FP16" not in figures(CHIP, Library({}))


def test_a_model_shows_its_count_and_training_state():
    shown = figures(SMALL, LIBRARY)
    assert shown["Training state"] == 32
    assert shown["Parameters by the shape"] == pytest.approx(parameter_count(SMALL) / 1e9)
    assert "Parameters per token by the shape" not in shown
    assert "Parameters per token by the shape" in figures(EXPERTS, LIBRARY)
    assert "Training state" not in figures(SMALL.evolve(parameters_b=None), LIBRARY)


def test_each_variant_of_a_rule_names_its_own_source():
    rule = Guideline(
        id="rule",
        name="Rule",
        subject="memory",
        value=2,
        variants=(Variant(name="A b", value=3, source="page one", kind="vendor"),),
        provenance=(Provenance(fields=("value",), source="page two", kind="guide"),),
    )
    assert rule.source_of("variants.A b.value").source == "page one"
    assert rule.source_of("variants.A b.value").kind == "vendor"
    assert rule.source_of("value").source == "page two"
    assert rule.source_of("variants.C.value") is None


def test_a_group_within_a_group_may_have_a_source_of_its_own():
    said = [
        Provenance(fields=fields, source=source, kind="vendor")
        for fields, source in (
            (("*",), "page one"),
            (("ports",), "page two"),
            (("ports.compute",), "page three"),
            (("ports.compute.count",), "page four"),
        )
    ]
    entry = Entry(id="a", name="A", provenance=tuple(said))
    places = ("power_max_w", "ports.storage", "ports.compute.kind", "ports.compute.count")
    sources = [entry.source_of(place).source for place in places]
    assert sources == ["page one", "page two", "page three", "page four"]


def test_latent_attention_counts_its_low_rank_projections():
    """Down and up for queries, keys with the rotary part, values, and the way back."""
    latent = SMALL.evolve(
        attention="mla", query_latent_dim=3, latent_dim=5, rope_dim=7, nope_dim=11, value_dim=13
    )
    attention = 8 * 3 + 3 * 2 * (11 + 7) + 8 * (5 + 7) + 5 * 2 * (11 + 13) + 2 * 13 * 8
    # Norms of the layer alone, as of any other: the low-rank ones are left out of both.
    layer = parameter_count(SMALL) - 2 * 192
    assert parameter_count(latent) == layer + 2 * attention
    for gap in ("query_latent_dim", "latent_dim", "rope_dim", "nope_dim", "value_dim"):
        assert parameter_count(latent.evolve(**{gap: None})) is None, gap


def test_routed_experts_need_no_shared_ones_and_all_layers_may_have_them():
    alone = EXPERTS.evolve(experts_shared=None, dense_layers=None)
    common = 2 * 192 + 5 * 8 + 2 * 32
    assert parameter_count(alone) == common + 2 * 4 * 72 + 160
    assert active_parameter_count(alone) == common + 2 * 1 * 72 + 80


def test_a_state_without_activations_and_a_memory_without_reserve():
    assert state_gb(7, 2) == 14
    assert fitting_parameters_b(80, 2, 0.15) == 34
    assert accelerators_to_hold(640, 80, reserve=0.2) == 10
    assert accelerators_to_hold(1, 80, multiple=8) == 8
    assert accelerators_to_hold(640, 80, multiple=8) == 8
    assert training_flop(1, 1, 2) == 2e18


def test_efficiency_outside_the_points_is_that_of_the_nearest():
    points = {8: 0.95, 64: 0.85}
    assert scaling_efficiency(1, points) == 0.95
    assert scaling_efficiency(8, points) == 0.95
    assert scaling_efficiency(1024, points) == 0.85
    assert scaling_efficiency(1, {1: 0.5}) == 0.5
    with pytest.raises(ValueError, match="known points"):
        scaling_efficiency(1, {})


def test_a_table_that_is_tied_works_on_each_token_and_an_input_table_does_not():
    assert active_parameter_count(SMALL) == parameter_count(SMALL) - 80
    tied = SMALL.evolve(tied_embeddings=True)
    assert active_parameter_count(tied) == parameter_count(tied)
    learned = SMALL.evolve(positions="learned")
    assert active_parameter_count(learned) == parameter_count(learned) - 80
    # Experts in every layer need no width of a layer without them.
    assert parameter_count(EXPERTS.evolve(dense_layers=0, ffn=None)) is not None
    assert parameter_count(EXPERTS.evolve(ffn=None)) is None
    # A model whose layers are all dense has no experts to count.
    none_sparse = EXPERTS.evolve(dense_layers=2, expert_ffn=None, experts_active=None)
    assert parameter_count(none_sparse) == parameter_count(SMALL)


def test_a_cache_grows_with_tokens_and_with_sequences():
    """Two tensors of 2 layers, 1 KV head of 4, 2 B: 32 B a token."""
    assert kv_bytes_per_token(SMALL) == 32
    assert kv_cache_gb(SMALL, 1_000_000) == pytest.approx(0.032)
    assert kv_cache_gb(SMALL, 1_000_000, 4) == pytest.approx(0.128)
    assert kv_cache_gb(SMALL.evolve(kv_heads=None), 10) is None
