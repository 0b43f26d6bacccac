"""What air and what liquid carries the heat of a filling."""

from dataclasses import replace
from math import inf
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K, Assumptions
from designer.engine.filling import Filled
from designer.engine.subjects.cooling.heat import in_air, of_lost_parts, powered_parts, share_of
from designer.engine.subjects.cooling.thermal import airflow_m3h, coolant_lpm
from designer.model.figures import Figure, Gap, estimate, exact, merged, missing, total

NO_FLOW: Final = exact(0.0, "L/min")
FLOW_BY_HEAT: Final = "rule flow of 10 K"
"""PG25 that takes a heat at the OCP's 10 K; a unit's maker may rate it at another flow."""


def airflow_of(filled: Filled, site: Assumptions) -> Figure:
    """Return the rack's airflow: what parts state, and by their heat where they do not."""
    carries = airflow_m3h(1.0, 1.0, site.altitude_m)
    flows = [_air_of(part, site, carries).times(number) for part, number in powered_parts(filled)]
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


def flow_of(liquid: Figure) -> Figure:
    """Return the coolant that carries a heat, L/min."""
    return liquid.times(coolant_lpm(1.0, COOLANT_DELTA_T_K, COOLANT), "L/min")


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
    by_heat = flow_of(heat)
    if by_heat.value is None:
        return missing(ref, "L/min")
    return estimate(by_heat.value, 0.0, inf, "L/min", ref, FLOW_BY_HEAT)
