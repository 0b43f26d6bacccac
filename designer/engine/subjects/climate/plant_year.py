"""The year outdoors, and what the site's plant draws and evaporates in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.facility_water import outdoor_of
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.climate.as_drawn import of_all, sites_drawn
from designer.engine.subjects.climate.drawn_plant import with_drawn
from designer.engine.subjects.climate.grid_hours import grid_of, power_by_grid
from designer.engine.subjects.climate.plant_hours import Rejection
from designer.engine.subjects.climate.plant_means import (
    DesignHour,
    YearMeans,
    design_hour,
    year_means,
)
from designer.engine.subjects.climate.plant_range import plant_range
from designer.engine.subjects.climate.weather import Outdoors
from designer.model.design import Site
from designer.model.figures import Figure
from designer.model.weather_year import WeatherYear

REJECTION_WORDS: Final[dict[str, str]] = {
    "dry-cooler": "dry coolers, air-cooled chillers in hot hours",
    "cooling-tower": "cooling towers, water-cooled chillers in humid hours",
    "outside-air": "outside air, air-cooled chillers in hot and humid hours",
}
WITHOUT_CHILLERS: Final[dict[str, str]] = {
    "dry-cooler": "dry coolers without chillers",
    "cooling-tower": "cooling towers without chillers",
    "outside-air": "outside air without chillers",
}


_OF_ANY: Final = (
    "ups-efficiency", "transformer-efficiency", "distribution-loss", "facility-water-delta-t",
    "water-pump-share", "cdu-share", "air-fan-share", "tower-cycles",
)  # fmt: skip
_OF_KIND: Final[dict[Rejection, tuple[str, ...]]] = {
    "dry-cooler": ("dry-cooler-approach", "dry-cooler-fans", "chiller-cop-air"),
    "cooling-tower": ("tower-approach", "tower-fans", "chiller-cop-spread"),
    "outside-air": ("supply-air", "air-delta-t", "outside-air-dew-point", "chiller-cop-air"),
}


@dataclass(frozen=True)
class PlantYear:
    """A year of the site's plant.

    Attributes
    ----------
    outdoors
        The climate of the catalogue, or the year of hours that the design keeps.
    kind, rejection
        How the site gives off its heat; as people read it.
    supply_c
        Water, or where it supplies that air, that is asked for.
    plan
        Planning figures of plant and building by their id.
    grid_power
        Mean of the plant's power, each hour by the carbon of the grid in it; None where the site
        names no hours of a grid.
    sizing
        The plant in the hour by which it is sized; None where nobody states one.
    """

    outdoors: Outdoors
    kind: Rejection
    rejection: str
    supply_c: float
    plan: Mapping[str, Figure]
    means: YearMeans
    grid_power: Figure | None = None
    sizing: DesignHour | None = None

    @property
    def place(self) -> str:
        """What people call it."""
        return self.outdoors.name or self.outdoors.id

    @property
    def by_the_hour(self) -> bool:
        """Whether its hours are those of a weather file, and not made of means."""
        return isinstance(self.outdoors, WeatherYear)


PLANT_YEAR: Key[PlantYear | None] = Key("plant-year")


def plant_year_of(facts: Facts) -> PlantYear | None:
    """Return the year of the site's plant; None where no climate or no plant is chosen.

    Where the plan shows another plant than the site states, between the years of both.
    """
    outdoors, kind = outdoors_of(facts), facts.design.site.heat_rejection
    if outdoors is None or not kind:
        return None
    found = [_year_of(facts, site, outdoors) for site in sites_drawn(facts)]
    years = [year for year in found if year is not None]
    if not years or len(years) < len(found):
        return None
    known = [year.means.hottest_c for year in years if year.means.hottest_c is not None]
    first = years[0]
    means = replace(
        of_all([year.means for year in years]), hottest_c=of_all(known) if known else None
    )
    return replace(
        first,
        rejection=" or ".join(dict.fromkeys(year.rejection for year in years)),
        means=means,
        grid_power=of_all([year.grid_power for year in years]),
        sizing=first.sizing and of_all([year.sizing for year in years]),
    )


def _year_of(facts: Facts, site: Site, outdoors: Outdoors) -> PlantYear | None:
    """Return the year of a plant as a site states it; None where planning figures lack."""
    kind = site.heat_rejection
    plan = planned_of(facts, kind) if kind else None
    if not kind or plan is None:
        return None
    plant = plant_range(plan, kind, site)
    supply_c = supply_of(plan, kind, site)
    grid = grid_of(facts)
    rare = None
    if kind != "outside-air":
        rare = outdoor_of(facts.design, facts.catalog, kind)
    words = WITHOUT_CHILLERS if site.chillers is False else REJECTION_WORDS
    return PlantYear(
        outdoors,
        kind,
        words[kind],
        supply_c,
        plan,
        year_means(outdoors, kind, supply_c, plant),
        None if grid is None else power_by_grid(outdoors, kind, supply_c, plant, grid),
        None if rare is None else design_hour(rare.likely, supply_c, plant),
    )


def outdoors_of(facts: Facts) -> Outdoors | None:
    """Return what the site names as its climate: the design's own before the catalogue's.

    None where it names none, or one that nobody knows or that holds no hours.
    """
    wanted = facts.design.site.climate
    if not wanted:
        return None
    own = next((year for year in facts.design.weather_years if year.id == wanted), None)
    if own is not None:
        return own if own.has_hours else None
    return facts.catalog.climate(wanted)


def planned(catalog: Catalog, kind: Rejection) -> dict[str, Figure] | None:
    """Return the planning figures; None where a catalogue lacks one."""
    names = (*_OF_ANY, *_OF_KIND[kind])
    found = {name: figure for name in names if (figure := catalog.default_figure(name)) is not None}
    return found if len(found) == len(names) else None


def planned_of(facts: Facts, kind: Rejection) -> dict[str, Figure] | None:
    """Return the planning figures, of units that are drawn their own; None likewise."""
    found = planned(facts.catalog, kind)
    return None if found is None else with_drawn(facts, found, kind)


def supply_of(plan: Mapping[str, Figure], kind: Rejection, site: Site) -> float:
    """Return the water that the plant is to supply, or the air where it supplies that, °C."""
    if kind != "outside-air":
        return site.cooling_water_c
    return plan["supply-air"].likely if site.supply_air_c is None else site.supply_air_c
