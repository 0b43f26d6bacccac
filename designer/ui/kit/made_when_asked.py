"""Things by name that are made when somebody first asks for them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class MadeWhenAsked(Mapping[str, Thing], Generic[Thing]):
    """Names are known at once; each thing is made once, when it is looked up.

    Parameters
    ----------
    makers
        What makes each, in the order in which names are told.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Thing]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, Thing] = {}

    def __getitem__(self, name: str) -> Thing:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    @property
    def made(self) -> tuple[Thing, ...]:
        """Those that were asked for so far."""
        return tuple(self._made.values())
