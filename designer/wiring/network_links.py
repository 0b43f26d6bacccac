"""From a fabric's plan to its links, role by role: which leaf has which links to which spine.

A *role* is a place that the rule gives to a switch: leaf 0, 1, …, whether one is drawn for it or
not. Everything is in columns of 32-bit integers; a row is a bundle of `count` parallel links on
consecutive ports.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_shapes import Shape, wired
from designer.wiring.network_size import FabricPlan
from designer.wiring.network_spines import Pods

Ints = NDArray[np.int32]

_KEPT: Final = 16
"""Plans whose trunks are kept: those of a few designs' fabrics, which most edits leave as they are.
The columns are not to be changed."""


@dataclass(frozen=True)
class Trunks:
    """Bundles between switches. `a` is the lower tier; ports are the first of `count`.

    Attributes
    ----------
    a, b
        Roles within their tier, all planes one after another: a leaf and a spine, or a spine and
        a core switch.
    """

    a: Ints
    a_port: Ints
    b: Ints
    b_port: Ints
    count: Ints

    def __len__(self) -> int:
        return len(self.a)


@dataclass(frozen=True)
class Attachments:
    """Links of nodes into one plane, node by node, rail by rail: which leaf, which of its ports."""

    leaf: Ints
    port: Ints


@lru_cache(maxsize=_KEPT)
def trunks_of(plan: FabricPlan) -> Trunks:
    """Return all bundles between switches; `a` and `b` are places: leaves, spines, core switches.

    The places of all planes of a tier stand one after another, as roles do.
    """
    if plan.shape is not None:
        return _shaped_trunks(plan, plan.shape)
    lower, upper = leaf_spine_trunks(plan), spine_core_trunks(plan)
    spine, core = np.int32(plan.leaf), np.int32(plan.leaf + plan.spine)
    return Trunks(
        np.concatenate((lower.a, upper.a + spine)),
        np.concatenate((lower.a_port, upper.a_port)),
        np.concatenate((lower.b + spine, upper.b + core)),
        np.concatenate((lower.b_port, upper.b_port)),
        np.concatenate((lower.count, upper.count)),
    )


@lru_cache(maxsize=_KEPT)
def leaf_spine_trunks(plan: FabricPlan) -> Trunks:
    """Return the bundles between leaves and spines of all planes."""
    parts: list[tuple[Ints, Ints, Ints, Ints, Ints]] = []
    pod = spine = 0
    for pods in plan.spines.pods:
        if pods.count:
            leaves, targets = _leaf_roles(plan, pods, pod)
            spines = spine + _grid(pods.count, pods.spines)
            parts.append(_bundles(plan, leaves, plan.leaves.up, spines, pods.bundle, 0))
            if pods.targets:
                first = pods.leaves * pods.bundle
                up = plan.leaves.target_up
                parts.append(_bundles(plan, targets, up, spines, pods.target_bundle, first))
        pod += pods.count
        spine += pods.count * pods.spines
    leaves_each = plan.leaves.count + plan.leaves.targets
    return _in_planes(_joined(parts), plan.planes, leaves_each, plan.spines.spine)


@lru_cache(maxsize=_KEPT)
def spine_core_trunks(plan: FabricPlan) -> Trunks:
    """Return the bundles between spines and core switches of all planes.

    Every pod spreads its uplinks evenly over all core switches, spine by spine, so that spines of
    the same rank meet at the same core switches, as in a fat-tree (Al-Fares, Loukissas and
    Vahdat, SIGCOMM 2008). What does not divide goes to the core switches in turn.
    """
    core = plan.spines.core
    if not core:
        return _joined([])
    links, spines = _pod_uplinks(plan)
    each, rest = np.divmod(links, core)
    turn = (np.cumsum(rest) - rest) % core
    rank = (np.arange(core, dtype=np.int32)[None, :] - turn[:, None]) % core
    per_core = each[:, None] + (rank < rest[:, None])
    core_base = np.cumsum(per_core, axis=0) - per_core
    # Both tiers cut the same line of links, pod after pod: bundles are the pieces between cuts.
    spine_of = np.repeat(links // spines, spines)
    spine_cut = np.cumsum(spine_of) - spine_of
    flat = per_core.ravel()
    core_cut = np.cumsum(flat) - flat
    cuts = np.concatenate((spine_cut, core_cut))
    order = np.argsort(cuts, kind="stable")
    from_spine = order < len(spine_cut)
    spine = np.cumsum(from_spine) - 1
    column = np.cumsum(~from_spine) - 1
    start = cuts[order]
    count = np.diff(np.append(start, links.sum()))
    kept = count > 0
    spine, column, start, count = spine[kept], column[kept], start[kept], count[kept]
    up = plan.spine_ports - spine_of[spine] + start - spine_cut[spine]
    port = core_base.ravel()[column] + start - core_cut[column]
    trunks = Trunks(_i32(spine), _i32(up), _i32(column % core), _i32(port), _i32(count))
    return _in_planes(trunks, plan.planes, plan.spines.spine, core)


def attachments(plan: FabricPlan, nodes: int, racks: Ints) -> Attachments:
    """Return where each node's links into the first plane go, shape (nodes × rails,).

    Parameters
    ----------
    racks
        Shape (nodes,): number of the rack that holds a node, counted over racks with nodes;
        nodes of one rack stand together.
    """
    rails = plan.request.rails
    node = np.arange(nodes, dtype=np.int32)
    rail = np.arange(rails, dtype=np.int32)
    if plan.request.topology == "rail-only":
        own, port = np.divmod(node, np.int32(plan.leaves.down))
        leaf = own[:, None] + rail * np.int32(plan.leaves.per_group)
        return Attachments(leaf.ravel(), np.repeat(port, rails))
    if plan.shape is not None or plan.request.leaf_policy == "pooled":
        link = node[:, None] * rails + rail
        leaf, port = np.divmod(link, np.int32(plan.leaves.down))
        return Attachments(leaf.ravel(), port.ravel())
    if plan.request.leaf_policy == "rail-per-rack":
        group, place = racks, node - np.searchsorted(racks, racks).astype(np.int32)
    else:
        group, place = np.divmod(node, np.int32(plan.leaves.down))
    leaf = group[:, None] * np.int32(rails) + rail
    return Attachments(leaf.ravel(), np.repeat(place, rails))


def units_of(plan: FabricPlan) -> tuple[Ints, Ints, int]:
    """Return the pod or group of every leaf and spine role of one plane, and how many there are.

    -1 for a leaf under no spine. Of topologies without groups it is the place along the longest
    dimension.
    """
    if plan.shape is not None:
        found = wired(plan.shape)
        longest = 1 + int(np.argmax(plan.shape.sizes)) if plan.shape.topology != "hypercube" else 1
        unit = _i32(found.labels.get("group", found.labels.get(f"axis {longest}", found.tier)))
        return unit[found.tier == 0], unit[found.tier > 0], int(unit.max(initial=0)) + 1
    return pod_of_leaf(plan), pod_of_spine(plan), sum(pods.count for pods in plan.spines.pods)


def pod_of_leaf(plan: FabricPlan) -> Ints:
    """Return the pod of every leaf role of one plane; -1 for a leaf under no spine."""
    pods = np.full(plan.leaves.count + plan.leaves.targets, -1, dtype=np.int32)
    pod = 0
    for alike in plan.spines.pods:
        if alike.count:
            leaves, targets = _leaf_roles(plan, alike, pod)
            number = np.arange(pod, pod + alike.count, dtype=np.int32)[:, None]
            pods[leaves] = number
            pods[targets] = number
        pod += alike.count
    return pods


def pod_of_spine(plan: FabricPlan) -> Ints:
    """Return the pod of every spine role of one plane; -1 where no pod has it."""
    each = [pods.spines for pods in plan.spines.pods for _ in range(pods.count)]
    found = np.repeat(np.arange(len(each), dtype=np.int32), each)
    none = np.full(plan.spines.spine - len(found), -1, dtype=np.int32)
    return np.concatenate((found.astype(np.int32), none))


def _shaped_trunks(plan: FabricPlan, shape: Shape) -> Trunks:
    """Return the bundles of a topology: each switch deals its ports to its neighbours in turn."""
    found = wired(shape)
    low = found.tier == 0
    rank = np.where(low, np.cumsum(low), np.cumsum(~low)) - 1
    ends = np.concatenate((found.a, found.b))
    count = np.tile(found.links, 2)
    order = np.argsort(ends, kind="stable")
    before = np.cumsum(count[order]) - count[order]
    first = np.searchsorted(ends[order], np.arange(found.switches))
    start = np.empty(len(ends), dtype=np.int64)
    start[order] = before - np.append(before, 0)[first][ends[order]]
    # Nodes take a leaf's first ports, other switches those behind; a spine has none of the first.
    port = start + np.where(low[ends], plan.leaf_ports - plan.leaves.up, 0)
    a, b = found.a, found.b
    a_port, b_port = np.split(port, 2)
    down = low[b] & ~low[a]  # the lower tier comes first
    a, b = np.where(down, b, a), np.where(down, a, b)
    a_port, b_port = np.where(down, b_port, a_port), np.where(down, a_port, b_port)
    planes = np.arange(plan.planes)[:, None]
    spines = plan.spines.spine

    def placed(switch: NDArray[np.int64]) -> Ints:
        number = np.where(low[switch], rank[switch] + planes * plan.leaves.count,
                          plan.leaf + rank[switch] + planes * spines)  # fmt: skip
        return _i32(number.ravel())

    each = (np.tile(column, plan.planes) for column in (a_port, b_port, found.links))
    from_, to, links = (_i32(column) for column in each)
    return Trunks(placed(a), from_, placed(b), to, links)


def _leaf_roles(plan: FabricPlan, pods: Pods, first: int) -> tuple[Ints, Ints]:
    """Return the leaf roles of alike pods, shape (pods, leaves), and their storage leaves."""
    rails = plan.request.rails
    if plan.request.leaf_policy == "rail-per-rack":
        number = np.arange(first, first + pods.count, dtype=np.int32)[:, None]
        unit, rail = np.divmod(number, np.int32(rails))
        rack = unit * np.int32(plan.leaves.per_group) + _row(pods.leaves)
        return rack * np.int32(rails) + rail, np.empty((pods.count, 0), dtype=np.int32)
    # Pods of a kind come after full ones: what precedes them are pods of the first kind.
    before = plan.spines.pods[0] if first else pods
    leaves = np.int32(first * before.leaves) + _grid(pods.count, pods.leaves)
    behind = plan.leaves.count + first * before.targets
    return leaves, np.int32(behind) + _grid(pods.count, pods.targets)


def _bundles(
    plan: FabricPlan, leaves: Ints, up: int, spines: Ints, bundle: int, first: int
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Return bundles of every leaf of a pod to every spine of it: the columns of `Trunks`."""
    shape = (leaves.shape[0], leaves.shape[1], spines.shape[1])
    spent = _row(shape[2]) * np.int32(bundle)
    count = np.minimum(np.int32(bundle), np.int32(up) - spent)
    a_port = np.int32(plan.leaf_ports - up) + spent
    b_port = np.int32(first) + _row(shape[1]) * np.int32(bundle)
    return (
        np.broadcast_to(leaves[:, :, None], shape).ravel(),
        np.broadcast_to(a_port[None, None, :], shape).ravel(),
        np.broadcast_to(spines[:, None, :], shape).ravel(),
        np.broadcast_to(b_port[None, :, None], shape).ravel(),
        np.broadcast_to(count[None, None, :], shape).ravel(),
    )


def _pod_uplinks(plan: FabricPlan) -> tuple[Ints, Ints]:
    """Return uplinks and spines of every pod of one plane."""
    links, spines = [], []
    for pods in plan.spines.pods:
        links += [pods.spines * pods.uplinks] * pods.count
        spines += [pods.spines] * pods.count
    return np.array(links, dtype=np.int32), np.array(spines, dtype=np.int32)


def _joined(parts: list[tuple[Ints, Ints, Ints, Ints, Ints]]) -> Trunks:
    if len(parts) == 1:
        return Trunks(*parts[0])
    if not parts:
        none = np.empty(0, dtype=np.int32)
        return Trunks(none, none, none, none, none)
    return Trunks(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _in_planes(trunks: Trunks, planes: int, lower: int, upper: int) -> Trunks:
    """Return the bundles of one plane repeated for all, with the roles of each."""
    if planes == 1 or not len(trunks):
        return trunks
    plane = np.repeat(np.arange(planes, dtype=np.int32), len(trunks))
    return Trunks(
        np.tile(trunks.a, planes) + plane * np.int32(lower),
        np.tile(trunks.a_port, planes),
        np.tile(trunks.b, planes) + plane * np.int32(upper),
        np.tile(trunks.b_port, planes),
        np.tile(trunks.count, planes),
    )


def _row(length: int) -> Ints:
    return np.arange(length, dtype=np.int32)


def _grid(rows: int, width: int) -> Ints:
    return np.arange(rows * width, dtype=np.int32).reshape(rows, width)


def _i32(values: NDArray[np.generic]) -> Ints:
    return values.astype(np.int32, copy=False)
