"""Islands of a fabric: units and spines that links of the network join, and no link to others.

May import the engine's map of a fabric. No Qt.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from designer.engine.fabric_map import NOWHERE, FabricMap


class Island(NamedTuple):
    """What is joined: units, by their numbers, and spines."""

    units: tuple[int, ...]
    spines: tuple[int, ...]


class RailIsland(NamedTuple):
    """What is joined across units: leaves that nodes hang on, and spines; and its name.

    Attributes
    ----------
    rail
        The one rail of its leaves; `NOWHERE` for several.
    """

    rail: int
    leaves: tuple[int, ...]
    spines: tuple[int, ...]
    names: tuple[str, ...]


def rail_islands_of(shown: FabricMap) -> tuple[RailIsland, ...]:
    """Return the islands of which units have a leaf each, mostly one a rail; none for fewer than 2.

    Their names go from the longest to the shortest.
    """
    if islands_of(shown):
        return ()
    found = _Joined(shown).by_leaf()
    leaves: dict[int, list[int]] = {}
    for leaf, down in enumerate(shown.leaves.down):
        if down:
            leaves.setdefault(found[leaf], []).append(leaf)
    if len(leaves) < 2:
        return ()
    rails = {root: {shown.leaves.rail[leaf] for leaf in them} for root, them in leaves.items()}
    rail_of = {root: min(them) if len(them) == 1 else NOWHERE for root, them in rails.items()}
    spines: dict[int, list[int]] = {}
    for spine in range(len(shown.spines)):
        spines.setdefault(found[len(shown.leaves) + spine], []).append(spine)
    islands = []
    for number, (root, them) in enumerate(leaves.items(), 1):
        rail, which = rail_of[root], f"{number} of {len(leaves)}"
        names: tuple[str, ...] = (f"Island {which}",)
        if rail >= 0 and shown.rails > 1:
            told = f"Rail {rail + 1}"
            alone = list(rail_of.values()).count(rail) == 1
            names = (f"{told} · island {which}", *((told,) if alone else names))
        islands.append(RailIsland(rail, tuple(them), tuple(spines.get(root, ())), names))
    return tuple(islands)


def islands_of(shown: FabricMap) -> tuple[Island, ...]:
    """Return the islands of which each holds whole units with nodes; none for fewer than two.

    Where rails are islands each unit has a leaf in every one: these have no place of their own.
    """
    found = _Joined(shown).by_leaf()
    of_unit: dict[int, set[int]] = {}
    for leaf, unit in enumerate(shown.leaves.unit):
        of_unit.setdefault(unit, set()).add(found[leaf])
    hosts = {unit for unit in shown.nodes.unit if unit >= 0}
    if any(len(of_unit[unit]) > 1 for unit in hosts):
        return ()
    units: dict[int, list[int]] = {}
    for unit in sorted(hosts):
        units.setdefault(next(iter(of_unit[unit])), []).append(unit)
    if len(units) < 2:
        return ()
    # Leaves without nodes stand with the island that they are joined to.
    for unit, roots in of_unit.items():
        if unit not in hosts and len(roots) == 1 and next(iter(roots)) in units:
            units[next(iter(roots))].append(unit)
    spines: dict[int, list[int]] = {}
    for spine in range(len(shown.spines)):
        spines.setdefault(found[len(shown.leaves) + spine], []).append(spine)
    return tuple(Island(tuple(them), tuple(spines.get(root, ()))) for root, them in units.items())


class _Joined:
    """Switches by what joins them: leaves, then spines, then core switches."""

    def __init__(self, shown: FabricMap) -> None:
        self._map = shown
        self._spine = len(shown.leaves)
        self._core = self._spine + len(shown.spines)
        self._root = list(range(self._core + len(shown.cores)))

    def by_leaf(self) -> list[int]:
        """Return a number for each switch that all have that are joined to it."""
        shown = self._map
        self._leaves_to_spines()
        in_pod = _by(shown.spines.unit, shown.pods)
        in_group = _by(shown.cores.unit, shown.core_groups)
        for pod, group, links in zip(
            shown.pod_core.lower, shown.pod_core.upper, shown.pod_core.links, strict=True
        ):
            if links:
                cores = (self._core + core for core in in_group[group])
                self._join(self._spine + spine for spine in in_pod[pod])
                self._join((*(self._spine + spine for spine in in_pod[pod][:1]), *cores))
        beside, pods = shown.beside, shown.pods_beside
        in_unit = _by(shown.leaves.unit, len(shown.units))
        for one, other, links in zip(beside.lower, beside.upper, beside.links, strict=True):
            if links:
                self._join((*in_unit[one], *in_unit[other]) if shown.beside_units else (one, other))
        for one, other, links in zip(pods.lower, pods.upper, pods.links, strict=True):
            if links:
                self._join(self._spine + spine for spine in (*in_pod[one], *in_pod[other]))
        return [self._find(at) for at in range(len(self._root))]

    def _leaves_to_spines(self) -> None:
        shown, bundles = self._map, self._map.unit_spine
        in_unit = _by(shown.leaves.unit, len(shown.units))
        for unit, spine, links in zip(bundles.lower, bundles.upper, bundles.links, strict=True):
            pod = shown.spines.unit[spine]
            below = (
                leaf for leaf in in_unit[unit]
                if shown.leaves.up[leaf] and shown.leaves.above[leaf] in (NOWHERE, pod)
            )  # fmt: skip
            if links:
                self._join((self._spine + spine, *below))

    def _join(self, them: Iterable[int]) -> None:
        roots = [self._find(one) for one in them]
        for one in roots:
            self._root[one] = roots[0]

    def _find(self, at: int) -> int:
        while self._root[at] != at:
            self._root[at] = self._root[self._root[at]]
            at = self._root[at]
        return at


def _by(of: Sequence[int], groups: int) -> list[list[int]]:
    """Return what is in each of some groups; what is in none is left out."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for at, group in enumerate(of):
        if group >= 0:
            found[group].append(at)
    return found
