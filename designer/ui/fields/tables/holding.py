"""Columns of stages, locks, groups and layers, which tables of several kinds have."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits.stages import set_stage
from designer.model.design import Design
from designer.model.layout import Placed
from designer.model.stages import in_order
from designer.ui.fields.holding_fields import LOCKED
from designer.ui.fields.stage_records import FIRST
from designer.ui.fields.tables.column import Column, Editing
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.makers import words

Of = Callable[[Facts, Any], Any]
Setting = Callable[[Facts, Design, str, Any], Edit]


def _itself(_facts: Facts, line: Any) -> Any:  # noqa: ANN401 - a record of any kind
    return line


def _brought(facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
    if not isinstance(line, Placed) or line.key in facts.layout.devices:
        return ""
    return "it comes with the assembly of its rack"


def _columns(of: Of, stage: Setting | None = None) -> tuple[Column, ...]:
    def said(name: str) -> Callable[[Facts, Any], str]:
        return lambda facts, line: str(getattr(of(facts, line), name, ""))

    def locked(facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
        return "yes" if getattr(of(facts, line), "locked", False) else "no"

    return (
        words("stage", "Stage", lambda facts, line: _stage(facts, of(facts, line)), 90, shown=False,
              also=("phase",),
              edit=Editing("choice", "stage", choices=_stages, why_not=_brought, edit=stage)),
        words("locked", "Locked", locked, 70, shown=False, also=("lock",),
              edit=Editing("choice", "locked", choices=lambda _: LOCKED, why_not=_brought,
                           held=bool)),
        words("group", "Group", said("group"), 100, shown=False,
              edit=Editing("text", "group", optional=True, why_not=_brought)),
        words("layer", "Layer", said("layer"), 100, shown=False,
              edit=Editing("text", "layer", optional=True, why_not=_brought)),
    )  # fmt: skip


def _stage(facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
    named = getattr(line, "stage", "")
    return next((one.called for one in facts.design.stages if one.id == named), named)


def _stages(facts: Facts) -> tuple[tuple[str, str], ...]:
    return (FIRST, *((one.called, one.id) for one in in_order(facts.design.stages)))


HOLDING: Final = _columns(_itself)
HOLDING_OF_DEVICES: Final = _columns(
    lambda facts, line: facts.layout.devices.get(line.key, line),
    lambda _facts, _design, key, value: set_stage((key,), value),
)[:3]
"""Without a layer: they are on that of their rack."""
