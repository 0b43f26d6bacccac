"""Calculations of the floor: load of a rack where it stands and on its way there, noise."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.floor.noise import NIOSH, OSHA, allowed_h, several_db
from designer.engine.subjects.floor.rolling import UNEVEN, caster_kg, left_behind_kg
from designer.engine.subjects.floor.structure import pressure_kpa, tributary_kpa
from designer.model.figures import Figure


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


def _rolling(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    mass = sum(v[name] for name in ("devices_kg", "rack_kg", "pdus_kg", "cables_kg", "coolant_kg"))
    each, most = (caster_kg(mass, v["casters"], uneven) for uneven in (1.0, UNEVEN))
    found: dict[str, Value | Figure] = {
        "mass_kg": mass,
        "caster_kg": Figure(each, most, each, "kg"),
        "tile_kg": Figure(each, 2 * most, None, "kg"),
    }
    for name in ("dynamic", "static"):
        rating = v[f"{name}_kg"]
        if rating is not None:
            found[f"{name}_use_pct"] = 100 * mass / rating
    if v["dynamic_kg"] is not None:
        found["left_behind_kg"] = left_behind_kg(mass, v["dynamic_kg"])
        found["rolls_filled"] = mass <= v["dynamic_kg"]
    return found


ROLLING = Calculation(
    name="rolling",
    summary="mass of a filled rack that is rolled to its place, on casters and tiles",
    parameters=(
        Parameter("devices_kg", unit="kg", help="of all devices"),
        Parameter("rack_kg", unit="kg", default=150.0, help="the empty rack; 120 to 200 is usual"),
        Parameter("pdus_kg", unit="kg", default=0.0, help="of all rack PDUs"),
        Parameter("cables_kg", unit="kg", default=0.0),
        Parameter("coolant_kg", unit="kg", default=0.0, help="0 where it is rolled dry"),
        Parameter("dynamic_kg", unit="kg", optional=True, help="what the rack may weigh rolling"),
        Parameter("static_kg", unit="kg", optional=True, help="what it may hold in its place"),
        Parameter("casters", "count", default=4),
    ),
    results=(
        ("mass_kg", "kg"), ("caster_kg", "kg"), ("tile_kg", "kg"), ("dynamic_use_pct", "%"),
        ("static_use_pct", "%"), ("left_behind_kg", "kg"), ("rolls_filled", ""),
    ),
    formula=(
        "mass = Σ; caster = mass/casters, up to 1.3 of it; tile = from one caster to two at once; "
        "left behind = mass − dynamic rating"
    ),
    sources=(
        "equal share: UN ICT guide, a rack of 2,000 lb puts 500 lb on each of four (ININET)",
        "up to 1.3 of it where floor or load are uneven: from memory",
        "usual: dynamic ratings of about 1,020 kg, static ones of 1,000–1,700 kg; from memory",
    ),
    run=_rolling,
)  # fmt: skip


def _noise(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    level = several_db(v["level_db"], v["number"])
    osha, niosh = allowed_h(level, OSHA), allowed_h(level, NIOSH)
    return {
        "level_db": level,
        "osha_h": osha,
        "niosh_h": niosh,
        "allowed_h": Figure(min(osha, niosh), max(osha, niosh), unit="h", basis=("NIOSH", "OSHA")),
    }


NOISE = Calculation(
    name="noise",
    summary="level of several alike sources, and the hours a day that people may stay in it",
    parameters=(
        Parameter("level_db", unit="dB(A)", help="of one; 92 in halls and 96 in racks are usual"),
        Parameter("number", "count", default=1, help="of alike sources at the same distance"),
    ),
    results=(("level_db", "dB(A)"), ("osha_h", "h"), ("niosh_h", "h"), ("allowed_h", "h")),
    formula="level = L + 10·log10 n; hours = 8 / 2^((level − 90)/5) by OSHA, "
    "8 / 2^((level − 85)/3) by NIOSH",
    sources=(
        "OSHA 29 CFR 1910.95: 90 dB(A) for eight hours, half the time for each 5 dB",
        "NIOSH 98-126: 85 dB(A) for eight hours, half the time for each 3 dB; formulas from memory",
        "levels: soundtrace.com",
    ),
    run=_noise,
)
