"""Where everything inside a filled part stands, worked out once: to be painted and listed. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.inside import (
    INSIDE_KINDS,
    NOT_PUBLISHED,
    InsideUnit,
    Span,
    free_spans,
    span_words,
)
from designer.catalog.kinds import ColourRole
from designer.model.design import Face

NOTHING_SAID: Final = ("no source says what stands here", "no source tells", "not told")


@dataclass(frozen=True, slots=True)
class InsideBox:
    """One unit in its place.

    Attributes
    ----------
    name
        Its own: `compute tray 3`, counted from the bottom.
    half_u, top_half_u
        First half unit and the first one above.
    """

    name: str
    half_u: int
    top_half_u: int
    unit: InsideUnit

    @property
    def colour(self) -> ColourRole:
        """Role of its colour."""
        return INSIDE_KINDS[self.unit.kind].colour

    def words(self, face: Face) -> tuple[str, ...]:
        """Return what one sees of it, the longest wording first.

        From the front what it holds and its network, from the rear how it is fed and cooled.
        """
        unit = self.unit
        rear = (unit.power, "coolant" if unit.coolant else "")
        said = [text for text in (rear if face == "rear" else (unit.holds, unit.network)) if text]
        return tuple(" · ".join(said[:end]) for end in range(len(said), 0, -1))


@dataclass(frozen=True, slots=True)
class InsideLayout:
    """The inside of a filled part.

    Attributes
    ----------
    units
        Height of its rails, in rack units.
    boxes
        Units of a known place, lowest first.
    unplaced
        Units that take rack units, of which no source says where.
    behind
        What stands at the rear of them, at no place that a source tells.
    free
        Rack units of which no source says what stands there.
    """

    units: int
    boxes: tuple[InsideBox, ...]
    unplaced: tuple[InsideUnit, ...]
    behind: tuple[InsideUnit, ...]
    free: tuple[Span, ...]

    @property
    def largest_free(self) -> Span | None:
        """The tallest of the free spans, the lowest of several; None where all is told."""
        return max(self.free, key=lambda span: span[1] - span[0], default=None)

    @property
    def runs(self) -> tuple[tuple[InsideBox, ...], ...]:
        """Touching units of one sort together, lowest first."""
        found: list[list[InsideBox]] = []
        for box in self.boxes:
            last = found[-1][-1] if found else None
            if last and last.unit == box.unit and last.top_half_u == box.half_u:
                found[-1].append(box)
            else:
                found.append([box])
        return tuple(tuple(run) for run in found)


def layout_of(units: int | None, inside: Sequence[InsideUnit]) -> InsideLayout | None:
    """Return the inside of a part; None where nobody says what stands in how many rack units."""
    if units is None or not inside:
        return None
    boxes = (box for unit in inside for box in _boxes(unit))
    return InsideLayout(
        units=units,
        boxes=tuple(sorted(boxes, key=lambda box: box.half_u)),
        unplaced=tuple(unit for unit in inside if not unit.behind and not unit.spans),
        behind=tuple(unit for unit in inside if unit.behind),
        free=free_spans(units, inside),
    )


def _boxes(unit: InsideUnit) -> list[InsideBox]:
    starts, height = unit.half_us, unit.height_half_u
    single = len(starts) == 1
    return [
        InsideBox(unit.name if single else f"{unit.name} {number}", start, start + height, unit)
        for number, start in enumerate(starts, 1)
    ]


def run_name(run: Sequence[InsideBox]) -> str:
    """Return what a run is called: `compute tray 1–8`."""
    first, last = run[0], run[-1]
    return first.name if first is last else f"{first.name}–{last.name.rpartition(' ')[2]}"


def inside_words(inside: InsideLayout) -> str:
    """Return what stands inside from top to bottom, for who does not see the drawing."""
    placed = [
        f"{run_name(run)} in {span_words([(run[0].half_u // 2, (run[-1].top_half_u - 1) // 2)])}"
        for run in reversed(inside.runs)
    ]
    lost = [f"{unit.words}, {NOT_PUBLISHED}" for unit in inside.unplaced]
    rear = [f"{unit.words} at the rear" for unit in inside.behind]
    return ", ".join((*placed, *lost, *rear))
