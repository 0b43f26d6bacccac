"""What a subject of `calc` is: parameters read from text, a function, a formula, sources."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from math import inf, isfinite
from typing import Any, Literal

from designer.catalog.catalog import Catalog
from designer.model.figure_range import Range, whole_number
from designer.model.figures import Figure
from designer.model.ranges import range_of

Value = float | int | str | bool | tuple[float, ...] | None
Result = Value | dict[str, float]
"""A result: a value, or numbers by name, such as where time goes."""
Kind = Literal["number", "count", "text", "numbers"]


class Readings(tuple[float, ...]):
    """Numbers as they were typed: as with a display, the finest tells what all are rounded to."""

    decimals: int = 0

    @property
    def half_digit(self) -> float:
        """How far what was read may lie from what is shown: half its last digit."""
        return float(0.5 * 10.0**-self.decimals)


class CalcError(ValueError):
    """The calculation cannot be done; the message says what would be right."""


@dataclass(frozen=True)
class Parameter:
    """A parameter: `default` None means that it must be given unless `optional`.

    What a number can be stands in the table of ranges, under the parameter's name.
    """

    name: str
    kind: Kind = "number"
    unit: str = ""
    default: Value = None
    help: str = ""
    choices: tuple[str, ...] = ()
    optional: bool = False

    @property
    def bounds(self) -> Range | None:
        """What a number can be; None for a text."""
        return None if self.kind == "text" else range_of("calc", self.name)

    def read(self, text: str) -> Value:
        """Return the value that a text means.

        Raises
        ------
        CalcError
            If it means none, or one that is out of range.
        """
        if self.kind == "text":
            if self.choices and text not in self.choices:
                raise CalcError(f"{self.name}={text}: choose {', '.join(self.choices)}")
            return text
        if self.kind == "numbers":
            parts = text.replace("+", ",").replace("/", ",").split(",")
            readings = Readings(self._number(part) for part in parts)
            readings.decimals = max(map(_decimals, parts))
            return readings
        return self._number(text)

    def _number(self, text: str) -> float | int:
        try:
            number = whole_number(text) if self.kind == "count" else float(text)
        except ValueError:
            what = "a whole number" if self.kind == "count" else "a number"
            raise CalcError(f"{self.name}={text}: it must be {what}{self._in_unit()}") from None
        if isinstance(number, float) and not isfinite(number):
            raise CalcError(f"{self.name}={text}: it must be a finite number")
        wrong = self.bounds.problem(self.name, number) if self.bounds else ""
        if wrong:
            raise CalcError(wrong)
        return number

    def _in_unit(self) -> str:
        return f" in {self.unit}" if self.unit else ""


def _decimals(number: str) -> int:
    """Return how many decimals a number was given with: 1 of `8.0`, none of `8`."""
    try:
        exponent = Decimal(number).as_tuple().exponent
    except InvalidOperation:  # an exponent of more digits than any: the number was read as 0
        return 0
    return max(0, -exponent) if isinstance(exponent, int) else 0


Bounds = tuple[float, float | None]


@dataclass(frozen=True)
class CalcResult:
    """A calculation: what was asked, what came out, by which formula, from which sources.

    Attributes
    ----------
    bounds
        Of each result that is not exact; None as the upper one where nothing bounds it.
    basis
        What each of these rests on, where that is more than the sources of all.
    """

    subject: str
    formula: str
    inputs: dict[str, Value]
    results: dict[str, Result]
    sources: tuple[str, ...]
    note: str = ""
    bounds: dict[str, Bounds] = field(default_factory=dict)
    basis: dict[str, tuple[str, ...]] = field(default_factory=dict)


Run = Callable[[dict[str, Any], Catalog | None], Mapping[str, Result | Figure]]


@dataclass(frozen=True)
class Calculation:
    """A thing that can be calculated. `run` takes every parameter's value and the catalogue.

    It gives each result as a value, or as a figure where it is not exact, and words as `note`.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    results: tuple[tuple[str, str], ...]
    formula: str
    sources: tuple[str, ...]
    run: Run

    def calculate(self, arguments: Mapping[str, str], catalog: Catalog | None) -> CalcResult:
        """Return the calculation for arguments as they were typed.

        Raises
        ------
        CalcError
            If a parameter is unknown, missing or does not fit.
        """
        inputs = self._read(arguments)
        try:
            found = dict(self.run(inputs, catalog))
        except CalcError:
            raise
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise CalcError(f"{self.name}: {error}") from error
        note = found.pop("note", None)
        shown: dict[str, Value] = {k: value for k, value in inputs.items() if value is not None}
        loose = {k: f for k, f in found.items() if isinstance(f, Figure) and not f.exact}
        return CalcResult(
            self.name, self.formula, shown,
            {k: f.value if isinstance(f, Figure) else f for k, f in found.items()},
            self.sources, str(note) if note else "",
            {k: (f.low, None if f.high == inf else f.high) for k, f in loose.items()},
            {k: f.basis for k, f in loose.items() if f.basis},
        )  # fmt: skip

    def _read(self, arguments: Mapping[str, str]) -> dict[str, Value]:
        names = [parameter.name for parameter in self.parameters]
        for name in arguments:
            if name not in names:
                near = get_close_matches(name, names, n=1)
                hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(names)}"
                raise CalcError(f"{self.name} has no parameter {name!r}{hint}")
        values: dict[str, Value] = {}
        for parameter in self.parameters:
            text = arguments.get(parameter.name)
            values[parameter.name] = parameter.default if text is None else parameter.read(text)
            missing = values[parameter.name] is None and not parameter.optional
            if missing:
                unit = f" ({parameter.unit})" if parameter.unit else ""
                raise CalcError(f"{self.name} needs {parameter.name}{unit}: {parameter.help}")
        return values
