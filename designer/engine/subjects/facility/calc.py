"""Calculations of the building: coolant units, power and energy, PUE, water."""

from math import inf
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.electric import units_needed
from designer.engine.subjects.climate.effectiveness import (
    evaporation_l_per_kwh,
    loss_at,
    makeup_factor,
    pue,
)
from designer.engine.subjects.cooling.thermal import coolant_lpm
from designer.model.figures import Figure
from designer.model.units import HOURS_PER_DAY, HOURS_PER_YEAR

AFFINITY = 3.0
"""Exponent with which losses fall at most: that of fans and pumps."""


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
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N, 3N/2, 4N/3"),
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
    return {
        "facility_kw": facility,
        "mwh": facility * v["hours"] * v["utilisation"] / 1000,
        "mva": facility / v["power_factor"] / 1000,
    }


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
        Parameter("power_factor", default=0.95, help="kW for each kVA of the grid"),
    ),
    results=(("facility_kw", "kW"), ("mwh", "MWh"), ("mva", "MVA")),
    formula="facility = IT·PUE; MWh = facility·hours·utilisation/1000; MVA = facility/PF/1000",
    sources=("global average PUE 1.55 in 2022 (Upsite, quoting Uptime Institute)",),
    run=_facility,
)


def _pue(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    named = {name: v[name] for name in ("ups_kw", "distribution_kw", "cooling_kw")}
    known = [kw for kw in named.values() if kw is not None]
    full, missing = sum(known) + v["other_kw"], [name for name, kw in named.items() if kw is None]
    it, load, fixed = v["it_kw"] * v["load"], v["load"], v["fixed"]
    if not it:
        raise CalcError("it_kw=0: PUE is the building's power over that of the IT")
    if fixed is None:
        # How losses shrink is not known: with the cube at best, not at all at worst.
        low, high = loss_at(full, load, 0.0, AFFINITY), full
        value = full if load == 1 else None
    else:
        low = high = value = loss_at(full, load, fixed, v["exponent"])
    if missing:
        high, value = inf, None
    loss = Figure(low, high, value, "kW")
    found: dict[str, Value | Figure] = {
        "pue": Figure(pue(it, low), pue(it, high), None if value is None else pue(it, value)),
        "facility_kw": Figure(it + low, it + high, None if value is None else it + value, "kW"),
        "loss_kw": loss,
    }
    said = []
    if missing:
        said.append(f"without {', '.join(missing)} there is no upper bound")
    if fixed is None and load < 1:
        said.append("fixed is not given: losses may stay as they are, or fall with the cube")
    return found | ({"note": "; ".join(said)} if said else {})


PUE = Calculation(
    name="pue",
    summary="power usage effectiveness from the losses of a building, at full and at part load",
    parameters=(
        Parameter("it_kw", unit="kW", help="IT load that the losses belong to"),
        Parameter("ups_kw", unit="kW", optional=True, help="lost in UPS"),
        Parameter("distribution_kw", unit="kW", optional=True, help="lost from there to the racks"),
        Parameter("cooling_kw", unit="kW", optional=True, help="fans, pumps, chillers, towers"),
        Parameter("other_kw", unit="kW", default=0.0, help="lighting, offices"),
        Parameter("load", default=1.0, help="IT load now, part of it_kw"),
        Parameter("fixed", optional=True, help="part of the losses that does not shrink"),
        Parameter("exponent", default=1.0, help="of the rest: 1 with the load, 3 as of fans"),
    ),
    results=(("pue", ""), ("facility_kw", "kW"), ("loss_kw", "kW")),
    formula="PUE = 1 + losses / IT; at part load losses·(fixed + (1 − fixed)·load^exponent) over "
    "IT·load",
    sources=(
        "ISO/IEC 30134-2",
        "affinity laws: power of fans and pumps with the cube of the flow (ProphetStor)",
        "to compare: global average 1.55 (2022) and 1.58 (2023), hyperscale 1.1–1.2, colocation "
        "1.4–1.6 (Upsite, quoting Uptime Institute)",
    ),
    run=_pue,
)  # fmt: skip


def _wue(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    found: dict[str, Value] = {}
    wue = v["wue"]
    if wue is None:
        evaporated = evaporation_l_per_kwh(v["water_c"])
        makeup = evaporated * makeup_factor(v["cycles"])
        wue = makeup * v["heat"] * v["evaporated"]
        found = {"evaporation_l_per_kwh": evaporated, "makeup_l_per_kwh": makeup}
        if v["evaporated"] == 1:
            found["note"] = "all heat evaporates water: the most; in cold weather air takes a part"
    kwh_per_day = v["it_kw"] * HOURS_PER_DAY
    found |= {
        "wue": wue,
        "litres_per_day": wue * kwh_per_day,
        "m3_per_year": wue * v["it_kw"] * HOURS_PER_YEAR / 1000,
    }
    if v["grid_l_per_kwh"] is not None:
        found["source_wue"] = wue + v["pue"] * v["grid_l_per_kwh"]
    return found


WUE = Calculation(
    name="wue",
    summary="water of a cooling tower, or of a stated water usage effectiveness",
    parameters=(
        Parameter("it_kw", unit="kW", default=1000.0, help="IT load"),
        Parameter("wue", unit="L/kWh", optional=True, help="of IT energy, instead of a tower"),
        Parameter("water_c", unit="°C", default=30.0, help="of the tower"),
        Parameter("cycles", default=4.0, help="of concentration; 3 to 15 are usual"),
        Parameter("heat", default=1.0, help="kWh rejected for each kWh of IT, chillers included"),
        Parameter("evaporated", default=1.0, help="part of the heat that evaporates water"),
        Parameter(
            "grid_l_per_kwh", unit="L/kWh", optional=True,
            help="water of the grid's power plants; 4.52 in the United States, 2023",
        ),
        Parameter("pue", default=1.2, help="for the water of the grid"),
    ),
    results=(
        ("evaporation_l_per_kwh", "L/kWh of heat"), ("makeup_l_per_kwh", "L/kWh of heat"),
        ("wue", "L/kWh of IT"), ("litres_per_day", "L"), ("m3_per_year", "m³"),
        ("source_wue", "L/kWh of IT"),
    ),
    formula=(
        "evaporation = 3600/(2500.5 − 2.3097·T − 0.0013·T²); make-up = evaporation·(1 + 1/(CoC − "
        "1)); WUE = make-up·heat·evaporated; source WUE = WUE + PUE·grid"
    ),
    sources=(
        "ISO/IEC 30134-9",
        "latent heat: N. Lei and E. Masanet, Resour. Conserv. Recycl. 182 (2022) 106323",
        "grid: LBNL-2001637 (2024), about 800 GL in 2023",
        "to compare: tower with waterside economizer 1.94–2.00 in every climate (Lei and others, "
        "Resour. Conserv. Recycl. 219, 2025); air with adiabatic assist 0.15–0.17",
    ),
    run=_wue,
)  # fmt: skip
