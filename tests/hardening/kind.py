"""What every kind of attack is: entered once for a run of many, each repeatable by its seed."""

import random
from pathlib import Path
from types import TracebackType
from typing import Self


class Kind:
    """One kind of attack. Make one, enter it, attack as often as you like.

    Attributes
    ----------
    amount
        How many things one attack does: the kills, the actions, the edits in it.
    things
        What those are called; empty where an attack is one thing.
    """

    amount: int = 1
    things: str = ""

    def __enter__(self) -> Self:
        """Start what all attacks of a run share."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """End what was started."""

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Attack once; return what went wrong, in a line, or nothing.

        Parameters
        ----------
        chance
            All that is drawn is drawn from it.
        folder
            An empty folder, removed afterwards.
        """
        raise NotImplementedError

    def figures(self) -> str:
        """Return what was measured in this run, in words."""
        return ""
