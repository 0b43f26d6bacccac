"""A design as of one of its stages: what comes later is not there yet, nor what needs it.

Nothing is copied or kept: the design says of each thing in which stage it comes, and what stands at
a stage follows from it. So the same rules, figures and sheets are those of the stage.

What holds another thing decides whether it can be there: a device comes no earlier than its rack, a
cable or a cord no earlier than both its ends, a thing upstream no earlier than the first of what
feeds it. Any other name of what comes later is left out: a rack PDU whose feed comes later is fed
by nothing until then, which the rules tell. Places in a fabric stay free for what comes later, so
that no cable is plugged anew when it comes.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from designer.document.kept_places import keeping_places
from designer.document.members import Members
from designer.model.design import Assembly, Cord, Design, Loop
from designer.model.kept import held
from designer.model.layout import Layout
from designer.model.power_node import PowerNode
from designer.model.stages import Stage, in_order, ranks

_TOKENS: Final = re.compile(r"[^:,+ ]+")
"""What ids stand between in the key of a finding."""


def as_of(design: Design, stage: str) -> Design:
    """Return a design as it stands when a stage is done.

    The stages that come later are left out as well, so that the last stage of what is returned is
    the one that was asked for. As of the last stage it is the same design.

    Raises
    ------
    KeyError
        If it has no such stage.
    """
    order = in_order(design.stages)
    at = [one.id for one in order].index(stage) if stage in {one.id for one in order} else None
    if at is None:
        raise KeyError(stage)
    if at == len(order) - 1:
        return design
    return _narrowed(design, order, at)


def each_stage(design: Design) -> Iterator[tuple[Stage, Design]]:
    """Yield every stage in order with the design as of it; nothing where there are none."""
    for stage in in_order(design.stages):
        yield stage, as_of(design, stage.id)


def come_later(design: Design, stage: str) -> frozenset[str]:
    """Return the keys of what is not there yet as of a stage, as the floor selects it.

    These are ids of racks and devices, `rack/slot` of what assemblies bring, and ids of records of
    the room's power, of trays, loops and fabrics. Empty for the last stage, and for one that is
    not there.
    """
    order = in_order(design.stages)
    at = next((at for at, one in enumerate(order) if one.id == stage), len(order) - 1)
    return _Later(design, at).keys if order and at < len(order) - 1 else frozenset()


def _narrowed(design: Design, order: tuple[Stage, ...], at: int) -> Design:
    later = _Later(design, at)
    changes: dict[str, Any] = {
        "stages": tuple(sorted(order[: at + 1], key=lambda one: one.id)),
        "power": later.power_left(),
        "assemblies": tuple(map(later.assembly, design.assemblies)),
        "racks": tuple(
            rack if later.feeds.isdisjoint(rack.feeds) else rack.evolve(feeds=later.fed(rack.feeds))
            for rack in design.racks
            if rack.id not in later.racks
        ),
        "devices": tuple(map(later.without_links, later.devices_left())),
        "fabrics": tuple(one for one in design.fabrics if one.id not in later.fabrics),
        "cables": tuple(
            cable
            for cable in design.cables
            if cable.fabric not in later.fabrics and not later.is_gone(cable.a, cable.b)
        ),
        "trays": tuple(tray for tray in design.trays if not later.is_later(tray.stage)),
        "cords": tuple(cord for cord in design.cords if not later.is_gone(*_ends(cord))),
        "loops": tuple(later.loops_left()),
        "notes": tuple(note for note in design.notes if note.target not in later.keys),
        "waivers": tuple(
            waiver
            for waiver in design.waivers
            if later.keys.isdisjoint(_TOKENS.findall(waiver.id.partition(":")[2]))
        ),
    }
    after = design.evolve(**{name: held(one) for name, one in changes.items()})
    if not after.fabrics:
        return after.evolve(places=()) if after.places else after
    return keeping_places(Members(Layout(design)), after)


def _ends(cord: Cord) -> Iterator[str]:
    for end in filter(None, (cord.supply, cord.outlet)):
        yield end.rpartition(":")[0] or end


class _Later:
    """What comes after a stage.

    Attributes
    ----------
    racks, fabrics, feeds, power
        Ids of what comes later: `feeds` are those among `power`.
    keys
        All of it, as `come_later` gives it.
    """

    def __init__(self, design: Design, at: int) -> None:
        self._design = design
        self._late = {stage for stage, rank in ranks(design.stages).items() if rank > at}
        self.racks = {rack.id for rack in design.racks if self.is_later(rack.stage)}
        self.fabrics = {one.id for one in design.fabrics if self.is_later(one.stage)}
        self._slots = {
            one.id: {slot.id for slot in one.slots if self.is_later(slot.stage)}
            for one in design.assemblies
        }
        self.power = self._power()
        self.feeds = {node.id for node in design.power if node.kind == "feed"} & self.power
        self.keys = frozenset(self._keys())

    def is_later(self, stage: str) -> bool:
        """Return whether what names a stage comes later."""
        return stage in self._late

    def is_gone(self, *keys: str) -> bool:
        """Return whether one of some devices or racks comes later, alone or with its rack."""
        return any(key in self.keys or key.partition("/")[0] in self.racks for key in keys)

    def fed(self, feeds: Iterable[str]) -> tuple[str, ...]:
        """Return those of some feeds that are there."""
        return tuple(feed for feed in feeds if feed not in self.feeds)

    def devices_left(self) -> Iterator[Any]:
        """Yield the drawn devices that are there."""
        for device in self._design.devices:
            if device.rack not in self.racks and not self.is_later(device.stage):
                yield device

    def assembly(self, one: Assembly) -> Assembly:
        """Return an assembly without what comes later."""
        gone = self._slots[one.id]
        slots = tuple(self.without_links(slot) for slot in one.slots if slot.id not in gone)
        same = len(slots) == len(one.slots) and all(
            a is b for a, b in zip(slots, one.slots, strict=True)
        )
        return one if same else one.evolve(slots=slots)

    def without_links(self, one: Any) -> Any:  # noqa: ANN401 - a device or a slot
        """Return a device or slot without names of a feed or a fabric that comes later."""
        changes: dict[str, str] = {}
        if one.feed in self.feeds:
            changes["feed"] = ""
        if one.fabric in self.fabrics:
            changes |= {"fabric": "", "tier": ""}
        return one.evolve(**changes) if changes else one

    def power_left(self) -> tuple[PowerNode, ...]:
        """Return what stands upstream by then, each fed by what is there of what feeds it."""
        left = (node for node in self._design.power if node.id not in self.power)
        return tuple(
            node
            if self.power.isdisjoint(node.parents)
            else node.evolve(parents=tuple(p for p in node.parents if p not in self.power))
            for node in left
        )

    def loops_left(self) -> Iterator[Loop]:
        """Yield the loops of which something is there: an empty list would name all."""
        rows_left = {rack.row for rack in self._design.racks if rack.id not in self.racks}
        rows = {row.id for row in self._design.rows}
        gone = self.racks | {row for row in rows if row not in rows_left}
        for loop in self._design.loops:
            units = tuple(unit for unit in loop.units if not self.is_gone(unit))
            racks = tuple(key for key in loop.racks if key not in self.racks)
            fed = racks if set(racks) - gone else ()
            if self.is_later(loop.stage) or bool(units) != bool(loop.units):
                continue
            if bool(fed) != bool(loop.racks):
                continue
            same = (units, racks) == (loop.units, loop.racks)
            yield loop if same else loop.evolve(units=units, racks=racks)

    def _power(self) -> set[str]:
        """Return what upstream comes later, for itself or because all that feeds it does."""
        nodes = {node.id: node for node in self._design.power}
        gone = {node.id for node in nodes.values() if self.is_later(node.stage)}
        while True:
            more = {
                node.id
                for node in nodes.values()
                if node.id not in gone
                and (parents := [one for one in node.parents if one in nodes])
                and gone.issuperset(parents)
            }
            if not more:
                return gone
            gone |= more

    def _keys(self) -> Iterator[str]:
        design = self._design
        yield from self.racks
        yield from self.fabrics
        yield from self.power
        yield from (tray.id for tray in design.trays if self.is_later(tray.stage))
        yield from (loop.id for loop in design.loops if self.is_later(loop.stage))
        for device in design.devices:
            if device.rack in self.racks or self.is_later(device.stage):
                yield device.id
        slots = {one.id: one.slots for one in design.assemblies}
        for rack in design.racks:
            gone = self._slots.get(rack.assembly, ())
            for slot in slots.get(rack.assembly, ()):
                if rack.id in self.racks or slot.id in gone:
                    yield f"{rack.id}/{slot.id}"
