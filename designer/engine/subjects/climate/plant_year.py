"""The year outdoors, and what the site's plant draws and evaporates in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_hours import PlantFigures, Rejection
from designer.engine.subjects.climate.plant_means import PlantRange, YearMeans, year_means
from designer.model.figures import Figure

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
    place, rejection
        The climate's name, and how the site gives off its heat, as people read them.
    plan
        Planning figures of plant and building by their id.
    """

    place: str
    rejection: str
    plan: Mapping[str, Figure]
    means: YearMeans


PLANT_YEAR: Key[PlantYear | None] = Key("plant-year")


def plant_year_of(facts: Facts) -> PlantYear | None:
    """Return the year of the site's plant; None where no climate or no plant is chosen."""
    site = facts.design.site
    climate = facts.catalog.climate(site.climate) if site.climate else None
    if climate is None or not site.heat_rejection:
        return None
    plan = _planned(facts.catalog, site.heat_rejection)
    plant = plant_range(facts.catalog, site.heat_rejection)
    if plan is None or plant is None:
        return None
    means = year_means(climate, site.heat_rejection, site.cooling_water_c, plant)
    return PlantYear(climate.name, REJECTION_WORDS[site.heat_rejection], plan, means)


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
