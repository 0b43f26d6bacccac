"""The tables of the room's power, fabrics and trays."""

from collections.abc import Iterable
from typing import Final, get_args

from designer.catalog.part import Part
from designer.catalog.plant_places import plant_key
from designer.document.new_things import new_fabric, new_feed, new_tray
from designer.engine.network_report import FabricReport, TrayReport
from designer.engine.power_report import RoomFeed
from designer.model.design import Fabric, FabricPurpose, PowerKind, PowerNode, Tray
from designer.model.feed_words import kind_in_words
from designer.model.network_keys import tray_key
from designer.model.tray import TrayKind
from designer.ui.fields.tables.column import Adding, Choices, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import find_feeds, part_of
from designer.ui.fields.tables.holding import HOLDING
from designer.ui.fields.tables.makers import (
    count,
    figure,
    findings,
    id_of,
    key_of,
    makes,
    many_of,
    named,
    note,
    optional_number,
    records,
    reported,
    stored,
    words,
)


def _feed(facts: Facts, node: PowerNode) -> RoomFeed | None:
    return facts.feeds.get(node.id)


def _parents(facts: Facts, node: PowerNode) -> str:
    return ", ".join(map(facts.layout.feed_name, node.parents))


_KINDS: Final = tuple((kind_in_words(kind), kind) for kind in get_args(PowerKind))


def _upstream(part: Part) -> bool:
    return bool(part.traits.node)


FEEDS: Final = Table(
    "feeds", "Feeds and upstream", "feed", "feeds", "feed",
    (
        named("feed"),
        words("kind", "Kind", lambda _facts, node: kind_in_words(node.kind), 100,
              new=Editing("choice", "kind", choices=lambda _: _KINDS)),
        words("part", "Part", lambda facts, it: facts.part_name(it.part) if it.part else "", 150,
              new=Editing("text", "part", find=part_of(_upstream, "thing upstream of racks"))),
        words("fed", "Fed by", _parents, 120, also=("parents", "fedby"),
              new=Editing("text", "parents", find=find_feeds)),
        optional_number("capacity", "Capacity", "kW", "capacity_kw", "PowerNode"),
        optional_number("kva", "Capacity", "kVA", "capacity_kva", "PowerNode", shown=False),
        figure("load", "Carries", "kW", reported(_feed, "load_kw", "kW"), also=("kw",)),
        figure("loss", "After worst loss", "kW", reported(_feed, "load_after_loss_kw", "kW"), 126),
        words("state", "State", lambda facts, it: facts.feeds[it.id].state
              if it.id in facts.feeds else "", 80),
        optional_number("volts", "Voltage", "V", "volts", "PowerNode"),
        optional_number("efficiency", "Efficiency", "", "efficiency", "PowerNode", shown=False,
                decimals=3),
        optional_number("battery", "Battery", "min", "battery_minutes", "PowerNode", shown=False),
        findings(lambda node: node.id),
        *HOLDING,
        note(),
        key_of(),
    ),
    records("power"), many_of("power"), id_of,
    lambda _facts, node: () if node.x_mm is None else (plant_key(node.id),),
    "No feed yet: Design settings (Ctrl+,) → Feeds, or drag a UPS from Parts onto the floor.",
    "power", adds=Adding(makes(new_feed), chained=True),
)  # fmt: skip


def _fabric(facts: Facts, fabric: Fabric) -> FabricReport | None:
    return facts.fabrics.get(fabric.id)


def _switches(facts: Facts, fabric: Fabric) -> tuple[str, ...]:
    return tuple(placed.key for placed in facts.layout.every() if placed.fabric == fabric.id)


def _tiers(facts: Facts, fabric: Fabric) -> str:
    report = _fabric(facts, fabric)
    if report is None:
        return ""
    drawn = report.placed_leaf, report.placed_spine, report.placed_core
    return " + ".join(
        f"{many} {tier}" for many, tier in zip(drawn, ("leaf", "spine", "core"), strict=True)
        if many
    )  # fmt: skip


def _same(values: Iterable[str]) -> Choices:
    return tuple((value, value) for value in values)


_NETWORKS: Final = _same(("infiniband", "ethernet", "nvlink"))
_PURPOSES: Final = _same(get_args(FabricPurpose))


FABRICS: Final = Table(
    "fabrics", "Fabrics", "fabric", "fabrics", "fabric",
    (
        named("fabric", width=150),
        words("kind", "Kind", stored("kind"), 90,
              new=Editing("choice", "kind", choices=lambda _: _NETWORKS)),
        words("purpose", "Purpose", stored("purpose"), 100,
              edit=Editing("choice", "purpose", choices=lambda _: _PURPOSES)),
        figure("nodes", "Nodes", "", reported(_fabric, "nodes", ""), 70, decimals=0),
        count("rails", "Rails", stored("rails"), edit=Editing("integer", "rails", "Fabric")),
        count("rate", "Rate", stored("rate_gbps"), 80, unit="Gb/s",
              edit=Editing("number", "rate_gbps", "Fabric")),
        words("switches", "Switches drawn", _tiers, 150),
        count("oversubscription", "Leaf : spine", stored("oversubscription"), 90, decimals=2,
              edit=Editing("number", "oversubscription", "Fabric")),
        count("planned", "Planned nodes", stored("planned_nodes"), 100,
              edit=Editing("integer", "planned_nodes", "Fabric")),
        figure("bisection", "Bisection", "Gb/s", reported(_fabric, "bisection_gbps", "Gb/s"), 110,
               decimals=0),
        figure("unlinked", "Unconnected", "", reported(_fabric, "unconnected", ""), 96,
               decimals=0, sums=True),
        findings(lambda it: it.id),
        note(),
        key_of(),
    ),
    records("fabrics"), many_of("fabrics"), id_of, _switches,
    "No fabric yet: Design settings (Ctrl+,) → Fabrics.", "fabrics",
    adds=Adding(makes(new_fabric)),
)  # fmt: skip


_SIZES: Final = (
    ("width", "Width", "width_mm"), ("depth", "Depth", "depth_mm"),
    ("height", "Height", "height_mm"),
)  # fmt: skip


def _tray(facts: Facts, tray: Tray) -> TrayReport | None:
    return facts.trays.get(tray.id)


def _corners(_facts: Facts, tray: Tray) -> str:
    return " ".join(f"{x},{y}" for x, y in tray.corners)


TRAYS: Final = Table(
    "trays", "Cable trays", "tray", "trays", "cable-tray",
    (
        named("tray"),
        words("kind", "Kind", stored("kind"), 100,
              new=Editing("choice", "kind", choices=lambda _: _same(get_args(TrayKind)))),
        words("corners", "Corners", _corners, 200, shown=False, also=("way",),
              new=Editing("text", "corners")),
        count("cables", "Cables", lambda facts, it: facts.trays[it.id].cables
              if it.id in facts.trays else None),
        figure("fill", "Fill", "%", reported(_tray, "fill_pct", "%")),
        figure("m", "Length", "m", reported(_tray, "length_m", "m"), also=("length",), sums=True),
        *(
            count(key, title, stored(store), 80, unit="mm",
                  edit=Editing("integer", store, "Tray", optional=True))
            for key, title, store in _SIZES
        ),
        findings(lambda it: it.id),
        *HOLDING,
        note(),
        key_of(),
    ),
    records("trays"), many_of("trays"), id_of, lambda _facts, tray: (tray_key(tray.id),),
    "No tray yet: draw one with T, or Insert → Cable trays behind all rows.", "trays",
    adds=Adding(makes(new_tray), ("corners",)),
)  # fmt: skip
