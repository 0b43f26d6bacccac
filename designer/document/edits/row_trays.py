"""Trays over all rows, joined across: where cables run while nobody draws another way.

May import placement. Ladders behind the racks of a row keep drops to their ports short; those that
join them, at both ends and where rows are long, close rings: cables take the shorter way.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.naming import fresh_id, slug
from designer.document.errors import EditError
from designer.document.placement import Box, rack_box
from designer.model.design import Design, Rack, Tray

BEYOND_MM: Final = 300
"""By which trays go on beyond the last racks: half of what two ladders across need there."""
BEHIND_MM: Final = 200
"""By which the middle of a tray is behind the rear of the racks, where their ports are."""
CROSSING_MM: Final = 15_000
"""No further apart do trays cross rows: a cable to the rack across an aisle would go round."""
Axis = Literal[0, 1]
"""Along which rows run: 0 for x, 1 for y."""


@named
def draw_row_trays(catalog: Catalog) -> Edit:
    """Draw trays over all rows.

    Raises
    ------
    EditError
        From the edit, if trays are drawn already or there is no rack.
    """

    def edit(design: Design) -> Design:
        if design.trays:
            raise EditError("trays are drawn already; remove them first")
        found = trays_over_rows(design, catalog)
        if not found:
            raise EditError("no rack stands on the floor: there is no row to draw trays over")
        return design.evolve(trays=tuple(sorted(found, key=lambda tray: tray.id)))

    return edit


def trays_over_rows(design: Design, catalog: Catalog) -> tuple[Tray, ...]:
    """Return a tray over each row and those that join them, rows that cross too."""
    found: list[Tray] = []
    corners: list[tuple[int, int]] = []
    for axis in (0, 1):
        rows = sorted(_rows(design, catalog, axis), key=lambda row: row[1])
        if not rows:
            continue
        low, high = _extent((box for _, _, boxes in rows for box in boxes), axis)
        for across, them in groupby(rows, key=lambda row: row[1]):
            names = [name for name, _, _ in them]
            words = f"Behind {'rows' if len(names) > 1 else 'row'} {' and '.join(names)}"
            _add(found, f"tray-{names[0]}", words,
                 [_at(axis, low, across), _at(axis, high, across)])  # fmt: skip
        first, last = rows[0][1], rows[-1][1]
        if first != last:
            for number, at in enumerate(_crossings(low, high), start=1):
                _add(found, f"tray-{'xy'[axis]}-{number}", f"Across rows, {number}",
                     [_at(axis, at, first), _at(axis, at, last)])  # fmt: skip
        corners.append(_at(axis, low, first))
    if len(corners) == 2:
        (x, y), there = corners
        bend = (there[0], y)
        _add(found, "tray-joint", "Between rows that cross",
             list(dict.fromkeys([(x, y), bend, there])))  # fmt: skip
    return tuple(found)


def _crossings(low: int, high: int) -> list[int]:
    """Return where trays cross rows: at both ends, and between where that is far."""
    spans = max(1, ceil((high - low) / CROSSING_MM))
    return [low + (high - low) * at // spans for at in range(spans + 1)]


def _add(trays: list[Tray], key: str, name: str, corners: list[tuple[int, int]]) -> None:
    if len(set(corners)) > 1:
        taken = {tray.id for tray in trays}
        one = fresh_id(taken, slug(key)) if slug(key) in taken else slug(key)
        trays.append(Tray(id=one, name=name, corners=tuple(corners)))


def _at(axis: Axis, along: int, across: int) -> tuple[int, int]:
    return (along, across) if axis == 0 else (across, along)


def _rows(
    design: Design, catalog: Catalog, axis: Axis
) -> Iterator[tuple[str, int, tuple[Box, ...]]]:
    """Yield rows along an axis: name, where their tray is across it, the boxes of their racks."""
    names = {row.id: row.name or row.id for row in design.rows}
    found: dict[str, list[tuple[Rack, Box]]] = {}
    for rack in design.racks:
        if _runs_along(rack, axis) and _holds(catalog, rack):
            found.setdefault(rack.row or rack.id, []).append((rack, rack_box(catalog, rack)))
    for key, racks in found.items():
        boxes = tuple(box for _, box in racks)
        # Behind most of its racks: rotation 0 faces smaller y, 270 smaller x.
        ahead = sum(rack.rotation in (0, 270) for rack, _ in racks)
        if 2 * ahead >= len(racks):
            across = max(box[3 - axis] for box in boxes) + BEHIND_MM
        else:
            across = min(box[1 - axis] for box in boxes) - BEHIND_MM
        yield names.get(key, key), across, boxes


def _runs_along(rack: Rack, axis: Axis) -> bool:
    return rack.rotation in ((0, 180), (90, 270))[axis]


def _holds(catalog: Catalog, rack: Rack) -> bool:
    part = catalog.get(rack.part)
    return part is None or part.traits.contains or part.traits.computes


def _extent(boxes: Iterable[Box], axis: Axis) -> tuple[int, int]:
    found = tuple(boxes)
    low, high = min(box[axis] for box in found), max(box[axis + 2] for box in found)
    return low - BEYOND_MM, high + BEYOND_MM
