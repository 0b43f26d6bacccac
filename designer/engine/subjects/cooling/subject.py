"""The subject of cooling: the method of each filling, its heat, air and coolant."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.cooling import (
    airflow_rules,
    blanking_rules,
    calc,
    containment_rules,
    inlet_margin,
    inlet_rules,
    method_rules,
    rules,
)
from designer.engine.subjects.cooling.cooling import COOLING, Cooling, cooling_of
from designer.engine.subjects.cooling.limits import FILLS_UP, cooling_limits
from designer.model.measured import fields_of, flag_of


def _cooling(filling: Filling) -> Cooling:
    return cooling_of(filling.filled, filling.site)


def _fields(cooling: Cooling) -> dict[str, Any]:
    return {
        "cooling_method": cooling.method,
        "cooling_air_method": cooling.air_method,
        "cooling_reason": cooling.reason,
        "cooling_next_method": cooling.following,
        "door_missing": flag_of(cooling.lacks_door),
        **fields_of(
            {
                "air_kw": cooling.room,
                "liquid_kw": cooling.water,
                "airflow_m3h": cooling.airflow,
                "coolant_lpm": cooling.flow + cooling.door_flow,
            }
            | ({} if cooling.end is None else {"cooling_capacity_kw": cooling.end})
            | ({} if cooling.headroom is None else {"cooling_headroom_kw": cooling.headroom})
        ),
    }


SUBJECT = Subject(
    key=COOLING,
    title="Cooling of racks",
    of_contents=ContentsWork(
        _cooling,
        fields=_fields,
        field_names=(
            "cooling_method", "cooling_air_method", "cooling_reason", "door_missing", "air_kw",
            "liquid_kw", "airflow_m3h", "coolant_lpm", "cooling_capacity_kw",
            "cooling_headroom_kw", "cooling_next_method",
        ),
        limits=cooling_limits,
        limit_names=FILLS_UP,
        fills_up=FILLS_UP,
        groups=("cooling", "liquid"),
        by_order=True,
    ),
    contents_checks=(
        rules.heat_within_the_band,
        rules.rear_doors_hang_where_needed,
        rules.parts_can_do_what_is_decided,
        method_rules.site_allows_the_method,
        airflow_rules.air_leaves_at_the_rear,
    ),
    checks=(
        containment_rules.containment_where_air_needs_it,
        blanking_rules.open_units_are_closed,
        inlet_rules.inlet_air_suits_the_parts,
        method_rules.bands_are_known,
        airflow_rules.air_warms_as_planned,
    ),
    calc=(
        calc.AIRFLOW, calc.COOLANT, calc.TEMPERATURE, calc.DEW_POINT, calc.DERATE, calc.DOOR,
        calc.RIDE_THROUGH,
    ),
)  # fmt: skip

OF_INLET = Subject(
    key=inlet_margin.INLET,
    title="Inlet air of racks",
    of_contents=ContentsWork(
        inlet_margin.inlet_of,
        fields=inlet_margin.fields,
        field_names=("inlet_margin_k",),
        by_order=True,
    ),
)
