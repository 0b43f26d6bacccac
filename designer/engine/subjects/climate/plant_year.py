"""The year outdoors, and what the site's plant draws and evaporates in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_hours import PlantFigures, Rejection
from designer.engine.subjects.climate.plant_means import (
    DesignHour,
    PlantRange,
    YearMeans,
    design_hour,
    year_means,
)
from designer.engine.subjects.climate.weather import Outdoors
from designer.model.figures import Figure
from designer.model.weather_year import WeatherYear

REJECTION_WORDS: Final[dict[str, str]] = {
    "dry-cooler": "dry coolers, air-cooled chillers in hot hours",
    "cooling-tower": "cooling towers, water-cooled chillers in humid hours",
}
_PLANT: Final[dict[Rejection, tuple[str, str, str]]] = {
    "dry-cooler": ("dry-cooler-approach", "dry-cooler-fans", "chiller-cop-air"),
    "cooling-tower": ("tower-approach", "tower-fans", "chiller-cop-spread"),
}


_OF_ANY: Final = (
    "ups-efficiency", "transformer-efficiency", "distribution-loss", "facility-water-delta-t",
    "water-pump-share", "cdu-share", "air-fan-share", "tower-cycles",
)  # fmt: skip


@dataclass(frozen=True)
class PlantYear:
    """A year of the site's plant.

    Attributes
    ----------
    outdoors
        The climate of the catalogue, or the year of hours that the design keeps.
    rejection
        How the site gives off its heat, as people read it.
    plan
        Planning figures of plant and building by their id.
    sizing
        The plant in the hour by which it is sized; None where nobody states one.
    """

    outdoors: Outdoors
    rejection: str
    plan: Mapping[str, Figure]
    means: YearMeans
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
    """Return the year of the site's plant; None where no climate or no plant is chosen."""
    site = facts.design.site
    outdoors = outdoors_of(facts)
    if outdoors is None or not site.heat_rejection:
        return None
    plan = _planned(facts.catalog, site.heat_rejection)
    plant = plant_range(facts.catalog, site.heat_rejection)
    if plan is None or plant is None:
        return None
    asked = (outdoors, site.heat_rejection, site.cooling_water_c, plant)
    return PlantYear(
        outdoors,
        REJECTION_WORDS[site.heat_rejection],
        plan,
        year_means(*asked),
        design_hour(*asked),
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


def _planned(catalog: Catalog, rejection: Rejection) -> dict[str, Figure] | None:
    """Return the planning figures; None where a catalogue lacks one."""
    names = (*_OF_ANY, *_PLANT[rejection])
    found = {name: figure for name in names if (figure := catalog.default_figure(name)) is not None}
    return found if len(found) == len(names) else None


def plant_range(catalog: Catalog, rejection: Rejection) -> PlantRange | None:
    """Return the plant at the best and the worst end of each of its figures.

    None where the catalogue lacks one of them.
    """
    plan = _planned(catalog, rejection)
    if plan is None:
        return None
    approach, fans, cop = (plan[name] for name in _PLANT[rejection])
    rise, pumps = plan["facility-water-delta-t"], plan["water-pump-share"]
    cycles = plan["tower-cycles"]
    refs = [*_PLANT[rejection], "facility-water-delta-t", "water-pump-share"]
    if rejection == "cooling-tower":
        refs.append("tower-cycles")
    return PlantRange(
        best=PlantFigures(approach.low, rise.high, fans.low, cop.high, pumps.low, cycles.high),
        taken=PlantFigures(
            approach.likely, rise.likely, fans.likely, cop.likely, pumps.likely, cycles.likely
        ),
        worst=PlantFigures(
            approach.high, rise.low, fans.high, cop.low, pumps.high, cycles.low, fan_exponent=0.0
        ),
        refs=tuple(f"default {name}" for name in refs),
    )
