"""Cold and hot aisles, derived from which way the rows face. Pure geometry in mm.

The floor draws these aisles and the rules read them, so that what is drawn is what is judged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.model.aisle_widths import WIDEST_AISLE_MM
from designer.model.design import Design, Rack

AisleKind = Literal["cold", "hot", "mixed"]
RowKey = tuple[str, int, int | None]
"""Row, rotation, and the line on which racks without a row stand."""

NARROWEST_MM: Final = 300
DEFAULT_WIDTH_MM: Final = 600
DEFAULT_DEPTH_MM: Final = 1200
"""Footprint of a rack whose part does not say: the usual cabinet, as the floor draws it."""


@dataclass(frozen=True, slots=True)
class Aisle:
    """The space between two facing rows.

    Attributes
    ----------
    kind
        `cold` between two fronts, `hot` between two rears, `mixed` where one row blows at
        another's intake.
    number
        Counts within its kind, from the top (or the left).
    across
        Whether people walk along x (rows facing up or down).
    """

    kind: AisleKind
    number: int
    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int
    across: bool
    contained: bool = False

    @property
    def clear_mm(self) -> int:
        """Distance between the two rows."""
        return self.depth_mm if self.across else self.width_mm

    @property
    def label(self) -> str:
        """What is written into it: `COLD AISLE 1 · 1.2 m · contained`."""
        return self.labels[0]

    @property
    def labels(self) -> tuple[str, ...]:
        """The same, and shorter wordings for an aisle that is too short for it."""
        name = f"{self.kind.upper()} AISLE {self.number}"
        words = f"{name} · {self.clear_mm / 1000:.1f} m"
        whole = (f"{words} · contained",) if self.contained else ()
        return (*whole, words, name, f"{self.kind.upper()} {self.number}")


@dataclass(frozen=True, slots=True)
class RowBand:
    """The bounding box of one row, with what it holds and the way it faces."""

    row: str
    rotation: int
    left: int
    top: int
    right: int
    bottom: int


def share_aisle(apart_mm: int) -> bool:
    """Return whether rows so far apart share an aisle: neither back to back nor two of their own.

    For the aisles that are drawn and judged, and for edits that keep out of mixed ones.
    """
    return NARROWEST_MM <= apart_mm <= WIDEST_AISLE_MM


def rack_size(rack: Rack, catalog: Catalog) -> tuple[int, int]:
    """Return the footprint of a rack on the floor along x and y, in mm, rotation applied."""
    part = catalog.get(rack.part)
    width = (part.width_mm if part else None) or DEFAULT_WIDTH_MM
    depth = (part.depth_mm if part else None) or DEFAULT_DEPTH_MM
    return (depth, width) if rack.rotation in (90, 270) else (width, depth)


def row_bands(design: Design, catalog: Catalog) -> tuple[RowBand, ...]:
    """Return a box for each row (racks of one row that face one way).

    Cooling units along a wall are no row and make no aisle; in-row units stand in theirs. Racks
    without a row form one with those that stand in their line and face their way.
    """
    groups: dict[RowKey, list[tuple[int, int, int, int]]] = {}
    for rack in design.racks:
        part = catalog.get(rack.part)
        if part is not None and not part.traits.stands_in_row:
            continue
        width, depth = rack_size(rack, catalog)
        box = (rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth)
        groups.setdefault(_row_of(rack), []).append(box)
    return tuple(
        RowBand(row, rotation, *_around(boxes)) for (row, rotation, _), boxes in groups.items()
    )


def aisles(design: Design, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles between neighbouring rows that run side by side.

    A row of rotation 0 faces up the plan, so the space above it is its front. Between two fronts
    lies a cold aisle, between two rears a hot one.
    """
    bands = row_bands(design, catalog)
    level = [band for band in bands if band.rotation in (0, 180)]
    upright = [_turned(band) for band in bands if band.rotation in (90, 270)]
    found = [*_between(level, across=True), *_between(upright, across=False)]
    counts: dict[str, int] = {}
    result = []
    for kind, across, left, top, right, bottom in sorted(found, key=lambda f: (f[3], f[2])):
        counts[kind] = counts.get(kind, 0) + 1
        contained = kind != "mixed" and design.room.containment == kind
        box = (left, top, right - left, bottom - top)
        if not across:
            box = (top, left, bottom - top, right - left)
        result.append(Aisle(kind, counts[kind], *box, across=across, contained=contained))
    return tuple(result)


def uncontained(design: Design, catalog: Catalog) -> frozenset[str]:
    """Return the racks that stand at an aisle which the room's containment does not close.

    These are racks at a mixed aisle, and racks that turn the wrong side to a contained one. A rack
    beyond the end of every aisle goes with the nearest of its row that stands at one: what closes
    the aisle ends where its row does. A row without another across an aisle is left to what the
    room says, as a wall may close its aisle.
    """
    if design.room.containment == "none":
        return frozenset(rack.id for rack in design.racks)
    edges = _edges(aisles(design, catalog))
    rows: dict[RowKey, list[tuple[int, str, bool | None]]] = {}
    for rack in design.racks:
        part = catalog.get(rack.part)
        if part is None or part.traits.stands_in_row:
            along = rack.x_mm if rack.rotation in (0, 180) else rack.y_mm
            one = (along, rack.id, _is_contained(_sides(rack, catalog, edges)))
            rows.setdefault(_row_of(rack), []).append(one)
    return frozenset(key for row in rows.values() for key in _uncontained_of(row))


def _row_of(rack: Rack) -> RowKey:
    """Return what racks of one row that face one way have in common; their line without a row."""
    line = None if rack.row else (rack.x_mm if rack.rotation in (90, 270) else rack.y_mm)
    return rack.row, rack.rotation, line


def _uncontained_of(row: list[tuple[int, str, bool | None]]) -> Iterator[str]:
    """Yield the racks of a row that stand in no containment; None goes with the nearest known."""
    known = [(along, contained) for along, _, contained in row if contained is not None]
    if all(contained for _, contained in known):
        return
    for along, key, contained in row:
        if contained is None:
            contained = min((abs(at - along), said) for at, said in known)[1]
        if not contained:
            yield key


Edges = dict[tuple[bool, int], list[tuple[int, bool, Aisle]]]
"""Aisles by the direction in which people walk and where a side lies; whether it is the low one."""


def _edges(drawn: Iterable[Aisle]) -> Edges:
    edges: Edges = {}
    for aisle in drawn:
        low = aisle.y_mm if aisle.across else aisle.x_mm
        for at in (low, low + aisle.clear_mm):
            edges.setdefault((aisle.across, at // NARROWEST_MM), []).append((at, at == low, aisle))
    return edges


def _sides(rack: Rack, catalog: Catalog, edges: Edges) -> Iterator[tuple[bool, Aisle]]:
    """Yield each aisle that a rack stands at, and whether the rack's front is turned to it."""
    width, depth = rack_size(rack, catalog)
    across = rack.rotation in (0, 180)
    x, y = (rack.x_mm, rack.x_mm + width), (rack.y_mm, rack.y_mm + depth)
    (left, right), (low, high) = (x, y) if across else (y, x)
    # Rotation 0 faces towards smaller y and 270 towards smaller x: their front is the low side.
    faces_low = rack.rotation in (0, 270)
    # The low side of an aisle lies at the high side of the rack before it.
    for mine, at_low in ((high, True), (low, False)):
        near = (mine // NARROWEST_MM + step for step in (-1, 0, 1))
        for at, is_low, aisle in (edge for line in near for edge in edges.get((across, line), ())):
            begin = aisle.x_mm if across else aisle.y_mm
            end = begin + (aisle.width_mm if across else aisle.depth_mm)
            beside = min(right, end) > max(left, begin)
            if beside and is_low == at_low and abs(at - mine) < NARROWEST_MM:
                yield faces_low != at_low, aisle


def _is_contained(sides: Iterable[tuple[bool, Aisle]]) -> bool | None:
    """Return whether containment holds for a rack; None where no aisle at it says so."""
    answer: bool | None = None
    for front, aisle in sides:
        if aisle.contained and front == (aisle.kind == "cold"):
            return True
        if aisle.contained or aisle.kind == "mixed":
            answer = False
    return answer


def _around(boxes: Iterable[tuple[int, int, int, int]]) -> tuple[int, int, int, int]:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _turned(band: RowBand) -> RowBand:
    """Swap x and y, so that one routine serves both directions: 270 (left) becomes `up`."""
    facing = 0 if band.rotation == 270 else 180
    return RowBand(band.row, facing, band.top, band.left, band.bottom, band.right)


def _between(
    bands: list[RowBand], *, across: bool
) -> list[tuple[AisleKind, bool, int, int, int, int]]:
    found: list[tuple[AisleKind, bool, int, int, int, int]] = []
    for upper, lower in _neighbours(bands):
        left, right = max(upper.left, lower.left), min(upper.right, lower.right)
        front_above = lower.rotation == 0
        front_below = upper.rotation == 180
        kind: AisleKind = "mixed"
        if front_above == front_below:
            kind = "cold" if front_above else "hot"
        found.append((kind, across, left, upper.bottom, right, lower.top))
    return found


def _neighbours(bands: list[RowBand]) -> list[tuple[RowBand, RowBand]]:
    """Return each row with the nearest one below that overlaps it, if near enough."""
    ordered = sorted(bands, key=lambda band: (band.top, band.left))
    pairs = []
    for index, upper in enumerate(ordered):
        below = (
            band
            for band in ordered[index + 1 :]
            if band.top >= upper.bottom
            and min(band.right, upper.right) > max(band.left, upper.left)
        )
        lower = next(below, None)
        if lower and share_aisle(lower.top - upper.bottom):
            pairs.append((upper, lower))
    return pairs
