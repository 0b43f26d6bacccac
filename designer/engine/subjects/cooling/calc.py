"""Calculations of heat: airflow, coolant, water loops, dew point, inlets, rear doors."""

from math import inf
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.cooling.air_classes import (
    AIR_CLASSES,
    DERATE_FROM_M,
    DERATE_FROM_MOST_M,
    HIGHEST_M,
    RECOMMENDED_LOW_C,
    derate_k,
)
from designer.engine.subjects.cooling.doors import Coil, air_kw_per_k, capacity_kw, water_kw_per_k
from designer.engine.subjects.cooling.humid_air import (
    ABOVE_DEW_POINT_K,
    dew_point_c,
    stull_holds,
    wet_bulb_c,
)
from designer.engine.subjects.cooling.thermal import (
    CFM_PER_M3H,
    FLUIDS,
    airflow_m3h,
    coolant_lpm,
    heat_kj_per_k,
    water_class,
)
from designer.model.figures import Figure


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


def _dew_point(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    dry, rh, given = v["dry_bulb_c"], v["rh_pct"], v["dew_point_c"]
    if (dry is None) != (rh is None) or (dry is None) == (given is None):
        raise CalcError("give either dew_point_c, or dry_bulb_c and rh_pct")
    found: dict[str, Value] = {}
    if given is None:
        given = dew_point_c(dry, rh)
        holds = stull_holds(dry, rh)
        found["wet_bulb_c"] = wet_bulb_c(dry, rh) if holds else None
        if not holds:
            found["note"] = "the formula of the wet bulb is for 5 to 99 % and −20 to 50 °C"
    found |= {"dew_point_c": given, "least_water_c": given + v["margin_k"]}
    if v["water_c"] is not None:
        above = v["water_c"] - given
        found |= {"above_dew_point_k": above, "safe": above >= v["margin_k"] - 1e-9}
    return found


DEW_POINT = Calculation(
    name="dew-point",
    summary="dew point of air, and the coldest water that leaves pipes and doors dry",
    parameters=(
        Parameter("dry_bulb_c", unit="°C", optional=True, help="of the room's air"),
        Parameter("rh_pct", unit="%", optional=True, help="its relative humidity"),
        Parameter("dew_point_c", unit="°C", optional=True, help="instead of these two"),
        Parameter("margin_k", unit="K", default=ABOVE_DEW_POINT_K, help="water above dew point"),
        Parameter("water_c", unit="°C", optional=True, help="supply of a door or loop"),
    ),
    results=(
        ("wet_bulb_c", "°C"), ("dew_point_c", "°C"), ("least_water_c", "°C"),
        ("above_dew_point_k", "K"), ("safe", ""),
    ),
    formula=(
        "γ = ln(RH/100) + 17.625·T/(243.04 + T), dew point = 243.04·γ/(17.625 − γ); least water = "
        "dew point + margin; wet bulb by Stull, at sea level"
    ),
    sources=(
        "O. A. Alduchov and R. E. Eskridge, J. Appl. Meteor. 35 (1996) 601–609",
        "R. Stull, J. Appl. Meteor. Climatol. 50 (2011) 2267–2269: within −1 and +0.65 K",
        "2 K above the highest dew point: HPE and Motivair door QuickSpecs (by coolnetpower.com)",
    ),
    run=_dew_point,
)  # fmt: skip


_RECOMMENDED_LESS = "what is recommended ends where the highest inlet does at this altitude"
_RECOMMENDED_NONE = "nothing that is recommended is allowed at this altitude"


def _derate(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    chosen, altitude, inlet = AIR_CLASSES[v["air_class"]], v["altitude_m"], v["inlet_c"]
    given = v["metres_per_k"]
    metres = chosen.metres_per_k if given is None else given
    found: dict[str, Value | Figure] = {
        "max_inlet_c": None,
        "min_inlet_c": chosen.low_c,
        "recommended_low_c": RECOMMENDED_LOW_C,
        "recommended_high_c": chosen.recommended_c,
        "derate_k": None,
    }
    notes = [f"the classes end at {HIGHEST_M:,.0f} m"] if altitude > HIGHEST_M else []
    fall = derate_k(altitude, DERATE_FROM_M, metres)
    least = derate_k(altitude, DERATE_FROM_MOST_M, metres)
    if fall is None or least is None:
        if inlet is not None:
            outside = not chosen.low_c <= inlet <= chosen.high_c
            found |= {"headroom_k": None, "allowed": False if outside else None}
        notes.insert(0, f"how {v['air_class']} derates above 900 m is not known: give metres_per_k")
        return found | {"note": "; ".join(notes)}
    highest, most = chosen.high_c - fall, chosen.high_c - least
    found["max_inlet_c"] = Figure(highest, most, highest, "°C")
    found["derate_k"] = Figure(least, fall, fall)
    if inlet is not None:
        found["headroom_k"] = Figure(highest - inlet, most - inlet, highest - inlet, "K")
        between = highest < inlet <= most
        found["allowed"] = None if between else chosen.low_c <= inlet <= highest
    if highest < chosen.recommended_c:
        found |= _recommended(chosen.recommended_c, highest, most)
        notes.insert(0, _RECOMMENDED_LESS if highest >= RECOMMENDED_LOW_C else _RECOMMENDED_NONE)
    return found | ({"note": "; ".join(notes)} if notes else {})


def _recommended(high_c: float, highest_c: float, most_c: float) -> dict[str, Value | Figure]:
    """Return the recommended range at an altitude that leaves less than its upper end."""
    if highest_c < RECOMMENDED_LOW_C:
        return {"recommended_low_c": None, "recommended_high_c": None}
    return {"recommended_high_c": Figure(highest_c, min(high_c, most_c), highest_c, "°C")}


DERATE = Calculation(
    name="derate",
    summary="highest inlet air of an ASHRAE class at an altitude (a breaker's derate: see branch)",
    parameters=(
        Parameter("air_class", "text", default="A2", choices=tuple(AIR_CLASSES)),
        Parameter("altitude_m", unit="m", default=0.0, help="above sea level, classes to 3,050 m"),
        Parameter("inlet_c", unit="°C", optional=True, help="air at the inlets, to compare"),
        Parameter(
            "metres_per_k", unit="m", optional=True,
            help="altitude for 1 K less, of the equipment instead of its class",
        ),
    ),
    results=(
        ("max_inlet_c", "°C"), ("min_inlet_c", "°C"),
        ("recommended_low_c", "°C"), ("recommended_high_c", "°C"), ("derate_k", "K"),
        ("headroom_k", "K"), ("allowed", ""),
    ),
    formula="max inlet = the class's highest − (altitude − 900 m)/(metres for 1 K), above 900 m, "
    "at most as if from 950 m: A1 and A2 300 m, A3 175 m, A4 125 m; "
    "recommended up to the class's or to the max inlet, whichever is lower",
    sources=(
        "ASHRAE TC 9.9: A1 15–32, A2 10–35, A3 5–40, A4 5–45, H1 15–25 °C; recommended 18–27, H1 "
        "18–22 (reference card 2021, second-hand)",
        "low, from 900 m: A1 3.3 K for each 1,000 m, Teradata, Environmental Requirements (docs."
        "teradata.com/reader/DdAmXXaBagDQwtH6uaApUg/1jnSPPipvqu0zWFI0XBYnQ); A2 300 m, A3 175 m, "
        "Lenovo, SR650 V2 environment specifications (pubs.lenovo.com/sr650-v2/ru/"
        "environment_specifications); read 2026-11-23",
        "high, from 950 m: to 35 °C 300 m, to 40 °C 175 m, to 45 °C 125 m, Microsoft, Azure Stack "
        "Edge Pro technical specifications (github.com/MicrosoftDocs/azure-docs, articles/"
        "databox-online), read 2026-11-23; the 125 m of A4 are from there alone",
        "H1: no source of its derate with altitude was found",
    ),
    run=_derate,
)  # fmt: skip


def _door(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    load, water, rise = v["load_kw"], v["water_c"], v["delta_t_k"]
    exhaust = v["room_c"] + rise
    entering = exhaust if v["rated_air_c"] is None else v["rated_air_c"]
    difference = entering - v["rated_water_c"]
    if difference <= 0:
        raise CalcError("the door is rated with air no warmer than its water")
    # No coil cools air below its water, or warms water above the air.
    limits = [capacity_kw(v["rated_kw"], difference, exhaust, water)]
    limits.append(max(0.0, load / rise * (exhaust - water)))
    flow, rated_air = v["flow_lpm"], v["rated_m3h"]
    if rated_air is not None:
        # As in the report: of less air than in the rating, what its coil surely takes.
        coil = Coil(
            v["rated_kw"] / difference, air_kw_per_k(rated_air),
            inf if flow is None else water_kw_per_k(flow), flow is not None,
        )  # fmt: skip
        limits.append(coil.least(load / rise) * load / rise * max(0.0, exhaust - water))
    if flow is not None:
        limits.append(max(0.0, water_kw_per_k(flow) * (exhaust - water)))
    caught = min(load, *limits)
    found: dict[str, Value] = {
        "exhaust_c": exhaust,
        "capacity_kw": min(limits),
        "caught_kw": caught,
        "to_room_kw": load - caught,
        "leaving_air_c": exhaust - caught / load * rise,
    }
    if flow:
        found["leaving_water_c"] = water + caught / water_kw_per_k(flow)
    if v["dew_point_c"] is not None:
        found["safe"] = water >= v["dew_point_c"] + ABOVE_DEW_POINT_K - 1e-9
    return found


DOOR = Calculation(
    name="door",
    summary="what a rear door takes of a rack's heat at a water temperature",
    parameters=(
        Parameter("load_kw", unit="kW", help="heat of the rack into air"),
        Parameter("rated_kw", unit="kW", help="of the door"),
        Parameter("water_c", unit="°C", default=18.0, help="supply"),
        Parameter("rated_water_c", unit="°C", default=18.0, help="supply of the rating"),
        Parameter(
            "rated_air_c", unit="°C", optional=True,
            help="air onto the coil in the rating; without it the rack's exhaust",
        ),
        Parameter("room_c", unit="°C", default=24.0, help="air at the rack's inlets"),
        Parameter("delta_t_k", unit="K", default=12.0, help="air over the rack"),
        Parameter("flow_lpm", unit="L/min", optional=True, help="water of the door"),
        Parameter(
            "rated_m3h", unit="m³/h", optional=True,
            help="air of the rating; without it the result is the most that it may be",
        ),
        Parameter("dew_point_c", unit="°C", optional=True, help="highest of the room"),
    ),
    results=(
        ("exhaust_c", "°C"), ("capacity_kw", "kW"), ("caught_kw", "kW"), ("to_room_kw", "kW"),
        ("leaving_air_c", "°C"), ("leaving_water_c", "°C"), ("safe", ""),
    ),
    formula=(
        "capacity = rated·(exhaust − water)/(rated air − rated water) at the rated flows, at most "
        "what air and water can exchange: load/ΔT·(exhaust − water), ρ·cp·flow·(exhaust − water); "
        "and with the air of the rating ε·load/ΔT·(exhaust − water), in counterflow with a UA that "
        "falls with the 0.8th power of the air; exhaust = room + ΔT; safe if water ≥ dew point + "
        "2 K"
    ),
    sources=(
        "W. M. Kays and A. L. London, Compact Heat Exchangers: effectiveness and UA",
        "A. P. Colburn, Trans. AIChE 29 (1933): turbulent film, 0.8th power",
        "no maker's curve over water temperature was found; product bands are 14–35, 35–55 and "
        "55–75 kW (HPE), a door of 75 kW is named at 30 °C water, 23 US gal/min (Motivair)",
    ),
    run=_door,
)  # fmt: skip


def _ride_through(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    air = heat_kj_per_k(v["air_m3"], "air") * v["rise_k"] / v["load_kw"]
    liquid = heat_kj_per_k(v["liquid_m3"], v["fluid"]) * v["rise_k"] / v["load_kw"]
    return {"air_s": air, "liquid_s": liquid, "total_s": air + liquid}


RIDE_THROUGH = Calculation(
    name="ride-through",
    summary="time until air and liquid are too warm once nothing cools them",
    parameters=(
        Parameter("load_kw", unit="kW", help="heat that goes on"),
        Parameter("air_m3", unit="m³", default=0.0, help="of the sealed room"),
        Parameter("liquid_m3", unit="m³", default=0.0, help="in loop and tanks"),
        Parameter("fluid", "text", default="water", choices=tuple(FLUIDS)),
        Parameter("rise_k", unit="K", default=10.0, help="that all can bear"),
    ),
    results=(("air_s", "s"), ("liquid_s", "s"), ("total_s", "s")),
    formula="t = ρ·cp·V·ΔT / P, for air and for the liquid; walls, racks and pipes would add to it",
    sources=("heat that is stored: Q = m·cp·ΔT; dry air of 1.2 kg/m³, 1.005 kJ/(kg·K)",),
    run=_ride_through,
)
