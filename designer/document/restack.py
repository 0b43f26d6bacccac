"""Making room in a rack: what stands in its rails moves as little as it must, in its order.

Things that share a height, one at the front and one at the rear, move together. What stands at
whole units stays at whole units. Nothing beside the rails moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import least_half_u
from designer.document.placement import LOWEST_HALF_U
from designer.model.layout import Layout, Placed

_IN_RAILS = ("front", "rear")


@dataclass(frozen=True, slots=True)
class _Block:
    """Things that share heights, and the half units that they take together."""

    keys: tuple[str, ...]
    half_u: int
    height: int


def restacked(
    layout: Layout, catalog: Catalog, rack_id: str, heights: Mapping[str, int]
) -> dict[str, int] | None:
    """Return where devices of a rack stand once some have another height; None: no room for all.

    A device within a block that shares heights keeps its distance to the lowest of it.

    Parameters
    ----------
    heights
        Half units that a device takes now, by its key; the others are as high as their parts.

    Returns
    -------
    dict
        The lowest half unit of each device that moves, by key.
    """
    rack = layout.racks[rack_id]
    holder = catalog.get(rack.part)
    if holder is None or holder.rack is None:
        return None
    blocks = _blocks(layout.in_rack(rack_id), catalog, heights)
    places = _places(blocks, LOWEST_HALF_U + 2 * holder.rack.units)
    if places is None:
        return None
    stood = {one.key: one.half_u for one in layout.in_rack(rack_id)}
    return {
        key: stood[key] + place - block.half_u
        for block, place in zip(blocks, places, strict=True)
        if place != block.half_u
        for key in block.keys
    }


def _blocks(
    placed: tuple[Placed, ...], catalog: Catalog, heights: Mapping[str, int]
) -> list[_Block]:
    """Return what stands in the rails from the lowest up, what shares heights as one."""
    spans = sorted(
        (one.half_u, least_half_u(catalog.get(one.part)), one.key)
        for one in placed
        if one.face in _IN_RAILS and one.half_u
    )
    blocks: list[_Block] = []
    end = 0
    for half_u, was, key in spans:
        height = heights.get(key, was)
        if blocks and half_u < end:
            last = blocks[-1]
            whole = max(last.height, half_u - last.half_u + height)
            blocks[-1] = _Block((*last.keys, key), last.half_u, whole)
        else:
            blocks.append(_Block((key,), half_u, height))
        end = max(end, half_u + was)
    return blocks


def _places(blocks: list[_Block], top: int) -> list[int] | None:
    """Return the lowest half unit of each block; None where they are higher than the rails."""
    places: list[int] = []
    end = LOWEST_HALF_U
    for block in blocks:
        least = max(end, block.half_u)
        places.append(least + (least - block.half_u) % 2)
        end = places[-1] + block.height
    for at in range(len(blocks) - 1, -1, -1):
        most = top - blocks[at].height
        if places[at] > most:
            places[at] = most - (most - blocks[at].half_u) % 2
        top = places[at]
    return None if places and places[0] < LOWEST_HALF_U else places
