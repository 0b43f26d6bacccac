"""Every single loss upstream of the racks, each by itself, the gravest first.

What a loss takes follows from the power tree alone (`wiring.power_upstream`): the feeds that cannot
do without what is lost. What that does to racks is summed from `single_loss`; what remains upstream
gives what its feeds carry then and what is lost on the way to them, each node from the first parent
that still has a source.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from designer.engine.assumptions import Assumptions
from designer.engine.limit_report import LimitState
from designer.engine.plant_flows import Flow, Plain, flows, recharging
from designer.engine.power_report import GRAVITY, LossReport
from designer.engine.subjects.feeds.carried import After, Carried, Node, Standing
from designer.engine.subjects.feeds.effects import Effects
from designer.engine.subjects.feeds.loads import Loads
from designer.engine.subjects.feeds.rack_loads import RackLoads, Racks
from designer.model.figure_cases import highest, maybe_largest
from designer.model.figures import (
    Figure,
    Verdict,
    alike,
    exact,
    total,
)
from designer.model.measured import fields_of
from designer.wiring.power_upstream import Outage, PowerTree

_WHAT_IT_DOES: Final = tuple(
    name for name in LossReport.model_fields
    if name not in {"id", "kind", "name", "alike", "like", "together", "loads"}
)  # fmt: skip


def every_loss(
    hall: "Hall",
    racks: RackLoads,
    tree: PowerTree,
    after: Mapping[frozenset[str], Mapping[str, Figure]],
) -> tuple[LossReport, ...]:
    """Return what each single loss does; losses that do the same follow one another.

    Utilities and generators are lost like anything else: what no other backs goes dark.

    Parameters
    ----------
    tree
        Of the same nodes.
    after
        Loads of feeds after what each loss takes, kW (`RackLoads.without`).
    """
    effects = {
        feeds: hall.effects(racks, feeds, after[feeds])
        for feeds in dict.fromkeys(gone.taken for gone in tree.alone.values())
    }
    return _with_alike(
        [hall.loss(key, gone, effects[gone.taken]) for key, gone in tree.alone.items()]
    )


def several_lost(
    hall: "Hall",
    racks: Racks,
    gone: Outage,
    loads: Mapping[str, Figure],
    besides: Sequence[str] = (),
) -> LossReport:
    """Return what the loss of several nodes together does.

    Parameters
    ----------
    hall
        That of the report of the same design.
    racks
        Results that know what the loss of the feeds does that go down with these nodes.
    gone
        What follows from the power nodes alone.
    loads
        Of the feeds that are left, kW.
    besides
        What people call what is lost inside racks as well: these results know of it.
    """
    harmed = RackLoads(racks).harmed_by(gone.taken)
    effects = Effects.of(harmed, gone.taken, loads)
    loss = hall.again().loss("+".join(gone.lost), gone, effects, gone.lost)
    return loss.evolve(name=" and ".join(filter(None, (loss.name, *besides))))


def _with_alike(losses: Sequence[LossReport]) -> tuple[LossReport, ...]:
    """Return losses by gravity, each followed by those that do the same: feeds before the others.

    What is lost carries nothing any more, and neither does what only it supplied: that alone makes
    no loss of another kind.
    """
    groups: dict[tuple[object, ...], list[LossReport]] = {}
    for loss in losses:
        left = tuple(one for one in loss.loads if one.load_kw != 0)
        does = tuple(getattr(loss, name) for name in _WHAT_IT_DOES)
        groups.setdefault((left, *does), []).append(loss)
    told: list[tuple[LossReport, ...]] = []
    for group in groups.values():
        first, *others = sorted(group, key=lambda loss: loss.kind != "feed")
        if others:
            first = first.evolve(alike=tuple(loss.id for loss in others))
        told.append((first, *(loss.evolve(like=first.id) for loss in others)))
    told.sort(key=lambda group: _rank(group[0]), reverse=True)
    return tuple(loss for group in told for loss in group)


def _rank(loss: LossReport) -> tuple[float, ...]:
    """Return what a loss is ordered by: what is surely lost, then what may be, the gravest last."""
    figures = [loss.figure(name) for name in ("dark_gpus", "short_gpus", "fullest_share")]
    sure, perhaps = (figure.low for figure in figures), (figure.high for figure in figures)
    return (GRAVITY.index(loss.state), *sure, *perhaps)


_NOTHING: Final = exact(0.0, "kW")


def _is_feed(one: Node) -> bool:
    return one.node.kind == "feed"


def _gives_its_load(one: Node, gone: Outage) -> bool:
    """Return whether nothing is lost below a node, or it supplies itself in a circle."""
    return _is_feed(one) or gone.drawn.get(one.node.id) == one.node.id


@dataclass(frozen=True)
class _Left:
    """What flows with something lost, and what everything that is left carries then."""

    plain: Plain
    carried: Mapping[str, Carried]


def _differing(now: Mapping[str, object], before: Mapping[str, object]) -> set[str]:
    """Return under which names another object stands than before, under the same names."""
    pairs = zip(now.items(), before.values(), strict=True)
    return {key for (key, one), other in pairs if one is not other}


_Known = dict[tuple[frozenset[str], str, tuple[str, ...]], Carried]
"""What nodes carry by the feeds that are lost and those that each carries then."""


@dataclass
class _Told:
    """What a loss does, and the report that says it."""

    effects: Effects
    moved: Mapping[str, Carried]
    overloaded: tuple[str, ...]
    unsure: tuple[str, ...]
    shares: Mapping[str, Figure]
    report: LossReport = field(init=False)

    def says(self, other: "_Told") -> bool:
        """Return whether another says the same, for certain."""
        return self._said == other._said and self.effects.figures is other.effects.figures

    @property
    def _said(self) -> tuple[object, ...]:
        effects = self.effects
        return (
            effects.feeds, effects.overloaded, effects.suffers, self.moved, self.overloaded,
            self.unsure, self.shares,
        )  # fmt: skip


class Hall:
    """The nodes with their loads: what a loss leaves as it was is looked at once.

    Of the same nodes before an edit, what the edit leaves as it was is not looked at again.

    Parameters
    ----------
    tree
        Of the same nodes.
    loads
        Loads of the feeds with nothing lost, kW, as what losses leave may be told by.
    before
        The hall before the last edit.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        tree: PowerTree,
        site: Assumptions,
        loads: Iterable[Mapping[str, Figure]],
        before: "Hall | None" = None,
    ) -> None:
        self._nodes, self._tree, self._site = nodes, tree, site
        self._by_id = {one.node.id: one for one in nodes}
        self._feeds = {one.node.id: one for one in nodes if _is_feed(one)}
        self._losing = {one.node.id: one.losing for one in nodes if one.losing is not None}
        course = tree.normal.course
        # Where nothing stands upstream of the feeds, nothing flows there.
        self._plain = [
            Plain(each, flows(course, each, self._losing)) for each in loads if self._losing
        ]
        normally = {one.node.id: one.normal for one in nodes if _is_feed(one)}
        found = self._flows(tree.normal, normally) if self._losing else None
        self._normal = {
            one.node.id: Carried(one, load, load)
            for one in nodes
            for load in (
                one.normal
                if found is None or _gives_its_load(one, tree.normal)
                else self._given(one, found, tree.normal),
            )
        }
        self._left: dict[tuple[str, ...], _Left] = {}
        self._left_before: Mapping[tuple[str, ...], _Left] = {}
        self._moved_normally: frozenset[str] = frozenset()
        self._known_before: _Known = {}
        self._told: dict[str, _Told] = {}
        self._told_before: Mapping[str, _Told] = {}
        self._effects: dict[frozenset[str], Effects] = {}
        self._effects_before = before._effects if before is not None else {}
        if before is not None and before._is_of(nodes, tree):
            self._left_before, self._known_before = before._left, before._known
            self._told_before = before._told
            was = before._normal
            self._normal = {
                key: was[key] if was[key].load == one.load else one
                for key, one in self._normal.items()
            }
            self._moved_normally = frozenset(
                key for key, one in self._normal.items() if one is not was[key]
            )
        self._standing = Standing(self._normal)
        self._known: _Known = {}
        self._given_by: dict[tuple[str, int], tuple[Flow, Carried]] = {}
        self._moved: dict[frozenset[str], frozenset[str]] = {}
        self._moved_already: tuple[Mapping[str, Figure], frozenset[str]] | None = None
        self._carriers: dict[str, list[str]] = {}
        for node, feeds in tree.normal.carried.items():
            for feed in feeds:
                self._carriers.setdefault(feed, []).append(node)

    def again(self) -> "Hall":
        """Return the same for a loss that is asked for: what is seen of it is not kept here."""
        found = copy(self)
        found._losing = {key: one.again() for key, one in self._losing.items()}
        found._known, found._moved = {}, {}
        found._left, found._left_before = {}, self._left
        found._given_by = dict(self._given_by)
        found._left, found._left_before = {}, self._left
        found._effects, found._effects_before = {}, {}
        found._told, found._told_before, found._known_before = {}, {}, {}
        return found

    def effects(
        self, racks: RackLoads, feeds: frozenset[str], loads: Mapping[str, Figure]
    ) -> Effects:
        """Return what a loss does to all racks together."""
        found = Effects.of(racks.harmed_by(feeds), feeds, loads, self._effects_before.get(feeds))
        self._effects[feeds] = found
        return found

    def loss(
        self, key: str, gone: Outage, effects: Effects, together: Sequence[str] = ()
    ) -> LossReport:
        """Return what the loss of a node does.

        Parameters
        ----------
        together
            The nodes that are lost at once, where the key stands for several.
        """
        after, standing = self._carry(gone, effects), self._standing
        overloaded, unsure = (standing.answered(after, answer) for answer in ("no", "open"))
        shares = standing.fullest(after)
        told = _Told(effects, after.moved, overloaded, unsure, shares)
        known = self._told_before.get(key)
        if known is not None and known.says(told):
            told.report = known.report
        else:
            told.report = self._report(key, gone, told, together)
        self._told[key] = told
        return told.report

    def _report(self, key: str, gone: Outage, told: "_Told", together: Sequence[str]) -> LossReport:
        effects, shares = told.effects, told.shares
        figures = dict(effects.figures)
        fullest = maybe_largest(tuple(shares.values())) if shares else ()
        if shares:
            figures["fullest_share"] = highest(tuple(shares.values()))
        called = " and ".join(map(self._site.called, together or filter(None, (key,))))
        first = self._standing.in_order([node for node in gone.lost if node in self._by_id])[:1]
        moved = [told.moved[node].record for node in self._standing.in_order(told.moved)]
        return LossReport(
            id=key, kind=self._by_id[first[0]].node.kind if first else "",
            name=called, together=tuple(together), feeds=tuple(sorted(effects.feeds)),
            overloaded=told.overloaded, unsure=told.unsure,
            fullest=tuple(shares)[fullest[0]] if len(fullest) == 1 else "",
            loads=tuple(record for record in moved if record is not None),
            state=_state(told), **fields_of(figures),
        )  # fmt: skip

    def beyond(
        self, gone: Outage, loads: Mapping[str, Figure]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what carries more than it can with some lost, and what nobody can say it of.

        Parameters
        ----------
        loads
            Of the feeds that are left, kW.
        """
        left = self._carry(gone, Effects(gone.taken, {}, loads, Verdict("yes"), "no"))
        return self._standing.answered(left, "no"), self._standing.answered(left, "open")

    def _is_of(self, nodes: Sequence[Node], tree: PowerTree) -> bool:
        """Return whether these are its nodes, but for what they carry."""
        return tree is self._tree and all(
            one.capacity == other.capacity and one.losing == other.losing
            for one, other in zip(nodes, self._nodes, strict=True)
        )

    def _carry(self, gone: Outage, effects: Effects) -> After:
        """Return what everything that is left carries."""
        lost, normal = frozenset(gone.lost), self._normal
        if not self._losing:
            feeds = self._moved_by(effects)
            nodes = gone.turned.union(*(self._carriers.get(feed, ()) for feed in feeds))
            found: Mapping[str, Carried] = {
                key: self._carried(self._by_id[key], gone, effects) for key in nodes - lost
            }
        else:
            found = self._upstream_of(gone, effects, lost)
        return After(lost, {key: one for key, one in found.items() if one is not normal[key]})

    def _upstream_of(
        self, gone: Outage, effects: Effects, lost: frozenset[str]
    ) -> Mapping[str, Carried]:
        """Return what everything that is left carries where something stands upstream of feeds."""
        left = [key for key in self._by_id if key not in lost]
        loads = {
            feed: effects.loads.get(feed, _NOTHING)
            for feed in self._feeds
            if feed not in effects.feeds and feed not in lost
        }
        last = self._left.get(gone.lost) or self._left_before.get(gone.lost)
        if last is not None and last.plain.course is not gone.course:
            last = None  # Of another tree.
        found = self._flows(gone, loads, last.plain if last is not None else None)
        plain = Plain(loads, found, gone.course)
        carried = dict(last.carried) if last is not None else {}
        alone = gone.course.drawn
        for key in left if last is None else self._moved_since(last, plain):
            one = self._by_id[key]
            carried[key] = (
                self._carried(one, gone, effects)
                if key in self._feeds or alone.get(key) == key
                else self._upstream(one, found[key], found, gone)
            )
        self._left[gone.lost] = _Left(plain, carried)
        return carried

    def _moved_since(self, last: _Left, plain: Plain) -> list[str]:
        """Return what may carry something else, or did so normally, than the last time.

        What supplies itself in a circle carries loads that do not flow there.
        """
        was = last.plain
        moved = _differing(plain.found, was.found) | _differing(plain.loads, was.loads)
        circle = plain.course.circle if plain.course is not None else ()
        return [key for key in moved.union(self._moved_normally, circle) if key in last.carried]

    def _flows(
        self, gone: Outage, loads: Mapping[str, Figure], plain: Plain | None = None
    ) -> Mapping[str, Flow]:
        """Return what flows through each node."""
        return flows(gone.course, loads, self._losing, plain or self._nearest(loads))

    def _given(self, one: Node, found: Mapping[str, Flow], gone: Outage) -> Figure:
        """Return what a node upstream gives: the load, what is lost below it, recharging.

        That is what P14, P17 and P22 ask of it. What supplies itself in a circle is left out.
        """
        flow = found[one.node.id]
        if not self._recharges(one, flow):
            return flow.given_alone
        more = recharging(one.node.id, self._losing, found, gone.course)
        return total((flow.given, *more), "kW")

    def _recharges(self, one: Node, flow: Flow) -> bool:
        """Return whether a node may give what charges batteries beside its load."""
        return one.node.kind == "generator" and flow.given.high > 0

    def _nearest(self, loads: Mapping[str, Figure]) -> Plain:
        """Return what flows with nothing lost by the loads that are most like these."""
        return max(
            self._plain,
            key=lambda plain: sum(plain.loads.get(feed) is load for feed, load in loads.items()),
        )

    def _upstream(self, one: Node, flow: Flow, found: Mapping[str, Flow], gone: Outage) -> Carried:
        key = one.node.id, id(flow)
        known = self._given_by.get(key)
        if known is None:
            given, normal = self._given(one, found, gone), self._normal[one.node.id]
            carried = normal if alike(given, normal.load) else Carried(one, given, normal.load)
            if self._recharges(one, flow):
                return carried
            # The flow is kept beside it, so that no other gets its id.
            known = self._given_by[key] = flow, carried
        return known[1]

    def _carried(self, one: Node, gone: Outage, effects: Effects) -> Carried:
        node = one.node.id
        mine = gone.carried[node]
        if mine == self._tree.normal.carried[node] and self._moved_by(effects).isdisjoint(mine):
            return self._normal[node]
        known = (effects.feeds, node, mine)
        if known not in self._known:
            load = total((effects.loads.get(feed, _NOTHING) for feed in mine), "kW")
            normal, before = self._normal[node].load, self._known_before.get(known)
            is_same = before is not None and before.is_of(load, normal)
            self._known[known] = before if is_same and before else Carried(one, load, normal)
        return self._known[known]

    def _moved_by(self, effects: Effects) -> frozenset[str]:
        """Return the feeds that carry something else with a loss."""
        if effects.feeds not in self._moved:
            loads = effects.loads
            if isinstance(loads, Loads):
                moved = self._unlike(loads, self._feeds.keys() & loads.moved.keys())
                moved |= self._already(loads.normal).difference(loads.moved)
            else:
                moved = self._unlike(loads, self._feeds)
            self._moved[effects.feeds] = moved
        return self._moved[effects.feeds]

    def _already(self, normal: Mapping[str, Figure]) -> frozenset[str]:
        """Return the feeds of which loads with nothing lost say something else than these do."""
        known = self._moved_already
        if known is None or known[0] is not normal:
            known = self._moved_already = normal, self._unlike(normal, self._feeds)
        return known[1]

    def _unlike(self, loads: Mapping[str, Figure], feeds: Iterable[str]) -> frozenset[str]:
        return frozenset(
            feed for feed in feeds
            if not alike(loads.get(feed, _NOTHING), self._feeds[feed].normal)
        )  # fmt: skip


def _state(told: _Told) -> LimitState:
    effects = told.effects
    gpus = [effects.figures[name] for name in ("dark_gpus", "short_gpus")]
    overloaded = effects.overloaded.answer
    if told.overloaded or overloaded == "no" or effects.suffers == "yes":
        return "error"
    if any(figure.low > 0 for figure in gpus):
        return "error"
    if told.unsure or overloaded == "open" or effects.suffers == "open":
        return "unknown"
    return "unknown" if any(figure.high > 0 for figure in gpus) else "ok"
