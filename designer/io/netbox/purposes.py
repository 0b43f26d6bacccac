"""What the ports of a host are for, by their names, their types and how many there are.

The library has no field for it. A name decides first; then a type that only one network has: what
carries the GPUs' traffic is the fastest and the most numerous of a node, what a storage system has
beside its management serves its clients, copper of up to 10 Gb/s on a host is its in-band network.
What is neither stays open.
"""

import re
from typing import Final

from designer.catalog.kinds import Kind
from designer.io.netbox.groups import Group, Interfaces
from designer.io.netbox.schema import Fields

_NAMES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("storage", re.compile(r"(?<![a-z])(?:storage|stor|san|nvme-?of)(?![a-z]).*", re.IGNORECASE)),
    ("compute", re.compile(
        r"(?<![a-z])(?:compute|gpu|rail|east[- _]?west|backend)(?![a-z]).*", re.IGNORECASE)),
    ("in-band", re.compile(
        r"(?<![a-z])(?:in-?band|frontend|north[- _]?south|lom|host|ocp)(?![a-z]).*",
        re.IGNORECASE)),
)  # fmt: skip
"""Purposes by what a port may be called."""

_COMPUTE_GBPS: Final = 100.0
_FEWEST_COMPUTE: Final = 4
_COPPER_GBPS: Final = 10.0
_STORAGE_GBPS: Final = 10.0


def split_by_use(fields: Fields, interfaces: Interfaces, traits: Kind) -> list[Group]:
    """Return the groups of a device, those of a host parted by what their ports are for."""
    if not (traits.hosts_adapters or traits.stores):
        return interfaces.groups
    groups = [part for group in interfaces.groups for part in _by_name(group)]
    rest = [group for group in groups if not (group.management or group.purpose)]
    if traits.stores:
        for group in rest:
            if group.rate_gbps >= _STORAGE_GBPS:
                group.purpose = "storage"
    else:
        _by_type(rest, traits, taken={group.purpose for group in groups})
    said = [f"{len(group.names)} x {group.label} for {group.purpose}"
            for group in groups if group.purpose]  # fmt: skip
    if said:
        fields.notes.add("purpose", f"ports by their names and types: {', '.join(said)}",
                         "change purpose if they are not", fields.at("interfaces"))  # fmt: skip
    return groups


def _by_name(group: Group) -> list[Group]:
    """Return a group parted by the purposes that its ports' names tell."""
    if group.management:
        return [group]
    parts: dict[str, Group] = {}
    for name in group.names:
        purpose = next((use for use, pattern in _NAMES if pattern.search(name)), "")
        if purpose not in parts:
            parts[purpose] = Group(group.kind, group.rate_gbps, group.connector, False, [], purpose)
        parts[purpose].names.append(name)
    return list(parts.values())


def _by_type(rest: list[Group], traits: Kind, taken: set[str]) -> None:
    if traits.computes and "compute" not in taken:
        fast = [group for group in rest if group.rate_gbps >= _COMPUTE_GBPS]
        first = max(fast, key=lambda group: (group.rate_gbps, len(group.names)), default=None)
        if first is not None and len(first.names) >= _FEWEST_COMPUTE:
            first.purpose = "compute"
    for group in rest:
        if group.connector == "RJ45" and group.rate_gbps <= _COPPER_GBPS and not group.purpose:
            group.purpose = "in-band"
