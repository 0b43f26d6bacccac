"""A room with feeds and nothing else: where a design starts that follows no reference."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.model.design import Design, PowerNode, Room
from designer.planning.arguments import Arguments, Parameter, Template
from designer.planning.hall import site_of


def build_empty_room(arguments: Arguments, catalog: Catalog) -> Design:
    """Return an empty room of the asked size on the tile grid."""
    width, depth = arguments.number("width_m") * 1000, arguments.number("depth_m") * 1000
    names = "ABC"[: arguments.number("feeds")]
    floor = catalog.default("floor-limit")
    return Design(
        name="New room",
        site=site_of(catalog),
        room=Room(
            name="Room",
            outline=((0, 0), (width, 0), (width, depth), (0, depth)),
            floor_limit_kpa=floor.value if floor else None,
        ),
        power=tuple(PowerNode(id=name, name=f"Feed {name}") for name in names),
    )


EMPTY_ROOM: Final = Template(
    id="empty-room",
    name="Empty room",
    summary="A room with power feeds, ready for racks",
    parameters=(
        Parameter("width_m", "int", "12", 3, 200, "width in metres"),
        Parameter("depth_m", "int", "9", 3, 200, "depth in metres"),
        Parameter("feeds", "int", "2", 1, 3, "upstream feeds: A, B, C"),
    ),
    builder=build_empty_room,
)
