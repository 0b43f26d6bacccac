"""Carbon as a reader sees it."""

from collections.abc import Iterator

from designer.engine.carbon_report import Carbon
from designer.engine.page import Section
from designer.engine.report import Report
from designer.model.figure_words import words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of carbon: of energy where the site states its grid, and of GPUs."""
    facts = [*_of_energy(report.carbon), *_of_making(report.carbon)]
    if facts:
        yield Section("Carbon", tuple(facts))


def _of_energy(carbon: Carbon) -> Iterator[tuple[str, str]]:
    if not carbon.is_computed:
        return
    tonnes = words(carbon.figure("operational_t_per_year"), 0, "t CO2e")
    yield "Carbon a year", f"{tonnes}, {carbon.taken}"
    if carbon.by_mean_t_per_year is not None:
        by_mean = words(carbon.figure("by_mean_t_per_year"), 0, "t CO2e")
        yield "By the mean of those hours", by_mean
    if carbon.per_gpu_t_per_year is not None:
        yield "For each GPU", words(carbon.figure("per_gpu_t_per_year"), 2, "t CO2e")
    yield "It is of", carbon.scope
    grid = words(carbon.figure("grid_g_per_kwh"), 0, "g CO2e/kWh")
    mean = "mean " if carbon.by_mean_t_per_year is not None else ""
    yield "Grid", f"{mean}{grid}, {carbon.grid_source}" if carbon.grid_source else grid


def _of_making(carbon: Carbon) -> Iterator[tuple[str, str]]:
    if carbon.has_embodied:
        yield "In the making of GPUs", words(carbon.figure("embodied_t"), 0, "t CO2e")
        yield "Of which GPUs", carbon.embodied_scope
