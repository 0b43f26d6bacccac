"""Edits of a row by its shape: more or fewer racks, another pitch, another filling."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.assemblies import copy_assembly, filling_name, make_assembly
from designer.document.edits.feeds import feeds_of_new, takes_whips
from designer.document.edits.naming import fresh_id, next_name, row_letters, slug
from designer.document.edits.records import remove
from designer.document.edits.rows import rename_row
from designer.document.errors import EditError
from designer.document.placement import can_place_rack, no_devices_in
from designer.document.row_shapes import (
    MOST_RACKS,
    RowShape,
    place_in_line,
    shape_of,
    shape_of_chosen,
    too_narrow,
)
from designer.model.change import Change, apply
from designer.model.design import Design, Rack, Row
from designer.model.layout import Layout

_NUMBERED: Final = re.compile(r"[A-Z]+-?\d+$")
"""A name that a rack alone is given by the program; another one was given by hand."""


@named
def begin_row(catalog: Catalog, rack_id: str, count: int) -> Edit:
    """Make a row of a rack that stands in none: so many racks side by side, filled as it is.

    What it holds becomes an assembly, of which all are copies. The row is called by the next free
    letter, and its racks after it where the rack was not named by hand.

    Raises
    ------
    EditError
        From the edit, if there is no such rack, it is in a row, or a rack cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        rack = layout.racks.get(rack_id)
        if rack is None:
            raise EditError(f"no rack {rack_id!r}")
        if rack.row:
            raise EditError(f"{rack.name} stands in row {rack.row}")
        design = _as_copy(design, layout, catalog, rack)
        names = {row.name or row.id for row in design.rows} | {row.id for row in design.rows}
        called = next(letter for letter in row_letters() if letter not in names)
        row = Row(id=called, name=called, x_mm=rack.x_mm, y_mm=rack.y_mm, rotation=rack.rotation)
        rack = next(one for one in design.racks if one.id == rack_id).evolve(row=called)
        design = apply(design, Change(put=(("rows", (row,)), ("racks", (rack,)))))
        if _NUMBERED.match(rack.name) and _free_for(design, called):
            design = rename_row(called, called, renumber=True)(design)
        return shape_row(catalog, called, count)(design)

    return edit


def _free_for(design: Design, row: str) -> bool:
    """Return whether no rack of another row has a name that this one's would get."""
    return not any(
        rack.row != row and re.fullmatch(rf"{re.escape(row)}\d+", rack.name)
        for rack in design.racks
    )


def _as_copy(design: Design, layout: Layout, catalog: Catalog, rack: Rack) -> Design:
    """Return the design with what a rack holds as an assembly, of which it is a copy."""
    held = layout.in_rack(rack.id)
    if rack.assembly or not held or no_devices_in(catalog, rack):
        return design
    told = filling_name(catalog, (placed.part for placed in held))
    taken = {known.name or known.id for known in design.assemblies}
    name = told if told not in taken else f"{told} ({rack.name})"
    return make_assembly(catalog, rack.id, name)(design)


@named
def shape_row(
    catalog: Catalog,
    row_id: str,
    count: int | None = None,
    pitch_mm: int | None = None,
    assembly: str | None = None,
) -> Edit:
    """Give a row another number of racks, another pitch, another filling; what is None stays.

    Racks are added after the last, as most of the row are; the last ones are taken away. A pitch
    counts from the first rack. A filling is given to the racks that follow the row: exceptions
    (`RowShape.exceptions`) keep theirs.

    Raises
    ------
    EditError
        From the edit, if there is no such row, its racks stand in no line, or one of them cannot
        stand there or take the filling; if a pitch is given to a single rack that gets no others.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        shape = shape_of(layout, catalog, row_id)
        if shape is None:
            raise EditError(f"no row {row_id!r} whose racks stand in a line")
        if assembly is not None and assembly != shape.assembly:
            design = _filled(design, catalog, shape, assembly)
            layout = Layout(design)
        if pitch_mm is not None and pitch_mm != shape.pitch_mm:
            shape = _known(shape_of(layout, catalog, row_id))
            if len(shape.in_line) < 2 and (count is None or count <= shape.count):
                name = shape.in_line[0].name
                raise EditError(f"a pitch of {pitch_mm} mm: {name} stands alone in its line")
            design = _spaced(layout, catalog, shape, pitch_mm)
            layout = Layout(design)
        if count is not None and count != shape.count:
            shape = _known(shape_of(layout, catalog, row_id))
            if pitch_mm is not None:
                shape = replace(shape, pitch_mm=pitch_mm)  # one rack in the line shows none
            design = _counted(layout, catalog, shape, count)
        return design

    return edit


def _known(shape: RowShape | None) -> RowShape:
    if shape is None:
        raise EditError("the row has no racks in a line any more")
    return shape


def _filled(design: Design, catalog: Catalog, shape: RowShape, assembly: str) -> Design:
    apart = {rack.id for rack in shape.exceptions}
    follow = tuple(rack.id for rack in shape.racks if rack.id not in apart)
    if not assembly:
        racks = tuple(rack.evolve(assembly="") for rack in shape.racks if rack.id in follow)
        return apply(design, Change(put=(("racks", racks),)))
    return copy_assembly(catalog, assembly, follow)(design)


def _spaced(layout: Layout, catalog: Catalog, shape: RowShape, pitch_mm: int) -> Design:
    if pitch_mm < shape.width_mm:
        raise EditError(too_narrow(catalog, shape, pitch_mm))
    moved = []
    for number, rack in enumerate(shape.racks):
        if shape.out_by_mm(rack):
            continue  # an exception keeps its place; its number is left free
        x, y = shape.spaced(number, pitch_mm)
        moved.append(rack.evolve(x_mm=x, y_mm=y))
    return _with(layout.design, catalog, moved)


def _with(design: Design, catalog: Catalog, racks: Iterable[Rack]) -> Design:
    """Return a design with racks where they are put; EditError where one of them cannot stand.

    Each is tried among all others as they stand then: one that is wider than most may reach into
    its neighbour.
    """
    racks = tuple(racks)
    after = apply(design, Change(put=(("racks", racks),)))
    layout = Layout(after)
    for rack in racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, exclude={rack.id}
        )
        if not verdict.ok:
            raise EditError(f"{rack.name}: {verdict.reason}")
    return after


def _counted(layout: Layout, catalog: Catalog, shape: RowShape, count: int) -> Design:
    if not 1 <= count <= MOST_RACKS:
        raise EditError(f"a row of {count} racks: 1 to {MOST_RACKS}")
    if count < shape.count:
        return remove(tuple(rack.id for rack in shape.racks[count:]))(layout.design)
    part = catalog.require(shape.part)
    made, design = list[Rack](), layout.design
    names, keys = {rack.name for rack in design.racks}, set(layout.racks)
    last = shape.racks[-1].name
    for number in range(shape.count, count):
        last = next_name(names, last)
        key = last if last not in keys else fresh_id(keys, slug(last))
        names.add(last)
        keys.add(key)
        x, y = shape.place_of(number)
        feeds: tuple[str, ...] = ()
        if takes_whips(part):
            so_far = apply(design, Change(put=(("racks", tuple(made)),)))
            feeds = feeds_of_new(catalog, so_far, part)
        made.append(Rack(
            id=key, name=last, part=shape.part, x_mm=x, y_mm=y, rotation=shape.rotation,
            row=shape.row, assembly=shape.assembly, feeds=feeds,
            cooling=shape.racks[-1].cooling, cording=shape.racks[-1].cording,
            stage=shape.racks[-1].stage,
        ))  # fmt: skip
    return _with(design, catalog, made)


def as_shaped(
    layout: Layout, catalog: Catalog, chosen: tuple[str, ...], count: int
) -> tuple[RowShape, Edit] | None:
    """Return the shape of what is chosen, and the edit that gives it so many racks; None of none.

    A rack alone becomes a row; see `shape_of_chosen`.
    """
    shape = shape_of_chosen(layout, catalog, chosen)
    if shape is None:
        return None
    if shape.row:
        return shape, shape_row(catalog, shape.row, count)
    return shape, begin_row(catalog, shape.racks[0].id, count)


def _in_its_row(layout: Layout, catalog: Catalog, rack_id: str) -> tuple[Rack, RowShape | None]:
    """Return a rack and the shape of its row; None without a row, or one that has a shape."""
    rack = layout.racks.get(rack_id)
    if rack is None:
        raise EditError(f"no rack {rack_id!r}")
    return rack, shape_of(layout, catalog, rack.row) if rack.row else None


@named
def follow_row(catalog: Catalog, rack_ids: tuple[str, ...]) -> Edit:
    """Fill racks as most of their rows are; what they hold of their own goes.

    Raises
    ------
    EditError
        From the edit, if a rack is in no row that is filled alike, or another part than its racks.
    """

    def edit(design: Design) -> Design:
        for key in rack_ids:
            layout = Layout(design)
            rack, shape = _in_its_row(layout, catalog, key)
            if shape is None or not shape.assembly:
                raise EditError(f"{rack.name} is in no row whose racks share an assembly")
            if rack.part != shape.part:
                part = catalog.get(shape.part)
                called = part.name if part else shape.part
                raise EditError(f"{rack.name} is another part than {called}: replace it first")
            own = tuple(device.id for device in layout.own_devices.get(key, ()))
            design = remove(own)(design) if own else design
            if rack.assembly != shape.assembly:
                design = copy_assembly(catalog, shape.assembly, (key,))(design)
        return design

    return edit


@named
def put_in_line(catalog: Catalog, rack_ids: tuple[str, ...]) -> Edit:
    """Put racks that stand out of the line of their rows back into it.

    Each goes to the place that its number leaves free, else to the nearest free one of its row: a
    gap that its pitch leaves, or an end.

    Raises
    ------
    EditError
        From the edit, if a rack stands in no row, or its row has no free place for it.
    """

    def edit(design: Design) -> Design:
        for key in rack_ids:
            layout = Layout(design)
            rack, shape = _in_its_row(layout, catalog, key)
            if shape is None:
                raise EditError(f"{rack.name} is in no row whose racks stand in a line")
            if not shape.out_by_mm(rack):
                continue
            place = place_in_line(layout, catalog, shape, rack)
            if place is None:
                raise EditError(f"{rack.name}: its row has no free place in its line")
            moved = rack.evolve(x_mm=place[0], y_mm=place[1])
            design = apply(design, Change(put=(("racks", (moved,)),)))
        return design

    return edit
