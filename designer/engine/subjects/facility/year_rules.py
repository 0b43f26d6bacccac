"""Rules about the year of the site: its PUE, and the climate that it names."""

from collections.abc import Iterator
from typing import Final

from designer.engine.climate_report import ClimateYear
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.climate.plant_year import outdoors_of
from designer.engine.subjects.facility.heat_rejection import BY_ITSELF
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.year import CLIMATE
from designer.model.figure_words import words
from designer.model.figures import exact, within

_DRY: Final = "Choose dry coolers, or warmer water, in the settings of the site."


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


def water_stays_within_its_cap(facts: Facts) -> Iterator[Finding]:
    """C17: the plant takes no more water than is allowed, and evaporates none where it is short.

    Asked only where the site states a cap, or that its region is short of water.
    """
    site, year = facts.design.site, facts[CLIMATE]
    cap = site.wue_max_l_per_kwh
    if cap is not None and site.heat_rejection != "dry-cooler":
        yield from _within_the_cap(facts, year, cap)
    if site.water_stressed != "yes":
        return
    if site.heat_rejection == "cooling-tower":
        yield Finding(
            "C17", "warning", "stressed", (),
            "cooling towers evaporate water in a region that is short of it", _DRY,
        )  # fmt: skip
    elif not site.heat_rejection:
        yield cannot_be_said(
            "C17", "stressed", (), "whether water evaporates in a region that is short of it",
            ("site.heat_rejection",), facts.name_of,
        )  # fmt: skip


def _within_the_cap(facts: Facts, year: ClimateYear, cap: float) -> Iterator[Finding]:
    if not year.is_computed:
        site = facts.design.site
        refs = [f"site.{name}" for name in ("climate", "heat_rejection") if not getattr(site, name)]
        yield cannot_be_said(
            "C17", "cap", (), f"whether water stays within the {cap:g} L/kWh that are allowed",
            refs or (BY_ITSELF if facts[PLANT].outdoors else "site.climate",), facts.name_of,
        )  # fmt: skip
        return
    wue = year.figure("wue")
    held = within(wue, exact(cap, "L/kWh"))
    said = f"{words(wue, 2, 'L/kWh')} of water, {cap:g} L/kWh are allowed"
    if held.answer == "no":
        yield Finding("C17", "warning", "cap", (), said, _DRY, wue.minus(exact(cap)).low)
    elif held.answer == "open":
        yield cannot_be_said(
            "C17", "cap", (), f"{said}: whether it stays within",
            held.because, facts.name_of,
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
