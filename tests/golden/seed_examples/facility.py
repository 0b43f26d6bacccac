"""Worked examples of facility: from the shipped catalogue's figures and the calculations."""

from collections.abc import Callable

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline
from designer.engine.calc import calculate

FULL_LIMIT = "power-cap-h100-700w"


def part(part_id: str) -> Part:
    return load_shipped().require(part_id)


def known(value: float | None) -> float:
    assert value is not None
    return value


def rule(rule_id: str) -> Guideline:
    found = shipped_library().get("guideline", rule_id)
    assert isinstance(found, Guideline)
    return found


def variant(rule_id: str, name: str) -> float:
    return known(next(v.value for v in rule(rule_id).variants if v.name == name))


def node_kw(part_id: str) -> float:
    return known(part(part_id).power_max_w) / 1000


def gpus_kw(node_id: str, gpu_id: str) -> float:
    """Return the GPUs of a node alone, kW."""
    return part(node_id).gpus * known(part(gpu_id).power_max_w) / 1000


def per_unit_gb_s(part_id: str) -> float:
    storage = part(part_id).storage
    assert storage is not None
    return known(storage.read_gb_s) / known(storage.scope_units)


def cap_percent(rule_id: str) -> float:
    return (variant(rule_id, "limit-W") / variant(FULL_LIMIT, "limit-W") - 1) * 100


def fp8_sparse_pflops(gpu_id: str) -> float:
    figures = part(gpu_id).accelerator
    assert figures is not None
    return known(figures.fp8_sparse_tflops) / 1000


def pod_gpus(rule_id: str) -> float:
    return variant(rule_id, "systems") * part("dgx-h100").gpus


def pod_eflops(rule_id: str) -> float:
    return pod_gpus(rule_id) * fp8_sparse_pflops("h100-sxm") / 1000


def rack_kw(nodes_kw: float) -> float:
    """Return the course's rack: its nodes, its switches and its storage."""
    typical = "rack-of-four-dgx-h100"
    return nodes_kw + variant(typical, "network-kW") + variant(typical, "storage-kW")


def facility_kw(it_kw: float) -> float:
    pue = known(rule("pue-target").value)
    results = calculate("facility", {"it_kw": str(it_kw), "pue": str(pue)}).results
    value = results["facility_kw"]
    assert isinstance(value, float)
    return value


def pod_kw() -> float:
    return variant("scale-pod-32-dgx-h100", "systems") * node_kw("dgx-h100")


COMPUTED: dict[str, Callable[[], float]] = {
    "W-006": lambda: per_unit_gb_s("weka"),
    "W-007": lambda: known(rule("ranks-per-node").value),
    "W-008": lambda: 6 * node_kw("dgx-h100"),
    "W-009": lambda: 6 * gpus_kw("dgx-h100", "h100-sxm"),
    "W-010": lambda: 6 * known(rule("node-power-b200").low),
    "W-011": lambda: gpus_kw("dgx-h100", "h100-sxm"),
    "W-012": lambda: cap_percent("power-cap-h100-600w"),
    "W-013": lambda: cap_percent("power-cap-h100-500w"),
    "W-014": lambda: cap_percent("power-cap-h100-400w"),
    "W-062": lambda: part("gb200-nvl72").gpus * fp8_sparse_pflops("b200-gb200"),
    "W-087": lambda: pod_gpus("scale-pod-32-dgx-h100"),
    "W-088": lambda: pod_eflops("scale-pod-32-dgx-h100"),
    "W-089": lambda: pod_gpus("scale-superpod-256-dgx-h100"),
    "W-090": lambda: pod_eflops("scale-superpod-256-dgx-h100"),
    "W-107": pod_kw,
    "W-110": lambda: rack_kw(variant("rack-of-four-dgx-h100", "systems-printed-kW")),
    "W-111": lambda: rack_kw(4 * node_kw("dgx-h100")),
    "W-169": lambda: facility_kw(pod_kw()),
    "W-170": lambda: gpus_kw("dgx-h100", "h100-sxm"),
}
LATER: dict[str, str] = {}
