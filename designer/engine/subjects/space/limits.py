"""Limits of what a rack holds: mass, standing and rolled, and units."""

from collections.abc import Iterator
from typing import Final

from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.subject import Filling
from designer.engine.subjects.space.space import SPACE

FULL: Final = 1.0
"""A full rack is no finding: units may be used to the last."""
FILLS_UP: Final = ("mass", "units")
"""Not the mass that may be rolled: a rack too heavy for it can be filled where it stands."""
NAMES: Final = (*FILLS_UP, "mass-rolled")


def space_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack's devices use of its ratings and of its units."""
    space = filling[SPACE]
    yield limit_of(
        "mass", "Mass, static", space.mass_kg, space.static_kg, filling.name_of,
        group="mass", source="rating of the rack",
    )  # fmt: skip
    if space.dynamic_kg is not None:
        rolled = limit_of(
            "mass-rolled", "Mass, rolled filled", space.mass.rolled_kg, space.dynamic_kg,
            filling.name_of, source="rating of the rack on its casters",
        )  # fmt: skip
        # A rack may be filled where it stands: F03 warns.
        yield rolled.evolve(state="warning") if rolled.state == "error" else rolled
    if space.u_total.high > 0:
        units = limit_of(
            "units", "Rack units", space.u_used, space.u_total, filling.name_of,
            near=FULL,
        )  # fmt: skip
        yield units.evolve(state="error") if space.clashes else units
