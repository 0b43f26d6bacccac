"""Work that may take seconds, in slices: each time somebody asks for it a slice more is done.

Reports and other questions come in between. Who asks is told what is there, or that it is not
there yet, and asks again; what nobody asks for any more goes no further.
"""

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from typing import Any, Final

KEPT: Final = 32
"""Pieces of work kept, done or not."""

Steps = Generator[None, None, Any]


@dataclass
class Job:
    """One piece of work.

    Attributes
    ----------
    found
        What it gives; None until it is done.
    """

    steps: Steps
    done: bool = False
    found: Any = None

    def go_on(self, slices: int) -> None:
        """Do some slices of it."""
        for _ in range(slices):
            if self.done:
                return
            try:
                next(self.steps)
            except StopIteration as end:
                self.done, self.found = True, end.value


@dataclass
class Meanwhile:
    """Does each piece of work once."""

    _jobs: dict[Hashable, Job] = field(default_factory=dict)

    def look(self, key: Hashable, begin: Callable[[], Steps], slices: int = 1) -> Job:
        """Return a piece of work, some slices further; begin it where nobody asked for it before.

        What fails is told to who asks, and begun anew the next time.
        """
        if len(self._jobs) >= KEPT:
            self._jobs.clear()
        job = self._jobs.pop(key, None) or Job(begin())
        job.go_on(slices)
        self._jobs[key] = job
        return job
