"""How long a run stands still to save and to restart: as it states, else between two ends.

Where nothing is stated, planning values stand for software that hides most of it: training stops
for a copy that is written while it goes on. Nobody says that a run's software does, and what hides
nothing stops until the storage that is drawn has written the checkpoint, or read it back.
"""

from dataclasses import dataclass
from math import inf
from typing import Final

from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.saving import ADAM_BYTES
from designer.model.figures import Figure, exact, missing
from designer.model.workload import Workload

SAVE_S: Final = 10.0
RESTART_S: Final = 600.0
"""Seconds that training stands still for a checkpoint, and until it advances after a failure: as
`calc goodput` takes them where nothing is given."""
PLANNED: Final = "planning value of a save and a restart"
_GB: Final = 1e9


@dataclass(frozen=True, slots=True)
class Stops:
    """What a run stands still, s.

    Attributes
    ----------
    save, restart
        For one checkpoint, and from a failure until it advances again.
    why
        Why one of them has no upper end; empty where both have.
    """

    save: Figure
    restart: Figure
    why: str


def checkpoint_gb(parameters: float) -> float:
    """Return the size of a checkpoint, 10⁹ bytes."""
    return parameters * ADAM_BYTES / _GB


def stops(workload: Workload, drawn: Drawn, parameters: float) -> Stops:
    """Return how long a run stands still."""
    size = exact(checkpoint_gb(parameters), "GB")
    save, restart = workload.save_s, workload.restart_s
    saves = (
        _planned(SAVE_S, 0.0, size, drawn.written_gb_s, f"{workload.id}.save_s")
        if save is None else exact(save, "s")
    )  # fmt: skip
    restarts = (
        _planned(RESTART_S, RESTART_S, size, drawn.read_gb_s, f"{workload.id}.restart_s")
        if restart is None else exact(restart, "s")
    )  # fmt: skip
    return Stops(saves, restarts, _why(saves, restarts, drawn))


def _planned(usual: float, before: float, size: Figure, rate: Figure | None, ref: str) -> Figure:
    """Return a planning value, with what storage takes at most as its upper end.

    Parameters
    ----------
    before
        What passes before storage is asked, s.
    rate
        GB/s; None where no storage is drawn.
    """
    most = None if rate is None else exact(before, "s") + size.per(rate, "s")
    high = inf if most is None else most.clipped(usual).high
    known_of = ((), ()) if rate is None else (rate.basis, rate.gaps)
    basis, gaps = (PLANNED, *known_of[0]), (*missing(ref, "s", usual, high).gaps, *known_of[1])
    nothing = rate is not None and rate.high <= 0
    known = None if nothing else usual
    return Figure(usual, high, known, "s", 0.0, basis, gaps, estimated=known is not None)


def _why(save: Figure, restart: Figure, drawn: Drawn) -> str:
    if inf not in (save.high, restart.high):
        return ""
    rates = [
        rate for stop, rate in ((save, drawn.written_gb_s), (restart, drawn.read_gb_s))
        if stop.high == inf
    ]  # fmt: skip
    if None in rates:
        return "no storage is drawn that takes its checkpoints"
    if any(rate is not None and rate.high <= 0 for rate in rates):
        return "storage takes no checkpoints of nodes as it is drawn"
    return "what storage takes of nodes is not known"
