"""The tables of the room's power, fabrics, cables by hand, trays, prices, findings and notes."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from designer.catalog.plant_places import plant_key
from designer.engine.network_report import FabricReport, TrayReport
from designer.engine.power_report import RoomFeed
from designer.engine.report import Check
from designer.model.change import record_with
from designer.model.design import Cable, Fabric, Note, PowerNode, PriceOverride, Tray
from designer.model.feed_words import kind_in_words
from designer.model.network_keys import cable_key, tray_key
from designer.ui.fields.tables.column import Choices, Column, Editing, Table
from designer.ui.fields.tables.elements import ELEMENTS
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.holding import HOLDING
from designer.ui.fields.tables.makers import (
    count,
    figure,
    findings,
    key_of,
    named,
    note,
    reported,
    stored,
    words,
)


def _id(line: Any) -> str:  # noqa: ANN401 - any record with an id
    return str(line.id)


def _in(collection: str) -> Callable[[Facts], tuple[Any, ...]]:
    return lambda facts: tuple(getattr(facts.design, collection))


def _many(collection: str) -> Callable[[Facts], int]:
    return lambda facts: len(getattr(facts.design, collection))


def _number(
    key: str,
    title: str,
    unit: str,
    store: str,
    record: str,
    **more: Any,  # noqa: ANN401 - of any kind
) -> Column:
    """Return a column of a number that may be left open."""
    editing = Editing("number", store, record, optional=True)
    return count(key, title, stored(store), 86, unit=unit, edit=editing, **more)


def _feed(facts: Facts, node: PowerNode) -> RoomFeed | None:
    return facts.feeds.get(node.id)


def _parents(facts: Facts, node: PowerNode) -> str:
    return ", ".join(map(facts.layout.feed_name, node.parents))


FEEDS: Final = Table(
    "feeds", "Feeds and upstream", "feed", "feeds", "feed",
    (
        named("feed"),
        words("kind", "Kind", lambda _facts, node: kind_in_words(node.kind), 100),
        words("part", "Part", lambda facts, it: facts.part_name(it.part) if it.part else "", 150),
        words("fed", "Fed by", _parents, 120, also=("parents",)),
        _number("capacity", "Capacity", "kW", "capacity_kw", "PowerNode"),
        _number("kva", "Capacity", "kVA", "capacity_kva", "PowerNode", shown=False),
        figure("load", "Carries", "kW", reported(_feed, "load_kw", "kW"), also=("kw",)),
        figure("loss", "After worst loss", "kW", reported(_feed, "load_after_loss_kw", "kW"), 126),
        words("state", "State", lambda facts, it: facts.feeds[it.id].state
              if it.id in facts.feeds else "", 80),
        _number("volts", "Voltage", "V", "volts", "PowerNode"),
        _number("efficiency", "Efficiency", "", "efficiency", "PowerNode", shown=False,
                decimals=3),
        _number("battery", "Battery", "min", "battery_minutes", "PowerNode", shown=False),
        findings(lambda node: node.id),
        *HOLDING,
        note(),
        key_of(),
    ),
    _in("power"), _many("power"), _id,
    lambda _facts, node: () if node.x_mm is None else (plant_key(node.id),),
    "No feed yet: Design settings (Ctrl+,) → Feeds, or drag a UPS from Parts onto the floor.",
    "power",
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


FABRICS: Final = Table(
    "fabrics", "Fabrics", "fabric", "fabrics", "fabric",
    (
        named("fabric", width=150),
        words("kind", "Kind", stored("kind"), 90),
        words("purpose", "Purpose", stored("purpose"), 100),
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
    _in("fabrics"), _many("fabrics"), _id, _switches,
    "No fabric yet: Design settings (Ctrl+,) → Fabrics.", "fabrics",
)  # fmt: skip


def _fabric_choices(facts: Facts) -> Choices:
    return (("by its ends", ""), *((one.name or one.id, one.id) for one in facts.design.fabrics))


def _end(which: str) -> Callable[[Facts, Cable], str]:
    def read(facts: Facts, cable: Cable) -> str:
        port = getattr(cable, f"{which}_port")
        name = facts.layout.name_of(getattr(cable, which))
        return f"{name} port {port}" if port else name

    return read


CABLES: Final = Table(
    "cables", "Cables by hand", "cable by hand", "cables by hand", "cable",
    (
        words("id", "Id", stored("id"), 110),
        words("from", "From", _end("a"), 170),
        words("to", "To", _end("b"), 170),
        words("fabric", "Fabric", lambda facts, it: facts.layout.fabric_name(it.fabric), 120,
              edit=Editing("choice", "fabric", choices=_fabric_choices)),
        words("part", "Cable", lambda facts, it: facts.part_name(it.part) if it.part else "", 170),
        _number("m", "Length", "m", "length_m", "Cable", also=("length",), sums=True),
        note(),
    ),
    _in("cables"), _many("cables"), _id, lambda _facts, cable: (cable_key(cable.id),),
    "No cable is laid by hand: all follow the rules of their fabrics, and the cable schedule "
    "lists them.", "cables",
)  # fmt: skip


_SIZES: Final = (
    ("width", "Width", "width_mm"), ("depth", "Depth", "depth_mm"),
    ("height", "Height", "height_mm"),
)  # fmt: skip


def _tray(facts: Facts, tray: Tray) -> TrayReport | None:
    return facts.trays.get(tray.id)


TRAYS: Final = Table(
    "trays", "Cable trays", "tray", "trays", "cable-tray",
    (
        named("tray"),
        words("kind", "Kind", stored("kind"), 100),
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
    _in("trays"), _many("trays"), _id, lambda _facts, tray: (tray_key(tray.id),),
    "No tray yet: draw one with T, or Insert → Cable trays behind all rows.", "trays",
)  # fmt: skip


def _own_price(facts: Facts, name: str) -> PriceOverride | None:
    """Return the price of the part with a name or an id: the owner's, or one to be filled in."""
    part = facts.catalog.get(name) or facts.parts_called.get(name.casefold())
    if part is None:
        return None
    known = record_with(facts.design.prices, part.id)
    currency = facts.design.site.currency
    return known or PriceOverride(id=part.id, amount_cents=0, currency=currency)


PRICES: Final = Table(
    "prices", "Own prices", "own price", "own prices", "cost",
    (
        words("part", "Part", lambda facts, it: facts.part_name(it.id), 220, also=("name",)),
        count("price", "Price", lambda _facts, it: it.amount_cents / _CENTS, 110, decimals=2,
              edit=Editing("number", "amount_cents", held=lambda typed: round(typed * _CENTS))),
        words("currency", "Currency", stored("currency"), 80,
              edit=Editing("text", "currency", held=str.upper)),
        words("date", "As of", stored("as_of"), 100,
              edit=Editing("date", "as_of", optional=True)),
        words("source", "Source", stored("source"), 200, prose=True,
              edit=Editing("text", "source", optional=True)),
        _number("weeks", "Lead time", "weeks", "lead_weeks", "PriceOverride"),
        note(),
        words("id", "Part id", stored("id"), 140),
    ),
    _in("prices"), _many("prices"), _id, lambda _facts, _price: (),
    "No price of your own yet: paste a list with part, price, date and source (Ctrl+V), or give "
    "quotations in Cost (Ctrl+5) → Prices.", "prices", makes=_own_price, needs="price",
)  # fmt: skip
_CENTS: Final = 100


def _where(facts: Facts, check: Check) -> str:
    return ", ".join(facts.layout.names_of(check.where))


def _held(facts: Facts, places: Iterable[str]) -> tuple[str, ...]:
    """Return which of some places can be selected on the floor: racks, and what is in them."""
    return tuple(place for place in places if facts.layout.rack_of(place))


def _in_racks(facts: Facts, check: Check) -> tuple[str, ...]:
    return _held(facts, check.where)


def _checks(facts: Facts) -> tuple[Check, ...]:
    return facts.report.checks if facts.report else ()


FINDINGS: Final = Table(
    "findings", "Findings", "finding", "findings", "warning",
    (
        words("rule", "Rule", stored("rule"), 60),
        words("severity", "Severity", stored("severity"), 80, also=("is",)),
        words("where", "Where", _where, 170, also=("at", "rack")),
        words("message", "What", stored("message"), 420, also=("what",), prose=True),
        words("advice", "Advice", stored("advice"), 300, prose=True),
        words("waived", "Accepted", lambda _facts, it: "accepted" if it.waived else "", 80),
    ),
    _checks, lambda facts: len(_checks(facts)), lambda check: check.key,
    _in_racks, "No rule finds anything.",
)  # fmt: skip


def _target(facts: Facts, remark: Note) -> str:
    return facts.layout.name_of(remark.target) if remark.target else "on the floor"


NOTES: Final = Table(
    "notes", "Notes", "note", "notes", "note",
    (
        words("id", "Id", stored("id"), 90),
        words("text", "Text", stored("text"), 420, prose=True, edit=Editing("text", "text")),
        words("at", "At", _target, 160, also=("where", "target")),
        count("x", "From left", stored("x_mm"), 90, unit="mm", shown=False),
        count("y", "From top", stored("y_mm"), 90, unit="mm", shown=False),
    ),
    _in("notes"), _many("notes"), _id,
    lambda facts, it: _held(facts, (it.target,)),
    "No note yet: Insert → Note.", "notes",
)  # fmt: skip
WAIVERS: Final = Table(
    "waivers", "Accepted findings", "accepted finding", "accepted findings", "check",
    (
        words("id", "Finding", stored("id"), 200),
        words("reason", "Reason", stored("reason"), 360, prose=True,
              edit=Editing("text", "reason")),
        words("author", "By", stored("author"), 120, edit=Editing("text", "author", optional=True)),
        words("date", "Date", stored("date"), 100, edit=Editing("date", "date", optional=True)),
    ),
    _in("waivers"), _many("waivers"), _id, lambda _facts, _waiver: (),
    "No finding was accepted: Totals → Checks does it, with a reason.", "waivers",
)  # fmt: skip

OTHERS: Final[Iterable[Table]] = (
    FEEDS, FABRICS, CABLES, TRAYS, ELEMENTS, PRICES, FINDINGS, WAIVERS, NOTES,
)  # fmt: skip
