"""What a loss that is tried takes of one rack: devices, supplies, shelves, and who loses a rail.

May import the catalogue, what is drawn of racks, and what a loss does. No Qt.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from designer.engine.power_report import InsideLossReport
from designer.render.drawing import RackDrawing
from designer.render.failing import Failing
from designer.render.supplies import Cords, Hang
from designer.render.what_if import Fate, WhatIf

LOST: Final = "lost"
NO_VOLTAGE: Final = "no voltage"
_SHELF: Final = "power-shelf"
_COMPUTES: Final = "compute-tray"


@dataclass(frozen=True)
class LostInRack:
    """What is marked in the elevation of a rack.

    Attributes
    ----------
    struck
        What is crossed out, devices by key and units of a filled rack by name, and why.
    told
        What is not, with words: a rack PDU of which a breaker is lost.
    supplies
        Numbers from 0 of the supplies that carry nothing then, by key of their device.
    felt
        Devices, and units of a filled rack, that lose links of their network.
    """

    struck: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    supplies: Mapping[str, frozenset[int]] = field(default_factory=dict)
    felt: Mapping[str, Fate] = field(default_factory=dict)


def lost_in_rack(shown: WhatIf, drawing: RackDrawing, cords: Callable[[], Cords]) -> LostInRack:
    """Return what a loss takes of a rack.

    Parameters
    ----------
    cords
        Returns what hangs on what in the rack; asked only where the loss is one of power.
    """
    mine = next((one for one in shown.failing if one.where == drawing.id), None)
    if shown.dark_feeds:
        return _without_feeds(shown.dark_feeds, drawing, cords())
    if mine is not None and shown.inside is not None:
        return _of_inside(mine, shown.inside, drawing, cords())
    struck = {mine.device: LOST} if mine is not None and mine.device else {}
    return LostInRack(struck, felt=dict(_felt(shown, drawing)))


def _without_feeds(dark: frozenset[str], drawing: RackDrawing, cords: Cords) -> LostInRack:
    strips = (one for one in drawing.devices if one.look.traits.feeds_devices)
    struck = {one.key: NO_VOLTAGE for one in strips if one.feed in dark}
    lost = {at for at, feed in cords.shelves.items() if feed in dark}
    struck |= {name: NO_VOLTAGE for at, name in enumerate(_units(drawing, _SHELF)) if at in lost}
    return LostInRack(struck, supplies=_supplies(cords, lambda hang: hang.feed in dark))


def _of_inside(
    mine: Failing, loss: InsideLossReport, drawing: RackDrawing, cords: Cords
) -> LostInRack:
    """Return what the loss of one thing inside the rack takes of it.

    Of several that are alike the one that was meant is marked, else the first.
    """
    if loss.pdu is not None:
        key = cords.items[loss.pdu] if loss.pdu < len(cords.items) else mine.device
        if not loss.breaker:
            return LostInRack(
                {key: LOST}, supplies=_supplies(cords, lambda hang: hang.pdu == loss.pdu)
            )
        on_it = (loss.pdu, loss.breaker)
        return LostInRack(
            told={key: f"breaker {loss.breaker} {LOST}"},
            supplies=_supplies(cords, lambda hang: (hang.pdu, hang.breaker) == on_it),
        )
    alike = [one.key for one in drawing.devices if one.look.id == loss.part]
    units = _units(drawing, _SHELF)
    named = mine.device or next(iter((*alike, *units)), "")
    if not named:
        return LostInRack()
    if loss.kind == "supply" and named in units:
        return LostInRack(told={named: f"a supply {LOST}"})
    if loss.kind == "supply":
        return LostInRack(supplies={named: frozenset({0})})
    return LostInRack({named: LOST})


def _supplies(cords: Cords, is_lost: Callable[[Hang], bool]) -> dict[str, frozenset[int]]:
    """Return the supplies that hang on something, by key of their device."""
    found = {
        key: frozenset(number for number, hang in hangs.items() if is_lost(hang))
        for key, hangs in cords.hangs.items()
    }
    return {key: numbers for key, numbers in found.items() if numbers}


def _units(drawing: RackDrawing, kind: str) -> list[str]:
    """Return the names of the units of a kind inside a filled rack, lowest first."""
    boxes = drawing.inside.boxes if drawing.inside else ()
    return [box.name for box in boxes if box.unit.kind == kind]


def _felt(shown: WhatIf, drawing: RackDrawing) -> Iterator[tuple[str, Fate]]:
    """Yield what loses links of its network with a switch."""
    fate = shown.fates.get(drawing.id)
    if fate is None or fate.state not in ("rail", "cut"):
        return
    partly = any(device.key in shown.nodes for device in drawing.devices)
    for device in drawing.devices:
        whole = device.look.id in shown.node_parts
        if device.key in shown.nodes if partly else whole:
            yield device.key, fate
    if drawing.part in shown.node_parts:
        yield from ((name, fate) for name in _units(drawing, _COMPUTES))
