"""Derived figures against the founding documents and their recomputed values (C-0nn: conflicts).

S0: AI/ML Infrastructure, survey, 2026-06-18; S1: course module O1; S3: GPU guide. Entries are made
here, so that a later price in the shipped catalogue does not move the expected figures.
"""

import pytest

from designer.catalog import derived
from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import AcceleratorFigures, ComputeFigures
from designer.catalog.derived import Derived, derived_figures
from designer.catalog.entry import Entry, Price
from designer.catalog.figures import PortGroup, StorageFigures
from designer.catalog.library import Library
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun
from designer.model.figures import missing


def usd(amount: float, per: str, as_of: str = "2026-06", scope: str = "") -> Price:
    bought = per in ("unit", "gpu", "baseboard", "rack", "run")
    return Price.model_validate(
        {
            "amount_cents": round(amount * 100),
            "per": per,
            "as_of": as_of,
            "scope": scope or ("purchase" if bought else "on-demand"),
            "source": "a test",
            "kind": "guide",
        }
    )


H100 = Part(
    id="h100-sxm",
    name="H100 SXM",
    kind="gpu",
    power_max_w=700,
    accelerator=AcceleratorFigures(
        fp16_dense_tflops=989.4,
        fp16_sparse_tflops=1978.9,
        memory_gb=80,
        memory_gb_s=3350,
        scaleup_gb_s=900,
    ),
    prices=(usd(200_000, "baseboard"), usd(35_000, "unit", "2024"), usd(33_500, "unit")),
)
MI300X = Part(id="mi300x", name="MI300X", kind="gpu", accelerator=AcceleratorFigures(memory_gb=192))
TPU = Part(
    id="tpu-v5p",
    name="TPU v5p",
    kind="asic",
    accelerator=AcceleratorFigures(fp16_dense_tflops=459, memory_gb=95, chips_per_pod=8960),
)
DGX = Part(
    id="dgx-h100",
    name="DGX H100",
    kind="node",
    gpus=8,
    height_half_u=16,
    mass_kg=130.45,
    power_max_w=10_200,
    power_typical_w=7300,
    compute=ComputeFigures(gpu="h100-sxm"),
    ports=(
        PortGroup(
            name="compute", purpose="compute", kind="infiniband", rate_gbps=400, count=8, cages=4
        ),
        PortGroup(name="storage", purpose="storage", kind="infiniband", rate_gbps=400, count=2),
    ),
    prices=(usd(320_000, "unit"),),
)
SWITCH = Part(
    id="qm9700",
    name="QM9700",
    kind="switch",
    ports=(PortGroup(name="fabric", purpose="fabric", kind="infiniband", rate_gbps=400, count=64),),
)
WEKA = Part(
    id="weka",
    name="WekaFS",
    kind="storage",
    storage=StorageFigures(scope="node", scope_units=10, read_gb_s=80),
)
DEFAULTS = (
    PlanningDefault(id="electricity-price", name="", value=0.1, source="S1", kind="guide"),
    PlanningDefault(id="pue", name="", value=1.3, source="S4", kind="guide"),
)
CATALOG = Catalog((H100, MI300X, TPU, DGX, SWITCH, WEKA), defaults=DEFAULTS)

P5 = CloudOffer(
    id="aws-p5-48xlarge",
    name="p5.48xlarge",
    provider="aws",
    accelerator="h100-sxm",
    accelerators=8,
    network_gbps=3200,
    prices=(usd(98.32, "instance-hour", "2024"), usd(6.88, "gpu-hour")),
)
THUNDER = CloudOffer(
    id="thunder-h100-sxm",
    name="H100 SXM at Thunder",
    provider="thunder-compute",
    accelerator="h100-sxm",
    prices=(usd(1.38, "gpu-hour"),),
)
OLD = CloudOffer(
    id="old-h100-sxm",
    name="Cheap long ago",
    provider="thunder-compute",
    accelerator="h100-sxm",
    prices=(usd(0.5, "gpu-hour", "2024-01"),),
)
B200 = CloudOffer(
    id="spheron-b200-sxm",
    name="B200 at Spheron",
    provider="spheron",
    accelerator="b200-sxm",
    prices=(usd(3.39, "gpu-hour"), usd(2.12, "gpu-hour", scope="spot")),
)
LLAMA_8B = Model(
    id="llama-3-8b",
    name="Llama 3 8B",
    architecture="decoder",
    attention="gqa",
    parameters_b=8,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=8,
)
LLAMA_70B = Model(
    id="llama-3-70b",
    name="Llama 3 70B",
    architecture="decoder",
    attention="gqa",
    parameters_b=70,
    layers=80,
    kv_heads=8,
    head_dim=128,
    context_tokens=131_072,
)
DEEPSEEK = Model(
    id="deepseek-v3",
    name="DeepSeek-V3",
    architecture="moe-decoder",
    attention="mla",
    parameters_b=671,
    active_parameters_b=37,
    layers=61,
    latent_dim=512,
    rope_dim=64,
)
RESNET = Model(id="resnet-50", name="ResNet-50", architecture="cnn", parameters_b=0.0256, layers=50)
LIBRARY = Library(
    {
        "cloud_offer": (P5, THUNDER, OLD, B200),
        "model": (LLAMA_8B, LLAMA_70B, DEEPSEEK, RESNET),
    }
)


def of(entry: Entry) -> dict[str, float]:
    return {d.name: d.value for d in derived_figures(entry, CATALOG, LIBRARY)}


def how(entry: Entry, name: str) -> str:
    return next(d.how for d in derived_figures(entry, CATALOG, LIBRARY) if d.name == name)


def test_purchase_of_an_accelerator_per_work_and_memory():
    found = of(H100)
    # S0 0.38 prints 25,000 for H100; dense 25,278 with the rounded 0.989 (C-056).
    assert found["Purchase per dense FP16 PFLOPS"] == pytest.approx(25_278, rel=1e-3)
    assert found["Purchase per gigabyte of memory"] == pytest.approx(25_000 / 80)
    assert how(H100, "Purchase per dense FP16 PFLOPS") == (
        "200,000 USD ÷ 8 (2026-06) ÷ 0.9894 PFLOPS dense"
    )
    assert derived.usd_per_pflops(125_000 / 8, 1835) == pytest.approx(8515, rel=1e-3)


def test_intensity_and_efficiency_of_an_accelerator():
    found = of(H100)
    assert found["Compute per byte"] == pytest.approx(295.3, rel=1e-3)
    assert found["Dense FP16 per watt"] == pytest.approx(1.413, rel=1e-3)
    # C-022: collective models take one direction of NVLink 4.
    assert found["Scale-up bandwidth, one direction"] == 450


def test_renting_an_accelerator_takes_the_cheapest_present_rate():
    found = of(H100)
    assert found["Cheapest on demand"] == 1.38
    # S0 0.41 prints 0.0173 USD per GB and hour.
    assert found["Renting per gigabyte of memory"] == pytest.approx(0.01725)
    assert found["Purchase equals renting after"] == pytest.approx(25_000 / (1.38 * 730))
    assert "Thunder" in how(H100, "Cheapest on demand")


def test_a_newer_price_of_one_offer_leaves_the_cheaper_ones_of_half_a_year_present():
    newer = P5.model_copy(update={"id": "newer", "prices": (usd(7.9, "gpu-hour", "2026-08-06"),)})
    library = Library({"cloud_offer": (THUNDER, OLD, newer)})
    rate = derived.cheapest_rate("h100-sxm", library)
    assert rate is not None
    assert rate.offer.id == "thunder-h100-sxm"


def test_what_is_sold_by_the_chip_counts_one_and_an_instance_what_is_said():
    """A count of nobody is no figure: the 35 offers by the chip state none."""
    assert (P5.counted, THUNDER.counted) == (8, 1)
    whole = P5.evolve(accelerators=None)
    assert whole.counted is None
    assert set(of(whole)) == {"On demand, per accelerator"}
    assert of(whole)["On demand, per accelerator"] == pytest.approx(6.88)
    assert "accelerators" not in THUNDER.figures()


def test_a_pod_is_chips_times_chip():
    # C-014: 8,960 × 459 TFLOPS, not the 4,600 of S0.
    assert of(TPU)["Dense FP16 of a pod"] == pytest.approx(4112.64)
    assert of(TPU)["Memory of a pod"] == pytest.approx(851.2)


def test_what_is_unknown_gives_no_figure():
    assert of(MI300X) == {}
    assert of(Part(id="x", name="x", kind="gpu")) == {}
    assert of(Part(id="x", name="x", kind="node", gpus=8)) == {}
    assert of(CloudOffer(id="x", name="x", provider="aws", accelerator="none")) == {}
    assert of(TrainingRun(id="x", name="x", model="none")) == {}
    assert of(InferenceRun(id="x", name="x", model="none", tokens_s=None)) == {}
    assert of(Model(id="x", name="x")) == {}


def test_totals_of_a_node():
    found = of(DGX)
    assert found["Accelerator memory"] == 640
    assert found["FP16 dense"] == pytest.approx(7.915, rel=1e-3)
    assert found["FP16 sparse"] == pytest.approx(15.83, rel=1e-3)
    assert "FP8 dense" not in found
    assert found["Power per accelerator, all in"] == 1275
    # C-033: 5.6 kW are the eight GPUs alone.
    assert found["Accelerators' share of the maximum power"] == pytest.approx(54.9, rel=1e-3)
    assert found["Injection bandwidth"] == 400
    assert found["Injection bandwidth per accelerator"] == 50
    assert found["Mass per rack unit"] == pytest.approx(16.306, rel=1e-4)
    assert found["Purchase per accelerator"] == 40_000
    # 320,000 USD over 8 × 0.9894 PFLOPS; eight accelerators at 25,000 USD.
    assert found["Purchase per dense FP16 PFLOPS"] == pytest.approx(320_000 / 7.9152)
    assert found["Purchase of the accelerators alone"] == 200_000
    assert found["Accelerator memory bandwidth"] == pytest.approx(26.8)
    assert found["Scale-up bandwidth, both directions"] == pytest.approx(7.2)
    assert found["Dense FP16 per kilowatt"] == pytest.approx(8 * 989.4 / 10.2)
    # 7.3 kW · 8,760 h · 1.3 · 0.1 USD/kWh.
    assert found["Electricity of a year"] == pytest.approx(8313.24)


def test_training_work_is_six_operations_per_parameter_and_token():
    assert of(LLAMA_8B)["Training work per token"] == pytest.approx(48)
    assert of(LLAMA_70B)["Training work per token"] == pytest.approx(420)


def test_bandwidth_of_switches_and_of_a_storage_node():
    assert of(SWITCH)["Port bandwidth, one direction"] == pytest.approx(25.6)
    assert of(SWITCH)["Port bandwidth, both directions"] == pytest.approx(51.2)
    assert of(WEKA)["Read bandwidth per node"] == 8


def test_electricity_goes_by_typical_power():
    assert of(DGX)["Electricity of a year"] == pytest.approx(7.3 * 8760 * 0.1 * 1.3)
    assert "typical" in how(DGX, "Electricity of a year")
    # S1 prints 9,000 and 288,000 (C-036); S1 with PUE 1.3 is 11,616.
    assert derived.electricity_usd_per_year(10_200, 0.1) == pytest.approx(8935.2)
    assert derived.electricity_usd_per_year(32 * 10_200, 0.1) == pytest.approx(285_926.4)
    assert derived.electricity_usd_per_year(10_200, 0.1, 1.3) == pytest.approx(11_616, rel=1e-4)


def test_electricity_of_a_typical_power_that_is_not_stated_is_the_estimate_of_the_report():
    nodes = [
        DGX.evolve(id=f"node-{n}", power_max_w=10_000, power_typical_w=watts)
        for n, watts in enumerate((6000, 7000, 8000))
    ]
    mute = DGX.evolve(id="mute", power_typical_w=None, power_idle_w=2000)
    defaults = (
        PlanningDefault(id="electricity-price", name="", value=0.1, source="S1", kind="guide",
                        low=0.1, high=0.1),
        PlanningDefault(id="pue", name="", value=1.5, source="S4", kind="guide", low=1.2, high=2.0),
    )  # fmt: skip
    catalog = Catalog((H100, *nodes, mute), defaults=defaults)
    (year,) = [
        figure
        for figure in derived_figures(mute, catalog, Library({}))
        if figure.name == "Electricity of a year"
    ]
    # 0.7 of 10.2 kW, which lies between 2 kW idle and the highest; 8,760 h at 0.1 USD.
    assert year.value == pytest.approx(7.14 * 1.5 * 876)
    assert year.figure is not None
    assert year.figure.estimated
    assert (year.figure.low, year.figure.high) == pytest.approx((2 * 1.2 * 876, 10.2 * 2 * 876))
    assert year.text == "~9,400 (2,100–17,900)"
    assert "typical = 0.70 x highest" in year.how
    # With neither a typical nor a highest power nothing follows.
    blank = mute.evolve(power_max_w=None, power_idle_w=None)
    found = derived_figures(blank, Catalog((H100, blank), defaults=defaults), Library({}))
    assert "Electricity of a year" not in {figure.name for figure in found}


def test_a_figure_with_bounds_is_shown_in_whole_numbers_rounded_outwards():
    between = missing("x.power_max_w", "USD", 1_234.5, 1_236.5)
    assert Derived("Electricity of a year", None, "USD", "", between).text == "1,234–1,237"


@pytest.mark.parametrize(
    ("precision", "size"),
    [
        ("FP32", 1620), ("TF32", 1620), ("FP16", 810), ("BF16", 810), ("bf16", 810),
        ("FP8", 405), ("INT8", 405), ("FP4", 202.5), ("INT4", 202.5), ("unheard of", None),
    ],
)  # fmt: skip
def test_weights_take_the_bits_of_their_precision(precision: str, size: float | None):
    """Llama 3.1 405B takes 810, 405 and 203 GB in FP16, FP8 and INT4.

    "Llama 3.1 - 405B, 70B & 8B", Hugging Face, 2024-07-23, inference memory requirements.
    """
    llama = LLAMA_8B.model_copy(update={"parameters_b": 405.0})
    assert derived.weights_gb(llama, precision) == size


def test_a_switch_carries_its_ports():
    # C-026: 25.6 Tb/s one way, not 1.28.
    assert of(SWITCH)["Port bandwidth, one direction"] == 25.6
    assert of(SWITCH)["Port bandwidth, both directions"] == 51.2


def test_storage_bandwidth_is_per_unit_of_its_scope():
    # C-077: 80 GB/s of ten nodes are 8 of one.
    assert of(WEKA)["Read bandwidth per node"] == 8


def test_a_cloud_offer_by_accelerator_month_and_year():
    found = of(P5)
    assert found["On demand, per accelerator"] == 6.88
    assert found["On demand, per month"] == pytest.approx(8 * 6.88 * 730)
    assert found["On demand, per year"] == pytest.approx(8 * 6.88 * 8760)
    assert found["Accelerator memory"] == 640
    # S1: 3,200 Gb/s EFA are 8 × 400.
    assert found["Network per accelerator"] == 400
    assert found["Price change"] == pytest.approx((6.88 / 12.29 - 1) * 100)
    # S0 0.39: eight H100 at 1.38 for a month are 8,059 USD.
    assert of(THUNDER)["On demand, per month"] * 8 == pytest.approx(8059, rel=1e-4)


def test_a_suspect_price_is_never_computed_with():
    # C-058: 19 to 25 USD an hour for eight H100 cannot be the list price that says 110.
    cheap = usd(22, "instance-hour", "2024").model_copy(update={"suspect": True})
    offer = P5.model_copy(update={"prices": (usd(110, "instance-hour", "2024"), cheap)})
    assert of(offer)["On demand, per accelerator"] == 13.75
    part = H100.model_copy(
        update={"prices": (usd(1, "unit").model_copy(update={"suspect": True}),)}
    )
    assert derived.purchase_of_accelerator(part) is None
    assert Catalog((part,)).price("h100-sxm") is None


def test_a_band_says_so_and_a_lower_bound_has_no_history():
    price = usd(1.5, "gpu-hour").model_copy(
        update={"amount_cents": None, "low_cents": 150, "high_cents": 250}
    )
    offer = THUNDER.model_copy(update={"prices": (price,)})
    assert how(offer, "On demand, per accelerator") == (
        "2 USD (middle of 1.5–2.5) per hour (2026-06)"
    )
    bound = price.model_copy(update={"low_cents": 300, "high_cents": None, "as_of": "2024"})
    lowest = THUNDER.model_copy(update={"prices": (bound,)})
    assert how(lowest, "On demand, per accelerator") == "3 USD (and more) per hour (2024)"
    most = bound.model_copy(update={"low_cents": None, "high_cents": 400})
    highest = THUNDER.model_copy(update={"prices": (most,)})
    assert how(highest, "On demand, per accelerator") == "4 USD (at most) per hour (2024)"
    offer = THUNDER.model_copy(update={"prices": (price, bound)})
    assert "Price change" not in of(offer)


def test_spot_saves_what_two_prices_say():
    # C-060: 37.5 %, where sources claim 50 to 90.
    assert of(B200)["Saved by spot"] == pytest.approx(37.463, rel=1e-4)


def test_months_until_buying_pays():
    # C-071: S1's own prices 6.57 months, Lambda 25.2, eight at 1.38 beyond five years.
    running = 10.2 * 0.1
    assert derived.months_until_equal(475_000, 100, running) == pytest.approx(6.5739, rel=1e-4)
    assert derived.months_until_equal(475_000, 26.8, running) == pytest.approx(25.24, rel=1e-3)
    late = derived.months_until_equal(475_000, 8 * 1.38, running)
    assert late is not None
    assert 61 < late < 68
    assert derived.months_until_equal(1, 1, 1) is None


def test_price_changes_of_h100():
    # C-061: 64 % to 2.89, 82.75 % to 1.38.
    assert derived.change_percent(8, 2.89) == pytest.approx(-63.875)
    assert derived.change_percent(8, 1.38) == pytest.approx(-82.75)
    assert derived.history([("2024", 8.0)]) is None
    assert of(H100)["Price change"] == pytest.approx((33_500 / 35_000 - 1) * 100)


def test_a_training_run_by_the_accelerator_hour():
    # S0 time to train: C-047 computes 1.085 USD per GPU-hour from 64 × 3 days and 5,000 USD.
    run = TrainingRun(
        id="r",
        name="r",
        model="llama-3-8b",
        accelerator="h100-sxm",
        accelerators=64,
        days=3,
        prices=(usd(5000, "run"),),
    )
    assert of(run)["Accelerator-hours"] == 4608
    assert of(run)["Price per accelerator-hour"] == pytest.approx(1.08507, rel=1e-5)
    # C-048: 2.788 M hours on 2,048 H800 are 56.7 days.
    v3 = TrainingRun(
        id="v3", name="v3", model="deepseek-v3", accelerators=2048, accelerator_hours=2.788e6
    )
    assert of(v3)["Days"] == pytest.approx(56.7, rel=1e-3)
    band = TrainingRun(
        id="b", name="b", model="llama-3-8b", accelerators=64, days_low=7, days_high=14
    )
    assert of(band)["Accelerator-hours, lowest"] == 10_752
    assert of(band)["Accelerator-hours, highest"] == 21_504


def test_utilization_of_a_training_run():
    run = TrainingRun(
        id="r",
        name="r",
        model="llama-3-8b",
        accelerator="h100-sxm",
        accelerator_hours=1.3e6,
        tokens_b=15_000,
    )
    # 6 × 8e9 × 15e12 FLOP in 1.3 M hours of 989.4 TFLOPS: about 15.5 %.
    assert of(run)["Model FLOP utilization, of dense FP16"] == pytest.approx(15.55, rel=1e-3)


def test_a_serving_run():
    run = InferenceRun(
        id="r",
        name="r",
        model="llama-3-8b",
        accelerator="h100-sxm",
        accelerators=1,
        precision="FP16",
        batch=128,
        tokens_s=4500,
    )
    found = of(run)
    # C-049: 4.5 queries a second of 1,000 tokens; the survey prints tokens per sequence, 35.
    assert found["Queries per second"] == 4.5
    assert found["Tokens per second and sequence"] == pytest.approx(35.2, rel=1e-2)
    # C-050: 3,350 GB/s ÷ 16 GB.
    assert found["Bound for one sequence, by memory bandwidth"] == pytest.approx(209.4, rel=1e-3)
    alone = run.model_copy(update={"batch": 1, "tokens_s": 800.0})
    assert of(alone)["Stated speed against the bound"] == pytest.approx(3.82, rel=1e-2)
    guess = InferenceRun(id="g", name="g", model="none", tokens_s_low=100, tokens_s_high=300)
    assert of(guess) == {"Queries per second, lowest": 0.1, "Queries per second, highest": 0.3}


def test_the_price_of_tokens():
    run = InferenceRun(
        id="r", name="r", model="llama-3-70b", tokens_s=4000, offer="spheron-b200-sxm",
        accelerators=1,
    )  # fmt: skip
    # C-051: 0.235, where the survey prints 0.42; 0.147 on spot.
    assert of(run)["Price of a million tokens, on demand"] == pytest.approx(0.2354, rel=1e-3)
    assert of(run)["Price of a million tokens, spot"] == pytest.approx(0.1472, rel=1e-3)


def test_a_run_on_no_one_says_how_many_chips_has_no_price_of_tokens_and_no_bound():
    run = InferenceRun(
        id="r", name="r", model="llama-3-8b", tokens_s=4000, offer="spheron-b200-sxm",
        accelerator="h100-sxm", precision="FP16",
    )  # fmt: skip
    assert not [name for name in of(run) if "million tokens" in name or "Bound" in name]


def test_weights_and_cache_of_models():
    found = of(LLAMA_70B)
    assert found["Weights at FP16"] == 140
    assert found["Weights at FP8"] == 70
    # C-042: 35 GB of weights alone; a survey prints 85 GB as the need.
    assert found["Weights at INT4"] == 35
    # C-043: 327,680 B a token, 42.95 GB at 128K.
    assert found["KV cache per token"] == 327_680
    assert found["KV cache of a full context"] == pytest.approx(42.95, rel=1e-3)
    assert derived.kv_bytes_per_token(LLAMA_8B) == 131_072
    assert derived.kv_cache_gb(LLAMA_8B, 4096) == pytest.approx(0.537, rel=1e-3)
    assert derived.kv_bytes_per_token(DEEPSEEK) == (512 + 64) * 61 * 2
    assert derived.kv_bytes_per_token(RESNET) is None
    mha = LLAMA_8B.model_copy(update={"attention": "mha", "kv_heads": None})
    assert derived.kv_bytes_per_token(mha) == 4 * 131_072


def test_training_work_counts_the_parameters_a_token_meets():
    assert derived.training_flop_per_token(DEEPSEEK) == 6 * 37e9
    assert derived.training_flop_per_token(Model(id="x", name="x")) is None


def test_every_shipped_entry_yields_finite_positive_figures_with_words():
    catalog, library = load_shipped(), shipped_library()
    entries: list[Entry] = [*catalog.parts]
    for table in ("cloud_offer", "model", "training_run", "inference_run", "guideline", "topic"):
        entries.extend(library.entries(table))
    for entry in entries:
        found = derived_figures(entry, catalog, library)
        names = [d.name for d in found]
        assert len(names) == len(set(names)), entry.id
        for d in found:
            assert d.how
            if d.value is None:
                # Bounds alone say something: they are printed instead of a figure.
                assert d.figure is not None, (entry.id, d)
                assert d.text[0] in "≥≤0123456789", (entry.id, d)
                continue
            assert d.value > 0 or d.name in ("Price change", "Saved by spot"), (entry.id, d)


def offer_of(offer_id: str, *prices: Price, accelerators: int = 1) -> CloudOffer:
    return CloudOffer(
        id=offer_id, name=offer_id, provider="p", accelerator="chip", accelerators=accelerators,
        prices=prices,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "present"),
    [("2026-01", True), ("2025-12", True), ("2025-12-31", True), ("2026", True),
     ("2025-11", False), ("2025", False), ("2024-12", False)],
)  # fmt: skip
def test_an_offer_is_present_within_six_months_of_the_newest_one(old: str, *, present: bool):
    """The dates run over the turn of a year; a mere year counts as its January."""
    newest_offer = offer_of("new", usd(5, "gpu-hour", "2026-05"))
    cheap = offer_of("cheap", usd(1, "gpu-hour", old))
    rate = derived.cheapest_rate("chip", Library({"cloud_offer": (cheap, newest_offer)}))
    assert rate is not None
    assert (rate.offer.id == "cheap") is present
    assert derived.cheapest_rate("none", Library({"cloud_offer": (cheap,)})) is None
    assert derived.cheapest_rate("chip", Library({"cloud_offer": (cheap,)}), "spot") is None


def test_a_rate_of_an_instance_is_divided_and_one_of_a_chip_is_not():
    instance = offer_of("i", usd(8, "instance-hour", "2026-05"), accelerators=8)
    chip = offer_of("c", usd(8, "gpu-hour", "2026-05"), accelerators=8)
    for offer, dollars in ((instance, 1), (chip, 8)):
        rate = derived.cheapest_rate("chip", Library({"cloud_offer": (offer,)}))
        assert rate is not None
        assert rate.usd == dollars
    nobody_counted = offer_of("n", usd(8, "gpu-hour", "2026-05"), accelerators=0)
    assert derived.cheapest_rate("chip", Library({"cloud_offer": (nobody_counted,)})) is None
    whole = offer_of("w", usd(8, "rack", "2026-05"))
    assert derived.cheapest_rate("chip", Library({"cloud_offer": (whole,)})) is None


def test_of_one_offer_the_cheapest_rate_of_its_newest_date_counts():
    offer = offer_of(
        "o", usd(1, "gpu-hour", "2026-01"), usd(4, "gpu-hour", "2026-05"),
        usd(3, "gpu-hour", "2026-05"),
    )  # fmt: skip
    rate = derived.cheapest_rate("chip", Library({"cloud_offer": (offer,)}))
    assert rate is not None
    assert rate.usd == 3


def test_a_run_of_a_model_that_nobody_sized_has_no_bound():
    run = InferenceRun(
        id="r", name="r", model="nameless", tokens_s=4000, accelerator="h100-sxm", accelerators=1,
        precision="FP16", batch=1,
    )  # fmt: skip
    catalog = Catalog([H100])
    for library in (Library({}), Library({"model": (Model(id="nameless", name="N"),)})):
        names = [d.name for d in derived_figures(run, catalog, library)]
        assert "Bound for one sequence, by memory bandwidth" not in names
    sized = Library({"model": (Model(id="nameless", name="N", parameters_b=10),)})
    bound = {d.name: d.value for d in derived_figures(run, catalog, sized)}
    assert bound["Bound for one sequence, by memory bandwidth"] == pytest.approx(167.5)
    assert bound["Stated speed against the bound"] == pytest.approx(4000 / 167.5)
    of_experts = Library(
        {"model": (Model(id="nameless", name="N", parameters_b=10, active_parameters_b=1),)}
    )
    faster = {d.name: d.value for d in derived_figures(run, catalog, of_experts)}
    assert faster["Bound for one sequence, by memory bandwidth"] == pytest.approx(1675)
