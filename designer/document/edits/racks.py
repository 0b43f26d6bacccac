"""Edits of what stands on the floor: racks, floor units, rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.feeds import feeds_of_new
from designer.document.edits.naming import fresh_id, next_name, row_letters, slug
from designer.document.errors import EditError
from designer.document.placement import box_around, can_place_rack, footprint, rack_box
from designer.model.change import Change, apply, racks_with_ids
from designer.model.design import Design, Rack, Rotation, Row
from designer.model.layout import Layout
from designer.model.site import HeatRejection, Site

Place = tuple[int, int, Rotation, str]
"""Where a rack stands: x and y in mm, rotation, row."""

_NEXT_ROTATION: dict[Rotation, Rotation] = {0: 90, 90: 180, 180: 270, 270: 0}


@named
def place_rack(
    catalog: Catalog,
    part_id: str,
    x_mm: int,
    y_mm: int,
    rotation: Rotation = 0,
    name: str = "",
    row: str = "",
    assembly: str = "",
) -> Edit:
    """Place a rack or floor unit with its corner nearest the origin at a point.

    Raises
    ------
    EditError
        From the edit, if it cannot stand there; the message says why.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        verdict = can_place_rack(layout, catalog, part_id, x_mm, y_mm, rotation)
        if not verdict.ok:
            raise EditError(f"{verdict.title}: {verdict.reason}")
        part = catalog.require(part_id)
        names = {rack.name for rack in design.racks}
        if name in names:
            raise EditError(f"the name {name} is taken")
        called = name or _rack_name(design, row, names, part.traits.name_prefix)
        key = called if called not in layout.racks else fresh_id(layout.racks, slug(called))
        rack = Rack(
            id=key, name=called, part=part_id, x_mm=x_mm, y_mm=y_mm, rotation=rotation, row=row,
            assembly=assembly, feeds=feeds_of_new(catalog, design, part),
        )  # fmt: skip
        return apply(design, Change(single=_decided(design, part), put=(("racks", (rack,)),)))

    return edit


def _decided(design: Design, part: Part) -> tuple[tuple[str, Site], ...]:
    """Return the site that says how it gives off its heat, as the first cooler or tower shows."""
    if design.site.heat_rejection or part.kind not in get_args(HeatRejection):
        return ()
    return (("site", design.site.evolve(heat_rejection=part.kind)),)


def _rack_name(design: Design, row: str, names: set[str], like: str) -> str:
    in_row = [rack.name for rack in design.racks if row and rack.row == row]
    if in_row:
        return next_name(names, max(in_row))
    row_name = next((r.name or r.id for r in design.rows if r.id == row), "")
    hyphened = [name for name in names if not row_name and name.startswith(f"{like}-")]
    return next_name(names, max(hyphened, default=f"{row_name or like}00"))


@named
def move_racks(
    catalog: Catalog,
    ids: tuple[str, ...],
    dx_mm: int,
    dy_mm: int,
    known: Layout | None = None,
) -> Edit:
    """Move racks by a distance, all or none; a row of which every rack moves goes with them.

    Parameters
    ----------
    known
        An index over the design that will be edited, if there is one: it need not be made anew.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = known if known is not None and known.design is design else Layout(design)
        moved = []
        for key in ids:
            rack = _known(layout, key)
            moved.append(rack.evolve(x_mm=rack.x_mm + dx_mm, y_mm=rack.y_mm + dy_mm))
        check_all(layout, catalog, moved)
        rows = tuple(
            row.evolve(x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm)
            for row in whole_rows(design, ids)
        )
        put = (("racks", tuple(moved)), *((("rows", rows),) if rows else ()))
        return apply(design, Change(put=put))

    return edit


@named
def exchange_places(catalog: Catalog, places: Mapping[str, Place]) -> Edit:
    """Put racks to the places of others, all or none, as one step.

    Parameters
    ----------
    places
        Where each is to stand: x, y in mm, rotation and row.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        moved = [
            _known(layout, key).evolve(x_mm=x, y_mm=y, rotation=rotation, row=row)
            for key, (x, y, rotation, row) in places.items()
        ]
        were = sorted((layout.racks[key].x_mm, layout.racks[key].y_mm) for key in places)
        if sorted((rack.x_mm, rack.y_mm) for rack in moved) != were:
            raise EditError("racks only exchange the places that they have now")
        check_all(layout, catalog, moved)
        return apply(design, Change(put=(("racks", tuple(moved)),)))

    return edit


def whole_rows(design: Design, ids: Iterable[str]) -> tuple[Row, ...]:
    """Return the rows of which every rack is among some."""
    chosen = set(ids)
    touched = {rack.row for rack in racks_with_ids(design.racks, chosen)}
    for rack in design.racks:
        if not touched:
            break  # mostly the row of a rack has others, the first of which tells
        if rack.row in touched and rack.id not in chosen:
            touched.discard(rack.row)
    return tuple(row for row in design.rows if row.id in touched)


@named
def rotate_racks(catalog: Catalog, ids: tuple[str, ...], quarters: int = 1) -> Edit:
    """Turn racks as one clockwise about the centre of the box around them.

    A row that is turned whole turns with its racks. Four turns lead back to where they stood.

    Parameters
    ----------
    quarters
        By how many times 90 degrees; only where they end has to be free.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand turned.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        turned = [_known(layout, key) for key in ids]
        if not turned:
            raise EditError("no rack to turn")
        for _ in range(quarters):
            turned = _quarter_turned(catalog, turned)
        check_all(layout, catalog, turned)
        rows = _turned_rows(design, turned, quarters)
        return apply(design, Change(put=(("racks", tuple(turned)), *rows)))

    return edit


def turn_that_fits(design: Design, catalog: Catalog, ids: tuple[str, ...]) -> tuple[int, str]:
    """Return the least number of quarter turns after which racks can stand, and why no fewer.

    0 where they can stand no other way; the reason is then that of each turn.
    """
    refusals: list[str] = []
    for quarters in (1, 2, 3):
        try:
            rotate_racks(catalog, ids, quarters)(design)
        except EditError as refusal:
            refusals.append(f"by {90 * quarters}° {refusal}")
        else:
            return quarters, "; ".join(refusals)
    return 0, "; ".join(refusals)


def _quarter_turned(catalog: Catalog, racks: list[Rack]) -> list[Rack]:
    left, top, right, bottom = box_around(rack_box(catalog, rack) for rack in racks)
    # Half a millimetre is dropped towards zero, so that the next turn gives it back.
    new_left = left + int((right - left - (bottom - top)) / 2)
    new_top = top + int((bottom - top - (right - left)) / 2)
    turned = []
    for rack in racks:
        at_left, _, _, at_bottom = rack_box(catalog, rack)
        turned.append(
            rack.evolve(
                x_mm=new_left + bottom - at_bottom,
                y_mm=new_top + at_left - left,
                rotation=_NEXT_ROTATION[rack.rotation],
            )
        )
    return turned


def _turned_rows(
    design: Design, turned: list[Rack], quarters: int
) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return the rows of which every rack was turned, turned too."""
    by_id = {rack.id: rack for rack in turned}
    # Of the racks of a row the first, in the order of the design, leads.
    leads: dict[str, Rack] = {}
    for rack in racks_with_ids(design.racks, set(by_id)):
        leads.setdefault(rack.row, by_id[rack.id])
    rows = []
    for row in whole_rows(design, by_id):
        first, rotation = leads[row.id], row.rotation
        for _ in range(quarters):
            rotation = _NEXT_ROTATION[rotation]
        rows.append(row.evolve(x_mm=first.x_mm, y_mm=first.y_mm, rotation=rotation))
    return (("rows", tuple(rows)),) if rows else ()


def check_all(layout: Layout, catalog: Catalog, racks: Sequence[Rack]) -> None:
    """See that racks can stand where they now are, their companions left aside.

    Raises
    ------
    EditError
        If one of them cannot.
    """
    ids = {rack.id for rack in racks}
    for rack in racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, exclude=ids
        )
        if not verdict.ok:
            raise EditError(f"{rack.name}: {verdict.reason}")


def _known(layout: Layout, key: str) -> Rack:
    rack = layout.racks.get(key)
    if rack is None:
        raise EditError(f"no rack {key!r}")
    return rack


@named
def add_row(
    catalog: Catalog,
    rack_part: str,
    count: int,
    x_mm: int,
    y_mm: int,
    pitch_mm: int = 0,
    name: str = "",
    rotation: Rotation = 0,
    assembly: str = "",
) -> Edit:
    """Add a row of equal racks named after it, as A01 and A02.

    Parameters
    ----------
    pitch_mm
        Distance from rack to rack; 0 for the width of the rack.
    name
        Name of the row; the next free letter if empty.

    Raises
    ------
    EditError
        From the edit, if a rack cannot stand there or the name is taken.
    """

    def edit(design: Design) -> Design:
        if count < 1:
            raise EditError(f"a row of {count} racks: at least one is needed")
        if rotation not in get_args(Rotation):
            raise EditError(f"rotation {rotation}: 0, 90, 180 or 270")
        part = catalog.require(rack_part)
        names = {row.name or row.id for row in design.rows}
        called = name or next(n for n in row_letters() if n not in names)
        if called in names:
            raise EditError(f"the row name {called} is taken")
        width, depth = footprint(part, rotation)
        sideways = rotation in (90, 270)
        pitch = pitch_mm or (depth if sideways else width)
        row = Row(id=called, name=called, x_mm=x_mm, y_mm=y_mm, rotation=rotation)
        made = apply(design, Change(put=(("rows", (row,)),)))
        for index in range(count):
            x = x_mm + (0 if sideways else index * pitch)
            y = y_mm + (index * pitch if sideways else 0)
            place = place_rack(
                catalog, rack_part, x, y, rotation, f"{called}{index + 1:02d}", called, assembly
            )
            made = place(made)
        return made

    return edit


@named
def move_row(catalog: Catalog, row_id: str, dx_mm: int, dy_mm: int) -> Edit:
    """Move a row with its racks.

    Raises
    ------
    EditError
        From the edit, if there is no such row or a rack cannot stand there.
    """

    def edit(design: Design) -> Design:
        row = next((row for row in design.rows if row.id == row_id), None)
        if row is None:
            raise EditError(f"no row {row_id!r}")
        ids = tuple(rack.id for rack in design.racks if rack.row == row_id)
        moved = move_racks(catalog, ids, dx_mm, dy_mm)(design) if ids else design
        shifted = row.evolve(x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm)
        return apply(moved, Change(put=(("rows", (shifted,)),)))

    return edit
