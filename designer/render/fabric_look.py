"""How a drawing of a fabric is looked at: what is lit, chosen, lost, filtered out.

May import the engine's map of a fabric, and `model`. No Qt.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from designer.engine.fabric_map import FabricCut
from designer.render.fabric_things import FabricIndex, Thing


@dataclass(frozen=True)
class FabricLook:
    """What of a fabric is lit, chosen, lost.

    Attributes
    ----------
    hovered, focused
        What is pointed at; what has the keyboard.
    lit
        What is lit because it is joined to what is pointed at, or chosen elsewhere.
    chosen
        What is selected.
    lost
        Switches and nodes that are lost in thought.
    cable
        The ends of a cable that is lost, the lower one first; None while none is.
    rails, planes
        Those that are shown; empty for all.
    cut
        The cut that is drawn.
    """

    hovered: Thing | None = None
    focused: Thing | None = None
    lit: frozenset[Thing] = frozenset()
    chosen: frozenset[Thing] = frozenset()
    lost: frozenset[Thing] = frozenset()
    cable: tuple[Thing, Thing] | None = None
    rails: frozenset[int] = frozenset()
    planes: frozenset[int] = frozenset()
    cut: FabricCut | None = None

    def at_rest(self) -> "FabricLook":
        """Return the look with nothing pointed at, chosen, or reached by the keyboard."""
        return replace(self, hovered=None, focused=None, lit=frozenset(), chosen=frozenset())

    def shows(self, index: FabricIndex, thing: Thing) -> bool:
        """Return whether rails and planes that are shown have something."""
        if thing.what == "node":
            return not self.rails or thing.rail < 0 or thing.rail in self.rails
        if thing.what in ("unit", "pod", "group"):
            return True
        switches = index.switches(thing.what)
        plane = switches.plane[thing.at]
        if self.planes and plane >= 0 and plane not in self.planes:
            return False
        if thing.what != "leaf" or not self.rails:
            return True
        rail = switches.rail[thing.at]
        return rail < 0 or rail in self.rails


def joined_to(index: FabricIndex, things: Iterable[Thing]) -> frozenset[Thing]:
    """Return things with all that they are joined to."""
    found: set[Thing] = set()
    for thing in things:
        found.add(thing)
        found.update(index.lines_of(thing))
    return frozenset(found)
