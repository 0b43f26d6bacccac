"""What air and what liquid carries the heat of a filling."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K, Assumptions
from designer.engine.coolant_water import coolant_at
from designer.engine.filling import NO_COOLANT, Coolant, Filled
from designer.engine.subjects.cooling.coolant_curve import Line, line_at
from designer.engine.subjects.cooling.heat import (
    heat_of,
    in_air,
    in_liquid,
    of_lost_parts,
    share_of,
)
from designer.engine.subjects.cooling.thermal import airflow_m3h, coolant_lpm
from designer.model.figures import Figure, Gap, estimate, exact, merged, missing, total

NO_FLOW: Final = exact(0.0, "L/min")
NO_SHARE: Final = exact(0.0)
FLOW_BY_HEAT: Final = "rule flow of 10 K"
"""PG25 that takes a heat at the OCP's 10 K; a unit's maker may rate it at another flow."""


def airflow_of(filled: Filled, site: Assumptions) -> Figure:
    """Return the rack's airflow: what parts state, and by their heat where they do not."""
    carries = airflow_m3h(1.0, 1.0, site.altitude_m)
    site = filled.seen_from(site, summed=True)
    flows = [_air_of(part, site, carries).times(number) for part, number in filled.powered_parts]
    return total((*flows, *of_lost_parts(filled, "m³/h")), "m³/h")


def _air_of(part: Part, site: Assumptions, carries: float) -> Figure:
    """Return the air that a part draws; by its heat it is an estimate, as its rise is not known.

    Parameters
    ----------
    carries
        Air that carries 1 kW at a rise of 1 K, m³/h.
    """
    ref = f"{part.id}.airflow_m3h"
    if part.airflow_m3h is not None:
        return exact(part.airflow_m3h, "m³/h", ref)
    heat = share_of(site.figures.of(part.id, "power_max_w"), in_air(part, site), carries / 1000)
    flow = heat.per(site.air_delta_t, "m³/h")
    gaps = () if flow.low == flow.high else merged((*heat.gaps, Gap(ref, flow.width)))
    return replace(flow, gaps=gaps)


def by_heat(liquid: Figure, coolant: Coolant) -> Figure:
    """Return the coolant that carries a heat at the rise of its loop, L/min."""
    rise = COOLANT_DELTA_T_K if coolant.delta_t_k is None else coolant.delta_t_k
    return liquid.times(coolant_lpm(1.0, rise, coolant.fluid or COOLANT), "L/min")


def flow_of(filled: Filled, liquid: Figure, site: Assumptions) -> Figure:
    """Return the coolant of a rack: what makers state at its supply, else by its heat, L/min."""
    coolant = filled.contents.coolant
    stated = [(part, number) for part, number in filled.powered_parts if part.coolant_flow]
    if not stated:
        return by_heat(liquid, coolant)
    supply = coolant_at(filled, site)
    flows = [stated_flow(part, supply).times(number) for part, number in stated]
    others = heat_of(filled, site, _of_others)
    return total((*flows, by_heat(others, coolant)), "L/min")


def _of_others(part: Part, site: Assumptions) -> Figure:
    """Return the share of heat in liquid of a part whose maker states no flow."""
    return NO_SHARE if part.coolant_flow else in_liquid(part, site)


def stated_flow(part: Part, supply: Figure) -> Figure:
    """Return the flow that sources state for a part at a supply temperature, L/min."""
    return _stated(part, supply, lambda line: line.flow_lpm, "L/min")


def stated_drop(part: Part, supply: Figure) -> Figure:
    """Return the pressure that sources state over a part at a supply temperature, kPa."""
    return _stated(part, supply, lambda line: line.drop_kpa, "kPa")


def _stated(part: Part, supply: Figure, read: Callable[[Line], float | None], unit: str) -> Figure:
    """Return a figure of a part's coolant: that of the first source, others bound it."""
    ref = f"{part.id}.coolant_flow"
    tables: dict[str, list[Line]] = {}
    for point in part.coolant_flow:
        line = Line(point.supply_c, point.flow_lpm, point.drop_kpa)
        tables.setdefault(point.by, []).append(line)

    def all_at(supply_c: float) -> list[float | None]:
        found = (line_at(lines, supply_c) for lines in tables.values())
        return [None if line is None else read(line) for line in found]

    cold, likely = all_at(supply.low), all_at(supply.likely)[0]
    warm: list[float | None] = all_at(supply.high) if supply.high < inf else [None]
    low = min((number for number in cold if number is not None), default=0.0)
    if None in warm:
        gaps = (*supply.gaps, Gap(ref, inf))
        return Figure(low, inf, likely, unit, 0.0, (ref,), merged(gaps), likely is not None)
    known = [number for number in warm if number is not None]
    high, apart = max(known), max(known) - min(known)
    if low == high:
        return exact(low, unit, ref)
    gaps = tuple(Gap(gap.ref, high) for gap in supply.gaps)
    gaps = merged((*gaps, Gap(ref, apart)) if apart or not gaps else gaps)
    return Figure(low, high, likely, unit, 1.0, (ref, *supply.basis), gaps, likely is not None)


def lost_door_flow(filled: Filled, air_method: str) -> Figure:
    """Return the water of a door that the catalogue lacks; none where none takes heat."""
    if air_method != "rear-door":
        return NO_FLOW
    flows = (missing(lost_ref(part_id), "L/min") for part_id in filled.lost_doors)
    return next(flows, NO_FLOW)


def unit_flow(unit: Part, heat: Figure, taken: Figure) -> Figure:
    """Return the water of a rear door or a tank: none where there may be no heat for it.

    Parameters
    ----------
    taken
        What it takes of the heat.
    """
    flow = _rated_flow(unit, taken)
    return flow if heat.low > 0 else flow.perhaps_none(gap.ref for gap in heat.gaps)


def _rated_flow(unit: Part, heat: Figure) -> Figure:
    """Return the water of a door or a tank: the flow at which it is rated, else by its heat."""
    flow, ref = unit.cooling.flow_lpm if unit.cooling else None, f"{unit.id}.cooling.flow_lpm"
    if flow is not None:
        return exact(flow, "L/min", ref)
    planned = by_heat(heat, NO_COOLANT)
    if planned.value is None:
        return missing(ref, "L/min")
    return estimate(planned.value, 0.0, inf, "L/min", ref, FLOW_BY_HEAT)
