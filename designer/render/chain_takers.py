"""What takes power in the chain of a rack: devices by supplies, a unit by its whips. No Qt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.limit_report import LimitState
from designer.engine.power_report import GRAVITY, InsideKind
from designer.engine.together_report import DeviceAfterLoss
from designer.model.figure_words import UNKNOWN, amount, words
from designer.model.plural import plural
from designer.render.chain_pieces import Piece, Taker
from designer.render.one_line_words import Mark, Said
from designer.render.part_power_words import redundancy_of, supplies_of, takes_power
from designer.render.rack_after import DEVICE_STATES
from designer.render.rack_in_chain import RackInChain
from designer.wiring.power_bus import on_bus
from designer.wiring.power_filling import ITSELF

_TAKES_BUS: Final = frozenset({"compute-tray", "switch-tray"})
"""What inside a filled rack takes power from its bus bar."""
_NAMES: Final = 6


class _Told(NamedTuple):
    """What is said of devices: the value, a note, and how bad it is."""

    value: str
    note: str = ""
    state: LimitState = "ok"
    mark: Mark = ""


def takers(rack: RackInChain, at: Mapping[int, int]) -> Iterator[Taker]:
    """Yield devices that take power, those of one part that hang alike together.

    Parameters
    ----------
    at
        Which of the strips a rack PDU is, by its position among what the rack holds.
    """
    found: dict[tuple[str, tuple[tuple[int, int], ...]], list[int]] = {}
    wiring = rack.power.wiring
    for item, part in enumerate(wiring.parts):
        if part is not None and (part.traits.names_feed or not takes_power(part)):
            continue
        key = rack.power.items[item]
        hangs = Counter(hang.pdu for hang in rack.power.hangs.get(key, {}).values())
        spread = tuple(sorted((at[pdu], number) for pdu, number in hangs.items() if pdu in at))
        ref = part.id if part is not None else f"?{wiring.filling.held[item].part}"
        found.setdefault((ref, spread), []).append(item)
    for (_, spread), items in found.items():
        yield Taker(_taker(rack, items, spread), spread, items[0] in wiring.on_bus)


def _taker(rack: RackInChain, items: Sequence[int], spread: Sequence[tuple[int, int]]) -> Piece:
    part = rack.power.wiring.parts[items[0]]
    keys = [rack.power.items[item] for item in items]
    lost_part = rack.power.wiring.filling.held[items[0]].part
    name = (part.name or part.id) if part is not None else lost_part
    title = name if len(items) == 1 else f"{len(items)} × {name}"
    told = _told(rack, items, sum(number for _, number in spread))
    said = Said(title, told.note, told.value, state=told.state, mark=told.mark)
    lost: tuple[InsideKind, str] | None = ("supply", part.id) if part is not None else None
    piece = rack.piece("device", said, keys[0], 0, lost)
    names = ", ".join(map(rack.name, keys[:_NAMES])) + (" …" if len(keys) > _NAMES else "")
    return replace(piece, tip=f"{piece.tip}; {names}", selects=tuple(keys))


def _told(rack: RackInChain, items: Sequence[int], plugged: int) -> _Told:
    """Return what devices that hang alike say: how they hang, and what a loss leaves them."""
    part = rack.power.wiring.parts[items[0]]
    told = _normally(rack, items, plugged)
    left = plugged - max((_dead(rack, rack.power.items[item]) for item in items), default=0)
    if left < plugged:
        value = f"{left} of {plugged} supplies have voltage"
        told = told._replace(value=value, mark="" if left else "dark")
    mine = [one for one in rack.lost_here() if part is not None and one.part == part.id]
    if mine:
        told = told._replace(note=mine[0].text, state=mine[0].state)
    touched = rack.after.devices if rack.after is not None else ()
    gravest = max((one for one in touched if one.item in items), key=_gravity, default=None)
    if gravest is not None:
        return _with_fate(told, gravest)
    if rack.is_open and left < plugged:
        return told._replace(note=rack.why_open, state="unknown")
    cord = cord_said(rack, part) if plugged and not mine else None
    if cord is None:
        return told
    note = " · ".join(filter(None, (told.note, cord[0])))
    return told._replace(note=note, state=max(told.state, cord[1], key=GRAVITY.index))


def _normally(rack: RackInChain, items: Sequence[int], plugged: int) -> _Told:
    part = rack.power.wiring.parts[items[0]]
    value = supplies_of(part)
    if part is not None and items[0] in rack.power.wiring.on_bus:
        return _Told(_on_bus(part), "on the bus bar")
    if part is not None and on_bus(part):
        return _Told(_on_bus(part), "on no power shelf", "error", "dark")
    if any(item in rack.power.wiring.open_items for item in items) or part is None:
        return _Told(value, "where they hang cannot be said", "unknown")
    if part.psu is not None and plugged < part.psu.count:
        without = plural(part.psu.count - plugged, "supply", "supplies")
        return _Told(value, f"{without} in no outlet", "error")
    return _Told(value, redundancy_of(part))


def _on_bus(part: Part) -> str:
    """Return what one device of a bus bar draws at most, as its part states it."""
    return UNKNOWN if part.power_max_w is None else f"{part.power_max_w / 1000:.1f} kW each"


def _with_fate(told: _Told, one: DeviceAfterLoss) -> _Told:
    """Return what is said of what a loss touches; never as carrying on what has no power."""
    state: LimitState = "unknown" if one.state == "open" else "error"
    mark: Mark = "dark" if one.state == "dark" else told.mark
    return told._replace(note=DEVICE_STATES[one.state], state=state, mark=mark)


def _gravity(one: DeviceAfterLoss) -> int:
    return ("open", "short", "dark").index(one.state)


def _dead(rack: RackInChain, key: str) -> int:
    """Return how many supplies of a device carry nothing with what is lost."""
    return sum(map(rack.carries_nothing, rack.power.hangs.get(key, {}).values()))


def cord_said(rack: RackInChain, part: Part | None) -> tuple[str, LimitState] | None:
    """Return what each cord of a device carries of what its outlet does, and how that is.

    In the state that is worst for it, or with what is lost in thought.
    """
    found = [one for one in rack.rack.outlets if part is not None and one.part == part.id]
    if not found:
        return None
    worst = max(found, key=lambda one: one.figure("load_a").high)
    load, most = amount(worst.figure("load_a")), words(worst.figure("limit_a"))
    when = "then" if rack.is_tried else "at worst"
    return f"cord {load} of {most} {when}", worst.state


def unit_itself(rack: RackInChain, *, shelved: bool) -> Iterator[Taker]:
    """Yield what is inside a filled rack, or the unit itself where whips lead to it."""
    wiring = rack.power.wiring
    part = wiring.part
    if part is None or not wiring.whips or wiring.bus is not None:
        return
    inside = [unit for unit in part.inside if unit.kind in _TAKES_BUS] if shelved else []
    for number, unit in enumerate(inside, 1):
        title = f"{UNKNOWN if unit.count is None else unit.count} × {unit.name}"
        told = _unit_told(rack, _Told(unit.holds, unit.power))
        said = Said(title, told.note, told.value, state=told.state, mark=told.mark)
        yield Taker(rack.piece("unit", said, "", number), (), True)
    if not inside:
        value = supplies_of(part) if part.psu is not None else f"supplies: {UNKNOWN}"
        dead = [rack.is_dark(feed.id) for feed in rack.rack.feeds]
        mark: Mark = "dark" if dead and all(dead) else ""
        told = _unit_told(rack, _Told(value, redundancy_of(part), mark=mark))
        said = Said(part.name or part.id, told.note, told.value, state=told.state, mark=told.mark)
        lost: tuple[InsideKind, str] = ("supply", part.id)
        yield Taker(rack.piece("unit", said, "", 0, lost), (), shelved)


def _unit_told(rack: RackInChain, told: _Told) -> _Told:
    """Return what something in the rack's own housing says with what a loss leaves the rack."""
    devices = rack.after.devices if rack.after is not None else ()
    itself = next((one for one in devices if one.item == ITSELF), None)
    if itself is not None:
        return _with_fate(told, itself)
    if rack.is_open and any(rack.is_dark(feed.id) for feed in rack.rack.feeds):
        return told._replace(note=rack.why_open, state="unknown")
    return told
