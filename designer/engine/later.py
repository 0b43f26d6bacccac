"""Work that a report does not wait for: done in slices, while nobody asks for anything."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from designer.engine.results import Lost, News, NotComputedError, attempt
from designer.engine.subject import Facts, Subject

PART: Final = "what is worked out after the report"


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
    lost
        What of it could not be computed: a report stands without this work, and says so.
    presses
        Whether what is altered is told before the rest is worked out.
    """

    subjects: Iterable[Subject]
    facts_of: Callable[[Subject], Facts]
    altered: set[str] = field(default_factory=set)
    lost: list[Lost] = field(default_factory=list)
    presses: bool = False

    def __post_init__(self) -> None:
        self._slices = self._every()
        self._untold = False
        self._left = True

    @property
    def has_news(self) -> bool:
        """Whether a report has not been told of all of it."""
        return self._untold or bool(self.altered)

    def slice(self) -> bool:
        """Do one slice; return whether more is left."""
        self._left = next(self._slices, None) is not None
        return self._left

    @property
    def is_told(self) -> bool:
        """Whether all of it is done, and a report has been told of it."""
        return not self._left and not self.has_news

    def end(self) -> None:
        """Do no more of it, and let go of what it looked at, which would be a ring of garbage."""
        self._slices.close()

    def taken(self) -> frozenset[str]:
        """Return the names of what is altered, and count them as taken into a report."""
        names = frozenset(self.altered)
        self.altered.clear()
        self._untold = self.presses = False
        return names

    def _every(self) -> Generator[bool, None, None]:
        for subject in self.subjects:
            if subject.later is None:
                continue
            slices = self._of(subject)
            step = partial(attempt, subject.name, partial(next, slices, None), PART)
            while (more := step()) is not None:
                if isinstance(more, Lost):
                    self.lost.append(more)
                    self._untold = True
                    continue
                if more:
                    self.altered.add(subject.name)
                    self.presses |= more is News.AT_ONCE
                yield True

    def _of(self, subject: Subject) -> Iterator[bool | News | Lost]:
        if subject.later is None:
            return
        try:
            yield from subject.later(self.facts_of(subject))
        except NotComputedError:
            # What it rests on is not there, which the report says already.
            return
