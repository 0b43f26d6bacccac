"""What all racks together take from each feed of the room, normally and after each loss.

A loss leaves most feeds what they carried, and an edit leaves most feeds the racks that hang on
them: each sum is made once, and is the same object where nothing that it is made of has changed.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.loads import Loads
from designer.model.figure_cases import certain_first
from designer.model.figures import Figure, repeated_in_turn

Racks = Sequence[tuple[Feeds, int, int]]
"""Results, each with how many racks have it, and how many times so many follow one another."""
_Sums = Mapping[str, Figure]


class RackLoads:
    """The loads of the room's feeds.

    Parameters
    ----------
    names
        The feeds of the room.
    before
        The same of the design before; None where there is none.

    Attributes
    ----------
    racks
        Results, each with how many racks have it, and how many times so many.
    """

    def __init__(
        self, racks: Racks, names: Sequence[str] = (), before: "RackLoads | None" = None
    ) -> None:
        on_feed: dict[str, list[tuple[Feeds, int, int]]] = {name: [] for name in names}
        self._by_loss: dict[str, set[str]] = {}
        self._by_taken: dict[frozenset[str], set[str]] = {}
        self._places: dict[frozenset[str], list[int]] = {}
        for place, (one, number, times) in enumerate(racks):
            for feed in one.feeds_drawn:
                on_feed.setdefault(feed, []).append((one, number, times))
            for lost in one.on_room:
                self._by_loss.setdefault(lost, set()).update(one.feeds_drawn)
            for taken in one.outcomes:
                self._by_taken.setdefault(taken, set()).update(one.feeds_drawn)
                self._places.setdefault(taken, []).append(place)
        self.racks, self._names = racks, dict.fromkeys(names)
        self._racks = {feed: tuple(those) for feed, those in on_feed.items()}
        self._after: dict[str, _Sums] = {}
        self._without: dict[frozenset[str], _Sums] = {}
        self._kept: frozenset[str] = frozenset()
        self._after_before: Mapping[str, _Sums] = {}
        self._without_before: Mapping[frozenset[str], _Sums] = {}
        if before is not None:
            self._kept = frozenset(
                feed for feed, those in self._racks.items() if before._racks.get(feed) == those
            )
            self._after_before, self._without_before = before._after, before._without

    def after(self, lost: str) -> Mapping[str, Figure]:
        """Return what is taken from each feed after a loss that the site must survive, kW.

        What is exact is added as plain numbers. Nothing is lost under an empty name.
        """
        if lost not in self._after:
            before = self._after_before.get(lost, {})
            touched = self._by_loss.get(lost, ()) if lost else self._names
            moved: dict[str, Figure] = {
                feed: before[feed] if feed in self._kept and feed in before
                else _sum_of(self._racks[feed], feed, lost)
                for feed in touched if feed in self._names
            }  # fmt: skip
            self._after[lost] = Loads(self._names, self.after(""), moved) if lost else moved
        return self._after[lost]

    def without(self, taken: frozenset[str]) -> Mapping[str, Figure]:
        """Return what is taken from each feed that is left when some are lost together, kW."""
        if taken not in self._without:
            before = self._without_before.get(taken, {})
            moved: dict[str, Figure | None] = {}
            for feed in self._by_taken.get(taken, ()) if taken else self._racks:
                if feed in self._kept and feed in before:
                    moved[feed] = before[feed]
                else:
                    runs = _left(self._racks[feed], feed, taken)
                    moved[feed] = repeated_in_turn(runs, "kW") if runs else None
            self._without[taken] = (
                Loads(self._racks, self.without(frozenset()), moved) if taken
                else {feed: load for feed, load in moved.items() if load is not None}
            )  # fmt: skip
        return self._without[taken]

    def harmed_by(self, taken: frozenset[str]) -> Racks:
        """Return the racks in which something goes wrong when some feeds are lost together.

        What is too much before the loss is so after it.
        """
        mine = self._places.get(taken, ())
        places = self._overloaded.difference(mine).union(
            at for at in mine if not self.racks[at][0].outcomes[taken].harmless
        )
        return [self.racks[at] for at in sorted(places)]

    @cached_property
    def _overloaded(self) -> frozenset[int]:
        """Places of racks that may carry too much with all feeds up."""
        return frozenset(at for at, (one, _, _) in enumerate(self.racks) if not one.carries_all)


def loads_without(
    racks: Racks, taken: frozenset[str], normal: Mapping[str, Figure]
) -> Mapping[str, Figure]:
    """Return what is taken from each feed that is left after one loss, kW.

    Parameters
    ----------
    normal
        The same with nothing lost: it stands for feeds on which no rack hangs that the loss
        touches.
    """
    moved = frozenset[str]().union(
        *(one.feeds_drawn for one, _, _ in racks if taken in one.outcomes)
    )
    found = {feed: figure for feed, figure in normal.items() if feed not in moved}
    for feed in moved:
        if runs := _left([run for run in racks if feed in run[0].feeds_drawn], feed, taken):
            found[feed] = repeated_in_turn(runs, "kW")
    return found


def _sum_of(racks: Racks, feed: str, lost: str) -> Figure:
    """Return what all racks take from a feed after a loss."""
    found: list[tuple[Figure, int, int]] = []
    for one, number, times in racks:
        kw = one.on_room.get(lost, one.on_room[""]).get(feed)
        if kw is not None:
            found.append((kw, number, times))
    return certain_first(found, "kW", "rule sum of highest powers")


def _left(racks: Racks, feed: str, taken: frozenset[str]) -> list[tuple[Figure, int, int]]:
    """Return what each rack takes from a feed that is left, with how many racks take it."""
    found: list[tuple[Figure, int, int]] = []
    for one, number, times in racks:
        outcome = one.outcomes.get(taken)
        kw = (outcome.loads if outcome else one.on_room[""]).get(feed)
        if kw is not None:
            found.append((kw, number, times))
    return found
