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
from designer.engine.subjects.workloads.stops import Stops, stops
from designer.model.figures import Figure, Gap, exact, merged
from designer.model.workload import Workload

FAILURES_OF: Final = "failures of Llama 3, arXiv 2407.21783"
_DAY_S: Final = 86_400
_HOUR_S: Final = 3600


@dataclass(frozen=True, slots=True)
class Saved:
    """How a run on so many GPUs saves, and what failures leave of its time.

    Bounds hold the most and the fewest failures that are published, and how long it stands still.

    Attributes
    ----------
    stops
        Standing still for a checkpoint and a restart.
    best, interval
        The interval that loses least, and the one from one checkpoint to the next, s.
    mean
        Mean time between failures of the whole job, s.
    share
        Part of the time that trains; 0 where a run gets nowhere.
    """

    stops: Stops
    best: Figure
    interval: Figure
    mean: Figure
    share: Figure

    @property
    def why(self) -> str:
        """Why its days have no upper end, for all that the network does; empty where they do."""
        if self.share.low > 0:
            return ""
        return self.stops.why or "saved so rarely it may get nowhere"


def saved(workload: Workload, drawn: Drawn, parameters: float, ranks: int) -> Saved:
    """Return how a run saves: as it states, else by what is assumed."""
    found = stops(workload, drawn, parameters)
    low_s, mean_s, high_s = (
        hours * _HOUR_S / ranks
        for hours in (GPU_HOURS_SPREAD[0], GPU_HOURS_PER_FAILURE, GPU_HOURS_SPREAD[1])
    )
    save, restart = found.save, found.restart
    known = None if save.value is None else best_interval(save.value, mean_s)
    best = Figure(
        best_interval(save.low, low_s), best_interval(save.high, high_s), known, "s", 0.0,
        (FAILURES_OF, *save.basis), save.gaps, estimated=known is not None,
    )  # fmt: skip
    stated = workload.interval_s

    def left(save_s: float, restart_s: float, between_s: float) -> float:
        # Whoever runs it knows how long it saves, and not how often it will fail.
        interval = best_interval(save_s, mean_s) if stated is None else stated
        share = losses(save_s, restart_s, interval, between_s).goodput
        return share if share >= NOWHERE else 0.0

    least, most = left(save.high, restart.high, low_s), left(save.low, restart.low, high_s)
    likely = None
    if save.value is not None and restart.value is not None:
        likely = left(save.value, restart.value, mean_s)
        least, most = min(least, likely), max(most, likely)
    share = Figure(
        least, most, likely, "", 0.0, (FAILURES_OF, *save.basis),
        merged((*save.gaps, *restart.gaps)) if least <= 0 else (), estimated=likely is not None,
    )  # fmt: skip
    mean = Figure(low_s, high_s, mean_s, "s", 0.0, (FAILURES_OF,), estimated=True)
    return Saved(found, best, best if stated is None else exact(stated, "s"), mean, share)


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
    share = saved(workload, drawn, job.shape.parameters, best.plan.ranks).share
    if share.high <= 0:
        return None
    steps = workload.tokens / (job.asked.batch * job.asked.sequence)
    time_s = iteration_time(job, drawn, best, drawn.nic)
    return time_s.times(steps / _DAY_S, "d").per(share, "d")
