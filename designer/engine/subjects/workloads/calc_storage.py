"""`calc storage`: what a cluster asks of its storage: size, reading, checkpoints by strategy.

The rules of thumb are entries of the catalogue, which own their figures: here they are applied.
"""

import re
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.methods import Technique
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.given import library_entry, model_named
from designer.engine.subjects.workloads.saving import ADAM_BYTES
from designer.engine.subjects.workloads.shape import shape_of
from designer.model.figures import Figure

LEVELS: Final = ("good", "better", "best")
UNIT_NODES: Final = 32
LEVEL_GPUS: Final = 8
"""Nodes of the scalable unit that the levels are of, and GPUs of each of these."""
_GB: Final = 1e9
_TIERS: Final = (
    "storage-tier-below-10-tb", "storage-tier-10-to-100-tb", "storage-tier-100-tb-to-10-pb",
    "storage-tier-above-10-pb",
)  # fmt: skip


def guideline(name: str) -> Guideline:
    """Return a rule of thumb of the catalogue."""
    found = library_entry("guideline", name)
    if not isinstance(found, Guideline):
        raise TypeError(f"the catalogue has no guideline {name}")
    return found


def levels(nodes: float) -> dict[str, tuple[float, float]]:
    """Return GB/s of reading and writing of each level for so many nodes (RA-11333-001)."""
    found = {}
    for variant in guideline("storage-bandwidth-superpod").variants:
        name, _, rest = variant.name.partition("-")
        written = re.fullmatch(r"(\d+) GB/s write", variant.text)
        if rest == "unit-read" and variant.value is not None and written is not None:
            units = nodes / UNIT_NODES
            found[name] = variant.value * units, float(written[1]) * units
    return found


def levels_for(gpus: float) -> dict[str, tuple[float, float]]:
    """Return the same for so many GPUs."""
    return levels(gpus / LEVEL_GPUS)


def level_of(read_gb_s: float, write_gb_s: float, nodes: float) -> str:
    """Return the highest level that storage keeps for so many nodes; empty below all."""
    kept = ""
    for name, (read, write) in levels(nodes).items():
        if read_gb_s >= read and write_gb_s >= write:
            kept = name
    return kept


def tier_for(dataset_tb: float) -> Guideline:
    """Return the tier that a dataset of so many TB asks for."""
    for name in _TIERS[:-1]:
        found = guideline(name)
        if found.high is not None and dataset_tb < found.high:
            return found
    return guideline(_TIERS[-1])


def capacity_for(dataset_tb: float) -> Figure:
    """Return how many TB a dataset asks for: with checkpoints and logs three to five times it."""
    several = guideline("storage-capacity-multiple")
    if several.low is None or several.high is None or several.value is None:
        raise TypeError("the rule of capacity states no band")
    return Figure(
        dataset_tb * several.low, dataset_tb * several.high, dataset_tb * several.value, "TB",
        basis=("guideline storage-capacity-multiple",), estimated=True,
    )  # fmt: skip


def _storage(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    results: dict[str, Result | Figure] = {}
    said: list[str] = []
    if v["dataset_tb"] is not None:
        results |= _of_dataset(v["dataset_tb"], said)
    if v["gpus"] is not None:
        results |= _of_gpus(v, said)
    if v["model"] or v["parameters_b"] is not None:
        results |= _of_checkpoint(v, said)
    if not results:
        raise CalcError("storage needs dataset_tb, gpus, or a model (parameters_b)")
    return {**results, "note": "; ".join(said)}


def _of_dataset(size: float, said: list[str]) -> dict[str, Result | Figure]:
    tier = tier_for(size)
    said.append(tier.name)
    return {"capacity_tb": capacity_for(size), "tier": tier.id, "tier_gb_s": tier.value}


def _of_gpus(v: dict[str, Any], said: list[str]) -> dict[str, Result | Figure]:
    nodes = v["gpus"] / v["node_gpus"]
    wanted = levels(nodes)
    results: dict[str, Result | Figure] = {}
    for name in LEVELS:
        results[f"read_{name}_gb_s"], results[f"write_{name}_gb_s"] = wanted[name]
    each = guideline("training-data-rate").value
    results["images_gb_s"] = None if each is None else each * v["gpus"]
    if v["read_gb_s"] is not None and v["write_gb_s"] is not None:
        kept = level_of(v["read_gb_s"], v["write_gb_s"], nodes)
        results["level"] = kept or "below good"
    said.append("levels for text (good) to video and simulation (best), of whole clusters")
    return results


def _of_checkpoint(v: dict[str, Any], said: list[str]) -> dict[str, Result | Figure]:
    count = v["parameters_b"]
    if count is None:
        count = shape_of(model_named(v["model"], "storage")).parameters / _GB
        v["parameters_b"] = count
    size, stall = count * ADAM_BYTES, guideline("checkpoint-stall").value
    results: dict[str, Result | Figure] = {
        "checkpoint_gb": size,
        "full_gb_s": None if stall is None else size / stall,
    }
    if v["write_gb_s"]:
        results["full_stall_s"] = size / v["write_gb_s"]
    if v["interval_s"] is not None:
        results["async_gb_s"] = size / v["interval_s"]
    if v["gpus"] is not None:
        results["shard_gb"] = size / v["gpus"]
    last = library_entry("technique", "checkpoint-continuous")
    if isinstance(last, Technique) and last.interval_s_low and last.interval_s_high:
        results["continuous_gb_s"] = Figure(
            size / last.interval_s_high * v["changed"], size / last.interval_s_low * v["changed"],
            unit="GB/s", basis=("technique checkpoint-continuous",),
        )  # fmt: skip
    said.append(
        "full: written while training stands still for no longer than a minute; async: until the "
        "next one begins; distributed: each rank writes its shard; in memory: the shard goes to "
        "another node and not to storage; continuous: what changed, every 60 to 300 s"
    )
    return results


STORAGE_NEED: Final = Calculation(
    name="storage",
    summary="what data, GPUs and checkpoints ask of storage: TB, GB/s, by strategy and level",
    parameters=(
        Parameter("dataset_tb", unit="TB", optional=True, help="that training reads"),
        Parameter("gpus", "count", optional=True, help="of the cluster"),
        Parameter("node_gpus", "count", default=LEVEL_GPUS, help="of a node"),
        Parameter("model", "text", optional=True, help="id of the catalogue: llama-3-1-405b"),
        Parameter("parameters_b", unit="10⁹", optional=True, help="where no model is named"),
        Parameter("interval_s", unit="s", optional=True, help="between two checkpoints"),
        Parameter("changed", default=1.0, help="part of the state that a delta holds"),
        Parameter("read_gb_s", unit="GB/s", optional=True, help="that storage delivers"),
        Parameter("write_gb_s", unit="GB/s", optional=True, help="that storage takes"),
    ),
    results=(
        ("capacity_tb", "TB"), ("tier", ""), ("tier_gb_s", "GB/s"),
        *((f"{what}_{name}_gb_s", "GB/s") for name in LEVELS for what in ("read", "write")),
        ("images_gb_s", "GB/s"), ("level", ""), ("checkpoint_gb", "GB"), ("full_gb_s", "GB/s"),
        ("full_stall_s", "s"), ("async_gb_s", "GB/s"), ("shard_gb", "GB"),
        ("continuous_gb_s", "GB/s"),
    ),
    formula=(
        "capacity = 3 to 5 × dataset; level = GB/s of a scalable unit·nodes/32; images = 0.33 "
        "GB/s·GPUs; checkpoint = 14 B·parameters; full = checkpoint/60 s; async = "
        "checkpoint/interval; shard = checkpoint/GPUs; continuous = changed·checkpoint/(60 to 300 "
        "s)"
    ),
    sources=(
        "NVIDIA DGX SuperPOD H100 reference architecture, RA-11333-001: good, better, best",
        "AI/ML Infrastructure (2026-06-18): tiers by size of the dataset, checkpoint strategies",
        "guidelines of the catalogue: storage-capacity-multiple, training-data-rate, "
        "checkpoint-stall",
    ),
    run=_storage,
)  # fmt: skip
