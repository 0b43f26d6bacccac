"""The stages in which a design is built: day 1, day 2, and so on."""

from collections.abc import Iterable, Iterator
from typing import Final

from designer.model.counting import parted
from designer.model.dates import DATE_FORMS, is_date
from designer.model.record import Record

STAGED: Final = ("racks", "devices", "power", "fabrics", "trays", "loops")
"""Collections of which each record says in which stage it comes; slots of assemblies do so too."""


class Stage(Record):
    """A stage of a design: what has its id as `stage` comes in it, and stays.

    Attributes
    ----------
    order
        Stages come in the order of this number; those of one number in the order of their ids, in
        which `day-10` comes after `day-9`.
    date
        When it is to run: a year, a month or a day; empty where nobody says.
    """

    id: str
    name: str = ""
    order: int = 0
    date: str = ""
    note: str = ""

    @property
    def called(self) -> str:
        """Its name, or its id where it has none."""
        return self.name or self.id

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a date that is none."""
        if self.date and not is_date(self.date):
            yield "date", f"date cannot be {self.date!r}: give {DATE_FORMS}"


def stage_words(stage: Stage) -> str:
    """Return what a stage is called, with its date: `Day 2, 2028-03`."""
    return f"{stage.called}, {stage.date}" if stage.date else stage.called


def in_order(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Return stages as they come, the first first."""
    return tuple(sorted(stages, key=_place))


def ranks(stages: Iterable[Stage]) -> dict[str, int]:
    """Return the how-manieth each stage is, from 0, by id.

    What names no stage, or one that is not there, is there from the first: read `ranks.get(…, 0)`.
    """
    return {stage.id: at for at, stage in enumerate(in_order(stages))}


def _place(stage: Stage) -> tuple[int, str, int, str, str]:
    before, digits, after = parted(stage.id) or (stage.id, "-1", "")
    return stage.order, before, int(digits), after, stage.id
