"""Carbon of a year of energy: `kWh · g/kWh`, location-based (GHG Protocol, scope 2); of GPUs."""

from typing import Final

from designer.engine.carbon_report import Carbon
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.carbon.embodied import embodied_of
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import exact, product
from designer.model.measured import fields_of

CARBON: Key[Carbon] = Key("carbon")

SCOPE: Final = "energy that the building draws in a year; making the hardware is not in it"


def carbon_of(facts: Facts) -> Carbon:
    """Return the carbon of a year, as far as the site states that of its grid, and of its GPUs."""
    made = embodied_of(facts)
    figures = {} if made.figure is None else {"embodied_t": made.figure}
    fields: dict[str, object] = {
        "embodied_scope": made.scope, "embodied_sources": made.fewest_sources,
    }  # fmt: skip
    stated = facts.design.site.grid_g_per_kwh
    if stated is None:
        return Carbon.model_validate({**fields, **fields_of(figures)})
    grid = exact(stated, "g/kWh", "site.grid_g_per_kwh")
    # A gram of a kilowatt-hour is a kilogram of a megawatt-hour.
    energy = facts[COST].figure("energy_mwh_per_year", "MWh a year")
    tonnes = product(energy, grid.times(0.001, "t/MWh"), "t a year")
    figures |= {"grid_g_per_kwh": grid, "operational_t_per_year": tonnes}
    gpus = facts[TOTALS].figure("gpus")
    if gpus.low > 0:
        figures["per_gpu_t_per_year"] = tonnes.per(gpus, "t a year")
    more = {"scope": SCOPE, "grid_source": facts.design.site.grid_source}
    return Carbon.model_validate({**fields, **more, **fields_of(figures)})
