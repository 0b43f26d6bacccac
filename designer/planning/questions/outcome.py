"""What a plan from answers says: a design with all that it assumes, or why not and what fits."""

from dataclasses import dataclass

from designer.model.design import Design


@dataclass(frozen=True)
class Assumption:
    """Something that was not asked, or follows from what was: what, its value, and why."""

    what: str
    value: str
    why: str

    def line(self) -> str:
        """Return it as one line of text."""
        return (
            f"{self.what}: {self.value} ({self.why})" if self.why else f"{self.what}: {self.value}"
        )


@dataclass(frozen=True)
class Proposal:
    """A design that meets the answers, or comes nearest.

    Attributes
    ----------
    template, arguments
        What builds it, before it is set into a room.
    racks
        That hold nodes or network; cooling units are none.
    """

    template: str
    arguments: tuple[tuple[str, str], ...]
    design: Design
    gpus: int
    racks: int
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True)
class Plan:
    """What came of answers.

    Attributes
    ----------
    proposal
        None where nothing meets them.
    why_not
        Then one line: what does not fit, and what would do.
    nearest
        What fits nearest to it, if anything does.
    """

    proposal: Proposal | None
    why_not: str = ""
    nearest: Proposal | None = None
