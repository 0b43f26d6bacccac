"""The efficiency of a power supply by its load: the least that a grade of 80 PLUS asks for.

At 230 V, redundant supplies of data centres: 10, 20, 50 and 100 % of the rating. Between these
points it is taken along straight lines; below the first nothing is asked for, and nothing is said.
The fan is fed from outside in these tests.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

SOURCE: Final = (
    "80 PLUS, 230 V internal redundant: tables of Tom's Hardware (Gold, Platinum, Titanium) and of "
    "TechSpot 2025 (Ruby)"
)
CURVES: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "gold": ((0.2, 0.88), (0.5, 0.92), (1.0, 0.88)),
    "platinum": ((0.2, 0.90), (0.5, 0.94), (1.0, 0.91)),
    "titanium": ((0.1, 0.90), (0.2, 0.94), (0.5, 0.96), (1.0, 0.91)),
    "ruby": ((0.05, 0.90), (0.1, 0.91), (0.2, 0.95), (0.5, 0.965), (1.0, 0.92)),
}
"""Load as a part of the rating, and efficiency."""


def efficiency_at(grade: str, load: float) -> float | None:
    """Return the least efficiency at a load of the rating; None where the grade says nothing."""
    points = CURVES[grade]
    if not points[0][0] <= load <= points[-1][0]:
        return None
    loads, shares = zip(*points, strict=True)
    return float(np.interp(load, loads, shares))


def output_kw(grade: str, input_kw: float, rating_kw: float) -> float | None:
    """Return what a supply gives at least of what it takes; None where the grade says nothing.

    What it takes for what it gives rises with it (the efficiency falls more slowly than the load
    grows), so that the middle of an interval says on which side the answer lies.
    """
    low, high = CURVES[grade][0][0], CURVES[grade][-1][0]
    if not _taken(grade, low) <= input_kw / rating_kw <= _taken(grade, high):
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if _taken(grade, middle) < input_kw / rating_kw:
            low = middle
        else:
            high = middle
    return high * rating_kw


def _taken(grade: str, load: float) -> float:
    """Return what a supply takes at a load, both as parts of its rating."""
    loads, shares = zip(*CURVES[grade], strict=True)
    return load / float(np.interp(load, loads, shares))
