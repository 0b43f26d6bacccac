"""Rules about the year of the site: its PUE, and the climate that it names."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
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
    """D02: the climate that the site names is in the catalogue."""
    wanted = facts.design.site.climate
    if wanted and facts.catalog.climate(wanted) is None:
        yield Finding(
            "D02", "warning", f"climate:{wanted}", (),
            f"climate {wanted!r} is not in the catalogue",
            "Choose a climate of the catalogue, or none, in the design settings.",
        )  # fmt: skip
