"""The fields that say whether a thing is locked, in which group and on which layer it is."""

from collections.abc import Sequence
from typing import Any, Final

from designer.document.edits import group, lock, put_on_layer, ungroup, unlock
from designer.ui.fields.field import Field

LOCKED: Final = (("no", ""), ("yes", "yes"))


def holding_fields(records: Sequence[Any], keys: tuple[str, ...]) -> list[Field]:
    """Return the fields of things by what they are selected by; pipes can only be locked.

    Parameters
    ----------
    records
        Racks, devices, trays, records of the room's power, or loops.
    """
    locked, mixed = _common([("yes" if one.locked else "") for one in records])
    fields = [
        Field("locked", "Locked", "choice", locked,
              lambda value: (lock if value else unlock)(keys), mixed, LOCKED,
              hint="it is not moved, removed, replaced or renamed until it is unlocked"),
    ]  # fmt: skip
    if not all(hasattr(one, "group") for one in records):
        return fields
    named, mixed = _common([one.group for one in records])
    fields.append(
        Field("group", "Group", "text", named,
              lambda value: group(keys, value) if value.strip() else ungroup(keys), mixed,
              hint="a click chooses all of a group, Alt and a click one of it")
    )  # fmt: skip
    if all(hasattr(one, "layer") for one in records):
        layer, mixed = _common([one.layer for one in records])
        fields.append(
            Field("layer", "Layer", "text", layer, lambda value: put_on_layer(keys, value), mixed,
                  hint="shown, hidden and spared together: View, Layers")
        )  # fmt: skip
    return fields


def _common(values: list[Any]) -> tuple[Any, bool]:
    same = all(value == values[0] for value in values)
    return (values[0], False) if same else (None, True)
