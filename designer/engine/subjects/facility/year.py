"""A typical year at the site: PUE and water by the hour, summed up by month and hour of the day.

What the building draws beside the IT, for each kilowatt of it: what UPS, transformers and
distribution lose, CDUs for the heat to liquid, fans for the heat to air, and the plant that gives
off all that is in the hall. Power of the plant follows the weather; the rest is the same all year.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from designer.engine.climate_report import ClimateHour, ClimateMonth, ClimateYear
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_means import DayMeans, DesignHour, Means, YearMeans
from designer.engine.subjects.climate.plant_year import PLANT_YEAR, PlantYear
from designer.engine.subjects.climate.weather import Outdoors
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.totals.sums import SUMS, mean_power
from designer.engine.subjects.upstream.year import path_losses
from designer.model.design import Site
from designer.model.figure_cases import hull, likely_shares, weighted
from designer.model.figures import Figure, exact, product, total
from designer.model.measured import fields_of
from designer.model.units import HOURS_PER_YEAR

CLIMATE: Key[ClimateYear] = Key("climate")

SCOPE: Final = (
    "a typical year for energy and water, not for sizing: its rarest hours are milder than those "
    "of the place"
)
_RARE: Final = ("design_dry_bulb_c", "design_wet_bulb_c")
SCOPE_BY_THE_HOUR: Final = (
    "the hours of a weather file, for energy and water, not for sizing: a typical year lacks the "
    "rarest hours of many"
)


@dataclass(frozen=True)
class _Building:
    """What a kilowatt of IT power costs whatever the weather, each part of it.

    Attributes
    ----------
    it
        What the grid gives for it: `(1 + distribution)/(UPS · transformer)`.
    transformer
        Efficiency, for what is not behind a UPS.
    hall
        CDUs and the fans of air units, with what drawn UPS lose for them.
    heat
        What the plant takes: the IT, CDUs and fans, and what UPS and distribution lose, between
        nothing and all where the site does not say whether it does.
    ups
        Efficiency of the UPS.
    """

    it: Figure
    transformer: Figure
    hall: Figure
    heat: Figure
    ups: Figure


def climate_of(facts: Facts) -> ClimateYear:
    """Return the year of the site; nothing where it names no climate, or not how it cools.

    Nothing either where air units reject to outdoor air by themselves: their compressors run all
    year, and no field says what they draw.
    """
    plant = facts[PLANT_YEAR]
    if plant is None:
        return ClimateYear()
    if plant.kind == "outside-air" and facts[PLANT].water.high > 0:
        # Outside air takes no heat of a liquid, and nothing says what does: C13 tells.
        return ClimateYear()
    if facts[PLANT].outdoors:
        # What units with a condenser outdoors draw for their heat is not what the plant does.
        return ClimateYear()
    mean = mean_power(facts)
    means, building = plant.means, _building(plant, facts, mean)
    typical = facts[SUMS]["typical"]
    busy = building if mean == typical else _building(plant, facts, typical)
    year = _effectiveness(means.year, building)
    water = product(mean, year["wue"]).times(HOURS_PER_YEAR / 1000, "m³ a year")
    return ClimateYear(
        place=plant.place,
        rejection=plant.rejection,
        scope=SCOPE_BY_THE_HOUR if plant.by_the_hour else SCOPE,
        **_rare(facts.design.site, plant.outdoors),
        supply_c=plant.supply_c,
        supplies="air" if plant.kind == "outside-air" else "water",
        months=tuple(
            ClimateMonth(
                month=month,
                dry_bulb_c=means.dry_bulb_c[month - 1],
                **fields_of(_effectiveness(of_month, building)),
            )
            for month, of_month in enumerate(means.months, start=1)
        ),
        day=_day(means.day, busy, typical),
        warmest_month=means.day.warmest + 1,
        coldest_month=means.day.coldest + 1,
        **fields_of(
            year
            | {
                "peak_pue": _pue(means.peak, busy),
                "water_m3_per_year": water,
                "free_hours_per_year": means.free_hours,
                "ups_efficiency": building.ups,
                "transformer_efficiency": building.transformer,
            }
            | _sizing(plant.sizing)
            | _without_chillers(means)
            | _by_grid(plant, building)
        ),
    )


def _day(means: DayMeans, building: _Building, typical: Figure) -> tuple[ClimateHour, ...]:
    """Return what the facility draws by hour of the day while the IT draws its typical power.

    It is linear in the plant's power, so that the means of the hours come from the plant's means.
    What leaves them open leaves the year's PUE and the typical power open, and is told there.
    """
    moved = building.hall.per(building.transformer)
    fixed = _bare(product(typical, total((building.it, moved))))
    plant = _bare(product(typical, building.heat.per(building.transformer)))
    powers = (means.power, means.warmest_power, means.coldest_power)
    drawn = [[total((fixed, product(plant, one)), "kW") for one in power] for power in powers]
    return tuple(
        ClimateHour(
            hour=hour,
            dry_bulb_c=c,
            **fields_of({"power_kw": of_year, "warmest_kw": warmest, "coldest_kw": coldest}),
        )
        for hour, (c, of_year, warmest, coldest) in enumerate(
            zip(means.dry_bulb_c, *drawn, strict=True)
        )
    )


def _bare(figure: Figure) -> Figure:
    """Return the figure without what it rests on: an edit makes seventy of it anew."""
    return replace(figure, basis=(), gaps=())


def _sizing(hour: DesignHour | None) -> dict[str, Figure]:
    if hour is None:
        return {}
    figures = {"design_water_c": hour.water_c}
    return figures if hour.chilled is None else figures | {"design_chilled_share": hour.chilled}


def _rare(site: Site, outdoors: Outdoors) -> dict[str, float | None]:
    """Return the hours by which a plant is sized: the site's, else those of its climate."""
    of = {name: (getattr(site, name), getattr(outdoors, name)) for name in _RARE}
    return {name: there if own is None else own for name, (own, there) in of.items()}


def _without_chillers(means: YearMeans) -> dict[str, Figure]:
    """Return the hours in which the weather leaves the supply warmer than planned."""
    if means.warm_hours is None or means.hottest_c is None:
        return {}
    return {"warm_hours_per_year": means.warm_hours, "hottest_supply_c": means.hottest_c}


def _by_grid(plant: PlantYear, building: _Building) -> dict[str, Figure]:
    """Return PUE with each hour by the carbon of the grid in it."""
    if plant.grid_power is None:
        return {}
    of_grid = replace(plant.means.year, power=plant.grid_power)
    return {"grid_pue": _effectiveness(of_grid, building)["pue"]}


def _building(plant: PlantYear, facts: Facts, it: Figure) -> _Building:
    """Return the building while the IT draws so much: what is drawn loses by its load."""
    plan, one = plant.plan, exact(1.0)
    lost = path_losses(facts, it)
    in_transformers = lost.get("transformer")
    transformer = (
        plan["transformer-efficiency"] if in_transformers is None
        else one.per(one + in_transformers)
    )  # fmt: skip
    # Fans that move outside air are those of the hall, and the plant's here.
    hall = exact(0.0) if plant.kind == "outside-air" else _in_hall(plan, facts)
    ups = plan["ups-efficiency"]
    if "ups" in lost:
        ups = one.per(one + lost["ups"])
        hall = hall.per(ups)
    behind_ups = (one + plan["distribution-loss"]).per(ups)
    takes = facts.design.site.plant_cools_power
    cooled = one if takes is False else behind_ups
    if takes is None:
        # Nobody says whether the plant has this heat; likely it has.
        cooled = hull((one, cooled), "site.plant_cools_power").counted_as(behind_ups.likely)
    return _Building(behind_ups.per(transformer), transformer, hall, total((cooled, hall)), ups)


def _in_hall(plan: Mapping[str, Figure], facts: Facts) -> Figure:
    """Return what CDUs and fans draw, by the heat that each takes."""
    plant = facts[PLANT]
    heat = (plant.room, plant.water)
    shares = likely_shares(heat)
    certain = any(shares) and all(one.exact for one in heat)
    open_on = None if certain else sorted({gap.ref for one in heat for gap in one.gaps})
    if not any(shares):
        # Nothing stands, or nothing is known of what does: either way of cooling counts alike.
        shares = [1 / len(heat)] * len(heat)
    return weighted((plan["air-fan-share"], plan["cdu-share"]), shares, open_on)


def _effectiveness(means: Means, building: _Building) -> dict[str, Figure]:
    """Return PUE and WUE of a month or of the year."""
    return {
        "pue": _pue(means.power, building),
        "wue": product(building.heat, means.litres_per_kwh),
        "chilled_share": means.chilled,
    }


def _pue(plant: Figure, building: _Building) -> Figure:
    """Return what all draws for a kilowatt of IT: `IT + (hall + heat · plant)/transformer`."""
    moved = total((building.hall, product(building.heat, plant))).per(building.transformer)
    return total((building.it, moved)).clipped(1.0)
