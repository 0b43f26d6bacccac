"""Which leaves of a fabric stand together: those of a scalable unit, a rack, a group of a topology.

The rule says it where it made the fabric. Leaves that hands alone wired stand together where nodes
hang on several of them; switches beyond the rule stand apart.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_map import NOWHERE, MapUnit, UnitForm
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_size import FabricPlan

Ints = NDArray[np.int64]

_FORMS: dict[str, UnitForm] = {
    "rail-per-su": "unit", "rail-per-rack": "rack", "pooled": "leaf",
}  # fmt: skip


@dataclass(frozen=True)
class LeafUnits:
    """The unit of every leaf, by its number in the tier, and the rail that the rule gives it.

    Attributes
    ----------
    of_leaf, rail
        Shape (leaves,): `NOWHERE` for a rail where the rule gives none.
    units
        What they are; racks and pods are filled in by who maps the fabric.
    """

    of_leaf: Ints
    rail: Ints
    units: tuple[MapUnit, ...]


def leaf_units(wiring: FabricWiring) -> LeafUnits:
    """Return which leaves of a fabric stand together."""
    leaves = np.flatnonzero(wiring.places.tier == 0)
    unit = np.full(len(leaves), NOWHERE, dtype=np.int64)
    rail = np.full(len(leaves), NOWHERE, dtype=np.int64)
    plan = wiring.plan
    units: list[MapUnit] = []
    if plan is not None and plan.leaf:
        ruled = np.arange(len(leaves)) < plan.leaf
        role = np.arange(len(leaves)) % (plan.leaves.count + plan.leaves.targets)
        if plan.shape is not None:
            unit[ruled] = wiring.places.unit[leaves[ruled]]
            form: UnitForm = "group"
        elif plan.request.topology == "hand-drawn":
            unit[ruled] = _joined_by_nodes(wiring, leaves)[ruled]
            form = "group"
        else:
            of_nodes = ruled & (role < plan.leaves.count)
            unit[of_nodes], mine = _by_rule(plan, role[of_nodes])
            rail[of_nodes] = mine
            form = _FORMS[plan.request.leaf_policy]
            if plan.request.topology == "rail-only":
                form = "unit"
        count = int(unit.max(initial=-1)) + 1
        units += [MapUnit(form=form, number=at + 1) for at in range(count)]
        units += _storage(wiring, leaves, unit, ruled)
    beyond = unit < 0
    if beyond.any():
        unit[beyond] = len(units)
        units.append(MapUnit(form="beyond"))
    return LeafUnits(unit, rail, tuple(units))


def _by_rule(plan: FabricPlan, role: Ints) -> tuple[Ints, Ints]:
    """Return unit and rail of leaves by their roles in their plane."""
    if plan.request.topology == "rail-only":
        rail, unit = np.divmod(role, max(1, plan.leaves.per_group))
        return unit, rail
    if plan.request.leaf_policy == "pooled":
        return role, np.full(len(role), NOWHERE, dtype=np.int64)
    unit, rail = np.divmod(role, plan.request.rails)
    return unit, rail


def _storage(
    wiring: FabricWiring, leaves: Ints, unit: Ints, ruled: NDArray[np.bool_]
) -> list[MapUnit]:
    """Return units of leaves for storage systems, one for each pod, and note them in `unit`."""
    rows = np.flatnonzero(ruled & (unit < 0))
    found: list[MapUnit] = []
    if not len(rows) or wiring.plan is None:
        return found
    pods = max(1, sum(pods.count for pods in wiring.plan.spines.pods))
    pod = wiring.places.unit[leaves[rows]] % pods
    first = int(unit.max(initial=-1)) + 1
    for number, one in enumerate(np.unique(pod).tolist(), start=1):
        unit[rows[pod == one]] = first + number - 1
        found.append(MapUnit(form="storage", number=number))
    return found


def _joined_by_nodes(wiring: FabricWiring, leaves: Ints) -> Ints:
    """Return numbers that leaves share where a node hangs on both, directly or by others."""
    links, first = wiring.links, wiring.first_place
    hangs = (links.end >= 0) & (links.fault == CONNECTED)
    rank = np.zeros(len(wiring.places), dtype=np.int64)
    rank[leaves] = np.arange(len(leaves))
    place = links.b[hangs].astype(np.int64) - first
    on_leaf = wiring.places.tier[place] == 0
    leaf, node = rank[place[on_leaf]], links.a[hangs].astype(np.int64)[on_leaf]
    label = np.arange(len(leaves), dtype=np.int64)
    while True:
        lowest = np.full(len(wiring.nodes), len(leaves), dtype=np.int64)
        np.minimum.at(lowest, node, label[leaf])
        after = label.copy()
        np.minimum.at(after, leaf, lowest[node])
        if np.array_equal(after, label):
            return np.unique(label, return_inverse=True)[1].astype(np.int64)
        label = after
