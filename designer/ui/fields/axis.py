"""The axis of a slider: where a value stands on it, and which values it can have."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, log, log10
from typing import Final

_DIGITS: Final = 3
_STEPS: Final = 40
"""Steps of an arrow from one end of a smooth axis to the other."""
_LETTERS: Final = {"k": 1e3, "M": 1e6, "m": 1e6, "G": 1e9, "B": 1e9, "b": 1e9, "T": 1e12, "t": 1e12}


@dataclass(frozen=True)
class Axis:
    """Values from the first to the last: smooth by their logarithm, or single stops.

    Attributes
    ----------
    stops
        What a pointer and arrows reach, in order; empty for a smooth axis of three digits. What is
        typed may lie between.
    unit
        What one of the typed numbers is: 10¹² where `15.6` means 15.6 T.
    whole
        Whether values are whole numbers.
    """

    first: float
    last: float
    stops: tuple[float, ...] = ()
    unit: float = 1.0
    whole: bool = False

    def part(self, value: float) -> float:
        """Return where a value stands, 0 to 1; one beyond an end stands there."""
        value = min(max(value, self.first), self.last)
        if len(self.stops) > 1:
            after = min(bisect_left(self.stops, value), len(self.stops) - 1)
            before = max(0, after - 1)
            low, high = self.stops[before], self.stops[after]
            between = (value - low) / (high - low) if high > low else 0.0
            return (before + between * (after - before)) / (len(self.stops) - 1)
        if self.last <= self.first:
            return 0.0
        return log(value / self.first) / log(self.last / self.first)

    def at(self, part: float) -> float:
        """Return the value at a place."""
        part = min(max(part, 0.0), 1.0)
        if self.stops:
            return self.stops[round(part * (len(self.stops) - 1))]
        return self._rounded(self.first * exp(part * log(self.last / self.first)))

    def stepped(self, value: float, steps: int) -> float:
        """Return the value so many arrows further."""
        if self.stops:
            place = bisect_left(self.stops, value)
            exact = place < len(self.stops) and self.stops[place] == value
            if not exact and steps > 0:
                place -= 1
            return self.stops[min(max(place + steps, 0), len(self.stops) - 1)]
        other = self.at(self.part(value) + steps / _STEPS)
        return min(max(other, self.first), self.last)

    def typed(self, text: str) -> float | None:
        """Return the value of a typed number, `2,016` or `15.6 T` or `8k`; None of anything else.

        A number alone is in the axis's own unit.
        """
        bare = text.replace(",", "").replace("_", "").strip()
        digits = bare.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ %/·").strip()
        letters = bare[len(digits) :].strip()[:1]
        try:
            number = float(digits)
        except ValueError:
            return None
        value = number * _LETTERS.get(letters, self.unit)
        if not 0 < value < float("inf"):
            return None
        return float(round(value)) if self.whole else value

    def line(self, value: float) -> str:
        """Return a value as it is typed."""
        return f"{value / self.unit:.10g}"

    def _rounded(self, value: float) -> float:
        if value <= 0:
            return value
        unit = 10.0 ** (floor(log10(value)) - _DIGITS + 1)
        rounded = round(value / unit) * unit
        rounded = float(round(rounded)) if self.whole else float(f"{rounded:.6g}")
        return min(max(rounded, self.first), self.last)


def doubling(low: int, high: int) -> tuple[float, ...]:
    """Return powers of two from one to another."""
    found = [low]
    while found[-1] * 2 <= high:
        found.append(found[-1] * 2)
    return tuple(map(float, found))


def with_value(stops: Sequence[float], value: float | None) -> tuple[float, ...]:
    """Return stops with a value that stands among or beyond them."""
    return tuple(sorted({*stops, *((value,) if value is not None else ())}))
