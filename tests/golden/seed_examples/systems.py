"""Worked examples of hardware: nodes, links, switches, collectives."""

from collections.abc import Callable

from designer.catalog.collectives import all_reduce_gb, all_reduce_seconds
from designer.catalog.derived import BYTES_PER_PARAMETER, injection_gb_s, peak_pflops
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.methods import Interconnect
from designer.catalog.sizing import state_gb

BITS_PER_BYTE = 8
HBM_RULE = "infiniband-half-of-hbm"
MANY_RANKS = 1_000_000


def part(part_id: str) -> Part:
    return load_shipped().require(part_id)


def chip(system_id: str):
    return part(part(system_id).compute.gpu).accelerator


def rule(entry_id: str) -> Guideline:
    return shipped_library().get("guideline", entry_id)


def variant(entry_id: str, name: str) -> float:
    return next(v for v in rule(entry_id).variants if v.name == name).value


def link(entry_id: str) -> Interconnect:
    return shipped_library().get("interconnect", entry_id)


def gb_s(entry_id: str) -> float:
    """One direction of one port."""
    return link(entry_id).rate_gbps / BITS_PER_BYTE


def hbm_gb_s() -> float:
    return chip("dgx-h100").memory_gb_s


def example_gb_s() -> float:
    """The survey's four NDR400 links for each GPU."""
    return variant(HBM_RULE, "example links, AI/ML Infrastructure (2026-06-18)") * gb_s("ib-ndr")


def nvlink_tb_s(system_id: str) -> float:
    return part(system_id).gpus * chip(system_id).scaleup_gb_s / 1000


def peak(system_id: str, field: str) -> float:
    return peak_pflops(part(system_id), load_shipped(), field)


def gradients_70b() -> float:
    model = shipped_library().get("model", "llama-3-70b")
    return state_gb(model.nominal_b, BYTES_PER_PARAMETER["FP16"])


def gradients_10b() -> float:
    return state_gb(10, BYTES_PER_PARAMETER["FP32"])


def announced_nvl72_tb() -> float:
    """Blackwell was announced with 192 GB, which B100 still states; 186 GB of it are usable."""
    return part("gb200-nvl72").gpus * part("b100").accelerator.memory_gb / 1000


def pcie_one_way(entry_id: str) -> float:
    return link(entry_id).device_gb_s / 2


COMPUTED: dict[str, Callable[[], float]] = {
    "W-001": lambda: rule(HBM_RULE).value * hbm_gb_s() / 1000,
    "W-002": example_gb_s,
    "W-003": lambda: 100 * example_gb_s() / hbm_gb_s(),
    "W-004": lambda: 100 * gb_s("ib-ndr200") / hbm_gb_s(),
    "W-005": lambda: injection_gb_s(part("dgx-h100")),
    "W-080": lambda: part("dgx-h100").gpus * chip("dgx-h100").memory_gb,
    "W-082": lambda: peak("dgx-h100", "fp8_sparse_tflops"),
    "W-083": lambda: peak("dgx-h100", "tf32_sparse_tflops"),
    "W-084": lambda: peak("dgx-a100", "fp16_sparse_tflops"),
    "W-085": lambda: peak("dgx-a100", "tf32_sparse_tflops"),
    "W-106": lambda: link("nvlink-4").device_gb_s / link("pcie-5").device_gb_s,
    "W-127": lambda: all_reduce_gb(gradients_70b(), MANY_RANKS),
    "W-128": lambda: all_reduce_gb(gradients_70b(), part("dgx-h100").gpus),
    "W-129": lambda: gb_s("ib-ndr"),
    "W-130": lambda: variant("dgx-pod-systems", "NCA-AIIO study page") * part("dgx-h100").gpus,
    "W-131": lambda: part("qm9700").switch.throughput_tbps,
    "W-132": announced_nvl72_tb,
    "W-133": lambda: peak("gb200-nvl72", "fp4_sparse_tflops") / 1000,
    "W-134": lambda: nvlink_tb_s("dgx-h100"),
    "W-135": lambda: nvlink_tb_s("dgx-a100"),
    # NVIDIA prints both as whole petaflops, and FP8 beside FP16.
    "W-136": lambda: (
        round(peak("dgx-h100", "fp8_sparse_tflops")) / round(peak("dgx-a100", "fp16_sparse_tflops"))
    ),
    "W-137": lambda: link("nvlink-4").device_gb_s / link("pcie-4").device_gb_s,
    "W-144": gradients_10b,
    "W-145": lambda: all_reduce_seconds(gradients_10b(), 4, pcie_one_way("pcie-4")),
}
LATER: dict[str, str] = {}
