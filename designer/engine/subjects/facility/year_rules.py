"""Rules about the year of the site: its PUE, and the climate that it names."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_year import outdoors_of
from designer.engine.subjects.facility.year import CLIMATE


def stated_pue_is_possible(facts: Facts) -> Iterator[Finding]:
    """C18: the PUE that a site states is not below what its plant has in its climate at best."""
    site, year = facts.design.site, facts[CLIMATE]
    if site.pue is None or not year.is_computed:
        return
    least = year.figure("pue").low
    if site.pue < least:
        yield Finding(
            "C18", "warning", "pue", (),
            f"PUE {site.pue:.3g} is below the {least:.3f} that {year.rejection} have at best in a "
            f"typical year of {year.place}",
            "Give the PUE that the plant is designed for, or leave it to the year.",
        )  # fmt: skip


def climate_is_known(facts: Facts) -> Iterator[Finding]:
    """D02: the climate that the site names is in the catalogue, or a year that the design keeps."""
    wanted = facts.design.site.climate
    if not wanted or outdoors_of(facts) is not None:
        return
    own = next((year for year in facts.design.weather_years if year.id == wanted), None)
    if own is None:
        said = f"climate {wanted!r} is neither in the catalogue nor in the design"
    else:
        said = f"the weather of {own.name or own.id} holds no year of hours"
    yield Finding(
        "D02", "warning", f"climate:{wanted}", (), said,
        "Choose a climate of the catalogue, read a weather file, or choose none, in the design "
        "settings.",
    )  # fmt: skip
