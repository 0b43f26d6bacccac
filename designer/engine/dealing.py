"""How the supplies on a three-phase rack PDU are dealt over its phases: a rule, like that of cords.

The heaviest first, each to the branch that it leaves with the least highest load in any state:
longest processing time first, as electricians fill a panel (rack PDU notes of the tool, 5.3). A
branch is a pair of lines in a delta and a line to neutral in a wye. Cords do not move: what a loss
does, it does to the supplies where they are.

Formulas only, on plain numbers; a load may be in kW or in A.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import inf, sqrt

from designer.catalog.figures import LINE_TO_NEUTRAL_FROM_V, PduFigures
from designer.engine.circuits import amps_per_kw
from designer.engine.electric import (
    Phases,
    circuit_kva,
    delta,
    outlet_volts,
    wye,
)

Loads = tuple[float, ...]
"""What one supply takes, in each state: first those by which it is dealt, then any others."""
Branches = tuple[Loads, Loads, Loads]
"""What each branch carries, in each state."""

Placed = tuple[int, int, int]
"""How many supplies lie on each branch."""

BRANCHES = 3
_DIGITS = 9
"""Digits to which loads are compared: sums of floats."""


def line_limit_a(pdu: PduFigures, derate: float, ambient: float = 1.0) -> float:
    """Return what a line of a three-phase rack PDU carries continuously, A.

    A nameplate in kVA holds the derate already, and an IEC rating is continuous. Warm air takes
    from the breaker of its circuit as much as from any other.

    Parameters
    ----------
    derate
        Of a plug's rating (NEC 210.20(A)).
    ambient
        What the air around its breaker leaves of a rating; cold air adds nothing to a nameplate.
    """
    if pdu.rated_kva is not None:
        return pdu.rated_kva / circuit_kva(pdu.volts, 1.0, 3) * min(1.0, ambient)
    return pdu.amps * (derate if pdu.standard == "nec" else 1.0) * ambient


def breaker_limit_a(pdu: PduFigures, rating: float, derate: float, ambient: float) -> float:
    """Return what a branch breaker of a rack PDU carries continuously, A.

    What its maker states goes before the code; an IEC rating is continuous.
    """
    code = derate if pdu.standard == "nec" else 1.0
    part = code if pdu.breaker_continuous is None else pdu.breaker_continuous
    return rating * part * ambient


def lines_of(branches: Loads, amps: float, volts: float) -> Phases:
    """Return the lines of a three-phase rack PDU from what hangs on its branches.

    Parameters
    ----------
    branches
        What hangs on each, kW.
    amps
        Of a branch, for each kW.
    volts
        By which its outlets are wired.
    """
    a, b, c = (kw * amps for kw in branches)
    return (wye if is_wye(volts) else delta)((a, b, c), volts)


@lru_cache(maxsize=1024)
def fullest_line_a(
    volts: float, supplies: tuple[tuple[float, int], ...], power_factor: float
) -> float:
    """Return what the fullest line of a three-phase rack PDU carries at its own voltage, A.

    Parameters
    ----------
    supplies
        What each takes, kW, and how many there are of it.
    """
    branches = dealt((((kw,), number) for kw, number in supplies), 1)
    amps = amps_per_kw(outlet_volts(volts, 3), "1", power_factor)
    return max(lines_of(tuple(branch[0] for branch in branches), amps, volts).lines)


def is_wye(volts: float) -> bool:
    """Return whether outlets of a three-phase rack PDU are wired line to neutral."""
    return volts >= LINE_TO_NEUTRAL_FROM_V


def dealt(supplies: Iterable[tuple[Loads, int]], states: int) -> Branches:
    """Return what each branch carries; the same in whichever order the supplies come.

    Parameters
    ----------
    supplies
        What each takes in each state, and how many there are of it.
    states
        How many states, from the first, decide where it goes: others are told and change nothing.
    """
    return _dealt(supplies, states)[0]


def placed(supplies: Iterable[tuple[Loads, int]], states: int) -> Mapping[Loads, Placed]:
    """Return how many supplies of each load lie on each branch, by the same rule."""
    return _dealt(supplies, states)[1]


def _dealt(
    supplies: Iterable[tuple[Loads, int]], states: int
) -> tuple[Branches, Mapping[Loads, Placed]]:
    numbers: Counter[Loads] = Counter()
    for loads, number in supplies:
        numbers[loads] += number
    places: dict[Loads, Placed] = {}
    every = len(next(iter(numbers), (0.0,) * states))
    branches = [(0.0,) * every] * BRANCHES
    for loads in _heaviest_first(numbers, states):
        whole, rest = divmod(numbers[loads], BRANCHES)
        if branches[0] == branches[1] == branches[2]:
            # As many on each.
            branches = [tuple(a + whole * b for a, b in zip(branches[0], loads, strict=True))] * 3
            on = [whole] * BRANCHES
        else:
            rest, on = numbers[loads], [0] * BRANCHES
        for _ in range(rest):
            after = [tuple(map(sum, zip(loads, branch, strict=True))) for branch in branches]
            at = min(range(BRANCHES), key=lambda one: _share(after[one][:states]))
            branches[at] = after[at]
            on[at] += 1
        places[loads] = (on[0], on[1], on[2])
    return (branches[0], branches[1], branches[2]), places


def _heaviest_first(numbers: Counter[Loads], states: int) -> list[Loads]:
    """Return supplies in the order in which they are dealt; the names of states do not count."""
    whole = [sum(loads[at] * number for loads, number in numbers.items()) for at in range(states)]
    fullest_first = sorted(range(states), key=lambda at: -round(whole[at], _DIGITS))
    return sorted(
        numbers,
        key=lambda loads: (
            sorted(loads[:states], reverse=True),
            [loads[at] for at in fullest_first],
            loads[states:],
        ),
        reverse=True,
    )


def _share(loads: Loads) -> tuple[float, float]:
    """Return what branches are compared by: the highest load in any state, then all of them."""
    return round(max(loads), _DIGITS), round(sum(loads), _DIGITS)


def highest_line(
    *, to_neutral: bool, least: float, largest: float, most: float, weights: float, heaviest: float
) -> tuple[float, float]:
    """Return bounds of the highest line current that the rule gives, where loads are not known.

    The lines of a delta add up to √3 times its branches at least, and no line carries less than one
    of its branches. A supply ends no higher where it is dealt than where it would on the emptiest
    branch, with a third of what came before it at most: no branch gets more than
    `weights/3 + 2/3·heaviest`. A line of a delta carries
    `√(x² + y² + x·y)` of its two branches, most where one of these is as full as it can be.

    Parameters
    ----------
    to_neutral
        Whether its outlets are wired so, in a wye.
    least, largest
        What the PDU carries at least, and the largest of its supplies.
    most
        What it carries at most.
    weights, heaviest
        What its supplies take at most by whatever state they are dealt by: all together, each in
        its own worst, and the heaviest of them.
    """
    branch = min(most, weights / BRANCHES + (1 - 1 / BRANCHES) * heaviest)
    if to_neutral or branch == inf:
        return max(least / (BRANCHES if to_neutral else sqrt(BRANCHES)), largest), branch
    other = min(branch, most - branch)
    highest = sqrt(branch * branch + other * other + branch * other)
    return max(least / sqrt(BRANCHES), largest), highest
