"""How many more of what is bought lie in stock. May import the base of the model's records."""

from collections.abc import Iterator
from math import ceil

from designer.model.record import Record

_DUST = 1e-9
"""A share of a number that is whole but for this much of arithmetic is whole."""


class SpareRule(Record):
    """Spares of a kind of part, or of one part: what a person decided, never a default.

    Attributes
    ----------
    id
        A kind of part (`switch`, `transceiver`), what sits in devices (`power-supply`, `drive`),
        or the id of a part, whose rule goes before that of its kind.
    percent
        Spares for each hundred that are installed, rounded up; `None` for no share.
    at_least
        The fewest of each part, and of each length of a cable, that is installed at all; `None`
        for no such number.
    source
        Who says so: a maker's support plan, an agreement, the house's practice.
    """

    id: str
    percent: float | None = None
    at_least: int | None = None
    source: str = ""
    note: str = ""

    def spares(self, installed: int) -> int:
        """Return how many lie in stock beside those installed, of one part; 0 beside none."""
        if installed <= 0:
            return 0
        share = 0 if self.percent is None else ceil(installed * self.percent / 100 - _DUST)
        return max(share, 0 if self.at_least is None else self.at_least)

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield that neither a share nor a number is stated."""
        if self.percent is None and self.at_least is None:
            problem = f"spares of {self.id!r} need percent or at_least, or both: give one"
            yield "percent", problem
