"""What heat leaves the devices of a filling with air, and what with a liquid.

All power becomes heat. Parts give a share of it to a liquid; a share that nobody states leaves open
how much heat is in air and how much in liquid, though not their sum.
"""

from collections.abc import Callable
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import is_surely, lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled
from designer.model.figures import Figure, exact, missing, product, total

NOTHING: Final = exact(0.0, "kW")
WHOLE: Final = exact(1.0)


def in_liquid(part: Part, site: Assumptions) -> Figure:
    """Return the share of a part's heat that leaves with a liquid, 0 to 1."""
    return site.figures.of(part.id, "liquid_fraction")


def in_air(part: Part, site: Assumptions) -> Figure:
    """Return the share of a part's heat that stays in air, 0 to 1."""
    return WHOLE.minus(in_liquid(part, site))


Share = Callable[[Part, Assumptions], Figure]


def heat_of(filled: Filled, site: Assumptions, share: Share | None) -> Figure:
    """Return a share of the heat of all parts, kW; parts that are not known leave it open.

    Parameters
    ----------
    share
        None: all heat.
    """
    if filled.is_floor_unit:
        return NOTHING
    found, figures = [], filled.seen_from(site, summed=True).figures
    for part, number in filled.powered_parts:
        watts, of = figures.of(part.id, "power_max_w"), share(part, site) if share else None
        if of is None or of.high > 0:
            found.append(share_of(watts, of, number / 1000))
    return total((*found, *of_lost_parts(filled, "kW")), "kW")


def share_of(watts: Figure, share: Figure | None, number: float) -> Figure:
    """Return a share of what a number of parts draw; all of it where there is no share."""
    if share is None or share.exact:
        return watts.times(number * (1.0 if share is None else share.low), "kW")
    return product(watts.times(number, "kW"), share, "kW")


def of_lost_parts(filled: Filled, unit: str) -> tuple[Figure, ...]:
    """Return what parts add that are not in the catalogue: nothing bounds it."""
    return tuple(missing(lost_ref(part_id), unit).times(n) for part_id, n in filled.lost.items())


def gives_heat(filled: Filled, site: Assumptions, *, to_air: bool = False) -> bool:
    """Return whether something here gives heat for certain, however much.

    A part of no catalogue may give none, unless a fabric says that it is a switch; how much of
    that is in air, nobody knows.
    """
    if any(
        site.figures.of(part.id, "power_max_w").high > 0
        and not (to_air and in_air(part, site).low <= 0)
        for part, _ in filled.powered_parts
    ):
        return True
    return not to_air and any(is_surely(lost, _computes) for lost in filled.lost_things)


def surely_warms_air(air: Figure, filled: Filled, site: Assumptions) -> bool:
    """Return whether some heat is in air for certain.

    Parameters
    ----------
    air
        How much of it, as far as that is known.
    """
    return air.low > 0 or (air.high > 0 and gives_heat(filled, site, to_air=True))


def _computes(kind: Kind) -> bool:
    return kind.draws_it_power
