"""Where what stands upstream of the racks is on the floor: a box, or a run overhead.

May import the catalogue and `model`.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.model.design import Design, Loop, PowerNode

Box = tuple[int, int, int, int]
"""Left, top, right and bottom on the plan, in mm."""

DRAWN_MM: Final = (600, 1200)
"""Width and depth that are drawn where nobody states them."""
RUN_WIDE_MM: Final = 160
"""How wide a run is drawn and taken with the hand: the sections of busways are 50 to 150 mm."""
_KEY: Final = "power:"
_PIPE_KEY: Final = "pipe:"


class Plant(NamedTuple):
    """Something of the room's power that has a place on the floor.

    Attributes
    ----------
    box
        What it covers; of a run, the strip around it.
    is_run
        Whether it runs overhead from one point to another, and takes no floor.
    sized
        Whether its size is stated; else it is drawn at a usual one.
    """

    node: PowerNode
    box: Box
    is_run: bool = False
    sized: bool = True

    @property
    def key(self) -> str:
        """What it is selected by."""
        return plant_key(self.node.id)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.node.name or self.node.id


class Pipe(NamedTuple):
    """The main pipes of a coolant loop, which run overhead or below a raised floor."""

    loop: Loop
    box: Box

    @property
    def key(self) -> str:
        """What it is selected by."""
        return pipe_key(self.loop.id)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.loop.name or self.loop.id

    @property
    def is_run(self) -> bool:
        """It takes no floor."""
        return True


def pipe_key(loop: str) -> str:
    """Return what the pipes of a loop are selected by."""
    return f"{_PIPE_KEY}{loop}"


def loop_of(key: str) -> str:
    """Return the id of the loop of which a key selects the pipes; empty of another key."""
    return key.removeprefix(_PIPE_KEY) if key.startswith(_PIPE_KEY) else ""


def pipes_of(design: Design) -> Iterator[Pipe]:
    """Yield the pipes that are drawn, in the design's order."""
    for loop in design.loops:
        box = _strip(loop)
        if box is not None:
            yield Pipe(loop, box)


def drawn_of(design: Design, catalog: Catalog) -> Iterator[Plant | Pipe]:
    """Yield what of power and coolant is drawn on the plan: what stands, then runs."""
    plant = tuple(plant_of(design, catalog))
    yield from (one for one in plant if not one.is_run)
    yield from (one for one in plant if one.is_run)
    yield from pipes_of(design)


def _strip(run: PowerNode | Loop) -> Box | None:
    """Return the strip around a run; None of what is none."""
    x, y, end_x, end_y = run.x_mm, run.y_mm, run.end_x_mm, run.end_y_mm
    if x is None or y is None or end_x is None or end_y is None:
        return None
    half = RUN_WIDE_MM // 2
    left, right = sorted((x, end_x))
    top, bottom = sorted((y, end_y))
    return left - half, top - half, right + half, bottom + half


def plant_key(node: str) -> str:
    """Return what a record of the room's power is selected by."""
    return f"{_KEY}{node}"


def node_of(key: str) -> str:
    """Return the id of the record that a key selects; empty of another key."""
    return key.removeprefix(_KEY) if key.startswith(_KEY) else ""


def plant_of(design: Design, catalog: Catalog) -> Iterator[Plant]:
    """Yield all that has a place on the floor, in the design's order."""
    for node in design.power:
        if node.x_mm is not None and node.y_mm is not None:
            yield _placed(node, node.x_mm, node.y_mm, catalog)


def _placed(node: PowerNode, x: int, y: int, catalog: Catalog) -> Plant:
    strip = _strip(node)
    if strip is not None:
        return Plant(node, strip, is_run=True)
    width, depth, sized = plan_size(node, catalog)
    return Plant(node, (x, y, x + width, y + depth), sized=sized)


def plan_size(node: PowerNode, catalog: Catalog) -> tuple[int, int, bool]:
    """Return width and depth on the plan, turned as it stands, and whether both are stated."""
    part = catalog.get(node.part) if node.part else None
    width = node.width_mm or (part.width_mm if part else None)
    depth = node.depth_mm or (part.depth_mm if part else None)
    wide, deep = width or DRAWN_MM[0], depth or DRAWN_MM[1]
    if node.rotation in (90, 270):
        wide, deep = deep, wide
    return wide, deep, bool(width and depth)


def on_floor(plant: Iterable[Plant]) -> Iterator[Plant]:
    """Yield what takes floor for certain: no runs, and nothing of a size that nobody states."""
    return (one for one in plant if not one.is_run and one.sized)


def plant_size_words(node: PowerNode, catalog: Catalog) -> str:
    """Return what holds for a size that nobody gives by hand."""
    part = catalog.get(node.part) if node.part else None
    if part is not None and part.width_mm and part.depth_mm:
        return f"that of its part, {part.width_mm} × {part.depth_mm} mm"
    return "drawn at a usual size, and not judged, without it"
