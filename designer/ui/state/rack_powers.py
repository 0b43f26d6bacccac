"""What the racks of both sides draw: of some of them together, and of all, for a plot."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from designer.engine.beside_words import difference
from designer.model.figure_words import change, quantity
from designer.model.figures import Figure, alike, missing, total

if TYPE_CHECKING:
    from designer.engine.report import Report
    from designer.model.design import Design

_KW: Final = "kW"


class RackPowers:
    """The maximum power of each rack before and after.

    Parameters
    ----------
    before, after
        Design and report of either side: of a rack that the report does not have nothing is known.
    """

    def __init__(self, before: tuple[Design, Report], after: tuple[Design, Report]) -> None:
        self._given = (before, after)

    @cached_property
    def sides(self) -> tuple[dict[str, Figure], dict[str, Figure]]:
        """The racks of either side."""
        was, now = map(_powers, self._given)
        return was, now

    def of(self, keys: Iterable[str]) -> tuple[Figure, Figure] | None:
        """Return what racks draw together on either side; None where none of them is a rack."""
        racks = [key for key in keys if any(key in side for side in self.sides)]
        if not racks:
            return None
        was, now = (total((side[key] for key in racks if key in side), _KW) for side in self.sides)
        return was, now

    def words(self, keys: Iterable[str]) -> str:
        """Return by how much racks draw more or less, else both figures; empty without racks."""
        both = self.of(keys)
        if both is None:
            return ""
        same = "±0" if alike(*both) and not both[1].unknown else quantity(both[1])
        return difference(*both) or change(*both) or same

    def tip(self, keys: Iterable[str]) -> str:
        """Return what racks draw on either side."""
        both = self.of(keys)
        if both is None:
            return ""
        said = change(*both) or quantity(both[1])
        return (
            f"Maximum power of the racks that it touches: {said}. "
            "A rack that several rows touch counts in each of them."
        )

    def highest_first(self, side: int) -> list[float]:
        """Return the power of the racks of a side in kW, the highest first.

        Those that draw nothing, as coolers on the floor, and those of which nothing is known lack.
        """
        known = [one for one in self.sides[side].values() if not one.unknown and one.high > 0]
        return sorted((one.likely for one in known), reverse=True)


def _powers(given: tuple[Design, Report]) -> dict[str, Figure]:
    design, report = given
    known = {rack.id: rack.figure("power_max_kw", _KW) for rack in report.racks}
    return {
        rack.id: known.get(rack.id) or missing(f"{rack.id}.power_max_w", _KW)
        for rack in design.racks
    }
