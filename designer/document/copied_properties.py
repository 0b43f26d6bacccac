"""Properties copied from one thing to others: which there are, and what takes them.

Places, names and ids are no properties: they tell things apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.locks import lockable_of
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Device, Slot
from designer.model.layout import Layout, Placed

DOOR: Final = "door"
"""The rear door of a rack, by its part; empty for none."""
TITLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "racks": (
        ("part", "Part"), ("assembly", "Filling (assembly)"), (DOOR, "Rear door"),
        ("cooling", "Cooling method"), ("feeds", "Feeds"), ("cording", "Rule for cords"),
        ("layer", "Layer"), ("note", "Note"),
    ),
    "devices": (
        ("feed", "Feed"), ("fabric", "Fabric"), ("tier", "Tier"), ("cording", "Rule for cords"),
        ("note", "Note"),
    ),
    "trays": (
        ("part", "Part"), ("kind", "Overhead or below"), ("height_mm", "Height"),
        ("width_mm", "Width"), ("depth_mm", "Depth"), ("fill_pct", "Fill at most"),
        ("carries_kg_per_m", "Carries"), ("layer", "Layer"), ("note", "Note"),
    ),
    "power": (
        ("part", "Part"), ("parents", "Fed by"), ("capacity_kw", "Capacity, kW"),
        ("capacity_kva", "Capacity, kVA"), ("volts", "Voltage"), ("dc", "Direct current"),
        ("modules", "Modules"), ("spare_modules", "Spare modules"), ("efficiency", "Efficiency"),
        ("battery_minutes", "Battery, minutes"), ("battery_kwh", "Battery, kWh"),
        ("recharge_kw", "Recharge"), ("start_s", "Start"), ("fuel_l", "Fuel, litres"),
        ("fuel_hours", "Fuel, hours"), ("voltage_drop_pct", "Voltage drop"),
        ("layer", "Layer"), ("note", "Note"),
    ),
}  # fmt: skip
"""Collections whose records have properties to copy: each by its field, with its words."""
CALLED: Final = {"racks": "rack", "devices": "device", "trays": "tray", "power": "thing of power"}


@dataclass(frozen=True)
class Copied:
    """Properties as they were when they were copied.

    Attributes
    ----------
    collection
        Of which kind of record they are.
    name
        What the thing was called.
    kind
        Of its part's kind, where that decides what takes them: `switch`; else empty.
    values
        Field and value, in the order of `TITLES`.
    """

    collection: str
    name: str
    kind: str
    values: tuple[tuple[str, Any], ...]


def copied_of(layout: Layout, catalog: Catalog, key: str) -> Copied | None:
    """Return the properties of what a key of the selection means; None of what has none.

    Of a device that an assembly brings as well.
    """
    found = lockable_of(layout, key)
    record: Any
    collection, record = found or ("devices", layout.find(key))
    if record is None or collection not in TITLES:
        return None
    values = tuple(
        (name, door_of(layout, catalog, record.id) if name == DOOR else getattr(record, name))
        for name, _ in TITLES[collection]
    )
    kind = record.kind if collection == "power" else ""
    return Copied(collection, record.name or key, kind, values)


def door_of(layout: Layout, catalog: Catalog, rack_id: str) -> str:
    """Return the part of the rear door of a rack; empty where it has none."""
    return next((one.part for one in doors_of(layout, rack_id)), "")


def doors_of(layout: Layout, rack_id: str) -> tuple[Placed, ...]:
    """Return the rear doors of a rack; what else it holds is not unfolded where it has none."""
    rack = layout.racks.get(rack_id)
    assembly = layout.assemblies.get(rack.assembly) if rack is not None else None
    held: Iterable[Device | Slot] = chain(
        layout.own_devices.get(rack_id, ()), assembly.slots if assembly else ()
    )
    if not any(one.face == "door" for one in held):
        return ()
    return tuple(one for one in layout.in_rack(rack_id) if one.face == "door")


def takers(layout: Layout, copied: Copied, keys: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of things that may take properties: those of the same kind of record."""
    found = []
    for key in keys:
        of = lockable_of(layout, key)
        collection = of[0] if of is not None else ("devices" if layout.find(key) else "")
        if collection != copied.collection:
            continue
        if not copied.kind or (of is not None and of[1].kind == copied.kind):
            found.append(key)
    return tuple(found)


def why_not_of(layout: Layout, catalog: Catalog, key: str, name: str) -> str:
    """Return why a device does not take a property; empty where it does."""
    placed = layout.find(key)
    part = catalog.get(placed.part) if placed is not None else None
    if part is None:
        return ""
    if name == "feed" and not part.traits.names_feed:
        return f"a {part.traits.singular} names no feed"
    if name in ("fabric", "tier") and not part.traits.switches:
        return f"a {part.traits.singular} is in no fabric by itself"
    return ""


def value_words(layout: Layout, catalog: Catalog, name: str, value: Any) -> str:  # noqa: ANN401 - of any field
    """Return the value of a property in words; `—` for none."""
    if name in ("part", DOOR) and value:
        part = catalog.get(value)
        return part.name if part else str(value)
    if name in ("feed", "feeds", "parents"):
        names = (value,) if isinstance(value, str) else value
        return ", ".join(map(layout.feed_name, filter(None, names))) or "—"
    if name == "cooling":
        return METHOD_NAMES.get(value, "chosen by load")
    if name in ("assembly", "fabric") and value:
        return layout.name_of(value) if name == "assembly" else layout.fabric_name(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        "—" if value in (None, "", ()) else f"{value:,}" if isinstance(value, int) else str(value)
    )
