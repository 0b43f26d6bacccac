"""What the feet of racks put on tiles, where the racks stand on the grid of the raised floor.

A rack stands on four feet near its corners. On a floor that is not quite even one of them carries
more than a quarter.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.boxes import Box, smallest_boxes, unstated_sizes
from designer.engine.subjects.floor.rolling import caster_kg
from designer.engine.subjects.space.space import SPACE
from designer.model.design import Room
from designer.model.figures import Figure, total

FEET: Final = 4
UNEVEN: Final = 1.3
"""Of an equal share, what one foot carries at most: planning rule, from memory."""
INSET_MM: Final = 50
"""From the sides of a rack to the middle of its feet: planning rule, from memory."""

Tile = tuple[int, int]


class Stood(NamedTuple):
    """What stands on one tile.

    Attributes
    ----------
    feet
        Ids of what stands on it, as often as it has feet there.
    load
        What they put on it, kg.
    """

    feet: tuple[str, ...]
    load: Figure


TILES: Key[Mapping[Tile, Stood]] = Key("tiles")


def foot_kg(mass: Figure) -> Figure:
    """Return what one foot carries at most: `1.3 · m / 4`."""
    return mass.times(caster_kg(UNEVEN, FEET))


def tiles_of(facts: Facts) -> dict[Tile, Stood]:
    """Return what stands on each tile; nothing where nobody states what a tile carries."""
    room = facts.design.room
    if room.tile_load_kg is None or len(room.outline) < 3:
        return {}
    cores = facts[CONTENTS].cores
    known = (
        rack for rack in facts.design.racks
        if not unstated_sizes(rack.part, facts.catalog)
        and not cores[rack.id].stands_outdoors
        and cores[rack.id].read(SPACE) is not None
    )  # fmt: skip
    standing: dict[Tile, list[str]] = {}
    for key, box in smallest_boxes(known, facts.catalog).items():
        for tile in _tiles(box, room):
            standing.setdefault(tile, []).append(key)
    loads: dict[tuple[RackCore, ...], Figure] = {}
    found = {}
    for tile, feet in standing.items():
        mine = tuple(cores[key] for key in feet)
        if mine not in loads:
            loads[mine] = total([foot_kg(core[SPACE].mass_kg) for core in mine], "kg")
        found[tile] = Stood(tuple(feet), loads[mine])
    return found


def _tiles(box: Box, room: Room) -> Iterator[Tile]:
    """Yield the tile of each foot, by its number from where tiles begin."""
    left, top = room.tile_origin
    x0, y0, x1, y1 = box
    inset_x, inset_y = min(INSET_MM, (x1 - x0) // 2), min(INSET_MM, (y1 - y0) // 2)
    size = max(room.tile_mm, 1)
    for x in (x0 + inset_x, x1 - inset_x):
        for y in (y0 + inset_y, y1 - inset_y):
            yield (x - left) // size, (y - top) // size
