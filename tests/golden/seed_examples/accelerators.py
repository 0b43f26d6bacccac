"""Worked examples about accelerators: from the shipped catalogue's figures, dense columns first."""

from collections.abc import Callable

from designer.catalog.compute_figures import AcceleratorFigures, CpuFigures
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from tests.helpers.founding import founding_catalog

PER_BASEBOARD = 8


def accelerator(part_id: str) -> AcceleratorFigures:
    figures = load_shipped().require(part_id).accelerator
    assert figures is not None
    return figures


def cpu(part_id: str) -> CpuFigures:
    figures = load_shipped().require(part_id).cpu
    assert figures is not None
    return figures


def known(value: float | None) -> float:
    assert value is not None
    return value


def dollars_per_pflops(part_id: str) -> float:
    """Return what a dense PFLOPS in FP16 costs, by the price of eight on a baseboard."""
    part = founding_catalog().require(part_id)
    cents = next(p.figure_cents for p in part.prices if p.per == "baseboard")
    pflops = known(accelerator(part_id).fp16_dense_tflops) / 1000
    return cents / 100 / PER_BASEBOARD / pflops


def ratio(field: str, upper: str, lower: str, lower_field: str = "") -> float:
    above = known(getattr(accelerator(upper), field))
    return above / known(getattr(accelerator(lower), lower_field or field))


def node_cpu_cores(part_id: str, cpu_id: str) -> float:
    compute = load_shipped().require(part_id).compute
    assert compute is not None
    assert compute.cpu == cpu_id
    return known(compute.cpus) * known(cpu(compute.cpu).cores)


def link_gb_s(part_id: str) -> float:
    figures = accelerator(part_id)
    return known(figures.scaleup_gb_s) / known(figures.scaleup_links)


def left_with_ecc(part_id: str) -> float:
    rule = shipped_library().get("guideline", "ecc-capacity")
    assert isinstance(rule, Guideline)
    return known(accelerator(part_id).memory_gb) * (1 - known(rule.value))


def pod_eflops(part_id: str) -> float:
    chip = accelerator(part_id)
    return known(chip.chips_per_pod) * known(chip.fp16_dense_tflops) / 1e6


def sm_cores(part_id: str) -> float:
    """Return the CUDA cores of a Hopper GPU: 128 in each SM."""
    return known(accelerator(part_id).sm_count) * 128


COMPUTED: dict[str, Callable[[], float]] = {
    "W-053": lambda: dollars_per_pflops("h100-sxm"),
    "W-054": lambda: dollars_per_pflops("h200-sxm"),
    "W-055": lambda: dollars_per_pflops("b200-sxm"),
    "W-056": lambda: dollars_per_pflops("b100"),
    "W-057": lambda: dollars_per_pflops("a100-sxm-80gb"),
    "W-058": lambda: dollars_per_pflops("mi300x"),
    "W-059": lambda: dollars_per_pflops("gaudi-3-oam"),
    "W-079": lambda: sm_cores("h100-sxm"),
    "W-081": lambda: node_cpu_cores("dgx-h100", "xeon-8480c"),
    "W-086": lambda: node_cpu_cores("dgx-a100", "epyc-7742"),
    "W-104": lambda: link_gb_s("a100-sxm-80gb"),
    "W-105": lambda: link_gb_s("h100-sxm"),
    "W-112": lambda: node_cpu_cores("grace-grace", "grace"),
    "W-138": lambda: (ratio("memory_gb", "h200-sxm", "h100-sxm") - 1) * 100,
    "W-139": lambda: (ratio("memory_gb_s", "h200-sxm", "h100-sxm") - 1) * 100,
    "W-140": lambda: ratio("fp8_dense_tflops", "b200-sxm", "h100-sxm"),
    "W-141": lambda: ratio("fp8_sparse_tflops", "b200-sxm", "h100-sxm", "fp8_dense_tflops"),
    "W-142": lambda: ratio("memory_gb_s", "b200-gb200", "h100-sxm"),
    "W-143": lambda: ratio("fp16_dense_tflops", "h100-sxm", "a100-sxm-80gb"),
    "W-159": lambda: left_with_ecc("h100-sxm"),
    "W-161": lambda: ratio("fp16_acc16_dense_tflops", "rtx-4090", "h100-sxm", "fp16_dense_tflops"),
    "W-166": lambda: ratio("memory_gb", "mi300x", "h100-sxm"),
    "W-167": lambda: pod_eflops("tpu-v5p"),
    "W-168": lambda: ratio("fp16_dense_tflops", "tpu-v6e", "tpu-v5p"),
}
LATER: dict[str, str] = {}
