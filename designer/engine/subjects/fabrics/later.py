"""Work on fabrics that a report does not wait for: closer bounds, throughput, every single loss.

Slices leave what they find with the measures of the network, where the next report takes it.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.fabric_graph.measure import Throughput
from designer.engine.later import PART
from designer.engine.network_report import FabricLoss, SwitchLoss
from designer.engine.results import Lost, News, attempt
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.alike import joined_classes
from designer.engine.subjects.fabrics.any_topology import (
    Whole,
    as_near_as_it_comes,
    worst_halving,
)
from designer.engine.subjects.fabrics.carrying import Loss
from designer.engine.subjects.fabrics.exchanging import (
    exchanged,
    exchanged_by_few,
    perhaps_sent,
)
from designer.engine.subjects.fabrics.fabrics import FABRICS, Seen, failure_of, seen_of
from designer.engine.subjects.fabrics.graph import Graph, Ints, graph_of
from designer.engine.subjects.fabrics.left import Left as LeftByPlace
from designer.engine.subjects.fabrics.loss_effects import Left, Losing
from designer.engine.subjects.fabrics.loss_rows import Rows, ranked
from designer.engine.subjects.fabrics.losses import (
    Gone,
    racks_lost,
    same_losses,
)
from designer.engine.subjects.fabrics.measures import Measures
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.power_lost import power_lost
from designer.engine.subjects.fabrics.switch_losses import Apart, switch_losses
from designer.engine.subjects.fabrics.worked_out import WorkedOut
from designer.model.figures import Figure, Gap, exact
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring

T = TypeVar("T")

MOST_CUT: Final = 64
"""Losses of a fabric after which what is left is cut anew; of more it is known within bounds."""


def later(facts: Facts) -> Iterator[bool | News | Lost]:
    """Work out what fabrics carry beyond their report; yields whether one is another now.

    Work that a report cuts short goes on where it was, as long as the graph is the same.
    """
    network = facts[NETWORK]
    put_off = [one for one in network.wiring.fabrics if one in network.measures.put_off]
    for wiring in put_off:
        yield from _losses_of(wiring, facts.catalog, network.measures)
    if put_off:
        yield News.AT_ONCE
    for wiring in network.wiring.fabrics:
        power = power_lost(facts, wiring)
        if network.measures.worked_out_for(wiring, power) is None:
            yield from network.measures.begun(
                wiring, partial(_Work, facts.catalog, network.measures, wiring)
            ).slices(power)


def _losses_of(wiring: FabricWiring, catalog: Catalog, measures: Measures) -> Iterator[bool]:
    """Measure the losses of switches that a report put off, before all that takes longer."""
    seen = seen_of(wiring, catalog, measures)
    if seen is None or seen.graph is None or seen.carried is None:
        return
    steps = _sliced(measures.losses_in_steps(seen.graph, seen.carried))
    while (more := attempt(FABRICS.name, partial(next, steps, None), PART)) is not None:
        if isinstance(more, Lost):
            # The work on the whole graph meets it as well, and tells it.
            break
        yield more
    measures.put_off.discard(wiring)
    measures.tell_anew(wiring)
    yield True


@dataclass(frozen=True)
class _OfGraph:
    """What is worked out of a graph by itself.

    Attributes
    ----------
    seen, losing
        None where it is not known well enough.
    losses
        The worst loss of a switch, and what each leaves.
    """

    seen: Seen | None
    whole: Whole | None
    losing: Losing | None
    losses: tuple[Loss | None, LeftByPlace] | None


class _Work:
    """The work on one graph, as far as it came.

    What fails would fail again: it is not tried anew after each edit.
    """

    def __init__(self, catalog: Catalog, measures: Measures, wiring: FabricWiring) -> None:
        self._catalog, self._measures, self._wiring = catalog, measures, wiring
        self._power: tuple[Gone, ...] = ()
        self._steps: Iterator[bool] = iter(())
        self._begun = self._ended = False
        self._lost: Lost | None = None
        self._graph_steps = self._of_graph()
        self._of: _OfGraph | None = None

    def slices(self, power: tuple[Gone, ...]) -> Iterator[bool | Lost]:
        """Do what is left of it, slice by slice; anew where it came to its end.

        Only who misses what came of it asks, and that is not kept as long as the work is.

        Parameters
        ----------
        power
            What is lost upstream: other losses are told anew, of the same graph.
        """
        if not self._begun or self._ended or not same_losses(self._power, power):
            self._power, self._steps = power, self._every()
            self._begun, self._ended = True, False
        while self._lost is None:
            # Who ends this iterator early does not end the work.
            more = attempt(FABRICS.name, partial(next, self._steps, None), PART)
            if more is None:
                self._ended = True
                return
            if isinstance(more, Lost):
                self._lost = more
            else:
                yield more
        yield self._lost

    def _every(self) -> Iterator[bool]:
        while self._of is None:
            try:
                next(self._graph_steps)
            except StopIteration as end:
                self._of = end.value
            yield False
        seen, whole, losing = self._of.seen, self._of.whole, self._of.losing
        if seen is None or losing is None:
            return
        gone = [*racks_lost(self._wiring), *self._power]
        yield False
        # What loses most switches comes first: the others are known well enough by their bounds.
        order = sorted(range(len(gone)), key=lambda at: (-len(gone[at].places), at))
        found: dict[int, Left] = {}
        for number, at in enumerate(order):
            found[at] = yield from _sliced(
                losing.left_in_steps(gone[at], cut_anew=number < MOST_CUT)
            )
            yield False
        switches = yield from self._switches(self._of)
        yield False
        carries = seen.carried is not None and seen.carried.bounds.high > 0
        rows = Rows(self._wiring, self._catalog, seen.full, carries)
        losses = yield from _sliced(rows.of_losses([(it, found[at]) for at, it in enumerate(gone)]))
        every = [*losses, *rows.of_switches(switches)]
        fields = yield from _sliced(self._fields(seen, whole, every, rows))
        fields["switch_losses"] = switches
        if self._of.losses is not None:
            worst = failure_of(self._wiring, self._of.losses[0], seen.full)
            fields["worst_failure"] = worst
        self._measures.keep_worked_out(WorkedOut(self._wiring, self._power, tuple(fields.items())))
        yield True

    def _of_graph(self) -> Generator[None, None, "_OfGraph"]:
        """Return what the graph gives, whatever is lost upstream."""
        measures, wiring = self._measures, self._wiring
        seen = seen_of(wiring, self._catalog, measures)
        if seen is None:
            return _OfGraph(None, None, None, None)
        yield
        whole = yield from self._whole(seen)
        if whole is not None and seen.carried is not None:
            seen = replace(seen, carried=replace(seen.carried, bounds=whole.bounds))
        losing = Losing(wiring, seen.graph, seen.carried, joined=seen.joined)
        losses = None
        if seen.graph is not None and seen.carried is not None:
            losses = yield from measures.losses_in_steps(seen.graph, seen.carried)
        return _OfGraph(seen, whole, losing, losses)

    def _whole(self, seen: Seen) -> Generator[None, None, Whole | None]:
        """Return what the fabric carries by any topology, as near as it comes."""
        graph, carried = seen.graph, seen.carried
        if graph is None or carried is None or carried.parts != 1 or not graph.halves[0]:
            return None
        known = carried.bounds
        whole = yield from as_near_as_it_comes(graph, known)
        if not seen.joined:
            self._measures.keep_halving(graph, worst_halving(graph, whole.found))
        if whole.bounds != known:
            self._measures.narrow(graph, whole.bounds, self._wiring)
        return whole

    def _switches(self, of: _OfGraph) -> Generator[bool, None, tuple[SwitchLoss, ...]]:
        """Return the losses of switches, of which what is left is cut anew."""
        seen, losing = of.seen, of.losing
        if seen is None or seen.graph is None or losing is None or of.losses is None:
            return switch_losses(self._wiring, self._catalog, None)
        left = dict(of.losses[1])
        kinds = self._kinds(seen.graph, of.whole)
        apart: dict[int, Apart] = {}
        places = np.fromiter(left, dtype=np.int64, count=len(left))
        firsts = np.sort(np.unique(kinds[places], return_index=True)[1])
        none = np.zeros(0, dtype=np.int64)
        for place in places[firsts][:MOST_CUT].tolist():
            gone = Gone("switch", (), np.array([place], dtype=np.int64), none)
            found = yield from _sliced(losing.left_in_steps(gone, cut_anew=True))
            for one in places[kinds[places] == kinds[place]].tolist():
                apart[one] = Apart(found.islands, found.share)
                if found.bounds is not None:
                    left[one] = left[one].closer(found.bounds.low, found.bounds.high)
            yield False
        return switch_losses(self._wiring, self._catalog, left, apart)

    def _kinds(self, graph: Graph, whole: Whole | None) -> Ints:
        """Return which switches are alike: by exchanges, and by moves such as a torus has."""
        kinds = self._measures.kinds(graph)
        if whole is None:
            return kinds
        small = whole.found.lumped
        moved = whole.found.orbits.vertex[small.of[: graph.places]]
        return joined_classes(kinds, moved)

    def _fields(
        self, seen: Seen, whole: Whole | None, every: list[FabricLoss], rows: Rows
    ) -> Generator[None, None, dict[str, Any]]:
        """Return the fields of a report that were worked out, with some losses."""
        figures: dict[str, Figure] = {}
        limit: tuple[str, ...] = ()
        if whole is not None and seen.graph is not None:
            every += yield from rows.of_cables(seen.graph, whole.found, whole.bounds)
            figures = exchanged(seen.graph, whole)
            limit = _ends(self._wiring, seen.graph, whole.found.throughput, whole)
        else:
            every += rows.of_cables_of_islands(graph_of(self._wiring))
            if seen.graph is not None and seen.carried is not None and seen.carried.parts == 1:
                figures = exchanged_by_few(seen.graph)
        if whole is None and seen.parts > 1:
            # Islands that may meet over NVLink carry what it does, which nobody can say.
            none = _over_nvlink(seen.open_on)
            figures = {"all_to_all_ratio": none, "all_to_all_ceiling_ratio": none}
        figures = {name: perhaps_sent(one, self._wiring.open_on) for name, one in figures.items()}
        return {
            **fields_of(figures), "all_to_all_limit": limit, "losses": ranked(every),
            "worked_out": True,
        }  # fmt: skip


def _sliced(steps: Generator[None, None, T]) -> Generator[bool, None, T]:
    """Do work in steps, of which none alters a report."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
        yield False


def _over_nvlink(open_on: tuple[str, ...]) -> Figure:
    """Return what islands send each other: nothing, unless NVLink that nobody states joins them."""
    if not open_on:
        return exact(0.0)
    return Figure(0.0, 1.0, None, "", 0.0, open_on, tuple(Gap(ref, 1.0) for ref in open_on))


def _ends(wiring: FabricWiring, graph: Graph, found: Throughput, whole: Whole) -> tuple[str, ...]:
    """Return the ends of a bundle that limits all-to-all traffic; none where none does."""
    if found.hot < 0 or found.of_network >= 1.0:
        return ()
    net, of = whole.found.lumped.net, whole.found.lumped.of
    names = []
    for vertex in (int(net.a[found.hot]), int(net.b[found.hot])):
        member = int(np.flatnonzero(of == vertex)[0])
        inside = member < graph.places
        names.append(wiring.key(wiring.first_place + member) if inside else "node")
    return tuple(names)
