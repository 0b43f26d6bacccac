"""Spines over two kinds of leaves: those of nodes, blocking, and those of storage systems, 1:1.

Derived from NVIDIA RA-11333-001 V11, Tables 7 and 8, which give for 4 scalable units 16 switches,
494 cables to nodes and between switches, 48 to storage and 369 switch transceivers: 8 leaves of 32
links down and 24 up, 4 leaves of 12 and 12, 240 uplinks, 4 spines. May import nothing.
"""

from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True)
class UnitLeaves:
    """Leaves of one scalable unit: how many of each kind, and the uplinks of each."""

    node: int
    node_up: int
    storage: int
    storage_up: int

    @property
    def uplinks(self) -> int:
        """Uplinks of a scalable unit."""
        return self.node * self.node_up + self.storage * self.storage_up


@dataclass(frozen=True)
class MixedSpines:
    """Spines and core switches; `pod` is the scalable units of a pod, 0 with two tiers."""

    spine: int
    core: int = 0
    pod: int = 0


def even_spines(leaves: UnitLeaves, units: int, ports: int, least: int) -> int:
    """Return the fewest spines that take every uplink, each leaf's spread evenly; 0 if none do."""
    for spines in range(max(1, least), leaves.storage_up + 1):
        even = leaves.node_up % spines == 0 and leaves.storage_up % spines == 0
        if even and spines * ports >= units * leaves.uplinks:
            return spines
    return 0


def mixed_spines(
    leaves: UnitLeaves, units: int, ports: int, core_ports: int, least: int
) -> MixedSpines | None:
    """Return the spines of a number of scalable units; None if no even spread exists.

    With more units than two tiers hold, pods of units hang on a core tier, which takes half of a
    spine's ports.
    """
    spine = even_spines(leaves, units, ports, least)
    if spine:
        return MixedSpines(spine)
    half = ports // 2
    for pod in range(units, 0, -1):
        each = even_spines(leaves, pod, half, least)
        if each:
            full, rest = divmod(units, pod)
            spine = full * each + (even_spines(leaves, rest, half, least) if rest else 0)
            return MixedSpines(spine, ceil(units * leaves.uplinks / core_ports), pod)
    return None
