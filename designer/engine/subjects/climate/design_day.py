"""The design day outdoors, and how near to it the water of coolers or towers comes."""

from designer.engine.subject import Facts
from designer.model.figures import Figure, exact, missing


def outdoor(facts: Facts) -> Figure | None:
    """Return the air that coolers or towers have on the design day, °C; None without any.

    Wet bulb for towers, dry bulb for dry coolers and outside air: the site's, else that of its
    weather file or of its climate.
    """
    site, wet = facts.design.site, facts.design.site.heat_rejection == "cooling-tower"
    if not site.heat_rejection:
        return None
    name = "design_wet_bulb_c" if wet else "design_dry_bulb_c"
    own: float | None = getattr(site, name)
    if own is not None:
        return exact(own, "°C", f"site.{name}")
    own_years = (year for year in facts.design.weather_years if year.id == site.climate)
    climate = next(own_years, None) or facts.catalog.climate(site.climate)
    published: float | None = getattr(climate, name) if climate else None
    return None if published is None else exact(published, "°C", f"climate {site.climate}.{name}")


def rejection_approach(facts: Facts) -> Figure:
    """Return by how much the water of coolers or towers is warmer than the outdoor air, K."""
    site = facts.design.site
    if site.rejection_approach_k is not None:
        return exact(site.rejection_approach_k, "K", "site.rejection_approach_k")
    kind = "tower" if site.heat_rejection == "cooling-tower" else "dry-cooler"
    default = facts.catalog.default_figure(f"{kind}-approach")
    return missing("site.rejection_approach_k", "K") if default is None else default
