"""What the plant that is drawn draws itself, in place of what is planned with.

Fans of dry coolers, and compressors, by the tables of the units that stand on the plan; of a part
that states no power the planning figure stays. Shares of the heat, so that a year is the same for
any number of units: those that stand beside what the heat needs let their fans run slower, which
the year's own law of fans counts from the least difference on.
"""

from collections.abc import Mapping

import numpy as np

from designer.catalog.part import Part
from designer.catalog.rejection_figures import RejectionPoint
from designer.engine.facility_water import planned_water
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_hours import Rejection, water_cooled_cop
from designer.engine.subjects.climate.rejection_units import capacity, draw, meets
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figure_cases import spanning
from designer.model.figures import Figure, exact, total

OUTDOORS: Key[tuple[Part, ...]] = Key("outdoor-units")
"""Parts of units of heat rejection that stand on the plan, by id."""


def outdoor_units(facts: Facts) -> tuple[Part, ...]:
    """Return the parts of coolers, towers and chillers that stand; as before where they do."""
    parts = facts[CONTENTS].counts.parts
    found = tuple(
        part for part_id in sorted(parts)
        if (part := facts.catalog.get(part_id)) is not None and part.traits.rejects
    )  # fmt: skip
    last = facts.last(OUTDOORS)
    return last if last == found else found


def with_drawn(facts: Facts, plan: Mapping[str, Figure], rejection: Rejection) -> dict[str, Figure]:
    """Return planning figures of a plant with those of units that are drawn in their place."""
    found, units = dict(plan), facts[OUTDOORS]
    if not units:
        return found
    drawn: list[tuple[str, Figure | None]] = []
    if rejection == "dry-cooler":
        drawn.append(("dry-cooler-fans", _fans(plan, units)))
    if rejection in ("dry-cooler", "outside-air"):
        drawn.append(_chillers(facts, plan, units, "chiller-cop-air"))
    if rejection == "cooling-tower":
        drawn.append(_chillers(facts, plan, units, "chiller-cop-spread"))
    found.update((name, figure) for name, figure in drawn if figure is not None)
    return found


def _fans(plan: Mapping[str, Figure], units: tuple[Part, ...]) -> Figure | None:
    """Return what fans of dry coolers draw at full speed, part of their heat.

    `P / (k · (approach + ΔT))`: at the least difference of water that enters and air.
    """
    approach, rise = plan["dry-cooler-approach"], plan["facility-water-delta-t"]
    found = []
    for part in units:
        law = part.rejection.over_difference if part.rejection is not None else None
        if law is not None and law.power_kw is None:
            return None
        if law is not None and law.power_kw is not None:
            least = total((approach, rise), "K").times(law.kw_per_k)
            ref = f"{part.id}.rejection"
            found.append(exact(law.power_kw, "kW", ref).per(least).rest_on(ref))
    return _of_several(found)


def _chillers(
    facts: Facts, plan: Mapping[str, Figure], units: tuple[Part, ...], name: str
) -> tuple[str, Figure | None]:
    """Return the COP of drawn chillers of air, or that of those of water over the regression's.

    At least what they have on the design day: in no warmer air and with no colder water a chiller
    of air draws less for its heat. At most the most of its table, or of what is planned with: the
    tables are of full load. Likely that of the design day, where a table has it.
    """
    to_air, planned = name == "chiller-cop-air", plan[name]
    found = []
    for part in units:
        figures = part.rejection
        against = "dry-bulb" if to_air else "condenser-water"
        if figures is None or not part.traits.chills or figures.against != against:
            continue
        told = {
            (one.against_c, one.water_c): value
            for one in figures.points if (value := _cop(one, to_air=to_air)) is not None
        }  # fmt: skip
        if not told or len(told) < len(figures.points):
            return name, None
        low = _least(facts, part, told) if to_air else min(told.values())
        high = max(*told.values(), low, planned.high)
        likely = _on_the_design_day(facts, part, to_air=to_air)
        value = min(max(planned.likely if likely is None else likely, low), high)
        found.append(Figure(low, high, value, "", 1.0, (f"{part.id}.rejection",), (), True))
    return name, _of_several(found)


def _least(facts: Facts, part: Part, told: Mapping[tuple[float, float], float]) -> float:
    """Return what a chiller of air has at least: of lines of warmer air and colder water the most.

    Of all lines the least where a table has none beyond the design day, or nobody states that.
    """
    water, met = planned_water(facts.design), meets(facts, part)
    beyond = [cop for (air_c, water_c), cop in told.items()
              if air_c >= met.high and water_c <= water.low]  # fmt: skip
    return max(beyond, default=min(told.values()))


def _cop(point: RejectionPoint, *, to_air: bool) -> float | None:
    """Return what is taken for each kilowatt that is drawn, of water over the regression's."""
    if not point.power_kw:
        return None
    return _over(point.capacity_kw / point.power_kw, point.against_c, to_air=to_air)


def _over(cop: float, met_c: float, *, to_air: bool) -> float:
    return cop if to_air else cop / float(water_cooled_cop(np.array([met_c]))[0])


def _on_the_design_day(facts: Facts, part: Part, *, to_air: bool) -> float | None:
    """Return the same on the design day at the planned water; None beyond the table."""
    water, met = planned_water(facts.design), meets(facts, part)
    taken, drawn = capacity(facts, part, water), draw(facts, part, water)
    if drawn is None or not drawn.low or not (met.exact and taken.exact and drawn.exact):
        return None
    return _over(taken.low / drawn.low, met.low, to_air=to_air)


def _of_several(found: list[Figure]) -> Figure | None:
    """Return what units of several parts have: between all of them, likely as the first."""
    if len(found) < 2:
        return found[0] if found else None
    return spanning(found).counted_as(found[0].likely)
