"""The calculation of a rack's load on the floor."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.floor.structure import pressure_kpa, tributary_kpa


def _floor(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    mass, width, depth = v["mass_kg"], v["width_mm"], v["depth_mm"]
    aisles = (v["front_aisle_mm"], v["rear_aisle_mm"])
    return {
        "footprint_kpa": pressure_kpa(mass, width, depth),
        "tributary_kpa": tributary_kpa(mass, width, depth, *aisles),
        "caster_kg": mass / 4,
    }


FLOOR = Calculation(
    name="floor",
    summary="load of a rack on the floor",
    parameters=(
        Parameter("mass_kg", unit="kg", help="rack with all that is in it"),
        Parameter("width_mm", unit="mm", default=600.0),
        Parameter("depth_mm", unit="mm", default=1200.0),
        Parameter("front_aisle_mm", unit="mm", default=1200.0, help="whole aisle"),
        Parameter("rear_aisle_mm", unit="mm", default=1000.0, help="whole aisle"),
    ),
    results=(("footprint_kpa", "kPa"), ("tributary_kpa", "kPa"), ("caster_kg", "kg")),
    formula="kPa = m·g/A; tributary area: width · (depth + half of each aisle); caster = m/4",
    sources=("g = 9.80665 m/s²", "TIA-942: 12 kPa recommended, 7.2 kPa minimum (EPI)"),
    run=_floor,
)
