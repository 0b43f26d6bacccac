"""One rule for numbers that people type, and one for numbers too large to be written out.

Decimals have a point; commas or spaces stand only between thousands, all of them: `1,234.5`,
`12 000`, `0.12`. `1,5` is refused, for it could be meant as 1.5 or as 15, and so is `0,120`.
"""

import math
import re
from typing import Final

_SPACE: Final = "[ \u00a0\u2009\u202f]"
_NUMBER: Final = re.compile(
    r"[+\-\u2212]?"
    rf"(?:[1-9][0-9]{{0,2}}(?:(?:,[0-9]{{3}})+|(?:{_SPACE}[0-9]{{3}})+)(?:\.[0-9]*)?"
    r"|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:[eE][+\-]?[0-9]{1,3})?"
)
_BETWEEN_THOUSANDS: Final = re.compile(f",|{_SPACE}")

_POWERS_FROM: Final = 1e15
"""No digit is lost below it; above it thousands in groups are counted, not read."""
_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


_COUNTED: Final = 300


def counted(digits: str) -> int:
    """Return the value of decimal digits within a name, by which names count up.

    Digits past the first 300 do not count: Python reads no number of thousands of them.
    """
    return int(digits[:_COUNTED])


def power_of_ten(value: float) -> str:
    """Return a large number as `10²³` or `2.5 × 10²⁴`; empty where it is not large."""
    if not math.isfinite(value) or abs(value) < _POWERS_FROM:
        return ""
    mantissa, exponent = f"{value:.5e}".split("e")
    power = f"10{str(int(exponent)).translate(_RAISED)}"
    first = f"{float(mantissa):g}"
    return {"1": power, "-1": f"-{power}"}.get(first, f"{first} × {power}")


def read_number(text: str) -> float:
    """Return the number that a text stands for.

    Raises
    ------
    ValueError
        With one line that says what is wrong.
    """
    text = text.strip()
    if not text:
        raise ValueError("a number is needed")
    if _NUMBER.fullmatch(text):
        number = float(_BETWEEN_THOUSANDS.sub("", text).replace("\u2212", "-"))
        if math.isfinite(number):
            return number
    elif "," in text and any(character.isdigit() for character in text):
        raise ValueError(
            f"{text!r}: write decimals with a point, as in 0.12, and commas only between thousands"
        )
    raise ValueError(f"{text!r} is not a number")


def may_become_number(text: str) -> bool:
    """Return whether more keys could make a number of a text, so that typing may go on."""
    return re.fullmatch(rf"[+\-\u2212]?(?:[0-9,.]|{_SPACE})*", text.strip()) is not None
