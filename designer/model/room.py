"""The records of the room: its floor, what stands in the way there, and the way in."""

from typing import Literal

from designer.model.record import Record
from designer.model.site import Stated
from designer.model.tray import RackEntry

Rotation = Literal[0, 90, 180, 270]
Containment = Literal["none", "cold", "hot"]
PassageKind = Literal["door", "corridor", "lift", "ramp"]
Wall = Literal["", "top", "right", "bottom", "left"]


ElementKind = Literal["obstacle", "column", "wall", "ramp", "keep-out", "ceiling"]
Opens = Literal["", "in", "out", "slides"]
Hinge = Literal["start", "end"]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom on the plan, in mm."""


class Obstacle(Record):
    """A part of the floor where nothing can stand, or only what is low enough.

    Attributes
    ----------
    kind
        A `keep-out` zone is walked over and nothing stands in it; under a `ceiling` zone stands
        what is no higher than it is clear. All others stand on the floor themselves.
    round
        Whether a column is round: it is drawn so, and stands as the square around it.
    clearance_mm
        What is kept free around it; `None` for nothing.
    height_mm
        What is clear under a ceiling zone; `None` when not known.
    locked, group
        As of racks: it stays where and what it is, and is chosen and moved with its group.
    """

    id: str
    name: str = ""
    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int
    kind: ElementKind = "obstacle"
    round: bool = False
    clearance_mm: int | None = None
    height_mm: int | None = None
    locked: bool = False
    group: str = ""

    @property
    def box(self) -> Box:
        """What it covers of the plan."""
        return self.x_mm, self.y_mm, self.x_mm + self.width_mm, self.y_mm + self.depth_mm

    @property
    def is_solid(self) -> bool:
        """Whether it stands on the floor, in the way of people and of air."""
        return self.kind not in ("keep-out", "ceiling")

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or (self.id if self.kind == "obstacle" else f"{self.kind} {self.id}")


class Passage(Record):
    """A step of the way on which racks come in: a door of the room, or what lies before it.

    Attributes
    ----------
    wall, at_mm
        The side of the plan that a door of the room is in, and where its opening begins, from the
        left or from the top; without a wall the step lies on every way to the room.
    width_mm, height_mm, depth_mm
        Clear opening, and how deep the car of a lift is; `None` when not known.
    rating_kg
        What a lift or ramp carries; `None` when not known.
    slope_pct
        Rise of a ramp over its length; `None` when not known.
    opens
        Where the leaf of a door in a wall goes: into the room, out of it, or along the wall; empty
        where nobody says.
    hinge
        The end of the opening at which it hangs, from the left or from the top.
    """

    id: str
    name: str = ""
    kind: PassageKind = "door"
    wall: Wall = ""
    at_mm: int = 0
    width_mm: int | None = None
    height_mm: int | None = None
    depth_mm: int | None = None
    rating_kg: float | None = None
    slope_pct: float | None = None
    opens: Opens = ""
    hinge: Hinge = "start"
    note: str = ""


class Room(Record):
    """The floor: outline, tiles, obstacles, load limit, and the way in.

    Attributes
    ----------
    outline
        Corners in mm, in order; x to the right, y downwards as on screen.
    floor_limit_kpa
        Permitted distributed load; `None` when not known.
    tile_load_kg
        What one tile carries, at one point or at several; `None` when not known.
    height_mm
        Clear height of the room, below what hangs lowest; `None` when not known.
    cable_kg
        Mass of the cables of one device in a rack; `None` for the planning default.
    rack_entry
        Where cables enter racks; empty where nobody says.
    cable_slack_pct, cable_loop_m, cable_side_m
        What is added to each cable's run; the loop at each end of one that leaves its rack; the way
        from a port to the side of its rack. `None` for the planning defaults.
    patch_panels
        Panels that each fibre between racks passes; `None` for none.
    blanking
        Whether panels close the open units of racks; empty where nobody says.
    scale
        Denominator of the scale at which the plan is drawn: 100 for 1 : 100.
    """

    name: str = ""
    outline: tuple[tuple[int, int], ...] = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    tile_mm: int = 600
    scale: int = 100
    floor_limit_kpa: float | None = None
    tile_load_kg: float | None = None
    height_mm: int | None = None
    cable_kg: float | None = None
    rack_entry: RackEntry = ""
    cable_slack_pct: float | None = None
    cable_loop_m: float | None = None
    cable_side_m: float | None = None
    patch_panels: int | None = None
    containment: Containment = "none"
    blanking: Stated = ""
    obstacles: tuple[Obstacle, ...] = ()
    passages: tuple[Passage, ...] = ()

    @property
    def tile_origin(self) -> tuple[int, int]:
        """The corner that tiles begin at: the first of the outline, in mm."""
        return self.outline[0] if self.outline else (0, 0)

    def size_mm(self) -> tuple[int, int]:
        """Return width and depth of the outline's bounding box, in mm."""
        xs = [x for x, _ in self.outline]
        ys = [y for _, y in self.outline]
        return max(xs) - min(xs), max(ys) - min(ys)
