"""Arithmetic of one plan or of many at once: each formula stands once and takes either.

What a formula asks of one plan is a number, of a grid of plans a NumPy column with a number for
each. Sums and products need no help; what chooses between two does.
"""

from typing import Any, Final, TypeAlias

import numpy as np

Column: TypeAlias = Any
"""A number, or a column of them."""
_ARRAY: Final = np.ndarray


def least(one: Column, other: Column) -> Column:
    """Return the smaller of two, plan by plan."""
    if type(one) is _ARRAY or type(other) is _ARRAY:
        return np.minimum(one, other)
    return one if one < other else other


def most(one: Column, other: Column) -> Column:
    """Return the larger of two, plan by plan."""
    if type(one) is _ARRAY or type(other) is _ARRAY:
        return np.maximum(one, other)
    return one if one > other else other


def where(condition: Column, then: Column, otherwise: Column) -> Column:
    """Return one of two, plan by plan; of what is not taken it does not matter what it is."""
    if type(condition) is _ARRAY:
        return np.where(condition, then, otherwise)
    return then if condition else otherwise
