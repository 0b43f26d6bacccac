"""What the units inside a filled part draw and weigh together, as far as anybody tells.

Shown beside what the part states, and added to nothing: the part owns its power and its mass.

May import the catalogue's parts with what bounds them, and figures.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from designer.catalog.inside import INSIDE_KINDS, InsideUnit
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures
from designer.model.figures import Figure, missing, total

PartById = Callable[[str], Part | None]


@dataclass(frozen=True, slots=True)
class InsideSums:
    """What stands inside a part, together.

    Attributes
    ----------
    power
        The most that what draws from supplies and bus bar takes, W: what shelves and bus bar lose
        of it comes on top.
    mass
        Of every unit, kg, without the frame: only a lower bound where nobody tells one of them.
    """

    power: Figure
    mass: Figure


def inside_sums(part: Part, part_by_id: PartById) -> InsideSums | None:
    """Return what stands inside a part; None for a part of which nobody tells that."""
    if not part.inside:
        return None
    drawing = [unit for unit in part.inside if INSIDE_KINDS[unit.kind].draws]
    return InsideSums(
        total((power_of(part, unit, part_by_id) for unit in drawing), "W"),
        total((mass_of(part, unit, part_by_id) for unit in part.inside), "kg"),
    )


def power_of(part: Part, unit: InsideUnit, part_by_id: PartById) -> Figure:
    """Return the most that all units of a sort draw, W."""
    return _of_all(part, unit, part_by_id, lambda held: power_figures(held)["power_max_w"], "W")


def mass_of(part: Part, unit: InsideUnit, part_by_id: PartById) -> Figure:
    """Return what all units of a sort weigh, kg."""
    return _of_all(part, unit, part_by_id, mass_figure, "kg")


def counted_words(part: Part, part_by_id: PartById) -> Iterator[str]:
    """Yield units that draw, as `18 × compute tray`, for who asks what a sum is of."""
    for unit in part.inside:
        if INSIDE_KINDS[unit.kind].draws:
            known = part_by_id(unit.part) is not None
            yield unit.words if known else f"{unit.words} (not told)"


def _of_all(
    part: Part,
    unit: InsideUnit,
    part_by_id: PartById,
    figure: Callable[[Part], Figure],
    sign: str,
) -> Figure:
    held = part_by_id(unit.part)
    ref = f"{part.id}.inside.{unit.name}"
    if held is None:
        return missing(ref, sign)
    one = figure(held)
    if unit.count is not None:
        return one.times(unit.count)
    return missing(f"{ref}.count", sign, one.low)
