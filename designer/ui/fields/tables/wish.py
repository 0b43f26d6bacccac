"""A cell that is to say something else, and what becomes of it."""

from dataclasses import dataclass
from typing import Any

from designer.ui.fields.field import Value
from designer.ui.fields.tables.column import Column, Editing


@dataclass(frozen=True, slots=True)
class Wish:
    """A cell, and what is to stand in it.

    Attributes
    ----------
    n
        The how-manieth line it is, from 1.
    formula
        Whether what is typed may count with the cell; what is pasted is taken as it is.
    """

    line: Any
    column: Column
    text: str
    n: int = 1
    formula: bool = True


@dataclass(frozen=True, slots=True)
class Cells:
    """What becomes of a cell.

    Attributes
    ----------
    before, after
        What it says, and will say.
    value
        As its record holds it.
    why
        Why it cannot be; empty where it can.
    """

    wish: Wish
    name: str
    before: str
    after: str
    value: Value = None
    why: str = ""

    @property
    def differs(self) -> bool:
        """Whether it becomes something else."""
        return not self.why and self.before != self.after


def held_value(editing: Editing, value: Value) -> Any:  # noqa: ANN401 - the record checks it
    """Return a value as the record holds it."""
    return value if editing.held is None else editing.held(value)
