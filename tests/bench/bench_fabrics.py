"""Bisection, loads and single losses of large fabrics, against one flow and against arrays.

Timed is what the engine's report and the work after it ask of a fabric's graph (`Measures`), from
the graph as it is drawn: bounds for the report, bounds by any topology with loads, every loss of a
switch, every loss of a cable. After an edit the first interval is what a report says of the new
graph where it knows the one before: bounds, and those of the losses of all switches.

The yardsticks: one max-flow of scipy between two given halves, which proves nothing of the others;
and building the arrays of the same fabric. In processor time, the least of several. Memory is that
of a process of its own.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from designer.engine.fabric_graph.failures import cable_losses
from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.measure import measured
from designer.engine.fabric_graph.net import Net, net_of
from designer.engine.subjects.fabrics.any_topology import as_near_as_it_comes, worst_halving
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.measures import Measures
from designer.wiring.topologies import Topology, fat_tree, rail_optimised, three_tier
from tests.bench.measure import child, least_in_turn, processor_seconds
from tests.bench.row import Row

TIMES = 5
FLOW = "one max-flow of scipy between two given halves"
ARRAYS = "building the arrays"
ALL = "all of it before"


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on fabrics."""
    return [*_fat_tree(tiny), *_built(tiny), _memory(tiny)]


def graph_of(topology: Topology) -> Graph:
    """Return the graph of a topology, an endpoint for each node."""
    place = np.repeat(np.arange(topology.switches), topology.hosts)
    ends, none = np.arange(len(place)), np.empty(0, dtype=np.int64)
    return Graph(
        topology.tier, topology.labels["pod"], ends, place, ends, topology.a, topology.b,
        topology.links, (none, none, none), none, len(place), merged=True,
    )  # fmt: skip


def everything(graph: Graph, measures: Measures | None = None) -> tuple[Measures, Bounds]:
    """Return what knows a graph, and its bounds, after all that is worked out of it."""
    measures = measures or Measures()
    carried = measures.carried(graph, graph.endpoints // 2)
    whole = finished(as_near_as_it_comes(graph, carried.bounds))
    measures.keep_halving(graph, worst_halving(graph, whole.found))
    finished(measures.losses_in_steps(graph, replace(carried, bounds=whole.bounds)))
    low, high, found = whole.bounds.low, whole.bounds.high, whole.found
    cable_losses(found.lumped.net, found.orbits, low, high, found.pool)
    return measures, whole.bounds


def at_once(graph: Graph, known: Measures) -> Bounds:
    """Return what a report says of a graph at once, where one like it is known."""
    carried = known.carried(graph, graph.endpoints // 2)
    known.left_without_each(graph, carried)
    return carried.bounds


def without(graph: Graph, number: int, seed: int = 1) -> Graph:
    """Return a graph of which so many trunks went by chance."""
    stays = np.ones(len(graph.a), dtype=bool)
    gone = np.random.default_rng(seed).choice(len(graph.a), number, replace=False)
    stays[gone] = False
    went = ~stays
    return replace(
        _anew(graph), a=graph.a[stays], b=graph.b[stays], count=graph.count[stays],
        lost=(graph.a[went], graph.b[went], graph.count[went]),
    )  # fmt: skip


def with_more(graph: Graph, number: int, seed: int = 1) -> Graph:
    """Return a graph with so many cables by hand beside trunks that chance chose."""
    beside = np.random.default_rng(seed).choice(len(graph.a), number, replace=False)
    return replace(
        _anew(graph), a=np.append(graph.a, graph.a[beside]), b=np.append(graph.b, graph.b[beside]),
        count=np.append(graph.count, np.ones(number, dtype=np.int64)), merged=False,
    )  # fmt: skip


def _anew(graph: Graph) -> Graph:
    """Return a graph with columns of its own, as each drawing of it has."""
    ends = graph.endpoint.copy()
    return replace(
        graph, tier=graph.tier.copy(), unit=graph.unit.copy(), place=graph.place.copy(),
        owner=ends, endpoint=ends,
    )  # fmt: skip


EDITS: Final = (
    ("1 of its cables went by chance", without, 1),
    ("1 cable came by chance", with_more, 1),
    ("10 of its cables went by chance", without, 10),
    ("100 of its cables went by chance", without, 100),
)


def _fat_tree(tiny: bool) -> list[Row]:
    topology = fat_tree(16 if tiny else 74)
    graph, times = graph_of(topology), 2 if tiny else TIMES
    flow = _Flow(net_of(topology))
    # A graph keeps what it was asked for: each time it is a new one.
    ours, theirs = least_in_turn(
        lambda _: processor_seconds(lambda: everything(replace(graph))),
        lambda _: processor_seconds(flow.run),
        times,
    )
    _, bounds = everything(replace(graph))
    name = f"{topology.endpoints:,} endpoints, a fat-tree"
    return [
        Row(
            f"{name}: bounds, loads, all losses of cables and switches", ours / theirs, 10,
            against=FLOW,
            detail=f"{ours * 1e3:.0f} ms against {theirs * 1e3:.1f} ms, "
            f"{bounds.low} to {bounds.high} links",
        ),
        *(row for edit in EDITS for row in _after(graph, *edit, ours, tiny)),
    ]  # fmt: skip


def _after(
    graph: Graph, what: str, edited: Callable[[Graph, int, int], Graph], number: int, whole: float,
    tiny: bool,
) -> list[Row]:  # fmt: skip
    """Return the rows on a fabric of which so many cables came or went."""
    times = 1 if tiny else TIMES if number == 1 else 3
    knowing = [everything(replace(graph))[0] for _ in range(times)]
    others = [edited(graph, number, seed) for seed in range(1, times + 1)]
    first = min(
        processor_seconds(lambda one=one, known=known: at_once(replace(one), known))  # type: ignore[misc]  # bound at once
        for one, known in zip(others, knowing, strict=True)
    )
    told = at_once(replace(others[0]), everything(replace(graph))[0])
    full = min(
        processor_seconds(lambda one=one, known=known: everything(replace(one), known))  # type: ignore[misc]  # bound at once
        for one, known in zip(others, knowing, strict=True)
    )
    _, bounds = everything(replace(others[0]), knowing[0])
    what = f"the same after {what}"
    return [
        Row(
            f"{what}: the first interval", first / whole, 1 / 20, against=ALL,
            detail=f"{first * 1e3:.1f} ms against {whole * 1e3:.0f} ms, "
            f"{told.low} to {told.high} links",
        ),
        Row(
            f"{what}: all of it", full / whole, 1.2, against=ALL,
            detail=f"{full * 1e3:.0f} ms against {whole * 1e3:.0f} ms, "
            f"{bounds.low} to {bounds.high} links",
        ),
    ]  # fmt: skip


class _Flow:
    """The flow between the first half of what hosts endpoints and the rest."""

    def __init__(self, net: Net) -> None:
        from scipy.sparse import csr_array

        size = net.size
        away = np.cumsum(net.weight) <= net.endpoints // 2
        tail = np.concatenate((net.a, net.b, np.full(size, size), np.arange(size)))
        head = np.concatenate((net.b, net.a, np.arange(size), np.full(size, size + 1)))
        hosts = (np.where(away, net.weight, 0), np.where(away, 0, net.weight))
        wide = np.concatenate((net.capacity, net.capacity, *hosts))
        self._graph = csr_array((wide.astype(np.int32), (tail, head)), shape=(size + 2, size + 2))
        self._ends = (size, size + 1)

    def run(self) -> int:
        from scipy.sparse.csgraph import maximum_flow

        return int(maximum_flow(self._graph, *self._ends).flow_value)


def _built(tiny: bool) -> list[Row]:
    found = []
    large: dict[str, tuple[object, ...]] = {
        "98,304 endpoints on three tiers": (three_tier, 32, 64, 32, 1024, 48, 1, 2),
        "16,384 GPUs on rails": (_rails, 64, 32, 8, 256),
    }
    small: dict[str, tuple[object, ...]] = {
        "endpoints on three tiers": (three_tier, 4, 8, 8, 64, 6, 1, 2),
        "GPUs on rails": (_rails, 4, 8, 8, 16),
    }
    for name, (make, *sizes) in (small if tiny else large).items():

        def build(make: object = make, sizes: list[object] = sizes) -> Net:
            return net_of(make(*sizes))  # type: ignore[operator]  # one of the makers

        net = build()
        ours, theirs = least_in_turn(
            lambda _, net=net: processor_seconds(lambda: measured(replace(net))),  # type: ignore[misc]  # bound at once
            lambda _, build=build: processor_seconds(build),  # type: ignore[misc]  # bound at once
            3 if tiny else TIMES,
        )
        detail = f"{ours * 1e3:.1f} ms against {theirs * 1e3:.1f} ms, {len(net.a):,} bundles"
        found.append(Row(f"{name}: bounds and loads", ours / theirs, 3, against=ARRAYS,
                         detail=detail))  # fmt: skip
    return found


def _rails(units: int, nodes: int, rails: int, spines: int) -> Topology:
    return rail_optimised(units, nodes, rails, spines, nvlink=True)


def _memory(tiny: bool) -> Row:
    ours = child("tests.bench.bench_fabrics", "tiny" if tiny else "large")["mb"]
    bare = child("tests.bench.bench_fabrics", "bare")["mb"]
    return Row(
        "memory of that fat-tree, with all losses", ours - bare, 150, unit="MB",
        against="above the interpreter with numpy and scipy",
        detail=f"{ours:.0f} MB against {bare:.0f} MB at most",
    )  # fmt: skip


def main() -> None:
    """Print the most memory that this process took."""
    import scipy.optimize
    import scipy.sparse.csgraph

    for module in (scipy.optimize, scipy.sparse.csgraph):
        assert module
    if sys.argv[1] != "bare":
        everything(graph_of(fat_tree(16 if sys.argv[1] == "tiny" else 74)))
    # The most that it was since it began: the other count of a process begins with its parent's.
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    print(json.dumps({"mb": most / 1024}))


if __name__ == "__main__":
    main()
