"""Mirroring what stands on the floor, as one, about the middle of the box around it."""

from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.racks import check_all, whole_rows
from designer.document.errors import EditError
from designer.document.placement import box_around, rack_box
from designer.document.row_order import line_of
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

    A row alone keeps its place and faces the other way; what stands out of its line goes to the
    other side of it. Twice leads back.

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
        whole = whole_rows(design, ids)
        apart = {key for row in whole for key in _out_of_line(racks, row)}
        around = box_around(rack_box(catalog, rack) for rack in racks if rack.id not in apart)
        made = [_mirrored(catalog, rack, around, across) for rack in racks]
        check_all(layout, catalog, made)
        rows = tuple(_row_mirrored(row, racks, made, apart, across) for row in whole)
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


def _out_of_line(racks: list[Rack], row: Row) -> set[str]:
    """Return the racks of a row that stand out of its line: it is not mirrored about them."""
    mine = [rack for rack in racks if rack.row == row.id]
    line = line_of(mine, row)
    return {rack.id for rack in mine if line is not None and line.out_by_mm(rack)}


def _row_mirrored(
    row: Row, before: list[Rack], after: list[Rack], apart: set[str], across: Across
) -> Row:
    """Return a row as far from the racks in its line as it was."""
    (left, top), (x, y) = (
        (min(rack.x_mm for rack in mine), min(rack.y_mm for rack in mine))
        for mine in (
            [rack for rack in racks if rack.row == row.id and rack.id not in apart]
            for racks in (before, after)
        )
    )
    return row.evolve(
        x_mm=row.x_mm + x - left, y_mm=row.y_mm + y - top, rotation=_faces(row.rotation, across)
    )
