"""What a user typed, read as a field's value; refusals are one line, to be shown at the field."""

import datetime
import math
import re

from designer.document.errors import EditError
from designer.model.figure_range import Range
from designer.model.number_text import read_number
from designer.model.presented import METRIC
from designer.model.ranges import range_of
from designer.render.edge import presented
from designer.ui.fields.field import Field, Value

MIXED = "—"
UNKNOWN = "unknown"
_NUMBERS = frozenset({"integer", "number", "half-u"})


def read(field: Field, text: str) -> Value:
    """Return the value that a text stands for.

    Raises
    ------
    EditError
        If it stands for none that the field takes.
    """
    text = text.strip()
    if not text and field.optional:
        return None if field.kind in ("integer", "number", "half-u") else ""
    if field.kind == "date":
        return _date(text)
    if field.kind in ("integer", "number", "half-u"):
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


def text_of(field: Field) -> str:
    """Return a field's value as its line shows it; `read_typed` gives the value back."""
    value = field.value
    if field.mixed:
        return ""
    if not isinstance(value, int | float) or field.kind not in _NUMBERS:
        return shown(value)
    return presented().editable(
        value / 2 if field.kind == "half-u" else value, field.unit, field.label
    )


def read_typed(field: Field, text: str) -> Value:
    """Return the value of what was typed into a line: a number alone is in the unit it shows.

    Raises
    ------
    EditError
        If it stands for none that the field takes.
    """
    if field.kind in _NUMBERS:
        whole = field.kind == "integer"
        text = presented().typed(text, field.unit, whole=whole, about=field.label)
    try:
        return read(field, text)
    except EditError as refusal:
        raise EditError(_with_unit(str(refusal), field)) from None


def _with_unit(refusal: str, field: Field) -> str:
    """Return a refusal with the unit behind its first number, too, where another one is shown."""
    if presented().unit(field.unit) == field.unit:
        return refusal
    return re.sub(r"(cannot be [−-]?[0-9,.]*[0-9])(?=:)", rf"\1 {field.unit}", refusal, count=1)


def plain_number(text: str) -> float:
    """Return a number by the rule of `model/number_text.py`.

    Raises
    ------
    EditError
        If it is none.
    """
    try:
        return read_number(text)
    except ValueError as error:
        raise EditError(str(error)) from None


def _number(field: Field, text: str) -> int | float:
    text = METRIC.typed(text, field.unit, whole=field.kind == "integer")
    bare = text.removesuffix(field.unit).rstrip() if field.unit else text
    number = plain_number(bare)
    if field.kind == "half-u" and not (2 * number).is_integer():
        raise EditError(f"{text!r} is no whole or half rack unit")
    if field.kind == "integer" and not number.is_integer():
        raise EditError(f"{text!r} is not a whole number")
    for bounds in _bounds(field):
        wrong = bounds.problem(field.label, int(number) if number.is_integer() else number)
        if wrong:
            raise EditError(wrong)
    if field.kind == "half-u":
        return round(2 * number)
    return round(number) if field.kind == "integer" else number


def _bounds(field: Field) -> list[Range]:
    """Return the ranges that hold for what is typed."""
    found = []
    if field.low is not None or field.high is not None:
        low = -math.inf if field.low is None else _whole_if_it_is(field.low)
        high = math.inf if field.high is None else _whole_if_it_is(field.high)
        found.append(Range(low, high, field.unit))
    known = range_of(field.record, field.figure or field.name) if field.record else None
    if known is not None and field.kind != "half-u":
        found.append(known)
    return found


def _whole_if_it_is(bound: float) -> float:
    return int(bound) if float(bound).is_integer() else bound


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise EditError(f"{text!r} is not a date; write it as 2026-03-31") from None
