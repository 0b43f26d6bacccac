"""The fields of what stands upstream of the racks and has a place on the floor."""

from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import pipe_key, plant_key, plant_size_words
from designer.document.document import Edit
from designer.document.edits import in_sequence, put, put_feed, set_plant, set_run
from designer.model.design import Design, Loop, PowerNode
from designer.model.feed_words import names_in_power
from designer.ui.fields.field import Field
from designer.ui.fields.holding_fields import holding_fields
from designer.ui.fields.record_fields import ROTATIONS


def plant_fields(design: Design, catalog: Catalog, node: PowerNode) -> list[Field]:
    """Return the fields of one record of the room's power: what it is joined to, where it is."""
    names = names_in_power(design.power)
    others = tuple((names[one.id], one.id) for one in design.power if one.id != node.id)
    fed = tuple(one.id for one in design.power if node.id in one.parents)

    def put(name: str) -> Callable[[Any], Edit]:
        return lambda value: put_feed(node.evolve(**{name: value}))

    def place(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_plant(catalog, node.id, **{name: value})

    def number(name: str, label: str, source: str = "") -> Field:
        return Field(
            name, label, "integer", getattr(node, name), place(name), unit="mm",
            record="PowerNode", optional=bool(source), source=source,
        )  # fmt: skip

    fields = [
        Field("name", "Name", "text", node.name, put("name")),
        Field("capacity_kw", "Capacity", "number", node.capacity_kw, put("capacity_kw"), unit="kW",
              record="PowerNode", optional=True, source="that of its part without it"),
        Field("parents", "Fed by", "several", node.parents, put("parents"), choices=others,
              hint="the first carries it, the others stand by"),
        Field("feeds", "Feeds", "several", fed, lambda value: _feeding(design, node, value),
              choices=others, hint="it comes first among what feeds them"),
        number("x_mm", "From left"), number("y_mm", "From top"),
    ]  # fmt: skip
    holding = holding_fields((node,), (plant_key(node.id),))
    if node.end_x_mm is not None:
        ends = number("end_x_mm", "End, from left"), number("end_y_mm", "End, from top")
        return [*fields, *ends, *holding]
    stated = plant_size_words(node, catalog)
    return [
        *fields,
        number("width_mm", "Width", stated), number("depth_mm", "Depth", stated),
        Field("rotation", "Faces", "choice", str(node.rotation),
              lambda value: set_plant(catalog, node.id, rotation=int(value)), choices=ROTATIONS),
        *holding,
    ]  # fmt: skip


def pipe_fields(catalog: Catalog, loop: Loop) -> list[Field]:
    """Return the fields of the pipes of a loop: its name, where they begin and end."""

    def place(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_run(catalog, pipe_key(loop.id), **{name: value})

    ends = (("x_mm", "From left"), ("y_mm", "From top"), ("end_x_mm", "End, from left"),
            ("end_y_mm", "End, from top"))  # fmt: skip
    return [
        Field("name", "Loop", "text", loop.name, lambda v: put("loops", loop.evolve(name=v))),
        *(
            Field(name, label, "integer", getattr(loop, name), place(name), unit="mm",
                  record="Loop")
            for name, label in ends
        ),
        *holding_fields((loop,), (pipe_key(loop.id),)),
    ]  # fmt: skip


def _feeding(design: Design, node: PowerNode, wanted: tuple[str, ...]) -> Edit:
    """Return the edit after which a record feeds just these: first of what feeds each."""
    edits = []
    for one in design.power:
        has, wants = node.id in one.parents, one.id in wanted
        if has == wants:
            continue
        others = tuple(parent for parent in one.parents if parent != node.id)
        edits.append(put_feed(one.evolve(parents=(node.id, *others) if wants else others)))
    return in_sequence(*edits)
