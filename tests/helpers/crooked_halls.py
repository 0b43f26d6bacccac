"""Halls whose rows are not straight, drawn at random, and the same halls turned and mirrored."""

import random
from collections.abc import Callable
from typing import Final

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack, Room, Rotation

_SIDE: Final = 60_000
"""Of the square in which halls are turned, in mm."""
_RACKS: Final = ("rack-42u", "rack-42u-800", "rack-48u-750", "rack-52u", "rack-orv3")
_UNITS: Final = ("crah", "crac-dx-30")
_ASIDE: Final = (-200, 100, 250, 299, 300, 350)
_GAPS: Final = (300, 600, 900, 1200, 1800, 2400, 3000, 3600)
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in mm."""


def box_of_rack(rack: Rack, catalog: Catalog) -> Box:
    width, depth = rack_size(rack, catalog)
    return rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share floor."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crooked_hall(seed: int, catalog: Catalog) -> Design:
    """Return rows with gaps, racks turned or set aside, of mixed sizes, and racks that stray."""
    chance = random.Random(seed)
    racks: list[Rack] = []

    def place(part: str, row: str, x: int, y: int, rotation: int) -> int:
        turn: Rotation = rotation  # type: ignore[assignment]  # angles by chance
        rack = Rack(id=f"r{len(racks)}", name="", part=part, row=row, x_mm=x, y_mm=y, rotation=turn)
        at = box_of_rack(rack, catalog)
        if not any(overlap(at, box_of_rack(other, catalog)) for other in racks):
            racks.append(rack)
        return at[2]

    y = 6000
    for number in range(chance.randint(2, 4)):
        facing = chance.choice((0, 180)) if chance.random() < 0.9 else chance.choice((90, 270))
        x = 6000 + chance.choice((0, 600, 1200))
        for _ in range(chance.choice((1, 3, 5, 8))):
            dice = chance.random()
            x += chance.choice((600, 1200, 3600, 3601, 4200)) if dice < 0.15 else 0
            part = chance.choice(_RACKS) if chance.random() < 0.2 else "rack-48u"
            part = chance.choice(_UNITS) if chance.random() < 0.05 else part
            aside = chance.choice(_ASIDE) if chance.random() < 0.15 else 0
            turn = (facing + chance.choice((90, 180))) % 360 if chance.random() < 0.1 else facing
            row = "" if chance.random() < 0.1 else f"row {number}"
            x = place(part, row, x, y + aside, turn)
        y += 1200 + chance.choice(_GAPS)
    for _ in range(chance.choice((0, 0, 1, 3))):
        stray = (chance.randrange(6000, 14000, 100), chance.randrange(6000, y, 100))
        part = chance.choice((*_RACKS, *_UNITS))
        place(part, chance.choice(("row 0", "")), *stray, chance.choice((0, 90, 180, 270)))
    return Design(racks=tuple(racks), room=Room(containment=chance.choice(("cold", "hot"))))


def _quarter(box: Box) -> Box:
    return _SIDE - box[3], box[0], _SIDE - box[1], box[2]


def _mirrored(box: Box) -> Box:
    return _SIDE - box[2], box[1], _SIDE - box[0], box[3]


def _half(box: Box) -> Box:
    return _quarter(_quarter(box))


def _upside_down(box: Box) -> Box:
    return _half(_mirrored(box))


Move = tuple[Callable[[Box], Box], Callable[[int], int]]
"""Where a box lies afterwards, and which way a rack faces."""
MOVES: Final[dict[str, Move]] = {
    "turned by 90 degrees": (_quarter, lambda angle: angle + 90),
    "turned by 180 degrees": (_half, lambda angle: angle + 180),
    "mirrored": (_mirrored, lambda angle: -angle),
    "mirrored upside down": (_upside_down, lambda angle: 180 - angle),
}


def moved(design: Design, catalog: Catalog, move: Move) -> Design:
    """Return a hall turned or mirrored as a whole."""
    place, turn = move
    racks = []
    for rack in design.racks:
        left, top, _, _ = place(box_of_rack(rack, catalog))
        racks.append(rack.evolve(x_mm=left, y_mm=top, rotation=turn(rack.rotation) % 360))
    return design.evolve(racks=tuple(racks))
