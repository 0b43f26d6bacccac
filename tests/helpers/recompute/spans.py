"""Numbers with an end below and above, as plain tuples of floats: no code of the program's."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """`low <= value <= high`; `value` is None where nobody knows or estimates it."""

    low: float
    value: float | None
    high: float

    def __post_init__(self) -> None:
        if self.value is None and self.low == self.high:
            object.__setattr__(self, "value", self.low)

    def __add__(self, other: Span) -> Span:
        value = None
        if self.value is not None and other.value is not None:
            value = self.value + other.value
        return Span(self.low + other.low, value, self.high + other.high)

    def scaled(self, factor: float) -> Span:
        if factor == 0:
            return ZERO
        value = None if self.value is None else self.value * factor
        return Span(self.low * factor, value, self.high * factor)

    def times(self, other: Span) -> Span:
        value = None
        if self.value is not None and other.value is not None:
            value = self.value * other.value
        high = 0.0 if 0 in (self.high, other.high) else self.high * other.high
        return Span(self.low * other.low, value, high)

    def rest(self) -> Span:
        """What a share leaves of the whole."""
        value = None if self.value is None else 1 - self.value
        return Span(1 - self.high, value, 1 - self.low)

    def capped(self, most: float) -> Span:
        """What of it stays below a cap."""
        value = None if self.value is None else min(self.value, most)
        return Span(min(self.low, most), value, min(self.high, most))

    def beyond(self, cap: float) -> Span:
        """What of it goes beyond a cap."""
        value = None if self.value is None else max(self.value - cap, 0.0)
        return Span(max(self.low - cap, 0.0), value, max(self.high - cap, 0.0))


ZERO = Span(0.0, 0.0, 0.0)
OPEN = Span(0.0, None, math.inf)


def known(value: float) -> Span:
    return Span(value, value, value)


def summed(spans: Iterable[Span]) -> Span:
    total = ZERO
    for span in spans:
        total = total + span
    return total
