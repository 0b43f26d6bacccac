"""Work that a report does not wait for: done in slices, while nobody asks for anything."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from designer.engine.results import attempt
from designer.engine.subject import Facts, Subject


@dataclass
class Later:
    """The work of all subjects for one report, one after another.

    Parameters
    ----------
    subjects
        In order.
    facts_of
        What a subject looks at.

    Attributes
    ----------
    altered
        Names of the subjects whose result is another with what was found.
    """

    subjects: Iterable[Subject]
    facts_of: Callable[[Subject], Facts]
    altered: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._slices = self._every()

    def slice(self) -> bool:
        """Do one slice; return whether more is left."""
        return next(self._slices, None) is not None

    def taken(self) -> frozenset[str]:
        """Return the names of what is altered, and count them as taken into a report."""
        names = frozenset(self.altered)
        self.altered.clear()
        return names

    def _every(self) -> Iterator[bool]:
        for subject in self.subjects:
            if subject.later is None:
                continue
            slices = self._of(subject)
            # What fails here leaves the report as it is: it stands without this work.
            while isinstance(more := attempt(subject.name, partial(next, slices, None)), bool):
                if more:
                    self.altered.add(subject.name)
                yield more

    def _of(self, subject: Subject) -> Iterator[bool]:
        if subject.later is not None:
            yield from subject.later(self.facts_of(subject))
