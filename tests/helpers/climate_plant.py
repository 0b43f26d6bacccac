"""Plants of the catalogue's planning figures."""

from designer.catalog.load import load_shipped
from designer.engine.subjects.climate.plant_hours import Rejection
from designer.engine.subjects.climate.plant_means import PlantRange
from designer.engine.subjects.climate.plant_range import plant_range
from designer.engine.subjects.climate.plant_year import planned
from designer.model.design import Site


def range_of(kind: Rejection, **site: object) -> PlantRange:
    """Return a plant at its ends, with what a site states of it."""
    plan = planned(load_shipped(), kind)
    assert plan is not None
    return plant_range(plan, kind, Site().evolve(**site))
