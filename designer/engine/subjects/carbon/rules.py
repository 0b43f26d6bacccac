"""Rules of carbon: figures of one source, and a grid of which nobody says where and when."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.carbon.embodied import embodied_of
from designer.engine.subjects.contents.fillings import CONTENTS


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
    if site.grid_g_per_kwh is not None and not site.grid_source.strip() and facts[CONTENTS].cores:
        yield Finding(
            "K09", "warning", "grid", (),
            f"the grid's {site.grid_g_per_kwh:g} g CO2e/kWh says neither region nor year; that of "
            "Germany was 371 in 2022 and 274 in 2024 (Electricity Maps)",
            "Enter region and year as Grid region, in the design's settings.",
        )  # fmt: skip
