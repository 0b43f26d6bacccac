"""Compare what a JSON report states with what was recomputed: values and both bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from tests.helpers.recompute.spans import Span

RELATIVE = 1e-9


def stated(record: dict[str, Any], name: str) -> Span:
    """Return a figure of the JSON report with its bounds."""
    value = record[name]
    if name in record.get("bounds", {}):
        low, high = record["bounds"][name]
        return Span(low, value, math.inf if high is None else high)
    assert value is not None, f"{name} has neither a value nor bounds"
    return Span(value, value, value)


def same(ours: float | None, theirs: float | None) -> bool:
    """Return whether two figures agree, but for the order of their sums."""
    if ours is None or theirs is None:
        return ours is theirs
    return ours == theirs or math.isclose(ours, theirs, rel_tol=RELATIVE, abs_tol=1e-9)


def differences(record: dict[str, Any], expected: dict[str, Span], where: str) -> Iterator[str]:
    """Yield a line for every figure of a record that is not the recomputed one."""
    for name, ours in expected.items():
        theirs = stated(record, name)
        pairs = ((ours.low, theirs.low), (ours.value, theirs.value), (ours.high, theirs.high))
        if not all(same(a, b) for a, b in pairs):
            yield f"{where}.{name}: recomputed {ours}, reported {theirs}"
