"""What was measured of graphs, kept from edit to edit.

A spare switch, a drawing moved about or an undo gives a graph that was measured before: cutting it
again would hold up the report for nothing. Mostly it is the graph of the edit before, which is seen
from its links; others are found by a digest, which takes as long as a small report.
"""

from collections.abc import Callable, Collection, Generator, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np

from designer.engine.fabric_graph.loads import finished
from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.any_topology import Halving
from designer.engine.subjects.fabrics.before import Before, Like
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    carried,
    most_without,
    with_nvlink,
    worst_loss_in_steps,
)
from designer.engine.subjects.fabrics.differing import edits_between
from designer.engine.subjects.fabrics.edited import (
    carried_after,
    is_heavy,
    losses_after,
)
from designer.engine.subjects.fabrics.graph import Graph, Ints, Step
from designer.engine.subjects.fabrics.left import Left
from designer.engine.subjects.fabrics.losses import Gone
from designer.engine.subjects.fabrics.meanwhile import Meanwhile
from designer.engine.subjects.fabrics.put_off import PutOff
from designer.engine.subjects.fabrics.switch_losses import left_in_steps
from designer.engine.subjects.fabrics.worked_out import WorkedOut
from designer.model.design import Fabric
from designer.wiring.last_two import LastTwo
from designer.wiring.network_columns import FabricWiring

T = TypeVar("T")

ISLANDS: Final = "islands"
"""What is seen of a graph when it is measured, and what a rule asks of it."""
REPORT: Final = "report"
"""What a fabric's report says, whole."""
FIELDS: Final = "fields"
"""What a fabric carries, as fields of its report."""
KEPT_HALVINGS: Final = 16
"""Halvings kept: each names every endpoint."""
KEPT_GRAPHS: Final = 4
"""Large graphs kept with what was measured, of which others differ in few cables."""
KEPT: Final = 256
"""Measurements kept; a design has a few for each fabric."""


@dataclass
class Measures:
    """Measures graphs, each once."""

    known: dict[Hashable, Any] = field(default_factory=dict)
    seen: dict[str, LastTwo[str, tuple[FabricWiring, Any]]] = field(default_factory=dict)
    narrowed: dict[bytes, Bounds] = field(default_factory=dict)
    halvings: dict[bytes, Halving] = field(default_factory=dict)
    before: list[Before] = field(default_factory=list)
    glances: dict[tuple[int, ...], set[tuple[int, ...]]] = field(default_factory=dict)
    meanwhile: Meanwhile = field(default_factory=Meanwhile)
    put_off: PutOff = field(default_factory=PutOff)
    _told: tuple[Graph, Like | None] | None = None
    _losses_told: tuple[Graph, Carried, tuple[Loss | None, Left]] | None = None
    _begun: LastTwo[str, tuple[FabricWiring, Any]] = field(default_factory=LastTwo)
    _worked_out: LastTwo[str, WorkedOut] = field(default_factory=LastTwo)
    _with_later: LastTwo[str, tuple[FabricReport, WorkedOut, FabricReport]] = field(
        default_factory=LastTwo
    )

    def of_wiring(self, what: str, wiring: FabricWiring, look: Callable[[FabricWiring], T]) -> T:
        """Return what is seen in a fabric's graph, which is looked at once.

        Parameters
        ----------
        look
            Sees it; nothing but the graph may decide what it returns.
        """
        return self._seen(what, wiring, lambda graph: graph is wiring, partial(look, wiring))

    def if_seen(self, what: str, wiring: FabricWiring) -> Any | None:  # noqa: ANN401 - of any type
        """Return what `of_wiring` was asked for before; None if it was not."""
        kept = self.seen.get(what, LastTwo())
        known = kept.find(wiring.fabric.id, lambda pair: pair[0] is wiring)
        return known and known[1]

    def fields(self, wiring: FabricWiring, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return what a fabric carries as fields of its report, measured where its links differ."""
        return self._seen(FIELDS, wiring, partial(linked_alike, wiring), measure)

    def drop_all_but(self, fabrics: Collection[str]) -> None:
        """Forget what was seen in the graphs of other fabrics."""
        for kept in self.seen.values():
            kept.drop_all_but(fabrics)
        self._begun.drop_all_but(fabrics)
        self.put_off.drop_all_but(fabrics)
        self._worked_out.drop_all_but(fabrics)
        self._with_later.drop_all_but(fabrics)

    def begun(self, wiring: FabricWiring, begin: Callable[[], T]) -> T:
        """Return work that was begun on a graph, as far as it came; it is begun where none was."""
        known = self._begun.find(wiring.fabric.id, lambda pair: pair[0] is wiring)
        found: T = begin() if known is None else known[1]
        self._begun.keep(wiring.fabric.id, (wiring, found), lambda pair: pair[0] is wiring)
        return found

    def worked_out_for(self, wiring: FabricWiring, power: tuple[Gone, ...]) -> WorkedOut | None:
        """Return what was worked out for a graph and what losses upstream take; None if nothing."""
        return self._worked_out.find(wiring.fabric.id, lambda one: one.fits(wiring, power))

    def keep_worked_out(self, found: WorkedOut) -> None:
        """Keep what was worked out of a fabric."""
        of = found.wiring, found.power
        self._worked_out.keep(found.wiring.fabric.id, found, lambda one: one.fits(*of))

    def with_later(
        self, wiring: FabricWiring, power: tuple[Gone, ...], report: FabricReport
    ) -> FabricReport:
        """Return a fabric's report with what was worked out for it; as it is where nothing was."""
        known = self.worked_out_for(wiring, power)
        if known is None:
            return report
        key = wiring.fabric.id
        made = self._with_later.find(key, lambda one: one[0] is report and one[1] is known)
        if made is None:
            made = (report, known, known.joined(report))
            self._with_later.keep(key, made)
        return made[2]

    def keep_halving(self, graph: Graph, found: Halving) -> None:
        """Keep the cheapest halving that was found of a graph."""
        if len(self.halvings) >= KEPT_HALVINGS:
            del self.halvings[next(iter(self.halvings))]
        self.halvings[graph.digest] = found

    def narrow(self, graph: Graph, bounds: Bounds, wiring: FabricWiring) -> None:
        """Keep closer bounds of a graph; what was seen of its fabric with others is forgotten."""
        # The work that found them is not done again: those of long ago go, one by one.
        if len(self.narrowed) >= KEPT:
            del self.narrowed[next(iter(self.narrowed))]
        self._seen_at(graph)
        self.narrowed[graph.digest] = bounds
        for what in (REPORT, FIELDS):
            if what in self.seen:
                self.seen[what].drop(wiring.fabric.id)

    def _seen(
        self, what: str, wiring: FabricWiring, fits: Callable[[FabricWiring], bool],
        look: Callable[[], T],
    ) -> T:  # fmt: skip
        """Return what was seen in a graph of the fabric that fits, or else what is seen now."""
        kept = self.seen.setdefault(what, LastTwo())
        known = kept.find(wiring.fabric.id, lambda pair: fits(pair[0]))
        found: T = look() if known is None else known[1]
        kept.keep(wiring.fabric.id, (wiring, found), lambda pair: pair[0] is wiring)
        return found

    def carried(self, graph: Graph, full: int) -> Carried:
        """Return what a graph carries; within wider bounds where it is like one of before."""
        if self._is_new(graph):
            found = self._carried_at_once(graph, full)
            if found is not None:
                return found
        found = self._once(graph, ("carried", full), partial(self._carried, graph, full))
        closer = self.narrowed.get(graph.digest)
        return found if closer is None else replace(found, bounds=closer)

    def _carried(self, graph: Graph, full: int) -> Carried:
        return self._carried_at_once(graph, full) or carried(graph, full)

    def _carried_at_once(self, graph: Graph, full: int) -> Carried | None:
        like = self._like(graph)
        return None if like is None else carried_after(like, graph, full)

    def _is_new(self, graph: Graph) -> bool:
        """Return whether nothing is known of a heavy graph for certain, at a glance.

        The digest of a large graph takes longer than to tell what it carries from one like it.
        """
        if not is_heavy(graph):
            return False
        sums = self.glances.get(_glance(graph))
        return sums is None or graph.sums not in sums

    def _like(self, graph: Graph) -> Like | None:
        """Return a graph of before that differs in a few cables; None where that helps nothing."""
        if self._told is not None and self._told[0] is graph:
            return self._told[1]
        found = None
        if is_heavy(graph):
            tried = ((one, edits_between(one.graph, graph)) for one in reversed(self.before))
            found = next((Like(one, edits) for one, edits in tried if edits is not None), None)
            if found is not None:
                graph.comes_from(Step(found.before.graph, found.edits.trunks))
        self._told = (graph, found)
        return found

    def with_nvlink(self, joined: Graph, network: Carried, *, enough: bool) -> Carried:
        """Return what it carries where traffic of a node may change rails over NVLink."""
        measure = partial(with_nvlink, joined, network, enough=enough)
        return self._once(joined, ("with nvlink", network, enough), measure)

    def worst_loss(self, graph: Graph, intact: Carried) -> Loss | None:
        """Return the switch whose loss leaves least."""
        return self._losses(graph, intact)[0]

    def left_without_each(self, graph: Graph, intact: Carried) -> Left:
        """Return what it carries without each of its switches."""
        return self._losses(graph, intact)[1]

    def tells_losses(self, graph: Graph, intact: Carried) -> bool:
        """Return whether the losses of switches are told without cutting the graph anew."""
        if not self._is_new(graph) and ("losses", graph.digest, intact) in self.known:
            return True
        return self._like(graph) is not None

    def tell_anew(self, wiring: FabricWiring) -> None:
        """Forget the report of a fabric, and of one that is linked alike: more is known now."""
        for what in (REPORT, FIELDS):
            kept = self.seen.get(what, LastTwo())
            other = kept.find(wiring.fabric.id, lambda pair: _is_another(pair[0], wiring))
            kept.drop(wiring.fabric.id)
            if other is not None:
                kept.keep(wiring.fabric.id, other)

    def _losses(self, graph: Graph, intact: Carried) -> tuple[Loss | None, Left]:
        """Return the losses of switches; within wider bounds where it is like one of before."""
        known = not self._is_new(graph) and ("losses", graph.digest, intact) in self.known
        like = None if known else self._like(graph)
        if like is not None:
            told = self._losses_told
            if told is None or told[0] is not graph or told[1] != intact:
                found = losses_after(like, graph, intact)
                told = self._losses_told = (graph, intact, found)
            return told[2]
        return self._once(
            graph, ("losses", intact), lambda: finished(self._measure_losses(graph, intact))
        )

    def losses_in_steps(
        self, graph: Graph, intact: Carried
    ) -> Generator[None, None, tuple[Loss | None, Left]]:
        """Measure the losses of switches as near as they come, step by step."""
        key = ("losses", graph.digest, intact)
        if key not in self.known:
            found = yield from self._measure_losses(graph, intact)
            self._once(graph, ("losses", intact), lambda: found)
        losses: tuple[Loss | None, Left] = self.known[key]
        return losses

    def _measure_losses(
        self, graph: Graph, intact: Carried
    ) -> Generator[None, None, tuple[Loss | None, Left]]:
        kinds = self.kinds(graph)
        most = most_without(graph, intact)
        worst = yield from worst_loss_in_steps(graph, intact, kinds, most)
        left = yield from left_in_steps(graph, intact, kinds, worst, most)
        if is_heavy(graph):
            others = [one for one in self.before if one.graph.digest != graph.digest]
            halving = self.halvings.get(graph.digest)
            before = Before(graph, intact, worst, left, halving).prepared()
            self.before = [*others, before][-KEPT_GRAPHS:]
            self._told = None
        return worst, left

    def kinds(self, graph: Graph) -> Ints:
        """Return which of its switches are alike."""
        return self._once(graph, ("kinds",), partial(kinds_of, graph))

    def _seen_at(self, graph: Graph) -> None:
        """Know a graph at a glance from now on."""
        if is_heavy(graph):
            if sum(map(len, self.glances.values())) >= KEPT:
                self.known.clear()
                self.narrowed.clear()
                self.glances.clear()
            self.glances.setdefault(_glance(graph), set()).add(graph.sums)

    def _once(self, graph: Graph, what: tuple[Hashable, ...], measure: Callable[[], T]) -> T:
        key = (what[0], graph.digest, *what[1:])
        if key not in self.known:
            self._seen_at(graph)
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[key] = measure()
        found: T = self.known[key]
        return found


def _glance(graph: Graph) -> tuple[int, ...]:
    """Return what is the same for graphs that are, and is told without going through one."""
    return len(graph.a), len(graph.place), len(graph.lost[0]), graph.endpoints


def _is_another(one: FabricWiring, wiring: FabricWiring) -> bool:
    # With cables by hand a graph is not even called like itself.
    return one is not wiring and not linked_alike(one, wiring)


def linked_alike(one: FabricWiring, other: FabricWiring) -> bool:
    """Return whether two graphs differ in nothing but the devices at the places of the rule.

    A switch beyond the rule has no place in the plan: it counts for nothing until a cable is laid
    to it by hand, so graphs with such cables are never called alike.
    """
    return one.fabric == other.fabric and _linked_alike(one, other)


def shaped_alike(one: FabricWiring, other: FabricWiring) -> bool:
    """Return whether two graphs are alike so, also where they are those of two fabrics.

    Halls that are built alike have fabrics that differ in nothing but what they are called.
    """
    return _unnamed(one.fabric) == _unnamed(other.fabric) and _linked_alike(one, other)


def _unnamed(fabric: Fabric) -> Fabric:
    return fabric.evolve(id="", name="", hall="", note="")


def _linked_alike(one: FabricWiring, other: FabricWiring) -> bool:
    if any(len(wiring.faults) > wiring.faults_by_rule or wiring.laid for wiring in (one, other)):
        return False
    return (
        (one.plan, one.doubts, one.unmade) == (other.plan, other.doubts, other.unmade)
        and one.node_kinds == other.node_kinds
        and (
            one.links is other.links
            or all(
                np.array_equal(getattr(one.links, name), getattr(other.links, name))
                for name in ("a", "b", "count", "end", "fault")
            )
        )
    )
