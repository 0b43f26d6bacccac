"""Carbon as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Section
from designer.engine.report import Report
from designer.model.figure_words import words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of carbon, where the site states that of its grid."""
    carbon = report.carbon
    if not carbon.is_computed:
        return
    facts = [
        ("Carbon a year", words(carbon.figure("operational_t_per_year"), 0, "t CO2e")),
        ("It is of", carbon.scope),
        ("Grid", words(carbon.figure("grid_g_per_kwh"), 0, "g CO2e/kWh")),
    ]
    if carbon.per_gpu_t_per_year is not None:
        per_gpu = words(carbon.figure("per_gpu_t_per_year"), 2, "t CO2e")
        facts.insert(1, ("For each GPU", per_gpu))
    yield Section("Carbon", tuple(facts))
