"""The interfaces of a device in groups of one type and use."""

import re
from dataclasses import dataclass, field


@dataclass(slots=True)
class Group:
    """Interfaces of one type and use, before they have a name."""

    kind: str
    rate_gbps: float
    connector: str
    management: bool
    names: list[str] = field(default_factory=list)
    purpose: str = ""

    @property
    def label(self) -> str:
        """What tells it from its neighbours: `400g-osfp`."""
        words = [f"{self.rate_gbps:g}g", self.connector or self.kind]
        return re.sub(r"[^a-z0-9.]+", "-", "-".join(words).lower()).strip("-")


@dataclass(slots=True)
class Interfaces:
    """The interfaces of a device: network ports in groups; how many are something else."""

    groups: list[Group] = field(default_factory=list)
    wireless: int = 0
    fibre_channel: int = 0

    @property
    def data(self) -> list[Group]:
        """The groups that are not for management."""
        return [group for group in self.groups if not group.management]

    @property
    def data_ports(self) -> int:
        """How many ports are not for management."""
        return sum(len(group.names) for group in self.data)

    def most(self) -> Group | None:
        """Return the largest group of data ports, the faster one if two are equal."""
        return max(self.data, key=lambda g: (len(g.names), g.rate_gbps), default=None)
