"""The edit that places a fabric's leaves otherwise: racks exchange their places, names follow."""

import re
from collections.abc import Mapping

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.racks import Place, exchange_places
from designer.document.edits.records import set_fields
from designer.document.edits.rows import with_device_names
from designer.model.change import Change, apply
from designer.model.design import Design, LeafOrder
from designer.model.layout import Layout


@named
def place_leaves(catalog: Catalog, places: Mapping[str, Place]) -> Edit:
    """Let racks exchange their places, as one step.

    Where all of them are named after their rows, a name stays at its place in the row: each rack
    is called as the one that stood there, and its own devices are named after it.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        moved = exchange_places(catalog, places)(design)
        return with_device_names(design, _named(design, moved, places))

    return edit


def order_leaves(fabric: str, order: LeafOrder) -> Edit:
    """Let the racks of leaves hold those of a rail, or of a scalable unit."""
    return set_fields("fabrics", fabric, leaf_order=order)


def _named(before: Design, after: Design, places: Mapping[str, Place]) -> Design:
    """Return the racks that moved with the names of their new places, where places have names."""
    layout = Layout(before)
    rows = {row.id: row.name or row.id for row in before.rows}
    racks = [layout.racks[key] for key in places]
    if not all(re.fullmatch(rf"{re.escape(rows.get(r.row, ''))}-?\d+", r.name) for r in racks):
        return after
    called = {(rack.x_mm, rack.y_mm): rack.name for rack in racks}
    named = tuple(
        rack.evolve(name=called[rack.x_mm, rack.y_mm]) for rack in after.racks if rack.id in places
    )
    return apply(after, Change(put=(("racks", named),)))
