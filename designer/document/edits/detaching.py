"""Taking rows and pods apart: their racks stand alone from then on, each as it is.

May import assemblies, groups and the model.
"""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.groups import named_by
from designer.document.edits.holding import ungroup
from designer.document.edits.unfold import all_detached
from designer.document.errors import EditError
from designer.model.change import Change, apply
from designer.model.design import Design, Loop


@named
def detach_row(row_id: str) -> Edit:
    """Let the racks of a row stand alone: in no row, with what they hold as their own devices.

    Names and places stay. A loop that fed the row feeds each of its racks.

    Raises
    ------
    EditError
        From the edit, if there is no such row.
    """

    def edit(design: Design) -> Design:
        if all(row.id != row_id for row in design.rows):
            raise EditError(f"no row {row_id!r}")
        ids = tuple(rack.id for rack in design.racks if rack.row == row_id)
        loose, _ = all_detached(design, ids)
        racks = tuple(one.evolve(row="") for one in loose.racks if one.row == row_id)
        loops = tuple(_fed(one, row_id, ids) for one in loose.loops if row_id in one.racks)
        put = (("racks", racks), ("loops", loops))
        some = tuple((name, changed) for name, changed in put if changed)
        return apply(loose, Change(put=some, drop=(("rows", (row_id,)),)))

    return edit


def _fed(loop: Loop, row_id: str, ids: tuple[str, ...]) -> Loop:
    named = (ids if one == row_id else (one,) for one in loop.racks)
    return loop.evolve(racks=tuple(dict.fromkeys(key for some in named for key in some)))


@named
def detach_pod(name: str) -> Edit:
    """Take a pod apart: its racks are in no group, with what they hold as their own devices.

    Raises
    ------
    EditError
        From the edit, if no group is called so.
    """

    def edit(design: Design) -> Design:
        keys = tuple(key for key, _ in named_by(design, "group", {name} - {""}))
        if not keys:
            raise EditError(f"no pod or group {name!r}")
        loose, _ = all_detached(design, (one.id for one in design.racks if one.group == name))
        return ungroup(keys)(loose)

    return edit
