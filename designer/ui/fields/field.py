"""One field of a form: its value, its limits, and the edit that a new value makes. No widgets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from designer.document.document import Edit

Kind = Literal["text", "integer", "number", "choice", "parts", "date"]
Value = str | int | float | tuple[str, ...] | None


@dataclass(frozen=True)
class Field:
    """One line of a form.

    Attributes
    ----------
    value
        What all selected records have in common; `mixed` says that they differ.
    edit
        Makes the edit for a new value, over all selected records.
    choices
        Words and value of each choice; for `parts`, of each part that may be named.
    fallback
        What holds while an optional value is not given, in words.
    source
        Where `fallback` is from.
    """

    name: str
    label: str
    kind: Kind
    value: Value
    edit: Callable[[Any], Edit]
    mixed: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    low: float = 0.0
    high: float = 1_000_000.0
    hint: str = ""
    optional: bool = field(default=False)
    fallback: str = ""
    source: str = ""
