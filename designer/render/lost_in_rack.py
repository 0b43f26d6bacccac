"""What a loss that is tried takes of one rack: devices, supplies, shelves, and who loses a rail.

May import the catalogue, what is drawn of racks, and what a loss does. No Qt.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from designer.engine.power_report import InsideLossReport
from designer.engine.together_report import PduAfterLoss, RackAfterLoss
from designer.render.drawing import RackDrawing
from designer.render.failing import Failing
from designer.render.fate import Fate
from designer.render.rack_after import OPEN, OVERLOADED, SHORT
from designer.render.supplies import Cords, Hang
from designer.render.what_if import WhatIf

LOST: Final = "lost"
NO_VOLTAGE: Final = "no voltage"
NO_POWER: Final = "no power"
OVERLOAD: Final = "overload"
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
        Devices, and units of a filled rack, that lose links of their network, or are short of
        power; rack PDUs that carry too much.
    """

    struck: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    supplies: Mapping[str, frozenset[int]] = field(default_factory=dict)
    felt: Mapping[str, Fate] = field(default_factory=dict)


def lost_alike(shown: WhatIf, rack: str) -> Hashable:
    """Return what tells a rack from others like it by what a loss takes of it.

    Racks that hold the same and of which this is the same are marked alike.
    """

    def own(key: str) -> str:
        return key.removeprefix(rack)

    named = frozenset(
        (one.kind, one.id.rpartition("|")[0] if one.kind == "network" else one.id, own(one.device))
        for one in shown.failing
        if one.where == rack
    )
    fate, after = shown.fates.get(rack), shown.racks.get(rack)
    rails = fate is not None and fate.state in ("rail", "cut")
    nodes = frozenset(own(key) for key in shown.nodes if key.startswith(f"{rack}/"))
    return (
        named, fate if rails else None, nodes if rails else None,
        after.evolve(id="") if after is not None else None, shown.doors.get(rack) is not None,
    )  # fmt: skip


def lost_in_rack(
    shown: WhatIf,
    drawing: RackDrawing,
    cords: Callable[[], Cords],
    after: RackAfterLoss | None = None,
) -> LostInRack:
    """Return what a loss takes of a rack.

    Parameters
    ----------
    cords
        Returns what hangs on what in the rack; asked only where the loss is one of power.
    after
        What becomes of each device, where that is known.
    """
    inside = [(one, loss) for one, loss in shown.inside if one.where == drawing.id]
    devices = {one.device for one in shown.failing if one.where == drawing.id and one.device}
    if shown.takes_door_of(drawing.id):
        devices |= {one.key for one in drawing.doors}
    devices -= {one.device for one, _ in inside}
    found = LostInRack(dict.fromkeys(devices, LOST), felt=dict(_felt(shown, drawing)))
    if shown.dark_feeds:
        found = _both(found, _without_feeds(shown.dark_feeds, drawing, cords()))
    for one, loss in inside:
        found = _both(found, _of_inside(one, loss, drawing, cords()))
    if after is None:
        return found
    # Too little power is graver than a lost rail; what is lost itself is told first.
    both = _both(found, _after(after, drawing, cords()))
    struck = {**both.struck, **found.struck}
    return replace(both, struck=struck, told={**both.told, **found.told})


def _both(one: LostInRack, other: LostInRack) -> LostInRack:
    """Return what two losses take together; of what both take the second is told."""
    supplies = dict(one.supplies)
    for key, numbers in other.supplies.items():
        supplies[key] = supplies.get(key, frozenset()) | numbers
    struck = {**one.struck, **other.struck}
    felt = {key: fate for key, fate in {**one.felt, **other.felt}.items() if key not in struck}
    return LostInRack(struck, {**one.told, **other.told}, supplies, felt)


def _after(after: RackAfterLoss, drawing: RackDrawing, cords: Cords) -> LostInRack:
    """Return what has no power or too little, and the rack PDUs and breakers that are too full."""
    struck: dict[str, str] = {}
    felt: dict[str, Fate] = {}
    told: dict[str, str] = {}
    for one in after.devices:
        keys = [cords.items[one.item]] if 0 <= one.item < len(cords.items) else []
        for key in keys or _units(drawing, _COMPUTES):
            if one.state == "dark":
                struck[key] = NO_POWER
            else:
                felt[key] = SHORT if one.state == "short" else OPEN
    for pdu in after.pdus:
        if pdu.state in ("error", "unknown") and 0 <= pdu.item < len(cords.items):
            key = cords.items[pdu.item]
            felt[key] = OVERLOADED if pdu.state == "error" else OPEN
            if pdu.state == "error":
                told[key] = _too_full(pdu)
    return LostInRack(struck, told, felt=felt)


def _too_full(pdu: PduAfterLoss) -> str:
    """Return what of a rack PDU is too full: its breakers, or it as a whole."""
    if not pdu.breakers:
        return OVERLOAD
    numbers = ", ".join(map(str, pdu.breakers))
    return f"{'breakers' if len(pdu.breakers) > 1 else 'breaker'} {numbers} overloaded"


def _without_feeds(dark: frozenset[str], drawing: RackDrawing, cords: Cords) -> LostInRack:
    strips = (one for one in drawing.devices if one.look.traits.feeds_devices)
    struck = {one.key: NO_VOLTAGE for one in strips if one.feed in dark}
    lost = {at for at, feed in cords.shelves.items() if feed in dark}
    shelves = cords.shelf_keys or _units(drawing, _SHELF)
    struck |= {name: NO_VOLTAGE for at, name in enumerate(shelves) if at in lost}
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
