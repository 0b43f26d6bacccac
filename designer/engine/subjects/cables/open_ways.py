"""What cables cost and draw at least whose way follows no tray.

Nobody knows how long such a cable is, only that it is no shorter than the straight way. That the
part chosen at the straight way is the least that it may cost holds neither of money nor of power:
a longer way may ask for another medium, whose price is not known or which draws less. What holds is
the least of all that goes as far as the straight way, cable by cable, with each cable's share of
the cages that it has in common with others.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.advice import TRAYS
from designer.engine.subjects.cables.choosing import SLIGHT_M
from designer.engine.subjects.cables.media import Chosen, Media
from designer.model.figures import Figure, Gap, joined, stated
from designer.wiring.cable_ends import CableEnds
from designer.wiring.cable_media import Option

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]
OfOption = Callable[[Option], float]

LEAST: Final = ("price", "optics_w")
"""The figures that depend on what is chosen for a length."""


class LeastOfCables:
    """What each cable costs and draws at least; only of designs with cables off trays.

    Parameters
    ----------
    media
        What is chosen for the cables.
    """

    def __init__(self, media: Media) -> None:
        self._routing = media.routing
        least: dict[str, list[Floats]] = {name: [] for name in LEAST}
        open_ways: list[Flags] = []
        start = 0
        for chosen in media.fabrics:
            rows = slice(start, start + len(chosen.ends))
            start = rows.stop
            straight = _open(chosen, self._routing.off_trays[rows])
            metres = self._routing.metres[0][rows]
            open_ways.append(straight)
            for name, found in _of_fabric(media, chosen, straight, metres).items():
                least[name].append(found)
        self._open = np.concatenate(open_ways or [np.empty(0, dtype=np.bool_)])
        self._least = {name: np.concatenate(of or [np.empty(0)]) for name, of in least.items()}

    def opened(self, name: str, figure: Figure, rows: Places) -> Figure:
        """Return a figure of some cables with the ends that hold however long they are.

        Parameters
        ----------
        figure
            What they cost or draw as they are chosen.
        """
        open_ways = self._open[rows]
        if not open_ways.any():
            return figure
        least = float(self._least[name][rows].sum())
        each = self._routing.each[rows]
        # Bands of prices are little beside a way that nobody knows.
        others = figure.gaps if figure.high == inf else ()
        return Figure(
            figure.clipped(most=least).low,
            inf,
            figure.value,
            figure.unit,
            figure.known * float(each[~open_ways].sum() / each.sum()),
            joined((TRAYS, *figure.basis)),
            (Gap(TRAYS, inf), *others),
            figure.value is not None,
        )


def _open(chosen: Chosen, straight: Flags) -> Flags:
    """Return of which cables nobody knows what is chosen: with those that share their cages."""
    if not chosen.ends.share_cages or not straight.any():
        return straight
    bundle = chosen.ends.bundle
    touched = np.zeros(len(chosen.ends), dtype=np.bool_)
    touched[bundle[straight]] = True
    return touched[bundle]


def _of_fabric(
    media: Media, chosen: Chosen, straight: Flags, metres: Floats
) -> Mapping[str, Floats]:
    """Return what each cable of a fabric costs and draws at least."""
    sides = _cage_shares(chosen.ends)
    price, watts = np.zeros(len(chosen.ends)), np.zeros(len(chosen.ends))
    for number, option in enumerate(chosen.options):
        rows = np.flatnonzero((chosen.choice == number) & ~straight)
        price[rows] = option.price.low
        for long in np.unique(chosen.stock_m[rows]) if option.is_priced_by_length else ():
            mine = rows[chosen.stock_m[rows] == long]
            price[mine] = media.link_price(option, float(long)).low
        for side, share in enumerate(sides):
            watts[rows] += _watts(option, side) * share[rows]
    for rows, options in _open_ones(chosen, straight & (chosen.choice >= 0)):
        price[rows] = _least(options, metres[rows], lambda option: option.price.low)
        for side, share in enumerate(sides):
            of_side = _least(options, metres[rows], partial(_watts, side=side))
            watts[rows] += of_side * share[rows]
    return {"price": price, "optics_w": watts}


def _open_ones(chosen: Chosen, some: Flags) -> Iterator[tuple[Places, tuple[Option, ...]]]:
    """Yield cables of which nobody knows what is chosen, and what may be."""
    free = some.copy()
    free[list(chosen.pinned)] = False
    for number, sort in enumerate(chosen.sorts):
        yield np.flatnonzero((chosen.sort == number) & free), sort.offer.options
    for at, part in chosen.pinned.items():
        if some[at]:
            # A part by hand stays, however far it reaches.
            options = chosen.sorts[int(chosen.sort[at])].offer.options
            held = (one for one in options if any(each.id == part for each in one.parts))
            yield np.array([at], dtype=np.intp), tuple(replace(one, reach_m=None) for one in held)


def _least(options: tuple[Option, ...], metres: Floats, of: OfOption) -> Floats:
    """Return the least of all options that may go as far as each length."""
    reaches = sorted((inf if one.reach_m is None else one.reach_m, of(one)) for one in options)
    if not reaches:
        return np.zeros(len(metres))
    least = np.minimum.accumulate([amount for _, amount in reversed(reaches)])[::-1]
    far = np.searchsorted([reach for reach, _ in reaches], metres - SLIGHT_M)
    return np.append(least, 0.0)[far]


def _watts(option: Option, side: int) -> float:
    """Return what an option draws from a cage at one end at least."""
    return stated(option.watts(side), f"{option.cable.id}.power_max_w", "W").low


def _cage_shares(ends: CableEnds) -> tuple[Floats, ...]:
    """Return what part of its cage each cable takes, at either end.

    A cage may hold ends `a` of some cables and ends `b` of others.
    """
    most = max(cages.number for cages in ends.cages)
    a, b = (np.bincount(cages.of, minlength=most) for cages in ends.cages)
    links = a + b
    return tuple(1 / links[cages.of] for cages in ends.cages)
