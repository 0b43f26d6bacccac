"""Moving what stands and hangs on the floor as one: racks, the room's power, pipes, trays."""

from collections.abc import Iterable
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import drawn_of
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.racks import whole_rows
from designer.document.errors import EditError
from designer.document.locks import lockable_of
from designer.document.placement import can_place_rack, can_stand
from designer.model.change import apply
from designer.model.design import Design, Obstacle, Rack, Tray
from designer.model.held_things import OF_ROOM, change_putting
from designer.model.layout import Layout
from designer.model.outline import inside_outline

ON_FLOOR: Final = frozenset({"racks", "trays", "power", "loops", OF_ROOM})
_ENDS: Final = ("x_mm", "y_mm", "end_x_mm", "end_y_mm")


@named
def move_things(
    catalog: Catalog,
    keys: tuple[str, ...],
    dx_mm: int,
    dy_mm: int,
    known: Layout | None = None,
) -> Edit:
    """Move things of several kinds by a distance as one, all or none; devices go with their racks.

    Parameters
    ----------
    keys
        Racks and floor units, `tray:ID`, `power:ID`, `pipe:ID`, `room:ID`; devices are passed over.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = known if known is not None and known.design is design else Layout(design)
        moved = moved_records(layout, keys, dx_mm, dy_mm)
        rows = tuple(
            row.evolve(x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm)
            for row in whole_rows(design, (rack.id for rack in moved.get("racks", ())))
        )
        if rows:
            moved["rows"] = list(rows)
        made = apply(design, change_putting(design, moved))
        refusal = why_not(layout.after(made), catalog, keys, moved)
        if refusal:
            raise EditError(refusal)
        return made

    return edit


def moved_records(
    layout: Layout, keys: Iterable[str], dx_mm: int, dy_mm: int
) -> dict[str, list[Any]]:
    """Return the records of things that stand on the floor at a distance, by collection."""
    moved: dict[str, list[Any]] = {}
    for key in dict.fromkeys(keys):
        found = lockable_of(layout, key)
        if found is None or found[0] not in ON_FLOOR:
            continue
        collection, record = found
        moved.setdefault(collection, []).append(_by(record, dx_mm, dy_mm))
    return moved


def _by(record: Any, dx: int, dy: int) -> Any:  # noqa: ANN401 - of one of five kinds
    if isinstance(record, Tray):
        return record.evolve(corners=tuple((x + dx, y + dy) for x, y in record.corners))
    names = _ENDS[:2] if isinstance(record, Rack | Obstacle) else _ENDS
    values = {name: getattr(record, name) for name in names}
    steps = dict(zip(_ENDS, (dx, dy, dx, dy), strict=True))
    return record.evolve(
        **{name: value + steps[name] for name, value in values.items() if value is not None}
    )


def why_not(
    layout: Layout, catalog: Catalog, keys: Iterable[str], moved: dict[str, list[Any]]
) -> str:
    """Return why things that were moved cannot stand where they are now; empty where they can.

    Parameters
    ----------
    layout
        Of the design with all of them moved.
    """
    own = frozenset(keys)
    for rack in moved.get("racks", ()):
        at = rack.x_mm, rack.y_mm, rack.rotation
        verdict = can_place_rack(layout, catalog, rack.part, *at, exclude=own)
        if not verdict.ok:
            return f"{rack.name}: {verdict.reason}"
    outline = layout.design.room.outline
    for tray in moved.get("trays", ()):
        if any(not inside_outline(outline, (x, y, x + 1, y + 1)) for x, y in tray.corners):
            return f"{tray.name or tray.id}: outside the room"
    if not ("power" in moved or "loops" in moved):
        return ""
    for one in drawn_of(layout.design, catalog):
        if one.key not in own:
            continue
        if one.is_run:
            reason = "" if inside_outline(outline, one.box) else "outside the room"
        else:
            reason = can_stand(layout, catalog, "", one.box, own).reason
        if reason:
            return f"{one.name}: {reason}"
    return ""
