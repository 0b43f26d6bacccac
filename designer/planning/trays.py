"""Trays over the rows of a laid-out design, as wide as the cables of its fabrics need."""

from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.edits.row_trays import trays_over_rows
from designer.model.design import Design, Tray

LADDERS: Final = (
    (300, 100), (450, 100), (600, 100), (900, 100), (900, 150), (900, 300), (900, 450), (900, 600),
    (900, 900), (900, 1200),
)  # fmt: skip
"""Width and depth inside in mm, the smallest first: sizes as ladders are sold; deeper than 150 mm
several hang above one another. From memory, as planning figures are."""
MOST_FILL_PCT: Final = 80.0
"""Of what may be filled: from there on the rule on trays (F15) warns."""


def with_trays(catalog: Catalog, design: Design) -> Design:
    """Return the design with a tray over each row, joined at both ends.

    Each is the smallest ladder that its cables fill to no more than 80 % of what they may.
    """
    # Only now: a list of templates, which the window shows at its start, must not load the engine.
    from designer.engine.subjects.cables.tray_fills import tray_fills

    trays = trays_over_rows(design, catalog)
    if not trays:
        return design
    hung = design.evolve(trays=tuple(sorted(map(_smallest, trays), key=lambda tray: tray.id)))
    filled = tray_fills(hung, catalog)
    return hung.evolve(
        trays=tuple(
            _wide_enough(tray, filled[tray.id].high if tray.id in filled else inf)
            for tray in hung.trays
        )
    )


def _smallest(tray: Tray) -> Tray:
    width, depth = LADDERS[0]
    return tray.evolve(width_mm=width, depth_mm=depth)


def _wide_enough(tray: Tray, fill_pct: float) -> Tray:
    """Return a tray with the first size that holds what fills the smallest to so much."""
    smallest = LADDERS[0][0] * LADDERS[0][1]
    for width, depth in LADDERS:
        if fill_pct * smallest <= MOST_FILL_PCT * width * depth:
            return tray.evolve(width_mm=width, depth_mm=depth)
    return tray.evolve(width_mm=None, depth_mm=None)
