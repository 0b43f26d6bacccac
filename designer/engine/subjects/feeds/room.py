"""Loads of the room's feeds and of everything upstream, normally and after each loss of a feed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose
from typing import Literal

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions, assumptions_of
from designer.engine.limit import STATES
from designer.engine.limit_report import NEAR
from designer.engine.plant_flows import Losing
from designer.engine.plant_losing import losing_of
from designer.engine.power_report import LossReport, PowerReport, RoomFeed
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.carried import Node
from designer.engine.subjects.feeds.every_loss import Hall, every_loss
from designer.engine.subjects.feeds.feeds import FEEDS, feeds_of
from designer.engine.subjects.feeds.loads import differing_feeds
from designer.engine.subjects.feeds.part_ratings import kw_of, ratings
from designer.engine.subjects.feeds.rack_loads import RackLoads, Racks, loads_without
from designer.model.design import Design, FeedPolicy, PowerNode
from designer.model.figure_cases import highest, lowest
from designer.model.figure_ref import power_ref
from designer.model.figures import (
    TOLERANCE,
    Answer,
    Figure,
    Verdict,
    exact,
    missing,
    total,
    within,
)
from designer.model.measured import fields_of
from designer.wiring.power import expand_power
from designer.wiring.power_upstream import PowerTree, power_tree


@dataclass(frozen=True)
class NodeLoad:
    """What something upstream carries.

    Attributes
    ----------
    normal, after
        Load in kW, and the highest one after a loss; `lost` is what gives it when it is lost, or,
        where that is `alone`, by 2N, when all other systems are. It is empty where the loss of no
        feed adds anything.
    takes_over
        Whether that is the load of what it carries and of what it stands by for.
    name
        What people call it; empty where it has no name.
    verdict, verdict_after
        Whether its capacity is enough.
    rated
        What its part carries; None where none is named, or it is of no kind that has a rating.
    """

    node: PowerNode
    capacity: Figure
    normal: Figure
    after: Figure
    lost: str
    alone: bool
    takes_over: bool
    name: str
    verdict: Verdict
    verdict_after: Verdict
    rated: Figure | None = None

    @property
    def rating(self) -> Literal["", "standby", "prime"]:
        """Which rating of a generating set its capacity is; empty where its owner states one."""
        if self.node.kind != "generator" or self.rated is None or self.capacity is not self.rated:
            return ""
        refs = (*self.rated.basis, *(gap.ref for gap in self.rated.gaps))
        return "prime" if any(ref.endswith(".prime_kw") for ref in refs) else "standby"

    @property
    def record(self) -> RoomFeed:
        """The load as the report holds it."""
        figures = {
            "capacity_kw": self.capacity,
            "load_kw": self.normal,
            "load_after_loss_kw": self.after,
        }
        answers = (self.verdict.answer, self.verdict_after.answer)
        gravest: tuple[Answer, ...] = ("no", "open", "yes")
        answer = next(one for one in gravest if one in answers)
        near = answer == "yes" and (self.verdict.near or self.verdict_after.near)
        return RoomFeed(
            id=self.node.id, name=self.name, kind=self.node.kind,
            worst_loss="" if self.alone else self.lost, worst_left=self.lost if self.alone else "",
            takes_over=self.takes_over, state="warning" if near else STATES[answer],
            rating=self.rating,
            **fields_of(figures),
        )  # fmt: skip


@dataclass(frozen=True)
class RoomPower:
    """What everything upstream of the racks carries, in the design's order; every single loss.

    Attributes
    ----------
    table
        Load of each feed by what the site must survive; nothing is lost under an empty name.
    after
        Load of each feed that is left, by the feeds that a single loss takes.
    losing
        What each node loses by its load; none where nothing stands upstream of the feeds.
    of_racks
        What `table` and `after` are made of, for the next design; None where there is none.
    hall
        The nodes as losses of several are asked of them.
    """

    loads: tuple[NodeLoad, ...]
    hall: Hall = field(repr=False, compare=False)
    losses: tuple[LossReport, ...] = ()
    table: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    losing: Mapping[str, Losing] = field(default_factory=dict)
    after: Mapping[frozenset[str], Mapping[str, Figure]] = field(default_factory=dict)
    of_racks: RackLoads | None = field(default=None, repr=False, compare=False)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The same nodes as losses ask for them."""
        return tuple(
            Node(load.node, load.capacity, load.normal, self.losing.get(load.node.id))
            for load in self.loads
        )

    def without(self, racks: Racks, taken: frozenset[str]) -> Mapping[str, Figure]:
        """Return the load of each feed that is left after a loss that racks know of.

        Parameters
        ----------
        racks
            Those of this result; with what this loss does to those that it touches.
        """
        return self.after.get(taken) or loads_without(racks, taken, self.after[frozenset()])

    @property
    def report(self) -> PowerReport:
        """The result as the report holds it."""
        return report_of([load.record for load in self.loads], self.losses)


POWER_TREE: Key[PowerTree] = Key("power-tree")
ROOM_POWER: Key[RoomPower] = Key("room-power")
POWER_REPORT: Key[PowerReport] = Key("power-report")


def power_tree_of(facts: Facts) -> PowerTree:
    """Return what follows from the power nodes alone: kept while they are the same."""
    return power_tree(facts.design.power)


def room_power_of(facts: Facts) -> RoomPower:
    """Return the loads of feeds and of everything upstream."""
    racks = [(core[FEEDS], number, times) for core, number, times in facts[CONTENTS].runs]
    rated = ratings(facts.design.power, facts.catalog, racks, facts.site)
    last = facts.last(ROOM_POWER)
    loads = RackLoads(racks, facts.site.feeds, last.of_racks if last is not None else None)
    tree, losing = facts[POWER_TREE], _losing(facts, rated)
    # Another tree is one of other nodes, or of another site.
    last = last if facts.last(POWER_TREE) is tree else None
    return room_loads(facts.design.power, loads, facts.site, rated, tree, losing, last)


def _losing(facts: Facts, rated: Mapping[str, Figure]) -> dict[str, Losing]:
    """Return what each node loses; with the sums of the last design where the nodes are its."""
    last, before, power = facts.last(ROOM_POWER), facts.before, facts.design.power
    if (
        last is not None
        and before is not None
        and before.power == power
        and all(load.rated == rated.get(load.node.id) for load in last.loads)
    ):
        return {key: one.again() for key, one in last.losing.items()}
    return losing_in(power, facts.catalog, facts.site.power_factor, rated)


def room_power(design: Design, catalog: Catalog) -> RoomPower:
    """Return the loads of feeds and of everything upstream of a design, without its report."""
    site = assumptions_of(design, catalog)
    racks = [
        (feeds_of(wiring, site), len(places), 1)
        for wiring, places in expand_power(design, catalog).places.items()
    ]
    rated = ratings(design.power, catalog, racks, site)
    losing = losing_in(design.power, catalog, site.power_factor, rated)
    loads = RackLoads(racks, site.feeds)
    return room_loads(design.power, loads, site, rated, power_tree(design.power), losing)


def report_of(records: Sequence[RoomFeed], losses: tuple[LossReport, ...]) -> PowerReport:
    """Return loads, in the order of the design, as the report holds them."""
    return PowerReport(
        feeds=tuple(r for r in records if r.kind == "feed"),
        upstream=tuple(r for r in records if r.kind != "feed"),
        losses=losses,
    )


def room_loads(
    power: tuple[PowerNode, ...],
    racks: RackLoads,
    site: Assumptions,
    rated: Mapping[str, Figure],
    tree: PowerTree,
    losing: Mapping[str, Losing],
    last: RoomPower | None = None,
) -> RoomPower:
    """Return the loads of everything upstream.

    Parameters
    ----------
    racks
        What all racks take from feeds.
    rated
        What the parts of nodes carry, by the id of the node.
    losing
        What nodes lose, likewise.
    last
        The same of a design before that has the same tree and the same site.
    """
    feeds = [node.id for node in power if node.kind == "feed"]
    policy = site.policy
    asked = feeds if policy == "2N" else [loss.name for loss in site.lost_with]
    table = {lost: racks.after(lost) for lost in ("", *asked)}
    kept = _kept(last, table, tree, rated)
    loads = tuple(
        kept.get(node.id) or _load(node, table, tree.stands_by[node.id], site, rated.get(node.id))
        for node in power
    )
    nodes = [
        Node(load.node, load.capacity, load.normal, losing.get(load.node.id)) for load in loads
    ]
    # By 2N the table tells what one system left alone does.
    known = {} if policy == "2N" else {loss.feeds: table[loss.name] for loss in site.lost_with}
    after = {
        feeds: known.get(feeds) or racks.without(feeds)
        for feeds in dict.fromkeys((*(gone.taken for gone in tree.alone.values()), frozenset()))
    }
    before = last.hall if last is not None else None
    hall = Hall(nodes, tree, site, (after[frozenset()], table[""]), before)
    losses = every_loss(hall, racks, tree, after)
    return RoomPower(loads, hall, losses, table, losing, after, racks)


def losing_in(
    power: tuple[PowerNode, ...], catalog: Catalog, power_factor: float,
    rated: Mapping[str, Figure],
) -> dict[str, Losing]:  # fmt: skip
    """Return what each node loses by its load; none where nothing stands upstream of the feeds."""
    if all(node.kind == "feed" for node in power):
        return {}
    return {
        node.id: losing_of(
            node, catalog.get(node.part) if node.part else None,
            capacity_of(node, power_factor, rated.get(node.id)), catalog,
        )
        for node in power
    }  # fmt: skip


def capacity_of(node: PowerNode, power_factor: float, rated: Figure | None) -> Figure:
    """Return what a node carries: as its owner states it in kW or kVA, else what its part does."""
    said = []
    if node.capacity_kw is not None:
        said.append(exact(node.capacity_kw, "kW", power_ref(node, "capacity_kw")))
    if node.capacity_kva is not None:
        kva = exact(node.capacity_kva, "kVA", power_ref(node, "capacity_kva"))
        said.append(kw_of(kva, power_factor))
    if said:
        return lowest(said)
    if rated is None or rated.unknown:
        return missing(power_ref(node, "capacity_kw"), "kW")
    return rated


def _kept(
    last: RoomPower | None, table: "Table", tree: PowerTree, rated: Mapping[str, Figure]
) -> dict[str, NodeLoad]:
    """Return the loads before the last edit of what no feed hangs on that has moved since."""
    if last is None or last.table.keys() != table.keys():
        return {}
    moved = differing_feeds(table, last.table)
    return {
        load.node.id: load
        for load in last.loads
        if load.rated == rated.get(load.node.id)
        and all(moved.isdisjoint(feeds) for feeds in tree.stands_by[load.node.id])
    }


Table = Mapping[str, Mapping[str, Figure]]
"""Load of each feed by what is lost; nothing is lost under an empty name."""


def _load(
    node: PowerNode,
    table: Table,
    carried: tuple[tuple[str, ...], tuple[str, ...]],
    site: Assumptions,
    rated: Figure | None,
) -> NodeLoad:
    """Return what one node carries, of what its owner says or its part is rated for."""
    policy = site.policy
    carries, stands_by = carried
    capacity = capacity_of(node, site.power_factor, rated)
    normal = total((table[""][feed] for feed in carries), "kW")
    feeds = (*carries, *stands_by)
    whole = total((table[""][feed] for feed in feeds), "kW")
    cases = {
        lost: whole
        if all(loads[feed] is table[""][feed] for feed in feeds)
        else total((loads[feed] for feed in feeds), "kW")
        for lost, loads in table.items()
        if _outlives(node, lost, policy, stands_by)
    }
    if policy == "N" and "" in cases:
        cases = {"": cases[""]}  # No feed may be lost, but what stands by takes over all the same.
    after = highest(tuple(cases.values())) if cases else exact(0.0, "kW")
    adds = bool(cases) and _adds(after, normal)
    lost = _worst(cases) if adds else ""
    takes_over = lost in cases and total(table[lost][feed] for feed in stands_by).high > 0
    verdict = within(normal, capacity, NEAR)
    # No nearness here: a feed is sized for just that load.
    asked = policy != "N" or "" in cases
    later = within(after, capacity) if asked else verdict
    alone = policy == "2N" and bool(lost)
    name = site.power_name(node.id) if node.name else ""
    return NodeLoad(
        node, capacity, normal, after, lost, alone, takes_over and adds, name,
        verdict, later, rated,
    )  # fmt: skip


def _adds(after: Figure, normal: Figure) -> bool:
    """Return whether a load may be more than the normal one, but for the rounding of fractions.

    Of two that are open nobody knows, also where their bounds are alike.
    """
    if not (after.exact and normal.exact):
        return True
    return after.high > normal.high and not isclose(after.high, normal.high, rel_tol=TOLERANCE)


def _worst(cases: Mapping[str, Figure]) -> str:
    """Return which case gives the highest load: of those that are alike, the first."""
    most = max(cases.values(), key=lambda load: (load.high, load.low))
    return next(
        name for name, load in cases.items()
        if isclose(load.high, most.high, rel_tol=TOLERANCE)
        and isclose(load.low, most.low, rel_tol=TOLERANCE)
    )  # fmt: skip


def _outlives(node: PowerNode, lost: str, policy: FeedPolicy, stands_by: Iterable[str]) -> bool:
    """Return whether a node still carries something in a case."""
    if not lost:
        # The loss of what it stands by for: it takes that over.
        return bool(tuple(stands_by))
    return policy == "2N" or node.id != lost
