"""What was made last for each fabric, and what was made before it: an undo leads back to that.

A drag back and forth goes between the same two. More than two are not kept, and nothing of a
fabric that is gone. May import nothing of this project.
"""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass
class LastTwo(Generic[K, V]):
    """The last value of each key and the one before it."""

    _kept: dict[K, tuple[V, ...]] = field(default_factory=dict)

    def last(self, key: K) -> V | None:
        """Return the last value of a key; None if there is none."""
        return next(iter(self._kept.get(key, ())), None)

    def find(self, key: K, fits: Callable[[V], bool]) -> V | None:
        """Return the value that fits, the last one first; None if neither does."""
        return next(filter(fits, self._kept.get(key, ())), None)

    def keep(self, key: K, value: V, same: Callable[[V], bool] | None = None) -> None:
        """Make a value the last one of a key.

        Parameters
        ----------
        same
            Whether a value is in truth this one, so that it is not kept beside it; by default
            only the object itself is.
        """
        others = (
            one
            for one in self._kept.get(key, ())
            if not (one is value if same is None else same(one))
        )
        self._kept[key] = (value, *list(others)[:1])

    def drop_all_but(self, keys: Collection[K]) -> None:
        """Forget the values of other keys."""
        for key in self._kept.keys() - set(keys):
            del self._kept[key]

    def drop(self, key: K) -> None:
        """Forget the values of a key."""
        self._kept.pop(key, None)

    def drop_one(self, key: K, value: V) -> None:
        """Forget a value of a key, and not the other."""
        others = tuple(one for one in self._kept.get(key, ()) if one is not value)
        if others:
            self._kept[key] = others
        else:
            self._kept.pop(key, None)

    def fork(self) -> "LastTwo[K, V]":
        """Return the same values, to go on from without touching these."""
        return LastTwo(dict(self._kept))
