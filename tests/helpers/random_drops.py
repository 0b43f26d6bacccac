"""Random drops on a design, each as the plan that letting go there would be; seeded, without Qt."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import drawn_of
from designer.document.cable_plans import cable_between
from designer.document.document import Edit
from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    devices_into_rack,
    part_into_rack,
    part_onto_floor,
    racks_by,
)
from designer.document.edits import duplicate, move_row, remove
from designer.document.errors import EditError
from designer.document.placement import Verdict
from designer.document.plant_plans import plant_by, plant_onto_floor, run_end_by
from designer.document.tray_plans import corner_to, tray_onto_floor, trays_by
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.network_keys import tray_key
from designer.wiring.hand_cables import Socket

Maker = Callable[["Drops"], DropPlan | None]
_TRIES: Final = 60


class Drops:
    """Draws drops of every kind on one design.

    Parameters
    ----------
    parts
        Ids of the parts that are dragged.
    """

    def __init__(self, design: Design, catalog: Catalog, parts: tuple[str, ...], rng: Random):
        self.design, self.catalog, self.rng = design, catalog, rng
        self.layout = Layout(design)
        held = [catalog.require(part) for part in parts]
        self.floor = [p for p in held if p.stands_on_floor and not p.traits.drawn_on_plan]
        self.plant = [p for p in held if p.traits.drawn_on_plan]
        self.trays = [p for p in held if p.traits.holds_cables]
        known = {p.id for p in (*self.floor, *self.plant, *self.trays)}
        self.devices = [p for p in held if p.id not in known]

    def drawn(self, number: int) -> Iterator[tuple[str, DropPlan]]:
        """Yield plans that may be and change something, kind after kind that there is here."""
        kinds, given = list(KINDS), 0
        while given < number and kinds:
            for kind in tuple(kinds):
                plan = next(filter(_counts, (KINDS[kind](self) for _ in range(_TRIES))), None)
                if plan is None:
                    kinds.remove(kind)
                elif given < number:
                    given += 1
                    yield kind, plan

    def refused(self, number: int) -> Iterator[DropPlan]:
        """Yield plans that may not be there and know where else they may, kinds by turns."""
        drawn = (KINDS[kind](self) for _ in range(number * _TRIES) for kind in KINDS)
        meant = (plan for plan in drawn if plan is not None and plan.elsewhere is not None)
        yield from islice((plan for plan in meant if not plan.verdict.ok), number)

    def point(self) -> tuple[float, float]:
        """Return a place of the room, half of the time near a rack."""
        xs, ys = zip(*self.design.room.outline, strict=True)
        if self.design.racks and self.rng.random() < 0.5:
            rack = self.rng.choice(self.design.racks)
            return (
                rack.x_mm + self.rng.uniform(-2500, 2500),
                rack.y_mm + self.rng.uniform(-2500, 2500),
            )
        return self.rng.uniform(min(xs), max(xs)), self.rng.uniform(min(ys), max(ys))

    def step(self) -> tuple[int, int]:
        """Return a distance in tiles or, now and then, in mm."""
        tile = self.design.room.tile_mm
        if self.rng.random() < 0.3:
            return self.rng.randint(-900, 900), self.rng.randint(-900, 900)
        return tile * self.rng.randint(-4, 4), tile * self.rng.randint(-4, 4)


def _counts(plan: DropPlan | None) -> bool:
    return plan is not None and plan.verdict.ok and plan.edit is not None


def _device(on: Drops) -> DropPlan | None:
    if not (on.design.racks and on.devices):
        return None
    part, rack = on.rng.choice(on.devices), on.rng.choice(on.design.racks)
    half_u = on.rng.choice((None, 2 * on.rng.randint(1, 42)))
    return part_into_rack(on.layout, on.catalog, part.id, rack.id, half_u)


def _floor(on: Drops) -> DropPlan | None:
    if not on.floor:
        return None
    part, free = on.rng.choice(on.floor), on.rng.random() < 0.3
    return part_onto_floor(on.layout, on.catalog, part.id, *on.point(), free=free)


def _plant(on: Drops) -> DropPlan | None:
    if not on.plant:
        return None
    part: Part = on.rng.choice(on.plant)
    return plant_onto_floor(on.layout, on.catalog, part, *on.point(), free=on.rng.random() < 0.3)


def _tray(on: Drops) -> DropPlan | None:
    if not on.trays:
        return None
    over = on.rng.choice(("", *(tray.id for tray in on.design.trays)))
    row = on.rng.choice(("", *(row.id for row in on.design.rows)))
    return tray_onto_floor(
        on.layout, on.catalog, on.rng.choice(on.trays), on.point(), 300.0,
        free=on.rng.random() < 0.3, row=row, over=over,
    )  # fmt: skip


def _moved_tray(on: Drops) -> DropPlan | None:
    if not on.design.trays:
        return None
    tray = on.rng.choice(on.design.trays)
    if on.rng.random() < 0.5:
        return trays_by(on.layout, (tray_key(tray.id),), *on.step())
    x, y = on.point()
    at = on.rng.randrange(len(tray.corners))
    return corner_to(on.layout, tray_key(tray.id), at, (round(x), round(y)))


def _cable(on: Drops) -> DropPlan | None:
    """Return a cable by hand between sockets of two devices, as it is dragged in an elevation."""
    placed = [one for rack in on.design.racks for one in on.layout.in_rack(rack.id)]
    sockets = [
        Socket(one.key, group.name, on.rng.randrange(group.count))
        for one in placed
        if (part := on.catalog.get(one.part)) is not None
        for group in part.ports
        if group.count
    ]
    if len(sockets) < 2:
        return None
    return cable_between(on.layout, on.catalog, *on.rng.sample(sockets, 2))


def _moved_racks(on: Drops) -> DropPlan | None:
    if not on.design.racks:
        return None
    some = on.rng.sample(on.design.racks, min(on.rng.choice((1, 1, 2, 4)), len(on.design.racks)))
    return racks_by(on.layout, on.catalog, tuple(rack.id for rack in some), *on.step())


def _moved_row(on: Drops) -> DropPlan | None:
    rows = {rack.row for rack in on.design.racks if rack.row}
    if not rows:
        return None
    row = on.rng.choice(sorted(rows))
    ids = tuple(rack.id for rack in on.design.racks if rack.row == row)
    by = on.step()
    plan = racks_by(on.layout, on.catalog, ids, *by)
    if plan.edit is None:
        return None
    return DropPlan(plan.key, plan.verdict, plan.label, move_row(on.catalog, row, *by), ids)


def _moved_devices(on: Drops) -> DropPlan | None:
    placed = [one for rack in on.design.racks for one in on.layout.in_rack(rack.id)]
    if not placed:
        return None
    some = on.rng.sample(placed, min(on.rng.choice((1, 1, 2)), len(placed)))
    keys = tuple(one.key for one in some)
    rack = on.rng.choice(on.design.racks)
    half_u = on.rng.choice((None, 2 * on.rng.randint(1, 42)))
    return devices_into_rack(on.layout, on.catalog, DraggedDevices(keys), rack.id, half_u)


def _moved_plant(on: Drops) -> DropPlan | None:
    drawn = list(drawn_of(on.design, on.catalog))
    if not drawn:
        return None
    one = on.rng.choice(drawn)
    if one.is_run and on.rng.random() < 0.5:
        x, y = on.point()
        first = on.rng.random() < 0.5
        return run_end_by(on.layout, on.catalog, one.key, (round(x), round(y)), first=first)
    return plant_by(on.layout, on.catalog, (one.key,), *on.step())


def _copied(on: Drops) -> DropPlan | None:
    if not on.design.racks:
        return None
    rack = on.rng.choice(on.design.racks)
    edit = duplicate(on.catalog, (rack.id,))
    return _by_edit(on, f"Copy {rack.name}", edit, ())


def _removed(on: Drops) -> DropPlan | None:
    """What a selection is removed; most have a rack or a device in them."""
    ids = [*(rack.id for rack in on.design.racks), *(device.id for device in on.design.devices)]
    if not ids:
        return None
    key = on.rng.choice(ids)
    rack = on.layout.rack_of(key)
    return _by_edit(on, f"Remove {key}", remove((key,)), (rack,) if rack else ())


def _by_edit(on: Drops, label: str, edit: Edit, racks: tuple[str, ...]) -> DropPlan | None:
    try:
        after = edit(on.design)
    except EditError:
        return None
    verdict = Verdict(ok=after is not on.design, reason="", title=label)
    return DropPlan((label, edit), verdict, label, edit, racks)


KINDS: Final[dict[str, Maker]] = {
    "device": _device,
    "on the floor": _floor,
    "plant": _plant,
    "tray": _tray,
    "moved tray": _moved_tray,
    "cable": _cable,
    "moved racks": _moved_racks,
    "moved row": _moved_row,
    "moved devices": _moved_devices,
    "moved plant": _moved_plant,
    "copy": _copied,
    "removal": _removed,
}
