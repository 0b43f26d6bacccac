"""What the engine says that fabrics carry, intact, damaged and after each loss, as text.

`python -m tests.helpers.signed_bisections` writes it anew to `tests/golden/data/bisections.txt`.
Bounds that hold are no proof that they are as near as they were: a wider one shows here.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from designer.engine.subjects.fabrics.bisection import Bounds, bisection, clos_bounds
from designer.engine.subjects.fabrics.carrying import carried, with_nvlink, worst_loss
from designer.engine.subjects.fabrics.fabric import FabricSize, size_fabric
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.groups import groups_of
from designer.model.figures import Figure
from designer.wiring.network_request import FabricError
from tests.helpers.fabric_graphs import (
    after_loss,
    damaged,
    graph,
    lacking,
    leaf_spine,
    pods,
    rails_of_nodes,
    random_parts,
)
from tests.helpers.signed_wirings import REQUESTS

FILE = Path(__file__).parents[1] / "golden" / "data" / "bisections.txt"
SEEDS = range(160)
LACKING = range(40)
_MOST_NODES = 600

DRAWN = {
    "odd leaves": leaf_spine([8] * 5, 4, 1),
    "unlike leaves": leaf_spine([7, 5, 3, 2, 9, 1], 3, 1),
    "leaves with nobody": leaf_spine([58] * 16 + [52] * 2 + [0] * 2, 2, 2),
    "twelve switches": leaf_spine([4] * 8, 4, 1),
    "eleven switches": leaf_spine([4] * 7, 4, 1),
    "pods": pods(4, 2, 3, 2, 1, 2, 1),
    "three pods and a thin core": pods(3, 3, 4, 3, 1, 1, 1),
    "eight pods, 2:1 at the core": pods(8, 4, 8, 4, 2, 2, 2),
    "five pods": pods(5, 3, 3, 2, 2, 3, 1),
}  # fmt: skip


def told() -> str:
    """Return the bounds of every graph, a line for each."""
    return "\n".join([*_drawn(), *_random(), *_joined(), *_by_counts(), *_lacking()]) + "\n"


def _drawn() -> Iterator[str]:
    for name, (tiers, units, places, trunks) in DRAWN.items():
        yield f"{name}: {_bounds(graph(tiers, units, places, trunks))}"
        for at in (0, len(trunks) // 2, len(trunks) - 1):
            a, b, count = trunks[at]
            kept = [*trunks[:at], *trunks[at + 1 :]]
            less = [(a, b, count - 1)] if count > 1 else []
            it = graph(tiers, units, places, [*kept, *less], [(a, b, 1)])
            yield f"{name} without a link of {a}–{b}: {_bounds(it)}"
        gone = {b for _, b, _ in trunks}
        spine = min(gone)
        kept = [trunk for trunk in trunks if spine not in trunk[:2]]
        lost = [trunk for trunk in trunks if spine in trunk[:2]]
        yield f"{name} without spine {spine}: {_bounds(graph(tiers, units, places, kept, lost))}"


def _random() -> Iterator[str]:
    for seed in SEEDS:
        draw = random.Random(seed)
        tiers, units, places, trunks = random_parts(draw)
        if not places:
            continue
        kept, lost = damaged(draw, trunks) if draw.random() < 0.6 else (trunks, [])
        if draw.random() < 0.3:
            pair = draw.sample(range(len(tiers)), 2)
            kept = [*kept, (min(pair), max(pair), draw.randint(1, 2))]
        it = graph(tiers, units, places, kept, lost)
        yield f"random {seed}: {_bounds(it)}"


def _joined() -> Iterator[str]:
    """Yield rails that NVLink joins or that do without, and planes."""
    for servers, rails, spines, links in ((8, 4, 4, 2), (8, 4, 4, 1), (5, 3, 2, 1), (4, 2, 0, 0)):
        tiers = [0] * rails + [1] * spines
        trunks = [(r, rails + s, links) for r in range(rails) for s in range(spines)]
        places = [[r] for _ in range(servers) for r in range(rails)]
        owners = [e // rails for e in range(len(places))]
        alone = graph(tiers, [0] * len(tiers), places, trunks)
        joined = graph(tiers, [0] * len(tiers), places, trunks, owners=owners)
        network = carried(alone, len(places) // 2)
        for enough in (True, False):
            both = with_nvlink(joined, network, enough=enough)
            worst = worst_loss(joined, both)
            said = f"{worst.what} leaves {_range(worst.bounds)}" if worst else "nothing to lose"
            yield (
                f"{servers} servers of {rails} rails, {spines} spines, NVLink enough {enough}: "
                f"{network.parts} islands carry {_range(network.bounds)}, joined "
                f"{_range(both.bounds)} of {both.full}, ratio {_ends(both.ratio)}; {said}"
            )
        planes = graph(tiers, [0] * len(tiers), [list(range(rails))] * (2 * servers), trunks)
        yield f"{2 * servers} endpoints in {rails} planes: {_bounds(planes)}"


def _lacking() -> Iterator[str]:
    """Yield fabrics without some of their switches and links, and with nodes that NVLink joins."""
    for seed in LACKING:
        draw = random.Random(seed)
        tiers, units, hosts, kept, lost = lacking(draw, random_parts(draw))
        if any(hosts):
            yield f"lacking {seed}: {_bounds(graph(tiers, units, hosts, kept, lost))}"
        parts, owners = rails_of_nodes(draw)
        tiers, units, hosts, kept, lost = lacking(draw, parts)
        if any(hosts):
            it = graph(tiers, units, hosts, kept, lost, owners=owners)
            yield f"lacking {seed}, joined by NVLink: {_bounds(it)}"


def _bounds(it: Graph) -> str:
    groups = groups_of(it)
    tree, whole = clos_bounds(it, groups), bisection(it)
    network = carried(it, it.endpoints // 2)
    worst = worst_loss(it, network)
    after = (
        f"{place}:{_range(after_loss(it, network, place))}" for place in range(min(it.places, 14))
    )
    said = f"{worst.what} {_range(worst.bounds)}" if worst else "nothing"
    return (
        f"{it.endpoints} endpoints, tree {_range(tree)}, bisection {_range(whole)}, "
        f"{network.parts} islands carry {_range(network.bounds)}; worst loss {said}; "
        f"after losses {' '.join(after)}"
    )


def _ends(ratio: Figure | None) -> tuple[float, float] | None:
    return None if ratio is None else (ratio.low, ratio.high)


def _range(bounds: Bounds) -> str:
    return str(bounds.low) if bounds.exact else f"{bounds.low}–{bounds.high}"


def _by_counts() -> Iterator[str]:
    for request in REQUESTS:
        try:
            size = size_fabric(request) if request.nodes <= _MOST_NODES else None
        except FabricError:
            continue
        if size is not None:
            yield _sized(size)


def _sized(size: FabricSize) -> str:
    left_out = ("request", "plan", "explanation")
    said = {name: value for name, value in vars(size).items() if name not in left_out}
    request = size.request
    return (
        f"{request.nodes} × {request.rails} on {request.radix} ports, {request.leaf_policy}: "
        f"{', '.join(f'{name} {_plain(value)}' for name, value in said.items())}, planes "
        f"{size.planes}"
    )


def _plain(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def main() -> None:
    """Write the bounds anew."""
    FILE.write_text(told(), encoding="utf-8")


if __name__ == "__main__":
    main()
