"""Carbon of a grid by the hour that a design keeps, read from an export once.

The design then computes the same wherever it is opened and whatever becomes of the file.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from designer.model.hours_text import hours_text
from designer.model.record import Record
from designer.model.weather_year import hours_of_months

MOST_G_PER_KWH: Final = 2000.0
"""No grid has more: lignite alone has some 1,200."""
_SCALE: Final = 10.0
"""Text counts tenths of what it is given: with a tenth of a value it counts whole grams."""


class GridYear(Record):
    """The carbon of a kilowatt-hour in each hour of a year.

    Attributes
    ----------
    name
        The zone, as people call it.
    source
        Whose export it is: its column, its year, and the name that the file had.
    utc_h
        The clock of its hours against UTC; `None` for local standard time of the site.
    intensity
        A text for each month, January first: the hours of its days, tens of g CO2e/kWh (see
        `hours_text`), so that they are kept to the gram.
    """

    id: str
    name: str = ""
    source: str = ""
    utc_h: float | None = None
    intensity: tuple[str, ...] = ()
    note: str = ""

    @property
    def has_hours(self) -> bool:
        """Whether a year can be computed with it."""
        return bool(self.intensity)

    @property
    def grams(self) -> tuple[float, ...]:
        """The hours of the year, g CO2e/kWh."""
        return tuple(_SCALE * value for value in hours_of_months(self.intensity))

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what is no year of hours, or no carbon of a grid."""
        if not self.intensity:
            return
        try:
            grams = self.grams
        except ValueError as error:
            yield "intensity", f"intensity: {error}"
            return
        wrong = next((g for g in grams if not 0 <= g <= MOST_G_PER_KWH), None)
        if wrong is not None:
            yield "intensity", f"intensity: {wrong:g} g/kWh is no carbon of a grid"


def grams_text(grams: Sequence[float]) -> str:
    """Return the hours of a month as `GridYear` keeps them."""
    return hours_text(value / _SCALE for value in grams)
