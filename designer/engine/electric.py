"""Electric power: circuits, three phases, power supplies over feeds, UPS, generator, battery.

Formulas only, on plain numbers. On three phases a voltage is line to line everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from designer.catalog.figures import LINE_TO_NEUTRAL_FROM_V
from designer.model.figure_range import whole_number
from designer.model.ranges import problem

LITRES_PER_KWH = 173.1 * 3.78541 / 2500
"""Diesel of a 2.5 MW generating set at full load: 173.1 US gal/h (Cummins DQKAN data sheet)."""


def circuit_kva(volts: float, amps: float, phases: int, derate: float = 1.0) -> float:
    """Return what a circuit carries in kVA: `V·I` or `√3·V·I`, times the continuous derate.

    NEC 210.20(A) and 215.3 ask for a derate of 0.8 for loads of three hours or more.
    """
    return volts * amps * (sqrt(3) if phases == 3 else 1.0) * derate / 1000


def outlet_volts(volts: float, phases: int) -> float:
    """Return the voltage at an outlet of a rack PDU."""
    if phases == 3 and volts >= LINE_TO_NEUTRAL_FROM_V:
        return volts / sqrt(3)
    return volts


def supplies_left(per_feed: Sequence[int], lost_feeds: int = 1) -> int:
    """Return the power supplies that run after losing the feeds that carry most of them."""
    lost = sum(sorted(per_feed, reverse=True)[:lost_feeds])
    return sum(per_feed) - lost


@dataclass(frozen=True)
class Phases:
    """Line currents of a three-phase circuit in A, the neutral's, imbalance and power.

    `imbalance` is `max|I − mean| / mean`, a fraction.
    """

    lines: tuple[float, float, float]
    branches: tuple[float, float, float]
    neutral_a: float
    imbalance: float
    kw: float


def wye(amps: tuple[float, float, float], volts: float, power_factor: float = 1.0) -> Phases:
    """Return a wye circuit from its branch currents A-N, B-N, C-N.

    Neutral with equal power factors: `√(A² + B² + C² − AB − BC − CA)`, as half the squares of the
    differences, which leave nothing of equal currents.
    """
    a, b, c = amps
    neutral = sqrt(((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2)
    kw = volts / sqrt(3) * (a + b + c) * power_factor / 1000
    return Phases(amps, amps, neutral, _imbalance(amps), kw)


def delta(branches: tuple[float, float, float], volts: float, power_factor: float = 1.0) -> Phases:
    """Return a delta circuit from its branch currents XY, YZ, ZX.

    `I_X = √(XY² + ZX² + XY·ZX)` and so on around (Server Technology and Raritan guides).
    """
    lines = _lines(branches)
    kw = volts * sum(branches) * power_factor / 1000
    return Phases(lines, branches, 0.0, _imbalance(lines), kw)


def delta_from_lines(
    lines: tuple[float, float, float],
    volts: float,
    power_factor: float = 1.0,
    rounded_by: float = 0.0,
) -> Phases:
    """Return a delta circuit from the currents that a PDU shows for its lines X, Y, Z.

    Inverts `delta` by Newton's method from equal branches. Where no load has just these currents,
    those next to them count that one has.

    Parameters
    ----------
    rounded_by
        How far what a display shows may lie from the current: half its last digit.

    Raises
    ------
    ValueError
        If no three branches give these line currents.
    """
    scale = max(lines)
    if scale <= 0:
        return delta((0.0, 0.0, 0.0), volts, power_factor)
    nearest, distance = _nearest(lines)
    if distance > max(rounded_by + 1e-9, 1e-6 * scale):
        shown = ", ".join(f"{line:g}" for line in lines)
        within = f", nor any within {rounded_by:g} A of them" if rounded_by else ""
        raise ValueError(f"no delta load has line currents {shown} A{within}")
    return delta(_branches(lines) if nearest is None else nearest, volts, power_factor)


def _nearest(
    lines: tuple[float, float, float],
) -> tuple[tuple[float, float, float] | None, float]:
    """Return the branches whose line currents come next to these, and how far they are from them.

    None where some load has just these. Lines are the sides of a triangle, branches the distances
    of its corners from the point that sees each side under 120° (law of cosines). A corner of more
    than 120°, where `I_X² > I_Y² + I_Z² + I_Y·I_Z`, leaves none: nearest is where one line is
    lower and both others are higher by the same, until the branch between these is 0.
    """
    at = max(range(3), key=lambda line: lines[line])
    most, one, other = lines[at], lines[at - 2], lines[at - 1]
    beyond = most * most - one * one - other * other - one * other
    if beyond <= 0:
        return None, 0.0
    slope = 3 * (one + other) + 2 * most
    by = 2 * beyond / (slope + sqrt(slope * slope + 8 * beyond))
    one, other = one + by, other + by
    # Branches stand as XY, YZ, ZX: that after X joins it to Y, that before it to Z.
    found = [0.0, 0.0, 0.0]
    found[at], found[at - 1] = one, other
    return (found[0], found[1], found[2]), by


def _branches(lines: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the branches that have these line currents."""
    scale = max(lines)
    branches = [sum(lines) / 3 / sqrt(3)] * 3
    for _ in range(60):
        found = _lines((branches[0], branches[1], branches[2]))
        error = [f - want for f, want in zip(found, lines, strict=True)]
        if max(map(abs, error)) < 1e-12 * scale:
            break
        # The least step where the slopes leave one open, as where a single branch is loaded.
        step = np.linalg.lstsq(np.array(_slopes(branches, found)), np.array(error), rcond=None)[0]
        branches = [max(0.0, b - s) for b, s in zip(branches, step.tolist(), strict=True)]
    result = (branches[0], branches[1], branches[2])
    worst = max(abs(f - want) for f, want in zip(_lines(result), lines, strict=True))
    if worst > 1e-6 * scale:
        raise ValueError(
            f"the load of line currents {', '.join(f'{x:g}' for x in lines)} A is not found"
        )
    return result


def _lines(branches: tuple[float, float, float]) -> tuple[float, float, float]:
    xy, yz, zx = branches
    return (
        sqrt(xy * xy + zx * zx + xy * zx),
        sqrt(xy * xy + yz * yz + xy * yz),
        sqrt(yz * yz + zx * zx + yz * zx),
    )


def _slopes(branches: Sequence[float], lines: Sequence[float]) -> list[list[float]]:
    """Return d(line)/d(branch), rows X, Y, Z and columns XY, YZ, ZX."""
    xy, yz, zx = branches
    x, y, z = (max(line, 1e-12) for line in lines)
    return [
        [(2 * xy + zx) / (2 * x), 0.0, (2 * zx + xy) / (2 * x)],
        [(2 * xy + yz) / (2 * y), (2 * yz + xy) / (2 * y), 0.0],
        [0.0, (2 * yz + zx) / (2 * z), (2 * zx + yz) / (2 * z)],
    ]


def _imbalance(lines: tuple[float, float, float]) -> float:
    mean = sum(lines) / 3
    return max(abs(line - mean) for line in lines) / mean if mean else 0.0


_PARTS_MORE = {"2N": 1, "3N/2": 2, "4N/3": 3}
"""Redundancies by systems alike, with how many of them carry the load without one."""


def spares(redundancy: str, needed: int) -> int:
    """Return the units beyond `needed` that a redundancy asks for: `N`, `N+1`, `N+2`, `2N`.

    `2N`, `3N/2` and `4N/3` spread a load over two, three or four systems alike, of which any one
    may be lost: each has what the load needs of one of the others, in whole units.

    Raises
    ------
    ValueError
        If the redundancy is not written like that.
    """
    text = redundancy.strip().upper()
    if text == "N":
        return 0
    if text in _PARTS_MORE:
        carry = _PARTS_MORE[text]
        return (carry + 1) * ceil(needed / carry) - needed
    if text.startswith("N+") and text[2:].isdecimal():
        more = whole_number(text[2:])
        impossible = problem("calc", "spare_units", more)
        if impossible:
            raise ValueError(f"redundancy {redundancy}: {impossible}")
        return more
    raise ValueError(f"redundancy {redundancy!r} is not N, N+1, N+2 …, 2N, 3N/2 or 4N/3")


def units_needed(load: float, unit: float, redundancy: str = "N") -> int:
    """Return the units that carry a load, `ceil(load / unit)` and the spares; 0 for no load."""
    needed = ceil(load / unit - 1e-9) if load > 0 else 0
    more = spares(redundancy, needed)
    return needed + more if needed else 0


def generator_kw(load_kw: float, load_factor: float) -> float:
    """Return the rating of a generator that carries a load at a load factor (0.6 to 0.8)."""
    return load_kw / load_factor


def battery_kwh(load_kw: float, minutes: float, efficiency: float, depth: float) -> float:
    """Return a battery's nameplate energy: `P·t / (η · depth of discharge)`."""
    return load_kw * minutes / 60 / (efficiency * depth)
