"""The subject of cooling: the method of each filling, its heat, air and coolant."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.cooling import calc, rules
from designer.engine.subjects.cooling.cooling import COOLING, Cooling, cooling_of
from designer.engine.subjects.cooling.limits import cooling_limits
from designer.engine.subjects.power.power import POWER


def _cooling(filling: Filling) -> Cooling:
    return cooling_of(filling.filled, filling[POWER].max_kw or 0.0, filling.site)


def _fields(cooling: Cooling) -> dict[str, Any]:
    return {
        "cooling_method": cooling.method,
        "cooling_capacity_kw": cooling.capacity_kw,
        "cooling_reason": cooling.reason,
        "air_kw": cooling.air_kw - cooling.door_kw,
        "liquid_kw": cooling.liquid_kw + cooling.door_kw,
        "airflow_m3h": cooling.airflow_m3h,
        "coolant_lpm": cooling.coolant_lpm,
    }


SUBJECT = Subject(
    key=COOLING,
    title="Cooling of racks",
    reads=(POWER,),
    of_contents=ContentsWork(_cooling, fields=_fields, limits=cooling_limits),
    checks=(
        rules.heat_within_the_band,
        rules.rear_doors_hang_where_needed,
        rules.containment_above_ten_kilowatts,
    ),
    calc=(calc.AIRFLOW, calc.COOLANT, calc.TEMPERATURE),
)
