"""The facility water on the design day: what the site plans, and what the weather makes.

Outdoor air of the design day → approach of coolers or towers → facility water.
"""

from typing import Literal

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, missing, stated
from designer.model.site import HeatRejection

Bulb = Literal["design_dry_bulb_c", "design_wet_bulb_c"]


def outdoor(design: Design, catalog: Catalog) -> Figure | None:
    """Return the air that coolers or towers have on the design day, °C; None without any.

    Wet bulb for towers, dry bulb for dry coolers and outside air: the site's, else that of its
    weather file or of its climate.
    """
    kind = design.site.heat_rejection
    return outdoor_of(design, catalog, kind) if kind else None


def outdoor_of(design: Design, catalog: Catalog, rejection: HeatRejection) -> Figure | None:
    """Return the same for plant of some sort, whatever the site states."""
    wet = rejection == "cooling-tower"
    return design_air(design, catalog, "design_wet_bulb_c" if wet else "design_dry_bulb_c")


def design_air(design: Design, catalog: Catalog, name: Bulb) -> Figure | None:
    """Return a bulb of the outdoor air on the design day, °C; None where nobody states it.

    The site's, else that of its weather file or of its climate.
    """
    site = design.site
    own: float | None = getattr(site, name)
    if own is not None:
        return exact(own, "°C", f"site.{name}")
    own_years = (year for year in design.weather_years if year.id == site.climate)
    climate = next(own_years, None) or catalog.climate(site.climate)
    published: float | None = getattr(climate, name) if climate else None
    return None if published is None else exact(published, "°C", f"climate {site.climate}.{name}")


def rejection_approach(design: Design, catalog: Catalog) -> Figure:
    """Return by how much the water of coolers or towers is warmer than the outdoor air, K."""
    site = design.site
    if site.rejection_approach_k is not None:
        return exact(site.rejection_approach_k, "K", "site.rejection_approach_k")
    kind = "tower" if site.heat_rejection == "cooling-tower" else "dry-cooler"
    default = catalog.default_figure(f"{kind}-approach")
    return missing("site.rejection_approach_k", "K") if default is None else default


def from_weather(design: Design, catalog: Catalog) -> Figure | None:
    """Return the water that coolers or towers alone give on the design day, °C."""
    air = outdoor(design, catalog)
    if air is None or design.site.heat_rejection == "outside-air":
        return None
    return air + rejection_approach(design, catalog)


def supply_air(design: Design, catalog: Catalog) -> Figure:
    """Return the supply air that is planned, °C: stated, else the range that is planned with."""
    default = catalog.default_figure("supply-air")
    if design.site.supply_air_c is None and default is not None:
        return default
    return stated(design.site.supply_air_c, "site.supply_air_c", "°C")


def planned_water(design: Design) -> Figure:
    """Return the facility water as the site plans it, °C."""
    return exact(design.site.cooling_water_c, "°C", "site.cooling_water_c")


def facility_water(design: Design, catalog: Catalog) -> Figure:
    """Return the facility water on the design day, °C.

    As the site plans it; where the site states that it has no chillers, no colder than coolers or
    towers make it.
    """
    planned = planned_water(design)
    made = from_weather(design, catalog) if design.site.chillers is False else None
    return planned if made is None else highest((planned, made))
