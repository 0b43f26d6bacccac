"""Limits of what a rack holds: mass and units."""

from collections.abc import Iterator

from designer.engine.limit import amount_limit
from designer.engine.report import Limit
from designer.engine.subject import Filling
from designer.engine.subjects.space.space import SPACE


def space_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack's devices use of its rating and of its units."""
    space, part = filling[SPACE], filling.filled.rack_part
    static = part.rack.static_kg if part and part.rack else None
    yield amount_limit(
        "mass", "Mass, static", space.mass_kg, static, "kg", source="rating of the rack"
    )
    if space.u_total:
        units = amount_limit("units", "Rack units", space.u_used, space.u_total, "U")
        yield units.evolve(state="error") if space.clashes else units
