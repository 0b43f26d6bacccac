"""Peaks of milliseconds at the feeds of the room and at everything upstream of them.

GPUs of one job start and stop together, so that the peaks of racks add up. Nothing thermal sees
them: feeds, busways and breakers are sized by what lasts, a UPS and a generator take the step.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from designer.engine.power_report import RoomFeed
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER, NodeLoad
from designer.model.figures import Figure, repeated_in_turn
from designer.model.measured import fields_of

OnRoom = Mapping[str, Mapping[str, Figure]]


@dataclass(frozen=True)
class NodePeak:
    """What something upstream carries for milliseconds, kW.

    Attributes
    ----------
    normal, after
        With nothing lost, and in the case that is worst for what lasts.
    """

    load: NodeLoad
    normal: Figure
    after: Figure

    @property
    def has_peaks(self) -> bool:
        """Whether somebody states a peak of what hangs on it, above what lasts."""
        return self.after.low > self.load.after.low or self.normal.low > self.load.normal.low


@dataclass(frozen=True)
class Peaks:
    """Peaks by the id of the node.

    Attributes
    ----------
    racks
        What they are made of, for the next design.
    """

    nodes: Mapping[str, NodePeak]
    racks: "_Racks | None" = field(default=None, repr=False, compare=False)

    def told(self, node: RoomFeed) -> RoomFeed:
        """Return the record of a node with its peaks beside the loads."""
        peak = self.nodes[node.id]
        fields = fields_of({"load_edp_kw": peak.normal, "load_edp_after_loss_kw": peak.after})
        return node.evolve(**{**fields, "bounds": (*node.bounds, *fields["bounds"])})


PEAKS: Key[Peaks] = Key("peaks")


def peaks_of(facts: Facts) -> Peaks:
    """Return the peaks of everything upstream."""
    racks = _Racks(
        (core[FEEDS].peaks_on_room, racks, times) for core, racks, times in facts[CONTENTS].runs
    )
    carried = facts[POWER_TREE].stands_by
    last = facts.last(PEAKS)
    if last is not None and last.racks is not None:
        racks.take_over(last.racks)
    nodes = {
        load.node.id: _peak(load, *carried[load.node.id], racks) for load in facts[ROOM_POWER].loads
    }
    return Peaks(nodes, racks)


def _peak(
    load: NodeLoad, carries: Iterable[str], stands_by: Iterable[str], racks: "_Racks"
) -> NodePeak:
    feeds = tuple(carries)
    normal = racks.draw("", feeds)
    if not (load.lost or load.takes_over):
        return NodePeak(load, normal, normal)
    more = tuple(stands_by) if load.takes_over else ()
    return NodePeak(load, normal, racks.draw(load.lost, (*feeds, *more)))


_Run = tuple[OnRoom, int, int]
_Drawn = tuple[tuple[_Run, ...], Figure]
"""Runs of racks with what they draw together."""


def _are(runs: Sequence[_Run], others: Sequence[_Run]) -> bool:
    """Return whether runs are the same, of loads that are the same objects."""
    return len(runs) == len(others) and all(
        one[0] is other[0] and one[1:] == other[1:] for one, other in zip(runs, others, strict=True)
    )


class _Racks:
    """What racks take at their peak: those of each contents, and how many contents follow."""

    def __init__(self, runs: Iterable[tuple[OnRoom, int, int]]) -> None:
        self._runs = tuple(runs)
        self._on: dict[str, list[int]] = {}
        for at, (loads, _, _) in enumerate(self._runs):
            for feed in frozenset(feed for each in loads.values() for feed in each):
                self._on.setdefault(feed, []).append(at)
        self._drawn: dict[tuple[str, frozenset[str]], _Drawn] = {}
        self._drawn_before: Mapping[tuple[str, frozenset[str]], _Drawn] = {}

    def take_over(self, before: "_Racks") -> None:
        """Keep what racks took before the last edit where the same racks take it."""
        self._drawn_before = before._drawn

    def draw(self, lost: str, feeds: Iterable[str]) -> Figure:
        """Return what all racks take from some feeds after a loss, kW."""
        asked = frozenset(feeds)
        known = self._drawn.get((lost, asked))
        if known is None:
            places = sorted({at for feed in asked for at in self._on.get(feed, ())})
            runs = tuple(self._runs[at] for at in places)
            known = self._drawn_before.get((lost, asked))
            if known is None or not _are(known[0], runs):
                known = runs, self._sum(runs, lost, asked)
            self._drawn[lost, asked] = known
        return known[1]

    def _sum(self, runs: Sequence[_Run], lost: str, asked: frozenset[str]) -> Figure:
        found: list[tuple[Figure, int, int]] = []
        for loads, racks, times in runs:
            mine = [kw for feed, kw in loads.get(lost, loads[""]).items() if feed in asked]
            if len(mine) == 1:
                found.append((mine[0], racks, times))
            else:
                found += [(kw, racks, 1) for kw in mine] * times
        return repeated_in_turn(found, "kW")
