"""Figures for people: `40.8 kW`, `≥ 20.4 kW`, `20.4–26.0 kW`, `~24 kW (20–26)`, `—`.

A lower bound is rounded down and an upper bound up, so that what is printed holds as well. May
import the figures of this room.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor, inf, log10
from typing import Final

from designer.model.figures import Figure, exact
from designer.model.plural import plural

UNKNOWN: Final = "—"
NOT_STATED: Final = "not stated"
_NUDGE: Final = 1e-9
"""Binary fractions: 20.4 · 10 is a hair above 204, and must not be rounded up to 20.5."""


def words(figure: Figure, decimals: int = 1, unit: str | None = None, sign: str = "") -> str:
    """Return a figure with its unit and its bounds.

    Parameters
    ----------
    decimals
        Digits after the point of exact figures and bounds; an estimate gets as many as its bounds
        justify.
    unit
        The unit to print; None prints the figure's own.
    sign
        What stands before the number, such as a currency's sign.
    """
    text = amount(figure, decimals)
    if text == UNKNOWN:
        return text
    shown = figure.unit if unit is None else unit
    head, bracket, rest = text.partition(" (")
    if sign:
        mark = head[: len(head) - len(head.lstrip("≥≤~ "))]
        head = f"{mark}{sign}{head[len(mark) :]}"
    gap = "" if shown in _TIGHT or not shown else " "
    return f"{head}{gap}{shown}{bracket}{rest}"


def told(figure: Figure, noun: str, decimals: int = 1) -> str:
    """Return a figure in words within a sentence: a dash would say nothing there.

    Parameters
    ----------
    noun
        What is unknown where it is, as in `an unknown amount`.
    """
    return f"an unknown {noun}" if figure.unknown else words(figure, decimals)


def how_many(number: Figure, one: str, many: str = "") -> str:
    """Return how many there are of something: `1 rack`, `5–6 racks`, `≥ 2 racks`.

    Parameters
    ----------
    many
        The plural; by default the singular with an s.
    """
    if number.exact:
        return plural(round(number.low), one, many)
    return f"{amount(number, 0)} {one if number.high == 1 else many or one + 's'}"


def quantity(figure: Figure, most: Figure | None = None) -> str:
    """Return a figure in the unit and with the digits that its size asks for.

    `0.75 kW`, `40.8 kW`, `1.49 MW`, `12.4 GWh a year`, `$47.1 M`, `25.4 TB/s`.

    Parameters
    ----------
    most
        An exact figure that stands beside it and that it never exceeds: `0.10–1.44 MW` under a
        maximum of `1.43 MW` reads as more, where both end at 1,433.5 kW.
    """
    scale, sign = _printed(figure)
    scaled = figure.times(scale.factor)
    if most is not None and most.exact and figure.high <= most.high * (1 + _NUDGE):
        scaled = _ending_at(scaled, round(most.high * scale.factor, scale.decimals))
    return words(scaled, scale.decimals, scale.unit, sign)


def _ending_at(figure: Figure, high: float) -> Figure:
    """Return a figure with a lower end of its bounds; as it is where that is no lower."""
    if high >= figure.high:
        return figure
    value = None if figure.value is None else min(figure.value, high)
    return replace(figure, low=min(figure.low, high), high=high, value=value)


def cabled_first(cabled: Figure, most: Figure) -> str:
    """Return `11.2 kW as cabled, at most 20.6 kW`.

    Two figures, and not the bounds of one: the first is drawn in use, and no maximum.
    """
    top = "at most not known" if most.high == inf else f"at most {quantity(most)}"
    return f"{quantity(cabled, most)} as cabled, {top}"


def change(before: Figure, after: Figure) -> str:
    """Return two figures in the unit of the larger; empty where both read the same.

    `162.4 → 167.9 kW`, `0.99 → 1.01 MW`, `$12.1 → $12.5 M`, `~24 kW (20–26) → ~30 kW (25–33)`.
    """
    scale, sign = _printed(max(before, after, key=_size))

    def printed(figure: Figure) -> str:
        return words(figure.times(scale.factor), scale.decimals, scale.unit, sign)

    was, now = side_by_side(before, after, printed)
    # The unit stands once, unless bounds in brackets follow it or the other is unknown.
    short = was if "(" in was or now == UNKNOWN else was.removesuffix(scale.unit).rstrip()
    return "" if was == now else f"{short} → {now}"


def side_by_side(
    before: Figure, after: Figure, printed: Callable[[Figure], str]
) -> tuple[str, str]:
    """Return two figures in words, where one may be the other and something that nobody states.

    `457 kg` and `457 kg + not known`: the bound itself, rounded down to `≥ 456 kg`, reads as less.
    """
    return _beside(before, after, printed), _beside(after, before, printed)


def _beside(figure: Figure, other: Figure, printed: Callable[[Figure], str]) -> str:
    open_ended = figure.value is None and figure.high == inf and figure.low > 0
    if open_ended and other.exact:
        certain = printed(exact(figure.low, figure.unit))
        if certain == printed(other):
            return f"{certain} + not known"
    return printed(figure)


def quantity_more(before: Figure, after: Figure) -> str:
    """Return a figure and by how much it grew: `~$1.5 bn (1.3–2.3), $400 k more`.

    For changes that rounding hides; of lower bounds, it is how much they rise.
    """
    if before.value is None or after.value is None:
        by = exact(after.low, after.unit).minus(exact(before.low, before.unit))
    else:
        by = exact(after.value, after.unit).minus(exact(before.value, before.unit))
    difference = by.value or 0.0
    step = quantity(exact(abs(difference), after.unit))
    grew = difference > 0
    return f"{quantity(after)}, {step} more" if grew else f"{quantity(after)}, {step} less"


def beyond_rounding(before: Figure, after: Figure) -> str:
    """Return a figure and what it differs by from one that reads the same, `$12.6 M, $6,400 more`.

    The ends of bounds are no difference of what they bound: of those that are open only the lower
    end is told, `≥ $10.9 M, its lower bound $6,400 higher`.
    """
    if before.value is not None and after.value is not None:
        ends, about = (before.value, after.value), "" if before.exact and after.exact else "~"
    else:
        ends, about = (before.low, after.low), ""
    by = ends[1] - ends[0]
    step = quantity(exact(abs(by), after.unit))
    if not any(digit in step for digit in "123456789"):
        return f"{quantity(after)}, another below rounding"
    if after.value is None or before.value is None:
        return f"{quantity(after)}, its lower bound {step} {'higher' if by > 0 else 'lower'}"
    return f"{quantity(after)}, {about}{step} {'more' if by > 0 else 'less'}"


def grown_by(after: Figure, by: Figure) -> str:
    """Return a figure and by how much it grew, with the bounds of that.

    `~$1.5 bn (1.3–2.3), ~$180 k more (100–300)`, `≥ $1.4 M, between $20 k less and $60 k more`.
    """
    return f"{quantity(after)}, {step_words(by)}"


def signed_step(by: Figure) -> tuple[str, str]:
    """Return `+~$45 k` and its bounds `$30–70 k more`, of how much a figure grows.

    The first is empty where nothing of it is likely, the second where it is exact or nothing.
    """
    if by.unknown or by.high == by.low == 0:
        return "", "by how much cannot be said" if by.unknown else ""
    likely = ""
    if by.value is not None:
        about = "" if by.exact else "~"
        likely = f"{'−' if by.value < 0 else '+'}{about}{quantity(exact(abs(by.value), by.unit))}"
    if by.exact:
        return likely, ""
    bare = replace(by, value=None, estimated=False)
    return likely, step_words(bare).removeprefix("between ").replace(" and ", " to ")


def step_words(by: Figure) -> str:
    """Return `~$180 k more (100–300)`: by how much a figure grows, with the bounds of that."""
    if by.low >= 0 and not by.unknown:
        return _told_as(by, "more") if by.high > 0 else "as before"
    if by.high <= 0:
        value = None if by.value is None else -by.value
        less = Figure(-by.high, -by.low, value, by.unit, estimated=by.estimated)
        return _told_as(less, "less")
    if by.unknown or by.high == inf:
        return "by how much it changes cannot be said"
    ends = [quantity(exact(abs(end), by.unit)) for end in (by.low, by.high)]
    between = f"between {ends[0]} less and {ends[1]} more"
    if by.value is None:
        return between
    likely = quantity(exact(abs(by.value), by.unit))
    return f"~{likely} {'more' if by.value >= 0 else 'less'} ({between})"


def _told_as(step: Figure, more: str) -> str:
    """Return `~$180 k more (100–300)`."""
    number, bracket, bounds = quantity(step).partition(" (")
    return f"{number} {more}{bracket}{bounds}"


def money(figure: Figure) -> str:
    """Return a sum of money with its unit; one that is not exact to a sensible number of digits.

    `1,234,567 USD`, `~1,230,000 USD (1,000,000–1,400,000)`.
    """
    size = abs(figure.low if figure.value is None else figure.value)
    if figure.exact or size < 1:
        return words(figure, 0)
    return words(figure, min(0, _DIGITS_OF_MONEY - 1 - floor(log10(size))))


def lead_time(lead: Figure, unstated: int = 0) -> str:
    """Return a time from order to delivery: `12 weeks`, `≥ 12 weeks, 3 parts not stated`.

    Parameters
    ----------
    unstated
        Parts of which nobody states it.
    """
    if lead.unknown:
        return "not stated"
    beside = f", {plural(unstated, 'part')} not stated" if unstated else ""
    return f"{amount(lead, 0)} weeks{beside}"


def currency_sign(currency: str) -> str:
    """Return what stands before an amount: `$`, or the currency's letters with a blank."""
    return _CURRENCY_SIGNS.get(currency, f"{currency} ")


_CURRENCY_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_DIGITS_OF_MONEY: Final = 3
"""Digits of a sum of prices that mean something; its bounds are wider than the fourth."""
_TIGHT: Final = frozenset({"%", "°"})


@dataclass(frozen=True, slots=True)
class _Scale:
    """How figures of a size are printed: from what size on, times what, in which unit."""

    at: float
    factor: float
    unit: str
    decimals: int


_POWER: Final = (_Scale(1000, 1e-3, "MW", 2), _Scale(1, 1, "kW", 1), _Scale(0, 1, "kW", 2))
_SCALES: Final[dict[str, tuple[_Scale, ...]]] = {
    "kW": _POWER,
    "W": (
        _Scale(1e6, 1e-6, "MW", 2), _Scale(1000, 1e-3, "kW", 1), _Scale(0, 1e-3, "kW", 2)
    ),
    "MWh": (_Scale(1000, 1e-3, "GWh", 1), _Scale(1, 1, "MWh", 0), _Scale(0, 1, "MWh", 2)),
    "MWh a year": (
        _Scale(1000, 1e-3, "GWh a year", 1), _Scale(1, 1, "MWh a year", 0),
        _Scale(0, 1, "MWh a year", 2),
    ),
    "kg": (_Scale(0, 1, "kg", 0),),
    "L/min": (_Scale(0, 1, "L/min", 0),),
    "m³/h": (_Scale(0, 1, "m³/h", 0),),
    "Gb/s": (
        _Scale(80_000, 1 / 8000, "TB/s", 1), _Scale(8000, 1 / 8000, "TB/s", 2),
        _Scale(8, 1 / 8, "GB/s", 0), _Scale(0, 1 / 8, "GB/s", 2),
    ),
    "U": (_Scale(0, 1, "U", 0),),
    "": (_Scale(0, 1, "", 0),),
}  # fmt: skip
_MONEY: Final = (
    _Scale(1e9, 1e-9, "bn", 1), _Scale(1e6, 1e-6, "M", 1), _Scale(1e4, 1e-3, "k", 0),
    _Scale(100, 1, "", 0), _Scale(0, 1, "", 2),
)  # fmt: skip


def _printed(figure: Figure) -> tuple[_Scale, str]:
    """Return the scale that a figure is printed in, and the sign before it."""
    if figure.unit in _CURRENCY_SIGNS or (len(figure.unit) == 3 and figure.unit.isupper()):
        return _scale(figure, _MONEY), currency_sign(figure.unit)
    return _scale(figure, _SCALES.get(figure.unit, (_Scale(0.0, 1.0, figure.unit, 1),))), ""


def _size(figure: Figure) -> float:
    """Return how large a figure is: its value, else the bound that says most."""
    if figure.value is not None:
        return abs(figure.value)
    return abs(figure.high if figure.high < inf else figure.low)


def _scale(figure: Figure, scales: tuple[_Scale, ...]) -> _Scale:
    """Return the scale for a figure's size."""
    size = _size(figure)
    if not size:
        plain = [scale for scale in scales if scale.unit == scales[-1].unit]
        return min(plain, key=lambda scale: scale.decimals)
    return next(scale for scale in scales if size >= scale.at)


def amount(figure: Figure, decimals: int = 1) -> str:
    """Return a figure as `words` does, without its unit."""
    if figure.estimated and figure.value is not None and figure.low < figure.high:
        places = _sensible(figure, decimals)
        span = _span(figure, places, decimals)
        about = f"~{number(figure.value, places)}"
        return f"{about} ({span})" if span else about
    if figure.low == figure.high:
        return number(figure.low, decimals)
    return _span(figure, decimals, decimals) or UNKNOWN


def percent(share: Figure) -> str:
    """Return a share in percent: `93%`, and of a lower bound `≥ 92.6%`.

    A bound is rounded away from what it bounds: `≥ 92 %` beside `93 %` would read as two figures.
    What is less than the whole is never rounded up to it.
    """
    whole = share.times(100.0, "%")
    if whole.exact and _JUST_BELOW <= whole.low < 100:
        return f"{_down(whole.low, 1)}%"
    open_ended = whole.high == inf and whole.low > 0
    return words(whole, 1 if open_ended and not float(whole.low).is_integer() else 0)


_JUST_BELOW: Final = 99.5
"""From here on a share in whole percent would read as all of it."""


def part_of_one(ratio: Figure) -> str:
    """Return a part of a whole in hundredths; one that is less never reads as all of it."""
    just_below = ratio.exact and _JUST_BELOW <= ratio.low * 100 < 100
    return _down(ratio.low, 3) if just_below else amount(ratio, 2)


def pue_words(figure: Figure) -> str:
    """Return a PUE in hundredths, whatever its bounds justify: what counts of it is the excess."""
    return to_the_digit(figure, 2)


def to_the_digit(figure: Figure, decimals: int, unit: str = "") -> str:
    """Return a figure with digits that its bounds do not justify: what counts is a difference.

    Of hours of a day that one plant leaves open alike, `~1.2 MW (1.1–1.5)` would be all alike.
    """
    if figure.value is None or figure.low == figure.high or figure.high == inf:
        return words(figure, decimals, unit)
    low, high = _down(figure.low, decimals), _up(figure.high, decimals)
    return f"~{number(figure.value, decimals)}{f' {unit}' if unit else ''} ({low}–{high})"


def side_of_limit(figure: Figure) -> str:
    """Return one side of `40.8 of 45.0 kW`, without its unit: kg whole, rack units as they are."""
    if figure.unit == "U":
        return amount(figure, 0 if float(figure.low).is_integer() else 1)
    return amount(figure, 0 if figure.unit == "kg" else 1)


def _span(figure: Figure, places: int, finest: int) -> str:
    """Return the bounds in words; empty where there are none.

    A low end keeps its first digit where it would read as 0, if `finest` digits show it.
    """
    low = _down(figure.low, _places_of_low(figure.low, places, finest))
    high = _up(figure.high, places)
    if figure.high == inf:
        return f"≥ {low}" if figure.low > 0 else ""
    if figure.low <= 0 and figure.value is None:
        return f"≤ {high}"
    return low if low == high else f"{low}–{high}"


def whole_ends(figure: Figure) -> tuple[str, str]:
    """Return the bounds in whole numbers, each rounded away from what it bounds."""
    return _down(figure.low, 0), _up(figure.high, 0)


def _places_of_low(low: float, places: int, finest: int) -> int:
    if not 0 < low < 10.0**-places:
        return places
    first = -floor(log10(low))
    return first if first <= finest else places


def number(value: float, decimals: int) -> str:
    """Return a number with thousands separators; negative decimals round to tens and up.

    What is nothing has no sign: `-0` is `0`.
    """
    if decimals < 0:
        return f"{round(value, decimals):z,.0f}"
    return f"{value:z,.{decimals}f}"


def _down(value: float, places: int) -> str:
    if value == -inf:
        return "−∞"
    scale = 10.0**places
    return number(floor(value * scale + _NUDGE * max(1.0, abs(value * scale))) / scale, places)


def _up(value: float, places: int) -> str:
    if value == inf:
        return "∞"
    scale = 10.0**places
    return number(ceil(value * scale - _NUDGE * max(1.0, abs(value * scale))) / scale, places)


def _sensible(figure: Figure, decimals: int) -> int:
    """Return the digits that an estimate is worth: the first of its width, two of its value."""
    size, places = abs(figure.value or 0.0), []
    if size > 0:
        places.append(1 - floor(log10(size)))
    if 0 < figure.width < inf:
        places.append(-floor(log10(figure.width)))
    return min(decimals, max(places, default=decimals))
