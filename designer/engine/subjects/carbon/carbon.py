"""Carbon of the energy of a year: `kWh · g/kWh`, location-based (GHG Protocol, scope 2)."""

from typing import Final

from designer.engine.carbon_report import Carbon
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import exact, product
from designer.model.measured import fields_of

CARBON: Key[Carbon] = Key("carbon")

SCOPE: Final = "energy that the building draws in a year; making the hardware is not in it"


def carbon_of(facts: Facts) -> Carbon:
    """Return the carbon of a year; nothing where the site does not state that of its grid."""
    stated = facts.design.site.grid_g_per_kwh
    if stated is None:
        return Carbon()
    grid = exact(stated, "g/kWh", "site.grid_g_per_kwh")
    # A gram of a kilowatt-hour is a kilogram of a megawatt-hour.
    energy = facts[COST].figure("energy_mwh_per_year", "MWh a year")
    tonnes = product(energy, grid.times(0.001, "t/MWh"), "t a year")
    figures = {"grid_g_per_kwh": grid, "operational_t_per_year": tonnes}
    gpus = facts[TOTALS].figure("gpus")
    if gpus.low > 0:
        figures["per_gpu_t_per_year"] = tonnes.per(gpus, "t a year")
    return Carbon(scope=SCOPE, **fields_of(figures))
