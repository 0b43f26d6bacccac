"""What a person typed, read as a field's value; refusals are one line, to be shown at the field."""

import datetime
import re
from typing import Final

from designer.document.errors import EditError
from designer.ui.fields.field import Field, Value

_THOUSANDS: Final = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SPACES: Final = re.compile(r"[\s\u00a0\u2009\u202f]")


def read(field: Field, text: str) -> Value:
    """Return the value that a text stands for.

    Raises
    ------
    EditError
        If it stands for none that the field takes.
    """
    text = text.strip()
    if field.kind == "parts":
        return _parts(field, text)
    if not text and field.optional:
        return None if field.kind in ("integer", "number") else ""
    if field.kind == "date":
        return _date(text)
    if field.kind in ("integer", "number"):
        return _number(field, text)
    if not text and field.low:
        raise EditError("a text is needed")
    return text


def shown(value: Value) -> str:
    """Return a value as a line shows it."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def plain_number(text: str) -> float:
    """Return a number written with a decimal point and, if at all, commas between thousands.

    Raises
    ------
    EditError
        If it is none. `0,12` is refused, for it could be meant as 0.12 or as 12.
    """
    bare = _SPACES.sub("", text)
    if _THOUSANDS.fullmatch(bare):
        bare = bare.replace(",", "")
    if "," in bare:
        raise EditError(f"{text!r}: write decimals with a point, as in 0.12")
    try:
        number = float(bare)
    except ValueError:
        raise EditError(f"{text!r} is not a number" if text else "a number is needed") from None
    if number != number or number in (float("inf"), float("-inf")):
        raise EditError(f"{text!r} is not a number")
    return number


def _number(field: Field, text: str) -> int | float:
    number = plain_number(text)
    if not field.low <= number <= field.high:
        unit = f" {field.unit}" if field.unit else ""
        raise EditError(f"between {field.low:,.10g} and {field.high:,.10g}{unit}")
    if field.kind == "number":
        return number
    if number != round(number):
        raise EditError(f"{text!r} is not a whole number")
    return round(number)


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise EditError(f"{text!r} is not a date; write it as 2026-03-31") from None


def _parts(field: Field, text: str) -> tuple[str, ...]:
    known = {part_id for _, part_id in field.choices}
    wanted = tuple(dict.fromkeys(word for word in re.split(r"[,\s]+", text) if word))
    for word in wanted:
        if word not in known:
            near = [part_id for part_id in sorted(known) if part_id.startswith(word[:3])]
            hint = f"; near it: {', '.join(near[:3])}" if near else ""
            raise EditError(f"no part {word!r} in the catalogue{hint}")
    return wanted
