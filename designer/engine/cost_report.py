"""What the report says of money: capital by category, energy, and what has no price.

May import the figures of the model. The whole report stands in `report`.
"""

from math import inf

from designer.model.figures import Figure
from designer.model.measured import Measured


class CostLine(Measured):
    """One category of capital cost. `amount` is in units of the currency."""

    category: str
    amount: float | None = None
    unpriced: int = 0


class Cost(Measured):
    """Capital and energy cost. Incomplete where a part has no published price.

    Attributes
    ----------
    scope
        What the capital cost is the sum of, and what it leaves out.
    price_date, oldest_price_date
        Of the newest and the oldest price used.
    """

    currency: str = "USD"
    scope: str = ""
    capex: float | None = None
    opex_per_year: float | None = None
    energy_mwh_per_year: float | None = None
    tco: float | None = None
    gpu_hour: float | None = None
    by_category: tuple[CostLine, ...] = ()
    cloud_total: float | None = None
    break_even_months: float | None = None
    price_date: str = ""
    oldest_price_date: str = ""
    unpriced: tuple[str, ...] = ()
    complete: bool = True

    def told_by_category(self) -> tuple[Figure, ...]:
        """Return what each category costs, told as the capital is.

        Estimates are no parts of a lower bound: where the capital has no upper end, a category
        with a lower bound is told by that, so that what stands beside the sum adds up to it.
        """
        lines = tuple(line.figure("amount", self.currency) for line in self.by_category)
        if self.figure("capex").high < inf:
            return lines
        return tuple(
            line if line.exact or line.low <= 0 else line.without_upper_end() for line in lines
        )

    @property
    def parts_without_price(self) -> tuple[str, ...]:
        """Ids of the parts that leave the capital without an upper end; cables are no part of it.

        What `unpriced` says of cables is a sentence, and an id has no blank.
        """
        return tuple(entry for entry in self.unpriced if " " not in entry)
