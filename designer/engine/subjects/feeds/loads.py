"""Loads of feeds after a loss, told by what they are with nothing lost and the few that it moves.

A hall has feeds by the hundred, and as many losses: a load for each of them after each would be as
many figures as their square, of which nearly all are those with nothing lost.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from designer.model.figures import Figure


class Loads(Mapping[str, Figure]):
    """Loads of feeds after a loss, kW.

    Parameters
    ----------
    order
        Every feed that may be among them, in order.
    normal
        Loads with nothing lost.
    moved
        Those that stand instead; None where nothing is taken from a feed any more.
    """

    __slots__ = ("_order", "moved", "normal")

    def __init__(
        self,
        order: Mapping[str, Any],
        normal: Mapping[str, Figure],
        moved: Mapping[str, Figure | None],
    ) -> None:
        self._order, self.normal, self.moved = order, normal, moved

    def __getitem__(self, feed: str) -> Figure:
        if feed not in self.moved:
            return self.normal[feed]
        found = self.moved[feed]
        if found is None:
            raise KeyError(feed)
        return found

    def __contains__(self, feed: object) -> bool:
        return self.moved[feed] is not None if feed in self.moved else feed in self.normal  # type: ignore[index]  # what is no feed is in neither

    def __iter__(self) -> Iterator[str]:
        return (feed for feed in self._order if feed in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Loads) and self.moved == other.moved:
            return self.normal is other.normal or self.normal == other.normal
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # as of any mapping


def differing_feeds(
    now: Mapping[str, Mapping[str, Figure]], before: Mapping[str, Mapping[str, Figure]]
) -> set[str]:
    """Return the feeds that carry another figure than before with nothing lost, or after a loss.

    Parameters
    ----------
    now, before
        Loads by the same losses; nothing is lost under an empty name.
    """
    was = before[""]
    found = {feed for feed, load in now[""].items() if was.get(feed) is not load}
    for lost, loads in now.items():
        for feed in _moved(loads) | _moved(before[lost]):
            if feed in loads and before[lost].get(feed) is not loads[feed]:
                found.add(feed)
    return found


def _moved(loads: Mapping[str, Figure]) -> set[str]:
    return set(loads.moved) if isinstance(loads, Loads) else set()
