"""One module or cable in each cage: links that share cages take what all of them can.

The cheapest of each link alone may be copper for one and a fibre for its neighbour in the cage, or
a person may have chosen a part for one of them. Then all take the cheapest language that each has:
the same cable, or modules of the same optics and rate.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from designer.model.figures import total
from designer.wiring.cable_media import Option

Ints = NDArray[np.int32]
Places = NDArray[np.intp]
Language = tuple[object, ...]
Numbered = tuple[int, Option]
"""An option with its number among those of all sorts."""


def agree(
    options: Sequence[Option],
    bundle: Places,
    choice: Ints,
    rows: Places,
    pinned: Mapping[int, str],
    offered: Callable[[int, str, bool], Sequence[Numbered]],
    failed: tuple[int, int],
) -> None:
    """Let cables that share cages take one language, in place.

    Parameters
    ----------
    bundle, choice
        Shape (cables,): what shares cages, and the option of each that was chosen alone.
    rows
        Numbers of the cables to look at, with all that share cages with them.
    pinned
        Parts that a person chose, by number of the cable.
    offered
        Gives what a cable may take, cheapest first: that hold a part, where one is named, which
        goes any length; else what reaches, or what fits at any length.
    failed
        What stands in place of an option where none is common, and for a part by hand that what
        shares its cage cannot go with.
    """
    for group in _disagreeing(options, bundle, choice, rows):
        may = {at: offered(at, pinned.get(at, ""), False) for at in group.tolist()}
        found = _agreed(may)
        if not found:
            by_hand = [at for at in may if at in pinned]
            if not _agreed({at: offered(at, pinned.get(at, ""), True) for at in may}):
                choice[by_hand] = failed[1]  # it is no matter of reach
            may = {at: mine for at, mine in may.items() if at not in pinned}
            found = _agreed(may)
        for at in may:
            choice[at] = found.get(at, failed[0])


def language(option: Option) -> Language:
    """Return what has to be alike in a cage: the cable, or how its modules speak."""
    for module in option.modules:
        if module is not None and module.cable is not None:
            figures = module.cable
            fibre = figures.fibre, option.split, option.is_splitter
            return figures.optics, figures.rate_gbps, *fibre
    return (option.cable.id,)


def _disagreeing(
    options: Sequence[Option], bundle: Places, choice: Ints, rows: Places
) -> list[Places]:
    """Return the groups of cables that share cages and do not speak one language."""
    codes: dict[Language, int] = {}
    each = [codes.setdefault(language(option), len(codes)) for option in options]
    rows = rows[choice[rows] >= 0]
    if len(codes) < 2 or not len(rows):
        return []
    spoken, of = np.array(each)[choice[rows]], bundle[rows]
    if (spoken == spoken[0]).all():
        return []
    least, most = np.full(len(bundle), len(codes)), np.zeros(len(bundle), dtype=np.intp)
    np.minimum.at(least, of, spoken)
    np.maximum.at(most, of, spoken)
    mine = rows[(most > least)[of]]
    if not len(mine):
        return []
    order = mine[np.argsort(bundle[mine], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(bundle[order])) + 1)


def _agreed(may: Mapping[int, Sequence[Numbered]]) -> dict[int, int]:
    """Return the number of an option for each cable; empty where they have no common language."""
    spoken = {}
    for at, mine in may.items():
        first: dict[Language, Numbered] = {}
        for number, option in mine:
            first.setdefault(language(option), (number, option))
        spoken[at] = first
    shared = [set(first) for first in spoken.values()]
    common = set.intersection(*shared) if shared else set()
    if not common:
        return {}

    def cost(one: Language) -> tuple[bool, float, str]:
        found = total([first[one][1].price for first in spoken.values()])
        return found.value is None, found.low, str(one)

    best = min(common, key=cost)
    return {at: first[best][0] for at, first in spoken.items()}
