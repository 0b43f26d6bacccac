"""The share of the floor of everything that stands on it: what its place adds to a report."""

from collections.abc import Mapping

from designer.engine.assumptions import Assumptions
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import Place
from designer.engine.subjects.floor.aisles import AISLES, Aisles

PLACES: Key[Mapping[str, Place]] = Key("places")


def places_of(facts: Facts) -> dict[str, Place]:
    """Return the place of each thing on the floor by its id; alike ones are one object."""
    alike: dict[Place, Place] = {}
    found = ((key, _place_of(aisles, facts.site)) for key, aisles in facts[AISLES].items())
    return {key: alike.setdefault(place, place) for key, place in found}


def _place_of(aisles: Aisles, site: Assumptions) -> Place:
    """Return the aisles that a rack's share of the floor reaches into.

    One beyond the planned width belongs to nobody: it must not lighten the floor. In a room without
    containment no rack is contained.
    """
    closes = site.containment != "none"
    contained, on = aisles.contained and closes, aisles.contained_on if closes else ()
    cold, hot = site.cold_aisle_mm, site.hot_aisle_mm
    front, rear = min(aisles.front_mm, cold), min(aisles.rear_mm, hot)
    if aisles.least is None:
        return Place(front, rear, front, rear, contained=contained, contained_on=on)
    least = (min(aisles.least.front_mm, cold), min(aisles.least.rear_mm, hot))
    open_on = () if least == (front, rear) else aisles.least.open_on
    return Place(front, rear, *least, open_on, contained, on)
