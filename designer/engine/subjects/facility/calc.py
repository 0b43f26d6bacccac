"""Calculations of the building: coolant units, power and energy."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.cooling.thermal import coolant_lpm
from designer.engine.subjects.feeds.electric import units_needed
from designer.model.units import HOURS_PER_YEAR


def _cdu(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    by_heat = units_needed(v["liquid_kw"], v["unit_kw"], v["redundancy"])
    flow = coolant_lpm(v["liquid_kw"], COOLANT_DELTA_T_K, COOLANT)
    if v["unit_lpm"] is None:
        return {"units": by_heat, "flow_lpm": flow}
    by_flow = units_needed(flow, v["unit_lpm"], v["redundancy"])
    return {"units": max(by_heat, by_flow), "flow_lpm": flow}


CDU = Calculation(
    name="cdu",
    summary="coolant distribution units for a liquid load",
    parameters=(
        Parameter("liquid_kw", unit="kW", help="heat into the liquid"),
        Parameter("unit_kw", unit="kW", help="of one unit at its approach"),
        Parameter("unit_lpm", unit="L/min", optional=True, help="flow of one unit"),
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N"),
    ),
    results=(("units", ""), ("flow_lpm", "L/min")),
    formula="units = max(ceil(liquid / unit), ceil(flow / unit flow)) + spares; "
    "flow = 60·kW / (ρ·cp·10 K), PG25",
    sources=(
        "10 MW on 2.5 MW units, 4+2: six (Motivair MCDU-70 note)",
        "OCP planning rule 1.5 L/min per kW at 10 K",
    ),
    run=_cdu,
)


def _facility(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    facility = v["it_kw"] * v["pue"]
    return {"facility_kw": facility, "mwh": facility * v["hours"] * v["utilisation"] / 1000}


FACILITY = Calculation(
    name="facility",
    summary="power and energy of the building for an IT load",
    parameters=(
        Parameter("it_kw", unit="kW", help="IT load"),
        Parameter("pue", default=1.55, help="power usage effectiveness"),
        Parameter(
            "hours",
            unit="h",
            default=float(HOURS_PER_YEAR),
            help=f"{HOURS_PER_YEAR} is a year",
        ),
        Parameter("utilisation", default=1.0, help="part of the time at this load"),
    ),
    results=(("facility_kw", "kW"), ("mwh", "MWh")),
    formula="facility = IT·PUE; MWh = facility·hours·utilisation/1000",
    sources=("global average PUE 1.55 in 2022 (Upsite, quoting Uptime Institute)",),
    run=_facility,
)
