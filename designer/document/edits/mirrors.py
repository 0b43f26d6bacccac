"""Mirroring what stands on the floor, as one, about the middle of the box around it."""

from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.racks import check_all, whole_rows
from designer.document.errors import EditError
from designer.document.placement import box_around, rack_box
from designer.model.change import Change, apply
from designer.model.design import Design, Rack, Rotation, Row
from designer.model.layout import Layout

Across = Literal["x", "y"]
"""Which of its two coordinates is turned about: `y` puts the lowest uppermost."""
_LEFT_RIGHT: Final[dict[Rotation, Rotation]] = {0: 0, 90: 270, 180: 180, 270: 90}
_UP_DOWN: Final[dict[Rotation, Rotation]] = {0: 180, 90: 90, 180: 0, 270: 270}


@named
def mirror_racks(catalog: Catalog, ids: tuple[str, ...], across: Across = "y") -> Edit:
    """Mirror racks as one: places and the way they face; a row of which all are goes with them.

    A row alone keeps its place and faces the other way. Twice leads back.

    Parameters
    ----------
    across
        `y` exchanges above and below, `x` left and right.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        if unknown := [key for key in ids if key not in layout.racks]:
            raise EditError(f"no rack {unknown[0]!r}")
        if not ids:
            raise EditError("no rack to mirror")
        racks = [layout.racks[key] for key in ids]
        around = box_around(rack_box(catalog, rack) for rack in racks)
        made = [_mirrored(catalog, rack, around, across) for rack in racks]
        check_all(layout, catalog, made)
        rows = tuple(_row_mirrored(row, made, across) for row in whole_rows(design, ids))
        put = (("racks", tuple(made)), *((("rows", rows),) if rows else ()))
        return apply(design, Change(put=put))

    return edit


def _mirrored(
    catalog: Catalog, rack: Rack, around: tuple[int, int, int, int], across: Across
) -> Rack:
    left, top, right, bottom = rack_box(catalog, rack)
    rotation = _faces(rack.rotation, across)
    if across == "x":
        return rack.evolve(x_mm=rack.x_mm + around[0] + around[2] - left - right, rotation=rotation)
    return rack.evolve(y_mm=rack.y_mm + around[1] + around[3] - top - bottom, rotation=rotation)


def _faces(rotation: Rotation, across: Across) -> Rotation:
    return (_LEFT_RIGHT if across == "x" else _UP_DOWN)[rotation]


def _row_mirrored(row: Row, racks: list[Rack], across: Across) -> Row:
    mine = [rack for rack in racks if rack.row == row.id]
    return row.evolve(
        x_mm=min(rack.x_mm for rack in mine), y_mm=min(rack.y_mm for rack in mine),
        rotation=_faces(row.rotation, across),
    )  # fmt: skip
