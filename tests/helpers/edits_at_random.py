"""Edits of a design at random, and the report from scratch that any sequence of them must give."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.change import Change, apply
from designer.model.design import Design, Device, Loop, Waiver

SHIPPED = load_shipped()
DROPPED = ("qm9700", "dgx-h100", "dgx-b200", "sn2201", "pdu-415v-60a-3ph", "rdhx", "no-such-part")


def put(design: Design, collection: str, *records: Any) -> Design:
    return apply(design, Change(put=((collection, records),)))


def _device(design: Design, random: Random) -> Design:
    fabric = random.choice([f.id for f in design.fabrics] + [""])
    new = Device(
        id=f"new-{random.randrange(6)}", name="new", part=random.choice(DROPPED),
        rack=random.choice(design.racks).id, half_u=random.randrange(2, 80),
        fabric=fabric, tier=random.choice(("leaf", "spine", "")) if fabric else "",
        feed=random.choice(("", "A", "Z")),
    )  # fmt: skip
    return put(design, "devices", new)


def fewer_devices(design: Design, random: Random) -> Design:
    kept = [device for device in design.devices if random.random() < 0.5]
    return design.evolve(devices=tuple(kept))


def _rack(design: Design, random: Random) -> Design:
    rack = random.choice(design.racks)
    changed = random.choice(
        (
            rack.evolve(name=f"{rack.name}'"),
            rack.evolve(x_mm=rack.x_mm + 300),
            rack.evolve(cooling="rear-door"),
            rack.evolve(assembly=random.choice(design.assemblies).id),
            rack.evolve(assembly=""),
        )
    )
    return put(design, "racks", changed)


def _fewer_racks(design: Design, random: Random) -> Design:
    return apply(design, Change(drop=(("racks", (random.choice(design.racks).id,)),)))


def _slots(design: Design, random: Random) -> Design:
    assembly = random.choice(design.assemblies)
    return put(design, "assemblies", assembly.evolve(slots=assembly.slots[:-1]))


def _site(design: Design, random: Random) -> Design:
    field, value = random.choice(
        (
            ("supply_air_c", 31.0), ("supply_air_c", None), ("pue", 1.2), ("utilisation", 0.5),
            ("estimates", False), ("estimates", True), ("feed_policy", "2N"),
            ("cooling_water_c", 40.0),
        )
    )  # fmt: skip
    return design.evolve(site=design.site.evolve(**{field: value}))


def _feed(design: Design, random: Random) -> Design:
    node = random.choice(design.power)
    return put(design, "power", node.evolve(capacity_kw=random.choice((None, 50.0, 5000.0))))


def _loop(design: Design, random: Random) -> Design:
    if design.loops and random.random() < 0.5:
        return design.evolve(loops=())
    racks = tuple(rack.id for rack in design.racks if random.random() < 0.3)
    return put(design, "loops", Loop(id=f"loop-{random.randrange(2)}", racks=racks))


def _fabric(design: Design, random: Random) -> Design:
    fabric = random.choice(design.fabrics)
    return put(design, "fabrics", fabric.evolve(rails=random.choice((1, fabric.rails))))


def _waiver(design: Design, random: Random) -> Design:
    keys = [check.key for check in at_once(design).checks if check.can_be_waived]
    if not keys:
        return design
    return put(design, "waivers", Waiver(id=random.choice(keys), reason="seen"))


EDITS: tuple[Callable[[Design, Random], Design], ...] = (
    _device, _device, _device, fewer_devices, _rack, _fewer_racks, _slots, _site, _feed, _loop,
    _fabric, _waiver,
)  # fmt: skip


def sequence(design: Design, seed: int, steps: int) -> Iterator[Design]:
    random = Random(seed)
    for _ in range(steps):
        design = random.choice(EDITS)(design, random)
        yield design


def at_once(design: Design) -> Report:
    """The report of a design from nothing, before anything is worked out later."""
    return Evaluator(SHIPPED).report(design)


def bare(report: Report) -> dict[str, Any]:
    return {**report.model_dump(), "timings": ()}
