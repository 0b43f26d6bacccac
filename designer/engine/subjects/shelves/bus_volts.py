"""Rules of the volts of a bus bar: what its shelves give is what its devices are made for (P11).

Power shelves state between which volts the bus bar is, from full load to none; at none it is no
lower, and where nobody states it, how much higher is open. Battery shelves give their nominal volts
when the power shelves give nothing. Nominal volts are rounded.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.fed_racks import heading
from designer.engine.subjects.feeds.wrong_volts import ROUNDED_V, fits
from designer.wiring.power_bus import hang_ref, may_hang_on_bus


class _Volts(NamedTuple):
    """What a shelf gives the bus bar at full load and at none, V; None where nobody states that."""

    shelf: Part
    full: float
    empty: float | None

    @property
    def words(self) -> str:
        if self.empty is None or self.full == self.empty:
            return f"{self.full:g} V"
        return f"{self.full:g}–{self.empty:g} V"

    @property
    def open_on(self) -> str:
        """What is not known of it; empty where all is."""
        return f"{self.shelf.id}.shelf.bus_volts_max" if self.empty is None else ""


def devices_take_the_bus(facts: Facts) -> Iterator[Finding]:
    """P11: what hangs on a bus bar is made for the volts that power shelves give it.

    Where either does not state them it cannot be said. Shelves of unlike volts feed no common bus
    bar.
    """
    for core, racks in facts[CONTENTS].racks_by_core.items():
        wiring = core.filled.wiring
        bus, parts = wiring.bus, wiring.parts
        if bus is None:
            continue
        shelves = {part.id: part for at in bus.shelves if (part := parts[at]) is not None}
        found = [_volts_of(part) for part in shelves.values()]
        known = [one for one in found if one is not None]
        if unlike := _unlike(known):
            yield Finding(
                "P11", "error", f"bus-shelves:{core.cause}", racks,
                f"{heading(core)}: power shelves of unlike volts on one bus bar: "
                + " and ".join(f"{one.shelf.name} ({one.words})" for one in unlike),
                "Feed a bus bar from shelves of one voltage.", len(unlike),
            )  # fmt: skip
            continue
        if perhaps := _perhaps_unlike(known):
            yield cannot_be_said(
                "P11", f"bus-shelves:{core.cause}", racks,
                f"{heading(core)}: whether its power shelves give one voltage", perhaps,
                facts.name_of,
            )  # fmt: skip
        silent = [part for part, one in zip(shelves.values(), found, strict=True) if one is None]
        batteries = {one.id: one for one in parts if one is not None and one.traits.backs_bus}
        backing = [_nominal(part) for part in batteries.values()]
        known += [one for one in backing if one is not None]
        refs = (
            *(f"{part.id}.shelf.bus_volts_min" for part in silent), *wiring.shelves_open_on,
            *(one.open_on for one in known if one.open_on),
            *(f"{part.id}.ups.volts" for part in batteries.values() if _nominal(part) is None),
        )  # fmt: skip
        hang = (*bus.devices, *wiring.perhaps_on_bus)
        devices = {part.id: part for at in hang if (part := parts[at]) is not None}
        for device in devices.values():
            yield from _of_device(facts, core, racks, device, known, refs)


def _volts_of(shelf: Part) -> _Volts | None:
    made = shelf.shelf
    if made is None or made.bus_volts_min is None:
        return None
    return _Volts(shelf, made.bus_volts_min, made.bus_volts_max)


def _nominal(battery: Part) -> _Volts | None:
    volts = battery.ups.volts if battery.ups is not None else None
    return None if volts is None else _Volts(battery, volts, volts)


def _unlike(known: list[_Volts]) -> list[_Volts]:
    """Return two shelves whose volts have nothing in common; none where all may have."""
    if not known:
        return []
    lowest = min(known, key=lambda one: inf if one.empty is None else one.empty)
    highest = max(known, key=lambda one: one.full)
    apart = lowest.empty is not None and highest.full > lowest.empty + ROUNDED_V
    return [lowest, highest] if apart else []


def _perhaps_unlike(known: list[_Volts]) -> tuple[str, ...]:
    """Return what leaves open whether shelves have any volts in common."""
    highest = max((one.full for one in known), default=0.0)
    return tuple(one.open_on for one in known if one.open_on and highest > one.full + ROUNDED_V)


def _of_device(
    facts: Facts, core: RackCore, racks: tuple[str, ...], device: Part, known: list[_Volts],
    silent: Sequence[str],
) -> Iterator[Finding]:  # fmt: skip
    psu = device.psu
    if psu is None or may_hang_on_bus(device):
        yield cannot_be_said_of(facts, racks, device, (hang_ref(device),))
        return
    made = "–".join(f"{v:g}" for v in (psu.volts_min, psu.volts_max) if v is not None)
    wrong = [
        one for one in known
        if fits(psu, one.full) is False or (one.empty and fits(psu, one.empty) is False)
    ]  # fmt: skip
    for one in wrong:
        backs = one.shelf.traits.backs_bus
        yield Finding(
            "P11", "error", f"bus:{device.id}:{one.shelf.id}", racks,
            f"{heading(core)}: {device.name}, made for {made} V, on a bus bar of "
            f"{one.words} ({one.shelf.name})",
            f"Choose {'battery' if backs else 'power'} shelves of the voltage that it takes.",
            core.filled.counts[device.id],
        )  # fmt: skip
    if wrong:
        return
    hidden = [
        f"{device.id}.psu.{name}"
        for name, volts in (("volts_min", psu.volts_min), ("volts_max", psu.volts_max))
        if volts is None
    ]
    if refs := (*silent[:1], *hidden[:1]):
        yield cannot_be_said_of(facts, racks, device, refs)


def cannot_be_said_of(
    facts: Facts, racks: tuple[str, ...], device: Part, refs: Sequence[str]
) -> Finding:
    """Return that P11 is open of a device that hangs on a bus bar, or may."""
    of = refs[0].partition(".")[0]
    key = f"bus:{device.id}" if of == device.id else f"bus:{device.id}:{of}"
    return cannot_be_said(
        "P11", key, racks, f"whether {device.name} takes the volts of the bus bar",
        refs, facts.name_of,
    )  # fmt: skip
