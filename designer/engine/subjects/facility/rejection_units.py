"""What a unit of heat rejection takes on the design day, by the table of its part.

The site names the part. Dry coolers and air-cooled chillers meet the dry bulb, towers the wet one,
water-cooled chillers the water that towers or coolers make of it. All are asked for the facility
water as it is planned; coolers and towers that chillers stand behind are asked for water of their
condensers, of which nothing is stated.
"""

from math import inf
from typing import Final

from designer.catalog.part import Part
from designer.catalog.rejection_figures import RejectionFigures
from designer.engine.facility_water import (
    Bulb,
    design_air,
    facility_water,
    from_weather,
    planned_water,
)
from designer.engine.subject import Facts
from designer.engine.subjects.cooling.thermal import pressure_ratio
from designer.engine.subjects.facility.rejection_table import Line, capacity_at
from designer.model.figures import Figure, Gap, exact, merged, missing, product, stated

TABLE: Final = "rule table of a unit of heat rejection"


def each_unit(facts: Facts) -> Figure:
    """Return the heat that each unit of heat rejection gives off on the design day, kW.

    As the site states it, else by the table of the part that it names.
    """
    site = facts.design.site
    part = facts.catalog.get(site.rejection_part) if site.rejection_part else None
    if site.rejection_unit_kw is not None or part is None or part.rejection is None:
        ref = "site.rejection_unit_kw"
        if site.rejection_part and part is None:
            ref = site.rejection_part
        return stated(site.rejection_unit_kw, ref, "kW")
    return _by_table(facts, part, part.rejection)


def _by_table(facts: Facts, part: Part, figures: RejectionFigures) -> Figure:
    meets, water = _meets(facts, figures), _asked(facts, part)
    because = merged((*meets.gaps, *water.gaps))
    if meets.unknown or water.unknown:
        return Figure(0.0, inf, None, "kW", 0.0, (TABLE,), because)
    lines = [Line(one.against_c, one.water_c, one.capacity_kw) for one in figures.points]
    least, _ = capacity_at(lines, meets.high, water.low)
    _, most = capacity_at(lines, meets.low, water.high)
    ref = f"{part.id}.rejection"
    if least == most:
        taken = exact(least, "kW", ref, TABLE)
    else:
        gaps = because or (Gap(ref, most - least),)
        taken = Figure(least, most, None, "kW", 0.0, (ref, TABLE), gaps)
    return _in_thin_air(facts, part, figures, taken)


def _in_thin_air(facts: Facts, part: Part, figures: RejectionFigures, taken: Figure) -> Figure:
    """Return what a unit takes at the altitude of the site, where its fans move thinner air.

    No more than its table, which is of sea level, and no less than the share of it that the
    pressure there is of that at sea level.
    """
    ratio = pressure_ratio(facts.site.altitude_m)
    if ratio >= 1 or figures.against != "dry-bulb" or taken.high <= 0:
        return taken
    return product(taken, missing(f"{part.id}.cooling.altitude_m", "", ratio, 1.0), "kW")


def _meets(facts: Facts, figures: RejectionFigures) -> Figure:
    """Return what takes the heat of a unit on the design day, °C."""
    design, catalog = facts.design, facts.catalog
    if figures.against == "condenser-water":
        made = from_weather(design, catalog)
        return missing("site.heat_rejection", "°C") if made is None else made
    bulb: Bulb = "design_wet_bulb_c" if figures.against == "wet-bulb" else "design_dry_bulb_c"
    air = design_air(design, catalog, bulb)
    return missing(f"site.{bulb}", "°C") if air is None else air


def _asked(facts: Facts, part: Part) -> Figure:
    """Return the water that is to leave a unit, °C."""
    design = facts.design
    if part.traits.chills:
        return planned_water(design)
    if design.site.chillers is not False:
        return missing("site.chillers", "°C")
    return facility_water(design, facts.catalog)
