"""Worked examples of workload."""

from collections.abc import Callable

COMPUTED: dict[str, Callable[[], float]] = {}
LATER: dict[str, str] = {}
