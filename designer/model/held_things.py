"""Locks, groups and layers: what things say of themselves so that hands find and spare them.

Racks, floor units, devices, trays and what stands of the room's power have these fields. `locked`:
the thing stays where it is and what it is until it is unlocked. `group`: its name of those that
are chosen and moved as one. `layer`, not of devices: its name of those that are shown, hidden and
spared together. Nothing is computed from them. A lock holds the fields listed here; all others may
be set.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from designer.model.change import Change
from designer.model.design import Design

HELD: Final[dict[str, tuple[str, ...]]] = {
    "racks": ("name", "part", "x_mm", "y_mm", "rotation", "row"),
    "devices": ("name", "part", "rack", "half_u", "face", "side"),
    "trays": ("name", "part", "kind", "corners", "height_mm"),
    "power": ("name", "part", "kind", "x_mm", "y_mm", "end_x_mm", "end_y_mm", "rotation",
              "width_mm", "depth_mm"),
    "loops": ("name", "x_mm", "y_mm", "end_x_mm", "end_y_mm"),
    "obstacles": ("name", "kind", "round", "x_mm", "y_mm", "width_mm", "depth_mm"),
}  # fmt: skip
"""Collections whose records can be locked, and the fields that a lock holds: where the thing is,
what it is and what it is called. Obstacles are those of the room."""

GROUPED: Final = ("racks", "devices", "trays", "power", "obstacles")
"""Collections whose records name a group."""
OF_ROOM: Final = "obstacles"
"""The one of these that the room keeps, and no collection of the design."""
LAYERED: Final = ("racks", "trays", "power")
"""Collections whose records name a layer."""


def records_of(design: Design, collection: str) -> tuple[Any, ...]:
    """Return the records of a collection that is listed here."""
    found: tuple[Any, ...] = getattr(design.room if collection == OF_ROOM else design, collection)
    return found


def change_putting(design: Design, put: Mapping[str, Iterable[Any]]) -> Change:
    """Return the change that puts records into collections that are listed here, by their ids."""
    others = tuple((name, tuple(some)) for name, some in put.items() if name != OF_ROOM)
    mine = {one.id: one for one in put.get(OF_ROOM, ())}
    if not mine:
        return Change(put=others)
    obstacles = tuple(mine.get(one.id, one) for one in design.room.obstacles)
    return Change(put=others, single=(("room", design.room.evolve(obstacles=obstacles)),))
