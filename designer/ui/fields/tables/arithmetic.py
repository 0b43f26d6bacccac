"""The value of a formula of numbers, `x` and `n`: + - * / // %, brackets, round, min, max.

Read by its own small grammar, so that nothing but arithmetic can be asked for.
"""

import operator
import re
from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Final

from designer.document.errors import EditError

_PIECE: Final = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>//|[-+*/%(),]))"
)
_Binary = Callable[[float, float], float]
_SUMS: Final[Mapping[str, _Binary]] = {"+": operator.add, "-": operator.sub}
_PRODUCTS: Final[Mapping[str, _Binary]] = {
    "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip
_CALLS: Final = ("round", "min", "max")
MOST_LETTERS: Final = 200
MOST_DEEP: Final = 20


def value_of(text: str, names: Mapping[str, float | None]) -> float:
    """Return what a formula comes to.

    Parameters
    ----------
    names
        What names in it stand for; None for what nobody states.

    Raises
    ------
    EditError
        If it is none, or a name stands for nothing; one line.
    """
    if len(text) > MOST_LETTERS:
        raise EditError(f"a formula has at most {MOST_LETTERS} letters")
    reader = _Reader(text, names)
    try:
        found = reader.all()
    except (ZeroDivisionError, OverflowError):
        found = inf
    if not isfinite(found):
        raise EditError(f"{text!r} divides by 0 or grows too large")
    return found


class _Reader:
    """Reads a formula from left to right, products before sums."""

    def __init__(self, text: str, names: Mapping[str, float | None]) -> None:
        self._text, self._names = text, names
        self._pieces = list(self._split(text))
        self._at = self._deep = 0

    def all(self) -> float:
        """Return the value of all of it."""
        found = self._sum()
        if self._at < len(self._pieces):
            raise self._none()
        return found

    def _split(self, text: str) -> list[tuple[str, str]]:
        pieces, at = [], 0
        while text[at:].strip():
            match = _PIECE.match(text, at)
            if match is None or match.lastgroup is None:
                raise self._none()
            pieces.append((match.lastgroup, match[match.lastgroup]))
            at = match.end()
        return pieces

    def _none(self) -> EditError:
        return EditError(
            f"{self._text!r} is no formula: numbers, x (the value now), n (1, 2, 3 …), + - * / "
            "and brackets, as in x * 1.1 + 5"
        )

    def _next(self, *signs: str) -> str:
        """Return the sign that stands next and step over it, if it is one of these; else ''."""
        if self._at < len(self._pieces):
            sort, piece = self._pieces[self._at]
            if sort == "sign" and piece in signs:
                self._at += 1
                return piece
        return ""

    def _sum(self) -> float:
        self._deep += 1
        if self._deep > MOST_DEEP:
            raise self._none()
        found = self._product()
        while sign := self._next(*_SUMS):
            found = _SUMS[sign](found, self._product())
        self._deep -= 1
        return found

    def _product(self) -> float:
        found = self._factor()
        while sign := self._next(*_PRODUCTS):
            found = _PRODUCTS[sign](found, self._factor())
        return found

    def _factor(self) -> float:
        minus = False
        while sign := self._next("+", "-"):
            minus ^= sign == "-"
        found = self._single()
        return -found if minus else found

    def _single(self) -> float:
        if self._next("("):
            found = self._sum()
            self._close()
            return found
        if self._at >= len(self._pieces):
            raise self._none()
        sort, piece = self._pieces[self._at]
        if sort == "sign":
            raise self._none()
        self._at += 1
        if sort == "number":
            return float(piece)
        if piece in _CALLS and self._next("("):
            return self._called(piece)
        if piece not in self._names:
            known = ", ".join((*self._names, *(f"{call}()" for call in _CALLS)))
            raise EditError(f"{piece} is no name of a formula; there are {known}")
        value = self._names[piece]
        if value is None:
            raise EditError("nothing is stated here that could be changed: type a number")
        return value

    def _close(self) -> None:
        if not self._next(")"):
            raise self._none()

    def _called(self, name: str) -> float:
        values = [self._sum()]
        while self._next(","):
            values.append(self._sum())
        self._close()
        if name == "round":
            value, *digits = values
            if len(digits) > 1:
                raise self._none()
            return round(value, int(*digits))
        return min(values) if name == "min" else max(values)
