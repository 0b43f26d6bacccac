"""Cold and hot aisles, derived from which way the rows face. Pure geometry in mm; no Qt here."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.model.aisle_widths import WIDEST_AISLE_MM
from designer.model.design import Design, Rack
from designer.render.drawing import DEFAULT_DEPTH_MM, DEFAULT_WIDTH_MM

AisleKind = Literal["cold", "hot", "mixed"]

NARROWEST_MM: Final = 300


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
    groups: dict[tuple[str, int, int], list[tuple[int, int, int, int]]] = {}
    for rack in design.racks:
        part = catalog.get(rack.part)
        if part is not None and not part.traits.stands_in_row:
            continue
        width, depth = rack_size(rack, catalog)
        line = 0 if rack.row else (rack.x_mm if rack.rotation in (90, 270) else rack.y_mm)
        box = (rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth)
        groups.setdefault((rack.row, rack.rotation, line), []).append(box)
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
        if lower and NARROWEST_MM <= lower.top - upper.bottom <= WIDEST_AISLE_MM:
            pairs.append((upper, lower))
    return pairs


def pitch_lines(low_mm: int, high_mm: int, tile_mm: int) -> list[int]:
    """Return the positions of tile lines from one wall to the other, walls included."""
    if tile_mm <= 0:
        return []
    lines = list(range(low_mm, high_mm + 1, tile_mm))
    return lines if lines and all(b > a for a, b in pairwise(lines)) else []
