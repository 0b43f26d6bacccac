"""What a system is made of: its components by role, each with its source.

The chassis is the part itself: its size, fans, slots and supplies are the part's own figures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.catalog.figures import PortPurpose
from designer.model.record import Record

RoleId = Literal["board", "gpus", "cpus", "memory", "nics", "drives"]


@dataclass(frozen=True, slots=True)
class Role:
    """What a component is in a system.

    Attributes
    ----------
    id
        Also its name on the command line.
    sized
        Whether one is told apart by its capacity, and is no part of the catalogue.
    has_ports
        Whether it brings the ports of the system, for a purpose.
    """

    id: RoleId
    title: str
    sized: bool = False
    has_ports: bool = False


ROLES: Final[tuple[Role, ...]] = (
    Role("board", "GPU baseboard"),
    Role("gpus", "GPUs"),
    Role("cpus", "CPUs"),
    Role("memory", "Memory modules", sized=True),
    Role("nics", "NICs and DPUs", has_ports=True),
    Role("drives", "NVMe drives", sized=True),
)
"""In the order in which components are shown. Parts say by their kind which role they play."""


def role_named(role_id: str) -> Role:
    """Return the role with an id; `KeyError` for an id that no role has."""
    return _BY_ID[role_id]


_BY_ID: Final[dict[str, Role]] = {role.id: role for role in ROLES}


class Component(Record):
    """Some alike components of a system.

    Attributes
    ----------
    part
        Id of the part that each of them is; empty for memory and drives, which have a capacity.
    size_gb
        Capacity of one memory module or drive, in 10⁹ bytes.
    purpose
        What the ports of an adapter are for; empty: as its part says.
    """

    role: RoleId
    count: int
    part: str = ""
    size_gb: float | None = None
    purpose: PortPurpose | Literal[""] = ""
    source: str = ""
    kind: SourceKind = "derived"
    note: str = ""
    cited: Citation = NOTHING_CITED

    @property
    def key(self) -> tuple[str, str, float | None]:
        """What alike ones have in common: they draw, weigh and cost the same."""
        return self.role, self.part, self.size_gb

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what cannot be told apart, and none of something."""
        if self.count < 1:
            yield "count", "leave out a component of which there is none"
        if role_named(self.role).sized:
            if self.part:
                yield "part", f"{self.role} is told by its capacity, size_gb: leave part out"
        elif not self.part:
            yield "part", f"name the part that the {self.role} is"
