"""Which racks may or may not be contained, where nobody states how large something is.

No size can be tried for all: racks in a line with such a rack, and those across its aisles, are
left open, and so is whatever turns out otherwise for one of some sizes, or without it.
"""

from collections.abc import Mapping
from typing import Final

from designer.catalog.aisles import USUAL_MM, sharing_aisles, uncontained
from designer.catalog.catalog import Catalog
from designer.engine.subjects.floor.boxes import SMALLEST_MM, unstated_sizes
from designer.model.design import Design

_TRIED_MM: Final = (USUAL_MM, (SMALLEST_MM, SMALLEST_MM), (600, 1000), (800, 1400), (1200, 2400))
"""Widths and depths: the usual cabinet, the smallest, others that are sold, and twice the usual."""


def perhaps_contained(design: Design, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
    """Return the sizes that leave open whether the room's containment closes a rack, by the rack.

    Only for a room that has containment.
    """
    by_part = {part: unstated_sizes(part, catalog) for part in {r.part for r in design.racks}}
    if not any(by_part.values()):
        return {}
    sizes = {rack.id: by_part[rack.part] for rack in design.racks if by_part[rack.part]}
    found: dict[str, dict[str, None]] = {}
    for tried in _TRIED_MM:
        for mine, beside in sharing_aisles(design, catalog, tried):
            refs = [ref for key in sorted(beside & sizes.keys()) for ref in sizes[key]]
            for key in mine if refs else ():
                found.setdefault(key, {}).update(dict.fromkeys((*sizes.get(key, ()), *refs)))
    without = design.evolve(racks=tuple(r for r in design.racks if r.id not in sizes))
    cases = [uncontained(design, catalog, tried) for tried in _TRIED_MM]
    cases.append(uncontained(without, catalog) | sizes.keys() & cases[0])
    every = dict.fromkeys(ref for refs in sizes.values() for ref in refs)
    for key in frozenset().union(*cases) - cases[0].intersection(*cases):
        found.setdefault(key, {}).update(every)
    return {key: tuple(refs) for key, refs in found.items()}
