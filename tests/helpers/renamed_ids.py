"""Designs in which no id is a name: whatever prints an id where people read shows its mark.

Every record that has a name gets another id, which begins with `MARK`, in the same order as
before, and as its name what it was called. What leads nowhere stays as it is: an id that no record
has is all that there is to print.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from designer.model.design import Design

MARK: Final = "zq"
NAMED: Final = ("racks", "rows", "devices", "power", "fabrics", "loops", "trays", "assemblies")
"""Collections whose records have names."""


_BY_KIND: Final = {kind: f"{MARK}{kind}" for kind in NAMED}


def with_marked_ids(design: Design, begins: Mapping[str, str] = _BY_KIND) -> Design:
    """Return a design with other ids, and every reference to them.

    Parameters
    ----------
    begins
        With what the ids of each kind begin: of kinds that begin alike, records are called alike.
    """
    return _Marked(design, begins).design()


class _Marked:
    def __init__(self, design: Design, begins: Mapping[str, str]) -> None:
        self._was = design
        self._ids = {
            kind: {one.id: f"{begins[kind]}{n:04}" for n, one in enumerate(getattr(design, kind))}
            for kind in NAMED
        }
        self._slots = {
            one.id: {slot.id: f"{MARK}slot{n:03}" for n, slot in enumerate(one.slots)}
            for one in design.assemblies
        }
        self._assembly_of = {rack.id: rack.assembly for rack in design.racks}

    def design(self) -> Design:
        was = self._was
        feed, fabric = self._one("power"), self._one("fabrics")
        return was.evolve(
            racks=self._named(
                "racks", row=self._one("rows"), assembly=self._one("assemblies"), feeds=_each(feed)
            ),
            rows=self._named("rows"),
            devices=self._named("devices", rack=self._one("racks"), feed=feed, fabric=fabric),
            power=self._named("power", parents=_each(feed)),
            fabrics=self._named("fabrics"),
            loops=self._named("loops", units=_each(self._place), racks=_each(self._place)),
            trays=self._named("trays"),
            assemblies=tuple(
                one.evolve(
                    id=self._one("assemblies")(one.id), name=one.name or one.id,
                    slots=tuple(
                        slot.evolve(
                            id=self._slots[one.id][slot.id], feed=feed(slot.feed),
                            fabric=fabric(slot.fabric),
                        )
                        for slot in one.slots
                    ),
                )
                for one in was.assemblies
            ),
            cables=tuple(
                one.evolve(a=self._place(one.a), b=self._place(one.b), fabric=fabric(one.fabric))
                for one in was.cables
            ),
            cords=tuple(
                one.evolve(supply=self._end(one.supply), outlet=self._end(one.outlet))
                for one in was.cords
            ),
            notes=tuple(one.evolve(target=self._place(one.target)) for one in was.notes),
        )  # fmt: skip

    def _one(self, kind: str) -> Callable[[str], str]:
        ids = self._ids[kind]
        return lambda ref: ids.get(ref, ref)

    def _named(self, kind: str, **fields: Callable[[Any], Any]) -> tuple[Any, ...]:
        return tuple(
            one.evolve(
                id=self._ids[kind][one.id], name=one.name or one.id,
                **{field: of(getattr(one, field)) for field, of in fields.items()},
            )
            for one in getattr(self._was, kind)
        )  # fmt: skip

    def _place(self, ref: str) -> str:
        """Return the id of what stands somewhere: a rack, a device, a slot of a rack, a row."""
        for kind in ("racks", "devices", "rows"):
            if ref in self._ids[kind]:
                return self._ids[kind][ref]
        rack, slash, slot = ref.partition("/")
        if not slash or rack not in self._ids["racks"]:
            return ref
        slots = self._slots.get(self._assembly_of[rack], {})
        return f"{self._ids['racks'][rack]}/{slots.get(slot, slot)}"

    def _end(self, end: str) -> str:
        """Return an end of a cord: `dgx-1:psu3`, or a rack PDU alone."""
        device, colon, at = end.rpartition(":")
        return f"{self._place(device)}{colon}{at}" if colon else self._place(end)


def _each(of: Callable[[str], str]) -> Callable[[Iterable[str]], tuple[str, ...]]:
    return lambda refs: tuple(map(of, refs))
