"""What the report says of owning over its years, and of renting the same GPUs by each term.

May import the figures of the model. The whole report stands in `report`.
"""

from math import inf
from typing import Final, Literal

from designer.model.figure_words import whole_ends
from designer.model.figures import Figure
from designer.model.measured import Measured
from designer.model.record import Record
from designer.model.site import Site
from designer.model.some_names import some

PLANNED: Final = "by a planning range"
"""In the source of a line that stands for what has no price."""

Has = Literal["yes", "no", "open"]
"""Whether a price contains something; `open` where nobody states it."""


class Paid(Measured):
    """One line of what is paid: once, or each year. `amount` is in units of the currency.

    Attributes
    ----------
    source
        What it rests on, in words.
    scope
        What it contains, in words.
    """

    name: str
    amount: float | None = None
    source: str = ""
    scope: str = ""


class Rented(Measured):
    """Renting the same GPUs by one term.

    Attributes
    ----------
    term
        `on demand`, `reserved` or `spot`.
    rate
        Of a GPU and hour, without what is billed beside it.
    total
        Over the years, with what is billed beside the rate.
    gpu_hour
        The same for each hour that is used.
    break_even_months
        After which owning has cost less; without an upper end where it may never.
    never
        Whether it never has, for certain: owning costs no less each year.
    present_value
        Of owning in place of renting, at the site's discount; above 0 owning is worth more.
    billed
        Which hours are billed.
    source
        Whose rates, and of when.
    """

    term: str
    rate: float | None = None
    total: float | None = None
    gpu_hour: float | None = None
    break_even_months: float | None = None
    never: bool = False
    present_value: float | None = None
    billed: str = ""
    source: str = ""


class KindOfGpu(Measured):
    """One kind of GPU in a hall of several, with its share of what they share.

    Attributes
    ----------
    id
        Of the GPU.
    gpu_hour
        What an hour of one costs that is used: at least by its own nodes, at most with all that is
        shared; the value has a share by the power of the nodes.
    typical_kw
        What one draws while working, with its share in the same way.
    """

    id: str
    gpus: int
    gpu_hour: float | None = None
    typical_kw: float | None = None


class Swing(Measured):
    """How far one input moves the answer, all others being as they are.

    Attributes
    ----------
    input_value, input_low, input_high
        Of the input; None where it has no value.
    at_low, at_high
        The answer there, with what others leave open; without value and bounds where it is never
        reached.
    decided
        Whether the design decides or states the input, which is only tried between its ends.
    """

    name: str
    decided: bool = False
    unit: str = ""
    input_value: float | None = None
    input_low: float
    input_high: float
    at_low: float | None = None
    at_high: float | None = None

    def never(self, end: str) -> bool:
        """Return whether the answer is never reached at an end."""
        return getattr(self, end) is None and self.bound(end) is None


FIELDS: Final = {
    "Hours that are used": "utilisation", "Rate on demand": "cloud_per_gpu_hour",
    "Rate reserved": "cloud_reserved_per_gpu_hour", "Rate spot": "cloud_spot_per_gpu_hour",
    "Electricity": "electricity_price", "Rent of the hall": "hall_per_kw_month",
    "Support and spares": "support_share", "People who run it": "people",
    "Cost of a person": "person_per_year", "Licences of a GPU": "licences_per_gpu_year",
    "Demand charge": "demand_charge_per_kw_month", "Resale at the end": "residual_share",
    "Discount": "discount_rate",
}  # fmt: skip
"""The field of the site that states an input, by the input's name."""


class OwnAsked(Record):
    """Owning and renting with something else assumed, which is only tried.

    Attributes
    ----------
    site
        As it would be.
    inputs
        Inputs that no field of a site states, by name, with what is tried of them.
    """

    site: Site
    inputs: tuple[tuple[str, float], ...] = ()


class OwnWhyAsked(Record):
    """Why figures of a box are what they are, as they stand or with something else assumed."""

    what: str
    tried: OwnAsked | None = None


class LikeForLike(Record):
    """Whether one thing is in the cost of owning, and in that of renting."""

    item: str
    own: Has
    rented: Has


class Ownership(Measured):
    """Owning over some years against renting the same GPUs; nothing where there is no GPU.

    Attributes
    ----------
    years_stated
        Whether the site states the years; the planning default stands otherwise.
    hall
        `rented`, `built` or `stands`: how the place is paid for.
    capital
        What is paid at first: what stands on the floor, storage without a price by a planning
        range, and the building where it is built.
    running
        Of a year.
    resale
        At the end.
    depreciation
        Of a year, in equal parts over the years down to the resale: capital, and nodes bought
        anew.
    tco
        Over the years, not discounted.
    gpu_hour
        The same for each hour of a GPU that is used.
    answer
        What `swings` are of: months, or the cost of a GPU-hour.
    not_counted
        What is in none of these sums.
    left_to
        Fields of the site that would state it, in the same order; some of it has none.
    budget
        `build`, `rent` or `undecided`: what the published thresholds of budgets say; empty where
        the capital leaves it open.
    kinds
        Kinds of GPU, where there are several.
    open_by
        Inputs without an upper end, in words: they leave what owning costs without one.
    """

    currency: str = "USD"
    years: float | None = None
    years_stated: bool = False
    used: float = 1.0
    hall: str = ""
    capital: float | None = None
    running: float | None = None
    resale: float | None = None
    depreciation: float | None = None
    tco: float | None = None
    gpu_hour: float | None = None
    bought: tuple[Paid, ...] = ()
    each_year: tuple[Paid, ...] = ()
    rented: tuple[Rented, ...] = ()
    answer: str = ""
    swings: tuple[Swing, ...] = ()
    contents: tuple[LikeForLike, ...] = ()
    not_counted: tuple[str, ...] = ()
    left_to: tuple[str, ...] = ()
    budget: str = ""
    open_by: tuple[str, ...] = ()
    kinds: tuple[KindOfGpu, ...] = ()

    @property
    def is_computed(self) -> bool:
        """Whether there are GPUs to own or rent."""
        return self.years is not None

    def hour_of(self, gpu: str) -> Figure:
        """Return what an hour of one kind of GPU costs that is used."""
        return (self.kind(gpu) or self).figure("gpu_hour", self.currency)

    def kind(self, gpu: str) -> KindOfGpu | None:
        """Return a kind of GPU in a hall of several; None where all are of one kind."""
        return next((one for one in self.kinds if one.id == gpu), None)

    def term(self, name: str) -> Rented | None:
        """Return renting by a term; None where nobody names a rate of it."""
        return next((one for one in self.rented if one.term == name), None)

    @property
    def verdict(self) -> str:
        """From when on owning costs less than renting on demand, in a sentence.

        Where a bound lies after the years that are counted, it only may within them.
        """
        on_demand, years = self.term("on demand"), self.years
        if on_demand is None or years is None:
            return "Nobody names a rate of these GPUs: renting cannot be compared."
        months, counted = on_demand.figure("break_even_months", "months"), 12 * years
        open_by = f" No upper end: {some(self.open_by)}." if self.open_by else ""
        if on_demand.never or (months.value is None and months.low > counted):
            return f"Owning does not {_LESS} within {years:g} years."
        if months.value is None:
            low, _ = whole_ends(months)
            return f"Owning may {_LESS}, from month {low} at the earliest.{open_by}"
        return f"{_from_month(months, years)}.{open_by}"


def _from_month(months: Figure, years: float) -> str:
    """Return from when on owning costs less, with what the bounds leave of it."""
    low, high = whole_ends(months)
    spread = "" if months.exact else f" ({low} to {'never' if months.high == inf else high})"
    month, counted = f"from month {months.likely:.0f}{spread}", 12 * years
    if months.low > counted:
        return f"Owning does not {_LESS} within {years:g} years: it does {month}"
    if months.likely > counted:
        return f"Owning may {_LESS} {month}: likely after the {years:g} years that are counted"
    if months.high > counted:
        return f"Owning may {_LESS} {month}, or not within the {years:g} years that are counted"
    return f"Owning costs less {_THAN} {month}"


_THAN: Final = "than renting on demand"
_LESS: Final = f"cost less {_THAN}"
