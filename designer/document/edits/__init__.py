"""Edits: each function returns a pure function `Design -> Design` for `Document.apply`.

Devices stand in `devices.py`, what stands on the floor in `racks.py`, everything that works on
any record in `records.py`. A new edit goes beside its kind and is named here.
"""

from designer.document.edits.devices import move_devices, place_device
from designer.document.edits.racks import (
    add_row,
    detach_assembly,
    edit_assembly,
    move_racks,
    move_row,
    place_rack,
    rotate_racks,
)
from designer.document.edits.records import (
    duplicate,
    in_sequence,
    put,
    remove,
    rename,
    set_fields,
)

__all__ = [
    "add_row",
    "detach_assembly",
    "duplicate",
    "edit_assembly",
    "in_sequence",
    "move_devices",
    "move_racks",
    "move_row",
    "place_device",
    "place_rack",
    "put",
    "remove",
    "rename",
    "rotate_racks",
    "set_fields",
]
