"""What is typed for many cells at once: a value, a percentage, a formula, a pattern of names.

`9`, `+10 %`, `x * 1.1 + 5`, `1200 * n`; for words `{row}{n:02}`. In all of them `x` is what the
cell says now, and `n` counts the lines from 1, as they stand.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Any, Final

from designer.document.errors import EditError
from designer.model.number_text import read_number

_PERCENT: Final = re.compile(r"^([+\-\u2212±])\s*([0-9.,]+)\s*%$")
_OPERATORS: Final[dict[type, Callable[[float, float], float]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_CALLS: Final[dict[str, Callable[..., float]]] = {"round": round, "min": min, "max": max}
_NAMES: Final = ("x", "n")
_MOST_LETTERS: Final = 200
_PLACE: Final = re.compile(r"\{([^{}]*)\}")
_COUNTED: Final = re.compile(r"^n(?:([+\-])([0-9]{1,6}))?(?::0?([1-9]))?$")
_HUNDRED: Final = 100
HELP_NUMBER: Final = "a number, +10 %, or a formula: x * 1.1, 1200 * n (x is the value now)"
HELP_WORDS: Final = "words, or a pattern: {row}{n:02} gives A01, A02 … ({x} is what stands there)"


def is_formula(text: str) -> bool:
    """Return whether a text for numbers is more than a number."""
    try:
        read_number(text)
    except ValueError:
        return bool(_PERCENT.match(text.strip())) or bool(re.search(r"[xn*/()%]", text))
    return False


def computed(text: str, x: float | None, n: int) -> float:
    """Return what a percentage or a formula comes to.

    Raises
    ------
    EditError
        If it is none, or needs a value that the cell does not have; one line.
    """
    text = text.strip()
    if found := _PERCENT.match(text):
        share = _number(found[2]) / _HUNDRED
        if found[1] == "±":
            raise EditError("write +10 % or -10 %")
        return _known(x) * (1 + share if found[1] == "+" else 1 - share)
    if len(text) > _MOST_LETTERS:
        raise EditError(f"a formula has at most {_MOST_LETTERS} letters")
    try:
        tree = ast.parse(text.replace("\u2212", "-").replace("×", "*"), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise EditError(f"{text!r} is no formula: write it as x * 1.1 + 5") from None
    try:
        result = float(_value(tree.body, x, n))
    except (ZeroDivisionError, OverflowError):
        result = inf
    if not isfinite(result):
        raise EditError(f"{text!r} divides by 0 or grows too large")
    return result


def _number(text: str) -> float:
    try:
        return read_number(text)
    except ValueError as error:
        raise EditError(str(error)) from None


def _known(x: float | None) -> float:
    if x is None:
        raise EditError("nothing is stated here that could be changed: type a number")
    return x


def _value(node: ast.expr, x: float | None, n: int) -> float:
    """Return what a piece of a formula comes to: numbers, x, n, + - * / // %, round, min, max."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(str(node.value))
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return _known(x) if node.id == "x" else float(n)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand, x, n)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        found = _OPERATORS[type(node.op)](_value(node.left, x, n), _value(node.right, x, n))
        if not isfinite(found):
            raise OverflowError
        return found
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _called(node.func.id, [_value(one, x, n) for one in node.args])
    known = node.id if isinstance(node, ast.Name) else ""
    said = f"{known} is no name of a formula" if known else "a formula has numbers, x and n"
    raise EditError(f"{said}; there are x (the value now), n (1, 2, 3 …), + - * / and round()")


def _called(name: str, values: list[float]) -> float:
    call = _CALLS.get(name)
    if call is None or not values:
        raise EditError(f"{name}() is not known; there are {', '.join(_CALLS)}")
    if name == "round":
        return round(values[0], round(values[1]) if len(values) > 1 else None)
    return call(values)


def patterned(text: str, names: Mapping[str, Any], n: int) -> str:
    """Return a pattern with its places filled in: `{row}{n:02}` is `A07`.

    Parameters
    ----------
    names
        What may stand in braces beside `n`, with what it says.

    Raises
    ------
    EditError
        If something else stands there.
    """

    def filled(match: re.Match[str]) -> str:
        inside = match[1].strip()
        if counts := _COUNTED.match(inside):
            sign, by, digits = counts.groups()
            number = n + (0 if by is None else int(by) if sign == "+" else -int(by))
            return f"{number:0{digits or 1}d}"
        if inside in names:
            return str(names[inside])
        known = ", ".join(f"{{{name}}}" for name in ("n", "n:02", *names))
        raise EditError(f"{{{inside}}} is not known; there are {known}")

    return _PLACE.sub(filled, text)
