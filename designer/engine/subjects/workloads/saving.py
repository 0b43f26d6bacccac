"""Checkpoints and failures: what is written, how often, and how much time that leaves.

Young, A first order approximation to the optimum checkpoint interval, CACM 17 (1974), for the
interval; Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, FGCS
22 (2006) 303–312, for the time that is left, which holds at every interval.
"""

from dataclasses import dataclass
from math import exp, expm1, inf, sqrt
from typing import Final

ADAM_BYTES: Final = 14.0
"""16-bit weights and the 32-bit master copy and two moments of Adam, bytes for each parameter."""
GPU_HOURS_PER_FAILURE: Final = 50_677.0
"""419 unexpected interruptions in 54 days on 16,384 H100 (The Llama 3 Herd of Models, arXiv
2407.21783, section 3.3.4)."""
GPU_HOURS_SPREAD: Final = (8_090.0, 82_051.0)
"""The most and the fewest failures that are published of training clusters: a job of 1,024 GPUs on
RSC-1 fails every 7.9 hours, and 2.34 failures in 1,000 node-days of eight GPUs on RSC-2 (Kokolis et
al., HPCA 2025, arXiv 2410.21680). A cluster may well lie outside."""

NOWHERE: Final = 1e-6
"""Part of the time that trains below which a job gets nowhere: a second in eleven days."""


def best_interval(save_s: float, mean_s: float) -> float:
    """Return the interval between two checkpoints that loses least, s (Young).

    Never above the mean time between failures: no interval that loses least by the complete
    expression is, however long a save takes, while Young's grows without end.

    Parameters
    ----------
    save_s
        How long training stands still for one.
    mean_s
        Mean time between failures of the whole job.
    """
    return min(sqrt(2 * save_s * mean_s), mean_s)


@dataclass(frozen=True, slots=True)
class Losses:
    """Shares of the time that are lost, and the share that is left: together all of it.

    Attributes
    ----------
    saving, again, restart
        Standing still for checkpoints, computing again what was not saved, restarting.
    goodput
        What is left.
    """

    saving: float
    again: float
    restart: float
    goodput: float


def losses(save_s: float, restart_s: float, interval_s: float, mean_s: float) -> Losses:
    """Return what checkpoints and failures take, by Daly's complete expression.

    Failures come at random with the same mean. An interval of `τ` with its save `δ` takes
    `M·e^(R/M)·(e^((τ+δ)/M) − 1)` on average, for failures strike saves and restarts as well. Of it
    `(e^((τ+δ)/M) − 1)·M·(e^(R/M) − 1)` restarts and `M·(e^((τ+δ)/M) − 1) − (τ+δ)` is computed
    again: one restart of so long a mean for each failure of as many as the interval sees.

    Raises
    ------
    ValueError
        If the interval or the mean time between failures is not above 0.
    """
    if interval_s <= 0 or mean_s <= 0:
        raise ValueError("an interval and a time between failures are above 0")
    if inf in (save_s, restart_s):
        # What saves or restarts without end does nothing else.
        return Losses(0.0, 0.0, 1.0, 0.0) if restart_s == inf else Losses(1.0, 0.0, 0.0, 0.0)
    running, whole = exp(-restart_s / mean_s), (interval_s + save_s) / mean_s
    # x/(eˣ − 1) by e⁻ˣ, which no interval is too long for.
    once = running * whole * exp(-whole) / -expm1(-whole)
    saving = once * save_s / (interval_s + save_s)
    goodput = once * interval_s / (interval_s + save_s)
    return Losses(saving, running - once, 1 - running, goodput)


def lost_to_first_order(save_s: float, restart_s: float, interval_s: float, mean_s: float) -> float:
    """Return the sum that is printed everywhere: save/interval + interval/(2·M) + restart/M.

    Above 1 it says no more than that the interval is too long for it, or the time between failures
    too short.
    """
    return save_s / interval_s + interval_s / (2 * mean_s) + restart_s / mean_s
