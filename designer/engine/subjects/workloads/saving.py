"""Checkpoints and failures: what is written, how often, and how much time that leaves.

Young, A first order approximation to the optimum checkpoint interval, CACM 17 (1974), and Daly,
FGCS 22 (2006), for the interval; Kokolis et al., Revisiting Reliability in Large-Scale Machine
Learning Research Clusters, HPCA 2025 (arXiv 2410.21680), for the time that is left.
"""

from dataclasses import dataclass
from math import sqrt
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


def best_interval(save_s: float, mean_s: float) -> float:
    """Return the interval between two checkpoints that loses least, s (Young).

    Parameters
    ----------
    save_s
        How long training stands still for one.
    mean_s
        Mean time between failures of the whole job.
    """
    return sqrt(2 * save_s * mean_s)


@dataclass(frozen=True, slots=True)
class Losses:
    """Shares of the time that are lost, each to first order, and the share that is left.

    Attributes
    ----------
    saving, again, restart
        Standing still for checkpoints, computing again what was not saved, restarting.
    goodput
        What is left: (1 − (restart + interval/2)/mean)/(1 + save/interval).
    """

    saving: float
    again: float
    restart: float
    goodput: float

    @property
    def lost(self) -> float:
        """The sum; above 1 the job gets nowhere."""
        return self.saving + self.again + self.restart


def losses(save_s: float, restart_s: float, interval_s: float, mean_s: float) -> Losses:
    """Return what checkpoints and failures take.

    Raises
    ------
    ValueError
        If the interval or the mean time between failures is not above 0.
    """
    if interval_s <= 0 or mean_s <= 0:
        raise ValueError("an interval and a time between failures are above 0")
    saving, again = save_s / interval_s, interval_s / (2 * mean_s)
    left = (1 - (restart_s + interval_s / 2) / mean_s) / (1 + saving)
    return Losses(saving, again, restart_s / mean_s, max(0.0, left))
