"""What a press or a band on the drawing takes, and whether remarks are shown."""

from typing import Final, Literal

from PySide6.QtCore import QObject, Signal

from designer.catalog.part import Part

Kind = Literal["racks", "devices", "cables", "trays", "cooling", "notes"]

KINDS: Final[tuple[tuple[Kind, str, str], ...]] = (
    ("racks", "Racks", "Racks are taken by a press or a band on the floor"),
    ("devices", "Devices", "Devices are taken by a press in the elevation"),
    ("cables", "Cables", "Cables are shown on the floor, with their schedule"),
    ("trays", "Trays", "Cable trays are shown on the floor, and taken by a press"),
    ("cooling", "Cooling", "CDUs and air units are taken by a press or a band on the floor"),
    ("notes", "Notes", "Remarks and comments are shown on the floor"),
)
"""Kind, word, and what holds while it is on."""
_OFF_AT_FIRST: Final = frozenset({"cables"})


class SelectionFilter(QObject):
    """Kinds that are switched on; all but cables at first.

    Drops, lists and commands take no notice.
    """

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._off: set[str] = set(_OFF_AT_FIRST)

    def allows(self, kind: Kind) -> bool:
        """Return whether a kind is on."""
        return kind not in self._off

    def allows_part(self, part: Part | None) -> bool:
        """Return whether what stands on the floor may be taken; a missing part counts as a rack."""
        cooling = part is not None and part.traits.is_cooling_unit
        return self.allows("cooling" if cooling else "racks")

    def switch(self, kind: Kind, *, on: bool) -> None:
        """Switch a kind on or off."""
        if on != self.allows(kind):
            (self._off.discard if on else self._off.add)(kind)
            self.changed.emit(kind)
