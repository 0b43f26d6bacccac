"""The record of an underlay: a drawing of the building that lies below the floor plan."""

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import Literal

from designer.model.record import Record

ScaledBy = Literal["", "file", "measured"]
"""What an underlay's scale is from: nothing yet, the units of its file, or a measured distance."""
Point = tuple[float, float]


class Underlay(Record):
    """A drawing that lies below the floor: a picture, or a plan of another program.

    Attributes
    ----------
    file
        Where it is, from the folder of the design's file, with `/` between folders.
    digest
        SHA-256 of the file as it was placed, in hex.
    x_mm, y_mm
        Where its upper left corner lies on the floor.
    wide, high
        Its size in units of its own: pixels of a picture, units of a drawing.
    mm_per_unit
        How long one of these units is on the floor.
    scaled
        Where that is from; empty for a first guess, to which nothing is to be measured.
    turn_deg
        How far it is turned about that corner, clockwise.
    opacity_pct
        100 covers the floor below it.
    left_out
        Layers of a drawing that are not drawn.
    printed
        Whether it lies below the floor on sheets and in pictures as well.
    """

    id: str
    name: str = ""
    file: str = ""
    digest: str = ""
    x_mm: int = 0
    y_mm: int = 0
    wide: float = 1000.0
    high: float = 1000.0
    mm_per_unit: float = 1.0
    scaled: ScaledBy = ""
    turn_deg: float = 0.0
    opacity_pct: int = 50
    left_out: tuple[str, ...] = ()
    locked: bool = False
    hidden: bool = False
    printed: bool = False
    note: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a file that no other computer has at that place."""
        if self.file.startswith("/") or ":" in self.file or "\\" in self.file:
            yield "file", "file: a path from the folder of the design, with / between folders"

    def on_floor(self, x: float, y: float) -> Point:
        """Return where a point of the drawing lies on the floor, in mm."""
        turn, by = radians(self.turn_deg), self.mm_per_unit
        across, down = x * by, y * by
        return (
            self.x_mm + across * cos(turn) - down * sin(turn),
            self.y_mm + across * sin(turn) + down * cos(turn),
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return its corners on the floor, in mm, clockwise from the upper left one."""
        wide, high = self.wide, self.high
        found = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
        one, two, three, four = (self.on_floor(x, y) for x, y in found)
        return one, two, three, four

    def scaled_by(self, first: Point, second: Point, distance_mm: float) -> "Underlay":
        """Return it with two points of it so far apart; the first stays where it lies.

        Parameters
        ----------
        first, second
            Where they lie on the floor now, in mm.

        Raises
        ------
        ValueError
            If they are one point, or the distance is none.
        """
        now = hypot(second[0] - first[0], second[1] - first[1])
        if now < 1 or distance_mm <= 0:
            raise ValueError("two points that are some way apart, and the distance between them")
        times = distance_mm / now
        return self.evolve(
            x_mm=round(first[0] + (self.x_mm - first[0]) * times),
            y_mm=round(first[1] + (self.y_mm - first[1]) * times),
            mm_per_unit=self.mm_per_unit * times,
            scaled="measured",
        )
