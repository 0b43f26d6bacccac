"""The calculation of carbon: of energy by the grid, and in hardware by sources that disagree."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.carbon.factors import (
    GRIDS,
    KG_PER_LB,
    MAKER_KG_PER_GPU,
    Gpu,
    device_w,
    gpu_kg,
    vram_mm2,
    wafer_mm2,
)
from designer.model.figures import Figure, total
from designer.model.units import HOURS_PER_YEAR

_BOTTOM_UP = "Boavizta, bottom-up"
_MAKER = "NVIDIA, HGX H100 PCF Summary, second-hand"
_GPU = Gpu()


def _grid(v: dict[str, Any]) -> Figure | None:
    """Return the carbon of a kilowatt-hour; None where no grid is named."""
    given = [name for name in ("grid_g_per_kwh", "grid_lb_per_mwh", "zone") if v[name] is not None]
    if len(given) > 1:
        raise CalcError(f"give one of {', '.join(given)}")
    if v["zone"] is not None:
        before, now = GRIDS[v["zone"]]
        low, high = sorted((before, now))
        return Figure(low, high, now, basis=("Boavizta, 2019–2020", "Ember, 2025"))
    figures: tuple[float, ...] = v["grid_g_per_kwh"] or ()
    if v["grid_lb_per_mwh"] is not None:
        figures = (v["grid_lb_per_mwh"] * KG_PER_LB,)
    if not figures:
        return None
    one = figures[0] if len(figures) == 1 else None
    return Figure(min(figures), max(figures), one)


def _kwh(v: dict[str, Any]) -> tuple[float | None, dict[str, Value]]:
    """Return the energy, typed or of devices, and what a device draws."""
    idle, full = v["idle_w"], v["full_w"]
    if idle is None and full is None:
        return v["kwh"], {}
    if idle is None or full is None or v["kwh"] is not None or idle > full:
        raise CalcError("give kwh, or idle_w and a full_w that is not below it")
    if not v["gpus"]:
        raise CalcError("give gpus: how many devices draw it")
    watts = device_w(idle, full, v["utilisation"])
    hours = HOURS_PER_YEAR * v["years"]
    return watts / 1000 * v["gpus"] * hours * v["pue"], {"device_w": watts}


def _embodied(v: dict[str, Any]) -> tuple[Figure | None, dict[str, Value | Figure]]:
    """Return the carbon in the hardware, and the figures that it comes from."""
    typed, gpus = v["embodied_kg"], v["gpus"]
    if typed is not None:
        one = typed[0] if len(typed) == 1 else None
        return Figure(min(typed), max(typed), one, "kg"), {}
    if not gpus:
        return None, {}
    names = ("mass_kg", "heatsink_kg", "casing_kg", "board_cm2", "die_mm2", "vram_gb", "vram_dies")
    gpu = Gpu(**{name: v[name] for name in names})
    bottom_up, maker = gpu_kg(gpu) * gpus, MAKER_KG_PER_GPU * gpus
    parts: dict[str, Value | Figure] = {
        "die_wafer_mm2": wafer_mm2(gpu.die_mm2),
        "vram_wafer_mm2": vram_mm2(gpu),
        "bottom_up_kg": bottom_up,
    }
    if gpu != _GPU:
        # The maker's figure is of the GPU that the defaults are of, and of no other.
        return Figure(bottom_up, bottom_up, bottom_up, "kg"), parts
    low, high = sorted((bottom_up, maker))
    both = Figure(low, high, unit="kg", basis=(_BOTTOM_UP, _MAKER))
    return both, parts | {"maker_kg": maker}


def _carbon(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    grid, (kwh, drawn) = _grid(v), _kwh(v)
    hardware, parts = _embodied(v)
    if grid is None and hardware is None:
        raise CalcError("give kwh and a grid, or embodied_kg or gpus, or all of them")
    if kwh is not None and grid is None:
        raise CalcError("give grid_g_per_kwh, grid_lb_per_mwh or zone: where and when it is drawn")
    found: dict[str, Value | Figure] = {**drawn}
    sums: list[Figure] = []
    if grid is not None:
        found["grid_g_per_kwh"] = grid
        if kwh is not None:
            found["kwh"] = kwh
            sums.append(grid.times(kwh / 1000, "kg"))
            found["operational_kg"] = sums[0]
    if v["market_g_per_kwh"] is not None and kwh is not None:
        found["market_kg"] = kwh * v["market_g_per_kwh"] / 1000
    if hardware is not None:
        found |= parts
        sums.append(hardware.times(v["years"] / v["life_years"], "kg"))
        found["embodied_kg"] = sums[-1]
    if len(sums) == 2:
        found["total_kg"] = total(sums, "kg")
    return found | {"note": _note(kwh, hardware)}


def _note(kwh: float | None, hardware: Figure | None) -> str:
    said = []
    if hardware is None:
        said.append("without embodied_kg or gpus: the hardware is not in it")
    elif hardware.exact:
        said.append("embodied carbon of one source: of a GPU two are 3.5 times apart")
    if kwh is None:
        said.append("without kwh: the energy is not in it")
    return "; ".join(said)


CARBON = Calculation(
    name="carbon",
    summary="carbon of energy and of the hardware that uses it, from sources that disagree",
    parameters=(
        Parameter("kwh", unit="kWh", optional=True, help="of the building, over the years"),
        Parameter("grid_g_per_kwh", "numbers", "g/kWh", optional=True,
                  help="of the grid; several sources as 350,384"),
        Parameter("grid_lb_per_mwh", unit="lb/MWh", optional=True, help="as eGRID prints it"),
        Parameter("zone", "text", optional=True, choices=tuple(GRIDS), help="instead of a figure"),
        Parameter("market_g_per_kwh", unit="g/kWh", optional=True, help="of what is contracted"),
        Parameter("embodied_kg", "numbers", "kg", optional=True,
                  help="in all hardware; several sources as 1312,4601"),
        Parameter("years", unit="years", default=1.0, help="that are looked at"),
        Parameter("life_years", unit="years", default=4.0, help="of the hardware, in use"),
        Parameter("gpus", "count", default=0, help="for their embodied carbon, or as devices"),
        Parameter("idle_w", unit="W", optional=True, help="of a device, instead of kwh"),
        Parameter("full_w", unit="W", optional=True, help="of a device"),
        Parameter("utilisation", default=0.5, help="of a device"),
        Parameter("pue", default=1.0, help="of the building, with idle_w and full_w"),
        Parameter("mass_kg", unit="kg", default=_GPU.mass_kg, help="of a GPU's card"),
        Parameter("heatsink_kg", unit="kg", default=_GPU.heatsink_kg),
        Parameter("casing_kg", unit="kg", default=_GPU.casing_kg),
        Parameter("board_cm2", unit="cm²", default=_GPU.board_cm2),
        Parameter("die_mm2", unit="mm²", default=_GPU.die_mm2),
        Parameter("vram_gb", unit="GB", default=_GPU.vram_gb),
        Parameter("vram_dies", "count", default=_GPU.vram_dies),
    ),
    results=(
        ("device_w", "W"), ("grid_g_per_kwh", "g/kWh"), ("kwh", "kWh"), ("operational_kg", "kg"),
        ("market_kg", "kg"), ("die_wafer_mm2", "mm²"), ("vram_wafer_mm2", "mm²"),
        ("bottom_up_kg", "kg"), ("maker_kg", "kg"), ("embodied_kg", "kg"), ("total_kg", "kg"),
    ),
    formula=(
        "operational = kWh·g/1000; embodied = hardware·years/life; a GPU bottom-up: casing, heat "
        "sink, board, wafer of die and memory, transport and end of life by their factors; device "
        "= idle + u·(full − idle)"
    ),
    sources=(
        "embodied, bottom-up: Boavizta, boaviztapi 15878f0, component GPU: 575.1 kg of a large one",
        "embodied, maker: NVIDIA, HGX H100 PCF Summary (images.nvidia.com/aem-dam/Solutions/"
        "documents/HGX-H100-PCF-Summary.pdf): 1,312 kg from cradle to gate for a baseboard of "
        "eight GPUs; second-hand, as public repositories quote it, read 2026-11-23; 3.5 times "
        "apart, so that both are the range",
        "shared out: Software Carbon Intensity, M = TE·TR/EL, four years (Cloud Carbon Footprint)",
        "zones: Boavizta (2019 for Europe, 2020 elsewhere); Ember by Our World in Data, life cycle "
        "of 2025",
        "devices: Cloud Carbon Footprint, Methodology, appendix III",
    ),
    run=_carbon,
)  # fmt: skip
