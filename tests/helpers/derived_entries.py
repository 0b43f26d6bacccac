"""Entries of every family with all the figures that others follow from, and one left out of each.

Numbers are made up, unlike each other and no 0 or 1, so that a wrong factor shows.
"""

from collections.abc import Iterator
from typing import Any

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import AcceleratorFigures, ComputeFigures
from designer.catalog.derived import derived_figures
from designer.catalog.entry import Entry, Price
from designer.catalog.figures import PortGroup, StorageFigures
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun

PEAKS = {
    "fp4_dense_tflops": 8100.0, "fp4_sparse_tflops": 16_200.0, "fp8_dense_tflops": 4050.0,
    "fp8_sparse_tflops": 8100.0, "int8_dense_tops": 4051.0, "int8_sparse_tops": 8102.0,
    "fp16_dense_tflops": 2025.0, "fp16_sparse_tflops": 4050.0, "tf32_dense_tflops": 1012.5,
    "tf32_sparse_tflops": 2025.0, "fp32_tflops": 71.0, "fp64_tensor_tflops": 37.0,
    "fp64_vector_tflops": 35.0,
}  # fmt: skip


def price(usd: float, per: str, as_of: str, scope: str) -> Price:
    return Price.model_validate(
        {"amount_cents": round(usd * 100), "per": per, "as_of": as_of, "scope": scope,
         "source": "a list", "kind": "guide"}
    )  # fmt: skip


CHIP = Part(
    id="chip", name="Chip", kind="gpu", power_max_w=950,
    accelerator=AcceleratorFigures(
        **PEAKS, memory_gb=141, memory_gb_s=4800, scaleup_gb_s=900, chips_per_pod=72
    ),
    prices=(
        price(36_000, "unit", "2024-03", "purchase"), price(31_000, "unit", "2026-02", "purchase"),
    ),
)  # fmt: skip
NODE = Part(
    id="node", name="Node", kind="node", gpus=6, nodes=1, height_half_u=15, mass_kg=123.5,
    power_max_w=11_400, power_typical_w=8300, power_idle_w=2100, compute=ComputeFigures(gpu="chip"),
    ports=(
        PortGroup(name="a", purpose="compute", kind="infiniband", rate_gbps=400, count=5),
        PortGroup(name="b", purpose="compute", kind="ethernet", rate_gbps=200, count=3),
        PortGroup(name="c", purpose="storage", kind="ethernet", rate_gbps=100, count=2),
    ),
    prices=(price(270_000, "unit", "2025-11", "purchase"),),
)  # fmt: skip
SWITCH = Part(
    id="switch", name="Switch", kind="switch", power_max_w=1700,
    ports=(
        PortGroup(name="f", purpose="fabric", kind="ethernet", rate_gbps=800, count=48),
        PortGroup(name="g", purpose="fabric", kind="ethernet", rate_gbps=100, count=4),
        PortGroup(name="m", purpose="out-of-band", kind="ethernet", rate_gbps=10, count=2),
    ),
)  # fmt: skip
STORE = Part(
    id="store", name="Store", kind="storage",
    storage=StorageFigures(
        scope="node", scope_units=3, read_gb_s=81, write_gb_s=42, raw_tb=700, usable_tb=490
    ),
)  # fmt: skip
OFFER = CloudOffer(
    id="offer", name="Offer", provider="somebody", accelerator="chip", accelerators=4,
    network_gbps=3100,
    prices=(
        price(14.4, "instance-hour", "2025-04", "on-demand"),
        price(11.2, "instance-hour", "2026-03", "on-demand"),
        price(1.7, "gpu-hour", "2026-03", "spot"),
    ),
)  # fmt: skip
MODEL = Model(
    id="model", name="Model", architecture="decoder", attention="gqa", parameters_b=33, layers=41,
    hidden=5120, heads=40, kv_heads=5, head_dim=128, ffn=13_824, gated=True, vocabulary=32_100,
    context_tokens=9000,
)  # fmt: skip
MIXTURE = Model(
    id="mixture", name="Mixture", architecture="moe-decoder", attention="mla", parameters_b=236,
    active_parameters_b=21, layers=60, hidden=5120, heads=128, query_latent_dim=1536,
    latent_dim=512, rope_dim=64, nope_dim=128, value_dim=130, ffn=12_288, gated=True,
    vocabulary=102_400, context_tokens=7000, experts=160, experts_active=6, experts_shared=2,
    expert_ffn=1536, dense_layers=3,
)  # fmt: skip
PLAIN = Model(
    id="plain", name="Plain", architecture="decoder", attention="mha", parameters_b=1.5, layers=48,
    hidden=1600, heads=25, kv_heads=25, head_dim=64, ffn=6400, gated=False, vocabulary=50_257,
    context_tokens=1024, positions="learned", tied_embeddings=True,
)  # fmt: skip
MEASURED = TrainingRun(
    id="measured", name="Measured", model="model", accelerator="chip", accelerators=96, days=11,
    tokens_b=910, prices=(price(88_000, "run", "2025-05", "purchase"),),
)  # fmt: skip
PUBLISHED = TrainingRun(
    id="published", name="Published", model="mixture", accelerator="chip", accelerators=2048,
    accelerator_hours=1_200_000, tokens_b=8100,
)  # fmt: skip
RANGE = TrainingRun(
    id="range", name="Range", model="model", accelerators_low=60, accelerators_high=90, days_low=7,
    days_high=13,
)  # fmt: skip
HALF_RANGE = TrainingRun(
    id="half-range", name="Half a range", model="model", accelerators=60, days_low=7, days_high=13
)
SERVED = InferenceRun(
    id="served", name="Served", model="model", accelerator="chip", accelerators=4, precision="FP8",
    batch=24, output_tokens=300, tokens_s=5200, tokens_s_low=2600, tokens_s_high=7800,
    offer="offer",
)  # fmt: skip
ALONE = InferenceRun(
    id="alone", name="Alone", model="mixture", accelerator="chip", accelerators=1,
    precision="fp16", batch=1, tokens_s=90,
)  # fmt: skip

PARTS = (CHIP, NODE, SWITCH, STORE)
OTHERS = {
    "cloud_offer": (OFFER,),
    "model": (MODEL, MIXTURE, PLAIN),
    "training_run": (MEASURED, PUBLISHED, RANGE, HALF_RANGE),
    "inference_run": (SERVED, ALONE),
    "guideline": (
        Guideline(id="model-fit-reserve", name="Reserve", subject="memory", value=0.3),
        Guideline(id="training-bytes-per-parameter", name="B", subject="memory", value=18),
    ),
}  # fmt: skip
DEFAULTS = (
    PlanningDefault(id="electricity-price", name="", value=0.11, source="S", kind="guide"),
    PlanningDefault(id="pue", name="", value=1.4, source="S", kind="guide"),
)
EVERY: tuple[Entry, ...] = (
    *PARTS, *(one for name, found in OTHERS.items() if name != "guideline" for one in found),
)  # fmt: skip


def figures(entry: Entry, changed: Entry | None = None) -> dict[str, str]:
    """Return what follows from an entry, by name, where one entry is changed or none."""
    new = changed or entry

    def present(found: tuple[Entry, ...]) -> list[Entry]:
        return [new if one.id == new.id else one for one in found]

    catalog = Catalog([p for p in present(PARTS) if isinstance(p, Part)], defaults=DEFAULTS)
    library = Library({name: present(found) for name, found in OTHERS.items()})
    seen = new if new.id == entry.id else entry
    return {
        one.name: f"{'open' if one.value is None else format(one.value, '.10g')} {one.unit}: "
        + one.how
        for one in derived_figures(seen, catalog, library)
    }


def without_one(entry: Entry) -> Iterator[tuple[str, Entry]]:
    """Yield an entry with each of its figures left out in turn, with the figure's name."""
    for name, default in _fields(entry):
        value = getattr(entry, name)
        if value == default or name in ("id", "name", "kind", "model", "provider", "nodes"):
            continue
        if name in ("accelerator", "storage") and not isinstance(value, str):
            for inner, empty in _fields(value):
                if getattr(value, inner) != empty:
                    yield f"{name}.{inner}", entry.evolve(**{name: value.evolve(**{inner: empty})})
        if name == "accelerator" and isinstance(value, str):
            default = "nobody"
        yield name, entry.evolve(**{name: default})


def _fields(record: Any) -> Iterator[tuple[str, Any]]:
    for name, field in type(record).model_fields.items():
        yield name, field.get_default(call_default_factory=True)
