"""Small halls for ways of cables: nodes and one switch in racks of 2,000 mm, so that lengths are
worked out by hand."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PortGroup, RackFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, Fabric, Rack, Room, Tray

RACK = Part(
    id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200, height_mm=2000,
    rack=RackFigures(units=40),
)  # fmt: skip
FRAME_MM = (2000 - 40 * 44.45) / 2
"""Above and below the rails."""
NODE = Part(
    id="node", kind="node", name="Node", height_half_u=4,
    ports=(
        PortGroup(
            name="compute", purpose="compute", kind="ethernet", rate_gbps=100, count=1, cages=1,
            connector="QSFP28",
        ),
    ),
)  # fmt: skip
SWITCH = Part(
    id="switch", kind="switch", name="Switch", height_half_u=2,
    ports=(
        PortGroup(
            name="fabric", purpose="fabric", kind="ethernet", rate_gbps=100, count=32, cages=32,
            connector="QSFP28",
        ),
    ),
)  # fmt: skip
PARTS = Catalog((RACK, NODE, SWITCH))
PLANNED = Catalog(PARTS.parts, defaults=load_shipped().defaults)
"""The same parts with the planning figures of the shipped catalogue."""
STATED = Room(
    cable_slack_pct=0, cable_loop_m=0, cable_side_m=0, rack_entry="top",
    outline=((0, 0), (30_000, 0), (30_000, 20_000), (0, 20_000)),
)  # fmt: skip
"""Nothing is added to the way itself."""


def at(key: str, x: int, y: int, **fields: Any) -> Rack:
    """Return a rack whose middle is at a place."""
    return Rack(id=key, name=key.upper(), part="rack", x_mm=x - 300, y_mm=y - 600, **fields)


def node(key: str, rack: str, u: int) -> Device:
    """Return a node of two units, its lowest at a unit."""
    return Device(id=key, name=key, part="node", rack=rack, half_u=2 * u)


def leaf(key: str, rack: str, u: int) -> Device:
    """Return a switch."""
    return Device(
        id=key, name=key, part="switch", rack=rack, half_u=2 * u, fabric="net", tier="leaf"
    )


def hall(
    racks: tuple[Rack, ...],
    devices: tuple[Device, ...],
    trays: tuple[Tray, ...] = (),
    room: Room = STATED,
    **fields: Any,
) -> Design:
    """Return nodes and a switch of one fabric, each node with one cable."""
    fabric = Fabric(
        id="net", name="Net", kind="ethernet", nodes=("node",), rate_gbps=100, switch="switch",
        tiers=1,
    )  # fmt: skip
    return Design(
        racks=tuple(sorted(racks, key=lambda rack: rack.id)),
        devices=tuple(sorted(devices, key=lambda device: device.id)),
        fabrics=(fabric,), trays=trays, room=room, **fields,
    )  # fmt: skip


def report_of(design: Design, catalog: Catalog = PARTS) -> Report:
    """Return the report of a hall."""
    return evaluate(design, catalog)


def height(u: int, units: int) -> float:
    """Return the height of the ports of a device above the floor, mm."""
    return FRAME_MM + (u - 1 + units / 2) * 44.45
