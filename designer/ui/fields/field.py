"""One field of a form: its value, its limits, and the edit that a new value makes. No widgets."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from designer.document.document import Edit

Kind = Literal["text", "integer", "number", "half-u", "choice", "several", "date"]
Value = str | int | float | tuple[str, ...] | None


def no_edit(_value: object) -> Edit:
    """Return the edit that changes nothing, for a field that is written otherwise."""
    return lambda design: design


@dataclass(frozen=True)
class Field:
    """One line of a form.

    Attributes
    ----------
    kind
        What is typed. `half-u` is typed in rack units and held in halves of them.
    value
        What all records of the form have in common; `mixed` says that they differ.
    edit
        Makes the edit for a new value, over all of these records.
    choices
        Words and value of each choice; of `several`, any number may be chosen.
    record, figure
        Record and field in the table of physical ranges (`model/ranges.py`), which then bounds the
        value; `figure` is empty where it is called as the form's field is.
    low, high
        Narrower bounds, or those of a figure that the table does not have; None is unbounded.
    fallback
        What holds while an optional value is not given, in words.
    source
        Where `fallback` is from.
    """

    name: str
    label: str
    kind: Kind
    value: Value
    edit: Callable[[Any], Edit] = no_edit
    mixed: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    low: float | None = None
    high: float | None = None
    hint: str = ""
    optional: bool = False
    fallback: str = ""
    source: str = ""
    record: str = ""
    figure: str = ""
