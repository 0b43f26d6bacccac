"""Owning and renting on plain numbers, and figures of them between the ends of their inputs.

Each answer grows or falls with each input throughout, so that its bounds are those with all inputs
at their ends: an input that stands on both sides of a fraction is the same on both.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import inf, isfinite
from typing import Final

from designer.engine.ownership_report import Swing
from designer.engine.subjects.ownership.money import present_value
from designer.model.figures import Figure, joined, merged
from designer.model.measured import fields_of
from designer.model.units import HOURS_PER_YEAR

Values = Mapping[str, float]
Formula = Callable[[Values], float]

BOUGHT: Final = "bought."
"""What begins the names of what is paid at first for what stands on the floor."""
SHARES_AT_FIRST: Final = ("installation_share", "delivery_share", "spares_share")
"""Paid at first by the price of the hardware."""
SUMS_AT_FIRST: Final = ("software_at_first", "land_and_design")


@dataclass(frozen=True)
class Input:
    """One input of owning against renting.

    Attributes
    ----------
    sign
        1 where more of it makes owning dearer, or renting cheaper; −1 where it is the other way; 0
        where that depends on the answer.
    tried
        From where to where it is tried in the ranking of inputs, where it is a decision or stated,
        and no unknown.
    """

    name: str
    words: str
    figure: Figure
    sign: int = 1
    tried: tuple[float, float] | None = None


def tried_around(value: float, usual: Figure) -> tuple[float, float] | None:
    """Return from where to where a stated value is tried: what is usual, with the value itself."""
    if not isfinite(usual.high) or usual.low == usual.high:
        return None
    low, _, high = sorted((usual.low, value, usual.high))
    return low, high


def hardware(v: Values) -> float:
    """Return the price of what stands on the floor."""
    return sum(v[name] for name in v if name.startswith(BOUGHT))


def usual_storage(v: Values) -> float:
    """Return storage that is a share of the whole capital, by the rest of it."""
    return hardware(v) * v["share"] / (1 - v["share"])


def part_of_hardware(v: Values, name: str) -> float:
    """Return what is a share of the price of the hardware; nothing where it is not stated."""
    return _product(hardware(v), v[name]) if name in v else 0.0


def added(v: Values) -> float:
    """Return what is paid at first beside what stands on the floor, and never sold."""
    shares = sum(part_of_hardware(v, name) for name in SHARES_AT_FIRST)
    return shares + sum(v.get(name, 0.0) for name in SUMS_AT_FIRST)


def capital(v: Values) -> float:
    """Return what is paid at first."""
    return hardware(v) + added(v) + v.get("building", 0.0)


def mean_kw(v: Values) -> float:
    """Return the mean power of the IT: between idle and typical by the hours that are used."""
    return _product(v["typical_kw"], v["used"]) + _product(v["idle_kw"], 1 - v["used"])


def energy(v: Values) -> float:
    """Return what energy costs a year, with what the tariff asks for the highest power."""
    if "typical_kw" not in v:
        return 0.0
    kwh = _product(mean_kw(v), v["pue"] * HOURS_PER_YEAR)
    spent = _product(kwh, v["energy_price"])
    if "demand" in v:
        spent += _product(_product(v["contract_kw"], v["peak_pue"] * 12), v["demand"])
    return spent


def hall(v: Values) -> float:
    """Return the rent of the hall a year, by the power that is contracted."""
    return _product(v["contract_kw"] * 12, v["hall_rent"]) if "hall_rent" in v else 0.0


def support(v: Values) -> float:
    """Return what support and spares cost a year."""
    return part_of_hardware(v, "support_share")


def staff(v: Values) -> float:
    """Return what people cost a year."""
    return _product(v.get("people", 0.0), v.get("person_year", 0.0))


def licences(v: Values) -> float:
    """Return what licences cost a year."""
    return _product(v["gpus"], v["licences"]) if "licences" in v else 0.0


def running(v: Values) -> float:
    """Return what owning costs a year."""
    return (
        energy(v) + hall(v) + support(v) + staff(v) + licences(v)
        + part_of_hardware(v, "insurance_share") + v.get("other_running", 0.0)
    )  # fmt: skip


def resale(v: Values) -> float:
    """Return what a sale brings at the end: of the hardware by a share, of a building by age."""
    left = max(0.0, 1 - v["years"] / v["building_years"]) if "building_years" in v else 0.0
    return part_of_hardware(v, "resale_share") + _product(v.get("building", 0.0), left)


def lost(v: Values) -> float:
    """Return what is bought over the years and never comes back, nodes bought anew with it."""
    # Each part apart: an unbounded price less an unbounded resale is no number.
    kept = 1 - v.get("resale_share", 0.0)
    building = v.get("building", 0.0)
    worn = min(1.0, v["years"] / v["building_years"]) if "building_years" in v else 1.0
    again = _product(v.get("bought_again", 0.0), v.get(f"{BOUGHT}nodes", 0.0))
    return _product(hardware(v) + again, kept) + added(v) + _product(building, worn)


def written_off(v: Values) -> float:
    """Return what is lost in each year, in equal parts."""
    return lost(v) / v["years"]


def owned(v: Values) -> float:
    """Return what owning costs over the years."""
    return lost(v) + running(v) * v["years"]


def hours(v: Values) -> float:
    """Return the hours of GPUs that are used over the years."""
    return v["gpus"] * HOURS_PER_YEAR * v["years"] * v["used"]


def own_hour(v: Values) -> float:
    """Return what each GPU-hour that is used costs, owned."""
    return _over(owned(v), hours(v))


def billed(v: Values) -> float:
    """Return what renting costs a year, with what is billed beside the rate."""
    billed_hours = v["gpus"] * HOURS_PER_YEAR * (v["billed"] if "billed" in v else v["used"])
    return _product(billed_hours, v["rate"] * (1 + v.get("extras", 0.0)))


def rented(v: Values) -> float:
    """Return what renting costs over the years."""
    return billed(v) * v["years"]


def rented_hour(v: Values) -> float:
    """Return what each GPU-hour that is used costs, rented."""
    return _over(rented(v), hours(v))


def months(v: Values) -> float:
    """Return after how many months owning has cost less: `12·capital/(rent − running)`.

    Nodes that are bought anew before are capital, too.
    """
    each_year, spent = saved(v), capital(v)
    if each_year <= 0:
        return inf
    anew = _product(v.get(f"{BOUGHT}nodes", 0.0), 1 - v.get("resale_share", 0.0))
    for bought in range(1, int(v.get("bought_again", 0.0)) + 1):
        if spent <= each_year * v["refresh"] * bought:
            break
        spent += anew
    return 12 * spent / each_year


def saved(v: Values) -> float:
    """Return what owning saves a year against renting, once the capital is spent."""
    return billed(v) - running(v)


def worth(v: Values) -> float:
    """Return the present value of owning in place of renting."""
    spent = capital(v) + _product(v.get(f"{BOUGHT}nodes", 0.0), _bought_again(v))
    if spent == inf:
        return -inf
    rate = v.get("discount", 0.0)
    end: float = resale(v) / (1 + rate) ** v["years"]
    return present_value(saved(v), rate, v["years"]) + end - spent


def _bought_again(v: Values) -> float:
    """Return how often the price of nodes is paid again, as of today, less what old ones bring."""
    times, rate = int(v.get("bought_again", 0.0)), v.get("discount", 0.0)
    paid: float = sum((1 + rate) ** -(v["refresh"] * (at + 1)) for at in range(times))
    return paid * (1 - v.get("resale_share", 0.0))


def figure_of(
    formula: Formula, inputs: Iterable[Input], unit: str, *, falls: bool = False
) -> Figure:
    """Return an answer with its bounds and its value, and what its inputs rest on.

    Inputs that the formula does not read are no part of it. It has a value where each of the others
    has one. Of what is without end however inputs are, nothing can be said: it is unknown.

    Parameters
    ----------
    falls
        Whether the answer is less where owning is dearer.
    """
    middle = _Reading((one.name, one.figure.likely) for one in inputs)
    likely = formula(middle)
    given = tuple(one for one in inputs if one.name in middle.names)
    low, high = (
        end([formula(values) for values in _corners(given, dear=dear != falls)])
        for end, dear in ((min, False), (max, True))
    )
    low = 0.0 if low == inf else low
    valued = all(one.figure.value is not None for one in given) and isfinite(likely)
    return Figure(
        low,
        high,
        # The ends round on their own, as those of sums do.
        min(max(likely, low), high) if valued else None,
        unit,
        sum(one.figure.known for one in given) / len(given) if given else 1.0,
        joined(ref for one in given for ref in one.figure.basis),
        merged(gap for one in given for gap in one.figure.gaps),
        valued and any(one.figure.estimated for one in given),
    )


class _Reading(Mapping[str, float]):
    """Values that note which of them a formula reads."""

    def __init__(self, values: Iterable[tuple[str, float]]) -> None:
        self._values = dict(values)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> float:
        value = self._values[name]
        self.names.add(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def read_by(formula: Formula, inputs: Iterable[Input]) -> tuple[Input, ...]:
    """Return the inputs that a formula reads."""
    given = tuple(inputs)
    middle = _Reading((one.name, one.figure.likely) for one in given)
    formula(middle)
    return tuple(one for one in given if one.name in middle.names)


def swings_of(
    formula: Formula, inputs: Iterable[Input], most: int | None = None
) -> tuple[Swing, ...]:
    """Return how far each input moves an answer by itself, the farthest first.

    Parameters
    ----------
    most
        How many are told at most; None for all.
    """
    given = tuple(inputs)
    middle = {one.name: one.figure.likely for one in given}
    found = []
    for one in given:
        ends = [formula({**middle, one.name: end}) for end in _tried(one) if isfinite(end)]
        if len(ends) < 2 or ends[0] == ends[1]:
            continue
        apart = abs(ends[1] - ends[0]) if all(map(isfinite, ends)) else inf
        found.append((-apart, one.words, one))
    farthest = sorted(found, key=lambda one: one[:2])[:most]
    return tuple(_swing(formula, given, one) for _, _, one in farthest)


def _tried(one: Input) -> tuple[float, float]:
    return one.tried or (one.figure.low, one.figure.high)


def _swing(formula: Formula, given: tuple[Input, ...], one: Input) -> Swing:
    """Return how far an input moves an answer: what it is with the input at each of its ends."""
    low, high = _tried(one)
    figures = {
        name: _at(formula, given, one, end) for name, end in (("at_low", low), ("at_high", high))
    }
    reached = {name: figure for name, figure in figures.items() if figure is not None}
    return Swing(
        name=one.words, unit=one.figure.unit, input_value=one.figure.value, input_low=low,
        input_high=high, decided=one.tried is not None, **fields_of(reached),
    )  # fmt: skip


def _at(formula: Formula, given: tuple[Input, ...], one: Input, end: float) -> Figure | None:
    """Return an answer with an input at one end; None where it is never reached."""
    fixed = replace(one, figure=Figure(end, end, end, one.figure.unit))
    figure = figure_of(formula, [fixed if it is one else it for it in given], "")
    return None if figure.unknown else figure


def _corners(given: tuple[Input, ...], *, dear: bool) -> Iterator[Values]:
    """Yield all inputs at the ends that make owning dear, or cheap; with no such end, at each."""
    ends = [
        (one.figure.low, one.figure.high)
        if one.sign == 0 and one.figure.low < one.figure.high
        else (one.figure.high if (one.sign > 0) == dear else one.figure.low,)
        for one in given
    ]
    names = [one.name for one in given]
    for values in product(*ends):
        yield dict(zip(names, values, strict=True))


def _product(one: float, other: float) -> float:
    """Return a product in which nothing of something without end is nothing."""
    return one * other if one and other else 0.0


def _over(one: float, other: float) -> float:
    return one / other if other else inf
