"""Calculations of the building: coolant units, power and energy."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.feeds.electric import units_needed
from designer.model.units import HOURS_PER_YEAR


def _cdu(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    return {"units": units_needed(v["liquid_kw"], v["unit_kw"], v["redundancy"])}


CDU = Calculation(
    name="cdu",
    summary="coolant distribution units for a liquid load",
    parameters=(
        Parameter("liquid_kw", unit="kW", help="heat into the liquid"),
        Parameter("unit_kw", unit="kW", help="of one unit at its approach"),
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N"),
    ),
    results=(("units", ""),),
    formula="units = ceil(liquid / unit) + spares",
    sources=("10 MW on 2.5 MW units, 4+2: six (Motivair MCDU-70 note)",),
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
