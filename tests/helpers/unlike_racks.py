"""Halls as people draw them by hand: racks unlike one another, devices without an assembly, loops.

Each is made from a hall of racks of four nodes that a template drew.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Final

from designer.model.design import Assembly, Design, Device, Loop, Slot

NODE = "dgx-h100"
_HIGH, _GAPS, _MOST = 16, 17, 30
"""Half units of a node; how many gaps may be below the next; half units that gaps may take."""
_SWITCH: Final = "sn2201"
_SWITCHES: Final = 8
_CORDINGS: Final = ("", "by-side", "1")

Refill = Callable[[list[Slot], int], tuple[list[Slot], int] | None]
"""What a rack holds otherwise, by its slots and a number, with the next number."""


def other_heights(design: Design) -> Design:
    """Return a design in which each rack of four nodes has them at heights of its own."""
    return _refilled(design, _raised)


def other_devices(design: Design) -> Design:
    """Return a design in which each rack of four nodes holds other devices, or feeds them so."""
    return _refilled(design, _other)


def _refilled(design: Design, refill: Refill) -> Design:
    by_id = {one.id: one for one in design.assemblies}
    made: list[Assembly] = []
    racks, number = [], 0
    for rack in design.racks:
        assembly = by_id.get(rack.assembly)
        if assembly is None or all(slot.part != NODE for slot in assembly.slots):
            racks.append(rack)
            continue
        slots, number = refill(list(assembly.slots), number)
        slots.sort(key=lambda slot: slot.id)
        made.append(assembly.evolve(id=f"unlike-{len(made):04d}", slots=tuple(slots)))
        racks.append(rack.evolve(assembly=made[-1].id))
    assemblies = tuple(sorted((*design.assemblies, *made), key=lambda one: one.id))
    return design.evolve(assemblies=assemblies, racks=tuple(racks))


def _gaps(number: int) -> list[int]:
    return [number // _GAPS**at % _GAPS for at in range(3)]


def _raised(slots: list[Slot], number: int) -> tuple[list[Slot], int]:
    while sum(gaps := _gaps(number)) > _MOST:
        number += 1
    nodes = [slot for slot in slots if slot.part == NODE]
    raised, half_u = [slot for slot in slots if slot.part != NODE], 2
    for at, slot in enumerate(nodes):
        raised.append(slot.evolve(half_u=half_u))
        half_u += _HIGH + (gaps[at] if at < len(gaps) else 0)
    return raised, number + 1


def _other(slots: list[Slot], number: int) -> tuple[list[Slot], int]:
    """Return one to four nodes, some small switches, and feeds in another order."""
    nodes = [slot for slot in slots if slot.part == NODE]
    feeds = sorted({slot.feed for slot in slots if slot.feed})
    orders = tuple(permutations(feeds))
    held, rest = number % len(nodes) + 1, number // len(nodes)
    switches, rest = rest % _SWITCHES, rest // _SWITCHES
    order, rest = orders[rest % len(orders)], rest // len(orders)
    cording = _CORDINGS[rest % len(_CORDINGS)]
    feed_of = dict(zip(feeds, order, strict=True))
    found = [
        slot.evolve(feed=feed_of.get(slot.feed, slot.feed))
        for slot in slots
        if slot not in nodes[held:]
    ]
    first = nodes[0]
    top = max(slot.half_u for slot in nodes) + _HIGH
    found += [
        first.evolve(
            id=f"small-{at}", name=f"small-{at}", part=_SWITCH, half_u=top + 2 * at, cording=cording
        )
        for at in range(switches)
    ]
    return found, number + 1


def own_devices(design: Design) -> Design:
    """Return a design in which each rack has devices of its own in place of an assembly."""
    by_id = {one.id: one for one in design.assemblies}
    devices = list(design.devices)
    for rack in design.racks:
        for slot in by_id[rack.assembly].slots if rack.assembly else ():
            name = slot.name.replace("{rack}", rack.name)
            devices.append(
                Device(
                    id=f"{rack.id}-{slot.id}",
                    name=f"{name}{slot.id}",
                    part=slot.part,
                    rack=rack.id,
                    half_u=slot.half_u,
                    face=slot.face,
                    fabric=slot.fabric,
                    tier=slot.tier,
                    feed=slot.feed,
                    cording=slot.cording,
                )
            )
    racks = tuple(rack.evolve(assembly="") for rack in design.racks)
    return design.evolve(devices=tuple(sorted(devices, key=lambda one: one.id)), racks=racks)


def loops_of_rows(design: Design) -> Design:
    """Return a design in which each distribution unit has a loop of its own, a row each."""
    by_id = {one.id: one for one in design.assemblies}
    rows = sorted(
        {
            rack.row
            for rack in design.racks
            if rack.assembly and any(slot.part == NODE for slot in by_id[rack.assembly].slots)
        }
    )
    units = [rack.id for rack in design.racks if rack.part == "cdu-row"]
    loops = tuple(
        Loop(id=f"loop-{at:03d}", units=(unit,), racks=rows[at : at + 1])
        for at, unit in enumerate(units)
    )
    return design.evolve(loops=loops)
