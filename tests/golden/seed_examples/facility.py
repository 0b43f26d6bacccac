"""Worked examples of facility."""

from collections.abc import Callable

COMPUTED: dict[str, Callable[[], float]] = {}
LATER: dict[str, str] = {}
