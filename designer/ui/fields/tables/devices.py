"""The tables of what stands in racks: all devices, nodes, switches, storage, rack PDUs."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from designer.catalog.depth import half_of
from designer.catalog.kinds import Kind
from designer.document.document import Edit
from designer.document.edits import move_devices
from designer.document.new_things import NewThing, new_device
from designer.document.placement import default_face
from designer.model.design import Design, Side
from designer.model.figures import Figure
from designer.model.layout import Layout, Placed
from designer.model.units import u_of
from designer.ui.fields.record_fields import FACES, HALVES, TIERS
from designer.ui.fields.tables.column import Adding, Choices, Column, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import find_rack, part_of
from designer.ui.fields.tables.holding import HOLDING_OF_DEVICES
from designer.ui.fields.tables.makers import count, figure, findings, named, note, stored, words

Means = Callable[[Kind | None], bool]
"""Whether a kind of part is meant; of a part that the catalogue lacks it is None."""
_HALVES: Final = {value: said for said, value in HALVES}
_FACES: Final = {value: said for said, value in (*FACES, ("door", "door"))}


def _rack_name(facts: Facts, placed: Placed) -> str:
    rack = facts.layout.racks.get(placed.rack)
    return rack.name if rack else placed.rack


def _kind(facts: Facts, placed: Placed) -> str:
    kind = facts.kind_of(placed.part)
    return kind.singular if kind else "not in the catalogue"


def _unit(_facts: Facts, placed: Placed) -> float | None:
    return u_of(placed.half_u) if placed.half_u else None


def _fabrics(facts: Facts) -> Choices:
    return (("none", ""), *((one.name or one.id, one.id) for one in facts.design.fabrics))


def _feeds(facts: Facts) -> Choices:
    return (("none", ""), *((one.name or one.id, one.id) for one in facts.design.feeds))


def _no_rails(_facts: Facts, placed: Placed) -> str:
    return "" if placed.face in ("front", "rear") else "it is not mounted in the rails"


def _no_switch(facts: Facts, placed: Placed) -> str:
    kind = facts.kind_of(placed.part)
    return "" if kind is None or kind.switches else f"a {kind.singular} is in no fabric by itself"


def _no_feed(facts: Facts, placed: Placed) -> str:
    kind = facts.kind_of(placed.part)
    return "" if kind is None or kind.names_feed else f"a {kind.singular} names no feed"


def _to_unit(facts: Facts, design: Design, key: str, half_u: int) -> Edit:
    placed = Layout(design).find(key)
    return move_devices(facts.catalog, (key,), placed.rack if placed else "", half_u)


def _half(facts: Facts, placed: Placed) -> str:
    side = half_of(facts.catalog.get(placed.part), placed.side)
    return "" if _no_rails(facts, placed) else _HALVES[side]


def _no_half(facts: Facts, placed: Placed) -> str:
    part = facts.catalog.get(placed.part)
    return "" if part is not None and part.half_width else "it takes the whole width"


def _to_half(facts: Facts, design: Design, key: str, side: Side) -> Edit:
    placed = Layout(design).find(key)
    rack, at = (placed.rack, placed.half_u) if placed else ("", 0)
    return move_devices(facts.catalog, (key,), rack, at, side=side)


def _part_figure(name: str, unit: str) -> Callable[[Facts, Placed], Figure]:
    return lambda facts, placed: facts.figure(placed.part, name, unit)


def _to_rack(facts: Facts, design: Design, key: str, rack_id: str) -> Edit:
    placed = Layout(design).find(key)
    return move_devices(facts.catalog, (key,), rack_id, placed.half_u if placed else 0)


def _columns(
    means: Means, what: str, *, fabric: bool, feed: bool, kind: bool
) -> tuple[Column, ...]:
    """Return the columns; some are shown at first in tables of those that have them alone."""
    return (
        named("device", "node", "switch", "pdu", width=150),
        words("kind", "Kind", _kind, 100, shown=kind),
        words("part", "Part", lambda facts, it: facts.part_name(it.part), 200,
              also=("model", "type"),
              new=Editing("text", "part", find=part_of(lambda part: means(part.traits), what))),
        words("rack", "Rack", _rack_name, 90,
              edit=Editing("text", "rack", find=find_rack, edit=_to_rack)),
        words("row", "Row", lambda facts, it: facts.row_of(it.rack), 60),
        count("u", "Lowest U", _unit, 76, also=("unit",),
              edit=Editing("half-u", "half_u", why_not=_no_rails, edit=_to_unit)),
        words("side", "Width", _half, 90, shown=False,
              edit=Editing("choice", "side", choices=lambda _: HALVES, why_not=_no_half,
                           edit=_to_half)),
        words("face", "Face", lambda _facts, it: _FACES[it.face], 90, shown=False,
              edit=Editing("choice", "face", choices=lambda _: FACES[:2], why_not=_no_rails)),
        words("fabric", "Fabric",
              lambda facts, it: facts.layout.fabric_name(it.fabric) if it.fabric else "", 120,
              shown=fabric, edit=Editing("choice", "fabric", choices=_fabrics, why_not=_no_switch)),
        words("tier", "Tier", stored("tier"), 70, shown=fabric,
              edit=Editing("choice", "tier", choices=lambda _: TIERS, why_not=_no_switch)),
        words("feed", "Feed",
              lambda facts, it: facts.layout.feed_name(it.feed) if it.feed else "", 80,
              shown=feed, edit=Editing("choice", "feed", choices=_feeds, why_not=_no_feed)),
        figure("kw", "Maximum", "kW", _part_figure("power_max_w", "kW"), also=("power", "max"),
               decimals=2, sums=True, shown=not feed),
        figure("typical", "Typical", "kW", _part_figure("power_typical_w", "kW"), decimals=2,
               sums=True, shown=False),
        figure("kg", "Mass", "kg", _part_figure("mass_kg", "kg"), 116, also=("mass", "weight"),
               sums=True),
        findings(lambda it: it.key),
        words("assembly", "From assembly",
              lambda facts, it: _assembly(facts, it), 120, shown=False),
        words("hall", "Hall", lambda facts, it: facts.hall_of(it.rack), 80, shown=False),
        *HOLDING_OF_DEVICES,
        note(),
        words("id", "Id", stored("key"), 150, shown=False),
    )  # fmt: skip


def _assembly(facts: Facts, placed: Placed) -> str:
    rack = facts.layout.racks.get(placed.rack)
    return facts.assembly_names.get(rack.assembly, "") if rack and placed.from_assembly else ""


def _lines(facts: Facts, means: Means) -> Iterator[Placed]:
    """Yield devices of some kinds, rack by rack, lowest first."""
    meant: dict[str, bool] = {}
    for rack in facts.design.racks:
        for placed in facts.layout.in_rack(rack.id):
            if placed.part not in meant:
                meant[placed.part] = means(facts.kind_of(placed.part))
            if meant[placed.part]:
                yield placed


def _count(facts: Facts, means: Means) -> int:
    parts = facts.devices_of_parts.items()
    return sum(many for part, many in parts if means(facts.kind_of(part)))


def _key(placed: Placed) -> str:
    return placed.key


def _selects(_facts: Facts, placed: Placed) -> tuple[str, ...]:
    return (placed.key,)


def _new_device(facts: Facts, layout: Layout, name: str, values: Mapping[str, Any]) -> NewThing:
    return new_device(layout, facts.catalog, name, values)


def _line(facts: Facts, name: str, values: Mapping[str, Any]) -> Placed:
    """Return a device as it would be, to be asked what it has."""
    part = facts.catalog.get(values.get("part", ""))
    hangs = default_face(part) if part is not None else "front"
    return Placed(
        key=name, name=name, part=values.get("part", ""), rack=values.get("rack", ""),
        half_u=_ANY_U, face=values.get("face", hangs), fabric="", tier="", feed="", note="",
        from_assembly=False,
    )  # fmt: skip


_ANY_U: Final = 2
_ADDS: Final = Adding(_new_device, ("part", "rack"), _line, placed=("half_u",))


def _table(
    table_id: str,
    title: str,
    one: str,
    many: str,
    icon: str,
    means: Means,
    **shown: Any,  # noqa: ANN401 - of any kind
) -> Table:
    columns = _columns(means, one, **({"fabric": False, "feed": False, "kind": False} | shown))
    drag = "drag one from Parts into a rack, or build what the rules need with Ctrl+B."
    return Table(
        table_id, title, one, many, icon, columns, partial(_lines, means=means),
        partial(_count, means=means), _key, _selects, f"No {one} yet: {drag}", "devices",
        by_rack=True, adds=_ADDS,
    )  # fmt: skip


DEVICES: Final = _table(
    "devices", "Devices", "device", "devices", "appliance", lambda _kind: True, kind=True
)
NODES: Final = _table(
    "nodes", "Nodes", "node", "nodes", "node",
    lambda kind: kind is not None and kind.counts_as_node,
)  # fmt: skip
SWITCHES: Final = _table(
    "switches", "Switches", "switch", "switches", "switch",
    lambda kind: kind is not None and kind.switches, fabric=True,
)  # fmt: skip
STORAGE: Final = _table(
    "storage", "Storage", "storage system", "storage systems", "storage",
    lambda kind: kind is not None and kind.stores,
)  # fmt: skip
PDUS: Final = _table(
    "pdus", "PDUs and shelves", "rack PDU", "rack PDUs and shelves", "rack-pdu",
    lambda kind: kind is not None and kind.names_feed, feed=True,
)  # fmt: skip
