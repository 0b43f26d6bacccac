"""What one stage between the grid and the racks loses, by its load. Formulas on plain numbers.

All losses are parts of the rating, by the part of the rating that is carried. A loss has a part
that does not shrink with the load (magnetising, fans, control), and one that grows with its square:
of a stage whose losses are known at no load and at full load, that at any other lies between
`idle + (full − idle)·x²` and `idle + (full − idle)·x`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt

Curve = Callable[[float], float]

POINTS = (0.25, 0.5, 0.75, 1.0)
"""Parts of the rating at which makers state efficiencies."""


@dataclass(frozen=True)
class Stage:
    """What a stage loses.

    Attributes
    ----------
    least, most, likely
        Loss by load, both as parts of the rating; `likely` is None where no value is better than
        another.
    least_part
        Least loss as a part of the load, at whatever load.
    most_part
        Most loss as a part of the load, where it needs no rating; None where it does.
    rises
        Whether the least loss, as a part of the load, is the larger the more is carried.
    """

    least: Curve
    most: Curve
    likely: Curve | None
    least_part: float = 0.0
    most_part: float | None = None
    rises: bool = False

    def least_part_from(self, share: float) -> float:
        """Return the least loss as a part of the load, where no less than a share is carried."""
        if not self.rises or share <= 0:
            return self.least_part
        return max(self.least_part, self.least(share) / share)


def lost(efficiency: float) -> float:
    """Return the loss for each unit of output: `1/η − 1`."""
    return 1 / efficiency - 1


def lossless() -> Stage:
    """Return a stage that loses nothing."""
    return Stage(_none, _none, _none, 0.0, 0.0)


def _none(_share: float) -> float:
    return 0.0


def unstated() -> Stage:
    """Return a stage of which nothing is known: it may lose anything."""
    return Stage(_none, lambda _share: inf, None)


def of_load(low: float, value: float, high: float) -> Stage:
    """Return a stage that loses parts of its load, as switchgear and cables are planned with."""
    return Stage(
        lambda x: low * x, lambda x: high * x, lambda x: value * x, least_part=low, most_part=high
    )


def by_full_load(efficiency: float, idle: tuple[float, float, float] | None = None) -> Stage:
    """Return a stage of which only its efficiency at full load is stated.

    Parameters
    ----------
    idle
        Its loss at no load as it is published: low, value and high. Where it is not, between none
        and all of the loss at full load may be there at no load.
    """
    full = lost(efficiency)
    if idle is not None:
        low, value, high = (min(full, end) for end in idle)
        return by_range((low, value, high), (full, full, full))
    return Stage(
        lambda x: full * x * x, lambda x: full * max(1.0, x * x), lambda x: full * x, rises=True,
    )  # fmt: skip


def by_range(
    idle: tuple[float, float, float], full: tuple[float, float, float], best: float | None = None
) -> Stage:
    """Return a stage between published ones: low, value and high at no load and at full load.

    Parameters
    ----------
    best
        Efficiency that it does not exceed at any load; None where nobody states one.
    """
    slope = lost(1.0 if best is None else best)
    low_idle, likely_idle, high_idle = idle
    low_full, likely_full, high_full = full

    def least(x: float) -> float:
        return max(slope * x, low_idle + (low_full - low_idle) * x * x)

    def most(x: float) -> float:
        rising = x if x < 1 else x * x
        return max(least(x), high_idle + (high_full - high_idle) * rising)

    def likely(x: float) -> float:
        planned = likely_idle + (likely_full - likely_idle) * x * x
        return planned if best is None else slope * x

    least_part = 2 * sqrt(low_idle * max(0.0, low_full - low_idle))
    return Stage(least, most, likely, max(slope, least_part))


def by_losses(no_load_w: float, load_w: float, number: int, rating_kw: float) -> Stage:
    """Return a stage whose losses are measured at no load and at full load, as of a transformer.

    What its current adds grows with the square of it: `P = P0 + k²·Pk` (IEC 60076-1).

    Parameters
    ----------
    number
        How many share the load, each of these losses.
    rating_kw
        Of all of them.
    """
    idle, added = (number * watts / (1000 * rating_kw) for watts in (no_load_w, load_w))

    def curve(x: float) -> float:
        return idle + added * x * x

    return Stage(curve, curve, curve, 2 * sqrt(idle * added))


def by_curve(efficiencies: Sequence[float]) -> Stage:
    """Return a stage by its efficiencies at 25, 50, 75 and 100 % of its rating.

    Between these its loss is on a line. Below the first it is between what that line goes on to,
    and the loss at the first.
    """
    points = [(x, x * lost(one)) for x, one in zip(POINTS, efficiencies, strict=True)]
    first = points[0]

    def on_line(x: float) -> float:
        pieces = list(pairwise(points))
        (x0, y0), (x1, y1) = next((p for p in pieces if x <= p[1][0]), pieces[-1])
        return max(0.0, y0 + (y1 - y0) * (x - x0) / (x1 - x0))

    def most(x: float) -> float:
        return first[1] if x < first[0] else on_line(x)

    return Stage(on_line, most, on_line, min(y / x for x, y in points))


def burning(half: float | None) -> tuple[Curve, Curve]:
    """Return the least and most that a set burns by its load, both as parts of full load.

    Parameters
    ----------
    half
        What it burns at half load, of what it burns at full load; None where nobody states it.
    """
    if half is None:
        return lambda x: x, lambda x: max(1.0, x)
    at_half = half

    def least(x: float) -> float:
        return at_half + (1 - at_half) * (2 * x - 1) if x > POINTS[1] else 2 * at_half * x

    def most(x: float) -> float:
        return at_half if x < POINTS[1] else least(x)

    return least, most
