"""Columns of locks, groups and layers, which tables of several kinds have."""

from collections.abc import Callable
from typing import Any, Final

from designer.model.layout import Placed
from designer.ui.fields.holding_fields import LOCKED
from designer.ui.fields.tables.column import Column, Editing
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.makers import words

Of = Callable[[Facts, Any], Any]


def _itself(_facts: Facts, line: Any) -> Any:  # noqa: ANN401 - a record of any kind
    return line


def _brought(facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
    if not isinstance(line, Placed) or line.key in facts.layout.devices:
        return ""
    return "it comes with the assembly of its rack"


def _columns(of: Of) -> tuple[Column, ...]:
    def said(name: str) -> Callable[[Facts, Any], str]:
        return lambda facts, line: str(getattr(of(facts, line), name, ""))

    def locked(facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
        return "yes" if getattr(of(facts, line), "locked", False) else "no"

    return (
        words("locked", "Locked", locked, 70, shown=False, also=("lock",),
              edit=Editing("choice", "locked", choices=lambda _: LOCKED, why_not=_brought,
                           held=bool)),
        words("group", "Group", said("group"), 100, shown=False,
              edit=Editing("text", "group", optional=True, why_not=_brought)),
        words("layer", "Layer", said("layer"), 100, shown=False,
              edit=Editing("text", "layer", optional=True, why_not=_brought)),
    )  # fmt: skip


HOLDING: Final = _columns(_itself)
HOLDING_OF_DEVICES: Final = _columns(lambda facts, line: facts.layout.devices.get(line.key))[:2]
"""Without a layer: they are on that of their rack."""
