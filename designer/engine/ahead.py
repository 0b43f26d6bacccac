"""What a change gives once it is made, computed while it is only looked at.

A dragged part is held still before it is dropped. What its preview left out is computed then, so
that the report of the drop is there already. Nothing is told of it before.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from designer.engine.assumptions import Assumptions
from designer.engine.findings import Finding
from designer.engine.run import Known, Run, alike
from designer.engine.subject import Subject
from designer.model.design import Design

T = TypeVar("T")
Findings = dict[str, tuple[Finding, ...]]
"""What the rules of each subject said."""


@dataclass
class Ahead(Generic[T]):
    """The evaluation of a design that may be the next, one subject after another.

    Parameters
    ----------
    subjects
        In order.
    run
        A trial of the design, which leaves alone what the next report goes on from: it computes
        the subjects that a trial computes whole, and a run that is no trial the others.
    base
        What the last report was made of. Some results say what differs from it, so they are of use
        to no report that follows another.
    made
        Makes of the results, and of what rules said, what a report takes over.

    Attributes
    ----------
    found
        What that is, once it is there.
    """

    subjects: Sequence[Subject]
    run: Run
    base: Known
    made: Callable[[Known, Findings], T]
    found: T | None = None
    _left: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self._slices = self._every()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to compute: all is there, or it failed."""
        return not self._left

    def follows(self, base: Known | None, design: Design, site: Assumptions) -> bool:
        """Return whether this is the evaluation of a design that follows a report."""
        return base is self.base and site == self.run.site and alike(self.run.design, design)

    def slice(self) -> bool:
        """Compute what one subject gives anew; return whether more is left."""
        self.run.watch.goes_on()
        self._left = next(self._slices, False)
        return self._left

    def finished(self) -> T | None:
        """Compute what is left; return what a report takes over, None where that failed."""
        while self.slice():
            pass
        return self.found

    def _every(self) -> Generator[bool, None, None]:
        results: dict[str, Any] = {}
        # They share what they note: what was computed, said and timed.
        as_made = replace(self.run, trial=False)
        for subject in self.subjects:
            computed = len(self.run.computed)
            run = as_made if subject.tries_less else self.run
            results = run.results((subject,), results)
            if len(self.run.computed) > computed:
                yield True
        said = as_made.findings(self.subjects, results)
        yield True
        self.found = self.made(Known(as_made.design, as_made.site, results, as_made.said), said)
