"""A range that a figure can be in: whether a value is, and what is said of one that is not."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

_MOST_DIGITS: Final = 640
"""Digits that every Python reads, however it is set (`sys.int_info.str_digits_check_threshold`)."""
_BEYOND: Final = 10**_MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Range:
    """What a figure can be.

    Attributes
    ----------
    low, high
        Both are in the range.
    unit
        Where the figure's name does not end in it; empty for a ratio or a count.
    reason
        Why, where it is not obvious.
    above
        Whether `low` itself is out of the range.
    whole
        Whether only whole numbers are in it.
    """

    low: float
    high: float
    unit: str = ""
    reason: str = ""
    above: bool = False
    whole: bool = False

    def holds(self, value: float) -> bool:
        """Return whether a value is in the range."""
        if not (self.low <= value <= self.high) or (self.above and value == self.low):
            return False
        return not self.whole or isinstance(value, int) or value.is_integer()

    def words(self) -> str:
        """Return the range for people: `1 to 10`, `above 0, to 1`, `a whole number from 0 to 8`.

        With one end only: `0 or more`, `above 0`, `2 or less`.
        """
        low, high = _number(self.low), _number(self.high)
        unit = f" {self.unit}" if self.unit else ""
        if self.high == inf:
            return f"above {low}{unit}" if self.above else f"{low}{unit} or more"
        if self.low == -inf:
            return f"{high}{unit} or less"
        span = f"above {low}, to {high}" if self.above else f"{low} to {high}"
        return f"a whole number from {span}{unit}" if self.whole else f"{span}{unit}"

    def problem(self, name: str, value: float) -> str:
        """Return one line on a value that is out of the range; empty where it is in it."""
        return "" if self.holds(value) else self.refusal(name, _number(value))

    def refusal(self, name: str, found: str) -> str:
        """Return one line on what was found and is not in the range, or no number at all."""
        reason = f" ({self.reason})" if self.reason else ""
        return f"{name} cannot be {found}: give {self.words()}{reason}"


def whole_number(text: str) -> int:
    """Return the whole number that a text means, to be held to its range.

    One of more digits than Python reads becomes another that is beyond every range.

    Raises
    ------
    ValueError
        If the text is no whole number.
    """
    try:
        return int(text)
    except ValueError:
        written = text.strip()
        digits = written.lstrip("+-")
        if len(digits) < _MOST_DIGITS or not digits.isdecimal():
            raise
        return -_BEYOND if written.startswith("-") else _BEYOND


def _number(value: float) -> str:
    """Return a number for a message, however large it is."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if abs(value) < 10**15:
        return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
    try:
        return f"{float(value):g}"
    except OverflowError:
        return "a number of hundreds of digits"
