"""Heat: air and coolant that carry it, and the temperatures of a water loop. Formulas only."""

AIR_DENSITY_KG_M3 = 1.2
AIR_HEAT_KJ_KG_K = 1.005
"""Dry air at sea level and about 20 °C."""

CFM_PER_M3H = 1 / 1.699_010_796
"""One cubic foot a minute is 1.699 m³/h."""

FLUIDS: dict[str, tuple[float, float]] = {"water": (0.997, 4.18), "pg25": (1.02, 3.9)}
"""Density in kg/L and heat capacity in kJ/(kg·K): water, and 25 % propylene glycol, with which the
OCP planning rule of 1.5 L/min per kW at 10 K comes out."""

WATER_CLASSES: tuple[tuple[float, str], ...] = (
    (17, "W17"),
    (27, "W27"),
    (32, "W32"),
    (40, "W40"),
    (45, "W45"),
)
"""ASHRAE TC 9.9 classes by the highest facility water temperature; W+ above."""


def pressure_ratio(altitude_m: float) -> float:
    """Return air pressure against sea level, International Standard Atmosphere (ISO 2533).

    It gives the factors of APC Application Note 126: 0.93 at 2,000 ft, 0.80 at 6,000 ft.
    """
    return float((1 - 2.25577e-5 * altitude_m) ** 5.25588)


def airflow_m3h(kw: float, delta_t_k: float, altitude_m: float = 0.0) -> float:
    """Return the air that carries a heat: `3600·P / (ρ·cp·ΔT)`, thinner with altitude."""
    density = AIR_DENSITY_KG_M3 * pressure_ratio(altitude_m)
    return 3600 * kw / (density * AIR_HEAT_KJ_KG_K * delta_t_k)


def coolant_lpm(kw: float, delta_t_k: float, fluid: str) -> float:
    """Return the coolant that carries a heat, L/min: `60·P / (ρ·cp·ΔT)`."""
    density, heat = FLUIDS[fluid]
    return 60 * kw / (density * heat * delta_t_k)


def water_class(supply_c: float) -> str:
    """Return the ASHRAE class that a facility water temperature falls in."""
    return next((name for limit, name in WATER_CLASSES if supply_c <= limit), "W+")


def heat_kj_per_k(volume_m3: float, medium: str) -> float:
    """Return the heat that a volume of air, or of a fluid, stores for each kelvin: `ρ·cp·V`."""
    if medium == "air":
        return AIR_DENSITY_KG_M3 * AIR_HEAT_KJ_KG_K * volume_m3
    density, heat = FLUIDS[medium]
    return density * 1000 * heat * volume_m3
