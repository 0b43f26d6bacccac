"""A hall of a site: walls on the plan around what stands in them, where one room does not hold all.

A thing stands in the hall whose outline holds the corner of its footprint nearest the origin:
nothing else says so, and what is moved into another hall is in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from designer.model.outline import Box, box_of, inside_outline, is_rectangle
from designer.model.record import Record

NO_HALL: Final = ""
"""Of what stands outside all halls, and of a fabric of the whole site."""


class Hall(Record):
    """A hall. A design without any is one room, and the outline of the room is its walls.

    Attributes
    ----------
    outline
        Corners in mm, in order, as those of the room, which is then the ground around its halls.
    """

    id: str
    name: str = ""
    outline: tuple[tuple[int, int], ...] = ()
    note: str = ""


class Standing(Protocol):
    """What stands on the plan: the corner of its footprint nearest the origin, in mm."""

    @property
    def x_mm(self) -> int:
        """From the left."""
        ...

    @property
    def y_mm(self) -> int:
        """From the top."""
        ...


@dataclass(frozen=True)
class Halls:
    """The halls of a design, to be asked what stands in which.

    Of halls that overlap, the first by id holds what stands in both.
    """

    halls: tuple[Hall, ...]

    def of(self, things: Iterable[Standing]) -> list[str]:
        """Return the id of the hall that each thing stands in; `NO_HALL` outside of all."""
        if not self._walls:
            return [NO_HALL for _ in things]
        found, last = [], self._walls[0]
        for thing in things:
            x, y = thing.x_mm, thing.y_mm
            # Mostly the next thing stands where the last did: then no other hall is asked.
            if not (self._apart and _holds(*last[1:], x, y)):
                here = next((it for it in self._walls if _holds(*it[1:], x, y)), None)
                if here is None:
                    found.append(NO_HALL)
                    continue
                last = here
            found.append(last[0])
        return found

    def one(self, thing: Standing) -> str:
        """Return the id of the hall that a thing stands in; `NO_HALL` outside of all."""
        return self.of((thing,))[0]

    @cached_property
    def _walls(self) -> list[tuple[str, Box, tuple[tuple[int, int], ...]]]:
        """Id, box, and the outline where it is no rectangle."""
        return [
            (hall.id, box_of(hall.outline), () if is_rectangle(hall.outline) else hall.outline)
            for hall in self.halls
            if len(hall.outline) > 2
        ]

    @cached_property
    def _apart(self) -> bool:
        """Whether no two boxes overlap."""
        boxes = [box for _, box, _ in self._walls]
        return not any(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for at, one in enumerate(boxes)
            for other in boxes[:at]
        )


def _holds(box: Box, outline: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    """Return whether walls hold the millimetre at a corner."""
    left, top, right, bottom = box
    if not (left <= x < right and top <= y < bottom):
        return False
    return not outline or inside_outline(outline, (x, y, x + 1, y + 1))
