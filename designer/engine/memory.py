"""What rules found of things that reports share: found again while these are the same objects."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

Things = tuple[object, ...]


@dataclass
class Memory:
    """Remembers, by the objects that something was found of, what was found the last time.

    It belongs to one catalogue and to the decisions of one site: nothing but these and the things
    themselves may decide what is found.
    """

    _known: dict[str, dict[tuple[int, ...], tuple[Things, Any]]] = field(default_factory=dict)

    def each(self, what: str, things: Iterable[Things], look: Callable[..., T]) -> list[T]:
        """Return what is found of each of some things, looking at those that are others.

        What was found of things that are not among these is forgotten.

        Parameters
        ----------
        what
            What is looked for.
        look
            Finds it of the things together.
        """
        known, now = self._known.get(what, {}), {}
        found: list[T] = []
        for some in things:
            key = tuple(map(id, some))
            # It holds the things, so that no other object can have their identity.
            entry = known.get(key) or (some, look(*some))
            now[key] = entry
            found.append(entry[1])
        self._known[what] = now
        return found
