"""What expanding a hall is measured against: numpy creating as many integers.

Beside `measure.py`, which the bench of the start imports and which therefore imports no numpy.
"""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

CREATED: Final = "numpy creating the same columns (`np.arange`)"
"""What `created` is called in a table."""


def created(columns: Iterable[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
    """Create arrays as long as others and of their types, each filled once with a range.

    `np.empty` and `np.zeros` only ask for memory, which nothing has touched then; a range takes as
    long as zeros of which each is written once.
    """
    return [np.arange(len(column), dtype=column.dtype) for column in columns]
