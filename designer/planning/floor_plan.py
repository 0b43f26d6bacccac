"""Put racks into rows, rows into a room, and cooling units along its walls.

Rows stand in pairs that face each other over a cold aisle; the rears of neighbouring pairs share
a hot aisle. All lines lie on the tile grid. Rows are at most 20 racks long (TIA-942-A, as
quoted); more rows stand side by side with a cross aisle between. No rack stands further past the
end of the row that it faces than panels close its aisle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil, sqrt
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.model.aisle_widths import COLD_AISLE_MM, LONGEST_CLOSED_MM, LONGEST_ROW
from designer.model.design import Rack, Rotation, Row

TILE_MM: Final = 600
HOT_AISLE_MM: Final = 1200
"""At least 1.0 m for rear access; two tiles keep the grid."""
HOT_AISLE_WITH_DOORS_MM: Final = 1800
"""Two doors of 350 mm leave 1.1 m between them."""
WALL_MM: Final = 1800
"""Circulation of at least 1.2 m before a door on the rear of the outer row."""
CROSS_AISLE_MM: Final = 1800
SQUARE_ENOUGH: Final = 1.75
UNIT_GAP_MM: Final = 600
"""Between cooling units along a wall, for their side panels."""


@dataclass(frozen=True)
class RackSpec:
    """A rack to be placed: an assembly, or a part that is sold filled."""

    part: str
    assembly: str = ""
    cooling: Literal["auto", "in-row"] = "auto"


@dataclass(frozen=True)
class FloorPlan:
    """Racks, rows and the size of the room that holds them."""

    racks: tuple[Rack, ...]
    rows: tuple[Row, ...]
    outline: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class _Grid:
    """How rows are arranged: `blocks` side by side, each of `ranks` rows of `per_row` racks."""

    per_row: int
    ranks: int
    blocks: int


def row_name(index: int) -> str:
    """Return A … Z, AA, AB … for a row's position."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def lay_out(
    catalog: Catalog,
    specs: Sequence[RackSpec],
    units: Sequence[str],
    *,
    doors: bool,
    per_row: int = 0,
    one_row: bool = False,
) -> FloorPlan:
    """Return a plan of all racks in rows and all cooling units along the side walls.

    Parameters
    ----------
    specs
        Racks in the order in which they fill rows, back and forth.
    units
        Part ids of floor units: CRAHs, CDUs.
    doors
        Whether racks carry rear doors, which need a wider hot aisle.
    per_row
        Racks of a row; 0 makes the room about square.
    one_row
        Whether all racks stand in one row, which no other faces.
    """
    width = max((catalog.require(s.part).width_mm or 600 for s in specs), default=600)
    depth = max((catalog.require(s.part).depth_mm or 1200 for s in specs), default=1200)
    deep = _tiles(depth)
    hot = HOT_AISLE_WITH_DOORS_MM if doors else HOT_AISLE_MM
    grid = _grid(len(specs), width, (2 * deep + COLD_AISLE_MM + hot) / 2, per_row)
    if one_row:
        grid = _Grid(len(specs), 1, 1)
    tops = _row_tops(grid.ranks, deep, hot)
    height, columns = _units_in_columns(catalog, units, _tiles(tops[-1] + deep + WALL_MM))
    left = _tiles(sum(w for w, _ in columns[::2]) + WALL_MM + _aisles(columns[::2]))
    right = _tiles(sum(w for w, _ in columns[1::2]) + WALL_MM + _aisles(columns[1::2]))
    most = ceil(len(specs) / grid.blocks)
    block = _tiles(max(_lengths(most, grid, width)) * width)
    rows_mm = grid.blocks * block + (grid.blocks - 1) * CROSS_AISLE_MM
    room = left + rows_mm + right
    racks, rows = _racks_in_rows(catalog, specs, grid, tops, left, block + CROSS_AISLE_MM, deep)
    racks += _units_at_walls(catalog, columns, room)
    return FloorPlan(
        tuple(sorted(racks, key=lambda r: r.id)),
        tuple(sorted(rows, key=lambda r: r.id)),
        ((0, 0), (room, 0), (room, height), (0, height)),
    )


def _tiles(mm: float) -> int:
    """Return a length rounded up to whole tiles."""
    return ceil(mm / TILE_MM) * TILE_MM


def _aisles(columns: Sequence[tuple[int, object]]) -> int:
    return max(0, len(columns) - 1) * COLD_AISLE_MM


def _grid(count: int, width: int, pitch: float, per_row: int) -> _Grid:
    """Return rows in even ranks: as few blocks as keep the room's sides within 7 : 4."""
    if count < 1:
        raise ValueError("no rack to place")
    best = (float("inf"), _Grid(count, 2, 1))
    for blocks in range(1, ceil(sqrt(count)) + 1):
        here = ceil(count / blocks)
        if blocks > 1 and here < 2:
            break  # A rack alone in its block faces none.
        wanted = per_row or min(LONGEST_ROW, max(4, round(sqrt(here * pitch / width / blocks))))
        ranks = 2 * max(1, ceil(here / (2 * wanted)))
        row = per_row or ceil(here / ranks)
        across, down = blocks * (row * width + CROSS_AISLE_MM), ranks * pitch
        skew = max(across, down) / min(across, down)
        if skew < best[0]:
            best = skew, _Grid(row, ranks, blocks)
        if skew <= SQUARE_ENOUGH:
            break
    return best[1]


def _row_tops(ranks: int, deep: int, hot: int) -> list[int]:
    """Return the upper edge of each rank of rows, in mm."""
    tops = [WALL_MM]
    for rank in range(1, ranks):
        aisle = COLD_AISLE_MM if rank % 2 else hot
        tops.append(tops[-1] + deep + aisle)
    return tops


def row_lengths(count: int, per_row: int, width: int) -> list[int]:
    """Return how many racks stand in each row of a block: full rows, and the rest in the last.

    Two rows of which one would stand further past the other than panels close the aisle between
    them are as long as each other. A rack that would stand alone is given one to face.
    """
    lengths = [min(per_row, count - first) for first in range(0, count, per_row)]
    if not lengths:
        return lengths
    last = lengths[-1] if len(lengths) % 2 else 0
    if last == 1 and len(lengths) > 1:
        # Its row and the one before it are the last of two pairs.
        return [*lengths[:-2], lengths[-2] - 1, 1, 1] if lengths[-2] > 1 else lengths
    pair = lengths[-1:] if last else lengths[-2:]
    short = 0 if last else pair[1]
    if short and (pair[0] - short) * width <= LONGEST_CLOSED_MM:
        return lengths
    racks = sum(pair)
    return [*lengths[: -len(pair)], *(n for n in (racks - racks // 2, racks // 2) if n)]


def _lengths(count: int, grid: _Grid, width: int) -> list[int]:
    """Return how many racks stand in each row of a block; one rank is a single row."""
    return [count] if grid.ranks == 1 else row_lengths(count, grid.per_row, width)


def _racks_in_rows(
    catalog: Catalog,
    specs: Sequence[RackSpec],
    grid: _Grid,
    tops: list[int],
    left: int,
    step: int,
    deep: int,
) -> tuple[list[Rack], list[Row]]:
    """Fill block by block, rank by rank, back and forth; racks stand flush, fronts in line."""
    racks: list[Rack] = []
    rows: list[Row] = []
    width = max(catalog.require(spec.part).width_mm or 600 for spec in specs)
    per_block = ceil(len(specs) / grid.blocks)
    for block in range(grid.blocks):
        mine = specs[block * per_block : (block + 1) * per_block]
        left_over = iter(mine)
        for rank, length in enumerate(_lengths(len(mine), grid, width)):
            here = list(islice(left_over, length))
            name = row_name(block * grid.ranks + rank)
            facing: Rotation = 0 if rank % 2 else 180
            x, top = left + block * step, tops[rank]
            rows.append(Row(id=name, name=name, x_mm=x, y_mm=top, rotation=facing))
            for place, spec in enumerate(reversed(here) if rank % 2 else here, start=1):
                part = catalog.require(spec.part)
                label = f"{name}{place:02d}"
                racks.append(
                    Rack(
                        id=label,
                        name=label,
                        part=spec.part,
                        x_mm=x,
                        y_mm=top + deep - (part.depth_mm or 1200) if facing == 180 else top,
                        rotation=facing,
                        row=name,
                        assembly=spec.assembly,
                        cooling=spec.cooling,
                    )
                )
                x += part.width_mm or 600
    return racks, rows


def _units_in_columns(
    catalog: Catalog, units: Sequence[str], height: int
) -> tuple[int, list[tuple[int, list[str]]]]:
    """Return the room's depth and its columns of floor units.

    A room up to half as deep again is better than a second column of units along a wall.
    """
    for deeper in range(height, height * 3 // 2 + 1, TILE_MM):
        columns = _columns(catalog, units, deeper)
        if len(columns) <= 2:
            return deeper, columns
    return height, _columns(catalog, units, height)


def _columns(catalog: Catalog, units: Sequence[str], height: int) -> list[tuple[int, list[str]]]:
    """Return columns of floor units, each with its width; left and right wall take turns.

    Units stand with their long side to the wall, so a column is as wide as its deepest unit.
    """
    room = height - 2 * UNIT_GAP_MM
    lengths = {part: (catalog.require(part).width_mm or 2400) + UNIT_GAP_MM for part in set(units)}
    columns: list[list[str]] = [[], []]
    used = [0, 0]
    for part in units:
        near = min(range(len(columns) - 2, len(columns)), key=lambda i: used[i])
        if used[near] + lengths[part] - UNIT_GAP_MM > room and columns[near]:
            columns += [[], []]
            used += [0, 0]
            near = len(columns) - 2
        columns[near].append(part)
        used[near] += lengths[part]
    return [
        (max((catalog.require(p).depth_mm or 900 for p in column), default=0), column)
        for column in columns
    ]


def _units_at_walls(
    catalog: Catalog, columns: list[tuple[int, list[str]]], room: int
) -> list[Rack]:
    """Return floor units that blow towards the rows: right from the left wall, left from the right.

    A second column stands before the first with an aisle between.
    """
    racks: list[Rack] = []
    numbers: dict[str, int] = {}
    digits = len(str(sum(len(column) for _, column in columns)))
    inset = [0, 0]
    for index, (wide, column) in enumerate(columns):
        side = index % 2
        y = UNIT_GAP_MM
        for part_id in column:
            part = catalog.require(part_id)
            deep = part.depth_mm or 900
            prefix = part.traits.name_prefix
            number = numbers[prefix] = numbers.get(prefix, 0) + 1
            label = f"{prefix}-{number:0{max(digits, 2)}d}"
            racks.append(
                Rack(
                    id=label.lower(),
                    name=label,
                    part=part_id,
                    x_mm=room - inset[1] - deep if side else inset[0],
                    y_mm=y,
                    rotation=270 if side else 90,
                )
            )
            y += (part.width_mm or 2400) + UNIT_GAP_MM
        inset[side] += wide + COLD_AISLE_MM
    return racks
