"""What is built, as power plant, cooling plant and the rest, by the shares that sources publish.

Both shares are of something whole, so that the three lines add up to what is built: its own bounds
stay as they are, whatever the shares leave open of each line.
"""

from collections.abc import Iterator
from typing import Final

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.engine.subjects.ownership.scopes import BUILDING, COOLING_PLANT, POWER_PLANT
from designer.model.figure_words import percent
from designer.model.figures import Figure, exact, product

PLANT: Final = "building-plant-share"
POWER: Final = "power-share-of-plant"


def parts_of(catalog: Catalog, whole: Figure) -> Iterator[tuple[str, Figure, tuple[str, ...]]]:
    """Yield name, amount and sources of each part of what is built; nothing without shares."""
    plant, power = (catalog.default(name) for name in (PLANT, POWER))
    if plant is None or power is None:
        return
    both = product(whole, plant.figure, whole.unit)
    of_plant, of_power = _said(plant), _said(power)
    yield POWER_PLANT, product(both, power.figure, whole.unit), (of_plant, of_power)
    yield COOLING_PLANT, product(both, rest_of(power.figure), whole.unit), (of_plant, of_power)
    yield BUILDING, product(whole, rest_of(plant.figure), whole.unit), (of_plant,)


def rest_of(share: Figure) -> Figure:
    """Return what a share leaves of a whole."""
    return exact(1.0).minus(share)


def _said(share: PlanningDefault) -> str:
    """Return whose share it is, and between which those of other sources lie."""
    return f"{share.source}; {percent(share.figure)} by all sources"
