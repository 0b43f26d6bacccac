"""Edits of what stands upstream of the racks and has a place on the floor."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import drawn_of, loop_of, node_of, plant_key, plant_of
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.feeds import with_feeds_told
from designer.document.edits.naming import next_name, slug
from designer.document.errors import EditError
from designer.document.figure_check import check_record
from designer.document.placement import Box, can_stand
from designer.model.change import Change, apply
from designer.model.design import ONLY_LOOP, Design, Loop, PowerNode
from designer.model.layout import Layout

OF_THE_PART: Final = (
    "capacity_kw", "capacity_kva", "modules", "spare_modules", "efficiency", "battery_minutes",
    "battery_kwh", "recharge_kw", "width_mm", "depth_mm",
)  # fmt: skip
"""What a record states of the thing that stands there: with another part it is no longer true."""
_RUN: Final = ("x_mm", "y_mm", "end_x_mm", "end_y_mm")


@named
def place_plant(catalog: Catalog, part_id: str, **place: int) -> Edit:
    """Add a record of the room's power with a part and a place: a UPS, a generator, a busway.

    Parameters
    ----------
    place
        `x_mm` and `y_mm`; of a run `end_x_mm` and `end_y_mm` as well.

    Raises
    ------
    EditError
        From the edit, if it cannot stand there; the message says why.
    """

    def edit(design: Design) -> Design:
        node = new_plant(design, catalog.require(part_id)).evolve(**place)
        return _put(design, catalog, node, f"Place {node.name}")

    return edit


def new_plant(design: Design, part: Part) -> PowerNode:
    """Return the record that a part becomes, with a name that is free; it stands nowhere yet."""
    taken = {node.name or node.id for node in design.power} | {node.id for node in design.power}
    name = f"{part.traits.name_prefix}-01"
    while name in taken or slug(name) in taken:
        name = next_name(taken, name)
    return PowerNode.model_validate(
        {"id": slug(name), "name": name, "kind": part.traits.node, "part": part.id}
    )


@named
def replace_plant(catalog: Catalog, node_id: str, part_id: str) -> Edit:
    """Put another part where one stands upstream: what it feeds and its place stay.

    What the record states of the thing that stood there goes with it, as its capacity.

    Raises
    ------
    EditError
        From the edit, if the part has no room there.
    """

    def edit(design: Design) -> Design:
        node = _known(design, plant_key(node_id))
        other = node.evolve(part=part_id, **dict.fromkeys(OF_THE_PART))
        part = catalog.require(part_id)
        return _put(design, catalog, other, f"Put {part.name} in place of {node.name or node.id}")

    return edit


@named
def move_plant(catalog: Catalog, keys: tuple[str, ...], dx_mm: int, dy_mm: int) -> Edit:
    """Move what of the room's power is selected by a distance.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        for key in keys:
            record = _record(design, key)
            moved: dict[str, Any] = {
                name: value + by
                for name, by in (("x_mm", dx_mm), ("y_mm", dy_mm), ("end_x_mm", dx_mm),
                                 ("end_y_mm", dy_mm))
                if (value := getattr(record, name)) is not None
            }  # fmt: skip
            design = _placed(design, catalog, record, **moved)
        return design

    return edit


@named
def set_plant(catalog: Catalog, node_id: str, **place: int | None) -> Edit:
    """Give a record of the room's power another place, size or turn.

    Raises
    ------
    EditError
        From the edit, if it cannot stand so.
    """

    def edit(design: Design) -> Design:
        node = _known(design, plant_key(node_id))
        return _put(design, catalog, node.evolve(**place), f"Place {node.name or node.id}")

    return edit


@named
def set_run(catalog: Catalog, key: str, **place: int | None) -> Edit:
    """Give a busway, or the pipes of a loop, another begin or end.

    Raises
    ------
    EditError
        From the edit, if it cannot run so.
    """
    return lambda design: _placed(design, catalog, _record(design, key), **place)


@named
def place_pipe(loop_id: str, **place: int | None) -> Edit:
    """Draw the pipes of a loop, which is added where the design states none.

    Raises
    ------
    EditError
        From the edit, if there is no such loop.
    """

    def edit(design: Design) -> Design:
        loops = design.loops or (ONLY_LOOP,)
        loop = next((one for one in loops if one.id == loop_id), None)
        if loop is None:
            raise EditError(f"nothing is called {loop_id!r}")
        return _with_loop(design, loop.evolve(**place))

    return edit


def take_pipe_off(loop_id: str) -> Edit:
    """Draw the pipes of a loop no more; the loop stays."""
    return place_pipe(loop_id, **dict.fromkeys(_RUN))


def _record(design: Design, key: str) -> PowerNode | Loop:
    loop_id = loop_of(key)
    if not loop_id:
        return _known(design, key)
    loop = next((one for one in design.loops if one.id == loop_id), None)
    if loop is None:
        raise EditError(f"nothing is called {loop_id!r}")
    return loop


def _placed(
    design: Design, catalog: Catalog, record: PowerNode | Loop, **place: int | None
) -> Design:
    """Return the design with a record at another place."""
    if isinstance(record, Loop):
        return _with_loop(design, record.evolve(**place))
    return _put(design, catalog, record.evolve(**place), f"Move {record.name or record.id}")


def _with_loop(design: Design, loop: Loop) -> Design:
    check_record(loop, loop.name or loop.id)
    return apply(design, Change(put=(("loops", (loop,)),)))


@named
def turn_plant(catalog: Catalog, keys: tuple[str, ...]) -> Edit:
    """Turn what of the room's power is selected by a quarter; runs stay as they are.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand turned.
    """

    def edit(design: Design) -> Design:
        for key in keys:
            node = _record(design, key)
            if isinstance(node, PowerNode) and node.end_x_mm is None:
                turned = node.evolve(rotation=(node.rotation + 90) % 360)
                design = _put(design, catalog, turned, f"Turn {node.name or node.id}")
        return design

    return edit


def box_of(design: Design, catalog: Catalog, key: str) -> Box | None:
    """Return what a key's record covers of the floor; None where it has no place."""
    return next((one.box for one in drawn_of(design, catalog) if one.key == key), None)


def _known(design: Design, key: str) -> PowerNode:
    node = next((one for one in design.power if one.id == node_of(key)), None)
    if node is None:
        raise EditError(f"nothing is called {node_of(key)!r}")
    return node


def _put(design: Design, catalog: Catalog, node: PowerNode, title: str) -> Design:
    check_record(node, node.name or node.id)
    after = with_feeds_told(design, apply(design, Change(put=(("power", (node,)),))))
    placed = next((one for one in plant_of(after, catalog) if one.node.id == node.id), None)
    if placed is not None and not placed.is_run:
        own = (plant_key(node.id),)
        verdict = can_stand(Layout(after), catalog, title, placed.box, own)
        if not verdict.ok:
            raise EditError(f"{title}: {verdict.reason}")
    return after
