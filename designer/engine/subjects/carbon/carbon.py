"""Carbon of a year of energy: `Σ kWh · g/kWh`, location-based (GHG Protocol, scope 2); of GPUs."""

from typing import Final

from designer.engine.carbon_report import Carbon
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.carbon.embodied import embodied_of
from designer.engine.subjects.climate.grid_hours import grid_of, mean_grams
from designer.engine.subjects.facility.year import CLIMATE
from designer.engine.subjects.totals.sums import mean_power
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import Figure, exact, product
from designer.model.grid_year import GridYear
from designer.model.measured import fields_of
from designer.model.units import HOURS_PER_YEAR

CARBON: Key[Carbon] = Key("carbon")

BY_HOUR: Final = "by the hour"
BY_MEAN: Final = "by annual mean"
ALIKE: Final = "the building draws alike in all hours: no year by the hour says otherwise"
SCOPE: Final = "energy that the building draws in a year; making the hardware is not in it"


def carbon_of(facts: Facts) -> Carbon:
    """Return the carbon of a year, as far as the site states that of its grid, and of its GPUs."""
    made = embodied_of(facts)
    figures = {} if made.figure is None else {"embodied_t": made.figure}
    fields: dict[str, object] = {
        "embodied_scope": made.scope, "embodied_sources": made.fewest_sources,
    }  # fmt: skip
    site, hours = facts.design.site, grid_of(facts)
    if hours is not None:
        grid, source = exact(mean_grams(hours), "g/kWh", f"grid {hours.id}"), _source(hours)
    elif site.grid_g_per_kwh is not None:
        grid, source = exact(site.grid_g_per_kwh, "g/kWh", "site.grid_g_per_kwh"), site.grid_source
    else:
        return Carbon.model_validate({**fields, **fields_of(figures)})
    energy = facts[BILL].figure("energy_mwh_per_year", "MWh a year")
    by_mean = _tonnes(energy, grid)
    tonnes, scope = by_mean, SCOPE
    if hours is not None:
        figures["by_mean_t_per_year"] = by_mean
        year = facts[CLIMATE]
        if site.pue is None and year.is_computed:
            tonnes = _tonnes(_energy_by_grid(facts), grid)
        else:
            scope = f"{SCOPE}; {ALIKE}"
    figures |= {"grid_g_per_kwh": grid, "operational_t_per_year": tonnes}
    gpus = facts[TOTALS].figure("gpus")
    if gpus.low > 0:
        figures["per_gpu_t_per_year"] = tonnes.per(gpus, "t a year")
    more = {"scope": scope, "grid_source": source, "taken": BY_MEAN if hours is None else BY_HOUR}
    return Carbon.model_validate({**fields, **more, **fields_of(figures)})


def _tonnes(energy: Figure, grid: Figure) -> Figure:
    # A gram of a kilowatt-hour is a kilogram of a megawatt-hour.
    return product(energy, grid.times(0.001, "t/MWh"), "t a year")


def _energy_by_grid(facts: Facts) -> Figure:
    """Return the energy of a year whose hours count by the carbon of the grid in each.

    `Σ P(h)·g(h) = P(IT)·8,760·mean g·PUE` with the PUE of hours that are weighted by g: the IT
    draws alike in all hours, and the plant by the weather.
    """
    pue = facts[CLIMATE].figure("grid_pue")
    return product(mean_power(facts), pue).times(HOURS_PER_YEAR / 1000, "MWh a year")


def _source(hours: GridYear) -> str:
    return ", ".join(word for word in (hours.name or hours.id, hours.source) if word)
