"""Rules of the volts of a bus bar: what power shelves give is what its devices are made for (P11).

Shelves state between which volts the bus bar is, from full load to none; what states one alone is
taken at that. Nominal volts are rounded.
"""

from collections.abc import Iterator, Sequence
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
    """What a power shelf gives its bus bar at full load and at none, V."""

    shelf: Part
    full: float
    empty: float

    @property
    def words(self) -> str:
        return f"{self.full:g} V" if self.full == self.empty else f"{self.full:g}–{self.empty:g} V"


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
        silent = [part for part, one in zip(shelves.values(), found, strict=True) if one is None]
        refs = (*(f"{part.id}.shelf.bus_volts_min" for part in silent), *wiring.shelves_open_on)
        hang = (*bus.devices, *wiring.perhaps_on_bus)
        devices = {part.id: part for at in hang if (part := parts[at]) is not None}
        for device in devices.values():
            yield from _of_device(facts, core, racks, device, known, refs)


def _volts_of(shelf: Part) -> _Volts | None:
    made = shelf.shelf
    if made is None or made.bus_volts_min is None:
        return None
    high = made.bus_volts_min if made.bus_volts_max is None else made.bus_volts_max
    return _Volts(shelf, made.bus_volts_min, high)


def _unlike(known: list[_Volts]) -> list[_Volts]:
    """Return two shelves whose volts have nothing in common; none where all have."""
    if not known:
        return []
    lowest, highest = min(known, key=lambda one: one.empty), max(known, key=lambda one: one.full)
    return [lowest, highest] if highest.full > lowest.empty + ROUNDED_V else []


def _of_device(
    facts: Facts, core: RackCore, racks: tuple[str, ...], device: Part, known: list[_Volts],
    silent: Sequence[str],
) -> Iterator[Finding]:  # fmt: skip
    psu = device.psu
    if psu is None or may_hang_on_bus(device):
        yield cannot_be_said_of(facts, racks, device, (hang_ref(device),))
        return
    made = "–".join(f"{v:g}" for v in (psu.volts_min, psu.volts_max) if v is not None)
    for one in known:
        if False in (fits(psu, one.full), fits(psu, one.empty)):
            yield Finding(
                "P11", "error", f"bus:{device.id}:{one.shelf.id}", racks,
                f"{heading(core)}: {device.name}, made for {made} V, on a bus bar of "
                f"{one.words} ({one.shelf.name})",
                "Choose power shelves of the voltage that it takes.",
                core.filled.counts[device.id],
            )  # fmt: skip
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
    return cannot_be_said(
        "P11", f"bus:{device.id}", racks, f"whether {device.name} takes the volts of the bus bar",
        refs, facts.name_of,
    )  # fmt: skip
