"""What a unit of heat rejection takes on the design day, by the table of its part.

The site names the part, or units of it are drawn. Dry coolers and air-cooled chillers meet the dry
bulb, towers the wet one, water-cooled chillers the water that towers or coolers make of it. All are
asked for the facility water as it is planned; coolers and towers that chillers stand behind are
asked for water of their condensers, of which nothing is stated.
"""

from collections.abc import Iterable
from math import inf
from typing import Final

from designer.catalog.part import Part
from designer.catalog.rejection_figures import OverDifference, RejectionPoint
from designer.engine.facility_water import (
    Bulb,
    design_air,
    facility_water,
    from_weather,
    planned_water,
)
from designer.engine.subject import Facts
from designer.engine.subjects.climate.rejection_table import Line, capacity_at
from designer.engine.subjects.cooling.thermal import pressure_ratio
from designer.model.figures import Figure, Gap, exact, merged, missing, product, stated, total

TABLE: Final = "rule table of a unit of heat rejection"
DIFFERENCE: Final = "rule heat of a dry cooler over the difference of its water and the air"


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
    return capacity(facts, part, asked_water(facts, part, site.chillers))


def capacity(facts: Facts, part: Part, water: Figure) -> Figure:
    """Return what a unit of a part takes on the design day, kW.

    Parameters
    ----------
    water
        What is to leave it, °C.
    """
    figures = part.rejection
    if figures is None:
        return missing(f"{part.id}.rejection", "kW")
    met = meets(facts, part)
    if figures.over_difference is not None:
        taken = _by_difference(facts, part, figures.over_difference, met, water)
    else:
        taken = _by_table(part, figures.points, met, water)
    return _in_thin_air(facts, part, taken)


def _by_table(part: Part, points: Iterable[RejectionPoint], met: Figure, water: Figure) -> Figure:
    because = merged((*met.gaps, *water.gaps))
    if met.unknown or water.unknown:
        return Figure(0.0, inf, None, "kW", 0.0, (TABLE,), because)
    lines = [Line(one.against_c, one.water_c, one.capacity_kw) for one in points]
    return _read(part, lines, met, water)


def _read(part: Part, lines: list[Line], met: Figure, water: Figure) -> Figure:
    """Return what a table has between the bounds of what it is asked for."""
    least, _ = capacity_at(lines, met.high, water.low)
    _, most = capacity_at(lines, met.low, water.high)
    ref = f"{part.id}.rejection"
    if least == most:
        return exact(least, "kW", ref, TABLE)
    gaps = merged((*met.gaps, *water.gaps)) or (Gap(ref, most - least),)
    return Figure(least, most, None, "kW", 0.0, (ref, TABLE), gaps)


def _by_difference(
    facts: Facts, part: Part, law: OverDifference, air: Figure, water: Figure
) -> Figure:
    """Return what a dry cooler takes: `k · (T_water + ΔT − T_air)`, ΔT what the water is cooled by.

    Beyond the largest difference of which its maker says so it takes no less than there.
    """
    rise = facts.catalog.default_figure("facility-water-delta-t")
    if air.unknown or water.unknown or rise is None:
        because = merged((*air.gaps, *water.gaps))
        return Figure(0.0, inf, None, "kW", 0.0, (DIFFERENCE,), because)
    above = total((water, rise), "K").minus(air).clipped(0.0)
    taken = above.times(law.kw_per_k, "kW").rest_on(f"{part.id}.rejection", DIFFERENCE)
    if above.high <= law.most_k:
        return taken
    least = min(taken.low, law.most_k * law.kw_per_k)
    gap = Gap(f"{part.id}.rejection", inf)
    return Figure(least, inf, None, "kW", 0.0, taken.basis, (gap,))


def draw(facts: Facts, part: Part, water: Figure) -> Figure | None:
    """Return what a unit draws on the design day at its full capacity, kW; None where none says.

    Fans and compressors, between the lines of its table alone.
    """
    figures = part.rejection
    if figures is None:
        return None
    if figures.over_difference is not None:
        power = figures.over_difference.power_kw
        return None if power is None else exact(power, "kW", f"{part.id}.rejection")
    met = meets(facts, part)
    lines = [
        Line(one.against_c, one.water_c, one.power_kw)
        for one in figures.points if one.power_kw is not None
    ]  # fmt: skip
    if not lines or met.unknown or water.unknown:
        return None
    ends = [capacity_at(lines, at, leaving) for at in (met.low, met.high)
            for leaving in (water.low, water.high)]  # fmt: skip
    if any(low != high for low, high in ends):
        return None
    least, most = min(low for low, _ in ends), max(high for _, high in ends)
    if least == most:
        return exact(least, "kW", f"{part.id}.rejection", TABLE)
    gaps = merged((*met.gaps, *water.gaps))
    return Figure(least, most, None, "kW", 0.0, (f"{part.id}.rejection", TABLE), gaps)


def _in_thin_air(facts: Facts, part: Part, taken: Figure) -> Figure:
    """Return what a unit takes at the altitude of the site, where its fans move thinner air.

    No more than its table, which is of sea level, and no less than the share of it that the
    pressure there is of that at sea level.
    """
    ratio, figures = pressure_ratio(facts.site.altitude_m), part.rejection
    to_air = figures is not None and figures.against == "dry-bulb"
    if ratio >= 1 or not to_air or taken.high <= 0:
        return taken
    return product(taken, missing(f"{part.id}.cooling.altitude_m", "", ratio, 1.0), "kW")


def meets(facts: Facts, part: Part) -> Figure:
    """Return what takes the heat of a unit on the design day, °C."""
    design, catalog, figures = facts.design, facts.catalog, part.rejection
    against = "" if figures is None else figures.against
    if against == "condenser-water":
        made = from_weather(design, catalog)
        return missing("site.heat_rejection", "°C") if made is None else made
    bulb: Bulb = "design_wet_bulb_c" if against == "wet-bulb" else "design_dry_bulb_c"
    air = design_air(design, catalog, bulb)
    return missing(f"site.{bulb}", "°C") if air is None else air


def asked_water(facts: Facts, part: Part, chilled: bool | None) -> Figure:
    """Return the water that is to leave a unit, °C.

    Parameters
    ----------
    chilled
        Whether chillers make the facility's water; None where that is open.
    """
    design = facts.design
    if part.traits.chills:
        return planned_water(design)
    if chilled is not False:
        return missing("site.chillers", "°C")
    return facility_water(design, facts.catalog)
