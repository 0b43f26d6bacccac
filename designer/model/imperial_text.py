"""Texts with units as readers in the United States know them: `1,500 kg` is `3,307 lb`.

Designs, the engine, scripts and files are metric always; this is for what people read, at the edge
of the window and of printed pages. One text is turned as a whole, because its figures belong
together: `2.03 of 2.00 m` must not end as two equal numbers. Kilowatts stay kilowatts. What has
been turned holds no metric unit, so that it can be turned again without harm.

Factors: NIST Special Publication 811 (2008 edition), appendix B.8.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from typing import Final

_LB_KG: Final = 0.45359237
_FT_M: Final = 0.3048
_GAL_L: Final = 3.785411784
_PSF_KPA: Final = _LB_KG * 9.80665 / _FT_M**2 / 1000


@dataclass(frozen=True, slots=True)
class Turned:
    """What a metric unit becomes.

    Attributes
    ----------
    factor
        Of the new unit in one of the metric.
    more
        Digits after the point that are added, so that the step of the last digit stays about as
        fine as it was; negative for fewer, but never fewer than none.
    shift
        What is added after the factor.
    """

    unit: str
    factor: float
    more: int = 0
    shift: float = 0.0

    def of(self, value: float) -> float:
        """Return a metric value in the new unit."""
        return value * self.factor + self.shift

    def back(self, value: float) -> float:
        """Return a value in the new unit as the metric one."""
        return (value - self.shift) / self.factor


TURNED: Final[dict[str, Turned]] = {
    "mm": Turned("in", 1 / 25.4, 1),
    "cm": Turned("in", 1 / 2.54, 1),
    "m": Turned("ft", 1 / _FT_M),
    "km": Turned("mi", 1 / 1.609344, 1),
    "m²": Turned("ft²", 1 / _FT_M**2, -1),
    "m³": Turned("ft³", 1 / _FT_M**3, -1),
    "kg": Turned("lb", 1 / _LB_KG),
    "kg/m": Turned("lb/ft", _FT_M / _LB_KG),
    "kg/m²": Turned("psf", _FT_M**2 / _LB_KG),
    "kPa": Turned("psf", 1 / _PSF_KPA, -1),
    "kN/m²": Turned("psf", 1 / _PSF_KPA, -1),
    "m³/h": Turned("cfm", 1 / _FT_M**3 / 60),
    "L/min": Turned("gpm", 1 / _GAL_L, 1),
    "l/min": Turned("gpm", 1 / _GAL_L, 1),
    "L/h": Turned("gal/h", 1 / _GAL_L, 1),
    "L/kWh": Turned("gal/kWh", 1 / _GAL_L, 1),
    "L": Turned("gal", 1 / _GAL_L, 1),
    "m/s": Turned("ft/min", 60 / _FT_M, -2),
    "W/m²": Turned("W/ft²", _FT_M**2, 1),
    "kW/m²": Turned("kW/ft²", _FT_M**2, 1),
    "°C": Turned("°F", 1.8, 1, 32.0),
    "K": Turned("°F", 1.8),
}
"""By metric unit, as texts and fields write it."""
_PRESSURE: Final = Turned("psi", 1000 * _FT_M**2 / 144 / (_LB_KG * 9.80665), 1)
"""Of water and air; the load on a floor is in pounds to the square foot."""
_OF_FLUIDS: Final = re.compile(r"pump|pressure|drop|coolant|water|vapour|filter|head of", re.I)
_WARMER: Final = re.compile(r" (?:warmer|colder|cooler|hotter|more|less|apart|higher|lower)\b")

_NUMBER: Final = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?"
_SIGNED: Final = rf"[−-]?{_NUMBER}"
_MARK: Final = r"(?:[≥≤~±<>] ?)?"
_BOUNDS: Final = rf" \({_MARK}{_SIGNED}(?:(?:–| to ){_SIGNED})?\)"
_BETWEEN: Final = r"(?:[–−]| ?→ ?| × | x | of | to | or | by | and )(?:about |at most |at least )?"
_UNITS: Final = "|".join(sorted(map(re.escape, TURNED), key=len, reverse=True))
_QUANTITY: Final = re.compile(
    rf"(?<![\w.,/_\u2060-])(?<!\d[≥≤~±])"
    rf"(?P<first>{_MARK}{_SIGNED}(?:{_BOUNDS})?(?:{_BETWEEN}{_MARK}{_SIGNED}(?:{_BOUNDS})?){{0,3}})"
    rf"(?P<gap>[ \u00a0\u202f])(?P<unit>{_UNITS})(?![\w²³·])(?!/[a-zA-Z])"
    rf"(?P<bounds>{_BOUNDS})?"
)
_ONE: Final = re.compile(
    rf"(?<![\d.,])(?P<mark>[≥≤~±] ?)?(?P<number>{_SIGNED})(?P<bounds>{_BOUNDS})?"
)
_IN_BOUNDS: Final = re.compile(rf"(?P<mark>[≥≤] )?(?<![\d.,])(?P<number>{_SIGNED})")
_COUNTS: Final = re.compile(rf"^({_NUMBER})( × | and )")
_COUNTED_IN: Final = frozenset({"mm", "kg"})
_LEAST_LENGTH_MM: Final = 20
_MOST_MORE: Final = 4


def in_imperial(text: str) -> str:
    """Return a text with every metric quantity in it turned; what has none, as it is.

    Of figures in one unit that differed, none are equal after: digits are added till they do.
    """
    return _in_imperial(text) if any(map(str.isdigit, text)) else text


@lru_cache(maxsize=16384)
def _in_imperial(text: str) -> str:
    quantities = list(_QUANTITY.finditer(text))
    if not quantities:
        return text
    finer = _finer(text, quantities)
    return _QUANTITY.sub(lambda found: _turned(text, found, finer), text)


def unit_shown(unit: str) -> str:
    """Return what a metric unit becomes; another unit as it is."""
    turned = TURNED.get(unit)
    return turned.unit if turned else unit


def heading_shown(heading: str) -> str:
    """Return a heading that ends in its unit, `Mass kg` or `Length (m)`, with the other unit."""
    return _ENDS.sub(lambda found: found[1] + TURNED[found[2]].unit + found[3], heading)


def unit_at_end(heading: str) -> str:
    """Return the metric unit that a heading ends in; empty where it ends in none."""
    found = _ENDS.search(heading)
    return found[2] if found else ""


_ENDS: Final = re.compile(rf"(^|[ (,\n])({_UNITS})(\)?| each)$")


def cell_shown(cell: str, unit: str) -> str:
    """Return a cell of a column whose heading has the unit: `441`, `~130 (≥ 120)`, `—`."""
    if unit not in TURNED or not any(map(str.isdigit, cell)):
        return cell
    turned = in_imperial(f"{cell} {unit}")
    return turned.removesuffix(f" {TURNED[unit].unit}")


def turned_of(unit: str, about: str) -> Turned | None:
    """Return what a unit becomes where a label tells of what it is; None for one that stays."""
    if unit == "kPa" and _OF_FLUIDS.search(about):
        return _PRESSURE
    return TURNED.get(unit)


def _way(text: str, found: "re.Match[str]") -> Turned:
    unit = found["unit"]
    if unit == "kPa" and _OF_FLUIDS.search(text) and "floor" not in text.lower():
        return _PRESSURE
    if unit == "°C" and _WARMER.match(text, found.end()):
        return TURNED["K"]
    return TURNED[unit]


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure of a quantity: its number and bounds, and whether it is an estimate."""

    numbers: tuple[str, ...]
    estimated: bool

    def places(self, way: Turned) -> int:
        """Return the digits after the point that it is worth in the other unit.

        An estimate that is rounded to tens or thousands stays so.
        """
        if self.estimated and (zeros := min(map(_zeros, self.numbers))):
            return -floor(log10(10**zeros * way.factor))
        return max(_places(way, _decimals(one), _value(one)) for one in self.numbers)


def _figures(found: "re.Match[str]") -> list[_Figure]:
    """Return the figures of a quantity; bounds behind its unit are those of the last one."""
    made = []
    for one in _ONE.finditer(_uncounted(found)[1]):
        inside = [number["number"] for number in _IN_BOUNDS.finditer(one["bounds"] or "")]
        made.append(_Figure((one["number"], *inside), (one["mark"] or "").startswith("~")))
    behind = [number["number"] for number in _IN_BOUNDS.finditer(found["bounds"] or "")]
    if behind:
        made[-1] = _Figure((*made[-1].numbers, *behind), made[-1].estimated)
    return made


def _exact_places(figures: Iterable[_Figure], way: Turned) -> int:
    """Return the digits of all figures that are no estimates: a limit has those of what is used."""
    return max((one.places(way) for one in figures if not one.estimated), default=0)


def _finer(text: str, quantities: "list[re.Match[str]]") -> dict[str, int]:
    """Return by unit how many digits more keep apart what was apart."""
    kept: dict[str, dict[tuple[float, int], None]] = {}
    ways: dict[str, Turned] = {}
    for found in quantities:
        way = ways[found["unit"]] = _way(text, found)
        figures = _figures(found)
        exact = _exact_places(figures, way)
        for figure in figures:
            places = figure.places(way) if figure.estimated else exact
            numbers = figure.numbers[:1] if figure.estimated else figure.numbers
            for number in numbers:
                kept.setdefault(found["unit"], {})[_value(number), places] = None
    return {unit: _apart(ways[unit], tuple(numbers)) for unit, numbers in kept.items()}


def _apart(way: Turned, numbers: tuple[tuple[float, int], ...]) -> int:
    apart = len({value for value, _ in numbers})
    for more in range(_MOST_MORE):
        if len({round(way.of(value), places + more) for value, places in numbers}) >= apart:
            return more
    return _MOST_MORE


def _turned(text: str, found: "re.Match[str]", finer: dict[str, int]) -> str:
    way, more = _way(text, found), finer[found["unit"]]
    counted, first = _uncounted(found)
    figures = _figures(found)
    exact = _exact_places(figures, way)
    worth = [(one.places(way) if one.estimated else exact) + more for one in figures]
    places = iter(worth)

    def one(number: "re.Match[str]") -> str:
        digits, mark = next(places), number["mark"] or ""
        said = _written(way.of(_value(number["number"])), digits, mark.strip())
        return f"{mark}{said}{_bounds(number['bounds'] or '', way, digits)}"

    words = _ONE.sub(one, first)
    bounds = _bounds(found["bounds"] or "", way, worth[-1])
    return f"{counted}{words}{found['gap']}{way.unit}{bounds}"


def _bounds(bounds: str, way: Turned, places: int) -> str:
    """Return bounds in brackets, each rounded away from what it bounds."""
    low_and_high = "–" in bounds or " to " in bounds
    marks = iter(("≥", "≤") if low_and_high else ("", ""))

    def one(number: "re.Match[str]") -> str:
        mark = number["mark"] or ""
        side = next(marks, "") or mark.strip()
        return mark + _written(way.of(_value(number["number"])), places, side)

    return _IN_BOUNDS.sub(one, bounds)


def _uncounted(found: "re.Match[str]") -> tuple[str, str]:
    """Return what counts things, `4 × ` of `4 × 600 mm`, and the quantity that follows it."""
    numbers = found["first"]
    begun = _COUNTS.match(numbers)
    if begun is None or found["unit"] not in _COUNTED_IN or "." in begun[1]:
        return "", numbers
    counts = _value(begun[1]) < _LEAST_LENGTH_MM
    return (begun[0], numbers[begun.end() :]) if counts else ("", numbers)


def _zeros(number: str) -> int:
    """Return how many zeros end a whole number; 9 for none at all, which has no digits."""
    if "." in number:
        return 0
    whole = number.replace(",", "")
    return 9 if not whole.strip("0−-") else len(whole) - len(whole.rstrip("0"))


def _places(way: Turned, decimals: int, value: float) -> int:
    """Return the digits after the point; whole degrees that come out whole have none."""
    if way.shift:
        return decimals or int(not float(round(way.of(value), 6)).is_integer())
    return max(0, decimals + way.more)


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _value(number: str) -> float:
    return float(number.replace(",", "").replace("−", "-"))


def _written(value: float, places: int, side: str = "") -> str:
    """Return a number; a lower bound (`≥`) rounded down, an upper bound (`≤`) up."""
    scale = 10.0**places
    near = round(value * scale, 6)
    if side == "≥":
        value = floor(near) / scale
    elif side == "≤":
        value = ceil(near) / scale
    return f"{round(value, places):z,.{max(0, places)}f}".replace("-", "−")


_TYPED: Final[dict[str, tuple[str, float, float]]] = {
    # Word: the metric unit it is of, how many of that it is, and its zero.
    "mm": ("mm", 1, 0), "cm": ("mm", 10, 0), "m": ("mm", 1000, 0),
    "in": ("mm", 25.4, 0), "inch": ("mm", 25.4, 0), "inches": ("mm", 25.4, 0),
    "\"": ("mm", 25.4, 0), "″": ("mm", 25.4, 0),
    "ft": ("mm", 304.8, 0), "feet": ("mm", 304.8, 0), "'": ("mm", 304.8, 0),
    "′": ("mm", 304.8, 0),
    "kg": ("kg", 1, 0), "lb": ("kg", _LB_KG, 0), "lbs": ("kg", _LB_KG, 0),
    "kpa": ("kPa", 1, 0), "psf": ("kPa", _PSF_KPA, 0), "psi": ("kPa", 144 * _PSF_KPA, 0),
    "°c": ("°C", 1, 0), "°f": ("°C", 5 / 9, -160 / 9), "f": ("°C", 5 / 9, -160 / 9),
    "c": ("°C", 1, 0), "k": ("K", 1, 0),
    "m³/h": ("m³/h", 1, 0), "m3/h": ("m³/h", 1, 0), "cfm": ("m³/h", 60 * _FT_M**3, 0),
    "l/min": ("L/min", 1, 0), "gpm": ("L/min", _GAL_L, 0),
    "l/h": ("L/h", 1, 0), "gal/h": ("L/h", _GAL_L, 0),
    "l": ("L", 1, 0), "gal": ("L", _GAL_L, 0),
    "m²": ("m²", 1, 0), "m2": ("m²", 1, 0), "ft²": ("m²", _FT_M**2, 0), "ft2": ("m²", _FT_M**2, 0),
    "sq ft": ("m²", _FT_M**2, 0),
}  # fmt: skip
_FRACTIONS: Final = {
    "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅛": " 1/8", "⅜": " 3/8", "⅝": " 5/8", "⅞": " 7/8",
}  # fmt: skip
_WITH_FRACTION: Final = r"(?:[0-9]+[ -]+)?[0-9]{1,3}/[1-9][0-9]{0,2}"
_INCH: Final = r"(?:\"|″|''|inches|inch|in)"
_FEET_INCHES: Final = re.compile(
    rf"(?P<feet>{_NUMBER}) ?(?:'|′|feet|foot|ft) ?(?:- ?)?"
    rf"(?P<inches>{_WITH_FRACTION}|{_NUMBER}) ?{_INCH}?",
    re.I,
)
_INCHES: Final = re.compile(rf"(?P<inches>{_WITH_FRACTION}) ?{_INCH}", re.I)
_WITH_UNIT: Final = re.compile(r"(?P<number>.*[0-9.]) ?(?P<unit>[^0-9.]+)")
_DIGITS: Final = 6
"""Significant digits kept of what was typed in another unit: 36 in are 914.4 mm."""


def metric_text(text: str, unit: str) -> str:
    """Return what was typed with a unit of either system as a number in a metric unit.

    `24 in` for `mm` is `609.6`, `2' 6"` is `762`, `2' 6 1/2"` is `774.7`. A text without a unit,
    or with one that measures something else, comes back as it is, and the field says what is wrong
    with it.

    Parameters
    ----------
    unit
        The metric unit that the field holds.
    """
    text = text.strip()
    millimetres = _feet_and_inches(text) if unit in ("mm", "m") else None
    if millimetres is not None:
        return _typed_number(millimetres if unit == "mm" else millimetres / 1000)
    found = _WITH_UNIT.fullmatch(text)
    if found is None:
        return text
    word = found["unit"].strip().lower()
    if unit == "K" and word in ("°f", "f"):
        kind, size, zero = "K", 5 / 9, 0.0
    else:
        kind, size, zero = _TYPED.get(word, ("", 1.0, 0.0))
    if kind == "mm" and unit == "m":
        kind, size = "m", size / 1000
    if not kind or kind != unit or not re.fullmatch(_SIGNED, found["number"].strip()):
        return text
    if (size, zero) == (1, 0):
        return found["number"].strip()
    return _typed_number(_value(found["number"].strip()) * size + zero)


def _feet_and_inches(text: str) -> float | None:
    """Return `2' 6 1/2"` or `6½"` in millimetres; None for a text that is neither."""
    for sign, fraction in _FRACTIONS.items():
        text = text.replace(sign, fraction)
    text = text.strip()
    if both := _FEET_INCHES.fullmatch(text):
        return _value(both["feet"]) * 304.8 + _inches(both["inches"]) * 25.4
    alone = _INCHES.fullmatch(text)
    return _inches(alone["inches"]) * 25.4 if alone else None


def _inches(text: str) -> float:
    """Return `6`, `6.5`, `1/2` or `6 1/2` as a number."""
    over, slash, under = text.rpartition("/")
    if not slash:
        return _value(text)
    *whole, part = over.replace("-", " ").split()
    return sum(map(_value, whole)) + _value(part) / _value(under)


def _typed_number(value: float) -> str:
    return f"{value:.{_DIGITS}g}" if abs(value) < 10**_DIGITS else f"{value:.0f}"
