"""Which halls a fabric serves, and what fabrics of the same halls leave each other of ports."""

from dataclasses import dataclass, field

from designer.model.design import Fabric
from designer.model.hall import NO_HALL

Uses = dict[tuple[str, str], int]
"""Links that are taken of groups of ports, by part and group."""


def takes(fabric: Fabric, part: str, hall: str) -> bool:
    """Return whether a thing of a part in a hall is a node of a fabric."""
    return part in fabric.nodes and fabric.hall in (NO_HALL, hall)


@dataclass
class PortUses:
    """What fabrics take of nodes' ports, one after another, in each hall for itself.

    A fabric of the whole site comes after those of every hall: of the ports of a node it has what
    the hall leaves in which most are taken.
    """

    _site: Uses = field(default_factory=dict)
    _halls: dict[str, Uses] = field(default_factory=dict)

    def before(self, fabric: Fabric) -> Uses:
        """Return what the fabrics before one take of the nodes that it serves."""
        if fabric.hall != NO_HALL:
            return self._halls.get(fabric.hall, self._site)
        found = dict(self._site)
        for uses in self._halls.values():
            for key, links in uses.items():
                found[key] = max(links, found.get(key, 0))
        return found

    def take(self, fabric: Fabric, uses: Uses) -> None:
        """Count what a fabric takes, together with those before it."""
        if fabric.hall != NO_HALL:
            self._halls[fabric.hall] = self._halls.get(fabric.hall, self._site) | uses
            return
        self._site = self._site | uses
        self._halls = {hall: before | uses for hall, before in self._halls.items()}
