"""What is chosen for cables by their lengths: the cheapest that reaches, and the length bought.

The lengths in which cables are sold and up to which media reach are few, and between two of them
all cables of a sort are chosen for alike. So that is found once for each step of length that
occurs, and looked up for every cable.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.model.figures import Figure
from designer.wiring.cable_media import Offer, Option

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]
PriceAt = Callable[[str, float], Figure]
"""The price of a part in a length."""

UNKNOWN: Final = -1
"""No cable of the catalogue is known to fit."""
TOO_FAR: Final = -2
"""Some fit, and none reaches."""
MISFIT: Final = -3
"""The part that is pinned does not fit."""
SLIGHT_M: Final = 1e-9
"""By so much a cable may be longer than what reaches: sums of lengths are not exact."""
_FINENESS: Final = (1, 2, 4, 8, 16)
"""Steps of a metre: with powers of two no length is rounded."""
_MOST_CELLS: Final = 1 << 20


@dataclass(frozen=True, eq=False)
class Sort:
    """Cables of one fabric whose cages are alike.

    Attributes
    ----------
    first
        The number of its first option.
    """

    offer: Offer
    first: int

    def with_part(self, part: str) -> int:
        """Return the cheapest option with a part, however far it reaches."""
        for place, option in enumerate(self.offer.options):
            if any(one.id == part for one in option.parts):
                return self.first + place
        return MISFIT


def chosen_for(
    sorts: Sequence[Sort], sort: Ints, metres: Floats, price_at: PriceAt
) -> tuple[Ints, Floats]:
    """Return the option of each cable or why there is none, and the length bought of it.

    Parameters
    ----------
    sort, metres
        Shape (cables,): the sort of each, and its length.
    """
    short = metres - SLIGHT_M
    options = [option for one in sorts for option in one.offer.options]
    cells = _cells(options, len(sorts), sort, short)
    if cells is None:
        return _each(sorts, options, sort, short, price_at)
    fine, steps, cell = cells
    used = np.zeros(steps * len(sorts), dtype=bool)
    used[cell] = True
    which = np.flatnonzero(used)
    of, step = np.divmod(which, steps)
    found, lengths = _each(sorts, options, of, step / fine, price_at)
    choice, stock = np.empty(len(used), dtype=np.int32), np.empty(len(used))
    choice[which], stock[which] = found, lengths
    return choice[cell], stock[cell]


def stocks(options: Sequence[Option], choice: Ints, metres: Floats) -> Floats:
    """Return the length that is bought of each cable; nan where nothing is chosen."""
    return _stocks(options, choice, metres - SLIGHT_M)


def _cells(
    options: Sequence[Option], sorts: int, sort: Ints, short: Floats
) -> tuple[int, int, Places] | None:
    """Return the steps of a metre, how many there are of each sort, and in which each cable is.

    None where some length is no step, or there are more steps than is worth a table.
    """
    lengths = {long for option in options for long in _listed(option)}
    lengths |= {option.reach_m for option in options if option.reach_m is not None}
    fine = next((n for n in _FINENESS if all((one * n).is_integer() for one in lengths)), 0)
    if not fine or not len(short):
        return None
    step = np.ceil(short * fine)
    most = float(step.max())
    if not (step.min() >= 0 and (most + 1) * sorts <= _MOST_CELLS):
        return None
    steps = int(most) + 1
    cell = step.astype(np.intp)
    if sorts > 1:
        cell += sort.astype(np.intp) * steps
    return fine, steps, cell


def _each(
    sorts: Sequence[Sort],
    options: Sequence[Option],
    sort: Ints | Places,
    short: Floats,
    price_at: PriceAt,
) -> tuple[Ints, Floats]:
    """Return the same one by one, for lengths less what is let go."""
    choice = np.full(len(sort), UNKNOWN, dtype=np.int32)
    for number, one in enumerate(sorts):
        rows = np.flatnonzero(sort == number)
        if len(rows):
            choice[rows] = _cheapest(one.offer.options, short[rows], one.first, price_at)
    return choice, _stocks(options, choice, short)


def _stocks(options: Sequence[Option], choice: Ints, short: Floats) -> Floats:
    numbers: dict[tuple[float, ...], int] = {(): 0}
    listed = [numbers.setdefault(_listed(option), len(numbers)) for option in options]
    of = np.array([*listed, 0])[choice]  # what has no choice is counted from the end, and set below
    found = np.asarray(np.ceil(short), dtype=float)
    for lengths, number in numbers.items():
        rows = np.flatnonzero(of == number) if lengths else ()
        if len(rows):
            found[rows] = _next_of(lengths, short[rows])
    found[np.flatnonzero(choice < 0)] = np.nan
    return found


def _listed(option: Option) -> tuple[float, ...]:
    return option.cable.cable.lengths_m if option.cable.cable is not None else ()


def _next_of(listed: tuple[float, ...], short: Floats) -> Floats:
    """Return the lengths that are bought: the next of a list, or the next whole metre."""
    whole = np.ceil(short)
    if not listed:
        return np.asarray(whole, dtype=float)
    steps = np.sort(np.array(listed, dtype=float))
    place = np.searchsorted(steps, short)
    return np.where(place < len(steps), steps[np.minimum(place, len(steps) - 1)], whole)


def _cheapest(options: Sequence[Option], short: Floats, first: int, price_at: PriceAt) -> Ints:
    """Return the first option that reaches; one of which nobody says how far where no other does.

    Parameters
    ----------
    first
        The number of the first of them.
    """
    if not options:
        return np.full(len(short), UNKNOWN, dtype=np.int32)
    if any(option.is_priced_by_length for option in options):
        return _cheapest_by_length(options, short, first, price_at)
    found = np.full(len(short), TOO_FAR, dtype=np.int32)
    for place in range(len(options) - 1, -1, -1):
        if options[place].reach_m is None:
            found[:] = first + place
    for place in range(len(options) - 1, -1, -1):
        reach = options[place].reach_m
        if reach is not None:
            found[short <= reach] = first + place
    return found


def _cheapest_by_length(
    options: Sequence[Option], short: Floats, first: int, price_at: PriceAt
) -> Ints:
    """Return the same where some cables are priced by length: the cheapest at each length."""
    order = np.full((len(options), len(short)), inf)
    for place, option in enumerate(options):
        if option.reach_m is None:
            order[place] = _REACH_UNKNOWN
            continue
        reached = np.flatnonzero(short <= option.reach_m)
        if not option.is_priced_by_length:
            order[place, reached] = _cost(option.price)
            continue
        lengths, at = np.unique(_next_of(_listed(option), short[reached]), return_inverse=True)
        of_cable = (price_at(option.cable.id, long) for long in lengths.tolist())
        cost = np.array([_cost(option.price_with(price)) for price in of_cable], dtype=float)
        order[place, reached] = cost[at]
    chosen = np.argmin(order, axis=0)
    some = np.isfinite(np.min(order, axis=0))
    return np.where(some, chosen + first, TOO_FAR).astype(np.int32)


_WITHOUT_PRICE: Final = 1e18
_REACH_UNKNOWN: Final = 1e19
"""What stands in the order of options in place of their price: above every price."""


def _cost(price: Figure) -> float:
    return _WITHOUT_PRICE if price.value is None else price.value
