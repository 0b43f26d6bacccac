"""At which side of its power shelves the power of a filled rack is measured.

Feeds, heat and energy see what the shelves take at their inputs; supplies and bus bar what is left
behind them. A maker's figure is that of one side, by `shelf.power_at`: where nobody says which, it
may be either, and what the rack draws is between the figure and the figure over the efficiency.

May import parts and figures.
"""

from dataclasses import replace
from typing import Final, Literal

from designer.catalog.part import Part
from designer.model.figures import Figure, Gap, exact, product, undone

PSU_EFFICIENCY: Final = "default psu-efficiency"
BY_RATING: Final = "by rating"
"""The redundancy of shelves that stand on one bus bar: those left carry what they are rated for."""
BY_WEIGHT: Final = "by weight"
"""The same of shelves that are not of one size, which are counted in shares of the load."""


def power_side(part: Part) -> Literal["", "input", "bus"]:
    """Return where a part's power is measured: at its inputs, unless power shelves stand there."""
    if not power_shelves(part):
        return "input"
    return part.shelf.power_at if part.shelf else ""


def power_shelves(part: Part) -> bool:
    """Return whether anybody says that a part has power shelves."""
    return part.shelf is not None or bool(part.compute and part.compute.power_shelves)


def drawn_w(part: Part, watts: float, ref: str, efficiency: Figure) -> Figure:
    """Return what a part draws at its inputs, of a power that its maker states.

    Parameters
    ----------
    efficiency
        Of supplies that state none.
    """
    as_stated, side = exact(watts, "W", ref), power_side(part)
    if side == "input":
        return as_stated
    behind = as_stated.per(efficiency_of(part, efficiency), "W")
    if side == "bus":
        return behind
    why = f"{part.id}.shelf.power_at"
    width = behind.high - watts
    gaps = (Gap(why, width),) if width else ()
    return Figure(watts, behind.high, watts, "W", 1.0, (ref, why), gaps, bool(width))


def behind_supplies(part: Part, drawn: Figure, efficiency: Figure) -> Figure:
    """Return what supplies give for a power that `drawn_w` tells: on the bus bar of shelves."""
    least = product(drawn, efficiency)
    side = power_side(part)
    if side == "input":
        return least
    stated = undone(drawn, efficiency)
    return stated if side == "bus" else least.clipped(most=stated.high)


def efficiency_of(part: Part, default: Figure) -> Figure:
    """Return the efficiency of a part's supplies: as stated, else by default.

    The default is of supplies of servers. Power shelves are better than these: up to all of it.
    """
    own, ref = part.psu.efficiency if part.psu else None, f"{part.id}.psu.efficiency"
    if own is not None:
        return exact(own, "", ref)
    shelved = power_shelves(part)
    high = 1.0 if shelved else default.high
    gaps = (Gap(ref if shelved else PSU_EFFICIENCY, high - default.low),)
    return replace(default, high=high, gaps=gaps)
