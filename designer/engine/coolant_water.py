"""The liquid that reaches racks: what distribution units deliver, and rear doors get.

One owner for the temperature of both, whoever asks: the heat that a door takes, its headroom, the
flow of cold plates, the chain of temperatures and the rules on them.
"""

from collections.abc import Iterable
from typing import Final

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled
from designer.model.figure_cases import highest
from designer.model.figures import Figure, estimate, exact, missing, stated

SUPPLY: Final = "loop supply"
"""What a figure rests on that follows from the temperature of a loop's coolant."""
_NO_SUPPLY: Final = missing(SUPPLY, "°C")


def gives_to_room(part: Part) -> bool:
    """Return whether a unit cools its liquid with the air of the room."""
    return part.cooling is not None and part.cooling.rejects_to == "room-air"


def approach_of(part: Part, site: Assumptions) -> Figure:
    """Return the approach at which a distribution unit is rated, K."""
    approach = part.cooling.approach_k if part.cooling else None
    if approach is not None:
        return exact(approach, "K", f"{part.id}.cooling.approach_k")
    return site.cdu_approach


def cooled_by(part: Part, water: Figure, site: Assumptions, *, by_plan: bool = False) -> Figure:
    """Return the temperature of what a distribution unit cools its liquid with, °C.

    Parameters
    ----------
    water
        The facility water, where it is that.
    by_plan
        Whether supply air that the site does not state is what is planned with: for a lower end,
        as no unit delivers anything colder. Else it is not known, for a room may be warmer.
    """
    if not gives_to_room(part):
        return water
    return site.supply_air if by_plan else stated(site.supply_air_c, "site.supply_air_c", "°C")


def given_by(part: Part, site: Assumptions) -> Figure:
    """Return the coolant that a distribution unit delivers at its rated approach, °C."""
    return cooled_by(part, site.water, site) + approach_of(part, site)


def delivered(
    supply_c: float | None, units: Iterable[Part], lost: Iterable[str], site: Assumptions
) -> Figure:
    """Return the warmest coolant that units of a loop deliver, °C; not known without any.

    What a loop states is no colder than what its units cool with, and without units no colder than
    facility water, which nothing cools further.

    Parameters
    ----------
    supply_c
        What the loop states.
    lost
        What leaves open which units it has.
    """
    units, lost = tuple(units), tuple(lost)
    if supply_c is not None:
        said = exact(supply_c, "°C", SUPPLY)
        ends = [cooled_by(unit, site.water, site, by_plan=True) for unit in units]
        if not units and not lost:
            ends = [site.water]
        return highest((said, *ends))
    found = [*(given_by(unit, site) for unit in units), *(missing(ref, "°C") for ref in lost)]
    return highest(found) if found else _NO_SUPPLY


def is_supplied(filled: Filled) -> bool:
    """Return whether a loop that has units, or may, or states its coolant reaches a rack."""
    coolant = filled.contents.coolant
    return coolant.supply_c is not None or bool(coolant.units or coolant.lost)


def coolant_at(filled: Filled, site: Assumptions) -> Figure:
    """Return the coolant that reaches a rack, °C; by the planning approach without units."""
    coolant = filled.contents.coolant
    if is_supplied(filled):
        return delivered(coolant.supply_c, filled.coolers, coolant.lost, site)
    usual = site.water + site.cdu_approach
    if usual.value is None or usual.high == float("inf"):
        return usual
    return estimate(usual.value, usual.low, usual.high, "°C", SUPPLY, "default cdu-approach")


def door_water(filled: Filled, site: Assumptions) -> Figure:
    """Return the water of a rack's rear door, °C: of its loop's units, else the facility's."""
    return coolant_at(filled, site) if is_supplied(filled) else site.water
