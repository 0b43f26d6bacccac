"""The stages of a design as a list, and the field that says in which a thing comes."""

from collections.abc import Callable, Sequence
from typing import Any

from designer.document.document import Edit
from designer.document.edits import set_fields
from designer.document.edits.stages import add_stage, drop_stage, set_stage
from designer.document.errors import EditError
from designer.model.dates import DATE_FORMS
from designer.model.design import Design
from designer.model.stages import STAGED, in_order, stage_words
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import RecordKind

FIRST = ("the first", "")
"""What names no stage is there from the first."""


def stages() -> RecordKind:
    """Return the list of stages."""

    def setter(key: str, name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("stages", key, **{name: value})

    def fields(design: Design, key: str) -> list[Field]:
        stage = next(one for one in design.stages if one.id == key)
        return [
            Field("stage_name", "Name", "text", stage.name, setter(key, "name")),
            Field("stage_order", "Order", "integer", stage.order, setter(key, "order"),
                  record="Stage", figure="order", hint="stages come in the order of this number"),
            Field("stage_date", "Runs from", "text", stage.date, setter(key, "date"),
                  hint=DATE_FORMS),
            Field("stage_note", "Note", "text", stage.note, setter(key, "note")),
        ]  # fmt: skip

    def add(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
        edit = add_stage(text)
        made = {one.id for one in edit(design).stages} - {one.id for one in design.stages}
        if not made:
            raise EditError("a stage needs a name, as Day 2")
        return made.pop(), edit

    return RecordKind(
        title="Stages",
        one="stage",
        lead="What the design grows through. Things say in which stage they come, with all that "
        "hangs on them; figures, checks and sheets can be those of any stage. What comes in a "
        "stage that is removed comes in the one before.",
        lines=lambda design: [
            (one.id, f"{stage_words(one)} · {_counted(design, one.id)}")
            for one in in_order(design.stages)
        ],
        fields=fields,
        remove=drop_stage,
        ask="Name",
        add=add,
        suggest=lambda design: f"Day {len(design.stages) + 1}",
    )


def _counted(design: Design, key: str) -> str:
    """Return how many things say that they come in a stage."""
    number = sum(one.stage == key for name in STAGED for one in getattr(design, name))
    number += sum(slot.stage == key for one in design.assemblies for slot in one.slots)
    return f"{number:,} things come in it" if number != 1 else "1 thing comes in it"


def stage_fields(design: Design, records: Sequence[Any], keys: tuple[str, ...]) -> list[Field]:
    """Return the field that says in which stage things come; none of a design without stages.

    Parameters
    ----------
    records
        What names a stage: racks, devices, trays, records of the room's power, …
    keys
        What they are selected by.
    """
    if not design.stages:
        return []
    choices = (FIRST, *((stage_words(one), one.id) for one in in_order(design.stages)))
    named = {one.stage for one in records}
    mixed = len(named) > 1
    return [
        Field("stage", "Comes in", "choice", None if mixed else named.pop(),
              lambda value: set_stage(keys, value), mixed, choices,
              hint="until then it is not counted; a device comes no earlier than its rack"),
    ]  # fmt: skip
