"""Carbon of energy and of hardware, kg CO2e. Formulas and published factors, on plain numbers."""

from dataclasses import dataclass
from math import exp, pi, sqrt

KG_PER_LB = 0.45359237
"""By definition (international pound of 1959); so many g/kWh is a pound for each MWh."""

WAFER_MM = 300.0
KERF_MM = 0.2
DEFECTS_PER_CM2 = 0.1
VRAM_MM2_PER_GB = 15.5
"""What the Boavizta method for GPUs takes for a wafer, the cut between dies, its defects, and the
die of a gigabyte of memory (boaviztapi 15878f0, page of the component GPU and its model)."""

CASING_KG_PER_KG = 8.2542
HEATSINK_KG_PER_KG = 5.7412
BOARD_KG_PER_CM2 = 0.032549
DIE_KG_PER_MM2 = 0.042592
VRAM_KG_PER_MM2 = 0.18379
UPSTREAM_KG_PER_KG = 0.25955
SHIP_KG_PER_KG_KM = 1.33e-5
TRUCK_KG_PER_KG_KM = 5.04e-5
END_OF_LIFE_KG_PER_KG = 1.5062
"""Factors of the same, GWP."""
SHIP_KM = 19_000.0
TRUCK_KM = 1_000.0

MAKER_KG_PER_GPU = 1312.0 / 8
"""NVIDIA, HGX H100 PCF Summary: a baseboard of eight GPUs from cradle to gate; second-hand."""

GRIDS: dict[str, tuple[float, float]] = {
    "us": (370, 384), "eu": (380, 210), "cn": (550, 525), "sg": (489, 497),
    "ie": (384, 257), "fi": (141, 57), "se": (40, 35), "no": (31, 28),
}  # fmt: skip
"""g CO2e/kWh: as Boavizta has it (2019 for Europe, 2020 elsewhere), and over the life cycle in 2025
(Ember by Our World in Data)."""


@dataclass(frozen=True)
class Gpu:
    """A GPU as the bottom-up method sees it; defaults are those of its large GPU."""

    mass_kg: float = 1.69
    heatsink_kg: float = 0.90
    casing_kg: float = 0.79
    board_cm2: float = 296.0
    die_mm2: float = 814.0
    vram_gb: float = 80.0
    vram_dies: int = 6


def wafer_mm2(die_mm2: float) -> float:
    """Return the wafer that a die which works takes: cut, edge and defective dies included.

    Dies on a wafer `πd²/4A − πd/√(2A)`; those that work `exp(−√(A·D))`.
    """
    cut = (sqrt(die_mm2) + KERF_MM) ** 2
    wafer = pi * WAFER_MM * WAFER_MM / 4
    dies = wafer / cut - pi * WAFER_MM / sqrt(2 * cut)
    if dies <= 0:
        raise ValueError(f"no die of {die_mm2:g} mm² fits on a wafer of {WAFER_MM:g} mm")
    return wafer / dies / exp(-sqrt(cut / 100 * DEFECTS_PER_CM2))


def vram_mm2(gpu: Gpu) -> float:
    """Return the wafer that a GPU's memory takes."""
    return wafer_mm2(gpu.vram_gb * VRAM_MM2_PER_GB / gpu.vram_dies) * gpu.vram_dies


def gpu_kg(gpu: Gpu) -> float:
    """Return the carbon in one GPU by the bottom-up method: made, moved and disposed of."""
    made = (
        CASING_KG_PER_KG * gpu.casing_kg
        + HEATSINK_KG_PER_KG * gpu.heatsink_kg
        + BOARD_KG_PER_CM2 * gpu.board_cm2
        + DIE_KG_PER_MM2 * wafer_mm2(gpu.die_mm2)
        + VRAM_KG_PER_MM2 * vram_mm2(gpu)
    )
    moved = UPSTREAM_KG_PER_KG + SHIP_KG_PER_KG_KM * SHIP_KM + TRUCK_KG_PER_KG_KM * TRUCK_KM
    return made + gpu.mass_kg * (moved + END_OF_LIFE_KG_PER_KG)


def device_w(idle_w: float, full_w: float, utilisation: float) -> float:
    """Return what a device draws at a utilisation: `idle + u·(full − idle)`."""
    return idle_w + utilisation * (full_w - idle_w)
