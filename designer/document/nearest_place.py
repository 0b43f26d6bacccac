"""The nearest free place to one that is refused: what a ghost offers beside its reason.

A plan that may not be knows how to look for one that may (`DropPlan.elsewhere`); nobody looks until
the pointer rests. Each search tries a bounded number of places, the nearest first.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Final, Protocol, TypeVar

from designer.catalog.catalog import Catalog
from designer.document.placement import LOWEST_HALF_U, Verdict, footprint
from designer.model.design import Rack
from designer.model.layout import Layout


class _Plan(Protocol):
    """What a drop would do, as far as a search looks at it."""

    @property
    def verdict(self) -> Verdict:
        """May it be."""

    @property
    def edit(self) -> object:
        """What makes it so; None where nothing would change."""


P = TypeVar("P", bound=_Plan)

MOST_CHECKED: Final = 600
"""Footprints that one search compares with what stands: some 30 ms of a crowded hall."""
_MOST_RACKS: Final = 48
_REACH: Final = 10
"""Steps of the tile grid to each side that are tried."""


def first_that_may_be(plans: Iterable[P]) -> P | None:
    """Return the first plan that may be and changes something."""
    return next((plan for plan in plans if plan.verdict.ok and plan.edit is not None), None)


def around(replan: Callable[[int, int], P], step_mm: int, each: int = 1) -> P | None:
    """Return the plan at the smallest distance on the floor that may be; None within reach.

    Parameters
    ----------
    replan
        Plans the same at a distance, in mm to the right and down.
    step_mm
        Between two places that are tried.
    each
        Footprints that one plan compares.
    """
    most = max(MOST_CHECKED // max(each, 1), 1)
    step = max(step_mm, 1)
    return first_that_may_be(replan(x * step, y * step) for x, y in rings()[:most])


def up_and_down(replan: Callable[[int], P], half_u: int, units: int) -> P | None:
    """Return the plan at the nearest position of the same rack that may be, at a whole unit."""
    wanted = range(LOWEST_HALF_U, LOWEST_HALF_U + 2 * units, 2)
    nearest = sorted(wanted, key=lambda at: (abs(at - half_u), at))
    return first_that_may_be(map(replan, nearest))


def other_racks(
    replan: Callable[[str], P], layout: Layout, catalog: Catalog, at: tuple[float, float],
    but: Collection[str] = (),
) -> P | None:  # fmt: skip
    """Return the plan in the rack nearest to a point of the floor in which it may be.

    Parameters
    ----------
    but
        Racks that are not meant.
    """
    holds = [
        rack
        for rack in layout.design.racks
        if rack.id not in but
        and (part := catalog.get(rack.part)) is not None
        and part.rack is not None
    ]
    near = sorted(holds, key=lambda rack: _away(catalog, rack, at))[:_MOST_RACKS]
    return first_that_may_be(replan(rack.id) for rack in near)


def middle_of(catalog: Catalog, rack: Rack) -> tuple[float, float]:
    """Return the middle of a rack on the floor, in mm."""
    width, depth = footprint(catalog.get(rack.part), rack.rotation)
    return rack.x_mm + width / 2, rack.y_mm + depth / 2


def _away(catalog: Catalog, rack: Rack, at: tuple[float, float]) -> float:
    x, y = middle_of(catalog, rack)
    return (x - at[0]) ** 2 + (y - at[1]) ** 2


@cache
def rings() -> tuple[tuple[int, int], ...]:
    """Return steps to the right and down, the nearest first; not the place itself."""
    return tuple(sorted(_steps(), key=lambda step: (step[0] ** 2 + step[1] ** 2, step)))


def _steps() -> Iterator[tuple[int, int]]:
    reach = range(-_REACH, _REACH + 1)
    yield from ((x, y) for x in reach for y in reach if x or y)
