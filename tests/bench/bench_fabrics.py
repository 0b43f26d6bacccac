"""Bisection, loads and single losses of large fabrics, against one flow and against arrays.

The yardsticks: one max-flow of scipy between two given halves, which proves nothing of the others;
and building the arrays of the same fabric. Memory is that of a process of its own.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from designer.engine.fabric_graph.failures import cable_losses, vertex_losses
from designer.engine.fabric_graph.incremental import Before, Edited
from designer.engine.fabric_graph.measure import Measured, measured
from designer.engine.fabric_graph.net import Net, net_of
from designer.wiring.topologies import Topology, fat_tree, rail_optimised, three_tier
from tests.bench.bench_losses import processor_seconds
from tests.bench.measure import child, in_turn, seconds
from tests.bench.row import Row

TIMES = 7
FLOW = "one max-flow of scipy between two given halves"
ARRAYS = "building the arrays"


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on fabrics."""
    return [*_fat_tree(tiny), *_lacking(tiny), *_built(tiny), _memory(tiny)]


def everything(net: Net, at_least: float = 0.0) -> Measured:
    """Return bounds and loads of a net, with all losses of cables and of switches above leaves."""
    found = measured(net, at_least=at_least)
    asked = (found.lumped.net, found.orbits, found.proven, found.cheapest, found.pool)
    cable_losses(*asked)
    vertex_losses(*asked)
    return found


def _fat_tree(tiny: bool) -> list[Row]:
    topology = fat_tree(16 if tiny else 74)
    net, times = net_of(topology), 3 if tiny else TIMES
    flow = _Flow(net)
    found = everything(net)
    # A net keeps its neighbours once they are asked for: each time it is a new one.
    ours, theirs = in_turn(
        lambda: seconds(lambda: everything(replace(net))), lambda: seconds(flow.run), times
    )
    before = Before(net, found)
    before.sides  # noqa: B018 - kept from the report before
    lost = Edited(int(net.a[-1]), int(net.b[-1]), -1.0)
    first, _ = in_turn(lambda: seconds(lambda: before.after([lost])), lambda: 0.0, times)
    fewer = replace(net, a=net.a[:-1], b=net.b[:-1], capacity=net.capacity[:-1])
    low, high = before.after([lost])
    full, again = in_turn(
        lambda: seconds(lambda: everything(replace(fewer), low)),
        lambda: seconds(lambda: everything(replace(net))), times,
    )  # fmt: skip
    after = everything(fewer, low)
    name = f"{topology.endpoints:,} endpoints, a fat-tree"
    return [
        Row(
            f"{name}: bounds, loads, all losses of cables and switches", ours / theirs, 10,
            against=FLOW,
            detail=f"{ours * 1e3:.0f} ms against {theirs * 1e3:.1f} ms, "
            f"{found.proven:g} to {found.cheapest:g} links",
        ),
        Row(
            "the same after a cable went: the first interval", first / ours, 1 / 20,
            against="all of it", detail=f"{first * 1e6:.0f} µs, {low:g} to {high:g} links",
        ),
        Row(
            "the same after a cable went: all of it", full / again, 1.2, against="all of it before",
            detail=f"{full * 1e3:.0f} ms against {again * 1e3:.0f} ms, "
            f"{max(low, after.proven):g} to {min(high, after.cheapest):g} links",
        ),
    ]  # fmt: skip


def _lacking(tiny: bool) -> list[Row]:
    """Return the rows on a fat-tree that lacks some cables here and there: least processor time."""
    net, found = net_of(fat_tree(16 if tiny else 74)), []
    whole = min(processor_seconds(lambda: everything(replace(net))) for _ in range(5))
    chance = np.random.default_rng(1)
    for number in (1, 10, 100):
        stays = np.ones(len(net.a), dtype=bool)
        stays[chance.choice(len(net.a), number, replace=False)] = False
        fewer = replace(net, a=net.a[stays], b=net.b[stays], capacity=net.capacity[stays])
        low = max(0.0, net.endpoints // 2 - number)
        after = everything(fewer, low)
        took = min(
            processor_seconds(lambda fewer=fewer, low=low: everything(replace(fewer), low))  # type: ignore[misc]  # bound at once
            for _ in range(2)
        )
        found.append(
            Row(
                f"the same after {number} cables went by chance: all of it", took / whole, 1.2,
                against="all of it before",
                detail=f"{took * 1e3:.0f} ms against {whole * 1e3:.0f} ms, "
                f"{after.proven:g} to {after.cheapest:g} links",
            )
        )  # fmt: skip
    return found


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
        ours, theirs = in_turn(
            lambda net=net: seconds(lambda: measured(replace(net))),  # type: ignore[misc]  # bound at once
            lambda build=build: seconds(build),  # type: ignore[misc]  # bound at once
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
        everything(net_of(fat_tree(16 if sys.argv[1] == "tiny" else 74)))
    # The most that it was since it began: the other count of a process begins with its parent's.
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    print(json.dumps({"mb": most / 1024}))


if __name__ == "__main__":
    main()
