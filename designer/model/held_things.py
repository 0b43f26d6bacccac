"""Locks, groups and layers: what things say of themselves so that hands find and spare them.

Racks, floor units, devices, trays and what stands of the room's power have these fields. `locked`:
the thing stays where it is and what it is until it is unlocked. `group`: its name of those that
are chosen and moved as one. `layer`, not of devices: its name of those that are shown, hidden and
spared together. Nothing is computed from them. A lock holds the fields listed here; all others may
be set.
"""

from typing import Final

HELD: Final[dict[str, tuple[str, ...]]] = {
    "racks": ("name", "part", "x_mm", "y_mm", "rotation", "row"),
    "devices": ("name", "part", "rack", "half_u", "face", "side"),
    "trays": ("name", "part", "kind", "corners", "height_mm"),
    "power": ("name", "part", "kind", "x_mm", "y_mm", "end_x_mm", "end_y_mm", "rotation",
              "width_mm", "depth_mm"),
    "loops": ("name", "x_mm", "y_mm", "end_x_mm", "end_y_mm"),
}  # fmt: skip
"""Collections whose records can be locked, and the fields that a lock holds: where the thing is,
what it is and what it is called."""

GROUPED: Final = ("racks", "devices", "trays", "power")
"""Collections whose records name a group."""
LAYERED: Final = ("racks", "trays", "power")
"""Collections whose records name a layer."""
