"""The site's plant at the ends of what is planned with; what the site states is taken as stated."""

from collections.abc import Mapping
from dataclasses import replace

from designer.engine.subjects.climate.plant_hours import PlantFigures, Rejection
from designer.engine.subjects.climate.plant_means import PlantRange
from designer.model.design import Site
from designer.model.figures import Figure, exact

_NONE = exact(0.0)


def plant_range(plan: Mapping[str, Figure], kind: Rejection, site: Site) -> PlantRange:
    """Return the plant at the best and the worst end of each of its figures.

    Parameters
    ----------
    plan
        Planning figures by their id.
    """
    found = _of_air(plan, site) if kind == "outside-air" else _of_water(plan, kind, site)
    if site.chillers is not False:
        return found
    # What no chiller draws leaves nothing open.
    best, taken, worst = (
        replace(one, chillers=False) for one in (found.best, found.taken, found.worst)
    )
    refs = tuple(ref for ref in found.refs if not ref.startswith("default chiller-"))
    return PlantRange(best, taken, worst, refs, (*found.stated, "site.chillers"))


def _of_water(plan: Mapping[str, Figure], rejection: Rejection, site: Site) -> PlantRange:
    """Return coolers or towers."""
    tower = rejection == "cooling-tower"
    names = (
        ("tower-approach", "tower-fans", "chiller-cop-spread") if tower
        else ("dry-cooler-approach", "dry-cooler-fans", "chiller-cop-air")
    )  # fmt: skip
    refs = [_ref(name, plan[name]) for name in names]
    stated: tuple[str, ...] = ()
    approach, fans, cop = (plan[name] for name in names)
    if site.rejection_approach_k is not None:
        approach = exact(site.rejection_approach_k, "K")
        refs, stated = refs[1:], ("site.rejection_approach_k",)
    rise, pumps = plan["facility-water-delta-t"], plan["water-pump-share"]
    cycles = plan["tower-cycles"]
    refs += ["default facility-water-delta-t", "default water-pump-share"]
    if tower:
        refs.append("default tower-cycles")
    return PlantRange(
        best=PlantFigures(approach.low, rise.high, fans.low, cop.high, pumps.low, cycles.high),
        taken=PlantFigures(
            approach.likely, rise.likely, fans.likely, cop.likely, pumps.likely, cycles.likely
        ),
        worst=PlantFigures(
            approach.high, rise.low, fans.high, cop.low, pumps.high, cycles.low, fan_exponent=0.0
        ),
        refs=tuple(refs),
        stated=stated,
    )


def _ref(name: str, figure: Figure) -> str:
    """Return what leaves a figure open: its planning range, or the part that is drawn."""
    drawn = (ref for ref in figure.basis if ref.endswith(".rejection"))
    return next(drawn, f"default {name}")


def _of_air(plan: Mapping[str, Figure], site: Site) -> PlantRange:
    """Return outside air: without approach, pumps and towers."""
    fans, cop, dew = (
        plan[name] for name in ("air-fan-share", "chiller-cop-air", "outside-air-dew-point")
    )
    refs = ["default air-fan-share", _ref("chiller-cop-air", cop), "default outside-air-dew-point"]
    stated = []
    rise = plan["air-delta-t"]
    if site.air_rise_k is None:
        refs.append("default air-delta-t")
    else:
        rise = exact(site.air_rise_k, "K")
        stated.append("site.air_rise_k")
    supply = plan["supply-air"]
    if site.supply_air_c is None:
        refs.append("default supply-air")
    else:
        supply = exact(site.supply_air_c, "°C")
        stated.append("site.supply_air_c")

    asked_c = supply.likely

    def end(at: float, fan: float, supply_c: float, cop_: float, dew_c: float) -> PlantFigures:
        return PlantFigures(
            approach_k=0.0, delta_t_k=at, fan_share=fan, cop=cop_, pump_share=0.0, cycles=1.0,
            supply_over_k=supply_c - asked_c, dew_max_c=dew_c,
        )  # fmt: skip

    return PlantRange(
        best=end(rise.high, fans.low, supply.high, cop.high, dew.high),
        taken=end(rise.likely, fans.likely, supply.likely, cop.likely, dew.likely),
        worst=end(rise.low, fans.high, supply.low, cop.low, dew.low),
        refs=tuple(refs),
        stated=tuple(stated),
    )
