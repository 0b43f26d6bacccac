"""Which input gives an answer, between those that are known.

Each answer is a quotient of two sums that grow evenly with an input, and months of break-even end
in what is saved alone, or begin in what is paid alone: three answers tell such a quotient whole,
and two tell its inverse where the answer is paid once and saved evenly.
"""

from collections.abc import Sequence
from math import isfinite

Known = tuple[float, float]
"""An input, and the answer there."""


def input_at(known: Sequence[Known], answer: float, *, inverse: bool) -> float | None:
    """Return the input at which an answer stands; None where too little is known.

    Parameters
    ----------
    inverse
        Whether of two answers the inverse grows evenly, as it does of months.
    """
    points = [(given, found) for given, found in dict(known).items() if isfinite(found)]
    if len({found for _, found in points}) < 2:
        return None
    if len(points) == 2:
        if inverse and all(found > 0 for _, found in points) and answer > 0:
            points, answer = [(given, 1 / found) for given, found in points], 1 / answer
        (a, at_a), (b, at_b) = points
        return a + (b - a) * (answer - at_a) / (at_b - at_a)
    (a, at_a), (b, at_b), (c, at_c) = points[:3]
    # The cross ratio of four inputs is that of their answers.
    if c in (a, b) or at_c in (at_a, at_b):
        return input_at([(a, at_a), (b, at_b)], answer, inverse=inverse)
    left = (answer - at_a) * (at_c - at_b)
    right = (answer - at_b) * (at_c - at_a)
    below = left * (c - a) - right * (c - b)
    return None if not below else (left * (c - a) * b - right * (c - b) * a) / below
