"""Accelerators of the catalogue against published figures and what must hold among them."""

from collections import defaultdict

import pytest

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.software import MigProfile

CORES_PER_SM = {
    "Pascal": {64, 128},
    "Volta": {64},
    "Turing": {64},
    "Ampere": {64, 128},
    "Hopper": {128},
    "Ada Lovelace": {128},
    "Blackwell": {128},
    "Blackwell Ultra": {128},
}
"""FP32 cores of one SM; the two of Pascal and Ampere are the compute and the graphics chips
(NVIDIA architecture white papers)."""
TENSOR_CORES_PER_SM = {1: {8}, 2: {8}, 3: {4}, 4: {4}, 5: {4}}
NVLINK_GB_S = {"NVLink 1": 40, "NVLink 2": 50, "NVLink 3": 50, "NVLink 4": 50, "NVLink 5": 100}
"""One link, both directions added (NVIDIA NVLink generations)."""
DEVICE_PROPERTIES = {
    "p100-sxm": (56, 4_194_304),
    "v100-sxm-16gb": (80, 6_291_456),
    "a100-sxm-40gb": (108, 41_943_040),
    "a100-sxm-80gb": (108, 41_943_040),
    "h100-pcie": (114, 52_428_800),
    "h100-sxm": (132, 52_428_800),
    "h200-sxm": (132, 52_428_800),
    "b200-sxm": (148, 132_644_864),
    "b200-gb200": (152, 135_528_448),
    "b300-gb300": (152, 135_528_448),
    "rtx-pro-6000": (188, 134_217_728),
}
"""Units and bytes of L2 as CUDA prints them on the device (XLA's target descriptions, 2026)."""
BROCHURE_PEAKS = {
    "mi300a": (980.6, 1961.2, 5300),
    "mi300x": (1307.4, 2614.9, 5300),
    "mi350x": (2309.6, 4614.0, 8000),
    "mi355x": (2516.6, 5033.2, 8000),
}
"""FP16 and FP8 TFLOPS, dense, and memory GB/s of AMD's data sheets (PyTorch's device table)."""
GPUS = [part for part in load_shipped().parts if part.traits.accelerates and part.accelerator]
PRECISIONS = ("fp4", "fp6", "fp8", "fp16", "tf32")


def peak(part, precision, basis="dense"):
    unit = "tops" if precision.startswith("int") else "tflops"
    return getattr(part.accelerator, f"{precision}_{basis}_{unit}")


def figures(part_id):
    return load_shipped().require(part_id).accelerator


@pytest.mark.parametrize("part", GPUS, ids=lambda part: part.id)
def test_sparse_is_twice_dense(part):
    """2:4 sparsity doubles; within 2 % for the rounding of data sheets (L40S: 362.05 and 733).

    FP4 of Blackwell Ultra is raised by a third: 144 and 108 PFLOPS on NVIDIA's HGX B300 page, 1,440
    and 1,080 in its data sheet of GB300 NVL72.
    """
    ultra = part.accelerator.architecture == "Blackwell Ultra"
    for precision in (*PRECISIONS, "int8", "int4"):
        dense, sparse = peak(part, precision), peak(part, precision, "sparse")
        if dense is not None and sparse is not None:
            more = 4 / 3 if ultra and precision == "fp4" else 2
            assert sparse == pytest.approx(more * dense, rel=0.02)


@pytest.mark.parametrize("part", GPUS, ids=lambda part: part.id)
def test_fewer_bits_never_compute_slower(part):
    peaks = [peak(part, precision) for precision in PRECISIONS]
    known = [value for value in peaks if value is not None]
    assert known == sorted(known, reverse=True)


@pytest.mark.parametrize("part", GPUS, ids=lambda part: part.id)
def test_cores_follow_from_units(part):
    unit = part.accelerator
    if unit.sm_count and unit.cuda_cores:
        assert unit.cuda_cores / unit.sm_count in CORES_PER_SM[unit.architecture]
    if unit.sm_count and unit.tensor_cores:
        per_sm = unit.tensor_cores / unit.sm_count
        assert per_sm in TENSOR_CORES_PER_SM[unit.tensor_generation]


@pytest.mark.parametrize("part", GPUS, ids=lambda part: part.id)
def test_nvlink_is_links_times_one_link(part):
    unit = part.accelerator
    generation = " ".join(unit.scaleup.split()[:2])
    if generation in NVLINK_GB_S and unit.scaleup_links:
        assert unit.scaleup_gb_s == unit.scaleup_links * NVLINK_GB_S[generation]


def test_formats_come_with_their_generation():
    """FP8 since Hopper and Ada, FP6 and FP4 since Blackwell and CDNA 4; A100's 1,248 is INT8."""
    for part in GPUS:
        unit = part.accelerator
        if unit.architecture in ("Pascal", "Volta", "Turing", "Ampere", "CDNA 2"):
            assert peak(part, "fp8") is None, part.id
        if unit.architecture in ("Hopper", "Ada Lovelace", "CDNA 3", "Gaudi", "Ampere"):
            assert peak(part, "fp4") is None, part.id
            assert peak(part, "fp6") is None, part.id
        if unit.architecture == "Pascal":
            assert unit.tensor_cores is None, part.id
    assert figures("a100-sxm-80gb").int8_sparse_tops == 1248


def test_published_peaks():
    """H100 (NVIDIA data sheet), MI300X (AMD), Gaudi 3 (Intel, Hot Chips 2024), TPU docs."""
    assert figures("h100-sxm").fp16_dense_tflops == pytest.approx(989.4)
    assert figures("b200-sxm").fp4_sparse_tflops == 18_000
    assert figures("b200-gb200").fp4_sparse_tflops == 20_000
    assert figures("b300-sxm").fp4_sparse_tflops == 144_000 / 8
    assert figures("b300-sxm").fp4_dense_tflops == 108_000 / 8
    assert figures("b300-gb300").fp4_sparse_tflops == 1_440_000 / 72
    assert figures("b300-gb300").fp4_dense_tflops == 1_080_000 / 72
    assert figures("mi300x").fp8_dense_tflops == pytest.approx(2614.9)
    assert figures("gaudi-3-oam").fp16_dense_tflops == figures("gaudi-3-oam").fp8_dense_tflops
    assert figures("tpu-v6e").fp16_dense_tflops / figures("tpu-v5e").fp16_dense_tflops == (
        pytest.approx(4.66, rel=1e-3)
    )
    h100 = figures("h100-sxm")
    assert h100.fp16_dense_tflops / h100.fp16_vector_tflops == pytest.approx(7.4, rel=0.01)


@pytest.mark.parametrize("part_id", DEVICE_PROPERTIES)
def test_units_and_cache_are_what_the_device_reports(part_id):
    """A GPU of GB200 has 152 units, not the 148 of the HGX B200 beside it."""
    units, l2_bytes = DEVICE_PROPERTIES[part_id]
    assert figures(part_id).sm_count == units
    assert figures(part_id).l2_mb == pytest.approx(l2_bytes / 2**20, abs=0.6)


@pytest.mark.parametrize("part_id", BROCHURE_PEAKS)
def test_amd_peaks_are_those_of_the_brochures(part_id):
    fp16, fp8, memory = BROCHURE_PEAKS[part_id]
    assert figures(part_id).fp16_dense_tflops == pytest.approx(fp16, rel=2e-4)
    assert figures(part_id).fp8_dense_tflops == pytest.approx(fp8, rel=2e-4)
    assert figures(part_id).memory_gb_s == memory


def test_eight_gaudi_modules_need_7_2_kw():
    """900 W for the module; planned with the card's 600 W a node would be 2.4 kW short."""
    module = load_shipped().require("gaudi-3-oam").power_max_w
    card = load_shipped().require("gaudi-3-pcie").power_max_w
    assert 8 * module == 7200
    assert 8 * (module - card) == 2400


def test_superchips_hold_whole_parts():
    """GB200: 2 × 1,200 W and a CPU in 2,700 W; Grace-Grace: 2 × 72 cores, 2 × 480 GB."""
    catalog = load_shipped()
    gb200 = catalog.require("gb200-superchip")
    gpu = catalog.require(gb200.compute.gpu)
    cpu = catalog.require(gb200.compute.cpu)
    assert gb200.gpus * gpu.power_max_w + cpu.power_max_w <= gb200.power_max_w
    assert gb200.gpus * gpu.accelerator.memory_gb == 372
    pair, one = catalog.require("grace-grace"), catalog.require("grace")
    assert pair.cpu.cores == 2 * one.cpu.cores == 144
    assert pair.cpu.memory_gb_max == 2 * one.cpu.memory_gb_max == 960


def test_hbm_loses_nothing_to_ecc():
    """H100 keeps 80 GB, an L40S 45 of 48 (NVIDIA V100 white paper: 6.25 % on GDDR only)."""
    share = shipped_library().get("guideline", "ecc-capacity")
    assert isinstance(share, Guideline)
    assert figures("h100-sxm").ecc == "sideband"
    assert figures("l40s").ecc == "inline"
    assert figures("l40s").memory_gb * (1 - share.value) == 45
    for part in GPUS:
        if part.accelerator.memory_type.startswith("HBM") and part.kind == "gpu":
            assert part.accelerator.ecc == "sideband", part.id


def profiles():
    return [entry for entry in shipped_library().entries("mig_profile")]


@pytest.mark.parametrize("profile", profiles(), ids=lambda profile: profile.id)
def test_mig_instances_fit_their_gpu(profile):
    """Slices and memory of as many instances as the guide allows (NVIDIA MIG User Guide)."""
    assert isinstance(profile, MigProfile)
    gpu = figures(profile.accelerator)
    assert profile.instances_max * profile.compute_slices <= profile.total_slices
    assert profile.instances_max * profile.memory_gb <= gpu.memory_gb
    assert gpu.mig_instances == profile.total_slices


def test_the_smallest_mig_profile_fills_the_gpu():
    most = defaultdict(int)
    for profile in profiles():
        most[profile.accelerator] = max(most[profile.accelerator], profile.instances_max)
    assert len(most) >= 8
    for gpu, instances in most.items():
        assert figures(gpu).mig_instances == instances


def test_cpus_of_the_catalogue_have_known_limits():
    """Bandwidth is channels × transfers × 8 bytes, such as 12 × 4,800 MT/s = 460.8 GB/s."""
    for part in load_shipped().parts:
        cpu = part.cpu
        if part.kind == "cpu" and cpu and cpu.memory_channels and "-" in cpu.memory_type:
            rate = int(cpu.memory_type.rpartition("-")[2])
            assert cpu.memory_gb_s == pytest.approx(cpu.memory_channels * rate * 8 / 1000), part.id
