"""Floors of a thousand to a million devices in racks of 42, as the canvas is measured on.

Rows with names and aisles, a tray over each row and two that join them. Racks give heat by four
methods, and of some a limit is near, exceeded or cannot be said. Folded, all racks copy one
assembly; unfolded, each device is a record.
"""

from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, Final

from designer.catalog.part import Part, RackFigures
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport, Report
from designer.model.design import Assembly, Design, Device, Rack, Room, Row, Slot, Tray

if TYPE_CHECKING:
    from designer.ui.views.floor.canvas import FloorCanvas

IN_RACK: Final = 42
SIZE: Final = (1_600, 900)
_PITCH_MM: Final = 2_400
_WIDE_MM, _DEEP_MM = 600, 1_200
_METHODS: Final = ("room-air", "in-row", "rear-door", "direct-to-chip")
_STATES: Final = {7: "warning", 19: "error", 31: "unknown"}
"""Of every 37th rack, what is said of a limit; of the others all is well."""


def floor_of(devices: int, *, folded: bool) -> Design:
    """Return a floor with about so many devices, about as wide and high as a window."""
    many = max(1, round(devices / IN_RACK))
    in_row = max(1, ceil(sqrt(many * _PITCH_MM / _WIDE_MM * SIZE[0] / SIZE[1])))
    rows = ceil(many / in_row)
    racks, held = [], []
    slots = tuple(
        Slot(id=f"n{u:02d}", part="device", half_u=2 * u, name="{rack}-n" + f"{u:02d}")
        for u in range(1, IN_RACK + 1)
    )
    for number in range(many):
        row, column = divmod(number, in_row)
        key = f"R{row:03d}-{column:03d}"
        racks.append(
            Rack(
                id=key, name=key, part="rack", x_mm=column * _WIDE_MM, y_mm=row * _PITCH_MM,
                row=f"R{row:03d}", assembly="full" if folded else "",
            )
        )  # fmt: skip
        if not folded:
            held += [
                Device(id=f"{key}-n{u:02d}", name=f"{key}-n{u:02d}", part="device", rack=key,
                       half_u=2 * u)
                for u in range(1, IN_RACK + 1)
            ]  # fmt: skip
    wide, deep = in_row * _WIDE_MM, rows * _PITCH_MM
    heights = [row * _PITCH_MM + _DEEP_MM for row in range(rows)]
    ways = [((0, y), (wide, y)) for y in heights]
    ways += [((x, heights[0]), (x, heights[-1])) for x in (0, wide) if rows > 1]
    return Design(
        name="bench",
        room=Room(outline=((0, 0), (wide, 0), (wide, deep), (0, deep))),
        rows=tuple(
            Row(id=f"R{row:03d}", name=f"R{row:03d}", x_mm=0, y_mm=row * _PITCH_MM)
            for row in range(rows)
        ),
        racks=tuple(racks),
        devices=tuple(held),
        assemblies=(
            (Assembly(id="full", name="Full", rack_part="rack", slots=slots),) if folded else ()
        ),
        trays=tuple(
            Tray(id=f"t{at:03d}", name=f"Tray {at}", corners=way, width_mm=600)
            for at, way in enumerate(ways)
        ),
    )


def report_of(design: Design) -> Report:
    """Return what might be said of such a floor."""
    return Report(
        racks=tuple(
            RackReport(
                id=rack.id, name=rack.name, power_max_kw=33.6, summary="42 × Device",
                cooling_method=_METHODS[at % 4], cooling_capacity_kw=45,
                limits=(
                    Limit(name="cooling", label="Cooling", used=33.6, limit=45.0, unit="kW",
                          state="ok"),
                    Limit(name="power", label="Power", used=33.6, limit=40.0, unit="kW",
                          state=_STATES.get(at % 37, "ok")),
                ),
            )
            for at, rack in enumerate(design.racks)
        )
    )  # fmt: skip


def canvas_of(design: Design) -> "FloorCanvas":
    """Return the shown canvas of a floor, with its report."""
    from PySide6.QtWidgets import QApplication

    from designer.ui.views.floor.canvas import FloorCanvas
    from tests.helpers.canvas_space import space_of

    rack = Part(id="rack", kind="rack", name="Rack", width_mm=_WIDE_MM, depth_mm=_DEEP_MM,
                rack=RackFigures(units=48, usable_depth_mm=1100))  # fmt: skip
    device = Part(id="device", kind="node", name="Device", height_half_u=2, power_max_w=800)
    space: Any = space_of(design, (rack, device))
    space.report_store.accept(0, report_of(design))
    canvas = FloorCanvas(space)
    space.setParent(canvas)
    canvas.resize(*SIZE)
    canvas.show()
    QApplication.processEvents()
    return canvas
