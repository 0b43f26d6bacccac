"""What the report says of choosing between owning and renting: unit costs, reasons, an advice.

May import the figures of the model. The whole report stands in `report`.
"""

from typing import Literal

from designer.model.measured import Measured
from designer.model.record import Record

Says = Literal["own", "rent", "open"]
"""What a reason speaks for; `open` where its question has no answer."""


class Reason(Record):
    """One published threshold or question, answered by the design.

    Attributes
    ----------
    words
        What is asked, or holds.
    found
        What the design says of it; empty where it says nothing.
    source
        Whose rule it is.
    """

    says: Says
    words: str
    found: str = ""
    source: str = ""


class UnitCost(Measured):
    """What work costs by one way to have the GPUs, in units of the currency.

    Attributes
    ----------
    way
        `own`, or the term of renting.
    run
        Of a whole training run.
    trained
        Of a million tokens in training.
    served, prompts, answers
        Of a million tokens of a service whose servers are always full: all of it on answers, and
        shared between both.
    at_load
        Of a million tokens of answers at the load that comes; None where none is stated.
    note
        What it leaves out, in words.
    """

    way: str
    gpu_hour: float | None = None
    run: float | None = None
    trained: float | None = None
    served: float | None = None
    prompts: float | None = None
    answers: float | None = None
    at_load: float | None = None
    note: str = ""


class WorkCost(Record):
    """What one workload costs by each way to have the GPUs."""

    id: str
    name: str = ""
    kind: str = "training"
    ways: tuple[UnitCost, ...] = ()


class Choice(Measured):
    """Owning or renting by the published advice, and what work costs by each way.

    Attributes
    ----------
    advice
        `own`, `rent`, `hybrid` or empty: what the reasons that are answered come to.
    why
        That in a sentence.
    measured, asked
        Thresholds held against figures of the design, and questions that the site answers.
    """

    currency: str = "USD"
    advice: str = ""
    why: str = ""
    measured: tuple[Reason, ...] = ()
    asked: tuple[Reason, ...] = ()
    work: tuple[WorkCost, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons, first those that figures answer."""
        return (*self.measured, *self.asked)

    @property
    def is_computed(self) -> bool:
        """Whether anything is said."""
        return bool(self.reasons or self.work)
