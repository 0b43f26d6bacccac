"""The compute nodes of a design, in groups that hang on the same leaf switches."""

from collections import Counter
from dataclasses import dataclass, replace

from designer.catalog.part import Part
from designer.engine.network_report import FabricReport
from designer.engine.subject import Facts
from designer.engine.subjects.availability.leaf_groups import LeafGroup, leaf_groups
from designer.engine.subjects.availability.rates import BEST, CASES, LIKELY
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.figures import exact


@dataclass(frozen=True)
class Nodes:
    """Alike groups of compute nodes.

    Attributes
    ----------
    kind
        The entry of the failure rates: `node`, or `tray` for those of a filled rack.
    leaves
        Leaf switches that each hangs on; 0 where no compute fabric is drawn that has them.
    on_a_leaf
        Nodes of its fabric that hang on one of these switches, at most.
    cut_from
        The best case in which they are cut off from their compute fabric: they hang on no leaf
        switch of it. Beyond all cases where they are not.
    """

    kind: str
    groups: int
    each: int
    gpus: int
    leaves: int
    on_a_leaf: int = 0
    cut_from: int = len(CASES)


def nodes_of(facts: Facts) -> tuple[Nodes, ...]:
    """Return the nodes with GPUs, by the leaf switches of the compute fabrics that they hang on."""
    network = facts[NETWORK]
    reports = {fabric.id: fabric for fabric in facts[FABRICS]}
    parts = facts[CONTENTS].counts.parts
    left = Counter(
        {
            name: _nodes_in(part) * number
            for name, number in parts.items()
            if (part := facts.catalog.get(name)) is not None and gpus_of_a_node(part)
        }
    )
    found = []
    for wiring in network.wiring.fabrics:
        if wiring.fabric.purpose != "compute":
            continue
        seen = network.measures.of_wiring("leaf groups", wiring, leaf_groups)
        for group in seen.groups:
            part = facts.catalog.get(group.part)
            number = group.groups * group.nodes
            if part is None or left[group.part] < number or not gpus_of_a_node(part):
                continue
            left[group.part] -= number
            size = (group.groups, group.nodes)
            found.append(_on_fabric(part, size, group, seen.most_nodes, reports[wiring.fabric.id]))
    alone = [
        _nodes(part, (number, 1))
        for name, number in left.items()
        if number and (part := facts.catalog.get(name)) is not None
    ]
    return (*found, *alone)


def leaves_missing(fabric: FabricReport) -> int:
    """Return how many leaf switches a fabric lacks for certain (R07)."""
    if not fabric.tiers:
        return 0
    return int(fabric.figure("leaf").minus(exact(fabric.placed_leaf)).clipped(0.0).low)


def _on_fabric(
    part: Part, size: tuple[int, int], group: LeafGroup, most: int, fabric: FabricReport
) -> Nodes:
    """Return nodes of a compute fabric; a leaf switch that is missing makes none of them better."""
    lacking, placed = leaves_missing(fabric), fabric.placed_leaf
    if not group.leaves and fabric.tiers:
        first = BEST if lacking else LIKELY
        return replace(_nodes(part, size), cut_from=first)
    # Each counts as many as stood if none were missing.
    leaves = -(-group.leaves * (placed + lacking) // placed) if placed else group.leaves
    return _nodes(part, size, leaves, most)


def _nodes(part: Part, size: tuple[int, int], leaves: int = 0, on_a_leaf: int = 0) -> Nodes:
    kind = "node" if _nodes_in(part) == 1 else "tray"
    return Nodes(kind, *size, gpus_of_a_node(part), leaves, on_a_leaf)


def _nodes_in(part: Part) -> int:
    return part.node_count or 1


def gpus_of_a_node(part: Part) -> int:
    """Return the GPUs of one of a part's nodes."""
    if not part.gpu_count:
        return 0
    return part.gpu_count // _nodes_in(part)
