"""Rules of carbon: figures of one source, and a grid of which nobody says where and when."""

from collections.abc import Iterator
from typing import Final

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.carbon.embodied import embodied_of
from designer.engine.subjects.climate.grid_hours import grid_of, mean_grams
from designer.engine.subjects.contents.fillings import CONTENTS

APART: Final = 0.2
"""Part by which a year's mean may lie off another's: Germany's fell by a quarter in two years."""


def embodied_has_two_sources(facts: Facts) -> Iterator[Finding]:
    """K08: carbon in the making of GPUs is between two sources at least."""
    for gpu, _, sources in embodied_of(facts).by_gpu:
        if len(sources) == 1:
            name, (one,) = facts.name_of(gpu) or gpu, sources
            yield Finding(
                "K08", "info", gpu, (),
                f"{name}: the carbon of its making is of one source alone, {one.kg:g} kg "
                f"({one.source.partition(':')[0]}); of a GPU of which two publish it they are "
                "3.5 times apart",
                "Take it for an order of magnitude, or ask the vendor for a product carbon "
                "footprint.",
            )  # fmt: skip


def grid_says_where_and_when(facts: Facts) -> Iterator[Finding]:
    """K09: the carbon of the grid says of which region and year it is."""
    site = facts.design.site
    if grid_of(facts) is not None:
        return  # Hours that were read name their source.
    if site.grid_g_per_kwh is not None and not site.grid_source.strip() and facts[CONTENTS].cores:
        yield Finding(
            "K09", "warning", "grid", (),
            f"the grid's {site.grid_g_per_kwh:g} g CO2e/kWh says neither region nor year; that of "
            "Germany was 371 in 2022 and 274 in 2024 (Electricity Maps)",
            "Enter region and year as Grid region, in the design's settings.",
        )  # fmt: skip


def grid_is_of_one_place(facts: Facts) -> Iterator[Finding]:
    """K09: a carbon that the site states is near the mean of the hours by which is summed up."""
    hours, stated = grid_of(facts), facts.design.site.grid_g_per_kwh
    if hours is None or stated is None:
        return
    mean = mean_grams(hours)
    if abs(stated - mean) > APART * max(stated, mean):
        yield Finding(
            "K09", "warning", "two", (),
            f"the site states {stated:g} g CO2e/kWh of its grid, and the hours of "
            f"{hours.name or hours.id}, by which is summed up, have {mean:.0f} in the mean",
            "Choose the hours of the site's own grid, or clear Grid carbon, in the design's "
            "settings.",
        )  # fmt: skip


def grid_is_known(facts: Facts) -> Iterator[Finding]:
    """D02: the hours of a grid that the site names are kept by the design."""
    wanted = facts.design.site.grid_year
    if not wanted or grid_of(facts) is not None:
        return
    kept = any(year.id == wanted for year in facts.design.grid_years)
    yield Finding(
        "D02", "warning", f"grid:{wanted}", (),
        f"the grid {wanted!r} holds no year of hours" if kept
        else f"the design keeps no hours of a grid {wanted!r}",
        "Read its hours from a file, or choose none, in the design settings.",
    )  # fmt: skip
