"""How long a run takes by a plan: an iteration within its band, checkpoints and failures, days."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.job import LEAST_GB_S, Job, cluster_with
from designer.engine.subjects.workloads.saving import (
    GPU_HOURS_PER_FAILURE,
    GPU_HOURS_SPREAD,
    NOWHERE,
    best_interval,
    losses,
)
from designer.engine.subjects.workloads.search import Asked, Priced, priced
from designer.engine.subjects.workloads.serve import Service
from designer.model.figures import Figure, Gap
from designer.model.workload import Workload

SAVE_S: Final = 10.0
RESTART_S: Final = 600.0
"""Seconds that training stands still for a checkpoint, and until it advances after a failure: as
`calc goodput` takes them where nothing is given."""
FAILURES_OF: Final = "failures of Llama 3, arXiv 2407.21783"
_DAY_S: Final = 86_400
_HOUR_S: Final = 3600


@dataclass(frozen=True, slots=True)
class Saved:
    """How a run on so many GPUs saves, and what failures leave of its time.

    Attributes
    ----------
    save_s, interval_s, best_s
        Standing still for a checkpoint, from one to the next, and the interval that loses least.
    mean_s
        Mean time between failures of the whole job.
    left
        Part of the time that trains.
    means_s, left_between
        Both by the most and the fewest failures that are published, the interval as it is.
    """

    save_s: float
    interval_s: float
    best_s: float
    mean_s: float
    left: float
    means_s: tuple[float, float]
    left_between: tuple[float, float]

    def share(self) -> Figure:
        """Return the part of the time that trains, between published rates of failures."""
        low, high = self.left_between
        return Figure(low, high, self.left, "", 0.0, (FAILURES_OF,), estimated=True)

    def mean(self) -> Figure:
        """Return the mean time between failures, s."""
        low, high = self.means_s
        return Figure(low, high, self.mean_s, "s", 0.0, (FAILURES_OF,), estimated=True)


def saved(workload: Workload, ranks: int) -> Saved:
    """Return how a run saves: as it states, else by what is assumed."""
    mean_s = GPU_HOURS_PER_FAILURE * _HOUR_S / ranks
    save_s = SAVE_S if workload.save_s is None else workload.save_s
    best_s = best_interval(save_s, mean_s)
    interval_s = best_s if workload.interval_s is None else workload.interval_s
    left = losses(save_s, RESTART_S, interval_s, mean_s).goodput
    most, fewest = (hours * _HOUR_S / ranks for hours in GPU_HOURS_SPREAD)
    ends = [losses(save_s, RESTART_S, interval_s, one).goodput for one in (most, fewest)]
    return Saved(save_s, interval_s, best_s, mean_s, left, (most, fewest), (ends[0], ends[1]))


def with_network(job: Job, drawn: Drawn, plan: Priced, nic_gbps: float) -> Priced:
    """Return the same plan with another network."""
    if isinstance(job.asked, Service):
        raise TypeError("a service has no plan")
    return priced(replace(job.asked, cluster=cluster_with(drawn, nic_gbps)), plan.plan)


def iteration_time(job: Job, drawn: Drawn, best: Priced, nic: Figure | None) -> Figure:
    """Return the time of an iteration: the band of its profile around what the network leaves."""
    profile = f"profile {job.asked.profile.id}"
    basis: tuple[str, ...] = (profile,)
    gaps: tuple[Gap, ...] = ()
    if nic is None or best.plan.ranks <= drawn.domain:
        low = high = value = best.ledger.total
    else:
        low = with_network(job, drawn, best, nic.high).ledger.total if nic.high < inf else 0.0
        high = with_network(job, drawn, best, nic.low).ledger.total if nic.low > 0 else inf
        value = with_network(job, drawn, best, nic.likely).ledger.total
        basis, gaps = (profile, *nic.basis), nic.gaps
    known = None if nic is not None and nic.likely <= LEAST_GB_S else value
    return Figure(
        low * (1 - job.wide), high * (1 + job.wide), known, "s", 0.0, basis, gaps, estimated=True
    )  # fmt: skip


def run_days(workload: Workload, job: Job, drawn: Drawn, best: Priced) -> Figure | None:
    """Return the days of a whole run by a plan; None where nobody says its tokens, or for ever."""
    if workload.tokens is None or not isinstance(job.asked, Asked):
        return None
    found = saved(workload, best.plan.ranks)
    if found.left < NOWHERE:
        return None
    steps = workload.tokens / (job.asked.batch * job.asked.sequence)
    time_s = iteration_time(job, drawn, best, drawn.nic)
    return time_s.times(steps / _DAY_S, "d").per(found.share(), "d")
