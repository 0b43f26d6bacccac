"""Racks of a row as one block, where they are too small to be told apart.

A block has the colour of its worst rack, never of their mean: one rack that is over its limit must
not vanish among many that are not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.overlays import Reading

BLOCKS_BELOW: Final = 0.008
"""Pixels per mm under which a rack of 600 mm is less than five pixels wide."""
_GAP_MM: Final = 600
"""Free floor within a row that ends a block."""


@dataclass(frozen=True, slots=True)
class Stands:
    """A rack, by the row it stands in; its own where it stands in none."""

    row: str
    box: QRectF
    reading: Reading


@dataclass(frozen=True, slots=True)
class Block:
    """Racks of a row that stand side by side.

    Attributes
    ----------
    is_over
        Whether any of them is over its limit for certain.
    share
        Where the fullest stands on the scale, one of which it cannot be said with what is certain;
        None where none has such a load.
    unsure
        Whether of any of them it cannot be said.
    """

    box: QRectF
    is_over: bool
    share: float | None
    unsure: bool


def blocks(racks: Iterable[Stands]) -> Iterator[Block]:
    """Yield the blocks of all rows."""
    for row in by_row(racks):
        yield from blocks_of(row)


def by_row(racks: Iterable[Stands]) -> list[list[Stands]]:
    """Return the racks of each row."""
    rows: dict[str, list[Stands]] = {}
    for rack in racks:
        rows.setdefault(rack.row, []).append(rack)
    return list(rows.values())


def blocks_of(row: list[Stands]) -> Iterator[Block]:
    """Yield the blocks of a row."""
    for run in _runs(row):
        box = QRectF()
        for rack in run:
            box = box.united(rack.box)
        yield _block(box, [rack.reading for rack in run])


def _block(box: QRectF, readings: list[Reading]) -> Block:
    known = [one.at_most for one in readings if one.state == "known"]
    surely = [one.at_least for one in readings if one.state == "open" and one.at_least > 0]
    is_over = any(one.state == "over" for one in readings)
    unsure = any(one.state == "open" for one in readings)
    return Block(box, is_over, max((*known, *surely), default=None), unsure)


def _runs(row: list[Stands]) -> Iterator[list[Stands]]:
    """Yield the racks of a row that no gap parts."""
    xs, ys = [one.box.x() for one in row], [one.box.y() for one in row]
    lies = max(xs) - min(xs) >= max(ys) - min(ys)
    placed = sorted(row, key=lambda one: one.box.x() if lies else one.box.y())
    run = placed[:1]
    for before, here in pairwise(placed):
        gap = here.box.left() - before.box.right() if lies else here.box.top() - before.box.bottom()
        if gap > _GAP_MM:
            yield run
            run = []
        run.append(here)
    yield run
