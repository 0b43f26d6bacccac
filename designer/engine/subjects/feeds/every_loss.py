"""Every single loss upstream of the racks, each by itself, the gravest first.

What a loss takes follows from the power tree alone (`wiring.power_upstream`): the feeds that cannot
do without what is lost. What that does to racks is summed from `single_loss`; what remains upstream
gives what its feeds carry then and what is lost on the way to them, each node from the first parent
that still has a source.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Final

from designer.catalog.lost_parts import as_racks
from designer.engine.assumptions import Assumptions
from designer.engine.limit import STATES
from designer.engine.limit_report import LimitState
from designer.engine.plant_flows import Flow, Losing, Plain, flows, recharging
from designer.engine.power_report import GRAVITY, LossReport, NodeAfterLoss
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.rack_loads import Racks
from designer.engine.subjects.feeds.single_loss import Outcome
from designer.model.design import PowerNode
from designer.model.figure_cases import highest, maybe_largest
from designer.model.figures import (
    Answer,
    Figure,
    Verdict,
    alike,
    exact,
    missing,
    repeated_in_turn,
    total,
    within,
)
from designer.model.measured import fields_of
from designer.wiring.power_upstream import Outage, PowerTree

_WHAT_IT_DOES: Final = tuple(
    name for name in LossReport.model_fields
    if name not in {"id", "kind", "name", "alike", "like", "together", "loads"}
)  # fmt: skip


@dataclass(frozen=True)
class Node:
    """A feed, or something upstream.

    Attributes
    ----------
    capacity, normal
        What it can carry, and what it carries normally at the racks, kW.
    losing
        What it loses by its load; None where nothing stands upstream of the feeds.
    """

    node: PowerNode
    capacity: Figure
    normal: Figure
    losing: Losing | None = None


def every_loss(
    hall: "Hall",
    racks: Racks,
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
    effects = _Effects.of(racks, gone.taken, loads)
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


@dataclass(frozen=True)
class _Effects:
    """What a loss does to all racks together; `loads` are those of the feeds that are left.

    `suffers` says whether anything goes dark, or short of power; `racks` are those it does harm.
    """

    feeds: frozenset[str]
    figures: Mapping[str, Figure]
    loads: Mapping[str, Figure]
    overloaded: Verdict
    suffers: Answer
    racks: Racks = ()

    @staticmethod
    def of(
        racks: Racks,
        feeds: frozenset[str],
        loads: Mapping[str, Figure],
        last: "_Effects | None" = None,
    ) -> "_Effects":
        harmed = [
            (one, n, times) for one, n, times in racks
            # What is too much before the loss is so after it.
            if not (one.outcomes[feeds].harmless if feeds in one.outcomes else one.carries_all)
        ]  # fmt: skip
        if last is not None and _are(last.racks, harmed):
            return replace(last, loads=loads)
        touched = [(one.losses.of(feeds), _share(one), n, times) for one, n, times in harmed]
        asked: Mapping[str, tuple[str, Sequence[Answer]]] = {
            "dark": ("whether supplies run", [one.dark for one, _, _, _ in touched]),
            "short": ("supplies left", [one.short for one, _, _, _ in touched]),
            "overloaded": ("loads of rack PDUs", [_overloaded(one) for one, _, _, _ in touched]),
        }
        figures = {
            "dark_gpus": repeated_in_turn((one.dark_gpus, n, m) for one, _, n, m in touched),
            "short_gpus": repeated_in_turn((one.short_gpus, n, m) for one, _, n, m in touched),
        }
        for name, (what, answers) in asked.items():
            each = [
                (answer, racks, n, times)
                for answer, (_, racks, n, times) in zip(answers, touched, strict=True)
                if answer != "no"
            ]
            figures[f"{name}_racks"] = _number(each, what)
            units = [(answer, exact(1.0).minus(racks), n, m) for answer, racks, n, m in each]
            figures[f"{name}_units"] = _number(units, what)
        suffers = {*asked["dark"][1], *asked["short"][1]}
        return _Effects(
            feeds, figures, loads, _all_carry(one for one, _, _, _ in touched),
            "yes" if "yes" in suffers else "open" if "open" in suffers else "no", harmed,
        )  # fmt: skip


def _are(racks: Racks, others: Racks) -> bool:
    """Return whether as many racks have the very same results."""
    return len(racks) == len(others) and all(
        one[0] is other[0] and one[1:] == other[1:]
        for one, other in zip(racks, others, strict=True)
    )


def _share(feeds: Feeds) -> Figure:
    """Return how many racks something is: 0 for a CDU or an air unit."""
    filling = feeds.wiring.filling
    return as_racks(feeds.wiring.part, filling.part, holds=bool(filling.held))


def _overloaded(one: Outcome) -> Answer:
    opposite: Mapping[Answer, Answer] = {"yes": "no", "no": "yes", "open": "open"}
    return opposite[one.carries.verdict.answer]


def _all_carry(touched: Iterable[Outcome]) -> Verdict:
    verdicts = [one.carries.verdict for one in touched]
    for answer in ("no", "open"):
        if found := [verdict for verdict in verdicts if verdict.answer == answer]:
            return found[0]
    return Verdict("yes")


def _number(answers: Iterable[tuple[Answer, Figure, int, int]], what: str) -> Figure:
    """Return of how many something holds, of which each counts as a part of one."""
    perhaps = missing(f"rule {what}", "", 0.0, 1.0)
    return repeated_in_turn(
        (share if answer == "yes" else share * perhaps, n, times)
        for answer, share, n, times in answers
        if share.high > 0
    )


_NOTHING: Final = exact(0.0, "kW")


class _Carried:
    """What a node carries with something lost, looked at once for all losses that leave it so."""

    def __init__(self, one: Node, load: Figure, normal: Figure) -> None:
        self.load, self._one, self._normal = load, one, normal
        self.verdict = within(load, one.capacity)
        self.ends = load.ends_per(one.capacity)

    @cached_property
    def share(self) -> Figure:
        """The part of its capacity, which is open where it is not rated: it may be the fullest."""
        return self.load.per(self._one.capacity)

    @cached_property
    def record(self) -> NodeAfterLoss | None:
        """The same as the report says it; None where it is what the node carries normally."""
        if self.load is self._normal or alike(self.load, self._normal):
            return None
        return NodeAfterLoss(
            id=self._one.node.id, state=STATES[self.verdict.answer],
            **fields_of({"load_kw": self.load}),
        )  # fmt: skip


def _is_feed(one: Node) -> bool:
    return one.node.kind == "feed"


def _gives_its_load(one: Node, gone: Outage) -> bool:
    """Return whether nothing is lost below a node, or it supplies itself in a circle."""
    return _is_feed(one) or gone.drawn.get(one.node.id) == one.node.id


@dataclass(frozen=True)
class _Left:
    """What flows with something lost, and what everything that is left carries then."""

    plain: Plain
    carried: Mapping[str, _Carried]


def _differing(now: Mapping[str, object], before: Mapping[str, object]) -> set[str]:
    """Return under which names another object stands than before, under the same names."""
    pairs = zip(now.items(), before.values(), strict=True)
    return {key for (key, one), other in pairs if one is not other}


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
            one.node.id: _Carried(one, load, load)
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
        self._effects: dict[frozenset[str], _Effects] = {}
        self._effects_before = before._effects if before is not None else {}
        if before is not None and before._is_of(nodes, tree):
            self._left_before = before._left
            was = before._normal
            self._normal = {
                key: was[key] if was[key].load == one.load else one
                for key, one in self._normal.items()
            }
            self._moved_normally = frozenset(
                key for key, one in self._normal.items() if one is not was[key]
            )
        self._known: dict[tuple[frozenset[str], str, tuple[str, ...]], _Carried] = {}
        self._given_by: dict[tuple[str, int], tuple[Flow, _Carried]] = {}
        self._moved: dict[frozenset[str], frozenset[str]] = {}

    def again(self) -> "Hall":
        """Return the same for a loss that is asked for: what is seen of it is not kept here."""
        found = copy(self)
        found._losing = {key: one.again() for key, one in self._losing.items()}
        found._known, found._moved = {}, {}
        found._left, found._left_before = {}, self._left
        found._given_by = dict(self._given_by)
        found._left, found._left_before = {}, self._left
        found._effects, found._effects_before = {}, {}
        return found

    def effects(self, racks: Racks, feeds: frozenset[str], loads: Mapping[str, Figure]) -> _Effects:
        """Return what a loss does to all racks together."""
        found = _Effects.of(racks, feeds, loads, self._effects_before.get(feeds))
        self._effects[feeds] = found
        return found

    def loss(
        self, key: str, gone: Outage, effects: _Effects, together: Sequence[str] = ()
    ) -> LossReport:
        """Return what the loss of a node does.

        Parameters
        ----------
        together
            The nodes that are lost at once, where the key stands for several.
        """
        carried = self._carry(gone, effects)
        verdicts = {node: one.verdict for node, one in carried.items()}
        figures = dict(effects.figures)
        shares = _fullest(carried)
        fullest = maybe_largest(tuple(shares.values())) if shares else ()
        if shares:
            figures["fullest_share"] = highest(tuple(shares.values()))
        called = " and ".join(map(self._site.called, together or filter(None, (key,))))
        lost = frozenset(gone.lost)
        return LossReport(
            id=key, kind=next((one.node.kind for one in self._nodes if one.node.id in lost), ""),
            name=called, together=tuple(together), feeds=tuple(sorted(effects.feeds)),
            overloaded=_answered(verdicts, "no"), unsure=_answered(verdicts, "open"),
            fullest=tuple(shares)[fullest[0]] if len(fullest) == 1 else "",
            loads=tuple(one.record for one in carried.values() if one.record is not None),
            state=_state(effects, verdicts.values()), **fields_of(figures),
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
        left = self._carry(gone, _Effects(gone.taken, {}, loads, Verdict("yes"), "no"))
        verdicts = {node: one.verdict for node, one in left.items()}
        return _answered(verdicts, "no"), _answered(verdicts, "open")

    def _is_of(self, nodes: Sequence[Node], tree: PowerTree) -> bool:
        """Return whether these are its nodes, but for what they carry."""
        return tree is self._tree and all(
            one.capacity == other.capacity and one.losing == other.losing
            for one, other in zip(nodes, self._nodes, strict=True)
        )

    def _carry(self, gone: Outage, effects: _Effects) -> Mapping[str, _Carried]:
        """Return what everything that is left carries."""
        lost = frozenset(gone.lost)
        left = [key for key in self._by_id if key not in lost]
        if not self._losing:
            return {key: self._carried(self._by_id[key], gone, effects) for key in left}
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

    def _upstream(self, one: Node, flow: Flow, found: Mapping[str, Flow], gone: Outage) -> _Carried:
        key = one.node.id, id(flow)
        known = self._given_by.get(key)
        if known is None:
            given, normal = self._given(one, found, gone), self._normal[one.node.id]
            carried = normal if alike(given, normal.load) else _Carried(one, given, normal.load)
            if self._recharges(one, flow):
                return carried
            # The flow is kept beside it, so that no other gets its id.
            known = self._given_by[key] = flow, carried
        return known[1]

    def _carried(self, one: Node, gone: Outage, effects: _Effects) -> _Carried:
        node = one.node.id
        mine = gone.carried[node]
        if mine == self._tree.normal.carried[node] and self._moved_by(effects).isdisjoint(mine):
            return self._normal[node]
        known = (effects.feeds, node, mine)
        if known not in self._known:
            load = total((effects.loads.get(feed, _NOTHING) for feed in mine), "kW")
            self._known[known] = _Carried(one, load, self._normal[node].load)
        return self._known[known]

    def _moved_by(self, effects: _Effects) -> frozenset[str]:
        """Return the feeds that carry something else with a loss."""
        if effects.feeds not in self._moved:
            self._moved[effects.feeds] = frozenset(
                feed
                for feed, one in self._feeds.items()
                if not alike(effects.loads.get(feed, _NOTHING), one.normal)
            )
        return self._moved[effects.feeds]


def _fullest(carried: Mapping[str, _Carried]) -> dict[str, Figure]:
    """Return the shares of what may be the fullest; none where nothing carries anything."""
    loaded = {node: one for node, one in carried.items() if one.load.high > 0}
    least = max((one.ends[0] for one in loaded.values()), default=inf)
    return {node: one.share for node, one in loaded.items() if one.ends[1] >= least}


def _answered(verdicts: Mapping[str, Verdict], answer: Answer) -> tuple[str, ...]:
    return tuple(key for key, verdict in verdicts.items() if verdict.answer == answer)


def _state(effects: _Effects, verdicts: Iterable[Verdict]) -> LimitState:
    gpus = [effects.figures[name] for name in ("dark_gpus", "short_gpus")]
    answers = {verdict.answer for verdict in (*verdicts, effects.overloaded)}
    if "no" in answers or effects.suffers == "yes" or any(figure.low > 0 for figure in gpus):
        return "error"
    if "open" in answers or effects.suffers == "open" or any(figure.high > 0 for figure in gpus):
        return "unknown"
    return "ok"
