"""For how long the engine may work at a job, by the size of the design and what it got done."""

DEADLINE_MS = 5_000
HANG_MS = 30_000
USUAL_RACKS = 4_000
"""What 100,000 GPUs stand in: a design gets the time above again for each so many racks more."""
STUCK_BELOW = 0.05
"""Share of the time gone by that an engine which works has a processor for at the least."""
STARVED_BELOW = 0.8
"""Share of the deadline for which it must have had one before a job is overdue."""
MOST_PATIENCE = 5
"""How many deadlines a job gets on a busy machine besides the first."""


def given(ms: int, racks: int) -> int:
    """Return what a design of so many racks is given where a usual one is given so long."""
    return ms * (1 + racks // USUAL_RACKS)


def is_starved(worked: int, deadline: int, patience: int) -> bool:
    """Return whether the engine works, and a busy machine leaves it little time for that.

    To begin anew would take longer still. One that does not work at all is stuck.

    Parameters
    ----------
    worked
        For how long it has had a processor since the job began.
    patience
        How many deadlines the job is given yet.
    """
    waited = deadline * (1 + MOST_PATIENCE - patience)
    return STUCK_BELOW * waited <= worked < deadline * STARVED_BELOW
