"""Which layers are hidden and which are spared by the hand: by kind, and by names of one's own.

It is how one looks at a design, and no part of it: a file, sheets, totals and checks have all of
it whatever is hidden. Another design that is opened begins with all of it shown.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import loop_of, node_of
from designer.document.edits.groups import names_of
from designer.model.change import record_with
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.model.network_keys import element_of, tray_of
from designer.model.plural import plural

Kind = Literal[
    "compute", "network", "storage", "other", "cooling", "power", "room", "trays", "notes"
]
KINDS: Final[tuple[tuple[Kind, str], ...]] = (
    ("compute", "Compute racks"), ("network", "Network racks"), ("storage", "Storage racks"),
    ("other", "Other racks"), ("cooling", "Cooling units"), ("power", "Power and pipes"),
    ("room", "Columns, walls and zones"), ("trays", "Cable trays"),
    ("notes", "Remarks and comments"),
)  # fmt: skip
"""Kind and word, in the order of the list. A rack is of the first kind that it holds one of."""
_ONE_OF: Final[tuple[tuple[Kind, Callable[[Part], bool]], ...]] = (
    ("compute", lambda part: part.traits.counts_as_node),
    ("storage", lambda part: part.traits.stores),
    ("network", lambda part: part.traits.switches),
)
OWN: Final = "layer:"
"""Begins what a layer of one's own name is known by here."""


class Layers(QObject):
    """The state of the layers of one window.

    Parameters
    ----------
    layout, catalog
        Give the index over the design and the parts as they are now.
    comments
        Gives how many comments of a review there are: they lie on the layer of remarks.

    Signals
    -------
    changed
        A layer is shown, hidden, spared or no longer.
    """

    changed = Signal()

    def __init__(
        self,
        layout: Callable[[], Layout],
        catalog: Callable[[], Catalog],
        comments: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._layout, self._catalog, self._comments = layout, catalog, comments
        self._hidden: set[str] = set()
        self._held: set[str] = set()
        self._kinds: dict[tuple[str, str], Kind] = {}
        """Kinds of racks that hold nothing of their own, by part and assembly."""
        self._kinds_of: object = None
        self._under: tuple[Design, frozenset[str], Design] | None = None

    @property
    def any_hidden(self) -> bool:
        """Whether anything may be hidden."""
        return bool(self._hidden)

    def all(self) -> tuple[tuple[str, str], ...]:
        """Return what each layer is known by, and its words: kinds, then names of one's own."""
        own = sorted(names_of(self._layout().design, "layer"))
        return (*KINDS, *((f"{OWN}{name}", name) for name in own))

    def is_hidden(self, layer: str) -> bool:
        """Return whether a layer is hidden."""
        return layer in self._hidden

    def is_held(self, layer: str) -> bool:
        """Return whether what is on a layer is passed over by a press and a band."""
        return layer in self._held

    def hide(self, layer: str, *, on: bool = True) -> None:
        """Hide a layer, or show it."""
        self._switch(self._hidden, layer, on)

    def hold(self, layer: str, *, on: bool = True) -> None:
        """Let press and band pass over a layer, or take what is on it."""
        self._switch(self._held, layer, on)

    def show_all(self) -> None:
        """Show every layer."""
        if self._hidden:
            self._hidden.clear()
            self.changed.emit()

    def forget(self) -> None:
        """Begin anew: another design is open."""
        self._kinds.clear()
        if self._hidden or self._held:
            self._hidden.clear()
            self._held.clear()
            self.changed.emit()

    def _switch(self, those: set[str], layer: str, on: bool) -> None:
        if on != (layer in those):
            (those.add if on else those.discard)(layer)
            self.changed.emit()

    def hides_rack(self, rack: Rack) -> bool:
        """Return whether a rack or floor unit is hidden."""
        return bool(self._hidden) and self._is_in(self._hidden, rack)

    def takes_rack(self, rack: Rack) -> bool:
        """Return whether a press or a band takes a rack or floor unit, as far as layers say."""
        return not self._held or not self._is_in(self._held, rack)

    def _is_in(self, those: set[str], rack: Rack) -> bool:
        if rack.layer and f"{OWN}{rack.layer}" in those:
            return True
        return any(kind in those for kind, _ in KINDS[:5]) and self.kind_of(rack) in those

    def hides(self, kind: Literal["power", "room", "trays", "notes"], layer: str = "") -> bool:
        """Return whether something else is hidden, by its kind and the layer that it names."""
        return kind in self._hidden or bool(layer and f"{OWN}{layer}" in self._hidden)

    def takes(self, kind: Literal["power", "room", "trays"], layer: str = "") -> bool:
        """Return whether a press takes something else, as far as layers say."""
        return kind not in self._held and not (layer and f"{OWN}{layer}" in self._held)

    def hides_key(self, key: str) -> bool:
        """Return whether what a key of the selection means is hidden, or hangs in what is."""
        if not self._hidden:
            return False
        layout = self._layout()
        if node := node_of(key):
            found = record_with(layout.design.power, node)
            return self.hides("power", found.layer if found is not None else "")
        if loop_of(key):
            return self.hides("power")
        if element_of(key):
            return self.hides("room")
        if tray := tray_of(key):
            one = record_with(layout.design.trays, tray)
            return self.hides("trays", one.layer if one is not None else "")
        rack = layout.racks.get(layout.rack_of(key))
        return rack is not None and self.hides_rack(rack)

    def shown(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return those of some keys of which nothing is hidden."""
        return tuple(key for key in keys if not self.hides_key(key))

    def hidden_words(self) -> str:
        """Return which layers are hidden and how many things, in words; empty where none is."""
        # Asked after every edit: names are looked for on all racks only where one is hidden.
        every = self.all() if self._hidden else ()
        names = [words for layer, words in every if layer in self._hidden]
        if not names:
            return ""
        return f"{', '.join(names)} ({plural(self.hidden_count(), 'thing')})"

    def hidden_count(self) -> int:
        """Return how many racks, things of power, room and review, and trays are hidden."""
        if not self._hidden:
            return 0
        design = self._layout().design
        many = sum(map(self.hides_rack, design.racks))
        many += sum(self.hides("trays", tray.layer) for tray in design.trays)
        many += sum(
            self.hides("power", node.layer) for node in design.power if node.x_mm is not None
        )
        many += sum(self.hides("power") for loop in design.loops if loop.x_mm is not None)
        many += len(design.room.obstacles) if self.hides("room") else 0
        return many + (self.said() if self.hides("notes") else 0)

    def said(self) -> int:
        """Return how many remarks and comments there are."""
        return len(self._layout().design.notes) + self._comments()

    def under_racks(self) -> Design:
        """Return the design with what of room, power and pipes is shown; itself with all shown.

        For what is painted under the racks alone.
        """
        design = self._layout().design
        if not self._hidden:
            return design
        asked = design, frozenset(self._hidden)
        if self._under is None or self._under[0] is not design or self._under[1] != asked[1]:
            self._under = (*asked, self._without_hidden(design))
        return self._under[2]

    def _without_hidden(self, design: Design) -> Design:
        nowhere = {"x_mm": None, "y_mm": None}
        power = tuple(
            node.evolve(**nowhere) if node.x_mm is not None and self.hides("power", node.layer)
            else node
            for node in design.power
        )  # fmt: skip
        loops = tuple(
            loop.evolve(**nowhere) if loop.x_mm is not None and self.hides("power") else loop
            for loop in design.loops
        )
        bare = design.room.evolve(obstacles=()) if self.hides("room") else design.room
        return design.evolve(power=power, loops=loops, room=bare)

    def kind_of(self, rack: Rack) -> Kind:
        """Return which kind of layer a rack or floor unit is on."""
        layout = self._layout()
        assemblies = layout.design.assemblies
        if assemblies is not self._kinds_of:
            self._kinds.clear()
            self._kinds_of = assemblies
        own = layout.own_devices.get(rack.id, ())
        if own:
            return self._kind(rack, [device.part for device in own])
        known = self._kinds.get((rack.part, rack.assembly))
        if known is None:
            known = self._kinds[rack.part, rack.assembly] = self._kind(rack, [])
        return known

    def _kind(self, rack: Rack, own: list[str]) -> Kind:
        assembly = self._layout().assemblies.get(rack.assembly)
        slots = [slot.part for slot in assembly.slots] if assembly is not None else []
        catalog = self._catalog()
        parts = list(filter(None, map(catalog.get, dict.fromkeys((rack.part, *own, *slots)))))
        if parts and parts[0].id == rack.part and parts[0].traits.is_cooling_unit:
            return "cooling"
        for kind, is_one in _ONE_OF:
            if any(map(is_one, parts)):
                return kind
        return "other"
