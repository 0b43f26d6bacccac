"""Calculations of the floor: load of a rack in its place and on its way, noise, cable trays."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.engine.subjects.floor.feet import FEET
from designer.engine.subjects.floor.noise import NIOSH, OSHA, OSHA_MOST_DB, allowed_h, several_db
from designer.engine.subjects.floor.rolling import (
    caster_kg,
    caster_most_kg,
    left_behind_kg,
    tile_most_kg,
)
from designer.engine.subjects.floor.structure import pitch_mm, pressure_kpa, tributary_kpa
from designer.engine.subjects.floor.trays import MOST_FILL_PCT, fill_pct, most_cables
from designer.model.figures import Figure


def _floor(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    mass, width, depth = v["mass_kg"], v["width_mm"], v["depth_mm"]
    aisles, uneven = (v["front_aisle_mm"], v["rear_aisle_mm"]), v["uneven"]
    return {
        "footprint_kpa": pressure_kpa(mass, width, depth),
        "footprint_kg_m2": mass / (width * depth / 1e6),
        "tributary_kpa": tributary_kpa(mass, width, depth, *aisles),
        "caster_kg": caster_kg(mass, FEET),
        "caster_uneven_kg": None if uneven is None else uneven * caster_kg(mass, FEET),
        "pitch_m": pitch_mm(depth, *aisles) / 1000,
        "rack_m2": pitch_mm(depth, *aisles) * width / 2 / 1e6,
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
        Parameter("uneven", optional=True, help="load of one caster over an equal share"),
    ),
    results=(
        ("footprint_kpa", "kPa"), ("footprint_kg_m2", "kg/m²"), ("tributary_kpa", "kPa"),
        ("caster_kg", "kg"), ("caster_uneven_kg", "kg"), ("pitch_m", "m"), ("rack_m2", "m²"),
    ),
    formula=(
        "kPa = m·g/A; tributary area: width · (depth + half of each aisle); caster = m/4, more "
        "by the stated factor where the floor is not quite even; pitch of two rows back to back = "
        "2 · depth + both aisles, of which each rack takes half"
    ),
    sources=(
        "g = 9.80665 m/s²", "TIA-942: 12 kPa recommended, 7.2 kPa minimum (EPI)",
        "equal share: UN ICT guide (ININET)",
    ),
    run=_floor,
)  # fmt: skip


def _rolling(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    mass = sum(v[name] for name in ("devices_kg", "rack_kg", "pdus_kg", "cables_kg", "coolant_kg"))
    casters = v["casters"]
    each = caster_kg(mass, casters)
    found: dict[str, Value | Figure] = {
        "mass_kg": mass,
        "caster_kg": Figure(each, caster_most_kg(mass, casters), each, "kg"),
        "tile_kg": Figure(each, tile_most_kg(mass, casters), None, "kg"),
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
        Parameter(
            "rack_kg", unit="kg", default=134.09,
            help="the empty rack; 134.09 of 42U 600 × 1,200 mm, 185.45 of 48U 750 × 1,200 mm",
        ),
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
        "mass = Σ; caster = mass/casters, up to half the mass where the floor is uneven; tile = "
        "from one caster to two that share, or to the one that carries most; left behind = mass − "
        "dynamic rating"
    ),
    sources=(
        "equal share: UN ICT guide, a rack of 2,000 lb puts 500 lb on each of four (ININET)",
        "at most: IBM, Floor construction and floor loading (ibm.com/support/knowledgecenter/en/"
        "POWER8/p8ebe/p8ebe_floorconstruction.htm), read 2026-11-23: a third of a rack on one "
        "tile, half of it on one caster when it is relocated",
        "empty racks: APC AR3300 134.09 kg, AR3357 185.45 kg; ratings of 1,701 and 1,020 kg "
        "(github.com/netbox-community/devicetype-library, rack-types/APC), read 2026-11-23",
        "static ratings of about 1,500 lb once, 3,000 lb now: Belden, Cabinet Load Ratings (belden."
        "com/blogs/data-center/cabinet-load-ratings-matter-and-changes), read 2026-11-23",
    ),
    run=_rolling,
)  # fmt: skip


def _noise(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    level = several_db(v["level_db"], v["number"])
    osha, niosh = allowed_h(level, OSHA), allowed_h(level, NIOSH)
    too_loud = level > OSHA_MOST_DB
    hours = (0.0 if too_loud else osha, niosh)
    found: dict[str, Value | Figure] = {
        "level_db": level,
        "osha_h": osha,
        "niosh_h": niosh,
        "allowed_h": Figure(min(hours), max(hours), unit="h", basis=("NIOSH", "OSHA")),
    }
    if too_loud:
        found["note"] = (
            f"OSHA's table G-16 ends at {OSHA_MOST_DB:g} dB(A): it allows no time above; osha_h is "
            "what a dose is computed with"
        )
    return found


NOISE = Calculation(
    name="noise",
    summary="level of several alike sources, and the hours a day that people may stay in it",
    parameters=(
        Parameter("level_db", unit="dB(A)", help="of one; 92 in halls and 96 in racks are usual"),
        Parameter("number", "count", default=1, help="of alike sources at the same distance"),
    ),
    results=(("level_db", "dB(A)"), ("osha_h", "h"), ("niosh_h", "h"), ("allowed_h", "h")),
    formula="level = L + 10·log10 n; hours = 8 / 2^((level − 90)/5) by OSHA, "
    "8 / 2^((level − 85)/3) by NIOSH; allowed by OSHA up to 115 dB(A)",
    sources=(
        "OSHA 29 CFR 1910.95, appendix A, table G-16A (osha.gov/laws-regs/regulations/"
        "standardnumber/1910/1910.95AppA), read 2026-11-23: 90 dB(A) for eight hours, 95 for "
        "four, 96 for 3.5, 130 for 0.031 where a dose is computed",
        "OSHA 29 CFR 1910.95(b)(1), table G-16, which ends with a quarter of an hour or less at "
        "115 dB(A) (cejn.com/fi/se/Guides--Support/Standards--Legislations/Safety-Standards/"
        "osha-1910.95b1), read 2026-11-23",
        "NIOSH: Noise Exposure, Permissible Levels and Duration (engineeringtoolbox.com/"
        "noise-exposure-level-duration-d_717.html), read 2026-11-23: 480 min / 2^((L − 85)/3), 96 "
        "dB(A) for 37 min 48 s; 80 dB(A) for 25 h 24 min in the criteria of 1998, table 1-1 "
        "(stacks.cdc.gov/view/cdc/202235)",
        "alike sources: Noise addition (bams-thinkery.ca/tools/noise-addition), read 2026-11-23: "
        "two add 3.01 dB, ten 10 dB",
        "levels: soundtrace.com",
    ),
    run=_noise,
)


def _tray(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    tray = (v["diameter_mm"], v["width_mm"], v["depth_mm"])
    filled = fill_pct(v["cables"], *tray)
    found: dict[str, Value] = {
        "fill_pct": filled,
        "cables_most": most_cables(v["fill_pct"], *tray),
        "fits": filled <= v["fill_pct"],
    }
    if v["kg_per_m"] is not None:
        found["load_kg_m"] = v["cables"] * v["kg_per_m"]
    return found


TRAY = Calculation(
    name="tray",
    summary="fill and load of a cable tray",
    parameters=(
        Parameter("cables", "count", help="in the tray"),
        Parameter("diameter_mm", unit="mm", help="of one cable"),
        Parameter("width_mm", unit="mm", default=300.0),
        Parameter("depth_mm", unit="mm", default=100.0, help="that may be loaded"),
        Parameter("fill_pct", unit="%", default=MOST_FILL_PCT, help="at most"),
        Parameter("kg_per_m", unit="kg/m", optional=True, help="of one cable"),
    ),
    results=(("fill_pct", "%"), ("cables_most", ""), ("fits", ""), ("load_kg_m", "kg/m")),
    formula="fill = n · π·d²/4 / (w·h); load = n · mass per metre",
    sources=(
        "at most 50 %: NEC 392 for control and signal wiring, as quoted by MP Husky, Wire basket "
        "fill chart (mphusky.com/wire-mesh/fill-chart), read 2026-11-27: 890 cables of 0.1852 in "
        "in 4 × 12 in",
        "Leviton, Cat 6A reference manual, page 18 (manualshive.com), read 2026-11-27: 100 cables "
        "of 0.30 in take 7.065 in²",
    ),
    run=_tray,
)
