"""Circuits: what protects them, what a load takes of one, what a chain of stages loses.

Formulas only, on plain numbers. On three phases a voltage is line to line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod, sqrt

NEC_SIZES_A = (
    15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 225, 250, 300,
    350, 400, 450, 500, 600, 700, 800, 1000, 1200, 1600, 2000, 2500, 3000, 4000, 5000, 6000,
)  # fmt: skip
"""Standard ampere ratings of fuses and breakers, NEC 240.6 (2023)."""
IEC_SIZES_A = (6, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125)
"""Preferred ratings of IEC 60898-1, which ends at 125 A; above it, makers' ranges differ."""

NEC_CONTINUOUS = 1.25
"""NEC 210.20(A), 215.3: what protects a circuit is 125 % of the load that lasts three hours."""

CODES: dict[str, tuple[float, tuple[int, ...]]] = {
    "nec": (NEC_CONTINUOUS, NEC_SIZES_A),
    "nec-100": (1.0, NEC_SIZES_A),
    "iec": (1.0, IEC_SIZES_A),
}
"""Factor on a continuous load, and standard sizes. `nec-100`: an assembly listed for 100 %."""


def protection_a(continuous_a: float, other_a: float, code: str) -> float:
    """Return the least rating of what protects a circuit: `factor·continuous + other`."""
    return CODES[code][0] * continuous_a + other_a


def next_size(amps: float, sizes: Iterable[float]) -> float | None:
    """Return the smallest of some ratings that is not below a current; None above the largest."""
    return min((size for size in sizes if size >= amps - 1e-9), default=None)


def amps_per_kw(volts: float, phases: str, power_factor: float) -> float:
    """Return the line current of each kW: `1/(√3·V·PF)`, `1/(V·PF)`, or `1/V` of direct current."""
    if phases == "dc":
        return 1000 / volts
    return 1000 / (volts * power_factor * (sqrt(3) if phases == "3" else 1.0))


@dataclass(frozen=True)
class Chain:
    """Stages in a row, from the grid to the load.

    Attributes
    ----------
    efficiency
        Product of the stages' efficiencies.
    input_kw
        What the first stage takes.
    losses_kw
        What each stage loses; with the load they make up `input_kw`.
    """

    efficiency: float
    input_kw: float
    losses_kw: tuple[float, ...]


def chain(load_kw: float, efficiencies: Sequence[float]) -> Chain:
    """Return what stages in a row take for a load behind the last one: `P/Πη`."""
    losses, through = [], load_kw
    for efficiency in reversed(efficiencies):
        losses.append(through / efficiency - through)
        through /= efficiency
    return Chain(prod(efficiencies), through, tuple(reversed(losses)))
