"""What everything upstream of the feeds gives: its load at the racks with what is lost below it.

One owner for the table of feeds, the one-line and growth: normally as the balance of the plant has
it, and in the worst of the cases that P14, P17 and P22 look at, or where a node takes over all that
it stands by for. A generator gives what charges batteries as well.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Final

from designer.engine.limit import STATES
from designer.engine.limit_report import NEAR, LimitState
from designer.engine.plant_flows import Flow, Plain, flows, recharging
from designer.engine.power_report import PowerReport, RoomFeed
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.peaks import PEAKS
from designer.engine.subjects.feeds.room import (
    POWER_REPORT,
    POWER_TREE,
    ROOM_POWER,
    NodeLoad,
    RoomPower,
    report_of,
)
from designer.engine.subjects.upstream.plant import (
    PLANT_POWER,
    Case,
    PlantPower,
    gives_as_before,
    last_plant,
)
from designer.model.design import PowerNode
from designer.model.figure_cases import highest, may_be_highest
from designer.model.figures import TOLERANCE, Answer, Figure, Verdict, product, total, within
from designer.model.measured import fields_of
from designer.wiring.power_course import Course
from designer.wiring.power_upstream import MAINS, PowerTree

_GRAVEST: Final[tuple[Answer, ...]] = ("no", "open", "yes")


@dataclass(frozen=True)
class Worst:
    """What a node gives when something is lost, kW.

    Attributes
    ----------
    lost
        What gives that when it is lost; by 2N the feed whose system alone is left.
    takes_over
        Whether what it stands by for is lost as well.
    """

    given: Figure
    lost: str
    takes_over: bool


@dataclass(frozen=True)
class Given:
    """What a node gives, kW: normally, and at worst; None where no loss leaves it anything else.

    Attributes
    ----------
    asked
        Whether the worst case is to be survived: by N only what takes over is.
    """

    load: NodeLoad
    normal: Figure
    worst: Worst | None
    asked: bool = True

    @property
    def after(self) -> Figure:
        """The most that it gives with something lost, no less than its load at the racks."""
        if self.worst is None:
            # What is lost below it is lost after any loss as well.
            return highest((self.load.after, self.normal))
        return self.worst.given

    @property
    def adds(self) -> bool:
        """Whether the worst case may be more than what it gives normally, but for rounding."""
        if self.load.lost or self.load.takes_over:
            return True
        most = self.normal.high
        return self.after.high > most and not isclose(self.after.high, most, rel_tol=TOLERANCE)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Whether its capacity is enough, at the racks and with what is lost below it."""
        capacity = self.load.capacity
        mine = [self.load.verdict, self.load.verdict_after, within(self.normal, capacity, NEAR)]
        if self.worst is not None and self.asked:
            mine.append(within(self.worst.given, capacity))
        return tuple(mine)

    @property
    def state(self) -> LimitState:
        """The same as the report says it."""
        answer = next(a for a in _GRAVEST if a in {v.answer for v in self.verdicts})
        near = any(verdict.near for verdict in self.verdicts)
        return "warning" if answer == "yes" and near else STATES[answer]


GIVEN: Key[Mapping[str, Given]] = Key("given-upstream")


def given_of(facts: Facts) -> dict[str, Given]:
    """Return what each node upstream of the feeds gives; what supplies itself is left out."""
    plant, room, tree = facts[PLANT_POWER], facts[ROOM_POWER], facts[POWER_TREE]
    if not plant.loads:
        return {}
    power = tuple(load.node for load in plant.loads)
    hall = _Plant(plant, room, tree, power)
    before, last = facts.last(GIVEN) or {}, last_plant(facts)
    found = {}
    for load in plant.loads:
        key = load.node.id
        if load.node.kind == "feed" or tree.normal.drawn.get(key) == key:
            continue
        known = before.get(key)
        if known is not None and known.load == load and _lasts(load, plant, last):
            found[key] = known
            continue
        normal = hall.of(load.node, plant.normal, tree.normal.course)
        asked = facts.site.policy != "N" or load.takes_over
        found[key] = Given(load, normal, hall.worst(load), asked)
    return found


def _lasts(load: NodeLoad, plant: PlantPower, last: PlantPower) -> bool:
    """Return whether a node gives what it gave before the last edit.

    What takes over gives its worst in none of the cases, with all lost that it stands by for.
    """
    return not load.takes_over and gives_as_before(load.node.id, plant.cases, last.cases)


def _with(given: Figure, charging: Sequence[Figure]) -> Figure:
    """Return what a node gives with what charges batteries."""
    return total((given, *charging), "kW") if charging else given


@dataclass(frozen=True)
class _Plant:
    """The plant with the cases that are looked at."""

    plant: PlantPower
    room: RoomPower
    tree: PowerTree
    power: Sequence[PowerNode]

    def of(self, node: PowerNode, found: Mapping[str, Flow], course: Course) -> Figure:
        """Return what a node gives of some flows, with what charges batteries."""
        more: Sequence[Figure] = ()
        if node.kind == "generator":
            more = recharging(node.id, self.room.losing, found, course)
        return _with(found[node.id].given, more)

    def worst(self, load: NodeLoad) -> Worst | None:
        """Return the worst case of a node; None where no case is asked."""
        key = load.node.id
        cases = [case for case in self.plant.cases[1:] if key not in case.lost]
        found: list[tuple[Figure, Case | None]] = [
            (_with(case.flows[key].given, case.charging.get(key, ())), case) for case in cases
        ]
        found += ((given, None) for given in self._taking_over(load))
        if not found:
            return None
        # Most cases leave a node the same figure.
        each = {id(given): (given, case) for given, case in reversed(found)}
        distinct = list(reversed(each.values()))
        most, worst = max(distinct, key=lambda one: (one[0].high, one[0].low))
        near = {
            id(given) for given, _ in distinct
            if isclose(given.high, most.high, rel_tol=TOLERANCE)
        }  # fmt: skip
        # Of those that are alike, the one that is worst at the racks.
        asked = load.lost, load.takes_over
        named = (self._named(load, case) for given, case in found if id(given) in near)
        lost, takes_over = next((one for one in named if one == asked), self._named(load, worst))
        those = {id(one) for one in may_be_highest([load.after, *(one for one, _ in distinct)])}
        deciding = [given for given, _ in found if id(given) in those]
        return Worst(highest((*deciding, load.after)), lost, takes_over)

    def _named(self, load: NodeLoad, case: Case | None) -> tuple[str, bool]:
        """Return what is lost in a case, and whether a node takes over what it stands by for then.

        Parameters
        ----------
        case
            None where all is lost that it stands by for.
        """
        if case is None:
            return load.lost, True
        takes_over = self._takes_over(load.node.id, case)
        alone = case.lost[0] if len(case.lost) == 1 else ""
        return case.feeds or ("" if takes_over else alone), takes_over

    def _takes_over(self, key: str, case: Case) -> bool:
        more = case.outage.carried.get(key, ())
        return not set(more) <= set(self.tree.normal.carried.get(key, ()))

    def _taking_over(self, load: NodeLoad) -> Iterator[Figure]:
        """Yield what a node gives with all lost that it stands by for, unless that is one main."""
        key = load.node.id
        if not load.takes_over:
            return
        mine = set(self.tree.normal.carried.get(key, ()))
        gone = [
            other.id for other in self.power
            if other.id != key and not set(self.tree.alone[other.id].carried.get(key, ())) <= mine
        ]  # fmt: skip
        # No single loss reaches what stands third in line: all before it are lost then.
        gone = gone or list(self.tree.before(key))
        kinds = {other.id: other.kind for other in self.power}
        if not gone or (len(gone) == 1 and kinds[gone[0]] in MAINS):
            return
        course = self.tree.without(gone).course
        loads = {feed: kw for feed, kw in self.room.table[load.lost].items() if kw.high > 0}
        found = flows(
            course, loads, self.room.losing, Plain(self.room.table[""], self.plant.normal)
        )
        yield self.of(load.node, found, course)


def report_with_losses(facts: Facts) -> PowerReport:
    """Return the loads of the room as the report holds them, with peaks."""
    room, peaks, given = facts[ROOM_POWER], facts.read(PEAKS), facts.read(GIVEN) or {}
    # By 2N a case of feeds is named by the one whose system alone is left.
    feeds = frozenset(facts.site.feeds if facts.site.policy == "2N" else ())
    kept, records = _kept(facts), []
    for load in room.loads:
        key = load.node.id
        record = kept.get(key)
        if record is None:
            record = load.record if peaks is None else peaks.told(load.record)
            record = _told(record, given[key], feeds) if key in given else record
        records.append(record)
    return report_of(records, room.losses)


def _kept(facts: Facts) -> dict[str, RoomFeed]:
    """Return the records of nodes of which nothing has moved since the last edit."""
    last, room = facts.last(POWER_REPORT), facts.last(ROOM_POWER)
    peaks, given = facts.last(PEAKS), facts.last(GIVEN)
    if (
        last is None or room is None or peaks is None or given is None
        # Another tree is one of other nodes, or of another site.
        or facts.last(POWER_TREE) is not facts[POWER_TREE]
        or facts.read(PEAKS) is None or facts.read(GIVEN) is None
    ):  # fmt: skip
        return {}
    loads = {load.node.id: load for load in room.loads}
    now_loads = {load.node.id: load for load in facts[ROOM_POWER].loads}
    now_peaks, now_given = facts[PEAKS].nodes, facts[GIVEN]
    return {
        one.id: one
        for one in (*last.feeds, *last.upstream)
        if loads[one.id] == now_loads[one.id]
        and peaks.nodes[one.id] == now_peaks[one.id]
        and given.get(one.id) == now_given.get(one.id)
    }


def _told(node: RoomFeed, given: Given, feeds: frozenset[str]) -> RoomFeed:
    """Return the record of a node with what is lost below it."""
    worst = given.worst
    figures = {
        "capacity_kw": given.load.capacity,
        "load_kw": given.normal,
        "load_after_loss_kw": given.after,
    }
    at_racks, lasts = given.load.normal, given.normal
    peaks = {"load_edp_kw": (at_racks, lasts)}
    if given.load.lost or given.load.takes_over:
        at_racks, lasts = given.load.after, given.after
    elif worst is not None:
        lasts = highest((lasts, worst.given))
    peaks["load_edp_after_loss_kw"] = (at_racks, lasts)
    for name, (at_racks, lasts) in peaks.items():
        if node.bound(name) is not None or getattr(node, name) is not None:
            peak = node.figure(name, "kW")
            even = (peak.low, peak.high) == (at_racks.low, at_racks.high)
            figures[name] = lasts if even else _at_peak(peak, at_racks, lasts)
    fields = fields_of(figures)
    if worst is not None:
        lost = worst.lost if given.adds else ""
        left = lost if lost in feeds else ""
        fields["worst_left"], fields["worst_loss"] = left, "" if left else lost
        fields["takes_over"] = worst.takes_over and given.adds
    kept = tuple(bound for bound in node.bounds if bound.name not in figures)
    return node.evolve(**{**fields, "bounds": (*kept, *fields["bounds"]), "state": given.state})


def _at_peak(peak: Figure, at_racks: Figure, given: Figure) -> Figure:
    """Return a peak at the racks with what is lost on the way, which grows by its square."""
    lost, by = given.minus(at_racks).clipped(0.0), peak.per(at_racks)
    return highest((peak + lost, peak + product(product(lost, by, "kW"), by, "kW")))
