"""Calculations of cooling and building: airflow, coolant, CDU, temperature, floor, facility."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calc_subject import Parameter, Subject, Value
from designer.engine.electric import units_needed
from designer.engine.structure import pressure_kpa, tributary_kpa
from designer.engine.thermal import (
    CFM_PER_M3H,
    FLUIDS,
    airflow_m3h,
    coolant_lpm,
    water_class,
)
from designer.model.units import HOURS_PER_YEAR


def _airflow(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    flow = airflow_m3h(v["kw"], v["delta_t_k"], v["altitude_m"])
    return {"m3h": flow, "cfm": flow * CFM_PER_M3H}


AIRFLOW = Subject(
    name="airflow",
    summary="air that carries a heat",
    parameters=(
        Parameter("kw", unit="kW", minimum=0, help="heat"),
        Parameter("delta_t_k", unit="K", default=12.0, minimum=0.1, help="outlet over inlet"),
        Parameter("altitude_m", unit="m", default=0.0, help="above sea level"),
    ),
    results=(("m3h", "m³/h"), ("cfm", "CFM")),
    formula="m³/h = 3600·kW / (ρ·cp·ΔT), ρ = 1.2 kg/m³ · p(altitude)/p0, cp = 1.005 kJ/(kg·K)",
    sources=("dry air at sea level", "ISO 2533 atmosphere; APC Application Note 126 factors"),
    run=_airflow,
)


def _coolant(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    return {"lpm": coolant_lpm(v["kw"], v["delta_t_k"], v["fluid"])}


COOLANT = Subject(
    name="coolant",
    summary="liquid that carries a heat",
    parameters=(
        Parameter("kw", unit="kW", minimum=0, help="heat into the liquid"),
        Parameter("delta_t_k", unit="K", default=10.0, minimum=0.1, help="return over supply"),
        Parameter("fluid", "text", default="pg25", choices=tuple(FLUIDS)),
    ),
    results=(("lpm", "L/min"),),
    formula="L/min = 60·kW / (ρ·cp·ΔT); water 0.997 kg/L, 4.18; PG25 1.02 kg/L, 3.9 kJ/(kg·K)",
    sources=("OCP planning rule 1.5 L/min per kW at 10 K (ProphetStor fixed-flow paper)",),
    run=_coolant,
)


def _cdu(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    return {"units": units_needed(v["liquid_kw"], v["unit_kw"], v["redundancy"])}


CDU = Subject(
    name="cdu",
    summary="coolant distribution units for a liquid load",
    parameters=(
        Parameter("liquid_kw", unit="kW", minimum=0, help="heat into the liquid"),
        Parameter("unit_kw", unit="kW", minimum=0.001, help="of one unit at its approach"),
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N"),
    ),
    results=(("units", ""),),
    formula="units = ceil(liquid / unit) + spares",
    sources=("10 MW on 2.5 MW units, 4+2: six (Motivair MCDU-70 note)",),
    run=_cdu,
)


def _temperature(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    supply = v["ambient_c"] + sum(v["approaches"])
    return {"supply_c": supply, "class": water_class(supply)}


TEMPERATURE = Subject(
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


def _floor(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    mass, width, depth = v["mass_kg"], v["width_mm"], v["depth_mm"]
    aisles = (v["front_aisle_mm"], v["rear_aisle_mm"])
    return {
        "footprint_kpa": pressure_kpa(mass, width, depth),
        "tributary_kpa": tributary_kpa(mass, width, depth, *aisles),
        "caster_kg": mass / 4,
    }


FLOOR = Subject(
    name="floor",
    summary="load of a rack on the floor",
    parameters=(
        Parameter("mass_kg", unit="kg", minimum=0, help="rack with all that is in it"),
        Parameter("width_mm", unit="mm", default=600.0, minimum=1),
        Parameter("depth_mm", unit="mm", default=1200.0, minimum=1),
        Parameter("front_aisle_mm", unit="mm", default=1200.0, minimum=0, help="whole aisle"),
        Parameter("rear_aisle_mm", unit="mm", default=1000.0, minimum=0, help="whole aisle"),
    ),
    results=(("footprint_kpa", "kPa"), ("tributary_kpa", "kPa"), ("caster_kg", "kg")),
    formula="kPa = m·g/A; tributary area: width · (depth + half of each aisle); caster = m/4",
    sources=("g = 9.80665 m/s²", "TIA-942: 12 kPa recommended, 7.2 kPa minimum (EPI)"),
    run=_floor,
)


def _facility(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    facility = v["it_kw"] * v["pue"]
    return {"facility_kw": facility, "mwh": facility * v["hours"] * v["utilisation"] / 1000}


FACILITY = Subject(
    name="facility",
    summary="power and energy of the building for an IT load",
    parameters=(
        Parameter("it_kw", unit="kW", minimum=0, help="IT load"),
        Parameter("pue", default=1.55, minimum=1, help="power usage effectiveness"),
        Parameter(
            "hours",
            unit="h",
            default=float(HOURS_PER_YEAR),
            minimum=0,
            help=f"{HOURS_PER_YEAR} is a year",
        ),
        Parameter("utilisation", default=1.0, minimum=0, help="part of the time at this load"),
    ),
    results=(("facility_kw", "kW"), ("mwh", "MWh")),
    formula="facility = IT·PUE; MWh = facility·hours·utilisation/1000",
    sources=("global average PUE 1.55 in 2022 (Upsite, quoting Uptime Institute)",),
    run=_facility,
)
