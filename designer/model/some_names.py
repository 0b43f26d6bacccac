"""The first few of many names, in words."""

from collections import Counter
from collections.abc import Iterable


def some(names: Iterable[str], shown: int = 4) -> str:
    """Return the first few names and how many more there are: `A01, Pod (7) and 2 more`."""
    counts = Counter(names)
    first = list(counts.items())[:shown]
    more = counts.total() - sum(number for _, number in first)
    said = (f"{name} ({number})" if number > 1 else name for name, number in first)
    return ", ".join(said) + (f" and {more:,} more" if more else "")
