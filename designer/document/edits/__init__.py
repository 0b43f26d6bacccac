"""Edits: each function returns a pure function `Design -> Design` for `Document.apply`.

Devices stand in `devices.py`, what stands on the floor in `racks.py` and `rows.py`, copies in
`duplicates.py`, what is copied and pasted in `clips.py` and `paste.py`, fillings that racks share
in `assemblies.py`, what the room has in `room.py`, networks in `fabrics.py`, and what works on any
record in `records.py`; locks, groups and layers in `holding.py`, what aligns and
distributes in `arranging.py`, what takes rows and pods apart in `detaching.py`. A new edit goes
beside its kind and is named here.
"""

from designer.document.edits.arranging import (
    align_devices,
    align_racks,
    distribute_racks,
    racks_to_tiles,
)
from designer.document.edits.assemblies import (
    apply_to_copies,
    copy_assembly,
    detach_assemblies,
    detach_assembly,
    edit_assembly,
    filling_name,
    make_assembly,
    remove_assembly,
)
from designer.document.edits.copy_places import FloorInView
from designer.document.edits.detaching import detach_pod, detach_row
from designer.document.edits.devices import move_devices, place_device
from designer.document.edits.duplicates import duplicate, duplicate_notes
from designer.document.edits.fabrics import add_fabric, remove_fabric
from designer.document.edits.groups import free_name
from designer.document.edits.holding import group, lock, put_on_layer, ungroup, unlock
from designer.document.edits.mirrors import mirror_racks
from designer.document.edits.moving import move_things
from designer.document.edits.plant import (
    move_plant,
    place_pipe,
    place_plant,
    set_plant,
    set_run,
    take_pipe_off,
    turn_plant,
)
from designer.document.edits.properties import give_properties
from designer.document.edits.racks import (
    add_row,
    exchange_places,
    move_racks,
    move_row,
    place_rack,
    rotate_racks,
    turn_that_fits,
)
from designer.document.edits.records import (
    drop,
    in_sequence,
    put,
    remove,
    rename,
    set_each,
    set_fields,
)
from designer.document.edits.replaced_fewer import replace_fewer
from designer.document.edits.replaced_parts import replace_part
from designer.document.edits.room import (
    put_feed,
    put_obstacle,
    put_passage,
    remove_feed,
    remove_obstacle,
    remove_passage,
    resize_room,
    turn_obstacles,
)
from designer.document.edits.row_names import number_row
from designer.document.edits.row_shapes import (
    begin_row,
    follow_row,
    put_in_line,
    shape_row,
)
from designer.document.edits.rows import remove_row, rename_row

__all__ = [
    "FloorInView",
    "add_fabric",
    "add_row",
    "align_devices",
    "align_racks",
    "apply_to_copies",
    "begin_row",
    "copy_assembly",
    "detach_assemblies",
    "detach_assembly",
    "detach_pod",
    "detach_row",
    "distribute_racks",
    "drop",
    "duplicate",
    "duplicate_notes",
    "edit_assembly",
    "exchange_places",
    "filling_name",
    "follow_row",
    "free_name",
    "give_properties",
    "group",
    "in_sequence",
    "lock",
    "make_assembly",
    "mirror_racks",
    "move_devices",
    "move_plant",
    "move_racks",
    "move_row",
    "move_things",
    "number_row",
    "place_device",
    "place_pipe",
    "place_plant",
    "place_rack",
    "put",
    "put_feed",
    "put_in_line",
    "put_obstacle",
    "put_on_layer",
    "put_passage",
    "racks_to_tiles",
    "remove",
    "remove_assembly",
    "remove_fabric",
    "remove_feed",
    "remove_obstacle",
    "remove_passage",
    "remove_row",
    "rename",
    "rename_row",
    "replace_fewer",
    "replace_part",
    "resize_room",
    "rotate_racks",
    "set_each",
    "set_fields",
    "set_plant",
    "set_run",
    "shape_row",
    "take_pipe_off",
    "turn_obstacles",
    "turn_plant",
    "turn_that_fits",
    "ungroup",
    "unlock",
]
