"""Calculations of heat: airflow, coolant, temperature of a water loop."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.cooling.thermal import (
    CFM_PER_M3H,
    FLUIDS,
    airflow_m3h,
    coolant_lpm,
    water_class,
)


def _airflow(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    flow = airflow_m3h(v["kw"], v["delta_t_k"], v["altitude_m"])
    return {"m3h": flow, "cfm": flow * CFM_PER_M3H}


AIRFLOW = Calculation(
    name="airflow",
    summary="air that carries a heat",
    parameters=(
        Parameter("kw", unit="kW", help="heat"),
        Parameter("delta_t_k", unit="K", default=12.0, help="outlet over inlet"),
        Parameter("altitude_m", unit="m", default=0.0, help="above sea level"),
    ),
    results=(("m3h", "m³/h"), ("cfm", "CFM")),
    formula="m³/h = 3600·kW / (ρ·cp·ΔT), ρ = 1.2 kg/m³ · p(altitude)/p0, cp = 1.005 kJ/(kg·K)",
    sources=("dry air at sea level", "ISO 2533 atmosphere; APC Application Note 126 factors"),
    run=_airflow,
)


def _coolant(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    return {"lpm": coolant_lpm(v["kw"], v["delta_t_k"], v["fluid"])}


COOLANT = Calculation(
    name="coolant",
    summary="liquid that carries a heat",
    parameters=(
        Parameter("kw", unit="kW", help="heat into the liquid"),
        Parameter("delta_t_k", unit="K", default=10.0, help="return over supply"),
        Parameter("fluid", "text", default="pg25", choices=tuple(FLUIDS)),
    ),
    results=(("lpm", "L/min"),),
    formula="L/min = 60·kW / (ρ·cp·ΔT); water 0.997 kg/L, 4.18; PG25 1.02 kg/L, 3.9 kJ/(kg·K)",
    sources=("OCP planning rule 1.5 L/min per kW at 10 K (ProphetStor fixed-flow paper)",),
    run=_coolant,
)


def _temperature(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    supply = v["ambient_c"] + sum(v["approaches"])
    return {"supply_c": supply, "class": water_class(supply)}


TEMPERATURE = Calculation(
    name="temperature",
    summary="supply temperature of a water loop on the design day",
    parameters=(
        Parameter("ambient_c", unit="°C", help="wet bulb (tower) or dry bulb (dry cooler)"),
        Parameter(
            "approaches", "numbers", "K", default=(5.0,), help="of each exchanger, 5,4"
        ),
    ),
    results=(("supply_c", "°C"), ("class", "ASHRAE")),
    formula="supply = ambient + Σ approaches",
    sources=("ASHRAE TC 9.9 classes W17, W27, W32, W40, W45, W+",),
    run=_temperature,
)  # fmt: skip
