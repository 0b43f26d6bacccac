"""The all-reduce calculation: what gradients move over a fabric, and how long."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.collectives import SWITCH_FACTOR, all_reduce_gb, all_reduce_seconds
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.workloads import Model
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.model.figures import Figure

_BITS: Final = 8
_ONE_NODE: Final = 8
_LARGE: Final = 1_000
"""GPUs from which the rule of thumb for a thousand holds."""


def _all_reduce(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    parameters = _parameters(v)
    split = v["tensor"] * v["pipeline"]
    data = parameters * v["bytes_per_parameter"] / split
    ranks, speed = v["ranks"], v["rate_gbps"] / _BITS * v["fabric_ratio"]
    adds = _adds(v, catalog)
    gpus = ranks * split
    results: dict[str, Value | Figure] = {
        "gpus": gpus,
        "gradients_gb": data,
        "moved_gb": all_reduce_gb(data, ranks),
        "gb_s": speed,
        "seconds": all_reduce_seconds(data, ranks, speed),
        "in_network": adds or None,
        "moved_in_network_gb": all_reduce_gb(data, ranks, SWITCH_FACTOR) if adds else None,
        "seconds_in_network": (
            all_reduce_seconds(data, ranks, speed, SWITCH_FACTOR) if adds else None
        ),
    }
    guide = _network_for(gpus)
    said = [
        "bandwidth alone, nothing overlapped with computing",
        f"network of {gpus:,} GPUs: {guide.statement}" if guide else "",
        _against(guide, v["rate_gbps"]),
        "SHARP needs a matching pair of OFED and switch firmware (guideline sharp-needs)"
        if adds else "",
        "adapters read GPU memory themselves with GPUDirect RDMA alone (guideline gpudirect-rdma)"
        if gpus > _ONE_NODE else "",
    ]  # fmt: skip
    return {**results, "note": "; ".join(it.rstrip(".") for it in said if it)}


def _parameters(v: dict[str, Any]) -> float:
    """Return the parameters of a model in billions: as given, or of a model of the library."""
    if v["parameters_b"] is not None:
        return float(v["parameters_b"])
    if not v["model"]:
        raise CalcError("all-reduce needs model or parameters_b")
    found = shipped_library().get("model", v["model"])
    if not isinstance(found, Model):
        raise CalcError(f"all-reduce: there is no model {v['model']!r} in the library")
    if found.parameters_b is None:
        raise CalcError(f"all-reduce: nobody states the parameters of {found.name}")
    v["parameters_b"] = found.parameters_b
    return found.parameters_b


def _adds(v: dict[str, Any], catalog: Catalog | None) -> str:
    """Return how the switch adds on the way, such as `SHARPv3`; empty where it does not."""
    if not v["switch"]:
        return ""
    part: Part | None = (catalog or load_shipped()).get(v["switch"])
    if part is None:
        raise CalcError(f"all-reduce: {v['switch']!r} is not in the catalogue")
    return part.switch.sharp if part.switch else ""


def _network_for(gpus: int) -> Guideline | None:
    """Return the rule of thumb for the network of so many GPUs."""
    if gpus <= _ONE_NODE:
        name = "network-8-gpus"
    else:
        name = "network-1000-gpus" if gpus >= _LARGE else "network-64-gpus"
    found = shipped_library().get("guideline", name)
    return found if isinstance(found, Guideline) else None


def _against(guide: Guideline | None, rate_gbps: float) -> str:
    """Return how a rate stands to a rule of thumb in Gb/s; empty where it names none."""
    if guide is None or guide.low is None or guide.value is None:
        return ""
    if rate_gbps < guide.low:
        return f"{rate_gbps:g} Gb/s are below its minimum of {guide.low:g}"
    if rate_gbps < guide.value:
        return f"{rate_gbps:g} Gb/s are above its minimum, below the {guide.value:g} it recommends"
    return f"{rate_gbps:g} Gb/s are what it recommends or more"


ALL_REDUCE = Calculation(
    name="all-reduce",
    summary="volume and time of the gradients' all-reduce, ring and in the network",
    parameters=(
        Parameter("model", "text", optional=True, help="id of the library: llama-3-70b"),
        Parameter(
            "parameters_b", unit="10⁹", optional=True, help="of the model, where none is named"
        ),
        Parameter("bytes_per_parameter", default=2.0, help="of a gradient"),
        Parameter("ranks", "count", help="that hold the same part: data-parallel"),
        Parameter("tensor", "count", default=1, help="GPUs that share a layer"),
        Parameter("pipeline", "count", default=1, help="stages"),
        Parameter("rate_gbps", unit="Gb/s", default=400.0, help="of a rank's links, one way"),
        Parameter(
            "fabric_ratio", default=1.0, help="share of it that crosses: the bisection ratio"
        ),
        Parameter("switch", "text", optional=True, help="catalogue id: whether it adds (SHARP)"),
    ),
    results=(
        ("gpus", ""), ("gradients_gb", "GB"), ("moved_gb", "GB"), ("gb_s", "GB/s"),
        ("seconds", "s"), ("in_network", ""), ("moved_in_network_gb", "GB"),
        ("seconds_in_network", "s"),
    ),
    formula=(
        "gradients = parameters·bytes / (tensor·pipeline); ring 2·(n - 1)/n·gradients, in the "
        "network 1·gradients; seconds = volume / one-way bandwidth"
    ),
    sources=(
        "guideline all-reduce-volume (NVIDIA nccl-tests, PERFORMANCE)",
        "guideline sharp-volume (NVIDIA SHARP documentation, rev. 3.3 and 3.13)",
        "guidelines network-8-gpus, network-64-gpus, network-1000-gpus (Compute Infrastructure for "
        "Training AI)",
    ),
    run=_all_reduce,
)  # fmt: skip
